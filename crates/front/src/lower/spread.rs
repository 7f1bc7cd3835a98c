//! Dimensions seen as varying with other levels than they are known to vary with.
//!
//! Where a regular and an irregular array meet, or arrays that are irregular at different levels, each is seen as varying with
//! the levels of both. The data stays as it is: a recast says so. What is made anew are arrays of sizes, and each once for all the
//! components of a value ([`Spreads`]).

use super::value::{Code, Fun, Value};
use super::{Low, Lower};
use crate::types::Ty;
use ir::{Atom, Dim, Type, Var, sizes_type};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// What was made so far in one body.
#[derive(Default)]
pub(super) struct Spreads {
    /// Arrays of sizes: the sizes they hold, and the dimensions and levels they hold them over.
    sizes: FxHashMap<(Atom, Vec<Dim>, Vec<u32>), Atom>,
    /// Comparisons of sizes.
    certs: FxHashMap<(Atom, Atom), Option<Var>>,
    /// Evidence of those of the array at hand: sizes further in are seen over the new ones under it.
    pub(super) under: Vec<Var>,
}

impl Lower<'_> {
    /// The array with a level seen as varying with the levels `on`, among which are those it varies with. Dimensions further in
    /// follow where they have to.
    pub(super) fn spread(&mut self, leaf: Atom, level: usize, on: &[u32], known: &mut Spreads) -> Low<Atom> {
        let Atom::Var(var) = leaf else { return Ok(leaf) };
        let mut wanted: Vec<Vec<u32>> = self.dims(leaf).into_iter().map(|d| d.on).collect();
        if wanted[level] == on {
            return Ok(leaf);
        }
        wanted[level] = on.to_vec();
        Ok(self.spread_all(var, &wanted, known)?.into())
    }
    /// The array with each level seen as varying with the given levels, and with those that these vary with themselves.
    pub(super) fn spread_all(&mut self, var: Var, wanted: &[Vec<u32>], known: &mut Spreads) -> Low<Var> {
        let old = self.vars[var].ty.dims().to_vec();
        let mut new: Vec<Dim> = vec![];
        for (dim, on) in old.iter().zip(wanted) {
            let on = closed(&union(&dim.on, on), &new);
            let size = self.spread_sizes(&new, dim, &on, known)?;
            new.push(Dim { size, on });
        }
        Ok(if new == old { var } else { self.recast(var, new, &known.under) })
    }
    /// The arguments with rows that vary wherever their types say so: a call may pass regular ones.
    pub(super) fn spread_as_declared(&mut self, types: &[Ty], args: Vec<Value>) -> Low<Vec<Value>> {
        let mut known = Spreads::default();
        let mut spread = vec![];
        for (ty, arg) in types.iter().zip(args) {
            spread.push(self.spread_value(ty, &arg, &mut vec![], &mut known)?);
        }
        Ok(spread)
    }
    /// `outer` has the row that each dimension around the value varies with.
    fn spread_value(
        &mut self,
        ty: &Ty,
        value: &Value,
        outer: &mut Vec<Option<u32>>,
        known: &mut Spreads,
    ) -> Low<Value> {
        match (ty, value) {
            (Ty::Array(size, ty), Value::Array(elem)) => {
                outer.push(size.row());
                let elem = self.spread_value(ty, elem, outer, known);
                outer.pop();
                Ok(Value::array(elem?))
            }
            (Ty::Record(types), Value::Record(fields)) if types.len() == fields.len() => {
                let mut new = vec![];
                for ((_, ty), (name, value)) in types.iter().zip(fields.iter()) {
                    new.push((name.clone(), self.spread_value(ty, value, outer, known)?));
                }
                Ok(Value::Record(new.into()))
            }
            _ if outer.iter().all(|row| row.is_none()) || value.has_function() => Ok(value.clone()),
            _ => {
                let mut leaves = vec![];
                for leaf in value.leaves() {
                    leaves.push(self.spread_leaf(leaf, outer, known)?);
                }
                Ok(value.with_leaves(leaves))
            }
        }
    }
    fn spread_leaf(&mut self, leaf: Atom, rows: &[Option<u32>], known: &mut Spreads) -> Low<Atom> {
        let Atom::Var(var) = leaf else { return Ok(leaf) };
        let dims = self.dims(leaf);
        let on = |(level, dim): (usize, &Dim)| match rows.get(level) {
            Some(Some(row)) => (0..(level as u32).saturating_sub(*row)).collect(),
            _ => dim.on.clone(),
        };
        let wanted: Vec<Vec<u32>> = dims.iter().enumerate().map(on).collect();
        Ok(self.spread_all(var, &wanted, known)?.into())
    }
    /// The sizes of a dimension as those of one that stands behind the dimensions `outer` and varies with the levels `on`.
    pub(super) fn spread_sizes(
        &mut self,
        outer: &[Dim],
        dim: &Dim,
        on: &[u32],
        known: &mut Spreads,
    ) -> Low<Atom> {
        let wanted = sizes_type(outer, on).dims().to_vec();
        if dim.on == on && self.dims(dim.size) == wanted {
            return Ok(dim.size);
        }
        let key = (dim.size, wanted, dim.on.clone());
        if let Some(sizes) = known.sizes.get(&key) {
            return Ok(*sizes);
        }
        let own: Vec<u32> = (0..on.len() as u32).filter(|i| dim.on.contains(&on[*i as usize])).collect();
        let sizes = self.over(&key.1, dim.size, &own, &known.under)?;
        known.sizes.insert(key, sizes);
        Ok(sizes)
    }

    /// An array of these dimensions whose elements are those of `x` at the levels `own`.
    pub(super) fn over(&mut self, dims: &[Dim], x: Atom, own: &[u32], under: &[Var]) -> Low<Atom> {
        let (Some(first), true) = (dims.first(), own.len() < dims.len()) else {
            return Ok(match x {
                Atom::Var(var) if self.dims(x) != dims => self.recast(var, dims.to_vec(), under).into(),
                Atom::Var(_) | Atom::Const(_) => x,
            });
        };
        let indexed = own.first() == Some(&0);
        let behind: Vec<u32> = own.iter().filter(|l| **l > 0).map(|l| l - 1).collect();
        let mut rows: Vec<Atom> = vec![];
        for dim in dims[1..].iter().filter(|d| d.on.contains(&0)) {
            if !rows.contains(&dim.size) {
                rows.push(dim.size);
            }
        }
        if rows.is_empty() && !indexed {
            let inner = peeled_dims(dims, &[], &[]);
            let elem = self.over(&inner, x, &behind, under)?;
            let elem = nested(elem, inner.len());
            return Ok(self.replicate(first.size, &elem).leaves()[0]);
        }
        let mut arrays: Vec<Value> = rows.iter().map(|r| nested(*r, self.ty(*r).rank())).collect();
        if indexed {
            let x = match x {
                Atom::Var(var) => self.recast_outer(var, first.size, under),
                Atom::Const(_) => base::bug!("lower", "a constant with levels"),
            };
            arrays.push(nested(x.into(), own.len()));
        }
        let filled = self.map(&arrays, |l, args| {
            let mut sizes: Vec<Atom> = args.iter().map(|a| a.leaves()[0]).collect();
            let x = if indexed { sizes.pop().unwrap_or(x) } else { x };
            let inner = peeled_dims(dims, &rows, &sizes);
            let elem = l.over(&inner, x, &behind, under)?;
            Ok(nested(elem, inner.len()))
        })?;
        // The sizes are those asked for, whatever the map calls them.
        let filled = filled.leaves()[0];
        self.over(dims, filled, &(0..dims.len() as u32).collect::<Vec<_>>(), under)
    }
    /// The array under another outermost size, which is known to be equal.
    fn recast_outer(&mut self, var: Var, size: Atom, under: &[Var]) -> Var {
        if self.vars[var].ty.dims()[0].size == size {
            return var;
        }
        self.recast_under(var, 0, size, under, &mut FxHashMap::default())
    }

    /// A dimension that varies with no other levels than those in front of `depth`: the largest of the sizes along the others.
    pub(super) fn largest(&mut self, dim: &Dim, depth: usize) -> Low<Dim> {
        let (on, rest): (Vec<u32>, Vec<u32>) = dim.on.iter().partition(|l| (**l as usize) < depth);
        if rest.is_empty() {
            return Ok(dim.clone());
        }
        let sizes = nested(dim.size, dim.on.len());
        let size = self.largest_below(&sizes, on.len(), rest.len())?.leaves()[0];
        if let (Atom::Var(var), true) = (size, on.is_empty()) {
            self.sizes.insert(var);
        }
        Ok(Dim { size, on })
    }
    /// The largest numbers of the rows that stand `outer` levels deep and have `rank` levels themselves.
    fn largest_below(&mut self, sizes: &Value, outer: usize, rank: usize) -> Low<Value> {
        if outer > 0 {
            return self
                .map(std::slice::from_ref(sizes), |l, args| l.largest_below(&args[0], outer - 1, rank));
        }
        let mut sizes = sizes.clone();
        for _ in 1..rank {
            sizes = self.flatten(&sizes)?;
        }
        let max = Fun { code: Code::Intrinsic("i64.max".into(), 2), args: vec![], home: None };
        self.fold(false, true, &Value::Fun(Rc::new(max)), &Value::Scalar(Atom::i64(0)), &sizes)
    }

    /// The array with exactly these dimensions; sizes that are not known to be equal are compared.
    pub(super) fn fit_dims(
        &mut self,
        leaf: Atom,
        wanted: &[Dim],
        what: &str,
        known: &mut Spreads,
    ) -> Low<Atom> {
        let Atom::Var(var) = leaf else { return Ok(leaf) };
        known.under.clear();
        let old = self.dims(leaf);
        for (level, (have, want)) in old.iter().zip(wanted).enumerate() {
            self.agree(&wanted[..level], have, want, what, known)?;
        }
        Ok(if old == wanted { leaf } else { self.recast(var, wanted.to_vec(), &known.under).into() })
    }
    /// Compares the sizes of two dimensions behind the dimensions `outer`, unless they are known to be equal; `known` has the evidence.
    pub(super) fn agree(
        &mut self,
        outer: &[Dim],
        have: &Dim,
        want: &Dim,
        what: &str,
        known: &mut Spreads,
    ) -> Low<()> {
        let on = closed(&union(&have.on, &want.on), outer);
        let a = self.spread_sizes(outer, have, &on, known)?;
        let b = self.spread_sizes(outer, want, &on, known)?;
        let cert = match known.certs.get(&(a, b)) {
            Some(cert) => *cert,
            None => self.evidence(a, b, what),
        };
        known.certs.insert((a, b), cert);
        known.under.extend(cert.filter(|cert| !known.under.contains(cert)));
        Ok(())
    }
}

/// A value of one leaf.
pub(super) fn nested(leaf: Atom, rank: usize) -> Value {
    (0..rank).fold(Value::Scalar(leaf), |value, _| Value::array(value))
}

/// The dimensions of an element, where the arrays of sizes `rows` have the elements `sizes`.
fn peeled_dims(dims: &[Dim], rows: &[Atom], sizes: &[Atom]) -> Vec<Dim> {
    let ty = Type::array(base::ScalarType::I64, dims.to_vec());
    let size_of = |var: Var| {
        rows.iter().zip(sizes).find(|(r, _)| **r == Atom::Var(var)).map_or(var.into(), |(_, s)| *s)
    };
    ir::peel(&ty, size_of).dims().to_vec()
}

/// The levels, and those that these vary with.
pub(super) fn closed(on: &[u32], dims: &[Dim]) -> Vec<u32> {
    on.iter().fold(on.to_vec(), |all, l| union(&all, &dims[*l as usize].on))
}

/// The levels of both.
pub(super) fn union(a: &[u32], b: &[u32]) -> Vec<u32> {
    let mut on: Vec<u32> = a.iter().chain(b).copied().collect();
    on.sort();
    on.dedup();
    on
}
