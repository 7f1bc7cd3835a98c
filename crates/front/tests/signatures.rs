//! Types as they are printed; and that widening changes none that Futhark's rules give.

use base::diag::{Diagnostic, SourceFile};
use front::{Options, Signature, Signatures, signatures};
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn found(name: &str, text: &str, widening: bool) -> Vec<Signature> {
    checked(name, text, widening).definitions
}

fn checked(name: &str, text: &str, widening: bool) -> Signatures {
    let load = |path: &str| std::fs::read_to_string(path).map_err(|e| e.to_string());
    let file = SourceFile { name: name.into(), text: text.into() };
    signatures(file, &load, Options { widening })
}

#[track_caller]
fn check(text: &str, line: &str) {
    let found = found("it.fut", text, true);
    assert_eq!(found.last().and_then(|s| s.line.as_deref()), Some(line), "{text}");
}

#[test]
fn what_may_be_anything_has_a_name() {
    check("def same x = x", "same 'a : a -> a");
    check("def twice f x = f (f x)", "twice 'a : (a -> a) -> a -> a");
    check("def swap (x, y) = (y, x)", "swap 'a 'b : (a, b) -> (b, a)");
    check("def pair 'b (x: b) y = (x, y)", "pair 'b 'a : b -> a -> (b, a)");
    check("def flip '^a '~b (f: a -> b) (x: a) = f x", "flip '^a '~b : (a -> b) -> a -> b");
}

#[test]
fn sizes_have_names() {
    check("def firsts xss = map (\\xs -> xs[0]) xss", "firsts [n] [m] 'a : [n][m]a -> [n]a");
    check("def add [m] (xs: [m]i64) ys = map2 (+) xs ys", "add [m] : [m]i64 -> [m]i64 -> [m]i64");
    check("def both (xs: [3]i64) = (xs, xs)", "both : [3]i64 -> ([3]i64, [3]i64)");
    check("def upto n = iota (n + 1)", "upto : (n: i64) -> [n + 1]i64");
    check("def table = [[1i32, 2], [3, 4], [5, 6]]", "table : [3][2]i32");
}

#[test]
fn sizes_of_results_and_rows_are_told_apart() {
    check("def positive (xs: []i64) = filter (> 0) xs", "positive [n] : [n]i64 -> ?[k].[k]i64");
    check(
        "def two (xs: []i64) = (filter (> 0) xs, filter (< 0) xs)",
        "two [n] : [n]i64 -> ?[k][l].([k]i64, [l]i64)",
    );
    check("def rows (ns: []i64) = map iota ns", "rows [n] : [n]i64 -> [n][?]i64");
    check("def triangle = [[1i64], [2, 3]]", "triangle : [2][?]i64");
}

#[test]
fn modules_show_what_is_seen_from_outside() {
    let module = "module m: { type t [n] val make: (n: i64) -> t [n] } = {
        type t [n] = [n]bool
        def make n = replicate n true
    }";
    check(module, "m.make : (n: i64) -> m.t [n]");
    check(&format!("{module}\ndef three = m.make 3"), "three : m.t [3]");
}

#[test]
fn what_is_wrong_has_no_type() {
    let found = found("it.fut", "def f = 1i64 + true\ndef g = 2i64", true);
    assert_eq!(found[0].line, None);
    assert_eq!(found[1].line.as_deref(), Some("g : i64"));
}

fn programs(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            programs(&path, found);
        } else if path.extension().is_some_and(|e| e == "fut") {
            found.push(path);
        }
    }
}

/// Rule zero: what Futhark's rules accept has the types they give. What is behind the first definition that they refuse, here or in a
/// file that is imported, may depend on it, and is not compared. `PROGRAMS` names one more folder of programs.
#[test]
fn widening_changes_no_type() {
    let mut files = vec![];
    for folder in ["tests", "examples", "crates/front/tests/programs"] {
        programs(&root().join(folder), &mut files);
    }
    if let Some(more) = std::env::var_os("PROGRAMS") {
        programs(Path::new(&more), &mut files);
    }
    let (mut compared, mut refused) = (0, 0);
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a program");
        let name = file.to_string_lossy();
        let (with, without) = (found(&name, &text, true), checked(&name, &text, false));
        let imported = |error: &Diagnostic| error.labels.iter().any(|label| label.span.file != 0);
        if without.errors.iter().any(imported) {
            refused += 1;
            continue;
        }
        for (with, without) in with.iter().zip(&without.definitions) {
            if without.line.is_none() {
                refused += usize::from(with.line.is_some());
                break;
            }
            assert_eq!(with, without, "{name}");
            compared += 1;
        }
    }
    // Neither half is idle.
    assert!(compared > 300, "only {compared} definitions were compared");
    assert!(refused > 10, "only {refused} programs need widening");
}
