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
//! | `[n](#a s \| #b t u)` | sparse and dense union, by the names of the children, or by their types if they are called `0`, `1`, .. | sparse union |
//! | a value that is no array | an array of one element | an array of one element |
//!
//! A payload of several values is a struct with the fields `0`, `1`, .. What is not in the table is refused, and so are nulls in
//! other types: the error names the field and the row. Dictionaries and runs are decoded.
//!
//! On the processor, and by [`import_device`] and [`export_device`] on a CUDA device, elements and 64-bit offsets are used where they
//! are, and exported arrays are those of the context; the last one who holds them frees them. Other forms are copied once, which [`Copies::converted`](crate::Copies::converted) counts.

mod abi;
mod bytes;
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
pub use export::{export, export_device};

use crate::any::AnyArray;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::types::Type;
use crate::value::Value;
use import::Importer;
use node::{Fault, Node, Source};
use rt::Dim;
use rt::device::Work;
use select::{Select, repeated};
use std::ffi::{CStr, c_void};
use std::sync::Arc;

/// Takes over an array as a value of a type.
///
/// # Safety
/// The structs are valid: either released, or made as Arrow's specification says. What can be checked is checked: that is everything
/// but the sizes of buffers.
pub unsafe fn import(context: &Context, ty: &Type, schema: &ArrowSchema, array: ArrowArray) -> Result<Value> {
    // SAFETY: the caller promises it.
    unsafe { import_from(Source::Host, context, ty, schema, array) }
}

/// # Safety
/// As for [`import`].
unsafe fn import_from(
    source: Source,
    context: &Context,
    ty: &Type,
    schema: &ArrowSchema,
    array: ArrowArray,
) -> Result<Value> {
    let owner = Arc::new(array);
    let mut importer = Importer { context, owner: owner.clone(), components: vec![] };
    // SAFETY: the caller promises it.
    let taken = unsafe { Node::new(source, schema, &owner) }.and_then(|node| take(&mut importer, ty, &node));
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

/// Takes over an array that may lie on a device: in memory of the processor, or of the CUDA device of the context. There elements and
/// 64-bit offsets are used where they are; offsets are fetched to be checked.
///
/// # Safety
/// As for [`import`]. The event, if there is one, exists.
pub unsafe fn import_device(
    context: &Context,
    ty: &Type,
    schema: &ArrowSchema,
    array: ArrowDeviceArray,
) -> Result<Value> {
    match array.device_type {
        ArrowDeviceArray::CUDA_HOST if !array.sync_event.is_null() => Err(Error::value(
            "an Arrow array in pinned memory that a GPU may still be writing to cannot be taken; synchronise first",
        )),
        // The processor itself can read what is pinned for a GPU.
        // SAFETY: the caller promises it.
        ArrowDeviceArray::CPU | ArrowDeviceArray::CUDA_HOST => unsafe {
            import(context, ty, schema, array.array)
        },
        ArrowDeviceArray::CUDA | ArrowDeviceArray::CUDA_MANAGED => {
            let ordinal = i32::try_from(array.device_id).unwrap_or(-1);
            context.shared(Some(ordinal))?;
            if !array.sync_event.is_null() {
                // SAFETY: it leads to an event.
                unsafe {
                    let event = *array.sync_event.cast::<*mut c_void>();
                    context.wait_for(Work::Event(event.expose_provenance() as u64))?;
                }
            }
            // SAFETY: the caller promises it.
            unsafe { import_from(Source::Cuda(context), context, ty, schema, array.array) }
        }
        other => Err(Error::value(format!(
            "an Arrow array on a device of kind {other} cannot be taken, only one in memory of the processor or of a CUDA device"
        ))),
    }
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
