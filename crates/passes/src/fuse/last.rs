//! The last element of a scan is a reduction of the same operand.
//!
//! ```text
//! let cs = screma n (x <- xs) { let f = .. } scan (t) = add.i64 (f) ne (0) out (t)
//! let r = if n == 0 { in (0) } else { let c = cs[n - 1] in (c) }
//!   =>
//! let cs = ..
//! let r = screma n (x <- xs) { let f = .. } red (t) = add.i64 (f) ne (0) out (row t)
//! ```
//!
//! Nobody then waits for the scan to know its total: what uses both can become the `each` of the scan, and where that does not happen
//! fusion joins the reduction with the scan again. A branch that gives the neutral element where there is no element goes, as that is
//! what the reduction gives.
//!
//! Where the operand is cheap, total scalar code of elements, it is computed twice; else the scan itself gets the reduction as one
//! more clause. The check of the index stays.
//!
//! Does not do: scans of arrays, and operators that can fail.

use crate::effects::{can_fail, is_total};
use base::{BinOp, ScalarType};
use ir::{
    Atom, Body, Check, CheckKind, Clauses, Exp, Fold, Fun, Input, Out, Pat, Prim, Screma, Soac, Stm, Var,
    Vars, fresh, walk,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// Operands of at most so many operations are computed twice.
const CHEAP: usize = 32;

/// Rewrites a function; whether there was a scan whose last element is read.
pub(super) fn reduce(fun: &mut Fun<Soac>, vars: &mut Vars) -> bool {
    let mut found = Found::default();
    found.block(&fun.body.stms, vars);
    if found.wanted.is_empty() {
        return false;
    }
    let mut rewriter = Rewriter { vars, found, totals: FxHashMap::default() };
    fun.body.stms = rewriter.block(std::mem::take(&mut fun.body.stms));
    true
}

/// What a function says of scans and their widths.
#[derive(Default)]
struct Found {
    /// Results of scans of scalars, with their widths.
    scans: FxHashMap<Var, Atom>,
    /// Numbers that are one less than another one.
    before: FxHashMap<Var, Atom>,
    /// Conditions that compare a number with 0, and whether they hold for 0.
    empty: FxHashMap<Var, (Atom, bool)>,
    /// The scans that are read at their last element.
    wanted: FxHashSet<Var>,
}

impl Found {
    fn block(&mut self, block: &[Stm<Soac>], vars: &Vars) {
        for stm in block {
            let bound = stm.pat.vals.first().copied();
            match (&stm.exp, bound) {
                (Exp::Op(Soac::Screma(s)), _) if is_reducible(s, vars) => {
                    let scanned = |out: &Out| matches!(out, Out::Point(a) if fold_of(s, *a).is_some());
                    let results = stm.pat.all().zip(&s.clauses.outs).filter(|(_, out)| scanned(out));
                    self.scans.extend(results.map(|(var, _)| (var, s.width)));
                }
                (Exp::Prim(Prim::Bin { op, ty: ScalarType::I64, a, b }), Some(var)) => {
                    self.compared(var, *op, *a, *b);
                }
                (
                    Exp::Check(Check { kind: CheckKind::Bounds { index: Atom::Var(i), .. }, .. }),
                    Some(var),
                ) => {
                    if let Some(n) = self.before.get(i) {
                        self.before.insert(var, *n);
                    }
                }
                (Exp::Read { arr, index }, _) => {
                    if let (Some(width), [at]) = (self.scans.get(arr), &index[..])
                        && self.is_last(*at, *width)
                    {
                        self.wanted.insert(*arr);
                    }
                }
                _ => {}
            }
            stm.exp.blocks(&mut |block| self.block(block, vars));
        }
    }

    fn compared(&mut self, var: Var, op: BinOp, a: Atom, b: Atom) {
        match (op, a.as_i64(), b.as_i64()) {
            (BinOp::Sub, _, Some(1)) | (BinOp::Add, _, Some(-1)) => _ = self.before.insert(var, a),
            (BinOp::Eq | BinOp::Le, _, Some(0)) => _ = self.empty.insert(var, (a, true)),
            (BinOp::Ne | BinOp::Gt, _, Some(0)) => _ = self.empty.insert(var, (a, false)),
            (BinOp::Eq | BinOp::Ge, Some(0), _) => _ = self.empty.insert(var, (b, true)),
            (BinOp::Ne | BinOp::Lt, Some(0), _) => _ = self.empty.insert(var, (b, false)),
            _ => {}
        }
    }

    fn is_last(&self, at: Atom, width: Atom) -> bool {
        match (at, width) {
            (Atom::Const(_), Atom::Const(_)) => at.as_i64().map(|i| i + 1) == width.as_i64(),
            (Atom::Var(i), _) => self.before.get(&i) == Some(&width),
            (Atom::Const(_), Atom::Var(_)) => false,
        }
    }
}

struct Rewriter<'a> {
    vars: &'a mut Vars,
    found: Found,
    /// The total of a scan, and its neutral element.
    totals: FxHashMap<Var, (Var, Atom)>,
}

