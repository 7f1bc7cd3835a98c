//! The device part of a program as text of one dialect.
//!
//! A kernel is printed once for all dialects:
//! ```c
//! #define widx i32
//! KERNEL void kernel_scale_0(PARAMETERS) {
//!     const i32 stopped = CLAIM_NOW(fail);
//!     if (stopped != 0 && stopped != launch) return;
//!     EACH_WORKER {
//!         const widx worker_3 = (widx)self;
//!         ...
//!     }
//! }
//! #undef widx
//! ```
//! Names of variables end in their number, so they never meet a name of the support code.

use crate::exp::{Exps, Part};
use crate::lines::Lines;
use crate::{Dialect, Limitation};
use base::{BinOp, Id};
use ir::kernel::{CheckId, Exp, IndexWidth, KType, KVar, Kernel, Program, RECORD_SLOTS, Stm};

/// The device part of `program`: one text with all kernels, each under its name with `kernel_` in front.
pub fn device_source(program: &Program, dialect: &Dialect) -> Result<String, Limitation> {
    let mut text = dialect.support.join("\n");
    for (_, kernel) in program.kernels.iter() {
        text += "\n";
        text += &kernel_source(program, kernel, dialect)?;
    }
    Ok(text)
}

fn kernel_source(program: &Program, kernel: &Kernel, dialect: &Dialect) -> Result<String, Limitation> {
    let index = match kernel.index {
        IndexWidth::W32 => "i32",
        IndexWidth::W64 => "i64",
    };
    let exps = Exps::new(&kernel.vars, Part::Device, index);
    let mut printer = Printer { program, kernel, exps, out: Lines::default() };
    printer.kernel(dialect);
    match printer.exps.limitation {
        Some(limitation) => Err(limitation),
        None => Ok(printer.out.text),
    }
}

struct Printer<'a> {
    program: &'a Program,
    kernel: &'a Kernel,
    exps: Exps<'a>,
    out: Lines,
}

