//! Rows that a branch returns, element by element.
//!
//! ```text
//! let r: [m]t = if c { let a = row xss [i] in (a) } else { let b = map f ys in (b) }
//!   =>
//! let r: [m]t = screma m (j <- iota) { let x = if c { in (xss[i, j]) } else { in (f ys[j]) } } out (x)
//! ```
//!
//! Whichever side is taken has an element at every index of the row; the other one is not looked at.

use super::Masker;
use base::{BinOp, Loc, ScalarType};
use ir::walk::{Subst, free_vars};
use ir::{
    Atom, Body, Builder, Exp, Input, Out, Pat, Results, Screma, Soac, Stm, Type, Var, Vars, View, fresh,
};

/// What a side returns at an element of a row.
#[derive(Clone)]
pub(super) enum Elem {
    /// An element of an array, or of its row at some indices.
    Read(Var, Vec<Atom>),
    /// An element of the array that it falls into, of several one after the other.
    Joined(Vec<Var>),
    /// What a map computes.
    Computed(Box<Screma<Soac>>),
    /// What a filter keeps (`kept`), bound by its body.
    Kept(Atom),
}

impl Masker<'_> {
    /// Whether a statement takes a row out of an array, copies one, or joins some, only for the side to return it.
    pub(super) fn is_returned_row(&self, stm: &Stm<Soac>, side: &Body<Soac>) -> bool {
        let (Exp::View(View::Row { .. } | View::Concat { .. }) | Exp::Copy { .. }) = &stm.exp else {
            return false;
        };
        let row = stm.pat.vals[0];
        let used = side.stms.iter().any(|other| free_vars(&other.exp, self.vars).contains(&row));
        self.vars[row].ty.rank() == 1 && !used
    }

    /// The row that a statement of a side takes for the side to return it; its size, where that varies, is scalar code.
    pub(super) fn returned_row(
        &self,
        stm: &Stm<Soac>,
        side: &Body<Soac>,
        scalars: &mut Vec<Stm<Soac>>,
    ) -> Option<Elem> {
        if !self.is_returned_row(stm, side) {
            return None;
        }
        if let Exp::Copy { arr } = &stm.exp {
            return Some(Elem::Read(*arr, vec![]));
        }
        if let Exp::View(View::Concat { arrs, .. }) = &stm.exp {
            return Some(Elem::Joined(arrs.clone()));
        }
        let Exp::View(View::Row { arr, index }) = &stm.exp else { return None };
        let dim = &self.vars[*arr].ty.dims()[index.len()];
        if let (Some(size), Atom::Var(sizes)) = (stm.pat.sizes.first(), dim.size) {
            let at = dim.on.iter().map(|level| index[*level as usize]).collect();
            scalars.push(Stm::new(Pat::one(*size), Exp::Read { arr: sizes, index: at }, stm.loc.clone()));
        }
        Some(Elem::Read(*arr, index.clone()))
    }

    /// Whether a statement is a map of scalar code that is only there to be returned.
    pub(super) fn is_element_code(&self, stm: &Stm<Soac>, body: &Body<Soac>) -> bool {
        let Exp::Op(Soac::Screma(s)) = &stm.exp else { return false };
        let [var] = stm.pat.vals[..] else { return false };
        let returned = body.result.vals.iter().filter(|a| **a == Atom::Var(var)).count() == 1;
        let used = body.stms.iter().any(|other| free_vars(&other.exp, self.vars).contains(&var));
        let scalar =
            s.body.iter().all(|stm| !stm.exp.any(&mut |e| matches!(e, Exp::Op(_) | Exp::WithAcc { .. })));
        s.clauses.is_map() && stm.pat.sizes.is_empty() && returned && !used && scalar
    }

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
        match elem {
            Elem::Read(arr, index) if index.is_empty() => {
                let x = self.element_of(arr, j, width, inputs, (&mut stms, loc));
                Body { stms, result: Results::vals(vec![x]) }
            }
            Elem::Read(arr, mut index) => {
                let ty = Type::scalar(self.vars[arr].ty.elem().unwrap_or(ScalarType::I64));
                let x = fresh(self.vars, "x", ty);
                index.push(j.into());
                let stms = vec![Stm::new(Pat::one(x), Exp::Read { arr, index }, loc.clone())];
                Body { stms, result: Results::vals(vec![x.into()]) }
            }
            Elem::Joined(arrs) => self.joined(&arrs, j.into(), loc),
            Elem::Computed(s) => {
                let subst = self.elements_of(&s, j, width, inputs, (&mut stms, loc));
                let body = Body {
                    stms: s.body,
                    result: Results::vals(s.clauses.outs.iter().filter_map(Out::atom).collect()),
                };
                let body = Subst::renaming(self.vars, subst).apply(body);
                stms.extend(body.stms);
                Body { stms, result: body.result }
            }
            Elem::Kept(_) => base::bug!("mask", "a filtered row is made by its filter"),
        }
    }

    /// What the inputs of an operator of a side are at `j`, in an operator over `width` elements.
    pub(super) fn elements_of(
        &mut self,
        s: &Screma<Soac>,
        j: Var,
        width: Atom,
        inputs: &mut Vec<(Var, Input)>,
        (stms, loc): (&mut Vec<Stm<Soac>>, &Loc),
    ) -> Vec<(Var, Atom)> {
        let mut at = |input: &Input| match input {
            Input::Array(arr) => self.element_of(*arr, j, width, inputs, (stms, loc)),
            Input::Iota | Input::Acc(_) => j.into(),
        };
        s.inputs.iter().map(|(param, input)| (*param, at(input))).collect()
    }

    fn element_of(
        &mut self,
        arr: Var,
        j: Var,
        width: Atom,
        inputs: &mut Vec<(Var, Input)>,
        (stms, loc): (&mut Vec<Stm<Soac>>, &Loc),
    ) -> Atom {
        let ty = Type::scalar(self.vars[arr].ty.elem().unwrap_or(ScalarType::I64));
        if let Some(elems) = self.written.get(&arr) {
            return written_element(elems, j, &ty, self.vars, (stms, loc));
        }
        let x = fresh(self.vars, "x", ty);
        // An array of as many elements is an input; any other has this one only where its side is taken.
        if self.vars[arr].ty.dims()[0].size == width {
            inputs.push((x, Input::Array(arr)));
            return x.into();
        }
        let exp = Exp::Read { arr, index: vec![j.into()] };
        stms.push(Stm::new(Pat::one(x), exp, loc.clone()));
        x.into()
    }

    /// The element at an index of arrays one after the other.
    fn joined(&mut self, arrs: &[Var], index: Atom, loc: &Loc) -> Body<Soac> {
        let ty = Type::scalar(self.vars[arrs[0]].ty.elem().unwrap_or(ScalarType::I64));
        let x = fresh(self.vars, "x", ty.clone());
        let read = Stm::new(Pat::one(x), Exp::Read { arr: arrs[0], index: vec![index] }, loc.clone());
        let first = Body { stms: vec![read], result: Results::vals(vec![x.into()]) };
        if arrs.len() == 1 {
            return first;
        }
        let size = self.vars[arrs[0]].ty.dims()[0].size;
        let mut b = Builder::new(self.vars);
        let left = b.bin("left", BinOp::Lt, index, size);
        let (mut stms, elem) = (std::mem::take(&mut b.stms), b.fresh("elem", ty));
        let behind = b.bin("behind", BinOp::Sub, index, size);
        let mut rest = std::mem::take(&mut b.stms);
        let others = self.joined(&arrs[1..], behind, loc);
        rest.extend(others.stms);
        let rest = Body { stms: rest, result: others.result };
        let exp = Exp::If { cond: left, then: Box::new(first), els: Box::new(rest) };
        stms.push(Stm::new(Pat::one(elem), exp, loc.clone()));
        Body { stms, result: Results::vals(vec![elem.into()]) }
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
