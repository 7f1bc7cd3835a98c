//! Memory of a point's own: rows of consumed arrays, and arrays that its kernel makes.
//!
//! Small arrays of constant size are local to the worker. Arrays of one size for all points lie in a buffer with a slice for each
//! worker. Others are parts of a row that belongs to the point; the flattener says which. A worker that goes through several points may
//! have one such row for all of them ([`super::longest`]).
//!
//! A place in the program that makes an array has one piece of memory. Where a loop or a branch gives another array than the one
//! whose memory is in that place, the two exchange their memory: positions where arrays begin are then variables.

use super::body::{Point, Val};
use super::code::{KernelBuilder, from_index, ix, load, to_index};
use super::grid::share_of;
use super::host_bin;
use super::{Lowerer, Place};
use base::{BinOp, ScalarType};
use ir::kernel::{Exp as KExp, HostExp, HostStm, KType, KVar};
use ir::{Exp, Inner, Limitation, LoopForm, Seg, Stm, Type, Var, View};
use rustc_hash::{FxHashMap, FxHashSet};

/// Arrays of at most this many bytes are local to the worker.
const LOCAL_BYTES: i64 = 1024;

/// How many elements an array has, if that is a constant.
fn constant_len(ty: &Type) -> Option<i64> {
    ty.dims().iter().try_fold(1i64, |n, d| n.checked_mul(d.size.as_i64()?))
}

/// Whether an array is local to the worker.
fn is_local(ty: &Type) -> bool {
    let bytes = ty.elem().unwrap_or(ScalarType::I64).bytes() as i64;
    constant_len(ty).is_some_and(|len| len <= LOCAL_BYTES / bytes)
}

/// The memory of arrays of one element type, a slice for each worker.
pub(super) struct Slices {
    pub(super) elem: ScalarType,
    pub(super) buf: KVar,
    /// How many elements a slice has.
    total: KVar,
    /// The sum so far in this region, and the most in any before it.
    sum: HostExp,
    most: HostExp,
}

impl Slices {
    /// Another region of the kernel begins, which uses the same memory.
    pub(super) fn begin(&mut self) {
        let sum = std::mem::replace(&mut self.sum, super::number(0));
        self.most = host_bin(BinOp::Max, self.most.clone(), sum);
    }
}

