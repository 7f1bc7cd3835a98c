//! Errors of the library as exceptions. Their classes are in `windrow/_errors.py`.

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use windrow::{ErrorKind, Position, Severity};

/// Raises an error of the library.
pub(crate) fn raise(py: Python<'_>, error: &windrow::Error) -> PyErr {
    make(py, error).unwrap_or_else(|e| e)
}

/// Raises an error about an argument.
pub(crate) fn argument(py: Python<'_>, text: &str, row: &[i64]) -> PyErr {
    let made = || {
        let fields = PyDict::new(py);
        fields.set_item("row", PyTuple::new(py, row)?)?;
        exception(py, "ArgumentError", text, &fields)
    };
    made().unwrap_or_else(|e| e)
}

/// Says in an error about data which argument it came with; in those of other packages as a note.
pub(crate) fn in_argument(py: Python<'_>, error: PyErr, place: &str) -> PyErr {
    let extend = || {
        let class = py.import(intern!(py, "windrow._errors"))?.getattr(intern!(py, "DataError"))?;
        if error.value(py).is_instance(&class)? {
            let text = format!("{place}: {}", error.value(py));
            error.value(py).setattr(intern!(py, "args"), (text,))?;
        } else {
            error.value(py).call_method1(intern!(py, "add_note"), (place,))?;
        }
        PyResult::Ok(())
    };
    match extend() {
        Ok(()) => error,
        Err(e) => e,
    }
}

fn exception(py: Python<'_>, class: &str, text: &str, fields: &Bound<'_, PyDict>) -> PyResult<PyErr> {
    let make = py.import(intern!(py, "windrow._errors"))?.getattr(intern!(py, "make"))?;
    Ok(PyErr::from_value(make.call1((class, text, fields))?))
}

fn make(py: Python<'_>, error: &windrow::Error) -> PyResult<PyErr> {
    let fields = PyDict::new(py);
    let place = |position: &Position| (position.file.clone(), position.line, position.column);
    fields.set_item("position", error.position().map(place))?;
    fields.set_item("row", PyTuple::new(py, error.row())?)?;
    let class = match error.kind() {
        ErrorKind::Source { diagnostics } => {
            let mut list = vec![];
            for diagnostic in diagnostics {
                let entry = PyDict::new(py);
                entry.set_item("id", diagnostic.id)?;
                let severity = if diagnostic.severity == Severity::Error { "error" } else { "warning" };
                entry.set_item("severity", severity)?;
                entry.set_item("message", &diagnostic.message)?;
                entry.set_item("notes", &diagnostic.notes)?;
                let labels = diagnostic.labels.iter().map(|label| {
                    (place(&label.position), (label.range.start, label.range.end), label.text.clone())
                });
                entry.set_item("labels", labels.collect::<Vec<_>>())?;
                list.push(entry);
            }
            fields.set_item("diagnostics", list)?;
            "SourceError"
        }
        ErrorKind::Unsupported { .. } => "Unsupported",
        ErrorKind::Argument { entry, parameter, expected, found } => {
            fields.set_item("entry", entry)?;
            fields.set_item("parameter", parameter)?;
            fields.set_item("expected", expected.to_string())?;
            fields.set_item("found", found.to_string())?;
            "ArgumentError"
        }
        ErrorKind::Shape { entry, parameter, dimension, row, expected, found } => {
            fields.set_item("entry", entry)?;
            fields.set_item("parameter", parameter)?;
            fields.set_item("dimension", dimension)?;
            fields.set_item("row", row.map(|row| (row,)))?;
            fields.set_item("expected", expected)?;
            fields.set_item("found", found)?;
            "ShapeError"
        }
        ErrorKind::Data { path, .. } => {
            fields.set_item("path", path)?;
            "DataError"
        }
        ErrorKind::Failure { calls, .. } => {
            fields.set_item("calls", calls.iter().map(place).collect::<Vec<_>>())?;
            "Failure"
        }
        ErrorKind::OutOfMemory { bytes } => {
            fields.set_item("bytes", bytes)?;
            "OutOfMemory"
        }
        ErrorKind::Device { .. } => "DeviceError",
        ErrorKind::Missing { what, how } => {
            fields.set_item("what", what)?;
            fields.set_item("how", how)?;
            "Missing"
        }
        ErrorKind::Io { path, .. } => {
            fields.set_item("path", path)?;
            "FileError"
        }
        ErrorKind::Cancelled => "Cancelled",
        ErrorKind::Bug { .. } => "Bug",
        ErrorKind::Result { .. } | ErrorKind::Value { .. } => "UsageError",
        _ => "Error",
    };
    let text = error.render(false);
    let text = text.strip_prefix("error: ").or_else(|| text.strip_prefix("Error: ")).unwrap_or(&text);
    exception(py, class, text, &fields)
}

/// Errors of the library where Python waits for a result.
pub(crate) trait Raise<T> {
    fn raised(self, py: Python<'_>) -> PyResult<T>;
}

impl<T> Raise<T> for windrow::Result<T> {
    fn raised(self, py: Python<'_>) -> PyResult<T> {
        self.map_err(|error| raise(py, &error))
    }
}
