//! The types of inference.
//!
//! Element types and ranks are exact. Sizes are terms that inference unifies where it can and otherwise leaves open: a size
//! that is not known to be wrong is compared at run time, by a check that lowering inserts. Two different constants or
//! two different size parameters of a definition are known to be wrong, except at a widening point (elements of a literal,
//! branches, rounds of a loop, operands of `++`), where sizes that are not known to be equal stay independent.

use crate::ast::{Lift, Name, TypeExp, TypeKind, is_tuple};
use crate::modules::TypeBind;
use base::{ScalarType, define_id};
use rustc_hash::FxHashMap;
use std::fmt;
use std::rc::Rc;

define_id! {
    /// A type to be found out.
    TyVar
}
define_id! {
    /// A size to be found out.
    SizeVar
}
define_id! {
    /// A declared type or size parameter: equal to nothing but itself.
    ParamId
}

/// A unique name as the user wrote it: without the number that tells it from others of the same name.
pub(crate) fn plain_name(name: &str) -> &str {
    name.split('#').next().unwrap_or(name)
}

/// A type.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Ty {
    /// A scalar type.
    Scalar(ScalarType),
    /// To be found out.
    Var(TyVar),
    /// A type parameter of the definition being checked.
    Param(Name, ParamId),
    /// A tuple or record, fields in order.
    Record(Rc<[(Name, Ty)]>),
    /// An array.
    Array(Size, Rc<Ty>),
    /// A function.
    Fun(Rc<Ty>, Rc<Ty>),
    /// A sum, constructors in the order of their names.
    Sum(Rc<[(Name, Vec<Ty>)]>),
    /// A type whose definition is hidden, with its arguments.
    Opaque(Name, Rc<[Ty]>, Rc<[Size]>),
}

/// A size.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Size {
    /// A constant.
    Const(i64),
    /// A size parameter, or an `i64` parameter, of the definition being checked.
    Param(Name, ParamId),
    /// To be found out; if never, compared at run time.
    Var(SizeVar),
    /// What some expression happened to return: not known to be equal to anything else.
    Unknown(u32),
    /// `[?]`: one for every row.
    Any,
    /// A sum, difference or product of sizes. Compared part by part; where that does not tell, at run time.
    Term(SizeOp, Rc<(Size, Size)>),
}

/// Arithmetic in sizes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SizeOp {
    /// `+`.
    Add,
    /// `-`.
    Sub,
    /// `*`.
    Mul,
}

impl Size {
    /// Arithmetic on sizes; sums of numbers are taken (the factors of a product tell how to split an array), and the operands of what commutes are put in order.
    pub(crate) fn term(op: SizeOp, a: Size, b: Size) -> Size {
        match (op, &a, &b) {
            (SizeOp::Add, Size::Const(x), Size::Const(y)) if x.checked_add(*y).is_some() => {
                Size::Const(x + y)
            }
            (SizeOp::Sub, Size::Const(x), Size::Const(y)) if x.checked_sub(*y).is_some() => {
                Size::Const(x - y)
            }
            (SizeOp::Add | SizeOp::Sub, _, Size::Const(0)) => a,
            (SizeOp::Add, Size::Const(_), _) => Size::Term(op, Rc::new((b, a))),
            _ => Size::Term(op, Rc::new((a, b))),
        }
    }
    /// The size with its parts replaced.
    pub(crate) fn map_parts(&self, f: &mut dyn FnMut(&Size) -> Size) -> Size {
        match self {
            Size::Term(op, parts) => Size::term(*op, f(&parts.0), f(&parts.1)),
            size => size.clone(),
        }
    }
}

/// A parameter that a definition declares.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Declared {
    /// Its id.
    pub(crate) id: ParamId,
    /// The number of the argument whose value it is.
    pub(crate) arg: Option<usize>,
    /// What it may be, if it is a type.
    pub(crate) lift: Lift,
    /// Whether it is written in brackets: then the context of a use may choose it even if no argument does. Other sizes are
    /// values of parameters.
    pub(crate) chosen: bool,
}

/// A type with what may be chosen anew at every use.
#[derive(Clone, Debug)]
pub(crate) struct Scheme {
    /// The type.
    pub ty: Ty,
    /// Inferred type variables.
    pub tys: Vec<TyVar>,
    /// Inferred size variables.
    pub sizes: Vec<SizeVar>,
    /// Declared parameters.
    pub params: Vec<Declared>,
}

