//! A kernel being built: parameters made on demand, variables, nested blocks.

use super::private::Slices;
use base::{BinOp, Loc, ScalarType};
use ir::kernel::{Arg, Combine, Exp, HostArg, HostExp, IndexWidth, KType, KVar, KVarInfo, Kernel, Stm};

pub(super) struct KernelBuilder {
    vars: base::IdVec<KVar, KVarInfo>,
    params: Vec<KVar>,
    args: Vec<HostArg>,
    pub(super) worker: KVar,
    pub(super) workers: KVar,
    /// The number of the worker in its group.
    pub(super) lane: KVar,
    group: KVar,
    groups: KVar,
    /// Whether the code is that of a group, with regions of lanes; else all of it is that of a worker.
    grouped: bool,
    /// Whether the code being built is that of lanes, where the rest is that of a group.
    in_lanes: bool,
    /// Words of memory through which groups give each other values.
    chain: u32,
    /// Memory that lanes share.
    shared: Vec<(KVar, u32)>,
    /// The block being built.
    pub(super) code: Vec<Stm>,
    pub(super) can_fail: bool,
    /// Memory with a slice for each worker.
    pub(super) slices: Vec<Slices>,
    /// What is the same at every point, evaluated in front of them.
    pub(super) invariant: rustc_hash::FxHashMap<ir::Var, Exp>,
    /// Whether this worker has rows that it uses for all its points, and where they begin, by the array of the rows of all points.
    pub(super) worker_rows: rustc_hash::FxHashMap<ir::Var, (Exp, KVar)>,
    /// The bytes of the arrays that the kernel computes with, where its lanes have slices of memory.
    pub(super) held: Option<HostExp>,
    /// Memory local to the worker.
    locals: Vec<Local>,
}

/// A buffer of the worker's own.
struct Local {
    elem: ScalarType,
    buf: KVar,
    /// How many elements are in use in this region, and how many were at most.
    used: u32,
    most: u32,
}

impl KernelBuilder {
    pub(super) fn new() -> KernelBuilder {
        let mut vars = base::IdVec::new();
        let worker = vars.push(KVarInfo::new("worker", KType::Index));
        let workers = vars.push(KVarInfo::new("workers", KType::Index));
        let lane = vars.push(KVarInfo::new("lane", KType::Index));
        let group = vars.push(KVarInfo::new("group", KType::Index));
        let groups = vars.push(KVarInfo::new("groups", KType::Index));
        KernelBuilder {
            vars,
            params: vec![],
            args: vec![],
            worker,
            workers,
            lane,
            group,
            groups,
            grouped: false,
            in_lanes: false,
            chain: 0,
            shared: vec![],
            code: vec![],
            can_fail: false,
            slices: vec![],
            invariant: rustc_hash::FxHashMap::default(),
            worker_rows: rustc_hash::FxHashMap::default(),
            held: None,
            locals: vec![],
        }
    }

    /// A parameter that receives a host value; the same value is passed once.
    fn param(&mut self, name: &str, ty: KType, arg: HostArg) -> KVar {
        if let Some(i) =
            self.args.iter().zip(&self.params).position(|(a, p)| *a == arg && self.vars[*p].ty == ty)
        {
            return self.params[i];
        }
        let var = self.vars.push(KVarInfo::new(name, ty));
        self.params.push(var);
        self.args.push(arg);
        var
    }

    pub(super) fn buf(&mut self, name: &str, elem: ScalarType, host: KVar) -> KVar {
        self.param(name, KType::Buf(elem), Arg::Buf(host))
    }

    /// A host scalar inside the kernel.
    pub(super) fn scalar(&mut self, name: &str, ty: ScalarType, host: HostExp) -> Exp {
        if let Exp::Const(c) = host {
            return Exp::Const(c);
        }
        Exp::Var(self.param(name, KType::Scalar(ty), Arg::Scalar(host)))
    }

    /// A host number as an index inside the kernel.
    pub(super) fn index(&mut self, name: &str, host: HostExp) -> Exp {
        if let Exp::Const(c) = host {
            return Exp::Index(c.as_i64());
        }
        Exp::Var(self.param(name, KType::Index, Arg::Scalar(host)))
    }

    pub(super) fn var(&mut self, name: &str, ty: KType) -> KVar {
        self.vars.push(KVarInfo::new(name, ty))
    }

    /// A variable of the same name and type.
    pub(super) fn like(&mut self, var: KVar) -> KVar {
        let info = self.vars[var].clone();
        self.vars.push(info)
    }

    pub(super) fn type_of(&self, var: KVar) -> KType {
        self.vars[var].ty
    }

