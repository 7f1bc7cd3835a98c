//! What the interpreter does when its memory or its statements run out: an error that names limit, position and option, and the
//! exit code of every other failure.

use std::fs;
use std::process::Command;

/// One line for each way to build an array; all of them build more than a million elements of a million.
const BUILDERS: &[(&str, &str)] = &[
    ("replicate", "entry f (n: i64): i64 = let xs = replicate n 1i64 in xs[n - 1]"),
    ("result", "entry f (n: i64): []i64 = replicate n 1i64"),
    ("iota", "entry f (n: i64): []i64 = iota n"),
    ("nested replicate", "entry f (n: i64): [][]i64 = replicate n (replicate 1000000 1i64)"),
    ("shared rows", "entry f (n: i64): [][]i64 = replicate 1000 (replicate 1000 n)"),
    ("flatten", "entry f (n: i64): i64 = let xs = flatten (replicate 1000 (replicate 1000 n)) in xs[5]"),
    ("concat", "entry f (_n: i64): i64 = length (loop xs = [1i64] for _i < 40i64 do xs ++ xs)"),
    ("rows", "entry f (_n: i64): [][?]i64 = map (\\i -> iota i) (iota 1000)"),
    ("one row", "entry f (n: i64): []i64 = map (\\i -> length (filter (> i) (iota (i * n)))) (iota 4)"),
    ("tabulate", "entry f (n: i64): []i64 = tabulate n (\\i -> i * i)"),
    ("filter", "entry f (n: i64): []i64 = [ x | y <- 0..<n, x <- y..<(y + 2), x >= 0 ]"),
    ("scan", "entry f (n: i64): []i64 = scan (+) 0 (map (+ 1) (0..<n))"),
    ("matrix", "entry f (_n: i64): [][]i64 = transpose (tabulate_2d 1000 1000 (\\i j -> i + j))"),
    ("histogram", "entry f (n: i64): []i64 = reduce_by_index (replicate n 0i64) (+) 0 [1i64] [1i64]"),
    (
        "copies",
        "entry f (_n: i64): [][]i64 = loop xss = replicate 100 (replicate 1000 0i64) for i < 100i64 do xss with [i, i] = i",
    ),
];

fn run(text: &str, input: &str, more: &[&str]) -> (Option<i32>, String) {
    let folder = tempfile::tempdir().expect("the temporary folder can be written");
    let (program, values) = (folder.path().join("f.fut"), folder.path().join("input"));
    fs::write(&program, text).expect("a new folder can be written");
    fs::write(&values, input).expect("a new folder can be written");
    let mut command = Command::new(env!("CARGO_BIN_EXE_windrow"));
    command.arg("run").arg(&program).args(["-b", "interp"]).args(more);
    let output = command.stdin(fs::File::open(&values).expect("it is there")).output().expect("it runs");
    (output.status.code(), String::from_utf8_lossy(&output.stderr).to_string())
}

#[test]
fn memory_that_runs_out_is_reported_with_its_place() {
    for (name, text) in BUILDERS {
        let (code, err) = run(text, "1000000", &["--memory", "1000000"]);
        assert_eq!(code, Some(1), "{name}: {err}");
        // A result that is too large has no position.
        let place = if *name == "shared rows" { "values of f" } else { "f.fut:1:" };
        for part in [place, "the interpreter has no memory for", "`--memory`", "1000000 bytes"] {
            assert!(err.contains(part), "{name}: no {part:?} in {err}");
        }
    }
}

#[test]
fn what_is_let_go_of_is_not_counted() {
    let text = "entry f (n: i64): i64 = loop x = 0 for i < n do x + length (filter (> i) (iota 1000))";
    let (code, err) = run(text, "1000", &["--memory", "100000"]);
    assert_eq!(code, Some(0), "{err}");
}

#[test]
fn no_number_of_elements_ends_the_process() {
    for n in ["1000000000000", "9223372036854775807"] {
        // The others build arrays of a fixed size.
        let own_sized =
            |(name, text): &&(&str, &str)| !text.contains("_n") && !["shared rows", "flatten"].contains(name);
        for (name, text) in BUILDERS.iter().filter(own_sized) {
            let (code, err) = run(text, n, &[]);
            assert_eq!(code, Some(1), "{name} of {n}: {err}");
            assert!(!err.contains("bug in windrow"), "{name} of {n}: {err}");
        }
    }
}

#[test]
fn statements_that_run_out_name_the_option_and_the_way_out() {
    let text = "entry f (n: i64): i64 = loop x = 0 while x < n do x + 1";
    let (code, err) = run(text, "100000", &["--fuel", "1000"]);
    assert_eq!(code, Some(1));
    for part in ["executed 1000 statements", "`--fuel`", "`-b native`"] {
        assert!(err.contains(part), "no {part:?} in {err}");
    }
    assert_eq!(run(text, "100", &["--fuel", "1000"]).0, Some(0));
}
