//! Runs instructions, for many elements at a time where they have no branches.

use super::{Code, Instr, Reg, Stopped};
use crate::exp::slice_len;
use crate::machine::Machine;
use crate::value::{Arr, V};
use base::scalar::{self, Scalar};
use ir::Atom;
use std::rc::Rc;

/// How many elements straight code computes with at a time.
const LANES: usize = 256;

/// Code with what it needs from outside. Every register has a value for each lane.
pub(crate) struct Ready {
    code: Rc<Code>,
    regs: Vec<Vec<Scalar>>,
    arrays: Vec<Rc<Arr>>,
    lanes: usize,
}

impl Ready {
    /// Reads what code needs; nothing if that is not there. With `many`, code that has no branches and loops has many lanes.
    pub(crate) fn new(m: &Machine<'_>, code: Rc<Code>, many: bool) -> Option<Ready> {
        let lanes = if many && code.is_straight() { LANES } else { 1 };
        let mut regs: Vec<Vec<Scalar>> = code.start.iter().map(|x| vec![*x; lanes]).collect();
        for (var, reg) in &code.outer {
            regs[*reg as usize].fill(m.scalar(Atom::Var(*var)).ok()?);
        }
        let mut arrays = vec![];
        for var in &code.arrays {
            let Ok(V::Array(arr)) = m.var(*var) else { return None };
            arrays.push(arr);
        }
        Some(Ready { code, regs, arrays, lanes })
    }
    /// How many lanes there are.
    pub(crate) fn lanes(&self) -> usize {
        self.lanes
    }
    /// How many parameters and results there are.
    pub(crate) fn arity(&self) -> (usize, usize) {
        (self.code.params.len(), self.code.results.len())
    }
    /// The values of a parameter, one for each lane.
    pub(crate) fn param(&mut self, param: usize) -> &mut [Scalar] {
        &mut self.regs[self.code.params[param] as usize]
    }
    /// The values of a result, after a run.
    pub(crate) fn result(&self, result: usize) -> &[Scalar] {
        &self.regs[self.code.results[result] as usize]
    }

    /// Runs the code once for the first so many lanes.
    pub(crate) fn run(&mut self, lanes: usize, fuel: &mut u64) -> Result<(), Stopped> {
        let Ready { code, regs, arrays, .. } = self;
        let mut at = 0;
        while let Some(instr) = code.instrs.get(at) {
            at += 1;
            *fuel = fuel.checked_sub(lanes as u64).ok_or(Stopped)?;
            // Branches and loops are for one lane.
            match *instr {
                Instr::Unless { cond, target } => {
                    if !regs[cond as usize][0].as_bool() {
                        at = target as usize;
                    }
                    continue;
                }
                Instr::Goto { target } => {
                    at = target as usize;
                    continue;
                }
                Instr::Round { index, next, count, target } => {
                    let round = regs[next as usize][0].as_i64();
                    if round >= regs[count as usize][0].as_i64() {
                        at = target as usize;
                        continue;
                    }
                    regs[next as usize][0] = Scalar::I64(round + 1);
                    regs[index as usize][0] = Scalar::I64(round);
                    continue;
                }
                _ => {}
            }
            let Some(to) = instr.target() else {
                (0..lanes).try_for_each(|lane| check(instr, regs, lane))?;
                continue;
            };
            // What is written is read only later: every register has one instruction that writes it, or is a copy.
            let mut out = std::mem::take(&mut regs[to as usize]);
            let result = compute(code, instr, regs, arrays, &mut out[..lanes]);
            regs[to as usize] = out;
            result?;
        }
        Ok(())
    }
}

/// One instruction in all lanes.
fn compute(
    code: &Code,
    instr: &Instr,
    regs: &[Vec<Scalar>],
    arrays: &[Rc<Arr>],
    out: &mut [Scalar],
) -> Result<(), Stopped> {
    let lanes = out.len();
    let of = |reg: Reg| &regs[reg as usize][..lanes];
    match *instr {
        Instr::Copy { a, .. } => out.copy_from_slice(of(a)),
        Instr::Bin { op, a, b, .. } => {
            for ((out, a), b) in out.iter_mut().zip(of(a)).zip(of(b)) {
                *out = scalar::binary(op, *a, *b).map_err(|_| Stopped)?;
            }
        }
        Instr::Un { op, a, .. } => {
            for (out, a) in out.iter_mut().zip(of(a)) {
                *out = scalar::unary(op, *a).map_err(|_| Stopped)?;
            }
        }
        Instr::Conv { ty, a, .. } => {
            out.iter_mut().zip(of(a)).for_each(|(out, a)| *out = scalar::convert(ty, *a));
        }
        Instr::Select { cond, a, b, .. } => {
            for (lane, out) in out.iter_mut().enumerate() {
                *out = of(if of(cond)[lane].as_bool() { a } else { b })[lane];
            }
        }
        Instr::Size { a, .. } => {
            if of(a).iter().any(|n| n.as_i64() < 0) {
                return Err(Stopped);
            }
            out.copy_from_slice(of(a));
        }
        Instr::Bounds { index, size, .. } => {
            let outside = |(i, n): (&Scalar, &Scalar)| !(0..n.as_i64()).contains(&i.as_i64());
            if of(index).iter().zip(of(size)).any(outside) {
                return Err(Stopped);
            }
            out.copy_from_slice(of(index));
        }
        Instr::SliceLen { first, .. } => {
            for (lane, out) in out.iter_mut().enumerate() {
                let operand = |i: usize| of(code.lists[first as usize + i])[lane].as_i64();
                let len = slice_len(operand(0), operand(1), operand(2), operand(3));
                *out = Scalar::I64(len.ok_or(Stopped)?);
            }
        }
        Instr::Index { array, first, count, .. } => {
            let list = &code.lists[first as usize..(first + count) as usize];
            for (lane, out) in out.iter_mut().enumerate() {
                *out = element(&arrays[array as usize], list.iter().map(|r| of(*r)[lane])).ok_or(Stopped)?;
            }
        }
        Instr::Assert { .. }
        | Instr::Same { .. }
        | Instr::Unless { .. }
        | Instr::Goto { .. }
        | Instr::Round { .. } => {}
    }
    Ok(())
}

fn check(instr: &Instr, regs: &[Vec<Scalar>], lane: usize) -> Result<(), Stopped> {
    let holds = match *instr {
        Instr::Assert { cond } => regs[cond as usize][lane].as_bool(),
        Instr::Same { a, b } => regs[a as usize][lane] == regs[b as usize][lane],
        _ => true,
    };
    if holds { Ok(()) } else { Err(Stopped) }
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
