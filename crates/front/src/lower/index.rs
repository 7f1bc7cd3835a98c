//! Indexing, slicing, updating and joining arrays.

use super::spread::{Spreads, closed, nested, union};
use super::value::{Env, Value};
use super::{Low, Lower, shape};
use crate::ast;
use crate::types::Ty;
use base::BinOp;
use ir::{Atom, Dim, Exp, Pat, Type, Var, lift, peel, sizes_type};
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
            let element = self.bind("x", ty, Exp::Index { arr: *var, index, checked: true });
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
            _ => self.bind("i", Type::i64(), Exp::Bounds { index, size, checked: true }).into(),
        }
    }

    /// The element or row at an index that is in bounds.
    pub(super) fn row(&mut self, arr: &Value, i: Atom) -> Low<Value> {
        let Value::Array(elem) = arr else { base::bug!("lower", "a row of something that is no array") };
        let mut known = FxHashMap::default();
        let mut rows = vec![];
        for leaf in arr.leaves().iter().filter_map(|l| l.var()) {
            let exp = Exp::Index { arr: leaf, index: vec![i], checked: false };
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
            let exp = Exp::GatherRows { arr: leaf, at };
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
                    false => self.recast(new, shared.dims().to_vec(), None),
                };
                known.insert(sizes, new.into());
            }
        }
        let shared = shape(&ty, &mut |v| known.get(&v).copied().unwrap_or(Atom::Var(v)));
        match shared == own_ty {
            true => row.into(),
            false => self.recast(row, shared.dims().to_vec(), None).into(),
        }
    }

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
            return self.accumulate(arr, None, &Value::array(Value::Scalar(at.into())), &val);
        }
        let Some(mut index) = all_indices(dims) else { return self.update_rows(arr, dims, val) };
        let arr = self.copy(arr);
        let leaves = arr.leaves();
        let single = leaves.len() == 1 && self.ty(leaves[0]).rank() == index.len();
        if !single {
            for level in 0..index.len() {
                let Some(leaf) = leaves.first() else { continue };
                let dim = self.dims(*leaf)[level].clone();
                let size = match dim.size {
                    Atom::Var(arr) if !dim.is_uniform() => {
                        let index = dim.on.iter().map(|l| index[*l as usize]).collect();
                        self.bind("n", Type::i64(), Exp::Index { arr, index, checked: false }).into()
                    }
                    size => size,
                };
                index[level] = self.bounded(index[level], size);
            }
        }
        let mut new = vec![];
        let mut spreads = Spreads::default();
        for (leaf, val) in leaves.iter().zip(val.leaves()) {
            let Atom::Var(var) = *leaf else { continue };
            let val = self.fit_row(var, &index, val, &mut spreads)?;
            let ty = self.vars[var].ty.clone();
            let exp = Exp::Update { arr: var, index: index.clone(), val, checked: single };
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
            leaves.push(new.var().map_or(new, |new| self.recast(new, dims, None).into()));
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
        let from = self.accumulate(&old, None, at, &new)?;
        match from.leaves().first() {
            Some(Atom::Var(from)) => self.gather(&both, *from),
            _ => base::bug!("lower", "positions without an array"),
        }
    }

    /// Arrays one after the other. Inner sizes that differ are compared, or with `widen` make the result irregular.
    pub(super) fn concat(&mut self, arrays: &[Value], widen: bool) -> Low<Value> {
        let arrays = &self.unified(arrays)?;
        let mut size = self.size_of(&arrays[0])?;
        for array in &arrays[1..] {
            let next = self.size_of(array)?;
            size = self.size_op(BinOp::Add, size, next);
        }
        let mut known: FxHashMap<Vec<Atom>, Atom> = FxHashMap::default();
        let mut spreads = Spreads::default();
        let columns: Vec<Vec<Atom>> = arrays.iter().map(|a| a.leaves()).collect();
        let mut new = vec![];
        for i in 0..columns[0].len() {
            let mut parts: Vec<Atom> = columns.iter().map(|c| c[i]).collect();
            let (mut own, mut pat) = (vec![Dim::uniform(size)], Pat::default());
            // For each level, the sizes in all parts if it varies with the first one.
            let mut keys: Vec<Option<Vec<Atom>>> = vec![None];
            for level in 1..self.ty(parts[0]).rank() {
                let all: Vec<Dim> = parts.iter().map(|p| self.dims(*p)[level].clone()).collect();
                let same = all.iter().all(|d| self.same_size(d.size, all[0].size));
                let mut on = all.iter().fold(vec![], |on, d| union(&on, &d.on));
                if on.is_empty() && !same && widen {
                    on = (0..level as u32).collect();
                } else if !on.is_empty() && !same {
                    on = union(&[0], &on);
                }
                let on = closed(&on, &own);
                let (mut certs, mut cast) = (FxHashMap::default(), FxHashMap::default());
                for part in &mut parts {
                    *part = if on.is_empty() {
                        self.recast_level(*part, level, all[0].size, shape::MISMATCH, &mut certs, &mut cast)?
                    } else {
                        self.spread(*part, level, &on, &mut spreads)?
                    };
                }
                if !on.contains(&0) {
                    own.push(Dim { size: all[0].size, on });
                    keys.push(None);
                    continue;
                }
                keys.push(Some(parts.iter().map(|p| self.dims(*p)[level].size).collect()));
                let fresh = self.fresh("n", sizes_type(&own, &on));
                pat.sizes.push(fresh);
                own.push(Dim { size: fresh.into(), on });
            }
            let ty = self.ty(parts[0]);
            let joined = self.fresh("cat", ty.with_dims(own.clone()));
            pat.vals.push(joined);
            let arrs = parts.iter().filter_map(|p| p.var()).collect();
            self.push(pat, Exp::Concat { arrs, size });
            // What has the same sizes in all parts has the same sizes here.
            let mut dims: Vec<Dim> = vec![];
            for (dim, key) in own.iter().zip(keys) {
                let mut dim = dim.clone();
                if let (Some(key), Some(fresh)) = (key, dim.size.var()) {
                    dim.size = match known.get(&key) {
                        Some(size) => *size,
                        None => {
                            let ty = sizes_type(&dims, &dim.on);
                            let same = ty == self.vars[fresh].ty;
                            let size =
                                if same { fresh } else { self.recast(fresh, ty.dims().to_vec(), None) };
                            known.insert(key, size.into());
                            size.into()
                        }
                    };
                }
                dims.push(dim);
            }
            new.push(if own == dims { joined.into() } else { self.recast(joined, dims, None).into() });
        }
        Ok(arrays[0].with_leaves(new))
    }

    /// `[a, b, c]`.
    pub(super) fn literal(&mut self, env: &Env, e: &ast::Exp, elems: Vec<Value>) -> Low<Value> {
        let Some(first) = elems.first() else {
            let Some(ty) = self.types.of(e.id).cloned() else {
                base::bug!("lower", "a literal without a type")
            };
            let empty = self.zero_of(env, &ty, &mut vec![])?;
            self.unsized_rows.extend(empty.leaves().iter().filter_map(|l| l.var()));
            return Ok(empty);
        };
        self.plain(first)?;
        let elems = self.unified(&elems)?;
        let elems: Vec<Value> = elems.iter().map(|e| e.as_element(Atom::bool(true))).collect();
        let first = &elems[0];
        if elems.iter().all(|v| v.leaves().iter().all(|l| self.ty(*l).rank() == 0)) {
            let columns: Vec<Vec<Atom>> = elems.iter().map(|v| v.leaves()).collect();
            let mut leaves = vec![];
            for i in 0..columns[0].len() {
                let column: Vec<Atom> = columns.iter().map(|c| c[i]).collect();
                leaves.push(self.literal_column(column));
            }
            return Ok(Value::array(first.with_leaves(leaves)));
        }
        let mut rows = vec![];
        for elem in &elems {
            rows.push(self.replicate(Atom::i64(1), elem));
        }
        let widens = self.widens(env, e);
        self.concat(&rows, widens)
    }
    /// Whether the elements of a literal, or of what `++` joins, differ in shape.
    pub(super) fn widens(&self, env: &Env, e: &ast::Exp) -> bool {
        let array = match self.types.of(e.id) {
            Some(Ty::Fun(_, from, _)) => Some(&**from),
            ty => ty,
        };
        self.types.widens(e.id) || matches!(array, Some(Ty::Array(_, elem)) if env.varies(elem))
    }
    fn literal_column(&mut self, elems: Vec<Atom>) -> Atom {
        let elem = self.scalar_ty(elems[0]);
        let ty = Type::array(elem, vec![Dim::uniform(Atom::i64(elems.len() as i64))]);
        self.bind("lit", ty, Exp::Literal { elem, elems }).into()
    }
    /// `n` times a value.
    pub(super) fn replicate(&mut self, n: Atom, x: &Value) -> Value {
        let x = &x.as_element(Atom::bool(true));
        let mut leaves = vec![];
        for x in x.leaves() {
            let ty = lift(&self.ty(x), n, |_| None);
            leaves.push(self.bind("rep", ty, Exp::Replicate { n, x }).into());
        }
        Value::array(x.with_leaves(leaves))
    }

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
        Ok(self.bind("flat", ty, Exp::Reshape { arr, dims }))
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
            self.bind("c", Type::Cert, Exp::Assert { cond: valid, what: what.into(), vals });
        }
        let (n, m) = (self.as_size(n), self.as_size(m));
        let size = self.size_op(BinOp::Mul, n, m);
        let arr = self.sized(arr, size, "Cannot unflatten array of shape [{}]: size {} is needed")?;
        let Value::Array(elem) = &arr else { base::bug!("lower", "unflatten of something that is no array") };
        let mut leaves = vec![];
        let mut known = FxHashMap::default();
        for leaf in arr.leaves().iter().filter_map(|l| l.var()) {
            leaves.push(self.unflatten_leaf(leaf, n, m, &mut known).into());
        }
        Ok(Value::array(Value::array(elem.with_leaves(leaves))))
    }
    fn unflatten_leaf(&mut self, arr: Var, n: Atom, m: Atom, known: &mut FxHashMap<Var, Var>) -> Var {
        let mut dims = vec![Dim::uniform(n), Dim::uniform(m)];
        let old = self.vars[arr].ty.dims().to_vec();
        for dim in old.into_iter().skip(1) {
            let behind = dim.on.iter().filter(|l| **l > 0).map(|l| l + 1);
            dims.push(match dim.size {
                Atom::Var(sizes) if dim.on.contains(&0) => {
                    let split = match known.get(&sizes) {
                        Some(split) => *split,
                        None => self.unflatten_leaf(sizes, n, m, known),
                    };
                    known.insert(sizes, split);
                    Dim { size: split.into(), on: [0, 1].into_iter().chain(behind).collect() }
                }
                size => Dim { size, on: behind.collect() },
            });
        }
        let ty = self.vars[arr].ty.with_dims(dims.clone());
        self.bind("rows", ty, Exp::Reshape { arr, dims })
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
            leaves.push(Atom::Var(self.bind("tr", ty, Exp::Rearrange { perm, arr: leaf })));
        }
        Ok(arr.with_leaves(leaves))
    }
}

/// The indices, if there are no ranges among them.
fn all_indices(dims: &[At]) -> Option<Vec<Atom>> {
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
