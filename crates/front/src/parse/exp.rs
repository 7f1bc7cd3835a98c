//! Expressions.

use super::marks::Kind;
use super::{MAX_DEPTH, Parse, Parser, too_deep};
use crate::ast::*;
use crate::lexer::Tok;
use base::diag::Span;
use std::rc::Rc;

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
    pub(super) fn fresh_id(&mut self) -> u32 {
        let id = self.next_id;
        self.next_id += 1;
        id
    }
    pub(super) fn make(&mut self, span: Span, kind: ExpKind) -> Exp {
        Exp { id: self.fresh_id(), span, kind }
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
                    _ => return Ok(e),
                };
                p.advance();
                let ty = p.type_exp()?;
                let span = e.span.to(ty.span);
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
        let span = first.span.to(end.span);
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
            let span = e.span.to(val.span);
            e = self.update(e, steps, val, span);
        }
        Ok(e)
    }
    /// `[i].field[j]`: where an update goes. A field in front has no dot.
    pub(super) fn steps(&mut self) -> Parse<Vec<Step>> {
        let mut steps = vec![];
        loop {
            if steps.len() > MAX_DEPTH as usize {
                return Err(too_deep(MAX_DEPTH, self.span()));
            }
            let at = self.pos;
            if self.eat(Tok::LBracket) {
                steps.push(Step::Index(self.dims()?));
                self.mark(Kind::Index, at);
            } else if steps.is_empty() || self.eat(Tok::Dot) {
                for field in self.field_names()? {
                    steps.push(Step::Field(field));
                }
            } else {
                return Ok(steps);
            }
        }
    }
    /// `e with steps = val`. Behind the first step the part is updated, which needs a name for the whole.
    pub(super) fn update(&mut self, e: Exp, mut steps: Vec<Step>, val: Exp, span: Span) -> Exp {
        if steps.iter().all(|s| matches!(s, Step::Field(_))) {
            let path = steps.into_iter().filter_map(|s| match s {
                Step::Field(name) => Some(name),
                Step::Index(_) => None,
            });
            return self.make(span, ExpKind::RecordUpdate(Box::new(e), path.collect(), Box::new(val)));
        }
        let rest = steps.split_off(1);
        let Some(first) = steps.pop() else { return e };
        if rest.is_empty() {
            return match first {
                Step::Index(dims) => self.make(span, ExpKind::Update(Box::new(e), dims, Box::new(val))),
                Step::Field(name) => {
                    self.make(span, ExpKind::RecordUpdate(Box::new(e), vec![name], Box::new(val)))
                }
            };
        }
        let whole: Name = "whole of update".into();
        let pat = Pat { kind: PatKind::Name(whole.clone()), span: e.span };
        let named = self.make(e.span, ExpKind::Var(whole.clone()));
        let (part, first) = match first {
            Step::Index(dims) => {
                let again = self.copy_dims(&dims);
                (self.make(span, ExpKind::Index(Box::new(named), again)), Step::Index(dims))
            }
            Step::Field(name) => {
                (self.make(span, ExpKind::Project(Box::new(named), name.clone())), Step::Field(name))
            }
        };
        let val = self.update(part, rest, val, span);
        let named = self.make(e.span, ExpKind::Var(whole));
        let body = self.update(named, vec![first], val, span);
        self.make(span, ExpKind::Let(vec![], pat, Box::new(e), Box::new(body)))
    }
    /// The same positions, as expressions of their own.
    fn copy_dims(&mut self, dims: &[Dim]) -> Vec<Dim> {
        let mut copy = |e: &Exp| crate::modules::renumber::renumbered(e, &mut self.next_id);
        let copied = dims.iter().map(|dim| match dim {
            Dim::At(e) => Dim::At(copy(e)),
            Dim::Range(range) => {
                let [a, b, c] = &**range;
                Dim::Range(Box::new([a, b, c].map(|e| e.as_ref().map(&mut copy))))
            }
        });
        copied.collect()
    }

    /// Operators that bind at least as tightly as `level`.
    fn binary(&mut self, level: u8) -> Parse<Exp> {
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
            left = self.operation(op, left, right);
        }
    }
    /// Whether an infix operator follows: how many tokens it has, how tightly it binds, and whether to the right.
    fn infix(&self) -> Option<(usize, u8, bool)> {
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
    fn qualified_operator(&self) -> Option<usize> {
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
    fn operator(&mut self, length: usize) -> Exp {
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
    fn operation(&mut self, op: Exp, left: Exp, right: Exp) -> Exp {
        let span = left.span.to(right.span);
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

    fn application(&mut self) -> Parse<Exp> {
        if self.peek() != Tok::Attribute {
            return self.unattributed();
        }
        let at = self.pos;
        self.skip_attributes()?;
        let e = self.unattributed()?;
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
                let span = start.to(e.span);
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
            let span = e.span.to(arg.span);
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
                let span = e.span.to(self.last_span());
                e = self.make(span, ExpKind::Index(Box::new(e), dims));
            } else if self.peek() == Tok::Dot && self.adjacent() {
                self.advance();
                if self.peek() == Tok::LParen {
                    e = self.open_exp(&e)?;
                    continue;
                }
                for name in self.field_names()? {
                    let span = e.span.to(self.last_span());
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
        let span = module.span.to(inner.span);
        Ok(self.make(span, ExpKind::Open(path, Box::new(inner))))
    }
    /// A field, or two: `x.0.1` lexes as `x`, `.`, `0.1`.
    fn field_names(&mut self) -> Parse<Vec<Name>> {
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

    /// The positions of an index and the closing bracket.
    pub(super) fn dims(&mut self) -> Parse<Vec<Dim>> {
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
        self.expect(Tok::RBracket, "`,` or `]`")?;
        Ok(dims)
    }
    fn bound(&mut self) -> Parse<Option<Exp>> {
        match self.peek() {
            Tok::Colon | Tok::Comma | Tok::RBracket => Ok(None),
            _ => Ok(Some(self.nested(|p| p.range())?)),
        }
    }

    fn atom(&mut self) -> Parse<Exp> {
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
    fn paren(&mut self) -> Parse<Exp> {
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
            let end = self.expect(Tok::RParen, "`)`")?;
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
        let end = self.expect(Tok::RParen, "`,` or `)`")?;
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

/// One step of where an update goes.
pub(super) enum Step {
    Index(Vec<Dim>),
    Field(Name),
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
