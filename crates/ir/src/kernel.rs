//! Kernel: an imperative language with explicit memory, a host part and a device part.
//!
//! **Host part.** One [`HostFun`] per entry point and per function that is called: scalars, buffer handles, allocation, launches, read-backs. It never sees
//! raw pointers: a buffer variable holds a *handle* that the runtime may evict and bring back. Assigning a buffer variable
//! shares the handle; a buffer dies when no variable holds it.
//!
//! **Device part.** A [`Kernel`] is run by `workers` independent workers numbered from 0; `worker` is the number. There is no
//! communication between workers of a launch except atomics and locks; a worker may be a GPU thread or a task of a thread pool.
//!
//! Kernels may call [`DeviceFun`]s, which may call themselves where the dialect allows it: scalars, and buffers that they only read.
//!
//! **Failures.** A failing worker executes [`Stm::Fail`], which claims the failure record by one 32-bit compare-and-swap from 0
//! to the number of the launch, and goes on with the operator's safe result. A kernel returns at once if the record is
//! claimed by another launch. Loops of the program end once their worker has failed. The host looks at the record at every [`HostStm::Read`] and before it returns results.
//!
//! **Index width.** Address arithmetic has the type that [`Kernel::index`] names, spelt `widx` in the generated text, so one
//! kernel can be compiled for 32 or 64 bits.
//!
//! Evaluation: expressions have no effects and never fault: integer division by zero gives 0, loads are guarded by the
//! statements around them.

use base::{BinOp, IdVec, Loc, Scalar, ScalarType, UnOp, define_id};

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
    /// The number of this worker, an `Index`.
    pub worker: KVar,
    /// How many workers were launched, an `Index`.
    pub workers: KVar,
    /// The code.
    pub body: Vec<Stm>,
    /// Width of address arithmetic.
    pub index: IndexWidth,
    /// Whether it holds a [`Stm::Fail`], or a call of a function that can fail.
    pub can_fail: bool,
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

/// An expression, without effects.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub enum Exp {
    Const(Scalar),
    /// A constant of type `Index`.
    Index(i64),
    Var(KVar),
    /// On two scalars of type `ty`. An `Index` operand counts as `i64`.
    Bin(BinOp, ScalarType, Box<Exp>, Box<Exp>),
    /// Address arithmetic: both operands and, but for comparisons, the result have type `Index`. Operands are not negative.
    IndexBin(BinOp, Box<Exp>, Box<Exp>),
    Un(UnOp, ScalarType, Box<Exp>),
    /// From the first scalar type to the second.
    Conv(ScalarType, ScalarType, Box<Exp>),
    /// `Index` to `i64`.
    FromIndex(Box<Exp>),
    /// `i64` to `Index`; the value fits.
    ToIndex(Box<Exp>),
    Select(Box<Exp>, Box<Exp>, Box<Exp>),
    /// Device only: the element of a buffer. `at` is an `Index`.
    Load(KVar, Box<Exp>),
    /// Device only: whether this worker has failed. What it would read or write from then on may not be there.
    Failed,
    /// Host only: how many workers the device likes for `n` items of work; at least 1.
    Workers(Box<Exp>),
}

impl Exp {
    /// The expressions it is made of.
    pub fn parts_mut(&mut self) -> Vec<&mut Exp> {
        match self {
            Exp::Const(_) | Exp::Index(_) | Exp::Var(_) | Exp::Failed => vec![],
            Exp::Un(_, _, a)
            | Exp::Conv(_, _, a)
            | Exp::FromIndex(a)
            | Exp::ToIndex(a)
            | Exp::Load(_, a)
            | Exp::Workers(a) => vec![a],
            Exp::Bin(_, _, a, b) | Exp::IndexBin(_, a, b) => vec![a, b],
            Exp::Select(a, b, c) => vec![a, b, c],
        }
    }

    /// The uses of a scalar variable in it.
    pub fn uses_mut(&mut self, var: KVar) -> Vec<&mut Exp> {
        if *self == Exp::Var(var) {
            return vec![self];
        }
        self.parts_mut().into_iter().flat_map(|part| part.uses_mut(var)).collect()
    }
}

