//! The code of one point: the body of a kernel, statement by statement.

use super::code::{KernelBuilder, from_index, ix, load, to_index};
use super::{AccPlace, LOCKS, Lowerer, Place};
use base::{BinOp, Scalar, ScalarType};
use ir::failure::what;
use ir::kernel::{Check, CheckId, Exp as KExp, KType, KVar, Stm as KStm};
use ir::{Atom, Body, Dim, Exp, Inner, Lambda, Limitation, Loop, LoopForm, Screma, SegOp, Stm, Var, walk};
use rustc_hash::FxHashMap;

/// What a Flat variable is inside a kernel.
#[derive(Clone, Debug)]
pub(super) enum Val {
    Scalar(KExp),
    /// An array that belongs to the point: the part of a buffer from `base` on.
    Row {
        buf: KVar,
        base: KExp,
        dims: Vec<Dim>,
    },
    /// An accumulator of the host.
    Acc(Var),
    Nothing,
}

/// The point being computed.
#[derive(Clone, Default)]
pub(super) struct Point {
    pub(super) env: FxHashMap<Var, Val>,
    /// The indices of the levels.
    pub(super) at: Vec<KExp>,
    /// Where the indices of the source are found from there, for messages; none: they are those of the levels.
    pub(super) origins: Vec<ir::Origin>,
}

impl Point {
    /// Names the indices of a space's levels.
    pub(super) fn enter(&mut self, levels: &[ir::Level], index: &[KExp]) {
        self.at = index.to_vec();
        for (level, at) in levels.iter().zip(index) {
            self.env.insert(level.index, Val::Scalar(from_index(at.clone())));
        }
    }
}

