//! The code of one point: the body of a kernel, statement by statement.

use super::code::{KernelBuilder, from_index, load, to_index};
use super::elem::k_in_room;
use super::{Lowerer, Place};
use base::{BinOp, Scalar, ScalarType};
use ir::failure::what;
use ir::kernel::{Check, CheckId, Exp as KExp, KType, KVar, Stm as KStm};
use ir::{Atom, Body, Dim, Exp, Inner, Lambda, Limitation, SegOp, Start, Stm, Var, walk};
use rustc_hash::FxHashMap;

/// What a Flat variable is inside a kernel.
#[derive(Clone, Debug)]
pub(super) enum Val {
    Scalar(KExp),
    /// An array that belongs to the point: the part of a buffer from `base` on. Dimensions that the source gave it rest on checks
    /// that may have failed in this very kernel: then `room` is how many elements there are, whatever the dimensions say.
    Row {
        buf: KVar,
        base: KExp,
        dims: Vec<Dim>,
        room: Option<KExp>,
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
    /// Where the indices of the source are found from there, for messages; none: they are those of the levels.
    pub(super) origins: Vec<ir::Origin>,
    /// The indices of the operators inside of the kernel that are around, for messages.
    pub(super) inside: Vec<KExp>,
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
    pub(super) fn k_fail(
        &mut self,
        k: &mut KernelBuilder,
        point: &Point,
        text: &str,
        vals: Vec<(ScalarType, KExp)>,
    ) {
        let slots = ir::kernel::RECORD_SLOTS;
        let origins: Vec<Option<KExp>> = match point.origins.is_empty() {
            true => point.at.iter().cloned().map(Some).collect(),
            false => point.origins.iter().map(|origin| self.k_origin(k, point, origin)).collect(),
        };
        let mut at = ir::named_indices(origins, point.inside.iter().cloned());
        at.truncate(slots);
        let at: Vec<KExp> = at.into_iter().map(from_index).collect();
        let (types, vals): (Vec<_>, Vec<_>) = vals.into_iter().take(slots).unzip();
        let check = self.check(text, types, at.len());
        k.can_fail = true;
        k.code.push(KStm::Fail { check, at, vals });
    }

    /// An index of the source, looked up where a failure is reported and nowhere else; nothing for that of an operator inside.
    fn k_origin(&mut self, k: &mut KernelBuilder, point: &Point, origin: &ir::Origin) -> Option<KExp> {
        let start = match origin.start {
            Start::Level(level) => point.at.get(level as usize).cloned().unwrap_or(KExp::Index(0)),
            Start::Host(index) => to_index(self.k_atom(k, point, index)),
            Start::Inside => return None,
        };
        Some(origin.through.iter().fold(start, |at, ids| {
            let host = self.buf(*ids);
            let ids = k.buf("ids", ScalarType::I64, host);
            to_index(load(ids, at))
        }))
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
            Exp::Size { a, iota, checked } => {
                let a = self.k_atom(k, point, *a);
                if !checked {
                    a
                } else {
                    let negative = bin(BinOp::Lt, a.clone(), number(0));
                    self.k_fail_if(k, point, negative, what::size(*iota), vec![(ScalarType::I64, a.clone())]);
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
                    let (what, shown) = what::slice(*stride);
                    let vals = shown.iter().map(|i| (ScalarType::I64, at[*i].clone())).collect();
                    self.k_fail_if(k, point, not(ok.clone()), what, vals);
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
                let (Val::Row { .. } | Val::Part { .. }) = place.row else {
                    base::bug!("lower", "an update in a kernel is of a row of its point")
                };
                self.k_guarded(k, point, &place, *checked, |this, k| {
                    let (buf, at) = this.k_address(k, point, &place)?;
                    k_in_room(k, &place, &at, |k| k.store(buf, at.clone(), val));
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
            Exp::Recast { arr, dims, .. } | Exp::Reshape { arr, dims } => {
                // The same memory; an irregular row goes on being found through the sizes of its array.
                let val = match self.k_val(k, point, Atom::Var(*arr)) {
                    Val::Row { buf, base, dims: old, room } => {
                        let room = match room {
                            Some(room) => room,
                            None => self.k_volume(k, point, &old),
                        };
                        Val::Row { buf, base, dims: dims.clone(), room: Some(room) }
                    }
                    val => val,
                };
                point.env.extend(result.map(|v| (v, val)));
                return Ok(());
            }
            Exp::Slice { .. }
            | Exp::Iota { .. }
            | Exp::Replicate { .. }
            | Exp::Copy { .. }
            | Exp::Concat { .. }
            | Exp::Rearrange { .. }
            | Exp::GatherRows { .. }
            | Exp::Total { .. }
            | Exp::Literal { .. }
            | Exp::Call { .. }
            | Exp::Trace { .. }
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

pub(super) fn number(x: i64) -> KExp {
    KExp::Const(Scalar::I64(x))
}

pub(super) fn bin(op: BinOp, a: KExp, b: KExp) -> KExp {
    KExp::Bin(op, ScalarType::I64, Box::new(a), Box::new(b))
}

fn both(a: KExp, b: KExp) -> KExp {
    KExp::Bin(BinOp::And, ScalarType::Bool, Box::new(a), Box::new(b))
}

pub(super) fn not(a: KExp) -> KExp {
    KExp::Un(base::UnOp::Not, ScalarType::Bool, Box::new(a))
}

pub(super) fn within(i: KExp, n: KExp) -> KExp {
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
