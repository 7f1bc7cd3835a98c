//! Reading values.
//!
//! A value is read in one pass over its text with a stack of open brackets. The sizes of each dimension are collected in the
//! order in which rows end, which is the order of rows. Numbers wait until a suffix tells their type.

use super::literal::{Kind, Literal};
use base::ScalarType;
use ir::Value;
use ir::value::Lens;
use std::fmt;

/// What is wrong with a text, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextError {
    /// Line, from one.
    pub line: usize,
    /// Column in characters, from one.
    pub col: usize,
    /// What was found and expected.
    pub what: String,
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.col, self.what)
    }
}
impl std::error::Error for TextError {}

/// An `empty(...)` inside of an array may stand for this many rows at most.
const MOST_EMPTY_ROWS: usize = 1 << 24;

/// Reads all values of a text. `expected` gives element type and rank of the first values; it settles what the text leaves
/// open (numbers without suffix, `[]`), and does not make a value with another type an error. Integers that do not fit the
/// expected integer type are one.
pub fn parse_values(text: &str, expected: Option<&[(ScalarType, usize)]>) -> Result<Vec<Value>, TextError> {
    let mut reader = Reader { text, at: 0 };
    let mut values = vec![];
    while let Some(value) = reader.next_value(expected, values.len(), None)? {
        values.push(value);
    }
    Ok(values)
}

/// Reads values up to one that begins with `stop`; also gives the position where reading stopped.
pub(crate) fn parse_leading(
    text: &str,
    expected: Option<&[(ScalarType, usize)]>,
    stop: char,
) -> Result<(Vec<Value>, usize), TextError> {
    let mut reader = Reader { text, at: 0 };
    let mut values = vec![];
    while let Some(value) = reader.next_value(expected, values.len(), Some(stop))? {
        values.push(value);
    }
    Ok((values, reader.at))
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Reader<'t> {
    /// The next value, number `index`, unless the text ends or `stop` stands here.
    fn next_value(
        &mut self,
        expected: Option<&[(ScalarType, usize)]>,
        index: usize,
        stop: Option<char>,
    ) -> Result<Option<Value>, TextError> {
        self.skip_space();
        if self.rest().is_empty() || stop.is_some_and(|stop| self.rest().starts_with(stop)) {
            return Ok(None);
        }
        let hint = expected.and_then(|e| e.get(index)).copied();
        Building::new(hint).read(self).map(Some)
    }

    /// `"abc"`, which stands here: its bytes.
    fn string(&mut self) -> Result<String, TextError> {
        let start = self.at;
        let mut bytes = String::new();
        let mut chars = self.rest().char_indices().skip(1);
        while let Some((i, c)) = chars.next() {
            match c {
                '"' => {
                    self.at = start + i + 1;
                    return Ok(bytes);
                }
                '\\' => match chars.next() {
                    Some((_, 'n')) => bytes.push('\n'),
                    Some((_, 't')) => bytes.push('\t'),
                    Some((_, 'r')) => bytes.push('\r'),
                    Some((_, c @ ('"' | '\\'))) => bytes.push(c),
                    _ => return self.error(start + i, "`\\` stands in front of `n`, `t`, `r`, `\"` or `\\`"),
                },
                c => bytes.push(c),
            }
        }
        self.error(start, "this string does not end")
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn error<T>(&self, at: usize, what: impl Into<String>) -> Result<T, TextError> {
        let before = &self.text[..at];
        let line = before.matches('\n').count() + 1;
        let col = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        Err(TextError { line, col, what: what.into() })
    }

    /// Steps over white space and comments.
    fn skip_space(&mut self) {
        loop {
            let rest = self.rest().trim_start();
            self.at = self.text.len() - rest.len();
            if !rest.starts_with("--") {
                return;
            }
            self.at += rest.find('\n').unwrap_or(rest.len());
        }
    }

    fn eat(&mut self, sign: &str) -> bool {
        self.skip_space();
        let found = self.rest().starts_with(sign);
        self.at += if found { sign.len() } else { 0 };
        found
    }

    fn want(&mut self, sign: &str) -> Result<(), TextError> {
        if self.eat(sign) {
            return Ok(());
        }
        let found = self.found();
        self.error(self.at, format!("expected `{sign}`, found {found}"))
    }

    /// What stands here, for messages.
    fn found(&mut self) -> String {
        self.skip_space();
        let word = self.peek_word();
        match (word, self.rest().chars().next()) {
            ("", None) => "the end of the text".into(),
            ("", Some(c)) => format!("`{}`", c.escape_debug()),
            (word, _) => format!("`{}`", word.chars().take(40).collect::<String>()),
        }
    }

    /// The number or name that starts here; a sign belongs to it in front and in an exponent.
    fn peek_word(&self) -> &'t str {
        let rest = self.rest();
        let mut before = ' ';
        let hex = rest.trim_start_matches(['-', '+']).starts_with("0x");
        let inside = |(i, c): (usize, char)| {
            let exponent = if hex { matches!(before, 'p' | 'P') } else { matches!(before, 'e' | 'E') };
            before = c;
            !(c.is_alphanumeric() || c == '_' || c == '.' || (matches!(c, '-' | '+') && (i == 0 || exponent)))
        };
        let end = rest.char_indices().map(inside).position(|stop| stop);
        let end = end.and_then(|n| rest.char_indices().nth(n)).map_or(rest.len(), |(i, _)| i);
        &rest[..end]
    }

    /// A size or, where it may be unknown, `?`.
    fn size(&mut self) -> Result<Option<i64>, TextError> {
        if self.eat("?") {
            return Ok(None);
        }
        let (at, word) = (self.at, self.peek_word());
        let literal = Literal::new(word).and_then(|l| l.value(ScalarType::I64));
        match literal.map(|x| x.as_i64()).filter(|n| *n >= 0) {
            Some(n) => {
                self.at += word.len();
                Ok(Some(n))
            }
            None => {
                let found = self.found();
                self.error(at, format!("expected a size, found {found}"))
            }
        }
    }
}

