//! Scalar code on numbered registers.
//!
//! ```text
//! screma n (x <- xs) { let y = mul x 2 let z = add y n } out (z)      r3 = mul r0 r1; r4 = add r3 r2
//! ```

use base::scalar::{BinOp, Scalar, ScalarType, UnOp};
use ir::Var;
use std::ops::Range;

/// The number of a register.
pub(super) type Reg = u32;

/// One instruction. A check stops the code where it does not hold.
#[derive(Clone, Copy)]
pub(super) enum Instr {
    Compute {
        to: Reg,
        op: Op,
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

/// What an instruction computes.
#[derive(Clone, Copy)]
pub(super) enum Op {
    Copy {
        a: Reg,
    },
    Bin {
        op: BinOp,
        a: Reg,
        b: Reg,
    },
    Un {
        op: UnOp,
        a: Reg,
    },
    Conv {
        ty: ScalarType,
        a: Reg,
    },
    Select {
        cond: Reg,
        a: Reg,
        b: Reg,
    },
    Size {
        a: Reg,
    },
    Bounds {
        index: Reg,
        size: Reg,
    },
    NonZero {
        a: Reg,
    },
    Exponent {
        a: Reg,
    },
    /// The operands are those from `first` on in [`Code::lists`].
    SliceLen {
        first: u32,
    },
    /// An element of an array from outside; its indices are those from `first` on in [`Code::lists`].
    Read {
        array: u32,
        first: u32,
        count: u32,
    },
}

/// The parts of the code of a screma, in order.
#[derive(Clone, Copy)]
pub(super) enum Section {
    /// What is evaluated at every element, for many of them at a time.
    Body,
    /// The operators of the folds.
    Folds,
    /// What is evaluated at kept elements, where the results of scans and the place are known.
    Each,
}

/// The code of a screma.
#[derive(Default)]
pub(super) struct Code {
    pub(super) instrs: Vec<Instr>,
    /// Where the body and the folds end in `instrs`.
    pub(super) ends: [usize; 2],
    pub(super) lists: Vec<Reg>,
    /// The registers at the start, with constants in their places.
    pub(super) start: Vec<Scalar>,
    /// Scalars from outside, and where they go.
    pub(super) outer: Vec<(Var, Reg)>,
    /// Arrays from outside.
    pub(super) arrays: Vec<Var>,
    /// The parameters, one an input.
    pub(super) params: Vec<Reg>,
    /// Reductions, then scans.
    pub(super) folds: Vec<FoldCode>,
    /// Whether an element is kept.
    pub(super) flag: Option<Reg>,
    pub(super) place: Option<Reg>,
    /// The results.
    pub(super) outs: Vec<OutCode>,
}

/// The registers of a reduction or scan.
pub(super) struct FoldCode {
    pub(super) ne: Vec<Reg>,
    /// The left operands: the state.
    pub(super) left: Vec<Reg>,
    /// The index of the element.
    pub(super) index: Option<Reg>,
    /// The next state.
    pub(super) next: Vec<Reg>,
    /// The results.
    pub(super) res: Vec<Reg>,
}

/// What a result is made of, as in [`ir::Out`].
#[derive(Clone, Copy)]
pub(super) enum OutCode {
    Point(Reg),
    Kept(Reg),
    Row(Reg),
    Count,
}

impl Code {
    pub(super) fn section(&self, section: Section) -> Range<usize> {
        let [body, folds] = self.ends;
        match section {
            Section::Body => 0..body,
            Section::Folds => body..folds,
            Section::Each => folds..self.instrs.len(),
        }
    }
    /// Whether all there is are results of the body at every element.
    pub(super) fn is_map(&self) -> bool {
        self.ends[0] == self.instrs.len() && self.outs.iter().all(|out| matches!(out, OutCode::Point(_)))
    }
    /// Whether the body has neither branches nor loops.
    pub(super) fn has_straight_body(&self) -> bool {
        let jumps = |i: &Instr| matches!(i, Instr::Unless { .. } | Instr::Goto { .. } | Instr::Round { .. });
        !self.instrs[self.section(Section::Body)].iter().any(jumps)
    }
}
