//! Kernel programs as text that looks like C. [`parse_kernel`](crate::parse_kernel()) reads it back.
//!
//! ```text
//! check 0 "Index [{}] out of bounds for array of shape [{}]" (i64, i64) at 1 @1:36
//!
//! kernel pick_0 (n_0: i64, xs_1: f64*) group g_2 of gs_3 lanes 64 index 64 fails shared ys_4: f64[64] {
//!   lane f64 s_5 = 0.0f64;
//!   f64 t_6 = 0.0f64;
//!   lanes (l_7) {
//!     s_5 = xs_1[add.index(l_7, 1)];
//!     fail 0 at (from_index(l_7)) (3i64, n_0);
//!   }
//!   fold (s_5) total (t_6) by (a_8: f64, b_9: f64) {
//!   } (add.f64(a_8, b_9));
//! }
//!
//! function 0 depth (n_0: i64) -> (i64 d_1) index 64 fails {
//!   i64 d_1 = 0i64;
//!   call 0 (sub.i64(n_0, 1i64)) -> (d_1) check 1;
//! }
//!
//! host pick (n_0: i64, xs_1: f64*) -> (r_2 len n_0) {
//!   var r_2: f64*;
//!   alloc r_2 = n_0 zeroed;
//!   launch pick_0 groups workers(n_0) (n_0, buf xs_1);
//! }
//! ```
//!
//! A number without a type is a constant of type `index`. Variables that no statement declares are listed after `var`.

use crate::kernel::*;
use crate::print::{fun_name, location, quote};
use crate::vector::Vector;
use base::{BinOp, IdVec};
use rustc_hash::FxHashSet;
use std::fmt::Write as _;

type Vars = IdVec<KVar, KVarInfo>;

/// The text of a Kernel program.
pub fn print_kernel(prog: &Program) -> String {
    let mut text = String::new();
    if !prog.files.is_empty() {
        let files: Vec<String> = prog.files.iter().map(|f| quote(f)).collect();
        let _ = writeln!(text, "files {}\n", files.join(", "));
    }
    for (id, check) in prog.checks.iter() {
        let vals: Vec<&str> = check.vals.iter().map(|t| t.name()).collect();
        let _ = write!(text, "check {} {} ({}) at {}", id.0, quote(&check.what), vals.join(", "), check.at);
        let _ = writeln!(text, "{}", location(&check.loc));
    }
    if !prog.checks.is_empty() {
        text.push('\n');
    }
    let device = prog.device_funs.iter().map(|(id, f)| device_fun(id, f));
    let kernels = prog.kernels.iter().map(|(_, k)| kernel(k));
    let funs = prog.funs.iter().map(|f| host(prog, f));
    text + &device.chain(kernels).chain(funs).collect::<Vec<_>>().join("\n")
}

/// The text of a variable: `name_12`.
pub fn print_kvar(vars: &Vars, var: KVar) -> String {
    let name = vars.get(var).map_or("unknown", |info| info.name.as_str());
    format!("{name}_{}", var.0)
}

pub(crate) fn type_text(ty: KType) -> String {
    match ty {
        KType::Scalar(t) => t.to_string(),
        KType::Index => "index".into(),
        KType::Buf(t) => format!("{t}*"),
    }
}

fn bits(index: IndexWidth) -> u32 {
    match index {
        IndexWidth::W32 => 32,
        IndexWidth::W64 => 64,
    }
}

fn device_fun(id: DeviceId, fun: &DeviceFun) -> String {
    let p = Printer { vars: &fun.vars, kernels: None };
    let results: Vec<String> = fun.results.iter().map(|(ty, exp)| format!("{ty} {}", p.exp(exp))).collect();
    let mut declared = fun.params.clone();
    declared.extend(crate::kernel::declared(&fun.body));
    format!(
        "function {} {} ({}) -> ({}) index {}{} {{\n{}{}}}\n",
        id.0,
        fun_name(&fun.name),
        p.binders(&fun.params),
        results.join(", "),
        bits(fun.index),
        if fun.can_fail { " fails" } else { "" },
        p.others(&declared),
        p.stms(&fun.body, 1)
    )
}

fn kernel(k: &Kernel) -> String {
    let p = Printer { vars: &k.vars, kernels: None };
    let width = bits(k.index);
    let fails = if k.can_fail { " fails" } else { "" };
    let (group, groups) = (p.index(k.group), p.index(k.groups));
    let mut declared = k.params.clone();
    declared.extend([k.group, k.groups]);
    declared.extend(k.shared.iter().map(|(buf, _)| *buf));
    declared.extend(crate::kernel::declared(&k.body));
    let shared: Vec<String> = k.shared.iter().map(|(buf, len)| p.memory(*buf, *len)).collect();
    let shared = if shared.is_empty() { String::new() } else { format!(" shared {}", shared.join(", ")) };
    let chain = if k.chain == 0 { String::new() } else { format!(" chain {}", k.chain) };
    format!(
        "kernel {} ({}) group {group} of {groups} lanes {} index {width}{fails}{shared}{chain}{} {{\n{}{}}}\n",
        k.name,
        p.binders(&k.params),
        k.lanes,
        location(&k.loc),
        p.others(&declared),
        p.stms(&k.body, 1)
    )
}

