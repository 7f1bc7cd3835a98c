//! `windrow bench` as a user runs it: what is printed, the files that it writes, and its exit codes.

use std::fs;
use std::process::Command;

const PROGRAM: &str = "\
-- Sums of rows.
-- ==
-- entry: sums
-- input { [[1i64, 2i64], []] }
-- output { [3i64, 0i64] }
-- \"many\" random input { [100][10]i64 }
-- slow input { [[1i64]] }
-- output { [1i64] }
-- nobench input { [[1i64]] }
-- output { [2i64] }

entry sums [n] (xss: [n][?]i64): [n]i64 = map i64.sum xss

-- ==
-- input { 10i64 }
-- output { 45i64 }
-- input { -1i64 } error: negative

def main (n: i64): i64 = i64.sum (iota n)
";

/// A folder with a program, which goes when the test ends.
fn folder(program: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("p.fut"), program).expect("the program is written");
    folder
}

/// Runs `windrow bench` in a folder; exit code, standard output, standard error.
fn bench(folder: &tempfile::TempDir, args: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_windrow"));
    let output = command.arg("bench").args(args).current_dir(folder.path()).output().expect("it starts");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).to_string();
    (output.status.code().expect("an exit code"), text(&output.stdout), text(&output.stderr))
}

fn json(folder: &tempfile::TempDir, name: &str) -> serde_json::Value {
    let text = fs::read_to_string(folder.path().join(name)).expect("the file is there");
    serde_json::from_str(&text).expect("it is JSON")
}

/// So many runs and no more.
const RUNS: [&str; 3] = ["p.fut", "--no-convergence-phase", "-r"];

