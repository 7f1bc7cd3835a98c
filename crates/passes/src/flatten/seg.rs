//! Making a kernel over a context: pending statements, rows that are owned, clauses, results.

use super::kernel::Kernel;
use super::lift::Group;
use super::materialise::indices;
use super::rep::{At, Rep};
use super::sequential::is_kernel_code;
use super::{Ctx, Flattener};
use base::ScalarType;
use ir::{
    Atom, Body, Dim, Exp, Fold, Limitation, Pat, Results, Row, Seg, SegOp, Soac, Type, Var, fresh,
    sizes_type, walk,
};

impl Flattener<'_> {
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
            if self.vars[*var].ty.is_array() && self.overwritten.contains(*var) {
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
        let outer = Ctx { dims: ctx.dims[..ctx.depth().saturating_sub(1)].to_vec(), ..Ctx::default() };
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

    /// A copy of an array whose rows the points will own: a size that varies with some levels of the context is made to vary
    /// with all of them.
    pub(super) fn build_rows(&mut self, ctx: &Ctx, core: Var) -> Result<Var, Limitation> {
        let arr = self.build(ctx, core)?;
        let old = self.vars[arr].ty.dims().to_vec();
        let (mut dims, own) = (old[..ctx.depth()].to_vec(), &old[ctx.depth()..]);
        for dim in own {
            let inside: Vec<u32> = dim.on.iter().copied().filter(|l| (*l as usize) < ctx.depth()).collect();
            let (Atom::Var(size), false) = (dim.size, inside.is_empty() || inside == ctx.all()) else {
                dims.push(self.over(&dims, dim.clone())?);
                continue;
            };
            let on: Vec<u32> = ctx.all().into_iter().chain(dim.on[inside.len()..].iter().copied()).collect();
            let levels = Ctx { dims: sizes_type(&dims, &on).dims().to_vec(), ..Ctx::default() };
            let at = (0..).zip(&on).filter(|(_, l)| dim.on.contains(l)).map(|(i, _)| At::Level(i)).collect();
            let whole = self.gather(&levels, &self.name(size), size, at)?;
            dims.push(Dim { size: whole.into(), on });
        }
        match self.recast(arr.into(), dims) {
            Atom::Var(arr) => Ok(arr),
            Atom::Const(_) => base::bug!("flatten", "an array is no constant"),
        }
    }

    /// Gives a point its row of an array, and the sizes of that row.
    pub(super) fn own_row(&mut self, k: &mut Kernel, ctx: &Ctx, core: Var, arr: Var, rows: &mut Vec<Row>) {
        let core_dims = self.vars[core].ty.dims().to_vec();
        let param = self.row_param(ctx, core, arr, rows);
        let dims = self.vars[param].ty.dims().to_vec();
        for (dim, core_dim) in dims.iter().zip(core_dims) {
            if let (Atom::Var(size), Atom::Var(core_size), true) = (dim.size, core_dim.size, dim.is_uniform())
                && rows.iter().any(|r| r.param == size)
            {
                k.know(core_size, size);
            }
        }
        self.k_own(k, core, param);
    }

    /// The row of an array that belongs to the point, behind the rows of its sizes.
    fn row_param(&mut self, ctx: &Ctx, core: Var, arr: Var, rows: &mut Vec<Row>) -> Var {
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
                size => size,
            };
            let on = dim.on.iter().filter(|l| **l >= depth).map(|l| l - depth).collect();
            own.push(Dim { size, on });
        }
        let param = fresh(self.vars, &self.name(core), ty.with_dims(own));
        rows.push(Row { param, arr });
        param
    }

    /// The variable that a kernel's plain result is bound to.
    pub(super) fn seg_result(
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
    pub(super) fn acc_root(&self, core: Var) -> Var {
        match self.env.get(&core) {
            Some(Rep::Acc { root, .. }) => *root,
            _ => base::bug!("flatten", "accumulator {}_{} has no root", self.name(core), core.0),
        }
    }

    /// Operators of clauses: evaluated outside of the kernel's body too, so they share nothing with it but the indices.
    pub(super) fn seg_folds(
        &mut self,
        k: &Kernel,
        folds: &[Fold<Soac>],
    ) -> Result<Vec<Fold<ir::Inner>>, Limitation> {
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

    pub(super) fn seg_fold(
        &mut self,
        k: &mut Kernel,
        fold: &Fold<Soac>,
    ) -> Result<Fold<ir::Inner>, Limitation> {
        let uniform = |a: &Atom| match a {
            Atom::Const(_) => true,
            Atom::Var(v) => matches!(self.env.get(v), Some(Rep::Host(_))),
        };
        if !fold.ne.iter().all(uniform) {
            return self.limit("a neutral element that differs from row to row");
        }
        if !is_kernel_code(&fold.op.body, self.vars) {
            // Reductions and scans are loops by now: what is left combines values in an accumulator.
            return self.limit(
                "a combining operator that is itself parallel or overwrites an array, as of reduce_by_index; the backend \
                 interp runs it",
            );
        }
        self.k_fold(k, fold)
    }
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
