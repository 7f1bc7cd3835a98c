//! Arrays from parts: one after the other, literals, copies of one value.

use super::spread::{Spreads, closed, union};
use super::value::{Env, Value};
use super::{Low, Lower, shape};
use crate::ast;
use crate::types::Ty;
use base::BinOp;
use ir::{Atom, Dim, Exp, Pat, Type, View, lift, sizes_type};
use rustc_hash::FxHashMap;

impl Lower<'_> {
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
                // What is one size in each part varies with the first level only.
                if !same && (widen || !on.is_empty()) {
                    // Kernels want the levels next to each other that sizes vary with.
                    let deepest = own.iter().flat_map(|d| &d.on).chain(&on).max();
                    on = (0..=deepest.copied().unwrap_or(0)).collect();
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
            self.push(pat, Exp::View(View::Concat { arrs, size }));
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
                            let size = if same { fresh } else { self.recast(fresh, ty.dims().to_vec(), &[]) };
                            known.insert(key, size.into());
                            size.into()
                        }
                    };
                }
                dims.push(dim);
            }
            new.push(if own == dims { joined.into() } else { self.recast(joined, dims, &[]).into() });
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
        let varies = |elem: &Ty| env.varies(elem) || self.hides_sizes(elem);
        self.types.widens(e.id) || matches!(array, Some(Ty::Array(_, elem)) if varies(elem))
    }
    /// Whether each value of a type has sizes of its own that the type does not show.
    fn hides_sizes(&self, ty: &Ty) -> bool {
        let own = |name| self.hidden.get(name).is_some_and(|bind| bind.lift != ast::Lift::Plain);
        matches!(ty, Ty::Opaque(name, ..) if own(name)) || ty.parts().into_iter().any(|t| self.hides_sizes(t))
    }
    fn literal_column(&mut self, elems: Vec<Atom>) -> Atom {
        let elem = self.scalar_ty(elems[0]);
        let ty = Type::array(elem, vec![Dim::uniform(Atom::i64(elems.len() as i64))]);
        self.bind("lit", ty, Exp::View(View::Literal { elem, elems })).into()
    }
    /// `n` times a value.
    pub(super) fn replicate(&mut self, n: Atom, x: &Value) -> Value {
        let x = &x.as_element(Atom::bool(true));
        let mut leaves = vec![];
        for x in x.leaves() {
            let ty = lift(&self.ty(x), n, |_| None);
            leaves.push(self.bind("rep", ty, Exp::View(View::Replicate { n, x })).into());
        }
        Value::array(x.with_leaves(leaves))
    }
}