fn host(prog: &Program, fun: &HostFun) -> String {
    let p = Printer { vars: &fun.vars, kernels: Some(prog) };
    let lens = fun.result_lens.iter().chain(std::iter::repeat(&None));
    let result = |(var, len): (&KVar, &Option<HostExp>)| match len {
        Some(len) if fun.as_offsets.contains(var) => format!("{} offsets len {}", p.var(*var), p.exp(len)),
        Some(len) => format!("{} len {}", p.var(*var), p.exp(len)),
        None => p.var(*var),
    };
    let results: Vec<String> = fun.results.iter().zip(lens).map(result).collect();
    let names = |sizes: &Vec<KVar>| sizes.iter().map(|size| p.var(*size)).collect::<Vec<_>>().join(", ");
    let given: String = fun.given.iter().map(|sizes| format!(" given ({})", names(sizes))).collect();
    format!(
        "host {} ({}){given} -> ({}) {{\n{}{}}}\n",
        fun_name(&fun.name),
        p.binders(&fun.params),
        results.join(", "),
        p.others(&fun.params),
        p.host_stms(&fun.body, 1)
    )
}

/// The text of what only one part has.
trait Printed: Side {
    fn print(&self, p: &Printer) -> String;
}

impl Printed for OnDevice {
    fn print(&self, p: &Printer) -> String {
        match self {
            OnDevice::Load(buf, at) => format!("{}[{}]", p.var(*buf), p.exp(at)),
            OnDevice::Failed => "failed".to_string(),
        }
    }
}

impl Printed for OnHost {
    fn print(&self, p: &Printer) -> String {
        let OnHost::Workers(n) = self;
        format!("workers({})", p.exp(n))
    }
}

struct Printer<'a> {
    vars: &'a Vars,
    /// Where launches find the names of kernels.
    kernels: Option<&'a Program>,
}

