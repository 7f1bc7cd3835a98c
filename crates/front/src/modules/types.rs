//! Types as they are written.

use super::names::Names;
use super::{Elab, Resolve};
use crate::ast::{Lift, Name, SizeExp, TypeExp, TypeKind, TypeParam, Val};
use base::diag::{Diagnostic, Span};

/// As in Futhark, the constructor of a value is a byte in files and interfaces.
const MAX_CONSTRUCTORS: usize = 256;

impl Elab<'_> {
    /// A type without abbreviations.
    pub(super) fn ty(&mut self, names: &mut Names, ty: &TypeExp) -> Resolve<TypeExp> {
        self.ty_at(names, ty, Place::Value)
    }
    pub(super) fn ty_at(&mut self, names: &mut Names, ty: &TypeExp, place: Place) -> Resolve<TypeExp> {
        let kind = match &ty.kind {
            TypeKind::Scalar(s) => TypeKind::Scalar(*s),
            TypeKind::Abstract(name, args) => TypeKind::Abstract(name.clone(), args.clone()),
            TypeKind::Name(name, args) => return self.type_name(names, name, args, ty.span, place),
            TypeKind::Record(fields) => {
                let mut new = vec![];
                for (name, t) in fields {
                    new.push((name.clone(), self.ty_at(names, t, place)?));
                }
                TypeKind::Record(new)
            }
            TypeKind::Sum(constructors) => {
                if constructors.len() > MAX_CONSTRUCTORS {
                    let message = format!(
                        "a sum has at most {MAX_CONSTRUCTORS} constructors, this one has {}",
                        constructors.len()
                    );
                    return Err(Diagnostic::error("too-many-constructors", message)
                        .label(ty.span, "this sum")
                        .note("put some of them into a sum of their own, as a payload"));
                }
                let mut new = vec![];
                for (name, payload) in constructors {
                    let payload: Resolve<Vec<TypeExp>> =
                        payload.iter().map(|t| self.ty_at(names, t, place)).collect();
                    new.push((name.clone(), payload?));
                }
                TypeKind::Sum(new)
            }
            TypeKind::Array(size, elem) => {
                let size = self.size(names, size)?;
                let new = self.ty_at(names, elem, Place::Element)?;
                self.elements(names, elem)?;
                TypeKind::Array(size, Box::new(new))
            }
            TypeKind::Fun(name, from, to) => {
                self.arrow_names(ty)?;
                let from = self.ty(names, from)?;
                let mark = names.mark();
                names.begin();
                let name = name.as_ref().map(|name| self.bound(names, name));
                let to = self.ty(names, to);
                names.reset(mark);
                TypeKind::Fun(name, Box::new(from), Box::new(to?))
            }
            TypeKind::Unique(t) => TypeKind::Unique(Box::new(self.ty_at(names, t, place)?)),
            TypeKind::Exists(sizes, t) => {
                let mark = names.mark();
                names.begin();
                let sizes = self.bound_all(names, sizes);
                let t = self.ty_at(names, t, place);
                names.reset(mark);
                let t = t?;
                super::sizes::bound(&sizes, &t, ty.span)?;
                TypeKind::Exists(sizes, Box::new(t))
            }
        };
        Ok(TypeExp { kind, span: ty.span })
    }
    pub(super) fn size(&mut self, names: &mut Names, size: &SizeExp) -> Resolve<SizeExp> {
        Ok(match size {
            SizeExp::Anon => SizeExp::Anon,
            SizeExp::Any => SizeExp::Any,
            SizeExp::Exp(e) => SizeExp::Exp(Box::new(self.exp(names, e)?)),
        })
    }

    /// A value's type under its parameters.
    pub(super) fn val(&mut self, names: &mut Names, val: &Val, unique: Name) -> Resolve<Val> {
        let mark = names.mark();
        let named = if val.span.file == crate::PRELUDE as u16 { Ok(()) } else { super::sizes::named(val) };
        let params = named.and_then(|()| self.tparams(names, &val.tparams, val.span));
        let result = params.and_then(|tparams| Ok((tparams, self.ty(names, &val.ty)?)));
        names.reset(mark);
        let (tparams, ty) = result?;
        Ok(Val { name: unique, span: val.span, tparams, ty })
    }
    /// Brings type and size parameters into scope; returns them as they are called there.
    pub(super) fn tparams(
        &mut self,
        names: &mut Names,
        tparams: &[TypeParam],
        span: Span,
    ) -> Resolve<Vec<TypeParam>> {
        let mut new = vec![];
        for (i, param) in tparams.iter().enumerate() {
            if tparams[..i].iter().any(|p| p.name() == param.name()) {
                let message = format!("the parameter {} occurs twice", param.name());
                return Err(Diagnostic::error("duplicate-name", message).label(span, "here"));
            }
            new.push(match param {
                TypeParam::Size(name) => TypeParam::Size(self.bound(names, name)),
                TypeParam::Type(name, lift) => {
                    names.tyvar(name, *lift);
                    param.clone()
                }
            });
        }
        Ok(new)
    }
}

/// Where a type stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// It is the type of one value.
    Value,
    /// It is the type of the elements of an array, or of parts of them.
    Element,
}

/// What a type holds that is not plain.
pub(super) fn words(lift: Lift) -> &'static str {
    match lift {
        Lift::Plain => "plain data",
        Lift::Sizes => "a type with anonymous sizes",
        Lift::Functions => "a type with functions",
    }
}

/// Whether two types without abbreviations are the same as far as this can be told without inference: sizes are not compared.
pub(super) fn alike(a: &TypeExp, b: &TypeExp, params: &[(Name, Name)]) -> bool {
    match (&a.kind, &b.kind) {
        (TypeKind::Unique(a), _) => alike(a, b, params),
        (_, TypeKind::Unique(b)) => alike(a, b, params),
        (TypeKind::Exists(_, a), _) => alike(a, b, params),
        (_, TypeKind::Exists(_, b)) => alike(a, b, params),
        (TypeKind::Scalar(s), TypeKind::Scalar(t)) => s == t,
        (TypeKind::Name(x, _), TypeKind::Name(y, _)) => {
            x == y || params.iter().any(|(p, q)| p == x && q == y)
        }
        (TypeKind::Abstract(x, _), TypeKind::Abstract(y, _)) => x == y,
        (TypeKind::Record(xs), TypeKind::Record(ys)) => {
            xs.len() == ys.len() && xs.iter().zip(ys).all(|(x, y)| x.0 == y.0 && alike(&x.1, &y.1, params))
        }
        (TypeKind::Sum(xs), TypeKind::Sum(ys)) => {
            let same = |x: &[TypeExp], y: &[TypeExp]| {
                x.len() == y.len() && x.iter().zip(y).all(|(x, y)| alike(x, y, params))
            };
            xs.len() == ys.len() && xs.iter().zip(ys).all(|(x, y)| x.0 == y.0 && same(&x.1, &y.1))
        }
        (TypeKind::Array(_, a), TypeKind::Array(_, b)) => alike(a, b, params),
        (TypeKind::Fun(_, a, b), TypeKind::Fun(_, c, d)) => alike(a, c, params) && alike(b, d, params),
        _ => false,
    }
}
