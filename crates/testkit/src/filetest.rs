//! File tests of passes: a program, a pass, and what is expected of the result.
//!
//! ```text
//! // test: flatten                   this pass alone, or
//! // after: flatten                  all passes up to this one
//! entry f (..) -> (..) { .. }
//! // ---
//! // entry f ..                      the whole text after the pass, or anywhere in the file:
//! // count: 2 seg                    how often something occurs in it,
//! // count without fuse: 3 seg       also with optimisations switched off,
//! // spaces: 1 2r                    the number of levels of every `seg` in order, `r` where one is ragged
//! // fact: xs_1: [n_0]i64, shape ..  a line of `windrow dev --facts`, of the program after a pass over Core
//! ```
//!
//! Source programs (`.fut`) say the same behind `--`. What can be counted is in [`Stage::count`]. `BLESS=1` rewrites whole-text
//! expectations; counts are changed by hand.

mod stage;

use stage::{Scope, Stage};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

const CUT: &str = "// ---\n";

/// What is expected of a program after a pass.
enum Wanted {
    /// So many of these.
    Count(usize, String),
    /// Levels of each `seg`.
    Spaces(String),
    /// A line of the tables of the analyses.
    Fact(String),
}

/// An expectation, and which optimisations are off for it.
type Expectation = (BTreeSet<String>, Wanted);

/// What to run.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// The files, or folders of them.
    #[arg(required = true)]
    pub paths: Vec<PathBuf>,
}

