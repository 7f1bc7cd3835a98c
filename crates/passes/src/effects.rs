//! Which expressions must be evaluated even if nobody uses their results, and which must not be evaluated twice.

use ir::{Body, Exp, Inner, LoopForm, Screma, Soac};

/// The parallel operator of a stage that has only scremas.
pub(crate) trait Nested: Sized {
    fn screma(&self) -> &Screma<Self>;
}

impl Nested for Soac {
    fn screma(&self) -> &Screma<Soac> {
        let Soac::Screma(s) = self;
        s
    }
}

impl Nested for Inner {
    fn screma(&self) -> &Screma<Inner> {
        let Inner::Screma(_, s) = self;
        s
    }
}

/// Whether an expression must be evaluated even if nobody uses its results: it can fail, or updates an accumulator.
pub(crate) fn has_effect<O: Nested>(exp: &Exp<O>) -> bool {
    let body = |b: &Body<O>| b.stms.iter().any(|s| has_effect(&s.exp));
    match exp {
        Exp::Bin { checked, .. }
        | Exp::Size { checked, .. }
        | Exp::Bounds { checked, .. }
        | Exp::SliceLen { checked, .. }
        | Exp::Index { checked, .. }
        | Exp::Update { checked, .. } => *checked,
        Exp::Assert { .. } | Exp::AssertEq { .. } | Exp::UpdateAcc { .. } | Exp::Call { .. } => true,
        Exp::If { then, els, .. } => body(then) || body(els),
        Exp::Loop(l) => {
            let cond = match &l.form {
                LoopForm::While(cond) => body(cond),
                LoopForm::For { .. } => false,
            };
            cond || body(&l.body)
        }
        Exp::WithAcc { body: b, .. } => body(b),
        Exp::Op(op) => {
            let s = op.screma();
            let folds = s.reds.iter().chain(&s.scans).any(|f| body(&f.op.body));
            folds || body(&s.map.body) || s.post.as_ref().is_some_and(|p| body(&p.body))
        }
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
        | Exp::Literal { .. } => false,
    }
}

/// Whether an expression overwrites an array or updates an accumulator, so that evaluating it twice is not evaluating it once.
pub(crate) fn writes(exp: &Exp<Soac>) -> bool {
    let body = |b: &Body<Soac>| b.stms.iter().any(|s| writes(&s.exp));
    match exp {
        Exp::Update { .. } | Exp::UpdateAcc { .. } | Exp::WithAcc { .. } => true,
        Exp::If { then, els, .. } => body(then) || body(els),
        Exp::Loop(l) => body(&l.body),
        Exp::Op(Soac::Screma(s)) => body(&s.map.body),
        _ => false,
    }
}
