//! The code of one point: the body of a kernel, statement by statement.

use super::code::{KernelBuilder, from_index, load};
use super::{Lowerer, Place, number};
use crate::effects::{is_total, overwrites};
use base::{BinOp, Scalar, ScalarType};
use ir::failure::what;
use ir::kernel::{Check, CheckId, Exp as KExp, KType, KVar, Side, Stm as KStm};
use ir::{
    Atom, Body, CheckKind, Dim, Exp, Inner, Lambda, Limitation, Prim, SegOp, Slice, Stm, Var, View, walk,
};
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
    /// An irregular array that belongs to the point: what stands at the point's indices of an array of the host.
    Part {
        arr: Var,
        at: Vec<KExp>,
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
    /// Their variables.
    pub(super) levels: Vec<Atom>,
    /// The dimensions of an array over them.
    pub(super) dims: Vec<Dim>,
    /// Its place in memory, where that is known.
    pub(super) position: Option<KExp>,
    /// Whether the indices are found only where somebody asks for them: a failure finds those that it names itself.
    pub(super) lazy: bool,
}

impl Point {
    /// Names the indices of a space's levels.
    pub(super) fn enter(&mut self, levels: &[ir::Level], index: &[KExp]) {
        self.at = index.to_vec();
        self.levels = levels.iter().map(|level| level.index.into()).collect();
        self.dims = ir::builder::space_dims(levels);
        for (level, at) in levels.iter().zip(index) {
            self.env.insert(level.index, Val::Scalar(from_index(at.clone())));
        }
    }
    /// Names the position of the point, where the kernel uses it.
    pub(super) fn find(&mut self, seg: &ir::Seg, position: &KExp) {
        let position = seg.position.map(|var| (var, Val::Scalar(from_index(position.clone()))));
        self.env.extend(position);
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
            None if k.invariant.contains_key(&var) => k.invariant[&var].clone(),
            None => {
                let ty = self.vars[var].ty.elem().unwrap_or(ScalarType::I64);
                let name = self.vars[var].name.clone();
                // What another kernel left stays on the device, if the host has not read it.
                if let Some(Place::Pending(cell)) = self.env.get(&var) {
                    let cell = k.buf(&name, ty, *cell);
                    return load(cell, KExp::Index(0));
                }
                if let Some(Place::Late { prim, .. }) = self.env.get(&var).cloned() {
                    return self.k_late(k, &prim);
                }
                let host = self.scalar(atom);
                k.scalar(&name, ty, host)
            }
        }
    }

    pub(super) fn check(&mut self, text: &str, vals: Vec<ScalarType>, at: usize) -> CheckId {
        self.out.checks.push(Check { what: text.to_string(), vals, at, loc: self.loc.clone() })
    }

    /// Fails where a condition does not hold, with the values of these operands and the indices that the check names.
    fn k_require(
        &mut self,
        k: &mut KernelBuilder,
        point: &Point,
        holds: KExp,
        (text, at): (&str, &[Atom]),
        vals: Vec<(ScalarType, KExp)>,
    ) {
        let slots = ir::kernel::RECORD_SLOTS;
        let (then, ()) = k.block(|k| {
            let point = &self.found(k, point);
            let at: Vec<KExp> = at.iter().take(slots).map(|a| self.k_atom(k, point, *a)).collect();
            let (types, vals): (Vec<_>, Vec<_>) = vals.into_iter().take(slots).unzip();
            let check = self.check(text, types, at.len());
            k.code.push(KStm::Fail { check, at, vals });
        });
        k.can_fail = true;
        k.code.push(KStm::If { cond: not(holds), then, els: vec![] });
    }

    /// The point with indices that are found here, if they are not known everywhere.
    fn found(&mut self, k: &mut KernelBuilder, point: &Point) -> Point {
        let mut point = point.clone();
        let (true, Some(position)) = (point.lazy, point.position.clone()) else { return point };
        if let Ok(index) = self.decode(k, &point.dims, position) {
            for (level, at) in point.levels.iter().zip(index) {
                let index = Val::Scalar(from_index(at));
                point.env.extend(level.var().map(|level| (level, index)));
            }
        }
        point
    }

    /// A check: the value that is safe to go on with, or nothing for evidence.
    fn k_check(&mut self, k: &mut KernelBuilder, point: &Point, check: &ir::Check) -> Option<KExp> {
        if check.proved {
            // Nobody uses its value.
            return check.kind.value().map(|ty| KExp::Const(ty.zero()));
        }
        let at = &check.at[..];
        let i64s = |exps: Vec<KExp>| exps.into_iter().map(|e| (ScalarType::I64, e)).collect();
        match &check.kind {
            CheckKind::Size { a, iota } => {
                let a = self.k_atom(k, point, *a);
                let holds = bin(BinOp::Ge, a.clone(), number(0));
                self.k_require(k, point, holds, (what::size(*iota), at), i64s(vec![a.clone()]));
                let small = bin(BinOp::Lt, a.clone(), number(CheckKind::SIZES));
                self.k_require(k, point, small.clone(), (what::LARGE, at), i64s(vec![a.clone()]));
                let a = KExp::Select(Box::new(small), Box::new(a), Box::new(number(0)));
                Some(bin(BinOp::Max, a, number(0)))
            }
            CheckKind::Bounds { index, size } => {
                let (i, n) = (self.k_atom(k, point, *index), self.k_atom(k, point, *size));
                let inside = within(i.clone(), n.clone());
                self.k_require(k, point, inside.clone(), (what::INDEX, at), i64s(vec![i.clone(), n]));
                Some(KExp::Select(Box::new(inside), Box::new(i), Box::new(number(0))))
            }
            CheckKind::NonZero { ty, a } => {
                let a = self.k_atom(k, point, *a);
                let holds = compare(BinOp::Ne, *ty, &a);
                self.k_require(k, point, holds.clone(), (what::DIVISION, at), vec![]);
                let one = KExp::Const(Scalar::from_i64(*ty, 1));
                Some(KExp::Select(Box::new(holds), Box::new(a), Box::new(one)))
            }
            CheckKind::Exponent { ty, a } => {
                let a = self.k_atom(k, point, *a);
                let holds = compare(BinOp::Ge, *ty, &a);
                self.k_require(k, point, holds.clone(), (what::POWER, at), vec![(*ty, a.clone())]);
                Some(KExp::Select(Box::new(holds), Box::new(a), Box::new(KExp::Const(ty.zero()))))
            }
            CheckKind::SliceLen { start, end, stride, size } => {
                let mut of = [*start, *end, *stride, *size].map(|a| self.k_atom(k, point, a));
                for (exp, name) in of.iter_mut().zip(["start", "end", "stride", "size"]) {
                    if !matches!(exp, KExp::Const(_) | KExp::Var(_)) {
                        let var = k.let_(name, KType::Scalar(ScalarType::I64), exp.clone());
                        *exp = KExp::Var(var);
                    }
                }
                let (ok, len) = slice_len(&of);
                let (what, shown) = what::slice(*stride);
                let vals = shown.iter().map(|i| of[*i].clone()).collect();
                self.k_require(k, point, ok.clone(), (what, at), i64s(vals));
                Some(KExp::Select(Box::new(ok), Box::new(len), Box::new(number(0))))
            }
            CheckKind::Assert { cond, what, vals } => {
                let cond = self.k_atom(k, point, *cond);
                let mut shown = vec![];
                for val in vals {
                    let ty = val.ty(self.vars).elem().unwrap_or(ScalarType::I64);
                    shown.push((ty, self.k_atom(k, point, *val)));
                }
                self.k_require(k, point, cond, (what, at), shown);
                None
            }
            CheckKind::Equal { a, b, what } => {
                let (a, b) = (self.k_atom(k, point, *a), self.k_atom(k, point, *b));
                let same = bin(BinOp::Eq, a.clone(), b.clone());
                self.k_require(k, point, same, (what, at), i64s(vec![a, b]));
                None
            }
        }
    }

    pub(super) fn k_prim(&mut self, k: &mut KernelBuilder, point: &Point, prim: &Prim) -> KExp {
        let mut of = |a: Atom| Box::new(self.k_atom(k, point, a));
        match *prim {
            Prim::Bin { op, ty, a, b } => KExp::Bin(op, ty, of(a), of(b)),
            Prim::Un { op, ty, a } => KExp::Un(op, ty, of(a)),
            Prim::Conv { from, to, a } => KExp::Conv(from, to, of(a)),
            Prim::Select { cond, a, b } => KExp::Select(of(cond), of(a), of(b)),
        }
    }

    /// Evaluates in front of all points what is the same at each: total operations on numbers from outside, and elements of arrays that
    /// lie outside. A divisor is known to be other than zero, and an index to be inside, only where there are points.
    pub(super) fn invariants(&mut self, k: &mut KernelBuilder, seg: &ir::Seg) {
        let mut own: rustc_hash::FxHashSet<Var> = seg.levels.iter().map(|level| level.index).collect();
        own.extend(seg.position);
        own.extend(walk::bound_vars(&seg.body).into_iter().chain(walk::bound_vars(&seg.clauses)));
        own.extend(seg.rows.iter().map(|row| row.param));
        self.late_numbers(k, seg);
        let overwrites = overwrites(seg);
        for stm in seg.body.iter().chain(&seg.clauses.end) {
            let free = walk::free_vars(&stm.exp, self.vars);
            if !free.iter().all(|v| !own.contains(v) || k.invariant.contains_key(v)) {
                continue;
            }
            let value = if let Exp::Prim(prim) = &stm.exp
                && is_total(prim)
            {
                self.k_prim(k, &Point::default(), prim)
            } else if let Exp::Read { arr, index } = &stm.exp
                && !overwrites
                && let Some(value) = self.k_fixed(k, *arr, index)
            {
                value
            } else {
                continue;
            };
            let var = stm.pat.vals[0];
            let ty = self.vars[var].ty.elem().unwrap_or(ScalarType::I64);
            let name = self.vars[var].name.clone();
            let value = k.let_(&name, KType::Scalar(ty), value);
            k.invariant.insert(var, KExp::Var(value));
        }
    }

    /// Whether elements of an array take code to be found, as entries of offsets do.
    pub(super) fn is_made_of_offsets(&self, arr: Var) -> bool {
        matches!(self.env.get(&arr), Some(Place::Offsets(_) | Place::Differences(_)))
    }

    /// An element of an array with one dimension at the same index everywhere, if that is inside.
    fn k_fixed(&mut self, k: &mut KernelBuilder, arr: Var, index: &[Atom]) -> Option<KExp> {
        let ty = self.vars[arr].ty.clone();
        let ([dim], [at]) = (ty.dims(), index) else { return None };
        let (elem, size) = (ty.elem()?, dim.is_uniform().then_some(dim.size)?);
        if self.is_made_of_offsets(arr) {
            return None;
        }
        let point = Point::default();
        let value = self.k_read(k, &point, arr, index).ok()?;
        let inside = within(self.k_atom(k, &point, *at), self.k_atom(k, &point, size));
        Some(KExp::Select(Box::new(inside), Box::new(value), Box::new(KExp::Const(elem.zero()))))
    }

    pub(super) fn k_block(
        &mut self,
        k: &mut KernelBuilder,
        point: &mut Point,
        block: &[Stm<Inner>],
    ) -> Result<(), Limitation> {
        let varies = |stm: &&Stm<Inner>| !stm.pat.vals.iter().any(|v| k.invariant.contains_key(v));
        let block: Vec<&Stm<Inner>> = block.iter().filter(varies).collect();
        block.into_iter().try_for_each(|stm| self.k_stm(k, point, stm))
    }

    /// Evaluates a body; returns its results.
    pub(super) fn k_body(
        &mut self,
        k: &mut KernelBuilder,
        point: &mut Point,
        body: &Body<Inner>,
    ) -> Result<Vec<Val>, Limitation> {
        self.k_block(k, point, &body.stms)?;
        Ok(body.result.vals.iter().map(|a| self.k_val(k, point, *a)).collect())
    }

    pub(super) fn k_val(&mut self, k: &mut KernelBuilder, point: &Point, atom: Atom) -> Val {
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
            Exp::Prim(prim) => self.k_prim(k, point, prim),
            Exp::Check(check) => match self.k_check(k, point, check) {
                Some(value) => value,
                None => {
                    point.env.extend(result.map(|v| (v, Val::Nothing)));
                    return Ok(());
                }
            },
            Exp::Read { arr, index } => self.k_read(k, point, *arr, index)?,
            Exp::Write { arr, index, val } => {
                let val = self.k_atom(k, point, *val);
                let place = self.k_place(k, point, *arr, index)?;
                let (Val::Row { .. } | Val::Part { .. }) = place.row else {
                    base::bug!("lower", "an update in a kernel is of a row of its point")
                };
                let (buf, at) = self.k_address(k, point, &place)?;
                self.k_write(k, buf, at, val);
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
            Exp::Call { fun, args, at, beside: _ } => return self.k_call(k, point, stm, *fun, (args, at)),
            Exp::Op(Inner::Screma(_, s)) => return self.k_screma(k, point, stm, s),
            Exp::View(View::Recast { arr, dims, .. } | View::Reshape { arr, dims, .. }) => {
                // The same memory; an irregular row goes on being found through the sizes of its array.
                let val = match self.k_val(k, point, Atom::Var(*arr)) {
                    Val::Row { buf, base, dims: _ } => Val::Row { buf, base, dims: dims.clone() },
                    val @ (Val::Scalar(_) | Val::Part { .. } | Val::Acc(_) | Val::Nothing) => val,
                };
                point.env.extend(result.map(|v| (v, val)));
                return Ok(());
            }
            Exp::View(View::Row { arr, index }) => return self.k_part(k, point, stm, *arr, index.clone()),
            Exp::View(View::Slice { arr, slices }) => {
                let start = |slice: &Slice| match slice {
                    Slice::At(at) | Slice::Range { start: at, .. } => *at,
                };
                return self.k_part(k, point, stm, *arr, slices.iter().map(start).collect());
            }
            Exp::Scratch { .. } => return Ok(()),
            Exp::View(_) | Exp::Copy { .. } | Exp::Total { .. } | Exp::Trace { .. } | Exp::WithAcc { .. } => {
                base::bug!("lower", "{:?} in a kernel", stm.pat)
            }
        };
        let Some(result) = result else { return Ok(()) };
        let info = &self.vars[result];
        let (name, ty) = (info.name.clone(), info.ty.elem().unwrap_or(ScalarType::I64));
        let var = k.let_(&name, KType::Scalar(ty), value);
        point.env.insert(result, Val::Scalar(KExp::Var(var)));
        Ok(())
    }

    /// The variables that an operator takes from outside, beside its parameters.
    pub(super) fn uses_of(&self, lam: &Lambda<Inner>) -> Vec<Var> {
        walk::free_vars(lam, self.vars)
    }
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
    let Exp::Prim(Prim::Bin { op, ty, a, b }) = &stm.exp else { return None };
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
        val @ (Val::Row { .. } | Val::Part { .. } | Val::Acc(_) | Val::Nothing) => {
            base::bug!("lower", "scalar expected, got {val:?}")
        }
    }
}

