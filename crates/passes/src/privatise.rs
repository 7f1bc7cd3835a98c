//! Privatisation: workers that combine into the same few cells have copies of them.
//!
//! ```text
//!                                            w = workers(n);
//! launch f groups workers(n) (.., buf acc)   w = min(w, max(w / 4, n / (16 * bins)));
//!                                       =>   if (2 * w * (bins + 16) <= n) {
//!                                              alloc copies = w * (bins + 16);
//!                                              launch f_private groups w (.., buf copies, bins + 16, bins);
//!                                              launch f_merge (buf acc, buf copies, ..); release copies;
//!                                            } else { launch f .. }
//! ```
//!
//! A group of one lane is run by one thread, so its copy needs no atomics. It fills its copy with the neutral element first, which also
//! brings the copy near. Many cells are given fewer workers, down to one a thread: a copy costs as much as some items do. Copies are used
//! while they are small beside the work, so that memory stays linear however many workers and cells there are.
//!
//! Groups of several lanes have copies in shared memory (`shared.rs`).
//!
//! Precondition: a verified Kernel program. Does not do: accumulators whose size the block of the launch does not show, operators without
//! an element that leaves every cell as it is (minima of floats), operators under locks.

mod shared;

use crate::lower::Target;
use base::{BinOp, IdVec, Loc, Scalar, ScalarType, UnOp};
use ir::kernel::{
    Arg, Exp, HostArg, HostExp, HostFun, HostStm, IndexWidth, KType, KVar, KVarInfo, Kernel, KernelId,
    OnDevice, OnHost, Program, Stm,
};
use ir::machine::WORKERS_PER_THREAD;
use rustc_hash::{FxHashMap, FxHashSet};

/// The fewest bytes of a cell: narrower ones have no atomics.
const NARROWEST: u32 = 4;

/// A worker with a copy should have this many items for every cell, unless there would be fewer workers than threads.
const ITEMS_PER_CELL: i64 = 16;

/// Gives kernels that accumulate a second form with copies, and lets launches choose. Groups of several lanes have theirs in shared
/// memory.
pub fn privatise(mut program: Program, target: Target) -> Program {
    let mut funs = std::mem::take(&mut program.funs);
    for fun in &mut funs {
        let body = std::mem::take(&mut fun.body);
        fun.body = block(&mut program, fun, body, (Known::default(), target));
    }
    program.funs = funs;
    program
}

/// What is known at a place of the host's code.
#[derive(Clone, Default)]
struct Known {
    /// How many elements buffers have.
    counts: FxHashMap<KVar, HostExp>,
    /// What scalars are.
    known: FxHashMap<KVar, HostExp>,
}

fn block(
    program: &mut Program,
    fun: &mut HostFun,
    stms: Vec<HostStm>,
    (at, target): (Known, Target),
) -> Vec<HostStm> {
    let mut out = vec![];
    let Known { mut counts, mut known } = at;
    for stm in stms {
        match stm {
            HostStm::Launch { kernel, groups, args } => {
                let items = items(&groups, &known);
                let private = launch(program, fun, (&counts, items, target), (kernel, &groups, &args));
                out.extend(private.unwrap_or_else(|| vec![HostStm::Launch { kernel, groups, args }]));
                continue;
            }
            HostStm::Alloc { buf, ref count, .. } | HostStm::Reuse { to: buf, ref count, .. } => {
                counts.insert(buf, count.clone());
            }
            HostStm::Set(var, ref exp) => {
                forget(&[var], &mut counts, &mut known);
                known.insert(var, exp.clone());
            }
            HostStm::Read(ref reads) => {
                let vars: Vec<KVar> = reads.iter().map(|read| read.var).collect();
                forget(&vars, &mut counts, &mut known);
            }
            HostStm::Share { to, .. } => _ = counts.remove(&to),
            HostStm::Release(buf) => _ = counts.remove(&buf),
            HostStm::If { cond, then, els } => {
                let at = Known { counts: std::mem::take(&mut counts), known: std::mem::take(&mut known) };
                let then = block(program, fun, then, (at.clone(), target));
                let els = block(program, fun, els, (at, target));
                out.push(HostStm::If { cond, then, els });
                continue;
            }
            HostStm::While { pre, cond, body } => {
                counts.clear();
                known.clear();
                let pre = block(program, fun, pre, (Known::default(), target));
                let body = block(program, fun, body, (Known::default(), target));
                out.push(HostStm::While { pre, cond, body });
                continue;
            }
            HostStm::Call { .. } => {
                counts.clear();
                known.clear();
            }
            HostStm::Copy { .. } | HostStm::Check { .. } => {}
        }
        out.push(stm);
    }
    out
}

