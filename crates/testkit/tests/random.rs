//! A modest number of random programs on everything that is there, and what the generator covers.

use std::process::Command;
use testkit::coverage::{Control, Coverage};
use testkit::generate::program;

/// Runs random programs and gives what is said about them.
fn fuzz(name: &str, args: &[&str]) -> String {
    let out = std::env::temp_dir().join(format!("windrow-{name}-{}", std::process::id()));
    let run = Command::new(env!("CARGO_BIN_EXE_testkit"))
        .args(["fuzz", "--shrink", "40", "--out"])
        .arg(&out)
        .args(args)
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&run.stdout).into_owned();
    println!("{text}");
    let found = |line: &&str| line.contains(".fut: ") || line.starts_with("crash in program");
    let found: Vec<&str> = text.lines().filter(found).collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
    let _ = std::fs::remove_dir_all(out);
    text
}

#[test]
fn random_programs_agree_everywhere() {
    let text = fuzz("random", &["--count", "5", "--seed", "1", "--entries", "6"]);
    assert!(text.contains("5 programs of 6 entries"), "{text}");
}

/// Whoever deals out the points, and with optimised C.
#[test]
fn random_programs_agree_by_every_schedule() {
    let args = ["--backends", "interp,kernel,native", "--schedules", "--entries", "1"];
    let text = fuzz("schedules", &[&args[..], &["--count", "50", "--seed", "8001"]].concat());
    assert!(text.contains("50 programs of 1 entries"), "{text}");
}

/// Formatted, printed, parsed, verified and run after every pass, and confirmed by an evaluator that shares nothing with the
/// compiler.
#[test]
fn random_programs_agree_with_the_witness() {
    let text =
        fuzz("witness", &["--backends", "interp", "--count", "60", "--seed", "7001", "--entries", "1"]);
    assert!(text.contains("60 programs of 1 entries"), "{text}");
    let line = text.lines().find(|line| line.contains(" runs confirmed by the witness")).unwrap();
    let confirmed: usize = line.split(' ').next().unwrap().parse().unwrap();
    assert!(confirmed >= 200, "{line}");
}

#[test]
fn the_same_seed_gives_the_same_program() {
    let text = |seed| {
        let cases = program(seed, 4, &mut Coverage::default());
        testkit::differ::text_of(&cases, |_| true)
    };
    assert_eq!(text(7), text(7));
    assert_ne!(text(7), text(8));
}

#[test]
fn every_construct_is_made_in_every_setting() {
    let mut coverage = Coverage::default();
    for seed in 0..2000 {
        program(seed, 6, &mut coverage);
    }
    println!("{}\n{}", coverage.table(), coverage.shares());
    let everywhere = [
        "++",
        "coercion",
        "expand",
        "filter",
        "flatten",
        "for",
        "for in",
        "if array",
        "if scalar",
        "index",
        "iota",
        "length",
        "map",
        "map rows",
        "map2",
        "permute",
        "reduce",
        "reduce lambda",
        "reduce pairs",
        "reduce_by_index",
        "replicate",
        "reverse",
        "scan",
        "scan lambda",
        "scatter",
        "slice",
        "take, drop",
        "transpose",
        "update",
        "update in for",
        "update of kept",
        "update in while",
        "while",
        "while growing",
    ];
    let mut missing = vec![];
    for construct in everywhere {
        for depth in 0..=2 {
            for varying in [false, true] {
                if (depth > 0 || !varying)
                    && coverage.count(construct, |c| c.depth == depth && c.varying == varying) == 0
                {
                    missing.push(format!("{construct} at depth {depth}, varying: {varying}"));
                }
            }
        }
        for control in [Control::Branch, Control::Loop] {
            if coverage.count(construct, |c| c.control == control && c.varying) == 0 {
                missing.push(format!("{construct} under {control:?}, varying"));
            }
        }
    }
    let in_maps = [
        "++ rows",
        "filter rows",
        "flatten matrix",
        "if rows",
        "index row",
        "lengths",
        "map matrix",
        "outer product",
        "pieces",
        "replicate matrix",
        "replicate rows",
        "reverse rows",
        "rows of one shape",
        "slice rows",
        "tabulate",
        "take, drop rows",
        "index error",
        "division by 0",
        "negative size",
        "slice error",
        "coercion error",
    ];
    for construct in in_maps {
        if coverage.count(construct, |c| c.depth > 0 && c.varying) == 0 {
            missing.push(format!("{construct} in a map, varying"));
        }
    }
    if coverage.count("crossed", |_| true) == 0 {
        missing.push("crossed".into());
    }
    for kind in ["no rows", "empty rows", "one row", "skewed", "mixed"] {
        if coverage.inputs(kind) == 0 {
            missing.push(format!("inputs with {kind}"));
        }
    }
    // In how many of a hundred programs, at least.
    let often = [
        (20.0, "comprehension bindings"),
        (20.0, "comprehension filter"),
        (20.0, "comprehension let"),
        (20.0, "comprehension of rows"),
        (20.0, "comprehension range"),
        (20.0, "comprehension zip"),
        (10.0, "group by"),
        (10.0, "order by"),
        (10.0, "order by desc"),
        (5.0, "order by tuple"),
        (10.0, "stream_fold"),
        (10.0, "stream_fold array"),
        (10.0, "stream_map"),
        (10.0, "stream_red"),
        (10.0, "stream_seq"),
        (90.0, "ragged 1"),
        (50.0, "ragged 2"),
        (20.0, "ragged 3"),
        (20.0, "ragged 4"),
        (20.0, "matrices of own shapes"),
        (10.0, "ragged in records"),
        (10.0, "ragged in sums"),
        (10.0, "ragged in tuples"),
        (10.0, "match"),
        (20.0, "== arrays"),
        (20.0, "coercion"),
        (5.0, "coercion to matrices"),
        (5.0, "coercion to regular"),
        (20.0, "expand"),
        (20.0, "expand_reduce"),
        (20.0, "expand_rows"),
        (20.0, "flatten"),
        (5.0, "group_by_key"),
        (20.0, "index element"),
        (20.0, "index row"),
        (10.0, "lengths"),
        (10.0, "permute"),
        (10.0, "scatter rows"),
        (20.0, "slice of rows"),
        (2.0, "slice of rows of rows"),
        (10.0, "sort_by_key"),
        (5.0, "unflatten_by"),
        (2.0, "update range of rows"),
        (2.0, "update row"),
        (1.0, "update row of a row"),
        (10.0, "update rows"),
        (20.0, "while growing"),
    ];
    for (least, construct) in often {
        let share = coverage.percent(construct);
        if share < least {
            missing.push(format!("{construct} in {share:.1}% of programs, not {least}%"));
        }
    }
    assert!(missing.is_empty(), "too rarely made: {}", missing.join("; "));
}
