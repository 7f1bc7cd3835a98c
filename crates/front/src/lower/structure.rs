//! The structure of values: new variables for everything a value is made of, and values brought to a structure.

use super::spread::Spreads;
use super::value::Value;
use super::{Low, Lower};
use crate::ast::Name;
use crate::types::Ty;
use base::ScalarType;
use ir::{Atom, Dim, Type, Var, sizes_type};
use rustc_hash::FxHashMap;

/// The structure of a value: its leaves are variables, and so are all its sizes.
#[derive(Clone, Default)]
pub(super) struct Structure {
    pub(super) values: Vec<Value>,
    /// The sizes, each with the levels it varies with.
    pub(super) sizes: Vec<(Var, Vec<u32>)>,
    pub(super) leaves: Vec<Var>,
    /// Which sizes the dimensions of each leaf are.
    pub(super) of: Vec<Vec<usize>>,
}

/// The dimensions in front while a structure is made, and which sizes they are.
#[derive(Default)]
pub(super) struct Outer {
    pub(super) dims: Vec<Dim>,
    pub(super) sizes: Vec<usize>,
}

impl Lower<'_> {
    /// New variables in the structure of a value, whose leaves are under `depth` dimensions that do not count.
    pub(super) fn like_value(
        &mut self,
        s: &mut Structure,
        value: &Value,
        depth: usize,
        outer: &mut Outer,
    ) -> Value {
        match value {
            Value::Scalar(a) => {
                let elem = self.scalar_ty(*a);
                Value::Scalar(self.new_leaf(s, elem, outer))
            }
            Value::Record(fields) => {
                let fields = fields.iter().map(|(n, v)| (n.clone(), self.like_value(s, v, depth, outer)));
                Value::Record(fields.collect())
            }
            Value::Array(elem) => {
                let on = value.leaves().first().map_or(vec![], |l| self.dims(*l)[depth].on.clone());
                let on = match outer.dims.len() {
                    n if n == depth || on.is_empty() => on,
                    n => (0..n as u32).collect(),
                };
                self.open_dim(s, on, outer);
                let elem = self.like_value(s, elem, depth + 1, outer);
                close_dim(outer);
                Value::array(elem)
            }
            Value::Fun(f) => Value::Fun(f.clone()),
            Value::Sum(tag, parts) => {
                let elem = self.scalar_ty(*tag);
                let tag = self.new_leaf(s, elem, outer);
                let mut new = vec![];
                for (name, payload) in parts.iter() {
                    let payload = payload.iter().map(|v| self.like_value(s, v, depth, outer)).collect();
                    new.push((name.clone(), payload));
                }
                Value::Sum(tag, new.into())
            }
        }
    }
    /// New variables in the structure of the values of a type.
    pub(super) fn of_type(
        &mut self,
        s: &mut Structure,
        ty: &Ty,
        bound: &FxHashMap<Name, (Value, usize)>,
        outer: &mut Outer,
    ) -> Low<Value> {
        match ty {
            Ty::Scalar(elem) => Ok(Value::Scalar(self.new_leaf(s, *elem, outer))),
            Ty::Record(fields) => {
                let mut new = vec![];
                for (name, ty) in fields.iter() {
                    new.push((name.clone(), self.of_type(s, ty, bound, outer)?));
                }
                Ok(Value::Record(new.into()))
            }
            Ty::Array(size, elem) => {
                // It varies with the arrays around its row.
                let levels = outer.dims.len() as u32;
                let on = size.row().map_or(0, |row| levels.saturating_sub(row));
                self.open_dim(s, (0..on).collect(), outer);
                let elem = self.of_type(s, elem, bound, outer);
                close_dim(outer);
                Ok(Value::array(elem?))
            }
            Ty::Sum(constructors) => {
                let tag = self.new_leaf(s, super::sum::TAG, outer);
                let mut parts = vec![];
                for (name, payload) in constructors.iter() {
                    self.tag(name);
                    let payload: Low<Vec<Value>> =
                        payload.iter().map(|t| self.of_type(s, t, bound, outer)).collect();
                    parts.push((name.clone(), payload?));
                }
                Ok(Value::Sum(tag, parts.into()))
            }
            Ty::Param(name, _) if bound.contains_key(name) => {
                let (value, depth) = bound[name].clone();
                Ok(self.like_value(s, &value, depth, outer))
            }
            Ty::Opaque(name, args, _) => match crate::types::revealed(name, args, self.hidden) {
                Some(ty) => self.of_type(s, &ty, bound, outer),
                None => {
                    Err(self.unsupported("recursive definitions that return abstract types with functions"))
                }
            },
            Ty::Fun(..) => Err(self.unsupported("recursive definitions that return functions")),
            Ty::Var(_) | Ty::Param(..) => {
                let what = "the type of what this recursive definition returns is not known";
                Err(self.error("ambiguous", what).note("declare the type of the result"))
            }
        }
    }
    fn new_leaf(&mut self, s: &mut Structure, elem: ScalarType, outer: &Outer) -> Atom {
        let var = self.fresh("x", Type::array(elem, outer.dims.clone()));
        s.leaves.push(var);
        s.of.push(outer.sizes.clone());
        var.into()
    }
    fn open_dim(&mut self, s: &mut Structure, on: Vec<u32>, outer: &mut Outer) {
        let size = self.fresh("n", sizes_type(&outer.dims, &on));
        outer.sizes.push(s.sizes.len());
        s.sizes.push((size, on.clone()));
        outer.dims.push(Dim { size: size.into(), on });
    }

    /// Leaves brought to a structure: its sizes, and the leaves under these sizes, compared where one size is that of several.
    pub(super) fn fit_structure(&mut self, s: &Structure, leaves: Vec<Atom>) -> Low<(Vec<Atom>, Vec<Atom>)> {
        let mut sizes: Vec<Option<Atom>> = vec![None; s.sizes.len()];
        let mut fitted = vec![];
        let (mut certs, mut cast) = (FxHashMap::default(), FxHashMap::default());
        let mut spreads = Spreads::default();
        for (mut leaf, of) in leaves.into_iter().zip(&s.of) {
            for (level, which) in of.iter().enumerate() {
                let on = &s.sizes[*which].1;
                let dim = self.dims(leaf)[level].clone();
                if dim.on != *on {
                    if dim.on.iter().any(|l| !on.contains(l)) {
                        return Err(self.irregular());
                    }
                    leaf = self.spread(leaf, level, on, &mut spreads)?;
                }
                let own = self.dims(leaf)[level].size;
                let what = super::shape::MISMATCH;
                match sizes[*which] {
                    None => sizes[*which] = Some(own),
                    Some(size) if size == own => {}
                    Some(size) if on.is_empty() => {
                        leaf = self.recast_level(leaf, level, size, what, &mut certs, &mut cast)?;
                    }
                    Some(size) => {
                        let mut wanted = self.dims(leaf);
                        wanted[level].size = size;
                        leaf = self.fit_dims(leaf, &wanted, what, &mut spreads)?;
                    }
                }
            }
            fitted.push(leaf);
        }
        Ok((sizes.into_iter().map(|s| s.unwrap_or(Atom::i64(0))).collect(), fitted))
    }
}

fn close_dim(outer: &mut Outer) {
    outer.dims.pop();
    outer.sizes.pop();
}
