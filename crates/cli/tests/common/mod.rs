//! Running the `windrow` command and looking at what it says.

#![allow(dead_code)] // Not every file of tests uses all of it.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

pub(crate) struct Outcome {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Runs the command in the root of the repository.
pub(crate) fn windrow(args: &[&str], input: &[u8]) -> Outcome {
    let mut command = Command::new(env!("CARGO_BIN_EXE_windrow"));
    command.args(args).current_dir(root());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the command starts");
    let mut stdin = child.stdin.take().expect("a standard input");
    // A command that refuses its arguments does not read.
    let _ = stdin.write_all(input);
    drop(stdin);
    let output = child.wait_with_output().expect("the command ends");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).to_string();
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    let code = output.status.code().unwrap_or_else(|| panic!("{args:?} was killed\n{err}"));
    for word in ["panicked", "bug in windrow"] {
        assert!(!err.contains(word) && !out.contains(word), "{args:?}: {word}\n{out}{err}");
    }
    Outcome { code, out, err }
}

pub(crate) fn succeeds(args: &[&str], input: &str) -> String {
    let outcome = windrow(args, input.as_bytes());
    assert_eq!(outcome.code, 0, "{args:?}\n{}{}", outcome.out, outcome.err);
    outcome.out
}

/// Fails with this code and says all of `parts`.
pub(crate) fn fails(code: i32, args: &[&str], input: &str, parts: &[&str]) {
    let outcome = windrow(args, input.as_bytes());
    assert_eq!(outcome.code, code, "{args:?}\n{}{}", outcome.out, outcome.err);
    for part in parts {
        assert!(outcome.err.contains(part), "{args:?}: no {part:?} in\n{}", outcome.err);
    }
}

/// A file in a folder of its own, which goes when the test ends.
pub(crate) struct Scratch {
    pub(crate) path: String,
    _folder: tempfile::TempDir,
}

impl std::ops::Deref for Scratch {
    type Target = String;
    fn deref(&self) -> &String {
        &self.path
    }
}

pub(crate) fn scratch(name: &str, bytes: &[u8]) -> Scratch {
    let folder = tempfile::tempdir().expect("the temporary folder can be written");
    let path = folder.path().join(name);
    fs::write(&path, bytes).expect("a new folder can be written");
    Scratch { path: path.display().to_string(), _folder: folder }
}

/// Whether the device of a backend is there.
pub(crate) fn has(backend: &str) -> bool {
    let devices = succeeds(&["devices"], "");
    devices.lines().any(|line| line.starts_with(backend) && !line.contains("not there"))
}
