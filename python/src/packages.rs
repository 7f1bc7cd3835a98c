//! What objects of pandas, pyarrow and xarray hold, where it is more than an array of Arrow or NumPy; and optional elements, which
//! these packages call missing.

use pyo3::intern;
use pyo3::prelude::*;
use windrow::{ScalarType, Type};

/// `t`, if the elements of the innermost arrays are `#none | #some t` with a scalar.
pub(crate) fn optional_leaf(ty: &Type) -> Option<ScalarType> {
    let Type::Array { elem, .. } = ty else { return None };
    match &**elem {
        Type::Sum(constructors) => match constructors.as_slice() {
            [(none, nothing), (some, payload)] if none == "none" && some == "some" && nothing.is_empty() => {
                match payload.as_slice() {
                    [Type::Scalar(elem)] => Some(*elem),
                    _ => None,
                }
            }
            _ => None,
        },
        inner => optional_leaf(inner),
    }
}

/// The type with `t` in the place of `#none | #some t`.
pub(crate) fn without_options(ty: &Type) -> Type {
    match (ty, optional_leaf(ty)) {
        (Type::Array { dim, elem }, Some(leaf)) => {
            let elem = match &**elem {
                Type::Array { .. } => without_options(elem),
                _ => Type::Scalar(leaf),
            };
            Type::Array { dim: dim.clone(), elem: Box::new(elem) }
        }
        (other, _) => other.clone(),
    }
}

/// What a scalar of pyarrow holds, if it is one that is no number: the array of a list, a text, a dict.
pub(crate) fn scalar_of_arrow<'py>(obj: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    let py = obj.py();
    if !obj.get_type().hasattr(intern!(py, "as_py"))? {
        return Ok(None);
    }
    match obj.getattr_opt(intern!(py, "values"))? {
        Some(values) if values.hasattr(intern!(py, "__arrow_c_array__"))? => Ok(Some(values)),
        _ => obj.call_method0(intern!(py, "as_py")).map(Some),
    }
}

/// Whether the type of elements that an object says is one of NumPy.
pub(crate) fn has_numpy_type(obj: &Bound<'_, PyAny>) -> PyResult<bool> {
    match obj.getattr_opt(intern!(obj.py(), "dtype"))? {
        Some(dtype) => Ok(dtype.get_type().module()?.to_str()?.split('.').next() == Some("numpy")),
        None => Ok(false),
    }
}

pub(crate) fn is_of_pandas(obj: &Bound<'_, PyAny>) -> PyResult<bool> {
    Ok(obj.get_type().module()?.to_str()?.split('.').next() == Some("pandas"))
}

/// The NumPy array of a series or an index of pandas that holds numbers, truth values, dates or times in one. It is lent like any other:
/// what pandas exports by Arrow shares memory that can still be written. Where some are missing it is masked for `#none | #some t`; for
/// others the export says which row it is.
pub(crate) fn numbers_of_pandas<'py>(
    obj: &Bound<'py, PyAny>,
    ty: &Type,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let py = obj.py();
    if !is_of_pandas(obj)? || !has_numpy_type(obj)? {
        return Ok(None);
    }
    let kind: String = obj.getattr(intern!(py, "dtype"))?.getattr(intern!(py, "kind"))?.extract()?;
    if !["b", "i", "u", "f", "M", "m"].contains(&kind.as_str()) {
        return Ok(None);
    }
    let Some(missing) = obj.getattr_opt(intern!(py, "hasnans"))? else { return Ok(None) };
    if !missing.is_truthy()? {
        return obj.call_method0(intern!(py, "to_numpy")).map(Some);
    }
    if optional_leaf(ty).is_none() {
        return Ok(None);
    }
    let (data, missing) = (obj.call_method0("to_numpy")?, obj.call_method0("isna")?);
    py.import("numpy")?.getattr("ma")?.call_method1("array", (data, py.None(), false, missing)).map(Some)
}
