//! Both directions, on a program that has every kind of structure.

use crate::json;
use driver::structure::{Component, assemble};
use driver::{Backend, Error, Options, Program};

fn through(program: &str, input: &str) -> Result<String, String> {
    let program = Program::from_source("test.fut", program).map_err(|e| e.to_string())?;
    let interface = program.interface("main").expect("the interface of main");
    let values = json::parse_all(input).map_err(|e| e.to_string())?;
    let mut shapes = program.shapes("main").into_iter();
    let mut args = vec![];
    for (value, data) in values.iter().zip(&interface.args) {
        let own: Vec<Component> = shapes.by_ref().take(data.leaves()).collect();
        args.extend(json::components(input, value, data, &own).map_err(|e| e.to_string())?);
    }
    let mut ready = program.build(Backend::Interp, &Options::default()).map_err(|e: Error| e.to_string())?;
    let results = ready.run("main", &args).map_err(|e| e.to_string())?;
    let mut text = String::new();
    json::write(&assemble(&interface.result, &results)?, &mut text);
    Ok(text)
}

#[track_caller]
fn same(ty: &str, texts: &[&str]) {
    for text in texts {
        let result = through(&format!("entry main (x: {ty}) = x"), text);
        assert_eq!(result.as_deref(), Ok(*text), "as {ty}");
    }
}

#[test]
fn every_type_goes_in_and_comes_out() {
    same("i64", &["0", "-9223372036854775808", "9223372036854775807"]);
    same("u64", &["18446744073709551615"]);
    same("u8", &["255"]);
    same("bool", &["true", "false"]);
    same("f64", &["1.5", "-0.1", "1e300", "\"nan\"", "\"inf\"", "\"-inf\""]);
    same("f32", &["0.1", "\"nan\""]);
    same("f16", &["0.5"]);
    same("[]i32", &["[]", "[1, 2]"]);
    same("[][]i32", &["[[1, 2], [3, 4]]", "[]"]);
    same("[][?]f64", &["[[1.5], [], [2.5, \"inf\"]]", "[]", "[[], []]"]);
    same("[][?][?]i64", &["[[[1], []], []]"]);
    same("(i32, bool)", &["[1, true]"]);
    same("{a: i64, b: (f64, []u8)}", &["{\"a\": 1, \"b\": [0.5, [7]]}"]);
    same("[](i64, [?]f64)", &["[[1, [0.5]], [2, []]]", "[]"]);
    same("[]{k: i64, v: []i64}", &["[{\"k\": 1, \"v\": [2, 3]}, {\"k\": 4, \"v\": [5, 6]}]"]);
    same("[]()", &["[[], []]", "[]"]);
    same("[][?]((), ())", &["[[[[], []]], []]"]);
    same("[]((), i64)", &["[[[], 7]]"]);
    same("#some i64 | #none", &["{\"#some\": [3]}", "{\"#none\": []}"]);
    same("[](#some [2]i64 | #none)", &["[{\"#some\": [[3, 4]]}, {\"#none\": []}]"]);
}

#[test]
fn other_spellings_are_read() {
    let read = |ty: &str, text: &str| through(&format!("entry main (x: {ty}) = x"), text);
    assert_eq!(
        read("[]f64", "[\"NaN\", \"Infinity\", \"-Infinity\"]").as_deref(),
        Ok("[\"nan\", \"inf\", \"-inf\"]")
    );
    assert_eq!(read("f32", "\"NaN\"").as_deref(), Ok("\"nan\""));
    assert_eq!(read("[]u8", "\"ab\"").as_deref(), Ok("[97, 98]"));
    assert_eq!(read("[][?]u8", "[\"ab\", \"\", [7]]").as_deref(), Ok("[[97, 98], [], [7]]"));
    assert_eq!(
        read("[]{k: []u8, n: i64}", "[{\"k\": \"ä\", \"n\": 1}]").as_deref(),
        Ok("[{\"k\": [195, 164], \"n\": 1}]")
    );
    assert_eq!(read("()", "[]").as_deref(), Ok("[]"));
}

#[track_caller]
fn refused(ty: &str, text: &str, parts: &[&str]) {
    let message = through(&format!("entry main (x: {ty}) = x"), text).expect_err(text);
    for part in parts {
        assert!(message.contains(part), "{part} is not in: {message}");
    }
}

#[test]
fn what_does_not_fit_is_refused_with_its_position() {
    refused("i64", "9223372036854775808", &["1:1", "a value of type i64", "9223372036854775808"]);
    refused("u8", "300", &["1:1", "300 does not fit u8, 0 to 255"]);
    refused("i8", "-129", &["1:1", "-129 does not fit i8, -128 to 127"]);
    refused("[]i64", "\"ab\"", &["expected an array, found the string"]);
    refused("f64", "\"abc\"", &["a value of type f64"]);
    refused("i64", "1.5", &["1:1", "a value of type i64"]);
    refused("u8", "-1", &["a value of type u8"]);
    refused("i64", "\"1\"", &["found the string \"1\""]);
    refused("i64", "null", &["found null"]);
    refused("[]i64", "[1,\n 2,\n x]", &["3:2", "expected a JSON value, found `x`"]);
    refused("[]i64", "[1 2]", &["1:4", "`,` or `]`"]);
    refused("[]i64", "[01]", &["1:2", "not a number"]);
    refused("[]i64", "[1.]", &["1:4", "behind the point"]);
    refused("[]i64", "[1", &["the end of the text"]);
    refused("{a: i64}", "{\"b\": 1}", &["no field \"b\"", "there are: a"]);
    refused("{a: i64, b: i64}", "{\"a\": 1}", &["the field \"b\" is missing"]);
    refused("{a: i64}", "{\"a\": 1, \"a\": 2}", &["1:10", "twice"]);
    refused("(i64, i64)", "[1]", &["expected an array of 2, found one of 1"]);
    refused("#a i64 | #b", "{\"#c\": []}", &["\"#a\", \"#b\""]);
    refused("i64", "\"\\q\"", &["1:2", "escape"]);
    refused("i64", "\"abc", &["1:1", "does not end"]);
    refused("[]i64", &"[".repeat(100_000), &["nested too deeply"]);
}
