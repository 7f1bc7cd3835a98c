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

use crate::exp::{Eval, slice_len};
use crate::machine::Machine;
use crate::value::{Arr, V};
use base::scalar::{self, BinOp, Scalar, ScalarType, UnOp};
use ir::{Atom, Body, Exp, Lambda, Loop, LoopForm, Stm, Var, Vars};
use rustc_hash::FxHashMap;
use std::rc::Rc;

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

/// Makes code of a lambda; nothing if it does more than compute with scalars.
pub(crate) fn compile<O: Eval>(vars: &Vars, lam: &Lambda<O>) -> Option<Code> {
    let (places, constants) = (FxHashMap::default(), FxHashMap::default());
    let mut builder = Builder { vars, code: Code::default(), places, constants };
    for param in &lam.params {
        let reg = builder.define(*param)?;
        builder.code.params.push(reg);
    }
    if !lam.body.result.sizes.is_empty() {
        return None;
    }
    builder.code.results = builder.body(&lam.body)?;
    Some(builder.code)
}

struct Builder<'v> {
    vars: &'v Vars,
    code: Code,
    places: FxHashMap<Var, Reg>,
    constants: FxHashMap<Scalar, Reg>,
}

impl Builder<'_> {
    fn fresh(&mut self, value: Scalar) -> Reg {
        self.code.start.push(value);
        (self.code.start.len() - 1) as Reg
    }
    fn define(&mut self, var: Var) -> Option<Reg> {
        let ty = self.vars[var].ty.as_scalar()?;
        let reg = self.fresh(Scalar::from_bits(ty, 0));
        self.places.insert(var, reg);
        Some(reg)
    }
    fn atom(&mut self, atom: Atom) -> Option<Reg> {
        match atom {
            Atom::Const(c) => {
                if let Some(reg) = self.constants.get(&c) {
                    return Some(*reg);
                }
                let reg = self.fresh(c);
                self.constants.insert(c, reg);
                Some(reg)
            }
            Atom::Var(var) => {
                if let Some(reg) = self.places.get(&var) {
                    return Some(*reg);
                }
                let reg = self.define(var)?;
                self.code.outer.push((var, reg));
                Some(reg)
            }
        }
    }
    fn list(&mut self, atoms: &[Atom]) -> Option<u32> {
        let regs = atoms.iter().map(|a| self.atom(*a)).collect::<Option<Vec<Reg>>>()?;
        self.code.lists.extend(regs);
        Some((self.code.lists.len() - atoms.len()) as u32)
    }
    fn push(&mut self, instr: Instr) -> usize {
        self.code.instrs.push(instr);
        self.code.instrs.len() - 1
    }
    fn here(&self) -> u32 {
        self.code.instrs.len() as u32
    }
    /// Fills in where an instruction goes on.
    fn aim(&mut self, at: usize) {
        let here = self.here();
        match &mut self.code.instrs[at] {
            Instr::Unless { target, .. } | Instr::Goto { target } | Instr::Round { target, .. } => {
                *target = here;
            }
            _ => base::bug!("interp", "an instruction that goes nowhere"),
        }
    }
    fn body<O: Eval>(&mut self, body: &Body<O>) -> Option<Vec<Reg>> {
        for stm in &body.stms {
            self.stm(stm)?;
        }
        body.result.all().map(|a| self.atom(a)).collect()
    }
    /// Copies of all at once: a register may be read and written.
    fn copies(&mut self, to: &[Reg], from: &[Reg]) {
        let mut held = vec![];
        for from in from {
            if to.contains(from) {
                let hold = self.fresh(self.code.start[*from as usize]);
                self.push(Instr::Copy { to: hold, a: *from });
                held.push(hold);
            } else {
                held.push(*from);
            }
        }
        for (to, a) in to.iter().zip(held) {
            self.push(Instr::Copy { to: *to, a });
        }
    }

    fn stm<O: Eval>(&mut self, stm: &Stm<O>) -> Option<()> {
        if !stm.pat.sizes.is_empty() {
            return None;
        }
        // Branches and loops have any number of results.
        match &stm.exp {
            Exp::If { cond, then, els } => return self.branch(stm, *cond, then, els),
            Exp::Loop(l) => return self.repeat(stm, l),
            Exp::Assert { cond, .. } => {
                let cond = self.atom(*cond)?;
                self.push(Instr::Assert { cond });
                return Some(());
            }
            Exp::AssertEq { a, b, .. } => {
                let (a, b) = (self.atom(*a)?, self.atom(*b)?);
                self.push(Instr::Same { a, b });
                return Some(());
            }
            _ => {}
        }
        let [var] = stm.pat.vals.as_slice() else { return None };
        let instr = match &stm.exp {
            Exp::Atom(a) => {
                let a = self.atom(*a)?;
                Instr::Copy { to: self.define(*var)?, a }
            }
            Exp::Bin { op, a, b, .. } => {
                let (a, b) = (self.atom(*a)?, self.atom(*b)?);
                Instr::Bin { op: *op, to: self.define(*var)?, a, b }
            }
            Exp::Un { op, a, .. } => {
                let a = self.atom(*a)?;
                Instr::Un { op: *op, to: self.define(*var)?, a }
            }
            Exp::Conv { to: ty, a, .. } => {
                let a = self.atom(*a)?;
                Instr::Conv { ty: *ty, to: self.define(*var)?, a }
            }
            Exp::Select { cond, a, b } => {
                let (cond, a, b) = (self.atom(*cond)?, self.atom(*a)?, self.atom(*b)?);
                Instr::Select { to: self.define(*var)?, cond, a, b }
            }
            Exp::Size { a, .. } => {
                let a = self.atom(*a)?;
                Instr::Size { to: self.define(*var)?, a }
            }
            Exp::Bounds { index, size, .. } => {
                let (index, size) = (self.atom(*index)?, self.atom(*size)?);
                Instr::Bounds { to: self.define(*var)?, index, size }
            }
            Exp::SliceLen { start, end, stride, size, .. } => {
                let first = self.list(&[*start, *end, *stride, *size])?;
                Instr::SliceLen { to: self.define(*var)?, first }
            }
            // The indices are as many as dimensions, because the result is a scalar.
            Exp::Index { arr, index, .. } if self.vars[*arr].ty.rank() == index.len() => {
                let first = self.list(index)?;
                let known = self.code.arrays.iter().position(|a| a == arr);
                let array = known.unwrap_or_else(|| {
                    self.code.arrays.push(*arr);
                    self.code.arrays.len() - 1
                });
                let (array, count) = (array as u32, index.len() as u32);
                Instr::Index { to: self.define(*var)?, array, first, count }
            }
            _ => return None,
        };
        self.push(instr);
        Some(())
    }
    fn branch<O: Eval>(&mut self, stm: &Stm<O>, cond: Atom, then: &Body<O>, els: &Body<O>) -> Option<()> {
        let cond = self.atom(cond)?;
        let to = stm.pat.vals.iter().map(|v| self.define(*v)).collect::<Option<Vec<Reg>>>()?;
        let unless = self.push(Instr::Unless { cond, target: 0 });
        let results = self.body(then)?;
        self.copies(&to, &results);
        let done = self.push(Instr::Goto { target: 0 });
        self.aim(unless);
        let results = self.body(els)?;
        self.copies(&to, &results);
        self.aim(done);
        Some(())
    }
    fn repeat<O: Eval>(&mut self, stm: &Stm<O>, l: &Loop<O>) -> Option<()> {
        if !l.params.sizes.is_empty() {
            return None;
        }
        let init = l.init.all().map(|a| self.atom(a)).collect::<Option<Vec<Reg>>>()?;
        let params = l.params.vals.iter().map(|v| self.define(*v)).collect::<Option<Vec<Reg>>>()?;
        self.copies(&params, &init);
        let counted = match &l.form {
            LoopForm::While(_) => None,
            LoopForm::For { index, count } => {
                let next = self.fresh(Scalar::I64(0));
                let zero = self.atom(Atom::i64(0))?;
                self.push(Instr::Copy { to: next, a: zero });
                Some((self.define(*index)?, next, self.atom(*count)?))
            }
        };
        let start = self.here();
        let end = match (&l.form, counted) {
            (LoopForm::While(cond), _) => {
                let cond = *self.body(cond)?.first()?;
                self.push(Instr::Unless { cond, target: 0 })
            }
            (LoopForm::For { .. }, Some((index, next, count))) => {
                self.push(Instr::Round { index, next, count, target: 0 })
            }
            (LoopForm::For { .. }, None) => return None,
        };
        let results = self.body(&l.body)?;
        self.copies(&params, &results);
        self.push(Instr::Goto { target: start });
        self.aim(end);
        for (var, param) in stm.pat.vals.iter().zip(params) {
            let to = self.define(*var)?;
            self.push(Instr::Copy { to, a: param });
        }
        Some(())
    }
}

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
