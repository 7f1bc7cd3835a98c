//! Arrays made by hand, of all kinds that are taken.

use super::super::abi::{ArrowArray, ArrowSchema};
use super::super::import;
use super::context;
use crate::error::Error;
use std::ffi::{CString, c_void};

/// An array made by hand.
struct Made {
    format: CString,
    name: CString,
    buffers: Vec<*const c_void>,
    schemas: Vec<*mut ArrowSchema>,
    arrays: Vec<*mut ArrowArray>,
}

unsafe extern "C" fn keep_schema(schema: *mut ArrowSchema) {
    // SAFETY: called once, with the struct.
    unsafe { (*schema).release = None };
}
unsafe extern "C" fn keep_array(array: *mut ArrowArray) {
    // SAFETY: as above.
    unsafe { (*array).release = None };
}

/// An array over static data; its structs are not freed.
pub(super) fn made(
    format: &str,
    name: &str,
    (length, nulls, offset): (i64, i64, i64),
    buffers: Vec<*const c_void>,
    children: Vec<(ArrowSchema, ArrowArray)>,
) -> (ArrowSchema, ArrowArray) {
    let (mut schemas, mut arrays) = (vec![], vec![]);
    for (schema, array) in children {
        schemas.push(Box::into_raw(Box::new(schema)));
        arrays.push(Box::into_raw(Box::new(array)));
    }
    let made = Box::leak(Box::new(Made {
        format: CString::new(format).unwrap(),
        name: CString::new(name).unwrap(),
        buffers,
        schemas,
        arrays,
    }));
    let mut schema = ArrowSchema::empty();
    schema.format = made.format.as_ptr();
    schema.name = made.name.as_ptr();
    schema.n_children = made.schemas.len() as i64;
    schema.children = made.schemas.as_mut_ptr();
    schema.release = Some(keep_schema);
    let mut array = ArrowArray::empty();
    (array.length, array.null_count, array.offset) = (length, nulls, offset);
    array.n_buffers = made.buffers.len() as i64;
    array.buffers = made.buffers.as_mut_ptr();
    array.n_children = made.arrays.len() as i64;
    array.children = made.arrays.as_mut_ptr();
    array.release = Some(keep_array);
    (schema, array)
}

pub(super) fn data<T>(of: &'static [T]) -> *const c_void {
    of.as_ptr().cast()
}

pub(super) fn taken(ty: &str, (schema, array): (ArrowSchema, ArrowArray)) -> Result<String, Error> {
    let source = format!("entry f (x: {ty}) = x");
    let program = crate::Program::from_source("f", &source).unwrap();
    let ty = program.entries().next().unwrap().params[0].ty.clone();
    let context = context();
    // SAFETY: the structs are valid.
    unsafe { import(&context, &ty, &schema, array) }.map(|value| value.to_string())
}

pub(super) const NONE: *const c_void = std::ptr::null();

pub(super) fn numbers(length: i64) -> (ArrowSchema, ArrowArray) {
    made("l", "item", (length, 0, 0), vec![NONE, data(&[0i64, 1, 2, 3, 4, 5, 6, 7])], vec![])
}

#[test]
fn lists_of_all_kinds_are_rows() {
    let list = |format, buffers| made(format, "", (3, 0, 0), buffers, vec![numbers(8)]);
    let expected = "[[1i64, 2i64], empty([0]i64), [3i64]]".to_string();
    let narrow = vec![NONE, data(&[1i32, 3, 3, 4])];
    assert_eq!(taken("[][?]i64", list("+l", narrow)).unwrap(), expected);
    assert_eq!(taken("[][?]i64", list("+L", vec![NONE, data(&[1i64, 3, 3, 4])])).unwrap(), expected);
    // Views that follow each other, and others.
    let views = vec![NONE, data(&[1i32, 7, 3]), data(&[2i32, 0, 1])];
    assert_eq!(taken("[][?]i64", list("+vl", views)).unwrap(), expected);
    let views = vec![NONE, data(&[5i64, 1, 0]), data(&[2i64, 2, 3])];
    let expected = "[[5i64, 6i64], [1i64, 2i64], [0i64, 1i64, 2i64]]".to_string();
    assert_eq!(taken("[][?]i64", list("+vL", views)).unwrap(), expected);
    let fixed = made("+w:2", "", (3, 0, 1), vec![NONE], vec![numbers(8)]);
    assert_eq!(taken("[][2]i64", fixed).unwrap(), "[[2i64, 3i64], [4i64, 5i64], [6i64, 7i64]]");
    let text = made("u", "", (2, 0, 0), vec![NONE, data(&[0i32, 2, 3]), data(b"abc")], vec![]);
    assert_eq!(taken("[][?]u8", text).unwrap(), "[[97u8, 98u8], [99u8]]");
}

