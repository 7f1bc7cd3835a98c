//! Runs instructions, for many elements at a time where they have no branches.

use super::code::{Code, Instr, Op, Reg, Section};
use crate::checks::{is_negative, slice_len};
use crate::machine::Machine;
use crate::value::{Arr, V};
use base::scalar::{self, Scalar};
use ir::Atom;
use std::ops::Range;
use std::rc::Rc;

/// How many elements a body without branches computes with at a time.
const LANES: usize = 256;

/// A check has failed, or fuel or memory has run out.
pub(super) struct Stopped;

/// Registers, which have a value for each lane, and arrays from outside.
pub(super) struct Registers {
    regs: Vec<Vec<Scalar>>,
    arrays: Vec<Rc<Arr>>,
    lanes: usize,
}

impl Registers {
    /// Reads what code needs from outside; nothing if that is not there.
    pub(super) fn new(m: &Machine<'_>, code: &Code, width: usize) -> Option<Registers> {
        let lanes = if code.has_straight_body() { width.clamp(1, LANES) } else { 1 };
        let mut regs: Vec<Vec<Scalar>> = code.start.iter().map(|x| vec![*x; lanes]).collect();
        for (var, reg) in &code.outer {
            regs[*reg as usize].fill(m.scalar(Atom::Var(*var)).ok()?);
        }
        let mut arrays = vec![];
        for var in &code.arrays {
            let Ok(V::Array(arr)) = m.var(*var) else { return None };
            arrays.push(arr);
        }
        Some(Registers { regs, arrays, lanes })
    }
    /// How many lanes there are.
    pub(super) fn lanes(&self) -> usize {
        self.lanes
    }
    /// The values of a register, one for each lane.
    pub(super) fn all_lanes(&mut self, reg: Reg) -> &mut [Scalar] {
        &mut self.regs[reg as usize]
    }
    pub(super) fn lane(&self, reg: Reg, lane: usize) -> Scalar {
        self.regs[reg as usize][lane]
    }
    pub(super) fn set_lane(&mut self, reg: Reg, lane: usize, value: Scalar) {
        self.regs[reg as usize][lane] = value;
    }

    /// Runs a section once for some lanes; for one of them if it has branches or loops.
    pub(super) fn run(
        &mut self,
        code: &Code,
        section: Section,
        lanes: Range<usize>,
        fuel: &mut u64,
    ) -> Result<(), Stopped> {
        let Registers { regs, arrays, .. } = self;
        let Range { start: mut at, end } = code.section(section);
        let first = lanes.start;
        while at < end {
            let instr = &code.instrs[at];
            at += 1;
            *fuel = fuel.checked_sub(lanes.len() as u64).ok_or(Stopped)?;
            match *instr {
                Instr::Compute { to, op } => {
                    // No instruction reads what it writes.
                    let mut out = std::mem::take(&mut regs[to as usize]);
                    let of = |reg: Reg| &regs[reg as usize][lanes.clone()];
                    let result = compute(code, op, of, arrays, &mut out[lanes.clone()]);
                    regs[to as usize] = out;
                    result?;
                }
                Instr::Assert { cond } => {
                    if !regs[cond as usize][lanes.clone()].iter().all(|x| x.as_bool()) {
                        return Err(Stopped);
                    }
                }
                Instr::Same { a, b } => {
                    if regs[a as usize][lanes.clone()] != regs[b as usize][lanes.clone()] {
                        return Err(Stopped);
                    }
                }
                Instr::Unless { cond, target } => {
                    if !regs[cond as usize][first].as_bool() {
                        at = target as usize;
                    }
                }
                Instr::Goto { target } => at = target as usize,
                Instr::Round { index, next, count, target } => {
                    let round = regs[next as usize][first].as_i64();
                    if round >= regs[count as usize][first].as_i64() {
                        at = target as usize;
                        continue;
                    }
                    regs[next as usize][first] = Scalar::I64(round + 1);
                    regs[index as usize][first] = Scalar::I64(round);
                }
            }
        }
        Ok(())
    }
}

/// One operation in some lanes; `of` gives the values of a register in these.
fn compute<'r>(
    code: &Code,
    op: Op,
    of: impl Fn(Reg) -> &'r [Scalar],
    arrays: &[Rc<Arr>],
    out: &mut [Scalar],
) -> Result<(), Stopped> {
    match op {
        Op::Copy { a } => out.copy_from_slice(of(a)),
        Op::Bin { op, a, b } => {
            for ((out, a), b) in out.iter_mut().zip(of(a)).zip(of(b)) {
                *out = scalar::binary(op, *a, *b).map_err(|_| Stopped)?;
            }
        }
        Op::Un { op, a } => {
            for (out, a) in out.iter_mut().zip(of(a)) {
                *out = scalar::unary(op, *a).map_err(|_| Stopped)?;
            }
        }
        Op::Conv { ty, a } => {
            out.iter_mut().zip(of(a)).for_each(|(out, a)| *out = scalar::convert(ty, *a));
        }
        Op::Select { cond, a, b } => {
            for (lane, out) in out.iter_mut().enumerate() {
                *out = of(if of(cond)[lane].as_bool() { a } else { b })[lane];
            }
        }
        Op::Size { a } => {
            if of(a).iter().any(|n| n.as_i64() < 0) {
                return Err(Stopped);
            }
            out.copy_from_slice(of(a));
        }
        Op::Bounds { index, size } => {
            let outside = |(i, n): (&Scalar, &Scalar)| !(0..n.as_i64()).contains(&i.as_i64());
            if of(index).iter().zip(of(size)).any(outside) {
                return Err(Stopped);
            }
            out.copy_from_slice(of(index));
        }
        Op::NonZero { a } => {
            if of(a).iter().any(|x| *x == x.ty().zero()) {
                return Err(Stopped);
            }
            out.copy_from_slice(of(a));
        }
        Op::Exponent { a } => {
            if of(a).iter().any(|x| is_negative(*x)) {
                return Err(Stopped);
            }
            out.copy_from_slice(of(a));
        }
        Op::SliceLen { first } => {
            for (lane, out) in out.iter_mut().enumerate() {
                let operand = |i: usize| of(code.lists[first as usize + i])[lane].as_i64();
                let len = slice_len(operand(0), operand(1), operand(2), operand(3));
                *out = Scalar::I64(len.ok_or(Stopped)?);
            }
        }
        Op::Read { array, first, count } => {
            let list = &code.lists[first as usize..(first + count) as usize];
            for (lane, out) in out.iter_mut().enumerate() {
                *out = element(&arrays[array as usize], list.iter().map(|r| of(*r)[lane])).ok_or(Stopped)?;
            }
        }
    }
    Ok(())
}

/// The element of an array at as many indices as it has dimensions, if it is there.
fn element(arr: &Rc<Arr>, index: impl Iterator<Item = Scalar>) -> Option<Scalar> {
    let (mut arr, mut found) = (arr, None);
    for i in index {
        let i = usize::try_from(i.as_i64()).ok()?;
        match &**arr {
            Arr::Rows(rows) => arr = rows.get(i)?,
            Arr::Leaf(xs) => found = Some(*xs.get(i)?),
        }
    }
    found
}
