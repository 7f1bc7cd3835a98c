//! Expressions.

use super::{Parse, Parser, sorted};
use crate::ast::*;
use crate::lexer::Tok;
use base::diag::{Diagnostic, Span};
use base::{Scalar, ScalarType};
use std::rc::Rc;

/// How tightly an operator binds, and whether to the right. The first characters decide, as in Futhark.
fn precedence(op: &str) -> Option<(u8, bool)> {
    let left = |level| Some((level, false));
    match op {
        "!" => return None,
        "=" => return left(4),
        _ => {}
    }
    let starts = |s: &str| op.starts_with(s);
    if starts("|>") {
        left(0)
    } else if starts("<|") {
        Some((1, true))
    } else if starts("||") {
        left(2)
    } else if starts("&&") {
        left(3)
    } else if starts("**") {
        left(9)
    } else if starts("<<") || starts(">>") {
        left(6)
    } else if starts("<") || starts(">") || starts("=") || starts("!") {
        left(4)
    } else if starts("&") || starts("^") || starts("|") {
        left(5)
    } else if starts("+") || starts("-") {
        left(7)
    } else {
        left(8)
    }
}

impl Parser<'_> {
    fn make(&mut self, span: Span, kind: ExpKind) -> Exp {
        let id = self.next_id;
        self.next_id += 1;
        Exp { id, span, kind }
    }

    /// Any expression: ascriptions bind weakest.
    pub(super) fn exp(&mut self) -> Parse<Exp> {
        self.nested(|p| {
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
                e = p.make(span, kind);
            }
        })
    }

    fn range(&mut self) -> Parse<Exp> {
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
        let span = first.span.to(end.span);
        Ok(self.make(span, ExpKind::Range(Box::new(Range { first, second, end, kind }))))
    }

    fn with(&mut self) -> Parse<Exp> {
        let mut e = self.binary(0)?;
        while self.eat(Tok::With) {
            if self.eat(Tok::LBracket) {
                let dims = self.dims()?;
                self.expect(Tok::Equals, "`=`")?;
                let val = self.binary(0)?;
                let span = e.span.to(val.span);
                e = self.make(span, ExpKind::Update(Box::new(e), dims, Box::new(val)));
            } else {
                let mut path = vec![self.field_name()?];
                while self.eat(Tok::Dot) {
                    path.push(self.field_name()?);
                }
                self.expect(Tok::Equals, "`=`")?;
                let val = self.binary(0)?;
                let span = e.span.to(val.span);
                e = self.make(span, ExpKind::RecordUpdate(Box::new(e), path, Box::new(val)));
            }
        }
        Ok(e)
    }

    /// Operators that bind at least as tightly as `level`.
    fn binary(&mut self, level: u8) -> Parse<Exp> {
        let mut left = self.application()?;
        loop {
            // `(x -)` is a section; the caller sees to it.
            if !matches!(self.peek(), Tok::Op) || self.peek_at(1) == Tok::RParen {
                return Ok(left);
            }
            let op_span = self.span();
            let op = self.slice(op_span);
            let Some((own, to_right)) = precedence(op) else { return Ok(left) };
            if own < level {
                return Ok(left);
            }
            self.advance();
            let next = own + !to_right as u8;
            let right = self.nested(|p| p.binary(next))?;
            left = self.operation(op_span, op, left, right);
        }
    }
    fn operation(&mut self, op_span: Span, op: &str, left: Exp, right: Exp) -> Exp {
        let span = left.span.to(right.span);
        let logic = match op {
            "&&" => Logic::And,
            "||" => Logic::Or,
            _ => {
                let fun = self.make(op_span, ExpKind::Var(op.into()));
                let part = self.make(span, ExpKind::Apply(Box::new(fun), Box::new(left)));
                return self.make(span, ExpKind::Apply(Box::new(part), Box::new(right)));
            }
        };
        self.make(span, ExpKind::Logic(logic, Box::new(left), Box::new(right)))
    }

    fn application(&mut self) -> Parse<Exp> {
        self.skip_attributes()?;
        let start = self.span();
        match self.peek() {
            Tok::Op if self.is_op("-") || self.is_op("!") => {
                let op = if self.is_op("-") { Unary::Neg } else { Unary::Not };
                self.advance();
                let e = self.nested(|p| p.application())?;
                let span = start.to(e.span);
                return Ok(self.make(span, ExpKind::Unary(op, Box::new(e))));
            }
            Tok::Let => return self.nested(|p| p.let_exp()),
            Tok::If => return self.nested(|p| p.if_exp()),
            Tok::Loop => return self.nested(|p| p.loop_exp()),
            Tok::Backslash => return self.nested(|p| p.lambda()),
            _ => {}
        }
        let mut e = self.postfix()?;
        while self.starts_atom() || self.peek() == Tok::Backslash {
            // A lambda needs no parentheses if it is the last argument.
            let arg = if self.starts_atom() { self.postfix()? } else { self.nested(|p| p.lambda())? };
            let span = e.span.to(arg.span);
            e = self.make(span, ExpKind::Apply(Box::new(e), Box::new(arg)));
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
        )
    }

    /// An atom with the indices and projections that touch it.
    fn postfix(&mut self) -> Parse<Exp> {
        let mut e = self.atom()?;
        loop {
            if self.peek() == Tok::LBracket && self.adjacent() {
                self.advance();
                let dims = self.dims()?;
                let span = e.span.to(self.last_span());
                e = self.make(span, ExpKind::Index(Box::new(e), dims));
            } else if self.peek() == Tok::Dot && self.adjacent() {
                self.advance();
                // `x.0.1` lexes as `x`, `.`, `0.1`.
                let names: Vec<Name> = if self.peek() == Tok::Float {
                    let span = self.advance();
                    self.slice(span).split('.').map(Name::from).collect()
                } else {
                    vec![self.field_name()?]
                };
                for name in names {
                    let span = e.span.to(self.last_span());
                    e = self.make(span, ExpKind::Project(Box::new(e), name));
                }
            } else {
                return Ok(e);
            }
        }
    }
    fn field_name(&mut self) -> Parse<Name> {
        match self.peek() {
            Tok::Ident | Tok::Int => {
                let span = self.advance();
                Ok(self.slice(span).into())
            }
            _ => Err(self.unexpected("a field")),
        }
    }

    /// The positions of an index and the closing bracket.
    fn dims(&mut self) -> Parse<Vec<Dim>> {
        let mut dims = vec![];
        loop {
            let start = if matches!(self.peek(), Tok::Colon) { None } else { Some(self.range()?) };
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
            _ => Ok(Some(self.range()?)),
        }
    }

    fn atom(&mut self) -> Parse<Exp> {
        let start = self.span();
        let kind = match self.peek() {
            Tok::Ident => {
                self.advance();
                let name = self.slice(start);
                let qualifies = ScalarType::from_name(name).is_some();
                if qualifies && self.peek() == Tok::Dot && self.adjacent() && self.peek_at(1) == Tok::Ident {
                    self.advance();
                    let last = self.advance();
                    let span = start.to(last);
                    return Ok(self.make(span, ExpKind::Var(self.slice(span).into())));
                }
                ExpKind::Var(name.into())
            }
            Tok::Int | Tok::Float => {
                self.advance();
                number(self.slice(start)).ok_or_else(|| {
                    Diagnostic::error("literal", format!("{} is out of range", self.slice(start)))
                        .label(start, "this number does not fit its type")
                })?
            }
            Tok::True | Tok::False => {
                let value = self.peek() == Tok::True;
                self.advance();
                ExpKind::Const(Scalar::Bool(value))
            }
            Tok::LParen => return self.nested(|p| p.paren()),
            Tok::LBracket => {
                self.advance();
                let mut elems = vec![];
                while self.peek() != Tok::RBracket {
                    elems.push(self.exp()?);
                    if !self.eat(Tok::Comma) {
                        break;
                    }
                }
                self.expect(Tok::RBracket, "`,` or `]`")?;
                // `[a..<b]` is the range itself.
                if let [Exp { kind: ExpKind::Range(_), .. }] = elems.as_slice() {
                    return Ok(elems.remove(0));
                }
                ExpKind::Array(elems)
            }
            Tok::LBrace => {
                self.advance();
                let mut fields = vec![];
                while self.peek() != Tok::RBrace {
                    let span = self.span();
                    let name = self.field_name()?;
                    let e = if self.eat(Tok::Equals) {
                        self.exp()?
                    } else {
                        self.make(span, ExpKind::Var(name.clone()))
                    };
                    fields.push((name, e));
                    if !self.eat(Tok::Comma) {
                        break;
                    }
                }
                self.expect(Tok::RBrace, "`,` or `}`")?;
                ExpKind::Record(sorted(fields))
            }
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
        let qualified =
            self.peek() == Tok::Ident && self.peek_at(1) == Tok::Dot && self.peek_at(2) == Tok::Op;
        if qualified && ScalarType::from_name(self.slice(self.span())).is_some() {
            let first = self.advance();
            self.advance();
            let last = self.advance();
            let name = self.slice(first.to(last)).into();
            let op = self.make(first.to(last), ExpKind::Var(name));
            self.expect(Tok::RParen, "`)`")?;
            return Ok(op);
        }
        if self.peek() == Tok::Op && (self.peek_at(1) == Tok::RParen || !(self.is_op("-") || self.is_op("!")))
        {
            let op_span = self.advance();
            let op = self.make(op_span, ExpKind::Var(self.slice(op_span).into()));
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
            elems.push(self.exp()?);
            if self.peek() == Tok::Op && self.peek_at(1) == Tok::RParen && elems.len() == 1 {
                let op_span = self.advance();
                let end = self.advance();
                let op = self.make(op_span, ExpKind::Var(self.slice(op_span).into()));
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

    /// `(.field.field)`: the function that projects.
    fn projection_section(&mut self, start: Span) -> Parse<Exp> {
        let param: Name = "it".into();
        let mut body = self.make(start, ExpKind::Var(param.clone()));
        while self.eat(Tok::Dot) {
            let field = self.field_name()?;
            body = self.make(start.to(self.last_span()), ExpKind::Project(Box::new(body), field));
        }
        let end = self.expect(Tok::RParen, "`)`")?;
        let params = vec![Pat { kind: PatKind::Name(param), span: start }];
        Ok(self.make(start.to(end), ExpKind::Lambda(Rc::new(Lambda { params, ret: None, body }))))
    }

    fn let_exp(&mut self) -> Parse<Exp> {
        let start = self.advance();
        let adjacent_bracket = self.peek() == Tok::Ident
            && self.peek_at(1) == Tok::LBracket
            && self.tokens[self.pos].span.hi == self.tokens[self.pos + 1].span.lo;
        if adjacent_bracket {
            let (name, span) = self.name("a name")?;
            self.advance();
            let dims = self.dims()?;
            self.expect(Tok::Equals, "`=`")?;
            let val = self.exp()?;
            let arr = self.make(span, ExpKind::Var(name.clone()));
            let update_span = span.to(val.span);
            let update = self.make(update_span, ExpKind::Update(Box::new(arr), dims, Box::new(val)));
            let body = self.let_body()?;
            let pat = Pat { kind: PatKind::Name(name), span };
            let whole = start.to(body.span);
            return Ok(self.make(whole, ExpKind::Let(pat, Box::new(update), Box::new(body))));
        }
        let is_function =
            self.peek() == Tok::Ident && !matches!(self.peek_at(1), Tok::Equals | Tok::Colon | Tok::Comma);
        if is_function {
            let def = Rc::new(self.def(false)?);
            let body = self.let_body()?;
            let span = start.to(body.span);
            return Ok(self.make(span, ExpKind::LetFun(def, Box::new(body))));
        }
        let pat = self.pat()?;
        self.expect(Tok::Equals, "`=`")?;
        let val = self.exp()?;
        let body = self.let_body()?;
        let span = start.to(body.span);
        Ok(self.make(span, ExpKind::Let(pat, Box::new(val), Box::new(body))))
    }
    /// `in e`, or another `let` directly.
    fn let_body(&mut self) -> Parse<Exp> {
        match self.peek() {
            Tok::Let => self.nested(|p| p.let_exp()),
            _ => {
                self.expect(Tok::In, "`in`")?;
                self.exp()
            }
        }
    }

    fn if_exp(&mut self) -> Parse<Exp> {
        let start = self.advance();
        let cond = self.exp()?;
        self.expect(Tok::Then, "`then`")?;
        let then = self.exp()?;
        self.expect(Tok::Else, "`else`")?;
        let els = self.exp()?;
        let span = start.to(els.span);
        Ok(self.make(span, ExpKind::If(Box::new(cond), Box::new(then), Box::new(els))))
    }

    fn lambda(&mut self) -> Parse<Exp> {
        let start = self.advance();
        let mut params = vec![];
        while !matches!(self.peek(), Tok::Arrow | Tok::Colon) {
            params.push(self.pat_atom()?);
        }
        if params.is_empty() {
            return Err(self.unexpected("a parameter"));
        }
        // The result type ends at the arrow of the lambda, so a function type needs parentheses.
        let ret = if self.eat(Tok::Colon) { Some(self.type_app()?) } else { None };
        self.expect(Tok::Arrow, "`->`")?;
        let body = self.exp()?;
        let span = start.to(body.span);
        Ok(self.make(span, ExpKind::Lambda(Rc::new(Lambda { params, ret, body }))))
    }

    fn loop_exp(&mut self) -> Parse<Exp> {
        let start = self.advance();
        let pat = self.pat()?;
        let init = if self.eat(Tok::Equals) { self.exp()? } else { self.pat_value(&pat)? };
        let form = match self.peek() {
            Tok::While => {
                self.advance();
                LoopForm::While(self.exp()?)
            }
            _ => {
                self.expect(Tok::For, "`for` or `while`")?;
                let over = self.pat()?;
                if self.eat(Tok::In) {
                    LoopForm::ForIn(over, self.exp()?)
                } else if let (PatKind::Name(name), true) = (&over.kind, self.is_op("<")) {
                    self.advance();
                    LoopForm::For(name.clone(), self.exp()?)
                } else {
                    return Err(self.unexpected("`<` or `in`"));
                }
            }
        };
        self.expect(Tok::Do, "`do`")?;
        let body = self.exp()?;
        let span = start.to(body.span);
        Ok(self.make(span, ExpKind::Loop(Box::new(Loop { pat, init, form, body }))))
    }
    /// `loop x for ...` means `loop x = x for ...`.
    fn pat_value(&mut self, pat: &Pat) -> Parse<Exp> {
        let kind = match &pat.kind {
            PatKind::Wild => return Err(self.unexpected("`=`")),
            PatKind::Name(name) => ExpKind::Var(name.clone()),
            PatKind::Record(fields) => {
                let mut values = vec![];
                for (name, pat) in fields {
                    values.push((name.clone(), self.pat_value(pat)?));
                }
                ExpKind::Record(values)
            }
            PatKind::Typed(pat, _) => return self.pat_value(pat),
        };
        Ok(self.make(pat.span, kind))
    }
}

/// A number with or without suffix; `None` if it does not fit.
fn number(text: &str) -> Option<ExpKind> {
    let clean: String = text.chars().filter(|c| *c != '_').collect();
    let lower = clean.to_lowercase();
    let hex = lower.starts_with("0x");
    let suffix = ScalarType::ALL
        .into_iter()
        .find(|t| *t != ScalarType::Bool && lower.ends_with(t.name()) && !(hex && t.is_float()));
    let digits = suffix.map_or(lower.as_str(), |t| &lower[..lower.len() - t.name().len()]);
    let radix = if hex {
        16
    } else if digits.starts_with("0b") {
        2
    } else {
        10
    };
    let body = if radix == 10 { digits } else { &digits[2..] };
    if radix == 10 && digits.contains(['.', 'e']) {
        let x: f64 = digits.parse().ok()?;
        return Some(suffix.map_or(ExpKind::Float(x), |t| ExpKind::Const(Scalar::from_f64(t, x))));
    }
    let x = i128::from_str_radix(body, radix).ok()?;
    let fits = x <= u64::MAX as i128;
    match suffix {
        Some(t) if t.is_float() => Some(ExpKind::Const(Scalar::from_f64(t, x as f64))),
        Some(t) if fits => Some(ExpKind::Const(Scalar::from_bits(t, x as u64))),
        None if fits => Some(ExpKind::Int(x)),
        Some(_) | None => None,
    }
}
