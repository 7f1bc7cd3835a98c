//! What may move past what.

use super::Block;
use crate::effects::{exp_can_fail, writes};
use ir::{Atom, Check, CheckKind, Exp, Screma, Soac, Stm, Var, Vars, View};
use rustc_hash::FxHashSet;

/// The statements between `from` and `to` that have to stand behind the joint operator, if the two can be joined: there is no way
/// from one to the other but the direct one, and nothing is moved past the consumption of what it reads.
pub(super) fn between(block: &Block, vars: &Vars, from: usize, to: usize) -> Option<Vec<usize>> {
    let mut made: FxHashSet<Var> = block.stms[from].pat.all().collect();
    let mut late = vec![];
    for at in from + 1..to {
        if block.uses[at].iter().any(|v| made.contains(v)) {
            made.extend(block.stms[at].pat.all());
            late.push(at);
        } else if !passes(block, vars, from, at) {
            return None;
        }
    }
    // What a check lets pass may be read behind it.
    let reads = |exp: &Exp<Soac>| matches!(exp, Exp::Read { .. } | Exp::View(_));
    let careful = || block.stms[to].exp.any(&mut |exp| reads(exp)) || exp_can_fail(&block.stms[to].exp);
    if late.iter().any(|at| exp_can_fail(&block.stms[*at].exp)) && careful() {
        return None;
    }
    for at in &late {
        let indirect = |v: &Var| block.stms[*at].pat.all().any(|own| own == *v);
        if block.uses[to].iter().any(indirect) {
            return None;
        }
    }
    Some(late)
}

/// Whether the statement at `from` may be evaluated behind the one at `over`: that overwrites nothing which it reads, and of two that
/// can fail the first is reported, but for checks of memory.
pub(super) fn passes(block: &Block, vars: &Vars, from: usize, over: usize) -> bool {
    let fails = |at: usize| exp_can_fail(&block.stms[at].exp);
    if fails(from) && fails(over) && !checks_memory(block, over) {
        return false;
    }
    if !writes(&block.stms[over].exp) {
        return true;
    }
    let consumed = consumed(&block.stms[over], &block.uses[over], vars);
    consumed.iter().all(|arr| reads_apart(block, vars, from, *arr))
}

/// Whether a statement checks that an array can be made or written to: a size, or an index for writing only. Elements are computed where
/// they are used, so what they are written to comes first.
fn checks_memory(block: &Block, at: usize) -> bool {
    let Exp::Check(Check { kind, .. }) = &block.stms[at].exp else { return false };
    match kind {
        CheckKind::Size { .. } => true,
        CheckKind::Bounds { .. } => {
            let used = |v: &Var| block.stms[at].pat.all().any(|own| own == *v);
            let mut users = block.stms.iter().zip(&block.uses).filter(|(_, uses)| uses.iter().any(used));
            users.all(|(stm, _)| matches!(stm.exp, Exp::Write { .. })) && !block.behind.iter().any(used)
        }
        CheckKind::NonZero { .. }
        | CheckKind::Exponent { .. }
        | CheckKind::SliceLen { .. }
        | CheckKind::Assert { .. }
        | CheckKind::Equal { .. } => false,
    }
}

/// Whether the statement at `from` reads nothing that shares the memory of an array, which somebody consumes.
pub(super) fn reads_apart(block: &Block, vars: &Vars, from: usize, arr: Var) -> bool {
    let mut reads = block.uses[from].iter().filter(|v| vars[**v].ty.is_array()).peekable();
    if reads.peek().is_none() {
        return true;
    }
    let owner = match root(block, arr) {
        Root::Unknown => return false,
        // Who consumes a parameter is the only one who has it.
        Root::Outer(v) if !block.params.contains(&v) && !block.carried.contains(&v) => return false,
        owner @ (Root::New(_) | Root::Outer(_)) => owner,
    };
    reads.all(|v| match (root(block, *v), owner) {
        (Root::Unknown, _) => false,
        (Root::Outer(v), Root::Outer(owner)) => {
            v != owner && (block.carried.contains(&owner) || block.params.contains(&v))
        }
        (read, owner) => read != owner,
    })
}

/// Whose memory an array shows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Root {
    /// Made anew in the block, under this name.
    New(Var),
    /// From outside of the block.
    Outer(Var),
    Unknown,
}

