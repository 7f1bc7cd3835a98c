//! The host part of a program as C, for the native backend.
//!
//! Each function becomes `host_N`, N its position in the program. It works on scalars itself and asks the runtime, through a
//! table of functions, for everything that touches buffers or kernels.

use crate::Limitation;
use crate::c::part;
use crate::exp::Exps;
use crate::lines::Lines;
use base::Id;
use base::ScalarType;
use ir::kernel::{
    Arg, CheckId, Exp, HostArg, HostExp, HostFun, HostId, HostRead, HostStm, KType, KVar, KernelId, Program,
};

/// The host part of `program`, to stand behind its device part in the native dialect.
pub fn host_source(program: &Program) -> Result<String, Limitation> {
    let mut text = include_str!("support/host.h").to_string();
    // Functions may call those behind them.
    for number in 0..program.funs.len() {
        text += &format!("HOST i32 host_{number}(const table *rt, const u64 *args, u64 *results);\n");
    }
    for (number, fun) in program.funs.iter().enumerate() {
        let exps = Exps::new(&fun.vars, "i64");
        let mut printer = Printer { program, fun, exps, out: Lines::default() };
        printer.fun(number);
        if let Some(limitation) = printer.exps.limitation {
            return Err(limitation);
        }
        text += "\n";
        text += &printer.out.text;
    }
    Ok(part(program.kernels.len(), &text))
}

struct Printer<'a> {
    program: &'a Program,
    fun: &'a HostFun,
    exps: Exps<'a>,
    out: Lines,
}

/// The type of a scalar variable.
fn scalar_type(ty: KType) -> Option<ScalarType> {
    match ty {
        KType::Scalar(ty) => Some(ty),
        KType::Index => Some(ScalarType::I64),
        KType::Buf(_) => None,
    }
}

