//! The checks that can fail in a block, however deep.

use ir::{Exp, Operator, SegOp, Stm};

/// The checks of a block of the host, those of its kernels included.
pub(super) fn count(block: &[Stm<SegOp>]) -> usize {
    let kernel = |exp: &Exp<SegOp>| match exp {
        Exp::Op(SegOp::Seg(seg)) => seg.blocks().map(|block| inside(block, &|_| 0)).sum(),
        _ => 0,
    };
    inside(block, &kernel)
}

/// The checks of a block, and what else `of` says that its expressions have.
fn inside<O: Operator>(block: &[Stm<O>], of: &dyn Fn(&Exp<O>) -> usize) -> usize {
    let mut sum = 0;
    for stm in block {
        sum += usize::from(matches!(stm.exp, Exp::Check(_))) + of(&stm.exp);
        stm.exp.blocks(&mut |block| sum += inside(block, of));
    }
    sum
}
