//! Branches, loops and accumulation in a context.

use super::kernel::Kernel;
use super::materialise::indices;
use super::rep::{At, Rep};
use super::{Ctx, Flattener, acc_type};
use base::{BinOp, ScalarType, UnOp};
use ir::{
    AccDef, AccOp, Active, Atom, Body, Builder, Dim, Exp, Limitation, Loop, LoopForm, Pat, Results, Seg,
    SegOp, Soac, Type, Var, fresh,
};

impl Flattener<'_> {
    /// The value of a scalar that is the same at every point. Outside of maps every scalar is: one that lies in an array is read.
    fn uniform(&mut self, ctx: &Ctx, atom: Atom) -> Result<Option<Atom>, Limitation> {
        if ctx.depth() == 0 {
            return self.materialised(ctx, atom).map(Some);
        }
        Ok(match atom {
            Atom::Const(_) => Some(atom),
            Atom::Var(v) => match self.env.get(&v) {
                Some(Rep::Host(a)) => Some(*a),
                _ => None,
            },
        })
    }

    /// The definition that an accumulator comes from; `None` for other values.
    pub(super) fn root_of(&self, atom: Atom) -> Option<Var> {
        atom.var().filter(|v| self.vars[*v].ty.is_acc()).map(|v| self.acc_root(v))
    }

    /// Says that Flat variables are the current versions of accumulators, under their Core names.
    fn settle_accs(&mut self, core: &[Var], flat: &[Var], roots: &[Option<Var>]) {
        for ((core, flat), root) in core.iter().zip(flat).zip(roots) {
            if let Some(root) = root {
                self.vars[*flat].ty = self.vars[self.accs[root]].ty.clone();
                self.accs.insert(*root, *flat);
                let rep = self.env[root].clone();
                self.env.insert(*core, rep);
            }
        }
    }

    /// A branch with parallelism in it.
    pub(super) fn lift_if(
        &mut self,
        ctx: &Ctx,
        pat: &Pat,
        cond: Atom,
        then: &Body<Soac>,
        els: &Body<Soac>,
    ) -> Result<(), Limitation> {
        let Some(cond) = self.uniform(ctx, cond)? else { return self.split_if(ctx, pat, cond, then, els) };
        let env = self.env.clone();
        let flat = self.declare(ctx, pat)?;
        let after = std::mem::replace(&mut self.env, env);
        // Both sides begin with the same versions of accumulators.
        let branch = |this: &mut Self, body: &Body<Soac>| {
            let accs = this.accs.clone();
            let done = this.nested(|this| {
                let results = this.lift_body(ctx, body)?;
                let roots: Vec<Option<Var>> = results.vals.iter().map(|a| this.root_of(*a)).collect();
                Ok((this.returned(ctx, &results, &flat)?, roots))
            });
            this.accs = accs;
            done
        };
        let (then, roots) = branch(self, then)?;
        let (els, _) = branch(self, els)?;
        self.env = after;
        self.settle_accs(&pat.vals, &flat.pat.vals, &roots);
        self.push(flat.pat, Exp::If { cond, then: Box::new(then), els: Box::new(els) });
        Ok(())
    }

    /// The context as one level. Every value is reached through the position in it.
    fn flat_ctx(&mut self, ctx: &Ctx) -> Result<Ctx, Limitation> {
        if ctx.depth() == 1 {
            return Ok(ctx.clone());
        }
        let count = self.count(&ctx.dims)?;
        let levels = self.levels(&ctx.dims)?;
        let k = Kernel::new(indices(&levels));
        let ty = Type::array(ScalarType::I64, ctx.dims.clone());
        let results = k.index.iter().map(|i| ((*i).into(), ty.clone())).collect();
        let flat = vec![Dim::uniform(count)];
        let arrs = self.seg_map("at", levels, k, results);
        let at: Vec<At> = arrs
            .into_iter()
            .map(|arr| At::Through(self.reshape(arr, flat.clone()), Box::new(At::Level(0))))
            .collect();
        self.remap_env(&at);
        Ok(ctx.chosen(count, &at))
    }

    /// Results over the flat context, put back over the real one.
    fn unflatten(&mut self, ctx: &Ctx, pat: &Pat, flat: Vec<Var>) -> Result<(), Limitation> {
        for (core, arr) in pat.all().zip(flat) {
            let ty = self.vars[core].ty.clone();
            if ty == Type::Cert {
                self.env.insert(core, Rep::Cert);
                continue;
            }
            if ty.is_acc() {
                continue;
            }
            let all = self.extend_by(ctx, &ty)?;
            let arr = self.reshape(arr, all.dims);
            self.put(ctx, core, arr);
        }
        Ok(())
    }

    /// A branch whose condition differs from point to point: each side runs over its part of the points.
    fn split_if(
        &mut self,
        ctx: &Ctx,
        pat: &Pat,
        cond: Atom,
        then: &Body<Soac>,
        els: &Body<Soac>,
    ) -> Result<(), Limitation> {
        let loc = self.loc.clone();
        let outer_env = self.env.clone();
        let points = self.flat_ctx(ctx)?;
        let cond = match self.materialised(&points, cond)? {
            Atom::Var(v) => v,
            Atom::Const(_) => base::bug!("flatten", "a constant condition is uniform"),
        };
        let rank = self.rank(&points, cond)?;
        let mut sides = vec![];
        let mut roots: Vec<(Var, Var)> = vec![];
        for (side, body) in [(true, then), (false, els)] {
            let (count, ids) = self.choose(&points, cond, side)?;
            let env = self.env.clone();
            let at = [At::Through(ids, Box::new(At::Level(0)))];
            self.remap_env(&at);
            let part = points.chosen(count, &at);
            let results = self.lift_body(&part, body)?;
            let mut arrs = vec![];
            for (core, atom) in pat.all().zip(results.all()) {
                // The second side goes on with the accumulators where the first one left them.
                roots.extend(self.root_of(atom).map(|root| (core, root)));
                let made = matches!(atom.ty(self.vars), Type::Data { .. });
                arrs.push(if made { self.materialised(&part, atom)?.var() } else { None });
            }
            self.env = env;
            sides.push(arrs);
        }
        self.loc = loc;
        let mut merged = vec![];
        for (i, core) in pat.all().enumerate() {
            let (Some(a), Some(b)) = (sides[0][i], sides[1][i]) else {
                self.env.insert(core, Rep::Cert);
                merged.push(core);
                continue;
            };
            let arr = self.merge(&points, core, cond, rank, a, b)?;
            self.put(&points, core, arr);
            merged.push(arr);
        }
        self.env = outer_env;
        self.unflatten(ctx, pat, merged)?;
        for (core, root) in roots {
            let rep = self.env[&root].clone();
            self.env.insert(core, rep);
        }
        Ok(())
    }

    /// For each point, how many points up to and including it satisfy the condition.
    fn rank(&mut self, points: &Ctx, cond: Var) -> Result<Var, Limitation> {
        let levels = self.levels(&points.dims)?;
        let mut k = Kernel::new(indices(&levels));
        let index = k.index.iter().map(|i| (*i).into()).collect();
        let c = self.k_flat(&mut k, cond, index);
        let one = self.k_conv(&mut k, ScalarType::I64, c);
        let scan = self.add_fold();
        let rank = fresh(self.vars, "rank", Type::array(ScalarType::I64, points.dims.clone()));
        let body = Body { stms: k.stms, result: Results::vals(vec![one]) };
        let seg =
            Seg { levels, origins: vec![], rows: vec![], body, reds: vec![], scans: vec![scan], keep: false };
        self.push(Pat::one(rank), Exp::Op(SegOp::Seg(seg)));
        Ok(rank)
    }

    /// The points where the condition has this value: how many, and which.
    fn choose(&mut self, points: &Ctx, cond: Var, side: bool) -> Result<(Atom, Var), Limitation> {
        let levels = self.levels(&points.dims)?;
        let mut k = Kernel::new(indices(&levels));
        let at = k.index[0];
        let mut flag = self.k_flat(&mut k, cond, vec![at.into()]);
        if !side {
            flag = self.k_un(&mut k, UnOp::Not, flag);
        }
        let count = fresh(self.vars, "part", Type::i64());
        let ids = fresh(self.vars, "ids", Type::array(ScalarType::I64, vec![Dim::uniform(count)]));
        let body = Body { stms: k.stms, result: Results::vals(vec![flag, at.into()]) };
        let seg =
            Seg { levels, origins: vec![], rows: vec![], body, reds: vec![], scans: vec![], keep: true };
        self.push(Pat { sizes: vec![count], vals: vec![ids] }, Exp::Op(SegOp::Seg(seg)));
        Ok((count.into(), ids))
    }

    /// The array over all points whose rows come from the side that computed them.
    fn merge(
        &mut self,
        points: &Ctx,
        core: Var,
        cond: Var,
        rank: Var,
        then: Var,
        els: Var,
    ) -> Result<Var, Limitation> {
        let ty = self.vars[core].ty.clone();
        let all = self.extend_by(points, &ty)?;
        let levels = self.levels(&all.dims)?;
        let mut k = Kernel::new(indices(&levels));
        let value = self.k_merge(&mut k, cond, rank, then, els);
        let name = self.name(core);
        Ok(self.seg_map(&name, levels, k, vec![(value, ty.with_dims(all.dims))])[0])
    }

    /// A loop with parallelism in it, or around kernels.
    pub(super) fn lift_loop(&mut self, ctx: &Ctx, pat: &Pat, l: &Loop<Soac>) -> Result<(), Limitation> {
        match &l.form {
            LoopForm::For { index, count } => match self.uniform(ctx, *count)? {
                Some(count) => self.host_loop(ctx, pat, l, Some((*index, count))),
                None => {
                    let l = counted(self.vars, l, *index, *count);
                    let mut wide = pat.clone();
                    let last = fresh(self.vars, "end", Type::i64());
                    wide.vals.push(last);
                    self.active(ctx, &wide, &l)
                }
            },
            LoopForm::While(_) if ctx.depth() == 0 => self.host_loop(ctx, pat, l, None),
            LoopForm::While(_) => self.active(ctx, pat, l),
        }
    }

    /// A loop that runs equally often for every point: the host's loop around lifted bodies.
    fn host_loop(
        &mut self,
        ctx: &Ctx,
        pat: &Pat,
        l: &Loop<Soac>,
        counter: Option<(Var, Atom)>,
    ) -> Result<(), Limitation> {
        // Sizes that stay the same are made once: parameters, body and results share them.
        for size in self.fixed_sizes(l) {
            self.materialise(ctx, size)?;
        }
        let outer = self.env.clone();
        let params = self.declare(ctx, &l.params)?;
        let inside = std::mem::replace(&mut self.env, outer.clone());
        let init = self.returned(ctx, &l.init, &params)?;
        let roots: Vec<Option<Var>> = l.init.vals.iter().map(|a| self.root_of(*a)).collect();
        let flat = self.declare(ctx, pat)?;
        let after = std::mem::replace(&mut self.env, inside);
        self.settle_accs(&l.params.vals, &params.pat.vals, &roots);
        let mut inner = ctx.clone();
        let form = match (&l.form, counter) {
            (_, Some((index, count))) => {
                self.env.insert(index, Rep::Host(index.into()));
                if l.rows {
                    inner.enter(At::Host(index.into()), false);
                }
                LoopForm::For { index, count }
            }
            (LoopForm::While(cond), None) => {
                let (cond, ()) = self.nested(|this| {
                    let results = this.lift_body(ctx, cond)?;
                    let cond = this.materialised(ctx, results.vals[0])?;
                    Ok((Results::vals(vec![cond]), ()))
                })?;
                LoopForm::While(cond)
            }
            (LoopForm::For { .. }, None) => base::bug!("flatten", "a counted loop has a count"),
        };
        let (body, ()) = self.nested(|this| {
            let results = this.lift_body(&inner, &l.body)?;
            Ok((this.returned(&inner, &results, &params)?, ()))
        })?;
        self.env = after;
        self.settle_accs(&pat.vals, &flat.pat.vals, &roots);
        self.push(flat.pat, Exp::Loop(Box::new(Loop { params: params.pat, init, form, rows: l.rows, body })));
        Ok(())
    }

    /// A loop that runs differently often from point to point.
    fn active(&mut self, ctx: &Ctx, pat: &Pat, l: &Loop<Soac>) -> Result<(), Limitation> {
        let LoopForm::While(cond) = &l.form else { base::bug!("flatten", "counted loops were rewritten") };
        if l.init.vals.iter().any(|a| self.root_of(*a).is_some()) {
            return self.limit("an accumulator carried through a loop around kernels that runs differently often from row to row");
        }
        let outer_env = self.env.clone();
        let points = self.flat_ctx(ctx)?;
        let n = points.dims[0].size;
        let mut fixed = vec![];
        for core in self.fixed_sizes(l) {
            fixed.push((core, self.materialise(&points, core)?));
        }
        // Initial values have the parameters' types over all points.
        let env = self.env.clone();
        let wanted = self.declare(&points, &l.params)?;
        self.env = env;
        let init = self.returned(&points, &l.init, &wanted)?;
        let init_vars = |atoms: &[Atom]| atoms.iter().filter_map(|a| a.var()).collect::<Vec<Var>>();
        let init = Pat { sizes: init_vars(&init.sizes), vals: init_vars(&init.vals) };

        let env = self.env.clone();
        let result = self.declare(&points, pat)?;
        let after = std::mem::replace(&mut self.env, env);

        let rows = fresh(self.vars, "rows", Type::i64());
        let ids = fresh(self.vars, "ids", Type::array(ScalarType::I64, vec![Dim::uniform(rows)]));
        let at = [At::Through(ids, Box::new(At::Level(0)))];
        let mut current = points.chosen(rows.into(), &at);
        self.remap_env(&at);
        let (fixed, params) = self.declare_rows(&current, n, &fixed, &l.params)?;
        if let (true, Some(index)) = (l.rows, params.pat.vals.last()) {
            current.enter(At::Through(*index, Box::new(At::Level(0))), false);
        }
        let (cond, ()) = self.nested(|this| {
            let results = this.lift_body(&current, cond)?;
            let cond = this.materialised(&current, results.vals[0])?;
            Ok((Results::vals(vec![cond]), ()))
        })?;
        let (body, ()) = self.nested(|this| {
            let results = this.lift_body(&current, &l.body)?;
            Ok((this.returned(&current, &results, &params)?, ()))
        })?;
        let active = Active { n, rows, ids, fixed, params: params.pat, init, cond, body };
        self.push(result.pat.clone(), Exp::Op(SegOp::Active(Box::new(active))));
        if ctx.depth() == 1 {
            self.env = after;
            return Ok(());
        }
        self.env = outer_env;
        self.unflatten(ctx, pat, result.own().collect())
    }

    /// The sizes in the types of what a loop carries that differ from point to point but not from round to round.
    fn fixed_sizes(&self, l: &Loop<Soac>) -> Vec<Var> {
        let mut found = vec![];
        for var in l.params.vals.iter().chain(&l.params.sizes) {
            self.sizes_in(&self.vars[*var].ty, &l.params.sizes, &mut found);
        }
        found
    }

    fn sizes_in(&self, ty: &Type, except: &[Var], found: &mut Vec<Var>) {
        for dim in ty.dims() {
            if let Atom::Var(v) = dim.size
                && !except.contains(&v)
                && !found.contains(&v)
                && !matches!(self.env.get(&v), Some(Rep::Host(_)))
            {
                self.sizes_in(&self.vars[v].ty, except, found);
                found.push(v);
            }
        }
    }

    /// Accumulation: one accumulator over the context and the array's own dimensions. It starts from a copy.
    pub(super) fn lift_with_acc(
        &mut self,
        ctx: &Ctx,
        pat: &Pat,
        defs: &[AccDef<Soac>],
        body: &Body<Soac>,
    ) -> Result<(), Limitation> {
        let env = self.env.clone();
        let mut accs = vec![];
        let mut arrays = vec![];
        for def in defs {
            let mut arrs = vec![];
            for arr in &def.arrs {
                arrs.push(self.build(ctx, *arr)?);
            }
            let dims = self.vars[arrs[0]].ty.dims().to_vec();
            let name = self.name(def.param);
            let param = fresh(self.vars, &name, acc_type(def, self.vars, dims.clone()));
            arrays.extend(arrs.iter().map(|a| self.vars[*a].ty.clone()));
            let op = match &def.op {
                None => None,
                Some(op) => {
                    let fold =
                        ir::Fold { op: op.lam.clone(), ne: op.ne.clone().unwrap_or_default(), comm: true };
                    let fold = self.seg_fold_outside(&fold)?;
                    let lam = ir::map_ops::lambda(fold.op, &mut |_: ir::Inner| {
                        base::bug!("flatten", "an accumulator's operator works on scalars")
                    });
                    Some(AccOp { lam, ne: op.ne.as_ref().map(|_| fold.ne) })
                }
            };
            accs.push((def.param, AccDef { param, arrs, op }));
        }
        let mut inside = vec![];
        let (body, ()) = self.nested(|this| {
            for (root, def) in &accs {
                let at = super::identity(ctx.depth());
                this.env.insert(*root, Rep::Acc { root: *root, at });
                this.accs.insert(*root, def.param);
            }
            let results = this.lift_body(ctx, body)?;
            let mut vals: Vec<Atom> = accs.iter().map(|(root, _)| this.accs[root].into()).collect();
            let mut sizes = vec![];
            for size in &results.sizes {
                sizes.push(this.materialised(ctx, *size)?);
            }
            for val in &results.vals[defs.len()..] {
                vals.push(this.materialised(ctx, *val)?);
            }
            inside = vals[defs.len()..].iter().map(|a| a.ty(this.vars)).collect();
            Ok((Results { sizes, vals }, ()))
        })?;
        self.env = env;
        if !inside.is_empty() {
            return self.limit("results beside the accumulators");
        }
        let mut flat = Pat::default();
        for (core, ty) in pat.vals.iter().zip(arrays) {
            let name = self.name(*core);
            let var = fresh(self.vars, &name, ty);
            flat.vals.push(var);
            self.put(ctx, *core, var);
        }
        let accs = accs.into_iter().map(|(_, def)| def).collect();
        self.push(flat, Exp::WithAcc { accs, body: Box::new(body) });
        Ok(())
    }
}

/// A counted loop as a `while` with one more parameter, the index, which comes last.
fn counted(vars: &mut ir::Vars, l: &Loop<Soac>, index: Var, count: Atom) -> Loop<Soac> {
    let at = fresh(vars, "at", Type::i64());
    let mut params = l.params.clone();
    params.vals.push(at);
    let mut init = l.init.clone();
    init.vals.push(Atom::i64(0));
    let mut b: Builder<Soac> = Builder::new(vars);
    let go = b.bin("go", BinOp::Lt, at.into(), count);
    let cond = b.finish(vec![go]);
    let mut b: Builder<Soac> = Builder::new(vars);
    b.push(Pat::one(index), Exp::Atom(at.into()));
    let next = b.bin("next", BinOp::Add, at.into(), Atom::i64(1));
    let mut stms = b.stms;
    stms.extend(l.body.stms.iter().cloned());
    let mut result = l.body.result.clone();
    result.vals.push(next);
    Loop { params, init, form: LoopForm::While(cond), rows: l.rows, body: Body { stms, result } }
}
