//! The types of inference.
//!
//! Sizes are part of types, and checked as strictly as in Futhark: two sizes are the same if they are the same sum of
//! products of constants, parameters, names and unknown sizes. What a function returns may have sizes of its own at
//! every call ([`Size::Ext`]), the rows of an irregular array have them for every row ([`Size::Any`]).

use crate::ast::{Exp, Lift, Name, TypeArg, TypeExp, TypeKind, TypeParam};
use crate::modules::TypeBind;
use base::diag::{Diagnostic, Span};
use base::{ScalarType, define_id};
use rustc_hash::FxHashMap;
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
    /// What sizes of one row share that are the same.
    RowName
}
define_id! {
    /// A declared type or size parameter: equal to nothing but itself.
    ParamId
}

/// How many dimensions an array may have. What the compiler writes down about an array grows with the square of their number,
/// and time with its cube; no data has this many.
pub(crate) const MAX_RANK: usize = 64;

/// What is said about an array that has more.
pub(crate) fn too_many_dimensions(span: Span) -> Diagnostic {
    Diagnostic::error("rank", format!("this array has more than {MAX_RANK} dimensions"))
        .label(span, "here")
        .note("use fewer dimensions and compute the position in them")
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
    /// A function; sizes in the type of its result may be the value of the argument, by this name.
    Fun(Option<ParamId>, Rc<Ty>, Rc<Ty>),
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
    /// A size parameter, or an `i64` parameter, of a function.
    Param(Name, ParamId),
    /// To be found out.
    Var(SizeVar),
    /// What some expression happened to return, or the value of a local name: equal to nothing but itself.
    Unknown(u32),
    /// The value of an expression: equal to that of expressions that read the same.
    Exp(Rc<SizeTerm>),
    /// In the result of a function: another one at every call. The number tells those of one result apart.
    Ext(u32),
    /// One for every row. The number tells which row: 0 is the array's own as an element, written `[?]`; 1 is the array around
    /// it as an element, so that both of `?[r][c].[r][c]t` are sizes of the same matrix, and so on. Those of one row that share a
    /// name are the same, as both of `?[m].[m][m]t`.
    Any(u32, Option<RowName>),
    /// A sum, difference or product of sizes.
    Term(SizeOp, Rc<(Size, Size)>),
}

/// An expression as a size. Equal ones read the same, and the names in them mean the same.
#[derive(Clone, Debug)]
pub(crate) struct SizeTerm {
    /// The expression, with `$` for each name in it.
    pub(crate) key: String,
    /// The names in order, with what they mean.
    pub(crate) names: Vec<(Name, Size)>,
    /// The expression.
    pub(crate) exp: Exp,
}

impl SizeTerm {
    /// The name of a part that is not just a name: no source can have it.
    pub(crate) fn part_name(number: usize) -> Name {
        format!(" {number}").into()
    }
}

impl PartialEq for SizeTerm {
    fn eq(&self, other: &SizeTerm) -> bool {
        let same = |((_, a), (_, b)): (&(Name, Size), &(Name, Size))| a == b;
        self.key == other.key && self.names.iter().zip(&other.names).all(same)
    }
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
    /// Arithmetic on sizes. It is kept as it is written: the factors of a product tell how to split an array.
    pub(crate) fn term(op: SizeOp, a: Size, b: Size) -> Size {
        Size::Term(op, Rc::new((a, b)))
    }
    /// The size with its parts replaced.
    pub(crate) fn map_parts(&self, f: &mut dyn FnMut(&Size) -> Size) -> Size {
        match self {
            Size::Term(op, parts) => Size::term(*op, f(&parts.0), f(&parts.1)),
            Size::Exp(term) => {
                let names = term.names.iter().map(|(name, size)| (name.clone(), f(size))).collect();
                Size::Exp(Rc::new(SizeTerm { names, ..(**term).clone() }))
            }
            size => size.clone(),
        }
    }
    /// Whether it, or a part of it, is such a size.
    pub(crate) fn any(&self, f: &dyn Fn(&Size) -> bool) -> bool {
        match self {
            Size::Term(_, parts) => parts.0.any(f) || parts.1.any(f),
            Size::Exp(term) => term.names.iter().any(|(_, size)| size.any(f)),
            size => f(size),
        }
    }
    /// Which row it is a size of, seen from its dimension: the nearest one if it is made of several.
    pub(crate) fn row(&self) -> Option<u32> {
        match self {
            Size::Any(row, _) => Some(*row),
            Size::Term(_, parts) => parts.0.row().into_iter().chain(parts.1.row()).min(),
            Size::Exp(term) => term.names.iter().filter_map(|(_, size)| size.row()).min(),
            _ => None,
        }
    }
    /// A size of a row that no other is known to be the same as.
    pub(crate) fn of_row(row: u32) -> Size {
        Size::Any(row, None)
    }
    /// Whether it is, or is made of, a size that differs from row to row.
    pub(crate) fn by_row(&self) -> bool {
        self.any(&|s| matches!(s, Size::Any(..)))
    }
    /// Whether it is, or is made of, a size that differs from row to row or from call to call.
    pub(crate) fn varies(&self) -> bool {
        self.any(&|s| matches!(s, Size::Any(..) | Size::Ext(_)))
    }
}

/// What stands for a type in a definition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TypeVar {
    /// A type parameter.
    Declared(ParamId),
    /// A variable that was inferred.
    Inferred(TyVar),
}

