//! Functions that kernels call: scalar code is the same in Flat, but for the functions that it calls itself.
//!
//! ```text
//! map (i < k) { let y = call f x_i at (i) }
//!   =>
//! seg (i < k) { let x = xs[i]  let y = call f x at (i) } out (y)
//! ```
//!
//! An array is passed as it lies in memory: one of the host, a row of one, or a range of rows.

use super::Flattener;
use super::call::{Versions, copy};
use super::kernel::Kernel;
use super::rep::{Delayed, Ix, Rep};
use crate::functions::lies_together;
use base::Id;
use ir::{
    Atom, Dim, Exp, Fun, FunId, Inner, Param, Pat, SegOp, Slice, Soac, Stm, Type, Var, Vars, View, fresh,
    map_ops,
};

impl Flattener<'_> {
    /// Whether a kernel can call this function with these arguments.
    pub(super) fn is_callable(&self, fun: FunId, args: &[Atom]) -> bool {
        self.versions.of_kernels[fun.index()]
            && args.iter().filter_map(|arg| arg.var()).all(|v| !self.vars[v].ty.is_array() || self.lies(v))
    }

    /// Whether a Core array is one of the host, or a part of one whose elements lie together.
    fn lies(&self, arr: Var) -> bool {
        let part = match self.env.get(&arr) {
            Some(Rep::Host(Atom::Var(_)) | Rep::Lifted { .. }) => true,
            Some(Rep::Delayed(Delayed::Row { src, .. })) => self.lies_whole(*src),
            Some(Rep::Delayed(Delayed::Slice { src, slices })) => {
                lies_together(slices) && self.lies(*src) && self.is_regular(*src)
            }
            _ => false,
        };
        part && !self.overwritten.shows(arr)
    }

    /// Whether a Core array is one of the host, or a row of one.
    fn lies_whole(&self, arr: Var) -> bool {
        match self.env.get(&arr) {
            Some(Rep::Host(Atom::Var(_)) | Rep::Lifted { .. }) => !self.overwritten.shows(arr),
            Some(Rep::Delayed(Delayed::Row { src, .. })) => self.lies_whole(*src),
            _ => false,
        }
    }

    /// A call by a kernel.
    pub(super) fn k_call(&mut self, k: &mut Kernel, fun: FunId, args: &[Atom], at: &[Atom]) -> Exp<Inner> {
        let params: Vec<Var> = self.versions.funs[fun.index()].params.iter().map(|p| p.var).collect();
        let mut given = vec![];
        for (param, arg) in params.iter().zip(args) {
            given.push(match arg.var() {
                Some(v) if self.vars[v].ty.is_array() => {
                    let row = self.k_lying(k, v);
                    let mut dims = self.vars[*param].ty.dims().to_vec();
                    for dim in &mut dims {
                        if let Some(at) = params.iter().position(|p| dim.size == Atom::Var(*p)) {
                            dim.size = self.k_atom(k, args[at]);
                        }
                    }
                    self.k_recast(k, row, dims).into()
                }
                _ => self.k_atom(k, *arg),
            });
        }
        let at = self.k_atoms(k, at);
        Exp::Call { fun: self.versions.in_kernels(fun), args: given, at, beside: vec![] }
    }

    /// The same row under the sizes that a function calls it by.
    fn k_recast(&mut self, k: &mut Kernel, row: Var, dims: Vec<Dim>) -> Var {
        let ty = self.vars[row].ty.clone();
        if ty.dims() == dims {
            return row;
        }
        let new = fresh(self.vars, &self.name(row), ty.with_dims(dims.clone()));
        let loc = self.loc.clone();
        k.push(
            Pat::one(new),
            Exp::View(View::Recast { arr: row, dims, under: vec![], inside: vec![] }),
            &loc,
        );
        new
    }

    /// The array of the host, or the part of one, that a Core array is.
    fn k_lying(&mut self, k: &mut Kernel, arr: Var) -> Var {
        let loc = self.loc.clone();
        if let Some(Rep::Delayed(Delayed::Slice { src, slices })) = self.env.get(&arr).cloned() {
            let src = self.k_lying(k, src);
            let mut dims = vec![];
            let mut at = vec![];
            for slice in &slices {
                at.push(match slice {
                    Slice::At(i) => Slice::At(self.k_atom(k, *i)),
                    Slice::Range { start, len, stride } => {
                        let [start, len, stride] = [*start, *len, *stride].map(|a| self.k_atom(k, a));
                        dims.push(Dim::uniform(len));
                        Slice::Range { start, len, stride }
                    }
                });
            }
            let ty = self.vars[src].ty.clone();
            dims.extend(ty.dims().iter().skip(slices.len()).cloned());
            let part = fresh(self.vars, &self.name(arr), ty.with_dims(dims));
            k.push(Pat::one(part), Exp::View(View::Slice { arr: src, slices: at }), &loc);
            return part;
        }
        let (flat, index) = self.k_place(k, arr);
        if index.is_empty() {
            return flat;
        }
        let ty = self.vars[flat].ty.clone();
        let levels = index.len() as u32;
        let mut pat = Pat::default();
        let mut dims = vec![];
        for dim in &ty.dims()[index.len()..] {
            let varies = dim.on.iter().any(|level| *level < levels);
            let on = dim.on.iter().filter_map(|level| level.checked_sub(levels)).collect();
            let size = match varies {
                true => {
                    pat.sizes.push(fresh(self.vars, "n", Type::i64()));
                    pat.sizes[pat.sizes.len() - 1].into()
                }
                false => dim.size,
            };
            dims.push(Dim { size, on });
        }
        let row = fresh(self.vars, &self.name(arr), ty.with_dims(dims));
        pat.vals.push(row);
        k.push(pat, Exp::View(View::Row { arr: flat, index }), &loc);
        row
    }

    /// The array of the host that a Core array is a row of, and at which indices.
    fn k_place(&mut self, k: &mut Kernel, arr: Var) -> (Var, Vec<Atom>) {
        match self.env.get(&arr).cloned() {
            Some(Rep::Host(Atom::Var(flat))) => (flat, vec![]),
            Some(Rep::Lifted { arr: flat, at }) => (flat, self.k_ats(k, &at)),
            Some(Rep::Delayed(Delayed::Row { src, index })) => {
                let (flat, mut at) = self.k_place(k, src);
                for ix in &index {
                    at.push(match ix {
                        Ix::Atom(a) => self.k_atom(k, *a),
                        Ix::At(level) => self.k_at(k, level),
                    });
                }
                (flat, at)
            }
            _ => base::bug!("flatten", "{}_{} does not lie in an array", self.name(arr), arr.0),
        }
    }
}

/// The version of a function that kernels call.
pub(super) fn of_kernels(vars: &mut Vars, versions: &mut Versions, fun: FunId) -> Fun<SegOp> {
    let core = versions.funs[fun.index()].clone();
    let (params, _, mut body) = copy(vars, &core);
    translate(&mut body.stms, versions);
    let body = map_ops::body(body, &mut |_: Soac| base::bug!("flatten", "scalar code has no operators"));
    Fun {
        name: core.name,
        entry: None,
        params: params.into_iter().map(|var| Param { var, consumed: false }).collect(),
        ret_sizes: vec![],
        ret: core.ret,
        body,
    }
}

fn translate(block: &mut Vec<Stm<Soac>>, versions: &mut Versions) {
    // Generated code shows nothing.
    block.retain(|stm| !matches!(stm.exp, Exp::Trace { .. }));
    for stm in block {
        if let Exp::Call { fun, .. } = &mut stm.exp {
            *fun = versions.in_kernels(*fun);
        }
        stm.exp.blocks_mut(&mut |block, _| translate(block, versions));
    }
}
