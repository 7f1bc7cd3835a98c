//! Type abbreviations. They are expanded while parsing, so that nothing behind the parser knows them.

use super::{Parse, Parser};
use crate::ast::{ExpKind, Name, SizeExp, TypeArg, TypeExp, TypeKind, TypeParam};
use base::diag::{Diagnostic, Span};

impl Parser<'_> {
    /// Replaces the name of an abbreviation by what it stands for.
    pub(super) fn expand(&self, ty: TypeExp) -> Parse<TypeExp> {
        let TypeKind::Name(name, args) = &ty.kind else { return Ok(ty) };
        let known = self.types.iter().rev().find(|(n, _)| n == name);
        let Some((_, Some(def))) = known else { return Ok(ty) };
        let wrong = |what: String| Err(Diagnostic::error("type-arguments", what).label(ty.span, "here"));
        if def.tparams.len() != args.len() {
            return wrong(format!("{name} takes {} arguments, got {}", def.tparams.len(), args.len()));
        }
        let (mut sizes, mut types) = (vec![], vec![]);
        for (param, arg) in def.tparams.iter().zip(args) {
            match (param, arg) {
                (TypeParam::Size(n), TypeArg::Size(s)) => sizes.push((n.clone(), s.clone())),
                (TypeParam::Type(n), TypeArg::Type(t)) => types.push((n.clone(), t.clone())),
                (TypeParam::Size(n), TypeArg::Type(_)) => {
                    return wrong(format!("the argument {n} of {name} is a size, got a type"));
                }
                (TypeParam::Type(n), TypeArg::Size(_)) => {
                    return wrong(format!("the argument {n} of {name} is a type, got a size"));
                }
            }
        }
        Ok(Expansion { sizes, types, span: ty.span }.ty(&def.ty))
    }
}

struct Expansion {
    sizes: Vec<(Name, SizeExp)>,
    types: Vec<(Name, TypeExp)>,
    span: Span,
}

impl Expansion {
    fn size(&self, size: &SizeExp) -> SizeExp {
        let SizeExp::Exp(e) = size else { return size.clone() };
        let ExpKind::Var(name) = &e.kind else { return size.clone() };
        self.sizes.iter().find(|(n, _)| n == name).map_or_else(|| size.clone(), |(_, s)| s.clone())
    }
    fn ty(&self, ty: &TypeExp) -> TypeExp {
        let inner = |t: &TypeExp| Box::new(self.ty(t));
        let kind = match &ty.kind {
            TypeKind::Scalar(s) => TypeKind::Scalar(*s),
            TypeKind::Name(name, args) => {
                if let Some((_, t)) = self.types.iter().find(|(n, _)| n == name) {
                    return t.clone();
                }
                TypeKind::Name(name.clone(), args.clone())
            }
            TypeKind::Record(fields) => {
                TypeKind::Record(fields.iter().map(|(n, t)| (n.clone(), self.ty(t))).collect())
            }
            TypeKind::Array(size, t) => TypeKind::Array(self.size(size), inner(t)),
            TypeKind::Fun(name, a, b) => TypeKind::Fun(name.clone(), inner(a), inner(b)),
            TypeKind::Unique(t) => TypeKind::Unique(inner(t)),
            TypeKind::Exists(names, t) => TypeKind::Exists(names.clone(), inner(t)),
        };
        TypeExp { kind, span: self.span }
    }
}
