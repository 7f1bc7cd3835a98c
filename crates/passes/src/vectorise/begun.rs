//! Running values that begin anew: a loop that only leaves them behind need not look at what comes before the last beginning.
//!
//! ```text
//! for (q = p to n) {                                 at = n; some = false;
//!   bool f = flags[q]; f32 x = xs[q];                while (p < at & !some) {
//!   seen = or(seen, f);                                first = at - min(at - p, 256);
//!   acc = select(f, x, add.f32(acc, x));       =>      for (r = first to at) { bool f = flags[r]; some = or(some, f); }
//! }                                                    at = first;
//!                                                    }
//!                                                    for (q = at to n) { .. as before .. }
//! ```
//!
//! A scan over segments that are marked by flags goes through every worker's share twice: first for what it leaves to the next worker, then for its
//! elements. The first time ends at the last flag, seen from behind. Loops of few rounds run as before.

use super::innermost_loops;
use super::loops::{declared, set_outside};
use super::pieces::ix;
use base::{BinOp, Scalar, ScalarType, UnOp};
use ir::kernel::{Exp, KType, KVar, KVarInfo, Kernel, Stm};
use rustc_hash::FxHashSet;

/// How many rounds are looked through for a beginning at once; a loop of fewer is not looked through.
const BLOCK: i64 = 256;

/// The most steps that lead to the condition: it is computed once more.
const MOST_STEPS: usize = 4;

/// Rewrites the innermost loops of a kernel.
pub(super) fn from_the_last(kernel: &mut Kernel) {
    let mut body = std::mem::take(&mut kernel.body);
    innermost_loops(&mut body, &mut |stm| {
        let Stm::For { body, .. } = &*stm else { return };
        if let Some((steps, begins)) = beginning(body) {
            *stm = shortened(kernel, stm.clone(), (&steps, &begins));
        }
    });
    kernel.body = body;
}

/// The condition under which all that a body sets outside of it begins anew, and the steps that lead to it.
fn beginning(body: &[Stm]) -> Option<(Vec<Stm>, Exp)> {
    let mut own = FxHashSet::default();
    declared(body, &mut own);
    let outer = set_outside(body, &own);
    let (mut lets, mut sets) = (vec![], vec![]);
    for stm in body {
        if let Stm::Let(var, exp) = stm {
            lets.push((*var, exp));
        } else if let Stm::Set(var, exp) = stm
            && outer.contains(var)
        {
            sets.push((*var, exp));
        } else {
            return None;
        }
    }
    // What a variable was computed from, if it only names that.
    let named = |exp: &'_ Exp| {
        let mut exp = exp.clone();
        while let Exp::Var(var) = exp
            && let Some((_, of)) = lets.iter().find(|(own, _)| *own == var)
        {
            exp = (*of).clone();
        }
        exp
    };
    // The steps behind an expression, if none of them depends on what the rounds before have left.
    let behind = |exp: &Exp| {
        let mut needed = vec![];
        let mut mentions: Vec<&Exp> = vec![exp];
        for (var, of) in lets.iter().rev() {
            if mentions.iter().any(|exp| exp.mentions(&[*var])) {
                needed.push(Stm::Let(*var, (*of).clone()));
                mentions.push(of);
            }
        }
        needed.reverse();
        mentions
            .iter()
            .all(|exp| !exp.mentions(&outer) && !exp.any(&|exp| *exp == Exp::FAILED))
            .then_some(needed)
    };
    let chosen = |exp: &Exp| {
        if let Exp::Select(cond, first, _) = exp { Some((cond.clone(), first.clone())) } else { None }
    };
    let (begins, _) = sets.iter().find_map(|(_, exp)| chosen(&named(exp)))?;
    let anew = |(var, exp): &(KVar, &Exp)| {
        let exp = named(exp);
        if let Exp::Bin(BinOp::Or, ScalarType::Bool, a, b) = &exp {
            // Once it holds it does for good.
            let on = |a: &Exp, b: &Exp| *a == Exp::Var(*var) && named(b) == named(&begins);
            return on(a, b) || on(b, a);
        }
        chosen(&exp).is_some_and(|(cond, first)| cond == begins && behind(&first).is_some())
    };
    let once = sets.iter().all(|(var, _)| sets.iter().filter(|(other, _)| other == var).count() == 1);
    let steps = behind(&begins)?;
    (once && sets.iter().all(anew) && steps.len() <= MOST_STEPS).then_some((steps, *begins))
}

/// The loop from the block on that has the last beginning.
fn shortened(kernel: &mut Kernel, whole: Stm, begins: (&[Stm], &Exp)) -> Stm {
    let Stm::For { var, from, to, vector, body } = whole else { return whole };
    let mut fresh = |name: &str, ty| kernel.vars.push(KVarInfo::new(name, ty));
    let [begin, at, first, round] = ["begin", "at", "first", "r"].map(|name| fresh(name, KType::Index));
    let some = fresh("some", KType::Scalar(ScalarType::Bool));
    let mut search = begins.0.to_vec();
    let mut found = begins.1.clone();
    for stm in begins.0 {
        for own in stm.declares().iter().copied() {
            let copy = kernel.vars.push(kernel.vars[own].clone());
            search.iter_mut().for_each(|stm| stm.rename(own, copy));
            found.uses_mut(own).into_iter().for_each(|place| *place = Exp::Var(copy));
        }
    }
    search.iter_mut().for_each(|stm| stm.replace(var, &Exp::Var(round)));
    found.uses_mut(var).into_iter().for_each(|place| *place = Exp::Var(round));
    let or = |a, b| Exp::Bin(BinOp::Or, ScalarType::Bool, Box::new(a), Box::new(b));
    search.push(Stm::Set(some, or(Exp::Var(some), found)));
    let left = ix(BinOp::Sub, Exp::Var(at), Exp::Var(begin));
    let block = vec![
        Stm::Let(first, ix(BinOp::Sub, Exp::Var(at), ix(BinOp::Min, left, Exp::Index(BLOCK)))),
        Stm::For { var: round, from: Exp::Var(first), to: Exp::Var(at), vector: None, body: search },
        Stm::Set(at, Exp::Var(first)),
    ];
    let none = Exp::Un(UnOp::Not, ScalarType::Bool, Box::new(Exp::Var(some)));
    let more = ix(BinOp::Lt, Exp::Var(begin), Exp::Var(at));
    let cond = Exp::Bin(BinOp::And, ScalarType::Bool, Box::new(more), Box::new(none));
    let search = Stm::While { bounded: true, pre: vec![], cond, body: block };
    let many = ix(BinOp::Ge, ix(BinOp::Sub, to.clone(), from.clone()), Exp::Index(BLOCK));
    let looked_through = vec![Stm::Set(at, to.clone()), search];
    let then = vec![
        Stm::Let(begin, from.clone()),
        Stm::Let(at, from.clone()),
        Stm::Let(some, Exp::Const(Scalar::Bool(false))),
        Stm::If { cond: many, then: looked_through, els: vec![] },
        Stm::For { var, from: Exp::Var(at), to: to.clone(), vector, body },
    ];
    Stm::If { cond: ix(BinOp::Lt, from, to), then, els: vec![] }
}
