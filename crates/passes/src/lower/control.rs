//! Branches, loops and reductions inside a kernel.

use super::Lowerer;
use super::body::{Point, Val, bin, scalar};
use super::code::{KernelBuilder, from_index, to_index};
use super::number;
use super::private::exchange;
use crate::effects::{self, is_total};
use base::{BinOp, Scalar, ScalarType};
use ir::kernel::{Exp as KExp, KType, KVar, Stm as KStm};
use ir::{Atom, Body, Exp, Inner, Limitation, Loop, LoopForm, Screma, Stm, Var};

/// Most simple operations of a branch of which both sides are evaluated: they take less time than a branch that is guessed wrong.
const BOTH_SIDES: usize = 16;

impl Lowerer<'_> {
    /// Variables for the results of a branch or loop.
    pub(super) fn k_declare(
        &mut self,
        k: &mut KernelBuilder,
        point: &mut Point,
        vars: &[Var],
    ) -> Vec<Option<KVar>> {
        let mut declared = vec![];
        for var in vars {
            let info = &self.vars[*var];
            declared.push(match info.ty.as_scalar() {
                Some(ty) => {
                    let kvar = k.let_(&info.name.clone(), KType::Scalar(ty), KExp::Const(ty.zero()));
                    point.env.insert(*var, Val::Scalar(KExp::Var(kvar)));
                    Some(kvar)
                }
                None => None,
            });
        }
        declared
    }

    /// A row under the name, and so the dimensions, of a variable.
    fn k_named(&self, var: Var, val: Val) -> Val {
        match val {
            Val::Row { buf, base, dims: _ } => {
                Val::Row { buf, base, dims: self.vars[var].ty.dims().to_vec() }
            }
            val @ (Val::Scalar(_) | Val::Part { .. } | Val::Acc(_) | Val::Nothing) => val,
        }
    }

    /// Whether a side of a branch is a few total operations on scalars, and reads of what the point itself has: then both sides are
    /// evaluated and one is chosen, which costs less than a branch that is guessed wrong.
    fn is_cheap(&self, point: &Point, body: &Body<Inner>, budget: &mut usize) -> bool {
        body.stms.iter().all(|stm| self.is_cheap_stm(point, stm, budget))
            && body.result.vals.iter().all(|a| a.ty(self.vars).as_scalar().is_some())
    }

    /// Whether a statement is such an operation, and the `budget` is large enough for it.
    pub(super) fn is_cheap_stm(&self, point: &Point, stm: &Stm<Inner>, budget: &mut usize) -> bool {
        let cheap = match &stm.exp {
            Exp::Atom(_) => true,
            Exp::Prim(prim) => is_total(prim),
            Exp::Read { arr, index } => {
                *index == point.levels
                    && self.vars[*arr].ty.dims() == point.dims
                    && !point.env.contains_key(arr)
            }
            Exp::If { then, els, .. } => {
                self.is_cheap(point, then, budget) && self.is_cheap(point, els, budget)
            }
            Exp::Check(_)
            | Exp::Trace { .. }
            | Exp::View(_)
            | Exp::Copy { .. }
            | Exp::Scratch { .. }
            | Exp::Total { .. }
            | Exp::Write { .. }
            | Exp::UpdateAcc { .. }
            | Exp::Call { .. }
            | Exp::Loop(_)
            | Exp::WithAcc { .. }
            | Exp::Op(_) => false,
        };
        let scalars = stm.pat.vals.iter().all(|v| self.vars[*v].ty.as_scalar().is_some());
        let cost = if let Exp::Prim(prim) = &stm.exp { effects::cost(prim) } else { 1 };
        let left = budget.checked_sub(cost);
        *budget = left.unwrap_or(0);
        cheap && scalars && left.is_some()
    }

    pub(super) fn k_if(
        &mut self,
        k: &mut KernelBuilder,
        point: &mut Point,
        stm: &Stm<Inner>,
        cond: Atom,
        then: &Body<Inner>,
        els: &Body<Inner>,
    ) -> Result<(), Limitation> {
        let mut budget = BOTH_SIDES;
        if self.is_cheap(point, then, &mut budget) && self.is_cheap(point, els, &mut budget) {
            let cond = self.k_atom(k, point, cond);
            let cond = k.let_("cond", KType::Scalar(ScalarType::Bool), cond);
            let (a, b) = (self.k_body(k, point, then)?, self.k_body(k, point, els)?);
            for ((var, a), b) in stm.pat.vals.iter().zip(a).zip(b) {
                let value = KExp::Select(Box::new(KExp::Var(cond)), Box::new(scalar(a)), Box::new(scalar(b)));
                let ty = self.vars[*var].ty.elem().unwrap_or(ScalarType::I64);
                let name = self.vars[*var].name.clone();
                let value = k.let_(&name, KType::Scalar(ty), value);
                point.env.insert(*var, Val::Scalar(KExp::Var(value)));
            }
            return Ok(());
        }
        let cond = self.k_atom(k, point, cond);
        let declared = self.k_declare(k, point, &stm.pat.vals);
        let mut blocks = vec![];
        let mut others: Vec<Val> = vec![];
        for (side, body) in [then, els].into_iter().enumerate() {
            let (code, result) = k.block(|k| {
                let mut inner = point.clone();
                let vals = self.k_body(k, &mut inner, body)?;
                for (kvar, val) in declared.iter().zip(&vals) {
                    if let Some(kvar) = kvar {
                        k.set(*kvar, scalar(val.clone()));
                    }
                }
                if side == 1 {
                    // What comes out lies where the first side has it.
                    let pairs: Vec<(Val, Val)> = others.iter().cloned().zip(vals.iter().cloned()).collect();
                    exchange(k, &pairs);
                }
                Ok(vals)
            });
            let vals = result?;
            if side == 0 {
                others = vals;
            }
            blocks.push(code);
        }
        for ((var, kvar), val) in stm.pat.vals.iter().zip(&declared).zip(others) {
            if kvar.is_none() {
                let val = self.k_named(*var, val);
                point.env.insert(*var, val);
            }
        }
        let els = blocks.pop().unwrap_or_default();
        let then = blocks.pop().unwrap_or_default();
        k.code.push(KStm::If { cond, then, els });
        Ok(())
    }

    pub(super) fn k_loop(
        &mut self,
        k: &mut KernelBuilder,
        point: &mut Point,
        stm: &Stm<Inner>,
        l: &Loop<Inner>,
    ) -> Result<(), Limitation> {
        let init: Vec<Val> = l.init.vals.iter().map(|a| self.k_val(k, point, *a)).collect();
        let declared = self.k_declare(k, point, &l.params.vals);
        for ((param, kvar), val) in l.params.vals.iter().zip(&declared).zip(init) {
            match kvar {
                Some(kvar) => k.set(*kvar, scalar(val)),
                None => {
                    let val = self.k_named(*param, val);
                    point.env.insert(*param, val);
                }
            }
        }
        let round = |this: &mut Self, k: &mut KernelBuilder, point: &Point| {
            let mut inner = point.clone();
            let vals = this.k_body(k, &mut inner, &l.body)?;
            // All results are computed before the first parameter changes.
            let mut next = vec![];
            let mut rows = vec![];
            for ((kvar, val), param) in declared.iter().zip(vals).zip(&l.params.vals) {
                if let Some(kvar) = kvar {
                    let val = scalar(val);
                    let val = if matches!(val, KExp::Const(_)) {
                        val
                    } else {
                        let info = &this.vars[l.params.vals[next.len()]];
                        let ty = info.ty.as_scalar().unwrap_or(ScalarType::I64);
                        KExp::Var(k.let_("next", KType::Scalar(ty), val))
                    };
                    next.push(Some((*kvar, val)));
                } else {
                    next.push(None);
                    rows.extend(point.env.get(param).map(|row| (row.clone(), val)));
                }
            }
            for (kvar, val) in next.into_iter().flatten() {
                k.set(kvar, val);
            }
            exchange(k, &rows);
            Ok(())
        };
        match &l.form {
            LoopForm::While(cond) => {
                let (pre, result) = k.block(|k| {
                    let mut inner = point.clone();
                    let vals = self.k_body(k, &mut inner, cond)?;
                    Ok(vals.into_iter().next().map_or(KExp::Const(Scalar::Bool(false)), scalar))
                });
                let (pre, cond) = as_expression(pre, result?);
                let (body, result) = k.block(|k| round(self, k, point));
                result?;
                k.code.push(KStm::While { bounded: false, pre, cond, body });
            }
            LoopForm::For { index, count } => {
                let count = self.k_atom(k, point, *count);
                let at = k.let_("at", KType::Scalar(ScalarType::I64), number(0));
                let count = KExp::Var(k.let_("count", KType::Scalar(ScalarType::I64), count));
                point.env.insert(*index, Val::Scalar(KExp::Var(at)));
                let (body, result) = k.block(|k| {
                    // The index of a round keeps its value in what the round computes.
                    let now = k.let_("i", KType::Scalar(ScalarType::I64), KExp::Var(at));
                    let mut inner = point.clone();
                    inner.env.insert(*index, Val::Scalar(KExp::Var(now)));
                    round(self, k, &inner)?;
                    k.set(at, bin(BinOp::Add, KExp::Var(at), number(1)));
                    Ok(())
                });
                result?;
                k.code.push(KStm::While {
                    bounded: false,
                    pre: vec![],
                    cond: bin(BinOp::Lt, KExp::Var(at), count),
                    body,
                });
            }
        }
        for (var, param) in stm.pat.vals.iter().zip(&l.params.vals) {
            if let Some(val) = point.env.get(param).cloned() {
                let val = self.k_named(*var, val);
                point.env.insert(*var, val);
            }
        }
        Ok(())
    }

    /// A reduction by one thread, in order.
    pub(super) fn k_screma(
        &mut self,
        k: &mut KernelBuilder,
        point: &mut Point,
        stm: &Stm<Inner>,
        s: &Screma<Inner>,
    ) -> Result<(), Limitation> {
        let width = to_index(self.k_atom(k, point, s.width));
        let width = k.let_index("width", width);
        let c = &s.clauses;
        let res: Vec<Var> = c.reds.iter().flat_map(|r| r.res.iter().copied()).collect();
        let accs: Vec<KVar> = self.k_declare(k, point, &res).into_iter().flatten().collect();
        let ne: Vec<Atom> = c.reds.iter().flat_map(|r| r.ne.clone()).collect();
        for (acc, ne) in accs.iter().zip(ne) {
            let ne = self.k_atom(k, point, ne);
            k.set(*acc, ne);
        }
        let index = k.var("e", KType::Index);
        let mut inner = point.clone();
        inner.at.push(KExp::Var(index));
        for (param, input) in &s.inputs {
            let val = match input {
                ir::Input::Iota => Val::Scalar(from_index(KExp::Var(index))),
                ir::Input::Acc(acc) => self.k_val(k, point, Atom::Var(*acc)),
                ir::Input::Array(_) => {
                    base::bug!("lower", "inputs of kernel operators are read where they lie")
                }
            };
            inner.env.insert(*param, val);
        }
        let (body, result) = k.block(|k| {
            self.k_block(k, &mut inner, &s.body)?;
            let left: Vec<KExp> = accs.iter().map(|v| KExp::Var(*v)).collect();
            let right = self.fold_args(k, &inner, &c.reds);
            self.fold_step(k, &inner, &c.reds, &accs, (&left, &right))
        });
        result?;
        k.code.push(KStm::For { var: index, from: KExp::Index(0), to: width, vector: None, body });
        for (out, var) in c.outs.iter().zip(stm.pat.all()) {
            // What a row gives is the state behind the last element; accumulators are the same ones in every round.
            let val = match out {
                ir::Out::Row(a) => self.k_val(k, point, *a),
                ir::Out::Acc(v) => self.k_val(k, &inner, Atom::Var(*v)),
                ir::Out::Point(_)
                | ir::Out::Kept(_)
                | ir::Out::Count
                | ir::Out::Owned(_)
                | ir::Out::Offsets(_)
                | ir::Out::Cert => {
                    base::bug!("lower", "an operator inside of a kernel makes an array")
                }
            };
            point.env.insert(var, val);
        }
        Ok(())
    }

    /// Assigns several variables at once.
    pub(super) fn k_assign(&mut self, k: &mut KernelBuilder, vars: &[KVar], vals: Vec<KExp>) {
        if let ([var], [val]) = (vars, vals.as_slice()) {
            k.set(*var, val.clone());
            return;
        }
        let temps: Vec<KVar> =
            vars.iter().zip(vals).map(|(var, val)| k.let_("next", k.type_of(*var), val)).collect();
        for (var, temp) in vars.iter().zip(temps) {
            k.set(*var, KExp::Var(temp));
        }
    }
}

/// A condition with as few statements before it as possible: a variable bound last and used once becomes its expression.
fn as_expression(mut pre: Vec<KStm>, mut cond: KExp) -> (Vec<KStm>, KExp) {
    while let Some(KStm::Let(var, exp)) = pre.last() {
        match cond.uses_mut(*var).as_mut_slice() {
            [only] => **only = exp.clone(),
            _ => break,
        }
        pre.pop();
    }
    (pre, cond)
}
