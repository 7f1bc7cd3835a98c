//! Updates of copies that seldom change anything: the nearest, the largest with its place.
//!
//! ```text
//! let a = p[at]; let b = q[at];
//! let c = d | e;                                      let a = p[at]; let d = a > x;
//! let r = c ? a : x; let s = c ? b : y;          =>   if !d { let b = q[at]; let e = ..;
//! p[at] = r; q[at] = s;                                 if !e { p[at] = x; q[at] = y; } }
//! ```
//!
//! The more values a cell has seen, the less often the next one is better: the branch is foreseen, and no load waits for a store. What only
//! decides between equal ones is not even read.

use super::find::definition;
use base::{BinOp, ScalarType, UnOp};
use ir::kernel::{Exp, KVar, Stm};

/// Stores only if the new values are taken, where an update chooses between what the cell has and `vals`.
pub(super) fn stores_if_better(mut body: Vec<Stm>, vals: &[Exp]) -> Vec<Stm> {
    let stores = body.len() - vals.len();
    let taken: Option<Vec<Exp>> =
        body[stores..].iter().zip(vals).map(|(store, val)| taken(store, val, &body[..stores])).collect();
    let Some(taken) = taken else { return body };
    if taken.iter().all(|cond| *cond == taken[0]) {
        let kept = body.split_off(stores);
        let then = kept.into_iter().zip(vals).map(|(store, val)| with(store, val)).collect();
        let tests = parts(taken[0].clone(), &body);
        return tested(body, &tests, then);
    }
    body
}

/// The smallest or largest of a cell's value and another one. Of equal ones the second is taken, and what is not a number loses.
pub(super) fn store_if_better(op: BinOp, ty: ScalarType, buf: KVar, at: &Exp, val: &Exp) -> Option<Stm> {
    let better = if op == BinOp::Min {
        if ty.is_float() { BinOp::Le } else { BinOp::Lt }
    } else if op == BinOp::Max {
        if ty.is_float() { BinOp::Ge } else { BinOp::Gt }
    } else {
        return None;
    };
    let old = Exp::load(buf, at.clone());
    let mut cond = Exp::Bin(better, ty, Box::new(val.clone()), Box::new(old.clone()));
    if ty.is_float() {
        let none = Exp::Un(UnOp::IsNan, ty, Box::new(old));
        cond = Exp::Bin(BinOp::Or, ScalarType::Bool, Box::new(cond), Box::new(none));
    }
    let store = Stm::Store { buf, at: at.clone(), val: val.clone() };
    Some(Stm::If { cond, then: vec![store], els: vec![] })
}

/// If a statement stores what an update has chosen between a cell and `val`: whether it is `val`.
fn taken(store: &Stm, val: &Exp, computed: &[Stm]) -> Option<Exp> {
    let Stm::Store { buf, at, val: Exp::Var(chosen) } = store else { return None };
    let of = |var: KVar| definition(computed, var);
    let old = |exp: &Exp| matches!(exp, Exp::Var(var) if of(*var) == Some(&Exp::load(*buf, at.clone())));
    let Exp::Select(cond, a, b) = of(*chosen)? else { return None };
    if old(a) && **b == *val {
        Some(Exp::Un(UnOp::Not, ScalarType::Bool, cond.clone()))
    } else {
        (**a == *val && old(b)).then(|| (**cond).clone())
    }
}

/// The statement, but that it stores this value.
fn with(store: Stm, val: &Exp) -> Stm {
    if let Stm::Store { buf, at, .. } = store { Stm::Store { buf, at, val: val.clone() } } else { store }
}

/// The conditions that hold where one does: not the first, and not the second, where not either of them.
fn parts(cond: Exp, computed: &[Stm]) -> Vec<Exp> {
    let not = |exp: &Exp| Exp::Un(UnOp::Not, ScalarType::Bool, Box::new(exp.clone()));
    let whole = |var: KVar| definition(computed, var);
    if let Exp::Un(UnOp::Not, _, inner) = &cond
        && let Exp::Var(var) = **inner
        && let Some(Exp::Bin(BinOp::Or, ScalarType::Bool, a, b)) = whole(var)
    {
        return [parts(not(a), computed), parts(not(b), computed)].concat();
    }
    if let Exp::Var(var) = cond
        && let Some(Exp::Bin(BinOp::And, ScalarType::Bool, a, b)) = whole(var)
    {
        return [parts((**a).clone(), computed), parts((**b).clone(), computed)].concat();
    }
    vec![cond]
}

/// What runs `then` where all conditions hold. What only a later one needs is computed where the earlier ones hold.
fn tested(computed: Vec<Stm>, conds: &[Exp], then: Vec<Stm>) -> Vec<Stm> {
    let Some((cond, later)) = conds.split_first() else { return then };
    let lets = computed.iter().all(|stm| matches!(stm, Stm::Let(..)));
    let (mut first, mut rest) = (vec![], vec![]);
    for stm in computed.into_iter().rev() {
        let needed = |var: KVar| cond.mentions(&[var]) || first.iter().any(|stm: &Stm| stm.mentions(&[var]));
        if !lets || matches!(stm, Stm::Let(var, _) if needed(var)) { first.push(stm) } else { rest.push(stm) }
    }
    first.reverse();
    rest.reverse();
    first.push(Stm::If { cond: cond.clone(), then: tested(rest, later, then), els: vec![] });
    first
}
