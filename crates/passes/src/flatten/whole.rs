//! Arrays that stay where they are while rows stop one by one.
//!
//! A loop that runs differently often from row to row gathers what the rows that go on carry. That is no more work than a round does
//! where it makes this anew, but it is where a round only overwrites some elements. Such an array is carried whole: it keeps the rows
//! that have stopped, and those that go on are found in it through their `ids`.
//!
//! ```text
//! screma n (m, i, x: [m][m]) { loop (a: [m][m] = x) while .. { let row: [m] = ..  let b = a with [i] = row  in (b) } .. }
//!   =>
//! active n rows r ids ids .. whole (a: [n][m][m] = x) while .. do {
//!   let b = with_acc (acc = a) { seg (j < r, k < m) { update_acc acc [ids[j], i[ids[j]], k] (row[j, k]) } }  in (b)
//! }
//! ```
//!
//! Inside of the rounds other loops may go on with the array, those of the host and those whose rows stop one by one again.
//! Accumulators are carried whole by their nature.

use super::overwritten::is_new;
use super::rep::{At, Rep, identity};
use super::sequential::SMALL;
use super::{Ctx, Flattener};
use ir::{AccDef, Atom, Body, Exp, Limitation, Loop, Pat, Results, Soac, Stm, Var, fresh, walk};
use rustc_hash::FxHashSet;

/// A value that a loop carries whole.
pub(super) struct Whole {
    /// Its Core variables: of a round, and of the end.
    core: (Var, Var),
    /// What a round gives.
    next: Atom,
    /// Its Flat variables: of a round, of the end, and what it is at the start.
    pub(super) param: Var,
    pub(super) result: Var,
    pub(super) start: Var,
    /// Where the rows of the points are in it.
    at: Vec<At>,
    /// The definition that an accumulator comes from.
    root: Option<Var>,
}

