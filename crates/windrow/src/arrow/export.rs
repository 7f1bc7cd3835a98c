//! From values to Arrow.

use super::abi::{ArrowArray, ArrowDeviceArray, ArrowSchema, NULLABLE};
use super::bytes::{Bytes, Place};
use super::format;
use super::unions::optional;
use crate::array::View;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::types::{Size, Type};
use crate::value::Value;
use base::{Scalar, ScalarType};
use ir::interface::{Constructor, Data};
use rt::Dim;
use std::ffi::{CString, c_void};
use std::ptr::null_mut;

/// The value as an array of Arrow: an array as itself, everything else as an array of one element. `ty` is the type of the value,
/// with all constructors of its sums.
///
/// On the processor the elements stay where they are until the array is released; from a GPU they are fetched.
pub fn export(value: &Value, ty: &Type) -> Result<(ArrowSchema, ArrowArray)> {
    export_to(Place::Host, value, ty)
}

/// The same in memory of the context's device: the elements stay where they are, also on a CUDA device. What Arrow has in another form is
/// brought there: truth values and nulls as bits, codes of unions.
pub fn export_device(context: &Context, value: &Value, ty: &Type) -> Result<(ArrowSchema, ArrowDeviceArray)> {
    let Some(device) = context.cuda_device() else {
        let (schema, array) = export(value, ty)?;
        return Ok((schema, ArrowDeviceArray::cpu(array)));
    };
    let (schema, array) = export_to(Place::Cuda(context), value, ty)?;
    // All is there, so that nobody needs an event to wait for.
    context.0.memory.device().sync().map_err(|e| Error::runtime(e.into()))?;
    Ok((schema, ArrowDeviceArray::cuda(array, device)))
}

fn export_to(place: Place, value: &Value, ty: &Type) -> Result<(ArrowSchema, ArrowArray)> {
    let (data, leaves) = components(value, ty)?;
    let column = match (ty, value) {
        (Type::Array { elem, .. }, Value::Array(array)) => {
            column(place, elem, inner(&data), &leaves, 1, array.len())?
        }
        _ => column(place, ty, &data, &leaves, 0, 1)?,
    };
    Ok(column.into_structs(""))
}

/// A component of a value.
enum Leaf {
    Scalar(Scalar),
    Array(rt::Array),
    /// That of a constructor which the value does not have.
    Absent,
}

/// The components of a value, and how it is put together.
fn components(value: &Value, ty: &Type) -> Result<(Data, Vec<Leaf>)> {
    let wrong = || Error::value(format!("{value} is not of the type {ty}"));
    match (value, ty) {
        (Value::Scalar(x), Type::Scalar(elem)) if x.ty() == *elem => Ok((Data::Leaf, vec![Leaf::Scalar(*x)])),
        (Value::Array(array), Type::Array { .. }) if ty.takes(array.ty()) => {
            let leaves = array.leaves().iter().cloned().map(Leaf::Array);
            Ok((array.data().clone(), leaves.collect()))
        }
        (Value::Record(fields), Type::Record(types)) if fields.len() == types.len() => {
            let (mut datas, mut leaves) = (vec![], vec![]);
            for ((name, value), (_, ty)) in fields.iter().zip(types) {
                let (data, own) = components(value, ty)?;
                datas.push((name.clone(), data));
                leaves.extend(own);
            }
            Ok((Data::Record(datas), leaves))
        }
        (Value::Sum { name, payload }, Type::Sum(constructors)) => {
            let tag = constructors.iter().position(|(own, _)| own == name).ok_or_else(wrong)?;
            let (mut datas, mut leaves) = (vec![], vec![Leaf::Scalar(Scalar::U16(tag as u16))]);
            for (i, (name, types)) in constructors.iter().enumerate() {
                let mut own = vec![];
                for (at, ty) in types.iter().enumerate() {
                    let (data, parts) = if i == tag {
                        components(payload.get(at).ok_or_else(wrong)?, ty)?
                    } else {
                        let data = ty.data();
                        let parts = (0..data.leaves()).map(|_| Leaf::Absent).collect();
                        (data, parts)
                    };
                    own.push(data);
                    leaves.extend(parts);
                }
                datas.push(Constructor { name: name.clone(), tag: i as i64, payload: own });
            }
            Ok((Data::Sum(datas), leaves))
        }
        (Value::Scalar(_) | Value::Array(_) | Value::Record(_) | Value::Sum { .. }, _) => Err(wrong()),
    }
}

/// How the elements of an array are put together; a component that is an array says nothing of them.
fn inner(data: &Data) -> &Data {
    if let Data::Array(elem) = data { elem } else { data }
}

