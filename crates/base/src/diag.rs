//! Diagnostics as plain data, and their one renderer.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use std::ops::Range;

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Severity {
    /// The program is refused.
    Error,
    /// The program is accepted.
    Warning,
}

/// A span of bytes in one of the program's files.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Span {
    /// Index into the list of files.
    pub file: u16,
    /// First byte.
    pub lo: u32,
    /// Past the last byte.
    pub hi: u32,
}

impl Span {
    /// The smallest span that covers both.
    pub fn to(self, other: Span) -> Span {
        Span { file: self.file, lo: self.lo.min(other.lo), hi: self.hi.max(other.hi) }
    }
    fn range(self, len: usize) -> Range<usize> {
        let lo = (self.lo as usize).min(len);
        lo..(self.hi as usize).clamp(lo, len)
    }
}

/// A piece of source with a few words about it. The first label of a diagnostic is the primary one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// Where.
    pub span: Span,
    /// What is to be said there; may be empty.
    pub text: String,
}

/// A message about the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// Stable id, such as `type-mismatch`.
    pub id: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// One clear sentence.
    pub message: String,
    /// Source it is about.
    pub labels: Vec<Label>,
    /// Reasons and ways out.
    pub notes: Vec<String>,
}

impl Diagnostic {
    /// An error.
    pub fn error(id: &'static str, message: impl Into<String>) -> Diagnostic {
        Diagnostic { id, severity: Severity::Error, message: message.into(), labels: vec![], notes: vec![] }
    }
    /// Something that is probably not meant.
    pub fn warning(id: &'static str, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(id, message) }
    }
    /// Adds a label.
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.labels.push(Label { span, text: text.into() });
        self
    }
    /// Adds a note.
    pub fn note(mut self, text: impl Into<String>) -> Diagnostic {
        self.notes.push(text.into());
        self
    }
}

/// A source file: the name to show and the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceFile {
    /// Name to show.
    pub name: String,
    /// The text.
    pub text: String,
}

/// Renders a diagnostic as plain text for a terminal.
pub fn render(diagnostic: &Diagnostic, files: &[SourceFile]) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let title = level.primary_title(diagnostic.message.as_str()).id(diagnostic.id);
    let mut group = Group::with_title(title);
    let mut labels: Vec<(usize, &Label)> = diagnostic.labels.iter().enumerate().collect();
    labels.sort_by_key(|(i, l)| (l.span.file, *i));
    for of_file in labels.chunk_by(|a, b| a.1.span.file == b.1.span.file) {
        let Some(file) = files.get(of_file[0].1.span.file as usize) else { continue };
        let mut snippet = Snippet::source(file.text.as_str()).path(file.name.as_str());
        for (i, label) in of_file {
            let kind = if *i == 0 { AnnotationKind::Primary } else { AnnotationKind::Context };
            snippet =
                snippet.annotation(kind.span(label.span.range(file.text.len())).label(label.text.as_str()));
        }
        group = group.element(snippet);
    }
    for note in &diagnostic.notes {
        group = group.element(Level::NOTE.message(note.as_str()));
    }
    Renderer::plain().render(&[group])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rendered_diagnostic_shows_id_source_and_note() {
        let files = [SourceFile { name: "a.fut".into(), text: "def x = y\n".into() }];
        let d = Diagnostic::error("unknown-name", "unknown name y")
            .label(Span { file: 0, lo: 8, hi: 9 }, "not defined here")
            .note("names are defined with def");
        let text = render(&d, &files);
        for part in ["unknown-name", "unknown name y", "a.fut:1:9", "not defined here", "names are defined"] {
            assert!(text.contains(part), "{part} missing in\n{text}");
        }
    }
}
