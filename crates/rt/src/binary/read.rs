//! Reading. Nothing is allocated that the bytes at hand do not fill.

use super::{IRREGULAR, ONE_SIZE, REGULAR, SIZES, START};
use base::ScalarType;
use ir::Value;
use ir::value::Lens;
use std::fmt;

/// An array without elements may have this many rows at most.
const MOST_EMPTY_ROWS: usize = 1 << 24;

/// What is wrong with binary data, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BinaryError {
    /// The byte, from zero.
    pub at: usize,
    /// What was found and expected.
    pub what: String,
}

impl fmt::Display for BinaryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}: {}", self.at, self.what)
    }
}
impl std::error::Error for BinaryError {}

/// Reads the value that starts at byte `at`; also gives the position after it.
pub fn read_value(bytes: &[u8], at: usize) -> Result<(Value, usize), BinaryError> {
    let mut reader = Reader { bytes, at };
    let value = reader.value()?;
    Ok((value, reader.at))
}

struct Reader<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl<'b> Reader<'b> {
    fn fail<T>(&self, at: usize, what: impl Into<String>) -> Result<T, BinaryError> {
        Err(BinaryError { at, what: what.into() })
    }

    fn take(&mut self, count: usize, what: &str) -> Result<&'b [u8], BinaryError> {
        let rest = self.bytes.get(self.at..).unwrap_or(&[]);
        let Some(taken) = rest.get(..count) else {
            let left = rest.len();
            return self.fail(self.at, format!("expected {what} ({count} bytes), but {left} are left"));
        };
        self.at += count;
        Ok(taken)
    }

    fn byte(&mut self, what: &str) -> Result<u8, BinaryError> {
        Ok(self.take(1, what)?[0])
    }

    fn size(&mut self) -> Result<i64, BinaryError> {
        let at = self.at;
        let size = u64::from_le_bytes(self.take(8, "a size")?.try_into().unwrap_or_default());
        i64::try_from(size).or_else(|_| self.fail(at, format!("the size {size} is too large")))
    }

    fn value(&mut self) -> Result<Value, BinaryError> {
        let start = self.at;
        if self.byte("a value")? != START {
            return self.fail(start, "expected a binary value, which begins with `b`");
        }
        let version = self.byte("a version")?;
        if version != REGULAR && version != IRREGULAR {
            return self.fail(
                start + 1,
                format!("version {version} of the binary format is not known; expected {REGULAR}"),
            );
        }
        let rank = self.byte("the number of dimensions")? as usize;
        let elem = self.elem()?;
        // The positions of the dimensions so far; the greatest number of them on the way.
        let (mut count, mut most) = (1usize, 1usize);
        let mut lens = Vec::with_capacity(rank);
        for _ in 0..rank {
            let at = self.at;
            let lens_here = if version == REGULAR { Lens::Uniform(self.size()?) } else { self.lens(count)? };
            let sum = match &lens_here {
                Lens::Uniform(n) => usize::try_from(*n).ok().and_then(|n| n.checked_mul(count)),
                Lens::Each(each) => each
                    .iter()
                    .try_fold(0usize, |sum, n| usize::try_from(*n).ok().and_then(|n| n.checked_add(sum))),
            };
            let Some(sum) = sum else { return self.fail(at, "the array is too large") };
            count = sum;
            most = most.max(count);
            lens.push(lens_here);
        }
        if count == 0 && most > MOST_EMPTY_ROWS {
            return self.fail(start, format!("more than {MOST_EMPTY_ROWS} empty rows"));
        }
        let Some(len) = count.checked_mul(elem.bytes()) else {
            return self.fail(start, "the array is too large");
        };
        let at = self.at;
        let data = self.take(len, "the elements")?;
        if elem == ScalarType::Bool
            && let Some(wrong) = data.iter().position(|b| *b > 1)
        {
            return self.fail(at + wrong, format!("expected a bool, 0 or 1, found {}", data[wrong]));
        }
        Ok(Value { elem, lens, data: data.to_vec() }.normalised())
    }

    fn elem(&mut self) -> Result<ScalarType, BinaryError> {
        let at = self.at;
        let word = self.take(4, "an element type")?;
        let name = std::str::from_utf8(word).ok().filter(|word| word.len() == 4);
        match name.and_then(|word| ScalarType::from_name(word.trim_start_matches(' '))) {
            Some(elem) => Ok(elem),
            None => self.fail(
                at,
                format!("expected an element type such as \" i32\", found \"{}\"", word.escape_ascii()),
            ),
        }
    }

    /// A dimension of an irregular array with `rows` rows in front.
    fn lens(&mut self, rows: usize) -> Result<Lens, BinaryError> {
        let at = self.at;
        match self.byte("a dimension")? {
            ONE_SIZE => Ok(Lens::Uniform(self.size()?)),
            SIZES if rows > (self.bytes.len() - self.at) / 8 => {
                self.fail(self.at, format!("expected {rows} sizes, but the data end before"))
            }
            SIZES => {
                let sizes: Result<Vec<i64>, BinaryError> = (0..rows).map(|_| self.size()).collect();
                Ok(Lens::Each(sizes?))
            }
            other => self.fail(at, format!("expected a dimension, {ONE_SIZE} or {SIZES}, found {other}")),
        }
    }
}
