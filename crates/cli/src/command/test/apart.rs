//! A program that is tested in a process of its own.
//!
//! In one process a driver compiles one program after the other, and lets no other program run meanwhile: many programs on
//! a device would wait for each other until they are given up. A process also ends with all its threads where a
//! program does not.

use super::TestArgs;
use super::schedule::Report;
use driver::devices::Place;
use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;

/// The environment that processes are started with.
///
/// It is taken before a device is opened: OpenCL's loader cuts `OCL_ICD_FILENAMES` to its first name while it reads it, and a
/// process that inherits that sees the devices of one platform only.
pub(super) struct Environment(Vec<(OsString, OsString)>);

impl Environment {
    pub(super) fn now() -> Environment {
        Environment(std::env::vars_os().collect())
    }

    fn give(&self, command: &mut Command) {
        command.env_clear().envs(self.0.iter().map(|(name, value)| (name, value)));
    }
}

/// The options that the processes of one run of `windrow test` have in common.
pub(super) struct Apart {
    backend: &'static str,
    options: Vec<String>,
    environment: Arc<Environment>,
}

impl Apart {
    /// The options as they were given, without programs; all on one device.
    pub(super) fn of(
        args: &TestArgs,
        place: &Place,
        anywhere: bool,
        environment: &Arc<Environment>,
    ) -> Apart {
        let mut options = args.execute.given();
        let mut named = |name: &str, values: &[String]| {
            values.iter().for_each(|value| options.extend([name.to_string(), value.clone()]));
        };
        named("--exclude", &args.exclude);
        named("--include", &args.include);
        named("--entry", &args.entry);
        named("--tolerance", &[args.tolerance.to_string()]);
        named("--timeout", &[args.timeout.to_string()]);
        named("--optimise", &[args.optimise.to_string()]);
        let flags = [("--match", args.exact), ("--verbose", args.verbose), ("--guard", args.guard)];
        options.extend(flags.iter().filter(|(_, given)| *given).map(|(name, _)| name.to_string()));
        // By its whole name: it is an error if the process finds another.
        let device = place.name.clone().or_else(|| place.device.as_ref().map(|d| d.info().listed.clone()));
        device.into_iter().for_each(|name| options.extend(["--device".to_string(), name]));
        let backend = if anywhere { "auto" } else { place.backend.name() };
        Apart { backend, options, environment: environment.clone() }
    }

    /// Tests a program; or says why that was not possible.
    pub(super) fn run(&self, file: &Path) -> Result<Report, String> {
        let own = std::env::current_exe().map_err(|e| format!("no process to run in: {e}"))?;
        let mut command = Command::new(own);
        self.environment.give(&mut command);
        command.args(["test", "--concurrency", "1", "--backend", self.backend]).args(&self.options);
        // A program may be called like an option.
        let output = command.arg("--").arg(file).stdin(Stdio::null()).output();
        let output = output.map_err(|e| format!("no process to run in: {e}"))?;
        let text = String::from_utf8_lossy(&output.stdout);
        report(&text).ok_or_else(|| {
            let said = String::from_utf8_lossy(&output.stderr);
            format!("the test stopped ({}) {}", output.status, said.trim_end())
        })
    }
}

/// What the output of `windrow test` says.
fn report(text: &str) -> Option<Report> {
    let mut lines: Vec<String> = text.lines().map(String::from).collect();
    let last = lines.pop()?;
    let mut counts = last.split(", ").zip(["passed", "failed", "skipped"]).map(|(part, word)| {
        let (count, own) = part.split_once(' ')?;
        count.parse().ok().filter(|_| own == word)
    });
    let mut count = || counts.next().flatten();
    Some(Report { passed: count()?, failed: count()?, skipped: count()?, lines })
}

#[cfg(test)]
mod tests {
    use super::{Environment, report};
    use std::process::Command;

    #[test]
    fn processes_get_the_environment_that_was_taken() {
        let Some(env) = ["/usr/bin/env", "/bin/env"].into_iter().find(|p| std::path::Path::new(p).exists())
        else {
            return println!("skipped: no `env` here");
        };
        let taken = Environment(vec![("OCL_ICD_FILENAMES".into(), "a.so:b.so".into())]);
        let mut command = Command::new(env);
        // What is cut meanwhile does not count.
        taken.give(command.env("OCL_ICD_FILENAMES", "a.so").env("OTHER", "1"));
        let output = command.output().expect("env runs");
        assert_eq!(String::from_utf8_lossy(&output.stdout), "OCL_ICD_FILENAMES=a.so:b.so\n");
    }

    #[test]
    fn a_report_is_read_back() {
        let read = report("a.fut:3 [cuda]: wrong\n12 passed, 1 failed, 0 skipped\n").expect("a report");
        assert_eq!((read.passed, read.failed, read.skipped), (12, 1, 0));
        assert_eq!(read.lines, ["a.fut:3 [cuda]: wrong"]);
        for text in ["", "12 passed\n", "x passed, 1 failed, 0 skipped", "killed"] {
            assert!(report(text).is_none(), "{text}");
        }
    }
}
