//! Wrong programs: the id of the first error and where it points.

use base::diag::{Diagnostic, SourceFile};

fn errors(text: &str) -> Vec<Diagnostic> {
    match front::compile(SourceFile { name: "test.fut".into(), text: text.into() }) {
        Ok(_) => panic!("accepted: {text}"),
        Err((_, errors)) => errors,
    }
}

/// Checks the id of the first error and the source its first label points at.
fn check(text: &str, id: &str, at: &str) {
    let errors = errors(text);
    let first = &errors[0];
    assert_eq!(first.id, id, "{text}: {}", first.message);
    let span = first.labels[0].span;
    assert_eq!(span.file, 0, "{text} points into the prelude");
    assert_eq!(&text[span.lo as usize..span.hi as usize], at, "{text}: {}", first.message);
}

#[test]
fn names() {
    check("entry f [n] (xs: [n]i64): i64 = lenght xs", "unknown-name", "lenght");
    assert_eq!(errors("entry f [n] (xs: [n]i64): i64 = lenght xs")[0].notes, ["did you mean length?"]);
    check("def xs: []i64 = xs ++ [1]", "unknown-name", "xs");
    check("def f (x: i64): i64 -> i64 = \\y -> f x y", "recursive-function", "f");
    check("entry f (x: foo): i64 = 1", "unknown-type", "foo");
    check("def f (x: i64) (x: i64) = x", "duplicate-name", "x");
    check("entry f (x: (i64, i64)): i64 = x.2", "unknown-field", "x.2");
    check("def f x = x.foo", "ambiguous", "x.foo");
}

#[test]
fn types() {
    check("entry f (x: i64): f64 = x", "type-mismatch", "x");
    assert_eq!(errors("entry f (x: i64): f64 = x")[0].message, "expected f64, got i64");
    check("entry f (x: i64) (b: bool): i64 = x + b", "type-mismatch", "b");
    check("entry f (x: i64): i64 = if x then 1 else 2", "type-mismatch", "x");
    check("def g (x: i64) = x\nentry f (x: i64): i64 = g x (x + 1)", "too-many-arguments", "x + 1");
    check("entry f (x: i64): i64 = x 3", "not-a-function", "x");
    check("entry f (x: i64): i64 = x[0]", "not-an-array", "x");
    check("def f x = x x", "infinite-type", "x");
    check("entry f: bool = (\\y -> y) == (\\y -> y)", "type-mismatch", "\\y -> y");
    check("def f: i64 = 99999999999999999999999", "literal", "99999999999999999999999");
}

#[test]
fn sizes() {
    check("entry f [n] [m] (xs: [n]i64) (ys: [m]i64): [n]i64 = map2 (+) xs ys", "size-mismatch", "ys");
    check("entry f (xs: [3]i64): [4]i64 = xs", "size-mismatch", "xs");
    check("def g [n] (x: i64): i64 = n\nentry f (x: i64): i64 = g x", "unknown-size", "g");
    check("entry f (xs: [?]i64): i64 = 1", "outermost-size", "[?]i64");
}

#[test]
fn irregular_arrays() {
    let fold = "reduce (map2 (+)) [] xss";
    let text = format!("entry f [n] (xss: [n][?]i64): []i64 = {fold}");
    check(&text, "irregular-fold", fold);
    assert!(errors(&text)[0].notes[0].contains("flatten"));
    check("entry f [n] (xss: [n][?]i64): [][]i64 = transpose xss", "irregular-element", "xss");
    let text = "entry f [n] (ns: [n]i64): [n][n]i64 = map iota ns";
    check(text, "size-mismatch", "iota");
    assert!(errors(text)[0].notes.iter().any(|n| n.contains("would be irregular")));
}

#[test]
fn entry_points() {
    check("entry f x = x", "entry-type", "x");
    check("entry f 'a (x: a): a = x", "entry-type", "f");
    check("entry f = 1\nentry f = 2", "duplicate-name", "f");
}

#[test]
fn what_is_not_there_yet_says_so() {
    check("entry f (x: f64): f64 = vjp f64.sin x 1", "not-supported", "vjp");
}

#[test]
fn sums_and_matches() {
    let t = "type t = #a i64 | #b\n";
    check(
        &format!("{t}def f (x: t): i64 = match x case #a y -> y"),
        "not-exhaustive",
        "match x case #a y -> y",
    );
    check(&format!("{t}def f: t = #c"), "unknown-constructor", "#c");
    check(&format!("{t}def f: t = #a"), "constructor-arguments", "#a");
    check("def x = #foo 3", "ambiguous", "#foo 3");
    check("def f (b: bool): i64 = match b case true -> 1", "not-exhaustive", "match b case true -> 1");
    check("def f (1: i64) = 2", "not-exhaustive", "1: i64");
    check("type t = #a | #a", "duplicate-name", "#a | #a");
}

