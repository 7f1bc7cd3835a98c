//! Results of entry points have all constructors of their types.
//!
//! Inside of a program a sum holds the payloads only of constructors it may have as far as lowering has seen. Whoever calls an entry
//! point knows its type, not its body: `entry f (x: i32): #none | #some i32 = #none` returns a number for the constructor and an `i32`.

use super::reveal::reveal;
use super::sum::TAG;
use super::value::{Env, Value};
use super::{Low, Lower};
use crate::ast::{ExpKind, SizeExp, TypeExp, TypeKind};
use base::ScalarType;
use ir::{Atom, Dim};

impl Lower<'_> {
    /// A value with the payloads of all constructors of its type. Those that it cannot have are zeros.
    pub(super) fn completed(&mut self, env: &Env, value: Value, ty: &TypeExp) -> Low<Value> {
        if !value.has_sum() {
            return Ok(value);
        }
        Ok(match (&value, &ty.kind) {
            (_, TypeKind::Unique(inner) | TypeKind::Exists(_, inner)) => self.completed(env, value, inner)?,
            (_, TypeKind::Abstract(unique, args)) => {
                match self.hidden.get(unique).and_then(|bind| reveal(bind, args)) {
                    Some(ty) => self.completed(env, value, &ty)?,
                    None => value,
                }
            }
            (Value::Record(fields), TypeKind::Record(types)) => {
                let mut new = vec![];
                for (name, field) in fields.iter() {
                    let ty = types.iter().find(|(own, _)| own == name);
                    let field = field.clone();
                    let field = ty.map_or(Ok(field.clone()), |(_, ty)| self.completed(env, field, ty))?;
                    new.push((name.clone(), field));
                }
                Value::Record(new.into())
            }
            (Value::Array(elem), TypeKind::Array(_, ty)) => {
                Value::array(self.completed(env, (**elem).clone(), ty)?)
            }
            (Value::Sum(tag, parts), TypeKind::Sum(constructors)) => {
                let outer = self.dims(*tag);
                let mut new = vec![];
                for (name, types) in constructors {
                    let own = parts.iter().find(|(own, _)| own == name).map(|(_, payload)| payload);
                    let mut payload = vec![];
                    for (i, ty) in types.iter().enumerate() {
                        payload.push(match own.and_then(|own| own.get(i)) {
                            Some(part) => self.completed(env, part.clone(), ty)?,
                            None => self.zeros_of(env, ty, &outer)?,
                        });
                    }
                    new.push((name.clone(), payload));
                }
                new.sort_by(|a, b| a.0.cmp(&b.0));
                Value::Sum(*tag, new.into())
            }
            _ => value,
        })
    }

    /// Zeros of a type under these dimensions. Rows whose size nothing says are empty.
    fn zeros_of(&mut self, env: &Env, ty: &TypeExp, outer: &[Dim]) -> Low<Value> {
        Ok(match &ty.kind {
            TypeKind::Scalar(elem) => Value::Scalar(self.zeros(*elem, outer)?),
            TypeKind::Unique(inner) | TypeKind::Exists(_, inner) => self.zeros_of(env, inner, outer)?,
            TypeKind::Record(fields) => {
                let mut new = vec![];
                for (name, ty) in fields {
                    new.push((name.clone(), self.zeros_of(env, ty, outer)?));
                }
                Value::Record(new.into())
            }
            TypeKind::Array(size, elem) => {
                let dim = self.size_of_zeros(env, size, outer)?;
                let dims: Vec<Dim> = outer.iter().cloned().chain([dim]).collect();
                let elem = self.zeros_of(env, elem, &dims)?;
                if elem.leaves().is_empty() {
                    // As in arguments, components that say nothing else hold the size.
                    let elem = elem.as_element(Atom::bool(true));
                    let mut leaves = vec![];
                    for _ in elem.leaves() {
                        leaves.push(self.zeros(ScalarType::Bool, &dims)?);
                    }
                    return Ok(Value::array(elem.with_leaves(leaves)));
                }
                Value::array(elem)
            }
            TypeKind::Sum(constructors) => {
                let mut parts = vec![];
                for (name, types) in constructors {
                    self.tag(name);
                    let mut payload = vec![];
                    for ty in types {
                        payload.push(self.zeros_of(env, ty, outer)?);
                    }
                    parts.push((name.clone(), payload));
                }
                parts.sort_by(|a, b| a.0.cmp(&b.0));
                // The number of one of its constructors, so that it is a value of the type.
                let tag = match parts.first() {
                    Some((name, _)) => self.tag(name),
                    None => Atom::Const(TAG.zero()),
                };
                let tag = self.over(outer, tag, &[], &[])?;
                Value::Sum(tag, parts.into())
            }
            TypeKind::Abstract(unique, args) => {
                match self.hidden.get(unique).and_then(|bind| reveal(bind, args)) {
                    Some(ty) => self.zeros_of(env, &ty, outer)?,
                    None => base::bug!("lower", "an abstract type at an entry point"),
                }
            }
            TypeKind::Name(..) | TypeKind::Fun(..) => {
                base::bug!("lower", "a type without values at an entry point")
            }
        })
    }

    fn size_of_zeros(&mut self, env: &Env, size: &SizeExp, outer: &[Dim]) -> Low<Dim> {
        let none = Atom::i64(0);
        Ok(match size {
            SizeExp::Exp(e) => match &e.kind {
                ExpKind::Int(n) => Dim::uniform(Atom::i64(*n as i64)),
                ExpKind::Var(name) => match env.get(name) {
                    Some(Value::Scalar(size)) => Dim::uniform(*size),
                    _ => Dim::uniform(none),
                },
                _ => Dim::uniform(none),
            },
            SizeExp::Any if !outer.is_empty() => {
                let size = self.over(outer, none, &[], &[])?;
                Dim { size, on: (0..outer.len() as u32).collect() }
            }
            SizeExp::Any | SizeExp::Anon => Dim::uniform(none),
        })
    }
}
