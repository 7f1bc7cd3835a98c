//! Accumulation in a context.

use super::kernel::Kernel;
use super::rep::Rep;
use super::{Ctx, Flattener, acc_type};
use ir::{AccDef, AccOp, Atom, Body, Exp, Limitation, Pat, Results, Soac, fresh};

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
                    let ne = op.ne.as_deref().unwrap_or_default();
                    let (lam, ne) = self.seg_operator(&mut Kernel::new(vec![]), &op.lam, ne)?;
                    let lam = ir::map_ops::lambda(lam, &mut |_: ir::Inner| {
                        base::bug!("flatten", "an accumulator's operator works on scalars")
                    });
                    Some(AccOp { lam, ne: op.ne.as_ref().map(|_| ne) })
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
