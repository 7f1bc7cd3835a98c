//! How a variable of a nested body is had at a point of the flat context.

use base::ScalarType;
use ir::{Atom, Slice, Soac, Stm, Var, walk};
use std::rc::Rc;

/// A number known at every point of a context.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum At {
    /// The index of a level of the context.
    Level(u32),
    /// The entry of an array of positions: where a branch or a loop works on some of the points.
    Through(Var, Box<At>),
}

impl At {
    /// Replaces the indices of levels: how values are reached from a context of other points.
    pub(super) fn remap(&self, levels: &[At]) -> At {
        match self {
            At::Level(l) => levels[*l as usize].clone(),
            At::Through(ids, at) => At::Through(*ids, Box::new(at.remap(levels))),
        }
    }
}

/// An index: a Core atom, evaluated where it is used, or a number of the context.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Ix {
    Atom(Atom),
    At(At),
}

/// One part of a concatenation.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Part {
    /// An array, or one scalar for every element.
    pub(super) src: Atom,
    /// Its number of elements.
    pub(super) size: Atom,
}

/// An array that is not built: its elements are computed where they are read. Operands are Core variables.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Delayed {
    /// The row (or element) of an array at some indices.
    Row { src: Var, index: Vec<Ix> },
    /// The index itself.
    Iota,
    /// The same value for every index.
    Replicate { x: Atom },
    /// Parts of an array.
    Slice { src: Var, slices: Vec<Slice> },
    /// Dimensions permuted.
    Rearrange { src: Var, perm: Vec<u32> },
    /// One after the other.
    Concat { parts: Vec<Part> },
    /// Rows at positions.
    Gather { src: Var, at: Var },
    /// A map of little total code, whose elements are computed where they are read. An input without an array is the index.
    Map { inputs: Vec<(Var, Option<Var>)>, body: Rc<Vec<Stm<Soac>>>, out: Atom },
    /// Unspecified contents, of this type.
    Scratch { elem: ScalarType },
    /// Elements written out.
    Literal { elems: Vec<Atom> },
}

impl Delayed {
    /// What its elements are computed from.
    pub(super) fn sources(&self) -> Vec<Var> {
        match self {
            Delayed::Row { src, .. } | Delayed::Slice { src, .. } | Delayed::Rearrange { src, .. } => {
                vec![*src]
            }
            Delayed::Replicate { x } => x.var().into_iter().collect(),
            Delayed::Concat { parts } => parts.iter().filter_map(|part| part.src.var()).collect(),
            Delayed::Gather { src, at } => vec![*src, *at],
            Delayed::Map { inputs, body, .. } => {
                let arrays = inputs.iter().filter_map(|(_, arr)| *arr);
                arrays.chain(walk::used_vars(&**body)).collect()
            }
            Delayed::Iota | Delayed::Scratch { .. } | Delayed::Literal { .. } => vec![],
        }
    }
}

/// Where the value of a Core variable is. Variables without one are in the pending group of statements, or local to the
/// kernel being built.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Rep {
    /// The same at every point.
    Host(Atom),
    /// Row (or element) `at` of a Flat array.
    Lifted { arr: Var, at: Vec<At> },
    /// A number of the context.
    Index(At),
    /// Computed where it is read.
    Delayed(Delayed),
    /// An accumulator; `root` is the Core variable that [`Exp::WithAcc`](ir::Exp) bound, `at` the point it was bound at.
    Acc { root: Var, at: Vec<At> },
    /// Evidence: of these Flat checks and kernels. None where everything is proved.
    Cert(Vec<Var>),
}

impl Rep {
    pub(super) fn remap(&self, levels: &[At]) -> Rep {
        let all = |at: &[At]| at.iter().map(|a| a.remap(levels)).collect();
        match self {
            Rep::Host(a) => Rep::Host(*a),
            Rep::Lifted { arr, at } => Rep::Lifted { arr: *arr, at: all(at) },
            Rep::Index(at) => Rep::Index(at.remap(levels)),
            Rep::Delayed(Delayed::Row { src, index }) => {
                let index = index.iter().map(|i| match i {
                    Ix::At(at) => Ix::At(at.remap(levels)),
                    Ix::Atom(a) => Ix::Atom(*a),
                });
                Rep::Delayed(Delayed::Row { src: *src, index: index.collect() })
            }
            Rep::Delayed(view) => Rep::Delayed(view.clone()),
            Rep::Acc { root, at } => Rep::Acc { root: *root, at: all(at) },
            Rep::Cert(certs) => Rep::Cert(certs.clone()),
        }
    }
}

/// The indices of the first `depth` levels themselves.
pub(super) fn identity(depth: usize) -> Vec<At> {
    (0..depth as u32).map(At::Level).collect()
}
