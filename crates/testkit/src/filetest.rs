//! IR file tests: a program, a pass, and what is expected of the result.
//!
//! ```text
//! // test: flatten
//! entry f (..) -> (..) { .. }
//! // ---
//! // entry f ..            the whole text after the pass, or
//! // count: 2 seg          how often a word occurs in it
//! ```
//!
//! `BLESS=1` rewrites whole-text expectations.

use driver::Options;
use driver::pipeline::{self, Blind};
use std::path::Path;

const CUT: &str = "// ---\n";

/// Runs one file. With `bless` the expectation is rewritten where it is a whole text.
pub fn run(path: &Path, bless: bool) -> Result<(), String> {
    let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    let (program, expected) = text.split_once(CUT).unwrap_or((&text, ""));
    let pass = program.lines().next().and_then(|l| l.strip_prefix("// test: "));
    let Some(pass) = pass else {
        return Err(format!("{}: the first line is no `// test: PASS`", path.display()));
    };
    let got = after(pass.trim(), program).map_err(|e| format!("{}: {e}", path.display()))?;
    if expected.contains("// count: ") {
        return expected.lines().try_for_each(|line| {
            count(line, &got).map_err(|e| format!("{}: {e}, in:\n{got}", path.display()))
        });
    }
    let lines: Vec<String> = got.lines().map(|l| format!("// {l}").trim_end().to_string()).collect();
    let printed = lines.join("\n") + "\n";
    if bless {
        let text = format!("{program}{CUT}{printed}");
        return std::fs::write(path, text).map_err(|e| format!("{}: {e}", path.display()));
    }
    if printed == expected {
        return Ok(());
    }
    Err(format!("{}: after {pass} the program is\n{got}\nBLESS=1 accepts it", path.display()))
}

/// The program after a pass.
fn after(pass: &str, program: &str) -> Result<String, String> {
    let core = ir::parse_core(program).map_err(|e| e.to_string())?;
    ir::verify(&core).map_err(|errors| errors.join("\n"))?;
    let options = Options { verify: true, ..Options::default() };
    if let Some(found) = pipeline::CORE_PASSES.iter().find(|p| p.name == pass) {
        let core = (found.run)(core);
        ir::verify(&core).map_err(|errors| errors.join("\n"))?;
        return Ok(ir::print(&core));
    }
    let flat = pipeline::flatten(core, &options, &mut Blind).map_err(|e| e.to_string())?;
    match pass {
        "flatten" => Ok(ir::print(&flat)),
        "lower" => {
            let kernel = pipeline::lower(flat, passes::Target::Gpu, &options, &mut Blind)
                .map_err(|e| e.to_string())?;
            Ok(ir::print_kernel(&kernel))
        }
        _ => Err(format!("there is no pass called {pass}")),
    }
}

/// `// count: 2 seg`: the word occurs that often.
fn count(line: &str, text: &str) -> Result<(), String> {
    let Some(wanted) = line.strip_prefix("// count: ") else { return Ok(()) };
    let (number, word) = wanted.split_once(' ').ok_or("a count is a number and a word")?;
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '.');
    let got = words.filter(|w| *w == word.trim()).count();
    if number.parse() == Ok(got) {
        return Ok(());
    }
    Err(format!("{got} times `{word}`, expected {number}"))
}
