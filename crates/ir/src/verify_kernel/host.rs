//! The host part of a Kernel program.

use super::{Verified, Verifier};
use crate::kernel::*;
use base::{Id, IdVec, ScalarType};

impl Verifier<'_> {
    pub(super) fn host_fun(&mut self, fun: &HostFun) {
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
        for offsets in &fun.as_offsets {
            let i64s = self.used(*offsets) == Some(KType::Buf(ScalarType::I64));
            self.require(i64s && fun.results.contains(offsets), "offsets that are no result of i64");
        }
    }

    /// The arguments of a launch or call.
    pub(super) fn args<S: Verified>(
        &mut self,
        params: &[KVar],
        vars: &IdVec<KVar, KVarInfo>,
        args: &[Arg<S>],
    ) {
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

    fn call(&mut self, fun: HostId, check: CheckId, args: &[HostArg], results: &[KVar], at: &[HostArg]) {
        let Some(callee) = self.prog.funs.get(fun.index()) else {
            return self.error("a call of no function");
        };
        self.args(&callee.params, &callee.vars, args);
        self.failure::<OnHost>(check, 0, &[]);
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

    fn reads(&mut self, reads: &[HostRead]) {
        self.require(!reads.is_empty(), "a read of nothing");
        let vars: Vec<KVar> = reads.iter().map(|read| read.var).collect();
        for (i, HostRead { var, buf, at }) in reads.iter().enumerate() {
            let elem = self.buf(*buf);
            self.scalar(at, ScalarType::I64);
            self.require(self.type_of(*var) == elem.map(KType::Scalar), "an element of another type is read");
            self.require(!vars[..i].contains(var), "two elements are read into one variable");
            self.require(!at.mentions(&vars), "a position that depends on what is read with it");
        }
        vars.into_iter().for_each(|var| self.sets(var));
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
            HostStm::Launch { kernel, groups, args } => {
                self.scalar(groups, ScalarType::I64);
                let Some(kernel) = self.prog.kernels.get(*kernel) else {
                    return self.error("a launch of no kernel");
                };
                self.args(&kernel.params, &kernel.vars, args);
            }
            HostStm::Call { fun, check, beside, args, results, at } => {
                beside.iter().for_each(|check| self.failure::<OnHost>(*check, 0, &[]));
                let counted = matches!(args.first(), Some(Arg::Scalar(_)));
                self.require(beside.is_empty() || counted, "several calls without a number of rows");
                self.call(*fun, *check, args, results, at);
            }
            HostStm::Read(reads) => self.reads(reads),
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
