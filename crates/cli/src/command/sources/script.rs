//! `script input { ... }`: expressions of literals, strings, tuples, records and their fields, `let`, calls of entry points,
//! `$loaddata` and `$loadbytes`.

use super::SourceError;
use super::piece::{Item, Piece};
use ir::Value;

/// What a script can use.
pub(super) trait World {
    /// Runs an entry point.
    fn call(&mut self, entry: &str, args: &[Item]) -> Result<Piece, String>;
    /// The contents of a file beside the program.
    fn file(&mut self, name: &str) -> Result<Vec<u8>, String>;
}

/// Evaluates a script.
pub(super) fn evaluate(text: &str, world: &mut dyn World) -> Result<Vec<Item>, SourceError> {
    let mut script = Script { rest: text, names: vec![], world };
    let piece = script.exp()?;
    if script.peek().is_some() { script.unexpected() } else { Ok(piece.items()) }
}

struct Script<'s> {
    rest: &'s str,
    names: Vec<(&'s str, Piece)>,
    world: &'s mut dyn World,
}

type Parsed = Result<Piece, SourceError>;

fn wrong<T>(text: String) -> Result<T, SourceError> {
    Err(SourceError::Wrong(text))
}

fn in_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '\'' | '$')
}

impl<'s> Script<'s> {
    fn peek(&mut self) -> Option<char> {
        self.rest = self.rest.trim_start();
        self.rest.chars().next()
    }

    fn unexpected<T>(&mut self) -> Result<T, SourceError> {
        match self.peek() {
            None => wrong("the script ends early".into()),
            Some(c) => wrong(format!("`{c}` was not expected in a script")),
        }
    }

    fn eat(&mut self, sign: &str) -> bool {
        self.peek();
        match self.rest.strip_prefix(sign) {
            Some(rest) => self.rest = rest,
            None => return false,
        }
        true
    }

    fn want(&mut self, sign: &str) -> Result<(), SourceError> {
        if self.eat(sign) { Ok(()) } else { self.unexpected() }
    }

