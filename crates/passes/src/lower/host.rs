//! The host part: scalar code, control flow, accumulation.

use super::body::{atomic_op, bin, slice_len, within};
use super::offsets::Offsets;
use super::{AccPlace, Locks, Lowerer, Place, host_bin, number};
use base::{BinOp, Id, Loc, ScalarType};
use ir::failure::what;
use ir::kernel::{Arg, Check, HostArg, HostExp, HostStm, KType, KVar};
use ir::{
    AccDef, Atom, Body, CheckKind, Exp, FunId, Limitation, Loop, LoopForm, Pat, Prim, Results, SegOp, Stm,
    Var, View,
};

/// Locks that are enough for the workers of a processor.
const FEWEST_LOCKS: i64 = 1 << 10;

/// Numbers of locks for the lanes of a GPU, of the last of which they seldom want the same.
const MORE_LOCKS: [i64; 3] = [1 << 14, 1 << 17, 1 << 20];

/// Cells of a lock, where there are few of them.
const CELLS_OF_LOCK: i64 = 8;

impl Lowerer<'_> {
    pub(super) fn body(&mut self, body: &Body<SegOp>) -> Result<(), Limitation> {
        for stm in &body.stms {
            self.stm(stm)?;
        }
        Ok(())
    }

    /// Code of its own: what it finds out (offsets, scalars read back) is not known afterwards.
    pub(super) fn nested<T>(
        &mut self,
        f: impl FnOnce(&mut Self) -> Result<T, Limitation>,
    ) -> Result<(Vec<HostStm>, T), Limitation> {
        let code = std::mem::take(&mut self.code);
        let known = self.known();
        let result = f(self);
        self.forget(known);
        let code = std::mem::replace(&mut self.code, code);
        Ok((code, result?))
    }

    /// What is known at this place of the code.
    pub(super) fn known(&self) -> Known {
        Known {
            env: self.env.clone(),
            offsets: self.offsets.clone(),
            totals: self.totals.clone(),
            canon: self.canon.clone(),
        }
    }

    /// Goes back to what was known before.
    pub(super) fn forget(&mut self, known: Known) {
        self.env = known.env;
        self.offsets = known.offsets;
        self.totals = known.totals;
        self.canon = known.canon;
    }

    fn stm(&mut self, stm: &Stm<SegOp>) -> Result<(), Limitation> {
        self.loc = stm.loc.clone();
        let first = stm.pat.vals.first().copied();
        let exp = match &stm.exp {
            Exp::Atom(Atom::Var(v))
            | Exp::View(View::Recast { arr: v, .. } | View::Reshape { arr: v, .. }) => {
                self.alias(first, *v);
                return Ok(());
            }
            Exp::Atom(a) => self.scalar(*a),
            Exp::Prim(prim) if first.is_some_and(|var| self.is_late(var, prim)) => return Ok(()),
            Exp::Prim(prim) => self.host_prim(prim),
            Exp::Check(check) => match self.host_check(check) {
                Some(value) => value,
                None => {
                    self.env.extend(first.map(|v| (v, Place::Nothing)));
                    return Ok(());
                }
            },
            Exp::Scratch { .. } => {
                if let Some(var) = first {
                    self.scratches.insert(var);
                    self.output(var)?;
                }
                return Ok(());
            }
            Exp::Total { sizes } => self.total(sizes)?,
            Exp::If { cond, then, els } => return self.host_if(&stm.pat, *cond, then, els),
            Exp::Loop(l) => return self.host_loop(&stm.pat, l),
            Exp::WithAcc { accs, body } => return self.with_acc(&stm.pat, accs, body),
            Exp::Call { fun, args, at, beside } => {
                return self.host_call(&stm.pat, *fun, (args, at), beside);
            }
            Exp::Op(SegOp::Seg(seg)) => return self.seg(&stm.pat, seg),
            Exp::Op(SegOp::Offsets { sizes, is }) => {
                if let Some(is) = is {
                    self.same_offsets(sizes, *is);
                }
                let offsets = self.offsets(sizes)?;
                self.env.extend(first.map(|v| (v, Place::Offsets(offsets))));
                return Ok(());
            }
            Exp::Op(SegOp::Closed(closed)) => {
                let offsets = Offsets::Closed(closed.clone().into());
                self.env.extend(first.map(|v| (v, Place::Offsets(offsets))));
                return Ok(());
            }
            Exp::Op(SegOp::Differences { offsets }) => {
                if let Some(sizes) = first {
                    self.same_offsets(&[sizes], *offsets);
                    let offsets = self.offsets_of(*offsets);
                    self.env.insert(sizes, Place::Differences(offsets));
                }
                return Ok(());
            }
            Exp::Op(SegOp::Active(active)) => return self.active(&stm.pat, active),
            Exp::Read { .. }
            | Exp::View(_)
            | Exp::Write { .. }
            | Exp::Copy { .. }
            | Exp::Trace { .. }
            | Exp::UpdateAcc { .. } => base::bug!("lower", "{:?} on the host", stm.pat),
        };
        let Some(var) = first else { return Ok(()) };
        let info = &self.vars[var];
        let (name, ty) = (info.name.clone(), info.ty.elem().unwrap_or(ScalarType::I64));
        let kvar = self.set(&name, ty, exp);
        self.env.insert(var, Place::Scalar(kvar));
        Ok(())
    }

    /// Total code of the host.
    pub(super) fn host_prim(&mut self, prim: &Prim) -> HostExp {
        let mut of = |a: Atom| Box::new(self.scalar(a));
        match *prim {
            Prim::Bin { op, ty, a, b } => HostExp::Bin(op, ty, of(a), of(b)),
            Prim::Un { op, ty, a } => HostExp::Un(op, ty, of(a)),
            Prim::Conv { from, to, a } => HostExp::Conv(from, to, of(a)),
            Prim::Select { cond, a, b } => HostExp::Select(of(cond), of(a), of(b)),
        }
    }

    /// Another name for the same memory.
    fn alias(&mut self, new: Option<Var>, old: Var) {
        let Some(new) = new else { return };
        if let Some(place) = self.env.get(&old).cloned() {
            self.env.insert(new, place);
        }
        if let Some(most) = self.most.get(&old).cloned() {
            self.most.insert(new, most);
        }
        let canonical = self.canonical(old);
        self.canon.insert(new, canonical);
    }

    /// A check of the host ends the run: its value is the number itself. Nothing for evidence.
    fn host_check(&mut self, check: &ir::Check) -> Option<HostExp> {
        if check.proved {
            // Nobody uses its value.
            return check.kind.value().map(|ty| HostExp::Const(ty.zero()));
        }
        let i64s = |exps: Vec<HostExp>| exps.into_iter().map(|e| (ScalarType::I64, e)).collect();
        let zero = |ty: ScalarType| Box::new(HostExp::Const(ty.zero()));
        let (holds, text, vals, value): (_, &str, Vec<(ScalarType, HostExp)>, _) = match &check.kind {
            CheckKind::Size { a, iota } => {
                let a = self.scalar(*a);
                let holds = bin(BinOp::Ge, a.clone(), number(0));
                (holds, what::size(*iota), i64s(vec![a.clone()]), Some(a))
            }
            CheckKind::Bounds { index, size } => {
                let (i, n) = (self.scalar(*index), self.scalar(*size));
                let holds = within(i.clone(), n.clone());
                (holds, what::INDEX, i64s(vec![i.clone(), n]), Some(i))
            }
            CheckKind::NonZero { ty, a } => {
                let a = self.scalar(*a);
                let holds = HostExp::Bin(BinOp::Ne, *ty, Box::new(a.clone()), zero(*ty));
                (holds, what::DIVISION, vec![], Some(a))
            }
            CheckKind::Exponent { ty, a } => {
                let a = self.scalar(*a);
                let holds = HostExp::Bin(BinOp::Ge, *ty, Box::new(a.clone()), zero(*ty));
                (holds, what::POWER, vec![(*ty, a.clone())], Some(a))
            }
            CheckKind::SliceLen { start, end, stride, size } => {
                let of = [*start, *end, *stride, *size].map(|a| self.scalar(a));
                let (holds, len) = slice_len(&of);
                let (text, shown) = what::slice(*stride);
                (holds, text, i64s(shown.iter().map(|i| of[*i].clone()).collect()), Some(len))
            }
            CheckKind::Assert { cond, what, vals } => {
                let holds = self.scalar(*cond);
                let mut shown = vec![];
                for val in vals {
                    let ty = val.ty(self.vars).elem().unwrap_or(ScalarType::I64);
                    shown.push((ty, self.scalar(*val)));
                }
                (holds, what, shown, None)
            }
            CheckKind::Equal { a, b, what } => {
                let (a, b) = (self.scalar(*a), self.scalar(*b));
                (bin(BinOp::Eq, a.clone(), b.clone()), what, i64s(vec![a, b]), None)
            }
        };
        self.host_require(holds, text, vals, &check.at);
        if let (CheckKind::Size { .. }, Some(a)) = (&check.kind, &value) {
            let small = bin(BinOp::Lt, a.clone(), number(CheckKind::SIZES));
            self.host_require(small, what::LARGE, i64s(vec![a.clone()]), &check.at);
        }
        value
    }

    /// Ends the run where a condition does not hold.
    fn host_require(&mut self, holds: HostExp, text: &str, vals: Vec<(ScalarType, HostExp)>, at: &[Atom]) {
        let at: Vec<HostExp> = at.iter().take(ir::kernel::RECORD_SLOTS).map(|a| self.scalar(*a)).collect();
        let (types, vals): (Vec<_>, Vec<_>) = vals.into_iter().unzip();
        let line = Check { what: text.to_string(), vals: types, at: at.len(), loc: self.loc.clone() };
        let check = self.out.checks.push(line);
        self.code.push(HostStm::Check { cond: holds, check, at, vals });
    }

    /// Declares host variables for what a branch or loop yields.
    fn declare_all(&mut self, pat: &Pat) -> Vec<Option<KVar>> {
        let mut declared = vec![];
        for var in pat.all() {
            if self.carried.is_cell(var) {
                let cell = self.new_cell(var);
                self.env.insert(var, Place::Pending(cell));
                declared.push(Some(cell));
            } else if self.vars[var].ty.elem().is_some() {
                declared.push(Some(self.declare(var)));
            } else {
                self.env.insert(var, Place::Nothing);
                declared.push(None);
            }
        }
        declared
    }

    /// Gives host variables new values, all at once.
    pub(super) fn assign_all(&mut self, vars: &[Option<KVar>], results: &Results) {
        let mut moves = vec![];
        let mut cells = vec![];
        for (kvar, atom) in vars.iter().zip(results.all()) {
            let Some(kvar) = kvar else { continue };
            let info = self.host.vars[*kvar].clone();
            let temp = self.host_var(&info.name, info.ty);
            match (info.ty, atom) {
                (KType::Buf(_), atom) if atom.ty(self.vars).as_scalar().is_some() => match self.cell(atom) {
                    Some(from) => self.code.push(HostStm::Share { to: temp, from }),
                    None => cells.push((temp, atom)),
                },
                (KType::Buf(_), Atom::Var(v)) => {
                    let from = self.buf(v);
                    self.code.push(HostStm::Share { to: temp, from });
                }
                _ => {
                    let exp = self.scalar(atom);
                    self.code.push(HostStm::Set(temp, exp));
                }
            }
            moves.push((*kvar, temp, info.ty));
        }
        self.store_cells(&cells);
        for (to, from, ty) in moves {
            match ty {
                KType::Buf(_) => self.code.push(HostStm::Share { to, from }),
                KType::Scalar(_) | KType::Index => self.code.push(HostStm::Set(to, HostExp::Var(from))),
            }
        }
    }

    /// Where the accumulators among these results are: every version of one is in the same place.
    fn acc_places(&self, results: &Results) -> Vec<Option<Place>> {
        let place = |atom: Atom| atom.var().and_then(|v| self.env.get(&v).cloned());
        results.all().map(|a| place(a).filter(|p| matches!(p, Place::Acc(_)))).collect()
    }
    fn place_accs(&mut self, pat: &Pat, places: Vec<Option<Place>>) {
        let accs = pat.all().zip(places).filter_map(|(var, place)| place.map(|p| (var, p)));
        self.env.extend(accs);
    }

    fn host_if(
        &mut self,
        pat: &Pat,
        cond: Atom,
        then: &Body<SegOp>,
        els: &Body<SegOp>,
    ) -> Result<(), Limitation> {
        let cond = self.scalar(cond);
        let mut declared = vec![];
        let mut blocks = vec![];
        let known = self.known();
        let results = self.declare_all(pat);
        declared.extend(results);
        let after = self.known();
        self.forget(known);
        let mut accs = vec![];
        for body in [then, els] {
            let (code, places) = self.nested(|this| {
                this.body(body)?;
                this.assign_all(&declared, &body.result);
                Ok(this.acc_places(&body.result))
            })?;
            blocks.push(code);
            accs = places;
        }
        self.forget(after);
        self.place_accs(pat, accs);
        let els = blocks.pop().unwrap_or_default();
        let then = blocks.pop().unwrap_or_default();
        self.code.push(HostStm::If { cond, then, els });
        Ok(())
    }

    fn host_loop(&mut self, pat: &Pat, l: &Loop<SegOp>) -> Result<(), Limitation> {
        let declared = self.start_loop(&l.params, &l.init);
        let round = |this: &mut Self| {
            this.nested(|this| {
                this.body(&l.body)?;
                this.assign_all(&declared, &l.body.result);
                Ok(())
            })
        };
        match &l.form {
            LoopForm::While(cond) => {
                let (pre, cond) = self.nested(|this| {
                    this.body(cond)?;
                    Ok(this.scalar(cond.result.vals[0]))
                })?;
                let (body, ()) = round(self)?;
                self.code.push(HostStm::While { pre, cond, body });
            }
            LoopForm::For { index, count } => {
                let count = self.scalar(*count);
                let count = HostExp::Var(self.set("count", ScalarType::I64, count));
                let at = self.set("at", ScalarType::I64, number(0));
                self.env.insert(*index, Place::Scalar(at));
                let (mut body, ()) = round(self)?;
                let next = bin(BinOp::Add, HostExp::Var(at), number(1));
                body.push(HostStm::Set(at, next));
                let cond = bin(BinOp::Lt, HostExp::Var(at), count);
                self.code.push(HostStm::While { pre: vec![], cond, body });
            }
        }
        self.end_loop(pat.all().zip(l.params.all()));
        Ok(())
    }

    /// Declares what a loop carries, and gives it what it is at the start.
    pub(super) fn start_loop(&mut self, params: &Pat, init: &Results) -> Vec<Option<KVar>> {
        let declared = self.declare_all(params);
        self.assign_all(&declared, init);
        let accs = self.acc_places(init);
        self.place_accs(params, accs);
        declared
    }

    /// Says that variables are what parameters are after the last round.
    pub(super) fn end_loop(&mut self, results: impl Iterator<Item = (Var, Var)>) {
        for (var, param) in results {
            if let Some(place) = self.env.get(&param).cloned() {
                self.env.insert(var, place);
            }
        }
    }

    /// A call of a function of the host.
    fn host_call(
        &mut self,
        pat: &Pat,
        fun: FunId,
        (args, at): (&[Atom], &[Atom]),
        beside: &[Loc],
    ) -> Result<(), Limitation> {
        let args = args.iter().map(|a| self.arg(*a)).collect();
        let at = at.iter().map(|a| self.arg(*a)).collect();
        let mut called_at = |loc: &Loc| {
            let line = Check { what: what::DEPTH.to_string(), vals: vec![], at: 0, loc: loc.clone() };
            self.out.checks.push(line)
        };
        let check = called_at(&self.loc);
        let beside = beside.iter().map(called_at).collect();
        let results = self.declare_all(pat).into_iter().flatten().collect();
        let Some(fun) = self.functions.host(fun) else {
            base::bug!("lower", "function {} is one of kernels", fun.index())
        };
        self.code.push(HostStm::Call { fun, check, beside, args, results, at });
        Ok(())
    }

    fn arg(&mut self, atom: Atom) -> HostArg {
        match atom {
            Atom::Var(v) if self.vars[v].ty.is_array() => Arg::Buf(self.buf(v)),
            atom @ (Atom::Var(_) | Atom::Const(_)) => Arg::Scalar(self.scalar(atom)),
        }
    }

    /// The locks of an accumulator: few for the workers of a processor, on a GPU so many that two lanes seldom want the same one, but
    /// little memory beside that of the cells. The cells that there can be are counted: the host does not wait for their number.
    fn locks(&mut self, arr: Var) -> Result<Locks, Limitation> {
        let mut count = number(FEWEST_LOCKS);
        if self.target.apart {
            let dims = self.vars[arr].ty.dims().to_vec();
            let share = host_bin(BinOp::Div, self.capacity(&dims)?, number(CELLS_OF_LOCK));
            let share = HostExp::Var(self.set("share", ScalarType::I64, share));
            for more in MORE_LOCKS {
                let enough = host_bin(BinOp::Ge, share.clone(), number(more));
                count = HostExp::Select(Box::new(enough), Box::new(number(more)), Box::new(count));
            }
            count = HostExp::Var(self.set("locks", ScalarType::I64, count));
        }
        Ok(Locks { buf: self.alloc("locks", ScalarType::I32, count.clone(), true), count })
    }

    /// Accumulation works on the buffers themselves: they were copied when the program was flattened.
    fn with_acc(&mut self, pat: &Pat, accs: &[AccDef<SegOp>], body: &Body<SegOp>) -> Result<(), Limitation> {
        let mut bufs = vec![];
        for def in accs {
            let own: Vec<KVar> = def.arrs.iter().map(|a| self.buf(*a)).collect();
            bufs.extend(own.iter().copied());
            let op = def.op.clone();
            let locks = match &op {
                Some(op) if atomic_op(&op.lam).is_none() => Some(self.locks(def.arrs[0])?),
                _ => None,
            };
            self.env.insert(def.param, Place::Acc(AccPlace { bufs: own, op, locks }));
        }
        self.body(body)?;
        for (var, buf) in pat.vals.iter().zip(bufs) {
            self.env.insert(*var, Place::Buf(buf));
        }
        let arrays = accs.iter().map(|def| def.arrs.len()).sum();
        let others = pat.vals.iter().skip(arrays).zip(body.result.vals.iter().skip(accs.len()));
        for (var, inside) in pat.sizes.iter().zip(&body.result.sizes).chain(others) {
            match inside {
                Atom::Var(inside) => self.alias(Some(*var), *inside),
                Atom::Const(_) => base::bug!("lower", "an accumulation gives a number"),
            }
        }
        Ok(())
    }
}

/// What lowering knows at a place of the code.
pub(super) struct Known {
    env: rustc_hash::FxHashMap<Var, Place>,
    offsets: rustc_hash::FxHashMap<Vec<Var>, Offsets>,
    totals: rustc_hash::FxHashMap<Vec<Var>, HostExp>,
    canon: rustc_hash::FxHashMap<Var, Var>,
}
