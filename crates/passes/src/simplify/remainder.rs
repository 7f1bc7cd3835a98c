//! Remainders of numbers that are less than twice the divisor: neighbours in a ring.
//!
//! ```text
//! let a = add.i64 i 1                      let a = add.i64 i 1
//! let r = mod.i64 a n            =>        let r = wrap.i64 a n
//! ```
//!
//! A division takes as long as dozens of other operations. Found while facts are at hand, but done when nothing else is to be proved: more
//! is known of a remainder.

use super::Simplifier;
use base::{BinOp, ScalarType};
use ir::{Atom, Exp, Prim, Soac, Stm, Var};
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
pub(super) fn wrap(stms: &mut [Stm<Soac>], noted: &FxHashSet<Var>) {
    for stm in stms {
        stm.exp.blocks_mut(&mut |block, _| wrap(block, noted));
        if stm.pat.vals.first().is_some_and(|var| noted.contains(var))
            && let Some((ty, a, n)) = remainder(stm)
        {
            stm.exp = Exp::bin(BinOp::Wrap, ty, a, n);
        }
    }
}

/// The type and the operands of a remainder of numbers with signs.
fn remainder(stm: &Stm<Soac>) -> Option<(ScalarType, Atom, Atom)> {
    let Exp::Prim(Prim::Bin { op: BinOp::Mod | BinOp::Rem, ty, a, b }) = stm.exp else { return None };
    ty.is_signed().then_some((ty, a, b))
}