/// Forgets what depends on the old values of variables that are set.
fn forget(vars: &[KVar], counts: &mut FxHashMap<KVar, HostExp>, known: &mut FxHashMap<KVar, HostExp>) {
    counts.retain(|_, count| !count.mentions(vars));
    known.retain(|of, exp| !vars.contains(of) && !exp.mentions(vars));
}

/// How many items there are to share among so many groups.
fn items(groups: &HostExp, known: &FxHashMap<KVar, HostExp>) -> Option<HostExp> {
    if let Exp::Only(OnHost::Workers(items)) = groups {
        return Some((**items).clone());
    }
    if let Exp::Var(var) = groups {
        return items(known.get(var)?, known);
    }
    groups.parts().into_iter().find_map(|part| items(part, known))
}

/// An accumulator of a launch.
struct Acc {
    /// The position of its parameter.
    at: usize,
    host: KVar,
    ty: ScalarType,
    op: BinOp,
    neutral: Scalar,
    count: HostExp,
}

/// A launch with copies where there are enough items, if the kernel accumulates.
fn launch(
    program: &mut Program,
    fun: &mut HostFun,
    (counts, items, target): (&FxHashMap<KVar, HostExp>, Option<HostExp>, Target),
    (id, groups, args): (KernelId, &HostExp, &[HostArg]),
) -> Option<Vec<HostStm>> {
    let kernel = &program.kernels[id];
    let accs = accumulators(kernel, args, counts);
    if kernel.lanes > 1 {
        // Tiles of groups that wait for each other take the memory that copies would have.
        let alone = kernel.chain == 0;
        return alone.then(|| shared::launch(program, (id, groups, args), &accs, target)).flatten();
    }
    // A number of items that is a constant is a guess: the host does not know how many there are.
    let items = items.filter(|items| !matches!(items, Exp::Const(_)))?;
    let cells = accs.iter().map(|acc| acc.count.clone()).reduce(|a, b| number(BinOp::Add, a, b))?;
    // Between copies, so that no two workers write to one cache line.
    let gap = i64::from(target.line / NARROWEST);
    let gaps = constant(gap * accs.len() as i64);
    let workers = host_var(fun, "workers", KType::Scalar(ScalarType::I64));
    let some = number(BinOp::Max, number(BinOp::Mul, cells.clone(), constant(ITEMS_PER_CELL)), constant(1));
    let worth = number(BinOp::Div, items.clone(), some);
    let threads = number(BinOp::Div, Exp::Var(workers), constant(WORKERS_PER_THREAD));
    let fewer = number(BinOp::Max, constant(1), number(BinOp::Max, threads, worth));
    let fewer = number(BinOp::Min, Exp::Var(workers), fewer);
    let copied = number(BinOp::Mul, number(BinOp::Add, cells.clone(), gaps), constant(2));
    let copied = number(BinOp::Mul, Exp::Var(workers), copied);
    let cond = number(BinOp::Le, copied, items);
    let mut then = vec![];
    let (mut merged, mut behind) = (vec![], vec![]);
    let mut private = args.to_vec();
    for acc in &accs {
        let stride = number(BinOp::Add, acc.count.clone(), constant(gap));
        let copies = host_var(fun, "copies", KType::Buf(acc.ty));
        let count = number(BinOp::Mul, Exp::Var(workers), stride.clone());
        then.push(HostStm::Alloc { buf: copies, count, zeroed: false });
        private[acc.at] = Arg::Buf(copies);
        private.extend([Arg::Scalar(stride.clone()), Arg::Scalar(acc.count.clone())]);
        merged.extend([
            Arg::Buf(acc.host),
            Arg::Buf(copies),
            Arg::Scalar(acc.count.clone()),
            Arg::Scalar(stride),
        ]);
        behind.push(HostStm::Release(copies));
    }
    merged.push(Arg::Scalar(Exp::Var(workers)));
    let kernel = with_copies(program, id, &accs);
    then.push(HostStm::Launch { kernel, groups: Exp::Var(workers), args: private });
    let kernel = merge(program, id, &accs);
    then.push(HostStm::Launch { kernel, groups: HostExp::workers(cells), args: merged });
    then.append(&mut behind);
    let els = vec![HostStm::Launch { kernel: id, groups: groups.clone(), args: args.to_vec() }];
    let set = [HostStm::Set(workers, groups.clone()), HostStm::Set(workers, fewer)];
    Some(set.into_iter().chain([HostStm::If { cond, then, els }]).collect())
}

