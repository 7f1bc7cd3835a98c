//! `windrow build`: executables stand alone and have the command line of Futhark's.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const PROGRAM: &str = "\
entry sums [n] (xss: [n][?]i64): [n]i64 = map i64.sum xss

entry at [n] (xs: [n]i64) (i: i64): i64 = xs[i]
";

/// A folder with a program and its executable, without anything that a compiler would need.
struct Built {
    folder: tempfile::TempDir,
}

fn windrow(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_windrow"));
    command.args(args).current_dir(folder).output().expect("the command starts")
}

fn build(program: &str, args: &[&str]) -> Built {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("p.fut"), program).expect("the program is written");
    let output = windrow(folder.path(), &[&["build", "p.fut"], args].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(text(&output.stdout), "");
    fs::remove_file(folder.path().join("p.fut")).expect("the program goes");
    Built { folder }
}

impl Built {
    /// Runs the executable where neither a compiler nor windrow is found.
    fn run(&self, args: &[&str], input: &[u8]) -> Output {
        let mut command = Command::new(self.folder.path().join("p"));
        command.env("PATH", "/nowhere").env("CC", "/nowhere/cc");
        self.start(command, args, input)
    }

    fn start(&self, mut command: Command, args: &[&str], input: &[u8]) -> Output {
        command.args(args).current_dir(self.folder.path());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the executable starts");
        // One that refuses its arguments does not read.
        let _ = child.stdin.take().expect("a standard input").write_all(input);
        child.wait_with_output().expect("the executable ends")
    }

    fn succeeds(&self, args: &[&str], input: &[u8]) -> Vec<u8> {
        let output = self.run(args, input);
        assert!(output.status.success(), "{args:?}: {}", text(&output.stderr));
        output.stdout
    }

    fn fails(&self, code: i32, args: &[&str], input: &[u8], part: &str) {
        let output = self.run(args, input);
        assert_eq!(output.status.code(), Some(code), "{args:?}: {}", text(&output.stdout));
        let said = text(&output.stderr);
        assert!(said.contains(part) && output.stdout.is_empty(), "{args:?}: {said}");
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).to_string()
}

#[test]
fn an_executable_stands_alone() {
    let built = build(PROGRAM, &[]);
    assert_eq!(text(&built.succeeds(&["-e", "sums"], b"[[1, 2], [], [4]]")), "[3i64, 0i64, 4i64]\n");
    let binary = built.succeeds(&["-e", "sums", "-b"], b"[[1, 2], []]");
    assert!(binary.starts_with(b"b\x02\x01 i64\x02"), "{binary:?}");
    // What is written can be read.
    let input = [&binary[..], b" 0"].concat();
    assert_eq!(text(&built.succeeds(&["--entry-point", "at"], &input)), "3i64\n");
    assert_eq!(built.succeeds(&["-e", "sums", "-n"], b"[[1]]"), b"");
    let help = text(&built.succeeds(&["--help"], b""));
    for option in ["-e", "-r", "-t", "-b", "-n", "--write-runtime-to", "--no-print-result"] {
        assert!(help.contains(option), "{option}: {help}");
    }
}

#[test]
fn runs_are_timed_one_a_line() {
    let built = build(PROGRAM, &[]);
    let times = || fs::read_to_string(built.folder.path().join("times")).expect("times");
    assert_eq!(text(&built.succeeds(&["-e", "sums", "-r", "5", "-t", "times"], b"[[7]]")), "[7i64]\n");
    assert_eq!(times().lines().filter(|line| line.parse::<u64>().is_ok()).count(), 5, "{}", times());
    assert_eq!(times().lines().count(), 5);
    built.succeeds(&["-e", "sums", "-t", "times", "-n"], b"[[7]]");
    assert_eq!(times().lines().count(), 1);
    built.fails(2, &["-r", "0"], b"", "invalid value");
    built.fails(1, &["-e", "sums", "-t", "no/such/folder"], b"[[7]]", "cannot write no/such/folder");
}

