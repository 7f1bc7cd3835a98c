//! Calls by the host, each for itself or several of one function at once.
//!
//! ```text
//! map (i < n) { let a = call f x_i  let b = call f y_i }
//!   =>
//! let xys = concat (n + n) (xs, ys)
//! let abs = call f_rows (n + n) xys                      a is the row i of abs, b the row n + i
//! ```
//!
//! Where each call makes two, the calls of one depth are one call then, and there are as many as the recursion is deep. Outside of maps a call
//! has one row. The pass `join` brings calls together.

use super::call::Signature;
use super::declare::replaced;
use super::kernel::Kernel;
use super::materialise::indices;
use super::rep::{At, Delayed, Ix, Part, Rep};
use super::{Ctx, Flattener};
use crate::effects::calls_and_checks;
use crate::inline::reached;
use base::{BinOp, Id, ScalarType};
use ir::{Atom, Builder, Dim, Exp, Fun, FunId, Limitation, Pat, Soac, Stm, Type, Var, Vars, fresh};
use rustc_hash::FxHashSet;

/// For each function which parameters it passes on to itself as they are: none if it calls others that call it.
pub(super) fn passed_on(funs: &[Fun<Soac>], vars: &Vars) -> Vec<Vec<bool>> {
    let calls: Vec<Vec<FunId>> = funs.iter().map(|fun| calls_and_checks(&fun.body.stms).0).collect();
    let reaches: Vec<Vec<bool>> = (0..funs.len()).map(|at| reached(&calls, [at])).collect();
    let mut passed = vec![];
    for (at, fun) in funs.iter().enumerate() {
        let others = (0..funs.len()).any(|other| other != at && reaches[at][other] && reaches[other][at]);
        let alone = reaches[at][at] && !others;
        let mut own: Vec<bool> = fun.params.iter().map(|p| alone && !p.consumed).collect();
        for stm in &fun.body.stms {
            stm.exp.any(&mut |exp| {
                if let Exp::Call { fun: callee, args, .. } = exp
                    && callee.index() == at
                {
                    let same = fun.params.iter().zip(args).map(|(param, arg)| *arg == Atom::Var(param.var));
                    own.iter_mut().zip(same).for_each(|(own, same)| *own &= same);
                }
                false
            });
        }
        // An array is as its sizes are.
        let kept: FxHashSet<Var> =
            fun.params.iter().zip(&own).filter(|(_, own)| **own).map(|(p, _)| p.var).collect();
        for (param, own) in fun.params.iter().zip(&mut own) {
            *own &= vars[param.var].ty.dims().iter().filter_map(|d| d.size.var()).all(|v| kept.contains(&v));
        }
        passed.push(own);
    }
    passed
}

/// What stands in a call.
struct Called<'a> {
    fun: FunId,
    args: &'a [Atom],
    at: &'a [Atom],
    pat: &'a Pat,
}

impl Called<'_> {
    fn of(stm: &Stm<Soac>) -> Option<Called<'_>> {
        let Exp::Call { fun, args, at, .. } = &stm.exp else { return None };
        Some(Called { fun: *fun, args, at, pat: &stm.pat })
    }
}

