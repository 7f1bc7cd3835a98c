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
//! A group of one lane is run by one thread, so its copy needs neither atomics nor locks (`alone.rs`). It fills its copy first, with a neutral
//! element or with marks of cells that have no value, which also brings the copy near. Many cells are given fewer workers, down to one a thread: a copy costs as much as some items do. Copies are used
//! while they are small beside the work, so that memory stays linear however many workers and cells there are.
//!
//! Groups of several lanes have copies in shared memory (`shared.rs`).
//!
//! Precondition: a verified Kernel program. Does not do: accumulators whose size the block of the launch does not show, operators that can
//! fail or that need what is not the same for all elements; in shared memory, minima of floats and operators under locks.

mod alone;
mod choose;
mod find;
mod shared;

use crate::lower::Target;
use base::{BinOp, Scalar, ScalarType};
use find::accumulators;
use ir::kernel::{
    Arg, Exp, HostArg, HostExp, HostFun, HostStm, KType, KVar, KVarInfo, KernelId, OnHost, Program,
};
use ir::machine::WORKERS_PER_THREAD;
use rustc_hash::FxHashMap;

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
        return alone.then(|| shared::launch(program, (id, groups, args), &accs.atomic, target)).flatten();
    }
    // A number of items that is a constant is a guess: the host does not know how many there are.
    let items = items.filter(|items| !matches!(items, Exp::Const(_)))?;
    let of_atomics = accs.atomic.iter().map(|acc| acc.count.clone());
    let of_locked = accs.locked.iter().flat_map(|locked| vec![locked.count.clone(); locked.at.len()]);
    let cells = of_atomics.chain(of_locked).reduce(|a, b| number(BinOp::Add, a, b))?;
    // Between copies, so that no two workers write to one cache line.
    let gap = |ty: ScalarType| i64::from(target.line) / ty.bytes() as i64;
    let of_atomics: i64 = accs.atomic.iter().map(|acc| gap(acc.ty)).sum();
    let of_locked: usize = accs.locked.iter().map(|locked| locked.at.len()).sum();
    let gaps = constant(of_atomics + gap(ScalarType::Bool) * of_locked as i64);
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
    let mut copies = |fun: &mut HostFun, ty: ScalarType, stride: &HostExp| {
        let copies = host_var(fun, "copies", KType::Buf(ty));
        let count = number(BinOp::Mul, Exp::Var(workers), stride.clone());
        then.push(HostStm::Alloc { buf: copies, count, zeroed: false });
        behind.push(HostStm::Release(copies));
        copies
    };
    for acc in &accs.atomic {
        let stride = number(BinOp::Add, acc.count.clone(), constant(gap(acc.ty)));
        let copies = copies(fun, acc.ty, &stride);
        private[acc.at] = Arg::Buf(copies);
        let [stride, cells] = [stride, acc.count.clone()].map(Arg::Scalar);
        private.extend([stride.clone(), cells.clone()]);
        merged.extend([Arg::Buf(acc.host), Arg::Buf(copies), cells, stride]);
    }
    for locked in &accs.locked {
        let stride = number(BinOp::Add, locked.count.clone(), constant(gap(ScalarType::Bool)));
        let own: Vec<HostArg> = locked.types.iter().map(|ty| Arg::Buf(copies(fun, *ty, &stride))).collect();
        let touched = Arg::Buf(copies(fun, ScalarType::Bool, &stride));
        locked.at.iter().zip(&own).for_each(|(at, copies)| private[*at] = copies.clone());
        let [stride, cells] = [stride, locked.count.clone()].map(Arg::Scalar);
        private.extend([touched.clone(), stride.clone(), cells.clone()]);
        merged.extend(locked.hosts.iter().map(|host| Arg::Buf(*host)));
        merged.extend(own.into_iter().chain([touched, cells, stride]));
    }
    merged.push(Arg::Scalar(Exp::Var(workers)));
    merged.extend(alone::outside(kernel, &accs).into_iter().map(|at| args[at].clone()));
    let kernel = alone::with_copies(program, id, &accs);
    then.push(HostStm::Launch { kernel, groups: Exp::Var(workers), args: private });
    let kernel = alone::merge(program, id, &accs);
    then.push(HostStm::Launch { kernel, groups: HostExp::workers(cells), args: merged });
    then.append(&mut behind);
    let els = vec![HostStm::Launch { kernel: id, groups: groups.clone(), args: args.to_vec() }];
    let set = [HostStm::Set(workers, groups.clone()), HostStm::Set(workers, fewer)];
    Some(set.into_iter().chain([HostStm::If { cond, then, els }]).collect())
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
