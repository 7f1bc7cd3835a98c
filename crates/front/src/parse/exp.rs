//! Expressions.

use super::marks::Kind;
use super::{Parse, Parser};
use crate::ast::*;
use crate::lexer::Tok;
use base::diag::{Diagnostic, Span};

impl Parser<'_> {
    pub(super) fn fresh_id(&mut self) -> u32 {
        let id = self.next_id;
        self.next_id += 1;
        id
    }
    pub(super) fn make(&mut self, span: Span, kind: ExpKind) -> Exp {
        Exp { id: self.fresh_id(), span, kind, attrs: None }
    }

    /// Any expression: ascriptions bind weakest.
    pub(super) fn exp(&mut self) -> Parse<Exp> {
        self.nested(|p| {
            let at = p.pos;
            let mut e = p.range()?;
            loop {
                let coerce = match p.peek() {
                    Tok::Colon => false,
                    Tok::Coerce => true,
                    _ => {
                        p.ended = at..p.pos;
                        return Ok(e);
                    }
                };
                p.advance();
                let ty = p.type_exp()?;
                let span = p.span_from(at);
                let kind = if coerce { ExpKind::Coerce } else { ExpKind::Typed }(Box::new(e), ty);
                p.mark(Kind::Ascribe, at);
                e = p.make(span, kind);
            }
        })
    }

    fn range(&mut self) -> Parse<Exp> {
        let at = self.pos;
        let first = self.with()?;
        let second = if self.eat(Tok::DotDot) { Some(self.with()?) } else { None };
        let kind = match self.peek() {
            Tok::DotDotLt => RangeKind::Below,
            Tok::DotDotGt => RangeKind::Above,
            Tok::DotDotDot => RangeKind::To,
            _ if second.is_some() => return Err(self.unexpected("`..<`, `..>` or `...`")),
            _ => return Ok(first),
        };
        self.advance();
        let end = self.with()?;
        self.mark(Kind::Range, at);
        let span = self.span_from(at);
        Ok(self.make(span, ExpKind::Range(Box::new(Range { first, second, end, kind }))))
    }

    fn with(&mut self) -> Parse<Exp> {
        let at = self.pos;
        let mut e = self.binary(0)?;
        while self.eat(Tok::With) {
            let steps = self.steps()?;
            self.expect(Tok::Equals, "`=`")?;
            let val = self.binary(0)?;
            self.mark(Kind::With, at);
            let span = self.span_from(at);
            e = self.update(e, steps, val, span);
        }
        Ok(e)
    }
    pub(super) fn application(&mut self) -> Parse<Exp> {
        if self.peek() != Tok::Attribute {
            return self.unattributed();
        }
        let at = self.pos;
        let attrs = self.attributes()?;
        let mut e = self.unattributed()?;
        e.attrs = Some(attrs.into());
        self.mark(Kind::Plain, at);
        Ok(e)
    }
    fn unattributed(&mut self) -> Parse<Exp> {
        let at = self.pos;
        let start = self.span();
        match self.peek() {
            Tok::Op if self.is_op("-") || self.is_op("!") => {
                let op = if self.is_op("-") { Unary::Neg } else { Unary::Not };
                self.advance();
                let e = self.nested(|p| p.application())?;
                self.mark(Kind::Unary, at);
                let span = self.span_from(at);
                return Ok(self.make(span, ExpKind::Unary(op, Box::new(e))));
            }
            Tok::Let => return self.nested(|p| p.let_exp()),
            Tok::If => return self.nested(|p| p.if_exp()),
            Tok::Loop => return self.nested(|p| p.loop_exp()),
            Tok::Backslash => return self.nested(|p| p.lambda()),
            Tok::Match => return self.nested(|p| p.match_exp()),
            Tok::Constr => {
                let name = self.constructor();
                let mut args = vec![];
                while self.starts_atom() {
                    args.push(self.postfix()?);
                }
                if !args.is_empty() {
                    self.mark(Kind::Apply, at);
                }
                return Ok(self.make(start.to(self.last_span()), ExpKind::Constr(name, args)));
            }
            _ => {}
        }
        let mut e = self.postfix()?;
        let mut applied = false;
        while self.starts_atom() || self.peek() == Tok::Backslash {
            // A lambda needs no parentheses if it is the last argument.
            let arg = if self.starts_atom() { self.postfix()? } else { self.nested(|p| p.lambda())? };
            let span = self.span_from(at);
            e = self.make(span, ExpKind::Apply(Box::new(e), Box::new(arg)));
            applied = true;
        }
        if applied {
            self.mark(Kind::Apply, at);
        }
        Ok(e)
    }
    fn starts_atom(&self) -> bool {
        matches!(
            self.peek(),
            Tok::Ident
                | Tok::Int
                | Tok::Float
                | Tok::True
                | Tok::False
                | Tok::LParen
                | Tok::LBracket
                | Tok::LBrace
                | Tok::Char
                | Tok::Str
                | Tok::Hole
                | Tok::Constr
        ) && self.qualified_operator().is_none()
            && !self.stops.contains(&self.pos)
    }

    /// An atom with the indices and projections that touch it.
    fn postfix(&mut self) -> Parse<Exp> {
        let at = self.pos;
        let mut e = self.atom()?;
        let atom = self.pos;
        loop {
            let bracket = self.pos;
            if self.peek() == Tok::LBracket && self.adjacent() {
                self.advance();
                let dims = self.dims()?;
                self.mark(Kind::Index, bracket);
                let span = self.span_from(at);
                e = self.make(span, ExpKind::Index(Box::new(e), dims));
            } else if self.peek() == Tok::Dot && self.adjacent() {
                let number = matches!(e.kind, ExpKind::Int(_) | ExpKind::Float(_) | ExpKind::Const(_));
                if number && self.pos == atom && self.tokens[at].tok != Tok::LParen {
                    let error = Diagnostic::error("number-field", "a number has no fields");
                    let error = error.label(e.span.to(self.span()), "this ends in a point");
                    return Err(error.note("a float has digits behind its point, as in `2.0`"));
                }
                self.advance();
                if self.peek() == Tok::LParen {
                    e = self.open_exp(&e)?;
                    continue;
                }
                for name in self.field_names()? {
                    let span = self.span_from(at);
                    e = self.make(span, ExpKind::Project(Box::new(e), name));
                }
            } else {
                if self.pos > atom {
                    self.mark(Kind::Tight, at);
                }
                return Ok(e);
            }
        }
    }
    /// `m.(e)`, from the parenthesis on.
    fn open_exp(&mut self, module: &Exp) -> Parse<Exp> {
        let Some(path) = path_of(module) else { return Err(self.unexpected("a field")) };
        let at = self.pos;
        let inner = self.nested(|p| p.paren())?;
        self.mark(Kind::Bracket, at);
        let span = module.span.to(self.last_span());
        Ok(self.make(span, ExpKind::Open(path, Box::new(inner))))
    }
    /// A field, or two: `x.0.1` lexes as `x`, `.`, `0.1`.
    pub(super) fn field_names(&mut self) -> Parse<Vec<Name>> {
        if self.peek() == Tok::Float {
            let span = self.advance();
            return Ok(self.slice(span).split('.').map(Name::from).collect());
        }
        Ok(vec![self.field_name()?])
    }
    pub(super) fn constructor(&mut self) -> Name {
        let span = self.advance();
        self.slice(span).trim_start_matches('#').into()
    }
    pub(super) fn field_name(&mut self) -> Parse<Name> {
        match self.peek() {
            Tok::Ident | Tok::Int => {
                let span = self.advance();
                Ok(self.slice(span).into())
            }
            _ => Err(self.unexpected("a field")),
        }
    }

    /// The positions of an index and the closing bracket, from behind the opening one on.
    pub(super) fn dims(&mut self) -> Parse<Vec<Dim>> {
        let open = self.pos - 1;
        let mut dims = vec![];
        loop {
            let start =
                if matches!(self.peek(), Tok::Colon) { None } else { Some(self.nested(|p| p.range())?) };
            if self.eat(Tok::Colon) {
                let end = self.bound()?;
                let stride = if self.eat(Tok::Colon) { self.bound()? } else { None };
                dims.push(Dim::Range(Box::new([start, end, stride])));
            } else if let Some(at) = start {
                dims.push(Dim::At(at));
            }
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.closing(Tok::RBracket, "`,` or `]`", open)?;
        Ok(dims)
    }
    fn bound(&mut self) -> Parse<Option<Exp>> {
        match self.peek() {
            Tok::Colon | Tok::Comma | Tok::RBracket => Ok(None),
            _ => Ok(Some(self.nested(|p| p.range())?)),
        }
    }
}

/// The names of `a.b.c`.
fn path_of(e: &Exp) -> Option<Vec<Name>> {
    match &e.kind {
        ExpKind::Var(name) => Some(vec![name.clone()]),
        ExpKind::Project(e, name) => {
            let mut path = path_of(e)?;
            path.push(name.clone());
            Some(path)
        }
        _ => None,
    }
}
