//! `script input { ... }`: expressions of literals, tuples, `let`, calls of entry points, `$loaddata` and `$loadbytes`.
//!
//! A value is what entry points take and give: a list of scalars and arrays. A tuple is the list of all values in it.

use ir::Value;

/// Why a script gives no values.
#[derive(Debug, PartialEq)]
pub(super) enum ScriptError {
    /// It uses what is not supported.
    Unsupported(String),
    /// It is wrong.
    Wrong(String),
}

/// What a script can use.
pub(super) trait World {
    /// Runs an entry point.
    fn call(&mut self, entry: &str, args: &[Item]) -> Result<Vec<Value>, String>;
    /// The contents of a file beside the program.
    fn file(&mut self, name: &str) -> Result<Vec<u8>, String>;
}

/// One scalar or array.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Item {
    /// A value.
    Value(Value),
    /// A literal; where it is used tells the type of a number without suffix.
    Literal(String),
}

/// Evaluates a script.
pub(super) fn evaluate(text: &str, world: &mut dyn World) -> Result<Vec<Item>, ScriptError> {
    let mut script = Script { rest: text, names: vec![], world };
    let items = script.exp()?;
    if script.peek().is_some() { script.unexpected() } else { Ok(items) }
}

struct Script<'s> {
    rest: &'s str,
    names: Vec<(&'s str, Vec<Item>)>,
    world: &'s mut dyn World,
}

type Items = Result<Vec<Item>, ScriptError>;

fn wrong<T>(text: String) -> Result<T, ScriptError> {
    Err(ScriptError::Wrong(text))
}

fn in_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '\'' | '$')
}

impl<'s> Script<'s> {
    fn peek(&mut self) -> Option<char> {
        self.rest = self.rest.trim_start();
        self.rest.chars().next()
    }

    fn unexpected<T>(&mut self) -> Result<T, ScriptError> {
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

    fn want(&mut self, sign: &str) -> Result<(), ScriptError> {
        if self.eat(sign) { Ok(()) } else { self.unexpected() }
    }

    /// The name that stands here, without going over it.
    fn name(&mut self) -> Option<&'s str> {
        let first = self.peek()?;
        let len = self.rest.find(|c| !in_name(c)).unwrap_or(self.rest.len());
        (first.is_alphabetic() || matches!(first, '_' | '$')).then(|| &self.rest[..len])
    }

    fn eat_name(&mut self) -> Result<&'s str, ScriptError> {
        match self.name() {
            Some(name) => {
                self.rest = &self.rest[name.len()..];
                Ok(name)
            }
            None => self.unexpected(),
        }
    }

    fn exp(&mut self) -> Items {
        match self.name() {
            Some("let") => {
                self.eat_name()?;
                self.binding()
            }
            Some(name) if !matches!(name, "true" | "false" | "f32" | "f64" | "f16") => self.application(),
            _ => self.atom(),
        }
    }

    /// `let x = e in body` or `let (x, y) = e in body`.
    fn binding(&mut self) -> Items {
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
        let items = self.exp()?;
        if self.eat_name()? != "in" {
            return wrong("expected `in` after a binding".into());
        }
        let before = self.names.len();
        if names.len() == 1 {
            self.names.push((names[0], items));
        } else if names.len() == items.len() {
            self.names.extend(names.into_iter().zip(items.into_iter().map(|item| vec![item])));
        } else {
            return Err(ScriptError::Unsupported("taking tuples of arrays of tuples apart".into()));
        }
        let result = self.exp();
        self.names.truncate(before);
        result
    }

    /// A variable, or a function with its arguments.
    fn application(&mut self) -> Items {
        let name = self.eat_name()?;
        if let Some(items) = self.variable(name) {
            return Ok(items);
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
            args.extend(self.atom()?);
        }
        let values = self.world.call(name, &args).map_err(ScriptError::Wrong)?;
        Ok(values.into_iter().map(Item::Value).collect())
    }

    fn variable(&self, name: &str) -> Option<Vec<Item>> {
        self.names.iter().rev().find(|(n, _)| *n == name).map(|(_, items)| items.clone())
    }

    fn built_in(&mut self, function: &str) -> Items {
        if !matches!(function, "loaddata" | "loadbytes") {
            return Err(ScriptError::Unsupported(format!("the script function ${function}")));
        }
        self.want("\"")?;
        let Some((file, rest)) = self.rest.split_once('"') else { return self.unexpected() };
        self.rest = rest;
        let bytes = self.world.file(file).map_err(ScriptError::Wrong)?;
        let values = match function {
            "loadbytes" => vec![Value {
                elem: base::ScalarType::U8,
                lens: vec![ir::value::Lens::Uniform(bytes.len() as i64)],
                data: bytes,
            }],
            _ => {
                rt::data::read_values(&bytes, None).map_err(|e| ScriptError::Wrong(format!("{file}: {e}")))?
            }
        };
        Ok(values.into_iter().map(Item::Value).collect())
    }

    /// A literal, a variable or call without arguments, or something in parentheses.
    fn atom(&mut self) -> Items {
        match self.peek() {
            Some('(') => {
                self.want("(")?;
                let mut items = vec![];
                if self.eat(")") {
                    return Ok(items);
                }
                items.extend(self.exp()?);
                while self.eat(",") {
                    items.extend(self.exp()?);
                }
                self.want(")")?;
                Ok(items)
            }
            Some('{') => Err(ScriptError::Unsupported("records in scripts".into())),
            Some('"') => Err(ScriptError::Unsupported("strings in scripts".into())),
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
                    Ok(self.variable(name).unwrap_or_default())
                }
                Some(name) if name.starts_with('$') => self.application(),
                Some(name) if !matches!(name, "true" | "false" | "f16" | "f32" | "f64") => {
                    self.eat_name()?;
                    let values = self.world.call(name, &[]).map_err(ScriptError::Wrong)?;
                    Ok(values.into_iter().map(Item::Value).collect())
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

    fn literal(&mut self, len: usize) -> Items {
        let (text, rest) = self.rest.split_at(len);
        rt::text::parse_values(text, None).map_err(|e| ScriptError::Wrong(format!("{text}: {e}")))?;
        self.rest = rest;
        Ok(vec![Item::Literal(text.to_string())])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every entry point counts its arguments.
    struct Counting;
    impl World for Counting {
        fn call(&mut self, entry: &str, args: &[Item]) -> Result<Vec<Value>, String> {
            if entry == "unknown" {
                Err("unknown".into())
            } else {
                Ok(vec![Value::i64s(&[args.len() as i64])])
            }
        }
        fn file(&mut self, name: &str) -> Result<Vec<u8>, String> {
            Ok(name.as_bytes().to_vec())
        }
    }

    fn printed(text: &str) -> Result<Vec<String>, ScriptError> {
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
    fn what_is_not_supported_says_so() {
        let unsupported = |text| matches!(printed(text), Err(ScriptError::Unsupported(_)));
        assert!(unsupported("$loadimg \"x\"") && unsupported("f {a=1}"));
        let is_wrong = |text| matches!(printed(text), Err(ScriptError::Wrong(_)));
        assert!(
            is_wrong("unknown 1") && is_wrong("(1") && is_wrong("") && is_wrong("let x 1") && is_wrong("[1")
        );
    }
}
