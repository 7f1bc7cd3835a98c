//! Making a kernel over a context: pending statements, rows that are owned, clauses, results.

use super::declare::How;
use super::kernel::Kernel;
use super::lift::Group;
use super::materialise::indices;
use super::rep::Rep;
use super::{Ctx, Flattener};
use base::ScalarType;
use ir::{
    Atom, Clauses, Dim, Exp, Fold, Inner, Keep, Limitation, Out, Pat, Row, Seg, SegOp, Soac, Type, Var,
    fresh, sizes_type, walk,
};
use rustc_hash::FxHashSet;

impl Flattener<'_> {
    /// Adds a kernel over the context: the statements of a group, then clauses. Binds the `wanted` variables of the group,
    /// and returns the Flat variables of the clauses' results.
    pub(super) fn seg(
        &mut self,
        ctx: &Ctx,
        group: &Group,
        wanted: &[Var],
        clauses: &Clauses<Soac>,
    ) -> Result<Vec<Var>, Limitation> {
        let loc = group.iter().map(|s| &s.loc).find(|l| !l.0.is_empty()).unwrap_or(&self.loc).clone();
        let free = walk::free_vars(group, self.vars);
        // Arrays overwritten here are copied first, so that the row belongs to its point: by the point itself where it goes through
        // the row anyway. What is only read here may be overwritten behind it.
        let overwritten = self.overwritten.within(group);
        let looping = ctx.depth() > 0 && group.iter().any(|stm| self.loops_over_rows(stm));
        let (mut rows, mut filled) = (vec![], vec![]);
        for var in &free {
            if self.vars[*var].ty.is_array() && overwritten.contains(var) {
                match looping && self.is_regular(*var) {
                    true => filled.push(*var),
                    false => rows.push((*var, self.build_rows(ctx, *var)?)),
                }
            }
        }
        let mut seg_rows: Vec<Row> = vec![];
        let mut placed = vec![];
        for core in filled.iter().copied().chain(self.escaping(group, wanted)) {
            let ty = self.vars[core].ty.clone();
            let (param, _) = self.scratch_row(ctx, &self.name(core), &ty, &mut seg_rows)?;
            placed.push((core, param));
        }
        let levels = self.levels(&ctx.dims)?;
        let mut k = Kernel::new(indices(&levels));
        for (core, arr) in rows {
            self.own_row(&mut k, ctx, core, arr, &mut seg_rows);
        }
        for (core, param) in placed {
            self.know_sizes(&mut k, core, param, &seg_rows);
            k.rows.insert(param, param);
            k.places.insert(core, param);
        }
        for var in &free {
            let readable =
                matches!(self.env.get(var), Some(Rep::Lifted { .. } | Rep::Index(_) | Rep::Delayed(_)));
            if readable && self.vars[*var].ty.as_scalar().is_some() {
                self.k_atom(&mut k, (*var).into());
            }
        }
        self.k_sizes(&mut k, group);
        for core in filled {
            self.k_make(&mut k, core, core);
        }
        let after: Vec<Atom> = wanted.iter().map(|v| (*v).into()).chain(clauses.out_atoms()).collect();
        self.k_block(&mut k, group, &after)?;
        self.loc = loc;
        let mut reds = vec![];
        for fold in clauses.reds.iter().filter(|fold| !fold.kept) {
            reds.push(self.seg_fold(&mut k, fold)?);
        }
        let mut scans = vec![];
        for fold in &clauses.scans {
            scans.push(self.seg_fold(&mut k, fold)?);
            fold.res.iter().for_each(|res| k.know(*res, *res));
        }
        let keep = clauses.keep.as_ref().map(|keep| {
            keep.place.iter().for_each(|place| k.know(*place, *place));
            Keep { flag: self.k_atom(&mut k, keep.flag), place: keep.place, count: None, whole: false }
        });
        let mut seg_results =
            SegResults { space: ctx.dims.clone(), rows: seg_rows, pat: Pat::default(), outs: vec![] };
        let mut certs = vec![];
        for var in wanted {
            if self.vars[*var].ty == Type::Cert {
                certs.push(*var);
                continue;
            }
            let local = match self.vars[*var].ty.is_array() {
                true => self.k_row_out(ctx, &mut k, *var, &mut seg_results.rows)?.into(),
                false => self.k_result(&mut k, (*var).into()),
            };
            let flat = self.seg_result(&mut seg_results, &k, (*var).into(), local);
            if !self.vars[flat].ty.is_acc() {
                self.put(ctx, *var, flat);
            }
        }
        // What does not come from `each` is had in front of it: at every point.
        let late: FxHashSet<Var> = walk::bound_vars(&clauses.each).into_iter().collect();
        for atom in clauses.outs.iter().filter(|out| !matches!(out, Out::Row(_))).filter_map(Out::atom) {
            if atom.var().is_none_or(|v| !late.contains(&v)) {
                self.k_result(&mut k, atom);
            }
        }
        self.place_parts(ctx, &mut k, &mut seg_results.rows)?;
        let body = std::mem::take(&mut k.stms);
        self.k_block(&mut k, &clauses.each, &[])?;
        self.place_parts(ctx, &mut k, &mut seg_results.rows)?;
        for fold in clauses.reds.iter().filter(|fold| fold.kept) {
            reds.push(self.seg_fold(&mut k, fold)?);
        }
        let outer = Ctx::new(ctx.dims[..ctx.depth().saturating_sub(1)].to_vec());
        let mut made = vec![];
        let mut kept = outer.dims.clone();
        for out in &clauses.outs {
            made.push(match out {
                Out::Count => {
                    let count = fresh(self.vars, "count", Type::array(ScalarType::I64, outer.dims.clone()));
                    kept.push(Dim { size: count.into(), on: outer.all() });
                    seg_results.pat.sizes.push(count);
                    seg_results.outs.insert(seg_results.pat.sizes.len() - 1, Out::Count);
                    count
                }
                Out::Row(a) => {
                    let elem = a.ty(self.vars).elem().unwrap_or(ScalarType::I64);
                    let var = fresh(self.vars, "r", Type::array(elem, outer.dims.clone()));
                    seg_results.push(var, Out::Row(*a));
                    var
                }
                Out::Kept(a) => {
                    let local = self.k_result(&mut k, *a);
                    let name = a.var().map_or("c".to_string(), |v| self.name(v));
                    let ty = local.ty(self.vars).with_dims(kept.clone());
                    let var = fresh(self.vars, &name, ty);
                    seg_results.push(var, Out::Kept(local));
                    var
                }
                Out::Point(a) => {
                    let local = match a.var().filter(|v| self.vars[*v].ty.is_array()) {
                        Some(row) => self.k_row_out(ctx, &mut k, row, &mut seg_results.rows)?.into(),
                        None => self.k_result(&mut k, *a),
                    };
                    self.seg_result(&mut seg_results, &k, *a, local)
                }
                Out::Acc(v) => {
                    let local = self.k_result(&mut k, (*v).into());
                    self.seg_result(&mut seg_results, &k, (*v).into(), local)
                }
                Out::Owned(_) | Out::Offsets(_) | Out::Cert => {
                    base::bug!("flatten", "a result that Core has not")
                }
            });
        }
        if !certs.is_empty() {
            // None of its checks has failed, at any point.
            let all = fresh(self.vars, "c", Type::Cert);
            seg_results.push(all, Out::Cert);
            certs.into_iter().for_each(|cert| _ = self.env.insert(cert, Rep::Cert(vec![all])));
        }
        let SegResults { pat, outs, rows, space: _ } = seg_results;
        let clauses = Clauses { reds, scans, keep, each: k.stms, end: vec![], outs };
        let seg = Seg { levels, rows, body, clauses, under: k.under, by: self.by, ..Seg::default() };
        self.push(pat, Exp::Op(SegOp::Seg(seg)));
        Ok(made)
    }

    /// A copy of an array whose rows the points will own.
    pub(super) fn build_rows(&mut self, ctx: &Ctx, core: Var) -> Result<Var, Limitation> {
        let arr = self.build(ctx, core)?;
        let dims = self.rows_over(ctx, &self.vars[core].ty.clone())?;
        match self.recast(arr.into(), dims, self.rests(core)) {
            Atom::Var(arr) => Ok(arr),
            Atom::Const(_) => base::bug!("flatten", "an array is no constant"),
        }
    }

    /// The dimensions of an array over the context whose rows, of the Core type `ty`, the points own: a size that varies with some
    /// levels of the context is made to vary with all of them. Fitted to the dimensions in front of it instead, as [`Self::extend`]
    /// does, it might vary inside of a row, too.
    pub(super) fn rows_over(&mut self, ctx: &Ctx, ty: &Type) -> Result<Vec<Dim>, Limitation> {
        let mut dims = ctx.dims.clone();
        for dim in ty.dims() {
            let dim = self.size(ctx, dim.size, &dim.on)?;
            let inside: Vec<u32> = dim.on.iter().copied().filter(|l| (*l as usize) < ctx.depth()).collect();
            let (Atom::Var(size), false) = (dim.size, inside.is_empty() || inside == ctx.all()) else {
                dims.push(self.over(&dims, dim)?);
                continue;
            };
            let on: Vec<u32> = ctx.all().into_iter().chain(dim.on[inside.len()..].iter().copied()).collect();
            let levels = sizes_type(&dims, &on).dims().to_vec();
            let at = (0..).zip(&on).filter(|(_, l)| dim.on.contains(l)).map(|(i, _)| i).collect();
            // Once: rows of one size have one size in the kernel too.
            let whole = self.derived(size, How::Gathered(at), levels)?;
            dims.push(Dim { size: whole.into(), on });
        }
        Ok(dims)
    }

    /// Gives a point its row of an array, and the sizes of that row.
    pub(super) fn own_row(&mut self, k: &mut Kernel, ctx: &Ctx, core: Var, arr: Var, rows: &mut Vec<Row>) {
        let param = self.row_param(ctx, core, arr, rows);
        self.know_sizes(k, core, param, rows);
        self.k_own(k, core, param);
    }

    /// Says that the sizes of a row are rows of the point too.
    fn know_sizes(&mut self, k: &mut Kernel, core: Var, param: Var, rows: &[Row]) {
        let core_dims = self.vars[core].ty.dims().to_vec();
        let dims = self.vars[param].ty.dims().to_vec();
        for (dim, core_dim) in dims.iter().zip(core_dims) {
            if let (Atom::Var(size), Atom::Var(core_size), true) = (dim.size, core_dim.size, dim.is_uniform())
                && rows.iter().any(|r| r.param == size)
            {
                k.know(core_size, size);
            }
        }
    }

    /// The row of an array that belongs to the point, behind the rows of its sizes.
    pub(super) fn row_param(&mut self, ctx: &Ctx, core: Var, arr: Var, rows: &mut Vec<Row>) -> Var {
        if let Some(row) = rows.iter().find(|r| r.arr == arr) {
            return row.param;
        }
        let ty = self.vars[arr].ty.clone();
        let depth = ctx.depth() as u32;
        let mut own = vec![];
        for dim in &ty.dims()[ctx.depth()..] {
            let size = match dim.size {
                Atom::Var(sizes) if dim.on.iter().any(|l| *l < depth) => {
                    self.row_param(ctx, sizes, sizes, rows).into()
                }
                size @ (Atom::Var(_) | Atom::Const(_)) => size,
            };
            let on = dim.on.iter().filter(|l| **l >= depth).map(|l| l - depth).collect();
            own.push(Dim { size, on });
        }
        let param = fresh(self.vars, &self.name(core), ty.with_dims(own));
        rows.push(Row { param, arr });
        param
    }

    /// The variable that the value of a kernel's points is bound to.
    fn seg_result(&mut self, results: &mut SegResults, k: &Kernel, core: Atom, local: Atom) -> Var {
        let ty = local.ty(self.vars);
        let name = core.var().map_or("c".to_string(), |v| self.name(v));
        if let (Type::Acc { .. }, Atom::Var(core), Atom::Var(local)) = (&ty, core, local) {
            let var = fresh(self.vars, &name, ty);
            results.push(var, Out::Acc(local));
            let root = k.acc_root(core).unwrap_or_else(|| self.acc_root(core));
            self.accs.insert(root, var);
            let rep = self.env[&root].clone();
            self.env.insert(core, rep);
            return var;
        }
        // Sizes of rows are rows too, but a number computed from one is a number of its own.
        let row = local.var().filter(|_| ty.is_array()).map(|v| (v, k.row_of(v)));
        let (ty, out) = match row {
            // A row of a consumed array: the result is that array.
            Some((local, Some(row))) => match results.rows.iter().find(|r| r.param == row) {
                Some(row) => (self.vars[row.arr].ty.clone(), Out::Owned(local)),
                None => base::bug!("flatten", "row {}_{} belongs to no array", self.name(row), row.0),
            },
            Some((local, None)) => base::bug!("flatten", "{}_{} is no row", self.name(local), local.0),
            None => (ty.with_dims(results.space.clone()), Out::Point(local)),
        };
        let var = fresh(self.vars, &name, ty);
        results.push(var, out);
        var
    }

    /// The definition that a Core accumulator comes from.
    pub(super) fn acc_root(&self, core: Var) -> Var {
        match self.env.get(&core) {
            Some(Rep::Acc { root, .. }) => *root,
            _ => base::bug!("flatten", "accumulator {}_{} has no root", self.name(core), core.0),
        }
    }

    /// A fold of a kernel. Its operator is evaluated outside of the kernel's body too, so it shares nothing with it but the indices.
    fn seg_fold(&mut self, k: &mut Kernel, fold: &Fold<Soac>) -> Result<Fold<Inner>, Limitation> {
        let args = fold.args.iter().map(|a| self.k_result(k, *a)).collect();
        let mut outside = Kernel::new(k.index.clone());
        fold.index.iter().for_each(|index| outside.know(*index, *index));
        if !fold.ne.iter().all(|a| self.is_uniform(a)) {
            return self.limit("a neutral element that differs from row to row");
        }
        let (op, ne) = self.k_operator(&mut outside, &fold.op, &fold.ne)?;
        k.rest(&outside.under);
        Ok(Fold { op, ne, args, res: fold.res.clone(), comm: fold.comm, kept: fold.kept, index: fold.index })
    }

    /// Whether an operand is the same at every point.
    pub(super) fn is_uniform(&self, a: &Atom) -> bool {
        match a {
            Atom::Const(_) => true,
            Atom::Var(v) => matches!(self.env.get(v), Some(Rep::Host(_))),
        }
    }
}

/// What a kernel binds so far.
struct SegResults {
    /// The dimensions of its space.
    space: Vec<Dim>,
    rows: Vec<Row>,
    pat: Pat,
    outs: Vec<Out>,
}

impl SegResults {
    fn push(&mut self, var: Var, out: Out) {
        self.pat.vals.push(var);
        self.outs.push(out);
    }
}
