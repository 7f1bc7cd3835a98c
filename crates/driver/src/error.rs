//! Everything that can go wrong for a user, in words.

use base::diag::{Diagnostic, SourceFile, render};
use ir::value::Misfit;
use rt::{DeviceError, RunError};
use std::fmt;

/// Why a program was refused or a run has no result.
#[derive(Clone, PartialEq, Debug)]
pub enum Error {
    /// A file cannot be read.
    File {
        /// The file.
        path: String,
        /// What the system says.
        cause: String,
    },
    /// The program is wrong.
    Source {
        /// The files that labels point into.
        files: Vec<SourceFile>,
        /// What is wrong.
        diagnostics: Vec<Diagnostic>,
    },
    /// IR text is wrong.
    Text {
        /// The file.
        path: String,
        /// Position and cause.
        cause: String,
    },
    /// The program is right, but this backend cannot run it yet.
    Limit(String),
    /// A check of the program failed at run time.
    Failure(Box<Failed>),
    /// The arguments do not fit the entry point.
    Argument(Misfit),
    /// Values are wrong.
    Value(String),
    /// A device is missing.
    Missing {
        /// What is missing.
        what: String,
        /// How to get it.
        how: String,
    },
    /// There is not enough memory for so many bytes.
    Memory {
        /// How many were asked for.
        bytes: usize,
    },
    /// A device gave up.
    Device(String),
    /// The caller asked for the end of the run.
    Cancelled,
    /// An option of the command names nothing that is there.
    Use(String),
    /// The compiler broke its own rules.
    Bug(String),
}

/// A check that failed, and the files that its positions are in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failed {
    /// What failed where.
    pub failure: ir::Failure,
    /// The names of the files.
    pub files: Vec<String>,
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.failure.describe(&self.files))
    }
}

/// So many errors of a program are shown.
const MOST_SHOWN: usize = 20;

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::File { path, cause } => write!(f, "error: cannot read {path}: {cause}"),
            Error::Source { files, diagnostics } => {
                for (i, diagnostic) in diagnostics.iter().take(MOST_SHOWN).enumerate() {
                    if i > 0 {
                        writeln!(f)?;
                    }
                    f.write_str(&render(diagnostic, files))?;
                }
                match diagnostics.len().saturating_sub(MOST_SHOWN) {
                    0 => Ok(()),
                    more => write!(f, "\n\nthere are {more} more errors"),
                }
            }
            Error::Text { path, cause } => write!(f, "error: {path}:{cause}"),
            // As Futhark's runtime begins its messages, which tests match.
            Error::Failure(failed) => write!(f, "Error: {failed}"),
            Error::Argument(misfit) => write!(f, "error: {misfit}"),
            Error::Missing { what, how } => write!(f, "error: {what} is missing; {how}"),
            Error::Memory { bytes } => write!(f, "error: {}", DeviceError::OutOfMemory { bytes: *bytes }),
            Error::Cancelled => f.write_str("error: the run was cancelled"),
            Error::Limit(text) | Error::Value(text) | Error::Device(text) | Error::Use(text) => {
                write!(f, "error: {text}")
            }
            Error::Bug(text) => write!(f, "bug in windrow: {text}\nplease report it with the program"),
        }
    }
}

impl std::error::Error for Error {}

impl Error {
    /// The first line without its `error:`.
    pub fn line(&self) -> String {
        let text = self.to_string();
        text.lines().next().unwrap_or_default().trim_start_matches("error: ").to_string()
    }
}

/// A device that was not there or failed; `place` says which.
pub(crate) fn device_error(place: &str, error: DeviceError) -> Error {
    match error {
        DeviceError::Missing { what, how } => Error::Missing { what: format!("{place}{what}"), how },
        DeviceError::OutOfMemory { bytes } => Error::Memory { bytes },
        DeviceError::Lost { .. } | DeviceError::Build { .. } => Error::Device(format!("{place}{error}")),
    }
}

/// A run without results; `files` are those that positions are in.
pub(crate) fn run_error(error: RunError, files: &[String]) -> Error {
    match error {
        RunError::Failure(failure) => Error::Failure(Box::new(Failed { failure, files: files.to_vec() })),
        RunError::Device(e) => device_error("", e),
        RunError::Argument(misfit) => Error::Argument(misfit),
        RunError::Cancelled => Error::Cancelled,
        RunError::Broken(text) => Error::Bug(text),
    }
}

/// An error of the runtime outside of a program.
pub fn runtime_error(error: RunError) -> Error {
    run_error(error, &[])
}

/// Runs a part of the compiler. A panic in it is a bug, reported like any other error: never a crash of the caller.
pub fn guarded<T>(f: impl FnOnce() -> T) -> Result<T, Error> {
    // What is shared with `f` is not used again after a panic in it.
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(f)).map_err(|payload| {
        let text = payload
            .downcast_ref::<String>()
            .cloned()
            .or_else(|| payload.downcast_ref::<&str>().map(|s| s.to_string()))
            .unwrap_or_else(|| "a panic without a message".to_string());
        Error::Bug(text)
    })
}
