//! Variables, atoms, dimensions and types of Core and Flat.
//!
//! The central idea of Windrow is in [`Dim`]: a size is indexed by a set of outer levels.

use base::{IdVec, Scalar, ScalarType, define_id};

define_id! {
    /// A variable, unique in its program. Printed as `name_12`.
    Var
}

/// What is known of a variable wherever it occurs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VarInfo {
    /// A hint for people; letters, digits and underscores, not empty.
    pub name: String,
    /// Its type. Size variables in it are in scope wherever the variable is.
    pub ty: Type,
}

/// The variables of a program.
pub type Vars = IdVec<Var, VarInfo>;

/// An operand: a variable or a scalar constant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Atom {
    /// A variable of any type the context allows.
    Var(Var),
    /// A constant.
    Const(Scalar),
}

impl Atom {
    /// An `i64` constant.
    pub fn i64(x: i64) -> Atom {
        Atom::Const(Scalar::I64(x))
    }
    /// A bool constant.
    pub fn bool(x: bool) -> Atom {
        Atom::Const(Scalar::Bool(x))
    }
    /// The variable, if it is one.
    pub fn var(self) -> Option<Var> {
        match self {
            Atom::Var(v) => Some(v),
            Atom::Const(_) => None,
        }
    }
    /// The constant as an `i64`, if it is an integer constant.
    pub fn as_i64(self) -> Option<i64> {
        match self {
            Atom::Const(c) if c.ty().is_integer() => Some(c.as_i64()),
            Atom::Const(_) | Atom::Var(_) => None,
        }
    }
    /// The type of the atom.
    pub fn ty(self, vars: &Vars) -> Type {
        match self {
            Atom::Var(v) => vars[v].ty.clone(),
            Atom::Const(c) => Type::scalar(c.ty()),
        }
    }
}

impl From<Var> for Atom {
    fn from(v: Var) -> Atom {
        Atom::Var(v)
    }
}

/// One dimension of an array: a size and the outer levels it is indexed by.
///
/// `on` is sorted, holds only levels in front of this dimension, and is *closed*: with a level it holds the levels of that
/// level's own size. If `on` is empty the dimension is uniform and `size` an `i64`. Otherwise `size` is an array of `i64`
/// whose dimensions are those of the levels in `on`, renumbered.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Dim {
    /// The size, or the sizes.
    pub size: Atom,
    /// Levels the size varies with.
    pub on: Vec<u32>,
}

impl Dim {
    /// A dimension of one size.
    pub fn uniform(size: impl Into<Atom>) -> Dim {
        Dim { size: size.into(), on: vec![] }
    }
    /// Whether the size varies with no outer level.
    pub fn is_uniform(&self) -> bool {
        self.on.is_empty()
    }
}

/// The type of a variable.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// A scalar (no dimensions) or an array of scalars.
    Data {
        /// The type of the elements.
        elem: ScalarType,
        /// The dimensions, outermost first.
        dims: Vec<Dim>,
    },
    /// A write-only accumulator over one index space, holding one array per element type.
    Acc {
        /// One per array that is accumulated into.
        elems: Vec<ScalarType>,
        /// The index space.
        dims: Vec<Dim>,
    },
    /// Evidence that an assertion held.
    Cert,
    /// Offsets of a volume: its exclusive scan and total. Only named by the levels of a space.
    Offsets,
}

