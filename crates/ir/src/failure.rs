//! What a run-time failure says, the same on every backend.

use base::Loc;

/// A failed check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// What was wrong with which values.
    pub message: String,
    /// Where, and the calls that led there.
    pub loc: Loc,
    /// The indices of the outer maps, outermost first; empty outside of maps.
    pub at: Vec<i64>,
}

/// The messages of the checks that operators imply, in the words that users of Futhark know. Each `{}` shows one operand.
pub mod what {
    use crate::types::Atom;

    /// Element or row access: index, size.
    pub const INDEX: &str = "Index [{}] out of bounds for array of shape [{}]";
    /// Slice without a written stride: start, end, size.
    const SLICE: &str = "Index [{}:{}] out of bounds for array of shape [{}]";
    /// Slice: start, end, stride, size.
    const STRIDED_SLICE: &str = "Index [{}:{}:{}] out of bounds for array of shape [{}]";
    /// A number used as a size.
    const SIZE: &str = "negative size {}";
    /// A number used as the size of an `iota`.
    const IOTA: &str = "Range 0..1..<{} is invalid";
    /// A number that is too large for a size.
    pub const LARGE: &str = "size {} is too large";
    /// Integer division and remainder.
    pub const DIVISION: &str = "division by zero";
    /// A call, when so many are under way that there is no room for another.
    pub const DEPTH: &str = "Calls are nested too deeply";
    /// Integer power.
    pub const POWER: &str = "negative exponent {}";

    /// What a failed [`CheckKind::Size`](crate::CheckKind::Size) says of its number.
    pub fn size(iota: bool) -> &'static str {
        if iota { IOTA } else { SIZE }
    }
    /// What a failed [`CheckKind::SliceLen`](crate::CheckKind::SliceLen) says, and which of start, end, stride and size it
    /// shows. A stride of 1 is not shown.
    pub fn slice(stride: Atom) -> (&'static str, &'static [usize]) {
        if stride == Atom::i64(1) { (SLICE, &[0, 1, 3]) } else { (STRIDED_SLICE, &[0, 1, 2, 3]) }
    }
}

/// Which of several calls that are made as one a row belongs to: each has an equal part of the rows.
pub fn call_of_row(row: i64, rows: i64, calls: usize) -> usize {
    let of_one = (rows / calls.max(1) as i64).max(1);
    usize::try_from(row / of_one).unwrap_or(0).min(calls.saturating_sub(1))
}

/// Replaces each `{}` of a message by a value.
pub fn fill(what: &str, vals: &[String]) -> String {
    let mut parts = what.split("{}");
    let mut text = parts.next().unwrap_or("").to_string();
    let mut vals = vals.iter();
    for part in parts {
        text += vals.next().map_or("?", |v| v.as_str());
        text += part;
    }
    text
}

impl Failure {
    /// `file:line:col: message (row 3, 5), called at file:line:col`.
    pub fn describe(&self, files: &[String]) -> String {
        let row = match self.at.as_slice() {
            [] => String::new(),
            at => format!(" (row {})", at.iter().map(|i| i.to_string()).collect::<Vec<_>>().join(", ")),
        };
        match self.loc.0.first() {
            None => format!("{}{row}", self.message),
            Some(first) => {
                let own = Loc::at(*first).describe(files);
                format!("{own}: {}{row}{}", self.message, self.loc.callers(files))
            }
        }
    }
}

/// Something a later stage cannot compile yet: a valid program, refused with a reason and a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Limitation {
    /// What is not supported, as a sentence.
    pub what: String,
    /// Where.
    pub loc: Loc,
}

impl Limitation {
    /// `file:line:col: not supported yet: ...`.
    pub fn describe(&self, files: &[String]) -> String {
        format!("{}: not supported yet: {}", self.loc.describe(files), self.what)
    }
}
