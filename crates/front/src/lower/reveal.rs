//! What an abstract type with arguments stands for, as a written type.

use crate::ast::{Exp, ExpKind, Name, SizeExp, TypeArg, TypeExp, TypeKind, TypeParam};
use crate::modules::TypeBind;

/// The type behind an abstract type, with these arguments: types and sizes each in order. None if it computes with a size that it is given: only dimensions
/// that are such a size take the argument's place.
pub(super) fn reveal(bind: &TypeBind, args: &[TypeArg]) -> Option<TypeExp> {
    let types = args.iter().filter_map(|arg| match arg {
        TypeArg::Type(ty) => Some(ty),
        TypeArg::Size(_) => None,
    });
    let sizes = args.iter().filter_map(|arg| match arg {
        TypeArg::Size(size) => Some(size),
        TypeArg::Type(_) => None,
    });
    let (of_size, of_type): (Vec<_>, Vec<_>) =
        bind.tparams.iter().partition(|param| matches!(param, TypeParam::Size(_)));
    let given = Given {
        types: of_type.into_iter().map(TypeParam::name).zip(types).collect(),
        sizes: of_size.into_iter().map(TypeParam::name).zip(sizes).collect(),
    };
    given.ty(&bind.ty)
}

/// Arguments by the names of their parameters.
struct Given<'a> {
    types: Vec<(&'a Name, &'a TypeExp)>,
    sizes: Vec<(&'a Name, &'a SizeExp)>,
}

impl Given<'_> {
    fn ty(&self, ty: &TypeExp) -> Option<TypeExp> {
        let boxed = |ty: &TypeExp| Some(Box::new(self.ty(ty)?));
        let kind = match &ty.kind {
            TypeKind::Scalar(_) => ty.kind.clone(),
            TypeKind::Name(name, args) => match self.types.iter().find(|(param, _)| *param == name) {
                Some((_, ty)) => return Some((*ty).clone()),
                None => TypeKind::Name(name.clone(), self.args(args)?),
            },
            TypeKind::Abstract(name, args) => TypeKind::Abstract(name.clone(), self.args(args)?),
            TypeKind::Record(fields) => {
                let fields = fields.iter().map(|(name, ty)| Some((name.clone(), self.ty(ty)?)));
                TypeKind::Record(fields.collect::<Option<_>>()?)
            }
            TypeKind::Sum(constructors) => {
                let payload = |types: &[TypeExp]| types.iter().map(|ty| self.ty(ty)).collect::<Option<_>>();
                let constructors = constructors.iter().map(|(name, p)| Some((name.clone(), payload(p)?)));
                TypeKind::Sum(constructors.collect::<Option<_>>()?)
            }
            TypeKind::Array(size, elem) => TypeKind::Array(self.size(size)?, boxed(elem)?),
            TypeKind::Fun(name, from, to) => TypeKind::Fun(name.clone(), boxed(from)?, boxed(to)?),
            TypeKind::Unique(ty) => TypeKind::Unique(boxed(ty)?),
            TypeKind::Exists(names, ty) => TypeKind::Exists(names.clone(), boxed(ty)?),
        };
        Some(TypeExp { kind, span: ty.span })
    }
    fn args(&self, args: &[TypeArg]) -> Option<Vec<TypeArg>> {
        let arg = |arg: &TypeArg| {
            Some(match arg {
                TypeArg::Size(size) => TypeArg::Size(self.size(size)?),
                TypeArg::Type(ty) => TypeArg::Type(self.ty(ty)?),
            })
        };
        args.iter().map(arg).collect()
    }
    fn size(&self, size: &SizeExp) -> Option<SizeExp> {
        let SizeExp::Exp(e) = size else { return Some(size.clone()) };
        if let ExpKind::Var(name) = &e.kind
            && let Some((_, size)) = self.sizes.iter().find(|(param, _)| *param == name)
        {
            return Some((*size).clone());
        }
        (!self.mentioned(e)).then(|| size.clone())
    }
    /// Whether an expression mentions a size that is given.
    fn mentioned(&self, e: &Exp) -> bool {
        let own = matches!(&e.kind, ExpKind::Var(name) if self.sizes.iter().any(|(param, _)| *param == name));
        own || e.children().into_iter().any(|e| self.mentioned(e))
    }
}
