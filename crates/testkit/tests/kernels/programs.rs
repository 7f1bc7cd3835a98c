//! Hand-written Kernel programs.

use crate::common::{Names, bin, constant, index, load, one_launch, strided, var};
use base::{BinOp, Loc, Pos, Scalar, ScalarType, UnOp};
use ir::kernel::{Arg, Check, Exp, HostExp, HostFun, HostStm, IndexWidth, KType, Program, Stm};

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
        vec![Stm::Let(bin_at, bucket), Stm::Atomic { op: BinOp::Add, buf: p[2], at, val, old: None }]
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
        let body = vec![add(0), add(1)];
        vec![Stm::Locked { locks: p[3], count: index(2), at: index(5), vals: vec![], body }]
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
                bounded: false,
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
    let copy = |to_at: HostExp| HostStm::Copy { to: both, to_at, from: xs, from_at: zero(), count: var(n) };
    let round = vec![
        HostStm::Alloc { buf: next, count: var(n), zeroed: false },
        HostStm::Launch {
            kernel: id,
            groups: HostExp::workers(var(n)),
            args: vec![Arg::Scalar(var(n)), Arg::Buf(xs), Arg::Buf(next)],
        },
        HostStm::Share { to: xs, from: next },
        HostStm::Release(next),
        HostStm::Set(rounds, bin(BinOp::Add, i64s, var(rounds), constant(1))),
    ];
    let body = vec![
        HostStm::Check {
            cond: bin(BinOp::Ge, i64s, var(limit), zero()),
            check,
            at: vec![],
            vals: vec![var(limit)],
        },
        HostStm::Set(rounds, zero()),
        HostStm::Set(some, bin(BinOp::Gt, i64s, var(n), zero())),
        HostStm::If {
            cond: var(some),
            then: vec![HostStm::While {
                pre: vec![HostStm::read(first, xs, zero())],
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
        given: vec![],
        results: vec![rounds, some, both],
        result_lens: vec![None, None, Some(twice())],
        as_offsets: vec![],
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
