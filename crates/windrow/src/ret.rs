//! What a result can be taken as.

use crate::array::Array;
use crate::elem::{Elem, Single};
use crate::error::Result;
use crate::ragged::Ragged;
use crate::types::Type;
use crate::value::Value;
use half::f16;
use ir::interface::Data;
use rt::Datum;
use std::vec::IntoIter;

/// The result of an entry point. The table in [the documentation of the crate](crate#values) lists them.
pub trait Ret: Sized {
    /// Takes as many components as the type has; none if it is not of this type.
    #[doc(hidden)]
    fn take(result: &Returning, components: &mut IntoIter<Datum>) -> Result<Option<Self>>;
}

/// The type of a result, and how it is put together.
#[doc(hidden)]
pub struct Returning<'a> {
    pub(crate) ty: &'a Type,
    pub(crate) data: &'a Data,
}

fn array(components: &mut IntoIter<Datum>) -> Option<rt::Array> {
    match components.next() {
        Some(Datum::Array(array)) => Some(array),
        Some(Datum::Scalar(_)) | None => None,
    }
}

macro_rules! scalar_results {
    ($($ty:ty)*) => { $(
        impl Ret for $ty {
            fn take(_: &Returning, components: &mut IntoIter<Datum>) -> Result<Option<$ty>> {
                Ok(match components.next() {
                    Some(Datum::Scalar(x)) => <$ty>::from_scalar(x),
                    Some(Datum::Array(_)) | None => None,
                })
            }
        }
    )* };
}
scalar_results! { i8 i16 i32 i64 u8 u16 u32 u64 f16 f32 f64 bool }

/// Whether a type is a scalar or an array of scalars: one component.
fn is_plain(ty: &Type) -> bool {
    match ty {
        Type::Scalar(_) => true,
        Type::Array { elem, .. } => is_plain(elem),
        Type::Record(_) | Type::Sum(_) => false,
    }
}

impl<T: Elem, const R: usize> Ret for Array<T, R> {
    fn take(result: &Returning, components: &mut IntoIter<Datum>) -> Result<Option<Array<T, R>>> {
        Ok(array(components).filter(|_| is_plain(result.ty)).and_then(Array::from_inner))
    }
}

impl<T: Elem> Ret for Ragged<T> {
    fn take(result: &Returning, components: &mut IntoIter<Datum>) -> Result<Option<Ragged<T>>> {
        Ok(array(components).filter(|_| is_plain(result.ty)).and_then(Ragged::from_inner))
    }
}

impl<T: Elem> Ret for Vec<T> {
    fn take(result: &Returning, components: &mut IntoIter<Datum>) -> Result<Option<Vec<T>>> {
        <Array<T>>::take(result, components)?.map(|array| array.to_vec()).transpose()
    }
}

impl Ret for Value {
    fn take(result: &Returning, components: &mut IntoIter<Datum>) -> Result<Option<Value>> {
        let own: Vec<Datum> = components.by_ref().take(result.data.leaves()).collect();
        Value::assemble(result.ty, result.data, own).map(Some)
    }
}

macro_rules! tuples {
    ($($count:literal $($name:ident $at:literal)*;)*) => { $(
        impl<$($name: Ret),*> Ret for ($($name,)*) {
            #[allow(unused_variables)]
            fn take(result: &Returning, components: &mut IntoIter<Datum>) -> Result<Option<Self>> {
                let (Type::Record(types), Data::Record(data)) = (result.ty, result.data) else {
                    return Ok(None);
                };
                if types.len() != $count || data.len() != $count {
                    return Ok(None);
                }
                Ok(Some(($(
                    match $name::take(&Returning { ty: &types[$at].1, data: &data[$at].1 }, components)? {
                        Some(part) => part,
                        None => return Ok(None),
                    },
                )*)))
            }
        }
    )* };
}
tuples! {
    0; 2 A 0 B 1; 3 A 0 B 1 C 2; 4 A 0 B 1 C 2 D 3; 5 A 0 B 1 C 2 D 3 E 4; 6 A 0 B 1 C 2 D 3 E 4 F 5;
}
