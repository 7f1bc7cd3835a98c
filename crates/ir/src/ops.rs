//! The parallel operators of the three stages: [`Soac`] in Core, [`SegOp`] in Flat, [`Inner`] in kernels.

use crate::body::{Body, Lambda, Pat, Prog, Stm};
use crate::by::By;
use crate::types::{Atom, Dim, Type, Var, Vars};

/// A Core program: nested parallelism.
pub type Core = Prog<Soac>;
/// A Flat program: operators over spaces, whose kernels hold [`Inner`] operators.
pub type Flat = Prog<SegOp>;

/// The parallel operators of Core.
#[derive(Clone, PartialEq, Debug)]
pub enum Soac {
    /// Map, reductions, scans, compaction: one thing.
    Screma(Screma<Soac>),
    /// A function of chunks: how an array is cut is chosen by the pass `stream`, behind which there are none.
    Stream(Stream<Soac>),
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

/// One map with any number of reductions and scans over the same width and an optional compaction.
///
/// At every element `body` is evaluated; the folds and the flag of [`Clauses`] take their operands from it. What the pattern receives
/// stands in [`Clauses::outs`].
#[derive(Clone, PartialEq, Debug)]
pub struct Screma<O> {
    /// The number of elements of every input.
    pub width: Atom,
    /// What is bound at an element, and what it ranges over.
    pub inputs: Vec<(Var, Input)>,
    /// Evaluated at every element.
    pub body: Vec<Stm<O>>,
    /// What is done with what it binds.
    pub clauses: Clauses<O>,
}

/// What an operator does along its (innermost) level, and what it gives.
#[derive(Clone, PartialEq, Debug)]
pub struct Clauses<O> {
    /// Reductions: their results are known at the end of a row.
    pub reds: Vec<Fold<O>>,
    /// Inclusive scans: their results are known at every element.
    pub scans: Vec<Fold<O>>,
    /// Compaction.
    pub keep: Option<Keep>,
    /// Evaluated at every kept element (without `keep`: at every one), where the results of scans and the place are known.
    pub each: Vec<Stm<O>>,
    /// Evaluated at the end of every row, empty ones included, where the results of reductions and the count are known, and of the
    /// indices those of the levels in front. Only kernels have it.
    pub end: Vec<Stm<O>>,
    /// Results in the order of the pattern, sizes first.
    pub outs: Vec<Out>,
}

impl<O> Default for Clauses<O> {
    fn default() -> Clauses<O> {
        Clauses { reds: vec![], scans: vec![], keep: None, each: vec![], end: vec![], outs: vec![] }
    }
}

impl<O> Clauses<O> {
    /// Reductions, then scans.
    pub fn folds(&self) -> impl Iterator<Item = &Fold<O>> {
        self.reds.iter().chain(&self.scans)
    }
    /// Reductions, then scans.
    pub fn folds_mut(&mut self) -> impl Iterator<Item = &mut Fold<O>> {
        self.reds.iter_mut().chain(&mut self.scans)
    }
    /// Whether there is nothing but results of every element.
    pub fn is_map(&self) -> bool {
        let (each, end) = (self.each.is_empty(), self.end.is_empty());
        self.reds.is_empty() && self.scans.is_empty() && self.keep.is_none() && each && end
    }
    /// The atoms that the results are made of.
    pub fn out_atoms(&self) -> impl Iterator<Item = Atom> + '_ {
        self.outs.iter().filter_map(Out::atom)
    }
}

/// Which elements are kept.
#[derive(Clone, PartialEq, Debug)]
pub struct Keep {
    /// Whether this one is, a `bool` of the body.
    pub flag: Atom,
    /// Bound in `each`: how many were kept in front of this one in its row.
    pub place: Option<Var>,
    /// Bound in `end`: how many were kept in the row.
    pub count: Option<Var>,
    /// Whether all rows are kept as one: there is one count, places go on from row to row, and what is kept has one dimension. Only
    /// kernels have it, without folds and `end`.
    pub whole: bool,
}

