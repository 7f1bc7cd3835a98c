//! Arguments as a user gives them: what is read, what is refused, and when.

use std::fs;
use std::process::Command;

const PROGRAM: &str = "\
type~ order = {id: i64, price: f64, tags: [](i64, u8)}
entry orders (os: []order) (limit: #some i64 | #none) (k: (i32, bool)): i64 = length os + i64.i32 k.0
entry unit (_: ()): i64 = 3
entry units (_: ()) (n: i64) (_: ()): i64 = n
entry bytes (x: u8) (y: i8) (zs: []u16): (u8, i8, []u16) = (x, y, zs)
entry names [n] (xs: [n][?]u8): [n]i64 = map length xs
entry square [n] (xs: [n][n]i64): i64 = n
";

fn run(entry: &str, input: &str, more: &[&str]) -> (Option<i32>, String, String) {
    let folder = tempfile::tempdir().expect("the temporary folder can be written");
    let (program, values) = (folder.path().join("f.fut"), folder.path().join("input"));
    fs::write(&program, PROGRAM).expect("it can be written");
    fs::write(&values, input).expect("it can be written");
    let mut command = Command::new(env!("CARGO_BIN_EXE_windrow"));
    // A compiler that always fails, so that it is seen when one is asked.
    command.arg("run").arg(&program).args(["-e", entry]).args(more).env("CC", "false");
    let output = command.stdin(fs::File::open(&values).expect("it is there")).output().expect("it runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).to_string();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn arguments_are_checked_before_anything_is_compiled() {
    for (entry, input, part) in [
        ("square", "[[1], [2, 3]]", "argument xs of square"),
        ("square", "[[1, 2]]", "dimension 1 has size 2, but n is 1"),
        ("square", "[1.5]", "got a value of type []f64"),
        ("names", "", "names takes 1 value, got 0; in order: xs: [][?]u8"),
        ("bytes", "300 1 [1]", "1:1: 300 does not fit u8, 0 to 255"),
        ("bytes", "3 -129 [1]", "1:3: -129 does not fit i8, -128 to 127"),
        ("bytes", "3 1 [1, -1]", "1:9: -1 does not fit u16, 0 to 65535"),
    ] {
        let (code, _, err) = run(entry, input, &["-b", "native"]);
        assert!(code == Some(1) && err.contains(part), "{entry} {input}: {err}");
        assert!(!err.contains("does not compile"), "{entry} {input}: {err}");
    }
}

#[test]
fn a_wrong_number_of_values_says_which_are_read_in_which_order() {
    let (code, _, err) = run("orders", "[1i64]", &["-b", "interp"]);
    let order = "orders takes 8 values, got 1; in order: os.id: []i64, os.price: []f64, os.tags.0: [][?]i64, \
        os.tags.1: [][?]u8, limit (constructor: 0 #none, 1 #some): u16, limit#some.0: i64, k.0: i32, k.1: bool";
    assert!(code == Some(1) && err.contains(order), "{err}");
    // They are read in that order.
    let input = "[7] [1.5] [[1, 2]] [\"ab\"] 1 5 30 true";
    assert_eq!(run("orders", input, &["-b", "interp"]).1, "31i64\n");
}

#[test]
fn nothing_can_be_given_as_json() {
    assert_eq!(run("unit", "[]", &["-b", "interp", "--json"]).1, "3\n");
    assert_eq!(run("units", "[] 4 []", &["-b", "interp", "--json"]).1, "4\n");
    assert_eq!(run("unit", "", &["-b", "interp"]).1, "3i64\n");
    let (code, _, err) = run("unit", "", &["-b", "interp", "--json"]);
    assert!(code == Some(1) && err.contains("takes 1 JSON value"), "{err}");
}

#[test]
fn strings_are_rows_of_bytes() {
    assert_eq!(run("names", "[\"ab\", \"c\", \"\"]", &["-b", "interp"]).1, "[2i64, 1i64, 0i64]\n");
    assert_eq!(run("names", "[\"ab\", \"c\", \"\"]", &["-b", "interp", "--json"]).1, "[2, 1, 0]\n");
}