impl Lowerer<'_> {
    /// Gives the point its rows of the consumed arrays, and memory for those it makes.
    pub(super) fn enter_rows(
        &mut self,
        k: &mut KernelBuilder,
        point: &mut Point,
        seg: &Seg,
    ) -> Result<(), Limitation> {
        self.enter_seg_rows(k, point, seg)?;
        self.enter_private(k, point, seg);
        Ok(())
    }

    pub(super) fn enter_seg_rows(
        &mut self,
        k: &mut KernelBuilder,
        point: &mut Point,
        seg: &Seg,
    ) -> Result<(), Limitation> {
        for row in &seg.rows {
            let ty = self.vars[row.arr].ty.clone();
            let elem = ty.elem().unwrap_or(ScalarType::I64);
            let dims = self.vars[row.param].ty.dims().to_vec();
            if dims.iter().any(|d| !d.is_uniform()) {
                let at = point.at.iter().cloned().map(from_index).collect();
                point.env.insert(row.param, Val::Part { arr: row.arr, at });
                continue;
            }
            let mut index = point.at.clone();
            index.resize(ty.rank(), KExp::Index(0));
            let name = self.vars[row.arr].name.clone();
            let mut base = self.position(k, ty.dims(), &index)?;
            if let Some((shared, start)) = k.worker_rows.get(&row.arr).cloned() {
                let start = KExp::Select(Box::new(shared), Box::new(KExp::Var(start)), Box::new(base));
                base = start;
            }
            if let (true, Some(Place::Differences(offsets))) =
                (dims.is_empty(), self.env.get(&row.arr).cloned())
            {
                let size = from_index(self.k_difference(k, &offsets, base)?);
                let size = k.let_(&name, KType::Scalar(elem), size);
                point.env.insert(row.param, Val::Scalar(KExp::Var(size)));
                continue;
            }
            let host = self.buf(row.arr);
            let buf = k.buf(&name, elem, host);
            let val = if dims.is_empty() {
                Val::Scalar(KExp::Var(k.let_(&name, KType::Scalar(elem), load(buf, base))))
            } else {
                Val::Row { buf, base: k.let_index("base", base), dims }
            };
            point.env.insert(row.param, val);
        }
        Ok(())
    }

    /// Gives every array that the kernel makes its memory.
    fn enter_private(&mut self, k: &mut KernelBuilder, point: &mut Point, seg: &Seg) {
        let mut sites = vec![];
        let mut exchanges = Exchanges::default();
        for block in [&seg.body, &seg.clauses.each] {
            find(block, &mut sites);
            exchanges.block(block);
        }
        for (var, ty, part) in sites {
            let elem = ty.elem().unwrap_or(ScalarType::I64);
            let (buf, base) = match (part, constant_len(&ty)) {
                (Some((row, part)), _) => {
                    let Some(Val::Row { buf, base, dims }) = point.env.get(&row).cloned() else {
                        base::bug!("lower", "{}_{} is no row", self.vars[row].name, row.0)
                    };
                    let mut len = KExp::Index(1);
                    for dim in &dims[1..] {
                        len = ix(BinOp::Mul, len, to_index(self.k_atom(k, point, dim.size)));
                    }
                    (buf, ix(BinOp::Add, base, ix(BinOp::Mul, KExp::Index(part.into()), len)))
                }
                (None, Some(len)) if is_local(&ty) => k.local(elem, len as u32),
                (None, _) => self.slice_of(k, elem, &ty),
            };
            let base = match exchanges.moving.contains(&var) {
                true => KExp::Var(k.let_("base", KType::Index, base)),
                false => k.let_index("base", base),
            };
            point.env.insert(var, Val::Row { buf, base, dims: ty.dims().to_vec() });
        }
    }

    /// The next part of the worker's slice.
    fn slice_of(&mut self, k: &mut KernelBuilder, elem: ScalarType, ty: &Type) -> (KVar, KExp) {
        let known = k.slices.iter().position(|s| s.elem == elem);
        let at = known.unwrap_or_else(|| {
            let buf = self.host_var("scratch", KType::Buf(elem));
            let total = self.host_var("slice", KType::Scalar(ScalarType::I64));
            k.slices.push(Slices { elem, buf, total, sum: super::number(0), most: super::number(0) });
            k.slices.len() - 1
        });
        let (host, total, start) = (k.slices[at].buf, k.slices[at].total, k.slices[at].sum.clone());
        let mut len = super::number(1);
        for dim in ty.dims() {
            let size = self.scalar(dim.size);
            len = host_bin(BinOp::Mul, len, size);
        }
        k.slices[at].sum = host_bin(BinOp::Add, start.clone(), len);
        let buf = k.buf("scratch", elem, host);
        let (total, start) = (k.index("slice", KExp::Var(total)), k.index("start", start));
        let base = ix(BinOp::Mul, KExp::Var(k.worker), total);
        (buf, ix(BinOp::Add, base, start))
    }

    /// How many of so many workers have slices, each of which goes through several points: see [`super::grid`].
    pub(super) fn bound_slices(&mut self, k: &KernelBuilder, workers: HostExp) -> HostExp {
        if k.slices.is_empty() || !self.target.apart {
            return workers;
        }
        let bytes = k.slices.iter().map(|slice| {
            let most = host_bin(BinOp::Max, slice.most.clone(), slice.sum.clone());
            host_bin(BinOp::Mul, most, super::number(slice.elem.bytes() as i64))
        });
        let each = bytes.reduce(|sum, bytes| host_bin(BinOp::Add, sum, bytes));
        let share = k.held.clone().map_or(super::number(0), share_of);
        self.lanes_within(workers, each, share)
    }

    /// Allocates the slices of a kernel's workers, whose number it returns.
    pub(super) fn alloc_slices(&mut self, slices: &[Slices], workers: HostExp) -> HostExp {
        if slices.is_empty() {
            return workers;
        }
        let workers = KExp::Var(self.set("workers", ScalarType::I64, workers));
        for slice in slices {
            let most = host_bin(BinOp::Max, slice.most.clone(), slice.sum.clone());
            self.code.push(HostStm::Set(slice.total, most));
            let count = host_bin(BinOp::Mul, workers.clone(), KExp::Var(slice.total));
            self.code.push(HostStm::Alloc { buf: slice.buf, count, zeroed: false });
        }
        workers
    }
}

