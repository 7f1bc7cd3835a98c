//! Memory that the rows of a loop read one after the other.
//!
//! ```text
//! while (g < last) {
//!   stop = ..;
//!   for (q = p to stop) vector .. { f32 x = xs[add.index(q, first)]; .. }      -- `xs` is read on and on
//!   p = stop; g = g + 1;
//! }
//! ```
//!
//! A processor has few short rows under way at a time, and so few loads; memory is fast only when it has many. Vector loops over short
//! rows fetch what later rows will read.

use base::{BinOp, ScalarType};
use ir::kernel::{Exp, KVar, OnDevice, Stm};
use ir::vector::assigned;
use rustc_hash::{FxHashMap, FxHashSet};

/// A vector loop, by its variable, and a buffer that it reads on and on.
pub(crate) type ReadOn = FxHashSet<(KVar, KVar)>;

/// The vector loops over rows, with the buffers that each reads where the row before has ended.
pub(crate) fn read_on(code: &[Stm]) -> ReadOn {
    let mut found = FxHashSet::default();
    each_loop(code, &mut found);
    found
}

fn each_loop(code: &[Stm], found: &mut ReadOn) {
    for stm in code {
        if let Stm::While { body, .. } = stm {
            Rows::of(body).block(body, found);
        }
        stm.blocks().into_iter().for_each(|block| each_loop(block, found));
    }
}

/// A loop over rows.
struct Rows<'a> {
    /// The definitions of the variables that it declares and does not set.
    lets: FxHashMap<KVar, &'a Exp>,
    /// What differs from row to row.
    changed: FxHashSet<KVar>,
    /// What every round sets.
    sets: Vec<(KVar, &'a Exp)>,
}

impl<'a> Rows<'a> {
    fn of(body: &'a [Stm]) -> Rows<'a> {
        let set = |stm: &'a Stm| if let Stm::Set(var, exp) = stm { Some((*var, exp)) } else { None };
        let sets = body.iter().filter_map(set).collect();
        let mut rows = Rows { lets: FxHashMap::default(), changed: FxHashSet::default(), sets };
        rows.declared(body);
        let mut changed = FxHashSet::default();
        assigned(body, &mut changed);
        rows.lets.retain(|var, _| !changed.contains(var));
        rows.changed.extend(changed);
        rows
    }

    fn declared(&mut self, code: &'a [Stm]) {
        for stm in code {
            self.changed.extend(stm.declares());
            if let Stm::Let(var, exp) = stm {
                self.lets.insert(*var, exp);
            } else if let Stm::Call { results, .. } = stm {
                self.changed.extend(results);
            }
            stm.blocks().into_iter().for_each(|block| self.declared(block));
        }
    }

    fn block(&self, code: &[Stm], found: &mut ReadOn) {
        for stm in code {
            if let Stm::For { var, from: Exp::Var(from), to, vector: Some(_), body } = stm {
                if self.sets.iter().any(|(set, exp)| set == from && *exp == to) {
                    self.loads(*var, body, found);
                }
            } else if let Stm::If { then, els, .. } = stm {
                self.block(then, found);
                self.block(els, found);
            }
        }
    }

    fn loads(&self, var: KVar, code: &[Stm], found: &mut ReadOn) {
        for stm in code {
            stm.exps().into_iter().for_each(|exp| self.exp(var, exp, found));
            stm.blocks().into_iter().for_each(|block| self.loads(var, block, found));
        }
    }

    fn exp(&self, var: KVar, exp: &Exp, found: &mut ReadOn) {
        if let Exp::Only(OnDevice::Load(buf, at)) = exp {
            let mut terms = vec![];
            self.terms(at, 1, &mut terms);
            let own = |(term, times): &(Exp, i64)| *term == Exp::Var(var) && *times == 1;
            let same = |(term, times): &(Exp, i64)| *times == 0 || self.same(term);
            if terms.iter().any(own) && terms.iter().all(|term| own(term) || same(term)) {
                found.insert((var, *buf));
            }
        }
        exp.parts().into_iter().for_each(|part| self.exp(var, part, found));
    }

    /// An index as a sum: each term, and how often it is in it.
    fn terms(&self, exp: &Exp, times: i64, into: &mut Vec<(Exp, i64)>) {
        if let Exp::Bin(op @ (BinOp::Add | BinOp::Sub), ScalarType::I64, a, b)
        | Exp::IndexBin(op @ (BinOp::Add | BinOp::Sub), a, b) = exp
        {
            self.terms(a, times, into);
            self.terms(b, if *op == BinOp::Add { times } else { -times }, into);
        } else if let Exp::FromIndex(a) | Exp::ToIndex(a) = exp {
            self.terms(a, times, into);
        } else if let Exp::Var(var) = exp
            && let Some(definition) = self.lets.get(var)
        {
            self.terms(definition, times, into);
        } else if let Some((_, all)) = into.iter_mut().find(|(term, _)| term == exp) {
            *all += times;
        } else {
            into.push((exp.clone(), times));
        }
    }

    /// Whether an expression is the same for all rows.
    fn same(&self, exp: &Exp) -> bool {
        let own =
            if let Exp::Var(var) = exp { !self.changed.contains(var) } else { !matches!(exp, Exp::Only(_)) };
        own && exp.parts().into_iter().all(|part| self.same(part))
    }
}
