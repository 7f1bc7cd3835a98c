//! Reading and printing together.

use super::{parse_values, print_value};
use crate::random::Random;
use base::{Scalar, ScalarType};
use ir::Value;

fn one(text: &str) -> Value {
    parse_values(text, None).unwrap_or_else(|e| panic!("{text}: {e}")).remove(0)
}

fn message(text: &str) -> String {
    parse_values(text, None).map(|v| format!("{v:?}")).unwrap_err().to_string()
}

#[test]
fn values_print_as_they_are_written() {
    for text in [
        "3i64",
        "true",
        "f64.nan",
        "-f32.inf",
        "[1i64, 2i64]",
        "[[1i64, 2i64], [3i64]]",
        "[[1i64], empty([0]i64)]",
        "empty([0][?]i64)",
        "empty([0][3]f64)",
        "empty([2][0]f64)",
        "[[[1u8]], empty([0][1]u8)]",
        "[[[1u8], [2u8, 3u8]], empty([0][?]u8)]",
        "[empty([2][0]i64), empty([1][0]i64)]",
        "1e-7f32",
        "1e300f64",
    ] {
        assert_eq!(print_value(&one(text)), text);
    }
}

#[test]
fn a_text_may_leave_things_open() {
    assert_eq!(one("[[1i64], []]"), one("[[1i64], empty([0]i64)]"));
    assert_eq!(one("[empty([0]i64), empty([0]i64)]"), one("empty([2][0]i64)"));
    assert_eq!(one("[1, 2u8]"), one("[1u8, 2u8]"));
    assert_eq!(one("[1, 2]").elem, ScalarType::I32);
    assert_eq!(one("[1, 2.5]"), one("[1f64, 2.5f64]"));
    let with = |text, ty, rank| parse_values(text, Some(&[(ty, rank)])).unwrap().remove(0);
    assert_eq!(with("[[], []]", ScalarType::I64, 2), one("empty([2][0]i64)"));
    assert_eq!(with("[]", ScalarType::F32, 2), one("empty([0][?]f32)"));
    assert_eq!(with("1", ScalarType::F32, 0), Value::scalar(Scalar::F32(1.0)));
    let two = parse_values("-- a comment\n1 [2] -- more", None).unwrap();
    assert_eq!(two, vec![Value::scalar(Scalar::I32(1)), one("[2i32]")]);
}

#[test]
fn strings_are_rows_of_bytes() {
    assert_eq!(one("\"ab\""), one("[97u8, 98u8]"));
    assert_eq!(one("[\"ab\", \"\", [99u8]]"), one("[[97u8, 98u8], empty([0]u8), [99u8]]"));
    assert_eq!(one("[[\"a\"], empty([0][?]u8), [\"bc\", \"d\"]]").lens.len(), 3);
}

#[test]
fn errors_say_where_and_what() {
    assert_eq!(message("[1, 2"), "1:6: expected `,` or `]`, found the end of the text");
    assert_eq!(message("[1,\n x]"), "2:2: expected a value, found `x`");
    assert_eq!(message("[1, [2]]"), "1:6: this makes the array 2-dimensional, but it is 1-dimensional");
    assert_eq!(message("[[1], 2]"), "1:7: this makes the array 1-dimensional, but it is 2-dimensional");
    assert_eq!(message("[1, []]"), "1:5: this row makes the array 2-dimensional, but it is 1-dimensional");
    assert_eq!(message("[1i64, 2i32]"), "1:8: expected a value of type i64, found one of type i32");
    assert_eq!(message("[300, 2u8]"), "1:2: 300 does not fit u8, 0 to 255");
    assert_eq!(message("99999999999"), "1:1: 99999999999 does not fit i32, -2147483648 to 2147483647");
    let asked = |text, ty| parse_values(text, Some(&[(ty, 0)])).map_err(|e| e.to_string());
    assert_eq!(asked("-1", ScalarType::U16).unwrap_err(), "1:1: -1 does not fit u16, 0 to 65535");
    // Another type is not the reader's business.
    assert!(asked("1.5", ScalarType::U16).is_ok() && asked("300i64", ScalarType::U8).is_ok());
    assert_eq!(message("[\"ab\", 1i64]"), "1:8: this makes the array 1-dimensional, but it is 2-dimensional");
    assert_eq!(message("[\"ab\", [1i64]]"), "1:9: expected a value of type u8, found one of type i64");
    assert!(message("[[]]").starts_with("1:1: the type of this empty array is not known"));
    assert_eq!(message("empty([2]i64)"), "1:1: this array is not empty: one of its sizes must be 0");
    assert!(message("[empty([9000000000][2][0]i64)]").contains("empty rows"));
    assert!(message("empty([1][?][0]i64)").contains("`?`"));
}