impl Lowerer<'_> {
    pub(super) fn k_atom(&mut self, k: &mut KernelBuilder, point: &Point, atom: Atom) -> KExp {
        let var = match atom {
            Atom::Const(c) => return KExp::Const(c),
            Atom::Var(v) => v,
        };
        match point.env.get(&var) {
            Some(Val::Scalar(exp)) => exp.clone(),
            Some(val) => base::bug!("lower", "{}_{} is no scalar: {val:?}", self.vars[var].name, var.0),
            None => {
                let ty = self.vars[var].ty.elem().unwrap_or(ScalarType::I64);
                let name = self.vars[var].name.clone();
                let host = self.scalar(atom);
                k.scalar(&name, ty, host)
            }
        }
    }

    fn check(&mut self, text: &str, vals: Vec<ScalarType>, at: usize) -> CheckId {
        self.out.checks.push(Check { what: text.to_string(), vals, at, loc: self.loc.clone() })
    }

    /// Reports a failure with the values of these operands.
    fn k_fail(&mut self, k: &mut KernelBuilder, point: &Point, text: &str, vals: Vec<(ScalarType, KExp)>) {
        let slots = ir::kernel::RECORD_SLOTS;
        let mut at = point.at.clone();
        if !point.origins.is_empty() {
            at = point.origins.iter().map(|o| self.k_origin(k, point, o)).collect();
        }
        at.truncate(slots);
        let at: Vec<KExp> = at.into_iter().map(from_index).collect();
        let (types, vals): (Vec<_>, Vec<_>) = vals.into_iter().take(slots).unzip();
        let check = self.check(text, types, at.len());
        k.can_fail = true;
        k.code.push(KStm::Fail { check, at, vals });
    }

    /// An index of the source, looked up where a failure is reported and nowhere else.
    fn k_origin(&mut self, k: &mut KernelBuilder, point: &Point, origin: &ir::Origin) -> KExp {
        let start = point.at.get(origin.level as usize).cloned().unwrap_or(KExp::Index(0));
        origin.through.iter().fold(start, |at, ids| {
            let host = self.buf(*ids);
            let ids = k.buf("ids", ScalarType::I64, host);
            to_index(load(ids, at))
        })
    }

    fn k_fail_if(
        &mut self,
        k: &mut KernelBuilder,
        point: &Point,
        cond: KExp,
        text: &str,
        vals: Vec<(ScalarType, KExp)>,
    ) {
        let (then, ()) = k.block(|k| self.k_fail(k, point, text, vals));
        k.code.push(KStm::If { cond, then, els: vec![] });
    }

    /// Evaluates a body; returns its results.
    pub(super) fn k_body(
        &mut self,
        k: &mut KernelBuilder,
        point: &mut Point,
        body: &Body<Inner>,
    ) -> Result<Vec<Val>, Limitation> {
        for stm in &body.stms {
            self.k_stm(k, point, stm)?;
        }
        Ok(body.result.vals.iter().map(|a| self.k_val(k, point, *a)).collect())
    }

    fn k_val(&mut self, k: &mut KernelBuilder, point: &Point, atom: Atom) -> Val {
        if let Atom::Var(v) = atom {
            if let Some(val) = point.env.get(&v) {
                return val.clone();
            }
            if let Some(Place::Acc(_)) = self.env.get(&v) {
                return Val::Acc(v);
            }
            if let Some(Place::Nothing) = self.env.get(&v) {
                return Val::Nothing;
            }
        }
        Val::Scalar(self.k_atom(k, point, atom))
    }

    /// Applies an operator to scalars.
    pub(super) fn k_apply<O: Clone>(
        &mut self,
        k: &mut KernelBuilder,
        point: &Point,
        lam: &Lambda<O>,
        args: Vec<KExp>,
    ) -> Result<Vec<KExp>, Limitation>
    where
        Lambda<O>: AsInner,
    {
        let lam = lam.as_inner();
        let mut inner = point.clone();
        for (param, arg) in lam.params.iter().zip(args) {
            inner.env.insert(*param, Val::Scalar(arg));
        }
        let results = self.k_body(k, &mut inner, &lam.body)?;
        Ok(results.into_iter().map(scalar).collect())
    }

    fn k_stm(
        &mut self,
        k: &mut KernelBuilder,
        point: &mut Point,
        stm: &Stm<Inner>,
    ) -> Result<(), Limitation> {
        if !stm.loc.0.is_empty() {
            self.loc = stm.loc.clone();
        }
        let result = stm.pat.vals.first().copied();
        let value: KExp = match &stm.exp {
            Exp::Atom(a) => {
                let val = self.k_val(k, point, *a);
                point.env.extend(result.map(|v| (v, val)));
                return Ok(());
            }
            Exp::Bin { op, ty, a, b, checked } => {
                let (a, b) = (self.k_atom(k, point, *a), self.k_atom(k, point, *b));
                if *checked {
                    self.k_check_bin(k, point, *op, *ty, &b);
                }
                KExp::Bin(*op, *ty, Box::new(a), Box::new(b))
            }
            Exp::Un { op, ty, a } => KExp::Un(*op, *ty, Box::new(self.k_atom(k, point, *a))),
            Exp::Conv { from, to, a } => KExp::Conv(*from, *to, Box::new(self.k_atom(k, point, *a))),
            Exp::Select { cond, a, b } => KExp::Select(
                Box::new(self.k_atom(k, point, *cond)),
                Box::new(self.k_atom(k, point, *a)),
                Box::new(self.k_atom(k, point, *b)),
            ),
            Exp::Size { a, checked } => {
                let a = self.k_atom(k, point, *a);
                if !checked {
                    a
                } else {
                    let negative = bin(BinOp::Lt, a.clone(), number(0));
                    self.k_fail_if(k, point, negative, what::SIZE, vec![(ScalarType::I64, a.clone())]);
                    bin(BinOp::Max, a, number(0))
                }
            }
            Exp::Bounds { index, size, checked } => {
                let (i, n) = (self.k_atom(k, point, *index), self.k_atom(k, point, *size));
                if !checked {
                    i
                } else {
                    let inside = within(i.clone(), n.clone());
                    let vals = vec![(ScalarType::I64, i.clone()), (ScalarType::I64, n)];
                    self.k_fail_if(k, point, not(inside.clone()), what::INDEX, vals);
                    KExp::Select(Box::new(inside), Box::new(i), Box::new(number(0)))
                }
            }
            Exp::SliceLen { start, end, stride, size, checked } => {
                let mut at = [*start, *end, *stride, *size].map(|a| self.k_atom(k, point, a));
                for (exp, name) in at.iter_mut().zip(["start", "end", "stride", "size"]) {
                    if !matches!(exp, KExp::Const(_) | KExp::Var(_)) {
                        let var = k.let_(name, KType::Scalar(ScalarType::I64), exp.clone());
                        *exp = KExp::Var(var);
                    }
                }
                let (ok, len) = slice_len(&at);
                if *checked {
                    let vals = at.iter().map(|e| (ScalarType::I64, e.clone())).collect();
                    self.k_fail_if(k, point, not(ok.clone()), what::SLICE, vals);
                }
                KExp::Select(Box::new(ok), Box::new(len), Box::new(number(0)))
            }
            Exp::Assert { cond, what, vals } => {
                let cond = self.k_atom(k, point, *cond);
                let mut shown = vec![];
                for val in vals {
                    let ty = val.ty(self.vars).elem().unwrap_or(ScalarType::I64);
                    shown.push((ty, self.k_atom(k, point, *val)));
                }
                self.k_fail_if(k, point, not(cond), what, shown);
                point.env.extend(result.map(|v| (v, Val::Nothing)));
                return Ok(());
            }
            Exp::AssertEq { a, b, what } => {
                let (a, b) = (self.k_atom(k, point, *a), self.k_atom(k, point, *b));
                let differ = bin(BinOp::Ne, a.clone(), b.clone());
                self.k_fail_if(k, point, differ, what, vec![(ScalarType::I64, a), (ScalarType::I64, b)]);
                point.env.extend(result.map(|v| (v, Val::Nothing)));
                return Ok(());
            }
            Exp::Index { arr, index, checked } => self.k_index_exp(k, point, *arr, index, *checked)?,
            Exp::Update { arr, index, val, checked } => {
                let val = self.k_atom(k, point, *val);
                let place = self.k_place(k, point, *arr, index)?;
                let Val::Row { .. } = place.row else {
                    base::bug!("lower", "an update in a kernel is of a row of its point")
                };
                self.k_guarded(k, point, &place, *checked, |this, k| {
                    let (buf, at) = this.k_address(k, point, &place)?;
                    k.store(buf, at, val);
                    Ok(())
                })?;
                let row = place.row;
                point.env.extend(result.map(|v| (v, row)));
                return Ok(());
            }
            Exp::UpdateAcc { acc, index, vals } => {
                let vals = vals.iter().map(|a| self.k_atom(k, point, *a)).collect();
                self.k_update_acc(k, point, *acc, index, vals)?;
                let val = self.k_val(k, point, Atom::Var(*acc));
                point.env.extend(result.map(|v| (v, val)));
                return Ok(());
            }
            Exp::If { cond, then, els } => return self.k_if(k, point, stm, *cond, then, els),
            Exp::Loop(l) => return self.k_loop(k, point, stm, l),
            Exp::Op(Inner::Screma(_, s)) => return self.k_screma(k, point, stm, s),
            Exp::Recast { .. }
            | Exp::Slice { .. }
            | Exp::Iota { .. }
            | Exp::Replicate { .. }
            | Exp::Copy { .. }
            | Exp::Concat { .. }
            | Exp::Reshape { .. }
            | Exp::Rearrange { .. }
            | Exp::GatherRows { .. }
            | Exp::Total { .. }
            | Exp::Literal { .. }
            | Exp::Call { .. }
            | Exp::WithAcc { .. } => base::bug!("lower", "{:?} in a kernel", stm.pat),
        };
        let Some(result) = result else { return Ok(()) };
        let info = &self.vars[result];
        let (name, ty) = (info.name.clone(), info.ty.elem().unwrap_or(ScalarType::I64));
        let var = k.let_(&name, KType::Scalar(ty), value);
        point.env.insert(result, Val::Scalar(KExp::Var(var)));
        Ok(())
    }

    fn k_check_bin(&mut self, k: &mut KernelBuilder, point: &Point, op: BinOp, ty: ScalarType, b: &KExp) {
        let zero = KExp::Const(ty.zero());
        let compare = |op| KExp::Bin(op, ty, Box::new(b.clone()), Box::new(zero.clone()));
        match op {
            BinOp::Pow if ty.is_unsigned() => {}
            BinOp::Pow => self.k_fail_if(k, point, compare(BinOp::Lt), what::POWER, vec![(ty, b.clone())]),
            _ => self.k_fail_if(k, point, compare(BinOp::Eq), what::DIVISION, vec![]),
        }
    }

    fn k_index_exp(
        &mut self,
        k: &mut KernelBuilder,
        point: &mut Point,
        arr: Var,
        index: &[Atom],
        checked: bool,
    ) -> Result<KExp, Limitation> {
        let ty = self.vars[arr].ty.elem().unwrap_or(ScalarType::I64);
        let place = self.k_place(k, point, arr, index)?;
        if !checked {
            let (buf, at) = self.k_address(k, point, &place)?;
            return Ok(load(buf, at));
        }
        let name = self.vars[arr].name.clone();
        let var = k.let_(&name, KType::Scalar(ty), KExp::Const(ty.zero()));
        self.k_guarded(k, point, &place, true, |this, k| {
            let (buf, at) = this.k_address(k, point, &place)?;
            k.set(var, load(buf, at));
            Ok(())
        })?;
        Ok(KExp::Var(var))
    }

    fn k_place(
        &mut self,
        k: &mut KernelBuilder,
        point: &Point,
        arr: Var,
        index: &[Atom],
    ) -> Result<ElemPlace, Limitation> {
        let index: Vec<KExp> = index.iter().map(|a| self.k_atom(k, point, *a)).collect();
        let (row, dims) = match point.env.get(&arr) {
            Some(Val::Row { buf, base, dims }) => {
                (Val::Row { buf: *buf, base: base.clone(), dims: dims.clone() }, dims.clone())
            }
            _ => (Val::Nothing, self.vars[arr].ty.dims().to_vec()),
        };
        Ok(ElemPlace { arr, row, dims, index })
    }

    /// The buffer and position of an element.
    fn k_address(
        &mut self,
        k: &mut KernelBuilder,
        point: &Point,
        place: &ElemPlace,
    ) -> Result<(KVar, KExp), Limitation> {
        let index: Vec<KExp> = place.index.iter().cloned().map(to_index).collect();
        match &place.row {
            Val::Row { buf, base, dims } => {
                let mut at = KExp::Index(0);
                for (i, (dim, index)) in dims.iter().zip(index).enumerate() {
                    if i > 0 {
                        at = ix(BinOp::Mul, at, to_index(self.k_atom(k, point, dim.size)));
                    }
                    at = ix(BinOp::Add, at, index);
                }
                Ok((*buf, ix(BinOp::Add, base.clone(), at)))
            }
            _ => {
                let elem = self.vars[place.arr].ty.elem().unwrap_or(ScalarType::I64);
                let name = self.vars[place.arr].name.clone();
                let host = self.buf(place.arr);
                let buf = k.buf(&name, elem, host);
                Ok((buf, self.position(k, &place.dims, &index)?))
            }
        }
    }

    /// Runs `access` where every index is inside the element's own row; elsewhere fails, if `report`, or does nothing.
    fn k_guarded(
        &mut self,
        k: &mut KernelBuilder,
        point: &Point,
        place: &ElemPlace,
        report: bool,
        access: impl FnOnce(&mut Self, &mut KernelBuilder) -> Result<(), Limitation>,
    ) -> Result<(), Limitation> {
        self.k_guard_from(k, point, place, 0, report, access)
    }

    fn k_guard_from<F>(
        &mut self,
        k: &mut KernelBuilder,
        point: &Point,
        place: &ElemPlace,
        level: usize,
        report: bool,
        access: F,
    ) -> Result<(), Limitation>
    where
        F: FnOnce(&mut Self, &mut KernelBuilder) -> Result<(), Limitation>,
    {
        if level == place.dims.len() {
            return access(self, k);
        }
        let dim = place.dims[level].clone();
        // The size of this level may be read only where the levels in front are inside.
        let size = match dim.size {
            Atom::Var(sizes) if !dim.is_uniform() => {
                let index: Vec<KExp> =
                    dim.on.iter().map(|l| to_index(place.index[*l as usize].clone())).collect();
                let dims = self.vars[sizes].ty.dims().to_vec();
                let at = self.position(k, &dims, &index)?;
                let host = self.buf(sizes);
                let name = self.vars[sizes].name.clone();
                let buf = k.buf(&name, ScalarType::I64, host);
                KExp::Var(k.let_("size", KType::Scalar(ScalarType::I64), load(buf, at)))
            }
            size => self.k_atom(k, point, size),
        };
        let i = place.index[level].clone();
        let cond = within(i.clone(), size.clone());
        let (then, result) = k.block(|k| self.k_guard_from(k, point, place, level + 1, report, access));
        result?;
        let (els, ()) = k.block(|k| {
            if report {
                self.k_fail(k, point, what::INDEX, vec![(ScalarType::I64, i), (ScalarType::I64, size)]);
            }
        });
        k.code.push(KStm::If { cond, then, els });
        Ok(())
    }

    fn k_update_acc(
        &mut self,
        k: &mut KernelBuilder,
        point: &mut Point,
        acc: Var,
        index: &[Atom],
        vals: Vec<KExp>,
    ) -> Result<(), Limitation> {
        let root = match self.k_val(k, point, Atom::Var(acc)) {
            Val::Acc(root) => root,
            val => base::bug!("lower", "{}_{} is no accumulator: {val:?}", self.vars[acc].name, acc.0),
        };
        let Some(Place::Acc(place)) = self.env.get(&root).cloned() else {
            base::bug!("lower", "accumulator {}_{} has no memory", self.vars[root].name, root.0)
        };
        let ir::Type::Acc { elems, dims } = self.vars[root].ty.clone() else {
            base::bug!("lower", "accumulator {}_{} has another type", self.vars[root].name, root.0)
        };
        let index: Vec<KExp> = index.iter().map(|a| self.k_atom(k, point, *a)).collect();
        let elem = ElemPlace { arr: root, row: Val::Nothing, dims, index };
        let bufs: Vec<KVar> =
            place.bufs.iter().zip(&elems).map(|(host, elem)| k.buf("acc", *elem, *host)).collect();
        self.k_guarded(k, point, &elem, false, |this, k| {
            let index: Vec<KExp> = elem.index.iter().cloned().map(to_index).collect();
            let at = this.position(k, &elem.dims, &index)?;
            let at = k.let_index("at", at);
            this.k_combine(k, point, &place, &elems, &bufs, at, vals)
        })
    }

    /// Combines values into an accumulator at a position inside it.
    #[allow(clippy::too_many_arguments)]
    fn k_combine(
        &mut self,
        k: &mut KernelBuilder,
        point: &Point,
        place: &AccPlace,
        elems: &[ScalarType],
        bufs: &[KVar],
        at: KExp,
        vals: Vec<KExp>,
    ) -> Result<(), Limitation> {
        let Some(op) = &place.op else {
            for (buf, val) in bufs.iter().zip(vals) {
                k.store(*buf, at.clone(), val);
            }
            return Ok(());
        };
        if let Some(op) = atomic_op(op) {
            k.code.push(KStm::Atomic { op, buf: bufs[0], at, val: vals[0].clone() });
            return Ok(());
        }
        let Some(locks) = place.locks else { base::bug!("lower", "an operator without atomics has locks") };
        let locks = k.buf("locks", ScalarType::I32, locks);
        let (body, result) = k.block(|k| {
            let mut args: Vec<KExp> = vec![];
            for (buf, elem) in bufs.iter().zip(elems) {
                args.push(KExp::Var(k.let_("old", KType::Scalar(*elem), load(*buf, at.clone()))));
            }
            args.extend(vals);
            let new = self.k_apply(k, point, op, args)?;
            for (buf, val) in bufs.iter().zip(new) {
                k.store(*buf, at.clone(), val);
            }
            Ok(())
        });
        result?;
        k.code.push(KStm::Locked { locks, count: KExp::Index(LOCKS), at, body });
        Ok(())
    }

    /// Variables for the results of a branch or loop.
    fn k_declare(&mut self, k: &mut KernelBuilder, point: &mut Point, vars: &[Var]) -> Vec<Option<KVar>> {
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

    fn k_if(
        &mut self,
        k: &mut KernelBuilder,
        point: &mut Point,
        stm: &Stm<Inner>,
        cond: Atom,
        then: &Body<Inner>,
        els: &Body<Inner>,
    ) -> Result<(), Limitation> {
        let cond = self.k_atom(k, point, cond);
        let declared = self.k_declare(k, point, &stm.pat.vals);
        let mut blocks = vec![];
        let mut others: Vec<Val> = vec![];
        for body in [then, els] {
            let (code, result) = k.block(|k| {
                let mut inner = point.clone();
                let vals = self.k_body(k, &mut inner, body)?;
                for (kvar, val) in declared.iter().zip(&vals) {
                    if let Some(kvar) = kvar {
                        k.set(*kvar, scalar(val.clone()));
                    }
                }
                Ok(vals)
            });
            others = result?;
            blocks.push(code);
        }
        for ((var, kvar), val) in stm.pat.vals.iter().zip(&declared).zip(others) {
            if kvar.is_none() {
                point.env.insert(*var, val);
            }
        }
        let els = blocks.pop().unwrap_or_default();
        let then = blocks.pop().unwrap_or_default();
        k.code.push(KStm::If { cond, then, els });
        Ok(())
    }

    fn k_loop(
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
                    point.env.insert(*param, val);
                }
            }
        }
        let round = |this: &mut Self, k: &mut KernelBuilder, point: &Point| {
            let mut inner = point.clone();
            let vals = this.k_body(k, &mut inner, &l.body)?;
            // All results are computed before the first parameter changes.
            let mut next = vec![];
            for (kvar, val) in declared.iter().zip(vals) {
                if let Some(kvar) = kvar {
                    let val = scalar(val);
                    let val = match val {
                        KExp::Const(_) => val,
                        val => {
                            let info = &this.vars[l.params.vals[next.len()]];
                            let ty = info.ty.as_scalar().unwrap_or(ScalarType::I64);
                            KExp::Var(k.let_("next", KType::Scalar(ty), val))
                        }
                    };
                    next.push(Some((*kvar, val)));
                } else {
                    next.push(None);
                }
            }
            for (kvar, val) in next.into_iter().flatten() {
                k.set(kvar, val);
            }
            Ok(())
        };
        match &l.form {
            LoopForm::While(cond) => {
                let (pre, result) = k.block(|k| {
                    let mut inner = point.clone();
                    let vals = self.k_body(k, &mut inner, cond)?;
                    Ok(vals.into_iter().next().map_or(KExp::Const(Scalar::Bool(false)), scalar))
                });
                let cond = result?;
                let (body, result) = k.block(|k| round(self, k, point));
                result?;
                k.code.push(KStm::While { pre, cond, body });
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
                k.code.push(KStm::While { pre: vec![], cond: bin(BinOp::Lt, KExp::Var(at), count), body });
            }
        }
        for (var, param) in stm.pat.vals.iter().zip(&l.params.vals) {
            if let Some(val) = point.env.get(param).cloned() {
                point.env.insert(*var, val);
            }
        }
        Ok(())
    }

    /// A reduction by one thread, in order.
    fn k_screma(
        &mut self,
        k: &mut KernelBuilder,
        point: &mut Point,
        stm: &Stm<Inner>,
        s: &Screma<Inner>,
    ) -> Result<(), Limitation> {
        let width = to_index(self.k_atom(k, point, s.width));
        let width = k.let_index("width", width);
        let folded = ir::builder::folded(&s.reds);
        let declared = self.k_declare(k, point, &stm.pat.vals[..folded]);
        let accs: Vec<KVar> = declared.into_iter().flatten().collect();
        let ne: Vec<Atom> = s.reds.iter().flat_map(|r| r.ne.clone()).collect();
        for (acc, ne) in accs.iter().zip(ne) {
            let ne = self.k_atom(k, point, ne);
            k.set(*acc, ne);
        }
        let index = k.var("e", KType::Index);
        let mut inner = point.clone();
        for (input, param) in s.inputs.iter().zip(&s.map.params) {
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
            let vals = self.k_body(k, &mut inner, &s.map.body)?;
            let mut first = 0;
            for red in &s.reds {
                let n = red.ne.len();
                let args = accs[first..first + n].iter().map(|v| KExp::Var(*v));
                let args = args.chain(vals[first..first + n].iter().cloned().map(scalar)).collect();
                let new = self.k_apply(k, &inner, &red.op, args)?;
                self.k_assign(k, &accs[first..first + n], new);
                first += n;
            }
            Ok(vals)
        });
        let vals = result?;
        k.code.push(KStm::For { var: index, from: KExp::Index(0), to: width, body });
        for (var, val) in stm.pat.vals[folded..].iter().zip(vals.into_iter().skip(folded)) {
            point.env.insert(*var, val);
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

    /// The variables that an operator takes from outside, beside its parameters.
    pub(super) fn uses_of(&self, lam: &Lambda<Inner>) -> Vec<Var> {
        walk::free_vars(lam, self.vars)
    }
}

