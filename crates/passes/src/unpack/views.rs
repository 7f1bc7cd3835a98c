//! The elements of views of arrays whose elements are known.

use super::Unpacker;
use ir::{Atom, Slice, Var, View};

impl Unpacker<'_> {
    /// The elements of a view that `var` is bound to, if all of them are known. Behind a check that fails, an array may go by another
    /// type than it has: there are no elements to tell then.
    pub(super) fn view(&self, view: &View, var: Var) -> Option<Vec<Atom>> {
        let sizes = self.small(&self.vars[var].ty)?;
        self.shown(view).filter(|elems| elems.len() == sizes.iter().product())
    }
    fn shown(&self, view: &View) -> Option<Vec<Atom>> {
        match view {
            View::Iota { n } => Some((0..n.as_i64()?).map(Atom::i64).collect()),
            View::Replicate { n, x } => {
                let elems = match x.var().filter(|x| self.vars[*x].ty.is_array()) {
                    Some(row) => self.known.get(row)?.clone(),
                    None => vec![*x],
                };
                Some(elems.repeat(usize::try_from(n.as_i64()?).ok()?))
            }
            View::Literal { elems, .. } => Some(elems.clone()),
            View::Row { arr, index } => {
                let at = index.iter().map(|i| Slice::At(*i)).collect::<Vec<Slice>>();
                self.slice(*arr, &at)
            }
            View::Slice { arr, slices } => self.slice(*arr, slices),
            View::Gather { arr, at } => {
                let elems = self.known.get(*arr)?;
                let rows = *self.small(&self.vars[*arr].ty)?.first()?;
                let row = elems.len() / rows;
                let rows = self.known.get(*at)?.iter().map(|i| {
                    let i = usize::try_from(i.as_i64()?).ok()?;
                    elems.get(i * row..(i + 1) * row)
                });
                Some(rows.collect::<Option<Vec<_>>>()?.concat())
            }
            View::Rearrange { perm, arr } => {
                let elems = self.known.get(*arr)?;
                let from = self.small(&self.vars[*arr].ty)?;
                let strides = strides(&from);
                let sizes: Vec<usize> = perm.iter().map(|dim| from[*dim as usize]).collect();
                let strides: Vec<usize> = perm.iter().map(|dim| strides[*dim as usize]).collect();
                let lists: Vec<Vec<usize>> = sizes.iter().map(|size| (0..*size).collect()).collect();
                Some(chosen(elems, &strides, &lists))
            }
            View::Concat { arrs, .. } => {
                let parts = arrs.iter().map(|arr| self.known.get(*arr).map(Vec::as_slice));
                Some(parts.collect::<Option<Vec<_>>>()?.concat())
            }
            View::Reshape { arr, .. } | View::Recast { arr, .. } => self.known.get(*arr).cloned(),
        }
    }

    /// The elements of a part of an array, if it is known which they are.
    pub(super) fn slice(&self, arr: Var, slices: &[Slice]) -> Option<Vec<Atom>> {
        let elems = self.known.get(arr)?;
        let sizes = self.small(&self.vars[arr].ty)?;
        let number = |a: Atom| usize::try_from(a.as_i64()?).ok();
        let mut lists: Vec<Vec<usize>> = vec![];
        for (dim, size) in sizes.iter().enumerate() {
            let list = match slices.get(dim) {
                None => (0..*size).collect(),
                Some(Slice::At(i)) => vec![number(*i)?],
                Some(Slice::Range { start, len, stride }) => {
                    let (start, stride) = (start.as_i64()?, stride.as_i64()?);
                    let at = (0..len.as_i64()?).map(|i| usize::try_from(start + i * stride).ok());
                    at.collect::<Option<Vec<usize>>>()?
                }
            };
            if list.iter().any(|i| i >= size) {
                return None;
            }
            lists.push(list);
        }
        Some(chosen(elems, &strides(&sizes), &lists))
    }
}

/// How far elements with neighbouring indices lie apart in each dimension.
fn strides(sizes: &[usize]) -> Vec<usize> {
    (0..sizes.len()).map(|dim| sizes[dim + 1..].iter().product()).collect()
}

/// The elements at all indices that the lists of each dimension make.
fn chosen(elems: &[Atom], strides: &[usize], lists: &[Vec<usize>]) -> Vec<Atom> {
    let mut places = vec![0];
    for (list, stride) in lists.iter().zip(strides) {
        places = places.iter().flat_map(|place| list.iter().map(move |i| place + i * stride)).collect();
    }
    places.into_iter().map(|place| elems[place]).collect()
}