#[test]
fn data_sets_are_measured_and_written() {
    let folder = folder(PROGRAM);
    for (backend, memory) in [("interp", None), ("native", Some("default space"))] {
        let args = [&RUNS[..], &["3", "-b", backend, "--json", "out.json", "--plot", "out.svg"]].concat();
        let (code, out, err) = bench(&folder, &args);
        assert_eq!((code, err.as_str()), (0, ""), "{out}");
        let headings: Vec<&str> = out.lines().filter(|l| l.starts_with("p.fut")).collect();
        assert_eq!(headings, ["p.fut:sums:", "p.fut:"]);
        assert_eq!(out.matches("μs (95% CI: [").count(), 4, "{out}");
        assert_eq!(out.matches("; 3 runs)").count(), 4, "{out}");
        let json = json(&folder, "out.json");
        let sets = json["p.fut:sums"]["datasets"].as_object().expect("data sets");
        let names: Vec<&str> = sets.keys().map(String::as_str).collect();
        assert_eq!(names, ["#0 (\"[[1i64, 2i64], []]\")", "#2 (\"[[1i64]]\")", "many"]);
        for set in sets.values() {
            assert_eq!(set["runtimes"].as_array().expect("times").len(), 3);
            let bytes = set["bytes"].as_object().expect("memory");
            assert_eq!(bytes.keys().map(String::as_str).next(), memory);
        }
        assert!(json["p.fut"]["datasets"]["#0 (\"10i64\")"]["runtimes"].is_array());
        let svg = fs::read_to_string(folder.path().join("out.svg")).expect("a picture");
        assert!(svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>") && svg.contains(">many<"));
    }
}

#[test]
fn times_do_not_hold_the_reading_of_values() {
    // Ten million numbers are made and moved to the device before the runs, which do not use them.
    let folder = folder(
        "-- ==\n-- script input { make 10000000i64 }\nentry make (n: i64): []i64 = iota n\n\
         def main [n] (_: [n]i64): i64 = n\n",
    );
    let args = [&RUNS[..], &["5", "-b", "native", "--json", "out.json"]].concat();
    let (code, out, err) = bench(&folder, &args);
    assert_eq!(code, 0, "{out}{err}");
    let json = json(&folder, "out.json");
    let times = &json["p.fut"]["datasets"]["make 10000000i64"]["runtimes"];
    let least = times.as_array().expect("times").iter().filter_map(|t| t.as_u64()).min();
    // Reading 80 MB takes longer than this on any machine, and a run of nothing is never so long five times in a row.
    assert!(least.is_some_and(|t| t < 1000), "{times}");
}

#[test]
fn runs_are_repeated_until_the_plan_says() {
    let folder = folder(PROGRAM);
    let args =
        ["p.fut", "-e", "main", "-b", "native", "--convergence-max-seconds", "1", "--json", "out.json"];
    let (code, out, err) = bench(&folder, &args);
    assert_eq!(code, 0, "{out}{err}");
    let json = json(&folder, "out.json");
    assert!(json.get("p.fut:sums").is_none());
    let times = json["p.fut"]["datasets"]["#0 (\"10i64\")"]["runtimes"].as_array().expect("times");
    // How many there are beyond the least number is a matter of the machine; `measure` has tests of it with a clock of its own.
    assert!(times.len() >= 10, "{}", times.len());
}

#[test]
fn tags_and_entry_points_choose() {
    let folder = folder(PROGRAM);
    let args = [&RUNS[..], &["1", "-b", "interp", "-e", "sums", "--exclude", "slow"]].concat();
    let (code, out, _) = bench(&folder, &args);
    assert_eq!(code, 0, "{out}");
    assert_eq!(out.matches("; 1 run)").count(), 2, "{out}");
    assert!(!out.contains("#2") && !out.contains("p.fut:\n"), "{out}");
    let (code, _, err) = bench(&folder, &[&RUNS[..], &["1", "-e", "nothing"]].concat());
    assert!(code == 1 && err.contains("no data set was found"), "{err}");
}

#[test]
fn wrong_results_fail_and_the_others_go_on() {
    let folder = folder(&PROGRAM.replace("output { [3i64, 0i64] }", "output { [4i64, 0i64] }"));
    let (code, out, _) = bench(&folder, &[&RUNS[..], &["2", "-b", "interp", "--json", "out.json"]].concat());
    assert_eq!(code, 1, "{out}");
    assert_eq!(out.matches("; 2 runs)").count(), 3, "{out}");
    let json = json(&folder, "out.json");
    let said = json["p.fut:sums"]["datasets"]["#0 (\"[[1i64, 2i64], []]\")"].as_str().expect("a message");
    assert!(said.starts_with("result 0:") && out.contains(said), "{said}");
}

#[test]
fn what_keeps_a_program_from_running_is_said() {
    let unknown = folder("-- ==\n-- entry: f\n-- input { 1i64 }\nentry g (x: i64) = x\n");
    let (code, _, err) = bench(&unknown, &["p.fut", "-b", "interp"]);
    assert!(code == 1 && err.contains("p.fut has no entry point called f; it has: g"), "{err}");
    let wrong = folder("-- ==\n-- input { 1i64 }\ndef main (x: i64) = y\n");
    let (code, _, err) = bench(&wrong, &["p.fut", "-b", "interp"]);
    assert!(code == 1 && err.contains("p.fut:3"), "{err}");
    let (code, _, err) = bench(&wrong, &["absent.fut"]);
    assert!(code == 1 && err.contains("cannot read absent.fut"), "{err}");
    for args in [&["p.fut", "-r", "0"][..], &[], &["--compare", "a.json"]] {
        let (code, _, err) = bench(&wrong, args);
        assert!(code == 2 && err.contains("--help"), "{args:?}: {err}");
    }
}

#[test]
fn two_files_are_compared() {
    let folder = folder("");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("it is written");
    // As Futhark writes it.
    write("a.json", r#"{"p.fut":{"datasets":{"x":{"runtimes":[400,401,399],"bytes":{},"stderr":""}}}}"#);
    write("b.json", r#"{"p.fut":{"datasets":{"x":{"runtimes":[200,201,199],"bytes":{}}}}}"#);
    let (code, out, err) = bench(&folder, &["--compare", "a.json", "b.json", "--plot", "c.svg"]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.contains("2.00x *") && out.contains("geometric mean 2.00x"), "{out}");
    let svg = fs::read_to_string(folder.path().join("c.svg")).expect("a picture");
    assert!(svg.contains("a.json") && svg.contains("b.json"));
    write("b.json", "[]");
    let (code, _, err) = bench(&folder, &["--compare", "a.json", "b.json"]);
    assert!(code == 1 && err.contains("b.json holds no results of a benchmark"), "{err}");
}
