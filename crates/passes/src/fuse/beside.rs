//! Two accumulations over the same elements become one, which goes through them once.
//!
//! ```text
//! let a = with_acc (y = (c)) { let y3 = screma n (i <- is, x <- xs, y1 <- acc y) { let y2 = update_acc y1 [i] (x) } out (acc y2) in (y3) }
//! let b = with_acc (z = (d)) { let z3 = screma n (j <- is, z1 <- acc z) { let z2 = update_acc z1 [j] (1) } out (acc z2) in (z3) }
//!   =>
//! let (a, b) = with_acc (y = (c), z = (d)) {
//!   let (y3, z3) = screma n (i <- is, x <- xs, y1 <- acc y, z1 <- acc z) {
//!     let y2 = update_acc y1 [i] (x)  let z2 = update_acc z1 [i] (1)
//!   } out (acc y2, acc z2) in (y3, z3)
//! }
//! ```
//!
//! Neither needs what the other gives, and the first does not read what the second consumes.

use super::horizontal::shares_an_array;
use super::order::{between, reads_apart};
use super::vertical::fit_together;
use super::{Block, MOST_RESULTS};
use ir::{AccDef, Body, Exp, Out, Pat, Results, Screma, Soac, Stm, Var, Vars};

/// Joins two accumulations; where the joint one stands, if there were any.
pub(super) fn join(block: &mut Block, vars: &Vars) -> Option<usize> {
    for from in 0..block.stms.len() {
        if updates(&block.stms[from]).is_none() {
            continue;
        }
        for to in from + 1..block.stms.len() {
            if let Some((late, joint)) = joint(block, vars, from, to) {
                let at = to - 1 - late.len();
                block.join(from, to, &late, joint, vars);
                return Some(at);
            }
        }
    }
    None
}

/// An accumulation by one operator that does nothing else.
struct Updates<'a> {
    accs: &'a [AccDef<Soac>],
    body: &'a Body<Soac>,
    operator: &'a Screma<Soac>,
}

fn updates(stm: &Stm<Soac>) -> Option<Updates<'_>> {
    let Exp::WithAcc { accs, body } = &stm.exp else { return None };
    let [Stm { exp: Exp::Op(Soac::Screma(operator)), .. }] = &body.stms[..] else { return None };
    let alone = operator.clauses.outs.iter().all(|out| matches!(out, Out::Acc(_)));
    (alone && body.result.sizes.is_empty()).then_some(Updates { accs, body, operator })
}

fn joint(block: &Block, vars: &Vars, from: usize, to: usize) -> Option<(Vec<usize>, Stm<Soac>)> {
    let (first, second) = (updates(&block.stms[from])?, updates(&block.stms[to])?);
    let results = first.operator.clauses.outs.len() + second.operator.clauses.outs.len();
    let alike = first.operator.width == second.operator.width
        && fit_together(first.operator, second.operator, vars)
        && shares_an_array(first.operator, second.operator)
        && results <= MOST_RESULTS;
    let made: Vec<Var> = block.stms[from].pat.all().collect();
    if !alike || block.uses[to].iter().any(|v| made.contains(v)) {
        return None;
    }
    let late = between(block, vars, from, to)?;
    let mut consumed = second.accs.iter().flat_map(|acc| &acc.arrs);
    if !consumed.all(|arr| reads_apart(block, vars, from, *arr)) {
        return None;
    }
    let both = |a: &[Var], b: &[Var]| a.iter().chain(b).copied().collect::<Vec<Var>>();
    let stms = first.body.stms.iter().chain(&second.body.stms).cloned().collect();
    let vals = first.body.result.vals.iter().chain(&second.body.result.vals).copied().collect();
    let body = Body { stms, result: Results::vals(vals) };
    let accs = first.accs.iter().chain(second.accs).cloned().collect();
    let pat = Pat::vals(both(&block.stms[from].pat.vals, &block.stms[to].pat.vals));
    let exp = Exp::WithAcc { accs, body: Box::new(body) };
    Some((late, Stm::new(pat, exp, block.stms[to].loc.clone())))
}
