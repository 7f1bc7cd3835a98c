//! Functions that kernels call: scalar code is the same in Flat, but for the functions that it calls itself.
//!
//! ```text
//! map (i < k) { let y = call f x_i at (i) }
//!   =>
//! seg (i < k) { let x = xs[i]  let y = call f x at (i) } out (y)
//! ```
//!
//! An array is passed as it lies in memory: one of the host, that no view stands for.

use super::Flattener;
use super::call::{Versions, copy};
use super::kernel::Kernel;
use super::rep::Rep;
use base::Id;
use ir::{Atom, Exp, Fun, FunId, Inner, Param, SegOp, Soac, Stm, Var, Vars, map_ops};

impl Flattener<'_> {
    /// Whether a kernel can call this function with these arguments.
    pub(super) fn is_callable(&self, fun: FunId, args: &[Atom]) -> bool {
        let callee = &self.versions.funs[fun.index()];
        let given = |size: Atom| match size {
            Atom::Var(v) => callee.params.iter().position(|p| p.var == v).map(|at| args[at]),
            size => Some(size),
        };
        self.versions.of_kernels[fun.index()]
            && callee.params.iter().zip(args).all(|(param, arg)| {
                let wanted = &self.vars[param.var].ty;
                let (true, Atom::Var(arg)) = (wanted.is_array(), *arg) else { return true };
                self.whole_array(arg).is_some_and(|arr| {
                    let dims = self.vars[arr].ty.dims();
                    dims.iter().zip(wanted.dims()).all(|(dim, wanted)| {
                        given(wanted.size).and_then(|size| self.on_host(size)) == Some(dim.size)
                    })
                })
            })
    }

    /// The array of the host that a Core array is.
    fn whole_array(&self, arr: Var) -> Option<Var> {
        match self.env.get(&arr) {
            Some(Rep::Host(Atom::Var(flat))) if !self.overwritten.shows(arr) => Some(*flat),
            _ => None,
        }
    }

    /// A call by a kernel.
    pub(super) fn k_call(&mut self, k: &mut Kernel, fun: FunId, args: &[Atom], at: &[Atom]) -> Exp<Inner> {
        let given = |this: &mut Self, k: &mut Kernel, arg: &Atom| match arg.var() {
            Some(v) if this.vars[v].ty.is_array() => this.whole_array(v).map_or(*arg, Atom::Var),
            _ => this.k_atom(k, *arg),
        };
        let args = args.iter().map(|arg| given(self, k, arg)).collect();
        let at = self.k_atoms(k, at);
        Exp::Call { fun: self.versions.in_kernels(fun), args, at }
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