impl Flattener<'_> {
    /// How many statements are calls that are made at once: at least the first one.
    pub(super) fn calls_together(&self, stms: &[Stm<Soac>]) -> usize {
        let Some(first) = Called::of(&stms[0]) else { return 1 };
        let at = first.fun.index();
        let consumes = self.versions.funs[at].params.iter().any(|p| p.consumed);
        if !self.versions.recursive[at] || consumes {
            return 1;
        }
        // Arrays that the rows share are not copied to be different.
        let shares = |args: &[Atom]| {
            let passed_on = self.versions.passed_on[at].iter().zip(first.args.iter().zip(args));
            passed_on.into_iter().all(|(on, (a, b))| !on || a == b || !b.ty(self.vars).is_array())
        };
        let mut made: FxHashSet<Var> = stms[0].pat.all().collect();
        let mut count = 1;
        for call in stms[1..].iter().map_while(Called::of) {
            let waits = call.args.iter().chain(call.at).filter_map(|a| a.var()).any(|v| made.contains(&v));
            if call.fun != first.fun || waits || !shares(call.args) || self.is_callable(call.fun, call.args) {
                break;
            }
            made.extend(call.pat.all());
            count += 1;
        }
        count
    }

    /// Calls of one function at once: of the version that serves this context.
    pub(super) fn lift_calls(&mut self, ctx: &Ctx, stms: &[Stm<Soac>]) -> Result<(), Limitation> {
        let calls: Vec<Called> = stms.iter().filter_map(Called::of).collect();
        let joined = calls.len() > 1;
        let outer_env = self.env.clone();
        let points = match ctx.depth() {
            0 if joined => Ctx::new(vec![Dim::uniform(Atom::i64(1))]),
            0 => Ctx::default(),
            _ => self.flat_ctx(ctx)?,
        };
        let is_shared = self.shared(&points, &calls);
        let callee = self.version(calls[0].fun, points.depth() > 0, is_shared)?;
        let rows = points.dims.first().map(|dim| dim.size);
        let all_rows = rows.map(|rows| self.times(Atom::i64(calls.len() as i64), rows));

        let shared = callee.arguments(calls[0].args, true);
        let shared = self.returned(&Ctx::default(), &shared, &callee.shared, &[])?;
        let mut known: Vec<(Var, Atom)> = callee.shared.pat.all().zip(shared.all()).collect();
        let mut given = vec![];
        for call in &calls {
            let mut known = known.clone();
            known.extend(callee.rows.into_iter().zip(rows));
            let own = self.returned(&points, &callee.arguments(call.args, false), &callee.params, &known)?;
            given.push(own.all().collect::<Vec<Atom>>());
        }
        known.extend(callee.rows.into_iter().zip(all_rows));
        let mut args: Vec<Atom> = all_rows.into_iter().chain(shared.all()).collect();
        for (i, param) in callee.params.pat.all().enumerate() {
            let ty = self.vars[param].ty.map_sizes(|a| replaced(&known, a));
            let arg = self.rows_of_all(param, ty, given.iter().map(|own| own[i]).collect())?;
            known.push((param, arg));
            args.push(arg);
        }
        let mut at = vec![];
        let indices = if callee.fails { calls[0].at.len() } else { 0 };
        for i in 0..indices {
            let own = calls.iter().map(|call| self.materialised(&points, call.at[i]));
            let own: Vec<Atom> = own.collect::<Result<_, _>>()?;
            let Some(first) = own[0].var().filter(|_| joined) else {
                at.push(own[0]);
                continue;
            };
            let rows = all_rows.map(Dim::uniform).into_iter().collect();
            at.push(self.rows_of_all(first, Type::array(ScalarType::I64, rows), own)?);
        }
        let (flat, own) = self.results_of(&callee, known);
        self.loc = stms[0].loc.clone();
        let beside = stms[1..].iter().map(|stm| stm.loc.clone()).collect();
        self.push(flat, Exp::Call { fun: callee.id, args, at, beside });
        if ctx.depth() == 0 && joined {
            // What was made for one row is no value outside of maps.
            self.env.clone_from(&outer_env);
        }
        match rows {
            Some(rows) if joined => self.part(ctx, &points, rows, &calls, &own)?,
            Some(_) | None => {
                calls[0].pat.all().zip(&own).for_each(|(core, arr)| self.put(&points, core, *arr))
            }
        }
        if ctx.depth() <= 1 {
            return Ok(());
        }
        // Back from the flat context, in which a call has its rows.
        let mut made = vec![];
        for call in &calls {
            let arrs: Result<Vec<Var>, _> =
                call.pat.all().map(|core| self.materialise(&points, core)).collect();
            made.push(arrs?);
        }
        self.env = outer_env;
        calls.iter().zip(made).try_for_each(|(call, arrs)| self.unflatten(ctx, call.pat, arrs))
    }

    /// For each parameter, whether all rows have the same: what is passed on from call to call, and does not vary with a point of the context.
    fn shared(&self, points: &Ctx, calls: &[Called]) -> Vec<bool> {
        let passed_on = &self.versions.passed_on[calls[0].fun.index()];
        let is_shared = |i: usize, arg: Atom| {
            let uniform = arg.var().is_none_or(|v| matches!(self.env.get(&v), Some(Rep::Host(_))));
            points.depth() > 0 && passed_on[i] && uniform && calls.iter().all(|call| call.args[i] == arg)
        };
        calls[0].args.iter().enumerate().map(|(i, arg)| is_shared(i, *arg)).collect()
    }

    /// Variables for the results of a call: all of them, and those that stand for results of the Core function. `known` says what its
    /// parameters are here.
    fn results_of(&mut self, callee: &Signature, mut known: Vec<(Var, Atom)>) -> (Pat, Vec<Var>) {
        let (mut flat, mut own) = (Pat::default(), vec![]);
        for (i, var) in callee.results.pat.all().enumerate() {
            let ty = self.vars[var].ty.map_sizes(|a| replaced(&known, a));
            let new = fresh(self.vars, &self.name(var), ty);
            known.push((var, new.into()));
            if i < callee.results.pat.sizes.len() { &mut flat.sizes } else { &mut flat.vals }.push(new);
            if !callee.results.is_extra(var) {
                own.push(new);
            }
        }
        (flat, own)
    }

    /// The rows of several calls, one call after the other, as an array of this type; of one call what it is. `like` has its name.
    fn rows_of_all(&mut self, like: Var, ty: Type, parts: Vec<Atom>) -> Result<Atom, Limitation> {
        if parts.len() == 1 {
            return Ok(parts[0]);
        }
        // Elements lie in the order of the rows: nothing is looked for.
        let mut flat = vec![];
        for part in parts.iter().filter_map(|part| part.var()) {
            let dims = self.vars[part].ty.dims().to_vec();
            let size = self.count(&dims)?;
            let src = self.reshape(part, vec![Dim::uniform(size)], vec![]);
            self.put(&Ctx::default(), src, src);
            size.var().into_iter().for_each(|size| self.put(&Ctx::default(), size, size));
            flat.push(Part { src: src.into(), size });
        }
        let mut total = ty.dims()[0].size;
        if ty.rank() > 1 {
            let mut b = Builder::new(self.vars);
            let sizes = flat.iter().map(|part| part.size);
            total = sizes.reduce(|sum, size| b.bin("total", BinOp::Add, sum, size)).unwrap_or(total);
            self.stms.append(&mut b.stms);
        }
        total.var().into_iter().for_each(|total| self.put(&Ctx::default(), total, total));
        let elem = ty.elem().unwrap_or(ScalarType::I64);
        let all = fresh(self.vars, &self.name(like), Type::array(elem, vec![Dim::uniform(total)]));
        self.env.insert(all, Rep::Delayed(Delayed::Concat { parts: flat }));
        let arr = self.build(&Ctx::default(), all)?;
        Ok(self.reshape(arr, ty.dims().to_vec(), vec![]).into())
    }

    /// Says where each of several calls has its results.
    fn part(
        &mut self,
        ctx: &Ctx,
        points: &Ctx,
        rows: Atom,
        calls: &[Called],
        results: &[Var],
    ) -> Result<(), Limitation> {
        for arr in results {
            self.put(&Ctx::default(), *arr, *arr);
        }
        for (i, call) in calls.iter().enumerate() {
            let i = Atom::i64(i as i64);
            let rep: Box<dyn Fn(Var) -> Rep> = if ctx.depth() == 0 {
                Box::new(|src| Rep::Delayed(Delayed::Row { src, index: vec![Ix::Atom(i)] }))
            } else {
                let levels = self.levels(&points.dims)?;
                let mut k = Kernel::new(indices(&levels));
                let first = self.k_times(&mut k, i, rows);
                let row = k.index[0].into();
                let row = self.k_bin(&mut k, "row", BinOp::Add, first, row);
                let ty = Type::array(ScalarType::I64, points.dims.clone());
                let ids = self.seg_map("ids", levels, k, vec![(row, ty)])[0];
                let at = vec![At::Through(ids, Box::new(At::Level(0)))];
                Box::new(move |arr| Rep::Lifted { arr, at: at.clone() })
            };
            for (core, arr) in call.pat.all().zip(results) {
                self.env.insert(core, rep(*arr));
            }
        }
        Ok(())
    }
}
