//! A screma to instructions.

use super::code::{Code, FoldCode, Instr, Op, OutCode, Reg};
use crate::exp::Eval;
use base::Scalar;
use ir::{
    Atom, Body, CheckKind, Clauses, Exp, Fold, Keep, Loop, LoopForm, Out, Prim, Screma, Stm, Var, Vars,
};
use rustc_hash::FxHashMap;

/// Makes code of a screma; nothing if it does more than compute with scalars.
pub(super) fn compile<O: Eval>(vars: &Vars, s: &Screma<O>) -> Option<Code> {
    let (places, constants) = (FxHashMap::default(), FxHashMap::default());
    let mut builder = Builder { vars, code: Code::default(), places, constants };
    for (param, _) in &s.inputs {
        let reg = builder.define(*param)?;
        builder.code.params.push(reg);
    }
    builder.stms(&s.body)?;
    builder.clauses(&s.clauses)?;
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
        let regs = self.atoms(atoms)?;
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
            Instr::Compute { .. } | Instr::Assert { .. } | Instr::Same { .. } => {
                base::bug!("interp", "an instruction that goes nowhere")
            }
        }
    }
    fn atoms(&mut self, atoms: &[Atom]) -> Option<Vec<Reg>> {
        atoms.iter().map(|a| self.atom(*a)).collect()
    }
    fn defines(&mut self, vars: &[Var]) -> Option<Vec<Reg>> {
        vars.iter().map(|v| self.define(*v)).collect()
    }

    fn clauses<O: Eval>(&mut self, clauses: &Clauses<O>) -> Option<()> {
        // Where `each` depends on nothing but the body it belongs to it, and runs on many lanes.
        let is_late = clauses.keep.is_some() || !clauses.scans.is_empty();
        if !is_late {
            self.stms(&clauses.each)?;
        }
        self.code.ends[0] = self.code.instrs.len();
        // What is folded at kept elements alone is left to the definition.
        if clauses.reds.iter().any(|red| red.kept) {
            return None;
        }
        for fold in &clauses.reds {
            let fold = self.fold(fold)?;
            self.code.folds.push(fold);
        }
        for fold in &clauses.scans {
            let fold = self.fold(fold)?;
            self.copies(&fold.res, &fold.next);
            self.code.folds.push(fold);
        }
        self.code.ends[1] = self.code.instrs.len();
        if let Some(Keep { flag, place, count: _, whole: _ }) = &clauses.keep {
            self.code.flag = Some(self.atom(*flag)?);
            self.code.place = match place {
                Some(place) => Some(self.define(*place)?),
                None => None,
            };
        }
        if is_late {
            self.stms(&clauses.each)?;
        }
        for out in &clauses.outs {
            let out = match out {
                Out::Point(a) => OutCode::Point(self.atom(*a)?),
                Out::Kept(a) => OutCode::Kept(self.atom(*a)?),
                Out::Row(a) => OutCode::Row(self.atom(*a)?),
                Out::Count => OutCode::Count,
                Out::Acc(_) | Out::Owned(_) | Out::Offsets(_) | Out::Cert => return None,
            };
            self.code.outs.push(out);
        }
        Some(())
    }
    fn fold<O: Eval>(&mut self, fold: &Fold<O>) -> Option<FoldCode> {
        let (ne, args) = (self.atoms(&fold.ne)?, self.atoms(&fold.args)?);
        let (left, right) = fold.op.params.split_at_checked(ne.len())?;
        let left = self.defines(left)?;
        let index = match fold.index {
            Some(index) => Some(self.define(index)?),
            None => None,
        };
        if right.len() != args.len() {
            return None;
        }
        // No instruction writes a parameter, so the right operands need no registers of their own.
        self.places.extend(right.iter().copied().zip(args));
        let next = self.body(&fold.op.body)?;
        Some(FoldCode { ne, left, index, next, res: self.defines(&fold.res)? })
    }
    fn stms<O: Eval>(&mut self, stms: &[Stm<O>]) -> Option<()> {
        stms.iter().try_for_each(|stm| self.stm(stm))
    }
    fn body<O: Eval>(&mut self, body: &Body<O>) -> Option<Vec<Reg>> {
        self.stms(&body.stms)?;
        body.result.all().map(|a| self.atom(a)).collect()
    }
    fn copy(&mut self, to: Reg, a: Reg) {
        self.push(Instr::Compute { to, op: Op::Copy { a } });
    }
    /// Copies of all at once: a register may be read and written.
    fn copies(&mut self, to: &[Reg], from: &[Reg]) {
        let mut held = vec![];
        for from in from {
            if to.contains(from) {
                let hold = self.fresh(self.code.start[*from as usize]);
                self.copy(hold, *from);
                held.push(hold);
            } else {
                held.push(*from);
            }
        }
        for (to, a) in to.iter().zip(held) {
            self.copy(*to, a);
        }
    }

    fn stm<O: Eval>(&mut self, stm: &Stm<O>) -> Option<()> {
        if !stm.pat.sizes.is_empty() {
            return None;
        }
        match &stm.exp {
            Exp::If { cond, then, els } => self.branch(stm, *cond, then, els),
            Exp::Loop(l) => self.repeat(stm, l),
            Exp::Check(check) => self.check(&check.kind, &stm.pat.vals),
            Exp::Atom(a) => {
                let a = self.atom(*a)?;
                self.compute(&stm.pat.vals, Op::Copy { a })
            }
            Exp::Prim(prim) => self.prim(prim, &stm.pat.vals),
            Exp::Read { arr, index } => {
                let first = self.list(index)?;
                let known = self.code.arrays.iter().position(|a| a == arr);
                let array = known.unwrap_or_else(|| {
                    self.code.arrays.push(*arr);
                    self.code.arrays.len() - 1
                });
                let (array, count) = (array as u32, index.len() as u32);
                self.compute(&stm.pat.vals, Op::Read { array, first, count })
            }
            Exp::Trace { .. }
            | Exp::View(_)
            | Exp::Copy { .. }
            | Exp::Scratch { .. }
            | Exp::Total { .. }
            | Exp::Write { .. }
            | Exp::UpdateAcc { .. }
            | Exp::Call { .. }
            | Exp::WithAcc { .. }
            | Exp::Op(_) => None,
        }
    }
    /// An instruction that computes the value of a variable.
    fn compute(&mut self, pat: &[Var], op: Op) -> Option<()> {
        let [var] = pat else { return None };
        let to = self.define(*var)?;
        self.push(Instr::Compute { to, op });
        Some(())
    }
    fn prim(&mut self, prim: &Prim, pat: &[Var]) -> Option<()> {
        match *prim {
            Prim::Bin { op, ty: _, a, b } => {
                let (a, b) = (self.atom(a)?, self.atom(b)?);
                self.compute(pat, Op::Bin { op, a, b })
            }
            Prim::Un { op, ty: _, a } => {
                let a = self.atom(a)?;
                self.compute(pat, Op::Un { op, a })
            }
            Prim::Conv { from: _, to: ty, a } => {
                let a = self.atom(a)?;
                self.compute(pat, Op::Conv { ty, a })
            }
            Prim::Select { cond, a, b } => {
                let (cond, a, b) = (self.atom(cond)?, self.atom(a)?, self.atom(b)?);
                self.compute(pat, Op::Select { cond, a, b })
            }
        }
    }
    /// Evidence has no register: what asks for it is no scalar code.
    fn check(&mut self, kind: &CheckKind, pat: &[Var]) -> Option<()> {
        let pat = pat.get(..kind.value().is_some() as usize)?;
        match kind {
            CheckKind::Size { a, iota: _ } => {
                let a = self.atom(*a)?;
                self.compute(pat, Op::Size { a })
            }
            CheckKind::Bounds { index, size } => {
                let (index, size) = (self.atom(*index)?, self.atom(*size)?);
                self.compute(pat, Op::Bounds { index, size })
            }
            CheckKind::NonZero { ty: _, a } => {
                let a = self.atom(*a)?;
                self.compute(pat, Op::NonZero { a })
            }
            CheckKind::Exponent { ty: _, a } => {
                let a = self.atom(*a)?;
                self.compute(pat, Op::Exponent { a })
            }
            CheckKind::SliceLen { start, end, stride, size } => {
                let first = self.list(&[*start, *end, *stride, *size])?;
                self.compute(pat, Op::SliceLen { first })
            }
            CheckKind::Assert { cond, .. } => {
                let cond = self.atom(*cond)?;
                self.push(Instr::Assert { cond });
                Some(())
            }
            CheckKind::Equal { a, b, .. } => {
                let (a, b) = (self.atom(*a)?, self.atom(*b)?);
                self.push(Instr::Same { a, b });
                Some(())
            }
        }
    }
    fn branch<O: Eval>(&mut self, stm: &Stm<O>, cond: Atom, then: &Body<O>, els: &Body<O>) -> Option<()> {
        let cond = self.atom(cond)?;
        let to = self.defines(&stm.pat.vals)?;
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
        let params = self.defines(&l.params.vals)?;
        self.copies(&params, &init);
        let counted = match &l.form {
            LoopForm::While(_) => None,
            LoopForm::For { index, count } => {
                let next = self.fresh(Scalar::I64(0));
                let zero = self.atom(Atom::i64(0))?;
                self.copy(next, zero);
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
            self.copy(to, param);
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ir::Soac;

    /// Whether the first statement of a function of a number, an array of numbers and a matrix is scalar code.
    fn is_scalar_code(stm: &str) -> bool {
        let text = format!(
            "fun f (n_0: i64, xs_1: [n_0]i64, yss_2: [n_0][n_0]i64) -> () {{ {stm} in () }}
             fun g (n_3: i64) -> (i64) {{ in (n_3) }}"
        );
        let prog = ir::parse_core(&text).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(ir::verify(&prog), Ok(()));
        let Exp::Op(Soac::Screma(s)) = &prog.funs[0].body.stms[0].exp else { panic!("no screma") };
        compile(&prog.vars, s).is_some()
    }

    #[test]
    fn scalars_in_every_part() {
        assert!(is_scalar_code(
            "let (k_9: i64 | ys_10: [k_9]i64, cs_11: [n_0]i64, t_12: i64) = screma n_0 (i_13 <- iota, x_14: i64 <- xs_1) {
               let j_15: i64 = bounds! x_14 n_0 at (i_13)
               let y_17: i64 = yss_2[i_13, j_15]
               let b_18: bool = lt.i64 y_17 x_14
               let z_19: i64 = if b_18 { let s_20: i64 = size! y_17 in (s_20) } else { in (0i64) }
               let w_21: i64 = loop (w_22: i64) = (z_19) for r_23 < n_0 do {
                 let v_24: i64 = add.i64 w_22 r_23 in (v_24) }
             } red (s_25: i64) = index a_26 add.i64 (w_21) ne (n_0) scan (c_27: i64) = max.i64 (x_14) ne (0i64)
               keep b_18 place q_28 each { let p_29: i64 = mul.i64 q_28 c_27 }
               out (count, kept p_29, c_27, row s_25)"
        ));
    }

    #[test]
    fn arrays_and_calls_are_left_to_the_definition() {
        for stm in [
            "let r_9: [n_0]i64 = screma n_0 (ys_10: [n_0]i64 <- yss_2) { let y_11: i64 = ys_10[0i64] } out (y_11)",
            "let r_9: [n_0][n_0]i64 = screma n_0 (x_10: i64 <- xs_1) { let y_11: [n_0]i64 = iota n_0 } out (y_11)",
            "let r_9: [n_0]i64 = screma n_0 (x_10: i64 <- xs_1) { let y_11: i64 = call g(x_10) } out (y_11)",
            "let r_9: [n_0]i64 = screma n_0 (x_10: i64 <- xs_1) { let c_11: cert = trace \"{}\" (x_10) } out (x_10)",
        ] {
            assert!(!is_scalar_code(stm), "{stm}");
        }
    }
}
