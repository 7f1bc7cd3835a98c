//! Independent calls of one recursive function stand together, where flattening makes one call of them.
//!
//! ```text
//! let a = call f x  let k = len a  let y = filter xs  let b = call f y
//!   =>
//! let y = filter xs  let a = call f x  let b = call f y  let k = len a
//! ```
//!
//! A function that calls itself twice in a row would go through its tree of calls one call after the other; together, they go down level
//! by level ([`flatten`](crate::flatten), `call.rs`). What stands between the calls and uses the first one's results moves behind
//! the last one; everything else stays where it is.
//!
//! Precondition and postcondition: verified Core. Does not do: moving what uses the results of a call and checks something, because what
//! stands behind a check may rest on it; and moving anything past updates and past what is shown.

use crate::effects::{calls_and_checks, writes};
use crate::inline::reached;
use base::Id;
use ir::{Core, Exp, Fun, FunId, Soac, Stm, Var, Vars, walk};
use rustc_hash::FxHashSet;

/// Rewrites every function.
pub fn join(mut prog: Core) -> Core {
    let recursive = recursive(&prog.funs);
    if recursive.contains(&true) {
        let consumes = prog.funs.iter().map(|fun| fun.params.iter().any(|p| p.consumed)).collect();
        let joiner = Joiner { vars: &prog.vars, recursive, consumes };
        prog.funs.iter_mut().for_each(|fun| joiner.block(&mut fun.body.stms));
    }
    prog
}

/// For each function whether its calls lead back to it.
pub(crate) fn recursive(funs: &[Fun<Soac>]) -> Vec<bool> {
    let calls: Vec<Vec<FunId>> = funs.iter().map(|fun| calls_and_checks(&fun.body.stms).0).collect();
    (0..funs.len()).map(|at| reached(&calls, [at])[at]).collect()
}

struct Joiner<'a> {
    vars: &'a Vars,
    recursive: Vec<bool>,
    /// For each function whether it consumes an argument.
    consumes: Vec<bool>,
}

impl Joiner<'_> {
    fn block(&self, stms: &mut Vec<Stm<Soac>>) {
        for stm in stms.iter_mut() {
            stm.exp.blocks_mut(&mut |inner, _| self.block(inner));
        }
        let mut at = 0;
        while at < stms.len() {
            let called = called(&stms[at]).filter(|f| self.recursive[f.index()] && !self.consumes[f.index()]);
            at += called.map_or(1, |fun| self.gather(stms, at, fun));
        }
    }

    /// Brings the calls of a function that can stand beside the one at a position to it; says how many statements this settles.
    fn gather(&self, stms: &mut Vec<Stm<Soac>>, from: usize, fun: FunId) -> usize {
        // What stays in front of the calls, the calls, and what waits for one of them.
        let (mut before, mut calls, mut behind) = (vec![], vec![from], vec![]);
        let mut made: FxHashSet<Var> = stms[from].pat.all().collect();
        for (at, stm) in stms.iter().enumerate().skip(from + 1) {
            if stm.exp.any(&mut |exp| self.keeps_its_place(exp)) {
                break;
            }
            let waits = walk::free_vars(stm, self.vars).iter().any(|v| made.contains(v));
            if waits && stm.exp.any(&mut |exp| matches!(exp, Exp::Check(check) if !check.proved)) {
                break;
            }
            if waits || called(stm) == Some(fun) {
                made.extend(stm.pat.all());
                if waits { &mut behind } else { &mut calls }.push(at);
            } else {
                before.push(at);
            }
        }
        let last = calls[calls.len() - 1];
        before.retain(|at| *at < last);
        behind.retain(|at| *at < last);
        let settled = before.len() + calls.len();
        let order = before.into_iter().chain(calls).chain(behind);
        let joined: Vec<Stm<Soac>> = order.map(|at| stms[at].clone()).collect();
        stms.splice(from..=last, joined);
        settled
    }

    /// Whether nothing moves past an expression: it updates or consumes an array, or shows something.
    fn keeps_its_place(&self, exp: &Exp<Soac>) -> bool {
        let consumes = matches!(exp, Exp::Call { fun, .. } if self.consumes[fun.index()]);
        consumes || writes(exp) || matches!(exp, Exp::Trace { .. })
    }
}

/// The function that a statement calls.
fn called(stm: &Stm<Soac>) -> Option<FunId> {
    if let Exp::Call { fun, .. } = &stm.exp { Some(*fun) } else { None }
}
