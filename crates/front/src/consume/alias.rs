//! What a value may share memory with.

use super::sig::Sig;
use crate::ast::Name;
use crate::types::Ty;
use base::define_id;
use std::collections::BTreeSet;
use std::rc::Rc;

define_id! {
    /// A piece of memory that a name stands for: an array, or one array in a tuple or record.
    Place
}

/// Places.
pub(super) type Places = BTreeSet<Place>;

/// The places that a value may share memory with.
#[derive(Clone, Debug)]
pub(super) enum Alias {
    /// As a whole.
    Whole(Places),
    /// Field by field.
    Record(Vec<(Name, Alias)>),
    /// A function: what it captures, and what it does.
    Fun(Places, Rc<Sig>),
}

impl Alias {
    /// Nothing: a new value.
    pub(super) fn fresh() -> Alias {
        Alias::Whole(Places::new())
    }

    /// All places.
    pub(super) fn places(&self) -> Places {
        let mut places = Places::new();
        self.parts(&mut |part| places.extend(part));
        places
    }

    /// The places of each part that is no record.
    pub(super) fn parts<'a>(&'a self, each: &mut dyn FnMut(&'a Places)) {
        match self {
            Alias::Whole(places) | Alias::Fun(places, _) => each(places),
            Alias::Record(fields) => fields.iter().for_each(|(_, alias)| alias.parts(each)),
        }
    }

    /// The places of a field.
    pub(super) fn field(&self, field: &str) -> Alias {
        match self {
            Alias::Record(fields) => match fields.iter().find(|(name, _)| **name == *field) {
                Some((_, alias)) => alias.clone(),
                None => Alias::Whole(self.places()),
            },
            Alias::Whole(_) | Alias::Fun(..) => Alias::Whole(self.places()),
        }
    }

    /// Replaces a field, given by its path.
    pub(super) fn with_field(self, path: &[Name], value: Alias) -> Alias {
        let Some((first, rest)) = path.split_first() else { return value };
        match self {
            Alias::Record(mut fields) => {
                for (name, alias) in &mut fields {
                    if name == first {
                        let old = std::mem::replace(alias, Alias::fresh());
                        *alias = old.with_field(rest, value.clone());
                    }
                }
                Alias::Record(fields)
            }
            whole => whole.or(Alias::Whole(value.places())),
        }
    }

    /// What either of two values may share.
    pub(super) fn or(self, other: Alias) -> Alias {
        match (self, other) {
            (Alias::Record(a), Alias::Record(b)) if a.len() == b.len() => {
                Alias::Record(a.into_iter().zip(b).map(|((name, a), (_, b))| (name, a.or(b))).collect())
            }
            (Alias::Fun(a, sig), Alias::Fun(b, _)) => Alias::Fun(&a | &b, sig),
            (a, b) => Alias::Whole(&a.places() | &b.places()),
        }
    }

    /// The same for a value of this type: scalars share nothing, records do field by field.
    pub(super) fn of_type(self, ty: Option<&Ty>) -> Alias {
        match (ty, self) {
            (Some(ty), _) if is_plain(ty) => Alias::fresh(),
            (Some(Ty::Record(types)), alias) => Alias::Record(
                types.iter().map(|(name, ty)| (name.clone(), alias.field(name).of_type(Some(ty)))).collect(),
            ),
            (Some(Ty::Array(..)), alias) => Alias::Whole(alias.places()),
            (Some(Ty::Fun(..)), Alias::Whole(places)) => Alias::Fun(places, Rc::new(Sig::unknown())),
            (_, alias) => alias,
        }
    }

    /// The same for a definition of the top level. As in Futhark nothing is known of memory in its parts of abstract types: a
    /// value that is computed from them may be returned and consumed. Lowering copies what is not owned before each update,
    /// so the definition itself does not change.
    pub(super) fn of_global(self, ty: Option<&Ty>) -> Alias {
        match (ty, self) {
            (Some(Ty::Opaque(..)), _) => Alias::fresh(),
            (Some(Ty::Record(types)), alias) => {
                let field = |(name, ty): &(Name, Ty)| (name.clone(), alias.field(name).of_global(Some(ty)));
                Alias::Record(types.iter().map(field).collect())
            }
            (_, alias) => alias,
        }
    }

    /// Applies a function to the places of every part.
    pub(super) fn map(&self, f: &mut dyn FnMut(&Places) -> Places) -> Alias {
        match self {
            Alias::Whole(places) => Alias::Whole(f(places)),
            Alias::Fun(places, sig) => Alias::Fun(f(places), sig.clone()),
            Alias::Record(fields) => {
                Alias::Record(fields.iter().map(|(name, alias)| (name.clone(), alias.map(f))).collect())
            }
        }
    }
}

/// Whether there is no memory in a value of this type.
fn is_plain(ty: &Ty) -> bool {
    match ty {
        Ty::Scalar(_) => true,
        Ty::Sum(constructors) => constructors.iter().all(|(_, payload)| payload.iter().all(is_plain)),
        Ty::Record(fields) => fields.iter().all(|(_, ty)| is_plain(ty)),
        _ => false,
    }
}
