//! Patterns.

use super::list::Parens;
use super::marks::Kind;
use super::{Parse, Parser};
use crate::ast::{Exp, ExpKind, Pat, PatKind, Unary};
use crate::lexer::Tok;

impl Parser<'_> {
    /// A pattern that may have arguments and end in `: t`.
    pub(super) fn pat(&mut self) -> Parse<Pat> {
        self.skip_attributes()?;
        let at = self.pos;
        let pat = if self.peek() == Tok::Constr {
            let start = self.span();
            let name = self.constructor();
            let mut args = vec![];
            while self.starts_pat() {
                args.push(self.pat_atom()?);
            }
            if !args.is_empty() {
                self.mark(Kind::Plain, at);
            }
            let id = self.fresh_id();
            Pat { kind: PatKind::Constr(name, args, id), span: start.to(self.last_span()) }
        } else {
            self.pat_atom()?
        };
        if !self.eat(Tok::Colon) {
            return Ok(pat);
        }
        let ty = self.type_exp()?;
        self.mark(Kind::Plain, at);
        let span = pat.span.to(ty.span);
        Ok(Pat { kind: PatKind::Typed(Box::new(pat), ty), span })
    }
    fn starts_pat(&self) -> bool {
        matches!(
            self.peek(),
            Tok::Ident
                | Tok::LParen
                | Tok::LBrace
                | Tok::Int
                | Tok::Float
                | Tok::True
                | Tok::False
                | Tok::Char
                | Tok::Constr
                | Tok::Attribute
        ) || self.is_op("-")
    }

    pub(super) fn pat_atom(&mut self) -> Parse<Pat> {
        let at = self.pos;
        let bracket = matches!(self.peek(), Tok::LParen | Tok::LBrace);
        let pat = self.unmarked_pat_atom()?;
        if bracket {
            self.mark(Kind::Bracket, at);
        }
        Ok(pat)
    }
    fn unmarked_pat_atom(&mut self) -> Parse<Pat> {
        self.nested(|p| {
            p.skip_attributes()?;
            let start = p.span();
            let kind = match p.peek() {
                Tok::Ident => {
                    let (name, _) = p.name("a name")?;
                    if &*name == "_" { PatKind::Wild } else { PatKind::Name(name) }
                }
                Tok::LParen if p.peek_at(1) == Tok::Op && p.peek_at(2) == Tok::RParen => {
                    p.advance();
                    let op = p.advance();
                    p.advance();
                    PatKind::Name(p.slice(op).into())
                }
                Tok::LParen => match p.parens(|p| p.pat())? {
                    Parens::One(pat) => return Ok(pat),
                    Parens::Tuple(fields) => PatKind::Record(fields),
                },
                Tok::LBrace => PatKind::Record(p.fields(start, |p| {
                    let span = p.span();
                    let name = p.field_name()?;
                    let kind = PatKind::Name(name.clone());
                    let pat = if p.eat(Tok::Equals) { p.pat()? } else { Pat { kind, span } };
                    Ok((name, pat))
                })?),
                Tok::Constr => {
                    let name = p.constructor();
                    PatKind::Constr(name, vec![], p.fresh_id())
                }
                Tok::Int | Tok::Float | Tok::True | Tok::False | Tok::Char => {
                    PatKind::Literal(Box::new(p.literal()?))
                }
                Tok::Op if p.is_op("-") => {
                    let at = p.pos;
                    p.advance();
                    let e = p.literal()?;
                    p.mark(Kind::Unary, at);
                    let span = start.to(e.span);
                    let id = p.fresh_id();
                    let kind = ExpKind::Unary(Unary::Neg, Box::new(e));
                    PatKind::Literal(Box::new(Exp { id, span, kind, attrs: None }))
                }
                _ => return Err(p.unexpected("a pattern")),
            };
            Ok(Pat { kind, span: start.to(p.last_span()) })
        })
    }
}
