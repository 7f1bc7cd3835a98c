//! Lifting the statements of a body over a context.

use super::rep::{At, Delayed, Ix, Rep};
use super::{Ctx, Flattener};
use crate::effects::{can_fail, has_effect, writes};
use ir::{
    Atom, Body, By, Check, CheckKind, Clauses, Exp, Input, Limitation, Out, Pat, Results, Screma, SegOp,
    Soac, Stm, Type, Var, View, walk,
};
use rustc_hash::FxHashSet;

/// Statements without parallelism that are not yet in a kernel.
pub(super) type Group = Vec<Stm<Soac>>;

impl Flattener<'_> {
    /// Lifts a body; afterwards every result has a value in the environment.
    pub(super) fn lift_body(&mut self, ctx: &Ctx, body: &Body<Soac>) -> Result<Results, Limitation> {
        let live: FxHashSet<Var> = body.result.all().filter_map(Atom::var).collect();
        let mut group = self.lift_stms(ctx, &body.stms, &live)?;
        self.flush(ctx, &mut group, &live)?;
        Ok(body.result.clone())
    }

    /// Lifts statements; returns those that are still pending. `live` are the variables used afterwards.
    pub(super) fn lift_stms(
        &mut self,
        ctx: &Ctx,
        stms: &[Stm<Soac>],
        live: &FxHashSet<Var>,
    ) -> Result<Group, Limitation> {
        let mut group: Group = vec![];
        let mut next = 0;
        for (i, stm) in stms.iter().enumerate() {
            if i < next || self.avoid(ctx, stm) {
                continue;
            }
            let pending: FxHashSet<Var> = group.iter().flat_map(|s| s.pat.all()).collect();
            let apart = self.overwrites_staying(stm);
            if !apart
                && let Some(sizes) = self.is_sequential(stm, ctx.depth(), (&group, &pending), &stms[i + 1..])
            {
                if !sizes.is_empty() {
                    self.flush_for(ctx, &mut group, stms[i..].split_at(1), live)?;
                }
                group.push(stm.clone());
                continue;
            }
            // What a check lets pass is taken for granted behind it: a check does not wait behind a kernel.
            next = i + self.calls_together(&stms[i..]);
            let uses = |stm| walk::free_vars(stm, self.vars).iter().any(|v| pending.contains(v));
            if apart || can_fail(&group) && !self.is_view(&stm.exp) || stms[i..next].iter().any(uses) {
                self.flush_for(ctx, &mut group, stms[i..].split_at(next - i), live)?;
            }
            self.lift_stm(ctx, &stms[i..next])?;
        }
        Ok(group)
    }

    /// Makes a kernel of the pending statements, so that those `next` have what they use. Rows that nothing has used yet are made by the
    /// kernel after it.
    fn flush_for(
        &mut self,
        ctx: &Ctx,
        group: &mut Group,
        (next, later): (&[Stm<Soac>], &[Stm<Soac>]),
        live: &FxHashSet<Var>,
    ) -> Result<(), Limitation> {
        let mut used = FxHashSet::default();
        next.iter().for_each(|stm| used.extend(walk::free_vars(stm, self.vars)));
        group.iter().for_each(|stm| used.extend(walk::free_vars(&stm.exp, self.vars)));
        let unused = |stm: &Stm<Soac>| self.is_made(stm) && !stm.pat.all().any(|v| used.contains(&v));
        let (rows, rest): (Group, Group) = std::mem::take(group).into_iter().partition(unused);
        let mut needed = live.clone();
        rows.iter().chain(next).chain(later).for_each(|stm| needed.extend(walk::free_vars(stm, self.vars)));
        *group = rest;
        self.flush(ctx, group, &needed)?;
        *group = rows;
        Ok(())
    }

    /// Lifts a statement, or calls that stand together.
    fn lift_stm(&mut self, ctx: &Ctx, stms: &[Stm<Soac>]) -> Result<(), Limitation> {
        let outside = self.by;
        self.by = By::asked_for(&stms[0].attrs).or(outside);
        let result = if stms.len() > 1 { self.lift_calls(ctx, stms) } else { self.lift_exp(ctx, &stms[0]) };
        self.by = outside;
        result
    }

    fn lift_exp(&mut self, ctx: &Ctx, stm: &Stm<Soac>) -> Result<(), Limitation> {
        self.loc = stm.loc.clone();
        match &stm.exp {
            exp if self.is_view(exp) => {
                self.register_view(stm)?;
                let result = stm.pat.vals[0];
                if self.outlives_staying(exp) {
                    self.materialise(ctx, result)?;
                    self.copies.remove(&result);
                }
                // What is itself overwritten is copied where that happens.
                if !self.overwritten.contains(result) && self.overwritten.outlived(exp, self.vars) {
                    self.materialise(ctx, result)?;
                }
                Ok(())
            }
            Exp::Op(Soac::Screma(s)) => self.lift_screma(ctx, &stm.pat, s),
            Exp::If { cond, then, els } => self.lift_if(ctx, &stm.pat, *cond, then, els),
            Exp::Loop(l) => self.lift_loop(ctx, &stm.pat, l),
            Exp::WithAcc { accs, body } => self.lift_with_acc(ctx, &stm.pat, accs, body),
            Exp::View(View::Reshape { arr, under, .. }) => {
                let src = self.materialise(ctx, *arr)?;
                let result = stm.pat.vals[0];
                let ty = self.vars[result].ty.clone();
                let all = self.extend_by(ctx, &ty)?;
                let certs = self.evidence(under);
                self.rest_on(result, *arr, certs);
                let reshaped = self.reshape(src, all.dims, self.rests(result));
                self.put(ctx, result, reshaped);
                Ok(())
            }
            Exp::Total { sizes } => self.lift_total(ctx, stm.pat.vals[0], sizes),
            Exp::Check(Check {
                kind: CheckKind::Equal { a: Atom::Var(a), b: Atom::Var(b), what },
                at,
                proved,
            }) => {
                let cert = if *proved { None } else { Some(self.lift_equal(ctx, (*a, *b), what, at)?) };
                self.env.insert(stm.pat.vals[0], Rep::Cert(cert.into_iter().collect()));
                Ok(())
            }
            Exp::Write { arr, index, val } => self.lift_write(ctx, stm.pat.vals[0], *arr, index, *val),
            Exp::Call { .. } => self.lift_calls(ctx, std::slice::from_ref(stm)),
            Exp::Op(Soac::Stream(_)) => base::bug!("flatten", "a stream: {:?}", stm.pat),
            Exp::Atom(_)
            | Exp::Prim(_)
            | Exp::Read { .. }
            | Exp::Check(_)
            | Exp::Trace { .. }
            | Exp::View(_)
            | Exp::Copy { .. }
            | Exp::Scratch { .. }
            | Exp::UpdateAcc { .. } => base::bug!("flatten", "statement {:?} cannot be lifted", stm.pat),
        }
    }

    /// Makes a kernel of the pending statements; those of their variables that are `needed` become arrays over the context.
    pub(super) fn flush(
        &mut self,
        ctx: &Ctx,
        group: &mut Group,
        needed: &FxHashSet<Var>,
    ) -> Result<(), Limitation> {
        let group = std::mem::take(group);
        if group.is_empty() {
            return Ok(());
        }
        if ctx.depth() == 0 && group.iter().all(|s| is_host_scalar(&s.exp)) {
            for stm in group {
                self.loc = stm.loc.clone();
                // A scalar that lies in an array is read first.
                for var in walk::free_vars(&stm.exp, self.vars) {
                    if matches!(self.env.get(&var), Some(Rep::Delayed(_) | Rep::Lifted { .. })) {
                        self.materialise(ctx, var)?;
                    }
                }
                let mapped = self.host_scalar(&stm.exp);
                let var = stm.pat.vals[0];
                self.push(stm.pat, mapped);
                let cert = self.vars[var].ty == Type::Cert;
                self.env.insert(var, if cert { Rep::Cert(vec![var]) } else { Rep::Host(var.into()) });
            }
            return Ok(());
        }
        if !group.iter().any(|s| s.pat.all().any(|v| needed.contains(&v)) || has_effect(&s.exp)) {
            return Ok(());
        }
        let wanted: Vec<Var> =
            group.iter().flat_map(|s| s.pat.all()).filter(|v| needed.contains(v)).collect();
        self.seg(ctx, &group, &wanted, &Clauses::default())?;
        Ok(())
    }

    /// A scalar operation outside of maps stays on the host.
    pub(super) fn host_scalar(&mut self, exp: &Exp<Soac>) -> Exp<SegOp> {
        let mut mapped = exp.clone();
        let env = &self.env;
        struct Host<'a>(&'a rustc_hash::FxHashMap<Var, Rep>);
        impl walk::Mapper for Host<'_> {
            fn atom(&mut self, atom: Atom) -> Atom {
                match atom.var().and_then(|v| self.0.get(&v)) {
                    Some(Rep::Host(a)) => *a,
                    _ => atom,
                }
            }
            fn var(&mut self, var: Var) -> Var {
                var
            }
            fn bind(&mut self, var: Var) -> Var {
                var
            }
        }
        walk::Walk::map_vars(&mut mapped, &mut Host(env));
        ir::map_ops::exp(mapped, &mut |_: Soac| base::bug!("flatten", "a scalar operation has no operator"))
    }

    /// A screma: the context grows by its width.
    fn lift_screma(&mut self, ctx: &Ctx, pat: &Pat, s: &Screma<Soac>) -> Result<(), Limitation> {
        let loc = self.loc.clone();
        let width = self.size(ctx, s.width, &[])?;
        let inner = self.extend(ctx, width)?;
        self.settle_sizes(ctx, s)?;
        let env = self.env.clone();
        self.bind_params(ctx, s);
        let c = &s.clauses;
        let live: FxHashSet<Var> = walk::free_vars(c, self.vars).into_iter().collect();
        let mut group = self.lift_stms(&inner, &s.body, &live)?;
        self.loc = loc;

        let is_array = |this: &Self, a: Atom| a.var().is_some_and(|v| this.vars[v].ty.is_array());
        if c.folds().flat_map(|f| &f.args).any(|a| is_array(self, *a)) {
            return self
                .limit("reducing or scanning arrays element by element; map over the columns instead");
        }
        // Scans and compactions walk over their points twice.
        let counted = c.outs.iter().any(|out| matches!(out, Out::Kept(_) | Out::Count));
        let twice = counted || !c.scans.is_empty();
        if twice && group.iter().any(|stm| writes(&stm.exp)) {
            self.flush(&inner, &mut group, &live)?;
        }
        // What the clauses know comes out of their kernel; so does what every point has, unless that is made by kernels of its own.
        let known: FxHashSet<Var> =
            c.scans.iter().flat_map(|f| &f.res).copied().chain(walk::bound_vars(&c.each)).collect();
        let of_body = |out: &Out| match out {
            Out::Point(a) => a.var().is_none_or(|v| !known.contains(&v)),
            Out::Acc(_) => true,
            Out::Kept(_) | Out::Row(_) | Out::Count | Out::Owned(_) | Out::Offsets(_) | Out::Cert => false,
        };
        let plain = c.is_map();
        let arrays =
            !plain && c.outs.iter().any(|out| of_body(out) && out.atom().is_some_and(|a| is_array(self, a)));
        let apart = plain || arrays || pat.sizes.iter().zip(&c.outs).any(|(_, out)| of_body(out));
        let mut outputs: Vec<(Var, Var)> = vec![];
        let mut regular: Vec<(Var, Atom, Atom)> = vec![];
        if apart {
            self.flush(&inner, &mut group, &live)?;
            for (out, var) in c.outs.iter().zip(pat.all()) {
                let (Out::Point(a), true) = (out, of_body(out)) else { continue };
                match self.on_host(*a).filter(|_| self.policy.regularity && pat.sizes.contains(&var)) {
                    Some(size) => regular.push((var, *a, size)),
                    None => outputs.push((var, self.array_over(&inner, *a)?)),
                }
            }
        }
        if !plain {
            let mut clauses = c.clone();
            let (outs, vars): (Vec<Out>, Vec<Var>) =
                c.outs.iter().zip(pat.all()).filter(|(out, _)| !apart || !of_body(out)).unzip();
            clauses.outs = outs;
            let made = self.seg(&inner, &group, &[], &clauses)?;
            outputs.extend(vars.into_iter().zip(made).filter(|(core, _)| !self.vars[*core].ty.is_acc()));
        }
        // Accumulators keep the point they were bound at, and the Flat variable that the last kernel gave them.
        let mut accs = vec![];
        for (out, core) in c.outs.iter().zip(pat.all()) {
            if let Out::Acc(v) = out {
                accs.push((core, self.acc_root(*v)));
            }
        }
        self.env = env;
        for (core, size, host) in regular {
            size.var().into_iter().for_each(|v| _ = self.env.insert(v, Rep::Host(host)));
            self.env.insert(core, Rep::Delayed(Delayed::Replicate { x: size }));
        }
        for (core, flat) in outputs {
            self.put(ctx, core, flat);
        }
        for (core, root) in accs {
            let rep = self.env[&root].clone();
            self.env.insert(core, rep);
        }
        Ok(())
    }

    fn array_over(&mut self, ctx: &Ctx, atom: Atom) -> Result<Var, Limitation> {
        match self.materialised(ctx, atom)? {
            Atom::Var(v) => Ok(v),
            Atom::Const(_) => base::bug!("flatten", "a constant over a context is an array"),
        }
    }

    /// Makes the arrays of sizes among the inputs once, over this context: the sizes of inner rows and of results are then the same.
    fn settle_sizes(&mut self, ctx: &Ctx, s: &Screma<Soac>) -> Result<(), Limitation> {
        let inputs: Vec<Var> = s.arrays().map(|(_, arr)| arr).collect();
        for arr in &inputs {
            for dim in self.vars[*arr].ty.dims().to_vec() {
                if let Atom::Var(size) = dim.size
                    && inputs.contains(&size)
                    && matches!(self.env.get(&size), Some(Rep::Delayed(_)))
                    && self.regular_size(size).is_none()
                {
                    self.materialise(ctx, size)?;
                }
            }
        }
        Ok(())
    }

    /// What the parameters of a map are at the points of the extended context.
    fn bind_params(&mut self, ctx: &Ctx, s: &Screma<Soac>) {
        let level = At::Level(ctx.depth() as u32);
        for (param, input) in &s.inputs {
            let rep = match input {
                Input::Iota => Rep::Index(level.clone()),
                Input::Acc(acc) => self.env[acc].clone(),
                Input::Array(arr) => {
                    self.rest_on(*param, *arr, vec![]);
                    match self.env[arr].clone() {
                        Rep::Host(Atom::Var(arr)) => Rep::Lifted { arr, at: vec![level.clone()] },
                        Rep::Lifted { arr, mut at } => {
                            at.push(level.clone());
                            Rep::Lifted { arr, at }
                        }
                        Rep::Delayed(Delayed::Iota) => Rep::Index(level.clone()),
                        Rep::Delayed(Delayed::Replicate { x: Atom::Const(c) }) => Rep::Host(Atom::Const(c)),
                        Rep::Delayed(Delayed::Replicate { x: Atom::Var(x) }) => {
                            self.rest_on(*param, x, self.rests(*arr));
                            self.env[&x].clone()
                        }
                        Rep::Delayed(_) => {
                            Rep::Delayed(Delayed::Row { src: *arr, index: vec![Ix::At(level.clone())] })
                        }
                        Rep::Host(Atom::Const(_)) | Rep::Index(_) | Rep::Acc { .. } | Rep::Cert(_) => {
                            base::bug!("flatten", "{}_{} is no array", self.name(*arr), arr.0)
                        }
                    }
                }
            };
            self.env.insert(*param, rep);
        }
    }
}

/// Whether a statement outside of maps is plain scalar arithmetic, done by the host itself.
fn is_host_scalar(exp: &Exp<Soac>) -> bool {
    matches!(exp, Exp::Atom(_) | Exp::Prim(_) | Exp::Check(_))
}
