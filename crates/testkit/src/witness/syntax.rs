//! The syntax the witness knows: what the generator writes, and no more.

use super::value::V;
use std::rc::Rc;

/// An expression.
#[derive(Debug)]
pub(super) enum E {
    /// A number or truth value.
    Lit(V),
    /// A variable, or a function of the prelude.
    Var(String),
    /// An operator in parentheses.
    Section(String),
    Apply(Box<E>, Vec<E>),
    Lambda(Rc<Lambda>),
    Binary(String, Box<E>, Box<E>),
    Unary(char, Box<E>),
    If(Box<E>, Box<E>, Box<E>),
    Let(P, Box<E>, Box<E>),
    Loop(P, Box<E>, Form, Box<E>),
    Index(Box<E>, Vec<Ix>),
    With(Box<E>, Vec<Ix>, Box<E>),
    WithField(Box<E>, String, Box<E>),
    Array(Vec<E>),
    Range(Box<E>, Option<Box<E>>, Box<E>, bool),
    Tuple(Vec<E>),
    Record(Vec<(String, E)>),
    Field(Box<E>, String),
    Con(String, Vec<E>),
    Match(Box<E>, Vec<(P, E)>),
    /// `:>`; an annotation `:` says nothing about values.
    Coerce(Box<E>, T),
    Comprehension(Box<E>, Vec<Vec<Q>>),
}

/// A function.
#[derive(Debug)]
pub(super) struct Lambda {
    pub(super) params: Vec<P>,
    pub(super) body: E,
}

/// A pattern.
#[derive(Debug)]
pub(super) enum P {
    Any,
    Name(String),
    Tuple(Vec<P>),
    Record(Vec<(String, P)>),
    Con(String, Vec<P>),
    Lit(V),
}

/// How a loop goes on.
#[derive(Debug)]
pub(super) enum Form {
    For(String, Box<E>),
    In(P, Box<E>),
    While(Box<E>),
}

/// An index or a slice.
#[derive(Debug)]
pub(super) enum Ix {
    At(E),
    /// From, to, by.
    Slice(Box<[Option<E>; 3]>),
}

/// A type, as far as a coercion looks at it.
#[derive(Debug)]
pub(super) enum T {
    /// A type without sizes.
    Plain,
    Array(Dim, Box<T>),
    Exists(Vec<String>, Box<T>),
    Tuple(Vec<T>),
    Record(Vec<(String, T)>),
    Sum(Vec<(String, Vec<T>)>),
}

impl T {
    /// Whether a size is named in it.
    pub(super) fn names_sizes(&self) -> bool {
        match self {
            T::Plain => false,
            T::Array(dim, elem) => matches!(dim, Dim::Is(_)) || elem.names_sizes(),
            T::Exists(_, inner) => inner.names_sizes(),
            T::Tuple(types) => types.iter().any(T::names_sizes),
            T::Record(fields) => fields.iter().any(|(_, ty)| ty.names_sizes()),
            T::Sum(cases) => cases.iter().flat_map(|(_, parts)| parts).any(T::names_sizes),
        }
    }
}

/// A size in a type.
#[derive(Debug)]
pub(super) enum Dim {
    Any,
    Is(Box<E>),
}

/// A qualifier of a comprehension.
#[derive(Debug)]
pub(super) enum Q {
    Bind(P, E),
    Filter(E),
    Let(P, E),
    Order(E, bool),
    Group(P, E),
    Zip(Vec<Vec<Q>>),
}

impl P {
    /// The names it binds.
    pub(super) fn names(&self, names: &mut Vec<String>) {
        match self {
            P::Any | P::Lit(_) => {}
            P::Name(name) => names.push(name.clone()),
            P::Tuple(parts) | P::Con(_, parts) => parts.iter().for_each(|p| p.names(names)),
            P::Record(fields) => fields.iter().for_each(|(_, p)| p.names(names)),
        }
    }
}
