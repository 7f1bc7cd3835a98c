//! Test stanzas: Futhark's comment blocks that say what a program does.
//!
//! ```text
//! -- Sums of rows.
//! -- ==
//! -- entry: rowsums
//! -- input { [[1.0, 2.0], []] }
//! -- output { [3.0, 0.0] }
//! -- input { [[]] } error: empty
//! ```
//!
//! A block is a run of comment lines with a line `-- ==`. It holds either `error:` with a regular expression (the program is to be
//! refused), or cases for one or several entry points. `@ file` takes values from a file beside the program.

/// Where values come from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// Text between braces.
    Text(String),
    /// A file, relative to the program.
    File(String),
}

/// What is expected of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expected {
    /// These values.
    Values(Source),
    /// A failure whose message this regular expression matches.
    Error(String),
    /// Any result.
    Anything,
}

/// One run of an entry point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Case {
    /// The entry points.
    pub entries: Vec<String>,
    /// The line of `input`, from one.
    pub line: usize,
    /// The arguments.
    pub input: Source,
    /// The outcome.
    pub expected: Expected,
}

/// What the stanzas of a program say.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Stanzas {
    /// The program is to be refused with a message that this regular expression matches.
    pub refused: Option<String>,
    /// Runs.
    pub cases: Vec<Case>,
}

/// A stanza that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StanzaError {
    /// The line, from one.
    pub line: usize,
    /// What was expected.
    pub what: String,
}

impl std::fmt::Display for StanzaError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.line, self.what)
    }
}

/// Reads the stanzas of a program.
pub fn parse(program: &str) -> Result<Stanzas, StanzaError> {
    let mut stanzas = Stanzas::default();
    let mut block: Option<Vec<(usize, &str)>> = None;
    let mut blocks = vec![];
    for (i, line) in program.lines().enumerate() {
        match line.trim_start().strip_prefix("--") {
            Some(comment) => match &mut block {
                Some(lines) => lines.push((i + 1, comment)),
                None if comment.trim() == "==" => block = Some(vec![]),
                None => {}
            },
            None => blocks.extend(block.take()),
        }
    }
    blocks.extend(block);
    for block in blocks {
        Reader::new(block).read(&mut stanzas)?;
    }
    Ok(stanzas)
}

struct Reader {
    /// The text of the block, and for each line of it where it starts and its line in the program.
    text: String,
    lines: Vec<(usize, usize)>,
    at: usize,
}

impl Reader {
    fn new(block: Vec<(usize, &str)>) -> Reader {
        let mut text = String::new();
        let mut lines = vec![];
        for (line, comment) in block {
            lines.push((text.len(), line));
            text.push_str(comment);
            text.push('\n');
        }
        Reader { text, lines, at: 0 }
    }

    fn line(&self) -> usize {
        self.lines.iter().rev().find(|(start, _)| *start <= self.at).map_or(0, |(_, line)| *line)
    }

    fn fail<T>(&self, what: &str) -> Result<T, StanzaError> {
        Err(StanzaError { line: self.line(), what: what.to_string() })
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn skip_space(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    fn eat(&mut self, word: &str) -> bool {
        self.skip_space();
        let found = self.rest().starts_with(word);
        if found {
            self.at += word.len();
        }
        found
    }

    fn rest_of_line(&mut self) -> String {
        let rest = self.rest();
        let line = rest.split('\n').next().unwrap_or("");
        let result = line.trim().to_string();
        self.at += line.len();
        result
    }

    /// The text between braces. Braces do not occur in values.
    fn braces(&mut self) -> Result<String, StanzaError> {
        if !self.eat("{") {
            return self.fail("expected `{`");
        }
        match self.rest().find('}') {
            None => self.fail("`{` without `}`"),
            Some(len) => {
                let inside = self.rest()[..len].to_string();
                self.at += len + 1;
                Ok(inside)
            }
        }
    }

    fn source(&mut self) -> Result<Source, StanzaError> {
        if self.eat("@") { Ok(Source::File(self.rest_of_line())) } else { Ok(Source::Text(self.braces()?)) }
    }

    fn read(&mut self, stanzas: &mut Stanzas) -> Result<(), StanzaError> {
        let mut entries = vec!["main".to_string()];
        loop {
            self.skip_space();
            if self.rest().is_empty() {
                return Ok(());
            }
            if self.eat("tags") {
                self.braces()?;
            } else if self.eat("entry:") {
                entries = self.rest_of_line().split_whitespace().map(str::to_string).collect();
            } else if self.eat("error:") {
                stanzas.refused = Some(self.rest_of_line());
            } else if self.eat("compiled") || self.eat("nobench") {
                // How the case is used, not what it says.
            } else if self.eat("input") {
                let line = self.line();
                let input = self.source()?;
                let expected = if self.eat("output") {
                    Expected::Values(self.source()?)
                } else if self.eat("error:") {
                    Expected::Error(self.rest_of_line())
                } else {
                    Expected::Anything
                };
                stanzas.cases.push(Case { entries: entries.clone(), line, input, expected });
            } else {
                return self.fail("expected `entry:`, `input`, `error:` or `tags`");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_entries_and_errors() {
        let text = "-- Two.\n-- ==\n-- entry: f g\n-- input { 1 2 }\n-- output { 3 }\n-- input {\n--  4\n-- } error: out of.*\ndef x = 1\n-- ==\n-- error: unknown\n";
        let stanzas = parse(text).unwrap();
        assert_eq!(stanzas.refused.as_deref(), Some("unknown"));
        assert_eq!(stanzas.cases.len(), 2);
        assert_eq!(stanzas.cases[0].entries, ["f", "g"]);
        assert_eq!(stanzas.cases[1].line, 6);
        assert_eq!(stanzas.cases[1].expected, Expected::Error("out of.*".into()));
        assert_eq!(parse("-- ==\n-- input 3\n").unwrap_err().line, 2);
    }
}
