//! Statements of kernels and of the host part.

use super::Parser;
use super::exp::Readable;
use crate::kernel::*;
use crate::parse::{Parsed, split_var};
use crate::vector::Vector;
use base::{BinOp, ScalarType};

/// A call, up to the indices.
struct Callee<S> {
    fun: u32,
    args: Vec<Arg<S>>,
    results: Vec<KVar>,
    check: CheckId,
}

impl Parser {
    /// Statements up to the closing brace; the opening one has been read.
    pub(super) fn stms<T>(&mut self, stm: impl Fn(&mut Parser) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut stms = vec![];
        while !self.tokens.accept('}') {
            stms.push(self.deeper(&stm)?);
        }
        Ok(stms)
    }

    pub(super) fn block<T>(&mut self, stm: impl Fn(&mut Parser) -> Parsed<T>) -> Parsed<Vec<T>> {
        self.tokens.expect('{')?;
        self.stms(stm)
    }

    /// What follows `if`.
    pub(super) fn branch<T, S: Readable>(
        &mut self,
        stm: impl Fn(&mut Parser) -> Parsed<T>,
    ) -> Parsed<(Exp<S>, Vec<T>, Vec<T>)> {
        let cond = self.condition()?;
        let then = self.block(&stm)?;
        let els = if self.tokens.accept_word("else") { self.block(stm)? } else { vec![] };
        Ok((cond, then, els))
    }

    /// What follows `while`.
    pub(super) fn repeat<T, S: Readable>(
        &mut self,
        stm: impl Fn(&mut Parser) -> Parsed<T>,
    ) -> Parsed<(Vec<T>, Exp<S>, Vec<T>)> {
        let pre = if self.tokens.is('{') { self.block(&stm)? } else { vec![] };
        Ok((pre, self.condition()?, self.block(stm)?))
    }

    pub(super) fn condition<S: Readable>(&mut self) -> Parsed<Exp<S>> {
        self.tokens.expect('(')?;
        let cond = self.exp()?;
        self.tokens.expect(')')?;
        Ok(cond)
    }

    /// `= exp;`
    pub(super) fn value<S: Readable>(&mut self) -> Parsed<Exp<S>> {
        self.tokens.expect('=')?;
        let value = self.exp()?;
        self.tokens.expect(';')?;
        Ok(value)
    }

