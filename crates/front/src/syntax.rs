//! The syntax of declarations and modules, which [`crate::modules`] turns into plain declarations.

use crate::ast::{Def, Lift, Name, TypeExp, TypeParam, Val};
use base::diag::Span;
use std::rc::Rc;

/// A declaration as it is written.
#[derive(Clone, Debug)]
pub(crate) enum Dec {
    /// `def`, `let` or `entry`.
    Def(Rc<Def>),
    /// `val`: an intrinsic, in the prelude only.
    Val(Val),
    /// `type`.
    Type(TypeDec),
    /// `module`.
    Module(Rc<ModDec>),
    /// `module type`.
    ModType(Name, Rc<ModType>, Span),
    /// `open`.
    Open(Rc<ModExp>),
    /// `local`.
    Local(Box<Dec>),
}

/// A type abbreviation, or in a module type the name of a type.
#[derive(Clone, Debug)]
pub(crate) struct TypeDec {
    /// Its name.
    pub name: Name,
    /// Where the name stands.
    pub span: Span,
    /// What may be inside.
    pub lift: Lift,
    /// Its parameters.
    pub tparams: Vec<TypeParam>,
    /// What it stands for; none if it is abstract.
    pub ty: Option<TypeExp>,
}

/// A module declaration; several parameters are nested.
#[derive(Debug)]
pub(crate) struct ModDec {
    /// Its name.
    pub name: Name,
    /// Where the name stands.
    pub span: Span,
    /// What it is.
    pub exp: Rc<ModExp>,
}

/// A module as written.
#[derive(Debug)]
pub(crate) struct ModExp {
    /// What it is.
    pub kind: ModKind,
    /// Where it stands.
    pub span: Span,
}

/// The forms of modules.
#[derive(Debug)]
pub(crate) enum ModKind {
    /// The name of a module.
    Name(Vec<Name>),
    /// `{ decs }`.
    Struct(Vec<Dec>),
    /// `m : t`.
    Seal(Rc<ModExp>, Rc<ModType>),
    /// `f m`.
    Apply(Rc<ModExp>, Rc<ModExp>),
    /// `\(p: t) -> m`.
    Lambda(Name, Rc<ModType>, Rc<ModExp>),
    /// `import "file"`.
    Import(String),
}

/// A module type as written.
#[derive(Debug)]
pub(crate) struct ModType {
    /// What it is.
    pub kind: ModTypeKind,
    /// Where it stands.
    pub span: Span,
}

/// The forms of module types.
#[derive(Debug)]
pub(crate) enum ModTypeKind {
    /// The name of a module type.
    Name(Vec<Name>),
    /// `{ specs }`.
    Specs(Vec<Spec>),
    /// `t with a = b`.
    With(Rc<ModType>, Vec<Name>, Vec<TypeParam>, TypeExp),
    /// `(p: t) -> u`.
    Arrow(Option<Name>, Rc<ModType>, Rc<ModType>),
}

/// One line of a module type.
#[derive(Clone, Debug)]
pub(crate) enum Spec {
    /// `val`.
    Val(Val),
    /// `type`.
    Type(TypeDec),
    /// `module`.
    Module(Name, Rc<ModType>, Span),
    /// `include`.
    Include(Rc<ModType>),
}