impl Flattener<'_> {
    /// Takes what a loop carries whole out of its parameters and results. A loop whose rows `stop` one by one carries arrays and
    /// accumulators so; one of the host, only arrays that a loop around it carries so.
    pub(super) fn take_whole(
        &mut self,
        ctx: &Ctx,
        (pat, l): (&mut Pat, &mut Loop<Soac>),
        stop: bool,
    ) -> Result<Vec<Whole>, Limitation> {
        let mut whole = vec![];
        for i in (0..l.params.vals.len()).rev() {
            let init = l.init.vals[i];
            let root = self.root_of(init).filter(|_| stop);
            let staying = self.place_of(init).is_some();
            if root.is_none() && !((stop || staying) && self.stays(l, i, ctx.depth())) {
                continue;
            }
            let param = l.params.vals[i];
            let (start, at) = self.start_whole(ctx, param, init, root)?;
            let core = (l.params.vals.remove(i), pat.vals.remove(i));
            l.init.vals.remove(i);
            let next = l.body.result.vals.remove(i);
            let ty = self.vars[start].ty.clone();
            let [param, result] = [core.0, core.1].map(|var| fresh(self.vars, &self.name(var), ty.clone()));
            whole.push(Whole { core, next, param, result, start, at, root });
        }
        whole.reverse();
        Ok(whole)
    }

    /// What a value that is carried whole is at the start: the loop's own.
    fn start_whole(
        &mut self,
        ctx: &Ctx,
        param: Var,
        init: Atom,
        root: Option<Var>,
    ) -> Result<(Var, Vec<At>), Limitation> {
        if let Some(root) = root {
            return Ok((self.accs[&root], vec![]));
        }
        if let Some(place) = self.place_of(init) {
            return Ok(place);
        }
        let env = self.env.clone();
        let wanted = self.declare(ctx, &Pat::vals(vec![param]))?;
        self.env = env;
        let start = self.returned(ctx, &Results::vals(vec![init]), &wanted, &[])?;
        let Some(start) = start.vals[0].var() else { base::bug!("flatten", "{init:?} is no array") };
        Ok((self.copied(start)?, identity(ctx.depth())))
    }

    /// Begins a round over points that are found at `levels`.
    pub(super) fn enter_whole(&mut self, whole: &[Whole], levels: &[At]) {
        for one in whole {
            self.settle_accs(&[one.core.0], &[one.param], &[one.root]);
            if one.root.is_none() {
                let at = one.at.iter().map(|at| at.remap(levels)).collect();
                self.env.insert(one.core.0, Rep::Lifted { arr: one.param, at });
                self.staying.insert(one.core.0);
            }
        }
    }

    /// What a round gives.
    pub(super) fn next_whole(&mut self, ctx: &Ctx, whole: &[Whole]) -> Result<Vec<Atom>, Limitation> {
        let mut next = vec![];
        for one in whole {
            next.push(match one.root {
                Some(root) => self.accs[&root].into(),
                None => self.left_of(ctx, one.core.0, one.next)?.into(),
            });
        }
        Ok(next)
    }

    /// Binds what is there after the last round. Where the array was a loop's own, rows are those of the points again.
    pub(super) fn leave_whole(&mut self, ctx: &Ctx, whole: &[Whole]) -> Result<(), Limitation> {
        for one in whole {
            self.settle_accs(&[one.core.1], &[one.result], &[one.root]);
            if one.at.iter().any(|at| matches!(at, At::Through(..))) {
                self.put_at(ctx, one.core.1, one.result, one.at.clone());
            } else {
                self.unflatten(ctx, &Pat::vals(vec![one.core.1]), vec![one.result])?;
            }
        }
        Ok(())
    }

    /// Where an array that stays is, and the rows of the points in it.
    pub(super) fn place_of(&self, atom: Atom) -> Option<(Var, Vec<At>)> {
        match self.env.get(&atom.var().filter(|var| self.staying.contains(var))?) {
            Some(Rep::Lifted { arr, at }) => Some((*arr, at.clone())),
            _ => None,
        }
    }

    /// An array whose rows are overwritten, and where those of the points are in it. What is a copy for nothing goes later.
    pub(super) fn own(&mut self, ctx: &Ctx, var: Var) -> Result<(Var, Vec<At>), Limitation> {
        match self.place_of(var.into()) {
            Some((arr, at)) => Ok((self.copied(arr)?, at)),
            None => Ok((self.build(ctx, var)?, identity(ctx.depth()))),
        }
    }

    /// Says where the next version of such an array is.
    pub(super) fn put_at(&mut self, ctx: &Ctx, var: Var, arr: Var, at: Vec<At>) {
        if at == identity(ctx.depth()) {
            return self.put(ctx, var, arr);
        }
        self.env.insert(var, Rep::Lifted { arr, at });
        self.staying.insert(var);
    }

    /// Says that a Flat array is a version of one that stays.
    pub(super) fn put_version(&mut self, ctx: &Ctx, var: Var, of: Var, arr: Var) {
        if let Some((_, at)) = self.place_of(of.into()) {
            self.put_at(ctx, var, arr, at);
        }
    }

    /// Goes on with a version of an array that stays in which the rows of the points are as they were, whatever they are called.
    #[allow(clippy::iter_over_hash_type)] // Each entry is rewritten on its own: the order does not matter.
    pub(super) fn go_on_with(&mut self, var: Var, version: Var) {
        let Some((before, _)) = self.place_of(var.into()) else { return };
        for rep in self.env.values_mut() {
            if let Rep::Lifted { arr, .. } = rep
                && *arr == before
            {
                *arr = version;
            }
        }
    }

    /// Whether an expression that could be a view gives a new array of one that stays and that is overwritten later. Of the new one the
    /// rows of the points are made, so that the other need not be copied whole.
    pub(super) fn outlives_staying(&self, exp: &Exp<Soac>) -> bool {
        !self.staying.is_empty()
            && is_new(exp)
            && walk::free_vars(exp, self.vars).iter().any(|var| self.shows_staying(*var))
    }

    fn shows_staying(&self, var: Var) -> bool {
        match self.env.get(&var) {
            Some(Rep::Lifted { arr, .. }) => self.staying.iter().any(|other| {
                let place = self.place_of((*other).into());
                place.is_some_and(|(place, _)| place == *arr) && self.overwritten.consumes(*other)
            }),
            Some(Rep::Delayed(view)) => view.sources().into_iter().any(|source| self.shows_staying(source)),
            Some(Rep::Host(_) | Rep::Index(_) | Rep::Acc { .. } | Rep::Cert(_)) | None => false,
        }
    }

    /// Whether all that an accumulator starts from stays, and its operator is the same everywhere.
    pub(super) fn accumulates_in_place(&self, def: &AccDef<Soac>, staying: &FxHashSet<Var>) -> bool {
        let uniform = |op: &ir::AccOp<Soac>| {
            let ne = op.ne.iter().flatten().all(|a| self.is_uniform(a));
            ne && walk::free_vars(&op.lam, self.vars).iter().all(|var| self.is_uniform(&(*var).into()))
        };
        let places = || def.arrs.iter().filter_map(|arr| self.place_of((*arr).into())).map(|(_, at)| at);
        let same = || places().zip(places().skip(1)).all(|(a, b)| a == b);
        def.arrs.iter().all(|arr| staying.contains(arr)) && same() && def.op.as_ref().is_none_or(uniform)
    }

    /// Whether every round only overwrites a value that it is given, outside of kernels of scalar code.
    fn stays(&self, l: &Loop<Soac>, i: usize, depth: usize) -> bool {
        let param = l.params.vals[i];
        let ty = &self.vars[param].ty;
        let carried = ty.dims().iter().any(|dim| dim.size.var().is_some_and(|v| l.params.sizes.contains(&v)));
        let count = ty.dims().iter().try_fold(1, |n: i64, dim| n.checked_mul(dim.size.as_i64()?));
        let small = count.is_some_and(|n| n <= SMALL);
        if !ty.is_array() || carried || small || !self.overwritten.consumes(param) {
            return false;
        }
        let versions = self.versions(param, &l.body, depth);
        l.body.result.vals[i].var().is_some_and(|var| versions.contains(&var))
    }

    /// The versions of an array that statements make by overwriting it where it is, and the array itself.
    fn versions(&self, arr: Var, body: &Body<Soac>, depth: usize) -> FxHashSet<Var> {
        let mut versions = FxHashSet::from_iter([arr]);
        let sizes = walk::bound_vars(body).into_iter().collect();
        for (j, stm) in body.stms.iter().enumerate() {
            let in_kernel = || self.is_sequential(stm, depth, (&[], &sizes), &body.stms[j + 1..]).is_some();
            match &stm.exp {
                Exp::Write { arr, .. } if versions.contains(arr) => versions.extend(&stm.pat.vals),
                Exp::If { then, els, .. } => {
                    let results = self.versions_of_sides(&versions, (then, els), depth);
                    let results: Vec<Var> = results.into_iter().map(|k| stm.pat.vals[k]).collect();
                    if !results.is_empty() && !in_kernel() {
                        versions.extend(results);
                    }
                }
                Exp::WithAcc { accs, .. } => {
                    let mut results = stm.pat.vals.iter();
                    for def in accs {
                        let results = results.by_ref().take(def.arrs.len());
                        if self.accumulates_in_place(def, &versions) {
                            versions.extend(results);
                        } else {
                            results.for_each(drop);
                        }
                    }
                }
                Exp::Loop(inner) => {
                    let goes_on = |(k, init): (usize, &Atom)| {
                        init.var().is_some_and(|v| versions.contains(&v)) && self.stays(inner, k, depth)
                    };
                    let inits = inner.init.vals.iter().enumerate();
                    let results: Vec<Var> =
                        inits.filter(|init| goes_on(*init)).map(|(k, _)| stm.pat.vals[k]).collect();
                    if !results.is_empty() && !in_kernel() {
                        versions.extend(results);
                    }
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
                | Exp::UpdateAcc { .. }
                | Exp::Call { .. }
                | Exp::Op(_) => {}
            }
        }
        versions
    }

    /// Which results of a branch are versions of one of these arrays on both sides.
    fn versions_of_sides(
        &self,
        arrays: &FxHashSet<Var>,
        (then, els): (&Body<Soac>, &Body<Soac>),
        depth: usize,
    ) -> Vec<usize> {
        let mut results = vec![];
        let used = [then, els].map(|side| walk::free_vars(side, self.vars));
        for arr in used[0].iter().filter(|arr| arrays.contains(arr) && used[1].contains(arr)) {
            let sides = [then, els].map(|side| (side, self.versions(*arr, side, depth)));
            results.extend((0..then.result.vals.len()).filter(|k| {
                sides.iter().all(|(side, versions)| {
                    side.result.vals[*k].var().is_some_and(|var| versions.contains(&var))
                })
            }));
        }
        results
    }

    /// The results of a branch that are versions of an array that stays, with that array.
    pub(super) fn staying_results(
        &self,
        then: &Body<Soac>,
        els: &Body<Soac>,
        depth: usize,
    ) -> Vec<(usize, Var)> {
        let used = walk::free_vars(then, self.vars);
        let mut results: Vec<(usize, Var)> = vec![];
        for arr in used.into_iter().filter(|arr| self.staying.contains(arr)) {
            let one = FxHashSet::from_iter([arr]);
            results.extend(self.versions_of_sides(&one, (then, els), depth).into_iter().map(|k| (k, arr)));
        }
        results
    }

    /// What a side of a branch leaves of an array that stays.
    pub(super) fn left_of(&mut self, ctx: &Ctx, arr: Var, result: Atom) -> Result<Var, Limitation> {
        match self.place_of(result) {
            Some((left, _)) => Ok(left),
            // Rows that were made elsewhere after all.
            None => Ok(self.overwrite(ctx, arr, &[], result)?.0),
        }
    }

    /// Whether a statement overwrites an array that stays: that is a kernel of its own.
    pub(super) fn overwrites_staying(&self, stm: &Stm<Soac>) -> bool {
        matches!(&stm.exp, Exp::Write { arr, .. } if self.staying.contains(arr))
    }

    /// The same elements in an array of its own.
    fn copied(&mut self, arr: Var) -> Result<Var, Limitation> {
        let all = Ctx::new(self.vars[arr].ty.dims().to_vec());
        let at = identity(all.depth());
        self.gather(&all, &self.name(arr), arr, at)
    }
}

/// Takes what stays out of results.
pub(super) fn taken<T: Copy>(results: &mut Vec<T>, staying: &[(usize, Var)]) -> Vec<T> {
    let taken = staying.iter().map(|(i, _)| results[*i]).collect();
    let mut i = 0..;
    results.retain(|_| i.next().is_some_and(|i| staying.iter().all(|(k, _)| *k != i)));
    taken
}
