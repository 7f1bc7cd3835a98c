//! Why a call failed, as C sees it.

use crate::text;
use api::{Diagnostic, ErrorKind, Position};
use std::collections::HashMap;
use std::ffi::{CString, c_char, c_int};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::ThreadId;

/// Something failed.
pub(crate) const ERROR: c_int = 1;
/// The program failed, or its arguments are wrong.
pub(crate) const PROGRAM_ERROR: c_int = 2;
/// There is not enough memory.
pub(crate) const OUT_OF_MEMORY: c_int = 3;

/// `struct windrow_diagnostic`.
#[repr(C)]
pub(crate) struct CDiagnostic {
    message: *const c_char,
    file: *const c_char,
    line: i64,
    column: i64,
}

/// `struct windrow_failure`.
#[repr(C)]
pub(crate) struct CFailure {
    code: c_int,
    message: *const c_char,
    file: *const c_char,
    line: i64,
    column: i64,
    row: *const i64,
    row_len: usize,
    diagnostics: *const CDiagnostic,
    diagnostics_len: usize,
}

/// A failure with everything that its pointers point to.
struct Kept {
    failure: CFailure,
    _texts: Vec<CString>,
    _row: Vec<i64>,
    _diagnostics: Vec<CDiagnostic>,
}

// SAFETY: the pointers point to what is kept beside them and never changes.
unsafe impl Send for Kept {}

/// Why something could not be done.
pub(crate) struct Fault(Box<Parts>);

struct Parts {
    code: c_int,
    /// For people.
    text: String,
    message: String,
    position: Option<Position>,
    row: Vec<i64>,
    diagnostics: Vec<Diagnostic>,
}

impl From<api::Error> for Fault {
    fn from(error: api::Error) -> Fault {
        let (code, message) = match error.kind() {
            ErrorKind::OutOfMemory { .. } => (OUT_OF_MEMORY, error.to_string()),
            ErrorKind::Failure { message, .. } => (PROGRAM_ERROR, message.clone()),
            ErrorKind::Argument { .. } | ErrorKind::Shape { .. } | ErrorKind::Value { .. } => {
                (PROGRAM_ERROR, error.to_string())
            }
            _ => (ERROR, error.to_string()),
        };
        let diagnostics = match error.kind() {
            ErrorKind::Source { diagnostics } => diagnostics.clone(),
            _ => vec![],
        };
        let (position, row) = (error.position().cloned(), error.row().to_vec());
        Fault(Box::new(Parts { code, text: error.render(false), message, position, row, diagnostics }))
    }
}

/// The library was used wrongly.
impl From<String> for Fault {
    fn from(message: String) -> Fault {
        let (position, row, diagnostics) = (None, vec![], vec![]);
        let text = format!("error: {message}");
        Fault(Box::new(Parts { code: PROGRAM_ERROR, text, message, position, row, diagnostics }))
    }
}

impl From<&str> for Fault {
    fn from(message: &str) -> Fault {
        message.to_string().into()
    }
}

impl Fault {
    /// The same without a code of its own, as Futhark's functions that do not call a program have it.
    pub(crate) fn plain(mut self) -> Fault {
        if self.0.code == PROGRAM_ERROR {
            self.0.code = ERROR;
        }
        self
    }

    /// The same with the parameter that it is about.
    pub(crate) fn within(mut self, entry: &str, parameter: &str) -> Fault {
        self.0.message = format!("argument {parameter} of {entry}: {}", self.0.message);
        self.0.text = format!("error: {}", self.0.message);
        self
    }

    fn keep(&self) -> Box<Kept> {
        let mut texts = vec![];
        let mut pointer = |text: &str| {
            texts.push(text::owned(text));
            texts.last().map_or(std::ptr::null(), |text| text.as_ptr())
        };
        let mut place = |position: Option<&Position>| match position {
            Some(at) => (pointer(&at.file), i64::from(at.line), i64::from(at.column)),
            None => (std::ptr::null(), 0, 0),
        };
        let (file, line, column) = place(self.0.position.as_ref());
        let mut diagnostics = vec![];
        for diagnostic in &self.0.diagnostics {
            let (file, line, column) = place(diagnostic.labels.first().map(|label| &label.position));
            diagnostics.push(CDiagnostic { message: std::ptr::null(), file, line, column });
        }
        for (own, diagnostic) in diagnostics.iter_mut().zip(&self.0.diagnostics) {
            own.message = pointer(&diagnostic.message);
        }
        let (message, row) = (pointer(&self.0.message), self.0.row.clone());
        let failure = CFailure {
            code: self.0.code,
            message,
            file,
            line,
            column,
            row: row.as_ptr(),
            row_len: row.len(),
            diagnostics: diagnostics.as_ptr(),
            diagnostics_len: diagnostics.len(),
        };
        Box::new(Kept { failure, _texts: texts, _row: row, _diagnostics: diagnostics })
    }
}

/// What went wrong in a context: the last failure of each thread. A thread asks for its own; one that has none, such as the thread that
/// waits for others, gets the last of any.
#[derive(Default)]
pub(crate) struct Failures(Mutex<Table>);

#[derive(Default)]
struct Table {
    /// How many there have been.
    count: u64,
    last: HashMap<ThreadId, Entry>,
}

struct Entry {
    number: u64,
    /// None when somebody has taken it.
    text: Option<String>,
    kept: Box<Kept>,
}

impl Failures {
    fn table(&self) -> MutexGuard<'_, Table> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records a failure; gives its code.
    pub(crate) fn add(&self, fault: &Fault) -> c_int {
        let entry = |number| Entry { number, text: Some(fault.0.text.clone()), kept: fault.keep() };
        let mut table = self.table();
        table.count += 1;
        let entry = entry(table.count);
        table.last.insert(std::thread::current().id(), entry);
        fault.0.code
    }

    /// The text of a failure that nobody has asked for.
    pub(crate) fn take(&self) -> Option<String> {
        let mut table = self.table();
        if let Some(text) = table.last.get_mut(&std::thread::current().id()).and_then(|e| e.text.take()) {
            return Some(text);
        }
        let fresh = table.last.values_mut().filter(|entry| entry.text.is_some());
        fresh.max_by_key(|entry| entry.number).and_then(|entry| entry.text.take())
    }

    /// The last failure, also after its text has been taken. It stays until the thread that failed fails again.
    pub(crate) fn last(&self) -> *const CFailure {
        let table = self.table();
        let own = table.last.get(&std::thread::current().id());
        let any = || table.last.values().max_by_key(|entry| entry.number);
        own.or_else(any).map_or(std::ptr::null(), |entry| &raw const entry.kept.failure)
    }
}
