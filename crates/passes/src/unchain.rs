//! Takes kernels apart whose groups wait for each other, for devices that do not promise that the others get on meanwhile.
//!
//! ```text
//!                               alloc totals = g; alloc saved = g * m;
//! launch f groups g (..)        launch f_front groups g (.., buf totals, buf saved);
//!                        =>     if (1 < g) { launch f_scan groups 1 (.., buf totals, g); }
//!                               launch f groups g (.., buf totals, buf saved);
//!                               release totals; release saved;
//! ```
//!
//! A chain is where such a kernel is cut. The kernel in front of the cut leaves what its groups have (`totals`), one group scans that
//! (`scan.rs`; where groups have one lane it is the last one out, and there is no `f_scan`), and the kernel behind the cut finds there what
//! stands in front of each of its groups. No statement is executed twice, so
//! updates, failures and whatever a kernel overwrites are as they were; in exchange the values that are live at the cut are saved and
//! restored (`live.rs`). Groups of one lane save a few scalars, those of several lanes also the shared memory that is read again.
//!
//! If a group fails, the launches behind do nothing, as behind any other kernel.
//!
//! Precondition: a verified Kernel program. Afterwards there is no chain. `last_out` stays: nobody waits there.

mod live;
mod scan;

use crate::lower::ix;
use base::{BinOp, Scalar, ScalarType};
use ir::kernel::{
    Arg, Exp, HostArg, HostExp, HostFun, HostStm, KType, KVar, KVarInfo, Kernel, KernelId, Program, Stm,
    mentioned,
};
use live::Layout;
use rustc_hash::FxHashMap;

/// Cuts every kernel at its chains, and launches its parts one after the other.
pub fn unchain(mut program: Program) -> Program {
    let chained = |kernel: &Kernel| kernel.body.iter().any(|stm| matches!(stm, Stm::Chain(_)));
    let ids = (0..program.kernels.len()).map(|id| KernelId(id as u32));
    let ids: Vec<KernelId> = ids.filter(|id| chained(&program.kernels[*id])).collect();
    let parts: FxHashMap<KernelId, Parts> =
        ids.into_iter().map(|id| (id, take_apart(&mut program, id))).collect();
    for fun in &mut program.funs {
        let body = std::mem::take(&mut fun.body);
        fun.body = block(fun, body, &parts);
    }
    program
}

/// The kernels that one was cut into.
struct Parts {
    /// In front of each but the first there is a cut.
    stages: Vec<Part>,
    cuts: Vec<Cut>,
}

/// A kernel that takes some arguments of the one that was cut, and behind them some of the buffers of the cuts beside it: those of the cut in
/// front, then those of the cut behind. Both are positions.
struct Part {
    kernel: KernelId,
    args: Vec<usize>,
    bufs: Vec<usize>,
}

/// Where a kernel was cut.
struct Cut {
    /// The types of the totals. Each is a buffer with an element a group: what the group has, then what stands in front of it.
    totals: Vec<ScalarType>,
    /// What is saved, in buffers behind those of the totals.
    layout: Layout,
    /// Scans the totals, if the part in front does not. Behind the buffers it takes how many groups there are.
    scan: Option<Part>,
}

