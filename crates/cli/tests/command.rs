//! The `windrow` command as a user runs it: results, messages, exit codes (0 success, 1 failure, 2 wrong use), no panics.

mod common;

use common::{fails, has, root, scratch, succeeds, windrow};
use std::fs;

const DOT: &str = "tests/spine/dot.fut";
const PICK: &str = "tests/spine/pick.fut";

#[test]
fn run_gives_values() {
    for backend in ["auto", "interp", "native", "opencl", "cuda"] {
        if backend == "auto" || has(backend) {
            let out = succeeds(&["run", DOT, "-b", backend], "[1.0, 2.0] [3.0, 4.0]");
            assert_eq!(out, "11.0f64\n", "{backend}");
        } else {
            fails(1, &["run", DOT, "-b", backend], "[1.0] [2.0]", &[backend, "missing"]);
        }
    }
}

#[test]
fn the_example_of_the_readme_runs() {
    let input = fs::read_to_string(root().join("examples/readings.txt")).expect("the input is there");
    let readme = fs::read_to_string(root().join("README.md")).expect("the README is there");
    for backend in ["interp", "native", "opencl"].into_iter().filter(|b| has(b)) {
        let out = succeeds(&["run", "examples/outliers.fut", "-b", backend], &input);
        assert!(readme.contains(&out), "the README does not show\n{out}");
    }
}

#[test]
fn run_reads_core_text() {
    let core = succeeds(&["dev", PICK, "--until", "core"], "");
    let file = scratch("pick.core", core.as_bytes());
    let out = succeeds(&["run", &file, "-b", "interp"], "[[1.0, 2.0], [3.0]] [1i64, 0i64]");
    assert_eq!(out, "[2.0f64, 3.0f64]\n");
}

#[test]
fn a_failure_is_the_same_everywhere() {
    let mut seen = vec![];
    for backend in ["interp", "native", "opencl"].into_iter().filter(|b| has(b)) {
        let outcome = windrow(&["run", PICK, "-b", backend], b"[[1.0], [2.0]] [0i64, 4i64]");
        assert_eq!(outcome.code, 1);
        assert_eq!(outcome.out, "");
        let line = outcome.err.lines().find(|l| l.starts_with("Error:")).map(str::to_string);
        seen.push(line.unwrap_or_else(|| panic!("{backend}: no error in\n{}", outcome.err)));
    }
    assert!(
        seen[0].contains("pick.fut:13:36: Index [4] out of bounds for array of shape [1] (row 1), called at")
    );
    assert!(seen.iter().all(|line| *line == seen[0]), "{seen:#?}");
}

#[test]
fn files_that_cannot_be_read() {
    for command in ["run", "check", "dev", "test"] {
        fails(1, &[command, "no/such.fut"], "", &["error: cannot read no/such.fut"]);
    }
    fails(1, &["check", "tests"], "", &["cannot read tests"]);
    let binary = scratch("binary.fut", b"\xff\xfe\x00");
    fails(1, &["check", &binary], "", &["cannot read", "UTF-8"]);
    let core = scratch("wrong.core", b"entry f (");
    fails(1, &["run", &core], "", &["error: ", ":1:"]);
}

#[test]
fn entry_points() {
    fails(1, &["run", DOT, "-e", "nope"], "", &["no entry point called nope", "dot"]);
    fails(1, &["run", "examples/areas.fut"], "", &["-e", "areas", "buckets"]);
    let out = succeeds(&["run", "examples/areas.fut", "-e", "buckets"], "[[0i64, 3i64], [3i64]]");
    assert_eq!(out, "[1i64, 0i64, 0i64, 2i64]\n");
    let none = scratch("none.fut", b"def f (x: i64): i64 = x\n");
    fails(1, &["run", &none], "", &["no entry point"]);
    let empty = scratch("empty.fut", b"");
    succeeds(&["check", &empty], "");
}

