//! Types and patterns as they are written, for inference.

use super::{Check, Deferred, Demand, Infer, Local};
use crate::ast::{Exp, ExpKind, Lift, Name, Pat, PatKind, SizeExp, TypeArg, TypeExp, TypeKind};
use crate::types::{Declared, Scheme, Size, SizeOp, Ty};
use base::diag::{Diagnostic, Span};

impl Infer {
    /// The type that a written one stands for.
    pub(super) fn ty(&mut self, ty: &TypeExp) -> Check<Ty> {
        match &ty.kind {
            TypeKind::Scalar(s) => Ok(Ty::Scalar(*s)),
            TypeKind::Name(name, _) => {
                let found = self.tyvars.iter().rev().find(|(n, _)| n == name);
                found.map(|(_, t)| t.clone()).ok_or_else(|| {
                    Diagnostic::error("unknown-type", format!("unknown type {name}"))
                        .label(ty.span, "not defined here")
                })
            }
            TypeKind::Record(fields) => {
                let mut types = vec![];
                for (name, t) in fields {
                    types.push((name.clone(), self.ty(t)?));
                }
                Ok(Ty::Record(types.into()))
            }
            TypeKind::Array(size, elem) => {
                let size = self.size(size)?;
                Ok(Ty::array(size, self.ty(elem)?))
            }
            TypeKind::Fun(name, from, to) => {
                let from = self.ty(from)?;
                let scope = self.locals.len();
                if let Some(name) = name {
                    let size = Some(self.solver.fresh_size());
                    self.bind(name, from.clone(), size);
                }
                let to = self.ty(to);
                self.locals.truncate(scope);
                Ok(Ty::fun(from, to?))
            }
            TypeKind::Unique(t) => self.ty(t),
            TypeKind::Sum(constructors) => {
                let mut new = vec![];
                for (name, payload) in constructors {
                    let payload: Check<Vec<Ty>> = payload.iter().map(|t| self.ty(t)).collect();
                    new.push((name.clone(), payload?));
                }
                Ok(Ty::Sum(new.into()))
            }
            TypeKind::Abstract(name, args) => {
                let (mut types, mut sizes) = (vec![], vec![]);
                for arg in args {
                    match arg {
                        TypeArg::Size(s) => sizes.push(self.size(s)?),
                        TypeArg::Type(t) => types.push(self.ty(t)?),
                    }
                }
                Ok(Ty::Opaque(name.clone(), types.into(), sizes.into()))
            }
            TypeKind::Exists(names, t) => {
                let scope = self.locals.len();
                for name in names {
                    self.bind(name, Ty::i64(), Some(Size::Any));
                }
                let ty = self.ty(t);
                self.locals.truncate(scope);
                ty
            }
        }
    }
    fn size(&mut self, size: &SizeExp) -> Check<Size> {
        let e = match size {
            SizeExp::Anon => return Ok(self.solver.fresh_size()),
            SizeExp::Any => return Ok(Size::Any),
            SizeExp::Exp(e) => e,
        };
        let ty = self.exp(e)?;
        self.solver.unify(&Ty::i64(), &ty, e.span)?;
        self.size_of_exp(e)
    }
    /// What an expression means as a size.
    pub(super) fn size_of_exp(&mut self, e: &Exp) -> Check<Size> {
        if let ExpKind::Apply(f, b) = &e.kind
            && let ExpKind::Apply(op, a) = &f.kind
            && let ExpKind::Global(name) = &op.kind
            && let Some(op) = match &**name {
                "+" => Some(SizeOp::Add),
                "-" => Some(SizeOp::Sub),
                "*" => Some(SizeOp::Mul),
                _ => None,
            }
        {
            return Ok(Size::term(op, self.size_of_exp(a)?, self.size_of_exp(b)?));
        }
        if let ExpKind::Int(n) = e.kind {
            return i64::try_from(n).map(Size::Const).map_err(|_| {
                Diagnostic::error("literal", format!("{n} is too large for a size")).label(e.span, "here")
            });
        }
        if let ExpKind::Var(name) = &e.kind
            && let Some(at) = self.locals.iter().rposition(|l| l.name == *name)
        {
            if let Some(size) = &self.locals[at].size {
                return Ok(size.clone());
            }
            let size = self.soft_size(name);
            self.locals[at].size = Some(size.clone());
            return Ok(size);
        }
        Ok(self.solver.fresh_size())
    }

    /// What a local name means as a size: not known to be equal to anything else, but lowering can look it up.
    pub(super) fn soft_size(&mut self, name: &Name) -> Size {
        let size = self.solver.fresh_unknown();
        if let Size::Unknown(k) = size {
            self.soft.insert(k, name.clone());
        }
        size
    }
    pub(super) fn bind(&mut self, name: &Name, ty: Ty, size: Option<Size>) {
        self.locals.push(Local { name: name.clone(), scheme: Scheme::mono(ty), size });
    }

    /// The type of a pattern; its names are bound. With `rigid` its `i64`s are sizes of the definition.
    pub(super) fn pat(&mut self, pat: &Pat, rigid: bool) -> Check<Ty> {
        match &pat.kind {
            PatKind::Wild => Ok(self.solver.fresh()),
            PatKind::Name(name) => {
                let ty = self.solver.fresh();
                self.bind(name, ty.clone(), None);
                Ok(ty)
            }
            PatKind::Record(fields) => {
                let mut types = vec![];
                for (name, p) in fields {
                    types.push((name.clone(), self.pat(p, rigid)?));
                }
                Ok(Ty::Record(types.into()))
            }
            PatKind::Constr(name, args, id) => {
                let mut payload = vec![];
                for p in args {
                    payload.push(self.pat(p, false)?);
                }
                let ty = self.solver.fresh();
                self.types[*id as usize] = Some(ty.clone());
                self.deferred.push(Deferred {
                    of: ty.clone(),
                    demand: Demand::Constr(name.clone(), payload),
                    span: pat.span,
                });
                Ok(ty)
            }
            PatKind::Literal(e) => self.exp(e),
            PatKind::Typed(inner, ty) => {
                let ty = self.ty(ty)?;
                if let (PatKind::Name(name), true) = (&inner.kind, rigid && ty == Ty::i64()) {
                    let lift = Lift::Plain;
                    let id = self.solver.fresh_param(lift);
                    self.rigid.push(Declared { id, arg: self.position, lift, chosen: false });
                    self.bind(name, ty.clone(), Some(Size::Param(name.clone(), id)));
                    return Ok(ty);
                }
                let own = self.pat(inner, rigid)?;
                self.solver.unify(&ty, &own, pat.span)?;
                Ok(ty)
            }
        }
    }
    /// Reports a name that is bound twice.
    pub(super) fn unique_names(&self, pats: &[Pat]) -> Check<()> {
        let mut seen: Vec<(&Name, Span)> = vec![];
        for (name, span) in pats.iter().flat_map(|p| p.names()) {
            if let Some((_, first)) = seen.iter().find(|(n, _)| *n == name) {
                return Err(Diagnostic::error("duplicate-name", format!("{name} is bound twice"))
                    .label(span, "the second time")
                    .label(*first, "the first time"));
            }
            seen.push((name, span));
        }
        Ok(())
    }
}
