//! Values whose types are only known when the program runs.

use crate::any::AnyArray;
use crate::array::Array;
use crate::context::Context;
use crate::elem::Elem;
use crate::error::{Error, Result};
use crate::ragged::Ragged;
use crate::types::Type;
use base::{Scalar, ScalarType};
use driver::structure;
use half::f16;
use ir::interface::Data;
use rt::{Datum, Dim};
use std::fmt;

/// A value of any type.
///
/// ```
/// use windrow::{Context, Value};
///
/// let module = Context::new()?.compile("entry swap (p: {x: i32, y: i32}) = {x = p.y, y = p.x}")?;
/// let point = Value::record([("x", Value::from(1i32)), ("y", Value::from(2i32))]);
/// let swapped: Value = module.entry("swap")?.call((point,))?;
/// assert_eq!(swapped.to_string(), "{x = 2i32, y = 1i32}");
/// # Ok::<(), windrow::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Value {
    /// A scalar.
    Scalar(Scalar),
    /// An array.
    Array(AnyArray),
    /// A record or a tuple; the fields of a tuple are called `0`, `1`, ..
    Record(Vec<(String, Value)>),
    /// A constructor of a sum with what it carries.
    Sum {
        /// The name of the constructor.
        name: String,
        /// What it carries.
        payload: Vec<Value>,
    },
}

impl Value {
    /// A record.
    pub fn record<'a>(fields: impl IntoIterator<Item = (&'a str, Value)>) -> Value {
        Value::Record(fields.into_iter().map(|(name, value)| (name.to_string(), value)).collect())
    }

    /// A tuple.
    pub fn tuple(components: impl IntoIterator<Item = Value>) -> Value {
        Value::Record(components.into_iter().enumerate().map(|(i, value)| (i.to_string(), value)).collect())
    }

    /// A constructor of a sum with what it carries.
    ///
    /// ```
    /// use windrow::Value;
    ///
    /// let shape = Value::sum("rect", [Value::from(2.0), Value::from(3.0)]);
    /// assert_eq!(shape.to_string(), "#rect 2.0f64 3.0f64");
    /// ```
    pub fn sum(name: &str, payload: impl IntoIterator<Item = Value>) -> Value {
        Value::Sum { name: name.to_string(), payload: payload.into_iter().collect() }
    }

    /// The field of a record, or the component of a tuple, with this name; the column of an array of records.
    pub fn field(&self, name: &str) -> Option<Value> {
        match self {
            Value::Record(fields) => {
                fields.iter().find(|(own, _)| own == name).map(|(_, value)| value.clone())
            }
            Value::Array(array) => array.column(name).map(Value::Array),
            Value::Scalar(_) | Value::Sum { .. } => None,
        }
    }

    /// The scalar, if it is one.
    pub fn as_scalar(&self) -> Option<Scalar> {
        if let Value::Scalar(x) = self { Some(*x) } else { None }
    }

    /// The array, if it is one.
    pub fn as_array(&self) -> Option<&AnyArray> {
        if let Value::Array(array) = self { Some(array) } else { None }
    }

    /// Its type, as far as the value says.
    pub fn ty(&self) -> Type {
        match self {
            Value::Scalar(x) => Type::Scalar(x.ty()),
            Value::Array(array) => array.ty().clone(),
            Value::Record(fields) => {
                Type::Record(fields.iter().map(|(name, value)| (name.clone(), value.ty())).collect())
            }
            Value::Sum { name, payload } => {
                Type::Sum(vec![(name.clone(), payload.iter().map(Value::ty).collect())])
            }
        }
    }

    /// Adds the components of an argument that is put together so; its type is right.
    pub(crate) fn components(
        &self,
        data: &Data,
        shapes: &mut impl Iterator<Item = (ScalarType, usize)>,
        context: &Context,
        into: &mut Vec<Datum>,
    ) -> Result<()> {
        let wrong = || Error::value(format!("{self} does not fit its type"));
        match (self, data) {
            (Value::Scalar(x), Data::Leaf) => {
                shapes.next();
                into.push(Datum::Scalar(*x));
            }
            (Value::Array(array), _) if array.leaves().len() == data.leaves() => {
                let leaves = array.renumbered(context, data)?;
                shapes.by_ref().take(leaves.len()).for_each(drop);
                into.extend(leaves.into_iter().map(Datum::Array));
            }
            (Value::Record(fields), Data::Record(parts)) if fields.len() == parts.len() => {
                for ((_, value), (_, data)) in fields.iter().zip(parts) {
                    value.components(data, shapes, context, into)?;
                }
            }
            (Value::Sum { name, payload }, Data::Sum(constructors)) => {
                let chosen = constructors.iter().find(|c| c.name == *name).ok_or_else(wrong)?;
                let (tag, _) = shapes.next().ok_or_else(wrong)?;
                into.push(Datum::Scalar(base::scalar::convert(tag, Scalar::I64(chosen.tag))));
                for constructor in constructors {
                    for (i, data) in constructor.payload.iter().enumerate() {
                        match payload.get(i) {
                            Some(value) if constructor.name == *name => {
                                value.components(data, shapes, context, into)?;
                            }
                            _ => {
                                for (elem, rank) in shapes.by_ref().take(data.leaves()) {
                                    into.push(nothing(context, elem, rank)?);
                                }
                            }
                        }
                    }
                }
            }
            (Value::Scalar(_) | Value::Array(_) | Value::Record(_) | Value::Sum { .. }, _) => {
                return Err(wrong());
            }
        }
        Ok(())
    }

    /// Puts a result together.
    pub(crate) fn assemble(ty: &Type, data: &Data, components: Vec<Datum>) -> Result<Value> {
        let broken = || Error::runtime(rt::RunError::Broken(format!("a result that is no {ty}")));
        let mut components = components.into_iter();
        let mut part = |ty: &Type, data: &Data| {
            let own = components.by_ref().take(data.leaves()).collect();
            Value::assemble(ty, data, own)
        };
        match (ty, data) {
            (Type::Record(types), Data::Record(fields)) => {
                let field = |((name, ty), (_, data)): (&(String, Type), &(String, Data))| {
                    Ok((name.clone(), part(ty, data)?))
                };
                Ok(Value::Record(types.iter().zip(fields).map(field).collect::<Result<_>>()?))
            }
            (Type::Sum(types), Data::Sum(constructors)) => {
                let Value::Scalar(tag) = part(&Type::Scalar(ScalarType::I64), &Data::Leaf)? else {
                    return Err(broken());
                };
                let mut found = None;
                for ((name, types), constructor) in types.iter().zip(constructors) {
                    let payload = types.iter().zip(&constructor.payload).map(|(ty, data)| part(ty, data));
                    let payload = payload.collect::<Result<Vec<Value>>>()?;
                    if constructor.tag == tag.as_i64() {
                        found = Some(Value::Sum { name: name.clone(), payload });
                    }
                }
                found.ok_or_else(broken)
            }
            (Type::Record(_), Data::Empty) => Ok(Value::Record(vec![])),
            (Type::Scalar(_) | Type::Array { .. }, _) => {
                let mut leaves = vec![];
                for component in components {
                    match component {
                        Datum::Scalar(x) => return Ok(Value::Scalar(x)),
                        Datum::Array(array) => leaves.push(array),
                    }
                }
                Ok(Value::Array(AnyArray::new(ty.clone(), data.clone(), leaves)))
            }
            (Type::Record(_) | Type::Sum(_), _) => Err(broken()),
        }
    }
}