#[test]
fn unions_are_sums() {
    let children = || {
        let flag = made("b", "flag", (3, 0, 0), vec![NONE, data(&[0b101u8])], vec![]);
        let mut n = numbers(3);
        n.0.name = c"n".as_ptr();
        vec![n, flag]
    };
    let ty = "[](#n i64 | #flag bool)";
    let codes = data(&[5i8, 9, 5]);
    let sparse = made("+us:5,9", "", (3, 0, 0), vec![codes], children());
    assert_eq!(taken(ty, sparse).unwrap(), "[#n 0i64, #flag false, #n 2i64]");
    let dense = made("+ud:5,9", "", (3, 0, 0), vec![codes, data(&[2i32, 2, 1])], children());
    assert_eq!(taken(ty, dense).unwrap(), "[#n 2i64, #flag true, #n 1i64]");
    let wrong = made("+ud:5,9", "", (3, 0, 0), vec![codes, data(&[2i32, 3, 1])], children());
    assert_eq!(
        taken(ty, wrong).unwrap_err().to_string(),
        "field flag: the array has 3 elements, but 4 are wanted"
    );
    let wrong = made("+us:5,8", "", (3, 0, 0), vec![codes], children());
    assert_eq!(
        taken(ty, wrong).unwrap_err().to_string(),
        "row 1 of the array: has the code 9, which no child has"
    );
}

#[test]
fn children_of_unions_without_names_are_what_they_fit() {
    let child = |format, name, bytes| made(format, name, (2, 0, 0), vec![NONE, bytes], vec![]);
    let union =
        |children| made("+ud:0,1", "", (3, 0, 0), vec![data(&[0i8, 1, 0]), data(&[0i32, 1, 1])], children);
    let numbers = || child("l", "0", data(&[7i64, 8]));
    let reals = || child("g", "1", data(&[0.5f64, 1.5]));
    let expected = "[#n 7i64, #x 1.5f64, #n 8i64]";
    assert_eq!(taken("[](#n i64 | #x f64)", union(vec![numbers(), reals()])).unwrap(), expected);
    assert_eq!(taken("[](#x f64 | #n i64)", union(vec![numbers(), reals()])).unwrap(), expected);
    // Of several that fit, the one with the same place.
    let others = || child("l", "1", data(&[5i64, 6]));
    assert_eq!(
        taken("[](#a i64 | #b i64)", union(vec![numbers(), others()])).unwrap(),
        "[#a 7i64, #b 6i64, #a 8i64]"
    );
    assert_eq!(
        taken("[](#n i64 | #b bool)", union(vec![numbers(), reals()])).unwrap_err().to_string(),
        "the array: has the child 1, f64, which is no constructor of #b bool | #n i64"
    );
}

#[test]
fn runs_are_their_elements() {
    let runs = |(length, offset), ends: Vec<(ArrowSchema, ArrowArray)>| {
        let mut children = ends;
        children.push(made("l", "values", (3, 0, 0), vec![NONE, data(&[7i64, 8, 9])], vec![]));
        made("+r", "", (length, 0, offset), vec![], children)
    };
    let ends = || vec![made("i", "run_ends", (3, 0, 0), vec![NONE, data(&[2i32, 3, 5])], vec![])];
    assert_eq!(taken("[]i64", runs((5, 0), ends())).unwrap(), "[7i64, 7i64, 8i64, 9i64, 9i64]");
    assert_eq!(taken("[]i64", runs((3, 1), ends())).unwrap(), "[7i64, 8i64, 9i64]");
    assert_eq!(
        taken("[]i64", runs((5, 1), ends())).unwrap_err().to_string(),
        "row 4 of the array: comes after the end of the last run"
    );
    let wrong = vec![made("g", "run_ends", (1, 0, 0), vec![NONE, data(&[5.0f64])], vec![])];
    assert!(taken("[]i64", runs((5, 0), wrong)).is_err());
}

#[test]
fn constructors_have_the_numbers_of_the_program() {
    let source = "
        type t = #aa | #bb | #some i64 | #none | #cc
        entry g (x: t): t = match x case #aa -> #bb case #bb -> #cc case #some y -> #some (y + 1) case _ -> #none
        entry f [n] (xs: [n](#none | #some i64)): i64 =
          i64.sum (map (\\x -> match x case #none -> 100 case #some y -> y) xs)";
    let context = context();
    let f = context.compile(source).unwrap().entry("f").unwrap();
    let (schema, array) = made("l", "x", (3, -1, 0), vec![data(&[0b101u8]), data(&[1i64, 2, 3])], vec![]);
    // SAFETY: the structs are valid.
    let xs = unsafe { import(&context, &f.signature().params[0].ty, &schema, array) }.unwrap();
    assert_eq!(f.call::<i64>((xs,)).unwrap(), 104);
}