    pub(super) fn stm(&mut self) -> Parsed<Stm> {
        let word = self.tokens.peek_word().unwrap_or_default();
        if split_var(&word).is_some() {
            let var = self.var()?;
            if self.tokens.is('[') {
                return Ok(Stm::Store { buf: var, at: self.at()?, val: self.value()? });
            }
            return Ok(Stm::Set(var, self.value()?));
        }
        let per_lane = self.tokens.accept_word("lane");
        let word = if per_lane { self.tokens.peek_word().unwrap_or_default() } else { word };
        if per_lane || word == "index" || ScalarType::from_name(&word).is_some() {
            let ty = self.ty()?;
            let name = self.name()?;
            let var = self.declare(name, ty, per_lane)?;
            return Ok(Stm::Let(var, self.value()?));
        }
        let words = [
            "if", "while", "search", "for", "local", "loads", "stores", "lanes", "fold", "count", "chain",
            "last_out", "atomic", "lock", "fail", "call",
        ];
        if !words.contains(&word.as_str()) {
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
                let vector = self.vector()?;
                Ok(Stm::For { var, from, to, vector, body: self.block(|p| p.stm())? })
            }
            "local" => {
                let (buf, len) = self.memory()?;
                self.tokens.expect(';')?;
                Ok(Stm::Local { buf, len })
            }
            "loads" => {
                self.tokens.expect('(')?;
                let vars = self.list(Self::binder)?;
                Ok(Stm::Loads { vars, first: self.value()? })
            }
            "stores" => {
                let (buf, at) = (self.var()?, self.at()?);
                self.tokens.expect('=')?;
                let vals = self.exps()?;
                self.tokens.expect(';')?;
                Ok(Stm::Stores { buf, at, vals })
            }
            "lanes" => {
                self.tokens.expect('(')?;
                let lane = self.index()?;
                self.tokens.expect(')')?;
                Ok(Stm::Lanes { lane, body: self.block(|p| p.stm())? })
            }
            "fold" => self.combine_stm().map(Stm::Fold),
            "count" => {
                let total = self.var()?;
                self.tokens.expect('=')?;
                let holds = self.var()?;
                self.tokens.expect(';')?;
                Ok(Stm::Count { holds, total })
            }
            "chain" => self.combine_stm().map(Stm::Chain),
            "last_out" => {
                let combine = self.combine()?;
                self.tokens.expect_word("saved")?;
                self.tokens.expect('(')?;
                let saved = self.list(|p| p.var())?;
                Ok(Stm::LastOut { combine, saved, body: self.block(|p| p.stm())? })
            }
            "atomic" => {
                let Some(op) = self.tokens.peek_word().and_then(|w| BinOp::from_name(&w)) else {
                    return self.tokens.error("an operator was expected");
                };
                self.tokens.skip();
                let (buf, at) = (self.var()?, self.at()?);
                let old = if self.tokens.accept_word("was") { Some(self.index()?) } else { None };
                Ok(Stm::Atomic { op, buf, at, val: self.value()?, old })
            }
            "lock" => {
                let (locks, at) = (self.var()?, self.at()?);
                self.tokens.expect_word("of")?;
                let count = self.exp()?;
                let vals = if self.tokens.accept_word("with") { self.exps()? } else { vec![] };
                Ok(Stm::Locked { locks, count, at, vals, body: self.block(|p| p.stm())? })
            }
            "call" => {
                let Callee { fun, args, results, check } = self.callee()?;
                let at = if self.tokens.accept_word("at") { self.exps()? } else { vec![] };
                self.tokens.expect(';')?;
                Ok(Stm::Call { fun: DeviceId(fun), check, args, results, at })
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

    /// `name: type[len]`
    fn vector(&mut self) -> Parsed<Option<Vector>> {
        if !self.tokens.accept_word("vector") {
            return Ok(None);
        }
        let lanes = self.tokens.small()?;
        self.tokens.expect_word("sums")?;
        let sums = self.tokens.small()?;
        self.tokens.expect_word("by")?;
        self.tokens.expect('(')?;
        let folds = self.list(Self::combined)?;
        let mut scans = vec![];
        if self.tokens.accept_word("scanning") {
            self.tokens.expect('(')?;
            scans = self.list(Self::combined)?;
        }
        let (tallies, counters) = (self.named("tallying")?, self.named("counting")?);
        let updates = if self.tokens.accept_word("updating") { self.tokens.small()? as usize } else { 0 };
        Ok(Some(Vector { lanes, sums, folds, scans, tallies, counters, updates }))
    }

    /// The variables behind a word, if it is there.
    fn named(&mut self, word: &str) -> Parsed<Vec<KVar>> {
        if !self.tokens.accept_word(word) {
            return Ok(vec![]);
        }
        self.tokens.expect('(')?;
        self.list(|p| p.var())
    }

    /// `operator variable`
    fn combined(&mut self) -> Parsed<(KVar, BinOp)> {
        let name = self.tokens.word()?;
        let Some(op) = BinOp::from_name(&name) else {
            return self.tokens.error("an operator was expected");
        };
        Ok((self.var()?, op))
    }

    pub(super) fn memory(&mut self) -> Parsed<(KVar, u32)> {
        let name = self.name()?;
        self.tokens.expect(':')?;
        let word = self.tokens.peek_word().unwrap_or_default();
        let Some(elem) = ScalarType::from_name(&word) else {
            return self.tokens.error("a type was expected");
        };
        self.tokens.skip();
        let buf = self.declare(name, KType::Buf(elem), false)?;
        self.tokens.expect('[')?;
        let len = self.tokens.small()?;
        self.tokens.expect(']')?;
        Ok((buf, len))
    }

    /// What follows `fold` or `chain`.
    fn combine_stm(&mut self) -> Parsed<Combine> {
        let combine = self.combine()?;
        self.tokens.expect(';')?;
        Ok(combine)
    }

    fn combine(&mut self) -> Parsed<Combine> {
        let vars = |p: &mut Parser| {
            p.tokens.expect('(')?;
            p.list(|p| p.var())
        };
        let own = vars(self)?;
        let before = if self.tokens.accept_word("before") { vars(self)? } else { vec![] };
        let total = if self.tokens.accept_word("total") { vars(self)? } else { vec![] };
        self.tokens.expect_word("by")?;
        let params = self.params()?;
        let body = self.block(|p| p.stm())?;
        let results = self.exps()?;
        Ok(Combine { own, before, total, params, body, results })
    }

    pub(super) fn host_stm(&mut self) -> Parsed<HostStm> {
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
            "share" | "alloc" | "reuse" | "release" | "copy" | "launch" | "call" | "read" | "check" => {
                self.tokens.skip()
            }
            _ => return self.tokens.error("a statement was expected"),
        }
        let stm = self.action(&word)?;
        self.tokens.expect(';')?;
        Ok(stm)
    }

    /// Arguments in parentheses.
    fn args<S: Readable>(&mut self) -> Parsed<Vec<Arg<S>>> {
        self.tokens.expect('(')?;
        self.list(|p| {
            let buf = p.tokens.accept_word("buf");
            if buf { p.var().map(Arg::Buf) } else { p.exp().map(Arg::Scalar) }
        })
    }

    /// What follows `call`, up to the indices.
    fn callee<S: Readable>(&mut self) -> Parsed<Callee<S>> {
        let fun = self.tokens.small()?;
        let args = self.args()?;
        self.tokens.expect('-')?;
        self.tokens.expect('>')?;
        self.tokens.expect('(')?;
        let results = self.list(|p| p.var())?;
        self.tokens.expect_word("check")?;
        Ok(Callee { fun, args, results, check: CheckId(self.tokens.small()?) })
    }

    /// What follows the word of a simple statement, up to its semicolon.
    pub(super) fn action(&mut self, word: &str) -> Parsed<HostStm> {
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
            "reuse" => {
                let to = self.var()?;
                self.tokens.expect('=')?;
                let from = self.var()?;
                self.tokens.expect_word("count")?;
                Ok(HostStm::Reuse { to, from, count: self.exp()? })
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
                self.tokens.expect_word("groups")?;
                let groups = self.exp()?;
                Ok(HostStm::Launch { kernel, groups, args: self.args()? })
            }
            "call" => {
                let Callee { fun, args, results, check } = self.callee()?;
                let fun = HostId(fun);
                let mut beside = vec![];
                while self.tokens.accept_word("beside") {
                    beside.push(CheckId(self.tokens.small()?));
                }
                let at = if self.tokens.accept_word("at") { self.args()? } else { vec![] };
                Ok(HostStm::Call { fun, check, beside, args, results, at })
            }
            "read" => {
                let mut reads = vec![];
                loop {
                    let var = self.var()?;
                    self.tokens.expect('=')?;
                    reads.push(HostRead { var, buf: self.var()?, at: self.at()? });
                    if !self.tokens.accept(',') {
                        return Ok(HostStm::Read(reads));
                    }
                }
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
