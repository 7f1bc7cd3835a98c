//! Words to patterns, types and the qualifiers of comprehensions.

use super::lex::Tok;
use super::parse::{Parse, Parser, number};
use super::syntax::{Dim, E, P, Q, T};
use super::value::V;

impl Parser {
    pub(super) fn pat(&mut self) -> Parse<P> {
        if let Tok::Con(name) = self.peek().clone() {
            self.advance();
            let mut parts = vec![];
            while !self.is_op("->") && !self.is_mark(")") && !self.is_mark(",") {
                parts.push(self.atom_pat()?);
            }
            return Ok(P::Con(name, parts));
        }
        self.atom_pat()
    }

    pub(super) fn atom_pat(&mut self) -> Parse<P> {
        match self.peek().clone() {
            Tok::Name(name) => {
                self.advance();
                Ok(match name.as_str() {
                    "_" => P::Any,
                    "true" => P::Lit(V::Bool(true)),
                    "false" => P::Lit(V::Bool(false)),
                    _ => P::Name(name),
                })
            }
            Tok::Number(text) => {
                self.advance();
                Ok(P::Lit(number(&text)?))
            }
            Tok::Con(name) => {
                self.advance();
                Ok(P::Con(name, vec![]))
            }
            Tok::Mark("(") => {
                self.advance();
                let part = |p: &mut Self| {
                    let pat = p.pat()?;
                    if p.eat_mark(":") {
                        p.ty()?;
                    }
                    Ok(pat)
                };
                let mut parts = self.list(")", part)?;
                Ok(if parts.len() == 1 { parts.remove(0) } else { P::Tuple(parts) })
            }
            Tok::Mark("{") => {
                self.advance();
                let field = |p: &mut Self| {
                    let name = p.name()?;
                    p.op("=")?;
                    Ok((name, p.pat()?))
                };
                Ok(P::Record(self.list("}", field)?))
            }
            other => Err(format!("the witness expected a pattern, not {other:?}")),
        }
    }

    pub(super) fn ty(&mut self) -> Parse<T> {
        if let Tok::Con(_) = self.peek() {
            let mut cases = vec![];
            while let Tok::Con(name) = self.peek().clone() {
                self.advance();
                let mut parts = vec![];
                while matches!(self.peek(), Tok::Name(_) | Tok::Mark("(" | "[" | "{")) {
                    parts.push(self.atom_ty()?);
                }
                cases.push((name, parts));
                if !self.eat_op("|") {
                    break;
                }
            }
            return Ok(T::Sum(cases));
        }
        self.atom_ty()
    }

    fn atom_ty(&mut self) -> Parse<T> {
        if self.eat_op("*") {
            return self.ty();
        }
        if self.eat_mark("[") {
            let dim = if self.eat_mark("?") || self.is_mark("]") {
                Dim::Any
            } else {
                Dim::Is(Box::new(self.exp()?))
            };
            self.mark("]")?;
            return Ok(T::Array(dim, Box::new(self.atom_ty()?)));
        }
        if self.eat_mark("?") {
            let mut names = vec![];
            while self.eat_mark("[") {
                names.push(self.name()?);
                self.mark("]")?;
            }
            self.mark(".")?;
            return Ok(T::Exists(names, Box::new(self.ty()?)));
        }
        if self.eat_mark("(") {
            let mut items = self.list(")", Self::ty)?;
            return Ok(if items.len() == 1 { items.remove(0) } else { T::Tuple(items) });
        }
        if self.eat_mark("{") {
            let field = |p: &mut Self| {
                let name = p.name()?;
                p.mark(":")?;
                Ok((name, p.ty()?))
            };
            return Ok(T::Record(self.list("}", field)?));
        }
        self.name()?;
        Ok(T::Plain)
    }

    /// An expression, or a range without brackets.
    pub(super) fn source(&mut self) -> Parse<E> {
        let from = self.exp()?;
        let Tok::Op(dots) = self.peek().clone() else { return Ok(from) };
        if !dots.starts_with("..") {
            return Ok(from);
        }
        self.advance();
        let second = self.exp_after(&dots)?;
        let (step, dots, to) = match (dots.as_str(), self.peek().clone()) {
            ("..", Tok::Op(more)) if more.starts_with("..") => {
                self.advance();
                let to = self.exp()?;
                (Some(Box::new(second)), more, to)
            }
            _ => (None, dots, second),
        };
        let inclusive = match dots.as_str() {
            "..." => true,
            "..<" => false,
            other => return Err(format!("the witness does not know the range {other}")),
        };
        Ok(E::Range(Box::new(from), step, Box::new(to), inclusive))
    }

    fn exp_after(&mut self, dots: &str) -> Parse<E> {
        let found = dots.starts_with("..");
        self.need(found, "a range")?;
        self.exp()
    }

    /// Qualifiers with bars between them.
    pub(super) fn sides(&mut self) -> Parse<Vec<Vec<Q>>> {
        let mut sides = vec![];
        loop {
            let mut side = vec![self.qualifier()?];
            while self.eat_mark(",") {
                side.push(self.qualifier()?);
            }
            sides.push(side);
            if !self.eat_op("|") {
                return Ok(sides);
            }
        }
    }

    fn qualifier(&mut self) -> Parse<Q> {
        let before = self.at;
        if let Ok(pat) = self.pat()
            && self.eat_op("<-")
        {
            return Ok(Q::Bind(pat, self.source()?));
        }
        self.at = before;
        if self.eat_name("let") {
            let pat = self.pat()?;
            self.op("=")?;
            return Ok(Q::Let(pat, self.exp()?));
        }
        let by = self.words.get(self.at + 1).is_some_and(|w| w.tok == Tok::Name("by".into()));
        if by && self.eat_name("order") {
            self.word("by")?;
            let key = self.exp()?;
            return Ok(Q::Order(key, self.eat_name("desc")));
        }
        if by && self.eat_name("group") {
            self.word("by")?;
            let pat = self.pat()?;
            self.op("=")?;
            return Ok(Q::Group(pat, self.exp()?));
        }
        if self.eat_mark("(") {
            if let Ok(sides) = self.sides()
                && self.eat_mark(")")
                && matches!(sides[0][0], Q::Bind(..) | Q::Zip(_))
            {
                return Ok(Q::Zip(sides));
            }
            self.at = before;
        }
        Ok(Q::Filter(self.exp()?))
    }
}
