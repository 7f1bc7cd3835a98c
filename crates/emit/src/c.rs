//! The device part of a program as text of one dialect.
//!
//! A kernel is printed once for all dialects:
//! ```c
//! #define widx i32
//! KERNEL(1, 1) kernel_scale_0(PARAMETERS) {
//!     const i32 stopped = CLAIM_NOW(fail);
//!     if (stopped != 0 && stopped != launch) return;
//!     EACH_GROUP {
//!         const widx group_3 = (widx)GROUP, groups_4 = (widx)GROUPS;
//!         ...
//!     }
//! }
//! #undef widx
//! ```
//! Names of variables end in their number, so they never meet a name of the support code.

use crate::ahead::{ReadOn, read_on};
use crate::behind::behind_failures;
use crate::exp::Exps;
use crate::group::Groups;
use crate::lines::Lines;
use crate::locked::under_lock;
use crate::reciprocal::{Divisor, divisors};
use crate::row_pointers::{RowPointers, row_pointers};
use crate::streamed::streamed;
use crate::unroll::rounds;
use crate::{Dialect, Limitation, needs};
use base::{BinOp, Id, IdVec, ScalarType};
use ir::Processor;
use ir::alias::aliases;
use ir::kernel::{
    Arg, CheckId, DeviceFun, DeviceId, Exp, IndexWidth, KType, KVar, KVarInfo, Kernel, Program, Stm,
    statements,
};
use ir::vector::{has_vectors, read_from_memory};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// The device part of `program`: one text with all kernels, each under its name with `kernel_` in front.
pub fn device_source(program: &Program, dialect: &Dialect) -> Result<String, Limitation> {
    let vectors = dialect.vectors.filter(|_| program.kernels.iter().any(|(_, k)| has_vectors(&k.body)));
    let recursive: Vec<bool> =
        program.device_funs.iter().map(|(id, _)| ir::leads_back(program, id)).collect();
    let mut text = String::new();
    // Functions may call each other.
    for (id, fun) in program.device_funs.iter() {
        text += &format!(
            "\n{};",
            Printer::new(program, &recursive, &fun.vars, fun.index, fun.can_fail).head(id, fun)
        );
    }
    for (id, fun) in program.device_funs.iter() {
        let mut printer = Printer::new(program, &recursive, &fun.vars, fun.index, fun.can_fail);
        if dialect.row_pointers {
            printer.row_pointers = row_pointers(&fun.vars, &fun.params, &fun.body, false);
        }
        printer.function(id, fun);
        text += "\n";
        text += &printer.finish()?;
    }
    let mut kernels = vec![];
    let behind = behind_failures(program);
    let aliases = aliases(program);
    for (id, kernel) in program.kernels.iter() {
        let mut printer = Printer::new(program, &recursive, &kernel.vars, kernel.index, kernel.can_fail);
        printer.behind = behind.contains(&id);
        // Kernels that share memory read a tile at a time already. With the promise the kernel of sparse products spills registers on CUDA and
        // takes 5 % longer on an H200.
        if !dialect.lanes || kernel.shared.is_empty() {
            printer.constant = aliases.get(&id).map(|aliases| aliases.constant(kernel)).unwrap_or_default();
        }
        printer.hints = dialect.vectors.is_some();
        printer.exps.masks = dialect.vectors.is_some();
        if vectors.is_some() {
            printer.vectors = true;
            printer.read = read_from_memory(&kernel.body);
            printer.read_on = read_on(&kernel.body);
        }
        if dialect.row_pointers {
            printer.row_pointers =
                row_pointers(&kernel.vars, &kernel.params, &kernel.body, vectors.is_some());
        }
        printer.kernel(kernel, dialect);
        kernels.push(printer.finish()?);
    }
    text +=
        &if dialect.parts { parts(kernels) } else { kernels.into_iter().map(|k| format!("\n{k}")).collect() };
    let mut before = dialect.support.join("\n");
    if let Some(support) = vectors {
        before += &format!("\n{support}{}", needs::definitions(&text));
    }
    if recursive.contains(&true) {
        before += "\nRECURSION";
    }
    Ok(before + &text)
}

