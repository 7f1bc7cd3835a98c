//! Accumulators: what `scatter`, `reduce_by_index` and the streams of `intrinsics` write into. While it is written an
//! accumulator is a leaf like any other, so loops and branches carry it.

use super::soac::Inputs;
use super::value::Value;
use super::{Low, Lower};
use base::BinOp;
use ir::{
    AccDef, AccOp, Atom, Body, Dim, Exp, Input, Lambda, Pat, Prim, Results, Soac, Stm, Type, Var, Vars,
};

impl Lower<'_> {
    /// A copy of `dest`, updated by what `f` does with an accumulator over it. With `op`, old and new values are combined.
    pub(super) fn with_acc(
        &mut self,
        dest: &Value,
        op: Option<AccOp<Soac>>,
        f: impl FnOnce(&mut Self, Var) -> Low<Var>,
    ) -> Low<Value> {
        let Value::Array(elem) = dest else { base::bug!("lower", "an update of something that is no array") };
        // One accumulator has one index space: its arrays agree in all dimensions.
        let space: Vec<Dim> = elem.leaves().first().map_or(vec![], |l| self.dims(*l));
        let regular = space.iter().all(|d| d.is_uniform());
        if space.is_empty() || !regular || elem.leaves().iter().any(|l| self.ty(*l).rank() != space.len()) {
            return Err(self.unsupported("scatter and reduce_by_index of elements of this shape"));
        }
        let wanted: Vec<Type> = elem.leaves().iter().map(|l| self.ty(*l).with_dims(space.clone())).collect();
        let dest = self.like(dest, &wanted)?;
        let dest = self.copy(&dest);
        let arrs: Vec<Var> = dest.leaves().into_iter().filter_map(|a| a.var()).collect();
        let elems: Vec<_> = arrs.iter().map(|v| self.scalar_ty((*v).into())).collect();
        let param = self.fresh("acc", Type::Acc { elems, dims: space });
        let (stms, result) = self.capture(|l| f(l, param))?;
        let body = Box::new(Body { stms, result: Results::vals(vec![result.into()]) });
        let types: Vec<Type> = arrs.iter().map(|v| self.vars[*v].ty.clone()).collect();
        let outs: Vec<Var> = types.into_iter().map(|t| self.fresh("d", t)).collect();
        self.push(Pat::vals(outs.clone()), Exp::WithAcc { accs: vec![AccDef { param, arrs, op }], body });
        Ok(dest.with_leaves(outs.into_iter().map(Atom::Var)))
    }

    /// How an accumulator over `dest` combines values by an operator, perhaps with a neutral element. Rows are combined element by
    /// element, so an operator on rows has to be a map of one on elements.
    pub(super) fn acc_op(
        &mut self,
        dest: &Value,
        op: &Value,
        ne: Option<&Value>,
    ) -> Low<Option<AccOp<Soac>>> {
        let Value::Array(elem) = dest else { return Ok(None) };
        let space: Vec<Dim> = elem.leaves().first().map_or(vec![], |l| self.dims(*l));
        let Some((_, row)) = space.split_first() else { return Ok(None) };
        if !self.is_one_space(dest) || !space.iter().all(|d| d.is_uniform()) {
            return Ok(None);
        }
        let scalars = elem.leaves().into_iter().map(|l| Type::scalar(self.scalar_ty(l)));
        let rows: Vec<Type> = scalars.map(|ty| ty.with_dims(row.to_vec())).collect();
        let lam = self.op_lambda(op, elem, &rows)?;
        let Some(lam) = self.on_elements(lam, row.len()) else { return Ok(None) };
        let ne = ne.filter(|_| row.is_empty()).map(|v| v.leaves()).or_else(|| neutral(&lam));
        Ok(Some(AccOp { index: vec![], lam, ne }))
    }

    /// A map over inputs whose rounds all update an accumulator.
    pub(super) fn map_with_acc(
        &mut self,
        width: Atom,
        mut inputs: Inputs,
        acc: Var,
        f: impl FnOnce(&mut Self, Var) -> Low<Var>,
    ) -> Low<Var> {
        let ty = self.vars[acc].ty.clone();
        let inner = self.fresh("acc", ty);
        inputs.inputs.push((inner, Input::Acc(acc)));
        let (stms, updated) = self.capture(|l| f(l, inner))?;
        let body = Body { stms, result: Results::vals(vec![updated.into()]) };
        Ok(self.screma("acc", width, inputs, body).vals[0])
    }

    /// `intrinsics.scatter_stream` and `hist_stream`: `f` updates an accumulator over `dest` for every element of `array`.
    pub(super) fn stream(
        &mut self,
        dest: &Value,
        op: Option<(&Value, Option<&Value>)>,
        f: &Value,
        array: &Value,
    ) -> Low<Value> {
        let op = match op {
            None => None,
            Some((op, ne)) => Some(self.acc_op(dest, op, ne)?.ok_or_else(|| {
                self.unsupported("operators on rows that are no map of an operator on elements")
            })?),
        };
        self.with_acc(dest, op, |l, acc| {
            let width = l.size_of(array)?;
            let mut inputs = Inputs::default();
            let elem = l.add_array(&mut inputs, array)?;
            l.map_with_acc(width, inputs, acc, |l, acc| {
                let result = l.apply_all(f, vec![Value::Scalar(acc.into()), elem])?;
                match result {
                    Value::Scalar(Atom::Var(acc)) => Ok(acc),
                    _ => base::bug!("lower", "a stream returns something that is no accumulator"),
                }
            })
        })
    }
    /// `intrinsics.acc_write`.
    pub(super) fn acc_write(&mut self, acc: Atom, index: Atom, value: &Value) -> Low<Value> {
        let Atom::Var(acc) = acc else { base::bug!("lower", "a constant is no accumulator") };
        let Type::Acc { elems, dims } = self.vars[acc].ty.clone() else {
            return Err(self.unsupported("updates of accumulators outside of streams"));
        };
        let rows: Vec<Type> = elems.iter().map(|e| Type::scalar(*e).with_dims(dims[1..].to_vec())).collect();
        let value = self.like(value, &rows)?;
        let acc = self.update_acc(acc, vec![index], &value.leaves(), &dims[1..])?;
        Ok(Value::Scalar(acc.into()))
    }

    /// Writes elements, or rows of dimensions `dims` element by element, at an index of an accumulator.
    pub(super) fn update_acc(&mut self, acc: Var, index: Vec<Atom>, vals: &[Atom], dims: &[Dim]) -> Low<Var> {
        let ty = self.vars[acc].ty.clone();
        let Some((dim, rest)) = dims.split_first() else {
            let exp = Exp::UpdateAcc { acc, index, vals: vals.to_vec() };
            return Ok(self.bind("acc", ty, exp));
        };
        let mut inputs = Inputs::default();
        let rows = vals.iter().filter_map(|v| v.var());
        let elems: Vec<Atom> = rows.map(|v| self.add_input(&mut inputs, v, false).into()).collect();
        let at = self.fresh("j", Type::i64());
        let inner = self.fresh("acc", ty);
        inputs.inputs.extend([(at, Input::Iota), (inner, Input::Acc(acc))]);
        let index = index.into_iter().chain([at.into()]).collect();
        let (stms, updated) = self.capture(|l| l.update_acc(inner, index, &elems, rest))?;
        let body = Body { stms, result: Results::vals(vec![updated.into()]) };
        Ok(self.screma("acc", dim.size, inputs, body).vals[0])
    }

    /// An operator on rows of `rank` dimensions as one on elements, if it is a map of such a one.
    fn on_elements(&mut self, lam: Lambda<Soac>, rank: usize) -> Option<Lambda<Soac>> {
        if rank == 0 {
            return Some(lam);
        }
        let [stm] = lam.body.stms.as_slice() else { return None };
        let Exp::Op(Soac::Screma(map)) = &stm.exp else { return None };
        let plain = map.clauses.is_map();
        let returned = lam.body.result.all().eq(stm.pat.vals.iter().map(|v| Atom::Var(*v)));
        if !plain || !returned {
            return None;
        }
        let mut params = vec![];
        for row in &lam.params {
            params.push(match map.arrays().find(|(_, arr)| arr == row) {
                Some((param, _)) => param,
                None => {
                    let elem = ir::peel(&self.vars[*row].ty, Atom::Var);
                    self.fresh("x", elem)
                }
            });
        }
        // What else it is mapped over would have to be had for every element.
        if map.inputs.iter().any(|(p, _)| !params.contains(p)) {
            return None;
        }
        let result = Results::vals(map.clauses.out_atoms().collect());
        self.on_elements(Lambda { params, body: Body { stms: map.body.clone(), result } }, rank - 1)
    }
}

