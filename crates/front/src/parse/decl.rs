//! Declarations.

use super::marks::Kind;
use super::{Parse, Parser};
use crate::ast::{Def, Lift, Name, Pat, TypeParam, Val};
use crate::lexer::Tok;
use crate::syntax::{Dec, ModExp, ModKind, TypeDec};
use base::diag::{Diagnostic, Span};
use std::rc::Rc;

impl Parser<'_> {
    /// A declaration.
    pub(super) fn dec(&mut self) -> Parse<Dec> {
        let at = self.pos;
        let dec = self.unmarked_dec()?;
        self.mark(Kind::Dec, at);
        Ok(dec)
    }
    fn unmarked_dec(&mut self) -> Parse<Dec> {
        self.skip_attributes()?;
        match self.peek() {
            Tok::Def | Tok::Let => {
                self.advance();
                let mut def = self.def(false)?;
                // As in Futhark, `main` needs no `entry`.
                def.entry = &*def.name == "main" && !self.intrinsics;
                Ok(Dec::Def(Rc::new(def)))
            }
            Tok::Entry => {
                let keyword = self.advance();
                if self.modules > 0 {
                    let message = "an entry point stands outside of all modules";
                    let error = Diagnostic::error("entry-in-module", message).label(keyword, "inside of one");
                    self.errors.push(error.note("use `def` here, and an entry point outside that calls it"));
                }
                Ok(Dec::Def(Rc::new(self.def(true)?)))
            }
            Tok::Type | Tok::TypeLifted => {
                let dec = self.type_dec()?;
                match dec.ty {
                    Some(_) => Ok(Dec::Type(dec)),
                    None => Err(self.unexpected("`=`")),
                }
            }
            Tok::Val if self.intrinsics => Ok(Dec::Val(self.val()?)),
            Tok::Module => self.module_dec(),
            Tok::Open => {
                self.advance();
                Ok(Dec::Open(Rc::new(self.mod_exp()?)))
            }
            Tok::Import => {
                let span = self.span();
                let kind = ModKind::Import(self.import()?);
                // Names of an imported file are not passed on.
                let open = Dec::Open(Rc::new(ModExp { kind, span: span.to(self.last_span()) }));
                Ok(Dec::Local(Box::new(open)))
            }
            Tok::Local => {
                self.advance();
                Ok(Dec::Local(Box::new(self.nested(|p| p.dec())?)))
            }
            _ => {
                let mut error = self.unexpected("a definition");
                // Something stands in front of it that it does not belong to.
                if self.pos > 0
                    && !matches!(self.peek(), Tok::Error | Tok::End)
                    && self.tokens[self.pos - 1].tok != Tok::LBrace
                    && let Some(label) = error.labels.first_mut()
                {
                    label.text =
                        "this neither continues what stands before it nor begins a definition".into();
                }
                self.advance();
                Err(error)
            }
        }
    }

    /// `type t 'a = u`; in module types without `=` too.
    pub(super) fn type_dec(&mut self) -> Parse<TypeDec> {
        let keyword = self.advance();
        let lift = match self.slice(keyword) {
            "type~" => Lift::Sizes,
            "type^" => Lift::Functions,
            _ => Lift::Plain,
        };
        let (name, span) = self.name("a name")?;
        let tparams = self.type_params()?;
        let ty = if self.eat(Tok::Equals) { Some(self.type_exp()?) } else { None };
        Ok(TypeDec { name, span, lift, tparams, ty })
    }
    /// `val x : t`.
    pub(super) fn val(&mut self) -> Parse<Val> {
        self.advance();
        let (name, span) = if self.peek() == Tok::Op {
            let span = self.advance();
            (Name::from(self.slice(span)), span)
        } else {
            self.def_name()?
        };
        let tparams = self.type_params()?;
        self.expect(Tok::Colon, "`:`")?;
        Ok(Val { name, span, tparams, ty: self.type_exp()? })
    }

    /// What follows `def`, `entry` or `let` of a function or a constant.
    pub(super) fn def(&mut self, entry: bool) -> Parse<Def> {
        if self.infix_definition() {
            return self.infix_def(entry);
        }
        let (name, span) = self.def_name()?;
        let tparams = self.type_params()?;
        let mut params = vec![];
        while self.peek() != Tok::Equals && self.peek() != Tok::Colon {
            params.push(self.pat_atom()?);
        }
        self.rest_of_def(entry, name, span, tparams, params)
    }
    fn rest_of_def(
        &mut self,
        entry: bool,
        name: Name,
        span: Span,
        tparams: Vec<TypeParam>,
        params: Vec<Pat>,
    ) -> Parse<Def> {
        let ret = if self.eat(Tok::Colon) { Some(self.type_exp()?) } else { None };
        self.expect(Tok::Equals, "`=`")?;
        let body = self.exp()?;
        Ok(Def { name, span, entry, tparams, params, ret, body })
    }
    /// `x + y = e`: the operator stands between its parameters.
    fn infix_def(&mut self, entry: bool) -> Parse<Def> {
        let left = self.pat_atom()?;
        let (name, span) = self.infix_name()?;
        let right = self.pat_atom()?;
        self.rest_of_def(entry, name, span, vec![], vec![left, right])
    }
    fn infix_name(&mut self) -> Parse<(Name, Span)> {
        let at = self.pos;
        if self.eat(Tok::Backtick) {
            let (name, span) = self.name("a name")?;
            self.expect(Tok::Backtick, "a backtick")?;
            self.mark(Kind::Ticks, at);
            return Ok((name, span));
        }
        let span = self.expect(Tok::Op, "an operator")?;
        self.definable(span)?;
        if self.slice(span) == "!" {
            return Err(Diagnostic::error("fixed-operator", "! stands in front of its operand")
                .label(span, "it cannot stand between two")
                .note("choose another name for the operator"));
        }
        Ok((self.slice(span).into(), span))
    }
    /// `&&` and `||` do not always evaluate their right side, which no definition can do.
    fn definable(&self, op: Span) -> Parse<()> {
        let name = self.slice(op);
        if self.intrinsics || !matches!(name, "&&" | "||") {
            return Ok(());
        }
        Err(Diagnostic::error("fixed-operator", format!("{name} cannot be defined anew"))
            .label(op, "defined here")
            .note("its right side is only evaluated if it matters; choose another name for the operator"))
    }
    /// Whether a pattern and an operator follow.
    pub(super) fn infix_definition(&self) -> bool {
        let mut at = 0;
        match self.peek() {
            Tok::Ident => at = 1,
            Tok::LParen | Tok::LBrace if !(self.peek_at(1) == Tok::Op && self.peek_at(2) == Tok::RParen) => {
                let mut open = 0;
                loop {
                    match self.peek_at(at) {
                        Tok::LParen | Tok::LBrace | Tok::LBracket | Tok::Attribute => open += 1,
                        Tok::RParen | Tok::RBrace | Tok::RBracket => open -= 1,
                        Tok::End => return false,
                        _ => {}
                    }
                    at += 1;
                    if open == 0 {
                        break;
                    }
                }
            }
            _ => {}
        }
        at > 0 && matches!(self.peek_at(at), Tok::Op | Tok::Backtick)
    }
    /// A name or an operator to define.
    pub(super) fn def_name(&mut self) -> Parse<(Name, Span)> {
        let at = self.pos;
        if self.eat(Tok::LParen) {
            let span = self.expect(Tok::Op, "an operator")?;
            self.definable(span)?;
            self.expect(Tok::RParen, "`)`")?;
            self.mark(Kind::Bracket, at);
            return Ok((self.slice(span).into(), span));
        }
        self.name("a name")
    }

    pub(super) fn type_params(&mut self) -> Parse<Vec<TypeParam>> {
        let mut tparams = vec![];
        loop {
            match self.peek() {
                Tok::LBracket => {
                    let at = self.pos;
                    self.advance();
                    let (name, _) = self.name("the name of a size")?;
                    self.expect(Tok::RBracket, "`]`")?;
                    self.mark(Kind::Bracket, at);
                    tparams.push(TypeParam::Size(name));
                }
                Tok::TyVar => {
                    let span = self.advance();
                    let text = &self.slice(span)[1..];
                    let lift = match text.as_bytes()[0] {
                        b'~' => Lift::Sizes,
                        b'^' => Lift::Functions,
                        _ => Lift::Plain,
                    };
                    tparams.push(TypeParam::Type(text.trim_start_matches(['~', '^']).into(), lift));
                }
                _ => return Ok(tparams),
            }
        }
    }
}
