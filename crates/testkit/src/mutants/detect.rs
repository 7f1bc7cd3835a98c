//! The tests that may notice a mutation, the quickest first.

use super::build::Built;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A test of the copy.
pub(super) struct Detector {
    pub(super) name: String,
    /// Whether it sees what lowering does.
    pub(super) lowers: bool,
    executable: PathBuf,
    args: Vec<String>,
    folder: PathBuf,
    cache: PathBuf,
}

/// All tests, in the order in which they are tried.
pub(super) fn detectors(built: &Built) -> Result<Vec<Detector>, String> {
    let cache = built.scratch.join("cache");
    let make = |name: &str, lowers: bool, target: &str, args: &[&str]| -> Result<Detector, String> {
        let executable = built.executable(target)?;
        let (name, args) = (name.to_string(), args.iter().map(|arg| arg.to_string()).collect());
        Ok(Detector { name, lowers, executable, args, folder: built.sources.clone(), cache: cache.clone() })
    };
    let out = built.scratch.join("fuzz").display().to_string();
    let fuzz = |backends, count, seed| {
        let fixed =
            ["fuzz", "--jobs", "1", "--shrink", "0", "--findings", "1", "--patience", "60", "--out", &out];
        [&fixed[..], &["--backends", backends, "--entries", "1", "--count", count, "--seed", seed]].concat()
    };
    let programs = ["test", "tests/run", "-b", "native", "--guard", "--timeout", "10"];
    let simulated = [
        "test",
        "tests/run/tiles.fut",
        "tests/run/tile_borders.fut",
        "tests/run/small_accumulators.fut",
        "tests/run/quiet_checks.fut",
        "tests/run/neighbours.fut",
        "tests/run/dealt_rows.fut",
        "tests/run/columns.fut",
        "-b",
        "kernel",
        "--timeout",
        "60",
    ];
    let cut = [
        "test",
        "tests/spine",
        "tests/run/scans_long.fut",
        "-b",
        "kernel",
        "--no",
        "look_back",
        "--timeout",
        "60",
    ];
    let by = |by| {
        [
            "test",
            "tests/run/schedules.fut",
            "tests/run/positions.fut",
            "-b",
            "kernel",
            "--by",
            by,
            "--timeout",
            "60",
        ]
    };
    Ok(vec![
        make("file tests", true, "testkit", &["files", "tests/ir"])?,
        make("tests of ownership", false, "own", &[])?,
        make("tests of updates", false, "in_place", &[])?,
        make("counts in texts", true, "yardstick", &["counts_are_as_recorded"])?,
        make("the spine", true, "spine", &[])?,
        make("programs on kernel", true, "windrow", &simulated)?,
        make("programs by rows", true, "windrow", &by("rows(3)"))?,
        make("programs by lanes", true, "windrow", &by("lanes(4)"))?,
        make("programs in two passes", true, "windrow", &cut)?,
        make("random programs", false, "testkit", &fuzz("interp", "40", "1"))?,
        make("programs on native", true, "windrow", &programs)?,
        make("counts of runs", true, "yardstick", &["runs_are_as_recorded"])?,
        make("counts of work", false, "yardstick", &["work_is_as_recorded"])?,
        make("random programs on native", true, "testkit", &fuzz("interp,native", "24", "1001"))?,
    ])
}

impl Detector {
    /// One IR file test, or the cases of one program on native.
    pub(super) fn file(built: &Built, path: &str) -> Result<Detector, String> {
        let (target, args) = match path.starts_with("tests/ir/") {
            true => ("testkit", vec!["files", path]),
            false => ("windrow", vec!["test", path, "-b", "native", "--timeout", "10"]),
        };
        let args = args.into_iter().map(str::to_string).collect();
        let (folder, cache) = (built.sources.clone(), built.scratch.join("cache"));
        let executable = built.executable(target)?;
        Ok(Detector { name: path.to_string(), lowers: true, executable, args, folder, cache })
    }

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
