//! The stanzas of one program on one backend.

use super::super::sources::{SourceError, Sources, compare};
use super::Settings;
use driver::devices::Place;
use driver::stanza::{self, Case, Expected, Stanzas};
use driver::{Backend, Error, Program, Ready};
use rt::Device;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

/// How a case went.
pub(super) enum Outcome {
    /// As expected; perhaps with a remark.
    Passed(Option<String>),
    /// Not as expected.
    Failed(String),
    /// Not tried.
    Skipped(String),
}

/// Why a case has not passed.
enum Trouble {
    Failed(String),
    Skipped(String),
}

impl From<String> for Trouble {
    fn from(text: String) -> Trouble {
        Trouble::Failed(text)
    }
}

impl From<SourceError> for Trouble {
    fn from(error: SourceError) -> Trouble {
        match error {
            SourceError::Wrong(what) => Trouble::Failed(what),
            SourceError::Unsupported(what) => Trouble::Skipped(format!("not supported: {what}")),
        }
    }
}

/// One program on one backend.
pub(super) struct Run<'a> {
    pub(super) file: &'a Path,
    pub(super) backend: Backend,
    /// Whether what the backend refuses runs on the interpreter instead.
    pub(super) anywhere: bool,
    pub(super) device: Option<Arc<dyn Device>>,
    pub(super) settings: &'a Settings,
}

