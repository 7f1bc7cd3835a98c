//! Going on after an error, so that one look shows several, and messages about what is not there.

use super::{Parse, Parser};
use crate::ast::{Exp, ExpKind};
use crate::lexer::Tok;
use base::diag::{Diagnostic, Span};

/// Nobody reads more errors.
pub(super) const MAX_ERRORS: usize = 100;

impl Parser<'_> {
    /// What may stop inside: after an error everything up to one of `until` that is not in brackets is skipped, and a hole takes
    /// its place. Where none follows in this declaration the error is passed on.
    pub(super) fn or_skip(&mut self, until: &[Tok], f: impl FnOnce(&mut Self) -> Parse<Exp>) -> Parse<Exp> {
        let (depth, start) = (self.depth, self.span());
        let error = match f(self) {
            Ok(e) => return Ok(e),
            Err(error) => error,
        };
        self.depth = depth;
        // What nests too deeply would be met again and again.
        if error.id == "too-deep" || self.errors.len() >= MAX_ERRORS || !self.skip_to(until) {
            return Err(error);
        }
        self.errors.push(error);
        Ok(self.make(start, ExpKind::Hole))
    }
    /// Skips to one of these tokens outside of brackets; says whether there is one before the declaration ends.
    fn skip_to(&mut self, until: &[Tok]) -> bool {
        let mut open = 0;
        let mut at = self.pos;
        loop {
            let tok = self.tokens[at].tok;
            if open == 0 && until.contains(&tok) {
                self.pos = at;
                return true;
            }
            match tok {
                Tok::End | Tok::Def | Tok::Entry | Tok::Module | Tok::Import | Tok::Local => return false,
                Tok::LParen | Tok::LBracket | Tok::LBrace | Tok::Attribute => open += 1,
                Tok::RParen | Tok::RBracket | Tok::RBrace if open == 0 => return false,
                Tok::RParen | Tok::RBracket | Tok::RBrace => open -= 1,
                _ => {}
            }
            at += 1;
        }
    }
    /// Skips to what looks like the next declaration of the same module, or its end.
    pub(super) fn skip_dec(&mut self) {
        let mut open = 0;
        loop {
            match self.peek() {
                Tok::End => return,
                Tok::Def | Tok::Entry | Tok::Type | Tok::TypeLifted | Tok::Val | Tok::Module if open == 0 => {
                    return;
                }
                Tok::LBrace => open += 1,
                Tok::RBrace if open == 0 => return,
                Tok::RBrace => open -= 1,
                _ => {}
            }
            self.advance();
        }
    }

    /// A character that the language does not have, or a literal that does not end.
    pub(super) fn lexical(&self, span: Span) -> Diagnostic {
        let text = self.slice(span);
        let error = |message: String, label: &str| Diagnostic::error("syntax", message).label(span, label);
        match text.chars().next() {
            Some('"') => error("this string does not end on its line".into(), "it begins here"),
            Some('\'') => error("this is no character".into(), "it begins here")
                .note("a character is written 'a', a type parameter 'a or '~a"),
            Some('$') => error("`$` is not part of the language".into(), "here")
                .note("to apply a function to all that follows write <|"),
            Some(';') => error("`;` is not part of the language".into(), "here")
                .note("bindings follow each other without a sign: let x = 1 let y = 2 in x + y"),
            _ => error(format!("`{}` is not part of the language", text.escape_debug()), "here"),
        }
    }

    /// A `let` whose value goes on to where `in` should be: often the `in` was forgotten in front of a line below the `let`.
    pub(super) fn missing_in(&self, keyword: usize) -> Diagnostic {
        let column = |token: usize| {
            let lo = self.tokens[token].span.lo as usize;
            lo - self.text[..lo].rfind('\n').map_or(0, |at| at + 1)
        };
        let starts_line = |token: usize| {
            let (from, to) = (self.tokens[token - 1].span.hi as usize, self.tokens[token].span.lo as usize);
            self.text[from..to].contains('\n')
        };
        let below = (keyword + 1..self.pos.min(self.tokens.len()))
            .find(|t| starts_line(*t) && column(*t) <= column(keyword));
        let start = self.tokens[keyword].span;
        let error = Diagnostic::error("syntax", "this `let` has no `in`");
        match below {
            Some(token) => error
                .label(self.tokens[token].span, "expected `in` in front of this")
                .label(start, "the binding begins here"),
            None => {
                let mut error =
                    error.label(self.span(), "expected `in`").label(start, "the binding begins here");
                error.notes.extend(self.usual_mistake());
                error
            }
        }
    }
}
