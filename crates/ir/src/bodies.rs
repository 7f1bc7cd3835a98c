//! The blocks of statements inside an expression: one walk that every pass uses.

use crate::body::{Body, Exp, LoopForm, Stm};
use crate::ops::{Inner, Screma, Seg, SegOp, Soac};
use crate::types::Var;
use crate::walk::{Walk, used_vars};

/// A parallel operator, as far as its blocks of statements of the same stage go.
pub trait Operator: Walk + Sized {
    /// Shows every block of the operator, in order of evaluation.
    fn blocks<'a>(&'a self, f: &mut dyn FnMut(&'a [Stm<Self>]));
    /// The same, to be changed, with the variables that are used behind the block inside of the operator.
    fn blocks_mut(&mut self, f: &mut BlockMut<'_, Self>);
}

/// What is done with a block and the variables used behind it.
pub type BlockMut<'f, O> = dyn FnMut(&mut Vec<Stm<O>>, &[Var]) + 'f;

fn screma_blocks<'a, O>(s: &'a Screma<O>, f: &mut dyn FnMut(&'a [Stm<O>])) {
    f(&s.body);
    s.clauses.folds().for_each(|fold| f(&fold.op.body.stms));
    f(&s.clauses.each);
    f(&s.clauses.end);
}

fn screma_blocks_mut<O: Operator>(s: &mut Screma<O>, f: &mut BlockMut<'_, O>) {
    let behind = used_vars(&s.clauses);
    f(&mut s.body, &behind);
    s.clauses.folds_mut().for_each(|fold| body_mut(&mut fold.op.body, f));
    // Reductions of kept elements take their operands from there.
    let mut behind = used_vars(&s.clauses.outs);
    behind.extend(s.clauses.reds.iter().flat_map(|red| used_vars(&red.args)));
    behind.extend(used_vars(&s.clauses.end));
    f(&mut s.clauses.each, &behind);
    f(&mut s.clauses.end, &used_vars(&s.clauses.outs));
}

impl Seg {
    /// Every block of the kernel, in order of evaluation.
    pub fn blocks(&self) -> impl Iterator<Item = &[Stm<Inner>]> {
        let c = &self.clauses;
        let folds = c.folds().map(|fold| &fold.op.body.stms);
        [&self.once, &self.body].into_iter().chain(folds).chain([&c.each, &c.end]).map(Vec::as_slice)
    }
    /// The same, to be changed.
    pub fn blocks_mut(&mut self, f: &mut dyn FnMut(&mut Vec<Stm<Inner>>)) {
        f(&mut self.once);
        f(&mut self.body);
        self.clauses.folds_mut().for_each(|fold| f(&mut fold.op.body.stms));
        f(&mut self.clauses.each);
        f(&mut self.clauses.end);
    }
}

fn body_mut<O>(body: &mut Body<O>, f: &mut BlockMut<'_, O>) {
    let behind = used_vars(&body.result);
    f(&mut body.stms, &behind);
}

impl Operator for Soac {
    fn blocks<'a>(&'a self, f: &mut dyn FnMut(&'a [Stm<Soac>])) {
        match self {
            Soac::Screma(s) => screma_blocks(s, f),
            Soac::Stream(s) => {
                s.op.iter().for_each(|op| f(&op.body.stms));
                f(&s.body.stms);
            }
        }
    }
    fn blocks_mut(&mut self, f: &mut BlockMut<'_, Soac>) {
        match self {
            Soac::Screma(s) => screma_blocks_mut(s, f),
            Soac::Stream(s) => {
                s.op.iter_mut().for_each(|op| body_mut(&mut op.body, f));
                body_mut(&mut s.body, f);
            }
        }
    }
}

impl Operator for Inner {
    fn blocks<'a>(&'a self, f: &mut dyn FnMut(&'a [Stm<Inner>])) {
        let Inner::Screma(_, s) = self;
        screma_blocks(s, f);
    }
    fn blocks_mut(&mut self, f: &mut BlockMut<'_, Inner>) {
        let Inner::Screma(_, s) = self;
        screma_blocks_mut(s, f);
    }
}

/// The host's blocks: those of kernels are of another stage.
impl Operator for SegOp {
    fn blocks<'a>(&'a self, f: &mut dyn FnMut(&'a [Stm<SegOp>])) {
        match self {
            SegOp::Seg(_) | SegOp::Offsets { .. } | SegOp::Closed(_) | SegOp::Differences { .. } => {}
            SegOp::Active(a) => {
                f(&a.cond.stms);
                f(&a.body.stms);
            }
        }
    }
    fn blocks_mut(&mut self, f: &mut BlockMut<'_, SegOp>) {
        match self {
            SegOp::Seg(_) | SegOp::Offsets { .. } | SegOp::Closed(_) | SegOp::Differences { .. } => {}
            SegOp::Active(a) => {
                body_mut(&mut a.cond, f);
                body_mut(&mut a.body, f);
            }
        }
    }
}

impl<O: Operator> Exp<O> {
    /// Shows every block of statements directly inside, in order of evaluation.
    pub fn blocks<'a>(&'a self, f: &mut dyn FnMut(&'a [Stm<O>])) {
        match self {
            Exp::If { cond: _, then, els } => {
                f(&then.stms);
                f(&els.stms);
            }
            Exp::Loop(l) => {
                if let LoopForm::While(cond) = &l.form {
                    f(&cond.stms);
                }
                f(&l.body.stms);
            }
            Exp::WithAcc { accs, body } => {
                accs.iter().flat_map(|acc| &acc.op).for_each(|op| f(&op.lam.body.stms));
                f(&body.stms);
            }
            Exp::Op(op) => op.blocks(f),
            Exp::Atom(_)
            | Exp::Prim(_)
            | Exp::Read { .. }
            | Exp::Check(_)
            | Exp::Trace { .. }
            | Exp::View(_)
            | Exp::Copy { .. }
            | Exp::Scratch { .. }
            | Exp::Total { .. }
            | Exp::Write { .. }
            | Exp::UpdateAcc { .. }
            | Exp::Call { .. } => {}
        }
    }

    /// The same, to be changed, with the variables that are used behind the block inside of the expression.
    pub fn blocks_mut(&mut self, f: &mut BlockMut<'_, O>) {
        match self {
            Exp::If { cond: _, then, els } => {
                body_mut(then, f);
                body_mut(els, f);
            }
            Exp::Loop(l) => {
                if let LoopForm::While(cond) = &mut l.form {
                    body_mut(cond, f);
                }
                body_mut(&mut l.body, f);
            }
            Exp::WithAcc { accs, body } => {
                accs.iter_mut().flat_map(|acc| &mut acc.op).for_each(|op| body_mut(&mut op.lam.body, f));
                body_mut(body, f);
            }
            Exp::Op(op) => op.blocks_mut(f),
            Exp::Atom(_)
            | Exp::Prim(_)
            | Exp::Read { .. }
            | Exp::Check(_)
            | Exp::Trace { .. }
            | Exp::View(_)
            | Exp::Copy { .. }
            | Exp::Scratch { .. }
            | Exp::Total { .. }
            | Exp::Write { .. }
            | Exp::UpdateAcc { .. }
            | Exp::Call { .. } => {}
        }
    }

    /// Whether `is` holds for this expression or one inside of it, however deep.
    pub fn any(&self, is: &mut dyn FnMut(&Exp<O>) -> bool) -> bool {
        if is(self) {
            return true;
        }
        let mut found = false;
        self.blocks(&mut |block| found = found || block.iter().any(|stm| stm.exp.any(is)));
        found
    }
}
