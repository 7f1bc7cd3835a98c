//! Which statements stay inside a kernel: scalar code, loops and branches without parallelism, updates of a row that
//! belongs to the point, also on one side of a branch.

use super::Flattener;
use super::overwritten::Overwritten;
use ir::{Atom, Body, CheckKind, Exp, Fold, Loop, LoopForm, Out, Screma, Soac, Stm, Var, Vars, View};

/// Whether the operator of a fold is code of a kernel.
pub(crate) fn is_kernel_code(op: &Body<Soac>, vars: &Vars) -> bool {
    // Operators use no parallelism, however few levels are exploited around them.
    Sequential { vars, overwritten: &Overwritten::of(op, vars), levels: usize::MAX }.block(&op.stms, 0)
}

/// What decides whether a statement stays inside a kernel.
pub(super) struct Sequential<'a> {
    pub vars: &'a Vars,
    pub overwritten: &'a Overwritten,
    /// How many levels of maps become levels of spaces.
    pub levels: usize,
}

impl Flattener<'_> {
    /// Whether a statement at this depth needs no parallelism of its own.
    pub(super) fn is_sequential(&self, stm: &Stm<Soac>, depth: usize) -> bool {
        let sequential =
            Sequential { vars: self.vars, overwritten: &self.overwritten, levels: self.policy.levels };
        self.keeps_dimensions(stm) && sequential.stm(stm, depth)
    }
    /// Whether rows that come out of a branch have the dimensions of the array that a kernel leaves them in.
    fn keeps_dimensions(&self, stm: &Stm<Soac>) -> bool {
        let Exp::If { then, els, .. } = &stm.exp else { return true };
        stm.pat.vals.iter().enumerate().all(|(i, result)| {
            let ty = &self.vars[*result].ty;
            !ty.is_array() || branch_row(then, els, i).is_some_and(|row| self.vars[row].ty == *ty)
        })
    }
    /// Whether an expression only renames elements, so that it can stay a view.
    pub(super) fn is_view(&self, exp: &Exp<Soac>) -> bool {
        is_view(exp, self.vars)
    }
}

