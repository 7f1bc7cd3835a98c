//! Indexing arrays and gathering their rows.

use super::value::{Env, Value};
use super::{Low, Lower};
use crate::ast;
use ir::{Atom, CheckKind, Dim, Exp, Pat, Type, Var, View, peel};
use rustc_hash::FxHashMap;

/// One position of an index, evaluated.
pub(super) enum At {
    /// An index.
    Index(Atom),
    /// Start, end, stride.
    Range([Option<Atom>; 3]),
}

impl Lower<'_> {
    pub(super) fn eval_dims(&mut self, env: &Env, dims: &[ast::Dim]) -> Low<Vec<At>> {
        let mut result = vec![];
        for dim in dims {
            result.push(match dim {
                ast::Dim::At(e) => At::Index(self.eval_index(env, e)?),
                ast::Dim::Range(range) => {
                    let mut parts = [None; 3];
                    for (part, e) in parts.iter_mut().zip(range.iter()) {
                        *part = e.as_ref().map(|e| self.eval_index(env, e)).transpose()?;
                    }
                    At::Range(parts)
                }
            });
        }
        Ok(result)
    }

    /// `arr[dims]`.
    pub(super) fn index(&mut self, arr: &Value, dims: &[At]) -> Low<Value> {
        let Some((first, rest)) = dims.split_first() else { return Ok(arr.clone()) };
        let Value::Array(elem) = arr else { base::bug!("lower", "an index of something that is no array") };
        let leaves = arr.leaves();
        if let Some(index) = all_indices(dims)
            && let [Atom::Var(var)] = leaves.as_slice()
            && self.vars[*var].ty.rank() == dims.len()
        {
            let ty = Type::scalar(self.scalar_ty(leaves[0]));
            let index = self.bounded_all(*var, index);
            let element = self.bind("x", ty, Exp::Read { arr: *var, index });
            return Ok(peeled(arr, dims.len()).with_leaves([element.into()]));
        }
        let regular = leaves.iter().all(|l| self.dims(*l).iter().all(|d| d.is_uniform()));
        match first {
            At::Index(i) if all_indices(dims).is_some() || !regular => {
                let size = self.size_of(arr)?;
                let i = self.bounded(*i, size);
                let row = self.row(arr, i)?;
                self.index(&row, rest)
            }
            At::Index(_) => self.slice(arr, dims),
            At::Range(_) if regular => self.slice(arr, dims),
            At::Range(range) => {
                let size = self.size_of(arr)?;
                let (start, len, stride) = self.slice_len(range, size);
                let at = self.positions(start, len, stride)?;
                let rows = self.gather(&Value::Array(elem.clone()), at)?;
                if rest.is_empty() {
                    return Ok(rows);
                }
                self.map(&[rows], |l, args| l.index(&args[0], rest))
            }
        }
    }
    pub(super) fn bounded(&mut self, index: Atom, size: Atom) -> Atom {
        match (index.as_i64(), size.as_i64()) {
            (Some(i), Some(n)) if 0 <= i && i < n => index,
            _ => self.bind("i", Type::i64(), Exp::check(CheckKind::Bounds { index, size })).into(),
        }
    }
    /// Indices into the outermost dimensions of an array, each checked against the size of its own row.
    pub(super) fn bounded_all(&mut self, arr: Var, index: Vec<Atom>) -> Vec<Atom> {
        let dims = self.vars[arr].ty.dims().to_vec();
        let mut safe: Vec<Atom> = vec![];
        for (index, dim) in index.into_iter().zip(dims) {
            let size = match dim.size {
                Atom::Var(arr) if !dim.is_uniform() => {
                    let index = dim.on.iter().map(|l| safe[*l as usize]).collect();
                    self.bind("n", Type::i64(), Exp::Read { arr, index }).into()
                }
                size => size,
            };
            safe.push(self.bounded(index, size));
        }
        safe
    }

    /// The element or row at an index that is in bounds.
    pub(super) fn row(&mut self, arr: &Value, i: Atom) -> Low<Value> {
        let Value::Array(elem) = arr else { base::bug!("lower", "a row of something that is no array") };
        let mut known = FxHashMap::default();
        let mut rows = vec![];
        for leaf in arr.leaves().iter().filter_map(|l| l.var()) {
            let index = vec![i];
            let exp = match self.vars[leaf].ty.rank() {
                1 => Exp::Read { arr: leaf, index },
                _ => Exp::View(View::Row { arr: leaf, index }),
            };
            rows.push(self.select("row", leaf, exp, &mut known, |ty, new| peel(ty, new)));
        }
        Ok(elem.with_leaves(rows))
    }
    /// The rows of an array at positions that are in bounds.
    pub(super) fn gather(&mut self, arr: &Value, at: Var) -> Low<Value> {
        let width = self.size_at(at.into(), 0)?;
        let mut known = FxHashMap::default();
        let mut rows = vec![];
        for leaf in arr.leaves().iter().filter_map(|l| l.var()) {
            let exp = Exp::View(View::Gather { arr: leaf, at });
            rows.push(self.select("rows", leaf, exp, &mut known, |ty, new| {
                let mut dims = ty.dims().to_vec();
                dims[0] = Dim::uniform(width);
                for dim in dims.iter_mut().filter(|d| d.on.contains(&0)) {
                    dim.size = dim.size.var().map_or(dim.size, &mut *new);
                }
                ty.with_dims(dims)
            }));
        }
        Ok(arr.with_leaves(rows))
    }
    /// A statement that selects from level 0 of `arr`, with an existential size for every dimension that varies with it.
    /// `shape` gives the selected type, told what an array of sizes becomes; `known` holds what earlier selections at the same
    /// place made of it, so that the components of an array of records keep the same sizes.
    fn select(
        &mut self,
        name: &str,
        arr: Var,
        exp: Exp<ir::Soac>,
        known: &mut FxHashMap<Var, Atom>,
        shape: impl Fn(&Type, &mut dyn FnMut(Var) -> Atom) -> Type,
    ) -> Atom {
        let ty = self.vars[arr].ty.clone();
        // Two dimensions may have one array of sizes; the statement gives a size for each, in order.
        let mut of_level: FxHashMap<u32, Atom> = FxHashMap::default();
        let mut pat = Pat::default();
        let mut varying: Vec<Var> = vec![];
        for (level, dim) in ty.dims().iter().enumerate().filter(|(_, d)| d.on.contains(&0)) {
            let Some(sizes) = dim.size.var() else { continue };
            let mut outer = dim.on.iter().filter_map(|l| of_level.get(l));
            let own = shape(&self.vars[sizes].ty, &mut |v| outer.next().copied().unwrap_or(Atom::Var(v)));
            let size = self.fresh("n", own);
            of_level.insert(level as u32, size.into());
            pat.sizes.push(size);
            varying.push(sizes);
        }
        let mut sizes = pat.sizes.iter();
        let own_ty = shape(&ty, &mut |v| sizes.next().map_or(Atom::Var(v), |size| (*size).into()));
        let row = self.fresh(name, own_ty.clone());
        pat.vals.push(row);
        let new = pat.sizes.clone();
        self.push(pat, exp);
        for (sizes, new) in varying.into_iter().zip(new) {
            if !known.contains_key(&sizes) {
                let shared = shape(&self.vars[sizes].ty, &mut |v| known.get(&v).copied().unwrap_or(v.into()));
                // Sizes of rows whose own sizes are shared are sizes of those.
                let new = match shared == self.vars[new].ty {
                    true => new,
                    false => self.recast(new, shared.dims().to_vec(), &[]),
                };
                known.insert(sizes, new.into());
            }
        }
        let shared = shape(&ty, &mut |v| known.get(&v).copied().unwrap_or(Atom::Var(v)));
        match shared == own_ty {
            true => row.into(),
            false => self.recast(row, shared.dims().to_vec(), &[]).into(),
        }
    }
}

/// The indices, if there are no ranges among them.
pub(super) fn all_indices(dims: &[At]) -> Option<Vec<Atom>> {
    let indices = dims.iter().map(|d| match d {
        At::Index(i) => Some(*i),
        At::Range(_) => None,
    });
    indices.collect()
}

/// The element of an array of arrays, `levels` deep, still with the leaves of the array.
pub(super) fn peeled(arr: &Value, levels: usize) -> Value {
    let mut value = arr.clone();
    for _ in 0..levels {
        if let Value::Array(elem) = value {
            value = (*elem).clone();
        }
    }
    value
}
