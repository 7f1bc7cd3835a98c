//! Values of a known type as bytes, and arrays of elements that come one by one.

use crate::any::AnyArray;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::slices::empty_leaves;
use crate::types::{Size, Type};
use crate::value::Value;
use base::ScalarType;
use ir::interface::Data;
use ir::value::Lens;
use rt::{Datum, Dim};

/// How stored values begin.
const MAGIC: &[u8; 8] = b"windrow1";

/// Bytes in front of what is stored: the magic and the length of everything.
const HEAD: usize = 16;

impl Value {
    /// The value as bytes, which [`Value::from_stored`] reads. They say what type they are of; programs and backends do not matter.
    ///
    /// ```
    /// use windrow::{Context, Value};
    ///
    /// let context = Context::new()?;
    /// let rows = Value::from(context.rows([vec![1, 2], vec![], vec![3]])?);
    /// let bytes = rows.to_stored(&context, &rows.ty())?;
    /// let again = Value::from_stored(&context, &rows.ty(), &bytes)?;
    /// assert_eq!(again.to_string(), rows.to_string());
    /// # Ok::<(), windrow::Error>(())
    /// ```
    pub fn to_stored(&self, context: &Context, ty: &Type) -> Result<Vec<u8>> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend([0; 8]);
        text(&mut bytes, ty.to_string().as_bytes());
        for component in components(self, context, ty)? {
            let value = component.to_value().map_err(Error::runtime)?;
            text(&mut bytes, value.elem.name().as_bytes());
            number(&mut bytes, value.lens.len());
            for lens in &value.lens {
                match lens {
                    Lens::Uniform(n) => bytes.extend((*n).to_le_bytes()),
                    Lens::Each(sizes) => {
                        bytes.extend((-1i64).to_le_bytes());
                        number(&mut bytes, sizes.len());
                        sizes.iter().for_each(|size| bytes.extend(size.to_le_bytes()));
                    }
                }
            }
            text(&mut bytes, &value.data);
        }
        let length = (bytes.len() as u64).to_le_bytes();
        bytes[MAGIC.len()..HEAD].copy_from_slice(&length);
        Ok(bytes)
    }

    /// How many bytes a stored value has that begins so; none if this is none.
    pub fn stored_len(head: &[u8; 16]) -> Option<usize> {
        let (magic, length) = head.split_at(MAGIC.len());
        let length = u64::from_le_bytes(length.try_into().ok()?);
        usize::try_from(length).ok().filter(|length| magic == MAGIC && *length >= HEAD)
    }

    /// Reads what [`Value::to_stored`] wrote of this type.
    pub fn from_stored(context: &Context, ty: &Type, bytes: &[u8]) -> Result<Value> {
        let read = || {
            let head = bytes.first_chunk::<HEAD>()?;
            let mut reader = Reader { rest: bytes.get(HEAD..Value::stored_len(head)?)? };
            if reader.text()? != ty.to_string().as_bytes() {
                return None;
            }
            let mut values = vec![];
            while !reader.rest.is_empty() {
                values.push(reader.value()?);
            }
            Some(values)
        };
        let wrong = || Error::value(format!("these bytes are no stored {ty}"));
        let values = read().ok_or_else(wrong)?;
        let shapes = shapes(ty);
        let fits = |(value, (elem, rank)): (&ir::Value, &(ScalarType, usize))| {
            value.elem == *elem && value.lens.len() == *rank && is_whole(value)
        };
        if values.len() != shapes.len() || !values.iter().zip(&shapes).all(fits) {
            return Err(wrong());
        }
        let store = |value| context.0.memory.store(value).map_err(Error::runtime);
        let components = values.into_iter().map(store).collect::<Result<_>>()?;
        Value::assemble(ty, &ty.data(), components)
    }
}