/// An array of Arrow that is being made.
struct Column {
    format: String,
    length: usize,
    nulls: usize,
    buffers: Vec<Bytes>,
    children: Vec<(String, Column)>,
}

/// So many elements of a type, in dimension `depth` of these components.
fn column(
    place: Place,
    ty: &Type,
    data: &Data,
    leaves: &[Leaf],
    depth: usize,
    count: usize,
) -> Result<Column> {
    let missing = || Error::value(format!("a value without components is not {ty}"));
    match ty {
        Type::Scalar(elem) => scalars(place, *elem, leaves.first().ok_or_else(missing)?, count),
        Type::Array { dim, elem } => rows(place, dim, elem, data, leaves, depth, count),
        Type::Record(types) => {
            let Data::Record(fields) = data else {
                // Empty tuples.
                return Ok(Column {
                    format: "+s".into(),
                    length: count,
                    nulls: 0,
                    buffers: vec![Bytes::Null],
                    children: vec![],
                });
            };
            let mut rest = leaves;
            let mut children = vec![];
            for ((name, ty), (_, data)) in types.iter().zip(fields) {
                let (own, others) = rest.split_at(data.leaves().min(rest.len()));
                rest = others;
                children.push((name.clone(), column(place, ty, data, own, depth, count)?));
            }
            Ok(Column { format: "+s".into(), length: count, nulls: 0, buffers: vec![Bytes::Null], children })
        }
        Type::Sum(types) => {
            let (Data::Sum(constructors), Some((tags, payloads))) = (data, leaves.split_first()) else {
                return Err(missing());
            };
            let tags = numbers(tags, count)?;
            if let Some(payload) = optional(ty) {
                let some = constructors.iter().find(|c| c.name == "some").ok_or_else(missing)?;
                let data = some.payload.first().ok_or_else(missing)?;
                let mut column = column(place, payload, data, payloads, depth, count)?;
                let here = || tags.iter().map(|tag| i64::from(*tag) == some.tag);
                column.nulls = here().filter(|here| !here).count();
                if let (Some(first), true) = (column.buffers.first_mut(), column.nulls > 0) {
                    *first = place.bits(here())?;
                }
                return Ok(column);
            }
            union(place, types, constructors, &tags, payloads, depth)
        }
    }
}

fn scalars(place: Place, elem: ScalarType, leaf: &Leaf, count: usize) -> Result<Column> {
    let values = match leaf {
        Leaf::Array(array) if elem == ScalarType::Bool => {
            let view: View<bool> = View::of(array.data(), count)?;
            place.bits(view.iter().copied())?
        }
        Leaf::Array(array) => place.fetch(array.data(), count * elem.bytes())?,
        Leaf::Scalar(x) => place.made(vec![x.bits()])?,
        Leaf::Absent => place.made(vec![0u64; count])?,
    };
    Ok(Column {
        format: format::of_scalar(elem).into(),
        length: count,
        nulls: 0,
        buffers: vec![Bytes::Null, values],
        children: vec![],
    })
}

fn rows(
    place: Place,
    dim: &Size,
    elem: &Type,
    data: &Data,
    leaves: &[Leaf],
    depth: usize,
    count: usize,
) -> Result<Column> {
    let own = match leaves.first() {
        Some(Leaf::Array(array)) => array.dims().get(depth).cloned(),
        Some(Leaf::Scalar(_) | Leaf::Absent) | None => None,
    };
    let known = if let Size::Known(n) = dim { *n } else { 0 };
    // An array that is no element of another one has one size, which is that of no other.
    let (varies, own) = (matches!(dim, Size::Varies) || depth == 0, own.unwrap_or(Dim::Uniform(known)));
    let (format, offsets, total) = match own {
        Dim::Uniform(n) if varies => {
            let offsets: Vec<i64> = (0..=count as i64).map(|row| row * n).collect();
            ("+L".to_string(), Some(place.made(offsets)?), count as i64 * n)
        }
        Dim::Uniform(n) => (format!("+w:{n}"), None, count as i64 * n),
        Dim::Each(lengths) => {
            let (offsets, total) = lengths.offsets().map_err(Error::runtime)?;
            ("+L".to_string(), Some(place.fetch(offsets, 8 * (count + 1))?), total)
        }
    };
    let items = column(place, elem, inner(data), leaves, depth + 1, usize::try_from(total).unwrap_or(0))?;
    let buffers = std::iter::once(Bytes::Null).chain(offsets).collect();
    Ok(Column { format, length: count, nulls: 0, buffers, children: vec![("item".into(), items)] })
}

/// The numbers of the constructors of so many elements.
fn numbers(leaf: &Leaf, count: usize) -> Result<Vec<u16>> {
    match leaf {
        Leaf::Array(array) => Ok(View::<u16>::of(array.data(), count)?.to_vec()),
        Leaf::Scalar(x) => Ok(vec![x.as_i64() as u16; count]),
        Leaf::Absent => Ok(vec![0; count]),
    }
}

