//! Linear forms modulo 2^64, which is how the program computes: equal forms are equal numbers.

use super::prove::Query;
use super::{Def, integer_type};
use base::{BinOp, ScalarType, UnOp};
use ir::{Atom, Prim, Var};

/// Multiples of variables, in ascending order, and a constant.
type Form = (Vec<(Var, i64)>, i64);

/// How far the definitions of numbers are followed.
pub(super) const DEFINITIONS: u32 = 8;

impl Query<'_> {
    /// The form of a number modulo 2^64: equal forms are equal numbers, whatever has wrapped.
    pub(super) fn wrapping(&self, atom: Atom, depth: u32) -> Option<Form> {
        let var = match atom {
            Atom::Const(c) => return (c.ty() == ScalarType::I64).then(|| (vec![], c.as_i64())),
            Atom::Var(v) => self.facts.canonical(v),
        };
        if integer_type(self.vars, var)? != ScalarType::I64 {
            return None;
        }
        let own = || Some((vec![(var, 1)], 0));
        if depth == 0 {
            return own();
        }
        let scaled = |a: Atom, by: i64| Some(times(self.wrapping(a, depth - 1)?, by));
        match self.facts.defs.get(&var) {
            Some(Def::Same(a)) => self.wrapping(*a, depth - 1),
            Some(Def::Prim(Prim::Bin { op: op @ (BinOp::Add | BinOp::Sub), a, b, .. })) => {
                let by = if *op == BinOp::Add { 1 } else { -1 };
                Some(sum(scaled(*a, 1)?, scaled(*b, by)?))
            }
            Some(Def::Prim(Prim::Bin { op: BinOp::Mul, a: Atom::Const(c), b: x, .. }))
            | Some(Def::Prim(Prim::Bin { op: BinOp::Mul, a: x, b: Atom::Const(c), .. })) => {
                scaled(*x, c.as_i64())
            }
            Some(Def::Prim(Prim::Un { op: UnOp::Neg, a, .. })) => scaled(*a, -1),
            // The larger of a size and 0 is the size.
            Some(Def::Prim(Prim::Bin { op: BinOp::Max, a, b, .. })) => {
                let larger = |a: Atom, b: Atom| {
                    self.atom_range(a, 3).zip(self.atom_range(b, 3)).is_some_and(|(a, b)| a.lo >= b.hi)
                };
                match (larger(*a, *b), larger(*b, *a)) {
                    (true, _) => self.wrapping(*a, depth - 1),
                    (_, true) => self.wrapping(*b, depth - 1),
                    (false, false) => own(),
                }
            }
            _ => own(),
        }
    }

    /// What a sum or a difference is, if that is a constant or one of the numbers that it was computed from: `(i + 5) - i` is 5.
    pub(crate) fn collapsed(&self, op: BinOp, a: Atom, b: Atom) -> Option<Atom> {
        if !matches!(op, BinOp::Add | BinOp::Sub) {
            return None;
        }
        let by = if op == BinOp::Sub { -1 } else { 1 };
        let (terms, constant) =
            sum(self.wrapping(a, DEFINITIONS)?, times(self.wrapping(b, DEFINITIONS)?, by));
        match (terms.as_slice(), constant) {
            ([], _) => Some(Atom::i64(constant)),
            ([(var, 1)], 0) => {
                self.operand(a, *var, DEFINITIONS).or_else(|| self.operand(b, *var, DEFINITIONS))
            }
            _ => None,
        }
    }

    /// A name of a number among those that a sum was computed from: they are known where the sum is.
    fn operand(&self, of: Atom, number: Var, depth: u32) -> Option<Atom> {
        let var = of.var()?;
        if self.facts.canonical(var) == number {
            return Some(of);
        }
        match self.facts.defs.get(&var) {
            Some(Def::Prim(Prim::Bin { op: BinOp::Add | BinOp::Sub, a, b, .. })) if depth > 0 => {
                self.operand(*a, number, depth - 1).or_else(|| self.operand(*b, number, depth - 1))
            }
            _ => None,
        }
    }
}

fn times((terms, constant): Form, by: i64) -> Form {
    (terms.into_iter().map(|(v, f)| (v, f.wrapping_mul(by))).collect(), constant.wrapping_mul(by))
}

fn sum(a: Form, b: Form) -> Form {
    let mut terms = a.0;
    terms.extend(b.0);
    terms.sort();
    let mut merged: Vec<(Var, i64)> = vec![];
    for (var, factor) in terms {
        match merged.last_mut() {
            Some((last, sum)) if *last == var => *sum = sum.wrapping_add(factor),
            _ => merged.push((var, factor)),
        }
    }
    merged.retain(|t| t.1 != 0);
    (merged, a.1.wrapping_add(b.1))
}