impl AnyArray {
    /// An array of type `ty` from its elements, row by row. `shape` are its sizes.
    ///
    /// ```
    /// use windrow::{AnyArray, Context, Value};
    ///
    /// let context = Context::new()?;
    /// let point = |x: i32| Value::record([("x", Value::from(x)), ("y", Value::from(true))]);
    /// let points = AnyArray::of_elements(&context, &"[]{x: i32, y: bool}".parse()?, &[point(1), point(2)], &[2])?;
    /// assert_eq!(points.to_string(), "[{x = 1i32, y = true}, {x = 2i32, y = true}]");
    /// # Ok::<(), windrow::Error>(())
    /// ```
    pub fn of_elements(context: &Context, ty: &Type, elems: &[Value], shape: &[i64]) -> Result<AnyArray> {
        let mut elem = ty;
        for _ in shape {
            let Type::Array { elem: inner, .. } = elem else {
                return Err(Error::value(format!("{ty} has no {} dimensions", shape.len())));
            };
            elem = inner;
        }
        let total = shape.iter().try_fold(1i64, |all, n| all.checked_mul(*n).filter(|_| *n >= 0));
        if total != i64::try_from(elems.len()).ok() {
            return Err(Error::value(format!("{} elements are not as many as {shape:?} says", elems.len())));
        }
        let row = Type::Array { dim: Size::Any, elem: Box::new(elem.clone()) };
        let single = |value: &Value| {
            if !elem.takes(&value.ty()) {
                return Err(Error::value(format!("an element is {}, but must be {elem}", value.ty())));
            }
            let leaf = |component: Datum| match component {
                Datum::Scalar(x) => {
                    let value = ir::Value::from_scalars(x.ty(), vec![Lens::Uniform(1)], &[x]);
                    match context.0.memory.store(value).map_err(Error::runtime)? {
                        Datum::Array(array) => Ok(array),
                        Datum::Scalar(_) => Err(Error::value("a scalar where an array was made")),
                    }
                }
                Datum::Array(array) => {
                    let dims = std::iter::once(Dim::Uniform(1)).chain(array.dims().iter().cloned()).collect();
                    Ok(rt::Array::new(array.elem(), dims, array.data().clone(), array.len()))
                }
            };
            let leaves = components(value, context, elem)?.into_iter().map(leaf).collect::<Result<_>>()?;
            Ok(AnyArray::new(row.clone(), Data::Array(Box::new(elem.data())), leaves))
        };
        let parts = elems.iter().map(single).collect::<Result<_>>()?;
        Ok(AnyArray::concat(context, &row, parts)?.reshaped(ty, 1, shape))
    }

    /// The same array with one element replaced by another; everything is copied.
    pub fn with_element(&self, context: &Context, elem: &Value, index: &[i64]) -> Result<AnyArray> {
        let shape = self.extents()?;
        if index.len() != shape.len() || self.ty().to_string().contains("[?]") {
            return Err(Error::value(format!("an element of {} cannot be replaced", self.ty())));
        }
        let mut position = 0;
        for (i, n) in index.iter().zip(&shape) {
            if !(0..*n).contains(i) {
                let why = format!("index {i} is out of bounds for a dimension of size {n}");
                return Err(Error::value(why));
            }
            position = position * n + i;
        }
        let mut inner = self.ty();
        while let Type::Array { elem, .. } = inner {
            inner = elem;
        }
        let row = Type::Array { dim: Size::Any, elem: Box::new(inner.clone()) };
        let total: i64 = shape.iter().product();
        let flat = self.reshaped(&row, shape.len(), &[total]);
        let new = AnyArray::of_elements(context, &row, std::slice::from_ref(elem), &[1])?;
        let new = AnyArray::new(row.clone(), flat.data().clone(), new.renumbered(context, flat.data())?);
        let at = position as usize;
        let parts = vec![flat.slice(0, at)?, new, flat.slice(at + 1, total as usize - at - 1)?];
        Ok(AnyArray::concat(context, &row, parts)?.reshaped(self.ty(), 1, &shape))
    }

    /// The same elements, with these sizes in the place of the first dimensions. There are as many elements as before.
    fn reshaped(&self, ty: &Type, rank: usize, shape: &[i64]) -> AnyArray {
        let leaf = |leaf: &rt::Array| {
            let new = shape.iter().map(|n| Dim::Uniform(*n));
            let dims = new.chain(leaf.dims().iter().skip(rank).cloned()).collect();
            rt::Array::new(leaf.elem(), dims, leaf.data().clone(), leaf.len())
        };
        let mut data = self.data();
        for _ in 0..rank {
            if let Data::Array(elem) = data {
                data = elem;
            }
        }
        let data = shape.iter().fold(data.clone(), |data, _| Data::Array(Box::new(data)));
        AnyArray::new(ty.clone(), data, self.leaves().iter().map(leaf).collect())
    }
}

/// The components of a value of a type, with constructors numbered in their order.
fn components(value: &Value, context: &Context, ty: &Type) -> Result<Vec<Datum>> {
    let mut into = vec![];
    value.components(&ty.data(), &mut shapes(ty).into_iter(), context, &mut into)?;
    Ok(into)
}

/// The element type and rank of each component of a type.
fn shapes(ty: &Type) -> Vec<(ScalarType, usize)> {
    let mut shapes = vec![];
    empty_leaves(ty, &mut vec![], &mut |elem, dims| shapes.push((elem, dims.len())));
    shapes
}

