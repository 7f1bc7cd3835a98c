//! Notes on syntax errors: what other languages write, and brackets that are still open.

use super::{Parse, Parser};
use crate::lexer::Tok;
use base::diag::{Diagnostic, Span};

/// A suggestion that is longer than this is not readable.
const MAX_SUGGESTION: usize = 80;

impl Parser<'_> {
    /// The closing bracket for the one at `open`.
    pub(super) fn closing(&mut self, close: Tok, wanted: &str, open: usize) -> Parse<Span> {
        if self.peek() == close {
            return Ok(self.advance());
        }
        let error = self.unexpected(wanted);
        // Something inside is at fault, not the bracket.
        if self.peek() == Tok::Error || self.usual_mistake().is_some() {
            return Err(error);
        }
        Err(self.still_open(error, open))
    }
    /// An error with the bracket at `open`, which is not closed.
    pub(super) fn still_open(&self, error: Diagnostic, open: usize) -> Diagnostic {
        let span = self.tokens[open].span;
        error.label(span, format!("this `{}` is still open", self.slice(span)))
    }

    /// What was probably meant by a token that cannot follow the expression before it.
    pub(super) fn usual_mistake(&self) -> Option<String> {
        if self.ended.end != self.pos || self.ended.is_empty() {
            return None;
        }
        match self.peek() {
            Tok::Equals if self.names_a_line() => Some("a definition begins with `def`".into()),
            Tok::Equals => Some("`=` gives a value a name; `==` compares".into()),
            Tok::Arrow => Some(self.as_lambda()),
            Tok::For if self.in_bracket() => Some(self.as_comprehension()),
            _ => None,
        }
    }
    /// Whether the line of this token begins, without spaces, with a name.
    fn names_a_line(&self) -> bool {
        let lo = self.span().lo as usize;
        let line = &self.text[self.text[..lo].rfind('\n').map_or(0, |at| at + 1)..lo];
        line.starts_with(|c: char| c.is_alphabetic() || c == '_')
            && self.tokens[..self.pos]
                .iter()
                .rfind(|t| t.span.lo as usize + line.len() == lo)
                .is_some_and(|t| t.tok == Tok::Ident)
    }
    /// `x -> e`, as it is written.
    fn as_lambda(&self) -> String {
        let mut params = self.ended.clone();
        if params.len() > 1
            && matches!(self.slice(self.tokens[params.start].span), "fun" | "fn" | "func" | "lambda")
        {
            params.start += 1;
        }
        let tokens = &self.tokens[params.clone()];
        let one = tokens.len() == 1 && tokens[0].tok == Tok::Ident;
        let tuple = tokens[0].tok == Tok::LParen
            && tokens[tokens.len() - 1].tok == Tok::RParen
            && tokens.iter().all(|t| matches!(t.tok, Tok::Ident | Tok::Comma | Tok::LParen | Tok::RParen));
        if one || tuple {
            format!(
                "a function begins with a backslash: `\\{} -> ..`",
                self.text_of(params.start, params.end)
            )
        } else {
            "a function begins with a backslash, as in `\\x -> x + 1`".into()
        }
    }
    /// `[e for x in xs if p]`, as it is written.
    fn as_comprehension(&self) -> String {
        let stop = |from: usize, stops: &[Tok]| {
            let mut depth = 0;
            self.tokens[from..].iter().position(|t| {
                let found = depth == 0 && (stops.contains(&t.tok) || t.tok == Tok::End);
                match t.tok {
                    Tok::LParen | Tok::LBracket | Tok::LBrace => depth += 1,
                    Tok::RParen | Tok::RBracket | Tok::RBrace => depth -= 1,
                    _ => {}
                }
                found || depth < 0
            })
        };
        let written = || {
            let binding = self.pos + 1;
            let source = binding + stop(binding, &[Tok::In])? + 1;
            let end = source + stop(source, &[Tok::If, Tok::RBracket])?;
            let head = self.text_of(self.ended.start, self.ended.end);
            let (pat, over) = (self.text_of(binding, source - 1), self.text_of(source, end));
            if pat.is_empty() || over.is_empty() {
                return None;
            }
            let filter = match self.tokens[end].tok {
                Tok::If => {
                    let close = end + stop(end, &[Tok::RBracket])?;
                    format!(", {}", self.text_of(end + 1, close))
                }
                _ => String::new(),
            };
            let text = format!("[{head} | {pat} <- {over}{filter}]");
            (text.len() <= MAX_SUGGESTION && !text.contains('\n')).then_some(text)
        };
        let text = written().unwrap_or_else(|| "[f x | x <- xs]".into());
        format!("a comprehension is written `{text}`")
    }
    /// Whether the innermost bracket around the expression before this token is a square one.
    fn in_bracket(&self) -> bool {
        let mut depth = 0;
        for token in self.tokens[..self.ended.start].iter().rev() {
            match token.tok {
                Tok::RParen | Tok::RBracket | Tok::RBrace => depth += 1,
                Tok::LBracket if depth == 0 => return true,
                Tok::LParen | Tok::LBrace if depth == 0 => return false,
                Tok::LParen | Tok::LBracket | Tok::LBrace => depth -= 1,
                Tok::Def | Tok::Entry => return false,
                _ => {}
            }
        }
        false
    }
    /// The text of some tokens.
    fn text_of(&self, from: usize, to: usize) -> &str {
        if from >= to { "" } else { self.slice(self.tokens[from].span.to(self.tokens[to - 1].span)) }
    }
}
