//! Reading and writing together.

use super::{read_value, write_value};
use crate::random::Random;
use crate::text::parse_values;
use ir::Value;

fn written(text: &str) -> Vec<u8> {
    let mut bytes = vec![];
    for value in parse_values(text, None).unwrap() {
        write_value(&value, &mut bytes).unwrap();
    }
    bytes
}

fn read_all(bytes: &[u8]) -> Result<Vec<Value>, String> {
    let (mut values, mut at) = (vec![], 0);
    while at < bytes.len() {
        let (value, next) = read_value(bytes, at).map_err(|e| e.to_string())?;
        values.push(value);
        at = next;
    }
    Ok(values)
}

#[test]
fn regular_values_are_futharks() {
    assert_eq!(written("258i32"), b"b\x02\x00 i32\x02\x01\x00\x00");
    assert_eq!(written("[true, false]"), b"b\x02\x01bool\x02\x00\x00\x00\x00\x00\x00\x00\x01\x00");
    assert_eq!(written("7u8"), b"b\x02\x00  u8\x07");
}

#[test]
fn irregular_values_have_their_own_version() {
    let bytes = written("[[1u8], [2u8, 3u8]]");
    let expected = b"bW\x02  u8\x00\x02\0\0\0\0\0\0\0\x01\x01\0\0\0\0\0\0\0\x02\0\0\0\0\0\0\0\x01\x02\x03";
    assert_eq!(bytes, expected);
}

#[test]
fn random_values_survive_the_trip() {
    let mut random = Random(3);
    for round in 0..3000 {
        let values: Vec<Value> = (0..1 + random.below(3)).map(|_| random.ragged()).collect();
        let mut bytes = vec![];
        values.iter().for_each(|v| write_value(v, &mut bytes).unwrap());
        let back = read_all(&bytes).unwrap_or_else(|e| panic!("round {round}: {e}"));
        assert_eq!(back.len(), values.len(), "round {round}");
        for (a, b) in back.iter().zip(&values) {
            assert_eq!(crate::text::approx_equal(a, b, 0.0), Ok(()), "round {round}");
        }
    }
}

#[test]
fn errors_say_at_which_byte() {
    let message = |bytes: &[u8]| read_value(bytes, 0).unwrap_err().to_string();
    assert_eq!(message(b"c"), "byte 0: expected a binary value, which begins with `b`");
    assert_eq!(message(b"b\x03"), "byte 1: version 3 of the binary format is not known; expected 2");
    assert_eq!(
        message(b"b\x02\x00 i33"),
        "byte 3: expected an element type such as \" i32\", found \" i33\""
    );
    assert_eq!(message(b"b\x02\x00 i32\x01"), "byte 7: expected the elements (4 bytes), but 1 are left");
    assert_eq!(message(b"b\x02\x00bool\x02"), "byte 7: expected a bool, 0 or 1, found 2");
    assert!(message(b"b\x02\x01  i8\xff\xff\xff\xff\xff\xff\xff\xff").contains("too large"));
    assert!(message(b"b\x02\x02  i8\0\0\0\0\0\0\0\x10\0\0\0\0\0\0\0\x10").starts_with("byte 15: "));
    assert!(message(b"b\x02\x02  i8\0\0\0\0\0\0\0\x10\0\0\0\0\0\0\0\0").contains("empty rows"));
}

#[test]
fn noise_does_not_panic() {
    let mut random = Random(5);
    for _ in 0..20_000 {
        let mut bytes = vec![];
        for _ in 0..1 + random.below(2) {
            write_value(&random.ragged(), &mut bytes).unwrap();
        }
        for _ in 0..1 + random.below(3) {
            let at = random.below(bytes.len() as u64) as usize;
            match random.below(3) {
                0 => bytes[at] = random.below(256) as u8,
                1 => bytes.truncate(at + 1),
                _ => bytes.insert(at, random.below(256) as u8),
            }
        }
        if let Ok(values) = read_all(&bytes) {
            values.iter().for_each(|v| drop(crate::text::print_value(v)));
        }
    }
}