#[test]
fn values_that_do_not_fit() {
    let cases = [
        ("[1.0, 2.0", "expected `,` or `]`"),
        ("[1.0] [x]", "1:8: expected a value, found `x`"),
        ("[1.0] ]", "1:7"),
        ("", "takes 2 values"),
        ("[1.0] [1.0] [1.0]", "takes 2 values"),
        ("[1.0] [1.0, 2.0]", "dimension 0 has size 2, but n is 1"),
        ("[1i64] [2i64]", "argument xs"),
        ("[[1.0]] [2.0]", "argument xs"),
        ("1.0 [2.0]", "argument xs"),
    ];
    for (input, part) in cases {
        fails(1, &["run", DOT, "-b", "interp"], input, &["error: ", part]);
        if has("native") {
            fails(1, &["run", DOT, "-b", "native"], input, &["error: ", part]);
        }
    }
    let outcome = windrow(&["run", DOT, "-b", "interp"], b"\xff\xfe");
    assert_eq!(outcome.code, 1);
    assert!(outcome.err.contains("UTF-8"), "{}", outcome.err);
}

#[test]
fn check_says_what_is_wrong() {
    assert_eq!(succeeds(&["check", DOT], ""), "");
    fails(
        1,
        &["check", "tests/errors/unknown_name.fut"],
        "",
        &["error[unknown-name]", "unknown_name.fut:1:32"],
    );
}

#[test]
fn programs_over_rows_give_the_same_without_the_analyses() {
    let programs = ["tests/run/regular_rows.fut", "tests/counts/quicksort.fut", "tests/counts/fft.fut"];
    let backend = ["-b", if has("native") { "native" } else { "interp" }];
    for off in [&["--no", "shapes"][..], &["--no", "regularity"], &["--no", "shapes", "--no", "regularity"]] {
        let out = succeeds(&[&["test"], &programs[..], off, &backend].concat(), "");
        assert!(out.ends_with(" passed, 0 failed, 0 skipped\n"), "{off:?}: {out}");
    }
}

#[test]
fn dev_prints_facts() {
    let out = succeeds(&["dev", DOT, "--facts"], "");
    assert!(out.contains("shapes of ") && out.contains("regularity of "), "{out}");
    let out = succeeds(&["dev", DOT, "--facts", "--no", "shapes", "--until", "core"], "");
    assert!(!out.contains("shapes of ") && out.contains(", by FOLD\n"), "{out}");
    // Behind Core they are those of the last program in Core.
    for pass in ["flatten", "positions", "schedule", "vectorise"] {
        let out = succeeds(&["dev", DOT, "--facts", "--until", pass], "");
        assert!(out.contains("shapes of "), "{pass}: {out}");
    }
}

#[test]
fn test_counts() {
    let out = succeeds(&["test", DOT, PICK, "-b", "interp"], "");
    assert!(out.ends_with(" passed, 0 failed, 0 skipped\n"), "{out}");
    let wrong = b"-- ==\n-- input { 1i64 } output { 3i64 }\n-- input { 2i64 } output { 4i64 }\nentry main (x: i64): i64 = x + x\n";
    let wrong = scratch("wrong.fut", wrong);
    let outcome = windrow(&["test", &wrong, "-b", "interp"], b"");
    assert_eq!((outcome.code, outcome.out.lines().last()), (1, Some("1 passed, 1 failed, 0 skipped")));
    assert!(outcome.out.contains(":2 [interp]"), "{}", outcome.out);
    let refused = scratch("refused.fut", b"-- ==\n-- error: unknown name\nentry main: i64 = nope\n");
    succeeds(&["test", &refused, "-b", "interp"], "");
}

/// The first word of a line.
fn first(line: &str) -> Option<&str> {
    line.split_whitespace().next()
}

