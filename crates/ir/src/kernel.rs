//! Kernel: an imperative language with explicit memory, a host part and a device part.
//!
//! **Host part.** One [`HostFun`] per entry point and per function that is called: scalars, buffer handles, allocation, launches, read-backs. It never sees
//! raw pointers: a buffer variable holds a *handle* that the runtime may evict and bring back. Assigning a buffer variable
//! shares the handle; a buffer dies when no variable holds it.
//!
//! **Device part.** A [`Kernel`] is run by `groups` groups numbered from 0, each of [`Kernel::lanes`] lanes: threads of a GPU, or one
//! task of a thread pool. Code is that of the group: it has one value for all its lanes, which run apart only inside of
//! [`Stm::Lanes`]. All of them have ended when that ends, so there are no barriers to be forgotten, and no lane can miss one. Lanes give each other
//! values through memory that their group shares, and by [`Stm::Fold`]; groups by atomics, locks, [`Stm::Chain`] and [`Stm::LastOut`]. In a kernel with one lane
//! the code of the group is the code of its lane.
//!
//! Kernels may call [`DeviceFun`]s, which may call themselves where the dialect allows it: scalars, and buffers that they only read.
//!
//! **Failures.** A failing lane executes [`Stm::Fail`], which claims the failure record by one 32-bit compare-and-swap from 0
//! to the number of the launch, and goes on with the operator's safe result, or, where a group has one lane, leaves its code up to the
//! next chain. A kernel returns at once if the record is
//! claimed by another launch. Loops of the program end once their lane has failed. What a failed lane gives to others is no value of the
//! program: behind a fold or chain, and behind `lanes` in a kernel with shared memory, every lane of the group has failed if one has. The host looks at the record at every [`HostStm::Read`] and before it returns results.
//!
//! **Index width.** Address arithmetic has the type that [`Kernel::index`] names, spelt `widx` in the generated text, so one
//! kernel can be compiled for 32 or 64 bits.
//!
//! Evaluation: expressions have no effects and never fault: integer division by zero gives 0, loads are guarded by the
//! statements around them. Those of the device ([`Exp`]) and those of the host ([`HostExp`]) are two types.

mod change;
mod exp;
mod mentioned;

pub use exp::{Exp, HostExp, OnDevice, OnHost, Side};
pub use mentioned::{mentioned, mentioned_by_operator};

use crate::vector::Vector;
use base::{BinOp, IdVec, Loc, ScalarType, define_id};

define_id! {
    /// A variable of one kernel or host function.
    KVar
}
define_id! {
    /// A kernel of a program.
    KernelId
}
define_id! {
    /// A function of the host part.
    HostId
}
define_id! {
    /// A function of the device part.
    DeviceId
}
define_id! {
    /// A line of the check table.
    CheckId
}

/// A program ready to be emitted.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Program {
    /// Names of the source files.
    pub files: Vec<String>,
    /// Device part.
    pub kernels: IdVec<KernelId, Kernel>,
    /// Functions that kernels call.
    pub device_funs: IdVec<DeviceId, DeviceFun>,
    /// Host part.
    pub funs: Vec<HostFun>,
    /// What each failing check says.
    pub checks: IdVec<CheckId, Check>,
}

/// A line of the check table: filled in with the values of the failure record.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Check {
    /// The message; each `{}` shows one operand.
    pub what: String,
    /// Type of each operand: the record holds their bits.
    pub vals: Vec<ScalarType>,
    /// How many level indices are recorded.
    pub at: usize,
    /// Where.
    pub loc: Loc,
}

/// Most level indices and most operands that a failure record holds.
pub const RECORD_SLOTS: usize = 8;

/// Calls of device functions that a failure record names: so many innermost ones, and so many outermost ones.
pub const RECORD_CALLS: usize = 32;

/// The type of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum KType {
    /// A scalar.
    Scalar(ScalarType),
    /// A number used in address arithmetic: `widx` on the device, `i64` on the host.
    Index,
    /// A buffer of scalars.
    Buf(ScalarType),
}

/// A variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KVarInfo {
    /// A hint for people.
    pub name: String,
    /// Its type.
    pub ty: KType,
    /// Whether it is declared by the code of a group and every lane has its own.
    pub per_lane: bool,
}

impl KVarInfo {
    /// A variable of which there is one.
    pub fn new(name: &str, ty: KType) -> KVarInfo {
        KVarInfo { name: name.to_string(), ty, per_lane: false }
    }
}

