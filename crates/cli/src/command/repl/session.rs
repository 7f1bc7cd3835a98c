//! What a session knows, apart from the terminal.
//!
//! Every definition is a file of its own that opens the one before it and is imported by the next, so that a name may be defined
//! again and what used it before keeps its meaning.

use super::super::interrupt::interruptible;
use base::diag::{Diagnostic, SourceFile};
use driver::devices::Place;
use driver::{Error, Options, Program, guarded};
use front::session::{Input, classify, names, prelude_names, type_of};
use regex_lite::{Captures, Regex};

/// What an expression is called while it is evaluated.
const RESULT: &str = "it";

/// What came of an input.
pub(super) enum Reply {
    /// It is not complete.
    Incomplete,
    /// There is nothing to say.
    Nothing,
    /// A value.
    Text(String),
    /// What is wrong.
    Error(String),
}

pub(super) struct Session {
    /// Where expressions are evaluated.
    context: windrow::Context,
    /// The definitions in order, each as the text of a file.
    files: Vec<String>,
    /// The names they define.
    names: Vec<String>,
    prelude: std::sync::OnceLock<Vec<String>>,
}

impl Session {
    /// A session without definitions.
    pub(super) fn new(place: Place, options: Options) -> Result<Session, String> {
        let context = windrow::Context::from_driver(place, options).map_err(|e| e.render(false))?;
        Ok(Session { context, files: vec![], names: vec![], prelude: std::sync::OnceLock::new() })
    }

    /// Takes an input. `last` is whether nothing more will come.
    pub(super) fn enter(&mut self, text: &str, last: bool) -> Reply {
        match guarded(|| classify(text)) {
            Ok(Input::Nothing) => Reply::Nothing,
            Ok(Input::Incomplete) if !last => Reply::Incomplete,
            Ok(Input::Declarations) => {
                let declarations = if text.trim_start().starts_with("import") {
                    // An import is local to its file; here it is to last.
                    format!("open {}", text.trim_start())
                } else {
                    text.to_string()
                };
                match self.declare(&declarations) {
                    Ok(()) => Reply::Nothing,
                    Err(text) => Reply::Error(text),
                }
            }
            Ok(Input::Expression | Input::Incomplete) => match self.evaluate(text) {
                Ok(text) => Reply::Text(text),
                Err(text) => Reply::Error(text),
            },
            Ok(Input::Wrong(diagnostics)) => {
                let name = self.name().trim_end_matches(".fut").to_string();
                let files = vec![SourceFile { name, text: text.to_string() }];
                Reply::Error(Error::Source { files, diagnostics }.to_string())
            }
            Err(error) => Reply::Error(error.to_string()),
        }
    }

    /// Makes the definitions of a file known.
    pub(super) fn load(&mut self, path: &str) -> Result<(), String> {
        let text = std::fs::read_to_string(path).map_err(|e| format!("error: cannot read {path}: {e}"))?;
        let stem = path.strip_suffix(".fut").unwrap_or(path);
        if stem == path {
            return Err(format!("error: {path} is no program: its name does not end in .fut"));
        }
        self.declare(&format!("open import \"{stem}\""))?;
        self.names.extend(names(&text));
        Ok(())
    }

    /// The type of an expression.
    pub(super) fn type_of(&self, text: &str) -> Result<String, String> {
        if text.is_empty() {
            return Err("error: the type of which expression?".into());
        }
        if let Input::Wrong(diagnostics) = classify(text) {
            let name = self.name().trim_end_matches(".fut").to_string();
            let files = vec![SourceFile { name, text: text.to_string() }];
            return Err(Error::Source { files, diagnostics }.to_string());
        }
        let prefix = self.expression();
        let file = SourceFile { name: self.name(), text: format!("{prefix}{text}") };
        let result = guarded(|| type_of(file, RESULT, &|path| self.read(path))).map_err(|e| e.to_string())?;
        result.map_err(|(files, diagnostics)| self.explain(Error::Source { files, diagnostics }, &prefix))
    }

