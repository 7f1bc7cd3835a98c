//! The functional A-normal form `Body<O>`, shared by Core (`O` = [`Soac`](crate::Soac)), Flat
//! ([`SegOp`](crate::SegOp)) and the kernels of Flat ([`Inner`](crate::Inner)).
//!
//! Rules that hold everywhere:
//! - every variable is bound once in the whole program, and its type stands in [`Prog::vars`];
//! - sizes are ordinary variables. Where a construct returns arrays of sizes unknown before, the sizes are *existential*:
//!   they are returned beside the values, in front of the bar: `(k | ys: [k]i64)`;
//! - what can fail is a [`Check`], a statement of its own with a position, the indices that a failure names and a safe value to go
//!   on with; everything else is total. Only a proof takes a check away.

use crate::types::{Atom, Dim, Type, Var, Vars};
use base::{BinOp, Loc, ScalarType, UnOp, define_id};

define_id! {
    /// A function of a program.
    FunId
}

/// A program in Core or Flat.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Prog<O> {
    /// Names of the source files that positions refer to.
    pub files: Vec<String>,
    /// Every variable of the program.
    pub vars: Vars,
    /// The functions. A call names one by its index.
    pub funs: Vec<Fun<O>>,
}

/// A function. Sizes are explicit parameters.
#[derive(Clone, PartialEq, Debug)]
pub struct Fun<O> {
    /// Its name.
    pub name: String,
    /// How it is called from outside, if it is an entry point.
    pub entry: Option<Entry>,
    /// Parameters: first what sizes need, then what types name.
    pub params: Vec<Param>,
    /// Variables that stand for the existential sizes in `ret`. Their types may use earlier ones and parameters.
    pub ret_sizes: Vec<Var>,
    /// Types of the results.
    pub ret: Vec<Type>,
    /// The body; its results are `ret_sizes.len()` sizes and `ret.len()` values.
    pub body: Body<O>,
}

/// A parameter of a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Param {
    /// The variable it binds.
    pub var: Var,
    /// Whether the function may overwrite the argument.
    pub consumed: bool,
}

/// The source-level face of an entry point. Every parameter that no [`EntryArg`] names is a size: it is bound from the
/// shapes of the arguments, and shapes that disagree are reported before the program starts.
#[derive(Clone, PartialEq, Debug)]
pub struct Entry {
    /// Source parameters in order.
    pub args: Vec<EntryArg>,
    /// Source types of the results, one per component.
    pub results: Vec<String>,
}

/// One source-level parameter.
#[derive(Clone, PartialEq, Debug)]
pub struct EntryArg {
    /// Name in the source.
    pub name: String,
    /// Its type as written, for messages.
    pub ty: String,
    /// The function parameters that hold its components (an array of pairs is two arrays).
    pub vars: Vec<Var>,
}

/// Statements and results.
#[derive(Clone, PartialEq, Debug)]
pub struct Body<O> {
    /// Evaluated in order.
    pub stms: Vec<Stm<O>>,
    /// What the body returns.
    pub result: Results,
}

/// The results of a body: existential sizes, then values.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Results {
    /// Existential sizes, in front of the bar. Types of later ones and of the values may mention earlier ones.
    pub sizes: Vec<Atom>,
    /// Values.
    pub vals: Vec<Atom>,
}

impl Results {
    /// Values without existential sizes.
    pub fn vals(vals: Vec<Atom>) -> Results {
        Results { sizes: vec![], vals }
    }
    /// Sizes, then values.
    pub fn all(&self) -> impl Iterator<Item = Atom> + '_ {
        self.sizes.iter().chain(&self.vals).copied()
    }
}

/// A pattern: existential sizes, then values; types are in the table of variables.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Pat {
    /// Variables that receive existential sizes.
    pub sizes: Vec<Var>,
    /// Variables that receive values.
    pub vals: Vec<Var>,
}

