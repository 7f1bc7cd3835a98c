//! The kernels of workers with copies: the one that combines into the copies, and the one that merges them.
//!
//! ```text
//! lock locks[at] of n with (x, y) {   =>   if touched[copy + at] {
//!   let a = p[at]; let b = q[at]; ..         let a = p[copy + at]; let b = q[copy + at]; ..
//!   p[at] = c; q[at] = d;                    p[copy + at] = c; q[copy + at] = d;
//! }                                        } else { touched[copy + at] = true; p[copy + at] = x; q[copy + at] = y; }
//! ```
//!
//! A copy of what atomics combine into starts with an element that leaves every value as it is, and so does one of components that each are
//! combined by such an operator of their own (sums and counts). Of other operators no such element is certain: a cell of a copy takes the
//! first value as it is, and one without a value is not merged.

use super::choose::{store_if_better, stores_if_better};
use super::find::{Acc, Accs, Locked, Update, componentwise};
use super::{fresh_name, index};
use base::{BinOp, IdVec, Scalar, ScalarType};
use ir::kernel::{Exp, IndexWidth, KType, KVar, KVarInfo, Kernel, KernelId, Program, Stm, mentioned};
use rustc_hash::FxHashMap;

/// Where the copies of a group begin, by the buffer, or by the first of those that one operator combines into.
#[derive(Default)]
struct Copies {
    atomic: FxHashMap<KVar, (Exp, ScalarType)>,
    /// With the marks of touched cells.
    locked: FxHashMap<KVar, (Exp, KVar)>,
}

/// The kernel that combines into the copy of its group. For each accumulator it takes the distance between copies, and how many cells they
/// have, too; for those under locks the marks of touched cells in front of that.
pub(super) fn with_copies(program: &mut Program, id: KernelId, accs: &Accs) -> KernelId {
    let mut kernel = program.kernels[id].clone();
    kernel.name = fresh_name(program, &format!("{}_private", kernel.name));
    let (mut own, mut of_turns) = (Copies::default(), Copies::default());
    let mut body = vec![];
    let mut copy = |kernel: &mut Kernel, buf: KVar, fill: Scalar| {
        let [stride, cells, base, at] =
            ["stride", "cells", "copy", "at"].map(|name| kernel.vars.push(KVarInfo::new(name, KType::Index)));
        kernel.params.extend([stride, cells]);
        let copy = index(BinOp::Mul, Exp::Var(kernel.group), Exp::Var(stride));
        body.push(Stm::Let(base, copy.clone()));
        let cell = index(BinOp::Add, Exp::Var(base), Exp::Var(at));
        let fill = vec![Stm::Store { buf, at: cell, val: Exp::Const(fill) }];
        body.push(Stm::For { var: at, from: Exp::Index(0), to: Exp::Var(cells), vector: None, body: fill });
        (Exp::Var(base), copy)
    };
    for acc in &accs.atomic {
        let buf = kernel.params[acc.at];
        let (base, turn) = copy(&mut kernel, buf, acc.neutral);
        own.atomic.insert(buf, (base, acc.ty));
        of_turns.atomic.insert(buf, (turn, acc.ty));
    }
    for locked in &accs.locked {
        let touched = kernel.vars.push(KVarInfo::new("touched", KType::Buf(ScalarType::Bool)));
        kernel.params.push(touched);
        let (base, turn) = copy(&mut kernel, touched, Scalar::Bool(false));
        own.locked.insert(locked.update.bufs[0], (base, touched));
        of_turns.locked.insert(locked.update.bufs[0], (turn, touched));
    }
    // The last group out is each group in turn, and all of them are done.
    if let Some(Stm::LastOut { body, .. }) = kernel.body.last_mut() {
        combine_alone(body, &of_turns);
    }
    combine_alone(&mut kernel.body, &own);
    body.append(&mut kernel.body);
    kernel.body = body;
    program.kernels.push(kernel)
}

/// Without atomics and locks.
fn combine_alone(stms: &mut Vec<Stm>, copies: &Copies) {
    for mut stm in std::mem::take(stms) {
        if let Stm::Atomic { op, buf, at, val, old: None } = &stm
            && let Some((base, ty)) = copies.atomic.get(buf)
        {
            let cell = index(BinOp::Add, base.clone(), at.clone());
            stms.push(combined(*op, *ty, *buf, cell, val));
        } else if let Some(alone) = unlocked(&stm, copies) {
            stms.extend(alone);
        } else {
            stm.blocks_mut().into_iter().for_each(|block| combine_alone(block, copies));
            stms.push(stm);
        }
    }
}

/// A value combined into a cell.
fn combined(op: BinOp, ty: ScalarType, buf: KVar, cell: Exp, val: &Exp) -> Stm {
    store_if_better(op, ty, buf, &cell, val).unwrap_or_else(|| {
        let old = Exp::load(buf, cell.clone());
        Stm::Store { buf, at: cell, val: Exp::Bin(op, ty, Box::new(old), Box::new(val.clone())) }
    })
}