impl Printer<'_> {
    fn ty(&mut self, var: KVar) -> String {
        match self.kernel.vars[var].ty {
            KType::Scalar(ty) => self.exps.scalar_type(ty).into(),
            KType::Index => "widx".into(),
            KType::Buf(ty) => format!("GLOBAL {} *", self.exps.scalar_type(ty)),
        }
    }

    fn declaration(&mut self, var: KVar) -> String {
        let ty = self.ty(var);
        let space = if ty.ends_with('*') { "" } else { " " };
        format!("{ty}{space}{}", self.exps.var(var))
    }

    fn kernel(&mut self, dialect: &Dialect) {
        let kernel = self.kernel;
        if !kernel.loc.0.is_empty() {
            let place = kernel.loc.describe(&self.program.files);
            self.out.line(&format!("// {}", place.replace(['\n', '\r', '\\'], " ")));
        }
        let index = self.exps.index;
        self.out.line(&format!("#define widx {index}"));
        let params: Vec<String> = kernel.params.iter().map(|p| self.declaration(*p)).collect();
        if dialect.slots {
            self.out.open(&format!("KERNEL void kernel_{}(KERNEL_PARAMS) {{", kernel.name));
            for (i, (param, declaration)) in kernel.params.iter().zip(&params).enumerate() {
                let value = match kernel.vars[*param].ty {
                    KType::Scalar(ty) => format!("args[{i}].{}", self.exps.scalar_type(ty)),
                    KType::Index => format!("args[{i}].{index}"),
                    KType::Buf(_) => format!("args[{i}].buffer"),
                };
                self.out.line(&format!("{declaration} = {value};"));
            }
        } else {
            let own: String = params.iter().map(|p| format!("{p}, ")).collect();
            self.out.open(&format!("KERNEL void kernel_{}({own}KERNEL_PARAMS) {{", kernel.name));
        }
        self.out.line("const i32 stopped = CLAIM_NOW(fail);");
        self.out.line("if (stopped != 0 && stopped != launch) return;");
        self.out.open("EACH_WORKER {");
        let (worker, workers) = (self.exps.var(kernel.worker), self.exps.var(kernel.workers));
        self.out.line(&format!("const widx {worker} = (widx)self, {workers} = (widx)count;"));
        self.out.line(&format!("(void){worker}, (void){workers};"));
        if kernel.can_fail {
            self.out.line("int bad = 0;");
        }
        self.stms(&kernel.body);
        if kernel.can_fail {
            self.out.line("(void)bad;");
        }
        self.out.close("}");
        self.out.close("}");
        self.out.line("#undef widx");
    }

    fn stms(&mut self, stms: &[Stm]) {
        for stm in stms {
            self.stm(stm);
        }
    }

    fn block(&mut self, head: &str, stms: &[Stm]) {
        self.out.open(&format!("{head} {{"));
        self.stms(stms);
        self.out.close("}");
    }

    fn stm(&mut self, stm: &Stm) {
        match stm {
            Stm::Let(var, exp) => {
                let (declaration, exp) = (self.declaration(*var), self.exps.exp(exp));
                self.out.line(&format!("{declaration} = {exp};"));
            }
            Stm::Local { buf, len } => {
                let elem = self.exps.elem(*buf);
                let (elem, name) = (self.exps.scalar_type(elem), self.exps.var(*buf));
                self.out.line(&format!("{elem} {name}[{len}];"));
            }
            Stm::Set(var, exp) => {
                let (var, exp) = (self.exps.var(*var), self.exps.exp(exp));
                self.out.line(&format!("{var} = {exp};"));
            }
            Stm::Store { buf, at, val } => {
                let (cell, val) = (self.exps.cell(*buf, at), self.exps.exp(val));
                self.out.line(&format!("{cell} = {val};"));
            }
            Stm::If { cond, then, els } => {
                let cond = self.exps.exp(cond);
                self.out.open(&format!("if ({cond}) {{"));
                self.stms(then);
                if !els.is_empty() {
                    self.out.between("} else {");
                    self.stms(els);
                }
                self.out.close("}");
            }
            Stm::While { bounded, pre, cond, body } => {
                // After a failure a loop of the program may go on for ever; searches must come to their end.
                let failed = if self.kernel.can_fail && !bounded { " && !bad" } else { "" };
                self.looping(pre, cond, failed, body);
            }
            Stm::For { var, from, to, body } => {
                let (name, from, to) = (self.exps.var(*var), self.exps.exp(from), self.exps.exp(to));
                let head =
                    format!("for (widx {name} = {from}, {name}_end = {to}; {name} < {name}_end; {name}++)");
                self.block(&head, body);
            }
            Stm::Atomic { op, buf, at, val } => self.atomic(*op, *buf, at, val),
            Stm::Locked { locks, count, at, body } => self.locked(*locks, count, at, body),
            Stm::Fail { check, at, vals } => self.fail(*check, at, vals),
        }
    }

    /// A loop tests its condition at its head and nowhere else. PoCL 3 and 5 run one round too many of loops that are left from
    /// the middle (`for (;;) { go = ..; if (!go) break; .. }`) or skip their last round (`while (go) { go = ..; if (go) .. }`).
    /// So statements that a condition needs stand before the loop and again at its end.
    fn looping(&mut self, pre: &[Stm], cond: &Exp, failed: &str, body: &[Stm]) {
        if pre.is_empty() {
            let cond = self.exps.exp(cond);
            return self.block(&format!("while ({cond}{failed})"), body);
        }
        self.out.open("{");
        self.out.line("int more;");
        self.condition(pre, cond, failed);
        self.out.open("while (more) {");
        self.stms(body);
        self.condition(pre, cond, failed);
        self.out.close("}");
        self.out.close("}");
    }

    fn condition(&mut self, pre: &[Stm], cond: &Exp, failed: &str) {
        self.out.open("{");
        self.stms(pre);
        let cond = self.exps.exp(cond);
        self.out.line(&format!("more = {cond}{failed};"));
        self.out.close("}");
    }

    fn atomic(&mut self, op: BinOp, buf: KVar, at: &Exp, val: &Exp) {
        let elem = self.exps.elem(buf);
        let numbers = matches!(op, BinOp::Add | BinOp::Mul) && elem != base::ScalarType::Bool;
        let bits = matches!(op, BinOp::And | BinOp::Or | BinOp::Xor) && !elem.is_float();
        let known = matches!(op, BinOp::Min | BinOp::Max) || numbers || bits;
        if !known {
            self.exps.refuse(format!("atomic {} on {elem}", op.name()));
        }
        let (name, at, val) = (self.exps.var(buf), self.exps.exp(at), self.exps.exp(val));
        self.out.line(&format!("atomic_{}_{elem}(&{name}[{at}], {val});", op.name()));
    }

    /// Threads of one warp advance together, so a thread must not wait inside the branch in which another holds the lock.
    fn locked(&mut self, locks: KVar, count: &Exp, at: &Exp, body: &[Stm]) {
        let (name, count, at) = (self.exps.var(locks), self.exps.exp(count), self.exps.exp(at));
        let lock = format!("&{name}[index_mod_{}({at}, {count})]", self.exps.index);
        self.out.open(&format!("for (GLOBAL i32 *lock = {lock}; lock;) {{"));
        self.out.open("if (try_lock(lock)) {");
        let outside = std::mem::replace(&mut self.exps.locked, true);
        self.stms(body);
        self.exps.locked = outside;
        self.out.line("unlock(lock);");
        self.out.line("lock = 0;");
        self.out.close("}");
        self.out.close("}");
    }

    fn fail(&mut self, check: CheckId, at: &[Exp], vals: &[Exp]) {
        let types = self.program.checks.get(check).map_or(&[][..], |c| c.vals.as_slice());
        self.out.line("bad = 1;");
        self.out.open("if (claim(fail, launch)) {");
        self.out.line(&format!("fail->check = {};", check.index()));
        for (i, exp) in at.iter().take(RECORD_SLOTS).enumerate() {
            let exp = self.exps.exp(exp);
            self.out.line(&format!("fail->at[{i}] = {exp};"));
        }
        for (i, (exp, ty)) in vals.iter().zip(types).take(RECORD_SLOTS).enumerate() {
            let exp = self.exps.exp(exp);
            let bits = self.exps.bits(*ty, &exp);
            self.out.line(&format!("fail->vals[{i}] = {bits};"));
        }
        self.out.close("}");
    }
}