impl Pat {
    /// Binds one value.
    pub fn one(var: Var) -> Pat {
        Pat { sizes: vec![], vals: vec![var] }
    }
    /// Binds values without existential sizes.
    pub fn vals(vals: Vec<Var>) -> Pat {
        Pat { sizes: vec![], vals }
    }
    /// Sizes, then values.
    pub fn all(&self) -> impl Iterator<Item = Var> + '_ {
        self.sizes.iter().chain(&self.vals).copied()
    }
}

/// A statement.
#[derive(Clone, PartialEq, Debug)]
pub struct Stm<O> {
    /// What it binds.
    pub pat: Pat,
    /// What it computes.
    pub exp: Exp<O>,
    /// Where it comes from.
    pub loc: Loc,
    /// What the program says about how it is to be computed: the attributes `#[..]` of the source. A hint, which changes no result;
    /// statements that passes make anew have none.
    pub attrs: Vec<String>,
}

impl<O> Stm<O> {
    /// A statement without attributes.
    pub fn new(pat: Pat, exp: Exp<O>, loc: Loc) -> Stm<O> {
        Stm { pat, exp, loc, attrs: vec![] }
    }
}

/// A function value used by a parallel operator. Its results may be existential.
#[derive(Clone, PartialEq, Debug)]
pub struct Lambda<O> {
    /// Parameters.
    pub params: Vec<Var>,
    /// The body.
    pub body: Body<O>,
}

/// What a statement computes. Typing rules are on the variants; `T[x]` is the type of `x`.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub enum Exp<O> {
    /// The value itself, under another name.
    Atom(Atom),
    /// A total operation on scalars.
    Prim(Prim),
    /// The element at `index`, one entry a dimension, in bounds.
    Read { arr: Var, index: Vec<Atom> },
    /// What can fail. Binds the value that is safe to go on with, or, for [`CheckKind::Assert`] and [`CheckKind::Equal`], the
    /// evidence (type `cert`). Nothing is read or written behind a check that has failed.
    Check(Check),
    /// Shows `vals` on standard error, one for each `{}` of `what`. Only the interpreter does; whoever compiles may drop it. Type
    /// `cert`, as evidence of nothing.
    Trace { what: String, vals: Vec<Atom> },
    /// An array whose elements are had from others: nothing is computed or copied to say so.
    View(View),
    /// A fresh copy.
    Copy { arr: Var },
    /// A new array of type `ty` whose contents are unspecified: every element is written before it is read. In a kernel it is memory
    /// of the point, whose sizes are known where the point begins; `part` says in which part of a row ([`Row`](crate::Row)) that the
    /// point owns it lies, where its size differs from point to point.
    Scratch { ty: Type, part: Option<(Var, u32)> },
    /// The sum over all points of the product of `sizes`: arrays of sizes over the same dimensions. What `flatten` returns.
    Total { sizes: Vec<Var> },
    /// `arr` with the element or row at `index` replaced, in place: consumes `arr`. The index is in bounds, a row has equal sizes.
    Write { arr: Var, index: Vec<Atom>, val: Atom },
    /// Combines `vals` into the accumulator at `index`. Outside the bounds of its own row an update is dropped.
    UpdateAcc { acc: Var, index: Vec<Atom>, vals: Vec<Atom> },
    /// A call. Results as the function declares them. Failures inside name the indices `at`, then their own. In Flat `at` may be
    /// arrays, if the function works on many rows at once: failures inside name the row first, and the numbers of that row
    /// stand for it. In Flat several calls may be one: `beside` is where the others stand, each call has an equal part of the rows, and the
    /// first argument is the number of all of them.
    Call { fun: FunId, args: Vec<Atom>, at: Vec<Atom>, beside: Vec<Loc> },
    /// A branch. Both bodies return as many sizes and values.
    If { cond: Atom, then: Box<Body<O>>, els: Box<Body<O>> },
    /// A sequential loop.
    Loop(Box<Loop<O>>),
    /// Accumulation: inside the body each `accs[i].param` is an accumulator over the arrays `accs[i].arrs`, which are consumed.
    /// The first results of the body are the accumulators; the statement gives their arrays, in order, then the other results.
    WithAcc { accs: Vec<AccDef<O>>, body: Box<Body<O>> },
    /// A parallel operator.
    Op(O),
}