impl Rewriter<'_> {
    fn block(&mut self, block: Vec<Stm<Soac>>) -> Vec<Stm<Soac>> {
        let mut out = vec![];
        for mut stm in block {
            stm.exp.blocks_mut(&mut |block, _| *block = self.block(std::mem::take(block)));
            match stm.exp {
                Exp::Op(Soac::Screma(mut s)) if stm.pat.all().any(|v| self.found.wanted.contains(&v)) => {
                    let (mut clauses, pat) = self.total(&stm.pat, &s);
                    if is_cheap(&s, self.vars) {
                        let red = Screma {
                            width: s.width,
                            inputs: s.inputs.clone(),
                            body: s.body.clone(),
                            clauses,
                        };
                        let red = walk::Subst::renaming(self.vars, []).apply(Exp::Op(Soac::Screma(red)));
                        let loc = stm.loc.clone();
                        out.push(Stm { exp: Exp::Op(Soac::Screma(s)), ..stm });
                        out.push(Stm::new(pat, red, loc));
                    } else {
                        clauses = walk::Subst::renaming(self.vars, []).apply(clauses);
                        s.clauses.reds.append(&mut clauses.reds);
                        s.clauses.outs.append(&mut clauses.outs);
                        stm.pat.vals.extend(pat.vals);
                        out.push(Stm { exp: Exp::Op(Soac::Screma(s)), ..stm });
                    }
                }
                Exp::Read { arr, ref index } => {
                    let total = self.totals.get(&arr).filter(|_| {
                        self.found.scans.get(&arr).is_some_and(|width| self.found.is_last(index[0], *width))
                    });
                    match total {
                        Some((total, _)) => out.push(Stm { exp: Exp::Atom((*total).into()), ..stm }),
                        None => out.push(stm),
                    }
                }
                Exp::If { cond, then, els } => self.branch((stm.pat, stm.loc), cond, then, els, &mut out),
                exp @ (Exp::Atom(_)
                | Exp::Prim(_)
                | Exp::Check(_)
                | Exp::Trace { .. }
                | Exp::View(_)
                | Exp::Copy { .. }
                | Exp::Scratch { .. }
                | Exp::Total { .. }
                | Exp::Write { .. }
                | Exp::UpdateAcc { .. }
                | Exp::Call { .. }
                | Exp::Loop(_)
                | Exp::WithAcc { .. }
                | Exp::Op(_)) => out.push(Stm { exp, ..stm }),
            }
        }
        out
    }

    /// The reductions beside scans, and what they bind.
    fn total(&mut self, pat: &Pat, s: &Screma<Soac>) -> (Clauses<Soac>, Pat) {
        let mut reds: Vec<Fold<Soac>> = vec![];
        let (mut outs, mut results) = (vec![], vec![]);
        for (var, out) in pat.all().zip(&s.clauses.outs) {
            let Some((fold, i)) = out.atom().and_then(|a| fold_of(s, a)) else { continue };
            if !self.found.wanted.contains(&var) {
                continue;
            }
            if !reds.contains(fold) {
                reds.push(fold.clone());
            }
            outs.push(Out::Row(fold.res[i].into()));
            let total = fresh(self.vars, "total", self.vars[fold.res[i]].ty.clone());
            results.push(total);
            self.totals.insert(var, (total, fold.ne[i]));
        }
        (Clauses { reds, outs, ..Clauses::default() }, Pat::vals(results))
    }

    /// A branch: what is the neutral element where there is no element, and the total where there is one, is the total.
    fn branch(
        &mut self,
        (mut pat, loc): (Pat, base::Loc),
        cond: Atom,
        mut then: Box<Body<Soac>>,
        mut els: Box<Body<Soac>>,
        out: &mut Vec<Stm<Soac>>,
    ) {
        let compared = cond.var().and_then(|v| self.found.empty.get(&v)).copied();
        if let Some((width, holds)) = compared {
            for i in (0..pat.vals.len()).rev() {
                let (none, some) = if holds { (&then, &els) } else { (&els, &then) };
                let total = copied(some, some.result.vals[i]);
                let same = |(arr, (sum, ne)): (&Var, &(Var, Atom))| {
                    total == Atom::Var(*sum)
                        && none.result.vals[i] == *ne
                        && self.found.scans.get(arr) == Some(&width)
                };
                if self.totals.iter().any(same) {
                    out.push(Stm::new(Pat::one(pat.vals.remove(i)), Exp::Atom(total), loc.clone()));
                    then.result.vals.remove(i);
                    els.result.vals.remove(i);
                }
            }
        }
        let empty = pat.all().next().is_none() && !can_fail(&then.stms) && !can_fail(&els.stms);
        let scalar = |block: &[Stm<Soac>]| block.iter().all(|s| matches!(s.exp, Exp::Prim(_) | Exp::Atom(_)));
        if !(empty && scalar(&then.stms) && scalar(&els.stms)) {
            out.push(Stm::new(pat, Exp::If { cond, then, els }, loc));
        }
    }
}

