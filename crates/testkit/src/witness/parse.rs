//! Words to expressions.

use super::lex::{Tok, Word, lex};
use super::syntax::{E, Form, Ix, Lambda, P};
use super::value::V;
use std::rc::Rc;

/// Reads words one after the other.
pub(super) struct Parser {
    pub(super) words: Vec<Word>,
    pub(super) at: usize,
}

/// What is read, or why it cannot be.
pub(super) type Parse<T> = Result<T, String>;

/// The expression that a text says.
pub(super) fn parse(text: &str) -> Parse<E> {
    let mut parser = Parser { words: lex(text)?, at: 0 };
    let exp = parser.exp()?;
    match parser.peek() {
        Tok::End => Ok(exp),
        other => Err(format!("the witness did not expect {other:?}")),
    }
}

/// How strongly an operator binds.
fn strength(op: &str) -> Option<u8> {
    Some(match op {
        "||" => 1,
        "&&" => 2,
        "<" | "<=" | ">" | ">=" | "==" | "!=" => 3,
        "&" | "^" => 4,
        "+" | "-" | "++" => 6,
        "*" | "/" | "%" => 7,
        _ => return None,
    })
}

impl Parser {
    pub(super) fn peek(&self) -> &Tok {
        &self.words[self.at].tok
    }
    pub(super) fn advance(&mut self) {
        self.at = (self.at + 1).min(self.words.len() - 1);
    }
    pub(super) fn is_name(&self, name: &str) -> bool {
        matches!(self.peek(), Tok::Name(n) if n == name)
    }
    pub(super) fn is_op(&self, op: &str) -> bool {
        matches!(self.peek(), Tok::Op(o) if o == op)
    }
    pub(super) fn is_mark(&self, mark: &str) -> bool {
        matches!(self.peek(), Tok::Mark(m) if *m == mark)
    }
    pub(super) fn eat(&mut self, yes: bool) -> bool {
        if yes {
            self.advance();
        }
        yes
    }
    pub(super) fn eat_name(&mut self, name: &str) -> bool {
        self.eat(self.is_name(name))
    }
    pub(super) fn eat_op(&mut self, op: &str) -> bool {
        self.eat(self.is_op(op))
    }
    pub(super) fn eat_mark(&mut self, mark: &str) -> bool {
        self.eat(self.is_mark(mark))
    }
    pub(super) fn need(&mut self, found: bool, what: &str) -> Parse<()> {
        if found { Ok(()) } else { Err(format!("the witness expected {what}, not {:?}", self.peek())) }
    }
    pub(super) fn mark(&mut self, mark: &str) -> Parse<()> {
        let found = self.eat_mark(mark);
        self.need(found, mark)
    }
    pub(super) fn op(&mut self, op: &str) -> Parse<()> {
        let found = self.eat_op(op);
        self.need(found, op)
    }
    pub(super) fn word(&mut self, name: &str) -> Parse<()> {
        let found = self.eat_name(name);
        self.need(found, name)
    }
    pub(super) fn name(&mut self) -> Parse<String> {
        let Tok::Name(name) = self.peek().clone() else {
            return Err(format!("the witness expected a name, not {:?}", self.peek()));
        };
        self.advance();
        Ok(name)
    }

    /// Things with commas between them, up to a closing mark.
    pub(super) fn list<T>(
        &mut self,
        close: &str,
        mut item: impl FnMut(&mut Self) -> Parse<T>,
    ) -> Parse<Vec<T>> {
        let mut items = vec![];
        while !self.eat_mark(close) {
            items.push(item(self)?);
            if !self.is_mark(close) {
                self.mark(",")?;
            }
        }
        Ok(items)
    }

    pub(super) fn exp(&mut self) -> Parse<E> {
        let mut exp = self.binary(0)?;
        loop {
            if self.eat_mark(":>") {
                exp = E::Coerce(Box::new(exp), self.ty()?);
            } else if self.eat_mark(":") {
                self.ty()?;
            } else if self.eat_name("with") {
                if self.eat_mark("[") {
                    let at = self.list("]", Self::index)?;
                    self.op("=")?;
                    exp = E::With(Box::new(exp), at, Box::new(self.exp()?));
                } else {
                    let field = self.name()?;
                    self.op("=")?;
                    exp = E::WithField(Box::new(exp), field, Box::new(self.exp()?));
                }
            } else {
                return Ok(exp);
            }
        }
    }

