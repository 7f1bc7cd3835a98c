//! Programs and their entry points by name.

use crate::context::Context;
use crate::entry::{Entry, Signature};
use crate::errors::Raise;
use pyo3::exceptions::{PyAttributeError, PyKeyError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// What a pickle holds: a function, and its arguments.
pub(crate) type Reduced<'py, Args> = PyResult<(Bound<'py, PyAny>, Args)>;

/// A program in a context. Its entry points are attributes and items, compiled when they are first asked for.
#[pyclass(frozen, module = "windrow")]
pub(crate) struct Program {
    source: String,
    name: String,
    context: Py<Context>,
    module: windrow::Module,
    compiled: Mutex<HashMap<String, Py<Entry>>>,
}

impl Program {
    fn known(&self, name: &str) -> bool {
        self.module.entries().any(|signature| signature.name == name)
    }

    fn entry(slf: &Bound<'_, Program>, name: &str) -> PyResult<Py<Entry>> {
        let (this, py) = (slf.get(), slf.py());
        let find = || {
            let compiled = this.compiled.lock().unwrap_or_else(PoisonError::into_inner);
            compiled.get(name).map(|entry| entry.clone_ref(py))
        };
        if let Some(found) = find() {
            return Ok(found);
        }
        let entry = py.detach(|| this.module.entry(name)).raised(py)?;
        let entry = Py::new(py, Entry::new(entry, slf.clone().unbind(), this.context.clone_ref(py)))?;
        let mut compiled = this.compiled.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(compiled.entry(name.to_string()).or_insert(entry).clone_ref(py))
    }

    fn unknown(&self, name: &str) -> String {
        let names: Vec<&str> = self.module.entries().map(|s| s.name.as_str()).collect();
        format!("the program has no entry point {name}; there are: {}", names.join(", "))
    }

    /// What is needed to make the program again.
    pub(crate) fn remake<'py>(&self, py: Python<'py>) -> PyResult<(String, String, Bound<'py, PyAny>)> {
        let options = self.context.bind(py).getattr("_options")?;
        Ok((self.source.clone(), self.name.clone(), options))
    }
}

#[pymethods]
impl Program {
    #[new]
    fn new(py: Python<'_>, source: String, name: String, context: Py<Context>) -> PyResult<Program> {
        let inner = context.get().inner.clone();
        let checked = py.detach(|| {
            let program = windrow::Program::from_source(&name, &source)?;
            inner.load(&program)
        });
        let module = checked.raised(py)?;
        Ok(Program { source, name, context, module, compiled: Mutex::default() })
    }

    /// The signatures of the entry points, by their names.
    #[getter]
    fn entries<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let entries = PyDict::new(py);
        for signature in self.module.entries() {
            entries.set_item(&signature.name, Signature(signature.clone()))?;
        }
        Ok(entries)
    }

    /// What is probably not meant, as text.
    #[getter]
    fn warnings(&self) -> Vec<String> {
        let text = |d: &windrow::Diagnostic| match d.labels.first() {
            Some(label) => format!("{}: {}", label.position, d.message),
            None => d.message.clone(),
        };
        self.module.warnings().iter().map(text).collect()
    }

    /// The context.
    #[getter]
    fn context(&self, py: Python<'_>) -> Py<Context> {
        self.context.clone_ref(py)
    }

    fn __getattr__(slf: &Bound<'_, Program>, name: &str) -> PyResult<Py<Entry>> {
        if !slf.get().known(name) {
            return Err(PyAttributeError::new_err(slf.get().unknown(name)));
        }
        Program::entry(slf, name)
    }

    fn __getitem__(slf: &Bound<'_, Program>, name: &str) -> PyResult<Py<Entry>> {
        if !slf.get().known(name) {
            return Err(PyKeyError::new_err(slf.get().unknown(name)));
        }
        Program::entry(slf, name)
    }

    fn __dir__(&self) -> Vec<String> {
        let own = ["entries", "warnings", "context"].map(String::from).into_iter();
        own.chain(self.module.entries().map(|s| s.name.clone())).collect()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, (String, String, Bound<'py, PyAny>)> {
        Ok((py.import("windrow._types")?.getattr("program_of")?, self.remake(py)?))
    }

    fn __repr__(&self) -> String {
        let names: Vec<String> = self.module.entries().map(|s| s.to_string()).collect();
        format!("<windrow.Program {}: {}>", self.name, names.join("; "))
    }
}