/// `a op b` on `i64`.
pub(super) fn bin<S>(op: BinOp, a: KExp<S>, b: KExp<S>) -> KExp<S> {
    KExp::Bin(op, ScalarType::I64, Box::new(a), Box::new(b))
}

/// `a op 0`.
fn compare(op: BinOp, ty: ScalarType, a: &KExp) -> KExp {
    KExp::Bin(op, ty, Box::new(a.clone()), Box::new(KExp::Const(ty.zero())))
}

pub(super) fn both<S>(a: KExp<S>, b: KExp<S>) -> KExp<S> {
    KExp::Bin(BinOp::And, ScalarType::Bool, Box::new(a), Box::new(b))
}

pub(super) fn either<S>(a: KExp<S>, b: KExp<S>) -> KExp<S> {
    KExp::Bin(BinOp::Or, ScalarType::Bool, Box::new(a), Box::new(b))
}

pub(super) fn not(a: KExp) -> KExp {
    KExp::Un(base::UnOp::Not, ScalarType::Bool, Box::new(a))
}

pub(super) fn within<S: Side>(i: KExp<S>, n: KExp<S>) -> KExp<S> {
    both(bin(BinOp::Ge, i.clone(), number(0)), bin(BinOp::Lt, i, n))
}

/// Whether a slice is inside its array, and its length. The four expressions are start, end, stride and size.
pub(super) fn slice_len<S: Side>(at: &[KExp<S>; 4]) -> (KExp<S>, KExp<S>) {
    let [start, end, stride, size] = at.clone();
    let one = stride == number(1);
    let (len, last) = if one {
        (bin(BinOp::Sub, end.clone(), start.clone()), bin(BinOp::Sub, end, number(1)))
    } else {
        // Towards the end: ceil((end - start) / stride), which is -(floor((start - end) / stride)).
        let back = bin(BinOp::Div, bin(BinOp::Sub, start.clone(), end), stride.clone());
        let len = bin(BinOp::Sub, number(0), back);
        let steps = bin(BinOp::Mul, bin(BinOp::Sub, len.clone(), number(1)), stride.clone());
        (len, bin(BinOp::Add, start.clone(), steps))
    };
    let inside = both(within(start, size.clone()), within(last, size));
    // Only elements that are touched must exist: an empty slice may lie anywhere.
    let empty = bin(BinOp::Eq, len.clone(), number(0));
    let some = both(bin(BinOp::Gt, len.clone(), number(0)), inside);
    let fits = either(empty, some);
    (if one { fits } else { both(bin(BinOp::Ne, stride, number(0)), fits) }, len)
}