#[test]
fn dev_prints_how_long_passes_take() {
    let out = succeeds(&["dev", DOT, "--times"], "");
    let passes: Vec<&str> = out
        .lines()
        .filter_map(|line| line.strip_suffix(" ms")?.rsplit_once(' '))
        .map(|l| l.0.trim())
        .collect();
    let list = succeeds(&["dev", "--passes"], "");
    let mut wanted: Vec<&str> =
        list.lines().filter(|line| !line.contains("part of")).filter_map(first).collect();
    // Loops run in lanes of vectors on a processor only, and groups of a GPU may wait for each other.
    assert_eq!(wanted.pop(), Some("vectorise"));
    assert_eq!(wanted.pop(), Some("unchain"));
    wanted.push("optimise and flatten");
    assert_eq!(passes, wanted);
    fails(2, &["dev", DOT, "--times", "--counts"], "", &["cannot be used with"]);
}

#[test]
fn dev_prints_every_stage() {
    let native = has("native");
    let passes = succeeds(&["dev", "--passes"], "");
    for line in passes.lines() {
        let pass = first(line).expect("a name");
        if !line.contains("part of") {
            let text = succeeds(&["dev", PICK, "--until", pass], "");
            assert!(text.contains("pick"), "{pass}:\n{text}");
        }
        let switch = format!("--no-{pass}");
        if line.contains(&switch) && native {
            let out = succeeds(&["run", DOT, "-b", "native", &switch], "[2.0] [3.0]");
            assert_eq!(out, "6.0f64\n");
        }
    }
    // What is refused names all that can be switched off, and the list of passes has them all.
    let refused = windrow(&["run", DOT, "--no", "nothing"], b"").err;
    let known = refused.trim().rsplit_once(": ").expect("a list").1.split(", ").collect::<Vec<&str>>();
    let listed: Vec<&str> = passes.lines().filter(|l| l.contains("--no-")).filter_map(first).collect();
    assert_eq!(listed, known);
    for part in ["regularity", "late", "bound", "reuse"] {
        assert!(listed.contains(&part), "{part}");
    }
    for backend in ["native", "opencl", "cuda"] {
        assert!(succeeds(&["dev", PICK, "--emit", backend], "").contains("kernel_pick_0"), "{backend}");
    }
    let flat = scratch("pick.flat", succeeds(&["dev", PICK, "--until", "flatten"], "").as_bytes());
    let again = succeeds(&["dev", &flat, "--until", "lower"], "");
    assert_eq!(again, succeeds(&["dev", PICK, "--until", "lower"], ""));
}

#[test]
fn devices_lists_every_backend() {
    let out = succeeds(&["devices"], "");
    let names: Vec<&str> = out.lines().filter_map(|l| l.split_whitespace().next()).collect();
    let mut backends = names.clone();
    backends.dedup();
    assert_eq!(backends, ["interp", "native", "opencl", "cuda"]);
    let numbered: Vec<usize> =
        out.lines().filter_map(|l| l.split_whitespace().nth(1)).filter_map(|n| n.parse().ok()).collect();
    assert_eq!(numbered, (0..numbered.len()).collect::<Vec<_>>(), "{out}");
}

#[test]
fn wrong_use_is_2() {
    for args in [
        &[][..],
        &["frobnicate"],
        &["run"],
        &["check"],
        &["test"],
        &["run", DOT, "--frobnicate"],
        &["run", DOT, "-b", "gpu"],
        &["run", DOT, "--no-flatten"],
        &["run", DOT, "--levels", "many"],
        &["dev", DOT, "--emit", "fortran"],
    ] {
        fails(2, args, "", &[]);
    }
    // Names that only the pipeline knows.
    for args in [&["run", DOT, "--no", "flatten"][..], &["dev", DOT, "--until", "nope"], &["dev"]] {
        fails(2, args, "", &["error: "]);
    }
}

#[test]
fn help_is_no_error() {
    for args in
        [&["--help"][..], &["help"], &["run", "--help"], &["test", "--help"], &["dev", "-h"], &["--version"]]
    {
        assert!(!succeeds(args, "").is_empty());
    }
}

