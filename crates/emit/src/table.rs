//! Choices by a number among constants, as tables.
//!
//! An element of a literal array, at an index that is not known, is a chain of choices. A table is read in one step:
//!
//! ```text
//! bool is_2 = eq.i64(i, 1i64);                      static const u32 elem_5_table[3] = {7, 12, 17};
//! u32 elem_3 = select(is_2, 12u32, 17u32);    =>    u32 elem_5 = elem_5_table[min_u64((u64)i, 2u)];
//! bool is_4 = eq.i64(i, 0i64);
//! u32 elem_5 = select(is_4, 7u32, elem_3);
//! ```
//!
//! Only the last of the choices is printed so. The others stay, and the C compiler drops what nobody uses.

use crate::c::Printer;
use base::{BinOp, Scalar, ScalarType};
use ir::kernel::{Exp, KVar, Stm};

/// The fewest choices that a table replaces.
const LEAST: usize = 4;

/// The most elements of a table.
const MOST: i64 = 256;

/// A choice among constants: the number, the constants for 0, 1 and so on, and at last the one for all other numbers.
struct Table {
    number: KVar,
    elements: Vec<Scalar>,
}

impl Table {
    /// The choice that the statement at the end of `stms` is the last of.
    fn of(stms: &[Stm]) -> Option<Table> {
        let mut found: Vec<Option<Scalar>> = vec![];
        let (mut choices, mut rest, mut number, mut result) = (0, stms, None, None);
        let other = loop {
            let [before @ .., Stm::Let(is, equal), Stm::Let(elem, Exp::Select(cond, a, b))] = rest else {
                return None;
            };
            let (var, at) = equality(equal)?;
            let expected =
                result.is_none_or(|result| result == *elem) && number.is_none_or(|known| known == var);
            if **cond != Exp::Var(*is) || !expected || !(0..MOST).contains(&at) {
                return None;
            }
            let (at, value) = (usize::try_from(at).ok()?, constant(a)?);
            if found.len() <= at {
                found.resize(at + 1, None);
            }
            // The last choice is the first that is made.
            found[at].get_or_insert(value);
            choices += 1;
            (rest, number) = (before, Some(var));
            if let Exp::Var(next) = &**b {
                result = Some(*next);
            } else {
                break constant(b)?;
            }
        };
        let all: Option<Vec<Scalar>> = found.into_iter().chain([Some(other)]).collect();
        let elements = all.filter(|_| choices >= LEAST)?;
        Some(Table { number: number?, elements })
    }
}

/// The number and the constant that an expression compares.
fn equality(exp: &Exp) -> Option<(KVar, i64)> {
    let Exp::Bin(BinOp::Eq, ScalarType::I64, a, b) = exp else { return None };
    if let (Exp::Var(var), Exp::Const(Scalar::I64(at))) = (&**a, &**b) { Some((*var, *at)) } else { None }
}

/// An integer constant.
fn constant(exp: &Exp) -> Option<Scalar> {
    if let Exp::Const(x) = exp { Some(*x).filter(|x| x.ty().is_integer()) } else { None }
}

impl Printer<'_> {
    /// Prints the statement `stms[at]` as the element of a table, if it is the last of a chain of choices.
    pub(crate) fn table(&mut self, stms: &[Stm], at: usize) -> bool {
        let Stm::Let(var, Exp::Select(..)) = &stms[at] else { return false };
        let goes_on = |stm: &Stm| matches!(stm, Stm::Let(_, Exp::Select(_, _, b)) if **b == Exp::Var(*var));
        if stms.get(at + 2).is_some_and(goes_on) {
            return false;
        }
        let Some(table) = Table::of(&stms[..=at]) else { return false };
        let (ty, name, number) = (self.ty(*var), self.exps.var(*var), self.exps.var(table.number));
        let elements: Vec<String> = table.elements.iter().map(|x| self.exps.constant(*x)).collect();
        let last = elements.len() - 1;
        let list = elements.join(", ");
        self.out.line(&format!("static const {ty} {name}_table[{}] = {{{list}}};", elements.len()));
        self.out.line(&format!("{ty} {name} = {name}_table[min_u64((u64){number}, {last}u)];"));
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Id;

    fn chain(choices: &[(i64, u32)], other: u32) -> Vec<Stm> {
        let mut stms = vec![];
        let mut rest = Exp::Const(Scalar::U32(other));
        for (i, (at, value)) in choices.iter().rev().enumerate() {
            let (is, elem) = (KVar::from_index(2 * i + 1), KVar::from_index(2 * i + 2));
            let number = Box::new(Exp::Var(KVar::from_index(0)));
            let equal = Exp::Bin(BinOp::Eq, ScalarType::I64, number, Box::new(Exp::Const(Scalar::I64(*at))));
            stms.push(Stm::Let(is, equal));
            let value = Box::new(Exp::Const(Scalar::U32(*value)));
            stms.push(Stm::Let(elem, Exp::Select(Box::new(Exp::Var(is)), value, Box::new(rest))));
            rest = Exp::Var(elem);
        }
        stms
    }

    fn elements(stms: &[Stm]) -> Option<Vec<Scalar>> {
        Table::of(stms).map(|table| table.elements)
    }

    #[test]
    fn a_chain_is_a_table_with_what_is_left_at_its_end() {
        let stms = chain(&[(0, 7), (1, 12), (2, 17), (3, 22)], 5);
        assert_eq!(elements(&stms), Some([7, 12, 17, 22, 5].map(Scalar::U32).to_vec()));
        // Of two choices of one number the first counts.
        let stms = chain(&[(1, 12), (0, 7), (1, 99), (2, 17), (3, 22)], 5);
        assert_eq!(elements(&stms), Some([7, 12, 17, 22, 5].map(Scalar::U32).to_vec()));
    }

    #[test]
    fn gaps_other_numbers_and_short_chains_stay() {
        assert_eq!(elements(&chain(&[(0, 7), (1, 12), (2, 17), (4, 22)], 5)), None);
        assert_eq!(elements(&chain(&[(0, 7), (1, 12), (2, 17)], 5)), None);
        assert_eq!(elements(&chain(&[(-1, 7), (0, 12), (1, 17), (2, 22)], 5)), None);
        let mut stms = chain(&[(0, 7), (1, 12), (2, 17), (3, 22)], 5);
        if let Stm::Let(_, Exp::Bin(_, _, number, _)) = &mut stms[2] {
            **number = Exp::Var(KVar::from_index(99));
        }
        assert_eq!(elements(&stms), None);
    }
}
