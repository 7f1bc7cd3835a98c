//! The checks that can fail in a body, however deep.

use ir::{Body, Exp, Fold, Inner, LoopForm, SegOp};

/// Operators that hold bodies.
pub(super) trait Holds {
    /// The checks in them.
    fn checks(&self) -> usize;
}

impl Holds for SegOp {
    fn checks(&self) -> usize {
        match self {
            SegOp::Seg(seg) => count(&seg.body) + folds(&seg.reds) + folds(&seg.scans),
            SegOp::Offsets { .. } => 0,
            SegOp::Active(active) => count(&active.cond) + count(&active.body),
        }
    }
}

impl Holds for Inner {
    fn checks(&self) -> usize {
        let Inner::Screma(_, s) = self;
        let post = s.post.as_ref().map_or(0, |post| count(&post.body));
        count(&s.map.body) + folds(&s.reds) + folds(&s.scans) + post
    }
}

fn folds<O: Holds>(folds: &[Fold<O>]) -> usize {
    folds.iter().map(|fold| count(&fold.op.body)).sum()
}

/// The checks of a body.
pub(super) fn count<O: Holds>(body: &Body<O>) -> usize {
    let inside = |exp: &Exp<O>| match exp {
        Exp::Bin { checked, .. }
        | Exp::Size { checked, .. }
        | Exp::Bounds { checked, .. }
        | Exp::SliceLen { checked, .. }
        | Exp::Index { checked, .. }
        | Exp::Update { checked, .. } => usize::from(*checked),
        Exp::Assert { .. } | Exp::AssertEq { .. } => 1,
        Exp::If { then, els, .. } => count(then) + count(els),
        Exp::Loop(l) => {
            let cond = match &l.form {
                LoopForm::While(cond) => count(cond),
                LoopForm::For { .. } => 0,
            };
            cond + count(&l.body)
        }
        Exp::WithAcc { accs, body } => {
            let ops = accs.iter().filter_map(|def| def.op.as_ref());
            ops.map(|op| count(&op.lam.body)).sum::<usize>() + count(body)
        }
        Exp::Op(op) => op.checks(),
        Exp::Atom(_)
        | Exp::Un { .. }
        | Exp::Conv { .. }
        | Exp::Select { .. }
        | Exp::Trace { .. }
        | Exp::Recast { .. }
        | Exp::Slice { .. }
        | Exp::Iota { .. }
        | Exp::Replicate { .. }
        | Exp::Copy { .. }
        | Exp::Concat { .. }
        | Exp::Reshape { .. }
        | Exp::Rearrange { .. }
        | Exp::GatherRows { .. }
        | Exp::Total { .. }
        | Exp::Literal { .. }
        | Exp::Call { .. }
        | Exp::UpdateAcc { .. } => 0,
    };
    body.stms.iter().map(|stm| inside(&stm.exp)).sum()
}
