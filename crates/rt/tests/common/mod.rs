//! Hand-written Kernel programs for tests, and the devices to run them on.

use base::{BinOp, IdVec, Loc, Pos, Scalar, ScalarType, UnOp};
use ir::kernel::{
    Arg, Check, Exp, HostFun, HostStm, IndexWidth, KType, KVar, KVarInfo, Kernel, KernelId, Program, Stm,
};

/// Variables of a kernel or host function, by name.
#[derive(Default)]
pub(crate) struct Names(pub(crate) IdVec<KVar, KVarInfo>);

impl Names {
    pub(crate) fn new(&mut self, name: &str, ty: KType) -> KVar {
        self.0.push(KVarInfo { name: name.into(), ty })
    }
    pub(crate) fn index(&mut self, name: &str) -> KVar {
        self.new(name, KType::Index)
    }
    pub(crate) fn scalar(&mut self, name: &str, ty: ScalarType) -> KVar {
        self.new(name, KType::Scalar(ty))
    }
    pub(crate) fn buf(&mut self, name: &str, ty: ScalarType) -> KVar {
        self.new(name, KType::Buf(ty))
    }
}

pub(crate) fn var(v: KVar) -> Exp {
    Exp::Var(v)
}
pub(crate) fn index(n: i64) -> Exp {
    Exp::Index(n)
}
pub(crate) fn bin(op: BinOp, ty: ScalarType, a: Exp, b: Exp) -> Exp {
    Exp::Bin(op, ty, Box::new(a), Box::new(b))
}
pub(crate) fn ibin(op: BinOp, a: Exp, b: Exp) -> Exp {
    Exp::IndexBin(op, Box::new(a), Box::new(b))
}
pub(crate) fn load(buf: KVar, at: Exp) -> Exp {
    Exp::Load(buf, Box::new(at))
}
pub(crate) fn constant(n: i64) -> Exp {
    Exp::Const(Scalar::I64(n))
}

/// A kernel whose workers go over `0..n` in strides. `body` gets the variables, the parameters and the position; the first
/// parameter is `n`.
pub(crate) fn strided(
    name: &str,
    width: IndexWidth,
    params: &[(&str, KType)],
    body: impl FnOnce(&mut Names, &[KVar], KVar) -> Vec<Stm>,
) -> Kernel {
    let mut names = Names::default();
    let mut all = vec![names.index("n")];
    all.extend(params.iter().map(|(name, ty)| names.new(name, *ty)));
    let (worker, workers) = (names.index("worker"), names.index("workers"));
    let (round, i) = (names.index("round"), names.index("i"));
    let rounds = ibin(
        BinOp::Div,
        ibin(BinOp::Sub, ibin(BinOp::Add, var(all[0]), var(workers)), index(1)),
        var(workers),
    );
    let at = ibin(BinOp::Add, ibin(BinOp::Mul, var(round), var(workers)), var(worker));
    let inner = body(&mut names, &all, i);
    let can_fail = has_fail(&inner);
    let guarded = Stm::If { cond: ibin(BinOp::Lt, var(i), var(all[0])), then: inner, els: vec![] };
    let body =
        vec![Stm::For { var: round, from: index(0), to: rounds, body: vec![Stm::Let(i, at), guarded] }];
    let pos = Pos { file: 0, line: 1, col: 1 };
    Kernel {
        name: name.into(),
        loc: Loc::at(pos),
        vars: names.0,
        params: all,
        worker,
        workers,
        body,
        index: width,
        can_fail,
    }
}

fn has_fail(stms: &[Stm]) -> bool {
    stms.iter().any(|stm| match stm {
        Stm::Fail { .. } => true,
        Stm::If { then, els, .. } => has_fail(then) || has_fail(els),
        Stm::While { pre, body, .. } => has_fail(pre) || has_fail(body),
        Stm::For { body, .. } | Stm::Locked { body, .. } => has_fail(body),
        Stm::Let(..) | Stm::Set(..) | Stm::Store { .. } | Stm::Atomic { .. } => false,
    })
}

/// A host function that passes `n` and its buffers to one kernel and returns a new buffer of `size` elements; the kernel takes
/// `n`, the arguments, the result and, with `locks`, a buffer of that many locks.
pub(crate) fn one_launch(
    name: &str,
    kernel: KernelId,
    args: &[ScalarType],
    result: ScalarType,
    size: Option<i64>,
    locks: Option<i64>,
) -> HostFun {
    let mut names = Names::default();
    let n = names.scalar("n", ScalarType::I64);
    let bufs: Vec<KVar> = args.iter().map(|ty| names.buf("xs", *ty)).collect();
    let out = names.buf("out", result);
    let size = size.map_or(var(n), constant);
    let mut body = vec![HostStm::Alloc { buf: out, count: size.clone(), zeroed: true }];
    let mut all = vec![Arg::Scalar(var(n))];
    all.extend(bufs.iter().chain([&out]).map(|b| Arg::Buf(*b)));
    if let Some(count) = locks {
        let lock = names.buf("locks", ScalarType::I32);
        body.push(HostStm::Alloc { buf: lock, count: constant(count), zeroed: true });
        all.push(Arg::Buf(lock));
    }
    body.push(HostStm::Launch { kernel, workers: Exp::Workers(Box::new(var(n))), args: all });
    body.extend(bufs.iter().map(|b| HostStm::Release(*b)));
    let params = [n].into_iter().chain(bufs).collect();
    HostFun {
        name: name.into(),
        vars: names.0,
        params,
        results: vec![out],
        result_lens: vec![Some(size)],
        body,
    }
}

