//! Sizes that must agree, and rows that become ragged.

use super::value::Value;
use super::{Low, Lower};
use ir::{Atom, Dim, Exp, Type, Var};
use rustc_hash::FxHashMap;

/// What a failed comparison of sizes says.
pub(super) const MISMATCH: &str = "array of size {} where size {} is expected";

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
    /// The error for rows that vary where one size is needed.
    pub(super) fn irregular(&self) -> base::diag::Diagnostic {
        self.error("irregular", "the rows of this array vary in size, but one size is needed here")
            .note("`xs :> [n][m]t` checks at run time that all rows have one size")
    }

    /// Evidence that two sizes are equal; none is needed if they are the same.
    fn evidence(&mut self, a: Atom, b: Atom, what: &str) -> Option<Var> {
        if self.same_size(a, b) {
            return None;
        }
        Some(self.bind("c", Type::Cert, Exp::AssertEq { a, b, what: what.into() }))
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
        let under = match certs.get(&(old, size)) {
            Some(cert) => *cert,
            None => {
                let cert = self.evidence(old, size, what);
                certs.insert((old, size), cert);
                cert
            }
        };
        Ok(self.recast_under(var, level, size, under, cast).into())
    }
    fn recast_under(
        &mut self,
        var: Var,
        level: usize,
        size: Atom,
        under: Option<Var>,
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
    pub(super) fn recast(&mut self, arr: Var, dims: Vec<Dim>, under: Option<Var>) -> Var {
        let ty = self.vars[arr].ty.with_dims(dims.clone());
        let name = self.vars[arr].name.clone();
        self.bind(&name, ty, Exp::Recast { arr, dims, under })
    }

    /// The array with a level that varies checked to have one size everywhere.
    pub(super) fn make_uniform(&mut self, var: Var, level: usize, size: Atom, what: &str) -> Low<Var> {
        let mut dims = self.vars[var].ty.dims().to_vec();
        let Atom::Var(sizes) = dims[level].size else { return Ok(var) };
        if dims.iter().skip(level + 1).any(|d| d.on.contains(&(level as u32))) {
            return Err(self.unsupported("coercions of several irregular dimensions"));
        }
        let wanted = {
            let dims = self.vars[sizes].ty.dims().to_vec();
            self.fill(&dims, size)?
        };
        let under = self.evidence(sizes.into(), wanted, what);
        dims[level] = Dim::uniform(size);
        Ok(self.recast(var, dims, under))
    }
    /// An array of these dimensions that holds one size everywhere.
    fn fill(&mut self, dims: &[Dim], size: Atom) -> Low<Atom> {
        let mut array = size;
        for (level, dim) in dims.iter().enumerate().rev() {
            if !dim.is_uniform() {
                return Err(self.unsupported("coercions of several irregular dimensions"));
            }
            let ty = Type::array(base::ScalarType::I64, dims[level..].to_vec());
            array = self.bind("sizes", ty, Exp::Replicate { n: dim.size, x: array }).into();
        }
        Ok(array)
    }
    /// The array with a uniform level seen as one that varies with the levels `on`.
    pub(super) fn spread(&mut self, leaf: Atom, level: usize, on: &[u32]) -> Low<Atom> {
        let Atom::Var(var) = leaf else { return Ok(leaf) };
        let dims = self.dims(leaf);
        if dims[level].on == on {
            return Ok(leaf);
        }
        let contiguous = on.iter().enumerate().all(|(i, l)| i == *l as usize);
        if !dims[level].is_uniform() || !contiguous {
            return Err(self.unsupported("results of this mixture of regular and irregular dimensions"));
        }
        let sizes = self.fill(&dims[..on.len()], dims[level].size)?;
        self.spread_by(var, level, on, sizes)
    }
    /// The same with the sizes at hand. Arrays of sizes further in that vary with the level are seen so too.
    fn spread_by(&mut self, var: Var, level: usize, on: &[u32], sizes: Atom) -> Low<Atom> {
        let mut dims = self.vars[var].ty.dims().to_vec();
        dims[level] = Dim { size: sizes, on: on.to_vec() };
        for dim in &mut dims[level + 1..] {
            let place = |l: u32| dim.on.iter().position(|own| *own == l);
            let (Some(at), Atom::Var(inner)) = (place(level as u32), dim.size) else { continue };
            let own: Option<Vec<u32>> = on.iter().map(|l| place(*l).map(|i| i as u32)).collect();
            let Some(own) = own else {
                return Err(self.unsupported("results of this mixture of regular and irregular dimensions"));
            };
            dim.size = self.spread_by(inner, at, &own, sizes)?;
        }
        Ok(self.recast(var, dims, None).into())
    }
}
