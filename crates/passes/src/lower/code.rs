//! A kernel being built: parameters made on demand, variables, nested blocks.

use super::private::Slices;
use base::{BinOp, Loc, ScalarType};
use ir::kernel::{Arg, Exp, IndexWidth, KType, KVar, KVarInfo, Kernel, Stm};

pub(super) struct KernelBuilder {
    vars: base::IdVec<KVar, KVarInfo>,
    params: Vec<KVar>,
    args: Vec<Arg>,
    pub(super) worker: KVar,
    pub(super) workers: KVar,
    /// The block being built.
    pub(super) code: Vec<Stm>,
    pub(super) can_fail: bool,
    /// Memory with a slice for each worker.
    pub(super) slices: Vec<Slices>,
    /// What is the same at every point, evaluated in front of them.
    pub(super) invariant: rustc_hash::FxHashMap<ir::Var, Exp>,
    /// Memory local to the worker: buffers and numbers of elements.
    locals: Vec<(ScalarType, KVar, u32)>,
}

impl KernelBuilder {
    pub(super) fn new() -> KernelBuilder {
        let mut vars = base::IdVec::new();
        let worker = vars.push(KVarInfo { name: "worker".into(), ty: KType::Index });
        let workers = vars.push(KVarInfo { name: "workers".into(), ty: KType::Index });
        KernelBuilder {
            vars,
            params: vec![],
            args: vec![],
            worker,
            workers,
            code: vec![],
            can_fail: false,
            slices: vec![],
            invariant: rustc_hash::FxHashMap::default(),
            locals: vec![],
        }
    }

    /// A parameter that receives a host value; the same value is passed once.
    fn param(&mut self, name: &str, ty: KType, arg: Arg) -> KVar {
        if let Some(i) =
            self.args.iter().zip(&self.params).position(|(a, p)| *a == arg && self.vars[*p].ty == ty)
        {
            return self.params[i];
        }
        let var = self.vars.push(KVarInfo { name: name.to_string(), ty });
        self.params.push(var);
        self.args.push(arg);
        var
    }

    pub(super) fn buf(&mut self, name: &str, elem: ScalarType, host: KVar) -> KVar {
        self.param(name, KType::Buf(elem), Arg::Buf(host))
    }

    /// A host scalar inside the kernel.
    pub(super) fn scalar(&mut self, name: &str, ty: ScalarType, host: Exp) -> Exp {
        if let Exp::Const(c) = host {
            return Exp::Const(c);
        }
        Exp::Var(self.param(name, KType::Scalar(ty), Arg::Scalar(host)))
    }

    /// A host number as an index inside the kernel.
    pub(super) fn index(&mut self, name: &str, host: Exp) -> Exp {
        if let Exp::Const(c) = host {
            return Exp::Index(c.as_i64());
        }
        Exp::Var(self.param(name, KType::Index, Arg::Scalar(host)))
    }

    pub(super) fn var(&mut self, name: &str, ty: KType) -> KVar {
        self.vars.push(KVarInfo { name: name.to_string(), ty })
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
            | Exp::Select(..)
            | Exp::Load(..)
            | Exp::Failed
            | Exp::Workers(_)) => Exp::Var(self.let_(name, KType::Index, exp)),
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

    /// Local memory for `len` more elements: a buffer, and where they begin.
    pub(super) fn local(&mut self, elem: ScalarType, len: u32) -> (KVar, Exp) {
        let known = self.locals.iter().position(|(ty, ..)| *ty == elem);
        let at = known.unwrap_or_else(|| {
            let buf = self.var("local", KType::Buf(elem));
            self.locals.push((elem, buf, 0));
            self.locals.len() - 1
        });
        let (_, buf, used) = &mut self.locals[at];
        let start = *used;
        *used += len;
        (*buf, Exp::Index(start.into()))
    }

    pub(super) fn finish(mut self, name: String, loc: Loc) -> (Kernel, Vec<Arg>) {
        let locals = self.locals.iter().map(|(_, buf, len)| Stm::Local { buf: *buf, len: (*len).max(1) });
        self.code.splice(0..0, locals.collect::<Vec<Stm>>());
        let kernel = Kernel {
            name,
            loc,
            vars: self.vars,
            params: self.params,
            worker: self.worker,
            workers: self.workers,
            body: self.code,
            index: IndexWidth::W64,
            can_fail: self.can_fail,
        };
        (kernel, self.args)
    }
}

/// `a op b` on indices, with the identities that address arithmetic is full of.
pub(super) fn ix(op: BinOp, a: Exp, b: Exp) -> Exp {
    match (op, &a, &b) {
        (BinOp::Mul, Exp::Index(0), _) | (BinOp::Mul, _, Exp::Index(0)) => Exp::Index(0),
        (BinOp::Mul, Exp::Index(1), _) | (BinOp::Add, Exp::Index(0), _) => b,
        (BinOp::Mul | BinOp::Div, _, Exp::Index(1)) | (BinOp::Add | BinOp::Sub, _, Exp::Index(0)) => a,
        (BinOp::Add, Exp::Index(x), Exp::Index(y)) => Exp::Index(x + y),
        (BinOp::Mul, Exp::Index(x), Exp::Index(y)) => Exp::Index(x * y),
        _ => Exp::IndexBin(op, Box::new(a), Box::new(b)),
    }
}

pub(super) fn load(buf: KVar, at: Exp) -> Exp {
    Exp::Load(buf, Box::new(at))
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
