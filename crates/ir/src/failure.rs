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

/// The messages of the checks that operators imply. Each `{}` shows one operand.
pub mod what {
    /// Element or row access: index, size.
    pub const INDEX: &str = "index {} out of bounds for array of size {}";
    /// Slice: start, end, stride, size.
    pub const SLICE: &str = "slice {}:{}:{} out of bounds for array of size {}";
    /// A number used as a size.
    pub const SIZE: &str = "negative size {}";
    /// Integer division and remainder.
    pub const DIVISION: &str = "division by zero";
    /// Integer power.
    pub const POWER: &str = "negative exponent {}";
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
        match self.loc.0.split_first() {
            None => format!("{}{row}", self.message),
            Some((first, callers)) => {
                let own = Loc::at(*first).describe(files);
                let mut text = format!("{own}: {}{row}", self.message);
                for caller in callers {
                    text += ", called at ";
                    text += &Loc::at(*caller).describe(files);
                }
                text
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