/// What a value of a body is a copy of.
fn copied(body: &Body<Soac>, atom: Atom) -> Atom {
    let copy = |stm: &&Stm<Soac>| stm.pat.vals.first().is_some_and(|v| Atom::Var(*v) == atom);
    match body.stms.iter().find(copy).map(|stm| &stm.exp) {
        Some(Exp::Atom(a)) => copied(body, *a),
        _ => atom,
    }
}

/// The scan that gives a value, and which of its components it is.
fn fold_of(s: &Screma<Soac>, atom: Atom) -> Option<(&Fold<Soac>, usize)> {
    let position = |f: &Fold<Soac>| f.res.iter().position(|v| Atom::Var(*v) == atom);
    s.clauses.scans.iter().find_map(|f| position(f).map(|i| (f, i)))
}

/// Whether the scans can be reductions too: of scalars, by operators that cannot fail.
fn is_reducible(s: &Screma<Soac>, vars: &Vars) -> bool {
    let scalars = |f: &Fold<Soac>| f.res.iter().all(|v| vars[*v].ty.as_scalar().is_some());
    let scans = &s.clauses.scans;
    s.clauses.keep.is_none() && scans.iter().all(|f| scalars(f) && f.op.body.stms.iter().all(is_little))
}

/// Whether the operands of the scans may be computed twice. Without arrays fusion would not join the reduction with the scan again.
pub(super) fn is_cheap(s: &Screma<Soac>, vars: &Vars) -> bool {
    let scalar = |(param, input): &(Var, Input)| {
        vars[*param].ty.as_scalar().is_some() && !matches!(input, Input::Acc(_))
    };
    let plain = s.inputs.iter().all(scalar) && s.arrays().next().is_some();
    plain && s.body.len() <= CHEAP && s.body.iter().all(is_little)
}

/// Whether a statement is one total operation.
fn is_little(stm: &Stm<Soac>) -> bool {
    matches!(&stm.exp, Exp::Prim(prim) if is_total(prim))
}
