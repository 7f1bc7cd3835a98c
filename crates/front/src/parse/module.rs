//! Modules and module types.

use super::marks::Kind;
use super::recover::MAX_ERRORS;
use super::{Parse, Parser};
use crate::ast::Name;
use crate::lexer::Tok;
use crate::syntax::{Dec, ModDec, ModExp, ModKind, ModType, ModTypeKind, Spec};
use std::rc::Rc;

impl Parser<'_> {
    /// `module m (p: t) : u = e` and `module type t = e`.
    pub(super) fn module_dec(&mut self) -> Parse<Dec> {
        self.advance();
        if self.eat(Tok::Type) {
            let (name, span) = self.name("a name")?;
            self.expect(Tok::Equals, "`=`")?;
            return Ok(Dec::ModType(name, Rc::new(self.mod_type()?), span));
        }
        let (name, span) = self.name("a name")?;
        let params = self.mod_params()?;
        let seal = if self.eat(Tok::Colon) { Some(Rc::new(self.mod_type()?)) } else { None };
        self.expect(Tok::Equals, "`=`")?;
        let exp = Rc::new(self.mod_exp()?);
        let exp = abstracted(params, seal, exp);
        Ok(Dec::Module(Rc::new(ModDec { name, span, exp })))
    }
    fn mod_params(&mut self) -> Parse<Vec<(Name, Rc<ModType>)>> {
        let mut params = vec![];
        while self.peek() == Tok::LParen {
            let at = self.pos;
            self.advance();
            let (name, _) = self.name("the name of a module")?;
            self.expect(Tok::Colon, "`:`")?;
            let ty = Rc::new(self.mod_type()?);
            self.expect(Tok::RParen, "`)`")?;
            self.mark(Kind::Bracket, at);
            params.push((name, ty));
        }
        Ok(params)
    }

    /// A module: application binds tighter than `: t`.
    pub(super) fn mod_exp(&mut self) -> Parse<ModExp> {
        self.nested(|p| {
            let start = p.span();
            if p.eat(Tok::Backslash) {
                let params = p.mod_params()?;
                if params.is_empty() {
                    return Err(p.unexpected("a parameter"));
                }
                let seal = if p.eat(Tok::Colon) { Some(Rc::new(p.mod_type_app()?)) } else { None };
                p.expect(Tok::Arrow, "`->`")?;
                let body = Rc::new(p.mod_exp()?);
                let exp = abstracted(params, seal, body);
                return Ok(Rc::into_inner(exp).unwrap_or_else(|| base::bug!("parse", "a shared module")));
            }
            let mut exp = if p.peek() == Tok::Import {
                // As in Futhark an import is applied or passed only in parentheses, so that one on the next line is a
                // declaration of its own.
                let kind = ModKind::Import(p.import()?);
                ModExp { kind, span: start.to(p.last_span()) }
            } else {
                p.mod_application()?
            };
            while p.eat(Tok::Colon) {
                let ty = Rc::new(p.mod_type()?);
                let span = start.to(ty.span);
                exp = ModExp { kind: ModKind::Seal(Rc::new(exp), ty), span };
            }
            Ok(exp)
        })
    }
    fn mod_application(&mut self) -> Parse<ModExp> {
        let start = self.span();
        let mut exp = self.mod_atom()?;
        while matches!(self.peek(), Tok::Ident | Tok::LParen | Tok::LBrace) {
            let arg = self.mod_atom()?;
            let span = start.to(arg.span);
            exp = ModExp { kind: ModKind::Apply(Rc::new(exp), Rc::new(arg)), span };
        }
        Ok(exp)
    }
    fn mod_atom(&mut self) -> Parse<ModExp> {
        let at = self.pos;
        let start = self.span();
        let kind = match self.peek() {
            Tok::Ident => ModKind::Name(self.path()?),
            Tok::LParen => {
                self.advance();
                let exp = self.mod_exp()?;
                self.expect(Tok::RParen, "`)`")?;
                self.mark(Kind::Bracket, at);
                return Ok(exp);
            }
            Tok::LBrace => {
                self.advance();
                let mut decs = vec![];
                while self.peek() != Tok::RBrace {
                    let depth = self.depth;
                    self.modules += 1;
                    let dec = self.nested(|p| p.dec());
                    self.modules -= 1;
                    match dec {
                        Ok(dec) => decs.push(dec),
                        Err(error) => {
                            let last = error.id == "too-deep" || self.errors.len() >= MAX_ERRORS;
                            if self.peek() == Tok::End {
                                return Err(self.still_open(error, at));
                            }
                            if last {
                                return Err(error);
                            }
                            self.depth = depth;
                            self.errors.push(error);
                            self.skip_dec();
                        }
                    }
                }
                self.advance();
                self.mark(Kind::Body, at);
                ModKind::Struct(decs)
            }
            _ => return Err(self.unexpected("a module")),
        };
        Ok(ModExp { kind, span: start.to(self.last_span()) })
    }
    /// `import "file"`.
    pub(super) fn import(&mut self) -> Parse<String> {
        self.advance();
        let span = self.expect(Tok::Str, "the name of a file in quotes")?;
        Ok(self.slice(span).trim_matches('"').to_string())
    }
    /// `a.b.c`.
    pub(super) fn path(&mut self) -> Parse<Vec<Name>> {
        let at = self.pos;
        let mut path = vec![self.name("a name")?.0];
        while self.peek() == Tok::Dot && self.peek_at(1) == Tok::Ident {
            self.advance();
            path.push(self.name("a name")?.0);
        }
        if path.len() > 1 {
            self.mark(Kind::Tight, at);
        }
        Ok(path)
    }

    pub(super) fn mod_type(&mut self) -> Parse<ModType> {
        self.nested(|p| {
            let at = p.pos;
            let start = p.span();
            if p.peek() == Tok::LParen && p.peek_at(1) == Tok::Ident && p.peek_at(2) == Tok::Colon {
                p.advance();
                let (name, _) = p.name("a name")?;
                p.advance();
                let from = Rc::new(p.mod_type()?);
                p.expect(Tok::RParen, "`)`")?;
                p.mark(Kind::Bracket, at);
                p.expect(Tok::Arrow, "`->`")?;
                let to = Rc::new(p.mod_type()?);
                p.mark(Kind::Arrow, at);
                let span = start.to(to.span);
                return Ok(ModType { kind: ModTypeKind::Arrow(Some(name), from, to), span });
            }
            let from = p.mod_type_app()?;
            if !p.eat(Tok::Arrow) {
                return Ok(from);
            }
            let to = Rc::new(p.mod_type()?);
            p.mark(Kind::Arrow, at);
            let span = start.to(to.span);
            Ok(ModType { kind: ModTypeKind::Arrow(None, Rc::new(from), to), span })
        })
    }
    /// A module type without arrow, with the types it fixes.
    fn mod_type_app(&mut self) -> Parse<ModType> {
        let at = self.pos;
        let start = self.span();
        let mut ty = match self.peek() {
            Tok::Ident => {
                let kind = ModTypeKind::Name(self.path()?);
                ModType { kind, span: start.to(self.last_span()) }
            }
            Tok::LParen => {
                self.advance();
                let ty = self.mod_type()?;
                self.expect(Tok::RParen, "`)`")?;
                self.mark(Kind::Bracket, at);
                ty
            }
            Tok::LBrace => {
                self.advance();
                let mut specs = vec![];
                while self.peek() != Tok::RBrace {
                    specs.push(self.nested(|p| p.spec())?);
                }
                self.advance();
                self.mark(Kind::Body, at);
                ModType { kind: ModTypeKind::Specs(specs), span: start.to(self.last_span()) }
            }
            _ => return Err(self.unexpected("a module type")),
        };
        while self.eat(Tok::With) {
            let path = self.path()?;
            let tparams = self.type_params()?;
            self.expect(Tok::Equals, "`=`")?;
            let def = self.type_app()?;
            self.mark(Kind::With, at);
            let span = start.to(def.span);
            ty = ModType { kind: ModTypeKind::With(Rc::new(ty), path, tparams, def), span };
        }
        Ok(ty)
    }
    fn spec(&mut self) -> Parse<Spec> {
        let at = self.pos;
        let spec = self.unmarked_spec()?;
        self.mark(Kind::Dec, at);
        Ok(spec)
    }
    fn unmarked_spec(&mut self) -> Parse<Spec> {
        self.skip_attributes()?;
        match self.peek() {
            Tok::Val => Ok(Spec::Val(self.val()?)),
            Tok::Type | Tok::TypeLifted => Ok(Spec::Type(self.type_dec()?)),
            Tok::Module => {
                self.advance();
                let (name, span) = self.name("a name")?;
                self.expect(Tok::Colon, "`:`")?;
                Ok(Spec::Module(name, Rc::new(self.mod_type()?), span))
            }
            Tok::Include => {
                self.advance();
                Ok(Spec::Include(Rc::new(self.mod_type()?)))
            }
            _ => Err(self.unexpected("`val`, `type`, `module` or `include`")),
        }
    }
}

/// A module with parameters; what it returns may be sealed.
fn abstracted(params: Vec<(Name, Rc<ModType>)>, seal: Option<Rc<ModType>>, exp: Rc<ModExp>) -> Rc<ModExp> {
    let span = exp.span;
    let body = match seal {
        Some(ty) => Rc::new(ModExp { kind: ModKind::Seal(exp, ty), span }),
        None => exp,
    };
    let wrap = |body, (name, ty)| Rc::new(ModExp { kind: ModKind::Lambda(name, ty, body), span });
    params.into_iter().rev().fold(body, wrap)
}