    fn binary(&mut self, least: u8) -> Parse<E> {
        let mut left = self.operand()?;
        loop {
            let Tok::Op(op) = self.peek().clone() else { return Ok(left) };
            let Some(strength) = strength(&op).filter(|s| *s > least) else { return Ok(left) };
            self.advance();
            let right = self.binary(strength)?;
            left = E::Binary(op, Box::new(left), Box::new(right));
        }
    }

    fn operand(&mut self) -> Parse<E> {
        if self.eat_name("let") {
            return self.bindings();
        }
        if self.eat_name("if") {
            let condition = self.exp()?;
            self.word("then")?;
            let yes = self.exp()?;
            self.word("else")?;
            return Ok(E::If(Box::new(condition), Box::new(yes), Box::new(self.exp()?)));
        }
        if self.eat_name("loop") {
            return self.repeat();
        }
        if self.eat_name("match") {
            let of = self.exp()?;
            let mut cases = vec![];
            while self.eat_name("case") {
                let pat = self.pat()?;
                self.op("->")?;
                cases.push((pat, self.exp()?));
            }
            return Ok(E::Match(Box::new(of), cases));
        }
        if self.eat_mark("\\") {
            let mut params = vec![];
            while !self.eat_op("->") {
                params.push(self.atom_pat()?);
            }
            return Ok(E::Lambda(Rc::new(Lambda { params, body: self.exp()? })));
        }
        if self.eat_op("!") {
            return Ok(E::Unary('!', Box::new(self.apply()?)));
        }
        if self.eat_op("-") {
            return Ok(E::Unary('-', Box::new(self.apply()?)));
        }
        self.apply()
    }

    fn bindings(&mut self) -> Parse<E> {
        let pat = self.pat()?;
        self.op("=")?;
        let value = self.exp()?;
        let body = if self.eat_name("let") {
            self.bindings()?
        } else {
            self.word("in")?;
            self.exp()?
        };
        Ok(E::Let(pat, Box::new(value), Box::new(body)))
    }

    fn repeat(&mut self) -> Parse<E> {
        let pat = self.pat()?;
        self.op("=")?;
        let start = self.exp()?;
        let form = if self.eat_name("while") {
            Form::While(Box::new(self.exp()?))
        } else {
            self.word("for")?;
            let pat = self.pat()?;
            if self.eat_name("in") {
                Form::In(pat, Box::new(self.exp()?))
            } else {
                self.op("<")?;
                let P::Name(name) = pat else { return Err("a loop counts a name".into()) };
                Form::For(name, Box::new(self.exp()?))
            }
        };
        self.word("do")?;
        Ok(E::Loop(pat, Box::new(start), form, Box::new(self.exp()?)))
    }

    fn starts_atom(&self) -> bool {
        match self.peek() {
            Tok::Name(name) => !matches!(
                name.as_str(),
                "let"
                    | "in"
                    | "if"
                    | "then"
                    | "else"
                    | "loop"
                    | "for"
                    | "while"
                    | "do"
                    | "match"
                    | "case"
                    | "with"
                    | "desc"
            ),
            Tok::Number(_) | Tok::Con(_) => true,
            Tok::Mark(mark) => matches!(*mark, "(" | "[" | "{"),
            Tok::Op(_) | Tok::End => false,
        }
    }

    fn apply(&mut self) -> Parse<E> {
        if let Tok::Con(name) = self.peek().clone() {
            self.advance();
            let mut args = vec![];
            while self.starts_atom() {
                args.push(self.atom()?);
            }
            return Ok(E::Con(name, args));
        }
        let fun = self.atom()?;
        let mut args = vec![];
        while self.starts_atom() {
            args.push(self.atom()?);
        }
        // An argument may be a function that goes on to the end.
        if self.is_mark("\\") {
            args.push(self.operand()?);
        }
        Ok(if args.is_empty() { fun } else { E::Apply(Box::new(fun), args) })
    }

