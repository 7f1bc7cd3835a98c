//! The formatter: the same tokens and comments with other spaces and lines between them.
//!
//! ```text
//! text --parse--> tokens, marks --tree--> pieces of syntax --layout--> Doc --print--> text
//! ```
//!
//! The lines are mostly the user's: where a piece of syntax may break and is broken in the input, it stays broken; what
//! stands on one line stays there unless it is longer than [`WIDTH`]. Indentation and spaces are ours. So a second run
//! finds every line where the first one put it.
//!
//! Postcondition: the result has the same tokens and comments and the same syntax tree as the input. That is checked
//! before anything is returned.

mod doc;
mod layout;
mod print;
mod space;
mod tree;
mod trivia;

#[cfg(test)]
mod tests;

use crate::parse::{Parsed, parse};
use base::diag::{Diagnostic, SourceFile, Span};
use trivia::Trivia;

/// The longest line that is made, where there is a choice.
const WIDTH: usize = 100;

/// Formats a program. A program with syntax errors is not formatted.
pub fn format(file: &SourceFile) -> Result<String, Vec<Diagnostic>> {
    crate::on_large_stack(|| formatted(&file.text, false)).unwrap_or_else(|error| Err(vec![error]))
}

/// The same; `intrinsics` allows what only the prelude may write.
fn formatted(text: &str, intrinsics: bool) -> Result<String, Vec<Diagnostic>> {
    let before = parsed(text, intrinsics)?;
    let trivia = Trivia::new(text, &before.tokens);
    let tree = tree::build(&before.marks, before.tokens.len() - 1);
    let doc = layout::Layout { text, tokens: &before.tokens, trivia: &trivia }.file(&tree);
    let result = print::print(&doc, text, &before.tokens, &trivia);
    match parsed(&result, intrinsics) {
        Ok(after) if same(text, &before, &result, &after) => Ok(result),
        Ok(_) | Err(_) => Err(vec![
            Diagnostic::error("format", "formatting would change what this program means")
                .label(Span { file: 0, lo: 0, hi: 0 }, "it is left as it is")
                .note("this is a bug in windrow; please report it with the program"),
        ]),
    }
}

fn parsed(text: &str, intrinsics: bool) -> Result<Parsed, Vec<Diagnostic>> {
    let parsed = parse(0, text, &mut 0, intrinsics);
    if parsed.errors.is_empty() { Ok(parsed) } else { Err(parsed.errors) }
}

/// Whether two texts have the same tokens, comments, and syntax trees.
fn same(text: &str, before: &Parsed, result: &str, after: &Parsed) -> bool {
    let tokens = |text: &str, parsed: &Parsed| -> Vec<String> {
        parsed.tokens.iter().map(|t| text[t.span.lo as usize..t.span.hi as usize].to_string()).collect()
    };
    let comments = |text: &str, parsed: &Parsed| -> Vec<String> {
        let trivia = Trivia::new(text, &parsed.tokens);
        trivia.all().map(|c| c.text(text).to_string()).collect()
    };
    tokens(text, before) == tokens(result, after)
        && comments(text, before) == comments(result, after)
        && before.marks == after.marks
        && without_positions(&format!("{:?}", before.decs)) == without_positions(&format!("{:?}", after.decs))
}

/// A tree in the notation of `Debug` without its spans. Expressions are numbered alike in equal trees.
fn without_positions(tree: &str) -> String {
    let mut result = String::with_capacity(tree.len());
    let mut parts = tree.split("Span {");
    result.push_str(parts.next().unwrap_or_default());
    for part in parts {
        result.push_str(part.split_once('}').map_or("", |(_, rest)| rest));
    }
    result
}