#[test]
fn binary_values_go_in_and_come_out() {
    let program =
        scratch("rows.fut", b"entry main (xs: []u8) = map (\\x -> map u8.i64 (iota (i64.u8 x))) xs\n");
    let input = b"b\x02\x01  u8\x02\0\0\0\0\0\0\0\x01\x02";
    let text = windrow(&["run", &program, "-b", "interp"], input);
    assert_eq!((text.code, text.out.as_str()), (0, "[[0u8], [0u8, 1u8]]\n"), "{}", text.err);
    let binary = windrow(&["run", &program, "-b", "interp", "--binary"], input);
    assert!(binary.code == 0 && binary.out.starts_with("bW\u{2}  u8"), "{}", binary.err);
    let broken = windrow(&["run", &program, "-b", "interp"], b"b\x02\x01  u9");
    assert!(broken.code == 1 && broken.err.contains("byte 3: "), "{}", broken.err);
}

#[test]
fn tests_are_chosen_by_tags_and_limited_in_time() {
    let endless = scratch(
        "endless.fut",
        b"-- ==\n-- tags { slow }\n-- input { 1i64 }\nentry main (x: i64) = loop x while x > 0 do x + 1 - 1\n",
    );
    let test = |more: &[&str]| windrow(&[&["test", &endless, "-b", "interp"], more].concat(), b"");
    let outcome = test(&["--timeout", "1"]);
    assert!(outcome.code == 1 && outcome.out.contains("took longer than 1 s"), "{}", outcome.out);
    assert!(outcome.out.ends_with("0 passed, 1 failed, 0 skipped\n"), "{}", outcome.out);
    for more in [["--exclude", "slow"], ["--include", "fast"]] {
        let outcome = test(&more);
        assert!(
            outcome.code == 0 && outcome.out.ends_with("0 passed, 0 failed, 1 skipped\n"),
            "{}",
            outcome.out
        );
    }
}

#[test]
fn a_refused_program_may_be_refused_in_other_words() {
    let wrong = scratch("wrong.fut", b"-- ==\n-- error: some other words\nentry main (x: i64): bool = x\n");
    assert_eq!(succeeds(&["test", &wrong, "-b", "interp"], ""), "1 passed, 0 failed, 0 skipped\n");
    assert!(succeeds(&["test", &wrong, "-b", "interp", "-v"], "").contains("passed, but expected"));
    assert_eq!(windrow(&["test", &wrong, "-b", "interp", "--match"], b"").code, 1);
}

#[test]
fn fmt_formats_files_and_standard_input() {
    let (wild, tidy) = ("def  f x=x+1 -- one\n", "def f x = x + 1 -- one\n");
    assert_eq!(succeeds(&["fmt"], wild), tidy);
    let file = scratch("wild.fut", wild.as_bytes());
    fails(1, &["fmt", "--check", &file], "", &["wild.fut is not formatted"]);
    fails(1, &["fmt", "--check"], wild, &["standard input is not formatted"]);
    assert_eq!(std::fs::read_to_string(&*file).unwrap(), wild, "a check writes nothing");
    succeeds(&["fmt", &file], "");
    assert_eq!(std::fs::read_to_string(&*file).unwrap(), tidy);
    succeeds(&["fmt", "--check", &file], "");
    let wrong = scratch("wrong.fut", b"def f = (\n");
    fails(1, &["fmt", &wrong, &file], "", &["syntax", "wrong.fut"]);
    fails(1, &["fmt", "no-such-file.fut"], "", &["cannot read no-such-file.fut"]);
}

#[test]
fn a_trace_is_shown_beside_the_result() {
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/lang/tracing.fut");
    let outcome = windrow(&["run", program, "-e", "records", "-b", "interp"], b"2i64");
    assert_eq!(outcome.out, "2i64\n[0i64, 1i64]\n");
    assert_eq!(outcome.err, "Trace: { rows = [0i64, 1i64], size = 2i64 }\n");
}