fn union(
    place: Place,
    types: &[(String, Vec<Type>)],
    constructors: &[Constructor],
    tags: &[u16],
    payloads: &[Leaf],
    depth: usize,
) -> Result<Column> {
    let count = tags.len();
    let (mut children, mut rest) = (vec![], payloads);
    for ((name, types), constructor) in types.iter().zip(constructors) {
        let mut parts = vec![];
        for (i, (ty, data)) in types.iter().zip(&constructor.payload).enumerate() {
            let (own, others) = rest.split_at(data.leaves().min(rest.len()));
            rest = others;
            parts.push((i.to_string(), column(place, ty, data, own, depth, count)?));
        }
        let child = match (parts.len(), parts.pop()) {
            (_, None) => {
                Column { format: "n".into(), length: count, nulls: count, buffers: vec![], children: vec![] }
            }
            (1, Some((_, one))) => one,
            (_, Some(last)) => {
                parts.push(last);
                Column {
                    format: "+s".into(),
                    length: count,
                    nulls: 0,
                    buffers: vec![Bytes::Null],
                    children: parts,
                }
            }
        };
        children.push((name.clone(), child));
    }
    if types.len() > 128 {
        return Err(Error::value("a union of Arrow has at most 128 constructors"));
    }
    let code = |tag: &u16| constructors.iter().position(|c| c.tag == i64::from(*tag)).unwrap_or(0) as i8;
    let codes: Vec<i8> = tags.iter().map(code).collect();
    let list: Vec<String> = (0..types.len()).map(|i| i.to_string()).collect();
    let format = format!("+us:{}", list.join(","));
    Ok(Column { format, length: count, nulls: 0, buffers: vec![place.made(codes)?], children })
}

/// What a schema holds.
struct SchemaParts {
    _format: CString,
    _name: CString,
    children: Vec<*mut ArrowSchema>,
}

/// What an array holds.
struct ArrayParts {
    _bytes: Vec<Bytes>,
    buffers: Vec<*const c_void>,
    children: Vec<*mut ArrowArray>,
}

impl Column {
    fn into_structs(self, name: &str) -> (ArrowSchema, ArrowArray) {
        let (mut schemas, mut arrays) = (vec![], vec![]);
        for (name, child) in self.children {
            let (schema, array) = child.into_structs(&name);
            schemas.push(Box::into_raw(Box::new(schema)));
            arrays.push(Box::into_raw(Box::new(array)));
        }
        // Names of fields and formats have no zero inside.
        let text = |text: &str| CString::new(text.replace('\0', "")).unwrap_or_default();
        let mut parts =
            Box::new(SchemaParts { _format: text(&self.format), _name: text(name), children: schemas });
        let schema = ArrowSchema {
            format: parts._format.as_ptr(),
            name: parts._name.as_ptr(),
            metadata: std::ptr::null(),
            // Others write their types so, and types that differ in it are not equal.
            flags: NULLABLE,
            n_children: parts.children.len() as i64,
            children: parts.children.as_mut_ptr(),
            dictionary: null_mut(),
            release: Some(release_schema),
            private_data: Box::into_raw(parts).cast(),
        };
        let buffers = self.buffers.iter().map(Bytes::pointer).collect();
        let mut parts = Box::new(ArrayParts { _bytes: self.buffers, buffers, children: arrays });
        let array = ArrowArray {
            length: self.length as i64,
            null_count: self.nulls as i64,
            offset: 0,
            n_buffers: parts.buffers.len() as i64,
            n_children: parts.children.len() as i64,
            buffers: parts.buffers.as_mut_ptr(),
            children: parts.children.as_mut_ptr(),
            dictionary: null_mut(),
            release: Some(release_array),
            private_data: Box::into_raw(parts).cast(),
        };
        (schema, array)
    }
}

unsafe extern "C" fn release_schema(schema: *mut ArrowSchema) {
    // SAFETY: it is one that was made above and has not been released, so that its parts are there.
    unsafe {
        (*schema).release = None;
        let parts = Box::from_raw((*schema).private_data.cast::<SchemaParts>());
        // A child that somebody has moved away is released already, and only its struct is left.
        parts.children.iter().for_each(|child| drop(Box::from_raw(*child)));
    }
}

unsafe extern "C" fn release_array(array: *mut ArrowArray) {
    // SAFETY: as above.
    unsafe {
        (*array).release = None;
        let parts = Box::from_raw((*array).private_data.cast::<ArrayParts>());
        parts.children.iter().for_each(|child| drop(Box::from_raw(*child)));
    }
}
