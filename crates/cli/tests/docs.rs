//! Blocks of compiler output in `docs/` are what the compiler prints; `BLESS=1` rewrites them.
//!
//! A block stands behind a comment `<!-- output: ARGUMENTS from "START" -->`: the arguments of the command, and how the first line of
//! the excerpt starts. It goes on to the next line that is a closing brace alone; a table of `--facts` or `--passes`, to an empty line or
//! the end.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

const MARK: &str = "<!-- output: ";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn excerpt(mark: &str) -> String {
    let inside = mark.strip_prefix(MARK).and_then(|m| m.strip_suffix(" -->"));
    let (args, start) = inside.and_then(|m| m.split_once(" from ")).expect(mark);
    let start = start.trim_matches('"');
    let mut command = Command::new(env!("CARGO_BIN_EXE_windrow"));
    let output = command.args(args.split(' ')).current_dir(root()).output().expect("the command starts");
    assert!(output.status.success(), "{mark}: {}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8_lossy(&output.stdout).to_string();
    let mut lines = text.lines().skip_while(|l| !l.starts_with(start)).peekable();
    assert!(lines.peek().is_some(), "{mark}: no line starts so in\n{text}");
    let table = ["--facts", "--passes"].iter().any(|option| args.contains(option));
    let mut block = String::new();
    for line in lines {
        if line.is_empty() && table {
            return block;
        }
        block += line;
        block += "\n";
        if line == "}" {
            return block;
        }
    }
    assert!(table, "{mark}: no closing brace in\n{text}");
    block
}

/// The document with every block as the compiler prints it now.
fn rewritten(text: &str) -> String {
    let mut out = String::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        out += line;
        out += "\n";
        if !line.starts_with(MARK) {
            continue;
        }
        if lines.peek() == Some(&"```text") {
            // The old block.
            lines.by_ref().find(|l| *l == "```");
        }
        out += &format!("```text\n{}```\n", excerpt(line));
    }
    out
}

#[test]
fn output_in_documents_is_real() {
    let file = root().join("docs/architecture.md");
    let text = fs::read_to_string(&file).expect("the document can be read");
    let now = rewritten(&text);
    if env::var_os("BLESS").is_some() {
        return fs::write(&file, now).expect("the document can be written");
    }
    let differ = text.lines().zip(now.lines()).find(|(a, b)| a != b);
    assert!(text == now, "docs/architecture.md is out of date (BLESS=1 rewrites it): {differ:#?}");
}

/// Every program in the description of the language passes its tests.
#[test]
fn programs_in_the_language_document_are_right() {
    let text = fs::read_to_string(root().join("docs/language.md")).expect("the document can be read");
    let blocks = text.split("```futhark\n").skip(1).filter_map(|b| b.split_once("```"));
    let folder = tempfile::tempdir().expect("a folder");
    let mut tested = 0;
    for (i, (program, _)) in blocks.enumerate() {
        let file = folder.path().join(format!("block_{}.fut", i + 1));
        fs::write(&file, program).expect("a program can be written");
        let args: &[&str] = if program.contains("-- ==") { &["test", "-b", "interp"] } else { &["check"] };
        let mut command = Command::new(env!("CARGO_BIN_EXE_windrow"));
        let output = command.args(args).arg(&file).output().expect("the command starts");
        let told = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "program {} of docs/language.md:\n{program}\n{told}", i + 1);
        tested += program.matches("-- ==").count();
    }
    assert!(tested >= 60, "only {tested} tests in docs/language.md");
}

/// Relative links of the README and the documents lead to files.
#[test]
fn links_lead_somewhere() {
    for name in [
        "README.md",
        "docs/architecture.md",
        "docs/glossary.md",
        "docs/recipes.md",
        "docs/language.md",
        "docs/c.md",
        "examples/README.md",
        "python/README.md",
    ] {
        let file = root().join(name);
        let text = fs::read_to_string(&file).expect(name);
        // Every second part between backquotes is code.
        let prose: String = text.split('`').step_by(2).collect();
        for part in prose.split("](").skip(1) {
            let target = part.split([')', '#']).next().unwrap_or_default();
            if !target.is_empty() && !target.contains("://") {
                let path = file.parent().expect("a folder").join(target);
                assert!(path.exists(), "{name}: {target} is not there");
            }
        }
    }
}
