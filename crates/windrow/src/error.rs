//! What can go wrong, as data.

use crate::types::Type;
use base::diag::{Severity, SourceFile};
use std::fmt;

/// The result of everything that can fail.
pub type Result<T> = std::result::Result<T, Error>;

/// Why something could not be done.
#[derive(Clone, Debug)]
pub struct Error(Box<Inner>);

#[derive(Clone, Debug)]
struct Inner {
    kind: ErrorKind,
    /// For a terminal.
    text: String,
}

/// What went wrong.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The program is wrong.
    Source {
        /// What is wrong with it.
        diagnostics: Vec<Diagnostic>,
    },
    /// The program is right, but the backend cannot run it yet.
    Unsupported {
        /// What it cannot do, with the position.
        what: String,
    },
    /// An argument has the wrong type.
    Argument {
        /// The entry point.
        entry: String,
        /// The parameter.
        parameter: String,
        /// Its type.
        expected: Box<Type>,
        /// The type of the argument.
        found: Box<Type>,
    },
    /// A size of an argument does not agree with the parameter's type or another argument.
    Shape {
        /// The entry point.
        entry: String,
        /// The parameter.
        parameter: String,
        /// Which dimension, from 0.
        dimension: usize,
        /// In which row, where rows differ.
        row: Option<i64>,
        /// What it must be.
        expected: i64,
        /// What it is.
        found: i64,
    },
    /// The result was asked for as a type that it does not have.
    Result {
        /// The entry point.
        entry: String,
        /// The type of its result.
        found: Box<Type>,
    },
    /// Values, names or options are wrong: the message says which and why.
    Value {
        /// What is wrong.
        what: String,
    },
    /// Data from outside is malformed or has the wrong type.
    Data {
        /// The names of the fields that lead to it, with dots between them; empty for the array itself.
        path: String,
        /// The indices, outermost first; empty where it concerns the whole array.
        row: Vec<i64>,
        /// What is wrong.
        what: String,
    },
    /// A check of the program failed.
    Failure {
        /// What was wrong with which values.
        message: String,
        /// Where.
        position: Option<Position>,
        /// The calls that led there, innermost first.
        calls: Vec<Position>,
        /// The indices of the outer maps, outermost first.
        row: Vec<i64>,
    },
    /// There is not enough memory.
    OutOfMemory {
        /// How many bytes were asked for.
        bytes: usize,
    },
    /// A device gave up.
    Device {
        /// What it said.
        what: String,
    },
    /// A library, a program or a device is not there.
    Missing {
        /// What is missing.
        what: String,
        /// How to get it.
        how: String,
    },
    /// A file cannot be read.
    Io {
        /// The file.
        path: String,
        /// What the system says.
        what: String,
    },
    /// The call was cancelled.
    Cancelled,
    /// Windrow broke its own rules.
    Bug {
        /// What to report.
        report: String,
    },
}

/// A message about a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// A stable name of the kind of message, such as `type-mismatch`.
    pub id: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// One sentence.
    pub message: String,
    /// The places it is about, the most important one first.
    pub labels: Vec<Label>,
    /// Reasons and ways out.
    pub notes: Vec<String>,
}

/// A place in a program with a few words about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// Where it begins.
    pub position: Position,
    /// The bytes of the file.
    pub range: std::ops::Range<usize>,
    /// What is to be said there; may be empty.
    pub text: String,
}

/// A place in a file of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    /// The name of the file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

impl Error {
    /// What went wrong.
    pub fn kind(&self) -> &ErrorKind {
        &self.0.kind
    }

    /// The place in the program, where there is one.
    pub fn position(&self) -> Option<&Position> {
        match &self.0.kind {
            ErrorKind::Source { diagnostics } => Some(&diagnostics.first()?.labels.first()?.position),
            ErrorKind::Failure { position, .. } => position.as_ref(),
            _ => None,
        }
    }

    /// The indices of the maps in which a check failed, or of the element that is wrong, outermost first; empty for everything else.
    pub fn row(&self) -> &[i64] {
        match &self.0.kind {
            ErrorKind::Failure { row, .. } | ErrorKind::Data { row, .. } => row,
            _ => &[],
        }
    }

    /// The error as text for a terminal: with the source, where it is one of the program.
    pub fn render(&self, color: bool) -> String {
        match self.0.text.split_once(':') {
            Some((head, rest)) if color && head.to_ascii_lowercase().starts_with("error") => {
                format!("\x1b[1;31m{head}\x1b[0m:{rest}")
            }
            _ => self.0.text.clone(),
        }
    }

    pub(crate) fn new(kind: ErrorKind, text: String) -> Error {
        Error(Box::new(Inner { kind, text }))
    }

