//! Types as they are written.

use super::list::Parens;
use super::marks::Kind;
use super::{Parse, Parser};
use crate::ast::{SizeExp, TypeArg, TypeExp, TypeKind};
use crate::lexer::Tok;

impl Parser<'_> {
    pub(super) fn type_exp(&mut self) -> Parse<TypeExp> {
        self.nested(|p| {
            let at = p.pos;
            // `(x: t) -> u` names the argument.
            if p.peek() == Tok::LParen && p.peek_at(1) == Tok::Ident && p.peek_at(2) == Tok::Colon {
                let start = p.advance();
                let (name, _) = p.name("a name")?;
                p.advance();
                let from = p.type_exp()?;
                p.expect(Tok::RParen, "`)`")?;
                p.mark(Kind::Bracket, at);
                p.expect(Tok::Arrow, "`->`")?;
                let to = p.type_exp()?;
                p.mark(Kind::Arrow, at);
                let span = start.to(to.span);
                return Ok(TypeExp { kind: TypeKind::Fun(Some(name), Box::new(from), Box::new(to)), span });
            }
            let from = p.type_app()?;
            if !p.eat(Tok::Arrow) {
                return Ok(from);
            }
            let to = p.type_exp()?;
            p.mark(Kind::Arrow, at);
            let span = from.span.to(to.span);
            Ok(TypeExp { kind: TypeKind::Fun(None, Box::new(from), Box::new(to)), span })
        })
    }

    /// A type without arrow; a name may have arguments.
    pub(super) fn type_app(&mut self) -> Parse<TypeExp> {
        let at = self.pos;
        if self.peek() == Tok::Constr {
            return self.sum_type();
        }
        // `[n]t a` is an array of `t a`; as an argument an array type needs parentheses.
        if self.peek() == Tok::LBracket {
            let start = self.advance();
            let size = self.size()?;
            let elem = self.nested(|p| p.type_app())?;
            self.mark(Kind::Tight, at);
            let span = start.to(elem.span);
            return Ok(TypeExp { kind: TypeKind::Array(size, Box::new(elem)), span });
        }
        let mut ty = self.type_atom()?;
        if let TypeKind::Name(_, args) = &mut ty.kind {
            loop {
                match self.peek() {
                    Tok::LBracket => {
                        let at = self.pos;
                        self.advance();
                        args.push(TypeArg::Size(self.size()?));
                        self.mark(Kind::Bracket, at);
                    }
                    Tok::Ident | Tok::LParen | Tok::LBrace => {
                        args.push(TypeArg::Type(self.type_atom()?));
                    }
                    _ => break,
                }
            }
            if !args.is_empty() {
                self.mark(Kind::Plain, at);
            }
        }
        ty.span = ty.span.to(self.last_span());
        Ok(ty)
    }
    /// `#a t u | #b`.
    fn sum_type(&mut self) -> Parse<TypeExp> {
        let at = self.pos;
        let start = self.span();
        let mut constructors = vec![];
        loop {
            if self.peek() != Tok::Constr {
                return Err(self.unexpected("a constructor"));
            }
            let name = self.constructor();
            let mut payload = vec![];
            while matches!(self.peek(), Tok::Ident | Tok::LParen | Tok::LBrace | Tok::LBracket)
                || self.is_op("*")
            {
                payload.push(self.type_atom()?);
            }
            constructors.push((name, payload));
            if !self.is_op("|") {
                break;
            }
            self.advance();
        }
        self.mark(Kind::Sum, at);
        let span = start.to(self.last_span());
        let constructors = self.in_order(constructors, "constructor #", span)?;
        Ok(TypeExp { kind: TypeKind::Sum(constructors), span })
    }
    /// A size and its closing bracket, from behind the opening one on.
    fn size(&mut self) -> Parse<SizeExp> {
        let open = self.pos - 1;
        let size = match self.peek() {
            Tok::RBracket => SizeExp::Anon,
            Tok::Question => {
                self.advance();
                SizeExp::Any
            }
            _ => SizeExp::Exp(Box::new(self.exp()?)),
        };
        self.closing(Tok::RBracket, "`]`", open)?;
        Ok(size)
    }

    fn type_atom(&mut self) -> Parse<TypeExp> {
        let at = self.pos;
        let kind = match self.peek() {
            Tok::LParen | Tok::LBrace => Some(Kind::Bracket),
            Tok::Op | Tok::LBracket | Tok::Question => Some(Kind::Tight),
            _ => None,
        };
        let ty = self.unmarked_type_atom()?;
        if let Some(kind) = kind {
            self.mark(kind, at);
        }
        Ok(ty)
    }
    fn unmarked_type_atom(&mut self) -> Parse<TypeExp> {
        self.nested(|p| {
            let start = p.span();
            let kind = match p.peek() {
                Tok::Ident => {
                    let path = p.path()?;
                    TypeKind::Name(path.join(".").into(), vec![])
                }
                Tok::Op if p.is_op("*") => {
                    p.advance();
                    TypeKind::Unique(Box::new(p.type_app()?))
                }
                Tok::LBracket => {
                    p.advance();
                    let size = p.size()?;
                    TypeKind::Array(size, Box::new(p.type_atom()?))
                }
                Tok::Question => {
                    p.advance();
                    let mut names = vec![];
                    while p.eat(Tok::LBracket) {
                        names.push(p.name("the name of a size")?.0);
                        p.expect(Tok::RBracket, "`]`")?;
                    }
                    p.expect(Tok::Dot, "`.`")?;
                    TypeKind::Exists(names, Box::new(p.type_exp()?))
                }
                Tok::LParen => match p.parens(|p| p.type_exp())? {
                    Parens::One(ty) => return Ok(ty),
                    Parens::Tuple(fields) => TypeKind::Record(fields),
                },
                Tok::LBrace => TypeKind::Record(p.fields(start, |p| {
                    let name = p.field_name()?;
                    p.expect(Tok::Colon, "`:`")?;
                    Ok((name, p.type_exp()?))
                })?),
                _ => return Err(p.unexpected("a type")),
            };
            Ok(TypeExp { kind, span: start.to(p.last_span()) })
        })
    }
}
