//! What stands for itself: names, literals, and what is in brackets.

use super::marks::Kind;
use super::{Parse, Parser};
use crate::ast::*;
use crate::lexer::Tok;
use base::diag::Span;
use std::rc::Rc;

impl Parser<'_> {
    pub(super) fn atom(&mut self) -> Parse<Exp> {
        let at = self.pos;
        let bracket = matches!(self.peek(), Tok::LParen | Tok::LBracket | Tok::LBrace);
        let e = self.plain_atom()?;
        if bracket {
            self.mark(Kind::Bracket, at);
        }
        Ok(e)
    }
    fn plain_atom(&mut self) -> Parse<Exp> {
        let start = self.span();
        let kind = match self.peek() {
            Tok::Ident => {
                self.advance();
                ExpKind::Var(self.slice(start).into())
            }
            Tok::Int | Tok::Float | Tok::True | Tok::False | Tok::Char => return self.literal(),
            Tok::Str => return self.string(),
            Tok::Hole => {
                self.advance();
                ExpKind::Hole
            }
            Tok::Constr => ExpKind::Constr(self.constructor(), vec![]),
            Tok::LParen => return self.nested(|p| p.paren()),
            Tok::LBracket => {
                let open = self.pos;
                let bar = self.comprehension_bar(open);
                self.advance();
                if let Some(bar) = bar {
                    return self.nested(|p| p.comprehension(open, bar));
                }
                self.no_binding(open)?;
                let elem = |p: &mut Self| p.or_skip(&[Tok::Comma, Tok::RBracket], |p| p.exp());
                let (elems, _) = self.list(Tok::RBracket, "`,` or `]`", elem)?;
                ExpKind::Array(elems)
            }
            Tok::LBrace => ExpKind::Record(self.fields(start, |p| {
                let span = p.span();
                let name = p.field_name()?;
                let e = if p.eat(Tok::Equals) {
                    p.or_skip(&[Tok::Comma, Tok::RBrace], |p| p.exp())?
                } else {
                    p.make(span, ExpKind::Var(name.clone()))
                };
                Ok((name, e))
            })?),
            _ => return Err(self.unexpected("an expression")),
        };
        Ok(self.make(start.to(self.last_span()), kind))
    }

    /// What can stand in parentheses: a tuple, an operator, a section, an expression.
    pub(super) fn paren(&mut self) -> Parse<Exp> {
        let open = self.pos;
        let start = self.advance();
        if self.peek() == Tok::Dot {
            return self.projection_section(start);
        }
        let minus = self.is_op("-") || self.is_op("!");
        let length = self.infix().map(|(length, ..)| length).or_else(|| self.is_op("!").then_some(1));
        if let Some(length) = length
            && (self.peek_at(length) == Tok::RParen || !minus)
        {
            let op = self.operator(length);
            if self.eat(Tok::RParen) {
                return Ok(op);
            }
            let arg = self.exp()?;
            let end = self.closing(Tok::RParen, "`)`", open)?;
            return Ok(self.make(start.to(end), ExpKind::SectionRight(Box::new(op), Box::new(arg))));
        }
        let mut elems = vec![];
        let mut commas = 0;
        while self.peek() != Tok::RParen {
            elems.push(self.or_skip(&[Tok::Comma, Tok::RParen], |p| p.exp())?);
            if let Some((length, ..)) = self.infix()
                && self.peek_at(length) == Tok::RParen
                && elems.len() == 1
            {
                let op = self.operator(length);
                let end = self.advance();
                let arg = elems.remove(0);
                return Ok(self.make(start.to(end), ExpKind::Apply(Box::new(op), Box::new(arg))));
            }
            if !self.eat(Tok::Comma) {
                break;
            }
            commas += 1;
        }
        let end = self.closing(Tok::RParen, "`,` or `)`", open)?;
        if elems.len() == 1 && commas == 0 {
            return Ok(elems.remove(0));
        }
        let fields = elems.into_iter().enumerate().map(|(i, e)| (field(i), e)).collect();
        Ok(self.make(start.to(end), ExpKind::Record(fields)))
    }

    /// `(.field[i].field)`: the function that projects.
    fn projection_section(&mut self, start: Span) -> Parse<Exp> {
        let param: Name = "it".into();
        let mut body = self.make(start, ExpKind::Var(param.clone()));
        while self.peek() != Tok::RParen {
            self.eat(Tok::Dot);
            let at = self.pos;
            if self.eat(Tok::LBracket) {
                let dims = self.dims()?;
                self.mark(Kind::Index, at);
                body = self.make(start.to(self.last_span()), ExpKind::Index(Box::new(body), dims));
                continue;
            }
            for field in self.field_names()? {
                body = self.make(start.to(self.last_span()), ExpKind::Project(Box::new(body), field));
            }
        }
        let end = self.expect(Tok::RParen, "`)`")?;
        let params = vec![Pat { kind: PatKind::Name(param), span: start }];
        Ok(self.make(start.to(end), ExpKind::Lambda(Rc::new(Lambda { params, ret: None, body }))))
    }
}
