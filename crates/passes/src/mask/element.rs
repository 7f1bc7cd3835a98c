//! One element of a row that a side of a branch returns.

use super::{Elem, Masker};
use base::{BinOp, Loc, ScalarType};
use ir::walk::Subst;
use ir::{Atom, Body, Exp, Input, Out, Pat, Results, Soac, Stm, Type, Var, Vars, fresh};

impl Masker<'_> {
    /// The element `j` of what a side returns, in a map over `width` elements.
    pub(super) fn element(
        &mut self,
        elem: Elem,
        j: Var,
        width: Atom,
        inputs: &mut Vec<(Var, Input)>,
        loc: &Loc,
    ) -> Body<Soac> {
        let mut stms = vec![];
        let written = &self.written;
        let mut read = |vars: &mut Vars, arr: Var| {
            let ty = Type::scalar(vars[arr].ty.elem().unwrap_or(ScalarType::I64));
            if let Some(elems) = written.get(&arr) {
                return written_element(elems, j, &ty, vars, (&mut stms, loc));
            }
            let x = fresh(vars, "x", ty);
            // An array of as many elements is an input; any other has this one only where its side is taken.
            if vars[arr].ty.dims()[0].size == width {
                inputs.push((x, Input::Array(arr)));
                return Atom::Var(x);
            }
            let exp = Exp::Read { arr, index: vec![j.into()] };
            stms.push(Stm::new(Pat::one(x), exp, loc.clone()));
            Atom::Var(x)
        };
        match elem {
            Elem::Read(arr) => {
                let x = read(self.vars, arr);
                Body { stms, result: Results::vals(vec![x]) }
            }
            Elem::Computed(s) => {
                let mut subst = vec![];
                for (param, input) in &s.inputs {
                    let value = match input {
                        Input::Array(arr) => read(self.vars, *arr),
                        Input::Iota | Input::Acc(_) => j.into(),
                    };
                    subst.push((*param, value));
                }
                let body = Body {
                    stms: s.body,
                    result: Results::vals(s.clauses.outs.iter().filter_map(Out::atom).collect()),
                };
                let body = Subst::renaming(self.vars, subst).apply(body);
                stms.extend(body.stms);
                Body { stms, result: body.result }
            }
        }
    }
}

/// The element `j` of an array that is written out: the last one where `j` is none of the others.
fn written_element(
    elems: &[Atom],
    j: Var,
    ty: &Type,
    vars: &mut Vars,
    (stms, loc): (&mut Vec<Stm<Soac>>, &Loc),
) -> Atom {
    let Some((last, others)) = elems.split_last() else {
        return Atom::Const(ty.elem().unwrap_or(ScalarType::I64).zero());
    };
    let mut value = *last;
    for (i, elem) in others.iter().enumerate() {
        let here = fresh(vars, "here", Type::scalar(ScalarType::Bool));
        let exp = Exp::bin(BinOp::Eq, ScalarType::I64, j.into(), Atom::i64(i as i64));
        stms.push(Stm::new(Pat::one(here), exp, loc.clone()));
        let x = fresh(vars, "x", ty.clone());
        stms.push(Stm::new(Pat::one(x), Exp::select(here.into(), *elem, value), loc.clone()));
        value = x.into();
    }
    value
}