/// `out[i] = 2.5 * xs[i] + ys[i]`.
pub(crate) fn saxpy(program: &mut Program) {
    let ty = KType::Buf(ScalarType::F32);
    let kernel = strided("saxpy", IndexWidth::W32, &[("xs", ty), ("ys", ty), ("out", ty)], |_, p, i| {
        let scaled = bin(BinOp::Mul, ScalarType::F32, Exp::Const(Scalar::F32(2.5)), load(p[1], var(i)));
        let val = bin(BinOp::Add, ScalarType::F32, scaled, load(p[2], var(i)));
        vec![Stm::Store { buf: p[3], at: var(i), val }]
    });
    let id = program.kernels.push(kernel);
    let f32s = ScalarType::F32;
    program.funs.push(one_launch("saxpy", id, &[f32s, f32s], f32s, None, None));
}

/// Counts `xs[i] mod 10`, in a type that may be narrow.
pub(crate) fn histogram(program: &mut Program, elem: ScalarType) {
    let name = format!("histogram_{elem}");
    let params = [("xs", KType::Buf(ScalarType::I64)), ("out", KType::Buf(elem))];
    let kernel = strided(&name, IndexWidth::W64, &params, |names, p, i| {
        let bin_at = names.scalar("bin", ScalarType::I64);
        let bucket = bin(BinOp::Mod, ScalarType::I64, load(p[1], var(i)), constant(10));
        let at = Exp::ToIndex(Box::new(var(bin_at)));
        let val = Exp::Const(Scalar::from_i64(elem, 1));
        vec![Stm::Let(bin_at, bucket), Stm::Atomic { op: BinOp::Add, buf: p[2], at, val }]
    });
    let id = program.kernels.push(kernel);
    program.funs.push(one_launch(&name, id, &[ScalarType::I64], elem, Some(10), None));
}

/// `out[i] = xs[is[i]]`, checked. Even positions of a failing worker go on.
pub(crate) fn gather(program: &mut Program) {
    let check = program.checks.push(Check {
        what: ir::failure::what::INDEX.into(),
        vals: vec![ScalarType::I64, ScalarType::I64],
        at: 1,
        loc: Loc::at(Pos { file: 0, line: 3, col: 7 }),
    });
    let ty = KType::Buf(ScalarType::I64);
    let kernel = strided("gather", IndexWidth::W32, &[("is", ty), ("xs", ty), ("out", ty)], |names, p, i| {
        let at = names.scalar("at", ScalarType::I64);
        let n = || Exp::FromIndex(Box::new(var(p[0])));
        let inside = bin(
            BinOp::And,
            ScalarType::Bool,
            bin(BinOp::Ge, ScalarType::I64, var(at), constant(0)),
            bin(BinOp::Lt, ScalarType::I64, var(at), n()),
        );
        let val = load(p[2], Exp::ToIndex(Box::new(var(at))));
        vec![
            Stm::Let(at, load(p[1], var(i))),
            Stm::If {
                cond: inside,
                then: vec![Stm::Store { buf: p[3], at: var(i), val }],
                els: vec![Stm::Fail { check, at: vec![var(i)], vals: vec![var(at), n()] }],
            },
        ]
    });
    let id = program.kernels.push(kernel);
    let i64s = ScalarType::I64;
    program.funs.push(one_launch("gather", id, &[i64s, i64s], i64s, None, None));
}

/// Adds `xs[i]` to two cells under a lock, so that they always agree.
pub(crate) fn locked(program: &mut Program) {
    let ty = KType::Buf(ScalarType::I64);
    let params = [("xs", ty), ("out", ty), ("locks", KType::Buf(ScalarType::I32))];
    let kernel = strided("locked", IndexWidth::W32, &params, |_, p, i| {
        let add = |at: i64| Stm::Store {
            buf: p[2],
            at: index(at),
            val: bin(BinOp::Add, ScalarType::I64, load(p[2], index(at)), load(p[1], var(i))),
        };
        vec![Stm::Locked { locks: p[3], count: index(2), at: index(5), body: vec![add(0), add(1)] }]
    });
    let id = program.kernels.push(kernel);
    program.funs.push(one_launch("locked", id, &[ScalarType::I64], ScalarType::I64, Some(2), Some(2)));
}