/// A statement of the device part.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub enum Stm {
    /// Declares and sets a variable, in the enclosing block's scope.
    Let(KVar, Exp),
    /// Declares a buffer of this worker's own with `len` elements of unspecified contents, in the enclosing block's scope.
    Local {
        buf: KVar,
        len: u32,
    },
    /// Assigns a declared variable.
    Set(KVar, Exp),
    Store {
        buf: KVar,
        at: Exp,
        val: Exp,
    },
    If {
        cond: Exp,
        then: Vec<Stm>,
        els: Vec<Stm>,
    },
    /// `loop { pre; if !cond break; body }`; the body does not see what `pre` declares. One that is not `bounded` (a loop of the program, which wrong values may keep going
    /// for ever) also ends once its worker has failed; a bounded one (a search) always comes to its own end.
    While {
        bounded: bool,
        pre: Vec<Stm>,
        cond: Exp,
        body: Vec<Stm>,
    },
    /// For each `var`, an `Index`, from `from` up to but not including `to`.
    For {
        var: KVar,
        from: Exp,
        to: Exp,
        body: Vec<Stm>,
    },
    /// `buf[at] = buf[at] op val`, atomically. `op` is one of add, min, max, and, or, xor, mul on the buffer's type.
    Atomic {
        op: BinOp,
        buf: KVar,
        at: Exp,
        val: Exp,
    },
    /// `body` under the lock of cell `at`: `locks` is a zeroed buffer of `i32`; the lock is `at` modulo `count`. Loads and stores of
    /// `body` see what earlier holders wrote.
    Locked {
        locks: KVar,
        count: Exp,
        at: Exp,
        body: Vec<Stm>,
    },
    /// Claims the failure record. Operands as the check says.
    Fail {
        check: CheckId,
        at: Vec<Exp>,
        vals: Vec<Exp>,
    },
    /// Calls a function, which sets declared variables to its results. If the worker has failed nothing is called, and if the function
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
    pub result_lens: Vec<Option<Exp>>,
    /// The code.
    pub body: Vec<HostStm>,
}

/// An argument of a launch or call.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub enum Arg {
    Scalar(Exp),
    Buf(KVar),
}

/// A statement of the host part.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub enum HostStm {
    /// Sets a scalar.
    Set(KVar, Exp),
    /// Makes `to` hold the handle of `from`.
    Share {
        to: KVar,
        from: KVar,
    },
    /// A new buffer of `count` elements of the variable's type; `zeroed` or with unspecified contents.
    Alloc {
        buf: KVar,
        count: Exp,
        zeroed: bool,
    },
    /// Makes `to` hold the handle of `from` if no other variable does and it has `count` elements, else a new buffer of `count` elements of
    /// unspecified contents. `from` is not used after the next launch.
    Reuse {
        to: KVar,
        from: KVar,
        count: Exp,
    },
    /// Gives up the handle.
    Release(KVar),
    /// Copies elements between buffers of one type.
    Copy {
        to: KVar,
        to_at: Exp,
        from: KVar,
        from_at: Exp,
        count: Exp,
    },
    /// Runs a kernel with `workers` workers; none for 0.
    Launch {
        kernel: KernelId,
        workers: Exp,
        args: Vec<Arg>,
    },
    /// Reads one element; waits for the device and looks at the failure record.
    Read {
        var: KVar,
        buf: KVar,
        at: Exp,
    },
    /// Fails unless `cond`; `at` are the indices of the loops around that count rows.
    Check {
        cond: Exp,
        check: CheckId,
        at: Vec<Exp>,
        vals: Vec<Exp>,
    },
    /// Runs a function: arguments and results as its parameters and results. `check` says that calls are nested too deeply, and where
    /// the call stands; a failure inside the call names that position after its own. `at` are the indices it names first: numbers,
    /// or, if the function was called for many rows at once, buffers with one number a row; then the first index that the failure
    /// itself names is the row.
    Call {
        fun: HostId,
        check: CheckId,
        args: Vec<Arg>,
        results: Vec<KVar>,
        at: Vec<Arg>,
    },
    If {
        cond: Exp,
        then: Vec<HostStm>,
        els: Vec<HostStm>,
    },
    /// `loop { pre; if !cond break; body }`
    While {
        pre: Vec<HostStm>,
        cond: Exp,
        body: Vec<HostStm>,
    },
}
