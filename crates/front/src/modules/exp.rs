//! Expressions: names of the top level become unique ones, types lose their abbreviations.

use super::names::{Meaning, Names};
use super::scope::{Kind, Module};
use super::unknown::consequence;
use super::{Elab, Resolve};
use crate::ast::*;
use base::diag::{Diagnostic, Span};
use std::rc::Rc;

impl Elab<'_> {
    /// An expression of its own numbers.
    pub(super) fn exp(&mut self, names: &mut Names, e: &Exp) -> Resolve<Exp> {
        let mark = names.mark();
        let kind = self.exp_kind(names, e);
        names.reset(mark);
        Ok(Exp { attrs: e.attrs.clone(), ..self.make(e.span, kind?) })
    }
    fn make(&mut self, span: Span, kind: ExpKind) -> Exp {
        self.next_id += 1;
        Exp { id: self.next_id - 1, span, kind, attrs: None }
    }
    fn boxed(&mut self, names: &mut Names, e: &Exp) -> Resolve<Box<Exp>> {
        Ok(Box::new(self.exp(names, e)?))
    }
    fn exps(&mut self, names: &mut Names, exps: &[Exp]) -> Resolve<Vec<Exp>> {
        exps.iter().map(|e| self.exp(names, e)).collect()
    }

    fn exp_kind(&mut self, names: &mut Names, e: &Exp) -> Resolve<ExpKind> {
        Ok(match &e.kind {
            ExpKind::Const(_) | ExpKind::Int(_) | ExpKind::Float(_) | ExpKind::Hole | ExpKind::Global(_) => {
                e.kind.clone()
            }
            ExpKind::Var(name) => self.var(names, name, e.span)?,
            ExpKind::Project(inner, field) => match self.qualified(names, e)? {
                Some(exp) => exp.kind,
                None => ExpKind::Project(self.boxed(names, inner)?, field.clone()),
            },
            ExpKind::Open(path, inner) => {
                let Some(Module::Struct(scope)) = names.find_module(path) else {
                    return Err(self.unknown_module(names, path, e.span));
                };
                names.open(scope);
                self.exp(names, inner)?.kind
            }
            ExpKind::Record(fields) => {
                let mut new = vec![];
                for (name, e) in fields {
                    new.push((name.clone(), self.exp(names, e)?));
                }
                ExpKind::Record(new)
            }
            ExpKind::Constr(name, args) => ExpKind::Constr(name.clone(), self.exps(names, args)?),
            ExpKind::Array(elems) => ExpKind::Array(self.exps(names, elems)?),
            ExpKind::Range(range) => ExpKind::Range(Box::new(Range {
                first: self.exp(names, &range.first)?,
                second: range.second.as_ref().map(|e| self.exp(names, e)).transpose()?,
                end: self.exp(names, &range.end)?,
                kind: range.kind,
            })),
            ExpKind::Index(arr, dims) => ExpKind::Index(self.boxed(names, arr)?, self.dims(names, dims)?),
            ExpKind::Update(arr, dims, val) => {
                let arr = self.boxed(names, arr)?;
                ExpKind::Update(arr, self.dims(names, dims)?, self.boxed(names, val)?)
            }
            ExpKind::RecordUpdate(record, path, val) => {
                ExpKind::RecordUpdate(self.boxed(names, record)?, path.clone(), self.boxed(names, val)?)
            }
            ExpKind::Apply(f, x) => ExpKind::Apply(self.boxed(names, f)?, self.boxed(names, x)?),
            ExpKind::Logic(op, a, b) => ExpKind::Logic(*op, self.boxed(names, a)?, self.boxed(names, b)?),
            ExpKind::Unary(op, a) => ExpKind::Unary(*op, self.boxed(names, a)?),
            ExpKind::SectionRight(op, a) => {
                ExpKind::SectionRight(self.boxed(names, op)?, self.boxed(names, a)?)
            }
            ExpKind::If(a, b, c) => {
                ExpKind::If(self.boxed(names, a)?, self.boxed(names, b)?, self.boxed(names, c)?)
            }
            ExpKind::Let(sizes, pat, val, body) => {
                let val = self.boxed(names, val)?;
                distinct(sizes.iter(), std::slice::from_ref(pat))?;
                names.begin();
                let sizes = self.bound_all(names, sizes);
                let pat = self.pat(names, pat)?;
                ExpKind::Let(sizes, pat, val, self.boxed(names, body)?)
            }
            ExpKind::LetFun(def, body) => {
                self.next_id += 1;
                let number = self.next_id - 1;
                let mut own = self.def(names, def, def.name.clone())?;
                own.name = names.function(&def.name, number);
                ExpKind::LetFun(Rc::new(own), self.boxed(names, body)?)
            }
            ExpKind::Lambda(lambda) => {
                names.begin();
                let params: Resolve<Vec<Pat>> = lambda.params.iter().map(|p| self.pat(names, p)).collect();
                let params = params?;
                let ret = lambda.ret.as_ref().map(|t| self.ty(names, t)).transpose()?;
                ExpKind::Lambda(Rc::new(Lambda { params, ret, body: self.exp(names, &lambda.body)? }))
            }
            ExpKind::Loop(l) => ExpKind::Loop(Box::new(self.loop_exp(names, l)?)),
            ExpKind::Match(what, cases) => {
                let what = self.boxed(names, what)?;
                let mut new = vec![];
                for (pat, e) in cases {
                    let mark = names.mark();
                    names.begin();
                    let pat = self.pat(names, pat)?;
                    new.push((pat, self.exp(names, e)?));
                    names.reset(mark);
                }
                ExpKind::Match(what, new)
            }
            ExpKind::Typed(e, ty) => ExpKind::Typed(self.boxed(names, e)?, self.ty(names, ty)?),
            ExpKind::Coerce(e, ty) => ExpKind::Coerce(self.boxed(names, e)?, self.ty(names, ty)?),
        })
    }
    fn loop_exp(&mut self, names: &mut Names, l: &Loop) -> Resolve<Loop> {
        let init = self.exp(names, &l.init)?;
        // Bounds and arrays are evaluated once, before the loop: they do not see its names.
        let over = match &l.form {
            LoopForm::For(_, e) | LoopForm::ForIn(_, e) => Some(self.exp(names, e)?),
            LoopForm::While(_) => None,
        };
        distinct(l.sizes.iter(), std::slice::from_ref(&l.pat))?;
        names.begin();
        let sizes = self.bound_all(names, &l.sizes);
        let pat = self.pat(names, &l.pat)?;
        names.begin();
        let form = match (&l.form, over) {
            (LoopForm::For(name, _), Some(over)) => LoopForm::For(self.bound(names, name), over),
            (LoopForm::ForIn(pat, _), Some(over)) => LoopForm::ForIn(self.pat(names, pat)?, over),
            (LoopForm::While(cond), _) => LoopForm::While(self.exp(names, cond)?),
            (LoopForm::For(..) | LoopForm::ForIn(..), None) => base::bug!("modules", "a loop over nothing"),
        };
        let body = self.exp(names, &l.body)?;
        Ok(Loop { sizes, pat, init, form, body })
    }

    fn var(&mut self, names: &Names, name: &Name, span: Span) -> Resolve<ExpKind> {
        if name.starts_with('_') {
            let message = format!("{name} begins with an underscore, so it cannot be used");
            return Err(Diagnostic::error("underscore", message)
                .label(span, "used here")
                .note("the underscore says that a value is ignored; give it another name"));
        }
        match names.find(name) {
            Some(Meaning::Local(unique)) => Ok(ExpKind::Var(unique)),
            Some(Meaning::Global(unique)) => Ok(ExpKind::Global(unique)),
            None if crate::infer::is_operator(name) => Ok(ExpKind::Global(name.clone())),
            None if matches!(&self.defining, Some((own, _, true)) if own == name) => {
                let unique = self.defining.as_ref().map_or_else(|| name.clone(), |d| d.1.clone());
                self.recursive.insert(unique.clone());
                Ok(ExpKind::Global(unique))
            }
            None => {
                let mut error = Diagnostic::error("unknown-name", format!("unknown name {name}"))
                    .label(span, "not defined here");
                if matches!(&self.defining, Some((own, ..)) if own == name) {
                    error = error.note("only a definition with parameters can use itself");
                } else if matches!(&**name, "vjp" | "jvp" | "vjp2" | "jvp2") {
                    error = Diagnostic::error(
                        "not-supported",
                        format!("derivatives ({name}) are not supported yet"),
                    )
                    .label(span, "not supported yet");
                } else if let Some(usual) = usual_operator(name) {
                    error = error.note(format!("did you mean {usual}?"));
                } else if let Some(close) = names.similar(name) {
                    error = error.note(format!("did you mean {close}?"));
                }
                Err(self.unknown(names, Kind::Value, std::slice::from_ref(name), span, error))
            }
        }
    }
    /// `m.n.x.field`, if `m` is a module and not a value.
    fn qualified(&mut self, names: &Names, e: &Exp) -> Resolve<Option<Exp>> {
        let mut path: Vec<(&Name, Span)> = vec![];
        let mut inner = e;
        while let ExpKind::Project(e, field) = &inner.kind {
            path.push((field, inner.span));
            inner = e;
        }
        let ExpKind::Var(first) = &inner.kind else { return Ok(None) };
        path.push((first, inner.span));
        path.reverse();
        if let Some(Meaning::Local(_)) = names.find(first) {
            return Ok(None);
        }
        let mut at = 1;
        let Some(mut module) = names.find_module(std::slice::from_ref(first)) else {
            let known = names.find(first).is_some();
            let why = self.why_unknown(names, Kind::Module, std::slice::from_ref(first), inner.span);
            return why.filter(|_| !known).map_or(Ok(None), Err);
        };
        while let (Module::Struct(scope), true) = (&module, at + 1 < path.len())
            && let Some(next) =
                scope.modules.get(path[at].0).filter(|_| !scope.values.contains_key(path[at].0))
        {
            module = next.clone();
            at += 1;
        }
        let (name, span) = path[at];
        let Module::Struct(scope) = &module else {
            let message = format!("{} is a parametric module", path[at - 1].0);
            return Err(Diagnostic::error("parametric-module", message).label(e.span, "apply it first"));
        };
        let Some(unique) = scope.values.get(name) else {
            let message = format!("the module {} has no value {name}", path[at - 1].0);
            let mut error = Diagnostic::error("unknown-name", message).label(span, "not defined there");
            let near = scope.values.keys().filter(|n| n.starts_with(&**name) || name.starts_with(&***n));
            if let Some(near) = near.min() {
                error = error.note(format!("did you mean {near}?"));
            }
            let lost = [Kind::Value, Kind::Module].iter().any(|kind| scope.lost(*kind, name));
            return Err(if lost { consequence() } else { error });
        };
        let mut exp = self.make(span, ExpKind::Global(unique.clone()));
        for (field, span) in &path[at + 1..] {
            exp = self.make(*span, ExpKind::Project(Box::new(exp), (*field).clone()));
        }
        Ok(Some(exp))
    }
    fn dims(&mut self, names: &mut Names, dims: &[Dim]) -> Resolve<Vec<Dim>> {
        let mut new = vec![];
        for dim in dims {
            new.push(match dim {
                Dim::At(e) => Dim::At(self.exp(names, e)?),
                Dim::Range(range) => {
                    let mut parts = [None, None, None];
                    for (part, e) in parts.iter_mut().zip(range.iter()) {
                        *part = e.as_ref().map(|e| self.exp(names, e)).transpose()?;
                    }
                    Dim::Range(Box::new(parts))
                }
            });
        }
        Ok(new)
    }

    /// A pattern; its names come into view, those of earlier parts in the types of later ones.
    fn pat(&mut self, names: &mut Names, pat: &Pat) -> Resolve<Pat> {
        let kind = match &pat.kind {
            PatKind::Wild => PatKind::Wild,
            PatKind::Name(name) => PatKind::Name(self.bound(names, name)),
            PatKind::Record(fields) => {
                let mut new = vec![];
                for (name, p) in fields {
                    new.push((name.clone(), self.pat(names, p)?));
                }
                PatKind::Record(new)
            }
            PatKind::Typed(inner, ty) => {
                let binding = names.binding();
                let ty = self.ty(names, ty)?;
                names.resume(binding);
                PatKind::Typed(Box::new(self.pat(names, inner)?), ty)
            }
            PatKind::Constr(name, args, _) => {
                let args: Resolve<Vec<Pat>> = args.iter().map(|p| self.pat(names, p)).collect();
                self.next_id += 1;
                PatKind::Constr(name.clone(), args?, self.next_id - 1)
            }
            PatKind::Literal(e) => PatKind::Literal(self.boxed(names, e)?),
        };
        Ok(Pat { kind, span: pat.span })
    }

    /// A name that is bound.
    pub(super) fn bound(&mut self, names: &mut Names, name: &Name) -> Name {
        self.next_id += 1;
        names.bound(name, self.next_id - 1)
    }
    /// Names that are bound together.
    pub(super) fn bound_all(&mut self, names: &mut Names, bound: &[Name]) -> Vec<Name> {
        bound.iter().map(|name| self.bound(names, name)).collect()
    }

    /// A definition under a new name. Its own name is not in view.
    pub(super) fn def(&mut self, names: &mut Names, def: &Def, unique: Name) -> Resolve<Def> {
        let mark = names.mark();
        let result = self.def_parts(names, def, unique);
        names.reset(mark);
        result
    }
    fn heading(&mut self, names: &mut Names, def: &Def) -> Resolve<(Vec<Pat>, Option<TypeExp>)> {
        let params: Resolve<Vec<Pat>> = def.params.iter().map(|pat| self.pat(names, pat)).collect();
        Ok((params?, def.ret.as_ref().map(|t| self.ty(names, t)).transpose()?))
    }
    fn def_parts(&mut self, names: &mut Names, def: &Def, unique: Name) -> Resolve<Def> {
        names.begin();
        let tparams = self.tparams(names, &def.tparams, def.span)?;
        let sizes = def.tparams.iter().filter(|p| matches!(p, TypeParam::Size(_))).map(TypeParam::name);
        distinct(sizes, &def.params)?;
        // A definition may use itself in its body, not in its type.
        let defining = self.defining.take();
        let heading = self.heading(names, def);
        self.defining = defining;
        let (params, ret) = heading?;
        if let Some(ret) = &ret {
            super::sizes::used(&tparams, &params, ret, def.span)?;
        }
        let body = self.exp(names, &def.body)?;
        Ok(Def { name: unique, span: def.span, entry: def.entry, tparams, params, ret, body })
    }
}

/// Sizes and the names of a pattern are all different: both are values.
fn distinct<'n>(sizes: impl Iterator<Item = &'n Name>, pats: &[Pat]) -> Resolve<()> {
    let mut seen: Vec<&Name> = vec![];
    for size in sizes {
        let bound = pats.iter().flat_map(Pat::names).find(|(name, _)| *name == size);
        let span = match (bound, pats.first()) {
            (Some((_, span)), _) => span,
            (None, Some(pat)) if seen.contains(&size) => pat.span,
            _ => {
                seen.push(size);
                continue;
            }
        };
        return Err(Diagnostic::error(
            "duplicate-name",
            format!("{size} is also bound as the size [{size}]"),
        )
        .label(span, "a second time")
        .note("give one of them another name"));
    }
    Ok(())
}

/// What other languages write by this operator.
fn usual_operator(name: &str) -> Option<&'static str> {
    Some(match name {
        "/=" | "<>" | "=/=" | "~=" | "!==" => "`!=`",
        "===" => "`==`",
        "=<" => "`<=`",
        "=>" => "`>=`, or `\\x -> ..` for a function",
        _ => return None,
    })
}
