//! Comparisons of a number that was chosen by conditions: what they ask is asked of the conditions.
//!
//! ```text
//! let tag = select c 0 (select d 1 2)
//! let a = eq tag 0   let b = eq tag 1     =>     a is c   let n = not c   let b = and n d
//! ```
//!
//! Constructors of sums are numbers: a `match` on a value made nearby becomes branches on what it was made by.

use super::Simplifier;
use base::{BinOp, ScalarType, UnOp};
use ir::walk::Mapper;
use ir::{Atom, Exp, Pat, Prim, Soac, Stm, Type, fresh};

/// A condition, and whether it or its opposite is meant.
type Literal = (Atom, bool);

/// When a number is another one.
enum Test {
    Always(bool),
    If(Literal),
    Both(BinOp, Literal, Literal),
}

impl Simplifier<'_> {
    /// Asks the conditions instead of the number, where that is one operation more at most.
    pub(super) fn ask_conditions(&mut self, stm: &mut Stm<Soac>, out: &mut Vec<Stm<Soac>>) {
        let Exp::Prim(Prim::Bin { op: BinOp::Eq, ty, a, b: k @ Atom::Const(_) }) = stm.exp else { return };
        if !ty.is_integer() || a.var().is_none() {
            return;
        }
        let Some(test) = self.test(a, k) else { return };
        stm.exp = match test {
            Test::Always(holds) => Exp::Atom(Atom::bool(holds)),
            Test::If((c, true)) => Exp::Atom(c),
            Test::If((c, false)) => Exp::Prim(Prim::Un { op: UnOp::Not, ty: ScalarType::Bool, a: c }),
            Test::Both(op, x, y) => {
                let x = self.literal(x, stm, out);
                let y = self.literal(y, stm, out);
                Exp::bin(op, ScalarType::Bool, x, y)
            }
        };
        self.changed = true;
    }

    /// A condition or its opposite as a value.
    fn literal(&mut self, (c, holds): Literal, of: &Stm<Soac>, out: &mut Vec<Stm<Soac>>) -> Atom {
        if holds {
            return c;
        }
        let var = fresh(self.vars, "not", Type::bool());
        let exp = Exp::Prim(Prim::Un { op: UnOp::Not, ty: ScalarType::Bool, a: c });
        let stm = Stm::new(Pat::one(var), exp, of.loc.clone());
        self.learn(&stm);
        out.push(stm);
        var.into()
    }

    fn test(&mut self, number: Atom, k: Atom) -> Option<Test> {
        let Atom::Var(var) = number else { return Some(Test::Always(number == k)) };
        let (c, a, b) = self.facts.selected(var)?;
        let (a, b) = (self.test(a, k)?, self.test(b, k)?);
        if let Atom::Const(c) = self.atom(c) {
            return Some(if c.as_bool() { a } else { b });
        }
        Some(match (a, b) {
            (Test::Always(a), Test::Always(b)) if a == b => Test::Always(a),
            (Test::Always(a), Test::Always(_)) => Test::If((c, a)),
            (Test::Always(true), Test::If(b)) => Test::Both(BinOp::Or, (c, true), b),
            (Test::Always(false), Test::If(b)) => Test::Both(BinOp::And, (c, false), b),
            (Test::If(a), Test::Always(true)) => Test::Both(BinOp::Or, (c, false), a),
            (Test::If(a), Test::Always(false)) => Test::Both(BinOp::And, (c, true), a),
            (Test::Always(_) | Test::If(_) | Test::Both(..), _) => return None,
        })
    }
}
