//! Lists of lists: walked element by element into the components of an array.

use crate::args::{Misfit, constructor, field_values, kind, scalar};
use crate::buffers;
use crate::errors::Raise;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use windrow::{AnyArray, Component, Context, ScalarType, Type};

/// An array of this type from something that can be iterated over.
pub(crate) fn array(
    context: &Context,
    obj: &Bound<'_, PyAny>,
    ty: &Type,
    elem: &Type,
) -> Result<AnyArray, Misfit> {
    let mut components = vec![];
    empty(elem, 0, true, &mut components);
    let mut len = 0;
    for item in items(obj)? {
        push(&item?, elem, &mut components, 0).map_err(|misfit| misfit.at(len))?;
        len += 1;
    }
    Ok(AnyArray::from_components(context, ty, len, components).raised(obj.py())?)
}

fn items<'py>(obj: &Bound<'py, PyAny>) -> Result<pyo3::Bound<'py, pyo3::types::PyIterator>, Misfit> {
    if obj.is_instance_of::<PyString>() || obj.is_instance_of::<PyDict>() {
        return Err(Misfit::new(format!("{} is no array", kind(obj))));
    }
    obj.try_iter().map_err(|_| Misfit::new(format!("{} is no array", kind(obj))))
}

/// The components of a type, without elements.
fn empty(ty: &Type, rank: usize, element: bool, into: &mut Vec<Component>) {
    let mut add = |elem| into.push(Component { elem, sizes: vec![vec![]; rank], data: vec![] });
    match ty {
        Type::Scalar(elem) => add(*elem),
        Type::Array { elem, .. } => empty(elem, rank + 1, true, into),
        // An array of empty tuples has one component, which counts them.
        Type::Record(fields) if fields.is_empty() && element => add(ScalarType::Bool),
        Type::Record(fields) => fields.iter().for_each(|(_, ty)| empty(ty, rank, false, into)),
        Type::Sum(constructors) => {
            add(ScalarType::U16);
            constructors.iter().flat_map(|(_, types)| types).for_each(|ty| empty(ty, rank, false, into));
        }
        _ => {}
    }
}

fn count(ty: &Type) -> usize {
    let mut components = vec![];
    empty(ty, 0, false, &mut components);
    components.len()
}

fn push(obj: &Bound<'_, PyAny>, ty: &Type, parts: &mut [Component], depth: usize) -> Result<(), Misfit> {
    match ty {
        Type::Scalar(elem) => {
            let bits = scalar(obj, *elem)?.bits().to_le_bytes();
            parts[0].data.extend_from_slice(&bits[..elem.bytes()]);
        }
        Type::Array { elem, .. } => {
            if let Some(len) = bytes(obj, elem, &mut parts[0])? {
                parts[0].sizes[depth].push(len as i64);
                return Ok(());
            }
            let mut len = 0;
            for item in items(obj)? {
                push(&item?, elem, parts, depth + 1).map_err(|misfit| misfit.at(len))?;
                len += 1;
            }
            parts.iter_mut().for_each(|part| part.sizes[depth].push(len as i64));
        }
        Type::Record(fields) if fields.is_empty() => {
            field_values(obj, fields)?;
            if let [part] = parts {
                part.data.push(1);
            }
        }
        Type::Record(fields) => {
            let mut rest = parts;
            for ((_, ty), value) in fields.iter().zip(field_values(obj, fields)?) {
                let (own, others) = rest.split_at_mut(count(ty));
                push(&value, ty, own, depth)?;
                rest = others;
            }
        }
        Type::Sum(constructors) => {
            let (name, values) = constructor(obj, constructors)?;
            let number = constructors.iter().position(|(own, _)| *own == name).unwrap_or(0);
            let Some((tags, mut rest)) = parts.split_first_mut() else { return Ok(()) };
            tags.data.extend_from_slice(&(number as u16).to_le_bytes());
            let mut values = values.iter();
            for (i, (_, types)) in constructors.iter().enumerate() {
                for ty in types {
                    let (own, others) = rest.split_at_mut(count(ty));
                    match if i == number { values.next() } else { None } {
                        Some(value) => push(value, ty, own, depth)?,
                        None => blank(ty, own, depth),
                    }
                    rest = others;
                }
            }
        }
        _ => return Err(Misfit::new(format!("values of type {ty} cannot be passed"))),
    }
    Ok(())
}

/// Adds something that nobody looks at.
fn blank(ty: &Type, parts: &mut [Component], depth: usize) {
    match ty {
        Type::Array { elem, dim } => {
            let size = if let windrow::Size::Known(n) = dim { *n } else { 0 };
            parts.iter_mut().for_each(|part| part.sizes[depth].push(size));
            (0..size).for_each(|_| blank(elem, parts, depth + 1));
        }
        Type::Record(fields) => {
            let mut rest = parts;
            for (_, ty) in fields {
                let (own, others) = rest.split_at_mut(count(ty));
                blank(ty, own, depth);
                rest = others;
            }
        }
        Type::Sum(constructors) => {
            let Some((tags, mut rest)) = parts.split_first_mut() else { return };
            tags.data.extend_from_slice(&[0, 0]);
            for ty in constructors.iter().flat_map(|(_, types)| types) {
                let (own, others) = rest.split_at_mut(count(ty));
                blank(ty, own, depth);
                rest = others;
            }
        }
        _ => parts.iter_mut().for_each(|part| part.data.extend_from_slice(&[0; 8][..part.elem.bytes()])),
    }
}

/// Adds a row that lies in memory as it must, or a text; how many elements it has.
fn bytes(obj: &Bound<'_, PyAny>, elem: &Type, part: &mut Component) -> Result<Option<usize>, Misfit> {
    let Type::Scalar(elem) = elem else { return Ok(None) };
    if let (Ok(text), ScalarType::U8) = (obj.cast::<PyString>(), elem) {
        let text = text.to_string();
        part.data.extend_from_slice(text.as_bytes());
        return Ok(Some(text.len()));
    }
    buffers::row(obj, *elem, &mut part.data)
}