impl Printer<'_> {
    fn fun(&mut self, number: usize) {
        let fun = self.fun;
        self.out.line(&format!("// {}", fun.name.escape_default()));
        self.out.open(&format!("HOST i32 host_{number}(const table *rt, const u64 *args, u64 *results) {{"));
        for (var, info) in fun.vars.iter() {
            if let Some(ty) = scalar_type(info.ty) {
                let (ty_name, name) = (self.exps.scalar_type(ty), self.exps.var(var));
                let place = fun.params.iter().position(|p| *p == var);
                let start = place.map_or("0".into(), |i| self.of_bits(ty, &format!("args[{i}]")));
                self.out.line(&format!("{ty_name} {name} = {start};"));
            }
        }
        self.stms(&fun.body);
        for (i, result) in fun.results.iter().enumerate() {
            let value = match (scalar_type(fun.vars[*result].ty), fun.result_lens.get(i)) {
                (Some(ty), _) => self.bits(ty, &Exp::Var(*result)),
                (None, Some(Some(len))) => self.bits(ScalarType::I64, len),
                (None, _) => self.exps.refuse(format!("result {i} of {} without a length", fun.name)),
            };
            self.out.line(&format!("results[{i}] = {value};"));
        }
        self.out.line("return 0;");
        self.out.close("}");
    }

    /// The value of type `ty` in a word.
    fn of_bits(&mut self, ty: ScalarType, word: &str) -> String {
        if ty == ScalarType::F32 {
            return format!("f32_of_bits((u32){word})");
        }
        if ty == ScalarType::F64 {
            return format!("f64_of_bits({word})");
        }
        format!("({}){word}", self.exps.scalar_type(ty))
    }

    /// The word that holds a value of type `ty`.
    fn bits(&mut self, ty: ScalarType, exp: &HostExp) -> String {
        let text = self.exps.exp(exp);
        format!("(u64){}", self.exps.bits(ty, &text))
    }

    /// Asks the runtime for something; the function returns if that fails.
    fn ask(&mut self, what: &str, args: &str) {
        self.out.line(&format!("if (rt->{what}(rt->run, {args})) return 1;"));
    }

    /// Declares an array of words. C has no empty arrays.
    fn words(&mut self, name: &str, words: &[String]) {
        let list = if words.is_empty() { "0".into() } else { words.join(", ") };
        self.out.line(&format!("const u64 {name}[] = {{{list}}};"));
    }

    fn stms(&mut self, stms: &[HostStm]) {
        for stm in stms {
            self.stm(stm);
        }
    }

    fn stm(&mut self, stm: &HostStm) {
        match stm {
            HostStm::Set(var, exp) => {
                let (var, exp) = (self.exps.var(*var), self.exps.exp(exp));
                self.out.line(&format!("{var} = {exp};"));
            }
            HostStm::Share { to, from } => self.ask("share", &format!("{}, {}", to.0, from.0)),
            HostStm::Alloc { buf, count, zeroed } => {
                let count = self.exps.exp(count);
                self.ask("alloc", &format!("{}, {count}, {}", buf.0, *zeroed as u8));
            }
            HostStm::Reuse { to, from, count } => {
                let count = self.exps.exp(count);
                self.ask("reuse", &format!("{}, {}, {count}", to.0, from.0));
            }
            HostStm::Release(buf) => self.ask("release", &buf.0.to_string()),
            HostStm::Copy { to, to_at, from, from_at, count } => {
                let (to_at, from_at) = (self.exps.exp(to_at), self.exps.exp(from_at));
                let count = self.exps.exp(count);
                self.ask("copy", &format!("{}, {to_at}, {}, {from_at}, {count}", to.0, from.0));
            }
            HostStm::Launch { kernel, groups, args } => self.launch(*kernel, groups, args),
            HostStm::Call { fun, check, beside, args, results, at } => {
                let checks = [&[*check], beside.as_slice()].concat();
                self.call(*fun, &checks, args, results, at);
            }
            HostStm::Read(reads) => self.read(reads),
            HostStm::Check { cond, check, at, vals } => {
                let cond = self.exps.exp(cond);
                let types = self.program.checks.get(*check).map_or(&[][..], |c| c.vals.as_slice());
                self.out.open(&format!("if (!{cond}) {{"));
                let index = |exp| (exp, &ScalarType::I64);
                let words: Vec<String> = at
                    .iter()
                    .map(index)
                    .chain(vals.iter().zip(types))
                    .map(|(exp, ty)| self.bits(*ty, exp))
                    .collect();
                self.words("vals", &words);
                self.out.line(&format!("return rt->fail(rt->run, {}, vals, {});", check.0, words.len()));
                self.out.close("}");
            }
            HostStm::If { cond, then, els } => {
                let cond = self.exps.exp(cond);
                self.out.open(&format!("if ({cond}) {{"));
                self.stms(then);
                if !els.is_empty() {
                    self.out.between("} else {");
                    self.stms(els);
                }
                self.out.close("}");
            }
            HostStm::While { pre, cond, body } if pre.is_empty() => {
                let cond = self.exps.exp(cond);
                self.out.open(&format!("while ({cond}) {{"));
                self.stms(body);
                self.out.line("GO_ON;");
                self.out.close("}");
            }
            HostStm::While { pre, cond, body } => {
                self.out.open("for (;;) {");
                self.stms(pre);
                let cond = self.exps.exp(cond);
                self.out.line(&format!("if (!{cond}) break;"));
                self.stms(body);
                self.out.line("GO_ON;");
                self.out.close("}");
            }
        }
    }

    fn launch(&mut self, kernel: KernelId, groups: &HostExp, args: &[HostArg]) {
        let Some(callee) = self.program.kernels.get(kernel) else {
            self.exps.refuse(format!("kernel {} which is not there", kernel.0));
            return;
        };
        let groups = self.exps.exp(groups);
        let types = callee.params.iter().map(|param| scalar_type(callee.vars[*param].ty));
        let words = self.slots(args, types);
        self.out.open(&format!("{{ // {}", callee.name));
        self.words("slots", &words);
        self.ask("launch", &format!("{}, {groups}, slots, {}", kernel.0, words.len()));
        self.out.close("}");
    }

    /// The words of arguments: the bits of a scalar, or the number of a variable.
    fn slots(&mut self, args: &[HostArg], types: impl Iterator<Item = Option<ScalarType>>) -> Vec<String> {
        let word = |(arg, ty): (&HostArg, Option<ScalarType>)| match arg {
            Arg::Buf(buf) => buf.0.to_string(),
            Arg::Scalar(exp) => self.bits(ty.unwrap_or(ScalarType::I64), exp),
        };
        args.iter().zip(types).map(word).collect()
    }

    /// A call of a function that is printed beside this one. The runtime keeps the buffers of both apart.
    fn call(&mut self, fun: HostId, checks: &[CheckId], args: &[HostArg], results: &[KVar], at: &[HostArg]) {
        let Some(callee) = self.program.funs.get(fun.index()) else {
            self.exps.refuse(format!("function {} which is not there", fun.0));
            return;
        };
        let types = callee.params.iter().map(|param| scalar_type(callee.vars[*param].ty));
        let words = self.slots(args, types);
        let over_rows = checks.len() > 1 || at.iter().any(|arg| matches!(arg, Arg::Buf(_)));
        let rows = if over_rows { "slots[0]" } else { "0" };
        let at = self.slots(at, std::iter::repeat(Some(ScalarType::I64)));
        let (fun, check, count) = (fun.0, checks[0].0, results.len());
        let list: Vec<String> = checks.iter().map(|check| check.0.to_string()).collect();
        self.out.open(&format!("{{ // {}", callee.name.escape_default()));
        self.words("slots", &words);
        self.words("at", &at);
        self.out.line(&format!("const u32 calls[] = {{{}}};", list.join(", ")));
        let list: Vec<String> = results.iter().map(|v| v.0.to_string()).collect();
        let list = if list.is_empty() { "0".into() } else { list.join(", ") };
        self.out.line(&format!("const u32 into[] = {{{list}}};"));
        self.out.line(&format!("u64 out[{}];", count.max(1)));
        self.ask("enter", &format!("{fun}, {check}, slots, {}", words.len()));
        self.out.line(&format!("const i32 failed = host_{fun}(rt, slots, out);"));
        let (calls, indices) = (checks.len(), at.len());
        self.ask("leave", &format!("calls, {calls}, failed, into, {count}, at, {indices}, {rows}"));
        for (i, var) in results.iter().enumerate() {
            if let Some(ty) = scalar_type(self.fun.vars[*var].ty) {
                let (name, value) = (self.exps.var(*var), self.of_bits(ty, &format!("out[{i}]")));
                self.out.line(&format!("{name} = {value};"));
            }
        }
        self.out.close("}");
    }

    fn read(&mut self, reads: &[HostRead]) {
        let bufs: Vec<String> = reads.iter().map(|read| read.buf.0.to_string()).collect();
        let at: Vec<String> = reads.iter().map(|read| self.exps.exp(&read.at)).collect();
        self.out.open("{");
        self.out.line(&format!("const u32 bufs[] = {{{}}};", bufs.join(", ")));
        self.out.line(&format!("const i64 at[] = {{{}}};", at.join(", ")));
        self.out.line(&format!("u64 words[{}];", reads.len()));
        self.ask("read", &format!("bufs, at, words, {}", reads.len()));
        for (i, HostRead { var, .. }) in reads.iter().enumerate() {
            let ty = scalar_type(self.fun.vars[*var].ty).unwrap_or(ScalarType::I64);
            let (name, value) = (self.exps.var(*var), self.of_bits(ty, &format!("words[{i}]")));
            self.out.line(&format!("{name} = {value};"));
        }
        self.out.close("}");
    }
}
