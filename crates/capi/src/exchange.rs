//! Values of a known type from and to Arrow, bytes, and elements that come one by one. Types are given as text.

use crate::context::{Context, plainly};
use crate::failure::Fault;
use crate::slot;
use crate::structure;
use crate::text;
use crate::value::{Held, make};
use api::arrow::{self, ArrowDeviceArray, ArrowSchema};
use api::{AnyArray, Extent, ScalarType, Type, Value};
use std::ffi::{c_char, c_int, c_void};

unsafe fn read_type(pointer: *const c_char) -> Result<Type, Fault> {
    // SAFETY: a text.
    Ok(unsafe { text::read(pointer, "the type") }?.parse()?)
}

#[unsafe(no_mangle)]
unsafe extern "C" fn windrow_import(
    context: *const Context,
    ty: *const c_char,
    schema: *mut ArrowSchema,
    array: *mut ArrowDeviceArray,
) -> *mut Held {
    // SAFETY: a context, a text, and valid structs, which move in.
    unsafe {
        make(context, |context| {
            if schema.is_null() || array.is_null() {
                return Err("a null pointer was passed for a struct of Arrow".into());
            }
            let (schema, array) = (ArrowSchema::take(schema), ArrowDeviceArray::take(array));
            Ok(arrow::import_device(context.api()?, &read_type(ty)?, &schema, array)?)
        })
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn windrow_export(
    context: *const Context,
    value: *const Held,
    ty: *const c_char,
    schema: *mut ArrowSchema,
    array: *mut ArrowDeviceArray,
) -> c_int {
    // SAFETY: a value, a text or nothing, and room for the structs.
    unsafe {
        plainly(context, |context| {
            let value = Held::at(value)?.get()?;
            if schema.is_null() || array.is_null() {
                return Err("a null pointer was passed for a struct of Arrow".into());
            }
            let ty = if ty.is_null() { value.ty() } else { read_type(ty)? };
            let (own_schema, own_array) = arrow::export_device(context.api()?, &value, &ty)?;
            schema.write(own_schema);
            array.write(own_array);
            Ok(())
        })
    }
}

/// Rows of different sizes in memory of the device, where also their offsets are.
#[unsafe(no_mangle)]
unsafe extern "C" fn windrow_library_ragged_raw(
    context: *const Context,
    ty: c_int,
    data: *mut c_void,
    rank: usize,
    shape: *const i64,
    offsets: *const *mut c_void,
) -> *mut Held {
    // SAFETY: memory of the device for the elements and the offsets, as the dimensions say.
    unsafe {
        make(context, |context| {
            let api = context.api()?;
            let (shape, addresses) = (slot::items(shape, rank)?, slot::items(offsets, rank)?);
            let mut rows = 1;
            let mut offsets = vec![];
            for (dimension, (size, address)) in shape.iter().zip(addresses).enumerate() {
                let own = match address.is_null() {
                    true => None,
                    // Where rows begin is needed on the host.
                    false => Some(read_offsets(api, address.expose_provenance() as u64, rows)?),
                };
                rows = extent(*size, own.as_deref()).total(dimension, rows)?;
                offsets.push(own);
            }
            let extents: Vec<Extent> =
                shape.iter().zip(&offsets).map(|(size, own)| extent(*size, own.as_deref())).collect();
            let (ty, address) = (slot::scalar_type(ty)?, data.expose_provenance() as u64);
            Ok(Value::Array(AnyArray::from_address(api, ty, &extents, address)?))
        })
    }
}

fn extent(size: i64, offsets: Option<&[i64]>) -> Extent<'_> {
    offsets.map_or(Extent::Size(size), Extent::Offsets)
}

/// The offsets of rows from memory of the device.
///
/// # Safety
/// There is one offset more than there are rows.
unsafe fn read_offsets(api: &api::Context, address: u64, rows: usize) -> Result<Vec<i64>, Fault> {
    let extent = [Extent::Size(rows as i64 + 1)];
    // SAFETY: the caller promises it.
    let there = unsafe { AnyArray::from_address(api, ScalarType::I64, &extent, address) }?;
    let mut bytes = vec![0; 8 * (rows + 1)];
    there.read(&mut bytes)?;
    Ok(bytes.as_chunks().0.iter().map(|bytes| i64::from_le_bytes(*bytes)).collect())
}

/// An array of elements that are no scalars.
#[unsafe(no_mangle)]
unsafe extern "C" fn windrow_library_array(
    context: *const Context,
    out: *mut *mut Held,
    ty: *const c_char,
    elems: *const *const Held,
    rank: usize,
    shape: *const i64,
) -> c_int {
    // SAFETY: a text, sizes, as many values as they say, and room for a pointer.
    unsafe {
        plainly(context, |context| {
            let (ty, shape) = (read_type(ty)?, slot::items(shape, rank)?);
            let total = shape.iter().try_fold(1usize, |all, n| all.checked_mul(usize::try_from(*n).ok()?));
            let total = total.ok_or_else(|| format!("an array cannot have the shape {shape:?}"))?;
            let elems = structure::shares(elems, total)?;
            let array = AnyArray::of_elements(context.api()?, &ty, &elems, shape)?;
            slot::hold(context, Value::Array(array), out)
        })
    }
}

/// Replaces an element of such an array.
#[unsafe(no_mangle)]
unsafe extern "C" fn windrow_library_set(
    context: *const Context,
    value: *mut Held,
    ty: *const c_char,
    elem: *const Held,
    rank: usize,
    index: *const i64,
) -> c_int {
    // SAFETY: values, a text, and numbers.
    unsafe {
        plainly(context, |context| {
            let (held, ty) = (Held::at(value)?, read_type(ty)?);
            let (elem, index) = (Held::at(elem)?.get()?, slot::items(index, rank)?);
            match held.get()? {
                Value::Array(array) => {
                    let array = array.with_element(context.api()?, &elem, index)?;
                    held.replace(Value::Array(array));
                    Ok(())
                }
                other => Err(format!("{} is no {ty}", other.ty()).into()),
            }
        })
    }
}

/// A value as bytes: how many, and, where there is a place for them, the bytes themselves.
#[unsafe(no_mangle)]
unsafe extern "C" fn windrow_library_store(
    context: *const Context,
    value: *const Held,
    ty: *const c_char,
    place: *mut *mut c_void,
    count: *mut usize,
) -> c_int {
    // SAFETY: a value, a text, and room for the number and, if it is asked for, the bytes.
    unsafe {
        plainly(context, |context| {
            let bytes = Held::at(value)?.get()?.to_stored(context.api()?, &read_type(ty)?)?;
            if !count.is_null() {
                count.write(bytes.len());
            }
            if place.is_null() {
                return Ok(());
            }
            if (*place).is_null() {
                *place = libc::malloc(bytes.len());
                if (*place).is_null() {
                    return Err("there is no memory for a stored value".into());
                }
            }
            std::ptr::copy_nonoverlapping(bytes.as_ptr(), (*place).cast(), bytes.len());
            Ok(())
        })
    }
}

/// Reads what [`windrow_library_store`] wrote.
#[unsafe(no_mangle)]
unsafe extern "C" fn windrow_library_restore(
    context: *const Context,
    ty: *const c_char,
    bytes: *const c_void,
) -> *mut Held {
    // SAFETY: a text and stored bytes, which say how many they are.
    unsafe {
        make(context, |context| {
            let ty = read_type(ty)?;
            let head: [u8; 16] = match slot::items(bytes.cast::<u8>(), 8)? {
                // What is no stored value may be short.
                b"windrow1" => *bytes.cast(),
                _ => [0; 16],
            };
            let Some(len) = Value::stored_len(&head) else {
                return Err(format!("these bytes are no stored {ty}").into());
            };
            let bytes = slot::items(bytes.cast::<u8>(), len)?;
            Ok(Value::from_stored(context.api()?, &ty, bytes)?)
        })
    }
}
