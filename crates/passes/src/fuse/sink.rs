//! Accumulation: producers move into the accumulation that alone uses them, where vertical fusion finds them.
//!
//! ```text
//! let is = screma n (x <- xs) { let i = f x } out (i)
//! let r = with_acc (z = (d)) { let a = screma n (i2 <- is, z2 <- acc z) { let b = update_acc z2 [i2] (1) } out (acc b) in (a) }
//!   =>
//! let r = with_acc (z = (d)) { let a = screma n (x <- xs, z2 <- acc z) { let i = f x let b = update_acc z2 [i] (1) } out (acc b) in (a) }
//! ```
//!
//! The producer must not read what is accumulated into.

use super::Block;
use super::order::{escapes, reads_apart, screma};
use ir::{Exp, Input, Soac, Var, Vars, walk};

/// Moves one producer into an accumulation; where that stands, if there was one.
pub(super) fn sink(block: &mut Block, vars: &mut Vars) -> Option<usize> {
    for from in 0..block.stms.len() {
        let Some(producer) = screma(block, from) else { continue };
        if producer.inputs.iter().any(|(_, input)| matches!(input, Input::Acc(_))) {
            continue;
        }
        let results: Vec<Var> = block.stms[from].pat.all().collect();
        let users: Vec<usize> = (from + 1..block.stms.len())
            .filter(|at| block.uses[*at].iter().any(|v| results.contains(v)))
            .collect();
        let [to] = users[..] else { continue };
        if results.iter().any(|v| escapes(block, *v, to)) || !is_input(block, &results, to, vars) {
            continue;
        }
        // What is overwritten on the way, or by the accumulation itself, is nobody else's.
        let Some(late) = super::order::between(block, vars, from, to) else { continue };
        let Exp::WithAcc { accs, .. } = &block.stms[to].exp else { continue };
        if !accs.iter().flat_map(|acc| &acc.arrs).all(|arr| reads_apart(block, vars, from, *arr)) {
            continue;
        }
        debug_assert!(late.is_empty());
        let producer = block.stms.remove(from);
        block.uses.remove(from);
        let user = &mut block.stms[to - 1];
        if let Exp::WithAcc { body, .. } = &mut user.exp {
            body.stms.insert(0, producer);
        }
        block.uses[to - 1] = walk::free_vars(user, vars);
        return Some(to - 1);
    }
    None
}

/// Whether the statement at `to` is an accumulation whose body maps over one of these results.
fn is_input(block: &Block, results: &[Var], to: usize, vars: &Vars) -> bool {
    let Exp::WithAcc { accs, body } = &block.stms[to].exp else { return false };
    let consumed = accs.iter().flat_map(|acc| &acc.arrs).any(|arr| results.contains(arr));
    let in_ops = accs
        .iter()
        .filter_map(|acc| acc.op.as_ref())
        .any(|op| walk::free_vars(&op.lam, vars).iter().any(|v| results.contains(v)));
    let maps = body.stms.iter().any(|stm| {
        if let Exp::Op(Soac::Screma(s)) = &stm.exp {
            s.arrays().any(|(_, arr)| results.contains(&arr))
        } else {
            false
        }
    });
    maps && !consumed && !in_ops
}
