//! Scalar code on registers: the fast way to evaluate what is evaluated most often.
//!
//! ```text
//! \x -> let y = mul x 2 in let z = add y n in (z)     r2 = mul r0 r1; r3 = add r2 r4
//! ```
//!
//! A lambda that only computes with scalars becomes a list of instructions on numbered registers. It reports nothing: at the
//! first check that fails, and when fuel runs out, it gives up ([`Stopped`]). What was begun is then done again by the obvious
//! interpreter, which finds the same failure and says what it is. So code here has no effect outside of its registers. Nothing
//! is held to its type here: with [`crate::Options::check`] this is not used.

mod compile;
mod run;

pub(crate) use compile::compile;
pub(crate) use run::Ready;

use base::scalar::{BinOp, Scalar, ScalarType, UnOp};
use ir::Var;

/// The number of a register.
pub(crate) type Reg = u32;

/// A check has failed, or fuel has run out.
pub(crate) struct Stopped;

#[derive(Clone, Copy)]
enum Instr {
    Copy {
        to: Reg,
        a: Reg,
    },
    Bin {
        op: BinOp,
        to: Reg,
        a: Reg,
        b: Reg,
    },
    Un {
        op: UnOp,
        to: Reg,
        a: Reg,
    },
    Conv {
        ty: ScalarType,
        to: Reg,
        a: Reg,
    },
    Select {
        to: Reg,
        cond: Reg,
        a: Reg,
        b: Reg,
    },
    Size {
        to: Reg,
        a: Reg,
    },
    Bounds {
        to: Reg,
        index: Reg,
        size: Reg,
    },
    /// The operands are those from `first` on in [`Code::lists`].
    SliceLen {
        to: Reg,
        first: u32,
    },
    /// An element of an array from outside; its indices are those from `first` on in [`Code::lists`].
    Index {
        to: Reg,
        array: u32,
        first: u32,
        count: u32,
    },
    /// Stops if false.
    Assert {
        cond: Reg,
    },
    /// Stops if different.
    Same {
        a: Reg,
        b: Reg,
    },
    /// Goes on elsewhere if false.
    Unless {
        cond: Reg,
        target: u32,
    },
    Goto {
        target: u32,
    },
    /// Begins the next round of a loop, or goes on elsewhere if all are done. `next` is the index of that round.
    Round {
        index: Reg,
        next: Reg,
        count: Reg,
        target: u32,
    },
}

/// Scalar code.
#[derive(Default)]
pub(crate) struct Code {
    instrs: Vec<Instr>,
    lists: Vec<Reg>,
    /// The registers at the start, with constants in their places.
    start: Vec<Scalar>,
    /// Scalars from outside, and where they go.
    outer: Vec<(Var, Reg)>,
    /// Arrays from outside.
    arrays: Vec<Var>,
    params: Vec<Reg>,
    results: Vec<Reg>,
}

impl Code {
    /// Whether there are neither branches nor loops.
    fn is_straight(&self) -> bool {
        let jumps = |i: &Instr| matches!(i, Instr::Unless { .. } | Instr::Goto { .. } | Instr::Round { .. });
        !self.instrs.iter().any(jumps)
    }
}

impl Instr {
    /// The register that it writes, if it computes something.
    fn target(&self) -> Option<Reg> {
        match *self {
            Instr::Copy { to, .. }
            | Instr::Bin { to, .. }
            | Instr::Un { to, .. }
            | Instr::Conv { to, .. }
            | Instr::Select { to, .. }
            | Instr::Size { to, .. }
            | Instr::Bounds { to, .. }
            | Instr::SliceLen { to, .. }
            | Instr::Index { to, .. } => Some(to),
            Instr::Assert { .. }
            | Instr::Same { .. }
            | Instr::Unless { .. }
            | Instr::Goto { .. }
            | Instr::Round { .. } => None,
        }
    }
}