    /// The names that may be completed.
    pub(super) fn known(&self) -> impl Iterator<Item = &String> + '_ {
        self.prelude.get_or_init(prelude_names).iter().chain(&self.names)
    }

    fn declare(&mut self, text: &str) -> Result<(), String> {
        let prefix = self.opening();
        let file = format!("{prefix}{text}");
        let checked = Program::from_source_with(&self.name(), &file, &|path| self.read(path));
        checked.map_err(|e| self.explain(e, &prefix))?;
        self.files.push(file);
        self.names.extend(names(text));
        Ok(())
    }

    fn evaluate(&self, text: &str) -> Result<String, String> {
        let prefix = self.expression();
        let file = format!("{prefix}{text}");
        let explain = |e: Error| self.explain(e, &prefix);
        let program = match Program::from_source_with(&self.name(), &file, &|path| self.read(path)) {
            Ok(program) => program,
            // A function has no text, but a type.
            Err(Error::Source { diagnostics, .. }) if diagnostics.iter().all(|d| d.id == "entry-type") => {
                return self.type_of(text).map(|ty| format!("a value of type {ty}"));
            }
            Err(error) => return Err(explain(error)),
        };
        if program.interface(RESULT).is_none_or(|i| !i.args.is_empty()) {
            return self.type_of(text).map(|ty| format!("a value of type {ty}"));
        }
        let explain = |e: windrow::Error| self.positioned(&e.render(false), &prefix);
        let module = self.context.load(&windrow::Program::from_driver(program)).map_err(explain)?;
        let entry = module.entry(RESULT).map_err(explain)?;
        let value: Result<windrow::Value, windrow::Error> = match self.context.backend() {
            // The interpreter does not look whether it should stop: Ctrl-C ends the process.
            windrow::Backend::Interp => entry.call(()),
            _ => interruptible(|stop| entry.call_until((), stop)),
        };
        value.map(|value| value.to_string()).map_err(explain)
    }

    /// The name of the next file.
    fn name(&self) -> String {
        format!("[{}].fut", self.files.len() + 1)
    }
    /// The line in front of the text of the next file.
    fn opening(&self) -> String {
        match self.files.len() {
            0 => "\n".to_string(),
            last => format!("open import \"[{last}]\"\n"),
        }
    }
    /// What stands in front of an expression in the file that evaluates it.
    fn expression(&self) -> String {
        format!("{}entry {RESULT} =\n", self.opening())
    }
    fn read(&self, path: &str) -> Result<String, String> {
        let number = path.strip_prefix('[').and_then(|rest| rest.strip_suffix("].fut"));
        match number.and_then(|n| n.parse::<usize>().ok()).and_then(|n| self.files.get(n.wrapping_sub(1))) {
            Some(text) => Ok(text.clone()),
            None => std::fs::read_to_string(path).map_err(|e| e.to_string()),
        }
    }

    /// An error in words, with positions as the user counts them: without the lines in front of what was typed.
    fn explain(&self, error: Error, prefix: &str) -> String {
        match error {
            Error::Source { mut files, mut diagnostics } => {
                let own = self.name();
                for (i, file) in files.iter_mut().enumerate() {
                    let skip = if file.name == own {
                        prefix.len()
                    } else if file.name.starts_with('[') {
                        file.text.find('\n').map_or(0, |at| at + 1)
                    } else {
                        continue;
                    };
                    file.text = file.text.get(skip..).unwrap_or("").to_string();
                    shift(&mut diagnostics, i, skip as u32);
                    file.name = file.name.trim_end_matches(".fut").to_string();
                }
                Error::Source { files, diagnostics }.to_string()
            }
            other => self.positioned(&other.to_string(), prefix),
        }
    }

    /// A message with positions as the user counts them.
    fn positioned(&self, text: &str, prefix: &str) -> String {
        let Ok(position) = Regex::new(r"\[(\d+)\]\.fut:(\d+):") else { return text.to_string() };
        let lines = prefix.matches('\n').count();
        let number = |c: &Captures, i: usize| c[i].parse::<usize>().unwrap_or(0);
        let replaced = position.replace_all(text, |c: &Captures| {
            let skip = if number(c, 1) > self.files.len() { lines } else { 1 };
            format!("[{}]:{}:", &c[1], number(c, 2).saturating_sub(skip))
        });
        replaced.into_owned()
    }
}

/// Moves the labels in a file by so many bytes to the front.
fn shift(diagnostics: &mut [Diagnostic], file: usize, by: u32) {
    for label in diagnostics.iter_mut().flat_map(|d| &mut d.labels) {
        if usize::from(label.span.file) == file {
            label.span.lo = label.span.lo.saturating_sub(by);
            label.span.hi = label.span.hi.saturating_sub(by);
        }
    }
}