/// The parameters that a kernel combines into and does nothing else with. Others go on being combined into atomically.
fn accumulators(kernel: &Kernel, args: &[HostArg], counts: &FxHashMap<KVar, HostExp>) -> Vec<Acc> {
    let mut ops: FxHashMap<KVar, Option<BinOp>> = FxHashMap::default();
    atomics(&kernel.body, &mut ops);
    let mut touched = FxHashSet::default();
    other_uses(&kernel.body, &mut touched);
    let mut accs = vec![];
    for (at, (param, arg)) in kernel.params.iter().zip(args).enumerate() {
        let (KType::Buf(ty), Arg::Buf(host)) = (kernel.vars[*param].ty, arg) else { continue };
        let Some(op) = ops.get(param).copied().flatten() else { continue };
        let Some(neutral) = identity(op, ty) else { continue };
        let once = args.iter().filter(|other| *other == arg).count() == 1;
        if let Some(count) = counts.get(host).filter(|_| once && !touched.contains(param)) {
            accs.push(Acc { at, host: *host, ty, op, neutral, count: count.clone() });
        }
    }
    accs
}

/// What leaves every cell as it is that it is combined with: cells that nobody touches are merged, too. Zero would make 0.0 of -0.0, and
/// a minimum forgets what is not a number.
fn identity(op: BinOp, ty: ScalarType) -> Option<Scalar> {
    match ty.is_float() {
        true if op == BinOp::Add => base::scalar::unary(UnOp::Neg, ty.zero()).ok(),
        true if matches!(op, BinOp::Min | BinOp::Max) => None,
        true | false => op.neutral(ty),
    }
}

/// By which operator buffers are combined into; none where there are several.
fn atomics(stms: &[Stm], into: &mut FxHashMap<KVar, Option<BinOp>>) {
    for stm in stms {
        if let Stm::Atomic { op, buf, .. } = stm {
            let known = into.entry(*buf).or_insert(Some(*op));
            *known = known.filter(|known| known == op);
        }
        stm.blocks().into_iter().for_each(|block| atomics(block, into));
    }
}

/// The buffers that are read, written, locked or passed on.
fn other_uses(stms: &[Stm], into: &mut FxHashSet<KVar>) {
    fn loads(exp: &Exp, into: &mut FxHashSet<KVar>) {
        if let Exp::Only(OnDevice::Load(buf, _)) = exp {
            into.insert(*buf);
        }
        exp.parts().into_iter().for_each(|part| loads(part, into));
    }
    for stm in stms {
        match stm {
            Stm::Let(_, exp)
            | Stm::Loads { first: exp, .. }
            | Stm::Set(_, exp)
            | Stm::If { cond: exp, .. }
            | Stm::While { cond: exp, .. } => {
                loads(exp, into);
            }
            Stm::Stores { buf, at, vals } => {
                into.insert(*buf);
                std::iter::once(at).chain(vals).for_each(|exp| loads(exp, into));
            }
            Stm::Store { buf, at, val } => {
                into.insert(*buf);
                [at, val].into_iter().for_each(|exp| loads(exp, into));
            }
            Stm::Atomic { op: _, buf, at, val, old } => {
                // What asks for what was there before wants the one that all see.
                into.extend(old.map(|_| *buf));
                [at, val].into_iter().for_each(|exp| loads(exp, into));
            }
            Stm::For { from, to, .. } => [from, to].into_iter().for_each(|exp| loads(exp, into)),
            Stm::Locked { locks, count, at, .. } => {
                into.insert(*locks);
                [count, at].into_iter().for_each(|exp| loads(exp, into));
            }
            Stm::Fail { at, vals, .. } => at.iter().chain(vals).for_each(|exp| loads(exp, into)),
            Stm::Call { args, at, .. } => {
                at.iter().for_each(|exp| loads(exp, into));
                args.iter().for_each(|arg| match arg {
                    Arg::Buf(buf) => _ = into.insert(*buf),
                    Arg::Scalar(exp) => loads(exp, into),
                });
            }
            Stm::Fold(combine) | Stm::Chain(combine) | Stm::LastOut { combine, .. } => {
                combine.results.iter().for_each(|exp| loads(exp, into));
            }
            Stm::Local { .. } | Stm::Lanes { .. } | Stm::Count { .. } => {}
        }
        stm.blocks().into_iter().for_each(|block| other_uses(block, into));
    }
}

