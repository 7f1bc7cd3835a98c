//! Why a call failed, as C sees it.

use crate::text;
use api::{Diagnostic, ErrorKind, Position};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::ffi::{CString, c_char, c_int};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

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
// SAFETY: as above.
unsafe impl Sync for Kept {}

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

    fn keep(&self) -> Kept {
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
        Kept { failure, _texts: texts, _row: row, _diagnostics: diagnostics }
    }
}

/// How many failures a context remembers for threads that have none of their own.
const REMEMBERED: usize = 16;

/// What went wrong in a context. A thread asks for its own last failure; one that has none, such as the thread that waits for others,
/// gets the last of any.
///
/// What belongs to a thread is kept by the thread, so that it goes with it and no other thread can take it away: its last failure, and
/// the one that it was given a pointer to.
#[derive(Default)]
pub(crate) struct Failures(Arc<Recent>);

/// The last failures of all threads, oldest first.
#[derive(Default)]
struct Recent(Mutex<VecDeque<Arc<Record>>>);

struct Record {
    /// None when somebody has taken it.
    text: Mutex<Option<String>>,
    kept: Kept,
}

impl Record {
    fn take(&self) -> Option<String> {
        locked(&self.text).take()
    }
}

/// What a thread knows of a context.
struct Own {
    /// Keeps the address from being used for another context.
    context: Weak<Recent>,
    last: Option<Arc<Record>>,
    given: Option<Arc<Record>>,
}

thread_local! {
    static OWN: RefCell<Vec<Own>> = const { RefCell::new(vec![]) };
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Failures {
    /// Uses what this thread knows of the context; nothing if the thread is about to end.
    fn own<T>(&self, f: impl FnOnce(&mut Own) -> T) -> Option<T> {
        let found = OWN.try_with(|all| {
            let mut all = all.borrow_mut();
            all.retain(|own| own.context.strong_count() > 0);
            let context = Arc::downgrade(&self.0);
            let at = all.iter().position(|own| own.context.ptr_eq(&context)).unwrap_or_else(|| {
                all.push(Own { context, last: None, given: None });
                all.len() - 1
            });
            f(&mut all[at])
        });
        found.ok()
    }

    /// Records a failure; gives its code.
    pub(crate) fn add(&self, fault: &Fault) -> c_int {
        let text = Mutex::new(Some(fault.0.text.clone()));
        let record = Arc::new(Record { text, kept: fault.keep() });
        let before = self.own(|own| own.last.replace(record.clone())).flatten();
        // A thread that did not ask is only told about the last.
        before.map(|before| before.take());
        let mut recent = locked(&self.0.0);
        if recent.len() == REMEMBERED {
            recent.pop_front();
        }
        recent.push_back(record);
        fault.0.code
    }

    /// The text of a failure that nobody has asked for.
    pub(crate) fn take(&self) -> Option<String> {
        let own = self.own(|own| own.last.as_ref().and_then(|record| record.take())).flatten();
        own.or_else(|| locked(&self.0.0).iter().rev().find_map(|record| record.take()))
    }

    /// The last failure, also after its text has been taken. It stays until this thread asks again or ends, or the context is freed.
    pub(crate) fn last(&self) -> *const CFailure {
        let any = || locked(&self.0.0).back().cloned();
        let given = self.own(|own| {
            own.given = own.last.clone().or_else(any);
            own.given.as_ref().map(|record| &raw const record.kept.failure)
        });
        given.flatten().unwrap_or(std::ptr::null())
    }
}