impl Type {
    /// A scalar type.
    pub fn scalar(elem: ScalarType) -> Type {
        Type::Data { elem, dims: vec![] }
    }
    /// `i64`, the type of sizes and indices.
    pub fn i64() -> Type {
        Type::scalar(ScalarType::I64)
    }
    /// `bool`.
    pub fn bool() -> Type {
        Type::scalar(ScalarType::Bool)
    }
    /// An array type.
    pub fn array(elem: ScalarType, dims: Vec<Dim>) -> Type {
        Type::Data { elem, dims }
    }
    /// The dimensions; none for scalars, certs and offsets.
    pub fn dims(&self) -> &[Dim] {
        match self {
            Type::Data { dims, .. } | Type::Acc { dims, .. } => dims,
            Type::Cert | Type::Offsets => &[],
        }
    }
    /// The element type of data.
    pub fn elem(&self) -> Option<ScalarType> {
        match self {
            Type::Data { elem, .. } => Some(*elem),
            Type::Acc { .. } | Type::Cert | Type::Offsets => None,
        }
    }
    /// The scalar type, if this is a scalar.
    pub fn as_scalar(&self) -> Option<ScalarType> {
        match self {
            Type::Data { elem, dims } if dims.is_empty() => Some(*elem),
            Type::Data { .. } | Type::Acc { .. } | Type::Cert | Type::Offsets => None,
        }
    }
    /// Whether this is an array of data.
    pub fn is_array(&self) -> bool {
        matches!(self, Type::Data { dims, .. } if !dims.is_empty())
    }
    /// Whether this is an accumulator.
    pub fn is_acc(&self) -> bool {
        matches!(self, Type::Acc { .. })
    }
    /// The number of dimensions.
    pub fn rank(&self) -> usize {
        self.dims().len()
    }
    /// The same kind of type with other dimensions.
    pub fn with_dims(&self, new: Vec<Dim>) -> Type {
        match self {
            Type::Data { elem, .. } => Type::Data { elem: *elem, dims: new },
            Type::Acc { elems, .. } => Type::Acc { elems: elems.clone(), dims: new },
            Type::Cert => Type::Cert,
            Type::Offsets => Type::Offsets,
        }
    }
    /// Replaces every size.
    pub fn map_sizes(&self, mut f: impl FnMut(Atom) -> Atom) -> Type {
        let dims = self.dims().iter().map(|d| Dim { size: f(d.size), on: d.on.clone() }).collect();
        self.with_dims(dims)
    }
}

/// The type of one element of an array of type `ty` whose level 0 is peeled off, given what each varying size becomes.
///
/// A dimension whose `on` has level 0 loses it, its size replaced by `size_of`; the other levels count down by one.
pub fn peel(ty: &Type, mut size_of: impl FnMut(Var) -> Atom) -> Type {
    let dims = ty.dims().iter().skip(1).map(|dim| {
        let varies = dim.on.contains(&0);
        let on = dim.on.iter().filter(|l| **l != 0).map(|l| l - 1).collect();
        let size = match dim.size {
            Atom::Var(v) if varies => size_of(v),
            size @ (Atom::Var(_) | Atom::Const(_)) => size,
        };
        Dim { size, on }
    });
    ty.with_dims(dims.collect())
}

/// The type of an array of `width` elements of type `ty`: the inverse of [`peel`].
///
/// `varying` says which array of sizes a size that varies with the new level becomes; a size from outside gives `None`.
pub fn lift(ty: &Type, width: Atom, mut varying: impl FnMut(Var) -> Option<Var>) -> Type {
    if matches!(ty, Type::Acc { .. } | Type::Cert | Type::Offsets) {
        return ty.clone();
    }
    let mut dims = vec![Dim::uniform(width)];
    for dim in ty.dims() {
        let mut on: Vec<u32> = dim.on.iter().map(|l| l + 1).collect();
        let size = match dim.size.var().and_then(&mut varying) {
            Some(sizes) => {
                on.insert(0, 0);
                Atom::Var(sizes)
            }
            None => dim.size,
        };
        dims.push(Dim { size, on });
    }
    ty.with_dims(dims)
}

/// The type of sizes that vary with the levels `on` of an array whose outer dimensions are `dims`.
pub fn sizes_type(dims: &[Dim], on: &[u32]) -> Type {
    let of_levels = on.iter().map(|level| {
        let dim = &dims[*level as usize];
        let renumbered = dim.on.iter().filter_map(|l| on.iter().position(|x| x == l)).map(|p| p as u32);
        Dim { size: dim.size, on: renumbered.collect() }
    });
    Type::array(ScalarType::I64, of_levels.collect())
}
