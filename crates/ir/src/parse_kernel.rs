//! Kernel programs from text, as [`print_kernel`](crate::print_kernel()) writes it. Never panics.

use crate::kernel::*;
use crate::parse::lex::{Kind, lex};
use crate::parse::tokens::Tokens;
use crate::parse::{DEPTH, ParseError, Parsed, on_own_stack, split_var};
use base::{BinOp, Id, IdVec, ScalarType, UnOp};
use rustc_hash::FxHashMap;

/// The greatest number a variable may have, so that a short text cannot ask for a huge table.
const LAST_VAR: usize = 1 << 20;

/// Reads a Kernel program.
pub fn parse_kernel(text: &str) -> Result<Program, ParseError> {
    on_own_stack(|| program(text))
}

fn program(text: &str) -> Parsed<Program> {
    let mut tokens = Tokens::new(lex(text)?);
    let mut prog = Program::default();
    if tokens.accept_word("files") {
        loop {
            prog.files.push(tokens.text()?);
            if !tokens.accept(',') {
                break;
            }
        }
    }
    while tokens.accept_word("check") {
        let check = check(&mut tokens, prog.checks.len())?;
        prog.checks.push(check);
    }
    let mut p =
        Parser { tokens, vars: FxHashMap::default(), used: vec![], kernels: FxHashMap::default(), depth: 0 };
    while p.tokens.accept_word("kernel") {
        let kernel = p.kernel()?;
        let name = kernel.name.clone();
        let id = prog.kernels.push(kernel);
        p.kernels.entry(name).or_insert(id);
    }
    while p.tokens.accept_word("host") {
        prog.funs.push(p.host()?);
    }
    if p.tokens.at_end() { Ok(prog) } else { p.tokens.error("a kernel or host function was expected") }
}

fn check(tokens: &mut Tokens, number: usize) -> Parsed<Check> {
    if tokens.small()? as usize != number {
        return tokens.error("checks are numbered from 0: another number was expected");
    }
    let what = tokens.text()?;
    tokens.expect('(')?;
    let mut vals = vec![];
    while !tokens.is(')') {
        vals.push(scalar_type(tokens)?);
        if !tokens.accept(',') {
            break;
        }
    }
    tokens.expect(')')?;
    tokens.expect_word("at")?;
    let at = tokens.small()? as usize;
    Ok(Check { what, vals, at, loc: tokens.location()? })
}

fn scalar_type(tokens: &mut Tokens) -> Parsed<ScalarType> {
    match tokens.peek_word().and_then(|w| ScalarType::from_name(&w)) {
        Some(ty) => {
            tokens.skip();
            Ok(ty)
        }
        None => tokens.error("a type was expected"),
    }
}

struct Parser {
    tokens: Tokens,
    /// The variables of the kernel or function that is read.
    vars: FxHashMap<KVar, KVarInfo>,
    used: Vec<Name>,
    kernels: FxHashMap<String, KernelId>,
    depth: usize,
}

struct Name {
    var: KVar,
    name: String,
    line: u32,
    col: u32,
}

impl Parser {
    fn kernel(&mut self) -> Parsed<Kernel> {
        let name = self.tokens.word()?;
        let params = self.params()?;
        self.tokens.expect_word("worker")?;
        let worker = self.index()?;
        self.tokens.expect_word("of")?;
        let workers = self.index()?;
        self.tokens.expect_word("index")?;
        let index = match self.tokens.small()? {
            32 => IndexWidth::W32,
            64 => IndexWidth::W64,
            _ => return self.tokens.error("the width of index is 32 or 64"),
        };
        let can_fail = self.tokens.accept_word("fails");
        let loc = self.tokens.location()?;
        self.tokens.expect('{')?;
        self.others()?;
        let body = self.stms(|p| p.stm())?;
        Ok(Kernel { name, loc, vars: self.table()?, params, worker, workers, body, index, can_fail })
    }

    fn host(&mut self) -> Parsed<HostFun> {
        let name = self.tokens.name()?;
        let params = self.params()?;
        self.tokens.expect('-')?;
        self.tokens.expect('>')?;
        self.tokens.expect('(')?;
        let results = self.list(|p| {
            let var = p.var()?;
            let len = if p.tokens.accept_word("len") { Some(p.exp()?) } else { None };
            Ok((var, len))
        })?;
        let (results, result_lens) = results.into_iter().unzip();
        self.tokens.expect('{')?;
        self.others()?;
        let body = self.stms(|p| p.host_stm())?;
        Ok(HostFun { name, vars: self.table()?, params, results, result_lens, body })
    }

