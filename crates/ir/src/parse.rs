//! Core and Flat from text, as [`print`](mod@crate::print) writes it. Never panics.
//!
//! Blanks and line breaks mean nothing; comments begin with `//`. The number of a variable in the text is its number in the
//! program. Numbers that the text leaves out go, in order, to the variables of operator lambdas (`add.f64`); for a
//! [`compact`](crate::compact()) program this gives back exactly the program that was printed.

mod exp;
pub(crate) mod lex;
mod ops;
pub(crate) mod tokens;

use crate::body::{Body, Entry, EntryArg, Fun, FunId, Lambda, Param, Pat, Prog, Results, Stm};
use crate::ops::{Core, Flat};
use crate::types::{Atom, Dim, Type, Var, VarInfo, Vars};
use crate::walk::{Mapper, Walk};
use base::{BinOp, Id, ScalarType};
use lex::{Kind, Token, lex};
pub use ops::ParseOp;
use rustc_hash::FxHashMap;
use tokens::Tokens;

/// Why a text is no program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    /// Line, from one.
    pub line: u32,
    /// Column, from one.
    pub col: u32,
    /// What is wrong there.
    pub message: String,
}

impl std::fmt::Display for ParseError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.col, self.message)
    }
}

impl std::error::Error for ParseError {}

pub(crate) type Parsed<T> = Result<T, ParseError>;

/// Reads a Core program.
pub fn parse_core(text: &str) -> Result<Core, ParseError> {
    parse(text)
}

/// Reads a Flat program.
pub fn parse_flat(text: &str) -> Result<Flat, ParseError> {
    parse(text)
}

/// Reads a program.
pub fn parse<O: ParseOp>(text: &str) -> Result<Prog<O>, ParseError> {
    on_own_stack(|| program(text))
}

/// Runs a parser where [`DEPTH`] nested bodies have room whatever the stack of the caller.
pub(crate) fn on_own_stack<T: Send>(parse: impl FnOnce() -> Parsed<T> + Send) -> Parsed<T> {
    std::thread::scope(|scope| {
        match std::thread::Builder::new().stack_size(64 << 20).spawn_scoped(scope, parse) {
            Ok(thread) => thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            Err(e) => Err(ParseError { line: 1, col: 1, message: format!("no thread to parse on: {e}") }),
        }
    })
}

fn program<O: ParseOp>(text: &str) -> Parsed<Prog<O>> {
    let tokens = lex(text)?;
    let mut p = Parser {
        funs: function_names(&tokens),
        tokens: Tokens::new(tokens),
        bound: FxHashMap::default(),
        used: vec![],
        operators: vec![],
        depth: 0,
    };
    let mut files = vec![];
    if p.tokens.accept_word("files") {
        loop {
            files.push(p.tokens.text()?);
            if !p.tokens.accept(',') {
                break;
            }
        }
    }
    let mut funs = vec![];
    while !p.tokens.at_end() {
        funs.push(p.fun()?);
    }
    p.finish(files, funs)
}

/// The functions of a program, which may call each other before they are defined.
fn function_names(tokens: &[Token]) -> FxHashMap<String, FunId> {
    let mut names = FxHashMap::default();
    let mut depth = 0usize;
    let mut count = 0;
    for pair in tokens.windows(2) {
        match (&pair[0].kind, &pair[1].kind) {
            (Kind::Sym('{'), _) => depth += 1,
            (Kind::Sym('}'), _) => depth = depth.saturating_sub(1),
            (Kind::Word(w), Kind::Word(name) | Kind::Text(name))
                if depth == 0 && (w == "fun" || w == "entry") =>
            {
                names.entry(name.clone()).or_insert(FunId(count));
                count += 1;
            }
            _ => {}
        }
    }
    names
}

/// Variables of operator lambdas have numbers from here on until the numbers that are free are known.
const OPERATORS: u32 = 1 << 31;

/// The greatest number a variable may have, so that a short text cannot ask for a huge table.
const LAST_VAR: usize = 1 << 20;

/// How deep bodies, and the statements and expressions of kernels, may nest.
pub(crate) const DEPTH: usize = 500;