/// Cuts a kernel; the part behind the last cut takes its place.
fn take_apart(program: &mut Program, id: KernelId) -> Parts {
    // Variables have the same numbers in all parts: those that are added for one of them are added here.
    let mut whole = program.kernels[id].clone();
    let mut code = std::mem::take(&mut whole.body);
    let (mut stages, mut cuts) = (vec![], vec![]);
    let mut front: Vec<KVar> = vec![];
    while let Some(at) = code.iter().position(|stm| matches!(stm, Stm::Chain(_))) {
        let behind = code.split_off(at + 1);
        let Some(Stm::Chain(chain)) = code.pop() else { break };
        let layout = Layout::of(&whole, &code, &chain, &behind);
        let totals: Vec<KVar> = chain.own.iter().map(|own| buffer(&mut whole, "totals", *own)).collect();
        let saved = layout.cells.iter().map(|(ty, _)| new(&mut whole, "saved", KType::Buf(*ty)));
        let saved: Vec<KVar> = saved.collect();
        let bufs: Vec<KVar> = totals.iter().chain(&saved).copied().collect();

        let scan = if whole.lanes == 1 {
            code.extend(layout.save(&mut whole, &saved, vec![]));
            code.extend(scan::by_last_group(&mut whole, &chain, &totals));
            None
        } else {
            let leave = |(own, total): (&KVar, &KVar)| Stm::Store {
                buf: *total,
                at: Exp::Var(whole.group),
                val: live::stored(&whole, *own),
            };
            let leave = chain.own.iter().zip(&totals).map(leave).collect();
            code.extend(layout.save(&mut whole, &saved, leave));
            let (body, count) = scan::by_lanes(&mut whole, &chain, (&layout, &totals, &saved));
            let scan = part(program, &whole, body, &bufs, ("scan", None));
            program.kernels[scan.kernel].params.push(count);
            Some(scan)
        };
        let own: Vec<KVar> = front.iter().chain(&bufs).copied().collect();
        stages.push(part(program, &whole, code, &own, ("front", None)));

        code = layout.restore(&mut whole, &saved);
        let found = chain.before.iter().zip(&totals).map(|(before, total)| {
            let value = live::loaded(&whole, *before, *total, Exp::Var(whole.group));
            Stm::Set(*before, value)
        });
        let first = ix(BinOp::Eq, Exp::Var(whole.group), Exp::Index(0));
        code.push(Stm::If { cond: first, then: vec![], els: found.collect() });
        code.extend(behind);
        front = bufs;
        let totals = totals.iter().map(|total| live::elem(whole.vars[*total].ty)).collect();
        cuts.push(Cut { totals, layout, scan });
    }
    stages.push(part(program, &whole, code, &front, ("", Some(id))));
    Parts { stages, cuts }
}

/// Adds a part of a kernel to the program, or puts it in the place of the whole. It takes what it uses.
fn part(
    program: &mut Program,
    whole: &Kernel,
    mut body: Vec<Stm>,
    bufs: &[KVar],
    (name, place): (&str, Option<KernelId>),
) -> Part {
    let can_fail = fails(program, &body);
    if !can_fail {
        // Where an earlier part has failed, this one is not run.
        body.iter_mut().for_each(has_not_failed);
    }
    let used = mentioned(&body);
    let chosen = |of: &[KVar]| (0..of.len()).filter(|at| used.contains(&of[*at])).collect::<Vec<usize>>();
    let (args, of_cuts) = (chosen(&whole.params), chosen(bufs));
    let params = args.iter().map(|at| whole.params[*at]).chain(of_cuts.iter().map(|at| bufs[*at])).collect();
    let shared = whole.shared.iter().filter(|(buf, _)| used.contains(buf)).copied().collect();
    let mut vars = whole.vars.clone();
    for (var, info) in vars.items_mut().enumerate() {
        // The text of a kernel does not say it of variables that are not used.
        info.per_lane &= used.contains(&KVar(var as u32));
    }
    let chain = body.iter().map(Stm::words).sum();
    let kernel = Kernel { vars, params, shared, chain, body, can_fail, ..whole.clone() };
    let kernel = match place {
        Some(id) => {
            program.kernels[id] = kernel;
            id
        }
        None => {
            let name = format!("{}_{name}_{}", whole.name, program.kernels.len());
            program.kernels.push(Kernel { name, ..kernel })
        }
    };
    Part { kernel, args, bufs: of_cuts }
}

/// Whether code can fail.
fn fails(program: &Program, code: &[Stm]) -> bool {
    code.iter().any(|stm| {
        let own = if let Stm::Call { fun, .. } = stm {
            program.device_funs[*fun].can_fail
        } else {
            matches!(stm, Stm::Fail { .. })
        };
        own || stm.blocks().into_iter().any(|block| fails(program, block))
    })
}