/// A value that is being read.
struct Building<'t> {
    hint: Option<(ScalarType, usize)>,
    elem: Option<ScalarType>,
    rank: Option<usize>,
    /// Per dimension, the sizes of its rows so far.
    sizes: Vec<Vec<i64>>,
    /// Per dimension, the size that an `empty(...)` gives rows that do not exist.
    absent: Vec<Option<i64>>,
    /// Literals whose type is not known yet, with their positions.
    waiting: Vec<(usize, Literal<'t>)>,
    data: Vec<u8>,
    /// The deepest bracket, and where.
    deepest: (usize, usize),
}

impl<'t> Building<'t> {
    fn new(hint: Option<(ScalarType, usize)>) -> Building<'t> {
        Building {
            hint,
            elem: None,
            rank: None,
            sizes: vec![],
            absent: vec![],
            waiting: vec![],
            data: vec![],
            deepest: (0, 0),
        }
    }

    fn read(mut self, reader: &mut Reader<'t>) -> Result<Value, TextError> {
        let start = reader.at;
        // How many rows each open bracket has so far.
        let mut open: Vec<i64> = vec![];
        loop {
            let depth = open.len();
            if reader.eat("[") {
                let at = reader.at - 1;
                self.reach(depth + 1);
                if self.deepest.0 < depth + 1 {
                    self.deepest = (depth + 1, at);
                }
                if !reader.eat("]") {
                    open.push(0);
                    continue;
                }
                self.sizes[depth].push(0);
            } else if reader.rest().starts_with('"') {
                self.string(reader, depth)?;
            } else if reader.peek_word() == "empty" {
                self.empty(reader, depth)?;
            } else {
                self.scalar(reader, depth)?;
            }
            // One element is done; close the brackets it completes.
            loop {
                let Some(rows) = open.last_mut() else { return self.finish(reader, start) };
                *rows += 1;
                if reader.eat("]") {
                    let rows = open.pop().unwrap_or(0);
                    self.sizes[open.len()].push(rows);
                } else if reader.eat(",") {
                    break;
                } else {
                    let found = reader.found();
                    return reader.error(reader.at, format!("expected `,` or `]`, found {found}"));
                }
            }
        }
    }

    fn reach(&mut self, depth: usize) {
        while self.sizes.len() < depth {
            self.sizes.push(vec![]);
            self.absent.push(None);
        }
    }

    fn set_rank(&mut self, reader: &Reader, at: usize, rank: usize) -> Result<(), TextError> {
        match *self.rank.get_or_insert(rank) {
            before if before == rank => Ok(()),
            before => reader.error(
                at,
                format!("this makes the array {rank}-dimensional, but it is {before}-dimensional"),
            ),
        }
    }

    fn set_elem(&mut self, reader: &Reader, at: usize, elem: ScalarType) -> Result<(), TextError> {
        match self.elem {
            Some(before) if before == elem => Ok(()),
            Some(before) => {
                reader.error(at, format!("expected a value of type {before}, found one of type {elem}"))
            }
            None => {
                self.elem = Some(elem);
                let waiting = std::mem::take(&mut self.waiting);
                waiting.into_iter().try_for_each(|(at, literal)| self.push(reader, at, &literal, elem))
            }
        }
    }

    fn push(
        &mut self,
        reader: &Reader,
        at: usize,
        literal: &Literal,
        elem: ScalarType,
    ) -> Result<(), TextError> {
        match literal.value(elem) {
            Some(x) => {
                self.data.extend_from_slice(&x.bits().to_le_bytes()[..elem.bytes()]);
                Ok(())
            }
            None => match literal.misfit(elem) {
                Some(what) => reader.error(at, what),
                None => reader.error(at, format!("this is not a value of type {elem}")),
            },
        }
    }

    fn scalar(&mut self, reader: &mut Reader<'t>, depth: usize) -> Result<(), TextError> {
        let (at, word) = (reader.at, reader.peek_word());
        let Some(literal) = Literal::new(word) else {
            let found = reader.found();
            return reader.error(at, format!("expected a value, found {found}"));
        };
        reader.at += word.len();
        self.set_rank(reader, at, depth)?;
        if let Some(suffix) = literal.suffix {
            self.set_elem(reader, at, suffix)?;
        }
        match self.elem {
            Some(elem) => self.push(reader, at, &literal, elem),
            None => {
                self.waiting.push((at, literal));
                Ok(())
            }
        }
    }

    /// `"abc"`, at the top or as a row: bytes.
    fn string(&mut self, reader: &mut Reader<'t>, depth: usize) -> Result<(), TextError> {
        let at = reader.at;
        let bytes = reader.string()?;
        self.set_rank(reader, at, depth + 1)?;
        self.set_elem(reader, at, ScalarType::U8)?;
        self.reach(depth + 1);
        self.sizes[depth].push(bytes.len() as i64);
        self.data.extend_from_slice(bytes.as_bytes());
        Ok(())
    }

    /// `empty([0][?]i64)`, at the top or as a row.
    fn empty(&mut self, reader: &mut Reader<'t>, depth: usize) -> Result<(), TextError> {
        let at = reader.at;
        reader.want("empty")?;
        reader.want("(")?;
        let mut rows = 1usize;
        let mut rank = depth;
        while reader.eat("[") {
            let size_at = reader.at;
            let size = reader.size()?;
            reader.want("]")?;
            self.reach(rank + 1);
            match size {
                Some(n) if rows == 0 => self.absent[rank] = self.absent[rank].or(Some(n)),
                None if rows == 0 => {}
                None => {
                    return reader.error(size_at, "expected a size: only rows that do not exist can be `?`");
                }
                Some(n) => {
                    if rows > MOST_EMPTY_ROWS {
                        return reader.error(size_at, format!("more than {MOST_EMPTY_ROWS} empty rows"));
                    }
                    self.sizes[rank].extend(std::iter::repeat_n(n, rows));
                    rows = rows.saturating_mul(n as usize);
                }
            }
            rank += 1;
        }
        let (elem_at, word) = (reader.at, reader.peek_word());
        let Some(elem) = ScalarType::from_name(word) else {
            let found = reader.found();
            return reader.error(elem_at, format!("expected `[` or an element type, found {found}"));
        };
        reader.at += word.len();
        reader.want(")")?;
        if rows != 0 || rank == depth {
            return reader.error(at, "this array is not empty: one of its sizes must be 0");
        }
        self.set_rank(reader, at, rank)?;
        self.set_elem(reader, at, elem)
    }

    fn finish(mut self, reader: &Reader, start: usize) -> Result<Value, TextError> {
        let rank = match (self.rank, self.hint) {
            (Some(rank), _) => rank,
            (None, Some((_, rank))) => rank.max(self.deepest.0),
            (None, None) => {
                return reader.error(
                    start,
                    "the type of this empty array is not known; write for example empty([0]i64)",
                );
            }
        };
        if self.deepest.0 > rank {
            let what = format!(
                "this row makes the array {}-dimensional, but it is {rank}-dimensional",
                self.deepest.0
            );
            return reader.error(self.deepest.1, what);
        }
        if self.elem.is_none() {
            let kinds: Vec<Kind> = self.waiting.iter().map(|(_, literal)| literal.kind).collect();
            let by_default = if kinds.contains(&Kind::Float) { ScalarType::F64 } else { ScalarType::I32 };
            let hint = self.hint.map(|(elem, _)| elem);
            // The hint does not make an error of a value that has another type.
            let fits = |ty: ScalarType| self.waiting.iter().all(|(_, literal)| literal.value(ty).is_some());
            let misfit = |ty: ScalarType| self.waiting.iter().find_map(|(at, l)| Some((*at, l.misfit(ty)?)));
            // Integers that are too large or too small are meant as what is asked for all the same.
            if let Some(ty) = hint
                && kinds.iter().all(|kind| *kind == Kind::Integer)
                && let Some((at, what)) = misfit(ty)
            {
                return reader.error(at, what);
            }
            let elem = hint.filter(|ty| fits(*ty)).unwrap_or(by_default);
            self.set_elem(reader, start, elem)?;
        }
        self.reach(rank);
        let elem = self.elem.unwrap_or(ScalarType::I32);
        let sizes = self.sizes.into_iter().zip(self.absent);
        let lens = sizes.map(|(sizes, absent)| match (sizes.as_slice(), absent) {
            ([], Some(n)) => Lens::Uniform(n),
            _ => Lens::Each(sizes),
        });
        let mut value = Value { elem, lens: lens.collect(), data: self.data }.normalised();
        if let Some(first @ Lens::Each(_)) = value.lens.first_mut() {
            *first = Lens::Uniform(0);
        }
        Ok(value)
    }
}
