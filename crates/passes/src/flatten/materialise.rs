//! Making arrays: a value at every point of a context as one Flat array.

use super::kernel::Kernel;
use super::rep::{At, Delayed, Rep, identity};
use super::{Ctx, Flattener};
use ir::{Atom, Clauses, Dim, Exp, Inner, Level, Limitation, Out, Pat, Seg, SegOp, Type, Var, View, fresh};

impl Flattener<'_> {
    /// A value at every point, as an atom: an array over the context, or, outside of maps, the value itself.
    pub(super) fn materialised(&mut self, ctx: &Ctx, atom: Atom) -> Result<Atom, Limitation> {
        match atom {
            Atom::Const(_) if ctx.depth() == 0 => Ok(atom),
            Atom::Const(c) => {
                let levels = self.levels(&ctx.dims)?;
                let k = Kernel::new(indices(&levels));
                let ty = Type::array(c.ty(), ctx.dims.clone());
                Ok(self.seg_map("c", levels, k, vec![(atom, ty)])[0].into())
            }
            Atom::Var(v) => match self.env.get(&v) {
                Some(Rep::Host(a)) if ctx.depth() == 0 => Ok(*a),
                _ => Ok(self.materialise(ctx, v)?.into()),
            },
        }
    }

    /// The array with the value of `var` at every point; it is made once.
    pub(super) fn materialise(&mut self, ctx: &Ctx, var: Var) -> Result<Var, Limitation> {
        if let Some(arr) = self.built(ctx, var) {
            return Ok(arr);
        }
        let uniform = matches!(self.env.get(&var), Some(Rep::Host(_))) || self.regular_size(var).is_some();
        let arr = self.build(ctx, var)?;
        // What is the same at every point stays so for everybody else, and what stays where it is is there.
        if !uniform && !self.staying.contains(&var) {
            self.put(ctx, var, arr);
        }
        Ok(arr)
    }

    /// Says that `arr` holds the value of the Core variable `var` at every point of the context.
    pub(super) fn put(&mut self, ctx: &Ctx, var: Var, arr: Var) {
        let rep = match ctx.depth() {
            0 => Rep::Host(arr.into()),
            depth => Rep::Lifted { arr, at: identity(depth) },
        };
        self.env.insert(var, rep);
    }

    /// The array with the value of `var` at every point, if there is one.
    pub(super) fn built(&self, ctx: &Ctx, var: Var) -> Option<Var> {
        match self.env.get(&var) {
            Some(Rep::Lifted { arr, at }) if *at == identity(ctx.depth()) => Some(*arr),
            Some(Rep::Host(Atom::Var(v))) if ctx.depth() == 0 => Some(*v),
            _ => None,
        }
    }

    /// A new array with the value of `var` at every point.
    pub(super) fn build(&mut self, ctx: &Ctx, var: Var) -> Result<Var, Limitation> {
        let ty = self.vars[var].ty.clone();
        let all = self.extend_by(ctx, &ty)?;
        if let Some(Rep::Delayed(Delayed::Scratch { .. })) = self.env.get(&var) {
            let (name, ty) = (self.name(var), ty.with_dims(all.dims));
            return Ok(self.bind(&name, ty.clone(), Exp::Scratch { ty, part: None }));
        }
        let levels = self.levels(&all.dims)?;
        let built = self.built(ctx, var).filter(|_| ty.is_array());
        // Under the sizes of the copy it can be seen that all of the array is copied.
        let built = built.and_then(|arr| self.recast(arr.into(), all.dims.clone(), self.rests(var)).var());
        let mut k = Kernel::new(indices(&levels));
        let own = |k: &Kernel, from: usize| k.index[from..].iter().map(|v| (*v).into()).collect();
        let value = match built {
            Some(arr) => {
                let index = own(&k, 0);
                self.k_flat(&mut k, arr, index)
            }
            None if ty.is_array() => {
                let index = own(&k, ctx.depth());
                self.k_read(&mut k, var, index)
            }
            None => self.k_atom(&mut k, var.into()),
        };
        let name = self.name(var);
        Ok(self.seg_map(&name, levels, k, vec![(value, ty.with_dims(all.dims))])[0])
    }

    /// The elements of a Flat array at positions of the context.
    pub(super) fn gather(&mut self, ctx: &Ctx, name: &str, arr: Var, at: Vec<At>) -> Result<Var, Limitation> {
        let levels = self.levels(&ctx.dims)?;
        let mut k = Kernel::new(indices(&levels));
        let index: Vec<Atom> = at.iter().map(|a| self.k_at(&mut k, a)).collect();
        let value = self.k_flat(&mut k, arr, index);
        let ty = self.vars[arr].ty.with_dims(ctx.dims.clone());
        Ok(self.seg_map(name, levels, k, vec![(value, ty)])[0])
    }

    /// Adds a kernel without clauses; binds one array per result.
    pub(super) fn seg_map(
        &mut self,
        name: &str,
        levels: Vec<Level>,
        k: Kernel,
        results: Vec<(Atom, Type)>,
    ) -> Vec<Var> {
        let (mut pat, mut outs) = (vec![], vec![]);
        for (val, ty) in results {
            pat.push(fresh(self.vars, name, ty));
            outs.push(Out::Point(val));
        }
        let clauses = Clauses { outs, ..Clauses::default() };
        self.push_seg(Pat::vals(pat.clone()), levels, k, clauses);
        pat
    }

    /// Adds a kernel that consumes no rows.
    pub(super) fn push_seg(&mut self, pat: Pat, levels: Vec<Level>, k: Kernel, clauses: Clauses<Inner>) {
        let seg = Seg { levels, body: k.stms, clauses, under: k.under, ..Seg::default() };
        self.push(pat, Exp::Op(SegOp::Seg(seg)));
    }

    /// The same elements under other dimensions, of equal volume by proof or under the evidence.
    pub(super) fn reshape(&mut self, arr: Var, dims: Vec<Dim>, under: Vec<Var>) -> Var {
        let ty = self.vars[arr].ty.clone();
        if ty.dims() == dims.as_slice() {
            return arr;
        }
        let name = self.name(arr);
        self.bind(&name, ty.with_dims(dims.clone()), Exp::View(View::Reshape { arr, dims, under }))
    }
}

/// The indices of levels.
pub(super) fn indices(levels: &[Level]) -> Vec<Var> {
    levels.iter().map(|l| l.index).collect()
}
