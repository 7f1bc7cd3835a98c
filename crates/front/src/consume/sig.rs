//! What functions do with their arguments, as their types say.

use super::alias::{Alias, Places};
use crate::ast::{Name, Pat, PatKind, TypeExp, TypeKind};
use std::rc::Rc;

/// What a function does with its arguments.
#[derive(Clone, Debug)]
pub(super) struct Sig {
    /// Its parameters.
    pub(super) params: Vec<Param>,
    /// Its result.
    pub(super) result: Shares,
}

/// What a function does with one argument.
#[derive(Clone, Debug)]
pub(super) struct Param {
    /// Whether it consumes the argument.
    pub(super) consumes: bool,
    /// What it does with it if it is a function.
    pub(super) fun: Option<Rc<Sig>>,
}

/// What the result of a function may share with arguments that it does not consume.
#[derive(Clone, Debug)]
pub(super) enum Shares {
    /// Nothing.
    Nothing,
    /// Anything.
    Anything,
    /// Field by field.
    Record(Vec<(Name, Shares)>),
    /// It is a function again.
    Fun(Rc<Sig>),
}

impl Shares {
    /// What a declared type promises.
    pub(super) fn declared(ty: &TypeExp) -> Shares {
        match &ty.kind {
            TypeKind::Scalar(_) | TypeKind::Unique(_) => Shares::Nothing,
            TypeKind::Record(fields) => {
                Shares::Record(fields.iter().map(|(name, ty)| (name.clone(), Shares::declared(ty))).collect())
            }
            TypeKind::Exists(_, ty) => Shares::declared(ty),
            TypeKind::Fun(..) => Shares::Fun(Rc::new(Sig::of_type(ty))),
            _ => Shares::Anything,
        }
    }

    /// What a result of these aliases shares, if `outside` are the places that are not the function's own.
    pub(super) fn inferred(alias: &Alias, outside: &dyn Fn(&Places) -> bool) -> Shares {
        match alias {
            Alias::Record(fields) => Shares::Record(
                fields.iter().map(|(name, alias)| (name.clone(), Shares::inferred(alias, outside))).collect(),
            ),
            Alias::Fun(_, sig) => Shares::Fun(sig.clone()),
            Alias::Whole(places) if outside(places) => Shares::Anything,
            Alias::Whole(_) => Shares::Nothing,
        }
    }
}

impl Sig {
    /// A function that nothing is known about.
    pub(super) fn unknown() -> Sig {
        Sig { params: vec![], result: Shares::Anything }
    }

    /// The function type `a -> b -> c`.
    pub(super) fn of_type(ty: &TypeExp) -> Sig {
        let (mut params, mut ty) = (vec![], ty);
        while let TypeKind::Fun(_, from, to) = &ty.kind {
            params.push(Param::of_type(from));
            ty = to;
        }
        Sig { params, result: Shares::declared(ty) }
    }
}

impl Param {
    /// A parameter of a declared type.
    pub(super) fn of_type(ty: &TypeExp) -> Param {
        let fun = matches!(ty.kind, TypeKind::Fun(..)).then(|| Rc::new(Sig::of_type(ty)));
        Param { consumes: has_star(ty), fun }
    }

    /// A parameter with this pattern.
    pub(super) fn of_pat(pat: &Pat) -> Param {
        match &pat.kind {
            PatKind::Typed(inner, ty) => {
                let (own, inner) = (Param::of_type(ty), Param::of_pat(inner));
                Param { consumes: own.consumes || inner.consumes, fun: own.fun.or(inner.fun) }
            }
            PatKind::Record(fields) => {
                let consumes = fields.iter().any(|(_, pat)| Param::of_pat(pat).consumes);
                Param { consumes, fun: None }
            }
            _ => Param { consumes: false, fun: None },
        }
    }
}

/// Whether there is an asterisk somewhere in the type of a value.
fn has_star(ty: &TypeExp) -> bool {
    match &ty.kind {
        TypeKind::Unique(_) => true,
        TypeKind::Record(fields) => fields.iter().any(|(_, ty)| has_star(ty)),
        TypeKind::Exists(_, ty) => has_star(ty),
        _ => false,
    }
}
