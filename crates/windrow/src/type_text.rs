//! Types from their text, as [`Type`]'s `Display` writes it.

use crate::error::{Error, Result};
use crate::types::{Size, Type};
use base::ScalarType;
use std::str::FromStr;

/// Reads a type.
///
/// ```
/// let text = "[n](#circle f32 | #ring f32 f32, {at: [2]f64, rows: [?]i64})";
/// assert_eq!(text.parse::<windrow::Type>()?.to_string(), text);
/// # Ok::<(), windrow::Error>(())
/// ```
impl FromStr for Type {
    type Err = Error;

    fn from_str(text: &str) -> Result<Type> {
        let mut reader = Reader { rest: text.trim_start(), depth: 0 };
        let ty = reader.sum_or_other();
        match ty {
            Some(ty) if reader.rest.is_empty() => Ok(ty),
            _ => Err(Error::value(format!("`{text}` is no type: it makes no sense at `{}`", reader.rest))),
        }
    }
}

/// Types that nest deeper than this are nobody's.
const DEEPEST: usize = 200;

struct Reader<'a> {
    /// Begins with something else than a space.
    rest: &'a str,
    depth: usize,
}

impl<'a> Reader<'a> {
    fn skip(&mut self, mark: &str) -> Option<()> {
        self.rest = self.rest.strip_prefix(mark)?.trim_start();
        Some(())
    }

    fn word(&mut self) -> Option<&'a str> {
        let inside = |c: char| c.is_alphanumeric() || matches!(c, '_' | '\'' | '.');
        let end = self.rest.find(|c: char| !inside(c)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest.trim_start();
        (!word.is_empty()).then_some(word)
    }

    fn sum_or_other(&mut self) -> Option<Type> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return None;
        }
        let ty = if self.rest.starts_with('#') { self.sum()? } else { self.other()? };
        self.depth -= 1;
        Some(ty)
    }

    fn sum(&mut self) -> Option<Type> {
        let mut constructors = vec![];
        loop {
            self.skip("#")?;
            let name = self.word()?.to_string();
            let mut payload = vec![];
            while self.rest.starts_with(|c: char| c.is_alphabetic() || matches!(c, '[' | '(' | '{')) {
                payload.push(self.other()?);
            }
            constructors.push((name, payload));
            if self.skip("|").is_none() {
                return Some(Type::Sum(constructors));
            }
        }
    }

    /// A type that is no sum, unless it stands in parentheses.
    fn other(&mut self) -> Option<Type> {
        if self.skip("[").is_some() {
            let dim = self.size()?;
            self.skip("]")?;
            self.depth += 1;
            let elem = if self.depth > DEEPEST { None } else { self.other() };
            self.depth -= 1;
            return Some(Type::Array { dim, elem: Box::new(elem?) });
        }
        if self.skip("{").is_some() {
            let field = |r: &mut Self| {
                let name = r.word()?.to_string();
                r.skip(":")?;
                Some((name, r.sum_or_other()?))
            };
            return Some(Type::Record(self.list("}", field)?));
        }
        if self.skip("(").is_some() {
            let mut parts = self.list(")", Self::sum_or_other)?;
            if parts.len() == 1 {
                return parts.pop();
            }
            let named = parts.into_iter().enumerate().map(|(i, ty)| (i.to_string(), ty));
            return Some(Type::Record(named.collect()));
        }
        ScalarType::from_name(self.word()?).map(Type::Scalar)
    }

    fn size(&mut self) -> Option<Size> {
        if self.rest.starts_with(']') {
            return Some(Size::Any);
        }
        if self.skip("?").is_some() {
            return Some(Size::Varies);
        }
        let word = self.word()?;
        Some(word.parse().map_or_else(|_| Size::Named(word.to_string()), Size::Known))
    }

    fn list<T>(&mut self, close: &str, mut item: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let mut items = vec![];
        while self.skip(close).is_none() {
            if !items.is_empty() {
                self.skip(",")?;
            }
            items.push(item(self)?);
        }
        Some(items)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_read_back() {
        let texts = [
            "i64",
            "()",
            "[][?][3]f16",
            "(i32, bool)",
            "{a: i32}",
            "#a | #b i32 [n]u8 | #c (#d | #e f32)",
            "[n]([?]{x: (f64, [m]f32), y: #none | #some i8}, i32)",
            "[](#a | #b)",
        ];
        for text in texts {
            assert_eq!(
                text.parse::<Type>().map(|ty| ty.to_string()).map_err(|e| e.to_string()),
                Ok(text.into())
            );
        }
        let deep = "[]".repeat(10_000) + "i32";
        for text in ["", "x32", "[i32", "{a}", "(i32", "i32 i32", "#", deep.as_str()] {
            assert!(text.parse::<Type>().is_err(), "{text}");
        }
    }
}