impl Sequential<'_> {
    /// Whether a statement at this depth needs no parallelism of its own.
    fn stm(&self, stm: &Stm<Soac>, depth: usize) -> bool {
        let scalars = |vars: &[Var]| vars.iter().all(|v| !self.vars[*v].ty.is_array());
        let plain_results = scalars(&stm.pat.vals) && stm.pat.sizes.is_empty();
        match &stm.exp {
            Exp::Prim(_) | Exp::Trace { .. } | Exp::UpdateAcc { .. } | Exp::Read { .. } => true,
            Exp::Check(check) => match &check.kind {
                CheckKind::Equal { a, .. } => a.var().is_none_or(|v| !self.vars[v].ty.is_array()),
                CheckKind::Size { .. }
                | CheckKind::Bounds { .. }
                | CheckKind::NonZero { .. }
                | CheckKind::Exponent { .. }
                | CheckKind::SliceLen { .. }
                | CheckKind::Assert { .. } => true,
            },
            Exp::Atom(_) => plain_results,
            Exp::Write { val, .. } => val.var().is_none_or(|v| !self.vars[v].ty.is_array()),
            Exp::If { then, els, .. } => {
                let rows = || (0..stm.pat.vals.len()).all(|i| self.is_row_of_both(stm, i, then, els));
                let results = stm.pat.sizes.is_empty() && (plain_results || rows());
                results && self.block(&then.stms, depth) && self.block(&els.stms, depth)
            }
            Exp::Loop(l) => self.looping(stm, l, depth),
            Exp::Op(Soac::Screma(s)) => depth >= self.levels && self.is_inner(s, depth),
            Exp::View(_) | Exp::Copy { .. } | Exp::Total { .. } | Exp::Call { .. } | Exp::WithAcc { .. } => {
                false
            }
        }
    }

    /// Inside a kernel an array may also be a view, as long as nobody overwrites it or what it shows, or a row of the point under
    /// other dimensions.
    fn block(&self, block: &[Stm<Soac>], depth: usize) -> bool {
        block.iter().all(|stm| {
            let view = is_view(&stm.exp, self.vars)
                && !stm.pat.vals.iter().any(|v| self.overwritten.contains(*v))
                && !self.overwritten.outlived(&stm.exp, self.vars);
            view || self.is_renamed_row(stm) || self.stm(stm, depth)
        })
    }

    /// Whether a statement gives a row of the point another name or other dimensions.
    fn is_renamed_row(&self, stm: &Stm<Soac>) -> bool {
        let regular = |var: Var| self.vars[var].ty.dims().iter().all(|d| d.is_uniform());
        self.overwritten.renames(stm)
            && match &stm.exp {
                Exp::View(View::Reshape { arr, .. }) => regular(*arr) && regular(stm.pat.vals[0]),
                _ => true,
            }
    }

    /// Whether a result of a branch is a scalar, or on both sides a version of one row of the point.
    fn is_row_of_both(&self, stm: &Stm<Soac>, i: usize, then: &Body<Soac>, els: &Body<Soac>) -> bool {
        if !self.vars[stm.pat.vals[i]].ty.is_array() {
            return true;
        }
        let row = branch_row(then, els, i);
        row.is_some_and(|row| self.overwritten.contains(row))
    }

    /// A loop stays in the kernel if nothing in it is parallel and the arrays it carries are rows updated in place.
    fn looping(&self, stm: &Stm<Soac>, l: &Loop<Soac>, depth: usize) -> bool {
        let cond = match &l.form {
            LoopForm::While(cond) => self.block(&cond.stms, depth),
            LoopForm::For { .. } => true,
        };
        let carried = l.params.vals.iter().zip(&l.body.result.vals).all(|(param, result)| {
            let updated = || result.var().is_some_and(|v| updates_of(&l.body, v) == *param);
            // An array that is carried and never overwritten is no row of the kernel.
            !self.vars[*param].ty.is_array() || self.overwritten.contains(*param) && updated()
        });
        stm.pat.sizes.is_empty() && cond && carried && self.block(&l.body.stms, depth)
    }

    /// A reduction to scalars over a sequential body can be an operator of the kernel.
    fn is_inner(&self, s: &Screma<Soac>, depth: usize) -> bool {
        let c = &s.clauses;
        let rows_and_accs = c.outs.iter().all(|out| match out {
            Out::Row(_) | Out::Acc(_) => true,
            Out::Point(_) | Out::Kept(_) | Out::Count | Out::Owned(_) => false,
        });
        let scalars = |f: &Fold<Soac>| f.res.iter().all(|v| !self.vars[*v].ty.is_array());
        rows_and_accs
            && c.keep.is_none()
            && c.scans.is_empty()
            && c.each.is_empty()
            && c.reds.iter().all(|red| scalars(red) && self.block(&red.op.body.stms, depth))
            && self.block(&s.body, depth)
    }
}

/// Whether an expression only renames elements, or copies them, so that its elements can be had where they are read.
pub(super) fn is_view(exp: &Exp<Soac>, vars: &Vars) -> bool {
    match exp {
        Exp::View(View::Reshape { .. }) => false,
        Exp::View(_) | Exp::Copy { .. } => true,
        Exp::Atom(Atom::Var(v)) => vars[*v].ty.is_array(),
        _ => false,
    }
}

/// The array that `var` is an updated version of, inside a body.
fn updates_of(body: &Body<Soac>, mut var: Var) -> Var {
    for stm in body.stms.iter().rev() {
        if let Some(i) = stm.pat.vals.iter().position(|v| *v == var) {
            match &stm.exp {
                Exp::Write { arr, .. } | Exp::View(View::Recast { arr, .. } | View::Reshape { arr, .. }) => {
                    var = *arr;
                }
                Exp::Atom(Atom::Var(v)) => var = *v,
                Exp::Loop(l) => match l.init.vals[i] {
                    Atom::Var(v)
                        if updates_of(&l.body, l.body.result.vals[i].var().unwrap_or(v))
                            == l.params.vals[i] =>
                    {
                        var = v;
                    }
                    _ => return var,
                },
                Exp::If { then, els, .. } => match branch_row(then, els, i) {
                    Some(row) => var = row,
                    None => return var,
                },
                _ => return var,
            }
        }
    }
    var
}

/// The array that a result of a branch is a version of, whichever side is taken.
fn branch_row(then: &Body<Soac>, els: &Body<Soac>, i: usize) -> Option<Var> {
    let (a, b) = (then.result.vals[i].var()?, els.result.vals[i].var()?);
    let row = updates_of(then, a);
    (row == updates_of(els, b)).then_some(row)
}
