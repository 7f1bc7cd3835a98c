//! Sizes of the results of branches, matches and loops.
//!
//! ```text
//! map (\i -> if i > 0 then replicate (k / d) i else copy g[:k / d]) is   -- both branches compute k / d
//! ```
//!
//! In Core the result of a branch has a size of its own unless both sides return the same variable from outside. Inside a map
//! that would make rows of one size irregular. Where inference knows the size, the result is compared with it: the size is then
//! computed in front of the map, as any other ([`super::hoist`]).

use super::told::Told;
use super::value::{Env, Value};
use super::{Low, Lower, shape};
use crate::ast::Exp;
use crate::types::{Size, Ty};
use ir::{Atom, Var};
use rustc_hash::FxHashMap;

/// What is compared for one result.
struct Comparison {
    /// How many variables there were before the branch or loop.
    mark: usize,
    certs: FxHashMap<(Atom, Atom), Option<Var>>,
    cast: FxHashMap<Var, Var>,
}

impl Lower<'_> {
    /// The result of a branch or loop that began at `mark`, under the sizes of its type that do not vary with the maps around.
    pub(super) fn with_known_sizes(&mut self, env: &Env, e: &Exp, mark: usize, value: Value) -> Low<Value> {
        let types = self.types;
        let Some(ty) = types.of(e.id) else { return Ok(value) };
        if !self.open.iter().any(|body| body.width.is_some()) {
            return Ok(value);
        }
        self.loc = self.at(e.span);
        let mut comparison = Comparison { mark, certs: FxHashMap::default(), cast: FxHashMap::default() };
        self.compare_sizes(&mut comparison, env, ty, &value, &mut vec![])
    }
    /// `around` are the sizes of the arrays that the value is an element of, each with what the names in it mean.
    fn compare_sizes(
        &mut self,
        comparison: &mut Comparison,
        env: &Env,
        ty: &Ty,
        value: &Value,
        around: &mut Vec<(Size, Env)>,
    ) -> Low<Value> {
        if let Some((ty, env)) = ty.type_var().and_then(|var| env.type_of(var)) {
            return self.compare_sizes(comparison, env, ty, value, around);
        }
        match (ty, value) {
            (Ty::Array(size, ty), Value::Array(elem)) => {
                around.push((size.clone(), env.clone()));
                let elem = self.compare_sizes(comparison, env, ty, elem, around);
                around.pop();
                Ok(Value::array(elem?))
            }
            (Ty::Record(types), Value::Record(fields)) if types.len() == fields.len() => {
                let mut new = vec![];
                for ((_, ty), (name, value)) in types.iter().zip(fields.iter()) {
                    new.push((name.clone(), self.compare_sizes(comparison, env, ty, value, around)?));
                }
                Ok(Value::Record(new.into()))
            }
            (_, Value::Scalar(leaf)) => {
                let mut leaf = *leaf;
                for (level, (size, env)) in around.iter().enumerate() {
                    leaf = self.compare_level(comparison, env, leaf, level, size)?;
                }
                Ok(Value::Scalar(leaf))
            }
            _ => Ok(value.clone()),
        }
    }
    fn compare_level(
        &mut self,
        comparison: &mut Comparison,
        env: &Env,
        leaf: Atom,
        level: usize,
        size: &Size,
    ) -> Low<Atom> {
        let dims = self.dims(leaf);
        let Some(dim) = dims.get(level).filter(|d| d.is_uniform()) else { return Ok(leaf) };
        if self.is_outer(comparison.mark, dim.size) {
            return Ok(leaf);
        }
        let Some(known) = self.part_of(env, size, &Told::at(&dims, level)) else { return Ok(leaf) };
        let known = self.settled(known);
        let innermost = self.open.iter().rev().find(|body| body.width.is_some()).map_or(0, |body| body.mark);
        // What is negative is refused where the array is made, if it is.
        let negative = known.as_i64().is_some_and(|n| n < 0);
        if negative || !self.is_outer(innermost, known) {
            return Ok(leaf);
        }
        let Comparison { certs, cast, .. } = comparison;
        self.recast_level(leaf, level, known, shape::MISMATCH, certs, cast)
    }
}
