//! Whether a Kernel program is well-formed. These checks are the definition.
//!
//! **Kernels.** Names are distinct C identifiers. Parameters, `worker` and `workers` (both `Index`) are distinct. A variable is
//! declared before it is used, in a block around the use, and not again inside of that block; buffers are parameters or local, and local ones are not combined into atomically.
//! `can_fail` says whether there is a `Fail`, or a call of a function that can fail. A call has the arguments that the function takes, and it
//! sets one declared variable per result.
//!
//! **Device functions.** As kernels, but without workers, locks and atomics, and they store only in local memory. One that calls itself, directly or
//! through others, can fail.
//!
//! **Host functions.** Every variable is set before it is used, on every path. A released buffer is not set. `Index` means
//! `i64` there. There is a length for each result that is a buffer and for no other. A launch has the arguments that the kernel takes,
//! a call those that the function takes, and it sets one variable per result.
//!
//! **Expressions.** Operands have the types that the variants of [`Exp`] ask for; loads and `Failed` only on the device, `Workers`
//! only on the host; `Failed` only in a kernel that can fail. Conditions are bools, positions in buffers are `Index`.
//!
//! **Checks.** A failure has as many indices and operands, of the types, as its line of the check table says, and neither
//! are more than the record has room for.

mod host;

use crate::kernel::*;
use crate::print_kernel::{print_kvar, type_text};
use base::scalar::{ScalarFault, binary, unary};
use base::{BinOp, IdVec, Scalar, ScalarType};
use rustc_hash::FxHashSet;

/// Lists what is wrong with a program.
pub fn verify_kernel(prog: &Program) -> Result<(), Vec<String>> {
    let mut errors = vec![];
    let mut names = FxHashSet::default();
    for (id, check) in prog.checks.iter() {
        if check.at > RECORD_SLOTS || check.vals.len() > RECORD_SLOTS {
            errors.push(format!("check {}: more than {RECORD_SLOTS} indices or operands", id.0));
        }
        if check.what.matches("{}").count() != check.vals.len() {
            errors.push(format!("check {}: the message shows another number of operands", id.0));
        }
    }
    for (id, fun) in prog.device_funs.iter() {
        let mut v = Verifier::new(prog, &fun.vars, format!("function {}", fun.name), false);
        v.device_fun(id, fun);
        errors.extend(v.errors);
    }
    for (_, kernel) in prog.kernels.iter() {
        let mut v = Verifier::new(prog, &kernel.vars, format!("kernel {}", kernel.name), false);
        let word = kernel.name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        v.require(
            word && !kernel.name.starts_with(|c: char| c.is_ascii_digit()),
            "the name is no identifier",
        );
        v.require(names.insert(&kernel.name), "the name is taken");
        v.kernel(kernel);
        errors.extend(v.errors);
    }
    for fun in &prog.funs {
        let mut v = Verifier::new(prog, &fun.vars, format!("host {}", fun.name), true);
        v.host_fun(fun);
        errors.extend(v.errors);
    }
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

struct Verifier<'a> {
    prog: &'a Program,
    vars: &'a IdVec<KVar, KVarInfo>,
    place: String,
    host: bool,
    /// Declared here (device), or set here (host).
    known: FxHashSet<KVar>,
    /// Buffers of the worker's own.
    local: FxHashSet<KVar>,
    fails: bool,
    /// Whether only local memory may be written.
    pure: bool,
    /// Whether something asks for failures.
    asks: bool,
    errors: Vec<String>,
}