/// A parameter that a definition declares.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Declared {
    /// Its id.
    pub(crate) id: ParamId,
    /// What it may be, if it is a type.
    pub(crate) lift: Lift,
    /// Whether it is written in brackets. Other sizes are numbers inside of a parameter, which no use can tell.
    pub(crate) written: bool,
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
    /// Whether rows of a declared size have one size; `flatten` takes others too.
    pub uniform: bool,
}

impl Scheme {
    /// A type without anything to choose.
    pub(crate) fn mono(ty: Ty) -> Scheme {
        Scheme { ty, tys: vec![], sizes: vec![], params: vec![], uniform: true }
    }
}

impl Ty {
    /// `a -> b`.
    pub(crate) fn fun(a: Ty, b: Ty) -> Ty {
        Ty::Fun(None, Rc::new(a), Rc::new(b))
    }
    /// The type with its direct parts replaced: types, and the sizes of the outermost dimension.
    pub(crate) fn map_parts(&self, f: &mut dyn FnMut(&Ty) -> Ty, g: &mut dyn FnMut(&Size) -> Size) -> Ty {
        match self {
            Ty::Scalar(_) | Ty::Var(_) | Ty::Param(..) => self.clone(),
            Ty::Record(fields) => Ty::Record(fields.iter().map(|(n, t)| (n.clone(), f(t))).collect()),
            Ty::Array(size, elem) => {
                let size = g(size);
                Ty::array(size, f(elem))
            }
            Ty::Fun(name, from, to) => {
                let from = f(from);
                Ty::Fun(*name, Rc::new(from), Rc::new(f(to)))
            }
            Ty::Sum(cs) => Ty::Sum(
                cs.iter().map(|(n, payload)| (n.clone(), payload.iter().map(&mut *f).collect())).collect(),
            ),
            Ty::Opaque(name, types, sizes) => {
                let types = types.iter().map(f).collect();
                Ty::Opaque(name.clone(), types, sizes.iter().map(g).collect())
            }
        }
    }
    /// What it is, if it stands for a type.
    pub(crate) fn type_var(&self) -> Option<TypeVar> {
        match self {
            Ty::Var(v) => Some(TypeVar::Inferred(*v)),
            Ty::Param(_, p) => Some(TypeVar::Declared(*p)),
            _ => None,
        }
    }
    /// The direct parts of the type.
    pub(crate) fn parts(&self) -> Vec<&Ty> {
        match self {
            Ty::Scalar(_) | Ty::Var(_) | Ty::Param(..) => vec![],
            Ty::Record(fields) => fields.iter().map(|(_, t)| t).collect(),
            Ty::Array(_, elem) => vec![elem],
            Ty::Fun(_, from, to) => vec![from, to],
            Ty::Sum(cs) => cs.iter().flat_map(|(_, payload)| payload).collect(),
            Ty::Opaque(_, types, _) => types.iter().collect(),
        }
    }
    /// The sizes of the type that are not in its parts.
    pub(crate) fn sizes(&self) -> &[Size] {
        match self {
            Ty::Array(size, _) => std::slice::from_ref(size),
            Ty::Opaque(_, _, sizes) => sizes,
            _ => &[],
        }
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

/// What an abstract type is, with its type arguments; sizes are left out.
pub(crate) fn revealed(name: &str, args: &[Ty], hidden: &FxHashMap<Name, Rc<TypeBind>>) -> Option<Ty> {
    let bind = hidden.get(name)?;
    let params = bind.tparams.iter().filter_map(|p| match p {
        TypeParam::Type(name, _) => Some(name.clone()),
        TypeParam::Size(_) => None,
    });
    let args: Vec<(Name, Ty)> = params.zip(args.iter().cloned()).collect();
    closed(&bind.ty, &args, hidden)
}
/// A written type in which only these names stand for types, sizes left out.
fn closed(ty: &TypeExp, args: &[(Name, Ty)], hidden: &FxHashMap<Name, Rc<TypeBind>>) -> Option<Ty> {
    let closed = |ty: &TypeExp| closed(ty, args, hidden);
    let all = |types: &[TypeExp]| types.iter().map(closed).collect::<Option<Vec<Ty>>>();
    Some(match &ty.kind {
        TypeKind::Scalar(s) => Ty::Scalar(*s),
        TypeKind::Record(fields) => {
            let fields = fields.iter().map(|(n, t)| Some((n.clone(), closed(t)?)));
            Ty::Record(fields.collect::<Option<Vec<_>>>()?.into())
        }
        TypeKind::Sum(cs) => {
            let cs = cs.iter().map(|(n, p)| Some((n.clone(), all(p)?)));
            Ty::Sum(cs.collect::<Option<Vec<_>>>()?.into())
        }
        TypeKind::Array(_, t) => Ty::array(Size::of_row(0), closed(t)?),
        TypeKind::Unique(t) | TypeKind::Exists(_, t) => closed(t)?,
        TypeKind::Abstract(name, given) => {
            let given = given.iter().filter_map(|arg| match arg {
                TypeArg::Type(t) => Some(closed(t)),
                TypeArg::Size(_) => None,
            });
            revealed(name, &given.collect::<Option<Vec<Ty>>>()?, hidden)?
        }
        TypeKind::Name(name, _) => args.iter().find(|(n, _)| n == name)?.1.clone(),
        TypeKind::Fun(..) => return None,
    })
}
