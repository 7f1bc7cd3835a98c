//! `windrow test`: runs the stanzas of programs.

use super::{CompileArgs, parse_backend};
use crate::backend::{Backend, Ready};
use crate::error::Error;
use crate::pipeline::{Blind, Options};
use crate::program::Program;
use crate::stanza::{self, Case, Expected, Source};
use clap::Args;
use ir::Value;
use rt::Device;
use std::path::{Path, PathBuf};
use std::sync::Arc;

#[derive(Args)]
pub(super) struct TestArgs {
    /// Programs, or folders of them.
    #[arg(required = true)]
    paths: Vec<String>,
    /// Where to run; may be given several times.
    #[arg(short, long, default_value = "auto", value_parser = parse_backend)]
    backend: Vec<Backend>,
    /// Relative tolerance of floating-point results.
    #[arg(long, default_value_t = 1e-6)]
    tolerance: f64,
    #[command(flatten)]
    compile: CompileArgs,
}

#[derive(Default)]
struct Count {
    passed: usize,
    failed: usize,
    skipped: usize,
}

pub(super) fn test(args: &TestArgs) -> Result<bool, String> {
    let options = args.compile.options()?;
    let mut files = vec![];
    for path in &args.paths {
        collect(Path::new(path), &mut files).map_err(|e| format!("error: cannot read {path}: {e}"))?;
    }
    files.sort();
    let mut count = Count::default();
    for backend in &args.backend {
        let device = match backend.open() {
            Ok(device) => device,
            Err(e) => {
                eprintln!("skipped: backend {}: {e}", backend.name());
                count.skipped += files.len();
                continue;
            }
        };
        for file in &files {
            let run = Run { file, backend: *backend, device: device.clone(), options: &options, args };
            run.file(&mut count);
        }
    }
    println!("{} passed, {} failed, {} skipped", count.passed, count.failed, count.skipped);
    Ok(count.failed == 0)
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    if path.is_dir() {
        for entry in std::fs::read_dir(path)? {
            let entry = entry?.path();
            if entry.is_dir() || entry.extension().is_some_and(|e| e == "fut") {
                collect(&entry, files)?;
            }
        }
    } else {
        std::fs::metadata(path)?;
        files.push(path.to_path_buf());
    }
    Ok(())
}

/// One program on one backend.
struct Run<'a> {
    file: &'a Path,
    backend: Backend,
    device: Option<Arc<dyn Device>>,
    options: &'a Options,
    args: &'a TestArgs,
}

impl Run<'_> {
    fn file(&self, count: &mut Count) {
        let name = self.file.display().to_string();
        let text = match std::fs::read_to_string(self.file) {
            Ok(text) => text,
            Err(e) => return self.fail(count, 0, &format!("cannot read {name}: {e}")),
        };
        let stanzas = match stanza::parse(&text) {
            Ok(stanzas) => stanzas,
            Err(e) => return self.fail(count, e.line, &e.what),
        };
        let program = Program::from_source(&name, &text);
        if let Some(pattern) = &stanzas.refused {
            return match program {
                Ok(_) => self.fail(count, 0, "was accepted, but is to be refused"),
                Err(e) => self.judge(count, 0, matches(pattern, &e.to_string())),
            };
        }
        let program = match program {
            Ok(program) => program,
            Err(e) => return self.fail(count, 0, &e.to_string()),
        };
        if stanzas.cases.is_empty() {
            count.passed += 1;
            return;
        }
        let device = self.device.clone();
        match Ready::on(&program, self.backend, device, self.options, &mut Blind) {
            Err(e) => self.fail(count, 0, &e.to_string()),
            Ok(mut ready) => {
                for case in &stanzas.cases {
                    for entry in &case.entries {
                        let outcome = self.case(&program, &mut ready, case, entry);
                        self.judge(count, case.line, outcome);
                    }
                }
            }
        }
    }

    fn case(&self, program: &Program, ready: &mut Ready, case: &Case, entry: &str) -> Result<(), String> {
        let Some(parameters) = program.parameters(entry) else {
            return Err(format!("there is no entry point called {entry}"));
        };
        let input = self.values(&case.input, Some(&parameters))?;
        let result = ready.run(entry, &input);
        match (&case.expected, result) {
            (Expected::Anything, Ok(_)) => Ok(()),
            (Expected::Anything | Expected::Values(_), Err(e)) => Err(e.to_string()),
            (Expected::Error(pattern), Ok(_)) => Err(format!("succeeded, but is to fail with {pattern}")),
            (Expected::Error(pattern), Err(e @ (Error::Failure(_) | Error::Value(_)))) => {
                matches(pattern, &e.to_string())
            }
            (Expected::Error(_), Err(e)) => Err(e.to_string()),
            (Expected::Values(source), Ok(got)) => {
                let types: Vec<_> = got.iter().map(|v| (v.elem, v.lens.len())).collect();
                let expected = self.values(source, Some(&types))?;
                if got.len() != expected.len() {
                    return Err(format!("got {} values, expected {}", got.len(), expected.len()));
                }
                for (i, (got, expected)) in got.iter().zip(&expected).enumerate() {
                    rt::text::approx_equal(got, expected, self.args.tolerance)
                        .map_err(|e| format!("result {i}: {e}"))?;
                }
                Ok(())
            }
        }
    }

    fn values(
        &self,
        source: &Source,
        types: Option<&[(base::ScalarType, usize)]>,
    ) -> Result<Vec<Value>, String> {
        let text = match source {
            Source::Text(text) => text.clone(),
            Source::File(name) => {
                let path = self.file.parent().unwrap_or(Path::new(".")).join(name);
                std::fs::read_to_string(&path).map_err(|e| format!("cannot read {}: {e}", path.display()))?
            }
        };
        rt::text::parse_values(&text, types).map_err(|e| format!("value: {e}"))
    }

    fn judge(&self, count: &mut Count, line: usize, outcome: Result<(), String>) {
        match outcome {
            Ok(()) => count.passed += 1,
            Err(text) => self.fail(count, line, &text),
        }
    }

    fn fail(&self, count: &mut Count, line: usize, text: &str) {
        count.failed += 1;
        println!("{}:{line} [{}]: {text}", self.file.display(), self.backend.name());
    }
}

fn matches(pattern: &str, text: &str) -> Result<(), String> {
    match regex_lite::Regex::new(pattern) {
        Err(e) => Err(format!("{pattern} is no regular expression: {e}")),
        Ok(regex) if regex.is_match(text) => Ok(()),
        Ok(_) => Err(format!("expected a message that matches {pattern}, got: {text}")),
    }
}
