//! Parts of arrays by what Python writes between brackets.

use crate::array::Array;
use crate::context::Context;
use crate::errors::Raise;
use crate::results;
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyIndexError, PyKeyError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyEllipsis, PyList, PySet, PySlice, PyString, PyTuple};
use windrow::{AnyArray, Type};

/// What a key chooses of the outermost dimension.
enum Key {
    /// One element.
    One(isize),
    /// So many neighbours from a position on, which are used where they are.
    Run(usize, usize),
    /// Elements in another order, or with others between them: a copy.
    Positions(Vec<usize>),
}

/// A part of an array: by an integer, a slice, an array of integers or truth values, several of these, or the names of fields.
pub(crate) fn item<'py>(
    array: &AnyArray,
    key: &Bound<'py, PyAny>,
    context: &Py<Context>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = key.py();
    if let Some(fields) = fields(array, key)? {
        return Array::new(fields, context.clone_ref(py)).into_bound_py_any(py);
    }
    let keys = match key.cast::<PyTuple>() {
        Ok(keys) => keys.iter().collect(),
        Err(_) => vec![key.clone()],
    };
    by_dimension(py, array, &without_ellipsis(array, keys)?, context)
}

/// The fields of records that a name or a list of names chooses.
fn fields(array: &AnyArray, key: &Bound<'_, PyAny>) -> PyResult<Option<AnyArray>> {
    let field = |name: &str| array.field(name).ok_or_else(|| PyKeyError::new_err(name.to_string()));
    if let Ok(name) = key.cast::<PyString>() {
        return field(&name.to_cow()?).map(Some);
    }
    let Ok(list) = key.cast::<PyList>() else { return Ok(None) };
    if list.is_empty() || !list.iter().all(|item| item.is_instance_of::<PyString>()) {
        return Ok(None);
    }
    let names: Vec<String> = list.extract()?;
    let columns = names.iter().map(|name| Ok((name.as_str(), field(name)?))).collect::<PyResult<Vec<_>>>()?;
    AnyArray::zip_nested(array.rank(), columns).raised(key.py()).map(Some)
}

/// One key for each dimension that is chosen from: an ellipsis stands for all of those that no other key is for.
fn without_ellipsis<'py>(array: &AnyArray, keys: Vec<Bound<'py, PyAny>>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let is_ellipsis = |key: &Bound<'py, PyAny>| key.is_instance_of::<PyEllipsis>();
    let (rank, given) = (array.rank(), keys.iter().filter(|key| !is_ellipsis(key)).count());
    if given > rank {
        let text = format!("too many indices: {} has {rank} dimensions, but {given} were given", array.ty());
        return Err(PyIndexError::new_err(text));
    }
    if keys.len() > given + 1 {
        return Err(PyIndexError::new_err("an index can only have a single ellipsis ('...')"));
    }
    let mut expanded = vec![];
    for key in keys {
        if is_ellipsis(&key) {
            let all = PySlice::full(key.py()).into_any();
            expanded.extend(std::iter::repeat_n(all, rank - given));
        } else {
            expanded.push(key);
        }
    }
    // What chooses everything of the last dimensions chooses nothing.
    while let Some(last) = expanded.last()
        && is_full(last)
    {
        expanded.pop();
    }
    Ok(expanded)
}

fn is_full(key: &Bound<'_, PyAny>) -> bool {
    let none = |name: &str| key.getattr(name).is_ok_and(|part| part.is_none());
    key.is_instance_of::<PySlice>() && none("start") && none("stop") && none("step")
}

