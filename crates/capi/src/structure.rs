//! Records, sums, and arrays of records.

use crate::context::Context;
use crate::failure::Fault;
use crate::slot;
use crate::text;
use crate::value::{Held, make};
use api::{AnyArray, Value};
use std::ffi::c_char;

/// The name of the constructor of a sum.
pub(crate) fn constructor(value: &Value) -> Result<String, Fault> {
    match value {
        Value::Sum { name, .. } => Ok(name.clone()),
        other => Err(format!("{} is no sum", other.ty()).into()),
    }
}

/// A field of a record, or the column of an array of records.
pub(crate) fn field(value: &Value, name: &str) -> Result<Value, Fault> {
    let found = match value {
        Value::Record(fields) => fields.iter().find(|(own, _)| own == name).map(|(_, value)| value.clone()),
        Value::Array(array) => array.field(name).map(Value::Array),
        _ => None,
    };
    found.ok_or_else(|| format!("{} has no field {name}", value.ty()).into())
}

/// What a constructor carries.
pub(crate) fn payload(value: &Value, wanted: &str) -> Result<Vec<Value>, Fault> {
    match value {
        Value::Sum { name, payload } if name == wanted => Ok(payload.clone()),
        Value::Sum { name, .. } => Err(format!("the value is a #{name}, not a #{wanted}").into()),
        other => Err(format!("{} is no sum", other.ty()).into()),
    }
}

/// An array of records from arrays.
pub(crate) fn zip(rank: usize, names: &[&str], columns: Vec<Value>) -> Result<Value, Fault> {
    let mut arrays = vec![];
    for (name, column) in names.iter().zip(columns) {
        match column {
            Value::Array(array) => arrays.push((*name, array)),
            other => return Err(format!("column {name} is no array but {}", other.ty()).into()),
        }
    }
    Ok(Value::Array(AnyArray::zip_nested(rank, arrays)?))
}

/// The texts of an array of C.
///
/// # Safety
/// The pointer is null, or there are so many texts.
pub(crate) unsafe fn texts<'a>(names: *const *const c_char, count: usize) -> Result<Vec<&'a str>, Fault> {
    // SAFETY: the caller promises it.
    let names = unsafe { slot::items(names, count) }?;
    // SAFETY: as above.
    names.iter().map(|name| Ok(unsafe { text::read(*name, "a name") }?)).collect()
}

/// The values at pointers of an array of C.
///
/// # Safety
/// The pointer is null, or there are so many pointers, null or to values.
pub(crate) unsafe fn shares(values: *const *const Held, count: usize) -> Result<Vec<Value>, Fault> {
    // SAFETY: the caller promises it.
    let values = unsafe { slot::items(values, count) }?;
    // SAFETY: as above.
    values.iter().map(|value| unsafe { Held::at(*value) }?.get()).collect()
}

#[unsafe(no_mangle)]
unsafe extern "C" fn windrow_record(
    context: *const Context,
    count: usize,
    names: *const *const c_char,
    fields: *const *const Held,
) -> *mut Held {
    // SAFETY: as many names and values.
    unsafe {
        make(context, |_| {
            let (names, fields) = (texts(names, count)?, shares(fields, count)?);
            Ok(Value::record(names.into_iter().zip(fields)))
        })
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn windrow_zip(
    context: *const Context,
    rank: usize,
    count: usize,
    names: *const *const c_char,
    columns: *const *const Held,
) -> *mut Held {
    // SAFETY: as many names and values.
    unsafe { make(context, |_| zip(rank, &texts(names, count)?, shares(columns, count)?)) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn windrow_sum(
    context: *const Context,
    name: *const c_char,
    count: usize,
    payload: *const *const Held,
) -> *mut Held {
    // SAFETY: a text and as many values.
    unsafe {
        make(context, |_| {
            let name = text::read(name, "the constructor")?.to_string();
            Ok(Value::Sum { name, payload: shares(payload, count)? })
        })
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn windrow_project(
    context: *const Context,
    value: *const Held,
    name: *const c_char,
) -> *mut Held {
    // SAFETY: a value and a text.
    unsafe { make(context, |_| field(&Held::at(value)?.get()?, text::read(name, "the field")?)) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn windrow_payload(
    context: *const Context,
    value: *const Held,
    number: usize,
) -> *mut Held {
    // SAFETY: a value.
    unsafe {
        make(context, |_| {
            let value = Held::at(value)?.get()?;
            let payload = payload(&value, &constructor(&value)?)?;
            let count = payload.len();
            let found = payload.into_iter().nth(number);
            found.ok_or_else(|| format!("{} carries {count} values", value.ty()).into())
        })
    }
}
