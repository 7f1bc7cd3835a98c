//! Checks that cost little where they hold.
//!
//! A lane that may stop at every point evaluates its points one after the other, and waits for memory at each of them. So it evaluates
//! its points *quietly*: a point whose check does not hold only says so. If one has, the lane goes through its points again and fails
//! where it did. It finds everything as it was: what writes to more than shared memory may write over what it has read.

use crate::lower::body::{both, not};
use base::Scalar;
use ir::kernel::{Exp, KVar, Stm};

/// The code of a point that sets `wrong` instead of failing; none if it cannot fail, calls functions that do, or writes to other memory
/// than `shared`.
pub(super) fn quiet(code: &[Stm], wrong: KVar, shared: &dyn Fn(KVar) -> bool) -> Option<Vec<Stm>> {
    (fails(code) && !writes(code, shared)).then(|| block(code, wrong)).flatten()
}

fn writes(code: &[Stm], shared: &dyn Fn(KVar) -> bool) -> bool {
    code.iter().any(|stm| {
        let own = match stm {
            Stm::Store { buf, .. } => !shared(*buf),
            Stm::Atomic { .. } | Stm::Locked { .. } => true,
            Stm::Let(..)
            | Stm::Local { .. }
            | Stm::Set(..)
            | Stm::If { .. }
            | Stm::While { .. }
            | Stm::For { .. }
            | Stm::Fail { .. }
            | Stm::Lanes { .. }
            | Stm::Fold(_)
            | Stm::Count { .. }
            | Stm::Chain(_)
            | Stm::Call { .. } => false,
        };
        own || stm.blocks().into_iter().any(|block| writes(block, shared))
    })
}

fn fails(code: &[Stm]) -> bool {
    code.iter().any(|stm| matches!(stm, Stm::Fail { .. }) || stm.blocks().into_iter().any(fails))
}

fn block(code: &[Stm], wrong: KVar) -> Option<Vec<Stm>> {
    code.iter().map(|stm| statement(stm, wrong)).collect()
}

fn statement(stm: &Stm, wrong: KVar) -> Option<Stm> {
    let says_so = || Stm::Set(wrong, Exp::Const(Scalar::Bool(true)));
    let mut stm = stm.clone();
    for exp in stm.exps_mut() {
        asks(exp, wrong);
    }
    match &mut stm {
        Stm::Call { .. } => return None,
        Stm::Fail { .. } => return Some(says_so()),
        // What stands in front of a failure finds the indices that it names.
        Stm::If { then, els, .. } if els.is_empty() && matches!(then.last(), Some(Stm::Fail { .. })) => {
            *then = vec![says_so()];
        }
        Stm::If { then, els, .. } => {
            *then = block(then, wrong)?;
            *els = block(els, wrong)?;
        }
        Stm::While { bounded, pre, cond, body } => {
            *pre = block(pre, wrong)?;
            *body = block(body, wrong)?;
            if !*bounded {
                *cond = both(not(Exp::Var(wrong)), cond.clone());
            }
        }
        Stm::For { body, .. } => *body = block(body, wrong)?,
        Stm::Let(..) | Stm::Local { .. } | Stm::Set(..) | Stm::Store { .. } => {}
        Stm::Atomic { .. } | Stm::Locked { .. } => return None,
        Stm::Lanes { .. } | Stm::Fold(_) | Stm::Count { .. } | Stm::Chain(_) => {
            base::bug!("lower", "code of a group inside of a lane")
        }
    }
    Some(stm)
}

/// Whether the lane has failed is whether the point is wrong.
fn asks(exp: &mut Exp, wrong: KVar) {
    if *exp == Exp::Failed {
        *exp = Exp::Var(wrong);
    }
    exp.parts_mut().into_iter().for_each(|part| asks(part, wrong));
}
