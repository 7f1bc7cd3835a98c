//! Values in memory of C: scalars as they are, everything else as a pointer to a value.

use crate::context::Context;
use crate::failure::Fault;
use crate::value::Held;
use api::{Scalar, ScalarType};
use std::ffi::{c_int, c_void};
use std::sync::Arc;

/// The scalar type with a number of `enum windrow_type`.
pub(crate) fn scalar_type(code: c_int) -> Result<ScalarType, Fault> {
    let found = usize::try_from(code).ok().and_then(|code| ScalarType::ALL.get(code.checked_sub(1)?));
    found.copied().ok_or_else(|| format!("there is no scalar type with the number {code}").into())
}

/// The scalar at a pointer.
///
/// # Safety
/// The pointer is null or points to a scalar of this type.
pub(crate) unsafe fn read(ty: ScalarType, pointer: *const c_void) -> Result<Scalar, Fault> {
    if pointer.is_null() {
        return Err(format!("a null pointer was passed for {ty}").into());
    }
    let mut bytes = [0; 8];
    // SAFETY: the caller promises that there are so many bytes.
    unsafe { std::ptr::copy_nonoverlapping(pointer.cast::<u8>(), bytes.as_mut_ptr(), ty.bytes()) };
    let bits = u64::from_le_bytes(bytes);
    Ok(Scalar::from_bits(ty, if ty == ScalarType::Bool { u64::from(bits != 0) } else { bits }))
}

/// Writes a scalar.
///
/// # Safety
/// The pointer is null or there is room for the scalar.
pub(crate) unsafe fn write(x: Scalar, pointer: *mut c_void) -> Result<(), Fault> {
    if pointer.is_null() {
        return Err("there is no place for a result: a null pointer was passed".into());
    }
    let bytes = x.bits().to_le_bytes();
    // SAFETY: the caller promises that there is room for so many bytes.
    unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), pointer.cast::<u8>(), x.ty().bytes()) };
    Ok(())
}

/// Writes a value: a scalar as it is, anything else as a pointer that C has to free.
///
/// # Safety
/// The pointer is null or there is room for the scalar or the pointer.
pub(crate) unsafe fn put(
    context: &Arc<Context>,
    value: api::Value,
    pointer: *mut c_void,
) -> Result<(), Fault> {
    match value {
        // SAFETY: as above.
        api::Value::Scalar(x) => unsafe { write(x, pointer) },
        // SAFETY: as above.
        other => unsafe { hold(context, other, pointer.cast()) },
    }
}

/// Writes a pointer to a value, which C has to free.
///
/// # Safety
/// The pointer is null or there is room for a pointer.
pub(crate) unsafe fn hold(
    context: &Arc<Context>,
    value: api::Value,
    pointer: *mut *mut Held,
) -> Result<(), Fault> {
    if pointer.is_null() {
        return Err("there is no place for a result: a null pointer was passed".into());
    }
    // SAFETY: the caller promises that there is room.
    unsafe { pointer.write(Held::give(context, value)) };
    Ok(())
}

/// The value at a pointer to a scalar, if `kind` is the number of a scalar type, or at a pointer to a value, if it is 0.
///
/// # Safety
/// The pointer is null or points to what `kind` says.
pub(crate) unsafe fn get(kind: c_int, pointer: *const c_void) -> Result<api::Value, Fault> {
    match kind {
        // SAFETY: the caller promises it.
        0 => unsafe { Held::at(pointer.cast()) }?.get(),
        // SAFETY: the caller promises it.
        _ => Ok(api::Value::Scalar(unsafe { read(scalar_type(kind)?, pointer) }?)),
    }
}

/// The items of an array of C.
///
/// # Safety
/// The pointer is null, or there are so many items.
pub(crate) unsafe fn items<'a, T>(pointer: *const T, count: usize) -> Result<&'a [T], Fault> {
    match (pointer.is_null(), count) {
        (_, 0) => Ok(&[]),
        (true, _) => Err(format!("a null pointer was passed for an array of {count}").into()),
        // SAFETY: the caller promises it.
        (false, _) => Ok(unsafe { std::slice::from_raw_parts(pointer, count) }),
    }
}