    /// Values, names or options that are wrong.
    pub(crate) fn value(what: impl Into<String>) -> Error {
        let what = what.into();
        let text = format!("error: {what}");
        Error::new(ErrorKind::Value { what }, text)
    }

    /// Data from outside that cannot be taken.
    pub(crate) fn data(path: String, row: Vec<i64>, what: String) -> Error {
        let mut place = if path.is_empty() { "the array".to_string() } else { format!("field {path}") };
        if !row.is_empty() {
            let row: Vec<String> = row.iter().map(i64::to_string).collect();
            place = format!("row {} of {place}", row.join(", "));
        }
        let text = format!("error: {place}: {what}");
        Error::new(ErrorKind::Data { path, row, what }, text)
    }

    pub(crate) fn argument(entry: &str, parameter: &str, expected: &Type, found: &Type) -> Error {
        let text = format!("error: argument {parameter} of {entry} must be {expected}, but is {found}");
        let (entry, parameter) = (entry.to_string(), parameter.to_string());
        let (expected, found) = (Box::new(expected.clone()), Box::new(found.clone()));
        Error::new(ErrorKind::Argument { entry, parameter, expected, found }, text)
    }

    pub(crate) fn result(entry: &str, found: &Type) -> Error {
        let text =
            format!("error: the result of {entry} is {found}, which the type that was asked for is not");
        Error::new(ErrorKind::Result { entry: entry.to_string(), found: Box::new(found.clone()) }, text)
    }

    /// An error of the runtime outside of calls.
    pub(crate) fn runtime(error: rt::RunError) -> Error {
        Error::from_driver(driver::runtime_error(error), "")
    }

    /// An error of the compiler or of a call of `entry`.
    pub(crate) fn from_driver(error: driver::Error, entry: &str) -> Error {
        let text = error.to_string();
        let kind = match error {
            driver::Error::File { path, cause } => ErrorKind::Io { path, what: cause },
            driver::Error::Source { files, diagnostics } => {
                ErrorKind::Source { diagnostics: diagnostics.iter().map(|d| diagnostic(d, &files)).collect() }
            }
            driver::Error::Text { .. } | driver::Error::Use(_) | driver::Error::Value(_) => {
                ErrorKind::Value { what: text.trim_start_matches("error: ").to_string() }
            }
            driver::Error::Limit(what) => ErrorKind::Unsupported { what },
            driver::Error::Failure(failed) => {
                let place = |pos: &base::Pos| Position {
                    file: failed.files.get(usize::from(pos.file)).cloned().unwrap_or_default(),
                    line: pos.line,
                    column: pos.col,
                };
                let mut chain = failed.failure.loc.0.iter().map(place);
                ErrorKind::Failure {
                    message: failed.failure.message.clone(),
                    position: chain.next(),
                    calls: chain.collect(),
                    row: failed.failure.at.clone(),
                }
            }
            driver::Error::Argument(misfit) => match misfit.kind {
                ir::value::MisfitKind::Size { dimension, row, expected, found } => ErrorKind::Shape {
                    entry: entry.to_string(),
                    parameter: misfit.argument.unwrap_or_default(),
                    dimension,
                    row,
                    expected,
                    found,
                },
                ir::value::MisfitKind::Call
                | ir::value::MisfitKind::Type { .. }
                | ir::value::MisfitKind::Rows => ErrorKind::Value { what: misfit.text },
            },
            driver::Error::Missing { what, how } => ErrorKind::Missing { what, how },
            driver::Error::Memory { bytes } => ErrorKind::OutOfMemory { bytes },
            driver::Error::Device(what) => ErrorKind::Device { what },
            driver::Error::Cancelled => ErrorKind::Cancelled,
            driver::Error::Bug(report) => ErrorKind::Bug { report },
        };
        Error::new(kind, text)
    }
}

/// A message with positions as people count.
pub(crate) fn diagnostic(d: &base::diag::Diagnostic, files: &[SourceFile]) -> Diagnostic {
    let label = |label: &base::diag::Label| {
        let file = files.get(usize::from(label.span.file));
        let (name, text) = file.map_or(("", ""), |file| (&file.name, &file.text));
        let (lo, hi) = (label.span.lo as usize, label.span.hi as usize);
        let before = text.get(..lo).unwrap_or(text);
        let line = before.matches('\n').count() as u32 + 1;
        let column = before.rsplit('\n').next().map_or(0, |part| part.chars().count()) as u32 + 1;
        let position = Position { file: name.to_string(), line, column };
        Label { position, range: lo..hi, text: label.text.clone() }
    };
    Diagnostic {
        id: d.id,
        severity: d.severity,
        message: d.message.clone(),
        labels: d.labels.iter().map(label).collect(),
        notes: d.notes.clone(),
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.text.trim_start_matches("error: ").trim_start_matches("Error: "))
    }
}

impl std::error::Error for Error {}