/// One result of an operator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Out {
    /// A value of every element, as an array over all levels. Without `keep` also of `each`.
    Point(Atom),
    /// A value of every kept element, as an array whose innermost dimension is the number of these.
    Kept(Atom),
    /// A value of every row: the result of a reduction or of `end`, as an array over the levels in front (none: the value itself).
    Row(Atom),
    /// The number of kept elements of every row.
    Count,
    /// An accumulator, passed on.
    Acc(Var),
    /// A version of a consumed row ([`Seg::rows`]): the array that it belongs to.
    Owned(Var),
    /// The offsets of a size of every element: for each what the elements in front have in all, whatever their row. Only kernels
    /// have it.
    Offsets(Atom),
    /// Evidence that no check of the operator has failed, at any element. Only kernels have it.
    Cert,
}

impl Out {
    /// The value it is made of.
    pub fn atom(&self) -> Option<Atom> {
        match self {
            Out::Point(a) | Out::Kept(a) | Out::Row(a) | Out::Offsets(a) => Some(*a),
            Out::Acc(v) | Out::Owned(v) => Some(Atom::Var(*v)),
            Out::Count | Out::Cert => None,
        }
    }
}

impl<O> Screma<O> {
    /// A map and nothing else: the pattern receives the sizes and values that the body returns.
    pub fn map(width: Atom, inputs: Vec<(Var, Input)>, body: Body<O>, vars: &Vars) -> Screma<O> {
        let mut screma = Screma { width, inputs, body: body.stms, clauses: Clauses::default() };
        screma.clauses.outs = points(body.result.all(), vars);
        screma
    }
    /// What each parameter ranges over an array of.
    pub fn arrays(&self) -> impl Iterator<Item = (Var, Var)> + '_ {
        self.inputs.iter().filter_map(|(param, input)| match input {
            Input::Array(arr) => Some((*param, *arr)),
            Input::Iota | Input::Acc(_) => None,
        })
    }
}

/// The results of every element that these values make: accumulators are passed on.
pub fn points(vals: impl IntoIterator<Item = Atom>, vars: &Vars) -> Vec<Out> {
    let out = |a: Atom| match a {
        Atom::Var(v) if vars[v].ty.is_acc() => Out::Acc(v),
        Atom::Var(_) | Atom::Const(_) => Out::Point(a),
    };
    vals.into_iter().map(out).collect()
}

/// An array cut into chunks, whose results are put behind each other. Any partitioning is allowed: that the results do not depend on
/// it is the program's promise. An empty array is one empty chunk.
///
/// The results of `body` are sizes, one value for each accumulator, and arrays. Sizes and arrays have `size` elements, and the pattern
/// receives arrays of `width` elements; what else their types name is known outside, or is a size that is returned, or a chunk that
/// holds sizes, whose array then has its place. The elements of results, and chunks, are only read.
#[derive(Clone, PartialEq, Debug)]
pub struct Stream<O> {
    /// The number of elements of every input.
    pub width: Atom,
    /// The number of elements of a chunk (the last one may have fewer), if that was said.
    pub chunk: Option<Atom>,
    /// Bound in the body to the number of elements of the chunk.
    pub size: Var,
    /// Bound in the body to the index of the chunk's first element.
    pub first: Var,
    /// The chunk, and the array that it is a part of. Where a size of its elements varies, the array of these sizes is an input too.
    pub inputs: Vec<(Var, Var)>,
    /// Accumulators, and what the first chunk begins with: regular data.
    pub accs: Vec<(Var, Atom)>,
    /// How the accumulators of two chunks combine, where every chunk begins with the initial values; those are neutral. Without it a
    /// chunk begins with what the chunk before it has left.
    pub op: Option<Lambda<O>>,
    /// What is done with a chunk.
    pub body: Body<O>,
}

impl<O> Stream<O> {
    /// The type of a chunk of an array, given that of the array.
    pub fn chunk_type(&self, ty: &Type) -> Type {
        let part = |size: Var| self.inputs.iter().find(|(_, arr)| *arr == size).map(|(chunk, _)| *chunk);
        recut(ty, self.size.into(), |size| part(size).map(Atom::Var))
    }
    /// The type of a result over all chunks, given that over one, and what the sizes that chunks return are outside.
    pub fn whole_type(&self, ty: &Type, outside: impl Fn(Var) -> Option<Atom>) -> Type {
        let whole = |size: Var| self.inputs.iter().find(|(chunk, _)| *chunk == size).map(|(_, arr)| *arr);
        recut(ty, self.width, |size| outside(size).or(whole(size).map(Atom::Var)))
    }
}