impl Scheme {
    /// A type without anything to choose.
    pub(crate) fn mono(ty: Ty) -> Scheme {
        Scheme { ty, tys: vec![], sizes: vec![], params: vec![] }
    }
}

impl Ty {
    /// `a -> b`.
    pub(crate) fn fun(a: Ty, b: Ty) -> Ty {
        Ty::Fun(Rc::new(a), Rc::new(b))
    }
    /// `[n]t`.
    pub(crate) fn array(size: Size, elem: Ty) -> Ty {
        Ty::Array(size, Rc::new(elem))
    }
    /// `i64`.
    pub(crate) fn i64() -> Ty {
        Ty::Scalar(ScalarType::I64)
    }
    /// `bool`.
    pub(crate) fn bool() -> Ty {
        Ty::Scalar(ScalarType::Bool)
    }
}

/// A written type without parameters, sizes left out: what an abstract type is.
pub(crate) fn closed(ty: &TypeExp, hidden: &FxHashMap<Name, Rc<TypeBind>>) -> Option<Ty> {
    let all = |types: &[TypeExp]| types.iter().map(|t| closed(t, hidden)).collect::<Option<Vec<Ty>>>();
    Some(match &ty.kind {
        TypeKind::Scalar(s) => Ty::Scalar(*s),
        TypeKind::Record(fields) => {
            let fields = fields.iter().map(|(n, t)| Some((n.clone(), closed(t, hidden)?)));
            Ty::Record(fields.collect::<Option<Vec<_>>>()?.into())
        }
        TypeKind::Sum(cs) => {
            let cs = cs.iter().map(|(n, p)| Some((n.clone(), all(p)?)));
            Ty::Sum(cs.collect::<Option<Vec<_>>>()?.into())
        }
        TypeKind::Array(_, t) => Ty::array(Size::Const(0), closed(t, hidden)?),
        TypeKind::Unique(t) | TypeKind::Exists(_, t) => closed(t, hidden)?,
        TypeKind::Abstract(name, _) => closed(&hidden.get(name)?.ty, hidden)?,
        TypeKind::Name(..) | TypeKind::Fun(..) => return None,
    })
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Size::Const(n) => write!(f, "[{n}]"),
            Size::Param(name, _) => write!(f, "[{name}]"),
            Size::Var(_) | Size::Unknown(_) => write!(f, "[]"),
            Size::Any => write!(f, "[?]"),
            Size::Term(op, parts) => {
                let inner = |s: &Size| s.to_string().trim_matches(['[', ']']).to_string();
                let op = match op {
                    SizeOp::Add => '+',
                    SizeOp::Sub => '-',
                    SizeOp::Mul => '*',
                };
                write!(f, "[{} {op} {}]", inner(&parts.0), inner(&parts.1))
            }
        }
    }
}

impl fmt::Display for Ty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ty::Scalar(s) => write!(f, "{s}"),
            Ty::Var(_) => write!(f, "_"),
            Ty::Param(name, _) => write!(f, "{name}"),
            Ty::Record(fields) => {
                let tuple = is_tuple(fields);
                let parts: Vec<String> = fields
                    .iter()
                    .map(|(name, ty)| if tuple { ty.to_string() } else { format!("{name}: {ty}") })
                    .collect();
                let (open, close) = if tuple { ('(', ')') } else { ('{', '}') };
                write!(f, "{open}{}{close}", parts.join(", "))
            }
            Ty::Sum(constructors) => {
                for (i, (name, payload)) in constructors.iter().enumerate() {
                    let bar = if i == 0 { "" } else { " | " };
                    write!(f, "{bar}#{name}")?;
                    for ty in payload {
                        let simple = matches!(ty, Ty::Scalar(_) | Ty::Param(..) | Ty::Record(_) | Ty::Var(_));
                        if simple { write!(f, " {ty}")? } else { write!(f, " ({ty})")? }
                    }
                }
                Ok(())
            }
            Ty::Opaque(name, types, sizes) => {
                write!(f, "{}", plain_name(name))?;
                sizes.iter().try_for_each(|s| write!(f, " {s}"))?;
                types.iter().try_for_each(|t| write!(f, " ({t})"))
            }
            Ty::Array(size, elem) => match &**elem {
                Ty::Fun(..) | Ty::Sum(_) => write!(f, "{size}({elem})"),
                _ => write!(f, "{size}{elem}"),
            },
            Ty::Fun(a, b) => match &**a {
                Ty::Fun(..) => write!(f, "({a}) -> {b}"),
                _ => write!(f, "{a} -> {b}"),
            },
        }
    }
}
