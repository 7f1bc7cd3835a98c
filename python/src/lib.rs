//! Windrow for Python. What has to be fast or needs the structs of others is here; the rest is in `windrow/*.py`.

mod args;
mod array;
mod awkward;
mod buffers;
mod capsules;
mod context;
mod cuda;
mod dlpack;
mod entry;
mod errors;
mod index;
mod interrupt;
mod lists;
mod nodes;
mod packages;
mod pending;
mod program;
mod results;

use pyo3::prelude::*;

/// The compiled part of the package `windrow`.
#[pymodule]
fn _windrow(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<context::Context>()?;
    module.add_class::<program::Program>()?;
    module.add_class::<entry::Entry>()?;
    module.add_class::<entry::Signature>()?;
    module.add_class::<array::Array>()?;
    module.add_class::<array::Consumed>()?;
    module.add_function(wrap_pyfunction!(array::restore, module)?)?;
    module.add_class::<pending::Call>()?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))
}
