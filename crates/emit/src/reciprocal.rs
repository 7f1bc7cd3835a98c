//! Division, in loops, by a number that stays the same: by a product with its reciprocal, which is computed once.
//!
//! ```text
//! const reciprocal by_n_4 = reciprocal_of((u64)n_4);
//! for (..) { .. mod_by_i64(x_7, n_4, by_n_4) .. }
//! ```
//!
//! The C compiler does so with constants, but does not know that a parameter of a kernel is worth it. A division takes ten times as long
//! as a product.

use base::{BinOp, Scalar, ScalarType};
use ir::kernel::{Exp, KType, KVar, Kernel, Stm};
use rustc_hash::FxHashMap;

/// The variables that loops of a kernel divide by and that are parameters, each with the parameter that it is.
pub(crate) fn divisors(kernel: &Kernel) -> FxHashMap<KVar, KVar> {
    let mut walk = Walk { kernel, same: FxHashMap::default(), found: FxHashMap::default() };
    walk.same.extend(kernel.params.iter().map(|param| (*param, *param)));
    walk.block(&kernel.body, false);
    walk.found
}

/// Whether an operator divides.
pub(crate) fn divides(op: BinOp) -> bool {
    matches!(op, BinOp::Div | BinOp::Mod | BinOp::Quot | BinOp::Rem)
}

struct Walk<'a> {
    kernel: &'a Kernel,
    /// The variables that are parameters by another name.
    same: FxHashMap<KVar, KVar>,
    found: FxHashMap<KVar, KVar>,
}

impl Walk<'_> {
    fn block(&mut self, stms: &[Stm], inside: bool) {
        for stm in stms {
            if let Stm::Let(var, exp) = stm
                && let Some(param) = nonzero(exp).and_then(|param| self.same.get(&param))
            {
                self.same.insert(*var, *param);
            }
            if inside {
                stm.exps().into_iter().for_each(|exp| self.exp(exp));
            }
            let inner = inside || matches!(stm, Stm::For { .. } | Stm::While { .. });
            stm.blocks().into_iter().for_each(|block| self.block(block, inner));
        }
    }

    fn exp(&mut self, exp: &Exp) {
        if let Exp::Bin(op, _, _, by) | Exp::IndexBin(op, _, by) = exp
            && divides(*op)
            && let Exp::Var(by) = **by
            && self.wide(by)
            && let Some(param) = self.same.get(&by)
        {
            self.found.insert(by, *param);
        }
        exp.parts().into_iter().for_each(|part| self.exp(part));
    }

    fn wide(&self, var: KVar) -> bool {
        use ScalarType::{I32, I64, U32, U64};
        match self.kernel.vars[var].ty {
            KType::Scalar(ty) => matches!(ty, I32 | I64 | U32 | U64),
            KType::Index => true,
            KType::Buf(_) => false,
        }
    }
}

/// The number that division goes on with behind the check that it is not 0.
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
