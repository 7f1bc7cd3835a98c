//! Remainders of numbers that are less than twice the divisor: neighbours in a ring.
//!
//! ```text
//! let a = add.i64 i 1                      let a = add.i64 i 1
//! let r = mod.i64 a n            =>        let less = lt.i64 a n
//!                                          let rest = sub.i64 a n
//!                                          let r = select less a rest
//! ```
//!
//! A division takes as long as dozens of other operations. Found while facts are at hand, but done when nothing else is to be proved: more
//! is known of a remainder than of a selection.

use super::Simplifier;
use base::{BinOp, ScalarType};
use ir::{Atom, Exp, Pat, Prim, Soac, Stm, Var, Vars};
use rustc_hash::FxHashSet;

impl Simplifier<'_> {
    /// Notes a statement that is such a remainder.
    pub(super) fn note_remainder(&mut self, stm: &Stm<Soac>) {
        let Some((_, a, n)) = remainder(stm) else { return };
        // Then the divisor is not 0, either.
        if self.facts.query(self.vars).is_below_twice(a, n) {
            self.remainders.insert(stm.pat.vals[0]);
        }
    }
}

/// Computes the remainders that were noted without a division.
pub(super) fn subtract(stms: &mut Vec<Stm<Soac>>, noted: &FxHashSet<Var>, vars: &mut Vars) {
    for mut stm in std::mem::take(stms) {
        stm.exp.blocks_mut(&mut |block, _| subtract(block, noted, vars));
        let here = stm.pat.vals.first().is_some_and(|var| noted.contains(var));
        if let (true, Some((ty, a, n))) = (here, remainder(&stm)) {
            let mut bound = |name: &str, op: BinOp| {
                let var = ir::fresh(vars, name, ir::Type::scalar(op.result(ty)));
                stms.push(Stm::new(Pat::one(var), Exp::bin(op, ty, a, n), stm.loc.clone()));
                Atom::Var(var)
            };
            let (less, rest) = (bound("less", BinOp::Lt), bound("rest", BinOp::Sub));
            stm.exp = Exp::select(less, a, rest);
        }
        stms.push(stm);
    }
}

/// The type and the operands of a remainder of numbers with signs.
fn remainder(stm: &Stm<Soac>) -> Option<(ScalarType, Atom, Atom)> {
    let Exp::Prim(Prim::Bin { op: BinOp::Mod | BinOp::Rem, ty, a, b }) = stm.exp else { return None };
    ty.is_signed().then_some((ty, a, b))
}