    /// The name that stands here, without going over it.
    fn name(&mut self) -> Option<&'s str> {
        let first = self.peek()?;
        let len = self.rest.find(|c| !in_name(c)).unwrap_or(self.rest.len());
        (first.is_alphabetic() || matches!(first, '_' | '$')).then(|| &self.rest[..len])
    }

    fn eat_name(&mut self) -> Result<&'s str, SourceError> {
        match self.name() {
            Some(name) => {
                self.rest = &self.rest[name.len()..];
                Ok(name)
            }
            None => self.unexpected(),
        }
    }

    fn exp(&mut self) -> Parsed {
        match self.name() {
            Some("let") => {
                self.eat_name()?;
                self.binding()
            }
            Some(name) if !matches!(name, "true" | "false" | "empty" | "f32" | "f64" | "f16") => {
                self.application()
            }
            _ => self.atom(),
        }
    }

    /// `let x = e in body` or `let (x, y) = e in body`.
    fn binding(&mut self) -> Parsed {
        let mut names = vec![];
        if self.eat("(") {
            names.push(self.eat_name()?);
            while self.eat(",") {
                names.push(self.eat_name()?);
            }
            self.want(")")?;
        } else {
            names.push(self.eat_name()?);
        }
        self.want("=")?;
        let piece = self.exp()?;
        if self.eat_name()? != "in" {
            return wrong("expected `in` after a binding".into());
        }
        let before = self.names.len();
        if names.len() == 1 {
            self.names.push((names[0], piece));
        } else if let Some(parts) = piece.elements(names.len()) {
            self.names.extend(names.into_iter().zip(parts));
        } else {
            return wrong(format!("({}) is bound to something that is no such tuple", names.join(", ")));
        }
        let result = self.exp();
        self.names.truncate(before);
        result
    }

    /// A variable, or a function with its arguments.
    fn application(&mut self) -> Parsed {
        let start = self.rest;
        let name = self.eat_name()?;
        if self.variable(name).is_some() {
            self.rest = start;
            return self.atom();
        }
        if let Some(function) = name.strip_prefix('$') {
            return self.built_in(function);
        }
        let mut args = vec![];
        while let Some(c) = self.peek() {
            let ends = matches!(c, ')' | ',' | '}' | ']') || self.name() == Some("in");
            if ends {
                break;
            }
            args.extend(self.atom()?.items());
        }
        self.world.call(name, &args).map_err(SourceError::Wrong)
    }

    fn variable(&self, name: &str) -> Option<Piece> {
        self.names.iter().rev().find(|(n, _)| *n == name).map(|(_, piece)| piece.clone())
    }

    fn built_in(&mut self, function: &str) -> Parsed {
        if !matches!(function, "loaddata" | "loadbytes") {
            return Err(SourceError::Unsupported(format!("the script function ${function}")));
        }
        let file = self.string()?;
        let bytes = self.world.file(&file).map_err(SourceError::Wrong)?;
        if function == "loadbytes" {
            return Ok(Piece::One(Item::Value(byte_array(bytes))));
        }
        let values =
            rt::data::read_values(&bytes, None).map_err(|e| SourceError::Wrong(format!("{file}: {e}")))?;
        let mut pieces: Vec<Piece> = values.into_iter().map(|v| Piece::One(Item::Value(v))).collect();
        Ok(if pieces.len() == 1 { pieces.remove(0) } else { Piece::tuple(pieces) })
    }

    /// Something simple and the fields that are taken of it.
    fn atom(&mut self) -> Parsed {
        let mut piece = self.simple()?;
        while self.rest.starts_with('.') {
            self.rest = &self.rest[1..];
            let len = self.rest.find(|c| !in_name(c)).unwrap_or(self.rest.len());
            let (name, rest) = self.rest.split_at(len);
            match piece.field(name) {
                Some(field) => piece = field.clone(),
                None => return wrong(format!("there is no field {name} to take")),
            }
            self.rest = rest;
        }
        Ok(piece)
    }

    /// A literal, a variable or call without arguments, a record, or something in parentheses.
    fn simple(&mut self) -> Parsed {
        match self.peek() {
            Some('(') => {
                self.want("(")?;
                let mut parts = vec![];
                if self.eat(")") {
                    return Ok(Piece::tuple(parts));
                }
                parts.push(self.exp()?);
                while self.eat(",") {
                    parts.push(self.exp()?);
                }
                self.want(")")?;
                Ok(if parts.len() == 1 { parts.remove(0) } else { Piece::tuple(parts) })
            }
            Some('{') => self.record(),
            Some('"') => {
                let text = self.string()?;
                Ok(Piece::One(Item::Value(byte_array(text.into_bytes()))))
            }
            Some('[') => {
                let mut open = 0;
                let closes = |c: char| {
                    open += i32::from(c == '[') - i32::from(c == ']');
                    open == 0
                };
                let Some(last) = self.rest.find(closes) else { return wrong("`[` without `]`".into()) };
                self.literal(last + 1)
            }
            Some(_) => match self.name() {
                Some(name) if self.variable(name).is_some() => {
                    self.eat_name()?;
                    Ok(self.variable(name).unwrap_or_else(|| Piece::tuple(vec![])))
                }
                Some(name) if name.starts_with('$') => self.application(),
                Some("empty") => {
                    let Some(last) = self.rest.find(')') else { return wrong("`empty(` without `)`".into()) };
                    self.literal(last + 1)
                }
                Some(name) if !matches!(name, "true" | "false" | "f16" | "f32" | "f64") => {
                    self.eat_name()?;
                    self.world.call(name, &[]).map_err(SourceError::Wrong)
                }
                _ => {
                    let ends = |c: char| !(in_name(c) || matches!(c, '.' | '-' | '+'));
                    let len = self.rest.find(ends).unwrap_or(self.rest.len());
                    if len == 0 { self.unexpected() } else { self.literal(len) }
                }
            },
            None => self.unexpected(),
        }
    }

    /// `{a = e, b = e}`.
    fn record(&mut self) -> Parsed {
        self.want("{")?;
        let mut fields: Vec<(String, Piece)> = vec![];
        while !self.eat("}") {
            if !fields.is_empty() {
                self.want(",")?;
            }
            self.peek();
            let len = self.rest.find(|c| !in_name(c)).unwrap_or(self.rest.len());
            let (name, rest) = self.rest.split_at(len);
            self.rest = rest;
            if name.is_empty() {
                return self.unexpected();
            }
            if fields.iter().any(|(n, _)| n == name) {
                return wrong(format!("the field {name} is there twice"));
            }
            self.want("=")?;
            fields.push((name.to_string(), self.exp()?));
        }
        Ok(Piece::record(fields))
    }

    /// `"text"`, with the escapes of the language.
    fn string(&mut self) -> Result<String, SourceError> {
        self.want("\"")?;
        let mut text = String::new();
        let mut chars = self.rest.char_indices();
        while let Some((at, c)) = chars.next() {
            match c {
                '"' => {
                    self.rest = &self.rest[at + 1..];
                    return Ok(text);
                }
                '\\' => match chars.next().map(|(_, c)| c) {
                    Some('n') => text.push('\n'),
                    Some('t') => text.push('\t'),
                    Some('r') => text.push('\r'),
                    Some('a') => text.push('\x07'),
                    Some(c @ ('"' | '\\')) => text.push(c),
                    _ => {
                        return wrong(
                            "a `\\` in a string is followed by one of n, t, r, a, \" and \\".into(),
                        );
                    }
                },
                c => text.push(c),
            }
        }
        wrong("a string does not end".into())
    }

    fn literal(&mut self, len: usize) -> Parsed {
        let (text, rest) = self.rest.split_at(len);
        rt::text::parse_values(text, None).map_err(|e| SourceError::Wrong(format!("{text}: {e}")))?;
        self.rest = rest;
        Ok(Piece::One(Item::Literal(text.to_string())))
    }
}