/// A total operation on scalars of type `ty`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Prim {
    /// A binary operator. A divisor is not 0 and an integer exponent not negative: a [`Check`] has seen to it, or a proof.
    Bin { op: BinOp, ty: ScalarType, a: Atom, b: Atom },
    /// A unary operator.
    Un { op: UnOp, ty: ScalarType, a: Atom },
    /// Conversion between scalar types.
    Conv { from: ScalarType, to: ScalarType, a: Atom },
    /// `a` if `cond` else `b`; both evaluated.
    Select { cond: Atom, a: Atom, b: Atom },
}

/// A condition of the program that is looked at when it runs. Only a proof takes a check away.
#[derive(Clone, PartialEq, Debug)]
pub struct Check {
    /// What has to hold.
    pub kind: CheckKind,
    /// The indices that a failure names, outermost first: those of the maps and folds around it in the source, whatever has
    /// become of them. Analyses of what code depends on leave them out.
    pub at: Vec<Atom>,
    /// Whether it was proved: nobody uses what it binds and compiled code leaves it out, but the interpreter looks whether it
    /// holds. Only made where proofs are tested.
    pub proved: bool,
}

/// What a [`Check`] checks, and the safe value that it binds where that does not hold.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub enum CheckKind {
    /// `0 <= a <` [`CheckKind::SIZES`] (safe: 0): how a number becomes a size. Whether it is the size of an `iota` decides only what the
    /// failure says.
    Size { a: Atom, iota: bool },
    /// `0 <= index < size` (safe: 0): how a number becomes an index.
    Bounds { index: Atom, size: Atom },
    /// A divisor is not zero (safe: 1).
    NonZero { ty: ScalarType, a: Atom },
    /// An integer exponent is not negative (safe: 0).
    Exponent { ty: ScalarType, a: Atom },
    /// The length of the slice `start:end:stride` of an array of `size` elements (safe: 0). As in Futhark only elements that are
    /// touched must exist: an empty slice may lie anywhere. A stride of 0 fails.
    SliceLen { start: Atom, end: Atom, stride: Atom, size: Atom },
    /// `cond` holds. `what` is the message; each `{}` in it shows one of `vals`.
    Assert { cond: Atom, what: String, vals: Vec<Atom> },
    /// Two sizes, or two arrays of sizes of the same dimensions, are equal. `what` shows the first pair that differs in its two
    /// `{}`; a pair of arrays is named by its own indices behind those of the check.
    Equal { a: Atom, b: Atom, what: String },
}

impl CheckKind {
    /// No size reaches this, so that sums and small multiples of indices do not wrap.
    pub const SIZES: i64 = 1 << 48;

    /// The type of the value that the check binds; none if it binds evidence.
    pub fn value(&self) -> Option<ScalarType> {
        match self {
            CheckKind::Size { .. } | CheckKind::Bounds { .. } | CheckKind::SliceLen { .. } => {
                Some(ScalarType::I64)
            }
            CheckKind::NonZero { ty, .. } | CheckKind::Exponent { ty, .. } => Some(*ty),
            CheckKind::Assert { .. } | CheckKind::Equal { .. } => None,
        }
    }
}

