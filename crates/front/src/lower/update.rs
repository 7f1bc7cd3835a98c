//! Updating arrays: elements, slices, rows.

use super::index::{At, all_indices};
use super::spread::{Spreads, nested};
use super::value::Value;
use super::{Low, Lower, shape};
use base::BinOp;
use ir::{Atom, Exp, Var};

impl Lower<'_> {
    /// `arr with [dims] = val`, on a copy.
    pub(super) fn update(&mut self, arr: &Value, dims: &[At], val: &Value) -> Low<Value> {
        let (arr, val) = &self.unify_part(arr, val, dims)?;
        if let [At::Range(range)] = dims {
            let size = self.size_of(arr)?;
            let (start, len, stride) = self.slice_len(range, size);
            let val = self.sized(val, len, shape::MISMATCH)?;
            let at = self.positions(start, len, stride)?;
            if self.is_irregular(arr) {
                return self.replace_rows(arr, at, &val);
            }
            return self.scatter(arr, &Value::array(Value::Scalar(at.into())), &val);
        }
        let Some(index) = all_indices(dims) else { return self.update_rows(arr, dims, val) };
        let arr = self.copy(arr);
        let leaves = arr.leaves();
        let index = match leaves.first() {
            Some(Atom::Var(leaf)) => self.bounded_all(*leaf, index),
            Some(Atom::Const(_)) | None => index,
        };
        let mut new = vec![];
        let mut spreads = Spreads::default();
        for (leaf, val) in leaves.iter().zip(val.leaves()) {
            let Atom::Var(var) = *leaf else { continue };
            let val = self.fit_row(var, &index, val, &mut spreads)?;
            let ty = self.vars[var].ty.clone();
            let exp = Exp::Write { arr: var, index: index.clone(), val };
            new.push(Atom::Var(self.bind("upd", ty, exp)));
        }
        Ok(arr.with_leaves(new))
    }
    /// An update with ranges in several dimensions: row by row.
    fn update_rows(&mut self, arr: &Value, dims: &[At], val: &Value) -> Low<Value> {
        let Some((first, rest)) = dims.split_first() else { return Ok(val.clone()) };
        match first {
            At::Index(i) => {
                let size = self.size_of(arr)?;
                let i = self.bounded(*i, size);
                let row = self.row(arr, i)?;
                let row = self.update(&row, rest, val)?;
                self.update(arr, &[At::Index(i)], &row)
            }
            At::Range(range) => {
                let part = self.index(arr, &[At::Range(*range)])?;
                let rows = self.map(&[part, val.clone()], |l, args| l.update(&args[0], rest, &args[1]))?;
                self.update(arr, &[At::Range(*range)], &rows)
            }
        }
    }
    /// A new row with the sizes of the old one, checked.
    fn fit_row(&mut self, arr: Var, index: &[Atom], val: Atom, known: &mut Spreads) -> Low<Atom> {
        if self.ty(val).rank() == 0 {
            return Ok(val);
        }
        let mut old = nested(arr.into(), self.vars[arr].ty.rank());
        for i in index {
            old = self.row(&old, *i)?;
        }
        let dims = self.dims(old.leaves()[0]);
        self.fit_dims(val, &dims, shape::MISMATCH, known)
    }
    /// Whether a component of an array varies in size.
    pub(super) fn is_irregular(&self, arr: &Value) -> bool {
        arr.leaves().iter().any(|l| self.dims(*l).iter().any(|d| !d.is_uniform()))
    }
    /// The array with the rows at some positions replaced by rows of the same sizes, checked.
    fn replace_rows(&mut self, arr: &Value, at: Var, rows: &Value) -> Low<Value> {
        let old = self.gather(arr, at)?;
        let mut spreads = Spreads::default();
        let mut fitted = vec![];
        for (old, row) in old.leaves().into_iter().zip(rows.leaves()) {
            let dims = self.dims(old);
            fitted.push(self.fit_dims(row, &dims, shape::MISMATCH, &mut spreads)?);
        }
        let new =
            self.scatter_rows(arr, &Value::array(Value::Scalar(at.into())), &rows.with_leaves(fitted))?;
        // The shape is that of the old array.
        let mut leaves = vec![];
        for (old, new) in arr.leaves().into_iter().zip(new.leaves()) {
            let dims = self.dims(old);
            leaves.push(new.var().map_or(new, |new| self.recast(new, dims, &[]).into()));
        }
        Ok(arr.with_leaves(leaves))
    }
    /// The array with rows written to positions, those outside of it dropped. Rows may have other sizes than those that they
    /// replace: all are gathered anew.
    pub(super) fn scatter_rows(&mut self, arr: &Value, at: &Value, rows: &Value) -> Low<Value> {
        let size = self.size_of(arr)?;
        let count = self.size_of(rows)?;
        let both = self.concat(&[arr.clone(), rows.clone()], true)?;
        let old = self.iota(size);
        let indices = self.iota(count);
        let new =
            self.map(&[indices], |l, args| Ok(Value::Scalar(l.bin(BinOp::Add, args[0].leaves()[0], size))))?;
        let from = self.scatter(&old, at, &new)?;
        match from.leaves().first() {
            Some(Atom::Var(from)) => self.gather(&both, *from),
            _ => base::bug!("lower", "positions without an array"),
        }
    }
}
