//! Copies of small accumulators in the memory that the lanes of a group share.
//!
//! ```text
//!                                   if (bins <= room) {
//! launch f groups g (.., buf acc)     launch f_shared groups g (.., buf acc, bins, ways);
//!                              =>   } else { launch f .. }
//! ```
//!
//! Lanes combine into a copy atomically, which is near, and where there is room into one of several copies, so that lanes that want
//! the same cell seldom meet. At its end a group combines its copies into the accumulator, but for cells that nobody has touched: so a
//! copy never costs more than to look at it, and nobody has to know how many items there are.

use super::find::Acc;
use super::{Target, constant, fresh_name, index, number};
use base::{BinOp, Scalar, ScalarType, UnOp};
use ir::kernel::{
    Arg, Exp, HostArg, HostExp, HostStm, KType, KVar, KVarInfo, Kernel, KernelId, Program, Stm,
};
use rustc_hash::FxHashMap;

/// Copies that a group has where there is room for so many; lanes take turns.
const WAYS: i64 = 8;

/// The bytes that a group has for copies at least, however few its lanes.
const LEAST: u32 = 8 << 10;

/// The lanes of a group that may use all of its shared memory.
const MANY_LANES: u32 = 256;

/// A launch with copies in shared memory where there is room for them.
pub(super) fn launch(
    program: &mut Program,
    (id, groups, args): (KernelId, &HostExp, &[HostArg]),
    accs: &[Acc],
    target: Target,
) -> Option<Vec<HostStm>> {
    let kernel = &program.kernels[id];
    // Narrow elements are parts of words, which only global memory has atomics for.
    let accs: Vec<&Acc> = accs.iter().filter(|acc| acc.ty.bytes() >= 4).collect();
    let (shared, used) = (target.shared, kernel.shared_bytes());
    // At most half of the memory, so that as many groups run at a time as otherwise.
    let half = shared / 2 * kernel.lanes.min(MANY_LANES) / MANY_LANES;
    // Groups that do not fit beside the others wait for them to end, and have as much to do.
    let beside = target.processor.share(kernel.lanes).saturating_sub(used);
    let room = half.min(beside).max(LEAST).min(shared.saturating_sub(used)) / accs.len().max(1) as u32;
    let mut fits = vec![];
    let mut private = args.to_vec();
    for acc in &accs {
        let cells = i64::from(room / acc.ty.bytes() as u32);
        fits.push(number(BinOp::Le, acc.count.clone(), constant(cells)));
        let several = number(BinOp::Le, acc.count.clone(), constant(cells / WAYS));
        let ways = Exp::Select(Box::new(several), Box::new(constant(WAYS)), Box::new(constant(1)));
        private.extend([Arg::Scalar(acc.count.clone()), Arg::Scalar(ways)]);
    }
    let both = |a, b| Exp::Bin(BinOp::And, ScalarType::Bool, Box::new(a), Box::new(b));
    let cond = fits.into_iter().reduce(both)?;
    let kernel = with_copies(program, id, &accs, room);
    let then = vec![HostStm::Launch { kernel, groups: groups.clone(), args: private }];
    let els = vec![HostStm::Launch { kernel: id, groups: groups.clone(), args: args.to_vec() }];
    Some(vec![HostStm::If { cond, then, els }])
}

/// The copies of an accumulator.
struct Copies {
    acc: KVar,
    buf: KVar,
    ty: ScalarType,
    op: BinOp,
    neutral: Scalar,
    count: KVar,
    ways: KVar,
    /// Which of the copies is a lane's.
    way: KVar,
}

/// The kernel that combines into copies in shared memory. It takes the number of cells and of copies of each accumulator, too.
fn with_copies(program: &mut Program, id: KernelId, accs: &[&Acc], room: u32) -> KernelId {
    let mut kernel = program.kernels[id].clone();
    kernel.name = fresh_name(program, &format!("{}_shared", kernel.name));
    let mut copies = vec![];
    for acc in accs {
        let mut var = |name: &str, ty: KType| kernel.vars.push(KVarInfo::new(name, ty));
        let [count, ways] = ["bins", "ways"].map(|name| var(name, KType::Index));
        let buf = var("copy", KType::Buf(acc.ty));
        let way = var("way", KType::Index);
        kernel.params.extend([count, ways]);
        kernel.shared.push((buf, room / acc.ty.bytes() as u32));
        let (ty, op, neutral) = (acc.ty, acc.op, acc.neutral);
        copies.push(Copies { acc: kernel.params[acc.at], buf, ty, op, neutral, count, ways, way });
    }
    let of: FxHashMap<KVar, &Copies> = copies.iter().map(|copy| (copy.acc, copy)).collect();
    combine_near(&mut kernel.body, &of);
    let clear = region(&mut kernel, &copies, |copy, at| {
        let cells = index(BinOp::Mul, Exp::Var(copy.count), Exp::Var(copy.ways));
        (cells, vec![Stm::Store { buf: copy.buf, at, val: Exp::Const(copy.neutral) }])
    });
    let ways: Vec<(KVar, KVar)> = copies
        .iter()
        .map(|copy| {
            let mut var = |name: &str, ty: KType| kernel.vars.push(KVarInfo::new(name, ty));
            (var("sum", KType::Scalar(copy.ty)), var("way", KType::Index))
        })
        .collect();
    let mut ways = ways.into_iter();
    let merge = region(&mut kernel, &copies, |copy, at| {
        let Some((sum, way)) = ways.next() else { return (Exp::Index(0), vec![]) };
        let first = index(BinOp::Mul, at.clone(), Exp::Var(copy.ways));
        let load = |at: Exp| Exp::load(copy.buf, at);
        let next = load(index(BinOp::Add, first.clone(), Exp::Var(way)));
        let next = Exp::Bin(copy.op, copy.ty, Box::new(Exp::Var(sum)), Box::new(next));
        let body = vec![Stm::Set(sum, next)];
        let to = Exp::Var(copy.ways);
        let merged = vec![
            Stm::Let(sum, load(first)),
            Stm::For { var: way, from: Exp::Index(1), to, vector: None, body },
            Stm::If {
                cond: differs(copy.ty, Exp::Var(sum), copy.neutral),
                then: vec![Stm::Atomic { op: copy.op, buf: copy.acc, at, val: Exp::Var(sum), old: None }],
                els: vec![],
            },
        ];
        (Exp::Var(copy.count), merged)
    });
    // A group that has nothing to do needs no copies.
    let last = kernel.body.pop();
    let early = combines(&kernel.body, &copies);
    match last {
        Some(Stm::While { bounded, pre, cond, body }) if !early && pre.is_empty() => {
            let then = vec![clear, Stm::While { bounded, pre, cond: cond.clone(), body }, merge];
            kernel.body.push(Stm::If { cond, then, els: vec![] });
        }
        Some(Stm::If { cond, mut then, els }) if !early && els.is_empty() => {
            then.insert(0, clear);
            then.push(merge);
            kernel.body.push(Stm::If { cond, then, els });
        }
        last => {
            kernel.body.insert(0, clear);
            kernel.body.extend(last);
            kernel.body.push(merge);
        }
    }
    program.kernels.push(kernel)
}

