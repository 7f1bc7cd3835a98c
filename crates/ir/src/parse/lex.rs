//! Tokens of IR text, shared by all three languages.

use super::ParseError;
use base::{Scalar, ScalarType};

/// A piece of text and where it begins.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) line: u32,
    pub(crate) col: u32,
}

/// What a token is.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Kind {
    /// Letters, digits, underscores and dots: `add.f64`, `xs_12`, `-f64.inf`.
    Word(String),
    /// A number without a type.
    Int(i64),
    /// A constant with a type.
    Const(Scalar),
    /// Text between quotes.
    Text(String),
    /// One character.
    Sym(char),
    /// Past the last token.
    End,
}

/// Splits text into tokens; the last one is [`Kind::End`]. Comments begin with `//`.
pub(crate) fn lex(text: &str) -> Result<Vec<Token>, ParseError> {
    let mut lexer = Lexer { chars: text.chars().collect(), at: 0, line: 1, col: 1 };
    let mut tokens = vec![];
    loop {
        let token = lexer.token()?;
        let done = token.kind == Kind::End;
        tokens.push(token);
        if done {
            return Ok(tokens);
        }
    }
}

struct Lexer {
    chars: Vec<char>,
    at: usize,
    line: u32,
    col: u32,
}

impl Lexer {
    fn peek(&self, ahead: usize) -> Option<char> {
        self.chars.get(self.at + ahead).copied()
    }

    fn next(&mut self) -> Option<char> {
        let c = self.peek(0)?;
        self.at += 1;
        if c == '\n' {
            self.line += 1;
            self.col = 1;
        } else {
            self.col += 1;
        }
        Some(c)
    }

    /// Reads characters of a line.
    fn while_is(&mut self, into: &mut String, is: impl Fn(char) -> bool) {
        let rest = &self.chars[self.at..];
        let count = rest.iter().position(|c| !is(*c)).unwrap_or(rest.len());
        into.extend(&rest[..count]);
        self.at += count;
        self.col += count as u32;
    }

    fn error<T>(&self, message: impl Into<String>) -> Result<T, ParseError> {
        Err(ParseError { line: self.line, col: self.col, message: message.into() })
    }

    fn skip_blanks(&mut self) {
        loop {
            match (self.peek(0), self.peek(1)) {
                (Some('/'), Some('/')) => while self.next().is_some_and(|c| c != '\n') {},
                (Some(c), _) if c.is_whitespace() => {
                    self.next();
                }
                _ => return,
            }
        }
    }

    fn token(&mut self) -> Result<Token, ParseError> {
        self.skip_blanks();
        let (line, col) = (self.line, self.col);
        let starts_word = |c: char| c.is_ascii_alphabetic() || c == '_';
        let kind = match (self.peek(0), self.peek(1)) {
            (None, _) => Kind::End,
            (Some('"'), _) => self.text()?,
            (Some(c), _) if starts_word(c) => self.word(),
            (Some('-'), Some(c)) if starts_word(c) => self.word(),
            (Some(c), _) if c.is_ascii_digit() => self.number()?,
            (Some('-'), Some(c)) if c.is_ascii_digit() => self.number()?,
            (Some(c), _) if "()[]{},:|=<>!*@#;+-".contains(c) => {
                self.next();
                Kind::Sym(c)
            }
            (Some(c), _) => return self.error(format!("unexpected character {c:?}")),
        };
        Ok(Token { kind, line, col })
    }

