//! Branches in a context.

use super::kernel::Kernel;
use super::materialise::indices;
use super::rep::{At, Rep};
use super::whole::taken;
use super::{Ctx, Flattener};
use base::{ScalarType, UnOp};
use ir::{Atom, Body, Clauses, Dim, Exp, Keep, Limitation, Out, Pat, Soac, Type, Var, fresh, walk};

impl Flattener<'_> {
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
        let mut free = walk::free_vars(then, self.vars);
        free.extend(walk::free_vars(els, self.vars));
        self.keep_on_host(ctx, &free, pat.all());
        let staying = self.staying_results(then, els, ctx.depth());
        let mut pat = pat.clone();
        let stay = taken(&mut pat.vals, &staying);
        let env = self.env.clone();
        let mut flat = self.declare(ctx, &pat)?;
        let after = std::mem::replace(&mut self.env, env);
        // Both sides begin with the same versions of accumulators.
        let branch = |this: &mut Self, body: &Body<Soac>| {
            let accs = this.accs.clone();
            let done = this.nested(|this| {
                let mut results = this.lift_body(ctx, body)?;
                let mut left = vec![];
                for ((_, arr), result) in staying.iter().zip(taken(&mut results.vals, &staying)) {
                    left.push(this.left_of(ctx, *arr, result)?.into());
                }
                let roots: Vec<Option<Var>> = results.vals.iter().map(|a| this.root_of(*a)).collect();
                let mut returned = this.returned(ctx, &results, &flat, &[])?;
                returned.vals.append(&mut left);
                Ok((returned, roots))
            });
            this.accs = accs;
            done
        };
        let (then, roots) = branch(self, then)?;
        let (els, _) = branch(self, els)?;
        self.env = after;
        self.settle_accs(&pat.vals, &flat.pat.vals, &roots);
        for ((_, arr), core) in staying.iter().zip(stay) {
            let Some((start, _)) = self.place_of((*arr).into()) else { continue };
            let result = fresh(self.vars, &self.name(core), self.vars[start].ty.clone());
            flat.pat.vals.push(result);
            self.put_version(ctx, core, *arr, result);
        }
        self.push(flat.pat, Exp::If { cond, then: Box::new(then), els: Box::new(els) });
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
        let staying = self.staying_results(then, els, points.depth());
        let mut pat = pat.clone();
        let stay = taken(&mut pat.vals, &staying);
        let mut left: Vec<Var> = vec![];
        let rank = self.rank(&points, cond)?;
        let mut sides = vec![];
        let mut roots: Vec<(Var, Var)> = vec![];
        for (side, body) in [(true, then), (false, els)] {
            let (count, ids) = self.choose(&points, cond, side)?;
            let env = self.env.clone();
            let at = [At::Through(ids, Box::new(At::Level(0)))];
            self.remap_env(&at);
            let part = Ctx::new(vec![Dim::uniform(count)]);
            // So it does with arrays that stay where they are.
            for ((_, arr), left) in staying.iter().zip(&left) {
                self.go_on_with(*arr, *left);
            }
            let mut results = self.lift_body(&part, body)?;
            left.clear();
            for ((_, arr), result) in staying.iter().zip(taken(&mut results.vals, &staying)) {
                left.push(self.left_of(&part, *arr, result)?);
            }
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
                self.env.insert(core, Rep::Cert(vec![]));
                merged.push(core);
                continue;
            };
            let arr = self.merge(&points, core, cond, rank, a, b)?;
            self.put(&points, core, arr);
            merged.push(arr);
        }
        self.env = outer_env;
        self.unflatten(ctx, &pat, merged)?;
        for (core, root) in roots {
            let rep = self.env[&root].clone();
            self.env.insert(core, rep);
        }
        for (((_, arr), core), left) in staying.iter().zip(stay).zip(left) {
            self.put_version(ctx, core, *arr, left);
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
        let scan = self.add_fold(one);
        let rank = fresh(self.vars, "rank", Type::array(ScalarType::I64, points.dims.clone()));
        let outs = vec![Out::Point(scan.res[0].into())];
        let clauses = Clauses { scans: vec![scan], outs, ..Clauses::default() };
        self.push_seg(Pat::one(rank), levels, k, clauses);
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
        let keep = Some(Keep { flag, place: None, count: None, whole: false });
        let clauses = Clauses { keep, outs: vec![Out::Count, Out::Kept(at.into())], ..Clauses::default() };
        self.push_seg(Pat { sizes: vec![count], vals: vec![ids] }, levels, k, clauses);
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
}
