//! Sessions of `windrow repl`, from standard input that is no terminal.

use std::io::Write;
use std::process::{Command, Stdio};

/// What a session writes to standard output and to standard error.
fn session(input: &str) -> (String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_windrow"));
    command.arg("repl").current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the command starts");
    let mut stdin = child.stdin.take().expect("a standard input");
    stdin.write_all(input.as_bytes()).expect("the input is read");
    drop(stdin);
    let output = child.wait_with_output().expect("the command ends");
    assert!(output.status.success(), "{output:?}");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).to_string();
    (text(&output.stdout), text(&output.stderr))
}

#[track_caller]
fn says(input: &str, expected: &str) {
    let (out, err) = session(input);
    assert_eq!((out.as_str(), err.as_str()), (expected, ""), "{input}");
}

#[track_caller]
fn complains(input: &str, parts: &[&str]) {
    // Another input afterwards: an error does not end the session.
    let (out, err) = session(&format!("{input}\n40 + 2i64\n"));
    assert!(out.ends_with("42i64\n"), "{input}: {out}{err}");
    for part in parts {
        assert!(err.contains(part), "{part} is not in: {err}");
    }
}

#[test]
fn expressions_are_evaluated() {
    says("1 + 2\n", "3i32\n");
    says("map iota [1, 0, 2]\n", "[[0i64], empty([0]i64), [0i64, 1i64]]\n");
    says("(1i64, {a = 2.5, b = true}, [(1i32, 2u8)])\n", "(1i64, {a = 2.5f64, b = true}, [(1i32, 2u8)])\n");
    says("#some 3i64 : #some i64 | #none\n", "#some 3i64\n");
    says("-- nothing\n\n", "");
}

#[test]
fn definitions_last() {
    says("def f x = x + 1i64\nf 3\n", "4i64\n");
    says("def f x = x + 1i64\ndef g = f 1\ndef f x = x * 10i64\nf 3\ng\n", "30i64\n2i64\n");
    says("module m = { type t = i64 def q: t = 7 }\nm.q\ntype u = m.t\n(1: u)\n", "7i64\n1i64\n");
    says("import \"tests/lang/lib/shapes\"\ntwice 4\n", "8i64\n");
    says(":load examples/areas.fut\narea [(0, 0), (1, 0), (1, 1)]\n", "0.5f64\n");
}

#[test]
fn an_input_may_have_several_lines() {
    says("if true\nthen 1i64\nelse 2\n", "1i64\n");
    says("def f x =\n  x + 1i64\nf 1\n", "2i64\n");
    says("module m = {\n  def a = 1i64\n  def b = 2i64\n}\nm.a + m.b\n", "3i64\n");
}

#[test]
fn commands() {
    says(":type 1i64\n", "i64\n");
    says(":t \\x y -> (y, x)\n", "a -> b -> (b, a)\n");
    says("map\n", "a value of type (a -> b) -> []a -> []b\n");
    says("1i64\n:quit\n2i64\n", "1i64\n");
    let (out, _) = session(":help\n");
    for word in [":type", ":load", ":quit"] {
        assert!(out.contains(word), "{out}");
    }
}

#[test]
fn errors_do_not_end_the_session() {
    complains("yy", &["unknown-name", "[1]:1:1"]);
    complains("def f (x: i64) = x\nf true", &["expected i64, got bool", "[2]:1:3"]);
    complains("let g = 1 + true", &["[1]:1:13"]);
    complains("[1, 2][5]", &["[1]:1:1: Index [5] out of bounds"]);
    complains("def h (x: i64) = 1 / x\nh 0", &["division by zero", "[1]:1:"]);
    complains("1 +\n", &["expected an expression"]);
    complains("1 )", &["unexpected `)`"]);
    complains(":load no-such-file.fut", &["cannot read no-such-file.fut"]);
    complains(":load README.md", &["does not end in .fut"]);
    complains(":what", &["no command :what"]);
    complains(":type", &["which expression"]);
    complains(":type 1 +", &["expected an expression"]);
}
