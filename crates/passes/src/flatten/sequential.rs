//! Which statements stay inside a kernel: scalar code, loops and branches without parallelism, rows of the point that are made,
//! overwritten, carried by loops and returned by branches.
//!
//! A row is made in a kernel where its sizes are known when the point begins. Code that only moves elements (`loop xs for .. do
//! reverse xs`) is left to kernels over the elements: a loop that carries other rows than it was given overwrites elements.
//! Reductions in the rounds of a loop are computed by the point, so that the loop need not be one of the host; so are those of a few
//! elements, so that what they are made of need not be arrays over all points.

use super::Flattener;
use super::overwritten::Overwritten;
use super::private::overwrites;
use super::rep::Rep;
use ir::{
    Atom, Body, CheckKind, Exp, Fold, FunId, Input, Loop, LoopForm, Out, Screma, Soac, Stm, Var, Vars, View,
    walk,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;

/// Rows of at most this many elements are made by the point wherever they are overwritten.
pub(crate) const SMALL: i64 = 64;

/// Reductions of at most this many elements are computed by the point in whose map they stand.
const FEW: i64 = 8;

/// Maps of at most this many operations are computed where they are read.
const TRIVIAL: usize = 4;

/// Whether the operator of a fold is code of a kernel.
pub(crate) fn is_kernel_code(op: &Body<Soac>, vars: &Vars) -> bool {
    // Operators use no parallelism, however few levels are exploited around them.
    let overwritten = &Overwritten::of(op, vars);
    let callable = &|_: FunId, _: &[Atom]| false;
    Sequential { vars, overwritten, levels: usize::MAX, callable, private: None }.block(
        &op.stms,
        0,
        Inside::Branch,
    )
}

/// What decides whether a statement stays inside a kernel.
pub(super) struct Sequential<'a> {
    pub vars: &'a Vars,
    pub overwritten: &'a Overwritten,
    /// How many levels of maps become levels of spaces.
    pub levels: usize,
    /// Whether a kernel can call this function with these arguments.
    callable: &'a dyn Fn(FunId, &[Atom]) -> bool,
    /// What is known of sizes, where a point may make rows of its own.
    private: Option<Private<'a>>,
}

/// What is around a statement inside a kernel.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Inside {
    Nothing,
    Branch,
    Loop,
}

/// Which sizes are known where the points of a context begin.
struct Private<'a> {
    env: &'a FxHashMap<Var, Rep>,
    /// Scalars of statements that are not in a kernel yet.
    pending: &'a FxHashSet<Var>,
    /// Those of them that rows need.
    needed: RefCell<FxHashSet<Var>>,
}

impl Flattener<'_> {
    /// Whether a statement at this depth needs no parallelism of its own, and which of the `pending` scalars have to be in a kernel
    /// before it, as sizes of its rows. They are those of a `group` that is not in a kernel yet.
    pub(super) fn is_sequential(
        &self,
        stm: &Stm<Soac>,
        depth: usize,
        (group, pending): (&[Stm<Soac>], &FxHashSet<Var>),
        later: &[Stm<Soac>],
    ) -> Option<FxHashSet<Var>> {
        let private = (depth > 0).then(|| Private {
            env: &self.env,
            pending,
            needed: RefCell::new(FxHashSet::default()),
        });
        let levels = self.policy.levels;
        let callable = &|fun: FunId, args: &[Atom]| self.is_callable(fun, args);
        let sequential =
            Sequential { vars: self.vars, overwritten: &self.overwritten, levels, callable, private };
        let fits = self.keeps_dimensions(stm) && sequential.stm(stm, depth, Inside::Nothing)
            || sequential.is_private(stm, later)
            || sequential.is_revisited(stm, depth, group);
        let needed = sequential.private.map(|p| p.needed.into_inner()).unwrap_or_default();
        fits.then_some(needed)
    }
    /// Whether rows that come out of a branch have the dimensions of the array that a kernel leaves them in.
    fn keeps_dimensions(&self, stm: &Stm<Soac>) -> bool {
        let Exp::If { then, els, .. } = &stm.exp else { return true };
        stm.pat.vals.iter().enumerate().all(|(i, result)| {
            let ty = &self.vars[*result].ty;
            !ty.is_array() || branch_row(then, els, i).is_none_or(|row| self.vars[row].ty == *ty)
        })
    }
    /// Whether a view that stands in a kernel is a row: it is overwritten, or used when what it shows has been.
    pub(super) fn is_made(&self, stm: &Stm<Soac>) -> bool {
        is_made(stm, &self.overwritten, self.vars)
    }
    /// Whether an expression only renames elements, so that it can stay a view.
    pub(super) fn is_view(&self, exp: &Exp<Soac>) -> bool {
        is_view(exp, self.vars)
    }
}