#[test]
fn modules() {
    check("module m = n", "unknown-module", "n");
    check("module m = {def x = 1i64}\ndef y = m.z", "unknown-name", "m.z");
    check("module m: {val x: i64} = {}", "module-mismatch", "{}");
    check("module m: {val x: i64} = {def x = true}", "type-mismatch", "{def x = true}");
    check(
        "module m: {type t val x: t} = {type t = i64 def x = 1i64}\ndef y: i64 = m.x",
        "type-mismatch",
        "m.x",
    );
    check("module f (p: {val x: i64}) = {def y: bool = p.x}", "type-mismatch", "p.x");
    check("import \"a\"", "import", "import \"a\"");
    check("type t = []i64", "lifted-type", "t");
}

#[test]
fn functions_are_no_data() {
    check("entry f (b: bool) (x: i64): i64 = (if b then (+ 1) else (+ 2)) x", "type-mismatch", "(+ 1)");
    check("def x = [\\y -> y + 1i64]", "type-mismatch", "\\y -> y + 1i64");
}

#[test]
fn syntax() {
    check("def f = (1 +", "syntax", "");
    check("def f = $", "syntax", "$");
    check("3 + 4", "syntax", "3");
    check("def f = {a = 1, a = 2}", "duplicate-name", "{");
}

#[test]
fn several_errors_are_reported_together() {
    let errors = errors("def f: i64 = true\ndef g: bool = 1i64\ndef h = f");
    assert_eq!(errors.iter().map(|e| e.id).collect::<Vec<_>>(), ["type-mismatch", "type-mismatch"]);
}

#[test]
fn deep_nesting_is_an_error_everywhere() {
    for (open, close) in [
        ("(", ")"),
        ("[", "]"),
        ("- ", ""),
        ("", " + 1"),
        ("", "[0]"),
        ("", ".0"),
        ("", " 1"),
        ("", " with [0] = 1"),
        ("\\x -> ", ""),
        ("if true then 1 else ", ""),
        ("1 + (", ")"),
    ] {
        let text = format!("def x = {}y{}", open.repeat(50_000), close.repeat(50_000));
        assert_eq!(errors(&text)[0].id, "too-deep", "{open}");
    }
    let text = format!("def f (x: {}i64) = x", "[]".repeat(50_000));
    assert_eq!(errors(&text)[0].id, "too-deep");
}

#[test]
fn arrays_have_a_limited_number_of_dimensions() {
    let literal = |depth: usize| format!("{}1i64{}", "[".repeat(depth), "]".repeat(depth));
    let ty = |depth: usize| format!("{}i64", "[1]".repeat(depth));
    assert!(
        front::compile(SourceFile {
            name: "test.fut".into(),
            text: format!("entry f (x: {}) = (x, {})", ty(64), literal(64)),
        })
        .is_ok()
    );
    check(&format!("entry f = {}", literal(1000)), "rank", &literal(65));
    check(&format!("entry f (x: {}) = 1i64", ty(1000)), "rank", &ty(65));
    check(&format!("type t = {0}\nentry f (x: [1]t) = 1i64", ty(64)), "rank", "[1]t");
    // Where types are only inferred.
    let wrap = format!("def g x = {}\n", literal(40).replace("1i64", "x"));
    check(&format!("{wrap}entry f = let y = g 1i64 in g y"), "rank", "g y");
    check(&format!("{wrap}entry f = let y = g 1i64 in y |> (\\x -> g x)"), "rank", "g x");
    let doubled: String = (1..30).map(|i| format!("def g{i} x = g{0} (g{0} x)\n", i - 1)).collect();
    check(&format!("def g0 x = [x]\n{doubled}entry f = g29 1i64"), "rank", "g6 (g6 x)");
    // Where only lowering sees them.
    let inside = format!("{wrap}def h x = length (g x)\n");
    check(&format!("{inside}entry f = let y = g 1i64 in h y"), "rank", &literal(25).replace("1i64", "x"));
    check(&format!("{wrap}entry f = g {{x = g 1i64}}"), "rank", &literal(25).replace("1i64", "x"));
}

#[test]
fn what_inlining_blows_up_is_an_error() {
    let mut text = String::from("def f0 (x: i64): i64 = x * x\n");
    for i in 1..40 {
        text += &format!("def f{i} (x: i64): i64 = f{0} x + f{0} (x + 1)\n", i - 1);
    }
    text += "entry main (x: i64): i64 = f39 x\n";
    assert_eq!(errors(&text)[0].id, "too-large");
}
