//! Arrays that are not built: renamings of elements.

use super::Flattener;
use super::rep::{Delayed, Ix, Part, Rep};
use base::ScalarType;
use ir::{Atom, Exp, Input, Limitation, Pat, Screma, Soac, Stm, Type, Var, View};
use std::rc::Rc;

impl Flattener<'_> {
    /// An expression that only renames elements: nothing is computed.
    pub(super) fn register_view(&mut self, stm: &Stm<Soac>) -> Result<(), Limitation> {
        let result = stm.pat.vals[0];
        let view = match &stm.exp {
            Exp::Atom(Atom::Var(arr)) | Exp::Copy { arr } | Exp::View(View::Recast { arr, .. }) => {
                let mut certs = vec![];
                if let Exp::View(View::Recast { under, .. }) = &stm.exp {
                    certs = self.evidence(under);
                }
                self.rest_on(result, *arr, certs);
                self.alias(result, *arr);
                if matches!(stm.exp, Exp::Copy { .. }) || self.copies.contains(arr) {
                    self.copies.insert(result);
                }
                return Ok(());
            }
            Exp::View(View::Iota { .. }) => Delayed::Iota,
            Exp::Scratch { ty, .. } => Delayed::Scratch { elem: ty.elem().unwrap_or(ScalarType::I64) },
            Exp::View(View::Replicate { x, .. }) => Delayed::Replicate { x: *x },
            Exp::View(View::Slice { arr, slices }) => Delayed::Slice { src: *arr, slices: slices.clone() },
            Exp::View(View::Rearrange { perm, arr }) => Delayed::Rearrange { src: *arr, perm: perm.clone() },
            Exp::View(View::Literal { elems, .. }) => Delayed::Literal { elems: elems.clone() },
            Exp::View(View::Row { arr, index }) => {
                let row: Vec<Ix> = index.iter().map(|a| Ix::Atom(*a)).collect();
                let depth = index.len() as u32;
                let dims = self.vars[*arr].ty.dims().to_vec();
                let varying = dims[index.len()..].iter().filter(|d| d.on.iter().any(|l| *l < depth));
                for (size, dim) in stm.pat.sizes.iter().zip(varying) {
                    let Atom::Var(src) = dim.size else { base::bug!("flatten", "constant varying size") };
                    let index =
                        dim.on.iter().filter(|l| **l < depth).map(|l| row[*l as usize].clone()).collect();
                    let rep = match self.regular_size(src) {
                        Some(size) => Rep::Host(size),
                        None => Rep::Delayed(Delayed::Row { src, index }),
                    };
                    self.env.insert(*size, rep);
                }
                Delayed::Row { src: *arr, index: row }
            }
            Exp::View(View::Gather { arr, at }) => {
                let dims = self.vars[*arr].ty.dims().to_vec();
                let varying = dims.iter().filter(|d| d.on.contains(&0));
                for (size, dim) in stm.pat.sizes.iter().zip(varying) {
                    let Atom::Var(src) = dim.size else { base::bug!("flatten", "constant varying size") };
                    let rep = match self.env.get(&src) {
                        Some(same) if self.regular_size(src).is_some() => same.clone(),
                        _ => Rep::Delayed(Delayed::Gather { src, at: *at }),
                    };
                    self.env.insert(*size, rep);
                }
                Delayed::Gather { src: *arr, at: *at }
            }
            Exp::View(View::Concat { arrs, .. }) => {
                let tys: Vec<Type> = arrs.iter().map(|a| self.vars[*a].ty.clone()).collect();
                let part = |src: Atom, ty: &Type| Part { src, size: ty.dims()[0].size };
                let varying: Vec<usize> =
                    (1..tys[0].rank()).filter(|l| tys.iter().any(|t| t.dims()[*l].on.contains(&0))).collect();
                for (size, level) in stm.pat.sizes.iter().zip(varying) {
                    if tys.iter().any(|t| t.dims()[level].on.iter().any(|l| *l != 0)) && level > 1 {
                        let whole = tys.iter().all(|t| t.dims()[level].on == tys[0].dims()[level].on);
                        if !whole {
                            return self.limit("joining arrays whose inner sizes vary with different levels");
                        }
                    }
                    let parts = tys.iter().map(|t| part(t.dims()[level].size, t)).collect();
                    self.env.insert(*size, Rep::Delayed(Delayed::Concat { parts }));
                }
                let parts = arrs.iter().zip(&tys).map(|(a, t)| part((*a).into(), t)).collect();
                Delayed::Concat { parts }
            }
            Exp::Atom(_)
            | Exp::Prim(_)
            | Exp::Read { .. }
            | Exp::Check(_)
            | Exp::Trace { .. }
            | Exp::View(_)
            | Exp::Total { .. }
            | Exp::Write { .. }
            | Exp::UpdateAcc { .. }
            | Exp::Call { .. }
            | Exp::If { .. }
            | Exp::Loop(_)
            | Exp::WithAcc { .. }
            | Exp::Op(_) => base::bug!("flatten", "{:?} is no view", stm.pat),
        };
        self.env.insert(result, Rep::Delayed(view));
        Ok(())
    }

    /// A map whose elements are computed where they are read.
    pub(super) fn register_map(&mut self, pat: &Pat, s: &Screma<Soac>) {
        let inputs = s.inputs.iter().map(|(param, input)| match input {
            Input::Array(arr) => (*param, Some(*arr)),
            Input::Iota | Input::Acc(_) => (*param, None),
        });
        let (inputs, body): (Vec<_>, _) = (inputs.collect(), Rc::new(s.body.clone()));
        for (var, out) in pat.vals.iter().zip(s.clauses.out_atoms()) {
            let map = Delayed::Map { inputs: inputs.clone(), body: body.clone(), out };
            self.env.insert(*var, Rep::Delayed(map));
        }
    }

    fn alias(&mut self, result: Var, of: Var) {
        let Some(rep) = self.env.get(&of).cloned() else {
            base::bug!("flatten", "{}_{} has no value that could have another name", self.name(of), of.0)
        };
        self.env.insert(result, rep);
    }
}
