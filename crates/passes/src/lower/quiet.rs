//! Checks that cost little where they hold.
//!
//! A lane that may stop at every point evaluates its points one after the other, and waits for memory at each of them. So it evaluates
//! its points *quietly*: a point whose check does not hold only says so. If one has, the lane goes through its points again and fails
//! where it did. It finds everything as it was: what writes to more than shared memory may write over what it has read.

use super::body::{both, either, not};
use super::code::KernelBuilder;
use base::{Scalar, ScalarType};
use ir::kernel::{Exp, KType, KVar, Stm, declared};
use rustc_hash::FxHashSet;

/// Evaluates the code of a point at all points of a lane, quietly where it can fail and nothing else is in the way: `rounds` goes through
/// the points (and says whether any of them was wrong), `again` does so in other variables. `shared` are the buffers that it may write to.
pub(super) fn quietly(
    k: &mut KernelBuilder,
    (code, shared): (Vec<Stm>, &dyn Fn(KVar) -> bool),
    rounds: impl FnOnce(&mut KernelBuilder, Vec<Stm>, Option<KVar>),
    again: impl FnOnce(&mut KernelBuilder, Vec<Stm>),
) {
    let flag = KType::Scalar(ScalarType::Bool);
    let wrong = k.var("wrong", flag);
    let Some(mut still) = quiet(&code, wrong, shared) else { return rounds(k, code, None) };
    let no = || Exp::Const(Scalar::Bool(false));
    // What is evaluated again begins where it began: a compiler may round it so that it is not wrong this time.
    let mut set = FxHashSet::default();
    ir::vector::assigned(&code, &mut set);
    let own = declared(&code);
    let mut outside: Vec<KVar> = set.into_iter().filter(|var| !own.contains(var)).collect();
    outside.sort();
    let (careful, ()) = k.block(|k| {
        let before: Vec<KVar> =
            outside.iter().map(|var| k.let_("before", k.type_of(*var), Exp::Var(*var))).collect();
        let any = k.let_("any", flag, no());
        still.insert(0, Stm::Let(wrong, no()));
        still.push(Stm::Set(any, either(Exp::Var(any), Exp::Var(wrong))));
        rounds(k, still, Some(any));
        let (then, ()) = k.block(|k| {
            outside.iter().zip(before).for_each(|(var, before)| k.set(*var, Exp::Var(before)));
            again(k, code);
        });
        k.code.push(Stm::If { cond: Exp::Var(any), then, els: vec![] });
    });
    k.code.push(Stm::If { cond: Exp::FAILED, then: vec![], els: careful });
}

/// The code of a point that sets `wrong` instead of failing; none if it cannot fail, calls functions that do, or writes to other memory
/// than `shared`.
pub(super) fn quiet(code: &[Stm], wrong: KVar, shared: &dyn Fn(KVar) -> bool) -> Option<Vec<Stm>> {
    fails(code).then(|| block(code, wrong, shared)).flatten()
}

fn fails(code: &[Stm]) -> bool {
    code.iter().any(|stm| matches!(stm, Stm::Fail { .. }) || stm.blocks().into_iter().any(fails))
}

fn block(code: &[Stm], wrong: KVar, shared: &dyn Fn(KVar) -> bool) -> Option<Vec<Stm>> {
    code.iter().map(|stm| statement(stm, wrong, shared)).collect()
}

fn statement(stm: &Stm, wrong: KVar, shared: &dyn Fn(KVar) -> bool) -> Option<Stm> {
    let says_so = || Stm::Set(wrong, Exp::Const(Scalar::Bool(true)));
    let mut stm = stm.clone();
    for exp in stm.exps_mut() {
        asks(exp, wrong);
    }
    match &mut stm {
        Stm::Call { .. } | Stm::Atomic { .. } | Stm::Locked { .. } => return None,
        Stm::Store { buf, .. } | Stm::Stores { buf, .. } => return shared(*buf).then_some(stm),
        Stm::Fail { .. } => return Some(says_so()),
        // What stands in front of a failure finds the indices that it names.
        Stm::If { then, els, .. } if els.is_empty() && matches!(then.last(), Some(Stm::Fail { .. })) => {
            *then = vec![says_so()];
        }
        Stm::If { then, els, .. } => {
            *then = block(then, wrong, shared)?;
            *els = block(els, wrong, shared)?;
        }
        Stm::While { bounded, pre, cond, body } => {
            *pre = block(pre, wrong, shared)?;
            *body = block(body, wrong, shared)?;
            if !*bounded {
                *cond = both(not(Exp::Var(wrong)), cond.clone());
            }
        }
        Stm::For { body, .. } => *body = block(body, wrong, shared)?,
        Stm::Let(..) | Stm::Local { .. } | Stm::Loads { .. } | Stm::Set(..) => {}
        Stm::Lanes { .. } | Stm::Fold(_) | Stm::Count { .. } | Stm::Chain(_) | Stm::LastOut { .. } => {
            base::bug!("lower", "code of a group inside of a lane")
        }
    }
    Some(stm)
}

/// Whether the lane has failed is whether the point is wrong.
fn asks(exp: &mut Exp, wrong: KVar) {
    if *exp == Exp::FAILED {
        *exp = Exp::Var(wrong);
    }
    exp.parts_mut().into_iter().for_each(|part| asks(part, wrong));
}
