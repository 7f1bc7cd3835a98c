//! Core without parallelism to instructions.

use super::{Code, Instr, Reg};
use crate::exp::Eval;
use base::Scalar;
use ir::{Atom, Body, Exp, Lambda, Loop, LoopForm, Stm, Var, Vars};
use rustc_hash::FxHashMap;

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
