//! Whether a Kernel program is well-formed. These checks are the definition.
//!
//! **Kernels.** Names are distinct C identifiers. Parameters, `worker` and `workers` (both `Index`) are distinct. A variable is
//! declared before it is used, in a block around the use, and not again inside of that block; buffers are parameters or local, and local ones are not combined into atomically.
//! `can_fail` says whether there is a `Fail`.
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

use crate::kernel::*;
use crate::print_kernel::{print_kvar, type_text};
use base::scalar::{ScalarFault, binary, unary};
use base::{BinOp, Id, IdVec, Scalar, ScalarType};
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
                let known = matches!(op, Add | Min | Max | And | Or | Xor | Mul);
                self.require(known, "an operator that is not atomic");
            }
            Stm::Locked { locks, count, at, body } => {
                let elem = self.buf(*locks);
                self.require(elem.is_none_or(|e| e == ScalarType::I32), "locks are no buffer of i32");
                self.expect(count, KType::Index);
                self.expect(at, KType::Index);
                self.stms(body);
            }
            Stm::Fail { check, at, vals } => {
                self.fails = true;
                at.iter().for_each(|i| self.operand(i, ScalarType::I64));
                self.failure(*check, at.len(), vals);
            }
        }
    }

    fn host_fun(&mut self, fun: &HostFun) {
        fun.params.iter().for_each(|v| self.declare(*v));
        let own = fun.params.len().checked_sub(2 * fun.given.len());
        self.require(own.is_some(), "given offsets without parameters");
        for (sizes, made) in fun.given.iter().zip(fun.params[own.unwrap_or(0)..].chunks(2)) {
            let i64s = KType::Buf(ScalarType::I64);
            let params = sizes.iter().all(|size| fun.params[..own.unwrap_or(0)].contains(size));
            self.require(params && !sizes.is_empty(), "given offsets of what is no argument");
            let mut types: Vec<_> = sizes.iter().chain(&made[..1]).map(|v| self.used(*v)).collect();
            types.dedup();
            self.require(types == [Some(i64s)], "given offsets that are no arrays of i64");
            let total = made.get(1).and_then(|total| self.used(*total));
            self.require(total == Some(KType::Scalar(ScalarType::I64)), "a given total that is no i64");
        }
        self.host_stms(&fun.body);
        self.require(fun.results.len() == fun.result_lens.len(), "another number of lengths than results");
        for (result, len) in fun.results.iter().zip(&fun.result_lens) {
            let buffer = matches!(self.used(*result), Some(KType::Buf(_)));
            self.require(buffer == len.is_some(), "a length for what is no buffer, or none for one");
            if let Some(len) = len {
                self.scalar(len, ScalarType::I64);
            }
        }
    }

    /// The arguments of a launch or call.
    fn args(&mut self, params: &[KVar], vars: &IdVec<KVar, KVarInfo>, args: &[Arg]) {
        self.require(params.len() == args.len(), "another number of arguments than parameters");
        for (param, arg) in params.iter().zip(args) {
            match (vars.get(*param).map(|info| info.ty), arg) {
                (Some(KType::Buf(elem)), Arg::Buf(buf)) => {
                    let got = self.buf(*buf);
                    self.require(got == Some(elem), "a buffer of another type is passed");
                }
                (Some(ty @ (KType::Scalar(_) | KType::Index)), Arg::Scalar(exp)) => self.expect(exp, ty),
                (_, Arg::Buf(_) | Arg::Scalar(_)) => self.error("an argument of another kind is passed"),
            }
        }
    }

    fn call(&mut self, fun: HostId, check: CheckId, args: &[Arg], results: &[KVar], at: &[Arg]) {
        let Some(callee) = self.prog.funs.get(fun.index()) else {
            return self.error("a call of no function");
        };
        self.args(&callee.params, &callee.vars, args);
        self.failure(check, 0, &[]);
        let rows = at.iter().filter(|arg| matches!(arg, Arg::Buf(_))).count();
        self.require(rows == 0 || rows == at.len(), "indices of one row beside those of many");
        for arg in at {
            match arg {
                Arg::Scalar(exp) => self.scalar(exp, ScalarType::I64),
                Arg::Buf(buf) => {
                    let elem = self.buf(*buf);
                    self.require(elem == Some(ScalarType::I64), "indices of rows that are no i64");
                }
            }
        }
        self.require(callee.results.len() == results.len(), "a call with another number of results");
        for (own, result) in results.iter().zip(&callee.results) {
            let given = callee.vars.get(*result).map(|info| self.on_host(info.ty));
            self.require(self.type_of(*own) == given, "a result of another type");
            self.sets(*own);
        }
    }

    fn host_stms(&mut self, stms: &[HostStm]) {
        stms.iter().for_each(|s| self.host_stm(s));
    }

    /// The variable now has a value; it must be in the table.
    fn sets(&mut self, var: KVar) {
        self.require(self.vars.get(var).is_some(), "a variable that is not in the table");
        self.known.insert(var);
    }

    fn host_stm(&mut self, stm: &HostStm) {
        match stm {
            HostStm::Set(var, exp) => {
                if let Some(ty) = self.type_of(*var) {
                    self.require(!matches!(ty, KType::Buf(_)), "a buffer is set to a scalar");
                    self.expect(exp, ty);
                }
                self.sets(*var);
            }
            HostStm::Share { to, from } => {
                let elem = self.buf(*from);
                self.require(self.type_of(*to) == elem.map(KType::Buf), "a handle of another type");
                self.sets(*to);
            }
            HostStm::Alloc { buf, count, zeroed: _ } => {
                self.scalar(count, ScalarType::I64);
                self.require(
                    matches!(self.type_of(*buf), Some(KType::Buf(_))),
                    "what is allocated is no buffer",
                );
                self.sets(*buf);
            }
            HostStm::Reuse { to, from, count } => {
                let elem = self.buf(*from);
                self.require(self.type_of(*to) == elem.map(KType::Buf), "a buffer of another type is reused");
                self.scalar(count, ScalarType::I64);
                self.sets(*to);
            }
            HostStm::Release(buf) => {
                self.buf(*buf);
                self.known.remove(buf);
            }
            HostStm::Copy { to, to_at, from, from_at, count } => {
                let (a, b) = (self.buf(*to), self.buf(*from));
                self.require(a == b, "a copy between buffers of different types");
                [to_at, from_at, count].into_iter().for_each(|e| self.scalar(e, ScalarType::I64));
            }
            HostStm::Launch { kernel, workers, args } => {
                self.scalar(workers, ScalarType::I64);
                let Some(kernel) = self.prog.kernels.get(*kernel) else {
                    return self.error("a launch of no kernel");
                };
                self.args(&kernel.params, &kernel.vars, args);
            }
            HostStm::Call { fun, check, args, results, at } => self.call(*fun, *check, args, results, at),
            HostStm::Read { var, buf, at } => {
                let elem = self.buf(*buf);
                self.scalar(at, ScalarType::I64);
                self.require(
                    self.type_of(*var) == elem.map(KType::Scalar),
                    "an element of another type is read",
                );
                self.sets(*var);
            }
            HostStm::Check { cond, check, at, vals } => {
                self.scalar(cond, ScalarType::Bool);
                at.iter().for_each(|index| self.scalar(index, ScalarType::I64));
                self.failure(*check, at.len(), vals);
            }
            HostStm::If { cond, then, els } => {
                self.scalar(cond, ScalarType::Bool);
                let before = self.known.clone();
                self.host_stms(then);
                let after = std::mem::replace(&mut self.known, before);
                self.host_stms(els);
                self.known.retain(|v| after.contains(v));
            }
            HostStm::While { pre, cond, body } => {
                self.host_stms(pre);
                self.scalar(cond, ScalarType::Bool);
                let before = self.known.clone();
                self.host_stms(body);
                // What a round released must be set again by the next one, which begins with `pre`.
                let lost = before.iter().any(|v| !self.known.contains(v));
                self.require(!lost, "a round releases what the next one needs");
                self.known = before;
            }
        }
    }
}
