//! A small vocabulary for writing Kernel programs by hand.

use base::{BinOp, IdVec, Loc, Pos, Scalar, ScalarType};
use ir::kernel::{
    Arg, Exp, HostExp, HostFun, HostStm, IndexWidth, KType, KVar, KVarInfo, Kernel, KernelId, Stm,
};

/// Variables of a kernel or host function, by name.
#[derive(Default)]
pub(crate) struct Names(pub(crate) IdVec<KVar, KVarInfo>);

impl Names {
    pub(crate) fn add(&mut self, name: &str, ty: KType) -> KVar {
        self.0.push(KVarInfo::new(name, ty))
    }
    pub(crate) fn index(&mut self, name: &str) -> KVar {
        self.add(name, KType::Index)
    }
    pub(crate) fn scalar(&mut self, name: &str, ty: ScalarType) -> KVar {
        self.add(name, KType::Scalar(ty))
    }
    pub(crate) fn buf(&mut self, name: &str, ty: ScalarType) -> KVar {
        self.add(name, KType::Buf(ty))
    }
}

pub(crate) fn var<S>(v: KVar) -> Exp<S> {
    Exp::Var(v)
}
pub(crate) fn index(n: i64) -> Exp {
    Exp::Index(n)
}
pub(crate) fn bin<S>(op: BinOp, ty: ScalarType, a: Exp<S>, b: Exp<S>) -> Exp<S> {
    Exp::Bin(op, ty, Box::new(a), Box::new(b))
}
pub(crate) fn ibin(op: BinOp, a: Exp, b: Exp) -> Exp {
    Exp::IndexBin(op, Box::new(a), Box::new(b))
}
pub(crate) fn load(buf: KVar, at: Exp) -> Exp {
    Exp::load(buf, at)
}
pub(crate) fn constant<S>(n: i64) -> Exp<S> {
    Exp::Const(Scalar::I64(n))
}

/// A kernel whose groups, of one lane, go over `0..n` in strides. `body` gets the variables, the parameters and the position; the first
/// parameter is `n`.
pub(crate) fn strided(
    name: &str,
    width: IndexWidth,
    params: &[(&str, KType)],
    body: impl FnOnce(&mut Names, &[KVar], KVar) -> Vec<Stm>,
) -> Kernel {
    let mut names = Names::default();
    let mut all = vec![names.index("n")];
    all.extend(params.iter().map(|(name, ty)| names.add(name, *ty)));
    let (group, groups) = (names.index("group"), names.index("groups"));
    let (round, i) = (names.index("round"), names.index("i"));
    let rounds =
        ibin(BinOp::Div, ibin(BinOp::Sub, ibin(BinOp::Add, var(all[0]), var(groups)), index(1)), var(groups));
    let at = ibin(BinOp::Add, ibin(BinOp::Mul, var(round), var(groups)), var(group));
    let inner = body(&mut names, &all, i);
    let can_fail = has_fail(&inner);
    let guarded = Stm::If { cond: ibin(BinOp::Lt, var(i), var(all[0])), then: inner, els: vec![] };
    let body = vec![Stm::For {
        var: round,
        from: index(0),
        to: rounds,
        vector: None,
        body: vec![Stm::Let(i, at), guarded],
    }];
    let pos = Pos { file: 0, line: 1, col: 1 };
    Kernel {
        name: name.into(),
        loc: Loc::at(pos),
        vars: names.0,
        params: all,
        group,
        groups,
        lanes: 1,
        shared: vec![],
        chain: 0,
        body,
        index: width,
        can_fail,
    }
}

fn has_fail(stms: &[Stm]) -> bool {
    stms.iter().any(|stm| {
        matches!(stm, Stm::Fail { .. } | Stm::Call { .. }) || stm.blocks().into_iter().any(has_fail)
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
    body.push(HostStm::Launch { kernel, groups: HostExp::workers(var(n)), args: all });
    body.extend(bufs.iter().map(|b| HostStm::Release(*b)));
    let params = [n].into_iter().chain(bufs).collect();
    HostFun {
        name: name.into(),
        vars: names.0,
        params,
        given: vec![],
        results: vec![out],
        result_lens: vec![Some(size)],
        as_offsets: vec![],
        body,
    }
}