#[test]
fn depth_is_no_danger() {
    let deep = "[".repeat(10_000) + "1" + &"]".repeat(10_000);
    assert_eq!(print_value(&one(&deep)), deep.replace('1', "1i32"));
    assert!(parse_values(&"[".repeat(10_000), None).is_err());
}

#[test]
fn random_values_survive_the_trip() {
    let mut random = Random(7);
    for round in 0..3000 {
        let value = random.ragged();
        let text = print_value(&value);
        let back = parse_values(&text, None).unwrap_or_else(|e| panic!("round {round}: {text}: {e}"));
        assert_eq!(back, vec![value], "round {round}: {text}");
    }
}

#[test]
fn noise_does_not_panic() {
    let mut random = Random(11);
    let parts = [
        "[", "]", ",", "empty(", "[0]", "[?]", "i64)", "1", "-", ".5e", "f32", "0x", "é", "\n", "--", "true",
    ];
    for _ in 0..5000 {
        let text: String =
            (0..random.below(12)).map(|_| parts[random.below(parts.len() as u64) as usize]).collect();
        if let Ok(values) = parse_values(&text, None) {
            for value in values {
                assert_eq!(parse_values(&print_value(&value), None), Ok(vec![value]), "{text}");
            }
        }
    }
}

/// The rules of the language document about irregular values, in both directions: what is read, and how it is written.
#[test]
fn irregular_values_are_read_and_written_as_documented() {
    let cases = [
        // No rows at all.
        ("empty([0][?]i64)", "empty([0][?]i64)"),
        ("empty([0][3]f64)", "empty([0][3]f64)"),
        // Two empty rows.
        ("[empty([0]i64), empty([0]i64)]", "empty([2][0]i64)"),
        // A sibling tells the type.
        ("[[1i64], []]", "[[1i64], empty([0]i64)]"),
        ("[[], [2u8]]", "[empty([0]u8), [2u8]]"),
        // The suffix may stand anywhere.
        ("[[1, 2], [3i16]]", "[[1i16, 2i16], [3i16]]"),
        // An empty matrix among others.
        ("[empty([2][0]f64), [[1.0]]]", "[[empty([0]f64), empty([0]f64)], [[1.0f64]]]"),
        ("[[[1i32], []], []]", "[[[1i32], empty([0]i32)], empty([0][?]i32)]"),
        ("[[[1i32, 2i32]], []]", "[[[1i32, 2i32]], empty([0][2]i32)]"),
    ];
    for (text, written) in cases {
        let values = parse_values(text, None).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(values.len(), 1, "{text}");
        assert_eq!(print_value(&values[0]), written, "{text}");
        let again = parse_values(written, None).unwrap_or_else(|e| panic!("{written}: {e}"));
        assert_eq!(print_value(&again[0]), written, "{text}");
        // The bytes say the same; but rows that do not exist have no sizes there.
        let written = if written.starts_with("empty(") { &written.replace('?', "0") } else { written };
        let mut bytes = vec![];
        crate::binary::write_value(&values[0], &mut bytes).expect("a binary form");
        let (read, end) = crate::binary::read_value(&bytes, 0).expect("bytes that were just written");
        assert_eq!((print_value(&read).as_str(), end), (written, bytes.len()), "{text}");
        let regular = values[0].lens.iter().all(|l| match l {
            ir::value::Lens::Uniform(_) => true,
            ir::value::Lens::Each(each) => each.is_empty(),
        });
        assert_eq!(bytes[1] == 2, regular, "{text}: Futhark's version is for regular arrays only");
    }
    for wrong in ["[[1i64], 2i64]", "[1i64, 2i32]", "empty([2][?]i64)", "[]", "[[], []]", "empty([1]i64)"] {
        assert!(parse_values(wrong, None).is_err(), "{wrong}");
    }
}
