//! Operators: how tightly they bind, and what they are applied to.

use super::marks::Kind;
use super::{Parse, Parser};
use crate::ast::*;
use crate::lexer::Tok;
use base::diag::Span;

/// How tightly an operator binds, and whether to the right. The first characters decide, as in Futhark.
fn precedence(op: &str) -> Option<(u8, bool)> {
    let left = |level| Some((level, false));
    match op {
        "!" => return None,
        "=" => return left(5),
        _ => {}
    }
    let starts = |s: &str| op.starts_with(s);
    if starts("|>") {
        left(1)
    } else if starts("<|") {
        Some((2, true))
    } else if starts("||") {
        left(3)
    } else if starts("&&") {
        left(4)
    } else if starts("**") {
        left(10)
    } else if starts("<<") || starts(">>") {
        left(7)
    } else if starts("<") || starts(">") || starts("=") || starts("!") {
        left(5)
    } else if starts("&") || starts("^") || starts("|") {
        left(6)
    } else if starts("+") || starts("-") {
        left(8)
    } else {
        left(9)
    }
}

impl Parser<'_> {
    /// Operators that bind at least as tightly as `level`.
    pub(super) fn binary(&mut self, level: u8) -> Parse<Exp> {
        let at = self.pos;
        let mut left = self.application()?;
        loop {
            let Some((length, own, to_right)) = self.infix() else { return Ok(left) };
            // `(x -)` is a section; the caller sees to it.
            if own < level || self.peek_at(length) == Tok::RParen {
                return Ok(left);
            }
            let op = self.operator(length);
            let next = own + !to_right as u8;
            let right = self.nested(|p| p.binary(next))?;
            self.mark(Kind::Binary(own), at);
            let span = self.span_from(at);
            left = self.operation(op, left, right, span);
        }
    }
    /// Whether an infix operator follows: how many tokens it has, how tightly it binds, and whether to the right.
    pub(super) fn infix(&self) -> Option<(usize, u8, bool)> {
        if self.stops.contains(&self.pos) {
            return None;
        }
        match self.peek() {
            Tok::Op => precedence(self.slice(self.span())).map(|(level, right)| (1, level, right)),
            Tok::Backtick => {
                let mut length = 1;
                while matches!(self.peek_at(length), Tok::Ident | Tok::Dot) {
                    length += 1;
                }
                let closed = length > 1 && self.peek_at(length) == Tok::Backtick;
                closed.then_some((length + 1, 0, false))
            }
            Tok::Ident => {
                let length = self.qualified_operator()?;
                let op = self.tokens[self.pos + length - 1].span;
                precedence(self.slice(op)).map(|(level, right)| (length, level, right))
            }
            _ => None,
        }
    }
    /// The number of tokens of `m.+`.
    pub(super) fn qualified_operator(&self) -> Option<usize> {
        let mut at = 0;
        while self.peek_at(at) == Tok::Ident && self.peek_at(at + 1) == Tok::Dot {
            at += 2;
        }
        let touches = |i: usize| {
            let tokens = &self.tokens;
            tokens.get(self.pos + i).is_some_and(|t| t.span.lo == tokens[self.pos + i - 1].span.hi)
        };
        (at > 0 && self.peek_at(at) == Tok::Op && (1..=at).all(touches)).then_some(at + 1)
    }
    /// The operator that [`Parser::infix`] saw, as an expression.
    pub(super) fn operator(&mut self, length: usize) -> Exp {
        let at = self.pos;
        let ticks = self.eat(Tok::Backtick);
        let names = if ticks { length - 2 } else { length };
        let mut exp: Option<Exp> = None;
        for _ in 0..names {
            let span = self.advance();
            if self.tokens[self.pos - 1].tok == Tok::Dot {
                continue;
            }
            let name: Name = self.slice(span).into();
            exp = Some(match exp {
                None => self.make(span, ExpKind::Var(name)),
                Some(m) => {
                    let span = m.span.to(span);
                    self.make(span, ExpKind::Project(Box::new(m), name))
                }
            });
        }
        if ticks {
            self.advance();
        }
        self.mark(Kind::Ticks, at);
        exp.unwrap_or_else(|| base::bug!("parse", "an operator without a name"))
    }
    fn operation(&mut self, op: Exp, left: Exp, right: Exp, span: Span) -> Exp {
        let logic = match &op.kind {
            ExpKind::Var(name) if &**name == "&&" => Logic::And,
            ExpKind::Var(name) if &**name == "||" => Logic::Or,
            _ => {
                let part = self.make(span, ExpKind::Apply(Box::new(op), Box::new(left)));
                return self.make(span, ExpKind::Apply(Box::new(part), Box::new(right)));
            }
        };
        self.make(span, ExpKind::Logic(logic, Box::new(left), Box::new(right)))
    }
}