/// The state of reading one program.
pub struct Parser {
    tokens: Tokens,
    funs: FxHashMap<String, FunId>,
    bound: FxHashMap<Var, VarInfo>,
    /// Every use, with its name, to be compared with the bindings at the end.
    used: Vec<(Var, String, u32, u32)>,
    operators: Vec<VarInfo>,
    depth: usize,
}

impl Parser {
    fn finish<O: ParseOp>(self, files: Vec<String>, mut funs: Vec<Fun<O>>) -> Parsed<Prog<O>> {
        for (var, name, line, col) in &self.used {
            let message = match self.bound.get(var) {
                Some(info) if info.name == *name => continue,
                Some(info) => format!("{name}_{0} is bound as {1}_{0}", var.0, info.name),
                None => format!("{name}_{} is not bound", var.0),
            };
            return Err(ParseError { line: *line, col: *col, message });
        }
        let mut bound = self.bound;
        let mut renumber = Renumber(vec![]);
        let mut next = 0;
        for info in self.operators {
            while bound.contains_key(&Var(next)) {
                next += 1;
            }
            renumber.0.push(Var(next));
            bound.insert(Var(next), info);
        }
        funs.iter_mut().for_each(|f| f.body.map_vars(&mut renumber));
        let len = bound.keys().map(|v| v.index() + 1).max().unwrap_or(0);
        let mut vars = Vars::new();
        for i in 0..len {
            let unused = || VarInfo { name: "unused".into(), ty: Type::i64() };
            vars.push(bound.remove(&Var::from_index(i)).unwrap_or_else(unused));
        }
        Ok(Prog { files, vars, funs })
    }

    fn fun<O: ParseOp>(&mut self) -> Parsed<Fun<O>> {
        let is_entry = self.tokens.accept_word("entry");
        if !is_entry {
            self.tokens.expect_word("fun")?;
        }
        let name = self.tokens.name()?;
        self.tokens.expect('(')?;
        let params = self.list(&[')'], |p| p.param())?;
        self.tokens.expect(')')?;
        self.tokens.expect('-')?;
        self.tokens.expect('>')?;
        // What stands in front of the bar binds, what stands behind it does not: which it is shows after a name.
        self.tokens.expect('(')?;
        let sizes = matches!(self.tokens.ahead(1), Kind::Sym(':'));
        let ret_sizes = if sizes { self.list(&['|'], |p| p.binder())? } else { vec![] };
        if sizes {
            self.tokens.expect('|')?;
        }
        let ret = self.list(&[')'], |p| p.ty())?;
        self.tokens.expect(')')?;
        let entry = if is_entry { Some(self.entry()?) } else { None };
        let body = self.body()?;
        Ok(Fun { name, entry, params, ret_sizes, ret, body })
    }

    fn entry(&mut self) -> Parsed<Entry> {
        let mut entry = Entry { args: vec![], results: vec![] };
        while self.tokens.accept_word("arg") {
            let name = self.tokens.text()?;
            self.tokens.expect(':')?;
            let ty = self.tokens.text()?;
            self.tokens.expect('=')?;
            entry.args.push(EntryArg { name, ty, vars: self.vars()? });
        }
        while self.tokens.accept_word("result") {
            entry.results.push(self.tokens.text()?);
        }
        Ok(entry)
    }

    /// Things between commas, up to one of `ends`, which stays.
    fn list<T>(&mut self, ends: &[char], item: impl Fn(&mut Parser) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut items = vec![];
        if ends.iter().any(|c| self.tokens.is(*c)) {
            return Ok(items);
        }
        loop {
            items.push(item(self)?);
            if !self.tokens.accept(',') {
                return Ok(items);
            }
        }
    }

    fn numbered(&mut self) -> Parsed<(Var, String, u32, u32)> {
        let (line, col) = self.tokens.place();
        let word = self.tokens.word()?;
        match split_var(&word) {
            Some((name, number)) if number <= LAST_VAR => {
                Ok((Var(number as u32), name.to_string(), line, col))
            }
            Some(_) => Err(ParseError { line, col, message: "the number of a variable is too great".into() }),
            None => Err(ParseError { line, col, message: format!("a variable was expected, got {word}") }),
        }
    }

    fn var(&mut self) -> Parsed<Var> {
        let used = self.numbered()?;
        let var = used.0;
        self.used.push(used);
        Ok(var)
    }