/// Whether all files are right; says which is the first that is not.
pub fn files(args: &Args) -> Result<bool, String> {
    for path in &args.paths {
        for file in all_files(path)? {
            if let Err(text) = run(&file, false) {
                println!("{text}");
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// A file, or the files of a folder and of those in it, by name.
pub fn all_files(path: &Path) -> Result<Vec<PathBuf>, String> {
    if !path.is_dir() {
        return Ok(vec![path.to_path_buf()]);
    }
    let failed = |e: std::io::Error| format!("error: {}: {e}", path.display());
    let entries = std::fs::read_dir(path).map_err(failed)?;
    let mut paths = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>, _>>().map_err(failed)?;
    paths.sort();
    Ok(paths.iter().map(|path| all_files(path)).collect::<Result<Vec<_>, String>>()?.concat())
}

/// Runs one file. With `bless` the expectation is rewritten where it is a whole text.
pub fn run(path: &Path, bless: bool) -> Result<(), String> {
    let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    let inside = |e: String| format!("{}: {e}", path.display());
    let (scope, pass) = directive(&text).map_err(inside)?;
    let expectations = expectations(&text).map_err(inside)?;
    let compile = |without: &BTreeSet<String>| Stage::new(path, scope, pass, without).map_err(inside);
    if !expectations.is_empty() {
        let mut stages: BTreeMap<&BTreeSet<String>, Stage> = BTreeMap::new();
        for (without, wanted) in &expectations {
            if !stages.contains_key(without) {
                stages.insert(without, compile(without)?);
            }
            let stage = &stages[without];
            wanted.check(stage).map_err(|e| {
                let off: Vec<&str> = without.iter().map(String::as_str).collect();
                let off = if off.is_empty() { String::new() } else { format!(" without {}", off.join(" ")) };
                inside(format!("{e}{off}, in:\n{}", stage.text))
            })?;
        }
        return Ok(());
    }
    let Some((program, expected)) = text.split_once(CUT) else {
        return Err(inside(format!(
            "nothing is expected: neither counts nor a text behind `{}`",
            CUT.trim()
        )));
    };
    let got = compile(&BTreeSet::new())?.text;
    let lines: Vec<String> = got.lines().map(|l| format!("// {l}").trim_end().to_string()).collect();
    let printed = lines.join("\n") + "\n";
    if bless {
        let text = format!("{program}{CUT}{printed}");
        return std::fs::write(path, text).map_err(|e| inside(e.to_string()));
    }
    if printed == expected {
        return Ok(());
    }
    Err(inside(format!("after {pass} the program is\n{got}\nBLESS=1 accepts it")))
}

/// The text of a line that is a comment.
fn comment(line: &str) -> Option<&str> {
    line.strip_prefix("// ").or_else(|| line.strip_prefix("-- "))
}

/// `// test: PASS` or `// after: PASS`.
fn directive(text: &str) -> Result<(Scope, &str), String> {
    let named = |line: &'_ str| -> Option<(Scope, usize)> {
        let line = comment(line)?;
        let skip = |word: &str| line.starts_with(word).then_some(word.len());
        skip("test: ").map(|n| (Scope::Alone, n)).or_else(|| skip("after: ").map(|n| (Scope::After, n)))
    };
    let found = text.lines().find_map(|line| {
        let (scope, skip) = named(line)?;
        Some((scope, comment(line)?[skip..].trim()))
    });
    found.ok_or_else(|| "no line says `test: PASS` or `after: PASS`".to_string())
}

fn expectations(text: &str) -> Result<Vec<Expectation>, String> {
    let mut found = vec![];
    for line in text.lines().filter_map(comment) {
        let Some((name, value)) = line.split_once(": ") else { continue };
        let mut words = name.split_whitespace();
        let kind = words.next();
        let (Some("without") | None) = words.next() else { continue };
        let without: BTreeSet<String> = words.map(str::to_string).collect();
        let wanted = match kind {
            Some("count") => {
                let (number, what) = value.split_once(' ').ok_or("a count is a number and a word")?;
                let number = number.parse().map_err(|_| format!("{number} is no number"))?;
                Wanted::Count(number, what.trim().to_string())
            }
            Some("spaces") => Wanted::Spaces(value.trim().to_string()),
            Some("fact") => Wanted::Fact(value.trim().to_string()),
            _ => continue,
        };
        found.push((without, wanted));
    }
    Ok(found)
}

impl Wanted {
    fn check(&self, stage: &Stage) -> Result<(), String> {
        match self {
            Wanted::Count(number, what) => {
                let got = stage.count(what, *number == 0)?;
                if got == *number { Ok(()) } else { Err(format!("{got} times `{what}`, expected {number}")) }
            }
            Wanted::Spaces(wanted) => {
                let got = stage.spaces().join(" ");
                if got == *wanted { Ok(()) } else { Err(format!("spaces {got}, expected {wanted}")) }
            }
            Wanted::Fact(wanted) => {
                // The chain behind the last rule need not be stated.
                let states = |line: &str| {
                    line.strip_prefix(wanted.as_str())
                        .is_some_and(|rest| rest.is_empty() || rest.starts_with(", from"))
                };
                let found = stage.facts.lines().any(states);
                if found { Ok(()) } else { Err(format!("no fact `{wanted}` in\n{}", stage.facts)) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directives_are_read_from_both_kinds_of_comments() {
        assert_eq!(directive("// test: fuse\nx"), Ok((Scope::Alone, "fuse")));
        assert_eq!(directive("-- About.\n-- after: flatten\nx"), Ok((Scope::After, "flatten")));
        assert!(directive("entry f").is_err());
    }

    #[test]
    fn what_is_expected_is_checked() {
        let folder = std::env::temp_dir().join(format!("windrow-filetest-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("test.fut");
        let program = "entry f (xs: []i64): []i64 = map (+ 1) (map (* 2) xs)\n";
        let judge = |about: &str| {
            std::fs::write(&path, format!("{about}\n{program}")).unwrap();
            run(&path, false)
        };
        let lines = "-- after: flatten\n-- count: 1 seg\n-- count without fuse: 2 seg\n-- spaces: 1\n";
        assert_eq!(judge(lines), Ok(()));
        for wrong in
            ["count: 2 seg", "count without fuse: 1 seg", "spaces: 1 1", "count: 1 launch", "count: 0 sge"]
        {
            assert!(judge(&format!("-- after: flatten\n-- {wrong}")).is_err(), "{wrong}");
        }
        let chain = "r_4: [n_0]i64, <R>S, T, inf>, by GENERATE-1, from add_3 by OP";
        assert!(judge(&format!("-- after: simplify\n-- fact: {chain} OP\n")).is_err(), "another rule");
        let fact = "xs_1: [n_0]i64, <R>S, T, inf>, by VAR";
        assert_eq!(judge(&format!("-- after: core\n-- fact: {fact}\n")), Ok(()));
        assert!(judge(&format!("-- after: core\n-- fact: {fact} OP\n")).is_err(), "a fact that is not there");
        assert!(judge("-- after: flatten").is_err(), "a test without expectations");
        assert!(judge("-- after: flattening\n-- count: 1 seg").is_err(), "a pass that is not there");
        assert!(
            judge("-- after: flatten\n-- count without fusing: 1 seg").is_err(),
            "an optimisation that is not there"
        );
        std::fs::remove_dir_all(folder).unwrap();
    }
}
