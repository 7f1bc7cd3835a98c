//! The parallel operators from text.

use super::{Parsed, Parser};
use crate::body::Pat;
use crate::ops::{
    Active, Extent, Fold, Inner, Input, Level, Origin, Row, Screma, Seg, SegOp, Soac, Start, Tag,
};
use crate::types::{Atom, Var};
use crate::walk::Walk;

/// A parallel operator that can be parsed.
pub trait ParseOp: Walk + Send + Sized {
    /// The operator that begins with `word`, the next token; `None` if none does.
    fn parse(p: &mut Parser, word: &str) -> Result<Option<Self>, super::ParseError>;
}

impl ParseOp for Soac {
    fn parse(p: &mut Parser, word: &str) -> Parsed<Option<Soac>> {
        if word != "screma" {
            return Ok(None);
        }
        p.tokens.skip();
        Ok(Some(Soac::Screma(p.screma()?)))
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
        if !matches!(word, "seg" | "offsets" | "active") {
            return Ok(None);
        }
        p.tokens.skip();
        Ok(Some(match word {
            "seg" => SegOp::Seg(p.seg()?),
            "offsets" => SegOp::Offsets { sizes: p.vars()? },
            _ => SegOp::Active(Box::new(p.active()?)),
        }))
    }
}

struct Clauses<O> {
    reds: Vec<Fold<O>>,
    scans: Vec<Fold<O>>,
    keep: bool,
}

impl Parser {
    fn screma<O: ParseOp>(&mut self) -> Parsed<Screma<O>> {
        let width = self.atom()?;
        self.tokens.expect('(')?;
        let inputs = self.list(&[')'], |p| p.input())?;
        self.tokens.expect(')')?;
        self.tokens.expect_word("map")?;
        let map = self.lambda()?;
        let Clauses { reds, scans, keep } = self.clauses()?;
        let post = if self.tokens.accept_word("post") { Some(self.lambda()?) } else { None };
        let behind = self.tokens.accept_word("behind");
        Ok(Screma { width, inputs, map, reds, scans, keep, post, behind })
    }

    fn input(&mut self) -> Parsed<Input> {
        if self.tokens.accept_word("iota") {
            return Ok(Input::Iota);
        }
        if self.tokens.accept_word("acc") {
            return Ok(Input::Acc(self.var()?));
        }
        Ok(Input::Array(self.var()?))
    }

    fn clauses<O: ParseOp>(&mut self) -> Parsed<Clauses<O>> {
        let mut clauses = Clauses { reds: vec![], scans: vec![], keep: false };
        while self.tokens.accept_word("red") {
            clauses.reds.push(self.fold()?);
        }
        while self.tokens.accept_word("scan") {
            clauses.scans.push(self.fold()?);
        }
        clauses.keep = self.tokens.accept_word("keep");
        Ok(clauses)
    }

    fn fold<O: ParseOp>(&mut self) -> Parsed<Fold<O>> {
        let comm = self.tokens.accept_word("comm");
        let op = self.lambda()?;
        self.tokens.expect_word("ne")?;
        Ok(Fold { op, ne: self.atoms('(', ')')?, comm })
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
        let mut origins = vec![];
        if self.tokens.accept_word("from") {
            self.tokens.expect('(')?;
            origins = self.list(&[')'], |p| p.origin(&levels))?;
            self.tokens.expect(')')?;
        }
        let mut rows = vec![];
        if self.tokens.accept_word("rows") {
            self.tokens.expect('(')?;
            rows = self.list(&[')'], |p| p.binder_from().map(|(param, arr)| Row { param, arr }))?;
            self.tokens.expect(')')?;
        }
        let body = self.body()?;
        let Clauses { reds, scans, keep } = self.clauses()?;
        Ok(Seg { levels, origins, rows, body, reds, scans, keep })
    }

    /// `ids[other[i]]`: the arrays from the outside in, then the index of a level or of a loop around; or `inside`.
    fn origin(&mut self, levels: &[Level]) -> Parsed<Origin> {
        let mut through = vec![];
        if self.tokens.accept_word("inside") {
            return Ok(Origin { start: Start::Inside, through });
        }
        let mut index = self.atom()?;
        while let (Atom::Var(ids), true) = (index, self.tokens.accept('[')) {
            through.push(ids);
            index = self.atom()?;
        }
        for _ in &through {
            self.tokens.expect(']')?;
        }
        through.reverse();
        let level = levels.iter().position(|l| index == Atom::Var(l.index));
        Ok(Origin { start: level.map_or(Start::Host(index), |level| Start::Level(level as u32)), through })
    }

    /// `inner: type = outer`.
    fn binder_from(&mut self) -> Parsed<(Var, Var)> {
        let inner = self.binder()?;
        self.tokens.expect('=')?;
        Ok((inner, self.var()?))
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
        let mut fixed = vec![];
        if self.tokens.accept_word("fixed") {
            self.tokens.expect('(')?;
            fixed = self.list(&[')'], |p| p.binder_from())?;
            self.tokens.expect(')')?;
        }
        let params = self.params()?;
        self.tokens.expect('=')?;
        let (sizes, vals) = self.barred(|p| p.var())?;
        self.tokens.expect_word("while")?;
        let cond = self.body()?;
        self.tokens.expect_word("do")?;
        Ok(Active { n, rows, ids, fixed, params, init: Pat { sizes, vals }, cond, body: self.body()? })
    }
}