/// A component of a constructor that a value does not have.
fn nothing(context: &Context, elem: ScalarType, rank: usize) -> Result<Datum> {
    if rank == 0 {
        return Ok(Datum::Scalar(elem.zero()));
    }
    let empty = context.0.memory.upload(&[]).map_err(Error::runtime)?;
    Ok(Datum::Array(rt::Array::new(elem, vec![Dim::Uniform(0); rank], empty, 0)))
}

macro_rules! from_scalars {
    ($($ty:ty, $name:ident;)*) => { $(
        impl From<$ty> for Value {
            fn from(x: $ty) -> Value {
                Value::Scalar(Scalar::$name(x))
            }
        }
    )* };
}
from_scalars! {
    i8, I8; i16, I16; i32, I32; i64, I64; u8, U8; u16, U16; u32, U32; u64, U64; f16, F16; f32, F32; f64, F64; bool, Bool;
}

impl<T: Elem, const R: usize> From<Array<T, R>> for Value {
    fn from(array: Array<T, R>) -> Value {
        Value::Array(array.into())
    }
}

impl<T: Elem> From<Ragged<T>> for Value {
    fn from(ragged: Ragged<T>) -> Value {
        Value::Array(ragged.into())
    }
}

/// The notation of the language.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Scalar(x) => f.write_str(&rt::text::print_value(&ir::Value::scalar(*x))),
            Value::Array(array) => array.fmt(f),
            Value::Record(fields) => {
                let tuple = structure::is_tuple(fields);
                f.write_str(if tuple { "(" } else { "{" })?;
                for (i, (name, value)) in fields.iter().enumerate() {
                    f.write_str(if i > 0 { ", " } else { "" })?;
                    if !tuple {
                        write!(f, "{name} = ")?;
                    }
                    write!(f, "{value}")?;
                }
                f.write_str(if tuple { ")" } else { "}" })
            }
            Value::Sum { name, payload } => {
                write!(f, "#{name}")?;
                for value in payload {
                    match value {
                        Value::Sum { payload, .. } if !payload.is_empty() => write!(f, " ({value})")?,
                        _ => write!(f, " {value}")?,
                    }
                }
                Ok(())
            }
        }
    }
}