    /// Ends a kernel or function: its table, once every use has been compared with it.
    fn table(&mut self) -> Parsed<IdVec<KVar, KVarInfo>> {
        let mut vars = std::mem::take(&mut self.vars);
        for Name { var, name, line, col } in std::mem::take(&mut self.used) {
            let message = match vars.get(&var) {
                Some(info) if info.name == name => continue,
                Some(info) => format!("{name}_{0} is declared as {1}_{0}", var.0, info.name),
                None => format!("{name}_{} is not declared", var.0),
            };
            return Err(ParseError { line, col, message });
        }
        let mut table = IdVec::new();
        let len = vars.keys().map(|v| v.index() + 1).max().unwrap_or(0);
        for i in 0..len {
            let unused = || KVarInfo { name: "unused".into(), ty: KType::Index };
            table.push(vars.remove(&KVar::from_index(i)).unwrap_or_else(unused));
        }
        Ok(table)
    }

    fn params(&mut self) -> Parsed<Vec<KVar>> {
        self.tokens.expect('(')?;
        self.list(|p| p.binder())
    }

    /// `var a_1: i64, b_2: f64*;`, or nothing.
    fn others(&mut self) -> Parsed<()> {
        if self.tokens.accept_word("var") {
            loop {
                self.binder()?;
                if !self.tokens.accept(',') {
                    break;
                }
            }
            self.tokens.expect(';')?;
        }
        Ok(())
    }

    /// Things between commas up to the closing parenthesis; the opening one has been read.
    fn list<T>(&mut self, item: impl Fn(&mut Parser) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut items = vec![];
        if !self.tokens.is(')') {
            loop {
                items.push(item(self)?);
                if !self.tokens.accept(',') {
                    break;
                }
            }
        }
        self.tokens.expect(')')?;
        Ok(items)
    }

    fn name(&mut self) -> Parsed<Name> {
        let (line, col) = self.tokens.place();
        let word = self.tokens.word()?;
        match split_var(&word) {
            Some((name, number)) if number <= LAST_VAR => {
                Ok(Name { var: KVar(number as u32), name: name.into(), line, col })
            }
            _ => Err(ParseError { line, col, message: format!("a variable was expected, got {word}") }),
        }
    }

    fn var(&mut self) -> Parsed<KVar> {
        let name = self.name()?;
        let var = name.var;
        self.used.push(name);
        Ok(var)
    }

    fn declare(&mut self, name: Name, ty: KType) -> Parsed<KVar> {
        let info = KVarInfo { name: name.name, ty };
        // Blocks beside each other may declare one variable, but as the same thing.
        match self.vars.insert(name.var, info.clone()) {
            Some(old) if old != info => {
                let message = format!("{}_{} is declared differently before", info.name, name.var.0);
                Err(ParseError { line: name.line, col: name.col, message })
            }
            Some(_) | None => Ok(name.var),
        }
    }

    fn binder(&mut self) -> Parsed<KVar> {
        let name = self.name()?;
        self.tokens.expect(':')?;
        let ty = self.ty()?;
        self.declare(name, ty)
    }

    fn index(&mut self) -> Parsed<KVar> {
        let name = self.name()?;
        let ty = if self.tokens.accept(':') { self.ty()? } else { KType::Index };
        self.declare(name, ty)
    }

    fn ty(&mut self) -> Parsed<KType> {
        if self.tokens.accept_word("index") {
            return Ok(KType::Index);
        }
        let ty = scalar_type(&mut self.tokens)?;
        Ok(if self.tokens.accept('*') { KType::Buf(ty) } else { KType::Scalar(ty) })
    }

    fn deeper<T>(&mut self, f: impl FnOnce(&mut Parser) -> Parsed<T>) -> Parsed<T> {
        self.depth += 1;
        if self.depth > DEPTH {
            return self.tokens.error(format!("nested deeper than {DEPTH}"));
        }
        let result = f(self)?;
        self.depth -= 1;
        Ok(result)
    }

    fn exp(&mut self) -> Parsed<Exp> {
        self.deeper(|p| match p.tokens.ahead(0).clone() {
            Kind::Int(x) => {
                p.tokens.skip();
                Ok(Exp::Index(x))
            }
            Kind::Const(c) => {
                p.tokens.skip();
                Ok(Exp::Const(c))
            }
            Kind::Word(word) if split_var(&word).is_some() => {
                let var = p.var()?;
                if p.tokens.is('[') { Ok(Exp::Load(var, Box::new(p.at()?))) } else { Ok(Exp::Var(var)) }
            }
            Kind::Word(word) => p.call(&word),
            Kind::Text(_) | Kind::Sym(_) | Kind::End => p.tokens.error("an expression was expected"),
        })
    }