#[test]
fn failures_say_what_and_where() {
    let built = build(PROGRAM, &[]);
    built.fails(1, &["-e", "at"], b"[1, 2] 7", "p.fut:3:");
    built.fails(1, &["-e", "at"], b"[1, 2]", "at takes 2 values, got 1; in order: xs: []i64, i: i64");
    built.fails(1, &["-e", "at"], b"[1, 2] x", "standard input: 1:8");
    built.fails(1, &[], b"", "choose an entry point with -e: sums, at");
    built.fails(2, &["-e", "none"], b"", "there is no entry point called none; there are: sums, at");
    built.fails(2, &["-e", "at", "-d", "gpu"], b"[1] 0", "runs on the processor");
    built.fails(2, &["--no-such-option"], b"", "--no-such-option");
}

#[test]
fn a_damaged_executable_says_so() {
    let built = build(PROGRAM, &[]);
    let path = built.folder.path().join("p");
    let mut bytes = fs::read(&path).expect("the executable");
    let at = bytes.len() - 24;
    bytes[at..at + 8].copy_from_slice(&3u64.to_le_bytes());
    fs::write(&path, bytes).expect("it is written");
    built.fails(1, &["-e", "sums"], b"[[1]]", "damaged; build it again");
}

/// A folder with a copy of the command and beside it another file for the runtime, or none.
fn command_with_runtime(runtime: Option<&str>) -> tempfile::TempDir {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a folder");
    fs::copy(env!("CARGO_BIN_EXE_windrow"), folder.path().join("windrow")).expect("the command is copied");
    fs::write(folder.path().join("p.fut"), PROGRAM).expect("the program is written");
    if let Some(script) = runtime {
        let path = folder.path().join("windrow-runtime");
        fs::write(&path, script).expect("the runtime is written");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("it may be run");
    }
    folder
}

/// A runtime that could misread what the command has compiled is not used.
#[test]
fn command_and_runtime_are_of_one_build() {
    let stamp =
        Command::new(env!("CARGO_BIN_EXE_windrow-runtime")).arg("--stamp").output().expect("it starts");
    let stamp = text(&stamp.stdout).trim_end().to_string();
    assert!(stamp.starts_with(concat!(env!("CARGO_PKG_VERSION"), "-")), "{stamp}");
    for (runtime, part) in [
        ("#!/bin/sh\necho 0.0.1-0123456789abcdef\n", "its build is 0.0.1-0123456789abcdef"),
        // Those before there were stamps.
        ("#!/bin/sh\nexit 2\n", "its build is an older version"),
        ("no program", "cannot start"),
    ] {
        let folder = command_with_runtime(Some(runtime));
        let mut command = Command::new(folder.path().join("windrow"));
        let output = command.args(["build", "p.fut"]).current_dir(folder.path()).output().expect("it starts");
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.contains(part) && !folder.path().join("p").exists(), "{said}");
        if part.contains("build") {
            assert!(said.contains(&stamp) && said.contains("cargo install --path crates/cli"), "{said}");
        }
    }
}

/// Without a runtime the command itself is copied.
#[test]
fn a_command_without_runtime_builds_too() {
    let folder = command_with_runtime(None);
    let mut command = Command::new(folder.path().join("windrow"));
    let output = command.args(["build", "p.fut"]).current_dir(folder.path()).output().expect("it starts");
    assert!(output.status.success() && text(&output.stderr).contains("windrow-runtime is missing"));
    assert_eq!(
        text(&Built { folder }.succeeds(&["-e", "sums"], b"[[1, 2], [], [4]]")),
        "[3i64, 0i64, 4i64]\n"
    );
}