/// Bytes as an array.
fn byte_array(bytes: Vec<u8>) -> Value {
    let lens = vec![ir::value::Lens::Uniform(bytes.len() as i64)];
    Value { elem: base::ScalarType::U8, lens, data: bytes }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every entry point counts its arguments.
    struct Counting;
    impl World for Counting {
        fn call(&mut self, entry: &str, args: &[Item]) -> Result<Piece, String> {
            if entry == "unknown" {
                Err("unknown".into())
            } else {
                Ok(Piece::One(Item::Value(Value::i64s(&[args.len() as i64]))))
            }
        }
        fn file(&mut self, name: &str) -> Result<Vec<u8>, String> {
            Ok(name.as_bytes().to_vec())
        }
    }

    fn printed(text: &str) -> Result<Vec<String>, SourceError> {
        let print = |item| match item {
            Item::Value(value) => rt::text::print_value(&value),
            Item::Literal(text) => text,
        };
        Ok(evaluate(text, &mut Counting)?.into_iter().map(print).collect())
    }

    #[test]
    fn literals_calls_and_bindings() {
        let one = |text| printed(text).unwrap().join(" ");
        assert_eq!(one(" (2f32, [[1], [2]], -3, true) "), "2f32 [[1], [2]] -3 true");
        assert_eq!(one("f 1 (2, 3) g"), "[4i64]");
        assert_eq!(one("let x = 2 in let (y, z) = (f x, 4) in (y, g y z x)"), "[1i64] [3i64]");
        assert_eq!(one("$loaddata \"12\""), "12i32");
        assert_eq!(one("($loadbytes \"AB\", ())"), "[65u8, 66u8]");
    }

    #[test]
    fn records_and_strings() {
        let one = |text| printed(text).unwrap().join(" ");
        assert_eq!(one("{b = 1, a = (2, true), 10 = 3, 9 = 4}"), "4 3 2 true 1");
        assert_eq!(one("let r = {x = f 1, y = {z = 7}} in (r.y.z, r.x, (3, 4).1)"), "7 [1i64] 4");
        assert_eq!(one("f {a = 1, b = 2} {}"), "[2i64]");
        assert_eq!(one(r#"("a\n\"", "")"#), "[97u8, 10u8, 34u8] empty([0]u8)");
        assert_eq!(one("f empty([0][2]f32) 1"), "[2i64]");
    }

    #[test]
    fn what_is_not_supported_says_so() {
        let unsupported = |text| matches!(printed(text), Err(SourceError::Unsupported(_)));
        assert!(unsupported("$loadimg \"x\""));
        let is_wrong = |text| matches!(printed(text), Err(SourceError::Wrong(_)));
        for text in [
            "unknown 1",
            "(1",
            "",
            "let x 1",
            "[1",
            "{a = 1",
            "{a = 1, a = 2}",
            "{= 1}",
            "\"a",
            r#""\q""#,
            "(1, 2).2",
            "let (a, b) = f in a",
            "empty([0]",
        ] {
            assert!(is_wrong(text), "{text}");
        }
    }
}