impl Sequential<'_> {
    /// Whether a statement at this depth needs no parallelism of its own.
    fn stm(&self, stm: &Stm<Soac>, depth: usize, inside: Inside) -> bool {
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
            Exp::Write { val, .. } => val.var().is_none_or(|v| {
                // Outside of loops a kernel over the elements writes a row.
                !self.vars[v].ty.is_array() || inside == Inside::Loop && self.fits_point(v)
            }),
            Exp::If { then, els, .. } => {
                let moving = inside != Inside::Nothing || overwrites(&stm.exp);
                let rows = || (0..stm.pat.vals.len()).all(|i| self.is_branch_row(stm, i, then, els, moving));
                let results = stm.pat.sizes.is_empty() && (plain_results || rows());
                let inside = if inside == Inside::Loop { Inside::Loop } else { Inside::Branch };
                results && self.block(&then.stms, depth, inside) && self.block(&els.stms, depth, inside)
            }
            Exp::Loop(l) => self.looping(stm, l, depth, inside),
            Exp::Op(Soac::Screma(s)) => {
                // Whatever its rounds do, a loop in a kernel costs one launch.
                let looped = inside == Inside::Loop && self.private.is_some();
                // A few elements give no lanes anything to do, and would make points of all that is around them.
                let few = depth > 0 && s.width.as_i64().is_some_and(|width| width <= FEW);
                (depth >= self.levels || looped || few) && self.is_inner(s, depth, inside)
            }
            Exp::Call { fun, args, .. } => plain_results && (self.callable)(*fun, args),
            Exp::View(_)
            | Exp::Copy { .. }
            | Exp::Scratch { .. }
            | Exp::Total { .. }
            | Exp::Op(Soac::Stream(_))
            | Exp::WithAcc { .. } => false,
        }
    }

    /// Inside a kernel an array may also be a view, as long as nobody overwrites it or what it shows, or a row of the point under
    /// other dimensions.
    fn block(&self, block: &[Stm<Soac>], depth: usize, inside: Inside) -> bool {
        block.iter().all(|stm| {
            let view = is_view(&stm.exp, self.vars)
                && !stm.pat.vals.iter().any(|v| self.overwritten.contains(*v))
                && !self.overwritten.outlived(&stm.exp, self.vars);
            let made = || is_made(stm, self.overwritten, self.vars) && self.fits_point(stm.pat.vals[0]);
            view || self.is_renamed_row(stm)
                || made()
                || self.is_delayed_map(stm)
                || self.stm(stm, depth, inside)
        })
    }

    /// Whether a point can have memory for an array of this type.
    fn fits_point(&self, var: Var) -> bool {
        let Some(private) = &self.private else { return false };
        self.vars[var].ty.dims().iter().all(|dim| match dim.size {
            _ if !dim.is_uniform() => false,
            Atom::Const(_) => true,
            Atom::Var(size) if private.pending.contains(&size) => {
                private.needed.borrow_mut().insert(size);
                true
            }
            Atom::Var(size) => private.env.contains_key(&size),
        })
    }

    /// Whether a statement outside of loops makes a row that is better filled by the point: a small one, one that a loop of the point
    /// goes through, or a literal of what the point has computed or reads.
    fn is_private(&self, stm: &Stm<Soac>, later: &[Stm<Soac>]) -> bool {
        let Some(private) = &self.private else { return false };
        let [var] = stm.pat.vals[..] else { return false };
        if let Exp::View(View::Literal { elems, .. }) = &stm.exp {
            let of_point = |v: &Var| {
                matches!(private.env.get(v), Some(Rep::Lifted { .. } | Rep::Index(_) | Rep::Delayed(_)))
            };
            let mut vars = elems.iter().filter_map(|a| a.var());
            let computed = vars.any(|v| private.pending.contains(&v) || of_point(&v));
            if computed && elems.len() <= SMALL as usize {
                return true;
            }
        }
        let size = self.vars[var].ty.dims().iter().try_fold(1, |n: i64, d| n.checked_mul(d.size.as_i64()?));
        let small = size.is_some_and(|n| n <= SMALL);
        let looped = || later.iter().any(|stm| matches!(stm.exp, Exp::Loop(_)) && overwrites(&stm.exp));
        is_made(stm, self.overwritten, self.vars) && (small || looped()) && self.fits_point(var)
    }

    /// Whether a statement updates accumulators by the elements of a row like those that the rounds of a loop have gone through at
    /// this point: once more adds little, and what the loop found out need not be stored.
    fn is_revisited(&self, stm: &Stm<Soac>, depth: usize, group: &[Stm<Soac>]) -> bool {
        let Exp::Op(Soac::Screma(s)) = &stm.exp else { return false };
        let in_rounds =
            |exp: &Exp<Soac>| matches!(exp, Exp::Op(Soac::Screma(other)) if other.width == s.width);
        let visited = group.iter().any(|stm| {
            if let Exp::Loop(l) = &stm.exp {
                l.body.stms.iter().any(|stm| stm.exp.any(&mut |exp| in_rounds(exp)))
            } else {
                false
            }
        });
        visited
            && self.private.is_some()
            && s.clauses.is_map()
            && s.clauses.outs.iter().all(|out| matches!(out, Out::Acc(_)))
            && self.is_inner(s, depth, Inside::Loop)
    }

    /// Whether a statement is a map of little code that can be computed where its elements are read.
    fn is_delayed_map(&self, stm: &Stm<Soac>) -> bool {
        let Exp::Op(Soac::Screma(s)) = &stm.exp else { return false };
        self.private.is_some()
            && is_trivial_map(s, self.vars)
            && stm.pat.sizes.is_empty()
            && !stm.pat.vals.iter().any(|v| self.overwritten.contains(*v))
            && !walk::free_vars(&stm.exp, self.vars).iter().any(|v| self.overwritten.shows(*v))
    }

    /// Whether a statement gives a row of the point another name or other dimensions.
    fn is_renamed_row(&self, stm: &Stm<Soac>) -> bool {
        let regular = |var: Var| self.vars[var].ty.dims().iter().all(|d| d.is_uniform());
        self.overwritten.renames(stm)
            && if let Exp::View(View::Reshape { arr, .. }) = &stm.exp {
                regular(*arr) && regular(stm.pat.vals[0])
            } else {
                true
            }
    }

    /// Whether a result of a branch is a scalar, on both sides a version of one row of the point, or, where rows may be `moving`, any
    /// rows.
    fn is_branch_row(
        &self,
        stm: &Stm<Soac>,
        i: usize,
        then: &Body<Soac>,
        els: &Body<Soac>,
        moving: bool,
    ) -> bool {
        let result = stm.pat.vals[i];
        if !self.vars[result].ty.is_array() {
            return true;
        }
        branch_row(then, els, i).is_some_and(|row| self.overwritten.contains(row))
            || moving
                && self.fits_point(result)
                && [then, els].iter().all(|side| !is_computed(side, side.result.vals[i]))
    }

    /// A loop stays in the kernel if nothing in it is parallel and the arrays it carries are rows of the point.
    fn looping(&self, stm: &Stm<Soac>, l: &Loop<Soac>, depth: usize, inside: Inside) -> bool {
        let cond = match &l.form {
            LoopForm::While(cond) => self.block(&cond.stms, depth, Inside::Loop),
            LoopForm::For { .. } => true,
        };
        let moving = overwrites(&stm.exp);
        let carried = l.params.vals.iter().zip(&l.body.result.vals).all(|(param, result)| {
            let updated = || result.var().is_some_and(|v| updates_of(&l.body, v) == *param);
            let nested = inside != Inside::Nothing && self.private.is_some();
            let invariant = || *result == Atom::Var(*param) && nested;
            !self.vars[*param].ty.is_array()
                || self.overwritten.contains(*param) && updated()
                || invariant()
                || moving && self.fits_point(*param) && !is_computed(&l.body, *result)
        });
        stm.pat.sizes.is_empty() && cond && carried && self.block(&l.body.stms, depth, Inside::Loop)
    }

    /// A reduction to scalars over a sequential body can be an operator of the kernel.
    fn is_inner(&self, s: &Screma<Soac>, depth: usize, inside: Inside) -> bool {
        let c = &s.clauses;
        let rows_and_accs = c.outs.iter().all(|out| match out {
            Out::Row(_) | Out::Acc(_) => true,
            Out::Point(_) | Out::Kept(_) | Out::Count | Out::Owned(_) | Out::Offsets(_) | Out::Cert => false,
        });
        let scalars = |f: &Fold<Soac>| f.res.iter().all(|v| !self.vars[*v].ty.is_array());
        rows_and_accs
            && c.keep.is_none()
            && c.scans.is_empty()
            && c.each.is_empty()
            && c.reds.iter().all(|red| scalars(red) && self.block(&red.op.body.stms, depth, inside))
            && self.block(&s.body, depth, inside)
    }
}

