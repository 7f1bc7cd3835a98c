//! Which memory the results of a kernel are in: rows and accumulators are had under a new name after every update.

use ir::{Exp, Inner, Input, Out, Seg, Stm, Var, View};

/// The consumed array that a kernel's result is the row of.
pub(super) fn row_source(seg: &Seg, result: Var) -> Var {
    let mut var = result;
    let step = |var| row_step(&seg.clauses.each, var).or_else(|| row_step(&seg.body, var));
    while let Some(before) = step(var) {
        var = before;
    }
    match seg.rows.iter().find(|r| r.param == var) {
        Some(row) => row.arr,
        None => base::bug!("lower", "a result is no row of the kernel"),
    }
}

/// The array that `var` is the next version of, inside a block.
fn row_step(block: &[Stm<Inner>], var: Var) -> Option<Var> {
    let stm = block.iter().find(|s| s.pat.vals.contains(&var))?;
    let i = stm.pat.vals.iter().position(|v| *v == var)?;
    match &stm.exp {
        Exp::Write { arr, .. } | Exp::View(View::Recast { arr, .. } | View::Reshape { arr, .. }) => {
            Some(*arr)
        }
        Exp::Loop(l) => l.init.vals[i].var(),
        Exp::Atom(a) => a.var(),
        // Both sides give versions of the same row.
        Exp::If { then, .. } => {
            let mut row = then.result.vals[i].var()?;
            while let Some(before) = row_step(&then.stms, row) {
                row = before;
            }
            Some(row)
        }
        Exp::Prim(_)
        | Exp::Read { .. }
        | Exp::Check(_)
        | Exp::Trace { .. }
        | Exp::View(_)
        | Exp::Copy { .. }
        | Exp::Scratch { .. }
        | Exp::Total { .. }
        | Exp::UpdateAcc { .. }
        | Exp::Call { .. }
        | Exp::WithAcc { .. }
        | Exp::Op(_) => None,
    }
}

/// The accumulator that `var` is the next version of, inside a block.
pub(super) fn acc_step(block: &[Stm<Inner>], var: Var) -> Option<Var> {
    let stm = block.iter().find(|s| s.pat.vals.contains(&var))?;
    let i = stm.pat.vals.iter().position(|v| *v == var)?;
    let start = |block: &[Stm<Inner>], mut inner: Var| {
        while let Some(next) = acc_step(block, inner) {
            inner = next;
        }
        inner
    };
    match &stm.exp {
        Exp::UpdateAcc { acc, .. } => Some(*acc),
        Exp::Loop(l) => l.init.vals[i].var(),
        Exp::If { then, .. } => Some(start(&then.stms, then.result.vals[i].var()?)),
        Exp::Op(Inner::Screma(_, s)) => {
            let Out::Acc(result) = s.clauses.outs.get(stm.pat.sizes.len() + i)? else { return None };
            let inner = start(&s.body, *result);
            s.inputs.iter().find(|(param, _)| *param == inner).and_then(|(_, input)| match input {
                Input::Acc(acc) => Some(*acc),
                Input::Array(_) | Input::Iota => None,
            })
        }
        Exp::Atom(_)
        | Exp::Prim(_)
        | Exp::Read { .. }
        | Exp::Check(_)
        | Exp::Trace { .. }
        | Exp::View(_)
        | Exp::Copy { .. }
        | Exp::Scratch { .. }
        | Exp::Total { .. }
        | Exp::Write { .. }
        | Exp::Call { .. }
        | Exp::WithAcc { .. } => None,
    }
}
