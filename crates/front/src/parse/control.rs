//! Bindings, branches, loops and lambdas.

use super::marks::Kind;
use super::{Parse, Parser};
use crate::ast::{Exp, ExpKind, Lambda, Loop, LoopForm, Name, Pat, PatKind};
use crate::lexer::Tok;
use base::diag::Diagnostic;
use std::rc::Rc;

impl Parser<'_> {
    pub(super) fn let_exp(&mut self) -> Parse<Exp> {
        let at = self.pos;
        let e = self.let_in()?;
        self.mark(Kind::Let, at);
        Ok(e)
    }
    fn let_in(&mut self) -> Parse<Exp> {
        let keyword = self.pos;
        let start = self.advance();
        let sizes = self.size_binders()?;
        let touching = |p: &Self| p.tokens[p.pos].span.hi == p.tokens[p.pos + 1].span.lo;
        if self.peek() == Tok::Ident && matches!(self.peek_at(1), Tok::LBracket | Tok::Dot) && touching(self)
        {
            let at = self.pos;
            let (name, span) = self.name("a name")?;
            // A field in front of the steps has no dot there.
            self.eat(Tok::Dot);
            let steps = self.steps()?;
            self.mark(Kind::Tight, at);
            self.expect(Tok::Equals, "`=`")?;
            let val = self.or_skip(&[Tok::In, Tok::Let], |p| p.exp())?;
            let arr = self.make(span, ExpKind::Var(name.clone()));
            let update_span = span.to(self.last_span());
            let update = self.update(arr, steps, val, update_span);
            let body = self.let_body(keyword)?;
            let pat = Pat { kind: PatKind::Name(name), span };
            let whole = start.to(self.last_span());
            return Ok(self.make(whole, ExpKind::Let(vec![], pat, Box::new(update), Box::new(body))));
        }
        let is_operator = self.peek() == Tok::LParen
            && self.peek_at(1) == Tok::Op
            && self.peek_at(2) == Tok::RParen
            && !matches!(self.peek_at(3), Tok::Equals | Tok::Colon | Tok::Comma);
        let is_function = is_operator
            || self.infix_definition()
            || self.peek() == Tok::Ident && !matches!(self.peek_at(1), Tok::Equals | Tok::Colon | Tok::Comma);
        if is_function {
            let def = Rc::new(self.def(false)?);
            // As in Futhark: only what is applied is of many types.
            if def.params.is_empty() {
                let message = format!("the local value {} cannot have type parameters", def.name);
                return Err(Diagnostic::error("local-value", message)
                    .label(def.span, "this is not a function")
                    .note("leave the parameters out, or write a `def` of the top level"));
            }
            let body = self.let_body(keyword)?;
            let span = start.to(self.last_span());
            return Ok(self.make(span, ExpKind::LetFun(def, Box::new(body))));
        }
        let pat = self.pat()?;
        self.expect(Tok::Equals, "`=`")?;
        let val = self.or_skip(&[Tok::In, Tok::Let], |p| p.exp())?;
        let body = self.let_body(keyword)?;
        let span = start.to(self.last_span());
        Ok(self.make(span, ExpKind::Let(sizes, pat, Box::new(val), Box::new(body))))
    }
    /// `in e`, or another `let` directly.
    fn let_body(&mut self, keyword: usize) -> Parse<Exp> {
        match self.peek() {
            Tok::Let => self.nested(|p| p.let_exp()),
            Tok::In => {
                self.advance();
                self.exp()
            }
            Tok::Error => Err(self.unexpected("`in`")),
            _ => Err(self.missing_in(keyword)),
        }
    }

    pub(super) fn if_exp(&mut self) -> Parse<Exp> {
        let at = self.pos;
        let start = self.advance();
        let cond = self.or_skip(&[Tok::Then], |p| p.exp())?;
        self.expect(Tok::Then, "`then`")?;
        let then = self.or_skip(&[Tok::Else], |p| p.exp())?;
        self.expect(Tok::Else, "`else`")?;
        let els = self.exp()?;
        self.mark(Kind::If, at);
        let span = start.to(self.last_span());
        Ok(self.make(span, ExpKind::If(Box::new(cond), Box::new(then), Box::new(els))))
    }

    pub(super) fn lambda(&mut self) -> Parse<Exp> {
        let at = self.pos;
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
        self.mark(Kind::Lambda, at);
        let span = start.to(self.last_span());
        Ok(self.make(span, ExpKind::Lambda(Rc::new(Lambda { params, ret, body }))))
    }

    pub(super) fn loop_exp(&mut self) -> Parse<Exp> {
        let at = self.pos;
        let start = self.advance();
        let sizes = self.size_binders()?;
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
                } else if self.is_op("<") {
                    self.advance();
                    let Some(pat) = counter(over) else { return Err(self.unexpected("`in`")) };
                    LoopForm::For(pat, self.exp()?)
                } else {
                    return Err(self.unexpected("`<` or `in`"));
                }
            }
        };
        self.expect(Tok::Do, "`do`")?;
        let body = self.exp()?;
        self.mark(Kind::Loop, at);
        let span = start.to(self.last_span());
        Ok(self.make(span, ExpKind::Loop(Box::new(Loop { sizes, pat, init, form, body }))))
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
            PatKind::Constr(..) | PatKind::Literal(_) => return Err(self.unexpected("`=`")),
        };
        Ok(self.make(pat.span, kind))
    }

    /// `[n]` in front of a pattern: sizes that it binds.
    fn size_binders(&mut self) -> Parse<Vec<Name>> {
        let mut names = vec![];
        while self.peek() == Tok::LBracket {
            let at = self.pos;
            self.advance();
            names.push(self.name("the name of a size")?.0);
            self.expect(Tok::RBracket, "`]`")?;
            self.mark(Kind::Bracket, at);
        }
        Ok(names)
    }

    pub(super) fn match_exp(&mut self) -> Parse<Exp> {
        let at = self.pos;
        let start = self.advance();
        let what = self.exp()?;
        let mut cases = vec![];
        while self.eat(Tok::Case) {
            let pat = self.pat()?;
            self.expect(Tok::Arrow, "`->`")?;
            cases.push((pat, self.or_skip(&[Tok::Case], |p| p.exp())?));
        }
        if cases.is_empty() {
            return Err(self.unexpected("`case`"));
        }
        self.mark(Kind::Match, at);
        let span = start.to(self.last_span());
        Ok(self.make(span, ExpKind::Match(Box::new(what), cases)))
    }
}

/// The counter of a loop: a name, perhaps with a type.
fn counter(pat: Pat) -> Option<Name> {
    match pat.kind {
        PatKind::Name(name) => Some(name),
        PatKind::Wild => Some("_".into()),
        PatKind::Typed(pat, _) => counter(*pat),
        _ => None,
    }
}
