//! Sums: a number for the constructor, and the payloads of all constructors side by side.
//!
//! A value holds the payloads only of constructors it may have as far as lowering has seen, so no types are needed to build one.
//! Where two values meet ([`Lower::extended`]) each gets the payloads that the other one has, filled with zeros.

use super::index::{At, peeled};
use super::value::{Code, Env, Fun, Value};
use super::{Low, Lower};
use crate::ast::{Exp, Name};
use crate::types::Ty;
use base::{BinOp, Scalar, ScalarType};
use ir::{Atom, Dim, Type};
use std::rc::Rc;

/// The type of constructor numbers.
pub(super) const TAG: ScalarType = ScalarType::U16;

impl Lower<'_> {
    /// The number of a constructor.
    pub(super) fn tag(&mut self, name: &Name) -> Atom {
        let next = self.tags.len() as i64;
        let tag = *self.tags.entry(name.clone()).or_insert(next);
        Atom::Const(Scalar::from_i64(TAG, tag))
    }

    /// The value with all the payloads that `other` has. Sizes of `other` that were made since `mark` are not known here: the
    /// dimensions are empty instead.
    pub(super) fn extended(&mut self, value: &Value, other: &Value, mark: usize) -> Low<Value> {
        if !value.has_sum() && !self.has_untyped(value) {
            return Ok(value.clone());
        }
        self.extend(value, other, mark)
    }
    /// Whether there is an empty array in the value that a definition with type parameters has made without knowing of what.
    pub(super) fn has_untyped(&self, value: &Value) -> bool {
        !self.untyped.is_empty()
            && value.leaves().iter().any(|l| l.var().is_some_and(|v| self.untyped.contains(&v)))
    }
    fn extend(&mut self, value: &Value, other: &Value, mark: usize) -> Low<Value> {
        Ok(match (value, other) {
            (Value::Record(fields), Value::Record(others)) => {
                let mut new = vec![];
                for ((name, v), (_, o)) in fields.iter().zip(others.iter()) {
                    new.push((name.clone(), self.extend(v, o, mark)?));
                }
                Value::Record(new.into())
            }
            (Value::Array(elem), Value::Array(other)) => Value::array(self.extend(elem, other, mark)?),
            (Value::Scalar(Atom::Var(own)), other) if self.untyped.contains(own) => {
                let known = |l: &Atom| l.var().is_none_or(|v| !self.untyped.contains(&v));
                if other.leaves().iter().all(known) {
                    let outer = self.dims((*own).into());
                    self.blank(other, &outer, outer.len(), mark)?
                } else {
                    value.clone()
                }
            }
            (Value::Sum(tag, parts), Value::Sum(other, others)) => {
                let outer = self.dims(*tag);
                let rank = self.dims(*other).len();
                let mut new = parts.to_vec();
                for (name, payload) in others.iter() {
                    match new.iter_mut().find(|(n, _)| n == name) {
                        Some((_, own)) => {
                            for (v, o) in own.iter_mut().zip(payload) {
                                *v = self.extend(v, o, mark)?;
                            }
                        }
                        None => {
                            let mut blank = vec![];
                            for v in payload {
                                blank.push(self.blank(v, &outer, rank, mark)?);
                            }
                            new.push((name.clone(), blank));
                        }
                    }
                }
                new.sort_by(|a, b| a.0.cmp(&b.0));
                Value::Sum(*tag, new.into())
            }
            _ => value.clone(),
        })
    }
    /// Zeros shaped like a value under `rank` dimensions, under other outer dimensions.
    fn blank(&mut self, like: &Value, outer: &[Dim], rank: usize, mark: usize) -> Low<Value> {
        let mut leaves = vec![];
        for leaf in like.leaves() {
            let ty = self.ty(leaf);
            let elem = self.scalar_ty(leaf);
            let inner = ty.dims().iter().skip(rank).map(|d| match d.size {
                size if d.is_uniform() && self.is_outer(mark, size) => Dim::uniform(size),
                _ => Dim::uniform(Atom::i64(0)),
            });
            let dims: Vec<Dim> = outer.iter().cloned().chain(inner).collect();
            leaves.push(self.zeros(elem, &dims)?);
        }
        Ok(like.with_leaves(leaves))
    }
    /// Zeros of these dimensions.
    pub(super) fn zeros(&mut self, elem: ScalarType, dims: &[Dim]) -> Low<Atom> {
        self.over(dims, Atom::Const(elem.zero()), &[], &[])
    }

    /// All values with the payloads of all.
    pub(super) fn unified(&mut self, values: &[Value]) -> Low<Vec<Value>> {
        if !values.iter().any(|v| v.has_sum() || self.has_untyped(v)) {
            return Ok(values.to_vec());
        }
        let mark = self.vars.len();
        let mut all = values[0].clone();
        for value in &values[1..] {
            all = self.extended(&all, value, mark)?;
        }
        values.iter().map(|v| self.extended(v, &all, mark)).collect()
    }

    /// An array and the part of it that `dims` select, each with the payloads of the other.
    pub(super) fn unify_part(&mut self, arr: &Value, part: &Value, dims: &[At]) -> Low<(Value, Value)> {
        if !part.has_sum() {
            return Ok((arr.clone(), part.clone()));
        }
        let kept = dims.iter().filter(|d| matches!(d, At::Range(_))).count();
        let (inner, own) = (peeled(arr, dims.len()), peeled(part, kept));
        let mark = self.vars.len();
        let inner = self.extended(&inner, &own, mark)?;
        let own = self.extended(&own, &inner, mark)?;
        let wrap = |value: Value, levels: usize| (0..levels).fold(value, |v, _| Value::array(v));
        Ok((wrap(inner, dims.len()), wrap(own, kept)))
    }

    /// Whether two sums are equal: the same constructor, and its payloads are equal.
    pub(super) fn equal_sums(&mut self, a: &Value, b: &Value) -> Low<Atom> {
        let values = self.unified(&[a.clone(), b.clone()])?;
        let (Value::Sum(s, xs), Value::Sum(t, ys)) = (&values[0], &values[1]) else {
            base::bug!("lower", "a sum is expected")
        };
        let mut result = self.bin(BinOp::Eq, *s, *t);
        for ((name, xs), (_, ys)) in xs.iter().zip(ys.iter()) {
            if xs.is_empty() {
                continue;
            }
            let tag = self.tag(name);
            let other = self.bin(BinOp::Ne, *s, tag);
            let mut equal = Atom::bool(true);
            for (x, y) in xs.iter().zip(ys) {
                let part = self.equal(x, y)?;
                equal = self.bin(BinOp::And, equal, part);
            }
            let same = self.bin(BinOp::Or, other, equal);
            result = self.bin(BinOp::And, result, same);
        }
        Ok(result)
    }

    /// `???`: fails when it is evaluated.
    pub(super) fn hole(&mut self, env: &Env, e: &Exp) -> Low<Value> {
        self.loc = self.at(e.span);
        let exp = ir::Exp::check(ir::CheckKind::Assert {
            cond: Atom::bool(false),
            what: "reached a hole".into(),
            vals: vec![],
        });
        self.bind("c", Type::Cert, exp);
        let Some(ty) = self.types.of(e.id).cloned() else { base::bug!("lower", "a hole without a type") };
        self.zero_of(env, &ty, &mut vec![])
    }
    /// Some value of a type. Sizes that are not known are 0.
    pub(super) fn zero_of(&mut self, env: &Env, ty: &Ty, outer: &mut Vec<Dim>) -> Low<Value> {
        match ty {
            Ty::Scalar(elem) => Ok(Value::Scalar(self.zeros(*elem, outer)?)),
            Ty::Record(fields) => {
                let mut new = vec![];
                for (name, ty) in fields.iter() {
                    new.push((name.clone(), self.zero_of(env, ty, outer)?));
                }
                Ok(Value::Record(new.into()))
            }
            Ty::Array(size, elem) => {
                let size = self.known_size(env, size).map_or(Atom::i64(0), |a| self.as_size(a));
                outer.push(Dim::uniform(size));
                let mut elem = self.zero_of(env, elem, outer)?;
                if elem.leaves().is_empty() {
                    elem = elem.as_element(self.zeros(ScalarType::Bool, outer)?);
                }
                outer.pop();
                Ok(Value::array(elem))
            }
            Ty::Sum(cs) => {
                let Some((first, _)) = cs.first() else { base::bug!("lower", "a sum without constructors") };
                let tag = self.tag(first);
                let tag = self.over(outer, tag, &[], &[])?;
                let mut parts = vec![];
                for (name, payload) in cs.iter() {
                    let values: Low<Vec<Value>> =
                        payload.iter().map(|t| self.zero_of(env, t, outer)).collect();
                    parts.push((name.clone(), values?));
                }
                Ok(Value::Sum(tag, parts.into()))
            }
            Ty::Opaque(name, args, _) => match crate::types::revealed(name, args, self.hidden) {
                Some(ty) => self.zero_of(env, &ty, outer),
                None if self.hidden.contains_key(name) => {
                    Err(self.unsupported("empty values of abstract types that hold functions"))
                }
                None => Err(self.unsupported("values of types that only a parameter promises")),
            },
            Ty::Var(_) | Ty::Param(..) => {
                if let Some((ty, env)) = ty.type_var().and_then(|var| env.type_of(var)) {
                    return self.zero_of(env, ty, outer);
                }
                let zeros = self.zeros(ScalarType::I32, outer)?;
                self.untyped.extend(zeros.var());
                Ok(Value::Scalar(zeros))
            }
            Ty::Fun(..) => {
                let (mut arity, mut result) = (0, ty);
                while let Ty::Fun(_, _, to) = result {
                    (arity, result) = (arity + 1, to);
                }
                let value = self.zero_of(env, result, outer)?;
                let code = Code::Constant(Box::new(value), arity);
                Ok(Value::Fun(Rc::new(Fun { code, args: vec![], home: None })))
            }
        }
    }

    /// Whether two values are equal, as a bool.
    pub(super) fn equal(&mut self, a: &Value, b: &Value) -> Low<Atom> {
        match self.operation(BinOp::Eq, a, b)? {
            Value::Scalar(a) => Ok(a),
            _ => base::bug!("lower", "a comparison that is no bool"),
        }
    }
}