/// Kernels, each with a number by which a text can be compiled in several parts at a time: the longest are dealt out first.
fn parts(kernels: Vec<String>) -> String {
    let mut longest: Vec<usize> = (0..kernels.len()).collect();
    longest.sort_by_key(|at| std::cmp::Reverse(kernels[*at].len()));
    let mut numbers = vec![0; kernels.len()];
    longest.into_iter().enumerate().for_each(|(number, at)| numbers[at] = number);
    kernels.iter().zip(numbers).map(|(kernel, number)| part(number, kernel)).collect()
}

/// A part of a text: by itself it is compiled with all others.
pub(crate) fn part(number: usize, text: &str) -> String {
    format!("\n#if IN_PART({number})\n{text}#endif\n")
}

/// How many groups of a kernel should run at a time on one processor: as many as there is shared memory for, which registers must not
/// make fewer. Unrolled loops would take any number of registers.
fn resident(kernel: &Kernel, processor: Processor) -> u32 {
    match kernel.shared_bytes() {
        0 => 1,
        used => processor.groups(kernel.lanes, used),
    }
}

/// Statements of a lane's loop whose rounds should overlap.
const UNROLLED: usize = 40;

/// Prints a kernel or a function.
pub(crate) struct Printer<'a> {
    pub(crate) program: &'a Program,
    /// Which device functions may lead back to themselves.
    recursive: &'a [bool],
    pub(crate) vars: &'a IdVec<KVar, KVarInfo>,
    /// What is known of the groups of a kernel.
    pub(crate) groups: Groups,
    pub(crate) can_fail: bool,
    /// How many lanes see each other's registers.
    pub(crate) warp: Option<u32>,
    /// Whether elements that lie side by side can be read and written at once.
    pub(crate) wide: bool,
    /// Whether something may have failed in front of a kernel.
    behind: bool,
    /// Whether `bad` says who has claimed the record: callers go on to describe the failure.
    pub(crate) claimed: bool,
    /// Whether loops may run in lanes of vectors, and how many conditions are around a statement there.
    vectors: bool,
    pub(crate) conditions: usize,
    /// Whether the compiler is told which branches are taken rarely.
    pub(crate) hints: bool,
    /// Buffers that nobody writes while the kernel runs.
    constant: FxHashSet<KVar>,
    /// Arrays of a lane that it may have in registers.
    registers: FxHashSet<KVar>,
    /// Buffers that some update stores to under a lock.
    pub(crate) under_lock: FxHashSet<KVar>,
    /// How many such loops there are, and whether a check may have failed since somebody looked.
    pub(crate) labels: usize,
    pub(crate) unsure: bool,
    /// Where a lane goes that has failed, if it leaves, and whether one does.
    pub(crate) leave: Option<usize>,
    pub(crate) leaves: bool,
    /// The variables that depend on what a kernel reads: loops up to them have another number of rounds every time.
    pub(crate) read: FxHashSet<KVar>,
    /// What vector loops read on and on, from row to row.
    pub(crate) read_on: ReadOn,
    /// The rows that have pointers.
    row_pointers: RowPointers,
    pub(crate) exps: Exps<'a>,
    pub(crate) out: Lines,
}

