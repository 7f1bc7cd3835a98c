//! Loops with so few rounds that each can be compiled on its own.
//!
//! Where the rounds of a loop are counted by constants, and branch or choose by their number, a C compiler that unrolls the loop
//! knows all of these conditions, and the indices computed from the number. It does so only if it is told: its own limits are lower.

use base::{BinOp, Scalar, ScalarType};
use ir::kernel::{Exp, KVar, Stm};
use rustc_hash::FxHashSet;

/// The most rounds of a loop that is unrolled.
const MOST_ROUNDS: i64 = 64;

/// The most statements that it becomes.
const MOST_STATEMENTS: i64 = 6000;

/// How many rounds the loop at the end of `stms` has, if it is worth unrolling.
pub(crate) fn rounds(stms: &[Stm]) -> Option<i64> {
    let [before @ .., Stm::While { pre, cond, body, .. }] = stms else { return None };
    let Exp::Bin(BinOp::Lt, ScalarType::I64, at, count) = cond else { return None };
    let Exp::Var(at) = **at else { return None };
    let known =
        |exp: &Exp| if let Exp::Const(Scalar::I64(n)) = exp { Some(*n) } else { declared(before, exp) };
    let rounds = known(count)? - declared(before, &Exp::Var(at))?;
    let few = (2..=MOST_ROUNDS).contains(&rounds) && rounds * statements(body)? <= MOST_STATEMENTS;
    (few && pre.is_empty() && counts(body, at) && decides(body, &mut FxHashSet::from_iter([at])))
        .then_some(rounds)
}

/// The constant that a variable was declared as just before, and still is.
fn declared(before: &[Stm], exp: &Exp) -> Option<i64> {
    let Exp::Var(var) = exp else { return None };
    let last = before.iter().rev().find(|stm| {
        matches!(stm, Stm::Let(known, _) | Stm::Set(known, _) if known == var) || !stm.blocks().is_empty()
    })?;
    if let Stm::Let(_, Exp::Const(Scalar::I64(n))) = last { Some(*n) } else { None }
}

/// Whether a round ends by counting up, and the number is not set elsewhere.
fn counts(body: &[Stm], at: KVar) -> bool {
    let next =
        Exp::Bin(BinOp::Add, ScalarType::I64, Box::new(Exp::Var(at)), Box::new(Exp::Const(Scalar::I64(1))));
    let Some((Stm::Set(var, exp), rest)) = body.split_last() else { return false };
    let mut set = FxHashSet::default();
    ir::vector::assigned(rest, &mut set);
    *var == at && *exp == next && !set.contains(&at)
}

/// How many statements there are, if there are no loops among them.
fn statements(block: &[Stm]) -> Option<i64> {
    block.iter().try_fold(0, |all, stm| {
        if matches!(stm, Stm::While { .. } | Stm::For { .. }) {
            return None;
        }
        stm.blocks().into_iter().try_fold(all + 1, |all, inner| Some(all + statements(inner)?))
    })
}

/// Whether something is decided by `numbers` alone, which are known in every round. Adds those that are computed from them.
fn decides(block: &[Stm], numbers: &mut FxHashSet<KVar>) -> bool {
    block.iter().any(|stm| {
        if let Stm::Let(var, exp) = stm
            && follows(exp, numbers)
        {
            numbers.insert(*var);
        }
        let branch = matches!(stm, Stm::If { cond, .. } if follows(cond, numbers));
        branch
            || stm.exps().into_iter().any(|exp| chooses(exp, numbers))
            || stm.blocks().into_iter().any(|inner| decides(inner, numbers))
    })
}

fn chooses(exp: &Exp, numbers: &FxHashSet<KVar>) -> bool {
    matches!(exp, Exp::Select(cond, ..) if follows(cond, numbers))
        || exp.parts().into_iter().any(|part| chooses(part, numbers))
}

/// Whether an expression has one of the numbers, and nothing else that is not a constant.
fn follows(exp: &Exp, numbers: &FxHashSet<KVar>) -> bool {
    fn only(exp: &Exp, numbers: &FxHashSet<KVar>) -> bool {
        let own = if let Exp::Var(var) = exp { numbers.contains(var) } else { !matches!(exp, Exp::Only(_)) };
        own && exp.parts().into_iter().all(|part| only(part, numbers))
    }
    only(exp, numbers) && numbers.iter().any(|number| exp.mentions(&[*number]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Id;

    /// A loop of so many rounds that chooses by whether `chosen` is small.
    fn counted(count: i64, chosen: KVar) -> Vec<Stm> {
        let [at, end, x, y] = [0, 1, 2, 3].map(KVar::from_index);
        let number = |n| Box::new(Exp::Const(Scalar::I64(n)));
        let bin = |op, a, b| Exp::Bin(op, ScalarType::I64, Box::new(Exp::Var(a)), b);
        let small = bin(BinOp::Lt, chosen, number(16));
        let body = vec![
            Stm::Let(x, Exp::Select(Box::new(small), Box::new(Exp::Var(y)), number(0))),
            Stm::Set(at, bin(BinOp::Add, at, number(1))),
        ];
        let cond = bin(BinOp::Lt, at, Box::new(Exp::Var(end)));
        vec![
            Stm::Let(at, *number(0)),
            Stm::Let(end, *number(count)),
            Stm::While { bounded: false, pre: vec![], cond, body },
        ]
    }

    #[test]
    fn few_rounds_that_choose_by_their_number_are_unrolled() {
        let (at, other) = (KVar::from_index(0), KVar::from_index(9));
        assert_eq!(rounds(&counted(64, at)), Some(64));
        assert_eq!(rounds(&counted(65, at)), None);
        assert_eq!(rounds(&counted(64, other)), None);
        // The number of rounds may be another by the time the loop begins.
        let mut stms = counted(64, at);
        let set = Stm::Set(KVar::from_index(1), Exp::Var(other));
        stms.insert(2, Stm::If { cond: Exp::Var(other), then: vec![set], els: vec![] });
        assert_eq!(rounds(&stms), None);
    }
}
