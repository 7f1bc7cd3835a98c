//! The parallel operators of the three stages: [`Soac`] in Core, [`SegOp`] in Flat, [`Inner`] in kernels.

use crate::body::{Body, Lambda, Pat, Prog};
use crate::types::{Atom, Dim, Var};

/// A Core program: nested parallelism.
pub type Core = Prog<Soac>;
/// A Flat program: operators over spaces, whose kernels hold [`Inner`] operators.
pub type Flat = Prog<SegOp>;

/// The parallel operators of Core.
#[derive(Clone, PartialEq, Debug)]
pub enum Soac {
    /// Map, reductions, scans, compaction: one thing.
    Screma(Screma<Soac>),
}

/// The operators inside kernels: the same screma, told how to run.
#[derive(Clone, PartialEq, Debug)]
pub enum Inner {
    /// A screma of one lane, block or thread.
    Screma(Tag, Screma<Inner>),
}

/// How an operator inside a kernel runs. Tags nest downwards only: a `Block` may hold `Lanes`, never the other way.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Tag {
    /// By the threads of one block together.
    Block,
    /// By the lanes of a vector.
    Lanes,
    /// By one thread, in order.
    Seq,
}

impl Tag {
    /// The name in IR text.
    pub fn name(self) -> &'static str {
        match self {
            Tag::Block => "block",
            Tag::Lanes => "lanes",
            Tag::Seq => "seq",
        }
    }
}

/// One map with any number of reductions and scans over the same width, an optional compaction, and a map after them.
///
/// The values that `map` returns are, in order: the flag, if `keep`; the operands of the reductions; the operands of the
/// scans; plain results. `post`, if present, is applied at every element to the scan results and the plain ones, and its
/// results take the place of both.
/// The pattern receives, as sizes: the number of kept elements, if `keep`; then the existential sizes of `map` (of `post`, if present). As
/// values: the reductions' results, the scans' results as arrays, the plain results as arrays; with `keep` the arrays hold
/// the kept elements only. A plain result that is an accumulator is passed on as it is.
/// With `keep` there are no other existential sizes and array elements are scalars (rows are filtered by position and gathered).
#[derive(Clone, PartialEq, Debug)]
pub struct Screma<O> {
    /// The number of elements of every input.
    pub width: Atom,
    /// What the parameters of `map` range over, one each.
    pub inputs: Vec<Input>,
    /// Applied to every element.
    pub map: Lambda<O>,
    /// Reductions.
    pub reds: Vec<Fold<O>>,
    /// Inclusive scans.
    pub scans: Vec<Fold<O>>,
    /// Whether elements are kept by a flag.
    pub keep: bool,
    /// Applied after the scans.
    pub post: Option<Lambda<O>>,
    /// Whether failures name the index of an element behind that of the operator inside: a fold and the map of its operator have
    /// changed places.
    pub behind: bool,
}

impl<O> Screma<O> {
    /// A map and nothing else.
    pub fn map(width: Atom, inputs: Vec<Input>, map: Lambda<O>) -> Screma<O> {
        Screma { width, inputs, map, reds: vec![], scans: vec![], keep: false, post: None, behind: false }
    }
}

/// What a parameter of a map ranges over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Input {
    /// The elements of an array. Level 0 is peeled: where a size of the element varies with level 0, the array of those
    /// sizes is an input too, and the parameter's type mentions its parameter.
    Array(Var),
    /// The index of the element, an `i64`.
    Iota,
    /// An accumulator, passed whole.
    Acc(Var),
}

/// An associative operator with its neutral element: `op` takes the left operands, then the right ones.
#[derive(Clone, PartialEq, Debug)]
pub struct Fold<O> {
    /// The operator.
    pub op: Lambda<O>,
    /// The neutral element, one atom per component.
    pub ne: Vec<Atom>,
    /// Whether the user said that it commutes.
    pub comm: bool,
}

/// The operators of Flat.
#[derive(Clone, PartialEq, Debug)]
pub enum SegOp {
    /// A kernel over a space.
    Seg(Seg),
    /// Offsets of the volume that is the product of these sizes (arrays over the same dimensions): made once per volume.
    Offsets {
        /// The factors, in canonical (ascending) order.
        sizes: Vec<Var>,
    },
    /// A `while` in a context: rows stop one by one.
    Active(Box<Active>),
}

