//! The parallel operators from text.

use super::{Parsed, Parser};
use crate::body::Pat;
use crate::by::By;
use crate::ops::{
    Active, Clauses, Closed, Extent, Fold, Inner, Input, Keep, Level, Out, Row, Screma, Seg, SegOp, Soac,
    Stream, Tag,
};
use crate::types::Var;
use crate::walk::Walk;

/// A parallel operator that can be parsed.
pub trait ParseOp: Walk + Send + Sized {
    /// The operator that begins with `word`, the next token; `None` if none does.
    fn parse(p: &mut Parser, word: &str) -> Result<Option<Self>, super::ParseError>;
}

impl ParseOp for Soac {
    fn parse(p: &mut Parser, word: &str) -> Parsed<Option<Soac>> {
        if !matches!(word, "screma" | "stream") {
            return Ok(None);
        }
        p.tokens.skip();
        Ok(Some(match word {
            "screma" => Soac::Screma(p.screma()?),
            _ => Soac::Stream(p.stream()?),
        }))
    }
}

impl ParseOp for Inner {
    fn parse(p: &mut Parser, word: &str) -> Parsed<Option<Inner>> {
        let tag = match word {
            "screma.block" => Tag::Block,
            "screma.lanes" => Tag::Lanes,
            "screma.seq" => Tag::Seq,
            _ => return Ok(None),
        };
        p.tokens.skip();
        Ok(Some(Inner::Screma(tag, p.screma()?)))
    }
}

impl ParseOp for SegOp {
    fn parse(p: &mut Parser, word: &str) -> Parsed<Option<SegOp>> {
        if !matches!(word, "seg" | "offsets" | "closed" | "differences" | "active") {
            return Ok(None);
        }
        p.tokens.skip();
        Ok(Some(match word {
            "seg" => SegOp::Seg(p.seg()?),
            "offsets" => {
                let sizes = p.vars()?;
                let is = if p.tokens.accept_word("is") { Some(p.var()?) } else { None };
                SegOp::Offsets { sizes, is }
            }
            "closed" => SegOp::Closed(p.closed()?),
            "differences" => SegOp::Differences { offsets: p.var()? },
            _ => SegOp::Active(Box::new(p.active()?)),
        }))
    }
}

impl Parser {
    fn screma<O: ParseOp>(&mut self) -> Parsed<Screma<O>> {
        let width = self.atom()?;
        self.tokens.expect('(')?;
        let inputs = self.list(&[')'], |p| p.input())?;
        self.tokens.expect(')')?;
        let body = self.stms()?;
        Ok(Screma { width, inputs, body, clauses: self.clauses()? })
    }

    fn stream<O: ParseOp>(&mut self) -> Parsed<Stream<O>> {
        let width = self.atom()?;
        let chunk = if self.tokens.accept_word("by") { Some(self.atom()?) } else { None };
        self.tokens.expect_word("size")?;
        let size = self.index()?;
        self.tokens.expect_word("first")?;
        let first = self.index()?;
        self.tokens.expect('(')?;
        let inputs = self.list(&[')'], |p| p.chunk())?;
        self.tokens.expect(')')?;
        self.tokens.expect_word("acc")?;
        self.tokens.expect('(')?;
        let accs = self.list(&[')'], |p| {
            let acc = p.binder()?;
            p.tokens.expect('=')?;
            Ok((acc, p.atom()?))
        })?;
        self.tokens.expect(')')?;
        let op = if self.tokens.accept_word("par") {
            Some(self.lambda()?)
        } else {
            self.tokens.expect_word("seq")?;
            None
        };
        self.tokens.expect_word("do")?;
        Ok(Stream { width, chunk, size, first, inputs, accs, op, body: self.body()? })
    }

    /// `chunk: type <- array`.
    fn chunk(&mut self) -> Parsed<(Var, Var)> {
        let chunk = self.binder()?;
        self.tokens.expect('<')?;
        self.tokens.expect('-')?;
        Ok((chunk, self.var()?))
    }

    fn input(&mut self) -> Parsed<(Var, Input)> {
        let param = self.index()?;
        self.tokens.expect('<')?;
        self.tokens.expect('-')?;
        if self.tokens.accept_word("iota") {
            return Ok((param, Input::Iota));
        }
        if self.tokens.accept_word("acc") {
            return Ok((param, Input::Acc(self.var()?)));
        }
        Ok((param, Input::Array(self.var()?)))
    }

    fn clauses<O: ParseOp>(&mut self) -> Parsed<Clauses<O>> {
        let mut clauses = Clauses::default();
        while self.tokens.accept_word("red") {
            clauses.reds.push(self.fold()?);
        }
        while self.tokens.accept_word("scan") {
            clauses.scans.push(self.fold()?);
        }
        if self.tokens.accept_word("keep") {
            let whole = self.tokens.accept_word("whole");
            let flag = self.atom()?;
            let place = if self.tokens.accept_word("place") { Some(self.index()?) } else { None };
            let count = if self.tokens.accept_word("count") { Some(self.index()?) } else { None };
            clauses.keep = Some(Keep { flag, place, count, whole });
        }
        if self.tokens.accept_word("each") {
            clauses.each = self.stms()?;
        }
        if self.tokens.accept_word("end") {
            clauses.end = self.stms()?;
        }
        self.tokens.expect_word("out")?;
        self.tokens.expect('(')?;
        clauses.outs = self.list(&[')'], |p| p.out())?;
        self.tokens.expect(')')?;
        Ok(clauses)
    }

