//! Running values: what a round leaves for the next one is said in one statement.
//!
//! ```text
//! f32 sum = add.f32(acc, x);
//! f32 next = select(flag, x, sum);     =>     acc = select(flag, x, add.f32(acc, x));
//! acc = next;                                 out[q] = acc;
//! out[q] = next;
//! ```
//!
//! Lanes scan what such a statement combines ([`ir::vector::Running`]). What is in its way is that lowering names every step of the user's
//! operator, or that a choice has the opposite sense.

use super::loops::{declared, set_outside};
use base::{ScalarType, UnOp};
use ir::kernel::{Exp, KVar, Kernel, Stm};
use ir::vector::{Running, assigned};
use rustc_hash::FxHashSet;

/// Rewrites the innermost loops of a kernel.
pub(super) fn in_one_statement(kernel: &mut Kernel) {
    super::innermost(&mut kernel.body, &mut |body| {
        let mut own = FxHashSet::default();
        declared(body, &mut own);
        for acc in set_outside(body, &own) {
            if let Some(rewritten) = rewritten(body, acc) {
                *body = rewritten;
            }
        }
    });
}

/// A body in which the steps that lead from a running value to its next one are one statement, if they can be.
fn rewritten(body: &[Stm], acc: KVar) -> Option<Vec<Stm>> {
    let mut sets = body.iter().enumerate().filter(|(_, stm)| {
        let mut set = FxHashSet::default();
        assigned(std::slice::from_ref(*stm), &mut set);
        set.contains(&acc)
    });
    let (Some((at, Stm::Set(_, next))), None) = (sets.next(), sets.next()) else { return None };
    let mut set = FxHashSet::default();
    assigned(body, &mut set);
    let steps = steps(body, at, acc, &set)?;
    // A step that is taken twice is no part of what can be scanned, and would be written twice.
    let twice = |(step, _): &(KVar, Exp)| {
        let on_the_way = steps.iter().map(|(_, exp)| exp).chain([next]);
        on_the_way.map(|exp| uses(exp, *step)).sum::<usize>() > 1
    };
    if steps.iter().any(twice) {
        return None;
    }
    // Copies of the next value: what reads them can read the variable.
    let mut copies = vec![];
    let mut last = next;
    while let Exp::Var(copy) = last
        && let Some((_, exp)) = steps.iter().find(|(step, _)| step == copy)
    {
        copies.push(*copy);
        last = exp;
    }
    let mut exp = next.clone();
    for (step, value) in steps.iter().rev() {
        exp.uses_mut(*step).into_iter().for_each(|place| *place = value.clone());
    }
    let exp = positive(exp, acc);
    Running::of(&exp, acc)?;
    let is_step = |stm: &Stm| matches!(stm, Stm::Let(var, _) if steps.iter().any(|(step, _)| step == var));
    let first_copy = |stm: &Stm| matches!(stm, Stm::Let(var, _) if copies.last() == Some(var));
    let place = body.iter().position(first_copy).unwrap_or(at);
    let mut result = vec![];
    let inner: Vec<KVar> =
        steps.iter().map(|(step, _)| *step).filter(|step| !copies.contains(step)).collect();
    for (i, stm) in body.iter().enumerate() {
        if i == place {
            result.push(Stm::Set(acc, exp.clone()));
        }
        if i == at || is_step(stm) {
            continue;
        }
        // What the round before has left, or a step on the way, is read by somebody else.
        if stm.mentions(&inner) || (i < at && stm.mentions(&[acc])) {
            return None;
        }
        let mut stm = stm.clone();
        copies.iter().for_each(|copy| stm.replace(*copy, &Exp::Var(acc)));
        result.push(stm);
    }
    Some(result)
}

/// The variables in front of a statement that depend on a running value, each with what it is: expressions of variables that do not change.
fn steps(body: &[Stm], before: usize, acc: KVar, set: &FxHashSet<KVar>) -> Option<Vec<(KVar, Exp)>> {
    let mut known = vec![acc];
    let mut steps = vec![];
    for stm in &body[..before] {
        if let Stm::Let(var, exp) = stm
            && exp.mentions(&known)
        {
            let changes: Vec<KVar> = set.iter().copied().filter(|var| *var != acc).collect();
            if set.contains(var)
                || exp.mentions(&changes)
                || exp.loads()
                || exp.any(&|exp| *exp == Exp::FAILED)
            {
                return None;
            }
            known.push(*var);
            steps.push((*var, exp.clone()));
        }
    }
    Some(steps)
}

fn uses(exp: &Exp, var: KVar) -> usize {
    usize::from(*exp == Exp::Var(var)) + exp.parts().into_iter().map(|part| uses(part, var)).sum::<usize>()
}

/// A choice that begins anew where its condition holds.
fn positive(exp: Exp, acc: KVar) -> Exp {
    let Exp::Select(cond, on, first) = exp else { return exp };
    if first.mentions(&[acc]) {
        return Exp::Select(cond, on, first);
    }
    let not = if let Exp::Un(UnOp::Not, ScalarType::Bool, inner) = *cond {
        inner
    } else {
        Box::new(Exp::Un(UnOp::Not, ScalarType::Bool, cond))
    };
    Exp::Select(not, first, on)
}