/// `out[i]` = length of the Collatz sequence of `xs[i]`; a start below 1 fails, and its loop must still end.
pub(crate) fn collatz(program: &mut Program) {
    let check = program.checks.push(Check {
        what: "start {} is not positive".into(),
        vals: vec![ScalarType::I64],
        at: 1,
        loc: Loc::at(Pos { file: 0, line: 9, col: 2 }),
    });
    let ty = KType::Buf(ScalarType::I64);
    let kernel = strided("collatz", IndexWidth::W64, &[("xs", ty), ("out", ty)], |names, p, i| {
        let (x, steps) = (names.scalar("x", ScalarType::I64), names.scalar("steps", ScalarType::I64));
        let i64s = ScalarType::I64;
        let odd = bin(BinOp::Eq, i64s, bin(BinOp::And, i64s, var(x), constant(1)), constant(1));
        let triple = bin(BinOp::Add, i64s, bin(BinOp::Mul, i64s, var(x), constant(3)), constant(1));
        let half = bin(BinOp::Shr, i64s, var(x), constant(1));
        vec![
            Stm::Let(x, load(p[1], var(i))),
            Stm::Let(steps, constant(0)),
            Stm::If {
                cond: bin(BinOp::Lt, i64s, var(x), constant(1)),
                then: vec![Stm::Fail { check, at: vec![var(i)], vals: vec![var(x)] }],
                els: vec![],
            },
            Stm::While {
                pre: vec![],
                cond: bin(BinOp::Ne, i64s, var(x), constant(1)),
                body: vec![
                    Stm::Set(x, Exp::Select(Box::new(odd), Box::new(triple), Box::new(half))),
                    Stm::Set(steps, bin(BinOp::Add, i64s, var(steps), constant(1))),
                ],
            },
            Stm::Store { buf: p[2], at: var(i), val: var(steps) },
        ]
    });
    let id = program.kernels.push(kernel);
    program.funs.push(one_launch("collatz", id, &[ScalarType::I64], ScalarType::I64, None, None));
}

/// Doubles the buffer on the device until its first element exceeds `limit`; returns it with the number of rounds, through
/// every kind of host statement.
pub(crate) fn doubling(program: &mut Program) {
    let i64s = ScalarType::I64;
    let ty = KType::Buf(i64s);
    let kernel = strided("double", IndexWidth::W64, &[("xs", ty), ("out", ty)], |_, p, i| {
        let val = bin(BinOp::Add, i64s, load(p[1], var(i)), load(p[1], var(i)));
        vec![Stm::Store { buf: p[2], at: var(i), val }]
    });
    let id = program.kernels.push(kernel);
    let check = program.checks.push(Check {
        what: "limit {} is negative".into(),
        vals: vec![i64s],
        at: 0,
        loc: Loc::none(),
    });
    let mut names = Names::default();
    let (n, limit, xs) = (names.scalar("n", i64s), names.scalar("limit", i64s), names.buf("xs", i64s));
    let (rounds, first, next) =
        (names.scalar("rounds", i64s), names.scalar("first", i64s), names.buf("next", i64s));
    let (both, some) = (names.buf("both", i64s), names.scalar("some", ScalarType::Bool));
    let zero = || constant(0);
    let twice = || bin(BinOp::Mul, i64s, constant(2), var(n));
    let copy = |to_at: Exp| HostStm::Copy { to: both, to_at, from: xs, from_at: zero(), count: var(n) };
    let round = vec![
        HostStm::Alloc { buf: next, count: var(n), zeroed: false },
        HostStm::Launch {
            kernel: id,
            workers: Exp::Workers(Box::new(var(n))),
            args: vec![Arg::Scalar(var(n)), Arg::Buf(xs), Arg::Buf(next)],
        },
        HostStm::Share { to: xs, from: next },
        HostStm::Release(next),
        HostStm::Set(rounds, bin(BinOp::Add, i64s, var(rounds), constant(1))),
    ];
    let body = vec![
        HostStm::Check { cond: bin(BinOp::Ge, i64s, var(limit), zero()), check, vals: vec![var(limit)] },
        HostStm::Set(rounds, zero()),
        HostStm::Set(some, bin(BinOp::Gt, i64s, var(n), zero())),
        HostStm::If {
            cond: var(some),
            then: vec![HostStm::While {
                pre: vec![HostStm::Read { var: first, buf: xs, at: zero() }],
                cond: bin(BinOp::Le, i64s, var(first), var(limit)),
                body: round,
            }],
            els: vec![HostStm::Set(rounds, Exp::Un(UnOp::Neg, i64s, Box::new(constant(1))))],
        },
        HostStm::Alloc { buf: both, count: twice(), zeroed: true },
        copy(zero()),
        copy(var(n)),
    ];
    program.funs.push(HostFun {
        name: "doubling".into(),
        vars: names.0,
        params: vec![n, limit, xs],
        results: vec![rounds, some, both],
        result_lens: vec![None, None, Some(twice())],
        body,
    });
}

/// All of them.
pub(crate) fn everything() -> Program {
    let mut program = Program { files: vec!["test.fut".into()], ..Program::default() };
    saxpy(&mut program);
    let counters =
        [ScalarType::I64, ScalarType::I32, ScalarType::F32, ScalarType::F64, ScalarType::U8, ScalarType::I16];
    counters.into_iter().for_each(|ty| histogram(&mut program, ty));
    gather(&mut program);
    locked(&mut program);
    collatz(&mut program);
    doubling(&mut program);
    program
}