    fn vars(&mut self) -> Parsed<Vec<Var>> {
        self.tokens.expect('(')?;
        let vars = self.list(&[')'], |p| p.var())?;
        self.tokens.expect(')')?;
        Ok(vars)
    }

    /// Evidence, if there is any.
    fn under(&mut self) -> Parsed<Vec<Var>> {
        if self.tokens.accept_word("under") { self.vars() } else { Ok(vec![]) }
    }

    fn bind(&mut self, (var, name, line, col): (Var, String, u32, u32), ty: Type) -> Parsed<Var> {
        match self.bound.insert(var, VarInfo { name, ty }) {
            None => Ok(var),
            Some(old) => {
                let message = format!("{}_{} is bound twice", old.name, var.0);
                Err(ParseError { line, col, message })
            }
        }
    }

    fn binder(&mut self) -> Parsed<Var> {
        let name = self.numbered()?;
        self.tokens.expect(':')?;
        let ty = self.ty()?;
        self.bind(name, ty)
    }

    /// A binder whose type is `i64` unless it says otherwise.
    fn index(&mut self) -> Parsed<Var> {
        let name = self.numbered()?;
        let ty = if self.tokens.accept(':') { self.ty()? } else { Type::i64() };
        self.bind(name, ty)
    }

    fn param(&mut self) -> Parsed<Param> {
        let name = self.numbered()?;
        self.tokens.expect(':')?;
        let consumed = self.tokens.accept('*');
        let ty = self.ty()?;
        Ok(Param { var: self.bind(name, ty)?, consumed })
    }

    fn atom(&mut self) -> Parsed<Atom> {
        match self.tokens.ahead(0).clone() {
            Kind::Int(x) => {
                self.tokens.skip();
                Ok(Atom::i64(x))
            }
            Kind::Const(c) => {
                self.tokens.skip();
                Ok(Atom::Const(c))
            }
            Kind::Word(_) => Ok(Atom::Var(self.var()?)),
            Kind::Text(_) | Kind::Sym(_) | Kind::End => self.tokens.error("an operand was expected"),
        }
    }

    fn atoms(&mut self, open: char, close: char) -> Parsed<Vec<Atom>> {
        self.tokens.expect(open)?;
        let atoms = self.list(&[close], |p| p.atom())?;
        self.tokens.expect(close)?;
        Ok(atoms)
    }

    fn scalar_type(&mut self) -> Parsed<ScalarType> {
        let word = self.tokens.peek_word().unwrap_or_default();
        match ScalarType::from_name(&word) {
            Some(ty) => {
                self.tokens.skip();
                Ok(ty)
            }
            None => self.tokens.error("a type was expected"),
        }
    }

    fn dims(&mut self) -> Parsed<Vec<Dim>> {
        let mut dims = vec![];
        while self.tokens.accept('[') {
            let size = self.atom()?;
            let on =
                if self.tokens.accept_word("on") { self.list(&[']'], |p| p.tokens.small())? } else { vec![] };
            self.tokens.expect(']')?;
            dims.push(Dim { size, on });
        }
        Ok(dims)
    }

    fn ty(&mut self) -> Parsed<Type> {
        if self.tokens.accept_word("cert") {
            return Ok(Type::Cert);
        }
        if self.tokens.accept_word("offsets") {
            return Ok(Type::Offsets);
        }
        if self.tokens.accept_word("acc") {
            self.tokens.expect('(')?;
            let dims = self.dims()?;
            let elems = self.list(&[')'], |p| p.scalar_type())?;
            self.tokens.expect(')')?;
            return Ok(Type::Acc { elems, dims });
        }
        let dims = self.dims()?;
        Ok(Type::Data { elem: self.scalar_type()?, dims })
    }

    /// `(sizes | values)` or `(values)`.
    fn barred<T>(&mut self, item: impl Fn(&mut Parser) -> Parsed<T>) -> Parsed<(Vec<T>, Vec<T>)> {
        self.tokens.expect('(')?;
        let first = self.list(&['|', ')'], &item)?;
        let both = if self.tokens.accept('|') { (first, self.list(&[')'], item)?) } else { (vec![], first) };
        self.tokens.expect(')')?;
        Ok(both)
    }

    fn params(&mut self) -> Parsed<Pat> {
        let (sizes, vals) = self.barred(|p| p.binder())?;
        Ok(Pat { sizes, vals })
    }

