//! Expressions of the device part and of the host part: one tree, two types.
//!
//! Only the device reads memory and asks for failures, and only the host counts workers. What holds for both, such as walks, the printer and
//! the operators, is written once for every [`Side`]; what only one of them has is in the type of its own, so that nobody has to
//! refuse it elsewhere.

use super::KVar;
use base::{BinOp, Scalar, ScalarType, UnOp};

/// An expression, without effects: of the device part, or, as a [`HostExp`], of the host part. The operators are the same; what only one
/// part has is in [`Exp::Only`].
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub enum Exp<S = OnDevice> {
    Const(Scalar),
    /// A constant of type `Index`.
    Index(i64),
    Var(KVar),
    /// On two scalars of type `ty`. An `Index` operand counts as `i64`.
    Bin(BinOp, ScalarType, Box<Exp<S>>, Box<Exp<S>>),
    /// Address arithmetic: both operands and, but for comparisons, the result have type `Index`. Operands are not negative.
    IndexBin(BinOp, Box<Exp<S>>, Box<Exp<S>>),
    Un(UnOp, ScalarType, Box<Exp<S>>),
    /// From the first scalar type to the second.
    Conv(ScalarType, ScalarType, Box<Exp<S>>),
    /// `Index` to `i64`.
    FromIndex(Box<Exp<S>>),
    /// `i64` to `Index`; the value fits.
    ToIndex(Box<Exp<S>>),
    /// `Index` to `i32`; the value fits. So a compiler may take it for what it was.
    Small(Box<Exp<S>>),
    Select(Box<Exp<S>>, Box<Exp<S>>, Box<Exp<S>>),
    /// What the other part does not have.
    Only(S),
}

/// What only expressions of the device part have.
#[derive(Clone, PartialEq, Debug)]
pub enum OnDevice {
    /// The element of a buffer at an `Index`.
    Load(KVar, Box<Exp>),
    /// Whether this lane has failed. What it would read or write from then on may not be there.
    Failed,
}

/// What only expressions of the host part have.
#[derive(Clone, PartialEq, Debug)]
pub enum OnHost {
    /// How many lanes the device likes for `n` items of work, if each works for itself; at least 1.
    Workers(Box<HostExp>),
}

/// An expression of the host part.
pub type HostExp = Exp<OnHost>;

/// The part of a program that an expression stands in, by what only that part has: [`OnDevice`] or [`OnHost`].
pub trait Side: Clone + PartialEq + std::fmt::Debug {
    /// The expressions it is made of.
    fn parts(&self) -> Vec<&Exp<Self>>;

    /// The expressions it is made of.
    fn parts_mut(&mut self) -> Vec<&mut Exp<Self>>;
}

impl Side for OnDevice {
    fn parts(&self) -> Vec<&Exp> {
        match self {
            OnDevice::Load(_, at) => vec![at],
            OnDevice::Failed => vec![],
        }
    }

    fn parts_mut(&mut self) -> Vec<&mut Exp> {
        match self {
            OnDevice::Load(_, at) => vec![at],
            OnDevice::Failed => vec![],
        }
    }
}

impl Side for OnHost {
    fn parts(&self) -> Vec<&HostExp> {
        let OnHost::Workers(n) = self;
        vec![n]
    }

    fn parts_mut(&mut self) -> Vec<&mut HostExp> {
        let OnHost::Workers(n) = self;
        vec![n]
    }
}

impl<S: Side> Exp<S> {
    /// The expressions it is made of.
    pub fn parts(&self) -> Vec<&Exp<S>> {
        match self {
            Exp::Const(_) | Exp::Index(_) | Exp::Var(_) => vec![],
            Exp::Un(_, _, a) | Exp::Conv(_, _, a) | Exp::FromIndex(a) | Exp::ToIndex(a) | Exp::Small(a) => {
                vec![a]
            }
            Exp::Bin(_, _, a, b) | Exp::IndexBin(_, a, b) => vec![a, b],
            Exp::Select(a, b, c) => vec![a, b, c],
            Exp::Only(only) => only.parts(),
        }
    }

    /// The expressions it is made of.
    pub fn parts_mut(&mut self) -> Vec<&mut Exp<S>> {
        match self {
            Exp::Const(_) | Exp::Index(_) | Exp::Var(_) => vec![],
            Exp::Un(_, _, a) | Exp::Conv(_, _, a) | Exp::FromIndex(a) | Exp::ToIndex(a) | Exp::Small(a) => {
                vec![a]
            }
            Exp::Bin(_, _, a, b) | Exp::IndexBin(_, a, b) => vec![a, b],
            Exp::Select(a, b, c) => vec![a, b, c],
            Exp::Only(only) => only.parts_mut(),
        }
    }

    /// Whether something holds for it or one of its parts.
    pub fn any(&self, holds: &impl Fn(&Exp<S>) -> bool) -> bool {
        holds(self) || self.parts().into_iter().any(|part| part.any(holds))
    }

    /// Whether one of these scalar variables is in it.
    pub fn mentions(&self, vars: &[KVar]) -> bool {
        self.any(&|exp| matches!(exp, Exp::Var(var) if vars.contains(var)))
    }

    /// The uses of a scalar variable in it.
    pub fn uses_mut(&mut self, var: KVar) -> Vec<&mut Exp<S>> {
        if *self == Exp::Var(var) {
            return vec![self];
        }
        self.parts_mut().into_iter().flat_map(|part| part.uses_mut(var)).collect()
    }
}

impl Exp {
    /// Whether this lane has failed: [`OnDevice::Failed`].
    pub const FAILED: Exp = Exp::Only(OnDevice::Failed);

    /// The element of a buffer: [`OnDevice::Load`].
    pub fn load(buf: KVar, at: Exp) -> Exp {
        Exp::Only(OnDevice::Load(buf, Box::new(at)))
    }

    /// Whether it is an element of a buffer.
    pub fn is_load(&self) -> bool {
        matches!(self, Exp::Only(OnDevice::Load(..)))
    }

    /// Whether it reads memory.
    pub fn loads(&self) -> bool {
        self.any(&Exp::is_load)
    }
}

impl HostExp {
    /// How many lanes the device likes: [`OnHost::Workers`].
    pub fn workers(n: HostExp) -> HostExp {
        Exp::Only(OnHost::Workers(Box::new(n)))
    }
}
