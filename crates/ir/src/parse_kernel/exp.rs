//! Expressions.

use super::Parser;
use crate::kernel::*;
use crate::parse::lex::Kind;
use crate::parse::{ParseError, Parsed, split_var};
use base::{BinOp, ScalarType, UnOp};

impl Parser {
    pub(super) fn exp(&mut self) -> Parsed<Exp> {
        self.deeper(|p| match p.tokens.ahead(0) {
            Kind::Int(x) => {
                let x = *x;
                p.tokens.skip();
                Ok(Exp::Index(x))
            }
            Kind::Const(c) => {
                let c = *c;
                p.tokens.skip();
                Ok(Exp::Const(c))
            }
            Kind::Word(word) if split_var(word).is_some() => {
                let var = p.var()?;
                if p.tokens.is('[') { Ok(Exp::Load(var, Box::new(p.at()?))) } else { Ok(Exp::Var(var)) }
            }
            Kind::Word(word) if word == "failed" => {
                p.tokens.skip();
                Ok(Exp::Failed)
            }
            Kind::Word(word) => {
                let word = word.clone();
                p.call(&word)
            }
            Kind::Text(_) | Kind::Sym(_) | Kind::End => p.tokens.error("an expression was expected"),
        })
    }

    /// `[index]`.
    pub(super) fn at(&mut self) -> Parsed<Exp> {
        self.tokens.expect('[')?;
        let at = self.exp()?;
        self.tokens.expect(']')?;
        Ok(at)
    }

    pub(super) fn call(&mut self, word: &str) -> Parsed<Exp> {
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
                "workers" => Some(Exp::Workers(a)),
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

    pub(super) fn exps(&mut self) -> Parsed<Vec<Exp>> {
        self.tokens.expect('(')?;
        self.list(|p| p.exp())
    }
}

/// `i32_to_f64`.
fn conversion(word: &str) -> Option<(ScalarType, ScalarType)> {
    let (from, to) = word.split_once("_to_")?;
    Some((ScalarType::from_name(from)?, ScalarType::from_name(to)?))
}
