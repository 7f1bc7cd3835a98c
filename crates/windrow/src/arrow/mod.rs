//! Values from and to other systems, by the structs of Arrow's C data interface.
//!
//! | Windrow | Arrow, in | Arrow, out |
//! |---|---|---|
//! | `[n]f64` and other scalars | the same; days and times as integers | the same |
//! | `[n]bool` | bits | bits |
//! | `[n][?]t` | list, large list, list views, fixed-size list, map | large list |
//! | `[n][?]u8` | also text and bytes of all kinds | large list |
//! | `[n][3]t`, `[n][m]t` | the same, with rows of one size | fixed-size list |
//! | `[n]{x: s, y: t}` | struct; other fields are not looked at | struct |
//! | `[n](#none \| #some t)` | `t` with nulls | `t` with nulls |
//! | `[n](#a s \| #b t u)` | sparse and dense union, by the names of the children | sparse union |
//! | a value that is no array | an array of one element | an array of one element |
//!
//! A payload of several values is a struct with the fields `0`, `1`, .. What is not in the table is refused, and so are nulls in
//! other types: the error names the field and the row. Dictionaries are decoded.
//!
//! On the processor elements and 64-bit offsets are used where they are, and exported arrays are those of the context; the last one
//! who holds them frees them. Other forms are copied once, which [`Copies::converted`](crate::Copies::converted) counts.

mod abi;
mod export;
mod format;
mod import;
mod lists;
mod node;
mod select;
#[cfg(test)]
mod tests;
mod unions;
mod views;

pub use abi::{ArrowArray, ArrowArrayStream, ArrowDeviceArray, ArrowSchema};
pub use export::export;

use crate::any::AnyArray;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::types::Type;
use crate::value::Value;
use import::Importer;
use node::{Fault, Node};
use rt::Dim;
use select::{Select, repeated};
use std::ffi::CStr;
use std::sync::Arc;

/// Takes over an array as a value of a type.
///
/// # Safety
/// The structs are valid: either released, or made as Arrow's specification says. What can be checked is checked: that is everything
/// but the sizes of buffers.
pub unsafe fn import(context: &Context, ty: &Type, schema: &ArrowSchema, array: ArrowArray) -> Result<Value> {
    let owner = Arc::new(array);
    let mut importer = Importer { context, owner: owner.clone(), components: vec![] };
    // SAFETY: the caller promises it.
    let taken = unsafe { Node::new(schema, &owner) }.and_then(|node| take(&mut importer, ty, &node));
    taken.map_err(Fault::into_error)?;
    Value::assemble(ty, &ty.data(), importer.components)
}

fn take(importer: &mut Importer, ty: &Type, node: &Node) -> std::result::Result<(), Fault> {
    match ty {
        Type::Array { elem, .. } => {
            let everything = Select::Range { start: 0, len: node.length };
            let dims = [Dim::Uniform(node.length as i64)];
            if elem.components() == 0 {
                return importer.push(repeated(true, node.length)?, &dims);
            }
            importer.elements(elem, node, &everything, &dims)
        }
        Type::Scalar(_) | Type::Record(_) | Type::Sum(_) if node.length == 1 => {
            importer.elements(ty, node, &Select::Range { start: 0, len: 1 }, &[])
        }
        Type::Scalar(_) | Type::Record(_) | Type::Sum(_) => {
            Err(Fault::new(format!("has {} elements, but must be one {ty}", node.length)))
        }
    }
}

/// Takes over an array that may lie on a device. So far only arrays in memory of the processor can be taken.
///
/// # Safety
/// As for [`import`].
pub unsafe fn import_device(
    context: &Context,
    ty: &Type,
    schema: &ArrowSchema,
    array: ArrowDeviceArray,
) -> Result<Value> {
    if array.device_type != ArrowDeviceArray::CPU {
        let what = format!(
            "an Arrow array on a device of kind {} cannot be taken, only one in memory of the processor",
            array.device_type
        );
        return Err(Error::value(what));
    }
    // SAFETY: the caller promises it.
    unsafe { import(context, ty, schema, array.array) }
}

/// Takes over all arrays of a stream as one. Several are copied once, to lie one after the other.
///
/// # Safety
/// As for [`import`].
pub unsafe fn import_stream(context: &Context, ty: &Type, mut stream: ArrowArrayStream) -> Result<Value> {
    let (Some(get_schema), Some(get_next), false) =
        (stream.get_schema, stream.get_next, stream.is_released())
    else {
        return Err(Error::value("the stream of Arrow arrays has been released"));
    };
    if !matches!(ty, Type::Array { .. }) {
        return Err(Error::value(format!("a stream of Arrow arrays is an array, but must be {ty}")));
    }
    let mut schema = ArrowSchema::empty();
    // SAFETY: the stream is valid, and there is room for a struct.
    let failed = unsafe { get_schema(&raw mut stream, &raw mut schema) };
    if failed != 0 {
        return Err(broken_stream(&mut stream, failed));
    }
    let mut parts = vec![];
    loop {
        let mut array = ArrowArray::empty();
        // SAFETY: as above.
        let failed = unsafe { get_next(&raw mut stream, &raw mut array) };
        if failed != 0 {
            return Err(broken_stream(&mut stream, failed));
        }
        if array.is_released() {
            break;
        }
        // SAFETY: what a valid stream gives is valid.
        match unsafe { import(context, ty, &schema, array) }? {
            Value::Array(array) => parts.push(array),
            Value::Scalar(_) | Value::Record(_) | Value::Sum { .. } => {}
        }
    }
    AnyArray::concat(context, ty, parts).map(Value::Array)
}

fn broken_stream(stream: &mut ArrowArrayStream, code: i32) -> Error {
    // SAFETY: the stream is valid and has just failed.
    let text = stream.get_last_error.map(|get| unsafe { get(stream) }).filter(|text| !text.is_null());
    // SAFETY: a text that ends with zero, until the next call.
    let text = text.map(|text| unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned());
    Error::value(format!("the stream of Arrow arrays failed: {}", text.unwrap_or(format!("error {code}"))))
}