    fn pat(&mut self) -> Parsed<Pat> {
        if self.tokens.is('(') { self.params() } else { Ok(Pat::one(self.binder()?)) }
    }

    fn results(&mut self) -> Parsed<Results> {
        let (sizes, vals) = self.barred(|p| p.atom())?;
        Ok(Results { sizes, vals })
    }

    fn body<O: ParseOp>(&mut self) -> Parsed<Body<O>> {
        self.nested(|p| {
            let stms = p.statements()?;
            p.tokens.expect_word("in")?;
            Ok(Body { stms, result: p.results()? })
        })
    }

    /// Statements that return nothing.
    fn stms<O: ParseOp>(&mut self) -> Parsed<Vec<Stm<O>>> {
        self.nested(|p| p.statements())
    }

    fn nested<T>(&mut self, inside: impl FnOnce(&mut Parser) -> Parsed<T>) -> Parsed<T> {
        self.depth += 1;
        if self.depth > DEPTH {
            return self.tokens.error(format!("bodies nest deeper than {DEPTH}"));
        }
        self.tokens.expect('{')?;
        let inside = inside(self)?;
        self.tokens.expect('}')?;
        self.depth -= 1;
        Ok(inside)
    }

    fn statements<O: ParseOp>(&mut self) -> Parsed<Vec<Stm<O>>> {
        let mut stms = vec![];
        while self.tokens.accept_word("let") {
            stms.push(self.stm()?);
        }
        Ok(stms)
    }

    fn stm<O: ParseOp>(&mut self) -> Parsed<Stm<O>> {
        let mut attrs = vec![];
        while self.tokens.accept('#') {
            self.tokens.expect('[')?;
            attrs.push(self.tokens.text()?);
            self.tokens.expect(']')?;
        }
        let pat = self.pat()?;
        self.tokens.expect('=')?;
        let exp = self.exp()?;
        Ok(Stm { pat, exp, loc: self.tokens.location()?, attrs })
    }

    /// A lambda, or the operator that stands for one.
    fn lambda<O: ParseOp>(&mut self) -> Parsed<Lambda<O>> {
        if let Some((op, ty)) = self.tokens.peek_word().and_then(|w| operator(&w)) {
            self.tokens.skip();
            return Ok(self.operator_lambda(op, ty));
        }
        self.tokens.expect('(')?;
        let params = self.list(&[')'], |p| p.binder())?;
        self.tokens.expect(')')?;
        Ok(Lambda { params, body: self.body()? })
    }

    fn operator_lambda<O>(&mut self, op: BinOp, ty: ScalarType) -> Lambda<O> {
        let mut new = |name: &str, ty| {
            self.operators.push(VarInfo { name: name.into(), ty: Type::scalar(ty) });
            Var(OPERATORS + self.operators.len() as u32 - 1)
        };
        let (a, b, r) = (new("a", ty), new("b", ty), new("r", op.result(ty)));
        let exp = crate::Exp::bin(op, ty, a.into(), b.into());
        let stms = vec![Stm::new(Pat::one(r), exp, base::Loc::none())];
        Lambda { params: vec![a, b], body: Body { stms, result: Results::vals(vec![r.into()]) } }
    }
}

/// `name_12` as a name and a number.
pub(crate) fn split_var(word: &str) -> Option<(&str, usize)> {
    let (name, number) = word.rsplit_once('_')?;
    let plain = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
    let canonical = number == "0" || !number.starts_with('0');
    if !plain || !canonical || name.is_empty() || name.contains(['.', '-']) {
        return None;
    }
    Some((name, number.parse().unwrap_or(usize::MAX)))
}

/// `add.f64` as an operator and a type.
pub(crate) fn operator(word: &str) -> Option<(BinOp, ScalarType)> {
    let (op, ty) = word.split_once('.')?;
    Some((BinOp::from_name(op)?, ScalarType::from_name(ty)?))
}

/// Gives the variables of operator lambdas their final numbers.
struct Renumber(Vec<Var>);

impl Mapper for Renumber {
    fn var(&mut self, var: Var) -> Var {
        match var.0.checked_sub(OPERATORS) {
            Some(i) => self.0[i as usize],
            None => var,
        }
    }
    fn bind(&mut self, var: Var) -> Var {
        self.var(var)
    }
}
