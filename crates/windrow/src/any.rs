//! Arrays whose types are only known when the program runs.

mod parts;

use crate::args::type_of;
use crate::array::Array;
use crate::context::Context;
use crate::elem::Elem;
use crate::error::{Error, Result};
use crate::ragged::Ragged;
use crate::types::Type;
use driver::structure;
use ir::interface::Data;
use rt::{Datum, Dim};
use std::fmt;
use std::sync::Arc;

pub use parts::{Extent, Pinned};

/// An array of any type in the memory of a [`Context`]. An array of records is one array for each field. Clones share the elements.
#[derive(Clone)]
pub struct AnyArray {
    ty: Type,
    data: Data,
    leaves: Vec<rt::Array>,
}

impl AnyArray {
    pub(crate) fn new(ty: Type, data: Data, leaves: Vec<rt::Array>) -> AnyArray {
        AnyArray { ty, data, leaves }
    }

    /// How it is put together.
    pub(crate) fn data(&self) -> &Data {
        &self.data
    }

    /// Its components.
    pub(crate) fn leaves(&self) -> &[rt::Array] {
        &self.leaves
    }

    pub(crate) fn plain(inner: rt::Array) -> AnyArray {
        let wrap = |data, _: &Dim| Data::Array(Box::new(data));
        let data = inner.dims().iter().fold(Data::Leaf, wrap);
        AnyArray { ty: type_of(&inner), data, leaves: vec![inner] }
    }

    /// Its type, as far as the value says.
    pub fn ty(&self) -> &Type {
        &self.ty
    }

    /// Whether it lies in the memory of this context, whose programs can take it as it is.
    pub fn is_in(&self, context: &Context) -> bool {
        self.leaves.iter().all(|leaf| Arc::ptr_eq(leaf.data().memory(), context.0.memory.memory()))
    }

    /// How many elements its outermost dimension has.
    pub fn len(&self) -> usize {
        match self.leaves.first().and_then(|leaf| leaf.dims().first()) {
            Some(Dim::Uniform(n)) => usize::try_from(*n).unwrap_or(0),
            Some(Dim::Each(lengths)) => lengths.rows(),
            None => 0,
        }
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The array, if it has this type.
    pub fn to_array<T: Elem, const R: usize>(&self) -> Option<Array<T, R>> {
        match self.leaves.as_slice() {
            [one] => Array::from_inner(one.clone()),
            _ => None,
        }
    }

    /// The rows, if they have this type.
    pub fn to_ragged<T: Elem>(&self) -> Option<Ragged<T>> {
        match self.leaves.as_slice() {
            [one] => Ragged::from_inner(one.clone()),
            _ => None,
        }
    }

    /// A field of an array of records, as an array.
    pub fn column(&self, name: &str) -> Option<AnyArray> {
        let (Data::Array(elem), Type::Array { dim, elem: ty }) = (&self.data, &self.ty) else { return None };
        let (Data::Record(fields), Type::Record(types)) = (&**elem, &**ty) else { return None };
        let mut from = 0;
        for ((field, data), (_, ty)) in fields.iter().zip(types) {
            let to = from + data.leaves();
            if field == name {
                return Some(AnyArray {
                    ty: Type::Array { dim: dim.clone(), elem: Box::new(ty.clone()) },
                    data: Data::Array(Box::new(data.clone())),
                    leaves: self.leaves.get(from..to)?.to_vec(),
                });
            }
            from = to;
        }
        None
    }

    /// An array of records from one array for each field, all of the same length.
    pub fn zip<'a>(columns: impl IntoIterator<Item = (&'a str, AnyArray)>) -> Result<AnyArray> {
        let (mut fields, mut types, mut leaves) = (vec![], vec![], vec![]);
        let mut len = None;
        for (name, column) in columns {
            let own = column.len();
            if *len.get_or_insert(own) != own {
                return Err(Error::value(format!(
                    "column {name} has {own} elements, others have {}",
                    len.unwrap_or(0)
                )));
            }
            let (Data::Array(data), Type::Array { elem, .. }) = (column.data, column.ty) else { continue };
            fields.push((name.to_string(), *data));
            types.push((name.to_string(), *elem));
            leaves.extend(column.leaves);
        }
        let ty = Type::Array { dim: crate::types::Size::Any, elem: Box::new(Type::Record(types)) };
        Ok(AnyArray { ty, data: Data::Array(Box::new(Data::Record(fields))), leaves })
    }
}

impl<T: Elem, const R: usize> From<Array<T, R>> for AnyArray {
    fn from(array: Array<T, R>) -> AnyArray {
        AnyArray::plain(array.into_inner())
    }
}

impl<T: Elem> From<Ragged<T>> for AnyArray {
    fn from(ragged: Ragged<T>) -> AnyArray {
        AnyArray::plain(ragged.into_inner())
    }
}

/// The notation of the language.
impl fmt::Display for AnyArray {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fetch = |leaf: &rt::Array| Datum::Array(leaf.clone()).to_value();
        let values = self.leaves.iter().map(fetch).collect::<std::result::Result<Vec<_>, _>>();
        let tree = values.map_err(|e| e.to_string()).and_then(|v| structure::assemble(&self.data, &v));
        match tree {
            Ok(tree) => f.write_str(&tree.show()),
            Err(e) => write!(f, "({e})"),
        }
    }
}

impl fmt::Debug for AnyArray {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
