//! Names without meaning: unknown ones, those that are declared further down, and those whose declaration has an error.

use super::Elab;
use super::names::Names;
use super::scope::Kind;
use crate::ast::Name;
use base::diag::{Diagnostic, Span};

/// The id of an error that only follows from one that was reported. It stops what needs the name and is not shown.
const CONSEQUENCE: &str = "consequence";

/// An error that is not shown.
pub(super) fn consequence() -> Diagnostic {
    Diagnostic::error(CONSEQUENCE, "a name that it needs has an error")
}

/// Whether an error is not to be shown.
pub(super) fn is_consequence(error: &Diagnostic) -> bool {
    error.id == CONSEQUENCE
}

impl Elab<'_> {
    /// The error for a module that is not there.
    pub(super) fn unknown_module(&self, names: &Names, path: &[Name], span: Span) -> Diagnostic {
        let message = format!("unknown module {}", path.join("."));
        let error = Diagnostic::error("unknown-module", message).label(span, "not defined here");
        self.unknown(names, Kind::Module, path, span, error)
    }
    /// The error for a path without meaning at `span`: `otherwise`, if nothing more is known.
    pub(super) fn unknown(
        &self,
        names: &Names,
        kind: Kind,
        path: &[Name],
        span: Span,
        otherwise: Diagnostic,
    ) -> Diagnostic {
        self.why_unknown(names, kind, path, span).unwrap_or(otherwise)
    }
    /// Why a path has no meaning at `span`, if its first name is declared at all.
    pub(super) fn why_unknown(
        &self,
        names: &Names,
        kind: Kind,
        path: &[Name],
        span: Span,
    ) -> Option<Diagnostic> {
        if names.lost(kind, path) {
            return Some(consequence());
        }
        let (first, rest) = path.split_first()?;
        let kind = if rest.is_empty() { kind } else { Kind::Module };
        let declared = self.declared.iter().rev().find_map(|names| names.get(&(kind, first.clone())))?;
        if declared.file != span.file || declared.lo < span.lo {
            return None;
        }
        let message = format!("the {} {first} is used before it is defined", kind.word());
        let error = Diagnostic::error("use-before-definition", message);
        let error = error.label(span, "used here").label(*declared, "defined here");
        Some(error.note("a declaration sees only those above it: move this one up, or the use down"))
    }
}
