//! Which expressions must be evaluated even if nobody uses their results, and which must not be evaluated twice.

use ir::{Exp, Operator, Stm};

/// Whether an expression must be evaluated even if nobody uses its results: it can fail, or updates an accumulator.
pub(crate) fn has_effect<O: Operator>(exp: &Exp<O>) -> bool {
    exp.any(&mut |exp| matches!(exp, Exp::Check(_) | Exp::UpdateAcc { .. } | Exp::Call { .. }))
}

/// Whether a block can fail.
pub(crate) fn can_fail<O: Operator>(block: &[Stm<O>]) -> bool {
    block.iter().any(|stm| exp_can_fail(&stm.exp))
}

/// Whether an expression can fail.
pub(crate) fn exp_can_fail<O: Operator>(exp: &Exp<O>) -> bool {
    exp.any(&mut |exp| match exp {
        Exp::Check(check) => !check.proved,
        exp => matches!(exp, Exp::Call { .. }),
    })
}

/// Whether an expression overwrites an array or updates an accumulator, so that evaluating it twice is not evaluating it once.
pub(crate) fn writes<O: Operator>(exp: &Exp<O>) -> bool {
    exp.any(&mut |exp| matches!(exp, Exp::Write { .. } | Exp::UpdateAcc { .. } | Exp::WithAcc { .. }))
}
