//! Arrow's capsules: pyarrow, polars, pandas and whoever else speaks the protocol.

use crate::errors::Raise;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};
use std::ffi::CStr;
use windrow::arrow::{self, ArrowArray, ArrowArrayStream, ArrowDeviceArray, ArrowSchema};
use windrow::{Context, Type, Value};

const SCHEMA: &CStr = c"arrow_schema";
const ARRAY: &CStr = c"arrow_array";
const STREAM: &CStr = c"arrow_array_stream";
const DEVICE: &CStr = c"arrow_device_array";

/// The array of an object that speaks the protocol.
pub(crate) fn array(context: &Context, obj: &Bound<'_, PyAny>, ty: &Type) -> PyResult<Option<Value>> {
    let py = obj.py();
    let device = obj.getattr(intern!(py, "__arrow_c_device_array__")).ok();
    // Who has both gives an array that is not in memory of the processor only as one on a device.
    if let Some(method) = device
        .filter(|_| context.cuda_device().is_some() || !obj.hasattr("__arrow_c_array__").unwrap_or(true))
    {
        let (schema, array) = pair(&method)?;
        // SAFETY: capsules with these names hold these structs, which the consumer may move away.
        let (schema, array) = unsafe {
            let schema = schema.pointer_checked(Some(SCHEMA))?.cast::<ArrowSchema>();
            let array = array.pointer_checked(Some(DEVICE))?.cast::<ArrowDeviceArray>();
            (ArrowSchema::take(schema.as_ptr()), ArrowDeviceArray::take(array.as_ptr()))
        };
        // SAFETY: the producer made them as the specification says.
        return unsafe { arrow::import_device(context, ty, &schema, array) }.raised(py).map(Some);
    }
    if let Ok(method) = obj.getattr(intern!(py, "__arrow_c_array__")) {
        let (schema, array) = pair(&method)?;
        // SAFETY: capsules with these names hold these structs, which the consumer may move away.
        let (schema, array) = unsafe {
            let schema = schema.pointer_checked(Some(SCHEMA))?.cast::<ArrowSchema>();
            let array = array.pointer_checked(Some(ARRAY))?.cast::<ArrowArray>();
            (ArrowSchema::take(schema.as_ptr()), ArrowArray::take(array.as_ptr()))
        };
        // SAFETY: the producer made them as the specification says.
        return unsafe { arrow::import(context, ty, &schema, array) }.raised(py).map(Some);
    }
    if let Ok(method) = obj.getattr(intern!(py, "__arrow_c_stream__")) {
        let capsule = method.call0()?.cast_into::<PyCapsule>()?;
        // SAFETY: as above.
        let stream = unsafe {
            let stream = capsule.pointer_checked(Some(STREAM))?.cast::<ArrowArrayStream>();
            ArrowArrayStream::take(stream.as_ptr())
        };
        // SAFETY: as above.
        return unsafe { arrow::import_stream(context, ty, stream) }.raised(py).map(Some);
    }
    Ok(None)
}

/// The two capsules that a method gives.
fn pair<'py>(method: &Bound<'py, PyAny>) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
    let pair = method.call0()?.cast_into::<PyTuple>()?;
    Ok((pair.get_item(0)?.cast_into()?, pair.get_item(1)?.cast_into()?))
}

/// The capsules of an array.
pub(crate) fn export<'py>(
    py: Python<'py>,
    value: &Value,
    ty: &Type,
) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
    let (schema, array) = arrow::export(value, ty).raised(py)?;
    // What nobody takes out is released when the capsule goes.
    let schema = PyCapsule::new_with_value(py, schema, SCHEMA)?;
    let array = PyCapsule::new_with_value(py, array, ARRAY)?;
    Ok((schema, array))
}

/// The same as an array on a device: the elements stay where they are.
pub(crate) fn export_device<'py>(
    py: Python<'py>,
    context: &Context,
    value: &Value,
    ty: &Type,
) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
    let (schema, array) = if context.cuda_device().is_some() && only_processor(py)? {
        let (schema, array) = arrow::export(value, ty).raised(py)?;
        (schema, ArrowDeviceArray::cpu(array))
    } else {
        arrow::export_device(context, value, ty).raised(py)?
    };
    let schema = PyCapsule::new_with_value(py, schema, SCHEMA)?;
    let array = PyCapsule::new_with_value(py, array, DEVICE)?;
    Ok((schema, array))
}

/// Whether pyarrow is in use and knows nothing of CUDA, as the one that pip installs. It asks for arrays on devices nevertheless, cannot
/// take them, and does not say so.
fn only_processor(py: Python<'_>) -> PyResult<bool> {
    let modules = py.import(intern!(py, "sys"))?.getattr(intern!(py, "modules"))?;
    if !modules.contains("pyarrow")? {
        return Ok(false);
    }
    let found = py.import("importlib.util")?.call_method1("find_spec", ("pyarrow._cuda",))?;
    Ok(found.is_none())
}
