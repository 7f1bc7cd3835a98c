//! Loops with so few rounds that each can be compiled on its own.
//!
//! Where the rounds of a loop are counted by constants, and branch or choose by their number, a C compiler that unrolls the loop
//! knows all of these conditions, and the indices computed from the number. It does so only if it is told: its own limits are lower.
//!
//! A lane of a GPU keeps an array of its own in registers if all indices into it are known: there, rounds that read or write one at their
//! number are worth as much.

use base::{BinOp, Scalar, ScalarType};
use ir::kernel::{Exp, KVar, OnDevice, Stm};
use rustc_hash::FxHashSet;

/// The most rounds of a loop that is unrolled.
const MOST_ROUNDS: i64 = 64;

/// The most statements that it becomes.
const MOST_STATEMENTS: i64 = 6000;

/// How many rounds the loop at the end of `stms` has, if it is worth unrolling, also for the arrays that could be `registers`.
pub(crate) fn rounds(stms: &[Stm], registers: &FxHashSet<KVar>) -> Option<i64> {
    let [before @ .., Stm::While { pre, cond, body, .. }] = stms else { return None };
    let Exp::Bin(BinOp::Lt, ScalarType::I64, at, count) = cond else { return None };
    let Exp::Var(at) = **at else { return None };
    let known =
        |exp: &Exp| if let Exp::Const(Scalar::I64(n)) = exp { Some(*n) } else { declared(before, exp) };
    let rounds = known(count)? - declared(before, &Exp::Var(at))?;
    let few = (2..=MOST_ROUNDS).contains(&rounds) && rounds * statements(body)? <= MOST_STATEMENTS;
    let plain = few && pre.is_empty() && counts(body, at);
    (plain && Unrolled { numbers: FxHashSet::from_iter([at]), registers }.pays(body)).then_some(rounds)
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

/// What is known in every round of a loop that is unrolled.
struct Unrolled<'a> {
    /// The round's number, and what is computed from it alone.
    numbers: FxHashSet<KVar>,
    /// Arrays that are registers if all of their indices are known.
    registers: &'a FxHashSet<KVar>,
}

impl Unrolled<'_> {
    /// Whether something is decided by numbers alone, or names a register.
    fn pays(&mut self, block: &[Stm]) -> bool {
        block.iter().any(|stm| {
            if let Stm::Let(var, exp) = stm
                && self.follows(exp)
            {
                self.numbers.insert(*var);
            }
            let branches = matches!(stm, Stm::If { cond, .. } if self.follows(cond));
            let stores = matches!(stm, Stm::Store { buf, at, .. } if self.is_register(*buf, at));
            (branches || stores)
                || stm.exps().into_iter().any(|exp| self.chooses(exp))
                || stm.blocks().into_iter().any(|inner| self.pays(inner))
        })
    }

    fn chooses(&self, exp: &Exp) -> bool {
        let selects = matches!(exp, Exp::Select(cond, ..) if self.follows(cond));
        let loads = matches!(exp, Exp::Only(OnDevice::Load(buf, at)) if self.is_register(*buf, at));
        selects || loads || exp.parts().into_iter().any(|part| self.chooses(part))
    }

    fn is_register(&self, buf: KVar, at: &Exp) -> bool {
        self.registers.contains(&buf) && self.follows(at)
    }

    /// Whether an expression has one of the numbers, and nothing else that is not a constant.
    fn follows(&self, exp: &Exp) -> bool {
        fn only(exp: &Exp, numbers: &FxHashSet<KVar>) -> bool {
            let own =
                if let Exp::Var(var) = exp { numbers.contains(var) } else { !matches!(exp, Exp::Only(_)) };
            own && exp.parts().into_iter().all(|part| only(part, numbers))
        }
        only(exp, &self.numbers) && self.numbers.iter().any(|number| exp.mentions(&[*number]))
    }
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
        let rounds = |stms: &[Stm]| rounds(stms, &FxHashSet::default());
        assert_eq!(rounds(&counted(64, at)), Some(64));
        assert_eq!(rounds(&counted(65, at)), None);
        assert_eq!(rounds(&counted(64, other)), None);
        // The number of rounds may be another by the time the loop begins.
        let mut stms = counted(64, at);
        let set = Stm::Set(KVar::from_index(1), Exp::Var(other));
        stms.insert(2, Stm::If { cond: Exp::Var(other), then: vec![set], els: vec![] });
        assert_eq!(rounds(&stms), None);
    }

    #[test]
    fn rounds_that_name_registers_are_unrolled() {
        let [at, local, other] = [0, 8, 9].map(KVar::from_index);
        let storing = |to: KVar| {
            let mut stms = counted(16, other);
            let Some(Stm::While { body, .. }) = stms.last_mut() else { unreachable!() };
            body.insert(
                1,
                Stm::Store { buf: local, at: Exp::ToIndex(Box::new(Exp::Var(to))), val: Exp::Var(other) },
            );
            stms
        };
        let registers = FxHashSet::from_iter([local]);
        assert_eq!(rounds(&storing(at), &registers), Some(16));
        assert_eq!(rounds(&storing(other), &registers), None);
        assert_eq!(rounds(&storing(at), &FxHashSet::default()), None);
    }
}
