//! Array expressions that need kernels of their own: sums of sizes, comparisons of shapes, replaced rows.

use super::kernel::Kernel;
use super::lift::Group;
use super::materialise::indices;
use super::{Ctx, Flattener};
use base::{BinOp, ScalarType};
use ir::{Atom, Body, Builder, Exp, Fold, Limitation, Pat, Results, Seg, SegOp, Stm, Type, Var, fresh};

impl Flattener<'_> {
    /// The sum of sizes: a reduction for every point.
    pub(super) fn lift_total(&mut self, ctx: &Ctx, result: Var, sizes: &[Var]) -> Result<(), Limitation> {
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
    pub(super) fn lift_assert_eq(&mut self, ctx: &Ctx, a: Var, b: Var, what: &str) -> Result<(), Limitation> {
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
    pub(super) fn lift_update_row(
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
            let size = match dim.size {
                Atom::Var(arr) if !dim.is_uniform() => {
                    let size = fresh(self.vars, "n", Type::i64());
                    let index = dim.on.iter().map(|l| Atom::Var(safe[*l as usize])).collect();
                    let exp = Exp::Index { arr, index, checked };
                    group.push(Stm { pat: Pat::one(size), exp, loc: self.loc.clone() });
                    size.into()
                }
                size => size,
            };
            let var = fresh(self.vars, "ix", Type::i64());
            let exp = Exp::Bounds { index: *i, size, checked };
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