/// The kernel that combines into the copy of its group. It takes the distance between copies of each accumulator, and how many cells they
/// have, too.
fn with_copies(program: &mut Program, id: KernelId, accs: &[Acc]) -> KernelId {
    let mut kernel = program.kernels[id].clone();
    kernel.name = fresh_name(program, &format!("{}_private", kernel.name));
    let (mut bases, mut of_turns) = (FxHashMap::default(), FxHashMap::default());
    let mut body = vec![];
    for acc in accs {
        let buf = kernel.params[acc.at];
        let [stride, cells, base, at] =
            ["stride", "cells", "copy", "at"].map(|name| kernel.vars.push(KVarInfo::new(name, KType::Index)));
        kernel.params.extend([stride, cells]);
        let copy = index(BinOp::Mul, Exp::Var(kernel.group), Exp::Var(stride));
        body.push(Stm::Let(base, copy.clone()));
        let cell = index(BinOp::Add, Exp::Var(base), Exp::Var(at));
        let fill = vec![Stm::Store { buf, at: cell, val: Exp::Const(acc.neutral) }];
        body.push(Stm::For { var: at, from: Exp::Index(0), to: Exp::Var(cells), vector: None, body: fill });
        bases.insert(buf, (Exp::Var(base), acc.ty));
        of_turns.insert(buf, (copy, acc.ty));
    }
    // The last group out is each group in turn, and all of them are done.
    if let Some(Stm::LastOut { body, .. }) = kernel.body.last_mut() {
        combine_alone(body, &of_turns);
    }
    combine_alone(&mut kernel.body, &bases);
    body.append(&mut kernel.body);
    kernel.body = body;
    program.kernels.push(kernel)
}

/// Without atomics; `bases` says where the copies of buffers begin, and what type their elements have.
fn combine_alone(stms: &mut [Stm], bases: &FxHashMap<KVar, (Exp, ScalarType)>) {
    for stm in stms {
        if let Stm::Atomic { op, buf, at, val, old: None } = stm
            && let Some((base, ty)) = bases.get(buf)
        {
            let cell = index(BinOp::Add, base.clone(), at.clone());
            let old = Exp::load(*buf, cell.clone());
            let val = Exp::Bin(*op, *ty, Box::new(old), Box::new(val.clone()));
            *stm = Stm::Store { buf: *buf, at: cell, val };
        }
        stm.blocks_mut().into_iter().for_each(|block| combine_alone(block, bases));
    }
}

/// The kernel that combines all copies into the accumulators.
fn merge(program: &mut Program, id: KernelId, accs: &[Acc]) -> KernelId {
    let of = &program.kernels[id];
    let name = fresh_name(program, &format!("{}_merge", of.name));
    let loc: Loc = of.loc.clone();
    let mut vars: IdVec<KVar, KVarInfo> = IdVec::default();
    let mut var = |name: &str, ty: KType| vars.push(KVarInfo::new(name, ty));
    let [copies, group, groups] = ["copies", "group", "groups"].map(|name| var(name, KType::Index));
    let (mut params, mut body) = (vec![], vec![]);
    for acc in accs {
        let (buf, all) = (var("acc", KType::Buf(acc.ty)), var("copies", KType::Buf(acc.ty)));
        let [count, stride, from, to, copy, at] =
            ["count", "stride", "from", "to", "copy", "at"].map(|name| var(name, KType::Index));
        let share =
            |group: Exp| index(BinOp::Div, index(BinOp::Mul, group, Exp::Var(count)), Exp::Var(groups));
        let own = index(BinOp::Add, index(BinOp::Mul, Exp::Var(copy), Exp::Var(stride)), Exp::Var(at));
        let own = Exp::load(all, own);
        let old = Exp::load(buf, Exp::Var(at));
        let val = Exp::Bin(acc.op, acc.ty, Box::new(old), Box::new(own));
        let store = vec![Stm::Store { buf, at: Exp::Var(at), val }];
        let inner = Stm::For { var: at, from: Exp::Var(from), to: Exp::Var(to), vector: None, body: store };
        body.push(Stm::Let(from, share(Exp::Var(group))));
        body.push(Stm::Let(to, share(index(BinOp::Add, Exp::Var(group), Exp::Index(1)))));
        let to = Exp::Var(copies);
        body.push(Stm::For { var: copy, from: Exp::Index(0), to, vector: None, body: vec![inner] });
        params.extend([buf, all, count, stride]);
    }
    params.push(copies);
    program.kernels.push(Kernel {
        name,
        loc,
        vars,
        params,
        group,
        groups,
        lanes: 1,
        shared: vec![],
        chain: 0,
        body,
        index: IndexWidth::W64,
        can_fail: false,
    })
}

fn fresh_name(program: &Program, wanted: &str) -> String {
    format!("{wanted}_{}", program.kernels.len())
}

fn host_var(fun: &mut HostFun, name: &str, ty: KType) -> KVar {
    fun.vars.push(KVarInfo::new(name, ty))
}

fn constant(x: i64) -> HostExp {
    Exp::Const(Scalar::I64(x))
}

fn number(op: BinOp, a: HostExp, b: HostExp) -> HostExp {
    Exp::Bin(op, ScalarType::I64, Box::new(a), Box::new(b))
}

fn index(op: BinOp, a: Exp, b: Exp) -> Exp {
    Exp::IndexBin(op, Box::new(a), Box::new(b))
}
