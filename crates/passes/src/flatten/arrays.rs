//! Array expressions that need kernels of their own: sums of sizes, comparisons of shapes, replaced rows.

use super::kernel::Kernel;
use super::materialise::indices;
use super::rep::At;
use super::{Ctx, Flattener};
use base::{BinOp, ScalarType};
use ir::{
    AccDef, Atom, Builder, Check, CheckKind, Clauses, Exp, Fold, Limitation, Out, Pat, Results, Stm, Type,
    Var, fresh,
};

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
            let s = self.k_read(&mut k, *size, own.clone());
            volume = if volume == Atom::i64(1) { s } else { self.k_times(&mut k, volume, s) };
        }
        let (mut levels, mut k, mut value) = (levels, k, volume);
        // One level at a time, from the inside out.
        let mut arr;
        loop {
            all.dims.pop();
            let red = self.add_fold(value);
            arr = fresh(self.vars, "total", Type::array(ScalarType::I64, all.dims.clone()));
            let outs = vec![Out::Row(red.res[0].into())];
            let clauses = Clauses { reds: vec![red], outs, ..Clauses::default() };
            self.push_seg(Pat::one(arr), levels, k, clauses);
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
    pub(super) fn add_fold(&mut self, arg: Atom) -> Fold<ir::Inner> {
        let mut b: Builder<ir::Inner> = Builder::new(self.vars);
        let op = b.op_lambda(BinOp::Add, ScalarType::I64);
        let res = vec![b.fresh("sum", Type::i64())];
        Fold { op, ne: vec![Atom::i64(0)], args: vec![arg], res, comm: true, kept: false, index: None }
    }

    /// Compares two arrays of sizes at every point; returns the evidence.
    pub(super) fn lift_equal(
        &mut self,
        ctx: &Ctx,
        (a, b): (Var, Var),
        what: &str,
        at: &[Atom],
    ) -> Result<Var, Limitation> {
        let ty = self.vars[a].ty.clone();
        let all = self.extend_by(ctx, &ty)?;
        let levels = self.levels(&all.dims)?;
        let mut k = Kernel::new(indices(&levels));
        let own: Vec<Atom> = k.index[ctx.depth()..].iter().map(|v| (*v).into()).collect();
        let x = self.k_read(&mut k, a, own.clone());
        let y = self.k_read(&mut k, b, own.clone());
        let cert = fresh(self.vars, "c", Type::Cert);
        // The pair is named by its own indices, behind those of the check.
        let at = self.k_atoms(&mut k, at).into_iter().chain(own).collect();
        let exp = Exp::Check(Check {
            kind: CheckKind::Equal { a: x, b: y, what: what.to_string() },
            at,
            proved: false,
        });
        k.stms.push(Stm::new(Pat::one(cert), exp, self.loc.clone()));
        let all = fresh(self.vars, "c", Type::Cert);
        let clauses = Clauses { outs: vec![Out::Cert], ..Clauses::default() };
        self.push_seg(Pat::one(all), levels, k, clauses);
        Ok(all)
    }

    /// Replaces a row. What Core copies first, and what is not built, is built with the new row in its place; of any other array only
    /// the row is written, and the element of one that stays where it is.
    pub(super) fn lift_write(
        &mut self,
        ctx: &Ctx,
        result: Var,
        arr: Var,
        index: &[Atom],
        val: Atom,
    ) -> Result<(), Limitation> {
        let built = self.built(ctx, arr).is_some() && !self.copies.contains(&arr);
        let (true, Atom::Var(row)) = (!built && !self.staying.contains(&arr), val) else {
            let (written, at) = self.overwrite(ctx, arr, index, val)?;
            self.put_at(ctx, result, written, at);
            return Ok(());
        };
        let ty = self.vars[arr].ty.clone();
        let all = self.extend_by(ctx, &ty)?;
        let levels = self.levels(&all.dims)?;
        let mut k = Kernel::new(indices(&levels));
        let own: Vec<Atom> = k.index[ctx.depth()..].iter().map(|v| (*v).into()).collect();
        let value = self.k_replace(&mut k, arr, row, index, &own);
        let name = self.name(result);
        let built = self.seg_map(&name, levels, k, vec![(value, ty.with_dims(all.dims))])[0];
        self.put(ctx, result, built);
        Ok(())
    }

    /// Writes a row or an element over that of an array: an accumulation without an operator, over the elements of the row. Gives the
    /// array and where the rows of the points are in it.
    pub(super) fn overwrite(
        &mut self,
        ctx: &Ctx,
        arr: Var,
        index: &[Atom],
        val: Atom,
    ) -> Result<(Var, Vec<At>), Limitation> {
        let (target, place) = self.own(ctx, arr)?;
        let ty = self.vars[target].ty.clone();
        let all = self.extend_by(ctx, &val.ty(self.vars))?;
        let levels = self.levels(&all.dims)?;
        let mut k = Kernel::new(indices(&levels));
        let own: Vec<Atom> = k.index[ctx.depth()..].iter().map(|v| (*v).into()).collect();
        let value = match val {
            Atom::Var(row) if !own.is_empty() => self.k_read(&mut k, row, own.clone()),
            Atom::Var(_) | Atom::Const(_) => self.k_atom(&mut k, val),
        };
        let mut at = self.k_ats(&mut k, &place);
        at.extend(self.k_atoms(&mut k, index));
        at.extend(own);
        let elem = ty.elem().unwrap_or(ScalarType::I64);
        let acc_type = Type::Acc { elems: vec![elem], dims: ty.dims().to_vec() };
        let [param, updated, done] = [(); 3].map(|()| fresh(self.vars, "acc", acc_type.clone()));
        let update = Exp::UpdateAcc { acc: param, index: at, vals: vec![value] };
        k.push(Pat::one(updated), update, &self.loc);
        let clauses = Clauses { outs: vec![Out::Acc(updated)], ..Clauses::default() };
        let (body, ()) = self.nested(|this| {
            this.push_seg(Pat::one(done), levels, k, clauses);
            Ok((Results::vals(vec![done.into()]), ()))
        })?;
        let accs = vec![AccDef { param, arrs: vec![target], op: None }];
        let name = self.name(arr);
        let written = self.bind(&name, ty, Exp::WithAcc { accs, body: Box::new(body) });
        Ok((written, place))
    }
}