    /// Declares and sets a variable.
    pub(super) fn let_(&mut self, name: &str, ty: KType, exp: Exp) -> KVar {
        let var = self.var(name, ty);
        self.code.push(Stm::Let(var, exp));
        var
    }

    /// An index kept in a variable; constants and variables stay as they are.
    pub(super) fn let_index(&mut self, name: &str, exp: Exp) -> Exp {
        match exp {
            Exp::Index(_) | Exp::Var(_) => exp,
            exp @ (Exp::Const(_)
            | Exp::Bin(..)
            | Exp::IndexBin(..)
            | Exp::Un(..)
            | Exp::Conv(..)
            | Exp::FromIndex(_)
            | Exp::ToIndex(_)
            | Exp::Small(_)
            | Exp::Select(..)
            | Exp::Only(_)) => Exp::Var(self.let_(name, KType::Index, exp)),
        }
    }

    pub(super) fn set(&mut self, var: KVar, exp: Exp) {
        self.code.push(Stm::Set(var, exp));
    }

    pub(super) fn store(&mut self, buf: KVar, at: Exp, val: Exp) {
        self.code.push(Stm::Store { buf, at, val });
    }

    /// Builds a nested block.
    pub(super) fn block<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> (Vec<Stm>, T) {
        let outer = std::mem::take(&mut self.code);
        let result = f(self);
        (std::mem::replace(&mut self.code, outer), result)
    }

    /// Declares a variable of the group, or of each of its lanes. Code of the group.
    pub(super) fn declare(&mut self, name: &str, ty: KType, exp: Exp, per_lane: bool) -> KVar {
        let var = self.vars.push(KVarInfo { per_lane, ..KVarInfo::new(name, ty) });
        self.code.push(Stm::Let(var, exp));
        var
    }

    /// The number of the group.
    pub(super) fn group(&self) -> KVar {
        self.group
    }

    /// Local memory for `len` more elements: a buffer, and where they begin.
    pub(super) fn local(&mut self, elem: ScalarType, len: u32) -> (KVar, Exp) {
        let known = self.locals.iter().position(|local| local.elem == elem);
        let at = known.unwrap_or_else(|| {
            let buf = self.var("local", KType::Buf(elem));
            self.locals.push(Local { elem, buf, used: 0, most: 1 });
            self.locals.len() - 1
        });
        let local = &mut self.locals[at];
        let start = local.used;
        local.used += len;
        local.most = local.most.max(local.used);
        (local.buf, Exp::Index(start.into()))
    }

    /// The code that is built is that of a group from here on, but for regions of lanes.
    pub(super) fn begin_group(&mut self) {
        self.grouped = true;
    }

    /// Whether what is read may be missing because a check in front has failed. What the code of a group reads is always there.
    pub(super) fn may_have_failed(&self) -> bool {
        self.can_fail && (self.in_lanes || !self.grouped)
    }

    /// How many groups there are.
    pub(super) fn groups(&self) -> KVar {
        self.groups
    }

    /// Memory that the lanes of a group share.
    pub(super) fn shared(&mut self, name: &str, elem: ScalarType, len: u32) -> KVar {
        let buf = self.var(name, KType::Buf(elem));
        self.share(buf, len);
        buf
    }

    /// Makes a buffer one that the lanes of a group share, if it is not yet.
    pub(super) fn share(&mut self, buf: KVar, len: u32) {
        if !self.shared.iter().any(|(known, _)| *known == buf) {
            self.shared.push((buf, len));
        }
    }

    /// A region of lanes, in a kernel whose code is otherwise that of a group.
    pub(super) fn lane_code<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> (Stm, T) {
        self.grouped = true;
        // What an earlier region had in local memory or evaluated in front is gone.
        self.locals.iter_mut().for_each(|local| local.used = 0);
        self.slices.iter_mut().for_each(Slices::begin);
        self.invariant.clear();
        self.worker_rows.clear();
        self.in_lanes = true;
        let (body, result) = self.block(f);
        self.in_lanes = false;
        self.invariant.clear();
        self.worker_rows.clear();
        (Stm::Lanes { lane: self.lane, body }, result)
    }

    /// Code of all workers: a region of lanes in a kernel whose code is otherwise that of a group.
    pub(super) fn region<T>(&mut self, lanes: u32, workers: &HostExp, f: impl FnOnce(&mut Self) -> T) -> T {
        let (region, result) = self.lane_code(f);
        let Stm::Lanes { lane, body } = region else { return result };
        let body = self.deal_out(lanes, workers, body);
        self.code.push(Stm::Lanes { lane, body });
        result
    }

