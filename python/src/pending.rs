//! Calls that have been started. `windrow/_future.py` makes them awaitable.

use crate::context::Context;
use crate::errors::Raise;
use crate::results;
use pyo3::prelude::*;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use windrow::{Pending, Type, Value};

/// A call that has been started.
#[pyclass(frozen, module = "windrow._windrow")]
pub(crate) struct Call {
    /// None when the result has been taken.
    pending: Mutex<Option<Pending<Value>>>,
    ty: Type,
    context: Py<Context>,
}

impl Call {
    pub(crate) fn new(pending: Pending<Value>, ty: Type, context: Py<Context>) -> Call {
        Call { pending: Mutex::new(Some(pending)), ty, context }
    }

    fn with<T>(&self, f: impl FnOnce(&Pending<Value>) -> T) -> Option<T> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner).as_ref().map(f)
    }
}

#[pymethods]
impl Call {
    /// Whether the call has ended.
    fn done(&self) -> bool {
        self.with(Pending::is_done).unwrap_or(true)
    }

    /// Asks the call to end.
    fn cancel(&self) {
        self.with(Pending::cancel);
    }

    /// Waits for so many seconds, or until Ctrl-C; whether the call has ended.
    #[pyo3(signature = (seconds = None))]
    fn wait(&self, py: Python<'_>, seconds: Option<f64>) -> PyResult<bool> {
        let limit = seconds.map(|s| Instant::now() + Duration::from_secs_f64(s.clamp(0.0, 1e9)));
        let mut pause = Duration::from_micros(20);
        while !self.done() {
            if limit.is_some_and(|limit| Instant::now() >= limit) {
                return Ok(false);
            }
            py.detach(|| std::thread::sleep(pause));
            pause = (pause * 2).min(Duration::from_millis(5));
            py.check_signals()?;
        }
        Ok(true)
    }

    /// The result of a call that has ended; only once.
    fn take<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let pending = self.pending.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(pending) = pending else {
            return Err(pyo3::exceptions::PyRuntimeError::new_err("the result has been taken"));
        };
        let value = py.detach(|| pending.wait()).raised(py)?;
        results::result(py, value, &self.ty, &self.context)
    }
}
