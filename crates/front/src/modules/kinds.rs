//! What may be inside the values of types as they are written: the kind that an abbreviation was declared with counts, not what it
//! stands for.

use super::names::Names;
use super::{Elab, Resolve};
use crate::ast::{Lift, Name, SizeExp, TypeArg, TypeExp, TypeKind, TypeParam};
use base::diag::{Diagnostic, Span};

impl Elab<'_> {
    /// The kind of a type that has been resolved without error.
    pub(super) fn lift(&self, names: &Names, ty: &TypeExp) -> Lift {
        match &ty.kind {
            TypeKind::Scalar(_) => Lift::Plain,
            TypeKind::Name(name, args) => {
                let own = match names.tyvar_lift(name) {
                    Some(lift) if args.is_empty() => lift,
                    _ => names.find_type(name).map_or(Lift::Plain, |bind| bind.lift),
                };
                args.iter().map(|arg| self.arg_lift(names, arg)).fold(own, Lift::max)
            }
            TypeKind::Abstract(_, args) => {
                args.iter().map(|arg| self.arg_lift(names, arg)).fold(Lift::Plain, Lift::max)
            }
            TypeKind::Record(fields) => self.most(names, &mut fields.iter().map(|(_, t)| t)),
            TypeKind::Sum(cs) => self.most(names, &mut cs.iter().flat_map(|(_, payload)| payload)),
            TypeKind::Array(size, t) => size_lift(size).max(self.lift(names, t)),
            TypeKind::Fun(..) => Lift::Functions,
            TypeKind::Unique(t) => self.lift(names, t),
            TypeKind::Exists(_, t) => Lift::Sizes.max(self.lift(names, t)),
        }
    }
    fn most(&self, names: &Names, types: &mut dyn Iterator<Item = &TypeExp>) -> Lift {
        types.map(|t| self.lift(names, t)).fold(Lift::Plain, Lift::max)
    }
    fn arg_lift(&self, names: &Names, arg: &TypeArg) -> Lift {
        match arg {
            TypeArg::Size(size) => size_lift(size),
            TypeArg::Type(t) => self.lift(names, t),
        }
    }

    /// Arrays hold data: reports elements that may be functions.
    pub(super) fn elements(&self, names: &Names, elem: &TypeExp) -> Resolve<()> {
        if self.lift(names, elem) < Lift::Functions {
            return Ok(());
        }
        let what = match &elem.kind {
            TypeKind::Name(name, _) => format!("{name} may be a function, and arrays cannot hold functions"),
            _ => "arrays cannot hold functions".to_string(),
        };
        let error = Diagnostic::error("function-elements", what).label(elem.span, "the elements");
        Err(match &elem.kind {
            TypeKind::Name(name, _) if names.tyvar_lift(name).is_some() => {
                error.note(format!("declare the parameter as '{name}: `^` admits functions"))
            }
            TypeKind::Name(..) => error.note("a type declared by `type` or `type~` holds data"),
            _ => error.note("use a function of the index instead"),
        })
    }
    /// Arrows name each of their arguments once.
    pub(super) fn arrow_names(&self, ty: &TypeExp) -> Resolve<()> {
        let (mut seen, mut ty): (Vec<(&Name, Span)>, _) = (vec![], ty);
        while let TypeKind::Fun(name, from, to) = &ty.kind {
            if let Some(name) = name {
                if let Some((_, first)) = seen.iter().find(|(n, _)| *n == name) {
                    let message = format!("two arguments of the function are called {name}");
                    return Err(Diagnostic::error("duplicate-name", message)
                        .label(from.span, "the second one")
                        .label(*first, "the first one"));
                }
                seen.push((name, from.span));
            }
            ty = to;
        }
        Ok(())
    }
}

fn size_lift(size: &SizeExp) -> Lift {
    if matches!(size, SizeExp::Exp(_)) { Lift::Plain } else { Lift::Sizes }
}

/// Whether a type with the parameters `own` takes every argument that one with the parameters `declared` takes.
pub(super) fn takes_all(own: &[TypeParam], declared: &[TypeParam]) -> bool {
    own.len() == declared.len()
        && own.iter().zip(declared).all(|pair| match pair {
            (TypeParam::Size(_), TypeParam::Size(_)) => true,
            (TypeParam::Type(_, own), TypeParam::Type(_, declared)) => own >= declared,
            (TypeParam::Size(_), TypeParam::Type(..)) | (TypeParam::Type(..), TypeParam::Size(_)) => false,
        })
}