impl<'a> Printer<'a> {
    fn new(
        program: &'a Program,
        recursive: &'a [bool],
        vars: &'a IdVec<KVar, KVarInfo>,
        index: IndexWidth,
        can_fail: bool,
    ) -> Printer<'a> {
        let index = match index {
            IndexWidth::W32 => "i32",
            IndexWidth::W64 => "i64",
        };
        let exps = Exps::new(vars, index);
        Printer {
            program,
            recursive,
            vars,
            groups: Groups::default(),
            can_fail,
            warp: None,
            wide: false,
            behind: true,
            claimed: false,
            vectors: false,
            hints: false,
            constant: FxHashSet::default(),
            registers: FxHashSet::default(),
            under_lock: FxHashSet::default(),
            conditions: 0,
            labels: 0,
            leave: None,
            leaves: false,
            read: FxHashSet::default(),
            read_on: ReadOn::default(),
            unsure: false,
            row_pointers: RowPointers::default(),
            exps,
            out: Lines::default(),
        }
    }

    fn finish(self) -> Result<String, Limitation> {
        match self.exps.limitation {
            Some(limitation) => Err(limitation),
            None => Ok(self.out.text),
        }
    }

    pub(crate) fn ty(&mut self, var: KVar) -> String {
        match self.vars[var].ty {
            KType::Scalar(ty) => self.exps.scalar_type(ty).into(),
            KType::Index => "widx".into(),
            KType::Buf(ty) => format!("GLOBAL {} *", self.exps.scalar_type(ty)),
        }
    }

    pub(crate) fn declaration(&mut self, var: KVar) -> String {
        let mut ty = self.ty(var);
        if self.constant.contains(&var) {
            ty += "RESTRICT ";
        }
        let space = if ty.ends_with(['*', ' ']) { "" } else { " " };
        format!("{ty}{space}{}", self.exps.var(var))
    }

    /// The head of a function: it returns whether it has failed (1), and has claimed the record (2).
    fn head(&mut self, id: DeviceId, fun: &DeviceFun) -> String {
        let mut params: Vec<String> = vec![];
        if fun.can_fail {
            params.push("CALL_PARAMS".into());
        }
        params.extend(fun.params.iter().map(|p| self.declaration(*p)));
        let results = fun.results.iter().enumerate();
        params.extend(results.map(|(i, (ty, _))| format!("{} *result_{i}", self.exps.scalar_type(*ty))));
        let returned = if fun.can_fail { "int" } else { "void" };
        format!("FUNCTION {returned} function_{}({})", id.index(), params.join(", "))
    }

    fn function(&mut self, id: DeviceId, fun: &DeviceFun) {
        let name: String = fun.name.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
        self.out.line(&format!("// {name}"));
        self.out.line(&format!("#define widx {}", self.exps.index));
        self.claimed = true;
        let head = self.head(id, fun);
        self.out.open(&format!("{head} {{"));
        if fun.can_fail {
            self.out.line("int bad = 0;");
        }
        self.stms(&fun.body);
        for (i, (_, exp)) in fun.results.iter().enumerate() {
            let exp = self.exps.exp(exp);
            self.out.line(&format!("*result_{i} = {exp};"));
        }
        if fun.can_fail {
            self.out.line("return bad;");
        }
        self.out.close("}");
        self.out.line("#undef widx");
    }

    fn call(&mut self, fun: DeviceId, check: CheckId, args: &[Arg], results: &[KVar], at: &[Exp]) {
        let mut all: Vec<String> = vec![];
        let fails = self.program.device_funs.get(fun).is_some_and(|f| f.can_fail);
        if fails {
            all.push("CALL_ARGS".into());
        }
        all.extend(args.iter().map(|arg| match arg {
            Arg::Scalar(exp) => self.exps.exp(exp),
            Arg::Buf(buf) => self.exps.var(*buf),
        }));
        all.extend(results.iter().map(|var| format!("&{}", self.exps.var(*var))));
        let call = format!("function_{}({})", fun.index(), all.join(", "));
        if !fails {
            return self.out.line(&format!("{call};"));
        }
        // A worker that has failed calls nothing: what it computes with may keep a recursion going for ever.
        self.out.open("if (!bad) {");
        let recursive = self.recursive[fun.index()];
        if recursive {
            self.out.open("if (TOO_DEEP) {");
            self.fail(check, &[], &[], true);
            self.out.between("} else {");
        }
        self.out.line(&format!("bad = {call};"));
        let told = format!("called(fail, {}, {})", check.index(), at.len());
        if at.is_empty() {
            self.out.line(&format!("if (bad == 2) {told};"));
        } else {
            self.out.open(&format!("if (bad == 2 && {told}) {{"));
            self.indices(at);
            self.out.close("}");
        }
        if recursive {
            self.out.close("}");
        }
        self.out.close("}");
        self.leave_if_failed();
    }

    fn kernel(&mut self, kernel: &Kernel, dialect: &Dialect) {
        if !kernel.loc.0.is_empty() {
            let place = kernel.loc.describe(&self.program.files);
            self.out.line(&format!("// {}", place.replace(['\n', '\r', '\\'], " ")));
        }
        let index = self.exps.index;
        self.out.line(&format!("#define widx {index}"));
        let params: Vec<String> = kernel.params.iter().map(|p| self.declaration(*p)).collect();
        if dialect.slots {
            self.out.open(&format!("KERNEL({}, 1) kernel_{}(KERNEL_PARAMS) {{", kernel.lanes, kernel.name));
            for (i, (param, declaration)) in kernel.params.iter().zip(&params).enumerate() {
                let value = match self.vars[*param].ty {
                    KType::Scalar(ty) => format!("args[{i}].{}", self.exps.scalar_type(ty)),
                    KType::Index => format!("args[{i}].{index}"),
                    KType::Buf(_) => format!("args[{i}].buffer"),
                };
                self.out.line(&format!("{declaration} = {value};"));
            }
        } else {
            let own: String = params.iter().map(|p| format!("{p}, ")).collect();
            let (lanes, resident, name) = (kernel.lanes, resident(kernel, dialect.processor), &kernel.name);
            self.out.open(&format!("KERNEL({lanes}, {resident}) kernel_{name}({own}KERNEL_PARAMS) {{"));
        }
        self.exps.reciprocals = if dialect.reciprocals { divisors(kernel) } else { FxHashMap::default() };
        let divisors: BTreeSet<Divisor> = self.exps.reciprocals.values().copied().collect();
        for divisor in divisors {
            let (name, param) = (self.exps.by(divisor), self.exps.var(divisor.param));
            let number = if divisor.or_one { format!("{param} == 0 ? 1 : {param}") } else { param };
            self.out.line(&format!("const reciprocal {name} = reciprocal_of((u64)({number}));"));
        }
        self.groups = Groups::of(kernel);
        self.exps.streamed = streamed(kernel);
        (self.warp, self.wide) = (dialect.warp, dialect.wide);
        if kernel.lanes > 1 && !dialect.lanes {
            self.exps.refuse("groups of several lanes".into());
        }
        self.shared(kernel);
        if self.behind {
            self.out.line("const i32 stopped = CLAIM_NOW(fail);");
            self.out.line("if (stopped != 0 && stopped != launch) return;");
        }
        self.out.open("EACH_GROUP {");
        let (group, groups) = (self.exps.var(kernel.group), self.exps.var(kernel.groups));
        let number = if kernel.chain > 0 { "NEXT_GROUP(marks, ticket)" } else { "GROUP" };
        self.out.line(&format!("const widx {group} = (widx){number}, {groups} = (widx)GROUPS;"));
        self.out.line(&format!("(void){group}, (void){groups};"));
        if kernel.can_fail {
            self.out.line("int bad = 0;");
            if !self.program.device_funs.is_empty() {
                self.out.line("CALLS_BEGIN");
            }
        }
        if dialect.lanes {
            self.registers = own_arrays(&kernel.body);
        }
        under_lock(&kernel.body, &mut self.under_lock);
        if kernel.can_fail && !dialect.lanes {
            self.left_on_failure(&kernel.body);
        } else {
            self.body(kernel);
        }
        if kernel.can_fail {
            self.out.line("(void)bad;");
        }
        self.out.close("}");
        self.out.close("}");
        self.out.line("#undef widx");
    }

    pub(crate) fn stms(&mut self, stms: &[Stm]) {
        let (outside, rows) = (self.exps.checked.clone(), self.exps.rows.len());
        for (i, stm) in stms.iter().enumerate() {
            self.changes(stm);
            // Who counts lanes waits for them.
            let counted = matches!(stms.get(i + 1), Some(Stm::Count { .. })) && self.counts_as_barrier();
            if let Stm::Lanes { lane, body } = stm
                && counted
            {
                self.region(*lane, body);
            } else if !(self.hints && self.table(stms, i)) {
                if let Some(rounds) = rounds(&stms[..=i], &self.registers) {
                    self.out.line(&format!("UNROLLED({rounds})"));
                }
                self.stm(stm);
            }
        }
        self.exps.checked = outside.into_iter().filter(|known| self.exps.checked.contains(known)).collect();
        self.exps.rows.truncate(rows);
    }

    /// Declares the pointers to a row after the index of its first element.
    fn pointers_to_row(&mut self, base: KVar) {
        for buf in self.row_pointers.get(&base).cloned().unwrap_or_default() {
            let (ty, name) = (self.ty(buf), self.exps.row_pointer(buf, base));
            self.out.line(&format!("{ty}{name} = {} + {};", self.exps.var(buf), self.exps.var(base)));
            self.exps.rows.push((buf, base));
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
                self.pointers_to_row(*var);
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
            Stm::Loads { vars, first } => self.loads(vars, first),
            Stm::Stores { buf, at, vals } => self.stores(*buf, at, vals),
            Stm::If { cond, then, els } => {
                let mut text = self.unless(cond, then).unwrap_or_else(|| self.exps.exp(cond));
                if self.hints && matches!(then.as_slice(), [Stm::Fail { .. }]) {
                    text = format!("RARELY({text})");
                }
                self.out.open(&format!("if ({text}) {{"));
                self.stms(then);
                if !els.is_empty() {
                    self.out.between("} else {");
                    self.stms(els);
                }
                self.out.close("}");
                if els.is_empty() {
                    self.holds(cond, then);
                }
            }
            Stm::While { bounded, pre, cond, body } => {
                // After a failure a loop of the program may go on for ever; searches must come to their end.
                let failed = if self.can_fail && !bounded { " && !bad" } else { "" };
                self.looping(pre, cond, failed, body);
            }
            Stm::For { var, from, to, vector: Some(vector), body } if self.vectors => {
                self.vector_loop(*var, (from, to), vector, body);
            }
            Stm::For { var, from: from_exp, to: to_exp, vector: _, body } => {
                let (name, from, to) = (self.exps.var(*var), self.exps.exp(from_exp), self.exps.exp(to_exp));
                let head =
                    format!("for (widx {name} = {from}, {name}_end = {to}; {name} < {name}_end; {name}++)");
                if self.lanes_of_group() > 1 && statements(body) <= UNROLLED {
                    let constant = matches!((from_exp, to_exp), (Exp::Index(_), Exp::Index(_)));
                    self.out.line(if constant { "UNROLL" } else { "UNROLL_BY(8)" });
                }
                self.block(&head, body);
            }
            Stm::Lanes { lane, body } => self.lanes(*lane, body),
            Stm::Fold(combine) => self.fold(combine),
            Stm::Count { holds, total } => self.count(*holds, *total),
            Stm::Chain(combine) => self.chain(combine, stm.words()),
            Stm::LastOut { combine, saved, body } => self.last_out(combine, saved, body),
            Stm::Atomic { op, buf, at, val, old } => self.atomic(*op, *buf, (at, val), *old),
            Stm::Locked { locks, count, at, vals: _, body } => self.locked(*locks, count, at, body),
            Stm::Fail { check, at, vals } => self.fail(*check, at, vals, false),
            Stm::Call { fun, check, args, results, at } => self.call(*fun, *check, args, results, at),
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

    fn atomic(&mut self, op: BinOp, buf: KVar, (at, val): (&Exp, &Exp), old: Option<KVar>) {
        let elem = self.exps.elem(buf);
        let numbers = matches!(op, BinOp::Add | BinOp::Mul) && elem != ScalarType::Bool;
        let bits = matches!(op, BinOp::And | BinOp::Or | BinOp::Xor) && !elem.is_float();
        let known = matches!(op, BinOp::Min | BinOp::Max) || numbers || bits;
        if !known {
            self.exps.refuse(format!("atomic {} on {elem}", op.name()));
        }
        let (name, at, val) = (self.exps.var(buf), self.exps.exp(at), self.exps.exp(val));
        if let Some(old) = old {
            let old = self.exps.var(old);
            return self.out.line(&format!("const i64 {old} = fetch_add_i64(&{name}[{at}], {val});"));
        }
        let update = format!("{}_{elem}", op.name());
        let update = match self.groups.shares(buf) {
            true => format!("SHARED_ATOMIC({update})"),
            false => format!("atomic_{update}"),
        };
        self.out.line(&format!("{update}(&{name}[{at}], {val});"));
    }
}

/// The arrays that lanes have as their own.
fn own_arrays(stms: &[Stm]) -> FxHashSet<KVar> {
    let mut found = FxHashSet::default();
    for stm in stms {
        if let Stm::Local { buf, .. } = stm {
            found.insert(*buf);
        }
        stm.blocks().into_iter().for_each(|block| found.extend(own_arrays(block)));
    }
    found
}
