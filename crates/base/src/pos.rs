//! Source positions and chains of calls.

use std::fmt;

/// A place in a source file, as a person counts: lines and columns start at one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Pos {
    /// Index into the program's list of files.
    pub file: u16,
    /// Line, from one.
    pub line: u32,
    /// Column in characters, from one.
    pub col: u32,
}

/// Where a statement comes from: its own position, then the calls that led there, innermost first.
/// Empty for statements the compiler made up. Inlining appends the call's own chain.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Loc(pub Vec<Pos>);

impl Loc {
    /// No position.
    pub fn none() -> Loc {
        Loc(Vec::new())
    }
    /// A position without callers.
    pub fn at(pos: Pos) -> Loc {
        Loc(vec![pos])
    }
    /// This location, seen from a call at `caller`.
    pub fn called_from(&self, caller: &Loc) -> Loc {
        Loc(self.0.iter().chain(&caller.0).copied().collect())
    }
    /// Renders the chain as `file:line:col, called at file:line:col ...`.
    pub fn describe(&self, files: &[String]) -> String {
        let name = |p: &Pos| {
            let file = files.get(p.file as usize).map_or("?", |s| s.as_str());
            format!("{file}:{}:{}", p.line, p.col)
        };
        match self.0.split_first() {
            None => "unknown position".to_string(),
            Some((first, callers)) => {
                let mut text = name(first);
                for caller in callers {
                    text += ", called at ";
                    text += &name(caller);
                }
                text
            }
        }
    }
}

impl fmt::Display for Pos {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.file != 0 {
            write!(f, "f{}:", self.file)?;
        }
        write!(f, "{}:{}", self.line, self.col)
    }
}