    /// `[index]`.
    fn at(&mut self) -> Parsed<Exp> {
        self.tokens.expect('[')?;
        let at = self.exp()?;
        self.tokens.expect(']')?;
        Ok(at)
    }

    fn call(&mut self, word: &str) -> Parsed<Exp> {
        let (op, suffix) = word.split_once('.').unwrap_or((word, ""));
        let ty = ScalarType::from_name(suffix);
        let conv = word.split_once("_to_");
        let conv = conv.and_then(|(a, b)| Some((ScalarType::from_name(a)?, ScalarType::from_name(b)?)));
        let (bin, un) = (BinOp::from_name(op), UnOp::from_name(op));
        let place = self.tokens.place();
        self.tokens.skip();
        self.tokens.expect('(')?;
        let mut args = self.list(|p| p.exp())?.into_iter().map(Box::new);
        let call = match (args.next(), args.next(), args.next(), args.next()) {
            (Some(a), Some(b), None, None) => match (bin, ty) {
                (Some(op), Some(ty)) => Some(Exp::Bin(op, ty, a, b)),
                (Some(op), None) if suffix == "index" => Some(Exp::IndexBin(op, a, b)),
                _ => None,
            },
            (Some(a), None, None, None) => match (un, ty, conv, word) {
                (Some(op), Some(ty), _, _) => Some(Exp::Un(op, ty, a)),
                (_, _, Some((from, to)), _) => Some(Exp::Conv(from, to, a)),
                (_, _, _, "from_index") => Some(Exp::FromIndex(a)),
                (_, _, _, "to_index") => Some(Exp::ToIndex(a)),
                (_, _, _, "workers") => Some(Exp::Workers(a)),
                _ => None,
            },
            (Some(c), Some(a), Some(b), None) if word == "select" => Some(Exp::Select(c, a, b)),
            _ => None,
        };
        let message = format!("{word} is no operation on so many operands");
        call.ok_or(ParseError { line: place.0, col: place.1, message })
    }

    fn exps(&mut self) -> Parsed<Vec<Exp>> {
        self.tokens.expect('(')?;
        self.list(|p| p.exp())
    }

    /// Statements up to the closing brace; the opening one has been read.
    fn stms<S>(&mut self, stm: impl Fn(&mut Parser) -> Parsed<S>) -> Parsed<Vec<S>> {
        let mut stms = vec![];
        while !self.tokens.accept('}') {
            stms.push(self.deeper(&stm)?);
        }
        Ok(stms)
    }

    fn block<S>(&mut self, stm: impl Fn(&mut Parser) -> Parsed<S>) -> Parsed<Vec<S>> {
        self.tokens.expect('{')?;
        self.stms(stm)
    }

    /// What follows `if`.
    fn branch<S>(&mut self, stm: impl Fn(&mut Parser) -> Parsed<S>) -> Parsed<(Exp, Vec<S>, Vec<S>)> {
        let cond = self.condition()?;
        let then = self.block(&stm)?;
        let els = if self.tokens.accept_word("else") { self.block(stm)? } else { vec![] };
        Ok((cond, then, els))
    }

    /// What follows `while`.
    fn repeat<S>(&mut self, stm: impl Fn(&mut Parser) -> Parsed<S>) -> Parsed<(Vec<S>, Exp, Vec<S>)> {
        let pre = if self.tokens.is('{') { self.block(&stm)? } else { vec![] };
        Ok((pre, self.condition()?, self.block(stm)?))
    }

    fn condition(&mut self) -> Parsed<Exp> {
        self.tokens.expect('(')?;
        let cond = self.exp()?;
        self.tokens.expect(')')?;
        Ok(cond)
    }

    /// `= exp;`
    fn value(&mut self) -> Parsed<Exp> {
        self.tokens.expect('=')?;
        let value = self.exp()?;
        self.tokens.expect(';')?;
        Ok(value)
    }

