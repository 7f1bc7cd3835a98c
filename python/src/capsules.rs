//! Arrow's capsules: pyarrow, polars, pandas and whoever else speaks the protocol.

use crate::errors::Raise;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};
use std::ffi::{CStr, CString, c_char, c_int};
use windrow::arrow::{self, ArrowArray, ArrowArrayStream, ArrowDeviceArray, ArrowSchema};
use windrow::{Context, Type, Value};

const SCHEMA: &CStr = c"arrow_schema";
const ARRAY: &CStr = c"arrow_array";
const STREAM: &CStr = c"arrow_array_stream";
const DEVICE: &CStr = c"arrow_device_array";

/// The two capsules of an array: its schema and its elements.
pub(crate) type Pair<'py> = (Bound<'py, PyCapsule>, Bound<'py, PyCapsule>);

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
fn pair<'py>(method: &Bound<'py, PyAny>) -> PyResult<Pair<'py>> {
    let pair = method.call0()?.cast_into::<PyTuple>()?;
    Ok((pair.get_item(0)?.cast_into()?, pair.get_item(1)?.cast_into()?))
}

/// The capsules of an array.
pub(crate) fn export<'py>(py: Python<'py>, value: &Value, ty: &Type) -> PyResult<Pair<'py>> {
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
) -> PyResult<Pair<'py>> {
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

/// An array in the type that its consumer asks for, where pyarrow is there and can cast it. It is a wish only, but consumers count on it.
pub(crate) fn cast<'py>(own: Pair<'py>, wanted: &Bound<'py, PyAny>) -> PyResult<Pair<'py>> {
    let py = wanted.py();
    let Ok(pyarrow) = py.import(intern!(py, "pyarrow")) else { return Ok(own) };
    let import = intern!(py, "_import_from_c_capsule");
    let Ok(wanted) = pyarrow.getattr("DataType")?.call_method1(import, (wanted,)) else { return Ok(own) };
    let array = pyarrow.getattr("Array")?.call_method1(import, own)?;
    let array = array.call_method1(intern!(py, "cast"), (wanted,)).unwrap_or(array);
    pair(&array.getattr(intern!(py, "__arrow_c_array__"))?)
}

/// An array in memory of the processor as one on a device.
pub(crate) fn on_processor<'py>(py: Python<'py>, (schema, array): Pair<'py>) -> PyResult<Pair<'py>> {
    // SAFETY: a capsule with this name holds this struct, which the consumer may move away.
    let array =
        unsafe { ArrowArray::take(array.pointer_checked(Some(ARRAY))?.cast::<ArrowArray>().as_ptr()) };
    Ok((schema, PyCapsule::new_with_value(py, ArrowDeviceArray::cpu(array), DEVICE)?))
}

/// What a stream of one array holds.
struct Single {
    value: Value,
    ty: Type,
    /// Whether the array has been given.
    given: bool,
    error: CString,
}

/// The capsule of a stream that gives one array.
pub(crate) fn stream<'py>(py: Python<'py>, value: Value, ty: Type) -> PyResult<Bound<'py, PyCapsule>> {
    let single = Box::new(Single { value, ty, given: false, error: CString::default() });
    let stream = ArrowArrayStream {
        get_schema: Some(single_schema),
        get_next: Some(single_next),
        get_last_error: Some(single_error),
        release: Some(release_single),
        private_data: Box::into_raw(single).cast(),
    };
    PyCapsule::new_with_value(py, stream, STREAM)
}

/// Both structs of the array, or the number of an error.
fn export_single(single: &mut Single) -> Result<(ArrowSchema, ArrowArray), c_int> {
    const EIO: c_int = 5;
    arrow::export(&single.value, &single.ty).map_err(|error| {
        single.error = CString::new(error.to_string().replace('\0', "")).unwrap_or_default();
        EIO
    })
}

unsafe extern "C" fn single_schema(stream: *mut ArrowArrayStream, schema: *mut ArrowSchema) -> c_int {
    // SAFETY: the stream is one that was made above, and there is room for a schema.
    unsafe {
        match export_single(&mut *(*stream).private_data.cast::<Single>()) {
            Ok((own, _)) => {
                schema.write(own);
                0
            }
            Err(error) => error,
        }
    }
}

unsafe extern "C" fn single_next(stream: *mut ArrowArrayStream, array: *mut ArrowArray) -> c_int {
    // SAFETY: as above.
    unsafe {
        let single = &mut *(*stream).private_data.cast::<Single>();
        if std::mem::replace(&mut single.given, true) {
            array.write(ArrowArray::empty());
            return 0;
        }
        match export_single(single) {
            Ok((_, own)) => {
                array.write(own);
                0
            }
            Err(error) => error,
        }
    }
}

unsafe extern "C" fn single_error(stream: *mut ArrowArrayStream) -> *const c_char {
    // SAFETY: as above.
    unsafe { (*(*stream).private_data.cast::<Single>()).error.as_ptr() }
}

unsafe extern "C" fn release_single(stream: *mut ArrowArrayStream) {
    // SAFETY: as above, and released once.
    unsafe {
        (*stream).release = None;
        drop(Box::from_raw((*stream).private_data.cast::<Single>()));
    }
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
