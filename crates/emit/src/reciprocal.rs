//! Division, in loops, by a number that stays the same: by a product with its reciprocal, which is computed once.
//!
//! ```text
//! const reciprocal by_n_4 = reciprocal_of((u64)(n_4));
//! for (..) { .. mod_by_i64(x_7, n_4, by_n_4) .. }
//! ```
//!
//! The C compiler does so with constants, but does not know that a parameter of a kernel is worth it. A division takes ten times as long
//! as a product. Lanes of a GPU have instructions for 32 bits, and few rounds: it is worth it for 64 bits, in loops of lanes whose
//! group goes through many tiles.

use base::{BinOp, Scalar, ScalarType};
use ir::kernel::{Exp, KType, KVar, Kernel, Stm};
use ir::vector::assigned;
use rustc_hash::{FxHashMap, FxHashSet};

/// A number that stays the same: a parameter, or 1 in place of one that is 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Divisor {
    pub(crate) param: KVar,
    pub(crate) or_one: bool,
}

/// The variables that loops of a kernel divide by and that stay the same.
pub(crate) fn divisors(kernel: &Kernel) -> FxHashMap<KVar, Divisor> {
    let mut set = FxHashSet::default();
    assigned(&kernel.body, &mut set);
    let mut walk = Walk { kernel, set, same: FxHashMap::default(), found: FxHashMap::default() };
    walk.same.extend(kernel.params.iter().map(|param| (*param, Divisor { param: *param, or_one: false })));
    walk.block(&kernel.body, (false, false), false);
    walk.found
}

/// Whether an operator divides.
pub(crate) fn divides(op: BinOp) -> bool {
    matches!(op, BinOp::Div | BinOp::Mod | BinOp::Quot | BinOp::Rem)
}

struct Walk<'a> {
    kernel: &'a Kernel,
    /// The variables that change.
    set: FxHashSet<KVar>,
    same: FxHashMap<KVar, Divisor>,
    found: FxHashMap<KVar, Divisor>,
}

impl Walk<'_> {
    /// Statements, inside of some loops of their group and of lanes.
    fn block(&mut self, stms: &[Stm], (of_group, of_lane): (bool, bool), in_lanes: bool) {
        let inside = if self.kernel.lanes == 1 { of_group || of_lane } else { of_group && of_lane };
        for stm in stms {
            if let Stm::Let(var, exp) = stm
                && let Some(number) = nonzero(exp).and_then(|param| self.same.get(&param))
            {
                self.same.insert(*var, Divisor { or_one: true, ..*number });
            }
            if inside {
                stm.exps().into_iter().for_each(|exp| self.exp(exp));
            }
            let loops = matches!(stm, Stm::For { .. } | Stm::While { .. });
            let inner = (of_group || loops && !in_lanes, of_lane || loops && in_lanes);
            let in_lanes = in_lanes || matches!(stm, Stm::Lanes { .. });
            stm.blocks().into_iter().for_each(|block| self.block(block, inner, in_lanes));
        }
    }

    fn exp(&mut self, exp: &Exp) {
        if let Exp::Bin(op, _, _, by) | Exp::IndexBin(op, _, by) = exp
            && divides(*op)
            && let Exp::Var(by) = **by
            && self.wide(by)
            && !self.set.contains(&by)
            && let Some(divisor) = self.same.get(&by)
        {
            self.found.insert(by, *divisor);
        }
        exp.parts().into_iter().for_each(|part| self.exp(part));
    }

    fn wide(&self, var: KVar) -> bool {
        use ScalarType::{I32, I64, U32, U64};
        match self.kernel.vars[var].ty {
            KType::Scalar(I32 | U32) => self.kernel.lanes == 1,
            KType::Scalar(ty) => matches!(ty, I64 | U64),
            KType::Index => true,
            KType::Buf(_) => false,
        }
    }
}

/// A number with 1 in place of 0, as division goes on with behind the check that it is not 0.
fn nonzero(exp: &Exp) -> Option<KVar> {
    let Exp::Select(cond, number, other) = exp else { return None };
    let (Exp::Bin(BinOp::Ne, _, a, zero), Exp::Var(var)) = (&**cond, &**number) else { return None };
    let numbers = [
        (Scalar::I32(0), Scalar::I32(1)),
        (Scalar::I64(0), Scalar::I64(1)),
        (Scalar::U32(0), Scalar::U32(1)),
        (Scalar::U64(0), Scalar::U64(1)),
    ];
    let known = |(none, one)| **zero == Exp::Const(none) && **other == Exp::Const(one);
    (**a == **number && numbers.into_iter().any(known)).then_some(*var)
}