/// An element: of an array of the host (`row` is nothing) or of a row of the point.
struct ElemPlace {
    arr: Var,
    row: Val,
    dims: Vec<Dim>,
    index: Vec<KExp>,
}

/// Operators on scalars, whatever their stage.
pub(super) trait AsInner {
    fn as_inner(&self) -> Lambda<Inner>;
}

impl AsInner for Lambda<Inner> {
    fn as_inner(&self) -> Lambda<Inner> {
        self.clone()
    }
}

impl AsInner for Lambda<SegOp> {
    fn as_inner(&self) -> Lambda<Inner> {
        ir::map_ops::lambda(self.clone(), &mut |_| base::bug!("lower", "an operator works on scalars"))
    }
}

/// The atomic operation that does the same as this operator.
pub(super) fn atomic_op<O>(lam: &Lambda<O>) -> Option<BinOp> {
    let [stm] = lam.body.stms.as_slice() else { return None };
    let Exp::Bin { op, ty, a, b, .. } = &stm.exp else { return None };
    let [p, q] = lam.params.as_slice() else { return None };
    let operands = [Atom::Var(*p), Atom::Var(*q)];
    let straight = [*a, *b] == operands || (op.commutes() && [*b, *a] == operands);
    let returned = lam.body.result.vals == vec![Atom::Var(stm.pat.vals[0])];
    let known =
        matches!(op, BinOp::Add | BinOp::Min | BinOp::Max | BinOp::And | BinOp::Or | BinOp::Xor | BinOp::Mul);
    (straight && returned && known && ty.bytes() >= 4).then_some(*op)
}