/// Whether an expression only renames elements, or copies them, so that its elements can be had where they are read.
pub(super) fn is_view(exp: &Exp<Soac>, vars: &Vars) -> bool {
    match exp {
        Exp::View(View::Reshape { .. }) => false,
        Exp::View(_) | Exp::Copy { .. } | Exp::Scratch { .. } => true,
        Exp::Atom(Atom::Var(v)) => vars[*v].ty.is_array(),
        Exp::Atom(_)
        | Exp::Prim(_)
        | Exp::Read { .. }
        | Exp::Check(_)
        | Exp::Trace { .. }
        | Exp::Total { .. }
        | Exp::Write { .. }
        | Exp::UpdateAcc { .. }
        | Exp::Call { .. }
        | Exp::If { .. }
        | Exp::Loop(_)
        | Exp::WithAcc { .. }
        | Exp::Op(_) => false,
    }
}

/// The array that `var` is an updated version of, inside a body.
pub(super) fn updates_of(body: &Body<Soac>, mut var: Var) -> Var {
    for stm in body.stms.iter().rev() {
        if let Some(i) = stm.pat.vals.iter().position(|v| *v == var) {
            match &stm.exp {
                Exp::Write { arr, .. } | Exp::View(View::Recast { arr, .. } | View::Reshape { arr, .. }) => {
                    var = *arr;
                }
                Exp::Atom(Atom::Var(v)) => var = *v,
                Exp::Loop(l) => {
                    if let Atom::Var(v) = l.init.vals[i]
                        && updates_of(&l.body, l.body.result.vals[i].var().unwrap_or(v)) == l.params.vals[i]
                    {
                        var = v;
                    } else {
                        return var;
                    }
                }
                Exp::If { then, els, .. } => match branch_row(then, els, i) {
                    Some(row) => var = row,
                    None => return var,
                },
                Exp::Atom(_)
                | Exp::Prim(_)
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
                | Exp::Op(_) => return var,
            }
        }
    }
    var
}

