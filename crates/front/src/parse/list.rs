//! Lists with commas, which expressions, patterns and types have in common.

use super::{Parse, Parser};
use crate::ast::{Name, field};
use crate::lexer::Tok;
use base::diag::{Diagnostic, Span};

/// What stands in parentheses.
pub(super) enum Parens<T> {
    /// One thing without a comma: the thing itself.
    One(T),
    /// A tuple, as the fields of a record.
    Tuple(Vec<(Name, T)>),
}

impl Parser<'_> {
    /// Things with commas between them and the closing token, from behind the opening one on; a comma may stand behind the last.
    /// Also says whether there is a comma.
    pub(super) fn list<T>(
        &mut self,
        close: Tok,
        wanted: &str,
        mut item: impl FnMut(&mut Self) -> Parse<T>,
    ) -> Parse<(Vec<T>, bool)> {
        let open = self.pos - 1;
        let (mut items, mut comma) = (vec![], false);
        while self.peek() != close {
            items.push(item(self)?);
            if !self.eat(Tok::Comma) {
                break;
            }
            comma = true;
        }
        self.closing(close, wanted, open)?;
        Ok((items, comma))
    }
    /// `(a, b)`, from the parenthesis on.
    pub(super) fn parens<T>(&mut self, item: impl FnMut(&mut Self) -> Parse<T>) -> Parse<Parens<T>> {
        self.advance();
        let (mut items, comma) = self.list(Tok::RParen, "`,` or `)`", item)?;
        if items.len() == 1
            && !comma
            && let Some(one) = items.pop()
        {
            return Ok(Parens::One(one));
        }
        Ok(Parens::Tuple(items.into_iter().enumerate().map(|(i, item)| (field(i), item)).collect()))
    }
    /// `{a, b}`, from the brace on: fields in the order of their names, which differ.
    pub(super) fn fields<T>(
        &mut self,
        start: Span,
        item: impl FnMut(&mut Self) -> Parse<(Name, T)>,
    ) -> Parse<Vec<(Name, T)>> {
        self.advance();
        let (fields, _) = self.list(Tok::RBrace, "`,` or `}`", item)?;
        self.in_order(fields, "field ", start)
    }
    /// Fields or constructors in the order of their names: the order of types.
    pub(super) fn in_order<T>(
        &self,
        mut named: Vec<(Name, T)>,
        kind: &str,
        span: Span,
    ) -> Parse<Vec<(Name, T)>> {
        // Numbers as numbers: `{0 = a, 1 = b, .., 10 = k}` is a tuple.
        named.sort_by(|a, b| match (a.0.parse::<u64>(), b.0.parse::<u64>()) {
            (Ok(x), Ok(y)) => x.cmp(&y),
            _ => a.0.cmp(&b.0),
        });
        match named.windows(2).find(|w| w[0].0 == w[1].0) {
            None => Ok(named),
            Some(twice) => {
                let message = format!("the {kind}{} occurs twice", twice[0].0);
                Err(Diagnostic::error("duplicate-name", message).label(span, "here"))
            }
        }
    }
}
