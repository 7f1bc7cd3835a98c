//! Decides which gaps break, and prints.

use super::WIDTH;
use super::doc::{Breaks, Doc, Gap, GapKind};
use super::trivia::Trivia;
use crate::lexer::Token;

/// What a soft gap does.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// It is a space.
    Flat,
    /// It is a line break.
    Break,
    /// It is a line break if the next part does not fit.
    Fill,
}

struct Printer<'a> {
    text: &'a str,
    tokens: &'a [Token],
    trivia: &'a Trivia,
    out: String,
    column: usize,
}

/// Prints a file. The comments behind the last token come last.
pub(super) fn print(doc: &Doc, text: &str, tokens: &[Token], trivia: &Trivia) -> String {
    let mut printer = Printer { text, tokens, trivia, out: String::new(), column: 0 };
    // What is left to print, the next thing last: indentation, what soft gaps of its group do, and the thing.
    let mut stack = vec![(0, Mode::Break, doc)];
    while let Some((indent, mode, doc)) = stack.pop() {
        match doc {
            Doc::Token(token) => printer.token(*token),
            Doc::Gap(gap) => {
                let broken = match gap.kind {
                    GapKind::Glue | GapKind::Space => false,
                    GapKind::Hard => true,
                    GapKind::Soft | GapKind::Fold => match mode {
                        Mode::Flat => false,
                        Mode::Break => true,
                        Mode::Fill => !printer.fits(1, &stack),
                    },
                };
                printer.gap(*gap, broken, indent);
            }
            Doc::Nest(by, docs) => stack.extend(docs.iter().rev().map(|d| (indent + by, mode, d))),
            Doc::Align(docs) => {
                let column = printer.column;
                stack.extend(docs.iter().rev().map(|d| (column, mode, d)));
            }
            Doc::Group(breaks, docs) => {
                let rest = stack.len();
                stack.extend(docs.iter().rev().map(|d| (indent, Mode::Flat, d)));
                let mode = match breaks {
                    Breaks::Always => Mode::Break,
                    Breaks::Each => Mode::Fill,
                    Breaks::Together if printer.fits(0, &stack) => Mode::Flat,
                    Breaks::Together => Mode::Break,
                };
                stack[rest..].iter_mut().for_each(|entry| entry.1 = mode);
            }
        }
    }
    let end = Gap { token: tokens.len() - 1, kind: GapKind::Hard, comments: 0 };
    printer.comments(end, 0);
    if !printer.out.is_empty() && !printer.out.ends_with('\n') {
        printer.out.push('\n');
    }
    printer.out
}

impl Printer<'_> {
    fn slice(&self, token: usize) -> &str {
        let span = self.tokens[token].span;
        &self.text[span.lo as usize..span.hi as usize]
    }
    fn push(&mut self, text: &str) {
        self.out.push_str(text);
        self.column += text.chars().count();
    }
    fn token(&mut self, token: usize) {
        let span = self.tokens[token].span;
        let text = self.text;
        self.push(&text[span.lo as usize..span.hi as usize]);
    }
    fn newline(&mut self, indent: usize) {
        self.out.push('\n');
        self.column = 0;
        self.push(&" ".repeat(indent));
    }
    fn gap(&mut self, gap: Gap, broken: bool, indent: usize) {
        let before = self.trivia.before(gap.token);
        let commented = self.comments(gap, indent);
        if !commented && !broken {
            if !matches!(gap.kind, GapKind::Glue | GapKind::Fold) {
                self.push(" ");
            }
            return;
        }
        // At the start of the file there is no line to end.
        if !self.out.is_empty() {
            let keep_blank = before.blank && matches!(gap.kind, GapKind::Hard | GapKind::Soft);
            self.trim();
            self.out.push_str(if keep_blank { "\n" } else { "" });
            self.newline(indent);
        }
    }
    /// The comments in front of a token. Says whether there are any; then a line break has to follow.
    fn comments(&mut self, gap: Gap, indent: usize) -> bool {
        let before = self.trivia.before(gap.token);
        for comment in &before.comments {
            let text = comment.text(self.text);
            if self.out.is_empty() {
                // The first line of the file needs no break in front.
            } else if comment.own_line {
                self.trim();
                self.out.push_str(if comment.blank { "\n" } else { "" });
                self.newline(indent + gap.comments);
            } else {
                self.push(" ");
            }
            self.push(text);
        }
        !before.comments.is_empty()
    }
    /// Takes spaces away from the end of the line.
    fn trim(&mut self) {
        self.out.truncate(self.out.trim_end_matches(' ').len());
    }

    /// Whether what is left fits on the line up to the next place where a line ends or may end.
    fn fits(&self, used: usize, stack: &[(usize, Mode, &Doc)]) -> bool {
        let Some(mut left) = WIDTH.checked_sub(self.column + used) else { return false };
        let mut outer = stack.iter().rev();
        let mut inner: Vec<(Mode, &Doc)> = vec![];
        while let Some((mode, doc)) = inner.pop().or_else(|| outer.next().map(|(_, mode, doc)| (*mode, *doc)))
        {
            let width = match doc {
                Doc::Token(token) => self.slice(*token).chars().count(),
                Doc::Gap(gap) => {
                    let commented = !self.trivia.before(gap.token).comments.is_empty();
                    match gap.kind {
                        _ if commented => return true,
                        GapKind::Hard => return true,
                        GapKind::Soft | GapKind::Fold if mode != Mode::Flat => return true,
                        GapKind::Glue | GapKind::Fold => 0,
                        GapKind::Space | GapKind::Soft => 1,
                    }
                }
                Doc::Nest(_, docs) | Doc::Align(docs) => {
                    inner.extend(docs.iter().rev().map(|d| (mode, d)));
                    0
                }
                Doc::Group(breaks, docs) => {
                    let mode = if *breaks == Breaks::Always { Mode::Break } else { Mode::Flat };
                    inner.extend(docs.iter().rev().map(|d| (mode, d)));
                    0
                }
            };
            match left.checked_sub(width) {
                Some(less) => left = less,
                None => return false,
            }
        }
        true
    }
}
