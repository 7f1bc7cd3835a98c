//! Sizes that must agree, and rows that become ragged.

use super::value::Value;
use super::{Low, Lower};
use ir::{Atom, CheckKind, Dim, Exp, Type, Var, View};
use rustc_hash::FxHashMap;

/// What a failed comparison of sizes says.
pub(super) const MISMATCH: &str = "array of size {} where size {} is expected";
/// What is wrong with the sides of a zip.
pub(super) const WRONG_SIDE: &str = "one side of a zip has {} elements, another one {}";
/// What is wrong with the elements of rows whose sizes are given.
pub(super) const WRONG_TOTAL: &str = "{} elements for rows whose sizes add up to {}";

impl Lower<'_> {
    /// The size of an array.
    pub(super) fn size_of(&mut self, array: &Value) -> Low<Atom> {
        match array.leaves().first() {
            Some(leaf) => self.size_at(*leaf, 0),
            None => Err(self.unsupported("arrays of empty tuples")),
        }
    }
    /// The uniform size of a dimension.
    pub(super) fn size_at(&mut self, leaf: Atom, level: usize) -> Low<Atom> {
        match self.dims(leaf).get(level) {
            Some(dim) if dim.is_uniform() => Ok(dim.size),
            Some(_) => Err(self.irregular()),
            None => Err(self.unsupported("values of this shape")),
        }
    }
    /// The error for rows that vary where a size that is named by `?[n].` is needed.
    pub(super) fn varies_inside(&self, name: &str) -> base::diag::Diagnostic {
        let name = crate::types::plain_name(name);
        let message =
            format!("the rows of this array vary in size, but `?[{name}]` is one size for each element");
        self.error("irregular", message)
            .note(format!("`:>` checks at run time that {name} is one size in each element"))
    }
    /// The error for rows that vary where one size is needed.
    pub(super) fn irregular(&self) -> base::diag::Diagnostic {
        self.error("irregular", "the rows of this array vary in size, but one size is needed here")
            .note("`xs :> [n][m]t` checks at run time that all rows have one size")
    }

    /// Evidence that two sizes are equal; none is needed if they are the same.
    pub(super) fn evidence(&mut self, a: Atom, b: Atom, what: &str) -> Option<Var> {
        if self.same_size(a, b) {
            return None;
        }
        Some(self.bind("c", Type::Cert, Exp::check(CheckKind::Equal { a, b, what: what.into() })))
    }

    /// The array with `size` as its outermost size, checked.
    pub(super) fn sized(&mut self, array: &Value, size: Atom, what: &str) -> Low<Value> {
        let leaves = array.leaves();
        let mut certs = FxHashMap::default();
        let mut cast = FxHashMap::default();
        let mut new = vec![];
        for leaf in leaves {
            new.push(self.recast_level(leaf, 0, size, what, &mut certs, &mut cast)?);
        }
        Ok(array.with_leaves(new))
    }

    /// The array with `size` at a level that is uniform, checked. `certs` remembers comparisons, `cast` arrays of sizes.
    pub(super) fn recast_level(
        &mut self,
        leaf: Atom,
        level: usize,
        size: Atom,
        what: &str,
        certs: &mut FxHashMap<(Atom, Atom), Option<Var>>,
        cast: &mut FxHashMap<Var, Var>,
    ) -> Low<Atom> {
        let old = self.size_at(leaf, level)?;
        let Atom::Var(var) = leaf else { return Ok(leaf) };
        if old == size {
            return Ok(leaf);
        }
        // There are no rows whose size could differ.
        if level > 0 && self.unsized_rows.contains(&var) && old == Atom::i64(0) {
            let new = self.recast_under(var, level, size, &[], cast);
            self.unsized_rows.insert(new);
            return Ok(new.into());
        }
        let under = match certs.get(&(old, size)) {
            Some(cert) => *cert,
            None => {
                let cert = self.evidence(old, size, what);
                certs.insert((old, size), cert);
                cert
            }
        };
        let under: Vec<Var> = under.into_iter().collect();
        Ok(self.recast_under(var, level, size, &under, cast).into())
    }
    pub(super) fn recast_under(
        &mut self,
        var: Var,
        level: usize,
        size: Atom,
        under: &[Var],
        cast: &mut FxHashMap<Var, Var>,
    ) -> Var {
        let mut dims = self.vars[var].ty.dims().to_vec();
        dims[level].size = size;
        for dim in dims.iter_mut().skip(level + 1) {
            // An array of sizes over this level is recast along with what it measures.
            let Some(inner) = dim.on.iter().position(|l| *l as usize == level) else { continue };
            if let Atom::Var(sizes) = dim.size {
                let new = match cast.get(&sizes) {
                    Some(new) => *new,
                    None => {
                        let new = self.recast_under(sizes, inner, size, under, cast);
                        cast.insert(sizes, new);
                        new
                    }
                };
                dim.size = new.into();
            }
        }
        self.recast(var, dims, under)
    }
    pub(super) fn recast(&mut self, arr: Var, dims: Vec<Dim>, under: &[Var]) -> Var {
        let ty = self.vars[arr].ty.with_dims(dims.clone());
        let name = self.vars[arr].name.clone();
        self.bind(&name, ty, Exp::View(View::Recast { arr, dims, under: under.to_vec(), inside: vec![] }))
    }
}
