//! Which sizes a type tells. `[n]t` tells `n`; `[n + 1]t` and functions over `[n]t` only use it: from a value of such a type `n`
//! cannot be read.

use super::Resolve;
use crate::ast::{Exp, ExpKind, Name, Pat, SizeExp, TypeArg, TypeExp, TypeKind, TypeParam, Val};
use crate::types::plain_name;
use base::diag::{Diagnostic, Span};
use rustc_hash::{FxHashMap, FxHashSet};

/// The sizes of a type.
#[derive(Default)]
pub(super) struct Sizes {
    /// Those that a value of the type tells.
    pub told: FxHashSet<Name>,
    /// All that occur.
    pub used: FxHashSet<Name>,
    /// How many dimensions are just this size.
    dimensions: FxHashMap<Name, usize>,
}

impl Sizes {
    /// Those of a type without abbreviations.
    pub(super) fn of(ty: &TypeExp) -> Sizes {
        let mut sizes = Sizes::default();
        sizes.add(ty);
        sizes
    }
    /// How many dimensions are just this size.
    pub(super) fn dimensions(&self, name: &Name) -> usize {
        self.dimensions.get(name).copied().unwrap_or(0)
    }
    /// Adds those of a type without abbreviations.
    pub(super) fn add(&mut self, ty: &TypeExp) {
        self.ty(ty, true);
    }
    /// Adds those of the types written in a pattern.
    pub(super) fn add_pat(&mut self, pat: &Pat) {
        pat.each_type(&mut |ty| self.add(ty));
    }
    fn ty(&mut self, ty: &TypeExp, tells: bool) {
        match &ty.kind {
            TypeKind::Scalar(_) => {}
            TypeKind::Name(_, args) | TypeKind::Abstract(_, args) => {
                for arg in args {
                    match arg {
                        TypeArg::Size(size) => self.size(size, tells),
                        TypeArg::Type(t) => self.ty(t, tells),
                    }
                }
            }
            TypeKind::Record(fields) => fields.iter().for_each(|(_, t)| self.ty(t, tells)),
            TypeKind::Sum(cs) => cs.iter().flat_map(|(_, payload)| payload).for_each(|t| self.ty(t, tells)),
            TypeKind::Array(size, t) => {
                self.size(size, tells);
                self.ty(t, tells);
            }
            TypeKind::Fun(_, from, to) => {
                self.ty(from, false);
                self.ty(to, false);
            }
            TypeKind::Unique(t) | TypeKind::Exists(_, t) => self.ty(t, tells),
        }
    }
    fn size(&mut self, size: &SizeExp, tells: bool) {
        let SizeExp::Exp(e) = size else { return };
        if let ExpKind::Var(name) = &e.kind {
            *self.dimensions.entry(name.clone()).or_default() += 1;
            if tells {
                self.told.insert(name.clone());
            }
        }
        self.exp(e);
    }
    fn exp(&mut self, e: &Exp) {
        if let ExpKind::Var(name) = &e.kind {
            self.used.insert(name.clone());
        }
        e.children().into_iter().for_each(|e| self.exp(e));
    }
    /// The first parameter whose size is not told.
    pub(super) fn untold<'a>(&self, tparams: &'a [TypeParam]) -> Option<&'a Name> {
        sizes(tparams).find(|name| !self.told.contains(*name))
    }
    /// The first parameter that does not occur.
    pub(super) fn unused<'a>(&self, tparams: &'a [TypeParam]) -> Option<&'a Name> {
        sizes(tparams).find(|name| !self.used.contains(*name))
    }
}

fn sizes(tparams: &[TypeParam]) -> impl Iterator<Item = &Name> {
    tparams.iter().filter_map(|p| match p {
        TypeParam::Size(name) => Some(name),
        TypeParam::Type(..) => None,
    })
}

/// A size parameter is told by the sizes of arguments, or by what the result is used for: it has to occur in the type of one.
/// Inference checks this where the type of the result is not written.
pub(super) fn used(tparams: &[TypeParam], params: &[Pat], ret: &TypeExp, span: Span) -> Resolve<()> {
    let mut all = Sizes::default();
    params.iter().for_each(|pat| all.add_pat(pat));
    all.add(ret);
    all.unused(tparams).map_or(Ok(()), |name| Err(unused_size(name, span)))
}

/// The error for a size parameter that no type mentions.
pub(crate) fn unused_size(name: &Name, span: Span) -> Diagnostic {
    let name = plain_name(name);
    let message = format!("the size {name} is not used in the type of a parameter or of the result");
    Diagnostic::error("unknown-size", message)
        .label(span, "nothing tells it")
        .note(format!("write [{name}] for the size of an array that is passed"))
}

/// A size bound by `?[n].` is told by the values of the type behind it.
pub(super) fn bound(names: &[Name], ty: &TypeExp, span: Span) -> Resolve<()> {
    let sizes = Sizes::of(ty);
    let Some(name) = names.iter().find(|name| !sizes.told.contains(*name)) else { return Ok(()) };
    let name = plain_name(name);
    let message = format!("values of this type do not tell the size {name}");
    Err(Diagnostic::error("unknown-size", message).label(span, format!("?[{name}] is bound here")).note(
        format!("one of them has to hold an array of size [{name}]; the result of a function does not count"),
    ))
}

/// An abbreviation may leave sizes out, but not those of what a function takes: there nothing tells them.
pub(super) fn told_to_functions(name: &Name, ty: &TypeExp) -> Resolve<()> {
    let Some(span) = anonymous(ty, true) else { return Ok(()) };
    let message = format!("a function in {name} takes an array of a size that is not told");
    Err(Diagnostic::error("anonymous-size", message)
        .label(span, "this size")
        .note(format!("make it a parameter of the type: `{name} [n]`; or write [?] for any size")))
}

/// In a module type the sizes of what a function takes have names: who implements it has to accept every size.
pub(super) fn named(val: &Val) -> Resolve<()> {
    let Some(span) = anonymous(&val.ty, true) else { return Ok(()) };
    let name = &val.name;
    let message = format!("a size in the type of {name} has no name");
    Err(Diagnostic::error("anonymous-size", message).label(span, "this size").note(format!(
        "give it a name, as in `val {name} [n] : [n]t -> u`; only results may leave sizes out"
    )))
}

/// Where a size is left out in front of an arrow.
fn anonymous(ty: &TypeExp, result: bool) -> Option<Span> {
    let own = |size: &SizeExp| (!result && matches!(size, SizeExp::Anon)).then_some(ty.span);
    match &ty.kind {
        TypeKind::Scalar(_) => None,
        TypeKind::Name(_, args) | TypeKind::Abstract(_, args) => args.iter().find_map(|arg| match arg {
            TypeArg::Size(size) => own(size),
            TypeArg::Type(t) => anonymous(t, result),
        }),
        TypeKind::Record(fields) => fields.iter().find_map(|(_, t)| anonymous(t, result)),
        TypeKind::Sum(cs) => cs.iter().flat_map(|(_, payload)| payload).find_map(|t| anonymous(t, result)),
        TypeKind::Array(size, t) => own(size).or_else(|| anonymous(t, result)),
        TypeKind::Fun(_, from, to) => anonymous(from, false).or_else(|| anonymous(to, true)),
        TypeKind::Unique(t) | TypeKind::Exists(_, t) => anonymous(t, result),
    }
}