/// The width of address arithmetic.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum IndexWidth {
    /// 32 bits: every size, offset and byte position the kernel touches fits.
    W32,
    /// 64 bits.
    W64,
}

/// A kernel.
#[derive(Clone, PartialEq, Debug)]
pub struct Kernel {
    /// Unique in the program; a C identifier.
    pub name: String,
    /// What it was made from, for profiles.
    pub loc: Loc,
    /// Its variables.
    pub vars: IdVec<KVar, KVarInfo>,
    /// Parameters: scalars and buffers.
    pub params: Vec<KVar>,
    /// The number of this group, an `Index`.
    pub group: KVar,
    /// How many groups were launched, an `Index`.
    pub groups: KVar,
    /// How many lanes a group has.
    pub lanes: u32,
    /// Memory that the lanes of a group share: buffers, and how many elements they have.
    pub shared: Vec<(KVar, u32)>,
    /// How many words of memory its statements need for each group: [`Stm::words`] of them all. If there are any, groups begin in the order
    /// of their numbers.
    pub chain: u32,
    /// The code of a group.
    pub body: Vec<Stm>,
    /// Width of address arithmetic.
    pub index: IndexWidth,
    /// Whether it holds a [`Stm::Fail`], or a call of a function that can fail.
    pub can_fail: bool,
}

impl Kernel {
    /// How many bytes of shared memory a group uses.
    pub fn shared_bytes(&self) -> u32 {
        let bytes =
            |buf: KVar| if let KType::Buf(elem) = self.vars[buf].ty { elem.bytes() as u32 } else { 0 };
        self.shared.iter().map(|(buf, len)| bytes(*buf) * len).sum()
    }
}

/// A function of the device part.
#[derive(Clone, PartialEq, Debug)]
pub struct DeviceFun {
    /// The name of the function it was made from.
    pub name: String,
    /// Its variables.
    pub vars: IdVec<KVar, KVarInfo>,
    /// Scalars, and buffers that it reads.
    pub params: Vec<KVar>,
    /// The code.
    pub body: Vec<Stm>,
    /// What it returns: scalars, evaluated behind the body.
    pub results: Vec<(ScalarType, Exp)>,
    /// Width of address arithmetic.
    pub index: IndexWidth,
    /// Whether a call may fail: it holds a [`Stm::Fail`], calls a function that can fail, or leads back to itself.
    pub can_fail: bool,
}

