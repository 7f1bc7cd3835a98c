//! Nulls and malformed arrays: what the errors say.

use super::super::abi::{ArrowArray, ArrowSchema};
use super::made::{NONE, data, made, numbers, taken};
use crate::error::ErrorKind;

#[test]
fn nulls_are_refused_with_their_place() {
    let nullable = || made("l", "x", (4, -1, 0), vec![data(&[0b1011u8]), data(&[0i64, 1, 2, 3])], vec![]);
    let error = taken("[]i64", nullable()).unwrap_err();
    assert_eq!(error.row(), [2]);
    assert_eq!(
        taken("[](#none | #some i64)", nullable()).unwrap(),
        "[#some 0i64, #some 1i64, #none, #some 3i64]"
    );
    let list = || made("+l", "xs", (2, 0, 0), vec![NONE, data(&[0i32, 1, 4])], vec![nullable()]);
    let record = made("+s", "", (2, 0, 0), vec![NONE], vec![list()]);
    let error = taken("[]{xs: [?]i64}", record).unwrap_err();
    let ErrorKind::Data { path, row, .. } = error.kind() else { panic!("{error}") };
    assert_eq!((path.as_str(), row.as_slice()), ("xs", &[1i64, 1][..]));
    assert_eq!(
        taken("[][?](#none | #some i64)", list()).unwrap(),
        "[[#some 0i64], [#some 1i64, #none, #some 3i64]]"
    );
}

/// An array of integers of which some are null, by their bits.
fn nullable(bits: &'static [u8], length: i64) -> (ArrowSchema, ArrowArray) {
    made("l", "x", (length, -1, 0), vec![data(bits), data(&[0i64, 1, 2, 3, 4, 5, 6, 7])], vec![])
}

#[test]
fn what_lies_below_a_null_is_not_looked_at() {
    // The second record is null, and so is its field.
    let record = || made("+s", "", (3, -1, 0), vec![data(&[0b101u8])], vec![nullable(&[0b101], 3)]);
    assert_eq!(
        taken("[](#none | #some {x: i64})", record()).unwrap(),
        "[#some {x = 0i64}, #none, #some {x = 2i64}]"
    );
    // The second row is null, and its offsets make no sense.
    let offsets = data(&[0i64, 2, 7, 7]);
    let views = vec![data(&[0b101u8]), data(&[0i64, -5, 2]), data(&[2i64, 100, 1])];
    let list = made("+vL", "", (3, -1, 0), views, vec![numbers(4)]);
    assert_eq!(taken("[](#none | #some [?]i64)", list).unwrap(), "[#some [0i64, 1i64], #none, #some [2i64]]");
    // Its elements are null.
    let list = made("+L", "", (3, -1, 0), vec![data(&[0b101u8]), offsets], vec![nullable(&[0b11], 7)]);
    assert_eq!(
        taken("[](#none | #some [?]i64)", list).unwrap(),
        "[#some [0i64, 1i64], #none, #some empty([0]i64)]"
    );
    // A field that is null in a record that is there.
    let record = made("+s", "", (3, -1, 0), vec![data(&[0b101u8])], vec![nullable(&[0b001], 3)]);
    let error = taken("[](#none | #some {x: i64})", record).unwrap_err();
    assert_eq!(error.row(), [2]);
}

/// The place and the text of the error for an array that is not taken.
fn refused(ty: &str, array: (ArrowSchema, ArrowArray)) -> (Vec<i64>, String) {
    let error = taken(ty, array).unwrap_err();
    let ErrorKind::Data { row, what, .. } = error.kind() else { panic!("{error}") };
    (row.clone(), what.clone())
}

#[test]
fn rows_are_counted_from_the_list_that_they_are_in() {
    // Two rows of two rows each, which begin at the third: of the last one the end is wrong.
    let outer = |inner| made("+L", "", (2, 0, 0), vec![NONE, data(&[2i64, 4, 6])], vec![inner]);
    let offsets = data(&[0i64, 0, 0, 1, 2, 3, 99]);
    let inner = made("+L", "item", (6, 0, 0), vec![NONE, offsets], vec![numbers(8)]);
    let expected = (vec![1, 1], "ends at 99, but there are 8 elements".to_string());
    assert_eq!(refused("[][?][?]i64", outer(inner)), expected);
    let offsets = data(&[0i32, 0, 0, 1, 2, 3, 99]);
    let inner = made("+l", "item", (6, 0, 0), vec![NONE, offsets], vec![numbers(8)]);
    assert_eq!(refused("[][?][?]i64", outer(inner)), expected);
    // Views, which say sizes.
    let (starts, sizes) = (data(&[0i64, 0, 0, 0, 0, 0]), data(&[0i64, 0, 1, 1, -3, 0]));
    let inner = made("+vL", "item", (6, 0, 0), vec![NONE, starts, sizes], vec![numbers(8)]);
    assert_eq!(refused("[][?][?]i64", outer(inner)), (vec![1, 0], "has the size -3".to_string()));
    // The outer rows in another order.
    let (starts, sizes) = (data(&[4i64, 2]), data(&[2i64, 2]));
    let offsets = data(&[0i64, 0, 0, 1, 2, 3, 99]);
    let inner = made("+L", "item", (6, 0, 0), vec![NONE, offsets], vec![numbers(8)]);
    let list = made("+vL", "", (2, 0, 0), vec![NONE, starts, sizes], vec![inner]);
    assert_eq!(refused("[][?][?]i64", list), (vec![0, 1], expected.1));
    // Text by views: the fourth of the inner rows has a size below zero.
    const VIEWS: [[i32; 4]; 6] = [[0; 4], [0; 4], [0; 4], [0; 4], [-1, 0, 0, 0], [0; 4]];
    let buffers = vec![NONE, data(&VIEWS), NONE];
    let text = made("vu", "item", (6, 0, 0), buffers, vec![]);
    assert_eq!(refused("[][?][?]u8", outer(text)), (vec![1, 0], "has the size -1".to_string()));
    // One that does not lie in its buffer.
    const FAR: [[i32; 4]; 6] = [[0; 4], [0; 4], [0; 4], [20, 0, 0, 10], [0; 4], [0; 4]];
    let buffers = vec![NONE, data(&FAR), data(&[0u8; 25]), data(&[25i64])];
    let text = made("vu", "item", (6, 0, 0), buffers, vec![]);
    assert_eq!(
        refused("[][?][?]u8", outer(text)),
        (vec![0, 1], "ends after the 25 bytes of its buffer".to_string())
    );
}

