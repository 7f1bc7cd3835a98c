//! Statements on arrays whose elements are known: what they give is known, or they become statements on the elements.

use super::{Block, Unpacker};
use crate::simplify::fold_prim;
use base::{BinOp, Loc, ScalarType};
use ir::{
    Atom, Body, Check, CheckKind, Dim, Exp, Pat, Prim, Results, Slice, Soac, Stm, Type, Var, View, fresh,
    walk,
};

impl Unpacker<'_> {
    /// The statements, as far as they can on scalars.
    pub(super) fn code(&mut self, stms: Block, out: &mut Block) {
        for stm in stms {
            if self.left == 0 {
                return;
            }
            let stm = self.resolved(stm);
            if !stm.pat.sizes.is_empty() || !self.on_scalars(&stm, out) {
                let stm = self.read_of_literal(stm, out);
                self.push(stm, out);
            }
        }
    }
    /// The same with scalars replaced by what they are.
    pub(super) fn resolved<T: walk::Walk>(&mut self, mut x: T) -> T {
        x.map_vars(&mut super::known::Resolve { known: &self.known, vars: self.vars });
        x
    }
    pub(super) fn push(&mut self, stm: Stm<Soac>, out: &mut Block) {
        self.left = self.left.saturating_sub(1);
        out.push(stm);
    }

    /// Binds a variable to what is known of it. Whoever needs an array whole finds it made of its elements.
    pub(super) fn name(&mut self, var: Var, elems: Vec<Atom>, loc: &Loc, out: &mut Block) {
        let ty = self.vars[var].ty.clone();
        if let Some(elem) = ty.elem().filter(|_| ty.is_array()) {
            let literal = Exp::View(View::Literal { elem, elems: elems.clone() });
            if ty.rank() == 1 {
                self.push(Stm::new(Pat::one(var), literal, loc.clone()), out);
            } else {
                let row = Type::array(elem, vec![Dim::uniform(Atom::i64(elems.len() as i64))]);
                let row = fresh(self.vars, "elems", row);
                self.push(Stm::new(Pat::one(row), literal, loc.clone()), out);
                let whole = View::Reshape { arr: row, dims: ty.dims().to_vec(), under: vec![] };
                self.push(Stm::new(Pat::one(var), Exp::View(whole), loc.clone()), out);
                self.known.insert_literal(var, row);
            }
        }
        self.known.insert(var, elems);
    }

    /// The elements of a small array, or the scalar itself.
    pub(super) fn elements(&mut self, atom: Atom, out: &mut Block) -> Vec<Atom> {
        let Some(var) = atom.var() else { return vec![atom] };
        if let Some(elems) = self.known.get(var) {
            return elems.clone();
        }
        let ty = self.vars[var].ty.clone();
        let (Some(sizes), Some(elem)) = (self.small(&ty), ty.elem()) else { return vec![atom] };
        let mut indices: Vec<Vec<Atom>> = vec![vec![]];
        for size in sizes {
            let next = |index: &Vec<Atom>| {
                let index = index.clone();
                (0..size as i64).map(move |i| [index.as_slice(), &[Atom::i64(i)]].concat())
            };
            indices = indices.iter().flat_map(next).collect();
        }
        let mut elems = vec![];
        for index in indices {
            let x = fresh(self.vars, "x", Type::scalar(elem));
            self.push(Stm::new(Pat::one(x), Exp::Read { arr: var, index }, Loc::none()), out);
            elems.push(x.into());
        }
        self.known.insert(var, elems.clone());
        elems
    }

    /// Puts what a statement is on scalars in its place, if that is anything else.
    fn on_scalars(&mut self, stm: &Stm<Soac>, out: &mut Block) -> bool {
        match &stm.exp {
            Exp::If { cond, then, els } => return self.branch(*cond, [then, els], stm, out),
            Exp::Loop(l) => return self.rounds(l, stm, out) || self.carried(l, stm, out),
            Exp::Op(Soac::Screma(s)) => return self.unrolled(s, stm, out) || self.folds(s, stm, out),
            Exp::Atom(_)
            | Exp::Prim(_)
            | Exp::Read { .. }
            | Exp::Check(_)
            | Exp::Trace { .. }
            | Exp::View(_)
            | Exp::Copy { .. }
            | Exp::Scratch { .. }
            | Exp::Total { .. }
            | Exp::Write { .. }
            | Exp::UpdateAcc { .. }
            | Exp::Call { .. }
            | Exp::WithAcc { .. }
            | Exp::Op(Soac::Stream(_)) => {}
        }
        let [var] = stm.pat.vals.as_slice() else { return false };
        let Some(elems) = self.value(stm, *var, out) else { return false };
        self.name(*var, elems, &stm.loc, out);
        true
    }

    /// A read at an index that is not known, of the literal that its array is made of: that is memory of one dimension.
    fn read_of_literal(&mut self, mut stm: Stm<Soac>, out: &mut Block) -> Stm<Soac> {
        if let Exp::Read { arr, index } = &mut stm.exp
            && let (Some(literal), Some(sizes)) = (self.known.literal(*arr), self.small(&self.vars[*arr].ty))
        {
            let mut place = Atom::i64(0);
            for (i, size) in index.iter().zip(sizes) {
                for (op, operand) in [(BinOp::Mul, Atom::i64(size as i64)), (BinOp::Add, *i)] {
                    let (ty, var) = (ScalarType::I64, fresh(self.vars, "place", Type::i64()));
                    let prim = Prim::Bin { op, ty, a: place, b: operand };
                    self.code(vec![Stm::new(Pat::one(var), Exp::Prim(prim), stm.loc.clone())], out);
                    place = self.resolved(var.into());
                }
            }
            (*arr, *index) = (literal, vec![place]);
        }
        stm
    }

    /// The elements that a statement gives, or the scalar.
    fn value(&mut self, stm: &Stm<Soac>, var: Var, out: &mut Block) -> Option<Vec<Atom>> {
        match &stm.exp {
            Exp::Atom(a) => match a.var().filter(|var| self.vars[*var].ty.as_scalar().is_none()) {
                Some(arr) => self.known.get(arr).cloned(),
                None => Some(vec![*a]),
            },
            Exp::Prim(prim) => Some(vec![fold_prim(prim)?]),
            Exp::Read { arr, index } => {
                let at: Vec<Slice> = index.iter().map(|i| Slice::At(*i)).collect();
                self.slice(*arr, &at)
            }
            Exp::Check(check) => Some(vec![passed(check)?]),
            Exp::View(view) => self.view(view, var),
            Exp::Copy { arr } => {
                self.small(&self.vars[*arr].ty)?;
                Some(self.elements((*arr).into(), out))
            }
            Exp::Scratch { ty, .. } => {
                let zero = Atom::Const(ty.elem()?.zero());
                Some(vec![zero; self.small(ty)?.iter().product()])
            }
            Exp::Write { arr, index, val } => {
                let sizes = self.small(&self.vars[*arr].ty)?;
                let mut place = 0;
                for (i, size) in index.iter().zip(&sizes) {
                    place = place * size + usize::try_from(i.as_i64()?).ok().filter(|i| i < size)?;
                }
                place *= sizes[index.len()..].iter().product::<usize>();
                let new = self.elements(*val, out);
                let mut elems = self.elements((*arr).into(), out);
                elems[place..place + new.len()].copy_from_slice(&new);
                Some(elems)
            }
            Exp::Trace { .. }
            | Exp::Total { .. }
            | Exp::UpdateAcc { .. }
            | Exp::Call { .. }
            | Exp::If { .. }
            | Exp::Loop(_)
            | Exp::WithAcc { .. }
            | Exp::Op(_) => None,
        }
    }

    /// A branch whose small arrays are scalars, or the side that is taken.
    fn branch(&mut self, cond: Atom, sides: [&Body<Soac>; 2], stm: &Stm<Soac>, out: &mut Block) -> bool {
        if let Atom::Const(cond) = cond {
            let side = if cond.as_bool() { sides[0] } else { sides[1] };
            self.code(side.stms.clone(), out);
            for (var, val) in stm.pat.vals.iter().zip(&side.result.vals) {
                self.rename(*var, *val, &stm.loc, out);
            }
            return true;
        }
        let [then, els] = sides.map(|side| {
            let scope = self.known.scope();
            let mut stms = vec![];
            self.code(side.stms.clone(), &mut stms);
            let vals = side.result.vals.iter().flat_map(|val| self.parts(*val, &mut stms)).collect();
            self.known.leave(scope);
            Box::new(Body { stms, result: Results::vals(vals) })
        });
        let parts: Vec<Vec<Var>> = stm.pat.vals.iter().map(|var| self.parts_of(*var)).collect();
        let pat = Pat::vals(parts.concat());
        self.push(Stm { pat, exp: Exp::If { cond, then, els }, ..stm.clone() }, out);
        self.whole(&stm.pat.vals, parts, &stm.loc, out);
        true
    }

    /// What stands for a value that code gives: its elements, if it is a small array.
    pub(super) fn parts(&mut self, val: Atom, out: &mut Block) -> Vec<Atom> {
        let val = self.resolved(val);
        match val.var() {
            Some(var) if self.small(&self.vars[var].ty).is_some() => self.elements(val, out),
            Some(_) | None => vec![val],
        }
    }
    /// Variables for the parts of a variable: itself, if it is no small array.
    pub(super) fn parts_of(&mut self, var: Var) -> Vec<Var> {
        if self.small(&self.vars[var].ty).is_some() { self.scalars(var) } else { vec![var] }
    }
    /// Binds the small arrays among variables to their parts.
    pub(super) fn whole(&mut self, vars: &[Var], parts: Vec<Vec<Var>>, loc: &Loc, out: &mut Block) {
        for (var, parts) in vars.iter().zip(parts) {
            if parts != [*var] {
                self.name(*var, parts.into_iter().map(Atom::Var).collect(), loc, out);
            }
        }
    }
    /// Binds a variable to a value that has another name.
    pub(super) fn rename(&mut self, var: Var, val: Atom, loc: &Loc, out: &mut Block) {
        let stm = Stm::new(Pat::one(var), Exp::Atom(val), loc.clone());
        self.code(vec![stm], out);
    }
}

/// What a check of numbers binds, if it holds.
fn passed(check: &Check) -> Option<Atom> {
    match check.kind {
        CheckKind::Size { a, .. } => (0..CheckKind::SIZES).contains(&a.as_i64()?).then_some(a),
        CheckKind::Bounds { index, size } => (0..size.as_i64()?).contains(&index.as_i64()?).then_some(index),
        CheckKind::Exponent { a, .. } => (a.as_i64()? >= 0).then_some(a),
        CheckKind::SliceLen { start, end, stride, size } => {
            let (start, end) = (start.as_i64()?, end.as_i64()?);
            let inside = 0 <= start && start <= end && end <= size.as_i64()?;
            (inside && stride.as_i64()? == 1).then_some(Atom::i64(end - start))
        }
        CheckKind::NonZero { a, .. } => (a.as_i64()? != 0).then_some(a),
        CheckKind::Assert { .. } | CheckKind::Equal { .. } => None,
    }
}