/// A statement of the device part.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub enum Stm {
    /// Declares and sets a variable, in the enclosing block's scope.
    Let(KVar, Exp),
    /// Declares a buffer of the lane's own with `len` elements of unspecified contents, in the enclosing block's scope.
    Local {
        buf: KVar,
        len: u32,
    },
    /// Declares variables, in the enclosing block's scope, and sets them to an element (`first` is an [`OnDevice::Load`]) and those behind it,
    /// which are read at once where the address allows it.
    Loads {
        vars: Vec<KVar>,
        first: Exp,
    },
    /// Assigns a declared variable.
    Set(KVar, Exp),
    Store {
        buf: KVar,
        at: Exp,
        val: Exp,
    },
    /// Stores an element at `at` and others behind it, at once where the address allows it.
    Stores {
        buf: KVar,
        at: Exp,
        vals: Vec<Exp>,
    },
    If {
        cond: Exp,
        then: Vec<Stm>,
        els: Vec<Stm>,
    },
    /// `loop { pre; if !cond break; body }`; the body does not see what `pre` declares. One that is not `bounded` (a loop of the program, which wrong values may keep going
    /// for ever) also ends once its lane has failed; a bounded one (a search) always comes to its own end.
    While {
        bounded: bool,
        pre: Vec<Stm>,
        cond: Exp,
        body: Vec<Stm>,
    },
    /// For each `var`, an `Index`, from `from` up to but not including `to`: in order, or side by side.
    For {
        var: KVar,
        from: Exp,
        to: Exp,
        vector: Option<Vector>,
        body: Vec<Stm>,
    },
    /// `buf[at] = buf[at] op val`, atomically. `op` is one of add, min, max, and, or, xor, mul on the buffer's type. Sums of `i64` in memory
    /// that all groups see also say what was there: `old` is declared and set to it.
    Atomic {
        op: BinOp,
        buf: KVar,
        at: Exp,
        val: Exp,
        old: Option<KVar>,
    },
    /// `body` under the lock of cell `at`: `locks` is a zeroed buffer of `i32`; the lock is `at` modulo `count`, a power of
    /// two. Loads and stores of `body` see what earlier holders wrote. If there are `vals`, `body` combines them, by an operator that is
    /// associative and commutative, into the cell `at` of as many buffers: those to which its last statements store, in this order.
    Locked {
        locks: KVar,
        count: Exp,
        at: Exp,
        vals: Vec<Exp>,
        body: Vec<Stm>,
    },
    /// Claims the failure record. Operands as the check says.
    Fail {
        check: CheckId,
        at: Vec<Exp>,
        vals: Vec<Exp>,
    },
    /// All lanes execute the body, in any order and at the same time; `lane` is the number of each. What one lane writes no other lane
    /// touches before the end.
    Lanes {
        lane: KVar,
        body: Vec<Stm>,
    },
    /// Combines the values of the lanes in the order of their numbers.
    Fold(Combine),
    /// Sets `total`, an `Index` of the group, to how many lanes `holds` is true for, a variable of lanes.
    Count {
        holds: KVar,
        total: KVar,
    },
    /// Combines the values of the groups in the order of their numbers. A group has no other way to wait, and every group comes to it:
    /// it stands in no loop and no branch.
    Chain(Combine),
    /// Combines the values of the groups in the order of their numbers, and nobody waits. A group leaves its own values and what it has
    /// `saved`, all scalars; the last one to come here executes the body for each group in turn: as if it were that group, in front of
    /// which there is `before`. If a group has failed nobody does. The last statement of a kernel whose groups have one lane.
    LastOut {
        combine: Combine,
        saved: Vec<KVar>,
        body: Vec<Stm>,
    },
    /// Calls a function, which sets declared variables to its results. If the lane has failed nothing is called, and if the function
    /// can fail, `check` says that calls are nested too deeply, and where the call stands: a failure inside the call names that
    /// position after its own, and the indices `at` before its own.
    Call {
        fun: DeviceId,
        check: CheckId,
        args: Vec<Arg>,
        results: Vec<KVar>,
        at: Vec<Exp>,
    },
}

impl Stm {
    /// The blocks of statements inside of it.
    pub fn blocks(&self) -> Vec<&[Stm]> {
        match self {
            Stm::If { then, els, .. } => vec![then, els],
            Stm::While { pre, body, .. } => vec![pre, body],
            Stm::For { body, .. } | Stm::Locked { body, .. } | Stm::Lanes { body, .. } => vec![body],
            Stm::Fold(combine) | Stm::Chain(combine) => vec![&combine.body],
            Stm::LastOut { combine, body, .. } => vec![&combine.body, body],
            Stm::Let(..)
            | Stm::Local { .. }
            | Stm::Loads { .. }
            | Stm::Set(..)
            | Stm::Store { .. }
            | Stm::Stores { .. }
            | Stm::Atomic { .. }
            | Stm::Count { .. }
            | Stm::Fail { .. }
            | Stm::Call { .. } => vec![],
        }
    }

    /// The expressions that it evaluates itself, not those of its blocks.
    pub fn exps(&self) -> Vec<&Exp> {
        fn scalar(arg: &Arg) -> Option<&Exp> {
            if let Arg::Scalar(exp) = arg { Some(exp) } else { None }
        }
        match self {
            Stm::Let(_, exp)
            | Stm::Loads { first: exp, .. }
            | Stm::Set(_, exp)
            | Stm::If { cond: exp, .. }
            | Stm::While { cond: exp, .. } => vec![exp],
            Stm::Stores { at, vals, .. } => std::iter::once(at).chain(vals).collect(),
            Stm::For { from: a, to: b, .. }
            | Stm::Store { at: a, val: b, .. }
            | Stm::Atomic { at: a, val: b, .. } => vec![a, b],
            Stm::Locked { count, at, vals, .. } => [count, at].into_iter().chain(vals).collect(),
            Stm::Fail { at, vals, .. } => at.iter().chain(vals).collect(),
            Stm::Call { args, at, .. } => args.iter().filter_map(scalar).chain(at).collect(),
            Stm::Fold(combine) | Stm::Chain(combine) | Stm::LastOut { combine, .. } => {
                combine.results.iter().collect()
            }
            Stm::Local { .. } | Stm::Lanes { .. } | Stm::Count { .. } => vec![],
        }
    }

