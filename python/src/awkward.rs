//! Awkward arrays, which `windrow/_awkward.py` takes apart into nodes of Arrow.

use crate::nodes;
use pyo3::intern;
use pyo3::prelude::*;
use windrow::{Context, Type, Value};

/// Whether the object is an awkward array, of whatever class: behaviors have their own. The package is not imported for the question.
pub(crate) fn is_awkward(obj: &Bound<'_, PyAny>) -> PyResult<bool> {
    let py = obj.py();
    if !obj.hasattr(intern!(py, "layout"))? {
        return Ok(false);
    }
    let modules = py.import(intern!(py, "sys"))?.getattr(intern!(py, "modules"))?;
    match modules.get_item(intern!(py, "awkward")) {
        Ok(awkward) => obj.is_instance(&awkward.getattr(intern!(py, "Array"))?),
        Err(_) => Ok(false),
    }
}

pub(crate) fn array(context: &Context, obj: &Bound<'_, PyAny>, ty: &Type) -> PyResult<Value> {
    let py = obj.py();
    let tree = py.import(intern!(py, "windrow._awkward"))?.call_method1(intern!(py, "to_nodes"), (obj,))?;
    nodes::array(context, &tree, ty)
}