/// Makes rows `to` have the memory of rows `from`, which get that of `to`: pairs of the positions where the rows begin.
pub(super) fn exchange(k: &mut KernelBuilder, pairs: &[(Val, Val)]) {
    let mut moves: Vec<(KVar, KVar)> = vec![];
    for (to, from) in pairs {
        let (Val::Row { buf: b, base: to, .. }, Val::Row { buf: c, base: from, .. }) = (to, from) else {
            continue;
        };
        if to == from && b == c {
            continue;
        }
        match (to, from) {
            (KExp::Var(to), KExp::Var(from)) if b == c => moves.push((*to, *from)),
            _ => base::bug!("lower", "rows in different memory change places"),
        }
    }
    let is_to = |v: KVar| moves.iter().any(|(to, _)| *to == v);
    let is_from = |v: KVar| moves.iter().any(|(_, from)| *from == v);
    let left: Vec<KVar> = moves.iter().map(|(to, _)| *to).filter(|v| !is_from(*v)).collect();
    let open: Vec<KVar> = moves.iter().map(|(_, from)| *from).filter(|v| !is_to(*v)).collect();
    let all: Vec<(KVar, KVar)> = moves.iter().copied().chain(open.into_iter().zip(left)).collect();
    let temps: Vec<KVar> =
        all.iter().map(|(_, from)| k.let_("next", KType::Index, KExp::Var(*from))).collect();
    for ((to, _), temp) in all.iter().zip(temps) {
        k.set(*to, KExp::Var(temp));
    }
}

/// An array that a kernel makes: its variable, its type, and the part of a row where it lies.
type Site = (Var, Type, Option<(Var, u32)>);

/// Whether a kernel makes arrays that do not fit the local memory of a worker.
pub(crate) fn takes_slices(seg: &Seg) -> bool {
    let mut sites = vec![];
    [&seg.body, &seg.clauses.each].into_iter().for_each(|block| find(block, &mut sites));
    sites.iter().any(|(_, ty, part)| part.is_none() && !is_local(ty))
}

/// Whether a kernel makes arrays whose sizes differ from point to point, in rows of memory that are nobody's results.
pub(crate) fn takes_rows(seg: &Seg) -> bool {
    let mut sites = vec![];
    [&seg.body, &seg.clauses.each].into_iter().for_each(|block| find(block, &mut sites));
    sites.iter().any(|(_, _, part)| part.is_some())
}

fn find(block: &[Stm<Inner>], sites: &mut Vec<Site>) {
    for stm in block {
        if let Exp::Scratch { ty, part } = &stm.exp {
            sites.push((stm.pat.vals[0], ty.clone(), *part));
        }
        stm.exp.blocks(&mut |block| find(block, sites));
    }
}

/// Which arrays exchange their memory with others.
#[derive(Default)]
struct Exchanges {
    /// The array whose memory a version of it has.
    root: FxHashMap<Var, Var>,
    moving: FxHashSet<Var>,
}

impl Exchanges {
    fn of(&self, atom: ir::Atom) -> Option<Var> {
        atom.var().map(|v| self.root.get(&v).copied().unwrap_or(v))
    }

    fn merge(&mut self, a: Option<Var>, b: Option<Var>) {
        if a != b {
            self.moving.extend(a.into_iter().chain(b));
        }
    }

    fn name(&mut self, var: Var, root: Option<Var>) {
        self.root.extend(root.map(|root| (var, root)));
    }

    fn block(&mut self, block: &[Stm<Inner>]) {
        for stm in block {
            match &stm.exp {
                Exp::Write { arr, .. } | Exp::View(View::Recast { arr, .. } | View::Reshape { arr, .. }) => {
                    self.name(stm.pat.vals[0], self.of((*arr).into()));
                }
                Exp::Atom(a) => self.name(stm.pat.vals[0], self.of(*a)),
                Exp::If { then, els, .. } => {
                    self.block(&then.stms);
                    self.block(&els.stms);
                    for (var, (a, b)) in
                        stm.pat.vals.iter().zip(then.result.vals.iter().zip(&els.result.vals))
                    {
                        let (a, b) = (self.of(*a), self.of(*b));
                        self.merge(a, b);
                        self.name(*var, a);
                    }
                }
                Exp::Loop(l) => {
                    for (param, init) in l.params.vals.iter().zip(&l.init.vals) {
                        self.name(*param, self.of(*init));
                    }
                    if let LoopForm::While(cond) = &l.form {
                        self.block(&cond.stms);
                    }
                    self.block(&l.body.stms);
                    for ((var, param), result) in
                        stm.pat.vals.iter().zip(&l.params.vals).zip(&l.body.result.vals)
                    {
                        let (a, b) = (self.of((*param).into()), self.of(*result));
                        self.merge(a, b);
                        self.name(*var, a);
                    }
                }
                exp @ (Exp::Prim(_)
                | Exp::Read { .. }
                | Exp::Check(_)
                | Exp::Trace { .. }
                | Exp::View(_)
                | Exp::Copy { .. }
                | Exp::Scratch { .. }
                | Exp::Total { .. }
                | Exp::UpdateAcc { .. }
                | Exp::Call { .. }
                | Exp::WithAcc { .. }
                | Exp::Op(_)) => exp.blocks(&mut |block| self.block(block)),
            }
        }
    }
}
