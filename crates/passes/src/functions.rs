//! Which functions kernels can call: scalar code.
//!
//! Parameters are scalars and regular arrays that are read, results are scalars; statements compute, check, branch, repeat and call
//! such functions, with arrays or with parts of them that lie together.

use crate::effects::calls_and_checks;
use crate::inline::reached;
use base::Id;
use ir::{CheckKind, Exp, Fun, LoopForm, Pat, Slice, Soac, Stm, Type, Vars, View};

/// For each function whether kernels can call it; with or without those that lead back to themselves.
pub(crate) fn scalar_functions(funs: &[Fun<Soac>], vars: &Vars, recursion: bool) -> Vec<bool> {
    let calls: Vec<_> = funs.iter().map(|fun| calls_and_checks(&fun.body.stms).0).collect();
    let mut scalar: Vec<bool> = funs
        .iter()
        .enumerate()
        .map(|(at, fun)| is_scalar(fun, vars) && (recursion || !reached(&calls, [at])[at]))
        .collect();
    // Functions may call each other: those that call others are taken away, to a fixpoint.
    while let Some(at) =
        (0..funs.len()).find(|at| scalar[*at] && calls[*at].iter().any(|f| !scalar[f.index()]))
    {
        scalar[at] = false;
    }
    scalar
}

/// Whether a function is scalar code, whatever it calls.
fn is_scalar(fun: &Fun<Soac>, vars: &Vars) -> bool {
    let param = |ty: &Type| ty.as_scalar().is_some() || is_regular(ty);
    fun.params.iter().all(|p| !p.consumed && param(&vars[p.var].ty))
        && fun.ret_sizes.is_empty()
        && fun.ret.iter().all(|ty| ty.as_scalar().is_some())
        && is_scalar_code(&fun.body.stms, vars)
}

fn is_regular(ty: &Type) -> bool {
    ty.is_array() && ty.elem().is_some() && ty.dims().iter().all(|dim| dim.is_uniform())
}

/// Whether the elements of a slice lie one after the other: a range of rows, perhaps of one row.
pub(crate) fn lies_together(slices: &[Slice]) -> bool {
    let rows = slices.iter().skip_while(|slice| matches!(slice, Slice::At(_)));
    let steps: Vec<&Slice> = rows.collect();
    steps.len() <= 1
        && steps
            .iter()
            .all(|slice| matches!(slice, Slice::Range { stride, .. } if stride.as_i64() == Some(1)))
}

fn is_scalar_code(block: &[Stm<Soac>], vars: &Vars) -> bool {
    let scalars = |pat: &Pat| {
        let scalar = |v| vars[v].ty.as_scalar().is_some() || vars[v].ty == Type::Cert;
        pat.sizes.is_empty() && pat.vals.iter().all(|v| scalar(*v))
    };
    block.iter().all(|stm| match &stm.exp {
        Exp::Prim(_) | Exp::Read { .. } | Exp::Trace { .. } => true,
        Exp::Atom(_) | Exp::Call { .. } => scalars(&stm.pat),
        Exp::Check(check) => match &check.kind {
            CheckKind::Equal { a, .. } => a.var().is_none_or(|v| !vars[v].ty.is_array()),
            CheckKind::Size { .. }
            | CheckKind::Bounds { .. }
            | CheckKind::NonZero { .. }
            | CheckKind::Exponent { .. }
            | CheckKind::SliceLen { .. }
            | CheckKind::Assert { .. } => true,
        },
        Exp::View(View::Recast { arr, .. } | View::Row { arr, .. }) => {
            is_regular(&vars[*arr].ty) && is_regular(&vars[stm.pat.vals[0]].ty)
        }
        Exp::View(View::Slice { slices, .. }) => lies_together(slices),
        Exp::If { then, els, .. } => {
            scalars(&stm.pat) && is_scalar_code(&then.stms, vars) && is_scalar_code(&els.stms, vars)
        }
        Exp::Loop(l) => {
            let cond = match &l.form {
                LoopForm::While(cond) => is_scalar_code(&cond.stms, vars),
                LoopForm::For { .. } => true,
            };
            cond && scalars(&stm.pat) && is_scalar_code(&l.body.stms, vars)
        }
        Exp::View(_)
        | Exp::Copy { .. }
        | Exp::Scratch { .. }
        | Exp::Total { .. }
        | Exp::Write { .. }
        | Exp::UpdateAcc { .. }
        | Exp::WithAcc { .. }
        | Exp::Op(_) => false,
    })
}