/// Whether there are as many sizes and elements as the dimensions say.
fn is_whole(value: &ir::Value) -> bool {
    let mut rows = 1usize;
    for lens in &value.lens {
        let next = match lens {
            Lens::Uniform(n) => usize::try_from(*n).ok().and_then(|n| rows.checked_mul(n)),
            Lens::Each(sizes) if sizes.len() != rows => None,
            Lens::Each(sizes) => {
                sizes.iter().try_fold(0usize, |all, size| all.checked_add(usize::try_from(*size).ok()?))
            }
        };
        match next {
            Some(next) => rows = next,
            None => return false,
        }
    }
    let valid = value.elem != ScalarType::Bool || value.data.iter().all(|byte| *byte <= 1);
    valid && rows.checked_mul(value.elem.bytes()) == Some(value.data.len())
}

fn number(bytes: &mut Vec<u8>, n: usize) {
    bytes.extend((n as u64).to_le_bytes());
}

fn text(bytes: &mut Vec<u8>, text: &[u8]) {
    number(bytes, text.len());
    bytes.extend(text);
}

struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    fn signed(&mut self) -> Option<i64> {
        let (bytes, rest) = self.rest.split_first_chunk::<8>()?;
        self.rest = rest;
        Some(i64::from_le_bytes(*bytes))
    }

    fn number(&mut self) -> Option<usize> {
        usize::try_from(self.signed()?).ok()
    }

    fn text(&mut self) -> Option<&'a [u8]> {
        let len = self.number()?;
        let (text, rest) = self.rest.split_at_checked(len)?;
        self.rest = rest;
        Some(text)
    }

    fn value(&mut self) -> Option<ir::Value> {
        let elem = ScalarType::from_name(std::str::from_utf8(self.text()?).ok()?)?;
        let mut lens = vec![];
        for _ in 0..self.number().filter(|rank| *rank < 256)? {
            lens.push(match self.signed()? {
                -1 => {
                    let count = self.number().filter(|count| *count <= self.rest.len() / 8)?;
                    Lens::Each((0..count).map(|_| self.signed()).collect::<Option<_>>()?)
                }
                n => Lens::Uniform(n),
            });
        }
        Some(ir::Value { elem, lens, data: self.text()?.to_vec() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_stored_and_broken_bytes_refused() {
        let context = Context::builder().backend(crate::Backend::Interp).build().unwrap();
        let ty: Type = "{a: #one i32 | #two [n]f64 bool, b: [](u8, [?]i64)}".parse().unwrap();
        let module = context.compile(
            "entry f (x: i32): {a: #one i32 | #two ([]f64) bool, b: [](u8, [?]i64)} = \
             {a = #two [1, 2] true, b = map (\\i -> (u8.i64 i, iota i)) (iota 4)}",
        );
        let value: Value = module.unwrap().entry("f").unwrap().call((1i32,)).unwrap();
        let bytes = value.to_stored(&context, &ty).unwrap();
        let again = Value::from_stored(&context, &ty, &bytes).unwrap();
        assert_eq!(again.to_string(), value.to_string());
        assert!(Value::from_stored(&context, &"i32".parse().unwrap(), &bytes).is_err());
        // No byte of it makes reading panic, and none can be left out.
        for at in 0..bytes.len() {
            assert!(Value::from_stored(&context, &ty, &bytes[..at]).is_err());
            let mut other = bytes.clone();
            other[at] ^= 0x80;
            let _ = Value::from_stored(&context, &ty, &other);
        }
    }

    #[test]
    fn elements_are_put_together_and_replaced() {
        let context = Context::builder().backend(crate::Backend::Interp).build().unwrap();
        let ty: Type = "[][](#none | #some i32)".parse().unwrap();
        let some = |x: i32| Value::Sum { name: "some".into(), payload: vec![x.into()] };
        let none = Value::Sum { name: "none".into(), payload: vec![] };
        let elems = [some(1), none.clone(), some(3), some(4), some(5), none];
        let array = AnyArray::of_elements(&context, &ty, &elems, &[2, 3]).unwrap();
        assert_eq!(array.extents().unwrap(), [2, 3]);
        assert_eq!(array.at(&[1, 1]).unwrap().to_string(), "#some 5i32");
        let array = array.with_element(&context, &some(7), &[0, 1]).unwrap();
        assert_eq!(
            array.to_string(),
            "[[#some 1i32, #some 7i32, #some 3i32], [#some 4i32, #some 5i32, #none]]"
        );
        assert!(array.with_element(&context, &some(7), &[0, 3]).is_err());
        assert!(AnyArray::of_elements(&context, &ty, &elems, &[2, 2]).is_err());
        assert!(AnyArray::of_elements(&context, &ty, &[1i32.into()], &[1, 1]).is_err());
    }
}
