//! Which expressions must be evaluated even if nobody uses their results, and which must not be evaluated twice.

use base::{BinOp, ScalarType, UnOp};
use ir::{Atom, CheckKind, Exp, FunId, Operator, Prim, SegOp, Soac, Stm};

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
    exp.any(&mut |exp| fails_itself(exp))
}

/// Whether an expression can fail, whatever stands in its blocks.
pub(crate) fn fails_itself<O>(exp: &Exp<O>) -> bool {
    if let Exp::Check(check) = exp { !check.proved } else { matches!(exp, Exp::Call { .. }) }
}

/// Whether an expression overwrites an array or updates an accumulator, so that evaluating it twice is not evaluating it once.
pub(crate) fn writes<O: Operator>(exp: &Exp<O>) -> bool {
    exp.any(&mut |exp| matches!(exp, Exp::Write { .. } | Exp::UpdateAcc { .. } | Exp::WithAcc { .. }))
}

/// Whether a kernel overwrites what it may read. Nobody reads what an accumulator updates.
pub(crate) fn overwrites(seg: &ir::Seg) -> bool {
    let mut write = |exp: &Exp<ir::Inner>| matches!(exp, Exp::Write { .. } | Exp::WithAcc { .. });
    !seg.rows.is_empty() || seg.blocks().flatten().any(|stm| stm.exp.any(&mut write))
}

/// The functions that a block calls, and whether it has checks of its own.
pub(crate) fn calls_and_checks<O: Operator>(block: &[Stm<O>]) -> (Vec<FunId>, bool) {
    let (mut calls, mut checks) = (vec![], false);
    for stm in block {
        // Every expression is looked at: none is what is sought.
        stm.exp.any(&mut |exp| {
            if let Exp::Call { fun, .. } = exp {
                calls.push(*fun);
            }
            checks |= matches!(exp, Exp::Check(_));
            false
        });
    }
    (calls, checks)
}

/// The functions that the kernels of a block call.
pub(crate) fn called_by_kernels(block: &[Stm<SegOp>]) -> Vec<FunId> {
    let mut calls = vec![];
    for stm in block {
        stm.exp.any(&mut |exp| {
            if let Exp::Op(SegOp::Seg(seg)) = exp {
                seg.blocks().for_each(|block| calls.extend(calls_and_checks(block).0));
            }
            false
        });
    }
    calls
}

/// What a check binds where it holds, as code that cannot fail; nothing for evidence, for lengths of slices with strides, and for
/// operands that an operation needs checked: a worker that has failed goes on with zeros, and divides by them.
pub(crate) fn passed<O>(kind: &CheckKind) -> Option<Exp<O>> {
    match kind {
        CheckKind::Size { a, .. } => Some(Exp::Atom(*a)),
        CheckKind::Bounds { index, .. } => Some(Exp::Atom(*index)),
        CheckKind::SliceLen { start, end, stride, .. } => {
            let len = || Exp::bin(BinOp::Sub, ScalarType::I64, *end, *start);
            (stride.as_i64() == Some(1)).then(len)
        }
        CheckKind::NonZero { .. }
        | CheckKind::Exponent { .. }
        | CheckKind::Assert { .. }
        | CheckKind::Equal { .. } => None,
    }
}

/// How many simple operations take as long as one: divisions and functions of floats take long.
pub(crate) fn cost(prim: &Prim) -> usize {
    match prim {
        Prim::Bin { op: BinOp::Div | BinOp::Mod | BinOp::Quot | BinOp::Rem | BinOp::Pow, .. } => 4,
        Prim::Un { op: UnOp::Not | UnOp::Neg | UnOp::Abs, .. } => 1,
        Prim::Un { .. } => 4,
        Prim::Bin { .. } | Prim::Conv { .. } | Prim::Select { .. } => 1,
    }
}

/// Whether an operation is a function of floats, which takes longer than reading what it gives.
pub(crate) fn is_float_function(prim: &Prim) -> bool {
    match prim {
        Prim::Un { op, ty, .. } => ty.is_float() && !matches!(op, UnOp::Neg | UnOp::Abs),
        Prim::Bin { op, ty, .. } => ty.is_float() && matches!(op, BinOp::Pow | BinOp::Atan2 | BinOp::Hypot),
        Prim::Conv { .. } | Prim::Select { .. } => false,
    }
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