/// The indices choose from these values.
fn dictionary(
    (mut schema, mut array): (ArrowSchema, ArrowArray),
    values: (ArrowSchema, ArrowArray),
) -> (ArrowSchema, ArrowArray) {
    schema.dictionary = Box::leak(Box::new(values.0));
    array.dictionary = Box::leak(Box::new(values.1));
    (schema, array)
}

#[test]
fn indices_and_values_of_dictionaries_may_be_null() {
    let indices = |bits: Option<&'static [u8]>| {
        let nulls = bits.map_or((NONE, 0), |bits| (data(bits), -1));
        made("i", "", (4, nulls.1, 0), vec![nulls.0, data(&[0i32, 1, 2, 0])], vec![])
    };
    // The second value is null.
    let values = || nullable(&[0b101], 3);
    let option = "[](#none | #some i64)";
    let all = "[#some 0i64, #none, #some 2i64, #some 0i64]";
    assert_eq!(taken(option, dictionary(indices(None), values())).unwrap(), all);
    let fewer = "[#none, #none, #some 2i64, #some 0i64]";
    assert_eq!(taken(option, dictionary(indices(Some(&[0b1110])), values())).unwrap(), fewer);
    let error = taken("[]i64", dictionary(indices(None), values())).unwrap_err();
    assert_eq!(error.row(), [1]);
    let error = taken("[]i64", dictionary(indices(Some(&[0b1011])), numbers(3))).unwrap_err();
    assert_eq!(error.row(), [2]);
    // A null that nobody chooses.
    let chosen = made("C", "", (2, 0, 0), vec![NONE, data(&[2u8, 0])], vec![]);
    assert_eq!(taken("[]i64", dictionary(chosen, values())).unwrap(), "[2i64, 0i64]");
    let far = made("C", "", (2, 0, 0), vec![NONE, data(&[0u8, 3])], vec![]);
    let error = refused("[]i64", dictionary(far, numbers(3)));
    assert_eq!(error, (vec![1], "is number 3 of a dictionary of 3 values".to_string()));
}

#[test]
fn a_format_alone_takes_no_memory() {
    let wide =
        |length, nulls, bits| made("+w:2147483647", "xs", (length, nulls, 0), vec![bits], vec![numbers(8)]);
    let expected = (vec![], "has 3 rows of 2147483647, but there are 8 elements".to_string());
    assert_eq!(refused("[][?]i64", wide(3, 0, NONE)), expected);
    assert_eq!(refused("[](#none | #some [?]i64)", wide(3, -1, data(&[0b010u8]))), expected);
    // Rows that are all null, and those of a constructor that no element has.
    assert_eq!(
        taken("[](#none | #some [?]i64)", wide(3, -1, data(&[0u8]))).unwrap(),
        "[#none, #none, #none]"
    );
    let union = |format, other| {
        let rows = made(format, "xs", (0, 0, 0), vec![NONE; 2 - usize::from(format.starts_with('+'))], other);
        let mut n = numbers(2);
        n.0.name = c"n".as_ptr();
        made("+ud:0,1", "", (2, 0, 0), vec![data(&[1i8, 1]), data(&[0i32, 1])], vec![rows, n])
    };
    let ty = "[](#xs ([?]i64) | #n i64)";
    assert_eq!(taken(ty, union("+w:2147483647", vec![numbers(0)])).unwrap(), "[#n 0i64, #n 1i64]");
    let ty = "[](#xs ([?]u8) | #n i64)";
    assert_eq!(taken(ty, union("w:2147483647", vec![])).unwrap(), "[#n 0i64, #n 1i64]");
    // Nothing but nulls is as long as it says.
    let nulls = made("n", "", (i64::MAX / 64, 0, 0), vec![], vec![]);
    let error = taken("[](#none | #some i64)", nulls).unwrap_err().to_string();
    assert!(error.contains("there is no memory for"), "{error}");
}

#[test]
fn children_of_unions_have_different_names() {
    let child = || {
        let mut n = numbers(2);
        n.0.name = c"n".as_ptr();
        n
    };
    let union = made("+us:0,1", "", (2, 0, 0), vec![data(&[0i8, 1])], vec![child(), child()]);
    assert_eq!(refused("[](#n i64 | #m i64)", union), (vec![], "has two children n".to_string()));
}