/// An executable whose program and runtime were put together from two builds says so.
#[test]
fn a_program_of_another_build_is_not_run() {
    let built = build(PROGRAM, &[]);
    let path = built.folder.path().join("p");
    let mut bytes = fs::read(&path).expect("the executable");
    let end = bytes.len();
    let len = u64::from_le_bytes(bytes[end - 24..end - 16].try_into().expect("eight bytes"));
    // The image begins with the length of its stamp.
    let stamp = end - 24 - usize::try_from(len).expect("it fits") + 8;
    bytes[stamp] = b'7';
    fs::write(&path, bytes).expect("it is written");
    built.fails(1, &["-e", "sums"], b"[[1]]", "was compiled by windrow 7.");
}

/// GPU executables are built without a GPU, and run where there is one.
#[test]
fn devices_run_executables_too() {
    for backend in ["opencl", "cuda"] {
        let built = build(PROGRAM, &["-b", backend, "-o", "q"]);
        // PoCL, an OpenCL for processors, links its code with `ld`.
        let output =
            built.start(Command::new(built.folder.path().join("q")), &["-e", "sums"], b"[[1, 2], []]");
        let said = text(&output.stderr);
        if said.contains("is missing") {
            println!("skipped: {said}");
        } else {
            assert_eq!(text(&output.stdout), "[3i64, 0i64]\n", "{said}");
        }
    }
}

#[test]
fn what_cannot_be_built_is_said() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("it is written");
    write("p.fut", PROGRAM);
    write("wrong.fut", "entry f (x: i64) = y\n");
    for (args, code, part) in [
        (&["p.fut", "-b", "interp"][..], 2, "choose native, opencl or cuda"),
        (&["p.fut", "-o", "p.fut"], 2, "name another file with -o"),
        (&["p.fut", "-o", "."], 2, "name another file with -o"),
        (&["p.fut", "-o", "no/such/folder"], 1, "cannot write no/such/folder"),
        (&["wrong.fut"], 1, "wrong.fut:1"),
        (&["absent.fut"], 1, "cannot read absent.fut"),
    ] {
        let output = windrow(folder.path(), &[&["build"], args].concat());
        assert_eq!(output.status.code(), Some(code), "{args:?}");
        assert!(text(&output.stderr).contains(part), "{args:?}: {}", text(&output.stderr));
    }
    let mut left: Vec<_> =
        fs::read_dir(folder.path()).expect("the folder").map(|e| e.expect("").file_name()).collect();
    left.sort();
    assert_eq!(left, ["p.fut", "wrong.fut"]);
}

#[test]
fn an_image_is_loaded_by_the_library() {
    let built = build(PROGRAM, &["--image"]);
    let library = windrow::Library::from_file(built.folder.path().join("p.image")).expect("it is read");
    let context = library.context(windrow::Context::builder()).expect("the processor is there");
    let sums = library.load(&context).and_then(|module| module.entry("sums")).expect("it is there");
    let found: Vec<i64> = sums.call((windrow::Rows::new(&[1i64, 2, 3], &[0, 2, 2, 3]),)).expect("a result");
    assert_eq!(found, [3, 0, 3]);
    let output = windrow(built.folder.path(), &["build", "p.fut", "--image", "--library"]);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
}

/// What is in the files is tested where they are compiled, in `capi`.
#[test]
fn a_library_is_a_header_a_source_file_and_a_manifest() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("p.fut"), PROGRAM).expect("the program is written");
    let output = windrow(folder.path(), &["build", "--library", "p.fut", "-o", "rows"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect("the file is there");
    assert!(read("rows.h").contains("int futhark_entry_sums("));
    assert!(read("rows.c").contains("#include \"rows.h\""));
    let manifest: serde_json::Value = serde_json::from_str(&read("rows.json")).expect("JSON");
    assert_eq!(manifest["entry_points"]["at"]["inputs"][0]["type"], "[]i64");
    assert!(!folder.path().join("rows").exists());

    let output = windrow(folder.path(), &["build", "--library", "-b", "interp", "p.fut"]);
    assert_eq!(output.status.code(), Some(2));
    let output = windrow(folder.path(), &["build", "--library", "p.fut", "-o", "missing/rows"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("cannot write missing/rows.h"), "{}", text(&output.stderr));
}