    /// Whether it, or what is inside of it, evaluates an expression that has one of these variables.
    pub fn mentions(&self, vars: &[KVar]) -> bool {
        let own = self.exps().into_iter().any(|exp| exp.mentions(vars));
        own || self.blocks().into_iter().flatten().any(|stm| stm.mentions(vars))
    }

    /// The variables that it declares itself, not those that its blocks declare.
    pub fn declares(&self) -> &[KVar] {
        match self {
            Stm::Let(var, _)
            | Stm::Local { buf: var, .. }
            | Stm::For { var, .. }
            | Stm::Lanes { lane: var, .. } => std::slice::from_ref(var),
            Stm::Loads { vars, .. } => vars,
            Stm::Fold(combine) | Stm::Chain(combine) | Stm::LastOut { combine, .. } => &combine.params,
            Stm::Set(..)
            | Stm::Store { .. }
            | Stm::Stores { .. }
            | Stm::If { .. }
            | Stm::While { .. }
            | Stm::Locked { .. }
            | Stm::Count { .. }
            | Stm::Fail { .. }
            | Stm::Call { .. } => &[],
            Stm::Atomic { old, .. } => old.as_slice(),
        }
    }

    /// How many words of memory it needs for each group. A chain: a mark, what the group has, and what it has with those in front; or what
    /// it says in words that are marked themselves, two for each component at most.
    pub fn words(&self) -> u32 {
        if let Stm::Chain(combine) = self {
            1 + 2 * combine.own.len() as u32
        } else if let Stm::LastOut { combine, saved, .. } = self {
            (combine.own.len() + saved.len()) as u32
        } else {
            0
        }
    }
}

/// How many statements there are, those of blocks included.
pub fn statements(code: &[Stm]) -> usize {
    code.iter().map(|stm| 1 + stm.blocks().into_iter().map(statements).sum::<usize>()).sum()
}

/// The variables that statements declare, those of blocks included.
pub fn declared(code: &[Stm]) -> Vec<KVar> {
    let inside = |stm: &Stm| stm.blocks().into_iter().flat_map(declared).collect::<Vec<KVar>>();
    code.iter().flat_map(|stm| stm.declares().iter().copied().chain(inside(stm))).collect()
}

/// How the values of lanes, or of groups, become one, by an associative operator.
#[derive(Clone, PartialEq, Debug)]
pub struct Combine {
    /// What each has: variables of lanes in a fold.
    pub own: Vec<KVar>,
    /// Set to what those in front have together, but for the first, where they stay as they are; variables of lanes in a fold. Perhaps none.
    pub before: Vec<KVar>,
    /// Set to what all have together; perhaps none, and none in a chain.
    pub total: Vec<KVar>,
    /// Parameters of the operator: the values in front, then those behind.
    pub params: Vec<KVar>,
    /// The code of the operator, which is that of a lane and touches no memory that anybody writes.
    pub body: Vec<Stm>,
    /// What the operator gives.
    pub results: Vec<Exp>,
}

/// The host part of one entry point, or of a function that others call.
#[derive(Clone, PartialEq, Debug)]
pub struct HostFun {
    /// The name of the function it was made from.
    pub name: String,
    /// Its variables: scalars (`Index` is not used) and buffer handles.
    pub vars: IdVec<KVar, KVarInfo>,
    /// One per parameter of the Flat function: a scalar, or the buffer with the dense data of an array. Behind them two for each of
    /// `given`: the buffer of the offsets, and their total.
    pub params: Vec<KVar>,
    /// Offsets that come with the arguments: for each the parameters that hold the sizes, whose product is the volume. Only entry
    /// points that nobody calls have any.
    pub given: Vec<Vec<KVar>>,
    /// One per result of the Flat function, existential sizes first.
    pub results: Vec<KVar>,
    /// For each result that is an array, how many elements of its buffer are valid. Only results of entry points are fetched: what is
    /// said of others is not used.
    pub result_lens: Vec<Option<HostExp>>,
    /// Results in place of which the offsets leave that the sizes are differences of: one element more. Only existential sizes of entry
    /// points that nobody calls.
    pub as_offsets: Vec<KVar>,
    /// The code.
    pub body: Vec<HostStm>,
}