    /// Adds up a number of every lane: `total` is set, and `before` to what the lanes in front of each have. Code of the group.
    pub(super) fn sum_of_lanes(&mut self, own: KVar, before: Option<KVar>, total: KVar) {
        let ty = self.type_of(own);
        let KType::Scalar(scalar) = ty else { base::bug!("lower", "a sum over lanes of {ty:?}") };
        let params = vec![self.var("front", ty), self.var("behind", ty)];
        let [front, behind] = [params[0], params[1]].map(|param| Box::new(Exp::Var(param)));
        let results = vec![Exp::Bin(BinOp::Add, scalar, front, behind)];
        let before = before.into_iter().collect();
        let fold = Combine { own: vec![own], before, total: vec![total], params, body: vec![], results };
        self.code.push(Stm::Fold(fold));
    }

    /// Adds a statement by which groups give each other values. Code of the group.
    pub(super) fn between_groups(&mut self, stm: Stm) {
        self.chain += stm.words();
        self.code.push(stm);
    }

    /// The kernel, for so many workers: each is a group if groups have one lane, else a lane of a group.
    pub(super) fn finish(
        mut self,
        name: String,
        loc: Loc,
        lanes: u32,
        workers: &HostExp,
    ) -> (Kernel, Vec<HostArg>) {
        if !self.grouped && lanes > 1 {
            let code = std::mem::take(&mut self.code);
            let body = self.deal_out(lanes, workers, code);
            self.code = vec![Stm::Lanes { lane: self.lane, body }];
        }
        let locals = self.locals.iter().map(|local| Stm::Local { buf: local.buf, len: local.most });
        self.code.splice(0..0, locals.collect::<Vec<Stm>>());
        let one = lanes == 1;
        let kernel = Kernel {
            name,
            loc,
            vars: self.vars,
            params: self.params,
            group: if one { self.worker } else { self.group },
            groups: if one { self.workers } else { self.groups },
            lanes,
            shared: self.shared,
            chain: self.chain,
            body: self.code,
            index: IndexWidth::W64,
            can_fail: self.can_fail,
        };
        (kernel, self.args)
    }

    /// Makes workers of the lanes of all groups. A group of one lane is a worker.
    fn deal_out(&mut self, lanes: u32, workers: &HostExp, code: Vec<Stm>) -> Vec<Stm> {
        if lanes == 1 {
            return code;
        }
        let count = self.index("workers", workers.clone());
        let first = ix(BinOp::Mul, Exp::Var(self.group), Exp::Index(lanes.into()));
        let inside = Exp::IndexBin(BinOp::Lt, Box::new(Exp::Var(self.worker)), Box::new(count.clone()));
        vec![
            Stm::Let(self.worker, ix(BinOp::Add, first, Exp::Var(self.lane))),
            Stm::Let(self.workers, count),
            Stm::If { cond: inside, then: code, els: vec![] },
        ]
    }
}

/// `a op b` on indices, with the identities that address arithmetic is full of.
pub(crate) fn ix(op: BinOp, a: Exp, b: Exp) -> Exp {
    match (op, &a, &b) {
        (BinOp::Mul, Exp::Index(0), _) | (BinOp::Mul, _, Exp::Index(0)) => Exp::Index(0),
        (BinOp::Mul, Exp::Index(1), _) | (BinOp::Add, Exp::Index(0), _) => b,
        (BinOp::Mul | BinOp::Div, _, Exp::Index(1)) | (BinOp::Add | BinOp::Sub, _, Exp::Index(0)) => a,
        (BinOp::Add, Exp::Index(x), Exp::Index(y)) => Exp::Index(x + y),
        (BinOp::Mul, Exp::Index(x), Exp::Index(y)) => Exp::Index(x * y),
        _ => Exp::IndexBin(op, Box::new(a), Box::new(b)),
    }
}

/// `a < b` on indices.
pub(super) fn less(a: Exp, b: Exp) -> Exp {
    Exp::IndexBin(BinOp::Lt, Box::new(a), Box::new(b))
}

pub(super) fn load(buf: KVar, at: Exp) -> Exp {
    Exp::load(buf, at)
}

/// An `i64` as an index.
pub(super) fn to_index(exp: Exp) -> Exp {
    if let Exp::Const(c) = exp {
        Exp::Index(c.as_i64())
    } else if let Exp::FromIndex(index) = exp {
        *index
    } else {
        Exp::ToIndex(Box::new(exp))
    }
}

/// An index as an `i64`.
pub(super) fn from_index(exp: Exp) -> Exp {
    if let Exp::Index(i) = exp {
        Exp::Const(base::Scalar::I64(i))
    } else if let Exp::ToIndex(number) = exp {
        *number
    } else {
        Exp::FromIndex(Box::new(exp))
    }
}