/// A kernel over a space: the body is evaluated at every point, the clauses run along the innermost level, one segment
/// per point of the levels in front. Results as for [`Screma`], with all levels in front: reductions give an array over the
/// outer levels, scans and plain results one over all levels. With `keep` the first size is the array (over the outer
/// levels) of the numbers of kept elements, and the kept results have it as the innermost dimension.
/// A plain result is a scalar, an accumulator, or a row of `rows` (then the result has the dimensions of that array).
#[derive(Clone, PartialEq, Debug)]
pub struct Seg {
    /// The space, outermost level first. Without levels it is one point: scalar code on the device.
    pub levels: Vec<Level>,
    /// Where the indices of the source's maps are found, for messages; none: they are those of the levels. A kernel over some rows
    /// of a branch or loop has other indices than the program it was made from.
    pub origins: Vec<Origin>,
    /// Consumed arrays whose row at the point's indices belongs to the point: read and written, unlike an accumulator.
    pub rows: Vec<Row>,
    /// The kernel.
    pub body: Body<Inner>,
    /// Reductions along the innermost level.
    pub reds: Vec<Fold<Inner>>,
    /// Scans along the innermost level.
    pub scans: Vec<Fold<Inner>>,
    /// Compaction along the innermost level.
    pub keep: bool,
}

/// An index of the source, looked up in arrays of positions one after the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origin {
    /// The index to start from.
    pub start: Start,
    /// The arrays, `[n]i64`, in order.
    pub through: Vec<Var>,
}

/// Where an [`Origin`] starts from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start {
    /// The index of a level.
    Level(u32),
    /// A number of the host: the index of a loop around.
    Host(Atom),
    /// The index of the outermost operator inside of the kernel, if there is one around what fails. Those of the others are named last.
    Inside,
}

/// The indices that failures name: those of the origins of a kernel, where nothing stands for [`Start::Inside`], and those of the operators
/// inside of it.
pub fn named_indices<T>(
    origins: impl IntoIterator<Item = Option<T>>,
    inside: impl IntoIterator<Item = T>,
) -> Vec<T> {
    let mut inside = inside.into_iter();
    let mut named: Vec<T> = vec![];
    for index in origins {
        named.extend(index.or_else(|| inside.next()));
    }
    named.extend(inside);
    named
}

/// An array consumed row by row. A row whose size varies is accompanied by the row (a scalar, only read) of its array of sizes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row {
    /// The row inside the kernel. Its type is the array's with all levels of the space peeled.
    pub param: Var,
    /// The array; its outer dimensions are the levels of the space.
    pub arr: Var,
}

/// One level of a space.
#[derive(Clone, PartialEq, Debug)]
pub struct Level {
    /// The index, an `i64` in scope in the kernel.
    pub index: Var,
    /// How far it goes.
    pub extent: Extent,
}

/// The size of a level.
#[derive(Clone, PartialEq, Debug)]
pub enum Extent {
    /// One size.
    Uniform(Atom),
    /// Varies with the levels `on`, but the position is found by division: a level inside a searched chunk.
    Per {
        /// Sizes over the levels `on`.
        size: Var,
        /// Levels it varies with.
        on: Vec<u32>,
    },
    /// Varies with the levels `on`; the position is found by search in `offsets`, those of the whole chunk that this level begins.
    Ragged {
        /// Sizes over the levels `on`.
        size: Var,
        /// Levels it varies with.
        on: Vec<u32>,
        /// Offsets of the chunk's volume.
        offsets: Var,
    },
}

impl Extent {
    /// The dimension of an array over this level.
    pub fn dim(&self) -> Dim {
        match self {
            Extent::Uniform(size) => Dim::uniform(*size),
            Extent::Per { size, on } | Extent::Ragged { size, on, .. } => {
                Dim { size: Atom::Var(*size), on: on.clone() }
            }
        }
    }
}

/// A `while` over `n` rows that stop one by one.
///
/// A round: `cond` gives a `[rows]bool` for the current rows; those with `false` leave with their values; the others become
/// the current rows; if there are any, `body` gives their next sizes and values. In `cond` and `body` alike, `rows` is the
/// number of current rows, `ids: [rows]i64` says which of the `n` they are, `fixed` are sizes that never change,
/// `params` the carried sizes and values, all of them over `rows`. The pattern receives sizes and values over `n`, in the
/// order of the rows. Dimensions of results that depend on a `fixed` size have that size's outer array.
#[derive(Clone, PartialEq, Debug)]
pub struct Active {
    /// The number of rows at the start.
    pub n: Atom,
    /// The number of current rows.
    pub rows: Var,
    /// Which rows they are.
    pub ids: Var,
    /// Inner variable over `rows`, and the array over `n` it is taken from.
    pub fixed: Vec<(Var, Var)>,
    /// Carried sizes and values over `rows`.
    pub params: Pat,
    /// Their initial values over `n`.
    pub init: Pat,
    /// Which rows go on.
    pub cond: Body<SegOp>,
    /// One round for those.
    pub body: Body<SegOp>,
}