/// An argument of a call of the device part, or, as a [`HostArg`], of a launch or call of the host part.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub enum Arg<S = OnDevice> {
    Scalar(Exp<S>),
    Buf(KVar),
}

/// An argument of a launch or of a call of the host part.
pub type HostArg = Arg<OnHost>;

/// An element that the host reads: `var = buf[at]`.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub struct HostRead {
    pub var: KVar,
    pub buf: KVar,
    pub at: HostExp,
}

/// A statement of the host part.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub enum HostStm {
    /// Sets a scalar.
    Set(KVar, HostExp),
    /// Makes `to` hold the handle of `from`.
    Share {
        to: KVar,
        from: KVar,
    },
    /// A new buffer of `count` elements of the variable's type; `zeroed` or with unspecified contents.
    Alloc {
        buf: KVar,
        count: HostExp,
        zeroed: bool,
    },
    /// Makes `to` hold the handle of `from` if no other variable does and it has `count` elements, else a new buffer of `count` elements of
    /// unspecified contents. `from` is not used after the next launch.
    Reuse {
        to: KVar,
        from: KVar,
        count: HostExp,
    },
    /// Gives up the handle.
    Release(KVar),
    /// Copies elements between buffers of one type.
    Copy {
        to: KVar,
        to_at: HostExp,
        from: KVar,
        from_at: HostExp,
        count: HostExp,
    },
    /// Runs a kernel with so many groups; nothing for 0.
    Launch {
        kernel: KernelId,
        groups: HostExp,
        args: Vec<HostArg>,
    },
    /// Reads elements, in one transfer; waits for the device and looks at the failure record. Every position is evaluated before any
    /// variable is set.
    Read(Vec<HostRead>),
    /// Fails unless `cond`; `at` are the indices of the loops around that count rows.
    Check {
        cond: HostExp,
        check: CheckId,
        at: Vec<HostExp>,
        vals: Vec<HostExp>,
    },
    /// Runs a function: arguments and results as its parameters and results. `check` says that calls are nested too deeply, and where
    /// the call stands; a failure inside the call names that position after its own. `at` are the indices it names first: numbers,
    /// or, if the function was called for many rows at once, buffers with one number a row; then the first index that the failure
    /// itself names is the row. Several calls may be one: `beside` are those of the others, each call has an equal part of the rows, and
    /// the first argument is the number of all of them.
    Call {
        fun: HostId,
        check: CheckId,
        beside: Vec<CheckId>,
        args: Vec<HostArg>,
        results: Vec<KVar>,
        at: Vec<HostArg>,
    },
    If {
        cond: HostExp,
        then: Vec<HostStm>,
        els: Vec<HostStm>,
    },
    /// `loop { pre; if !cond break; body }`
    While {
        pre: Vec<HostStm>,
        cond: HostExp,
        body: Vec<HostStm>,
    },
}

impl HostStm {
    /// Reads one element.
    pub fn read(var: KVar, buf: KVar, at: HostExp) -> HostStm {
        HostStm::Read(vec![HostRead { var, buf, at }])
    }

    /// The blocks inside of it, in program order.
    pub fn blocks(&self) -> [&[HostStm]; 2] {
        match self {
            HostStm::If { cond: _, then: a, els: b } | HostStm::While { pre: a, cond: _, body: b } => [a, b],
            HostStm::Set(..)
            | HostStm::Share { .. }
            | HostStm::Alloc { .. }
            | HostStm::Reuse { .. }
            | HostStm::Release(_)
            | HostStm::Copy { .. }
            | HostStm::Launch { .. }
            | HostStm::Read(_)
            | HostStm::Check { .. }
            | HostStm::Call { .. } => [&[], &[]],
        }
    }

    /// The same, to be changed.
    pub fn blocks_mut(&mut self) -> [&mut [HostStm]; 2] {
        match self {
            HostStm::If { cond: _, then: a, els: b } | HostStm::While { pre: a, cond: _, body: b } => [a, b],
            HostStm::Set(..)
            | HostStm::Share { .. }
            | HostStm::Alloc { .. }
            | HostStm::Reuse { .. }
            | HostStm::Release(_)
            | HostStm::Copy { .. }
            | HostStm::Launch { .. }
            | HostStm::Read(_)
            | HostStm::Check { .. }
            | HostStm::Call { .. } => [&mut [], &mut []],
        }
    }
}