/// Answers the question whether the lane has failed.
fn has_not_failed(stm: &mut Stm) {
    fn answer(exp: &mut Exp) {
        if *exp == Exp::FAILED {
            *exp = Exp::Const(Scalar::Bool(false));
        }
        exp.parts_mut().into_iter().for_each(answer);
    }
    stm.exps_mut().into_iter().for_each(answer);
    stm.blocks_mut().into_iter().flatten().for_each(has_not_failed);
}

/// Launches parts in the place of kernels that were cut.
fn block(fun: &mut HostFun, stms: Vec<HostStm>, parts: &FxHashMap<KernelId, Parts>) -> Vec<HostStm> {
    let mut out = vec![];
    for mut stm in stms {
        if let HostStm::Launch { kernel, groups, args } = &stm
            && let Some(parts) = parts.get(kernel)
        {
            launch(fun, parts, (groups, args), &mut out);
            continue;
        }
        if let HostStm::If { then: a, els: b, .. } | HostStm::While { pre: a, body: b, .. } = &mut stm {
            [a, b].into_iter().for_each(|inner| *inner = block(fun, std::mem::take(inner), parts));
        }
        out.push(stm);
    }
    out
}

fn launch(
    fun: &mut HostFun,
    Parts { stages, cuts }: &Parts,
    (groups, args): (&HostExp, &[HostArg]),
    out: &mut Vec<HostStm>,
) {
    let count = fun.vars.push(KVarInfo::new("groups", KType::Scalar(ScalarType::I64)));
    out.push(HostStm::Set(count, groups.clone()));
    let chosen = |part: &Part, own: &[KVar]| -> Vec<HostArg> {
        let args = part.args.iter().map(|at| args[*at].clone());
        args.chain(part.bufs.iter().map(|at| Arg::Buf(own[*at]))).collect()
    };
    let number = |x: i64| Exp::Const(Scalar::I64(x));
    let bin = |op: BinOp, a, b| Exp::Bin(op, ScalarType::I64, Box::new(a), Box::new(b));
    let mut front: Vec<KVar> = vec![];
    for (stage, cut) in stages.iter().zip(cuts.iter().map(Some).chain([None])) {
        let mut bufs = vec![];
        if let Some(Cut { totals, layout, .. }) = cut {
            let mut alloc = |name, ty, count| {
                let buf = fun.vars.push(KVarInfo::new(name, KType::Buf(ty)));
                out.push(HostStm::Alloc { buf, count, zeroed: false });
                bufs.push(buf);
            };
            totals.iter().for_each(|ty| alloc("totals", *ty, Exp::Var(count)));
            let cells = |each: i64| bin(BinOp::Mul, Exp::Var(count), number(each));
            layout.cells.iter().for_each(|(ty, each)| alloc("saved", *ty, cells(*each)));
        }
        let own: Vec<KVar> = front.iter().chain(&bufs).copied().collect();
        out.push(HostStm::Launch {
            kernel: stage.kernel,
            groups: Exp::Var(count),
            args: chosen(stage, &own),
        });
        out.extend(front.drain(..).map(HostStm::Release));
        if let Some(Cut { scan: Some(scan), .. }) = cut {
            let mut args = chosen(scan, &bufs);
            args.push(Arg::Scalar(Exp::Var(count)));
            // Nothing stands in front of the first group.
            let several = bin(BinOp::Lt, number(1), Exp::Var(count));
            let then = vec![HostStm::Launch { kernel: scan.kernel, groups: number(1), args }];
            out.push(HostStm::If { cond: several, then, els: vec![] });
        }
        front = bufs;
    }
}

/// A new variable.
fn new(kernel: &mut Kernel, name: &str, ty: KType) -> KVar {
    kernel.vars.push(KVarInfo::new(name, ty))
}

/// A new buffer for values of a variable.
fn buffer(kernel: &mut Kernel, name: &str, of: KVar) -> KVar {
    let ty = live::elem(kernel.vars[of].ty);
    new(kernel, name, KType::Buf(ty))
}