impl<'a> Verifier<'a> {
    fn new(prog: &'a Program, vars: &'a IdVec<KVar, KVarInfo>, place: String, host: bool) -> Verifier<'a> {
        Verifier {
            prog,
            vars,
            place,
            host,
            known: FxHashSet::default(),
            local: FxHashSet::default(),
            fails: false,
            pure: false,
            asks: false,
            errors: vec![],
        }
    }

    fn error(&mut self, what: impl std::fmt::Display) {
        self.errors.push(format!("{}: {what}", self.place));
    }

    fn require(&mut self, holds: bool, what: &str) {
        if !holds {
            self.error(what);
        }
    }

    fn name(&self, var: KVar) -> String {
        print_kvar(self.vars, var)
    }

    /// The type of a variable; on the host `Index` is `i64`.
    fn type_of(&self, var: KVar) -> Option<KType> {
        self.vars.get(var).map(|info| self.on_host(info.ty))
    }

    fn on_host(&self, ty: KType) -> KType {
        if self.host && ty == KType::Index { KType::Scalar(ScalarType::I64) } else { ty }
    }

    fn used(&mut self, var: KVar) -> Option<KType> {
        if !self.known.contains(&var) {
            let what = if self.host { "not set" } else { "not declared" };
            self.error(format!("{} is {what} here", self.name(var)));
        }
        self.type_of(var)
    }

    fn declare(&mut self, var: KVar) {
        if self.vars.get(var).is_none() {
            self.error(format!("variable {} is not in the table", var.0));
        }
        if !self.known.insert(var) {
            self.error(format!("{} is declared twice", self.name(var)));
        }
    }

    /// The element type of a buffer.
    fn buf(&mut self, var: KVar) -> Option<ScalarType> {
        match self.used(var)? {
            KType::Buf(elem) => Some(elem),
            KType::Scalar(_) | KType::Index => {
                self.error(format!("{} is no buffer", self.name(var)));
                None
            }
        }
    }

    /// An expression of this type. A type that is unknown has been reported where it became so.
    fn expect(&mut self, exp: &Exp, wanted: KType) {
        let wanted = self.on_host(wanted);
        if let Some(got) = self.exp(exp)
            && got != wanted
        {
            self.error(format!("an expression has type {}, not {}", type_text(got), type_text(wanted)));
        }
    }

    fn scalar(&mut self, exp: &Exp, ty: ScalarType) {
        self.expect(exp, KType::Scalar(ty));
    }

    /// A scalar operand, for which an `Index` counts as `i64`.
    fn operand(&mut self, exp: &Exp, ty: ScalarType) {
        match self.exp(exp) {
            Some(KType::Index) if ty == ScalarType::I64 => {}
            Some(got) if got != KType::Scalar(ty) => {
                self.error(format!("an operand has type {}, not {ty}", type_text(got)));
            }
            Some(_) | None => {}
        }
    }

    fn defined(&mut self, fault: Option<ScalarFault>, op: &str, ty: ScalarType) {
        if fault == Some(ScalarFault::Undefined) {
            self.error(format!("{op} is not defined on {ty}"));
        }
    }

    fn exp(&mut self, exp: &Exp) -> Option<KType> {
        let ty = match exp {
            Exp::Const(c) => KType::Scalar(c.ty()),
            Exp::Index(_) => KType::Index,
            Exp::Var(v) => self.used(*v)?,
            Exp::Bin(op, ty, a, b) => {
                self.operand(a, *ty);
                self.operand(b, *ty);
                let one = Scalar::from_i64(*ty, 1);
                self.defined(binary(*op, one, one).err(), op.name(), *ty);
                KType::Scalar(op.result(*ty))
            }
            Exp::IndexBin(op, a, b) => {
                self.expect(a, KType::Index);
                self.expect(b, KType::Index);
                let one = Scalar::I64(1);
                self.defined(binary(*op, one, one).err(), op.name(), ScalarType::I64);
                if op.is_comparison() { KType::Scalar(ScalarType::Bool) } else { KType::Index }
            }
            Exp::Un(op, ty, a) => {
                self.operand(a, *ty);
                self.defined(unary(*op, Scalar::from_i64(*ty, 1)).err(), op.name(), *ty);
                KType::Scalar(op.result(*ty))
            }
            Exp::Conv(from, to, a) => {
                self.operand(a, *from);
                KType::Scalar(*to)
            }
            Exp::FromIndex(a) => {
                self.expect(a, KType::Index);
                KType::Scalar(ScalarType::I64)
            }
            Exp::ToIndex(a) => {
                self.scalar(a, ScalarType::I64);
                KType::Index
            }
            Exp::Select(c, a, b) => {
                self.scalar(c, ScalarType::Bool);
                let ty = self.exp(a)?;
                self.expect(b, ty);
                ty
            }
            Exp::Load(buf, at) => {
                self.require(!self.host, "a load on the host");
                let elem = self.buf(*buf)?;
                self.expect(at, KType::Index);
                KType::Scalar(elem)
            }
            Exp::Failed => {
                self.require(!self.host, "a worker that has failed on the host");
                self.asks = true;
                KType::Scalar(ScalarType::Bool)
            }
            Exp::Workers(n) => {
                self.require(self.host, "workers are counted on the device");
                self.operand(n, ScalarType::I64);
                KType::Scalar(ScalarType::I64)
            }
        };
        Some(self.on_host(ty))
    }

    fn failure(&mut self, check: CheckId, at: usize, vals: &[Exp]) {
        let Some(line) = self.prog.checks.get(check) else {
            return self.error(format!("there is no check {}", check.0));
        };
        if line.at != at || line.vals.len() != vals.len() {
            return self.error(format!("check {} has another number of indices or operands", check.0));
        }
        for (val, ty) in vals.iter().zip(line.vals.clone()) {
            self.operand(val, ty);
        }
    }

    fn kernel(&mut self, k: &Kernel) {
        k.params.iter().chain([&k.worker, &k.workers]).for_each(|v| self.declare(*v));
        for var in [k.worker, k.workers] {
            self.require(self.type_of(var) == Some(KType::Index), "worker numbers are no indices");
        }
        self.stms(&k.body);
        self.require(self.fails == k.can_fail, "can_fail is not what the body says");
        self.require(!self.asks || k.can_fail, "failures are asked for where nothing can fail");
    }

    fn device_fun(&mut self, id: DeviceId, fun: &DeviceFun) {
        fun.params.iter().for_each(|v| self.declare(*v));
        let index = fun.params.iter().any(|v| self.type_of(*v) == Some(KType::Index));
        self.require(!index, "a parameter of a function is an index");
        self.pure = true;
        // What the body declares is known to the results.
        fun.body.iter().for_each(|s| self.stm(s));
        for (ty, exp) in &fun.results {
            self.scalar(exp, *ty);
        }
        let fails = self.fails || leads_back(self.prog, id);
        self.require(fails == fun.can_fail, "can_fail is not what the body says");
        self.require(!self.asks || fun.can_fail, "failures are asked for where nothing can fail");
    }

    fn device_call(&mut self, fun: DeviceId, check: CheckId, args: &[Arg], results: &[KVar], at: &[Exp]) {
        let Some(callee) = self.prog.device_funs.get(fun) else {
            return self.error("a call of no function");
        };
        self.fails |= callee.can_fail;
        self.args(&callee.params, &callee.vars, args);
        self.failure(check, 0, &[]);
        at.iter().for_each(|i| self.operand(i, ScalarType::I64));
        self.require(at.len() <= RECORD_SLOTS, "a call with too many indices");
        self.require(callee.results.len() == results.len(), "a call with another number of results");
        for (own, (ty, _)) in results.iter().zip(&callee.results) {
            let got = self.used(*own);
            self.require(got == Some(KType::Scalar(*ty)), "a result of another type");
        }
    }

    /// A block: what it declares is known in it only.
    fn stms(&mut self, stms: &[Stm]) {
        let known = self.known.clone();
        stms.iter().for_each(|s| self.stm(s));
        self.known = known;
    }

    fn stm(&mut self, stm: &Stm) {
        match stm {
            Stm::Let(var, exp) => {
                if let Some(ty) = self.type_of(*var) {
                    self.expect(exp, ty);
                    self.require(!matches!(ty, KType::Buf(_)), "a buffer is declared");
                }
                self.declare(*var);
            }
            Stm::Local { buf, len } => {
                self.require(
                    matches!(self.type_of(*buf), Some(KType::Buf(_))),
                    "local memory that is no buffer",
                );
                self.require(*len > 0, "local memory of no elements");
                self.declare(*buf);
                self.local.insert(*buf);
            }
            Stm::Set(var, exp) => {
                if let Some(ty) = self.used(*var) {
                    self.expect(exp, ty);
                    self.require(!matches!(ty, KType::Buf(_)), "a buffer is assigned");
                }
            }
            Stm::Store { buf, at, val } => {
                let elem = self.buf(*buf);
                self.expect(at, KType::Index);
                if let Some(elem) = elem {
                    self.scalar(val, elem);
                }
                self.require(!self.pure || self.local.contains(buf), "a function stores outside of itself");
            }
            Stm::If { cond, then, els } => {
                self.scalar(cond, ScalarType::Bool);
                self.stms(then);
                self.stms(els);
            }
            Stm::While { bounded: _, pre, cond, body } => {
                // The condition sees what stands in front of it; the body does not.
                let known = self.known.clone();
                pre.iter().for_each(|s| self.stm(s));
                self.scalar(cond, ScalarType::Bool);
                self.known = known;
                self.stms(body);
            }
            Stm::For { var, from, to, body } => {
                self.expect(from, KType::Index);
                self.expect(to, KType::Index);
                let known = self.known.clone();
                self.declare(*var);
                self.require(self.type_of(*var) == Some(KType::Index), "the variable of a for is no index");
                self.stms(body);
                self.known = known;
            }
            Stm::Atomic { op, buf, at, val } => {
                use BinOp::*;
                let elem = self.buf(*buf);
                self.expect(at, KType::Index);
                if let Some(elem) = elem {
                    self.scalar(val, elem);
                    let one = Scalar::from_i64(elem, 1);
                    self.defined(binary(*op, one, one).err(), op.name(), elem);
                }
                self.require(!self.local.contains(buf), "local memory is combined into atomically");
                self.require(!self.pure, "a function combines into memory");
                let known = matches!(op, Add | Min | Max | And | Or | Xor | Mul);
                self.require(known, "an operator that is not atomic");
            }
            Stm::Locked { locks, count, at, body } => {
                let elem = self.buf(*locks);
                self.require(elem.is_none_or(|e| e == ScalarType::I32), "locks are no buffer of i32");
                self.require(!self.pure, "a function takes a lock");
                self.expect(count, KType::Index);
                self.expect(at, KType::Index);
                self.stms(body);
            }
            Stm::Fail { check, at, vals } => {
                self.fails = true;
                at.iter().for_each(|i| self.operand(i, ScalarType::I64));
                self.failure(*check, at.len(), vals);
            }
            Stm::Call { fun, check, args, results, at } => self.device_call(*fun, *check, args, results, at),
        }
    }
}

/// Whether calls from a function of the device lead back to it.
pub fn leads_back(prog: &Program, id: DeviceId) -> bool {
    let mut seen = FxHashSet::default();
    let mut todo = vec![id];
    while let Some(fun) = todo.pop().and_then(|at| prog.device_funs.get(at)) {
        let mut called = vec![];
        callees(&fun.body, &mut called);
        todo.extend(called.into_iter().filter(|callee| seen.insert(*callee)));
    }
    seen.contains(&id)
}

fn callees(block: &[Stm], into: &mut Vec<DeviceId>) {
    for stm in block {
        match stm {
            Stm::Call { fun, .. } => into.push(*fun),
            Stm::If { then, els, .. } => {
                callees(then, into);
                callees(els, into);
            }
            Stm::While { pre, body, .. } => {
                callees(pre, into);
                callees(body, into);
            }
            Stm::For { body, .. } | Stm::Locked { body, .. } => callees(body, into),
            Stm::Let(..)
            | Stm::Local { .. }
            | Stm::Set(..)
            | Stm::Store { .. }
            | Stm::Atomic { .. }
            | Stm::Fail { .. } => {}
        }
    }
}