#[test]
fn streams_do_not_depend_on_the_chunk_size() {
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/lang/streams.fut");
    for (chunk, backend) in [("1", "interp"), ("2", "interp"), ("3", "native"), ("1000", "interp")] {
        let outcome = windrow(&["test", program, "-b", backend, "--chunk", chunk], b"");
        assert!(outcome.out.contains(" 0 failed"), "chunk size {chunk}: {}{}", outcome.out, outcome.err);
    }
    // The chunk size reaches the program: the positions inside of chunks tell it.
    let text = "entry main (xs: []i64) = stream_map indices xs\n";
    let path = scratch("chunks.fut", text.as_bytes());
    for (chunk, expected) in [("2", "[0i64, 1i64, 0i64]\n"), ("9", "[0i64, 1i64, 2i64]\n")] {
        let args = ["run", &path, "-b", "interp", "--chunk", chunk];
        assert_eq!(windrow(&args, b"[7i64, 7i64, 7i64]").out, expected);
    }
    fails(2, &["test", program, "--chunk", "0"], "", &["invalid value '0'"]);
}

/// The examples of every help text do what they say.
#[test]
fn examples_in_help_run() {
    let text = "entry sums [n] (xss: [n][?]i64): [n]i64 = map i64.sum xss\n\
        -- ==\n-- entry: sums\n-- input { [[1i64, 2i64], []] }\n-- output { [3i64, 0i64] }\n";
    let path = scratch("rows.fut", text.as_bytes());
    let beside = |name: &str| path.replace("rows.fut", name);
    let (json, built) = (beside("before.json"), beside("rows"));
    let (readings, sums) = (beside("readings.parquet"), beside("sums.arrow"));
    let program = scratch("readings.fut", b"entry readings (xss: [][?]i64) = xss");
    succeeds(&["run", &program, "-b", "interp", "-o", &readings], "[[1, 2], []]");
    let files = std::collections::BTreeMap::from([
        ("rows.fut", &*path as &str),
        ("before.json", &json),
        ("rows", &built),
        ("readings.parquet", &readings),
        ("sums.arrow", &sums),
    ]);
    let mut run = 0;
    for command in ["", "run", "test", "bench", "build", "dev"] {
        let args: Vec<&str> = [command, "--help"].into_iter().filter(|arg| !arg.is_empty()).collect();
        let help = succeeds(&args, "");
        let (_, examples) = help.split_once("Examples:\n").unwrap_or_else(|| panic!("no examples: {help}"));
        for line in examples.lines().map_while(|line| line.strip_prefix("  ")) {
            let (input, line) = match line.strip_prefix("echo '") {
                Some(rest) => rest.split_once("' | ").expect("a pipe"),
                None => ("", line),
            };
            let args: Vec<&str> =
                line.split(' ').skip(1).map(|arg| *files.get(arg).unwrap_or(&arg)).collect();
            let out = succeeds(&args, input);
            let expected = match args[0] {
                "check" => "sums [n] : [n][?]i64 -> [n]i64",
                "run" if args.contains(&"--json") => "[3, 0]",
                "run" if args.contains(&"-o") => "",
                "run" => "[3i64, 0i64]",
                "test" => "1 passed, 0 failed",
                "bench" if args.contains(&"--compare") => "1 data set in both files, geometric mean 1.00x",
                "bench" => "95% CI",
                _ => "",
            };
            let shown = match args[0] {
                "build" => fs::exists(&built).expect("a folder"),
                "run" if args.contains(&"-o") => fs::exists(&sums).expect("a folder"),
                _ => !out.is_empty(),
            };
            assert!(shown && out.contains(expected), "{line}: {out}");
            run += 1;
        }
    }
    let program = scratch("total.fut", b"entry total (sums: []i64) = i64.sum sums");
    assert_eq!(succeeds(&["run", &program, "-b", "interp", "-i", &sums], ""), "3i64\n");
    assert!(run >= 14, "only {run} examples");
}