    fn stm(&mut self) -> Parsed<Stm> {
        let word = self.tokens.peek_word().unwrap_or_default();
        if split_var(&word).is_some() {
            let var = self.var()?;
            if self.tokens.is('[') {
                return Ok(Stm::Store { buf: var, at: self.at()?, val: self.value()? });
            }
            return Ok(Stm::Set(var, self.value()?));
        }
        if word == "index" || ScalarType::from_name(&word).is_some() {
            let ty = self.ty()?;
            let name = self.name()?;
            let var = self.declare(name, ty)?;
            return Ok(Stm::Let(var, self.value()?));
        }
        if !matches!(word.as_str(), "if" | "while" | "search" | "for" | "atomic" | "lock" | "fail") {
            return self.tokens.error("a statement was expected");
        }
        self.tokens.skip();
        match word.as_str() {
            "if" => self.branch(|p| p.stm()).map(|(cond, then, els)| Stm::If { cond, then, els }),
            "while" | "search" => {
                let bounded = word == "search";
                self.repeat(|p| p.stm()).map(|(pre, cond, body)| Stm::While { bounded, pre, cond, body })
            }
            "for" => {
                self.tokens.expect('(')?;
                let var = self.index()?;
                self.tokens.expect('=')?;
                let from = self.exp()?;
                self.tokens.expect_word("to")?;
                let to = self.exp()?;
                self.tokens.expect(')')?;
                Ok(Stm::For { var, from, to, body: self.block(|p| p.stm())? })
            }
            "atomic" => {
                let Some(op) = self.tokens.peek_word().and_then(|w| BinOp::from_name(&w)) else {
                    return self.tokens.error("an operator was expected");
                };
                self.tokens.skip();
                Ok(Stm::Atomic { op, buf: self.var()?, at: self.at()?, val: self.value()? })
            }
            "lock" => {
                let (locks, at) = (self.var()?, self.at()?);
                self.tokens.expect_word("of")?;
                Ok(Stm::Locked { locks, count: self.exp()?, at, body: self.block(|p| p.stm())? })
            }
            _ => {
                let check = CheckId(self.tokens.small()?);
                self.tokens.expect_word("at")?;
                let (at, vals) = (self.exps()?, self.exps()?);
                self.tokens.expect(';')?;
                Ok(Stm::Fail { check, at, vals })
            }
        }
    }

    fn host_stm(&mut self) -> Parsed<HostStm> {
        let word = self.tokens.peek_word().unwrap_or_default();
        if split_var(&word).is_some() {
            return Ok(HostStm::Set(self.var()?, self.value()?));
        }
        match word.as_str() {
            "if" => {
                self.tokens.skip();
                return self.branch(|p| p.host_stm()).map(|(cond, then, els)| HostStm::If {
                    cond,
                    then,
                    els,
                });
            }
            "while" => {
                self.tokens.skip();
                let parts = self.repeat(|p| p.host_stm());
                return parts.map(|(pre, cond, body)| HostStm::While { pre, cond, body });
            }
            "share" | "alloc" | "release" | "copy" | "launch" | "read" | "check" => self.tokens.skip(),
            _ => return self.tokens.error("a statement was expected"),
        }
        let stm = self.action(&word)?;
        self.tokens.expect(';')?;
        Ok(stm)
    }

    /// What follows the word of a simple statement, up to its semicolon.
    fn action(&mut self, word: &str) -> Parsed<HostStm> {
        match word {
            "share" => {
                let to = self.var()?;
                self.tokens.expect('=')?;
                Ok(HostStm::Share { to, from: self.var()? })
            }
            "alloc" => {
                let buf = self.var()?;
                self.tokens.expect('=')?;
                let count = self.exp()?;
                Ok(HostStm::Alloc { buf, count, zeroed: self.tokens.accept_word("zeroed") })
            }
            "release" => Ok(HostStm::Release(self.var()?)),
            "copy" => {
                let (to, to_at) = (self.var()?, self.at()?);
                self.tokens.expect('=')?;
                let (from, from_at) = (self.var()?, self.at()?);
                self.tokens.expect_word("count")?;
                Ok(HostStm::Copy { to, to_at, from, from_at, count: self.exp()? })
            }
            "launch" => {
                let name = self.tokens.peek_word().unwrap_or_default();
                let Some(kernel) = self.kernels.get(&name).copied() else {
                    return self.tokens.error("unknown kernel");
                };
                self.tokens.skip();
                self.tokens.expect_word("workers")?;
                let workers = self.exp()?;
                self.tokens.expect('(')?;
                let args = self.list(|p| {
                    let buf = p.tokens.accept_word("buf");
                    if buf { p.var().map(Arg::Buf) } else { p.exp().map(Arg::Scalar) }
                })?;
                Ok(HostStm::Launch { kernel, workers, args })
            }
            "read" => {
                let var = self.var()?;
                self.tokens.expect('=')?;
                Ok(HostStm::Read { var, buf: self.var()?, at: self.at()? })
            }
            _ => {
                let check = CheckId(self.tokens.small()?);
                let cond = self.exp()?;
                let at = if self.tokens.accept_word("at") { self.exps()? } else { vec![] };
                Ok(HostStm::Check { check, cond, at, vals: self.exps()? })
            }
        }
    }
}