/// The type with another outermost size, and others of the sizes that vary with that level.
pub fn recut(ty: &Type, size: Atom, other: impl Fn(Var) -> Option<Atom>) -> Type {
    let dims = ty.dims().iter().enumerate().map(|(level, dim)| match dim.size {
        _ if level == 0 => Dim::uniform(size),
        Atom::Var(v) if dim.on.contains(&0) => Dim { size: other(v).unwrap_or(dim.size), on: dim.on.clone() },
        Atom::Var(_) | Atom::Const(_) => dim.clone(),
    });
    ty.with_dims(dims.collect())
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

/// A reduction or scan by an associative operator with its neutral element: `op` takes the left operands, then the right ones.
#[derive(Clone, PartialEq, Debug)]
pub struct Fold<O> {
    /// The operator.
    pub op: Lambda<O>,
    /// The neutral element, one atom per component.
    pub ne: Vec<Atom>,
    /// The operands at an element.
    pub args: Vec<Atom>,
    /// Bound to the results: of a scan at every element, of a reduction at the end of the row.
    pub res: Vec<Var>,
    /// Whether the user said that it commutes.
    pub comm: bool,
    /// Whether this is a reduction of the kept elements alone: its operands may come from `each`.
    pub kept: bool,
    /// Bound in the operator to the index of the first element of its right operand, where a failure inside names it.
    pub index: Option<Var>,
}

/// The operators of Flat.
#[derive(Clone, PartialEq, Debug)]
#[expect(clippy::large_enum_variant, reason = "nearly all are kernels")]
pub enum SegOp {
    /// A kernel over a space.
    Seg(Seg),
    /// Offsets of the volume that is the product of these sizes (arrays over the same dimensions): made once per volume.
    Offsets {
        /// The factors, in canonical (ascending) order.
        sizes: Vec<Var>,
        /// Offsets that are known to be these: nothing is made.
        is: Option<Var>,
    },
    /// Offsets without memory.
    Closed(Closed),
    /// The sizes that offsets (of one size) were made of, without memory: an array over the points that gave them.
    Differences {
        /// The offsets.
        offsets: Var,
    },
    /// A `while` in a context: rows stop one by one.
    Active(Box<Active>),
}

/// Offsets in closed form: entry `index`, from 0 to the number of rows, is computed where it is needed. Entry 0 is 0, also where there
/// are no rows and what the body reads is not there.
#[derive(Clone, PartialEq, Debug)]
pub struct Closed {
    /// The entry.
    pub index: Var,
    /// The number of rows.
    pub rows: Atom,
    /// Total code.
    pub body: Vec<Stm<Inner>>,
    /// What it gives.
    pub result: Atom,
    /// Evidence that rows are what the body says.
    pub under: Vec<Var>,
}

/// A kernel over a space: the body is evaluated at every point, the clauses run along the innermost level, one row per point of
/// the levels in front. What the pattern receives stands in [`Clauses::outs`]; values of points are scalars.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Seg {
    /// The space, outermost level first. Without levels it is one point: scalar code on the device.
    pub levels: Vec<Level>,
    /// Bound in the body to the number of points in front of this one: its index, if the levels were one.
    pub position: Option<Var>,
    /// Consumed arrays whose row at the point's indices belongs to the point: read and written, unlike an accumulator.
    pub rows: Vec<Row>,
    /// What is the same at all points: total code, evaluated once and only where there are points. The body and `each` see it.
    pub once: Vec<Stm<Inner>>,
    /// The kernel.
    pub body: Vec<Stm<Inner>>,
    /// What is done with what it binds.
    pub clauses: Clauses<Inner>,
    /// Evidence that its body rests on: kernels that have checked what it takes for granted.
    pub under: Vec<Var>,
    /// How its points are dealt out: what the program asks for, and behind the pass `schedule` what was decided.
    pub by: Option<By>,
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
///
/// `whole` is carried as any loop carries values, for all rows at once: a round that overwrites the rows in `ids` leaves those that
/// have stopped as they were. The body gives its next values behind those of `params`, and the pattern receives the last ones there.
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
    /// What is carried whole, and what it is at the start.
    pub whole: Vec<(Var, Var)>,
    /// Which rows go on.
    pub cond: Body<SegOp>,
    /// One round for those.
    pub body: Body<SegOp>,
}