/// Whether code computes with scalars only, so that a kernel can combine two values in place. Views of arrays may be read.
pub(super) fn computes_scalars(block: &[Stm<Soac>], vars: &Vars) -> bool {
    block.iter().all(|stm| {
        let makes_arrays = matches!(
            stm.exp,
            Exp::Op(_)
                | Exp::Write { .. }
                | Exp::Copy { .. }
                | Exp::Scratch { .. }
                | Exp::WithAcc { .. }
                | Exp::UpdateAcc { .. }
                | Exp::Call { .. }
        );
        let carries_arrays = matches!(stm.exp, Exp::If { .. } | Exp::Loop(_))
            && stm.pat.all().any(|var| vars[var].ty.is_array());
        let mut inside = true;
        stm.exp.blocks(&mut |block| inside &= computes_scalars(block, vars));
        !makes_arrays && !carries_arrays && inside
    })
}

/// The neutral element of a lambda that is one known operator.
fn neutral(lam: &Lambda<Soac>) -> Option<Vec<Atom>> {
    let ([a, b], [stm]) = (lam.params.as_slice(), lam.body.stms.as_slice()) else { return None };
    let Exp::Prim(Prim::Bin { op, ty, a: x, b: y }) = &stm.exp else { return None };
    let in_order = *x == Atom::Var(*a) && *y == Atom::Var(*b);
    let swapped = *x == Atom::Var(*b) && *y == Atom::Var(*a) && op.commutes();
    let returned = lam.body.result.vals == [Atom::Var(*stm.pat.vals.first()?)];
    let comparison = matches!(op, BinOp::Eq | BinOp::Ne);
    ((in_order || swapped) && returned && !comparison)
        .then(|| op.neutral(*ty))
        .flatten()
        .map(|c| vec![Atom::Const(c)])
}
