//! The line editor: history and completion.

use super::session::Session;
use rustyline::completion::{Completer, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{Config, Context, Helper};
use std::path::PathBuf;

const COMMANDS: &[&str] = &[":help", ":load", ":quit", ":type"];

const KEYWORDS: &[&str] = &[
    "assert", "case", "def", "do", "else", "entry", "false", "for", "if", "import", "in", "include", "let",
    "local", "loop", "match", "module", "open", "then", "true", "type", "val", "while", "with",
];

/// A line editor with a history that outlives the session.
pub(super) struct Editor {
    editor: rustyline::Editor<Words, DefaultHistory>,
    history: Option<PathBuf>,
}

impl Editor {
    pub(super) fn new() -> Result<Editor, ReadlineError> {
        let config = Config::builder().auto_add_history(true).build();
        let mut editor = rustyline::Editor::with_config(config)?;
        editor.set_helper(Some(Words::default()));
        let history = std::env::var_os("WINDROW_HISTORY")
            .map(PathBuf::from)
            .or_else(|| std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".windrow_history")));
        if let Some(path) = &history {
            // The first session has none yet.
            let _ = editor.load_history(path);
        }
        Ok(Editor { editor, history })
    }

    /// The next line; nothing at the end; nothing inside if it was interrupted.
    pub(super) fn line(&mut self, more: bool, session: &Session) -> Option<Option<String>> {
        if let Some(words) = self.editor.helper_mut() {
            words.known = session.known().cloned().collect();
        }
        match self.editor.readline(if more { "... " } else { "> " }) {
            Ok(line) => Some(Some(line)),
            Err(ReadlineError::Interrupted) => Some(None),
            Err(_) => None,
        }
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        if let Some(path) = &self.history {
            // A history that cannot be kept is no reason to complain.
            let _ = self.editor.save_history(path);
        }
    }
}

/// Completes names, keywords and commands.
#[derive(Default)]
pub(super) struct Words {
    known: Vec<String>,
}

impl Words {
    /// Where the word in front of the cursor begins, and what it may become.
    pub(super) fn complete_word(&self, line: &str, cursor: usize) -> (usize, Vec<String>) {
        let before = line.get(..cursor).unwrap_or(line);
        if before.starts_with(':') && !before.contains(' ') {
            let found = COMMANDS.iter().filter(|c| c.starts_with(before));
            return (0, found.map(|c| c.to_string()).collect());
        }
        let inside = |c: char| c.is_alphanumeric() || matches!(c, '_' | '\'' | '.');
        let start = before
            .rfind(|c| !inside(c))
            .map_or(0, |at| at + before[at..].chars().next().map_or(1, char::len_utf8));
        let word = &before[start..];
        if word.is_empty() {
            return (start, vec![]);
        }
        let keywords = KEYWORDS.iter().map(|k| k.to_string());
        // Members of modules are offered once the module is there.
        let dots = |name: &str| name.matches('.').count();
        let fits = |name: &String| name.starts_with(word) && dots(name) <= dots(word);
        let mut found: Vec<String> = keywords.chain(self.known.iter().cloned()).filter(fits).collect();
        found.sort();
        found.dedup();
        (start, found)
    }
}

impl Completer for Words {
    type Candidate = Pair;

    fn complete(&self, line: &str, pos: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<Pair>)> {
        let (start, words) = self.complete_word(line, pos);
        let pair = |word: String| Pair { display: word.clone(), replacement: word };
        Ok((start, words.into_iter().map(pair).collect()))
    }
}

impl Hinter for Words {
    type Hint = String;
}
impl Highlighter for Words {}
impl Validator for Words {}
impl Helper for Words {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_keywords_and_commands_are_completed() {
        let known = ["map", "map2", "f64", "f64.sum", "f64.sqrt", "mine"].map(String::from).to_vec();
        let words = Words { known };
        assert_eq!(words.complete_word("f (ma", 5), (3, vec!["map".into(), "map2".into(), "match".into()]));
        assert_eq!(words.complete_word("f64.s", 5), (0, vec!["f64.sqrt".into(), "f64.sum".into()]));
        assert_eq!(words.complete_word(":l", 2), (0, vec![":load".into()]));
        assert_eq!(words.complete_word("1 + ", 4), (4, vec![]));
    }
}
