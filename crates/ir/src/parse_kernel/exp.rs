//! Expressions.

use super::Parser;
use crate::kernel::*;
use crate::parse::lex::Kind;
use crate::parse::{ParseError, Parsed, split_var};
use base::{BinOp, ScalarType, UnOp};

/// What only one part has, from text.
pub(super) trait Readable: Side {
    /// It, if it stands here.
    fn read(p: &mut Parser) -> Parsed<Option<Self>>;
}

impl Readable for OnDevice {
    fn read(p: &mut Parser) -> Parsed<Option<OnDevice>> {
        if p.tokens.accept_word("failed") {
            return Ok(Some(OnDevice::Failed));
        }
        if *p.tokens.ahead(1) != Kind::Sym('[') {
            return Ok(None);
        }
        let buf = p.var()?;
        Ok(Some(OnDevice::Load(buf, Box::new(p.at()?))))
    }
}

impl Readable for OnHost {
    fn read(p: &mut Parser) -> Parsed<Option<OnHost>> {
        if !p.tokens.accept_word("workers") {
            return Ok(None);
        }
        p.tokens.expect('(')?;
        let n = p.exp()?;
        p.tokens.expect(')')?;
        Ok(Some(OnHost::Workers(Box::new(n))))
    }
}

impl Parser {
    pub(super) fn exp<S: Readable>(&mut self) -> Parsed<Exp<S>> {
        self.deeper(|p| match S::read(p)? {
            Some(only) => Ok(Exp::Only(only)),
            None => p.shared_exp(),
        })
    }

    /// An expression that both parts have.
    fn shared_exp<S: Readable>(&mut self) -> Parsed<Exp<S>> {
        match self.tokens.ahead(0) {
            Kind::Int(x) => {
                let x = *x;
                self.tokens.skip();
                Ok(Exp::Index(x))
            }
            Kind::Const(c) => {
                let c = *c;
                self.tokens.skip();
                Ok(Exp::Const(c))
            }
            Kind::Word(word) if split_var(word).is_some() => self.var().map(Exp::Var),
            Kind::Word(word) => {
                let word = word.clone();
                self.call(&word)
            }
            Kind::Text(_) | Kind::Sym(_) | Kind::End => self.tokens.error("an expression was expected"),
        }
    }

    /// `[index]`.
    pub(super) fn at<S: Readable>(&mut self) -> Parsed<Exp<S>> {
        self.tokens.expect('[')?;
        let at = self.exp()?;
        self.tokens.expect(']')?;
        Ok(at)
    }

    fn call<S: Readable>(&mut self, word: &str) -> Parsed<Exp<S>> {
        let (op, suffix) = word.split_once('.').unwrap_or((word, ""));
        let place = self.tokens.place();
        self.tokens.skip();
        self.tokens.expect('(')?;
        let mut args = self.list(|p| p.exp())?.into_iter().map(Box::new);
        let call = match (args.next(), args.next(), args.next(), args.next()) {
            (Some(a), Some(b), None, None) => match (BinOp::from_name(op), ScalarType::from_name(suffix)) {
                (Some(op), Some(ty)) => Some(Exp::Bin(op, ty, a, b)),
                (Some(op), None) if suffix == "index" => Some(Exp::IndexBin(op, a, b)),
                _ => None,
            },
            (Some(a), None, None, None) => match word {
                "from_index" => Some(Exp::FromIndex(a)),
                "to_index" => Some(Exp::ToIndex(a)),
                "small" => Some(Exp::Small(a)),
                _ => match (UnOp::from_name(op), ScalarType::from_name(suffix), conversion(word)) {
                    (Some(op), Some(ty), _) => Some(Exp::Un(op, ty, a)),
                    (_, _, Some((from, to))) => Some(Exp::Conv(from, to, a)),
                    _ => None,
                },
            },
            (Some(c), Some(a), Some(b), None) if word == "select" => Some(Exp::Select(c, a, b)),
            _ => None,
        };
        call.ok_or_else(|| {
            let message = format!("{word} is no operation on so many operands");
            ParseError { line: place.0, col: place.1, message }
        })
    }

    pub(super) fn exps<S: Readable>(&mut self) -> Parsed<Vec<Exp<S>>> {
        self.tokens.expect('(')?;
        self.list(|p| p.exp())
    }
}

/// `i32_to_f64`.
fn conversion(word: &str) -> Option<(ScalarType, ScalarType)> {
    let (from, to) = word.split_once("_to_")?;
    Some((ScalarType::from_name(from)?, ScalarType::from_name(to)?))
}
