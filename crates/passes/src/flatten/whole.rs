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
use rustc_hash::FxHashMap;

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

/// What a variable is a version of, and the number of the place of the rows: it is the same for arrays whose rows are at the same `At`s.
#[derive(Clone, Copy)]
struct Version {
    of: Var,
    place: usize,
}

/// The versions of arrays by their names.
type Versions = FxHashMap<Var, Version>;

/// Numbers the places of rows.
#[derive(Default)]
struct Places(Vec<Vec<At>>);

impl Places {
    fn number(&mut self, at: Vec<At>) -> usize {
        self.0.iter().position(|other| *other == at).unwrap_or_else(|| {
            self.0.push(at);
            self.0.len() - 1
        })
    }
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
        let staying = self.staying_params(ctx, l, stop);
        for i in (0..l.params.vals.len()).rev() {
            let init = l.init.vals[i];
            let root = self.root_of(init).filter(|_| stop);
            if root.is_none() && !staying.contains(&i) {
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

    /// Whether all that an accumulator starts from is in one place where it stays, and its operator is the same everywhere.
    pub(super) fn accumulates_in_place<P: PartialEq>(
        &self,
        def: &AccDef<Soac>,
        place: impl Fn(Var) -> Option<P>,
    ) -> bool {
        let uniform = |op: &ir::AccOp<Soac>| {
            let ne = op.ne.iter().flatten().all(|a| self.is_uniform(a));
            ne && walk::free_vars(&op.lam, self.vars).iter().all(|var| self.is_uniform(&(*var).into()))
        };
        let mut places = def.arrs.iter().map(|arr| place(*arr));
        let first = places.next().flatten();
        first.is_some() && places.all(|other| other == first) && def.op.as_ref().is_none_or(uniform)
    }

    /// Which parameters of a loop are carried whole.
    fn staying_params(&self, ctx: &Ctx, l: &Loop<Soac>, stop: bool) -> Vec<usize> {
        let mut places = Places::default();
        let mut params = vec![];
        for (i, init) in l.init.vals.iter().enumerate() {
            let at = self.place_of(*init).map(|(_, at)| at).or_else(|| stop.then(|| identity(ctx.depth())));
            params.extend(at.map(|at| (i, places.number(at))));
        }
        self.only_overwritten(l, params, ctx.depth())
    }

    /// Which of these parameters, with the numbers of their places, every round only overwrites, outside of kernels of scalar code.
    fn only_overwritten(&self, l: &Loop<Soac>, mut params: Vec<(usize, usize)>, depth: usize) -> Vec<usize> {
        params.retain(|(i, _)| self.could_stay(l, *i));
        loop {
            let start = |(i, place): &(usize, usize)| {
                let of = l.params.vals[*i];
                (of, Version { of, place: *place })
            };
            let versions = self.versions(params.iter().map(start).collect(), &l.body, depth);
            let count = params.len();
            params.retain(|(i, _)| {
                let version = l.body.result.vals[*i].var().and_then(|var| versions.get(&var));
                version.is_some_and(|version| version.of == l.params.vals[*i])
            });
            // Those that accumulate together stay together.
            if params.len() == count {
                return params.into_iter().map(|(i, _)| i).collect();
            }
        }
    }
    fn could_stay(&self, l: &Loop<Soac>, i: usize) -> bool {
        let param = l.params.vals[i];
        let ty = &self.vars[param].ty;
        let carried = ty.dims().iter().any(|dim| dim.size.var().is_some_and(|v| l.params.sizes.contains(&v)));
        let count = ty.dims().iter().try_fold(1, |n: i64, dim| n.checked_mul(dim.size.as_i64()?));
        let small = count.is_some_and(|n| n <= SMALL);
        ty.is_array() && !carried && !small && self.overwritten.consumes(param)
    }

    /// The versions of arrays that statements make by overwriting them where they are, and those that there are before.
    fn versions(&self, mut versions: Versions, body: &Body<Soac>, depth: usize) -> Versions {
        let sizes = walk::bound_vars(body).into_iter().collect();
        for (j, stm) in body.stms.iter().enumerate() {
            let in_kernel = || self.is_sequential(stm, depth, (&[], &sizes), &body.stms[j + 1..]).is_some();
            let results = &stm.pat.vals;
            match &stm.exp {
                Exp::Write { arr, .. } => {
                    if let Some(version) = versions.get(arr) {
                        versions.insert(results[0], *version);
                    }
                }
                Exp::If { then, els, .. } => {
                    let both = self.versions_of_sides(&versions, (then, els), depth);
                    if !both.is_empty() && !in_kernel() {
                        versions.extend(both.into_iter().map(|(k, version)| (results[k], version)));
                    }
                }
                Exp::WithAcc { accs, .. } => {
                    let mut results = results.iter();
                    for def in accs {
                        let results = results.by_ref().take(def.arrs.len());
                        let place = |arr: Var| versions.get(&arr).map(|version| version.place);
                        let in_place = self.accumulates_in_place(def, place);
                        for (arr, result) in def.arrs.iter().zip(results) {
                            if in_place {
                                versions.insert(*result, versions[arr]);
                            }
                        }
                    }
                }
                Exp::Loop(inner) => {
                    let inits: Vec<Option<Version>> =
                        inner.init.vals.iter().map(|init| versions.get(&init.var()?).copied()).collect();
                    let params = inits.iter().enumerate();
                    let params = params.filter_map(|(k, init)| Some((k, init.as_ref()?.place))).collect();
                    let stay = self.only_overwritten(inner, params, depth);
                    if !stay.is_empty() && !in_kernel() {
                        versions.extend(stay.into_iter().filter_map(|k| Some((results[k], inits[k]?))));
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
                | Exp::UpdateAcc { .. }
                | Exp::Call { .. }
                | Exp::Op(_) => {}
            }
        }
        versions
    }

    /// Which results of a branch are versions of the same array on both sides, and of which.
    fn versions_of_sides(
        &self,
        arrays: &Versions,
        (then, els): (&Body<Soac>, &Body<Soac>),
        depth: usize,
    ) -> Vec<(usize, Version)> {
        let used = [then, els].map(|side| walk::free_vars(side, self.vars));
        let both = used[0].iter().filter(|arr| used[1].contains(arr));
        let starts: Versions = both
            .filter_map(|arr| Some((*arr, Version { of: *arr, place: arrays.get(arr)?.place })))
            .collect();
        if starts.is_empty() {
            return vec![];
        }
        let sides = [then, els].map(|side| (side, self.versions(starts.clone(), side, depth)));
        let result = |k: usize| {
            let [a, b] = sides.each_ref().map(|(side, versions)| versions.get(&side.result.vals[k].var()?));
            a.filter(|a| b.is_some_and(|b| a.of == b.of)).map(|a| (k, arrays[&a.of]))
        };
        (0..then.result.vals.len()).filter_map(result).collect()
    }

    /// The results of a branch that are versions of an array that stays, with that array.
    pub(super) fn staying_results(
        &self,
        then: &Body<Soac>,
        els: &Body<Soac>,
        depth: usize,
    ) -> Vec<(usize, Var)> {
        let mut places = Places::default();
        let mut staying = Versions::default();
        for of in walk::free_vars(then, self.vars) {
            if let Some((_, at)) = self.place_of(of.into()) {
                staying.insert(of, Version { of, place: places.number(at) });
            }
        }
        let results = self.versions_of_sides(&staying, (then, els), depth);
        results.into_iter().map(|(k, version)| (k, version.of)).collect()
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
