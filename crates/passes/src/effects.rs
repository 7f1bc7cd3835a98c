//! Which expressions must be evaluated even if nobody uses their results, and which must not be evaluated twice.

use base::BinOp;
use ir::{Atom, Exp, FunId, Operator, Prim, Soac, Stm};

/// Whether an expression must be evaluated even if nobody uses its results: it can fail, or updates an accumulator.
pub(crate) fn has_effect<O: Operator>(exp: &Exp<O>) -> bool {
    exp.any(&mut |exp| matches!(exp, Exp::Check(_) | Exp::UpdateAcc { .. } | Exp::Call { .. }))
}

/// Whether there is a stream in a block.
pub(crate) fn has_stream(block: &[Stm<Soac>]) -> bool {
    block.iter().any(|stm| stm.exp.any(&mut |exp| matches!(exp, Exp::Op(Soac::Stream(_)))))
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

/// The functions that a block calls, and whether it has checks of its own.
pub(crate) fn calls_and_checks<O: Operator>(block: &[Stm<O>]) -> (Vec<FunId>, bool) {
    let (mut calls, mut checks) = (vec![], false);
    for stm in block {
        // Every expression is looked at: none is what is sought.
        stm.exp.any(&mut |exp| {
            match exp {
                Exp::Call { fun, .. } => calls.push(*fun),
                Exp::Check(_) => checks = true,
                _ => {}
            }
            false
        });
    }
    (calls, checks)
}

/// Whether an operation gives a value for all operands.
pub(crate) fn is_total(prim: &Prim) -> bool {
    match prim {
        Prim::Bin { op, ty, b, .. } => {
            !op.can_fail(*ty) || matches!(b, Atom::Const(c) if *op != BinOp::Pow && c.bits() != 0)
        }
        Prim::Un { .. } | Prim::Conv { .. } | Prim::Select { .. } => true,
    }
}