fn by_dimension<'py>(
    py: Python<'py>,
    array: &AnyArray,
    keys: &[Bound<'py, PyAny>],
    context: &Py<Context>,
) -> PyResult<Bound<'py, PyAny>> {
    let object = |array: AnyArray| Array::new(array, context.clone_ref(py)).into_bound_py_any(py);
    let Some((first, rest)) = keys.split_first() else { return object(array.clone()) };
    match read(array, first)? {
        Key::One(index) => {
            let len = array.len();
            let at = if index < 0 { index + len as isize } else { index };
            let found = usize::try_from(at).ok().map(|at| array.get(at)).transpose().raised(py)?.flatten();
            let (Some(value), Type::Array { elem, .. }) = (found, array.ty()) else {
                let text = format!("index {index} is out of bounds for an array of {len}");
                return Err(PyIndexError::new_err(text));
            };
            match (value, rest) {
                (value, []) => results::result(py, value, elem, context),
                (windrow::Value::Array(row), rest) => by_dimension(py, &row, rest, context),
                (value, _) => Err(PyIndexError::new_err(format!("{value} is no array"))),
            }
        }
        Key::Run(..) | Key::Positions(_) if !rest.is_empty() => {
            let other = if array.is_dense() { "np.asarray(array)" } else { "array.to_awkward()" };
            Err(PyTypeError::new_err(format!(
                "only the last index may be a slice or an array; {other}[..] takes the others"
            )))
        }
        Key::Run(start, len) => object(array.slice(start, len).raised(py)?),
        Key::Positions(positions) => object(array.take(&context.get().inner, &positions).raised(py)?),
    }
}

fn read(array: &AnyArray, key: &Bound<'_, PyAny>) -> PyResult<Key> {
    let len = array.len();
    if let Ok(slice) = key.cast::<PySlice>() {
        let indices = slice.indices(len as isize)?;
        let (start, step, count) = (indices.start, indices.step, indices.slicelength);
        return Ok(if step == 1 || count == 0 {
            Key::Run(if count == 0 { 0 } else { start as usize }, count)
        } else {
            Key::Positions((0..count as isize).map(|i| (start + i * step) as usize).collect())
        });
    }
    let unknown = || {
        let found = key.get_type().name().map_or_else(|_| "this".to_string(), |name| name.to_string());
        PyTypeError::new_err(format!(
            "arrays are indexed by integers, slices, arrays of integers or truth values, and names of fields, not by {found}"
        ))
    };
    if key.is_instance_of::<PyBool>() || key.is_none() {
        return Err(unknown());
    }
    if let Ok(index) = key.extract::<isize>() {
        return Ok(Key::One(index));
    }
    // What has no order has no positions.
    let mapping =
        key.is_instance_of::<PyDict>() || key.is_instance_of::<PySet>() || key.is_instance_of::<PyString>();
    let Some(items) = key.try_iter().ok().filter(|_| !mapping) else { return Err(unknown()) };
    let items: Vec<Bound<'_, PyAny>> = items.collect::<PyResult<_>>()?;
    let truth = |item: &Bound<'_, PyAny>| {
        item.is_instance_of::<PyBool>() || item.get_type().name().is_ok_and(|name| name == "bool")
    };
    if !items.is_empty() && items.iter().all(truth) {
        if items.len() != len {
            let text = format!("{} truth values choose from an array of {len}", items.len());
            return Err(PyIndexError::new_err(text));
        }
        let mut positions = vec![];
        for (i, item) in items.iter().enumerate() {
            if item.is_truthy()? {
                positions.push(i);
            }
        }
        return Ok(Key::Positions(positions));
    }
    let position = |item: &Bound<'_, PyAny>| {
        let index: isize = item.extract().map_err(|_| unknown())?;
        let at = if index < 0 { index + len as isize } else { index };
        usize::try_from(at).ok().filter(|at| *at < len).ok_or_else(|| {
            PyIndexError::new_err(format!("index {index} is out of bounds for an array of {len}"))
        })
    };
    items.iter().map(position).collect::<PyResult<_>>().map(Key::Positions)
}

/// Python's notation, with a few elements of each dimension.
pub(crate) fn shown(array: &AnyArray, context: &Py<Context>, py: Python<'_>) -> PyResult<String> {
    /// How many elements are shown of the outermost dimension, and of those inside of it.
    const SHOWN: [usize; 2] = [20, 10];
    fn text(array: &AnyArray, depth: usize, context: &Py<Context>, py: Python<'_>) -> PyResult<String> {
        let Type::Array { elem, .. } = array.ty() else { return Ok(String::new()) };
        let most = SHOWN[depth.min(1)];
        let mut items = vec![];
        for i in 0..array.len().min(most) {
            items.push(match array.get(i).raised(py)? {
                Some(windrow::Value::Array(row)) => text(&row, depth + 1, context, py)?,
                Some(value) => results::result(py, value, elem, context)?.repr()?.to_string(),
                None => break,
            });
        }
        if array.len() > most {
            items.push("...".into());
        }
        Ok(format!("[{}]", items.join(", ")))
    }
    text(array, 0, context, py)
}