/// The scalar that a value is.
pub(super) fn scalar(val: Val) -> KExp {
    match val {
        Val::Scalar(exp) => exp,
        val => base::bug!("lower", "scalar expected, got {val:?}"),
    }
}

fn number(x: i64) -> KExp {
    KExp::Const(Scalar::I64(x))
}

fn bin(op: BinOp, a: KExp, b: KExp) -> KExp {
    KExp::Bin(op, ScalarType::I64, Box::new(a), Box::new(b))
}

fn both(a: KExp, b: KExp) -> KExp {
    KExp::Bin(BinOp::And, ScalarType::Bool, Box::new(a), Box::new(b))
}

pub(super) fn not(a: KExp) -> KExp {
    KExp::Un(base::UnOp::Not, ScalarType::Bool, Box::new(a))
}

fn within(i: KExp, n: KExp) -> KExp {
    both(bin(BinOp::Ge, i.clone(), number(0)), bin(BinOp::Lt, i, n))
}

/// Whether a slice is inside its array, and its length. The four expressions are start, end, stride and size.
pub(super) fn slice_len(at: &[KExp; 4]) -> (KExp, KExp) {
    let [start, end, stride, size] = at.clone();
    let either = |a, b| KExp::Bin(BinOp::Or, ScalarType::Bool, Box::new(a), Box::new(b));
    // Towards the end: ceil((end - start) / stride), which is -(floor((start - end) / stride)).
    let back = bin(BinOp::Div, bin(BinOp::Sub, start.clone(), end.clone()), stride.clone());
    let len = bin(BinOp::Sub, number(0), back);
    let last = bin(
        BinOp::Add,
        start.clone(),
        bin(BinOp::Mul, bin(BinOp::Sub, len.clone(), number(1)), stride.clone()),
    );
    let inside = both(within(start, size.clone()), within(last, size));
    // Only elements that are touched must exist: an empty slice may lie anywhere.
    let empty = bin(BinOp::Eq, len.clone(), number(0));
    let some = both(bin(BinOp::Gt, len.clone(), number(0)), inside);
    (both(bin(BinOp::Ne, stride, number(0)), either(empty, some)), len)
}
