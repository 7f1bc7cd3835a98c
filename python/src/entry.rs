//! Entry points: calls.

use crate::args::Passing;
use crate::context::Context;
use crate::errors::{self, Raise};
use crate::interrupt::Guard;
use crate::pending::Call;
use crate::program::{Program, Reduced};
use crate::results;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use windrow::{ErrorKind, Value};

/// What an entry point takes and returns.
#[pyclass(frozen, module = "windrow")]
#[derive(Clone)]
pub(crate) struct Signature(pub(crate) windrow::Signature);

#[pymethods]
impl Signature {
    /// The name of the entry point.
    #[getter]
    fn name(&self) -> &str {
        &self.0.name
    }

    /// The parameters: name, type, and whether the argument may be overwritten.
    #[getter]
    fn params(&self) -> Vec<(String, String, bool)> {
        let param = |p: &windrow::Param| (p.name.clone(), p.ty.to_string(), p.unique);
        self.0.params.iter().map(param).collect()
    }

    /// The type of the result.
    #[getter]
    fn result(&self) -> String {
        self.0.result.to_string()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<windrow.Signature {}>", self.0)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Signature>().is_ok_and(|other| other.get().0 == self.0)
    }
}

/// An entry point, compiled. It is called like a function, with positional or keyword arguments, from any thread.
#[pyclass(frozen, module = "windrow")]
pub(crate) struct Entry {
    inner: windrow::Entry,
    program: Py<Program>,
    context: Py<Context>,
}

impl Entry {
    pub(crate) fn new(inner: windrow::Entry, program: Py<Program>, context: Py<Context>) -> Entry {
        Entry { inner, program, context }
    }

    /// The arguments in the order of the parameters, as values, and what keeps them until the call has ended. Without `lend` nothing
    /// has to be kept.
    fn pass<'py>(
        &self,
        args: &Bound<'py, PyTuple>,
        kwargs: Option<&Bound<'py, PyDict>>,
        lend: bool,
    ) -> PyResult<(Vec<Value>, Passing<'_>)> {
        let mut passing = Passing::new(&self.context.get().inner, lend);
        let (py, signature) = (args.py(), self.inner.signature());
        let (name, params) = (&signature.name, &signature.params);
        let mut values = Vec::with_capacity(params.len());
        let wrong = |text: String| errors::argument(py, &text, &[]);
        if args.len() > params.len() {
            let (wanted, given) = (params.len(), args.len());
            return Err(wrong(format!("{name} takes {wanted} arguments, but got {given}")));
        }
        for key in kwargs.iter().flat_map(|kwargs| kwargs.keys()) {
            let key: String = key.extract()?;
            // As Python says it: polars, for one, reads the message.
            match params.iter().position(|param| param.name == key) {
                Some(i) if i < args.len() => {
                    return Err(wrong(format!("{name} got multiple values for argument '{key}'")));
                }
                Some(_) => {}
                None => {
                    let names: Vec<&str> = params.iter().map(|param| param.name.as_str()).collect();
                    let names = names.join(", ");
                    return Err(wrong(format!(
                        "{name} got an unexpected keyword argument '{key}'; its parameters are: {names}"
                    )));
                }
            }
        }
        for (i, param) in params.iter().enumerate() {
            let arg = if i < args.len() {
                args.get_item(i)?
            } else {
                let found = kwargs.map(|kwargs| kwargs.get_item(&param.name)).transpose()?.flatten();
                found.ok_or_else(|| wrong(format!("{name}: argument {} is missing", param.name)))?
            };
            values.push(passing.argument(&arg, name, param)?);
        }
        if !passing.consumed.is_empty() {
            self.inner.check(&values).raised(py)?;
            // The call has the only reference from now on, unless somebody else holds the array.
            for consumed in passing.consumed.drain(..) {
                consumed.get().take(py)?;
            }
        }
        Ok((values, passing))
    }
}

#[pymethods]
impl Entry {
    #[pyo3(signature = (*args, **kwargs))]
    fn __call__<'py>(
        &self,
        args: &Bound<'py, PyTuple>,
        kwargs: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = args.py();
        // First: it may raise, and arguments are consumed by a call that begins.
        let guard = Guard::new(py)?;
        let (values, mut passing) = self.pass(args, kwargs, true)?;
        let loans = std::mem::take(&mut passing.loans);
        let (result, ended) = py.detach(|| {
            let result: windrow::Result<Value> = self.inner.call_until(values, guard.stop());
            // What results still have of the arguments is copied before their owners may change it.
            let ended = loans.into_iter().map(windrow::Loan::end).fold(Ok(()), windrow::Result::and);
            (result, ended)
        });
        drop(guard);
        // What was lent has to be there until now.
        drop(passing);
        if let Err(error) = &result
            && matches!(error.kind(), ErrorKind::Cancelled)
        {
            // Raises KeyboardInterrupt, unless the program has a handler of its own.
            py.check_signals()?;
        }
        let result = result.raised(py)?;
        ended.raised(py)?;
        results::result(py, result, &self.inner.signature().result, &self.context)
    }

    /// Starts a call and returns at once: a future with result(), done(), cancel(), which can be awaited.
    #[pyo3(signature = (*args, **kwargs))]
    fn start<'py>(
        &self,
        args: &Bound<'py, PyTuple>,
        kwargs: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = args.py();
        let (values, _) = self.pass(args, kwargs, false)?;
        let pending = self.inner.start::<Value>(values);
        let call = Call::new(pending, self.inner.signature().result.clone(), self.context.clone_ref(py));
        py.import(intern!(py, "windrow._future"))?.getattr(intern!(py, "Future"))?.call1((call,))
    }

    /// What it takes and returns.
    #[getter]
    fn signature(&self) -> Signature {
        Signature(self.inner.signature().clone())
    }

    /// The name of the entry point.
    #[getter]
    fn __name__(&self) -> &str {
        &self.inner.signature().name
    }

    /// For `inspect.signature`, and with it for help and completion.
    #[getter]
    fn __signature__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let signature = Signature(self.inner.signature().clone());
        py.import(intern!(py, "windrow._types"))?.call_method1("inspected", (signature,))
    }

    /// The context.
    #[getter]
    fn context(&self, py: Python<'_>) -> Py<Context> {
        self.context.clone_ref(py)
    }

    /// The entry point as an expression of polars over columns, one for each parameter: names or expressions.
    #[pyo3(signature = (*columns))]
    fn expr<'py>(slf: &Bound<'py, Entry>, columns: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("windrow._frames")?.call_method1("expr", (slf, columns))
    }

    /// The entry point as a function from pyarrow arrays to a pyarrow array, for DuckDB and DataFusion.
    #[getter]
    fn arrow<'py>(slf: &Bound<'py, Entry>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("windrow._frames")?.call_method1("arrow", (slf,))
    }

    fn __repr__(&self) -> String {
        format!("<windrow.Entry {}>", self.inner.signature())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, (String, String, String, Bound<'py, PyAny>)> {
        let (source, name, options) = self.program.get().remake(py)?;
        let entry = self.inner.signature().name.clone();
        Ok((py.import("windrow._types")?.getattr("entry_of")?, (source, name, entry, options)))
    }
}