/// What combines into a copy as a statement does under a lock.
fn unlocked(stm: &Stm, copies: &Copies) -> Option<Vec<Stm>> {
    let Stm::Locked { at: Exp::Var(at), vals, body, .. } = stm else { return None };
    let stores = &body[body.len().checked_sub(vals.len())?..];
    let bufs =
        stores.iter().filter_map(|stm| if let Stm::Store { buf, .. } = stm { Some(*buf) } else { None });
    let bufs: Vec<KVar> = bufs.collect();
    if let Some(ops) = componentwise(body, vals)
        && bufs.iter().all(|buf| copies.atomic.contains_key(buf))
    {
        let each = bufs.iter().zip(ops).zip(vals).map(|((buf, op), val)| {
            let (base, ty) = &copies.atomic[buf];
            combined(op, *ty, *buf, index(BinOp::Add, base.clone(), Exp::Var(*at)), val)
        });
        return Some(each.collect());
    }
    let (base, touched) = copies.locked.get(bufs.first()?)?;
    let cell = index(BinOp::Add, base.clone(), Exp::Var(*at));
    let mut then = body.clone();
    then.iter_mut().for_each(|stm| stm.replace(*at, &cell));
    let then = stores_if_better(then, vals);
    let mark = Stm::Store { buf: *touched, at: cell.clone(), val: Exp::Const(Scalar::Bool(true)) };
    let first =
        bufs.into_iter().zip(vals).map(|(buf, val)| Stm::Store { buf, at: cell.clone(), val: val.clone() });
    let els = std::iter::once(mark).chain(first).collect();
    Some(vec![Stm::If { cond: Exp::load(*touched, cell.clone()), then, els }])
}

/// The kernel that combines all copies into the accumulators. For each of these it takes them, their copies, how many cells there are and
/// the distance between copies; of those under locks all accumulators, their copies and the marks; then how many copies there are, and what else
/// the operators need.
pub(super) fn merge(program: &mut Program, id: KernelId, accs: &Accs) -> KernelId {
    let of = &program.kernels[id];
    let name = fresh_name(program, &format!("{}_merge", of.name));
    // Operators mean what they mean in the kernel.
    let mut merge = Merge { vars: of.vars.clone(), params: vec![], body: vec![], of };
    let copies = merge.var("copies", KType::Index);
    accs.atomic.iter().for_each(|acc| merge.atomic(acc, copies));
    accs.locked.iter().for_each(|locked| merge.locked(locked, copies));
    merge.params.push(copies);
    merge.params.extend(outside(of, accs).into_iter().map(|at| of.params[at]));
    let Merge { vars, params, body, .. } = merge;
    let kernel = Kernel {
        name,
        loc: of.loc.clone(),
        vars,
        params,
        group: of.group,
        groups: of.groups,
        lanes: 1,
        shared: vec![],
        chain: 0,
        body,
        index: IndexWidth::W64,
        can_fail: false,
    };
    program.kernels.push(kernel)
}

/// The positions of the parameters of a kernel that operators under locks need besides their values.
pub(super) fn outside(kernel: &Kernel, accs: &Accs) -> Vec<usize> {
    let used: Vec<_> = accs.locked.iter().map(|locked| mentioned(&locked.update.body)).collect();
    let of_cells = |param: &KVar| accs.locked.iter().any(|locked| locked.update.bufs.contains(param));
    let needed = |param: &KVar| used.iter().any(|used| used.contains(param)) && !of_cells(param);
    (0..kernel.params.len()).filter(|at| needed(&kernel.params[*at])).collect()
}

/// A kernel that merges, being made.
struct Merge<'a> {
    of: &'a Kernel,
    vars: IdVec<KVar, KVarInfo>,
    params: Vec<KVar>,
    body: Vec<Stm>,
}

impl Merge<'_> {
    fn var(&mut self, name: &str, ty: KType) -> KVar {
        self.vars.push(KVarInfo::new(name, ty))
    }

    fn atomic(&mut self, acc: &Acc, copies: KVar) {
        let (buf, all) = (self.var("acc", KType::Buf(acc.ty)), self.var("copies", KType::Buf(acc.ty)));
        self.params.extend([buf, all]);
        self.cells(copies, |at, own| {
            let old = Exp::load(buf, at.clone());
            let val = Exp::Bin(acc.op, acc.ty, Box::new(old), Box::new(Exp::load(all, own)));
            vec![Stm::Store { buf, at, val }]
        });
    }

    fn locked(&mut self, locked: &Locked, copies: KVar) {
        let Update { bufs, at: cell, vals, body } = &locked.update;
        let all: Vec<KVar> = locked.types.iter().map(|ty| self.var("copies", KType::Buf(*ty))).collect();
        let touched = self.var("touched", KType::Buf(ScalarType::Bool));
        self.params.extend(bufs.iter().chain(&all).chain([&touched]));
        self.cells(copies, |at, own| {
            let loads = vals.iter().zip(&all).map(|(val, all)| Stm::Let(*val, Exp::load(*all, own.clone())));
            let then = [Stm::Let(*cell, at)].into_iter().chain(loads).chain(body.iter().cloned()).collect();
            vec![Stm::If { cond: Exp::load(touched, own), then, els: vec![] }]
        });
    }

    /// Goes through the group's share of the cells of all copies: `f` is given the cell, and where it is among the copies.
    fn cells(&mut self, copies: KVar, f: impl FnOnce(Exp, Exp) -> Vec<Stm>) {
        let [count, stride, from, to, copy, at] =
            ["count", "stride", "from", "to", "copy", "at"].map(|name| self.var(name, KType::Index));
        self.params.extend([count, stride]);
        let groups = Exp::Var(self.of.groups);
        let share = |group: Exp| index(BinOp::Div, index(BinOp::Mul, group, Exp::Var(count)), groups.clone());
        let group = Exp::Var(self.of.group);
        self.body.push(Stm::Let(from, share(group.clone())));
        self.body.push(Stm::Let(to, share(index(BinOp::Add, group, Exp::Index(1)))));
        let own = index(BinOp::Add, index(BinOp::Mul, Exp::Var(copy), Exp::Var(stride)), Exp::Var(at));
        let body = f(Exp::Var(at), own);
        let inner = Stm::For { var: at, from: Exp::Var(from), to: Exp::Var(to), vector: None, body };
        let to = Exp::Var(copies);
        self.body.push(Stm::For { var: copy, from: Exp::Index(0), to, vector: None, body: vec![inner] });
    }
}