/// The array that a result of a branch is a version of, whichever side is taken.
pub(super) fn branch_row(then: &Body<Soac>, els: &Body<Soac>, i: usize) -> Option<Var> {
    let (a, b) = (then.result.vals[i].var()?, els.result.vals[i].var()?);
    let row = updates_of(then, a);
    (row == updates_of(els, b)).then_some(row)
}

/// Whether a view is a row of its own, not another name of one: it is overwritten, or used when what it shows has been.
fn is_made(stm: &Stm<Soac>, overwritten: &Overwritten, vars: &Vars) -> bool {
    let renames = matches!(stm.exp, Exp::Atom(_) | Exp::View(View::Recast { .. }));
    let [var] = stm.pat.vals[..] else { return false };
    let row = overwritten.contains(var) || overwritten.outlived(&stm.exp, vars);
    is_view(&stm.exp, vars) && !renames && stm.pat.sizes.is_empty() && row
}

/// Whether a result of a body is computed by an operator of the body.
fn is_computed(body: &Body<Soac>, result: Atom) -> bool {
    body.stms
        .iter()
        .any(|s| matches!(s.exp, Exp::Op(_)) && s.pat.vals.iter().any(|v| Atom::Var(*v) == result))
}

/// Whether a map is so little total code that its elements may be computed where they are read.
pub(crate) fn is_trivial_map(s: &Screma<Soac>, vars: &Vars) -> bool {
    let scalar = |a: Atom| a.ty(vars).as_scalar().is_some();
    let input = |(param, input): &(Var, Input)| !matches!(input, Input::Acc(_)) && scalar((*param).into());
    let reads = s.arrays().count() + s.body.iter().filter(|s| matches!(s.exp, Exp::Read { .. })).count();
    s.clauses.is_map()
        && s.clauses.outs.iter().all(|out| matches!(out, Out::Point(a) if scalar(*a)))
        && s.inputs.iter().all(input)
        && s.body.iter().all(|stm| matches!(stm.exp, Exp::Prim(_) | Exp::Read { .. }))
        && reads <= 1
        && s.body.len() <= TRIVIAL
}
