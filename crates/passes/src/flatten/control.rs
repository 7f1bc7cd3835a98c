//! What branches and loops share: numbers of the host, accumulators, contexts of one level.

use super::kernel::Kernel;
use super::materialise::indices;
use super::rep::{At, Rep};
use super::{Ctx, Flattener};
use base::ScalarType;
use ir::{Atom, Dim, Limitation, Pat, Type, Var};

impl Flattener<'_> {
    /// The value of a scalar that is the same at every point. Outside of maps every scalar is: one that lies in an array is read.
    pub(super) fn uniform(&mut self, ctx: &Ctx, atom: Atom) -> Result<Option<Atom>, Limitation> {
        if ctx.depth() == 0 {
            return self.materialised(ctx, atom).map(Some);
        }
        Ok(match atom {
            Atom::Const(_) => Some(atom),
            Atom::Var(v) => match self.env.get(&v) {
                Some(Rep::Host(a)) => Some(*a),
                _ => None,
            },
        })
    }

    /// The definition that an accumulator comes from; `None` for other values.
    pub(super) fn root_of(&self, atom: Atom) -> Option<Var> {
        atom.var().filter(|v| self.vars[*v].ty.is_acc()).map(|v| self.acc_root(v))
    }

    /// Says that Flat variables are the current versions of accumulators, under their Core names.
    pub(super) fn settle_accs(&mut self, core: &[Var], flat: &[Var], roots: &[Option<Var>]) {
        for ((core, flat), root) in core.iter().zip(flat).zip(roots) {
            if let Some(root) = root {
                self.vars[*flat].ty = self.vars[self.accs[root]].ty.clone();
                self.accs.insert(*root, *flat);
                let rep = self.env[root].clone();
                self.env.insert(*core, rep);
            }
        }
    }

    /// The context as one level. Every value is reached through the position in it.
    pub(super) fn flat_ctx(&mut self, ctx: &Ctx) -> Result<Ctx, Limitation> {
        if ctx.depth() == 1 {
            return Ok(ctx.clone());
        }
        let count = self.count(&ctx.dims)?;
        let levels = self.levels(&ctx.dims)?;
        let k = Kernel::new(indices(&levels));
        let ty = Type::array(ScalarType::I64, ctx.dims.clone());
        let results = k.index.iter().map(|i| ((*i).into(), ty.clone())).collect();
        let flat = vec![Dim::uniform(count)];
        let arrs = self.seg_map("at", levels, k, results);
        let at: Vec<At> = arrs
            .into_iter()
            .map(|arr| At::Through(self.reshape(arr, flat.clone(), vec![]), Box::new(At::Level(0))))
            .collect();
        self.remap_env(&at);
        Ok(Ctx::new(flat))
    }

    /// Results over the flat context, put back over the real one.
    pub(super) fn unflatten(&mut self, ctx: &Ctx, pat: &Pat, flat: Vec<Var>) -> Result<(), Limitation> {
        for (core, arr) in pat.all().zip(flat) {
            let ty = self.vars[core].ty.clone();
            if ty == Type::Cert {
                self.env.insert(core, Rep::Cert(vec![]));
                continue;
            }
            if ty.is_acc() {
                continue;
            }
            let all = self.extend_by(ctx, &ty)?;
            let arr = self.reshape(arr, all.dims, vec![]);
            self.put(ctx, core, arr);
        }
        Ok(())
    }
}