    fn word(&mut self) -> Kind {
        let mut word = String::new();
        if self.peek(0) == Some('-') {
            word.push('-');
            self.next();
        }
        self.while_is(&mut word, |c| c.is_ascii_alphanumeric() || c == '_' || c == '.');
        match word.as_str() {
            "true" => return Kind::Const(Scalar::Bool(true)),
            "false" => return Kind::Const(Scalar::Bool(false)),
            _ => {}
        }
        let float = word.trim_start_matches('-').split_once('.');
        let special = float.and_then(|(ty, kind)| {
            let ty = ScalarType::from_name(ty).filter(|t| t.is_float())?;
            match (kind, word.starts_with('-')) {
                ("nan", false) => Some(Scalar::from_f64(ty, f64::NAN)),
                ("inf", false) => Some(Scalar::from_f64(ty, f64::INFINITY)),
                ("inf", true) => Some(Scalar::from_f64(ty, f64::NEG_INFINITY)),
                _ => None,
            }
        });
        special.map_or(Kind::Word(word), Kind::Const)
    }

    fn number(&mut self) -> Result<Kind, ParseError> {
        let mut digits = String::new();
        if self.peek(0) == Some('-') {
            digits.push('-');
            self.next();
        }
        self.while_is(&mut digits, |c| c.is_ascii_digit());
        let mut float = false;
        if self.peek(0) == Some('.') && self.peek(1).is_some_and(|c| c.is_ascii_digit()) {
            float = true;
            digits.push('.');
            self.next();
            self.while_is(&mut digits, |c| c.is_ascii_digit());
        }
        let exponent = match (self.peek(0), self.peek(1), self.peek(2)) {
            (Some('e'), Some(c), _) if c.is_ascii_digit() => true,
            (Some('e'), Some('-' | '+'), Some(c)) if c.is_ascii_digit() => true,
            _ => false,
        };
        if exponent {
            float = true;
            for _ in 0..2 {
                digits.extend(self.next());
            }
            self.while_is(&mut digits, |c| c.is_ascii_digit());
        }
        let mut suffix = String::new();
        self.while_is(&mut suffix, |c| c.is_ascii_alphanumeric() || c == '_');
        let ty = match suffix.as_str() {
            "" if float => ScalarType::F64,
            "" => match digits.parse() {
                Ok(number) => return Ok(Kind::Int(number)),
                Err(_) => return self.error(format!("{digits} does not fit i64")),
            },
            suffix => match ScalarType::from_name(suffix) {
                Some(ty) => ty,
                None => return self.error(format!("{suffix} is no type of numbers")),
            },
        };
        match constant(ty, &digits, float) {
            Some(c) => Ok(Kind::Const(c)),
            None => self.error(format!("{digits} is no constant of type {ty}")),
        }
    }

    fn text(&mut self) -> Result<Kind, ParseError> {
        self.next();
        let mut text = String::new();
        loop {
            match self.next() {
                None => return self.error("text without a closing quote"),
                Some('"') => return Ok(Kind::Text(text)),
                Some('\\') => match self.next() {
                    Some('n') => text.push('\n'),
                    Some(c @ ('"' | '\\')) => text.push(c),
                    Some('u') if self.peek(0) == Some('{') => {
                        self.next();
                        let mut code = String::new();
                        self.while_is(&mut code, |c| c.is_ascii_hexdigit());
                        let char = u32::from_str_radix(&code, 16).ok().and_then(char::from_u32);
                        match (char, self.next()) {
                            (Some(c), Some('}')) => text.push(c),
                            _ => return self.error("no such character"),
                        }
                    }
                    _ => return self.error("unknown escape in text"),
                },
                Some(c) => text.push(c),
            }
        }
    }
}

fn constant(ty: ScalarType, digits: &str, float: bool) -> Option<Scalar> {
    if ty.is_float() {
        let single = ty == ScalarType::F32;
        let double = || digits.parse().ok().map(|x| Scalar::from_f64(ty, x));
        return if single { digits.parse().ok().map(Scalar::F32) } else { double() };
    }
    let number: i128 = digits.parse().ok()?;
    let bits = Scalar::from_bits(ty, number as u64);
    let same = if ty.is_signed() { bits.as_i64() as i128 } else { bits.bits() as i128 };
    (!float && ty.is_integer() && same == number).then_some(bits)
}