    fn out(&mut self) -> Parsed<Out> {
        let word = self.tokens.peek_word().unwrap_or_default();
        if matches!(word.as_str(), "kept" | "row" | "count" | "acc" | "owned" | "offsets" | "cert") {
            self.tokens.skip();
        }
        Ok(match word.as_str() {
            "kept" => Out::Kept(self.atom()?),
            "row" => Out::Row(self.atom()?),
            "count" => Out::Count,
            "acc" => Out::Acc(self.var()?),
            "owned" => Out::Owned(self.var()?),
            "offsets" => Out::Offsets(self.atom()?),
            "cert" => Out::Cert,
            _ => Out::Point(self.atom()?),
        })
    }

    fn fold<O: ParseOp>(&mut self) -> Parsed<Fold<O>> {
        let comm = self.tokens.accept_word("comm");
        let kept = self.tokens.accept_word("kept");
        self.tokens.expect('(')?;
        let res = self.list(&[')'], |p| p.binder())?;
        self.tokens.expect(')')?;
        self.tokens.expect('=')?;
        let index = if self.tokens.accept_word("index") { Some(self.index()?) } else { None };
        let op = self.lambda()?;
        let args = self.atoms('(', ')')?;
        self.tokens.expect_word("ne")?;
        Ok(Fold { op, ne: self.atoms('(', ')')?, args, res, comm, kept, index })
    }

    fn seg(&mut self) -> Parsed<Seg> {
        self.tokens.expect('(')?;
        let mut levels: Vec<Level> = vec![];
        // A kernel outside of maps has one point and no levels.
        while !self.tokens.is(')') {
            let level = self.level(&levels)?;
            levels.push(level);
            if !self.tokens.accept(',') {
                break;
            }
        }
        self.tokens.expect(')')?;
        let position = if self.tokens.accept_word("at") { Some(self.index()?) } else { None };
        let mut rows = vec![];
        if self.tokens.accept_word("rows") {
            self.tokens.expect('(')?;
            rows = self.list(&[')'], |p| p.binder_from().map(|(param, arr)| Row { param, arr }))?;
            self.tokens.expect(')')?;
        }
        let under = self.under()?;
        let by = if self.tokens.accept_word("by") { Some(self.schedule()?) } else { None };
        let once = if self.tokens.accept_word("once") { self.stms()? } else { vec![] };
        let body = self.stms()?;
        Ok(Seg { levels, position, rows, once, body, clauses: self.clauses()?, under, by })
    }

    /// `name`, or `name(number)`
    fn schedule(&mut self) -> Parsed<By> {
        let mut text = self.tokens.word()?;
        if self.tokens.accept('(') {
            text += &format!("({})", self.tokens.small()?);
            self.tokens.expect(')')?;
        }
        By::parse(&text).map_or_else(|| self.tokens.error("a schedule was expected"), Ok)
    }

    fn closed(&mut self) -> Parsed<Closed> {
        let index = self.index()?;
        self.tokens.expect_word("upto")?;
        let rows = self.atom()?;
        let body = self.stms()?;
        self.tokens.expect('(')?;
        let result = self.atom()?;
        self.tokens.expect(')')?;
        let under = self.under()?;
        Ok(Closed { index, rows, body, result, under })
    }

    /// `inner: type = outer`.
    fn binder_from(&mut self) -> Parsed<(Var, Var)> {
        let inner = self.binder()?;
        self.tokens.expect('=')?;
        Ok((inner, self.var()?))
    }

    /// Variables with what they come from behind this word, if it is there.
    fn binders_from(&mut self, word: &str) -> Parsed<Vec<(Var, Var)>> {
        if !self.tokens.accept_word(word) {
            return Ok(vec![]);
        }
        self.tokens.expect('(')?;
        let binders = self.list(&[')'], |p| p.binder_from())?;
        self.tokens.expect(')')?;
        Ok(binders)
    }

    fn level(&mut self, front: &[Level]) -> Parsed<Level> {
        let index = self.index()?;
        self.tokens.expect('<')?;
        let size = self.atom()?;
        if !self.tokens.is('[') {
            return Ok(Level { index, extent: Extent::Uniform(size) });
        }
        let Some(size) = size.var() else { return self.tokens.error("a constant does not vary") };
        self.tokens.skip();
        let on = self.list(&[']'], |p| p.level_number(front))?;
        self.tokens.expect(']')?;
        if self.tokens.accept_word("per") {
            return Ok(Level { index, extent: Extent::Per { size, on } });
        }
        self.tokens.expect_word("via")?;
        Ok(Level { index, extent: Extent::Ragged { size, on, offsets: self.var()? } })
    }

    /// A level, named by its index, or by number if it is none of those in front.
    fn level_number(&mut self, front: &[Level]) -> Parsed<u32> {
        if self.tokens.accept('#') {
            return self.tokens.small();
        }
        let var = self.var()?;
        match front.iter().position(|l| l.index == var) {
            Some(number) => Ok(number as u32),
            None => self.tokens.error("the index of a level in front was expected"),
        }
    }

    fn active(&mut self) -> Parsed<Active> {
        let n = self.atom()?;
        self.tokens.expect_word("rows")?;
        let rows = self.index()?;
        self.tokens.expect_word("ids")?;
        let ids = self.binder()?;
        let fixed = self.binders_from("fixed")?;
        let params = self.params()?;
        self.tokens.expect('=')?;
        let (sizes, vals) = self.barred(|p| p.var())?;
        let init = Pat { sizes, vals };
        let whole = self.binders_from("whole")?;
        self.tokens.expect_word("while")?;
        let cond = self.body()?;
        self.tokens.expect_word("do")?;
        Ok(Active { n, rows, ids, fixed, params, init, whole, cond, body: self.body()? })
    }
}
