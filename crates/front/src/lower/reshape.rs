//! The same elements under other dimensions.

use super::spread::{Spreads, union};
use super::value::Value;
use super::{Low, Lower, shape};
use base::BinOp;
use ir::{Atom, CheckKind, Dim, Exp, Type, Var, View};
use rustc_hash::FxHashMap;

impl Lower<'_> {
    /// Joins the two outermost dimensions.
    pub(super) fn flatten(&mut self, arr: &Value) -> Low<Value> {
        let Value::Array(rows) = arr else { base::bug!("lower", "flatten of something that is no array") };
        let (mut known, mut spreads) = (FxHashMap::default(), Spreads::default());
        let mut leaves = vec![];
        for leaf in arr.leaves().iter().filter_map(|l| l.var()) {
            // What varies with one of the two varies with what they become.
            let joined = |dim: Dim| match dim.on.iter().any(|l| *l < 2) {
                true => union(&[0, 1], &dim.on),
                false => dim.on,
            };
            let dims = self.dims(leaf.into()).into_iter().enumerate();
            let wanted: Vec<Vec<u32>> = dims.map(|(l, d)| if l < 2 { d.on } else { joined(d) }).collect();
            let leaf = self.spread_all(leaf, &wanted, &mut spreads)?;
            leaves.push(self.flatten_leaf(leaf, &mut known)?.into());
        }
        if leaves.is_empty() {
            return Err(self.unsupported("arrays of empty tuples"));
        }
        Ok(rows.with_leaves(leaves))
    }
    fn flatten_leaf(&mut self, arr: Var, known: &mut FxHashMap<Var, Var>) -> Low<Var> {
        let old = self.vars[arr].ty.dims().to_vec();
        let size = match (old[1].size, old[1].is_uniform()) {
            (inner, true) => self.size_op(BinOp::Mul, old[0].size, inner),
            (Atom::Var(sizes), false) => self.total(sizes),
            (Atom::Const(_), false) => base::bug!("lower", "a constant that varies"),
        };
        let mut dims = vec![Dim::uniform(size)];
        for dim in &old[2..] {
            let behind = dim.on.iter().filter(|l| **l > 1).map(|l| l - 1);
            dims.push(match dim.size {
                Atom::Var(sizes) if dim.on.contains(&0) => {
                    let joined = match known.get(&sizes) {
                        Some(joined) => *joined,
                        None => self.flatten_leaf(sizes, known)?,
                    };
                    known.insert(sizes, joined);
                    Dim { size: joined.into(), on: [0].into_iter().chain(behind).collect() }
                }
                size => Dim { size, on: behind.collect() },
            });
        }
        let ty = self.vars[arr].ty.with_dims(dims.clone());
        Ok(self.bind("flat", ty, Exp::View(View::Reshape { arr, dims, under: vec![] })))
    }

    /// Splits the outermost dimension into `n` rows of `m`, checked.
    pub(super) fn unflatten(&mut self, n: Atom, m: Atom, arr: &Value) -> Low<Value> {
        let what = "Cannot unflatten array of shape [{}] to array of shape [{}][{}]";
        let mut valid = Atom::bool(true);
        for a in [n, m] {
            if a.var().is_none_or(|v| self.sizes.contains(&v)) {
                continue;
            }
            let positive = self.bin(BinOp::Ge, a, Atom::i64(0));
            valid = if valid == Atom::bool(true) { positive } else { self.bin(BinOp::And, valid, positive) };
        }
        if valid != Atom::bool(true) {
            let vals = vec![self.size_of(arr)?, n, m];
            self.bind(
                "c",
                Type::Cert,
                Exp::check(CheckKind::Assert { cond: valid, what: what.into(), vals }),
            );
        }
        let (n, m) = (self.as_size(n), self.as_size(m));
        let size = self.size_op(BinOp::Mul, n, m);
        let arr = self.sized(arr, size, "Cannot unflatten array of shape [{}]: size {} is needed")?;
        let Value::Array(elem) = &arr else { base::bug!("lower", "unflatten of something that is no array") };
        let mut leaves = vec![];
        let mut known = FxHashMap::default();
        for leaf in arr.leaves().iter().filter_map(|l| l.var()) {
            leaves.push(self.split_leaf(leaf, &[Dim::uniform(n), Dim::uniform(m)], &[], &mut known).into());
        }
        Ok(Value::array(Value::array(elem.with_leaves(leaves))))
    }

    /// Splits the outermost dimension into rows of these sizes, whose sum is checked to be its size.
    pub(super) fn split_by(&mut self, sizes: &Value, total: Atom, arr: &Value) -> Low<Value> {
        let (n, size) = (self.size_of(sizes)?, self.size_of(arr)?);
        let under: Vec<Var> = self.evidence(size, total, shape::WRONG_TOTAL).into_iter().collect();
        let sizes = sizes.leaves().first().and_then(|leaf| leaf.var());
        let (Value::Array(elem), Some(sizes)) = (arr, sizes) else {
            base::bug!("lower", "something that is no array is split")
        };
        let outer = [Dim::uniform(n), Dim { size: Atom::Var(sizes), on: vec![0] }];
        let mut known = FxHashMap::default();
        let leaves = arr.leaves().into_iter().filter_map(|leaf| leaf.var());
        let leaves: Vec<Atom> =
            leaves.map(|leaf| Atom::Var(self.split_leaf(leaf, &outer, &under, &mut known))).collect();
        Ok(Value::array(Value::array(elem.with_leaves(leaves))))
    }

    /// The outermost dimension becomes two others.
    fn split_leaf(
        &mut self,
        arr: Var,
        outer: &[Dim; 2],
        under: &[Var],
        known: &mut FxHashMap<Var, Var>,
    ) -> Var {
        let mut dims = outer.to_vec();
        let old = self.vars[arr].ty.dims().to_vec();
        for dim in old.into_iter().skip(1) {
            let behind = dim.on.iter().filter(|l| **l > 0).map(|l| l + 1);
            dims.push(match dim.size {
                Atom::Var(sizes) if dim.on.contains(&0) => {
                    let split = match known.get(&sizes) {
                        Some(split) => *split,
                        None => self.split_leaf(sizes, outer, under, known),
                    };
                    known.insert(sizes, split);
                    Dim { size: split.into(), on: [0, 1].into_iter().chain(behind).collect() }
                }
                size => Dim { size, on: behind.collect() },
            });
        }
        let ty = self.vars[arr].ty.with_dims(dims.clone());
        self.bind("rows", ty, Exp::View(View::Reshape { arr, dims, under: under.to_vec() }))
    }

    /// Swaps the two outermost dimensions.
    pub(super) fn transpose(&mut self, arr: &Value) -> Low<Value> {
        let mut leaves = vec![];
        for leaf in arr.leaves().iter().filter_map(|l| l.var()) {
            let mut dims = self.vars[leaf].ty.dims().to_vec();
            if dims.iter().any(|d| d.on.contains(&0) || d.on.contains(&1)) {
                return Err(self.irregular());
            }
            dims.swap(0, 1);
            let perm = [1, 0].into_iter().chain(2..dims.len() as u32).collect();
            let ty = self.vars[leaf].ty.with_dims(dims);
            leaves.push(Atom::Var(self.bind("tr", ty, Exp::View(View::Rearrange { perm, arr: leaf }))));
        }
        Ok(arr.with_leaves(leaves))
    }
}
