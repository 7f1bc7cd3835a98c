//! Nodes with the buffers of Arrow, which the Python part of the package takes arrays of other packages apart into
//! (`windrow/_nodes.py`); this puts them into Arrow's structs.

use crate::errors::Raise;
use pyo3::buffer::PyUntypedBuffer;
use pyo3::prelude::*;
use std::ffi::{CString, c_void};
use windrow::arrow::{self, ArrowArray, ArrowSchema};
use windrow::{Context, Type, Value};

/// The array of a tree of nodes.
pub(crate) fn array(context: &Context, tree: &Bound<'_, PyAny>, ty: &Type) -> PyResult<Value> {
    let (schema, array) = structs(context, tree, "")?;
    // SAFETY: the buffers are NumPy arrays, whose sizes `structs` has compared with what the node says.
    unsafe { arrow::import(context, ty, &schema, array) }.raised(tree.py())
}

/// A NumPy array, how many bytes of it are needed at least, and whether it was copied for the call.
type Data<'py> = (Bound<'py, PyAny>, usize, bool);

/// A node: a format, a length, a number of nulls, buffers, and children with their names.
type Fields<'py> = (String, i64, i64, Vec<Option<Data<'py>>>, Vec<(String, Bound<'py, PyAny>)>);

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

fn structs(context: &Context, node: &Bound<'_, PyAny>, name: &str) -> PyResult<(ArrowSchema, ArrowArray)> {
    let (format, length, nulls, buffers, children): Fields = node.extract()?;
    let (mut schemas, mut arrays) = (vec![], vec![]);
    for (name, child) in &children {
        let (schema, array) = structs(context, child, name)?;
        schemas.push(schema);
        arrays.push(array);
    }
    let (mut kept, mut pointers) = (vec![], vec![]);
    for buffer in buffers {
        let Some((array, needed, copied)) = buffer else {
            pointers.push(std::ptr::null());
            continue;
        };
        let buffer = PyUntypedBuffer::get(&array)?;
        if !buffer.is_c_contiguous() || buffer.len_bytes() < needed {
            let text =
                format!("a buffer of an array has {} bytes, but {needed} are needed", buffer.len_bytes());
            return Err(pyo3::exceptions::PyValueError::new_err(text));
        }
        if copied {
            context.count_converted(buffer.len_bytes());
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