    fn atom(&mut self) -> Parse<E> {
        let mut exp = match self.peek().clone() {
            Tok::Number(text) => {
                self.advance();
                E::Lit(number(&text)?)
            }
            Tok::Con(name) => {
                self.advance();
                E::Con(name, vec![])
            }
            Tok::Name(name) => {
                self.advance();
                match name.as_str() {
                    "true" => E::Lit(V::Bool(true)),
                    "false" => E::Lit(V::Bool(false)),
                    _ => E::Var(name),
                }
            }
            Tok::Mark("(") => {
                self.advance();
                self.parenthesised()?
            }
            Tok::Mark("[") => {
                self.advance();
                self.bracketed()?
            }
            Tok::Mark("{") => {
                self.advance();
                let field = |p: &mut Self| {
                    let name = p.name()?;
                    p.op("=")?;
                    Ok((name, p.exp()?))
                };
                E::Record(self.list("}", field)?)
            }
            other => return Err(format!("the witness did not expect {other:?}")),
        };
        loop {
            let word = &self.words[self.at];
            if word.tok == Tok::Mark("[") && !word.spaced {
                self.advance();
                exp = E::Index(Box::new(exp), self.list("]", Self::index)?);
            } else if word.tok == Tok::Mark(".") && !word.spaced {
                self.advance();
                let field = match self.peek().clone() {
                    Tok::Name(name) | Tok::Number(name) => name,
                    other => return Err(format!("the witness expected a field, not {other:?}")),
                };
                self.advance();
                exp = E::Field(Box::new(exp), field);
            } else {
                return Ok(exp);
            }
        }
    }

    fn parenthesised(&mut self) -> Parse<E> {
        if let Tok::Op(op) = self.peek().clone()
            && self.words[self.at + 1].tok == Tok::Mark(")")
        {
            self.advance();
            self.advance();
            return Ok(E::Section(op));
        }
        let mut items = self.list(")", Self::exp)?;
        Ok(if items.len() == 1 { items.remove(0) } else { E::Tuple(items) })
    }

    fn bracketed(&mut self) -> Parse<E> {
        if self.eat_mark("]") {
            return Ok(E::Array(vec![]));
        }
        let first = self.source()?;
        if self.eat_op("|") {
            let sides = self.sides()?;
            self.mark("]")?;
            return Ok(E::Comprehension(Box::new(first), sides));
        }
        if let E::Range(..) = first {
            self.mark("]")?;
            return Ok(first);
        }
        let mut items = vec![first];
        if !self.is_mark("]") {
            self.mark(",")?;
        }
        items.extend(self.list("]", Self::exp)?);
        Ok(E::Array(items))
    }

    fn index(&mut self) -> Parse<Ix> {
        let ends = |p: &Self| p.is_mark(":") || p.is_mark("]") || p.is_mark(",");
        // A colon in an index is never an annotation.
        let part = |p: &mut Self| if ends(p) { Ok(None) } else { p.binary(0).map(Some) };
        let from = part(self)?;
        if !self.eat_mark(":") {
            return from.map(Ix::At).ok_or_else(|| "the witness expected an index".to_string());
        }
        let to = part(self)?;
        let by = if self.eat_mark(":") { part(self)? } else { None };
        Ok(Ix::Slice(Box::new([from, to, by])))
    }
}

/// A number with a suffix; without one it is an `i64`, or an `f64` if it has a point.
pub(super) fn number(text: &str) -> Parse<V> {
    let bad = || format!("the witness cannot read the number {text}");
    let digits: String = text.chars().take_while(|c| c.is_ascii_digit() || *c == '.').collect();
    Ok(match &text[digits.len()..] {
        "i32" => V::I32(digits.parse().map_err(|_| bad())?),
        "f64" => V::F64(digits.parse().map_err(|_| bad())?),
        "" if digits.contains('.') => V::F64(digits.parse().map_err(|_| bad())?),
        "" | "i64" => V::I64(digits.parse().map_err(|_| bad())?),
        _ => return Err(bad()),
    })
}
