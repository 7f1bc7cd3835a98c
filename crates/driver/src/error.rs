//! Everything that can go wrong for a user, in words.

use base::diag::{Diagnostic, SourceFile, render};
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
    /// A check of the program failed at run time; rendered with position and calls.
    Failure(String),
    /// Arguments or values are wrong.
    Value(String),
    /// A device is missing or gave up.
    Device(String),
    /// An option of the command names nothing that is there.
    Use(String),
    /// The compiler broke its own rules.
    Bug(String),
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
            Error::Failure(text) => write!(f, "Error: {text}"),
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
