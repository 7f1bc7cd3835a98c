//! Other ways to the same program: through the formatter, and with streams cut into chunks.

use crate::differ::{Outcome, from_interp, guarded};
use crate::stages::{Problem, transformed};
use base::diag::SourceFile;
use front::Choices;
use ir::{Core, Value};
use std::num::NonZeroU32;

/// Chunk sizes that streams are cut into, besides the whole.
pub const CHUNKS: [u32; 3] = [1, 2, 7];

fn problem<T>(stage: &str, what: impl Into<String>) -> Result<T, Problem> {
    Err(Problem { stage: stage.into(), what: what.into() })
}

fn file(text: &str) -> SourceFile {
    SourceFile { name: "fuzz.fut".into(), text: text.to_string() }
}

fn compiled(stage: &str, text: &str, choices: &Choices) -> Result<Core, Problem> {
    let load = |_: &str| Err("there are no other files here".to_string());
    match guarded(|| front::compile_described(file(text), &load, choices)) {
        Ok(Ok(compiled)) => Ok(compiled.core),
        Ok(Err((_, errors))) => problem(stage, errors.first().map_or("", |e| e.message.as_str())),
        Err(panic) => problem(stage, panic),
    }
}

/// The formatted text says the same program, and is what formatting it again gives.
pub fn formatted(text: &str, core: &Core) -> Result<(), Problem> {
    let format = |text: &str| match guarded(|| front::format(&file(text))) {
        Ok(Ok(text)) => Ok(text),
        Ok(Err(errors)) => problem("format", errors.first().map_or("", |e| e.message.as_str())),
        Err(panic) => problem("format", panic),
    };
    let once = format(text)?;
    if format(&once)? != once {
        return problem("format", format!("formatting again changes the text:\n{once}"));
    }
    let again = compiled("format", &once, &Choices::default())?;
    if unplaced(&ir::print(&again)) != unplaced(&ir::print(core)) {
        return problem("format", format!("formatted, it is another program:\n{once}"));
    }
    Ok(())
}

/// The text of a program without positions, and without the line breaks that follow from their widths.
fn unplaced(text: &str) -> String {
    let mut kept = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(" @") {
        kept.push_str(before);
        // `12:3 < f1:4:5` and so on.
        let is_place = |c: char| c.is_ascii_digit() || matches!(c, ':' | 'f' | ' ' | '<');
        rest = after.trim_start_matches(is_place);
        kept.push(' ');
    }
    kept.push_str(rest);
    kept.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whatever the chunks of its streams, the program gives the same. Says how many runs were compared.
pub fn chunked(
    text: &str,
    entry: &str,
    inputs: &[Vec<Value>],
    truth: &[Outcome],
    risks: usize,
) -> Result<usize, Problem> {
    if !text.contains("stream_") {
        return Ok(0);
    }
    for chunk in CHUNKS {
        let stage = format!("core in chunks of {chunk}");
        let core = compiled(&stage, text, &Choices { chunk: NonZeroU32::new(chunk) })?;
        // As the interpreter cuts them, and as the pass does.
        let cut = passes::stream(core.clone());
        if let Err(errors) = ir::verify(&cut) {
            return problem(&stage, format!("after pass stream: {}", errors.join("\n")));
        }
        for core in [core, cut] {
            for (i, (input, truth)) in inputs.iter().zip(truth).enumerate() {
                let options = transformed(true);
                let got =
                    from_interp(guarded(|| interp::run_with(&core, entry, input, options)), &core.files);
                if let Err(what) = truth.agrees(&got, risks) {
                    return problem(&stage, format!("on input {i}: {what}"));
                }
            }
        }
    }
    Ok(2 * CHUNKS.len() * inputs.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_do_not_count() {
        assert_eq!(unplaced("a @1:2 < f1:3:4\n  b @5:6 } c"), unplaced("a @9:2 b @5:16 }\n  c"));
        assert_ne!(unplaced("a @1:2 b"), unplaced("a @1:2 c"));
    }
}
