//! Kernel programs from text, as [`print_kernel`](crate::print_kernel()) writes it. Never panics.

mod exp;
mod stm;

use crate::kernel::*;
use crate::parse::lex::lex;
use crate::parse::tokens::Tokens;
use crate::parse::{DEPTH, ParseError, Parsed, on_own_stack, split_var};
use base::{Id, IdVec, ScalarType};
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
    while p.tokens.accept_word("function") {
        if p.tokens.small()? as usize != prog.device_funs.len() {
            return p.tokens.error("functions are numbered from 0: another number was expected");
        }
        prog.device_funs.push(p.device_fun()?);
    }
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
        self.tokens.expect_word("group")?;
        let group = self.index()?;
        self.tokens.expect_word("of")?;
        let groups = self.index()?;
        self.tokens.expect_word("lanes")?;
        let lanes = self.tokens.small()?;
        let index = self.width()?;
        let can_fail = self.tokens.accept_word("fails");
        let mut shared = vec![];
        if self.tokens.accept_word("shared") {
            shared.push(self.memory()?);
            while self.tokens.accept(',') {
                shared.push(self.memory()?);
            }
        }
        let chain = if self.tokens.accept_word("chain") { self.tokens.small()? } else { 0 };
        let loc = self.tokens.location()?;
        self.tokens.expect('{')?;
        self.others()?;
        let body = self.stms(|p| p.stm())?;
        let vars = self.table()?;
        Ok(Kernel { name, loc, vars, params, group, groups, lanes, shared, chain, body, index, can_fail })
    }

    fn width(&mut self) -> Parsed<IndexWidth> {
        self.tokens.expect_word("index")?;
        match self.tokens.small()? {
            32 => Ok(IndexWidth::W32),
            64 => Ok(IndexWidth::W64),
            _ => self.tokens.error("the width of index is 32 or 64"),
        }
    }

    fn device_fun(&mut self) -> Parsed<DeviceFun> {
        let name = self.tokens.name()?;
        let params = self.params()?;
        self.tokens.expect('-')?;
        self.tokens.expect('>')?;
        self.tokens.expect('(')?;
        let results = self.list(|p| Ok((scalar_type(&mut p.tokens)?, p.exp()?)))?;
        let index = self.width()?;
        let can_fail = self.tokens.accept_word("fails");
        self.tokens.expect('{')?;
        self.others()?;
        let body = self.stms(|p| p.stm())?;
        Ok(DeviceFun { name, vars: self.table()?, params, body, results, index, can_fail })
    }

    fn host(&mut self) -> Parsed<HostFun> {
        let name = self.tokens.name()?;
        let params = self.params()?;
        let mut given = vec![];
        while self.tokens.accept_word("given") {
            self.tokens.expect('(')?;
            given.push(self.list(|p| p.var())?);
        }
        self.tokens.expect('-')?;
        self.tokens.expect('>')?;
        self.tokens.expect('(')?;
        let found = self.list(|p| {
            let var = p.var()?;
            let offsets = p.tokens.accept_word("offsets");
            let len = if p.tokens.accept_word("len") { Some(p.exp()?) } else { None };
            Ok((var, offsets, len))
        })?;
        let as_offsets = found.iter().filter(|(_, offsets, _)| *offsets).map(|(var, ..)| *var).collect();
        let (results, result_lens) = found.into_iter().map(|(var, _, len)| (var, len)).unzip();
        self.tokens.expect('{')?;
        self.others()?;
        let body = self.stms(|p| p.host_stm())?;
        Ok(HostFun { name, vars: self.table()?, params, given, results, result_lens, as_offsets, body })
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
            let unused = || KVarInfo::new("unused", KType::Index);
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

    fn declare(&mut self, name: Name, ty: KType, per_lane: bool) -> Parsed<KVar> {
        let info = KVarInfo { name: name.name, ty, per_lane };
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
        self.declare(name, ty, false)
    }

    fn index(&mut self) -> Parsed<KVar> {
        let name = self.name()?;
        let ty = if self.tokens.accept(':') { self.ty()? } else { KType::Index };
        self.declare(name, ty, false)
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
}
