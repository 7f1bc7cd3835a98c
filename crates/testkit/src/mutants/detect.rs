//! The tests that may notice a mutation, the quickest first.

use super::build::Built;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A test of the copy.
pub(super) struct Detector {
    pub(super) name: &'static str,
    executable: PathBuf,
    args: Vec<String>,
    folder: PathBuf,
    cache: PathBuf,
}

/// All tests, in the order in which they are tried.
pub(super) fn detectors(built: &Built) -> Result<Vec<Detector>, String> {
    let cache = built.scratch.join("cache");
    let make = |name: &'static str, target: &str, args: &[&str]| {
        let Some(executable) = built.executables.get(target).cloned() else {
            return Err(format!("error: cargo built no {target}"));
        };
        let args = args.iter().map(|arg| arg.to_string()).collect();
        Ok(Detector { name, executable, args, folder: built.sources.clone(), cache: cache.clone() })
    };
    let out = built.scratch.join("fuzz").display().to_string();
    let fuzz = |backends, count, seed| {
        let fixed =
            ["fuzz", "--jobs", "1", "--shrink", "0", "--findings", "1", "--patience", "60", "--out", &out];
        [&fixed[..], &["--backends", backends, "--entries", "1", "--count", count, "--seed", seed]].concat()
    };
    let programs = ["test", "tests/run", "-b", "native", "--exclude", "interp_only", "--timeout", "10"];
    Ok(vec![
        make("file tests", "files", &["passes_do_what_their_files_say"])?,
        make("counts in texts", "yardstick", &["counts_are_as_recorded"])?,
        make("random programs", "testkit", &fuzz("interp", "40", "1"))?,
        make("the spine", "spine", &[])?,
        make("programs on native", "windrow", &programs)?,
        make("counts of work", "yardstick", &["work_is_as_recorded"])?,
        make("counts of runs", "yardstick", &["runs_are_as_recorded"])?,
        make("more random programs", "testkit", &fuzz("interp,native", "60", "1001"))?,
    ])
}

impl Detector {
    /// Whether the test fails, or takes too long, with a mutation switched on.
    pub(super) fn notices(&self, mutation: Option<usize>, patience: Duration) -> Result<bool, String> {
        let mut command = Command::new(&self.executable);
        command.args(&self.args).current_dir(&self.folder).env_remove("BLESS");
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        // PoCL compiles slowly, and what it compiles came out of the same passes.
        command.env("OCL_ICD_VENDORS", "/nonexistent");
        // What a mutation does not change is compiled once.
        command.env("WINDROW_CACHE", &self.cache);
        if let Some(number) = mutation {
            command.env("WINDROW_MUTATION", number.to_string());
        }
        let failed = |e: std::io::Error| format!("error: {}: {e}", self.executable.display());
        let mut child = command.spawn().map_err(failed)?;
        let begin = Instant::now();
        loop {
            if let Some(status) = child.try_wait().map_err(failed)? {
                return Ok(!status.success());
            }
            if begin.elapsed() > patience {
                child.kill().and_then(|()| child.wait()).map_err(failed)?;
                return Ok(true);
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}
