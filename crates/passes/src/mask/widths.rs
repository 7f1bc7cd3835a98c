//! Operators over no elements where their side of a branch is not taken.

use super::{Masker, Side};
use base::{BinOp, Loc};
use ir::{Atom, Dim, Exp, Input, Out, Pat, Screma, Slice, Soac, Stm, Type, Var, View, fresh};

/// Most elements of an array that is written out whose elements are chosen by their index, instead of stored.
const MOST_WRITTEN: usize = 4;

impl Masker<'_> {
    /// Makes a statement one over no elements where its side is not taken.
    pub(super) fn move_out(&mut self, side: &mut Side, stm: &mut Stm<Soac>, out: &mut Vec<Stm<Soac>>) {
        if let Exp::Op(Soac::Screma(s)) = &mut stm.exp {
            let masked = self.width(side, s.width, out);
            if masked != s.width {
                self.cut_inputs(s, masked, &stm.loc, out);
                s.width = masked;
            }
            let outs = s.clauses.outs.clone();
            for (out, var) in outs.iter().zip(stm.pat.all()) {
                if matches!(out, Out::Point(_)) {
                    self.resize(var, masked);
                }
            }
            return;
        }
        if let Exp::View(View::Literal { elems, .. }) = &stm.exp {
            if elems.len() <= MOST_WRITTEN {
                self.written.insert(stm.pat.vals[0], elems.clone());
            }
            return;
        }
        let Some(width) = view_width(&mut stm.exp) else {
            base::bug!("mask", "{:?} cannot be moved", stm.pat)
        };
        *width = self.width(side, *width, out);
        let width = *width;
        self.resize(stm.pat.vals[0], width);
    }

    fn resize(&mut self, var: Var, width: Atom) {
        let mut dims = self.vars[var].ty.dims().to_vec();
        dims[0].size = width;
        self.vars[var].ty = self.vars[var].ty.with_dims(dims);
    }

    /// Cuts inputs that have more elements than are gone through.
    fn cut_inputs(&mut self, s: &mut Screma<Soac>, width: Atom, loc: &Loc, out: &mut Vec<Stm<Soac>>) {
        for (_, input) in &mut s.inputs {
            if let Input::Array(arr) = input
                && self.vars[*arr].ty.dims()[0].size != width
            {
                let ty = self.vars[*arr].ty.with_dims(vec![Dim::uniform(width)]);
                let part = fresh(self.vars, &self.vars[*arr].name.clone(), ty);
                let slices = vec![Slice::Range { start: Atom::i64(0), len: width, stride: Atom::i64(1) }];
                let exp = Exp::View(View::Slice { arr: *arr, slices });
                out.push(Stm::new(Pat::one(part), exp, loc.clone()));
                *arr = part;
            }
        }
    }

    /// A width that is 0 where the side is not taken.
    pub(super) fn width(&mut self, side: &mut Side, width: Atom, out: &mut Vec<Stm<Soac>>) -> Atom {
        // Sizes that the side computes are 0 there already.
        if width.var().is_some_and(|v| side.bound.contains(&v)) || self.is_none_else(side, width) {
            return width;
        }
        if let Some(known) = side.widths.get(&width) {
            return *known;
        }
        let masked = fresh(self.vars, "w", Type::i64());
        let zero = Atom::i64(0);
        let exp = match side.holds {
            true => Exp::select(side.cond, width, zero),
            false => Exp::select(side.cond, zero, width),
        };
        out.push(Stm::new(Pat::one(masked), exp, side.loc.clone()));
        side.widths.insert(width, masked.into());
        masked.into()
    }

    /// Whether a size is 0 wherever the side is not taken.
    #[allow(clippy::wildcard_enum_match_arm)] // Other operators are nothing special.
    fn is_none_else(&self, side: &Side, width: Atom) -> bool {
        let Some((op, a, b)) = side.cond.var().and_then(|c| self.defs.get(&c)) else { return false };
        let zero = Atom::i64(0);
        let equal = *a == width && *b == zero || *a == zero && *b == width;
        match op {
            BinOp::Eq => equal && !side.holds,
            BinOp::Ne => equal && side.holds,
            // Sizes are not negative.
            BinOp::Gt => *a == width && *b == zero && side.holds,
            BinOp::Lt => *a == zero && *b == width && side.holds,
            BinOp::Le => *a == width && *b == zero && !side.holds,
            BinOp::Ge => *a == zero && *b == width && !side.holds,
            _ => false,
        }
    }
}

/// The number of elements of a view that may have fewer.
fn view_width(exp: &mut Exp<Soac>) -> Option<&mut Atom> {
    let Exp::View(view) = exp else { return None };
    if let View::Iota { n } | View::Replicate { n, .. } = view {
        return Some(n);
    }
    let View::Slice { slices, .. } = view else { return None };
    let Some(Slice::Range { len, .. }) = slices.first_mut() else { return None };
    Some(len)
}