fn root(block: &Block, var: Var) -> Root {
    let Some(stm) = block.stms.iter().find(|stm| stm.pat.all().any(|v| v == var)) else {
        return Root::Outer(var);
    };
    match &stm.exp {
        Exp::Copy { .. } | Exp::Scratch { .. } | Exp::Op(_) | Exp::WithAcc { .. } => Root::New(var),
        Exp::View(view) => match view {
            View::Iota { .. }
            | View::Replicate { .. }
            | View::Literal { .. }
            | View::Concat { .. }
            | View::Gather { .. } => Root::New(var),
            View::Row { arr, .. }
            | View::Slice { arr, .. }
            | View::Rearrange { arr, .. }
            | View::Reshape { arr, .. }
            | View::Recast { arr, .. } => root(block, *arr),
        },
        Exp::Atom(Atom::Var(arr)) | Exp::Write { arr, .. } => root(block, *arr),
        Exp::Atom(_)
        | Exp::Prim(_)
        | Exp::Read { .. }
        | Exp::Check(_)
        | Exp::Trace { .. }
        | Exp::Total { .. }
        | Exp::UpdateAcc { .. }
        | Exp::Call { .. }
        | Exp::If { .. }
        | Exp::Loop(_) => Root::Unknown,
    }
}

/// The arrays from outside that a statement may consume.
fn consumed(stm: &Stm<Soac>, uses: &[Var], vars: &Vars) -> Vec<Var> {
    match &stm.exp {
        Exp::Write { arr, .. } => vec![*arr],
        Exp::WithAcc { accs, body } if !body.stms.iter().any(|s| s.exp.any(&mut overwrites)) => {
            accs.iter().flat_map(|acc| acc.arrs.iter().copied()).collect()
        }
        // Accumulators are no arrays that anybody reads.
        Exp::UpdateAcc { .. } => vec![],
        Exp::Op(_) if !stm.exp.any(&mut overwrites) => vec![],
        Exp::Atom(_)
        | Exp::Prim(_)
        | Exp::Read { .. }
        | Exp::Check(_)
        | Exp::Trace { .. }
        | Exp::View(_)
        | Exp::Copy { .. }
        | Exp::Scratch { .. }
        | Exp::Total { .. }
        | Exp::Call { .. }
        | Exp::If { .. }
        | Exp::Loop(_)
        | Exp::WithAcc { .. }
        | Exp::Op(_) => uses.iter().copied().filter(|v| vars[*v].ty.is_array()).collect(),
    }
}

fn overwrites(exp: &Exp<Soac>) -> bool {
    matches!(exp, Exp::Write { .. } | Exp::WithAcc { .. })
}

/// The screma at a position.
pub(super) fn screma(block: &Block, at: usize) -> Option<&Screma<Soac>> {
    if let Exp::Op(Soac::Screma(s)) = &block.stms[at].exp { Some(s) } else { None }
}

/// The operator that two become, and the statements between them that come to stand behind it.
pub(super) type Joint = (Vec<usize>, Stm<Soac>);

/// Joins the first pair of operators that `joint` makes one of; whether there was one.
pub(super) fn join_pair(
    block: &mut Block,
    vars: &mut Vars,
    joint: fn(&Block, &mut Vars, usize, usize) -> Option<Joint>,
) -> bool {
    for from in 0..block.stms.len() {
        if screma(block, from).is_none() {
            continue;
        }
        for to in from + 1..block.stms.len() {
            if let Some((late, joint)) = joint(block, vars, from, to) {
                block.join(from, to, &late, joint, vars);
                return true;
            }
        }
    }
    false
}

/// Whether a statement's results are used by others than the one at `user`, or behind the block.
pub(super) fn escapes(block: &Block, var: Var, user: usize) -> bool {
    let used = |(at, uses): (usize, &Vec<Var>)| at != user && uses.contains(&var);
    block.behind.contains(&var) || block.uses.iter().enumerate().any(used)
}

/// Whether kernels can do every fold of a screma; others are taken apart, and have no clauses beside them.
pub(super) fn folds_scalars(s: &Screma<Soac>, vars: &Vars) -> bool {
    s.clauses.folds().all(|fold| crate::interchange::folds_scalars(fold, vars))
}

/// Whether a result is made of what is known at every element, in front of the folds.
pub(super) fn is_early(atom: Atom, late: &FxHashSet<Var>) -> bool {
    atom.var().is_none_or(|v| !late.contains(&v))
}