impl Printer<'_> {
    fn var(&self, var: KVar) -> String {
        print_kvar(self.vars, var)
    }

    fn ty(&self, var: KVar) -> KType {
        self.vars.get(var).map_or(KType::Index, |info| info.ty)
    }

    fn binder(&self, var: KVar) -> String {
        format!("{}: {}", self.var(var), type_text(self.ty(var)))
    }

    /// A buffer with its length.
    fn memory(&self, buf: KVar, len: u32) -> String {
        format!("{}: {}[{len}]", self.var(buf), type_text(self.ty(buf)).trim_end_matches('*'))
    }

    /// A variable whose type is `index` unless it says otherwise.
    fn index(&self, var: KVar) -> String {
        if self.ty(var) == KType::Index { self.var(var) } else { self.binder(var) }
    }

    fn binders(&self, vars: &[KVar]) -> String {
        vars.iter().map(|v| self.binder(*v)).collect::<Vec<_>>().join(", ")
    }

    /// The variables of the table that are not declared elsewhere.
    fn others(&self, declared: &[KVar]) -> String {
        let declared: FxHashSet<KVar> = declared.iter().copied().collect();
        let others: Vec<KVar> = self.vars.iter().map(|(v, _)| v).filter(|v| !declared.contains(v)).collect();
        if others.is_empty() { String::new() } else { format!("  var {};\n", self.binders(&others)) }
    }

    fn exps<S: Printed>(&self, exps: &[Exp<S>]) -> String {
        exps.iter().map(|e| self.exp(e)).collect::<Vec<_>>().join(", ")
    }

    fn exp<S: Printed>(&self, exp: &Exp<S>) -> String {
        match exp {
            Exp::Const(c) => c.to_string(),
            Exp::Index(x) => x.to_string(),
            Exp::Var(v) => self.var(*v),
            Exp::Bin(op, ty, a, b) => format!("{}.{ty}({}, {})", op.name(), self.exp(a), self.exp(b)),
            Exp::IndexBin(op, a, b) => format!("{}.index({}, {})", op.name(), self.exp(a), self.exp(b)),
            Exp::Un(op, ty, a) => format!("{}.{ty}({})", op.name(), self.exp(a)),
            Exp::Conv(from, to, a) => format!("{from}_to_{to}({})", self.exp(a)),
            Exp::FromIndex(a) => format!("from_index({})", self.exp(a)),
            Exp::Small(a) => format!("small({})", self.exp(a)),
            Exp::ToIndex(a) => format!("to_index({})", self.exp(a)),
            Exp::Select(c, a, b) => format!("select({}, {}, {})", self.exp(c), self.exp(a), self.exp(b)),
            Exp::Only(only) => only.print(self),
        }
    }

    fn stms(&self, stms: &[Stm], indent: usize) -> String {
        stms.iter().map(|s| format!("{}{}\n", "  ".repeat(indent), self.stm(s, indent))).collect()
    }

    fn block(&self, stms: &[Stm], indent: usize) -> String {
        format!("{{\n{}{}}}", self.stms(stms, indent + 1), "  ".repeat(indent))
    }

    fn stm(&self, stm: &Stm, indent: usize) -> String {
        match stm {
            Stm::Let(var, exp) => {
                let lane = if self.vars.get(*var).is_some_and(|info| info.per_lane) { "lane " } else { "" };
                format!("{lane}{} {} = {};", type_text(self.ty(*var)), self.var(*var), self.exp(exp))
            }
            Stm::Set(var, exp) => format!("{} = {};", self.var(*var), self.exp(exp)),
            Stm::Store { buf, at, val } => {
                format!("{}[{}] = {};", self.var(*buf), self.exp(at), self.exp(val))
            }
            Stm::Loads { vars, first } => format!("loads ({}) = {};", self.binders(vars), self.exp(first)),
            Stm::Stores { buf, at, vals } => {
                format!("stores {}[{}] = ({});", self.var(*buf), self.exp(at), self.exps(vals))
            }
            Stm::If { cond, then, els } => {
                let otherwise =
                    if els.is_empty() { String::new() } else { format!(" else {}", self.block(els, indent)) };
                format!("if ({}) {}{otherwise}", self.exp(cond), self.block(then, indent))
            }
            Stm::While { bounded, pre, cond, body } => {
                let word = if *bounded { "search" } else { "while" };
                let pre =
                    if pre.is_empty() { String::new() } else { format!("{} ", self.block(pre, indent)) };
                format!("{word} {pre}({}) {}", self.exp(cond), self.block(body, indent))
            }
            Stm::For { var, from, to, vector, body } => {
                let (from, to) = (self.exp(from), self.exp(to));
                let vector = vector.as_ref().map_or_else(String::new, |v| self.vector(v));
                format!("for ({} = {from} to {to}) {vector}{}", self.index(*var), self.block(body, indent))
            }
            Stm::Local { buf, len } => format!("local {};", self.memory(*buf, *len)),
            Stm::Lanes { lane, body } => {
                format!("lanes ({}) {}", self.index(*lane), self.block(body, indent))
            }
            Stm::Fold(combine) => format!("fold {};", self.combine(combine, indent)),
            Stm::Count { holds, total } => format!("count {} = {};", self.var(*total), self.var(*holds)),
            Stm::Chain(combine) => format!("chain {};", self.combine(combine, indent)),
            Stm::LastOut { combine, saved, body } => {
                let saved = saved.iter().map(|v| self.var(*v)).collect::<Vec<_>>().join(", ");
                let (combine, body) = (self.combine(combine, indent), self.block(body, indent));
                format!("last_out {combine} saved ({saved}) {body}")
            }
            Stm::Atomic { op, buf, at, val, old } => {
                let old = old.map(|old| format!(" was {}", self.binder(old))).unwrap_or_default();
                let (buf, at, val) = (self.var(*buf), self.exp(at), self.exp(val));
                format!("atomic {} {buf}[{at}]{old} = {val};", op.name())
            }
            Stm::Locked { locks, count, at, vals, body } => {
                let with =
                    if vals.is_empty() { String::new() } else { format!("with ({}) ", self.exps(vals)) };
                let (count, at) = (self.exp(count), self.exp(at));
                format!("lock {}[{at}] of {count} {with}{}", self.var(*locks), self.block(body, indent))
            }
            Stm::Fail { check, at, vals } => {
                format!("fail {} at ({}) ({});", check.0, self.exps(at), self.exps(vals))
            }
            Stm::Call { fun, check, args, results, at } => {
                self.call(fun.0, &[*check], &self.args(args), results, &self.exps(at))
            }
        }
    }

    fn vector(&self, vector: &Vector) -> String {
        let Vector { lanes, sums, folds, scans, tallies, counters, updates } = vector;
        let by = |vars: &[(KVar, BinOp)]| {
            let each: Vec<String> =
                vars.iter().map(|(var, op)| format!("{} {}", op.name(), self.var(*var))).collect();
            each.join(", ")
        };
        let scanning = match scans.as_slice() {
            [] => String::new(),
            _ => format!("scanning ({}) ", by(scans)),
        };
        let named = |word: &str, vars: &[KVar]| match vars {
            [] => String::new(),
            _ => {
                let each: Vec<String> = vars.iter().map(|var| self.var(*var)).collect();
                format!("{word} ({}) ", each.join(", "))
            }
        };
        let (tallying, counting) = (named("tallying", tallies), named("counting", counters));
        let updating = if *updates > 0 { format!("updating {updates} ") } else { String::new() };
        format!("vector {lanes} sums {sums} by ({}) {scanning}{tallying}{counting}{updating}", by(folds))
    }

    fn combine(&self, combine: &Combine, indent: usize) -> String {
        let names = |vars: &[KVar]| vars.iter().map(|v| self.var(*v)).collect::<Vec<_>>().join(", ");
        let part = |word: &str, vars: &[KVar]| match vars {
            [] => String::new(),
            vars => format!(" {word} ({})", names(vars)),
        };
        format!(
            "({}){}{} by ({}) {} ({})",
            names(&combine.own),
            part("before", &combine.before),
            part("total", &combine.total),
            self.binders(&combine.params),
            self.block(&combine.body, indent),
            self.exps(&combine.results)
        )
    }

    fn args<S: Printed>(&self, args: &[Arg<S>]) -> String {
        let arg = |a: &Arg<S>| match a {
            Arg::Scalar(exp) => self.exp(exp),
            Arg::Buf(buf) => format!("buf {}", self.var(*buf)),
        };
        args.iter().map(arg).collect::<Vec<_>>().join(", ")
    }

    fn call(&self, fun: u32, checks: &[CheckId], args: &str, results: &[KVar], at: &str) -> String {
        let checks: Vec<String> = checks.iter().map(|check| check.0.to_string()).collect();
        let results: Vec<String> = results.iter().map(|v| self.var(*v)).collect();
        let at = if at.is_empty() { String::new() } else { format!(" at ({at})") };
        format!("call {fun} ({args}) -> ({}) check {}{at};", results.join(", "), checks.join(" beside "))
    }

    fn host_stms(&self, stms: &[HostStm], indent: usize) -> String {
        stms.iter().map(|s| format!("{}{}\n", "  ".repeat(indent), self.host_stm(s, indent))).collect()
    }

    fn host_block(&self, stms: &[HostStm], indent: usize) -> String {
        format!("{{\n{}{}}}", self.host_stms(stms, indent + 1), "  ".repeat(indent))
    }

    fn host_stm(&self, stm: &HostStm, indent: usize) -> String {
        match stm {
            HostStm::Set(var, exp) => format!("{} = {};", self.var(*var), self.exp(exp)),
            HostStm::Share { to, from } => format!("share {} = {};", self.var(*to), self.var(*from)),
            HostStm::Alloc { buf, count, zeroed } => {
                let zeroed = if *zeroed { " zeroed" } else { "" };
                format!("alloc {} = {}{zeroed};", self.var(*buf), self.exp(count))
            }
            HostStm::Reuse { to, from, count } => {
                format!("reuse {} = {} count {};", self.var(*to), self.var(*from), self.exp(count))
            }
            HostStm::Release(buf) => format!("release {};", self.var(*buf)),
            HostStm::Copy { to, to_at, from, from_at, count } => format!(
                "copy {}[{}] = {}[{}] count {};",
                self.var(*to),
                self.exp(to_at),
                self.var(*from),
                self.exp(from_at),
                self.exp(count)
            ),
            HostStm::Launch { kernel, groups, args } => {
                let name = self.kernels.and_then(|p| p.kernels.get(*kernel)).map_or("unknown", |k| &k.name);
                format!("launch {name} groups {} ({});", self.exp(groups), self.args(args))
            }
            HostStm::Call { fun, check, beside, args, results, at } => {
                let checks = [&[*check], beside.as_slice()].concat();
                self.call(fun.0, &checks, &self.args(args), results, &self.args(at))
            }
            HostStm::Read(reads) => {
                let read = |HostRead { var, buf, at }: &HostRead| {
                    format!("{} = {}[{}]", self.var(*var), self.var(*buf), self.exp(at))
                };
                format!("read {};", reads.iter().map(read).collect::<Vec<_>>().join(", "))
            }
            HostStm::Check { cond, check, at, vals } => {
                let at = if at.is_empty() { String::new() } else { format!("at ({}) ", self.exps(at)) };
                format!("check {} {} {at}({});", check.0, self.exp(cond), self.exps(vals))
            }
            HostStm::If { cond, then, els } => {
                let otherwise = match els.as_slice() {
                    [] => String::new(),
                    els => format!(" else {}", self.host_block(els, indent)),
                };
                format!("if ({}) {}{otherwise}", self.exp(cond), self.host_block(then, indent))
            }
            HostStm::While { pre, cond, body } => {
                let pre = match pre.as_slice() {
                    [] => String::new(),
                    pre => format!("{} ", self.host_block(pre, indent)),
                };
                format!("while {pre}({}) {}", self.exp(cond), self.host_block(body, indent))
            }
        }
    }
}