/// Whether code combines into copies.
fn combines(stms: &[Stm], copies: &[Copies]) -> bool {
    let here =
        |stm: &Stm| matches!(stm, Stm::Atomic { buf, .. } if copies.iter().any(|copy| copy.buf == *buf));
    stms.iter().any(|stm| here(stm) || stm.blocks().into_iter().any(|block| combines(block, copies)))
}

/// Whether a value is another one than the neutral element, to the sign of a zero.
fn differs(ty: ScalarType, value: Exp, neutral: Scalar) -> Exp {
    let bits = |exp: Exp| Exp::Un(UnOp::ToBits, ty, Box::new(exp));
    match ty {
        ScalarType::F64 => unequal(ScalarType::U64, bits(value), bits(Exp::Const(neutral))),
        ScalarType::F32 => unequal(ScalarType::U32, bits(value), bits(Exp::Const(neutral))),
        ScalarType::F16 => unequal(ScalarType::U16, bits(value), bits(Exp::Const(neutral))),
        ScalarType::I8
        | ScalarType::I16
        | ScalarType::I32
        | ScalarType::I64
        | ScalarType::U8
        | ScalarType::U16
        | ScalarType::U32
        | ScalarType::U64
        | ScalarType::Bool => unequal(ty, value, Exp::Const(neutral)),
    }
}

fn unequal(ty: ScalarType, a: Exp, b: Exp) -> Exp {
    Exp::Bin(BinOp::Ne, ty, Box::new(a), Box::new(b))
}

/// A region in which lanes take cells of each accumulator in turn; `f` says how many there are, and what is done with one.
fn region(kernel: &mut Kernel, copies: &[Copies], mut f: impl FnMut(&Copies, Exp) -> (Exp, Vec<Stm>)) -> Stm {
    let mut own = |name: &str| kernel.vars.push(KVarInfo::new(name, KType::Index));
    let lane = own("lane");
    let mut code = vec![];
    for copy in copies {
        let cell = own("cell");
        let (count, mut body) = f(copy, Exp::Var(cell));
        let next = index(BinOp::Add, Exp::Var(cell), Exp::Index(kernel.lanes.into()));
        body.push(Stm::Set(cell, next));
        code.push(Stm::Let(cell, Exp::Var(lane)));
        let cond = index(BinOp::Lt, Exp::Var(cell), count);
        code.push(Stm::While { bounded: true, pre: vec![], cond, body });
    }
    Stm::Lanes { lane, body: code }
}

/// Combines into copies: lanes into those of their own ways.
fn combine_near(stms: &mut [Stm], of: &FxHashMap<KVar, &Copies>) {
    for stm in stms {
        if let Stm::Atomic { buf, at, .. } = stm
            && let Some(copy) = of.get(buf)
        {
            *buf = copy.buf;
            let cell = index(BinOp::Mul, at.clone(), Exp::Var(copy.ways));
            *at = index(BinOp::Add, cell, Exp::Var(copy.way));
        }
        stm.blocks_mut().into_iter().for_each(|block| combine_near(block, of));
        if let Stm::Lanes { lane, body } = stm {
            let combined = |copy: &Copies, stms: &[Stm]| stms.iter().any(|stm| stm.mentions(&[copy.way]));
            let mut ways: Vec<&Copies> = of.values().copied().filter(|copy| combined(copy, body)).collect();
            ways.sort_by_key(|copy| copy.way);
            let way = |copy: &Copies| index(BinOp::Rem, Exp::Var(*lane), Exp::Var(copy.ways));
            let ways: Vec<Stm> = ways.into_iter().map(|copy| Stm::Let(copy.way, way(copy))).collect();
            body.splice(0..0, ways);
        }
    }
}
