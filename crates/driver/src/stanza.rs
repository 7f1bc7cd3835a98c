//! Test stanzas: Futhark's comment blocks that say what a program does.
//!
//! ```text
//! -- Sums of rows.
//! -- ==
//! -- tags { nightly }
//! -- entry: rowsums
//! -- input { [[1.0, 2.0], []] }
//! -- output { [3.0, 0.0] }
//! -- "many" compiled random input { [1000][10]f64 } auto output
//! -- script input { (make 10i64, $loaddata "rows.in") } error: empty
//! ```
//!
//! A block is a run of comment lines with a line `-- ==`. It holds either `error:` with a regular expression (the program is to be
//! refused), or cases for one or several entry points. `@ file` takes values from a file beside the program. What Futhark says
//! about its own intermediate programs (`structure`) and warnings is read and has no effect.

mod read;
#[cfg(test)]
mod tests;

/// Where values come from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// Text between braces.
    Text(String),
    /// A file, relative to the program.
    File(String),
    /// Types with sizes, and constants.
    Random(String),
    /// An expression that calls entry points.
    Script(String),
    /// An expression in a file, relative to the program.
    ScriptFile(String),
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
    /// What the interpreter gives.
    Interpreted,
}

/// One run of an entry point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Case {
    /// The entry points.
    pub entries: Vec<String>,
    /// The name in quotes.
    pub name: Option<String>,
    /// The words in front of `input`, such as `compiled`.
    pub tags: Vec<String>,
    /// Its position among the cases of its block, from zero.
    pub number: usize,
    /// The line of `input`, from one.
    pub line: usize,
    /// The arguments.
    pub input: Source,
    /// The outcome.
    pub expected: Expected,
}

/// So many characters of values stand in the title of a case.
const TITLE: usize = 50;

impl Case {
    /// What Futhark calls it as a data set: its name, else its file (without `.gz`), its values, its types or its script.
    pub fn title(&self) -> String {
        if let Some(name) = &self.name {
            return name.clone();
        }
        let one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        match &self.input {
            Source::File(path) => path.strip_suffix(".gz").unwrap_or(path).to_string(),
            Source::Random(text) | Source::Script(text) => one_line(text),
            Source::ScriptFile(path) => path.clone(),
            Source::Text(text) => {
                let text = one_line(text);
                let mut short: String = text.chars().take(TITLE).collect();
                if short.len() < text.len() {
                    short += "...";
                }
                format!("#{} (\"{short}\")", self.number)
            }
        }
    }
}

/// What the stanzas of a program say.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Stanzas {
    /// The tags of the program.
    pub tags: Vec<String>,
    /// The program is to be refused with a message that this regular expression matches.
    pub refused: Option<String>,
    /// Runs.
    pub cases: Vec<Case>,
    /// Entry points that are to hold for every argument.
    pub properties: Vec<String>,
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
        match line.strip_prefix("--") {
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
        read::Reader::new(block).read(&mut stanzas)?;
    }
    Ok(stanzas)
}
