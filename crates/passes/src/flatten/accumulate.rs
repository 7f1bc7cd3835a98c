//! Accumulation in a context.

use super::kernel::Kernel;
use super::rep::{Rep, identity};
use super::sequential::is_kernel_code;
use super::{Ctx, Flattener, acc_type};
use ir::{AccDef, AccOp, Atom, Body, Exp, Limitation, Pat, Results, SegOp, Soac, Type, Var, fresh};

impl Flattener<'_> {
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
            let in_place = self.accumulates_in_place(def, |arr| self.place_of(arr.into()).map(|(_, at)| at));
            let mut at = identity(ctx.depth());
            let mut arrs = vec![];
            for arr in &def.arrs {
                if in_place {
                    let (own, place) = self.own(ctx, *arr)?;
                    at = place;
                    arrs.push(own);
                } else {
                    arrs.push(self.build(ctx, *arr)?);
                }
            }
            let dims = self.vars[arrs[0]].ty.dims().to_vec();
            let name = self.name(def.param);
            let param = fresh(self.vars, &name, acc_type(def, self.vars, dims.clone()));
            arrays.extend(arrs.iter().map(|a| (self.vars[*a].ty.clone(), at.clone())));
            let op = match &def.op {
                None => None,
                Some(op) => Some(self.acc_op(ctx, def.param, op)?),
            };
            accs.push((def.param, at, AccDef { param, arrs, op }));
        }
        let mut inside = vec![];
        let (body, ()) = self.nested(|this| {
            for (root, at, def) in &accs {
                this.env.insert(*root, Rep::Acc { root: *root, at: at.clone() });
                this.accs.insert(*root, def.param);
            }
            let results = this.lift_body(ctx, body)?;
            let mut vals: Vec<Atom> = accs.iter().map(|(root, ..)| this.accs[root].into()).collect();
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
        for (core, (ty, at)) in pat.vals.iter().zip(arrays) {
            let name = self.name(*core);
            let var = fresh(self.vars, &name, ty);
            flat.vals.push(var);
            self.put_at(ctx, *core, var, at);
        }
        let accs = accs.into_iter().map(|(_, _, def)| def).collect();
        self.push(flat, Exp::WithAcc { accs, body: Box::new(body) });
        Ok(())
    }

    /// The operator of an accumulator. What it uses of its row it reads at the first indices of the element.
    fn acc_op(&mut self, ctx: &Ctx, acc: Var, op: &AccOp<Soac>) -> Result<AccOp<SegOp>, Limitation> {
        if !is_kernel_code(&op.lam.body, self.vars) {
            // Reductions and scans are loops by now.
            return self.limit(
                "a combining operator that is itself parallel or overwrites an array, as of `hist_stream`; the backend \
                 interp runs it",
            );
        }
        // Private copies are made everywhere alike, so a neutral element that differs from row to row is of no use to them.
        let ne = op.ne.as_deref().filter(|ne| ne.iter().all(|a| self.is_uniform(a)));
        let index: Vec<Var> = (0..ctx.depth()).map(|_| fresh(self.vars, "row", Type::i64())).collect();
        let mut k = Kernel::new(index);
        let (lam, kept) = self.k_operator(&mut k, &op.lam, ne.unwrap_or_default())?;
        self.rest_on(acc, acc, std::mem::take(&mut k.under));
        let lam = ir::map_ops::lambda(lam, &mut |_: ir::Inner| {
            base::bug!("flatten", "an accumulator's operator works on scalars")
        });
        Ok(AccOp { index: k.index, lam, ne: ne.map(|_| kept) })
    }
}
