//! Awkward arrays. `windrow/_awkward.py` takes their layouts apart into nodes with the buffers of Arrow, which is what they are but for
//! the names; this puts the nodes into Arrow's structs.

use crate::errors::Raise;
use pyo3::buffer::PyUntypedBuffer;
use pyo3::intern;
use pyo3::prelude::*;
use std::ffi::{CString, c_void};
use windrow::arrow::{self, ArrowArray, ArrowSchema};
use windrow::{Context, Type, Value};

/// Whether the object is an awkward array. The package is not imported for the question.
pub(crate) fn is_awkward(obj: &Bound<'_, PyAny>) -> PyResult<bool> {
    let py = obj.py();
    if !obj.hasattr(intern!(py, "layout"))? {
        return Ok(false);
    }
    let module = obj.get_type().getattr(intern!(py, "__module__"))?.extract::<String>();
    Ok(module.is_ok_and(|module| module == "awkward" || module.starts_with("awkward.")))
}

pub(crate) fn array(context: &Context, obj: &Bound<'_, PyAny>, ty: &Type) -> PyResult<Value> {
    let py = obj.py();
    let tree = py.import(intern!(py, "windrow._awkward"))?.call_method1(intern!(py, "to_nodes"), (obj,))?;
    let (schema, array) = structs(&tree, "")?;
    // SAFETY: the buffers are NumPy arrays, whose sizes `structs` has compared with what the node says.
    unsafe { arrow::import(context, ty, &schema, array) }.raised(py)
}

/// A node: a format, a length, a number of nulls, buffers (None, or NumPy arrays with the sizes in bytes that are needed at least), and
/// children with their names.
type Fields<'py> =
    (String, i64, i64, Vec<Option<(Bound<'py, PyAny>, usize)>>, Vec<(String, Bound<'py, PyAny>)>);

/// What a schema or an array holds.
struct Parts {
    _format: CString,
    _name: CString,
    _metadata: Vec<u8>,
    _kept: Vec<PyUntypedBuffer>,
    buffers: Vec<*const c_void>,
    schemas: Vec<*mut ArrowSchema>,
    arrays: Vec<*mut ArrowArray>,
}

fn structs(node: &Bound<'_, PyAny>, name: &str) -> PyResult<(ArrowSchema, ArrowArray)> {
    let (format, length, nulls, buffers, children): Fields = node.extract()?;
    let (mut schemas, mut arrays) = (vec![], vec![]);
    for (name, child) in &children {
        let (schema, array) = structs(child, name)?;
        schemas.push(schema);
        arrays.push(array);
    }
    let (mut kept, mut pointers) = (vec![], vec![]);
    for buffer in buffers {
        let Some((array, needed)) = buffer else {
            pointers.push(std::ptr::null());
            continue;
        };
        let buffer = PyUntypedBuffer::get(&array)?;
        if !buffer.is_c_contiguous() || buffer.len_bytes() < needed {
            let text = format!(
                "a buffer of an awkward array has {} bytes, but {needed} are needed",
                buffer.len_bytes()
            );
            return Err(pyo3::exceptions::PyValueError::new_err(text));
        }
        pointers.push(buffer.buf_ptr().cast_const());
        kept.push(buffer);
    }
    let text =
        |text: &str| CString::new(text).map_err(|e| pyo3::exceptions::PyValueError::new_err(e.to_string()));
    // Arrow has truth values with a byte each as an extension only.
    let (format, metadata) = match format.as_str() {
        "arrow.bool8" => ("c", extension("arrow.bool8")),
        other => (other, vec![]),
    };
    let (format, name) = (text(format)?, text(name)?);
    let mut of_schema = Box::new(Parts {
        _format: format,
        _name: name,
        _metadata: metadata,
        _kept: vec![],
        buffers: vec![],
        schemas: schemas.into_iter().map(|schema| Box::into_raw(Box::new(schema))).collect(),
        arrays: vec![],
    });
    let mut schema = ArrowSchema::empty();
    schema.format = of_schema._format.as_ptr();
    schema.name = of_schema._name.as_ptr();
    if !of_schema._metadata.is_empty() {
        schema.metadata = of_schema._metadata.as_ptr().cast();
    }
    schema.n_children = of_schema.schemas.len() as i64;
    schema.children = of_schema.schemas.as_mut_ptr();
    schema.release = Some(release_schema);
    schema.private_data = Box::into_raw(of_schema).cast();
    let mut of_array = Box::new(Parts {
        _format: CString::default(),
        _name: CString::default(),
        _metadata: vec![],
        _kept: kept,
        buffers: pointers,
        schemas: vec![],
        arrays: arrays.into_iter().map(|array| Box::into_raw(Box::new(array))).collect(),
    });
    let mut array = ArrowArray::empty();
    (array.length, array.null_count) = (length, nulls);
    array.n_buffers = of_array.buffers.len() as i64;
    array.buffers = of_array.buffers.as_mut_ptr();
    array.n_children = of_array.arrays.len() as i64;
    array.children = of_array.arrays.as_mut_ptr();
    array.release = Some(release_array);
    array.private_data = Box::into_raw(of_array).cast();
    Ok((schema, array))
}

/// The metadata of an extension type: one pair, with the lengths of its texts.
fn extension(name: &str) -> Vec<u8> {
    let mut metadata = 1i32.to_ne_bytes().to_vec();
    for text in ["ARROW:extension:name", name] {
        metadata.extend((text.len() as i32).to_ne_bytes());
        metadata.extend(text.as_bytes());
    }
    metadata
}

unsafe extern "C" fn release_schema(schema: *mut ArrowSchema) {
    // SAFETY: made above, and released once.
    unsafe {
        (*schema).release = None;
        let parts = Box::from_raw((*schema).private_data.cast::<Parts>());
        parts.schemas.iter().for_each(|child| drop(Box::from_raw(*child)));
    }
}

unsafe extern "C" fn release_array(array: *mut ArrowArray) {
    // SAFETY: as above. The buffers take the lock of the interpreter when they go.
    unsafe {
        (*array).release = None;
        let parts = Box::from_raw((*array).private_data.cast::<Parts>());
        parts.arrays.iter().for_each(|child| drop(Box::from_raw(*child)));
    }
}
