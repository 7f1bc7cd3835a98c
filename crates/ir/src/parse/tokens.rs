//! A cursor over tokens, shared by all three languages.

use super::lex::{Kind, Token};
use super::{ParseError, Parsed};
use base::{Loc, Pos};

/// Tokens and how far they have been read.
pub(crate) struct Tokens {
    tokens: Vec<Token>,
    at: usize,
}

impl Tokens {
    /// From the lexer: the last token is [`Kind::End`].
    pub(crate) fn new(tokens: Vec<Token>) -> Tokens {
        Tokens { tokens, at: 0 }
    }

    fn token(&self, ahead: usize) -> &Token {
        &self.tokens[(self.at + ahead).min(self.tokens.len() - 1)]
    }

    pub(crate) fn ahead(&self, ahead: usize) -> &Kind {
        &self.token(ahead).kind
    }

    pub(crate) fn place(&self) -> (u32, u32) {
        (self.token(0).line, self.token(0).col)
    }

    pub(crate) fn at_end(&self) -> bool {
        *self.ahead(0) == Kind::End
    }

    pub(crate) fn error<T>(&self, message: impl Into<String>) -> Parsed<T> {
        let (line, col) = self.place();
        let got = match self.ahead(0) {
            Kind::Word(w) => w.clone(),
            Kind::Int(x) => x.to_string(),
            Kind::Const(c) => c.to_string(),
            Kind::Text(t) => format!("{t:?}"),
            Kind::Sym(c) => c.to_string(),
            Kind::End => "the end".into(),
        };
        Err(ParseError { line, col, message: format!("{} at {got}", message.into()) })
    }

    pub(crate) fn skip(&mut self) {
        self.at = (self.at + 1).min(self.tokens.len() - 1);
    }

    pub(crate) fn is(&self, sym: char) -> bool {
        *self.ahead(0) == Kind::Sym(sym)
    }

    pub(crate) fn accept(&mut self, sym: char) -> bool {
        let found = self.is(sym);
        if found {
            self.skip();
        }
        found
    }

    pub(crate) fn expect(&mut self, sym: char) -> Parsed<()> {
        if self.accept(sym) { Ok(()) } else { self.error(format!("{sym} was expected")) }
    }

    pub(crate) fn peek_word(&self) -> Option<String> {
        match self.ahead(0) {
            Kind::Word(w) => Some(w.clone()),
            Kind::Int(_) | Kind::Const(_) | Kind::Text(_) | Kind::Sym(_) | Kind::End => None,
        }
    }

    pub(crate) fn is_word(&self, word: &str) -> bool {
        matches!(self.ahead(0), Kind::Word(w) if w == word)
    }

    pub(crate) fn accept_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        if found {
            self.skip();
        }
        found
    }

    pub(crate) fn expect_word(&mut self, word: &str) -> Parsed<()> {
        if self.accept_word(word) { Ok(()) } else { self.error(format!("{word} was expected")) }
    }

    pub(crate) fn word(&mut self) -> Parsed<String> {
        match self.peek_word() {
            Some(word) => {
                self.skip();
                Ok(word)
            }
            None => self.error("a word was expected"),
        }
    }

    pub(crate) fn text(&mut self) -> Parsed<String> {
        match self.ahead(0).clone() {
            Kind::Text(text) => {
                self.skip();
                Ok(text)
            }
            Kind::Word(_) | Kind::Int(_) | Kind::Const(_) | Kind::Sym(_) | Kind::End => {
                self.error("text between quotes was expected")
            }
        }
    }

    /// A name, quoted if it is no word.
    pub(crate) fn name(&mut self) -> Parsed<String> {
        if let Kind::Text(_) = self.ahead(0) { self.text() } else { self.word() }
    }

    /// A small number.
    pub(crate) fn small(&mut self) -> Parsed<u32> {
        if let Kind::Int(x) = self.ahead(0)
            && let Ok(x) = u32::try_from(*x)
        {
            self.skip();
            return Ok(x);
        }
        self.error("a small number was expected")
    }

    /// `@1:36 < 2:56`, or nothing.
    pub(crate) fn location(&mut self) -> Parsed<Loc> {
        let mut chain = vec![];
        if self.accept('@') {
            loop {
                chain.push(self.position()?);
                if !self.accept('<') {
                    break;
                }
            }
        }
        Ok(Loc(chain))
    }

    fn position(&mut self) -> Parsed<Pos> {
        let mut file = 0;
        if let Some(word) = self.peek_word() {
            match word.strip_prefix('f').and_then(|n| n.parse().ok()) {
                Some(number) => file = number,
                None => return self.error("a position was expected"),
            }
            self.skip();
            self.expect(':')?;
        }
        let line = self.small()?;
        self.expect(':')?;
        Ok(Pos { file, line, col: self.small()? })
    }
}