#[test]
fn every_subcommand_has_help_and_refuses_unknown_options() {
    for (command, word) in [
        ("check", "program"),
        ("run", "--json"),
        ("fmt", "--check"),
        ("repl", "load first"),
        ("test", "--concurrency"),
        ("bench", "--runs"),
        ("build", "--output"),
        ("dev", "--until"),
        ("devices", "backends"),
    ] {
        let help = succeeds(&[command, "--help"], "");
        assert!(help.contains(word) && help.contains("Usage: windrow"), "{command}: {help}");
        fails(2, &[command, "--no-such-option"], "", &["--no-such-option", "Usage"]);
    }
    fails(2, &["chek"], "", &["chek", "check"]);
    fails(2, &[], "", &["Usage"]);
}

#[test]
fn run_reads_and_writes_json() {
    let program = scratch(
        "json.fut",
        b"entry main (xss: [][?]f64) (o: {scale: f64, skip: i64}) = \
          (map (map (* o.scale)) xss, {rows = length xss - o.skip})\n",
    );
    let input = "[[1.5, 2], [], [\"inf\"]]\n{\"skip\": 1, \"scale\": 2.0}\n";
    let output = succeeds(&["run", "-b", "interp", "--json", &program], input);
    assert_eq!(output, "[[[3.0, 4.0], [], [\"inf\"]], {\"rows\": 2}]\n");
    let fails_with =
        |input: &str, parts: &[&str]| fails(1, &["run", "-b", "interp", "--json", &program], input, parts);
    fails_with("[[1.5, x]] {}", &["standard input: 1:8: expected a JSON value"]);
    fails_with("[[1.5]]", &["takes 2 JSON values", "there are 1"]);
    fails_with("[[1.5]] {\"skip\": 0.5, \"scale\": 1}", &["1:18", "a value of type i64"]);
    fails(2, &["run", "--json", "--binary", &program], "", &["cannot be used with"]);
}

#[test]
fn a_warning_is_no_error() {
    let file = scratch("warned.fut", b"entry main (n: i64): []i64 = [ length x | x <- [1..<n] ]\n");
    for (args, input, result) in
        [(["check", file.as_str()], "", ""), (["run", file.as_str()], "4", "[3i64]\n")]
    {
        let outcome = windrow(&args, input.as_bytes());
        assert_eq!((outcome.code, outcome.out.as_str()), (0, result), "{}", outcome.err);
        for part in ["warning[range-in-brackets]", "warned.fut:1:48", "`<- 1..<n` binds each number"] {
            assert!(outcome.err.contains(part), "no {part:?} in\n{}", outcome.err);
        }
    }
    let plain = scratch("unwarned.fut", b"entry main (n: i64): []i64 = [ x | x <- 1..<n ]\n");
    assert_eq!(windrow(&["check", &plain], b"").err, "");
}

#[test]
fn strict_fp_rounds_every_operation() {
    if !has("native") {
        return;
    }
    // A square that is rounded before the subtraction is 1 + 2^-11.
    let file = scratch(
        "contract.fut",
        b"entry f [n] (xs: [n]f32): [n]f32 = map (\\x -> x * x - 1.00048828125) xs\n",
    );
    let square = |args: &[&str]| {
        let all: Vec<&str> = ["run", &file, "-b", "native"].iter().chain(args).copied().collect();
        succeeds(&all, "[1.000244140625f32]")
    };
    assert_eq!(square(&["--strict-fp"]), "[0.0f32]\n");
    let exact = succeeds(&["run", &file, "-b", "interp"], "[1.000244140625f32]");
    assert_eq!(square(&["--strict-fp"]), exact);
    if rt::processor::features().contains("fma") {
        assert_ne!(square(&[]), exact);
    }
}
