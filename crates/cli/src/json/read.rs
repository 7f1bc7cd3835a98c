//! Reading: JSON as a tree with positions. Numbers stay as they are written.

use std::fmt;

/// How deeply JSON may nest.
const MAX_DEPTH: usize = 500;

/// What is wrong, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct JsonError {
    /// Line, from one.
    pub(crate) line: usize,
    /// Column in characters, from one.
    pub(crate) col: usize,
    /// What was found and expected.
    pub(crate) what: String,
}

impl fmt::Display for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.col, self.what)
    }
}
impl std::error::Error for JsonError {}

impl JsonError {
    /// An error at a byte of the text.
    pub(super) fn at(text: &str, at: usize, what: impl Into<String>) -> JsonError {
        let before = text.get(..at).unwrap_or(text);
        let line = before.matches('\n').count() + 1;
        let col = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        JsonError { line, col, what: what.into() }
    }
}

/// A JSON value and where it begins.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Json<'t> {
    /// The byte.
    pub(crate) at: usize,
    /// What it is.
    pub(crate) kind: JsonKind<'t>,
}

/// The forms of JSON.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum JsonKind<'t> {
    /// `null`.
    Null,
    /// `true` and `false`.
    Bool(bool),
    /// A number, as it is written.
    Number(&'t str),
    /// A string without its escapes.
    String(String),
    /// An array.
    Array(Vec<Json<'t>>),
    /// An object, fields in order.
    Object(Vec<(String, Json<'t>)>),
}

impl JsonKind<'_> {
    /// What it is, for messages.
    pub(super) fn name(&self) -> String {
        match self {
            JsonKind::Null => "null".into(),
            JsonKind::Bool(b) => b.to_string(),
            JsonKind::Number(text) => text.chars().take(40).collect(),
            JsonKind::String(text) => format!("the string {:?}", text.chars().take(40).collect::<String>()),
            JsonKind::Array(_) => "an array".into(),
            JsonKind::Object(_) => "an object".into(),
        }
    }
}

/// Reads JSON values one after the other up to the end of the text.
pub(crate) fn parse_all(text: &str) -> Result<Vec<Json<'_>>, JsonError> {
    let mut reader = Reader { text, at: 0 };
    let mut values = vec![];
    loop {
        reader.space();
        if reader.at == text.len() {
            return Ok(values);
        }
        values.push(reader.value(0)?);
    }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Reader<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }
    fn space(&mut self) {
        self.at = self.text.len() - self.rest().trim_start_matches([' ', '\t', '\r', '\n']).len();
    }
    fn fail<T>(&self, at: usize, what: impl Into<String>) -> Result<T, JsonError> {
        Err(JsonError::at(self.text, at, what))
    }
    /// What stands here, for messages.
    fn found(&self) -> String {
        match self.rest().chars().next() {
            None => "the end of the text".into(),
            Some(c) => format!("`{}`", c.escape_debug()),
        }
    }
    fn eat(&mut self, sign: &str) -> bool {
        self.space();
        let found = self.rest().starts_with(sign);
        self.at += if found { sign.len() } else { 0 };
        found
    }
    fn want(&mut self, sign: &str, wanted: &str) -> Result<(), JsonError> {
        if self.eat(sign) {
            return Ok(());
        }
        let found = self.found();
        self.fail(self.at, format!("expected {wanted}, found {found}"))
    }

    fn value(&mut self, depth: usize) -> Result<Json<'t>, JsonError> {
        self.space();
        let at = self.at;
        if depth > MAX_DEPTH {
            return self.fail(at, format!("nested too deeply: more than {MAX_DEPTH} levels"));
        }
        let kind = match self.rest().chars().next() {
            Some('[') => JsonKind::Array(self.array(depth)?),
            Some('{') => JsonKind::Object(self.object(depth)?),
            Some('"') => JsonKind::String(self.string()?),
            Some('-' | '0'..='9') => JsonKind::Number(self.number()?),
            _ if self.word("true") => JsonKind::Bool(true),
            _ if self.word("false") => JsonKind::Bool(false),
            _ if self.word("null") => JsonKind::Null,
            _ => return self.fail(at, format!("expected a JSON value, found {}", self.found())),
        };
        Ok(Json { at, kind })
    }
    fn word(&mut self, word: &str) -> bool {
        let rest = self.rest();
        let ends = rest.strip_prefix(word).is_some_and(|r| !r.starts_with(|c: char| c.is_alphanumeric()));
        self.at += if ends { word.len() } else { 0 };
        ends
    }
    fn array(&mut self, depth: usize) -> Result<Vec<Json<'t>>, JsonError> {
        self.eat("[");
        let mut elems = vec![];
        if self.eat("]") {
            return Ok(elems);
        }
        loop {
            elems.push(self.value(depth + 1)?);
            if self.eat("]") {
                return Ok(elems);
            }
            self.want(",", "`,` or `]`")?;
        }
    }
    fn object(&mut self, depth: usize) -> Result<Vec<(String, Json<'t>)>, JsonError> {
        self.eat("{");
        let mut fields: Vec<(String, Json)> = vec![];
        if self.eat("}") {
            return Ok(fields);
        }
        loop {
            self.space();
            let at = self.at;
            if !self.rest().starts_with('"') {
                return self
                    .fail(at, format!("expected the name of a field in quotes, found {}", self.found()));
            }
            let name = self.string()?;
            if fields.iter().any(|(n, _)| *n == name) {
                return self.fail(at, format!("the field {name:?} occurs twice"));
            }
            self.want(":", "`:`")?;
            fields.push((name, self.value(depth + 1)?));
            if self.eat("}") {
                return Ok(fields);
            }
            self.want(",", "`,` or `}`")?;
        }
    }
    /// The grammar of JSON: no `+`, no zeros in front, digits on both sides of a point.
    fn number(&mut self) -> Result<&'t str, JsonError> {
        let at = self.at;
        let bytes = self.text.as_bytes();
        let digits = |mut i: usize| {
            while bytes.get(i).is_some_and(u8::is_ascii_digit) {
                i += 1;
            }
            i
        };
        let mut end = at + usize::from(bytes[at] == b'-');
        let whole = digits(end);
        if whole == end || (bytes[end] == b'0' && whole > end + 1) {
            return self.fail(at, "this is not a number of JSON");
        }
        end = whole;
        if bytes.get(end) == Some(&b'.') {
            let fraction = digits(end + 1);
            if fraction == end + 1 {
                return self.fail(fraction, "expected a digit behind the point");
            }
            end = fraction;
        }
        if matches!(bytes.get(end), Some(b'e' | b'E')) {
            let sign = end + 1 + usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
            let exponent = digits(sign);
            if exponent == sign {
                return self.fail(exponent, "expected a digit in the exponent");
            }
            end = exponent;
        }
        self.at = end;
        Ok(&self.text[at..end])
    }
    fn string(&mut self) -> Result<String, JsonError> {
        let start = self.at;
        self.at += 1;
        let mut result = String::new();
        loop {
            let at = self.at;
            let Some(c) = self.rest().chars().next() else {
                return self.fail(start, "this string does not end");
            };
            self.at += c.len_utf8();
            match c {
                '"' => return Ok(result),
                '\\' => result.push(self.escape(at)?),
                c if c < ' ' => return self.fail(at, "a control character in a string needs an escape"),
                c => result.push(c),
            }
        }
    }
    fn escape(&mut self, at: usize) -> Result<char, JsonError> {
        let c = self.rest().chars().next().unwrap_or('\0');
        self.at += c.len_utf8();
        Ok(match c {
            '"' | '\\' | '/' => c,
            'b' => '\u{8}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'u' => {
                let first = self.hex(at)?;
                let code = if (0xd800..0xdc00).contains(&first) && self.rest().starts_with("\\u") {
                    self.at += 2;
                    let second = self.hex(at)?;
                    0x10000 + ((first - 0xd800) << 10) + (second.wrapping_sub(0xdc00) & 0x3ff)
                } else {
                    first
                };
                match char::from_u32(code) {
                    Some(c) => c,
                    None => return self.fail(at, "this escape is no character"),
                }
            }
            _ => return self.fail(at, "this escape is unknown"),
        })
    }
    fn hex(&mut self, at: usize) -> Result<u32, JsonError> {
        match self.rest().get(..4).and_then(|digits| u32::from_str_radix(digits, 16).ok()) {
            Some(code) => {
                self.at += 4;
                Ok(code)
            }
            None => self.fail(at, "expected four hexadecimal digits"),
        }
    }
}
