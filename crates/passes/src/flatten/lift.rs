//! Lifting the statements of a body over a context.

use super::rep::{At, Ix, Rep, View};
use super::seg::Clauses;
use super::{Ctx, Flattener};
use crate::effects::{has_effect, writes};
use ir::{Atom, Body, Exp, Input, Limitation, Pat, Results, Screma, SegOp, Soac, Stm, Type, Var, walk};
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
        for (i, stm) in stms.iter().enumerate() {
            if self.is_sequential(stm, ctx.depth()) {
                group.push(stm.clone());
                continue;
            }
            let pending: FxHashSet<Var> = group.iter().flat_map(|s| s.pat.all()).collect();
            if walk::free_vars(stm, self.vars).iter().any(|v| pending.contains(v)) {
                let mut needed = live.clone();
                for later in &stms[i..] {
                    needed.extend(walk::free_vars(later, self.vars));
                }
                self.flush(ctx, &mut group, &needed)?;
            }
            self.lift_stm(ctx, stm)?;
        }
        Ok(group)
    }

    fn lift_stm(&mut self, ctx: &Ctx, stm: &Stm<Soac>) -> Result<(), Limitation> {
        self.loc = stm.loc.clone();
        match &stm.exp {
            exp if self.is_view(exp) => {
                self.register_view(stm)?;
                let result = stm.pat.vals[0];
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
            Exp::Reshape { arr, .. } => {
                let src = self.materialise(ctx, *arr)?;
                let result = stm.pat.vals[0];
                let ty = self.vars[result].ty.clone();
                let all = self.extend_by(ctx, &ty)?;
                let arr = self.reshape(src, all.dims);
                self.put(ctx, result, arr);
                Ok(())
            }
            Exp::Total { sizes } => self.lift_total(ctx, stm.pat.vals[0], sizes),
            Exp::AssertEq { a: Atom::Var(a), b: Atom::Var(b), what } => {
                self.lift_assert_eq(ctx, *a, *b, what)?;
                self.env.insert(stm.pat.vals[0], Rep::Cert);
                Ok(())
            }
            Exp::Update { arr, index, val: Atom::Var(row), checked } => {
                self.lift_update_row(ctx, stm.pat.vals[0], *arr, index, *row, *checked)
            }
            Exp::Call { .. } => self.limit("definitions that call themselves; the backend interp runs them"),
            _ => base::bug!("flatten", "statement {:?} cannot be lifted", stm.pat),
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
                    if matches!(self.env.get(&var), Some(Rep::View(_) | Rep::Lifted { .. })) {
                        self.materialise(ctx, var)?;
                    }
                }
                let mapped = self.host_scalar(&stm.exp);
                let var = stm.pat.vals[0];
                self.push(stm.pat, mapped);
                let cert = self.vars[var].ty == Type::Cert;
                self.env.insert(var, if cert { Rep::Cert } else { Rep::Host(var.into()) });
            }
            return Ok(());
        }
        if !group.iter().any(|s| s.pat.all().any(|v| needed.contains(&v)) || has_effect(&s.exp)) {
            return Ok(());
        }
        let wanted: Vec<Var> =
            group.iter().flat_map(|s| s.pat.all()).filter(|v| needed.contains(v)).collect();
        self.seg(ctx, &group, &wanted, Clauses::default())?;
        Ok(())
    }

    /// A scalar operation outside of maps stays on the host.
    fn host_scalar(&mut self, exp: &Exp<Soac>) -> Exp<SegOp> {
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
        if s.post.is_some() {
            return self.limit("a map fused behind a scan");
        }
        let width = self.size(ctx, s.width, &[])?;
        let mut inner = self.extend(ctx, width)?;
        inner.enter(At::Level(ctx.depth() as u32), s.behind);
        self.settle_sizes(ctx, s)?;
        let env = self.env.clone();
        self.bind_params(ctx, s);
        let result = &s.map.body.result;
        let live: FxHashSet<Var> = result.all().filter_map(Atom::var).collect();
        let mut group = self.lift_stms(&inner, &s.map.body.stms, &live)?;
        self.loc = loc;

        let flags = s.keep as usize;
        let folded = flags + ir::builder::folded(&s.reds) + ir::builder::folded(&s.scans);
        let (operands, plain) = result.vals.split_at(folded);
        let is_array = |a: &Atom| a.var().is_some_and(|v| self.vars[v].ty.is_array());
        if operands.iter().any(is_array) {
            return self
                .limit("reducing or scanning arrays element by element; map over the columns instead");
        }
        let arrays = !result.sizes.is_empty() || plain.iter().any(is_array);
        if arrays && s.keep {
            base::bug!("flatten", "keep with array-valued elements");
        }
        // Scans and compactions walk over their points twice.
        if (s.keep || !s.scans.is_empty()) && group.iter().any(|stm| writes(&stm.exp)) {
            self.flush(&inner, &mut group, &live)?;
        }
        let mut outputs: Vec<(Var, Var)> = vec![];
        if arrays || folded == 0 {
            self.flush(&inner, &mut group, &live)?;
            for (size, var) in result.sizes.iter().zip(&pat.sizes) {
                outputs.push((*var, self.array_over(&inner, *size)?));
            }
            for (val, var) in plain.iter().zip(&pat.vals[folded..]) {
                if !self.vars[*var].ty.is_acc() {
                    outputs.push((*var, self.array_over(&inner, *val)?));
                }
            }
        }
        if folded > 0 {
            let clauses = Clauses {
                operands,
                plain: if arrays { &[] } else { plain },
                reds: &s.reds,
                scans: &s.scans,
                keep: s.keep,
            };
            let out = self.seg(&inner, &group, &[], clauses)?;
            outputs.extend(out.count.map(|count| (pat.sizes[0], count)));
            let vars = out.reds.iter().chain(&out.scans).chain(&out.plain);
            let made = pat.vals.iter().copied().zip(vars.copied());
            outputs.extend(made.filter(|(core, _)| !self.vars[*core].ty.is_acc()));
        }
        // Accumulators keep the point they were bound at, and the Flat variable that the last kernel gave them.
        let mut accs = vec![];
        for (core, result) in pat.vals[folded - flags..].iter().zip(plain) {
            if let Atom::Var(v) = result
                && self.vars[*v].ty.is_acc()
            {
                accs.push((*core, self.acc_root(*v)));
            }
        }
        self.env = env;
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
        let arrays = |i: &Input| match i {
            Input::Array(arr) => Some(*arr),
            Input::Iota | Input::Acc(_) => None,
        };
        let inputs: Vec<Var> = s.inputs.iter().filter_map(arrays).collect();
        for arr in &inputs {
            for dim in self.vars[*arr].ty.dims().to_vec() {
                if let Atom::Var(size) = dim.size
                    && inputs.contains(&size)
                    && matches!(self.env.get(&size), Some(Rep::View(_)))
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
        for (input, param) in s.inputs.iter().zip(&s.map.params) {
            let rep = match input {
                Input::Iota => Rep::Index(level.clone()),
                Input::Acc(acc) => self.env[acc].clone(),
                Input::Array(arr) => match self.env[arr].clone() {
                    Rep::Host(Atom::Var(arr)) => Rep::Lifted { arr, at: vec![level.clone()] },
                    Rep::Lifted { arr, mut at } => {
                        at.push(level.clone());
                        Rep::Lifted { arr, at }
                    }
                    Rep::View(View::Iota) => Rep::Index(level.clone()),
                    Rep::View(View::Replicate { x: Atom::Const(c) }) => Rep::Host(Atom::Const(c)),
                    Rep::View(View::Replicate { x: Atom::Var(x) }) => self.env[&x].clone(),
                    Rep::View(_) => Rep::View(View::Row { src: *arr, index: vec![Ix::At(level.clone())] }),
                    Rep::Host(Atom::Const(_)) | Rep::Index(_) | Rep::Acc { .. } | Rep::Cert => {
                        base::bug!("flatten", "{}_{} is no array", self.name(*arr), arr.0)
                    }
                },
            };
            self.env.insert(*param, rep);
        }
    }
}

/// Whether a statement outside of maps is plain scalar arithmetic, done by the host itself.
fn is_host_scalar(exp: &Exp<Soac>) -> bool {
    matches!(
        exp,
        Exp::Atom(_)
            | Exp::Bin { .. }
            | Exp::Un { .. }
            | Exp::Conv { .. }
            | Exp::Select { .. }
            | Exp::Size { .. }
            | Exp::Bounds { .. }
            | Exp::SliceLen { .. }
            | Exp::Assert { .. }
            | Exp::AssertEq { .. }
    )
}
