//! Proofs by cases: a variable is the one value or the other.

use super::prove::Query;
use super::{Def, Lin};
use base::{BinOp, ScalarType, UnOp};
use ir::{Atom, Prim, Var};
use rustc_hash::FxHashMap;

impl Query<'_> {
    /// Shows it for each of the two values that a variable may have.
    pub(super) fn by_cases(&self, form: &Lin, var: Var, factor: i128, depth: u32) -> bool {
        let lin = |a: Atom| self.facts.lin(a);
        let (a, b, cond) = match self.facts.defs.get(&var) {
            Some(Def::Prim(Prim::Bin { op: BinOp::Min, a, b, .. })) if factor > 0 => (*a, *b, None),
            Some(Def::Prim(Prim::Bin { op: BinOp::Max, a, b, .. })) if factor < 0 => (*a, *b, None),
            Some(Def::Prim(Prim::Select { cond, a, b })) => (*a, *b, Some(*cond)),
            Some(Def::Branch { cond, then, els }) => (*then, *els, Some(*cond)),
            _ => return false,
        };
        let case = |value: Atom, holds: bool| {
            let Some(next) = lin(value).and_then(|value| form.replace(var, &value)) else { return false };
            let before = self.assumed.borrow().len();
            if let Some(cond) = cond {
                self.assume(cond, holds, 4);
            }
            let more = self.assumed.borrow().len() > before;
            let ranges = if more { self.ranges.take() } else { FxHashMap::default() };
            let failed = if more { self.failed.take() } else { FxHashMap::default() };
            let proved = self.prove(next, depth - 1);
            if more {
                self.assumed.borrow_mut().truncate(before);
                self.ranges.replace(ranges);
                self.failed.replace(failed);
            }
            proved
        };
        case(a, true) && case(b, false)
    }

    /// Assumes that a condition is true or false.
    fn assume(&self, cond: Atom, value: bool, depth: u32) {
        let def = cond.var().and_then(|v| self.facts.defs.get(&v));
        let (true, Some(def)) = (depth > 0, def) else { return };
        let at_least = |a: Atom, b: Atom, by: i128| {
            let form = self.facts.lin(a).zip(self.facts.lin(b));
            let form = form.and_then(|(a, b)| a.plus(-1, &b)?.offset(-by));
            if let Some(form) = form {
                let expanded = self.expanded(&form);
                self.assumed.borrow_mut().push(form);
                self.assumed.borrow_mut().push(expanded);
            }
        };
        match *def {
            Def::Same(a) => self.assume(a, value, depth - 1),
            Def::Prim(Prim::Un { op: UnOp::Not, a, .. }) => self.assume(a, !value, depth - 1),
            Def::Prim(Prim::Bin { op: BinOp::And, ty: ScalarType::Bool, a, b }) if value => {
                self.assume(a, true, depth - 1);
                self.assume(b, true, depth - 1);
            }
            Def::Prim(Prim::Bin { op: BinOp::Or, ty: ScalarType::Bool, a, b }) if !value => {
                self.assume(a, false, depth - 1);
                self.assume(b, false, depth - 1);
            }
            Def::Prim(Prim::Bin { op, ty, a, b }) if ty.is_integer() => match (op, value) {
                (BinOp::Lt, true) | (BinOp::Ge, false) => at_least(b, a, 1),
                (BinOp::Le, true) | (BinOp::Gt, false) => at_least(b, a, 0),
                (BinOp::Gt, true) | (BinOp::Le, false) => at_least(a, b, 1),
                (BinOp::Ge, true) | (BinOp::Lt, false) => at_least(a, b, 0),
                (BinOp::Eq, true) | (BinOp::Ne, false) => {
                    at_least(a, b, 0);
                    at_least(b, a, 0);
                }
                _ => {}
            },
            Def::Branch { cond, then, els } | Def::Prim(Prim::Select { cond, a: then, b: els }) => {
                if els == Atom::bool(!value) {
                    self.assume(cond, true, depth - 1);
                    self.assume(then, value, depth - 1);
                } else if then == Atom::bool(!value) {
                    self.assume(cond, false, depth - 1);
                    self.assume(els, value, depth - 1);
                }
            }
            Def::Prim(_) => {}
        }
    }
}
