//! Horizontal fusion: two operators that read the same arrays become one, which reads them once.

use super::order::{between, join_pair, screma};
use super::vertical::{bind, fit_together, side_by_side};
use super::{Block, MOST_RESULTS};
use ir::{Exp, Out, Screma, Soac, Stm, Var, Vars};

/// Joins one pair of operators; whether there was one.
pub(super) fn fuse(block: &mut Block, vars: &mut Vars) -> bool {
    join_pair(block, vars, joint)
}

fn joint(block: &Block, vars: &mut Vars, from: usize, to: usize) -> Option<(Vec<usize>, Stm<Soac>)> {
    let (first, second) = (screma(block, from)?, screma(block, to)?);
    let results = first.clauses.outs.len() + second.clauses.outs.len();
    let alike = first.width == second.width && fit_together(first, second, vars);
    if !alike || results > MOST_RESULTS || !shares_an_array(first, second) {
        return None;
    }
    let made: Vec<Var> = block.stms[from].pat.all().collect();
    if block.uses[to].iter().any(|v| made.contains(v)) {
        return None;
    }
    let late = between(block, vars, from, to)?;
    let (one, other) = (block.stms[from].clone(), block.stms[to].clone());
    let (Exp::Op(Soac::Screma(first)), Exp::Op(Soac::Screma(second))) = (one.exp, other.exp) else {
        return None;
    };
    let own: Vec<(Var, Out)> = one.pat.all().zip(first.clauses.outs.iter().copied()).collect();
    let joint = side_by_side(first, second, vars);
    Some((late, bind(joint, other.pat, &own, |v| one.pat.sizes.contains(v), other.loc)))
}

/// Whether two operators range over one array.
pub(super) fn shares_an_array(a: &Screma<Soac>, b: &Screma<Soac>) -> bool {
    a.arrays().any(|(_, arr)| b.arrays().any(|(_, other)| other == arr))
}