/// An array whose elements are had from others.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub enum View {
    /// `[0, 1, .., n-1]`.
    Iota { n: Atom },
    /// `n` times the scalar or array `x`.
    Replicate { n: Atom, x: Atom },
    /// `[a, b, c]`: scalars of type `elem`.
    Literal { elem: ScalarType, elems: Vec<Atom> },
    /// The row at `index`, which is in bounds and names fewer dimensions than `arr` has. Existential sizes: one, in order, per
    /// dimension that varies with an indexed level.
    Row { arr: Var, index: Vec<Atom> },
    /// A part of an array. Ranges are in bounds by construction ([`CheckKind::SliceLen`], [`CheckKind::Bounds`]). Covers the
    /// outermost `slices.len()` dimensions, which are uniform, as are the dimensions behind them.
    Slice { arr: Var, slices: Vec<Slice> },
    /// Rows (or elements) of `arr` at the positions `at: [k]i64`, which are in bounds. Existential sizes: one per dimension
    /// of `arr` that varies with level 0, in order.
    Gather { arr: Var, at: Var },
    /// Dimensions permuted: dimension `i` of the result is dimension `perm[i]` of `arr`. The permuted ones are uniform.
    Rearrange { perm: Vec<u32>, arr: Var },
    /// The arrays one after the other along the outermost dimension; `size` is the sum of their sizes. Existential sizes:
    /// one per dimension behind the first that varies with level 0 in any operand, in order.
    Concat { arrs: Vec<Var>, size: Atom },
    /// The same elements in the same order under other dimensions of equal volume. `under` is the evidence that it is; none where that is
    /// proved.
    Reshape { arr: Var, dims: Vec<Dim>, under: Vec<Var> },
    /// The same data under other, equal sizes. `under` is the evidence; none where equality is proved. In Flat `inside` are sizes of the
    /// maps that it stands in: where one has no point nothing says that the sizes are equal, and nobody reads the array.
    Recast { arr: Var, dims: Vec<Dim>, under: Vec<Var>, inside: Vec<Atom> },
}

impl<O> Exp<O> {
    /// A binary operator.
    pub fn bin(op: BinOp, ty: ScalarType, a: Atom, b: Atom) -> Exp<O> {
        Exp::Prim(Prim::Bin { op, ty, a, b })
    }
    /// A selection.
    pub fn select(cond: Atom, a: Atom, b: Atom) -> Exp<O> {
        Exp::Prim(Prim::Select { cond, a, b })
    }
    /// A check that names no index: outside of maps, or before the indices are known.
    pub fn check(kind: CheckKind) -> Exp<O> {
        Exp::Check(Check { kind, at: vec![], proved: false })
    }
}

/// How one dimension is sliced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Slice {
    /// The dimension disappears.
    At(Atom),
    /// `len` elements from `start` in steps of `stride`, which may be negative.
    Range { start: Atom, len: Atom, stride: Atom },
}

/// A sequential loop: parameters carry existential sizes and values from round to round.
#[derive(Clone, PartialEq, Debug)]
pub struct Loop<O> {
    /// Parameters; types of the values may mention the sizes.
    pub params: Pat,
    /// Initial sizes and values.
    pub init: Results,
    /// How long it runs.
    pub form: LoopForm<O>,
    /// One round.
    pub body: Body<O>,
}

/// How long a loop runs.
#[derive(Clone, PartialEq, Debug)]
pub enum LoopForm<O> {
    /// While the body, evaluated before each round, returns true.
    While(Body<O>),
    /// For each `index` from 0 to `count - 1`; a negative count is none.
    For {
        /// The index.
        index: Var,
        /// An `i64`.
        count: Atom,
    },
}

/// One accumulator of a [`Exp::WithAcc`].
#[derive(Clone, PartialEq, Debug)]
pub struct AccDef<O> {
    /// The accumulator inside the body.
    pub param: Var,
    /// The arrays it updates; all have the dimensions of the accumulator.
    pub arrs: Vec<Var>,
    /// How old and new values combine; without it the new value replaces the old one.
    pub op: Option<AccOp<O>>,
}

/// An associative and commutative operator: old values, then new ones, to combined ones.
#[derive(Clone, PartialEq, Debug)]
pub struct AccOp<O> {
    /// The first indices of the element, which the operator may use: in Flat, the row of the context that it belongs to.
    pub index: Vec<Var>,
    /// The operator on scalars.
    pub lam: Lambda<O>,
    /// Its neutral element, if one is known; private copies need it.
    pub ne: Option<Vec<Atom>>,
}
