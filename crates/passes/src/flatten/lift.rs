//! Lifting the statements of a body over a context.

use super::kernel::Kernel;
use super::materialise::indices;
use super::rep::{At, Ix, Part, Rep, View};
use super::{Ctx, Flattener};
use crate::effects::has_effect;
use base::{BinOp, ScalarType};
use ir::{
    Atom, Body, Builder, Dim, Exp, Fold, Input, Limitation, Pat, Results, Row, Screma, Seg, SegOp, Soac, Stm,
    Type, Var, fresh, walk,
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
            exp if self.is_view(exp) => self.register_view(stm),
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
            Exp::Call { .. } => self.limit("calls that cannot be inlined (recursion)"),
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

    /// Adds a kernel over the context: the statements of a group, then clauses. Binds the `wanted` variables of the group,
    /// and returns the Flat variables of the clauses.
    pub(super) fn seg(
        &mut self,
        ctx: &Ctx,
        group: &Group,
        wanted: &[Var],
        clauses: Clauses<'_>,
    ) -> Result<SegResults, Limitation> {
        let loc = group.iter().map(|s| &s.loc).find(|l| !l.0.is_empty()).unwrap_or(&self.loc).clone();
        let free = walk::free_vars(group, self.vars);
        // Arrays overwritten here are copied first, so that the row belongs to its point.
        let mut rows = vec![];
        for var in &free {
            if self.vars[*var].ty.is_array() && self.consumed.contains(var) {
                rows.push((*var, self.build_rows(ctx, *var)?));
            }
        }
        let levels = self.levels(&ctx.dims)?;
        let mut k = Kernel::new(indices(&levels));
        let mut seg_rows: Vec<Row> = vec![];
        for (core, arr) in rows {
            self.own_row(&mut k, ctx, core, arr, &mut seg_rows);
        }
        for var in &free {
            let readable =
                matches!(self.env.get(var), Some(Rep::Lifted { .. } | Rep::Index(_) | Rep::View(_)));
            if readable && self.vars[*var].ty.as_scalar().is_some() {
                self.k_atom(&mut k, (*var).into());
            }
        }
        for stm in group {
            self.k_stm(&mut k, stm)?;
        }
        self.loc = loc;
        let operands: Vec<Atom> = clauses.operands.iter().map(|a| self.k_result(&mut k, *a)).collect();
        let mut results = operands.clone();
        let mut plain: Vec<(Var, Atom)> = vec![];
        for var in wanted {
            if self.vars[*var].ty == Type::Cert {
                self.env.insert(*var, Rep::Cert);
                continue;
            }
            plain.push((*var, self.k_result(&mut k, (*var).into())));
        }
        results.extend(plain.iter().map(|(_, a)| *a));
        results.extend(clauses.plain.iter().map(|a| self.k_result(&mut k, *a)));

        let mut pat = Pat::default();
        let mut out = SegResults::default();
        let mut array_dims = ctx.dims.clone();
        let outer = Ctx { dims: ctx.dims[..ctx.depth().saturating_sub(1)].to_vec(), maps: vec![] };
        if clauses.keep {
            let count = fresh(self.vars, "count", Type::array(ScalarType::I64, outer.dims.clone()));
            pat.sizes.push(count);
            out.count = Some(count);
            array_dims = outer.dims.clone();
            array_dims.push(Dim { size: count.into(), on: outer.all() });
        }
        let flags = clauses.keep as usize;
        let (n_reds, n_scans) = (ir::builder::folded(clauses.reds), ir::builder::folded(clauses.scans));
        for (i, operand) in operands.iter().enumerate().skip(flags) {
            let elem = operand.ty(self.vars).elem().unwrap_or(ScalarType::I64);
            let dims = if i < flags + n_reds { outer.dims.clone() } else { array_dims.clone() };
            let var = fresh(self.vars, "r", Type::array(elem, dims));
            pat.vals.push(var);
            if i < flags + n_reds { out.reds.push(var) } else { out.scans.push(var) }
        }
        debug_assert_eq!(out.scans.len(), n_scans);
        for (core, local) in &plain {
            let var = self.seg_result(&mut pat, &k, *core, *local, &array_dims, &seg_rows);
            if !self.vars[var].ty.is_acc() {
                self.put(ctx, *core, var);
            }
        }
        let with_plain = results.len() - clauses.plain.len();
        for (atom, local) in clauses.plain.iter().zip(&results[with_plain..]) {
            let var = match atom {
                Atom::Var(core) => self.seg_result(&mut pat, &k, *core, *local, &array_dims, &seg_rows),
                Atom::Const(c) => {
                    let var = fresh(self.vars, "c", Type::array(c.ty(), array_dims.clone()));
                    pat.vals.push(var);
                    var
                }
            };
            out.plain.push(var);
        }
        let reds = self.seg_folds(&k, clauses.reds)?;
        let scans = self.seg_folds(&k, clauses.scans)?;
        let body = Body { stms: k.stms, result: Results::vals(results) };
        let seg =
            Seg { levels, origins: ctx.origins(), rows: seg_rows, body, reds, scans, keep: clauses.keep };
        self.push(pat, Exp::Op(SegOp::Seg(seg)));
        Ok(out)
    }

    /// A copy of an array whose rows the points will own: every size that varies is one per point.
    fn build_rows(&mut self, ctx: &Ctx, core: Var) -> Result<Var, Limitation> {
        let arr = self.build(ctx, core)?;
        let mut dims = self.vars[arr].ty.dims().to_vec();
        let depth = ctx.depth();
        for dim in &mut dims[depth..] {
            if dim.on.iter().any(|l| *l as usize >= depth) {
                return self.limit("updating an element of an irregular array inside a map");
            }
            if let (Atom::Var(size), false) = (dim.size, dim.on.is_empty() || dim.on == ctx.all()) {
                let at = dim.on.iter().map(|l| At::Level(*l)).collect();
                let whole = self.gather(ctx, &self.name(size), size, at)?;
                *dim = Dim { size: whole.into(), on: ctx.all() };
            }
        }
        match self.recast(arr.into(), dims) {
            Atom::Var(arr) => Ok(arr),
            Atom::Const(_) => base::bug!("flatten", "an array is no constant"),
        }
    }

    /// Gives a point its row of an array, and the sizes of that row.
    fn own_row(&mut self, k: &mut Kernel, ctx: &Ctx, core: Var, arr: Var, rows: &mut Vec<Row>) {
        let core_dims = self.vars[core].ty.dims().to_vec();
        let ty = self.vars[arr].ty.clone();
        let mut own = vec![];
        for (dim, core_dim) in ty.dims()[ctx.depth()..].iter().zip(core_dims) {
            let Atom::Var(sizes) = dim.size else {
                own.push(dim.clone());
                continue;
            };
            if dim.is_uniform() {
                own.push(dim.clone());
                continue;
            }
            let param = match rows.iter().find(|r| r.arr == sizes) {
                Some(row) => row.param,
                None => {
                    let param = fresh(self.vars, &self.name(sizes), Type::i64());
                    rows.push(Row { param, arr: sizes });
                    param
                }
            };
            if let Atom::Var(size) = core_dim.size {
                k.know(size, param);
            }
            own.push(Dim::uniform(param));
        }
        let param = fresh(self.vars, &self.name(core), ty.with_dims(own));
        rows.push(Row { param, arr });
        self.k_own(k, core, param);
    }

    /// The variable that a kernel's plain result is bound to.
    fn seg_result(
        &mut self,
        pat: &mut Pat,
        k: &Kernel,
        core: Var,
        local: Atom,
        array_dims: &[Dim],
        rows: &[Row],
    ) -> Var {
        let name = self.name(core);
        let ty = local.ty(self.vars);
        let row = local.var().and_then(|v| k.row_of(v));
        let ty = match (&ty, row) {
            (Type::Acc { .. }, _) => ty,
            // A row of a consumed array: the result is that array.
            (_, Some(row)) => match rows.iter().find(|r| r.param == row) {
                Some(row) => self.vars[row.arr].ty.clone(),
                None => base::bug!("flatten", "row {}_{} belongs to no array", self.name(row), row.0),
            },
            (_, None) => ty.with_dims(array_dims.to_vec()),
        };
        let var = fresh(self.vars, &name, ty);
        pat.vals.push(var);
        if self.vars[var].ty.is_acc() {
            let root = k.acc_root(core).unwrap_or_else(|| self.acc_root(core));
            self.accs.insert(root, var);
            let rep = self.env[&root].clone();
            self.env.insert(core, rep);
        }
        var
    }

    /// The definition that a Core accumulator comes from.
    fn acc_root(&self, core: Var) -> Var {
        match self.env.get(&core) {
            Some(Rep::Acc { root, .. }) => *root,
            _ => base::bug!("flatten", "accumulator {}_{} has no root", self.name(core), core.0),
        }
    }

    /// Operators of clauses: evaluated outside of the kernel's body too, so they share nothing with it but the indices.
    fn seg_folds(&mut self, k: &Kernel, folds: &[Fold<Soac>]) -> Result<Vec<Fold<ir::Inner>>, Limitation> {
        let mut result = vec![];
        for fold in folds {
            let mut k = Kernel::new(k.index.clone());
            result.push(self.seg_fold(&mut k, fold)?);
        }
        Ok(result)
    }

    /// An operator that uses nothing of a kernel.
    pub(super) fn seg_fold_outside(&mut self, fold: &Fold<Soac>) -> Result<Fold<ir::Inner>, Limitation> {
        self.seg_fold(&mut Kernel::new(vec![]), fold)
    }

    fn seg_fold(&mut self, k: &mut Kernel, fold: &Fold<Soac>) -> Result<Fold<ir::Inner>, Limitation> {
        let uniform = |a: &Atom| match a {
            Atom::Const(_) => true,
            Atom::Var(v) => matches!(self.env.get(v), Some(Rep::Host(_))),
        };
        if !fold.ne.iter().all(uniform) {
            return self.limit("a neutral element that differs from row to row");
        }
        let sequential = fold.op.body.stms.iter().all(|s| self.is_sequential(s, 0) || self.is_view(&s.exp));
        if !sequential {
            return self.limit("an operator of a reduction or scan that is itself parallel");
        }
        self.k_fold(k, fold)
    }

    /// A screma: the context grows by its width.
    fn lift_screma(&mut self, ctx: &Ctx, pat: &Pat, s: &Screma<Soac>) -> Result<(), Limitation> {
        let loc = self.loc.clone();
        if s.post.is_some() {
            return self.limit("a map fused behind a scan");
        }
        let width = self.size(ctx, s.width, &[])?;
        let mut inner = self.extend(ctx, width)?;
        inner.maps.push(At::Level(ctx.depth() as u32));
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

    /// An expression that only renames elements: nothing is computed.
    pub(super) fn register_view(&mut self, stm: &Stm<Soac>) -> Result<(), Limitation> {
        let result = stm.pat.vals[0];
        let view = match &stm.exp {
            Exp::Atom(Atom::Var(v)) => return self.alias(result, *v),
            Exp::Copy { arr } | Exp::Recast { arr, .. } => return self.alias(result, *arr),
            Exp::Iota { .. } => View::Iota,
            Exp::Replicate { x, .. } => View::Replicate { x: *x },
            Exp::Slice { arr, slices } => View::Slice { src: *arr, slices: slices.clone() },
            Exp::Rearrange { perm, arr } => View::Rearrange { src: *arr, perm: perm.clone() },
            Exp::Literal { elems, .. } => View::Literal { elems: elems.clone() },
            Exp::Index { arr, index, .. } => {
                let row: Vec<Ix> = index.iter().map(|a| Ix::Atom(*a)).collect();
                let depth = index.len() as u32;
                let dims = self.vars[*arr].ty.dims().to_vec();
                let varying = dims[index.len()..].iter().filter(|d| d.on.iter().any(|l| *l < depth));
                for (size, dim) in stm.pat.sizes.iter().zip(varying) {
                    let Atom::Var(src) = dim.size else { base::bug!("flatten", "constant varying size") };
                    let index =
                        dim.on.iter().filter(|l| **l < depth).map(|l| row[*l as usize].clone()).collect();
                    self.env.insert(*size, Rep::View(View::Row { src, index }));
                }
                View::Row { src: *arr, index: row }
            }
            Exp::GatherRows { arr, at } => {
                let dims = self.vars[*arr].ty.dims().to_vec();
                let varying = dims.iter().filter(|d| d.on.contains(&0));
                for (size, dim) in stm.pat.sizes.iter().zip(varying) {
                    let Atom::Var(src) = dim.size else { base::bug!("flatten", "constant varying size") };
                    self.env.insert(*size, Rep::View(View::Gather { src, at: *at }));
                }
                View::Gather { src: *arr, at: *at }
            }
            Exp::Concat { arrs, .. } => {
                let tys: Vec<Type> = arrs.iter().map(|a| self.vars[*a].ty.clone()).collect();
                let part = |src: Atom, ty: &Type| Part { src, size: ty.dims()[0].size };
                let varying: Vec<usize> =
                    (1..tys[0].rank()).filter(|l| tys.iter().any(|t| t.dims()[*l].on.contains(&0))).collect();
                for (size, level) in stm.pat.sizes.iter().zip(varying) {
                    if tys.iter().any(|t| t.dims()[level].on.iter().any(|l| *l != 0)) && level > 1 {
                        let whole = tys.iter().all(|t| t.dims()[level].on == tys[0].dims()[level].on);
                        if !whole {
                            return self.limit("joining arrays whose inner sizes vary with different levels");
                        }
                    }
                    let parts = tys.iter().map(|t| part(t.dims()[level].size, t)).collect();
                    self.env.insert(*size, Rep::View(View::Concat { parts }));
                }
                let parts = arrs.iter().zip(&tys).map(|(a, t)| part((*a).into(), t)).collect();
                View::Concat { parts }
            }
            _ => base::bug!("flatten", "{:?} is no view", stm.pat),
        };
        self.env.insert(result, Rep::View(view));
        Ok(())
    }

    fn alias(&mut self, result: Var, of: Var) -> Result<(), Limitation> {
        let Some(rep) = self.env.get(&of).cloned() else {
            return self.limit(format!("another name for the row {} inside a loop", self.name(of)));
        };
        self.env.insert(result, rep);
        Ok(())
    }

    /// The sum of sizes: a reduction for every point.
    fn lift_total(&mut self, ctx: &Ctx, result: Var, sizes: &[Var]) -> Result<(), Limitation> {
        if ctx.depth() == 0 {
            let mut flat = vec![];
            for size in sizes {
                flat.push(self.materialise(ctx, *size)?);
            }
            let total = self.bind(&self.name(result), Type::i64(), Exp::Total { sizes: flat });
            self.put(ctx, result, total);
            return Ok(());
        }
        let ty = self.vars[sizes[0]].ty.clone();
        let mut all = self.extend_by(ctx, &ty)?;
        let levels = self.levels(&all.dims)?;
        let mut k = Kernel::new(indices(&levels));
        let own: Vec<Atom> = k.index[ctx.depth()..].iter().map(|v| (*v).into()).collect();
        let mut volume = Atom::i64(1);
        for size in sizes {
            let s = self.k_read(&mut k, *size, own.clone(), false);
            volume = if volume == Atom::i64(1) { s } else { self.k_times(&mut k, volume, s) };
        }
        let (mut levels, mut k, mut value) = (levels, k, volume);
        // One level at a time, from the inside out.
        let mut arr;
        loop {
            all.dims.pop();
            let red = self.add_fold();
            arr = fresh(self.vars, "total", Type::array(ScalarType::I64, all.dims.clone()));
            let body = Body { stms: k.stms, result: Results::vals(vec![value]) };
            let seg = Seg {
                levels,
                origins: vec![],
                rows: vec![],
                body,
                reds: vec![red],
                scans: vec![],
                keep: false,
            };
            self.push(Pat::one(arr), Exp::Op(SegOp::Seg(seg)));
            if all.depth() == ctx.depth() {
                break;
            }
            levels = self.levels(&all.dims)?;
            k = Kernel::new(indices(&levels));
            let index = k.index.iter().map(|v| (*v).into()).collect();
            value = self.k_flat(&mut k, arr, index);
        }
        self.put(ctx, result, arr);
        Ok(())
    }

    /// `+` on sizes.
    pub(super) fn add_fold(&mut self) -> Fold<ir::Inner> {
        let mut b: Builder<ir::Inner> = Builder::new(self.vars);
        let op = b.op_lambda(BinOp::Add, ScalarType::I64);
        Fold { op, ne: vec![Atom::i64(0)], comm: true }
    }

    /// Compares two arrays of sizes at every point.
    fn lift_assert_eq(&mut self, ctx: &Ctx, a: Var, b: Var, what: &str) -> Result<(), Limitation> {
        let ty = self.vars[a].ty.clone();
        let all = self.extend_by(ctx, &ty)?;
        let levels = self.levels(&all.dims)?;
        let mut k = Kernel::new(indices(&levels));
        let own: Vec<Atom> = k.index[ctx.depth()..].iter().map(|v| (*v).into()).collect();
        let x = self.k_read(&mut k, a, own.clone(), false);
        let y = self.k_read(&mut k, b, own, false);
        let cert = fresh(self.vars, "c", Type::Cert);
        let exp = Exp::AssertEq { a: x, b: y, what: what.to_string() };
        k.stms.push(Stm { pat: Pat::one(cert), exp, loc: self.loc.clone() });
        self.seg_map("c", levels, k, vec![]);
        Ok(())
    }

    /// Replaces a row: the array is rebuilt, the elements of that row read from the new one.
    fn lift_update_row(
        &mut self,
        ctx: &Ctx,
        result: Var,
        arr: Var,
        index: &[Atom],
        row: Var,
        checked: bool,
    ) -> Result<(), Limitation> {
        let dims = self.vars[arr].ty.dims().to_vec();
        let mut group: Group = vec![];
        let mut safe = vec![];
        for (i, dim) in index.iter().zip(&dims) {
            if !dim.is_uniform() {
                return self.limit("replacing a row below the first level of an irregular array");
            }
            let var = fresh(self.vars, "ix", Type::i64());
            let exp = Exp::Bounds { index: *i, size: dim.size, checked };
            group.push(Stm { pat: Pat::one(var), exp, loc: self.loc.clone() });
            safe.push(var);
        }
        self.flush(ctx, &mut group, &safe.iter().copied().collect())?;
        let ty = self.vars[arr].ty.clone();
        let all = self.extend_by(ctx, &ty)?;
        let levels = self.levels(&all.dims)?;
        let mut k = Kernel::new(indices(&levels));
        let own: Vec<Atom> = k.index[ctx.depth()..].iter().map(|v| (*v).into()).collect();
        let value = self.k_replace(&mut k, arr, row, &safe, &own);
        let name = self.name(result);
        let built = self.seg_map(&name, levels, k, vec![(value, ty.with_dims(all.dims))])[0];
        self.put(ctx, result, built);
        Ok(())
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

/// What a kernel does along its innermost level, over Core atoms.
#[derive(Default)]
pub(super) struct Clauses<'a> {
    /// The flag, if `keep`; operands of reductions; operands of scans.
    pub(super) operands: &'a [Atom],
    pub(super) plain: &'a [Atom],
    pub(super) reds: &'a [Fold<Soac>],
    pub(super) scans: &'a [Fold<Soac>],
    pub(super) keep: bool,
}

/// The Flat variables that the clauses of a kernel give.
#[derive(Default)]
pub(super) struct SegResults {
    pub(super) count: Option<Var>,
    pub(super) reds: Vec<Var>,
    pub(super) scans: Vec<Var>,
    pub(super) plain: Vec<Var>,
}
