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

/// Of a chain of calls so many positions are shown from either end.
const SHOWN: usize = 16;

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
    /// This location, seen from a call at `caller` that was made while the program ran. Calls from one place count once: a recursion
    /// is named once, however deep. Of a long chain the middle is dropped.
    pub fn through_call(&self, caller: &Loc) -> Loc {
        if self.0.ends_with(&caller.0) {
            return self.clone();
        }
        let Loc(mut chain) = self.called_from(caller);
        // One more at either end than is shown, so that showing it tells that there were more.
        let kept = SHOWN + 1;
        if chain.len() > 2 * kept {
            chain.drain(kept..chain.len() - kept);
        }
        Loc(chain)
    }
    /// Renders the chain as `file:line:col, called at file:line:col ...`.
    pub fn describe(&self, files: &[String]) -> String {
        match self.0.first() {
            None => "unknown position".to_string(),
            Some(first) => first.describe(files) + &self.callers(files),
        }
    }
    /// Renders the calls that led here as `, called at file:line:col ...`; of many both ends.
    pub fn callers(&self, files: &[String]) -> String {
        let dropped = self.0.len() > 2 * SHOWN;
        let mut text = String::new();
        for (i, caller) in self.0.iter().enumerate().skip(1) {
            if dropped && i == SHOWN {
                text += ", ..";
            }
            if !dropped || i < SHOWN || i + SHOWN >= self.0.len() {
                text += ", called at ";
                text += &caller.describe(files);
            }
        }
        text
    }
}

impl Pos {
    fn describe(&self, files: &[String]) -> String {
        let file = files.get(self.file as usize).map_or("?", |s| s.as_str());
        format!("{file}:{}:{}", self.line, self.col)
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

#[cfg(test)]
mod tests {
    use super::*;

    fn at(line: u32) -> Loc {
        Loc::at(Pos { file: 0, line, col: 1 })
    }

    #[test]
    fn long_chains_show_both_ends() {
        let files = ["f".to_string()];
        let chain = |lines: &[u32]| lines.iter().fold(at(0), |loc, line| loc.through_call(&at(*line)));
        assert_eq!(chain(&[1, 1, 1, 2]).describe(&files), "f:0:1, called at f:1:1, called at f:2:1");
        let fits: Vec<u32> = (1..32).collect();
        assert_eq!(chain(&fits).describe(&files).matches("called at").count(), 31);
        for end in [33, 34, 35, 100] {
            let lines: Vec<u32> = (1..end).collect();
            let text = chain(&lines).describe(&files);
            assert_eq!(text.matches("called at").count(), 31);
            let gap = format!("called at f:15:1, .., called at f:{}:1,", end - 16);
            assert!(text.contains(&gap) && text.ends_with(&format!("f:{}:1", end - 1)), "{text}");
        }
        // Joining two parts is joining their calls one by one.
        let (low, all): (Vec<u32>, Vec<u32>) = ((1..70).collect(), (1..90).collect());
        let joined = (70..90).fold(chain(&low), |loc, line| loc.through_call(&at(line)));
        assert_eq!(joined, chain(&all));
    }
}
