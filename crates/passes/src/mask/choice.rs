//! Branches that choose a part of an array.
//!
//! ```text
//! let (k | r: [k]t) = if c { let p = slice xs [from 1 len m] in (m | p) } else { in (n | xs) }
//!   =>
//! let (k, start) = if c { in (m, 1) } else { in (n, 0) }
//! let r: [k]t = slice xs [from start len k]
//! ```
//!
//! Whichever side is taken, its part is in bounds. Nothing is copied before somebody needs the row.

use super::Masker;
use base::Loc;
use ir::walk::free_vars;
use ir::{Atom, Body, Exp, Pat, Slice, Soac, Stm, Type, Var, View, fresh};

/// Where a row begins in its array, and its stride.
type Part = (Var, [Atom; 2]);

impl Masker<'_> {
    /// The statements for a branch all of whose rows are parts of one array each on both sides, if it is one.
    pub(super) fn choice(
        &mut self,
        pat: &Pat,
        cond: Atom,
        then: &Body<Soac>,
        els: &Body<Soac>,
        loc: &Loc,
    ) -> Option<Vec<Stm<Soac>>> {
        let is_row = |v: &Var| self.vars[*v].ty.is_array();
        if !pat.vals.iter().any(is_row) || pat.vals.iter().any(|v| self.vars[*v].ty.is_acc()) {
            return None;
        }
        let mut sides = [self.scalar_code(then)?, self.scalar_code(els)?];
        let mut vals: Vec<Var> = pat.sizes.clone();
        let mut results = [then.result.sizes.clone(), els.result.sizes.clone()];
        let mut rows = vec![];
        for (i, var) in pat.vals.iter().enumerate() {
            let atoms = [then.result.vals[i], els.result.vals[i]];
            if !is_row(var) {
                vals.push(*var);
                results.iter_mut().zip(atoms).for_each(|(list, atom)| list.push(atom));
                continue;
            }
            let (arr, here) = self.part(then, atoms[0])?;
            let (other, there) = self.part(els, atoms[1])?;
            if arr != other {
                return None;
            }
            rows.push((*var, arr, here, there));
        }
        let mut views = vec![];
        for (var, arr, here, there) in rows {
            let mut at = |name: &str, k: usize| {
                if here[k] == there[k] && here[k].var().is_none() {
                    return here[k];
                }
                let chosen = fresh(self.vars, name, Type::i64());
                vals.push(chosen);
                results[0].push(here[k]);
                results[1].push(there[k]);
                chosen.into()
            };
            let (start, stride) = (at("start", 0), at("stride", 1));
            let len = self.vars[var].ty.dims()[0].size;
            let exp = Exp::View(View::Slice { arr, slices: vec![Slice::Range { start, len, stride }] });
            views.push(Stm::new(Pat::one(var), exp, loc.clone()));
        }
        let [mut then, mut els] = results.map(|vals| Body { stms: vec![], result: ir::Results::vals(vals) });
        [then.stms, els.stms] = sides.each_mut().map(std::mem::take);
        let exp = Exp::If { cond, then: Box::new(then), els: Box::new(els) };
        let mut made = vec![Stm::new(Pat::vals(vals), exp, loc.clone())];
        made.append(&mut views);
        Some(made)
    }

    /// The statements of a side without the parts that it returns, if the others are scalar code that does not use them.
    fn scalar_code(&self, body: &Body<Soac>) -> Option<Vec<Stm<Soac>>> {
        let (parts, code): (Vec<_>, Vec<_>) =
            body.stms.iter().cloned().partition(|stm| matches!(stm.exp, Exp::View(View::Slice { .. })));
        let made: Vec<Var> = parts.iter().flat_map(|stm| stm.pat.all()).collect();
        let scalar = |stm: &Stm<Soac>| {
            let code = !matches!(stm.exp, Exp::View(_) | Exp::Op(_)) && self.is_movable(stm);
            code && !free_vars(stm, self.vars).iter().any(|v| made.contains(v))
        };
        code.iter().all(scalar).then_some(code)
    }

    /// What a row is a part of, outside of the side that returns it.
    fn part(&self, body: &Body<Soac>, row: Atom) -> Option<Part> {
        let row = row.var().filter(|v| self.vars[*v].ty.rank() == 1)?;
        let bound = |v: Var| body.stms.iter().find(|stm| stm.pat.all().any(|other| other == v));
        match bound(row).map(|stm| &stm.exp) {
            None => Some((row, [Atom::i64(0), Atom::i64(1)])),
            Some(Exp::View(View::Slice { arr, slices })) if bound(*arr).is_none() => match slices[..] {
                [Slice::Range { start, stride, .. }] => Some((*arr, [start, stride])),
                _ => None,
            },
            Some(_) => None,
        }
    }
}