impl Run<'_> {
    /// Runs all cases and tells the line and outcome of each, and before that when the program is compiled.
    pub(super) fn all(&self, tell: &mut dyn FnMut(usize, Outcome), compiled: &dyn Fn()) {
        let name = self.file.display().to_string();
        let text = match std::fs::read_to_string(self.file) {
            Ok(text) => text,
            Err(e) => return tell(0, Outcome::Failed(format!("cannot read {name}: {e}"))),
        };
        let stanzas = match stanza::parse(&text) {
            Ok(stanzas) => stanzas,
            Err(e) => return tell(e.line, Outcome::Failed(e.what)),
        };
        if let Some(why) = self.settings.skips(&stanzas.tags, self.backend) {
            return tell(0, Outcome::Skipped(why));
        }
        let program = Program::from_file_chosen(&name, &self.settings.options.choices);
        if let Some(pattern) = &stanzas.refused {
            return tell(0, self.refusal(pattern, program));
        }
        let program = match program {
            Ok(program) => program,
            Err(e) => return tell(0, Outcome::Failed(e.to_string())),
        };
        for property in &stanzas.properties {
            tell(0, Outcome::Skipped(format!("{property}: properties are not tested yet")));
        }
        if stanzas.cases.is_empty() && stanzas.properties.is_empty() {
            return tell(0, Outcome::Passed(None));
        }
        let place = Place { backend: self.backend, device: self.device.clone(), name: None };
        let mut ready = Ready::later(&program, &place, &self.settings.options);
        let reference = Place { backend: Backend::Interp, device: None, name: None };
        let mut reference = Ready::later(&program, &reference, &self.settings.options);
        let wanted = self.wanted(&program, &stanzas);
        let wanted: Vec<&str> = wanted.iter().map(String::as_str).collect();
        if let Err(e) = ready.prepare(&wanted) {
            return tell(0, Outcome::Failed(e.to_string()));
        }
        if self.anywhere {
            for entry in &wanted {
                if let Some(why) = ready.move_to_interpreter(entry) {
                    eprintln!(
                        "note: {name}: {entry} runs on interp: {} cannot take it: {}",
                        self.backend.name(),
                        why.line()
                    );
                }
            }
        }
        compiled();
        for case in &stanzas.cases {
            self.case(&program, (&mut ready, &mut reference), &stanzas.tags, case, tell);
        }
    }

    /// The entry points that the cases call. Those that only scripts call are compiled when they do.
    fn wanted(&self, program: &Program, stanzas: &Stanzas) -> Vec<String> {
        let runs = |case: &&Case| {
            let tags: Vec<String> = stanzas.tags.iter().chain(&case.tags).cloned().collect();
            self.settings.skips(&tags, self.backend).is_none() && self.settings.lacks(&tags).is_none()
        };
        let cases = stanzas.cases.iter().filter(runs);
        let called: BTreeSet<&String> = cases.flat_map(|case| &case.entries).collect();
        let known = program.entries();
        called
            .into_iter()
            .filter(|e| self.settings.wants_entry(e) && known.contains(&e.as_str()))
            .cloned()
            .collect()
    }

    /// A program that is to be refused.
    fn refusal(&self, pattern: &str, program: Result<Program, Error>) -> Outcome {
        match program {
            Ok(_) => Outcome::Failed("was accepted, but is to be refused".into()),
            Err(e @ Error::Bug(_)) => Outcome::Failed(e.to_string()),
            Err(e) => match matches(pattern, &e.to_string()) {
                Ok(()) => Outcome::Passed(None),
                Err(text) if self.settings.exact => Outcome::Failed(text),
                Err(text) => Outcome::Passed(Some(text)),
            },
        }
    }

    fn case(
        &self,
        program: &Program,
        (ready, reference): (&mut Ready, &mut Ready),
        tags: &[String],
        case: &Case,
        tell: &mut dyn FnMut(usize, Outcome),
    ) {
        let tags: Vec<String> = tags.iter().chain(&case.tags).cloned().collect();
        // A case that the interpreter is not meant to run is not compared with it.
        let compared =
            self.backend != Backend::Interp && self.settings.skips(&tags, Backend::Interp).is_none();
        for entry in case.entries.iter().filter(|e| self.settings.wants_entry(e)) {
            let why = self.settings.skips(&tags, self.backend).or_else(|| self.settings.lacks(&tags));
            let outcome = match why {
                Some(why) => Outcome::Skipped(why),
                None => {
                    match self.entry(program, (ready, compared.then_some(&mut *reference)), case, entry) {
                        Ok(()) => Outcome::Passed(None),
                        Err(Trouble::Failed(text)) => Outcome::Failed(text),
                        Err(Trouble::Skipped(text)) => Outcome::Skipped(text),
                    }
                }
            };
            tell(case.line, outcome);
        }
    }

    /// Runs an entry point on the input of a case. `auto output` is compared with the reference, if there is one.
    fn entry(
        &self,
        program: &Program,
        (ready, reference): (&mut Ready, Option<&mut Ready>),
        case: &Case,
        entry: &str,
    ) -> Result<(), Trouble> {
        let Some(parameters) = program.parameters(entry) else {
            return Err(format!("there is no entry point called {entry}").into());
        };
        let sources = Sources { file: self.file, program };
        let input = sources.values(&case.input, &parameters, ready)?;
        let result = program.fits(entry, &input).and_then(|()| ready.run(entry, &input));
        match (&case.expected, result) {
            (Expected::Anything, Ok(_)) => Ok(()),
            (Expected::Interpreted, Ok(got)) => match reference.map(|reference| reference.run(entry, &input))
            {
                None => Ok(()),
                Some(Ok(expected)) => Ok(compare(&got, &expected, self.settings.tolerance)?),
                Some(Err(e)) => Err(format!("succeeded, but the interpreter does not: {e}").into()),
            },
            (Expected::Anything | Expected::Interpreted | Expected::Values(_), Err(e)) => {
                Err(e.to_string().into())
            }
            (Expected::Error(pattern), Ok(_)) => {
                Err(format!("succeeded, but is to fail with {pattern}").into())
            }
            (
                Expected::Error(pattern),
                Err(e @ (Error::Failure(_) | Error::Argument(_) | Error::Value(_))),
            ) => Ok(matches(pattern, &e.to_string())?),
            (Expected::Error(_), Err(e)) => Err(e.to_string().into()),
            (Expected::Values(source), Ok(got)) => {
                let types: Vec<_> = got.iter().map(|v| (v.elem, v.lens.len())).collect();
                let expected = sources.values(source, &types, ready)?;
                Ok(compare(&got, &expected, self.settings.tolerance)?)
            }
        }
    }
}

fn matches(pattern: &str, text: &str) -> Result<(), String> {
    match regex_lite::Regex::new(pattern) {
        Err(e) => Err(format!("{pattern} is no regular expression: {e}")),
        // Futhark's messages end in a full stop, which patterns may ask for.
        Ok(regex) if regex.is_match(text) || regex.is_match(&format!("{text}.")) => Ok(()),
        Ok(_) => Err(format!("expected a message that matches {pattern}, got: {text}")),
    }
}
