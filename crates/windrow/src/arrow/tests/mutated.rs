//! Random arrays with something broken. Nothing of it may be undefined behaviour, which the sanitizers see:
//!
//! ```text
//! WINDROW_ARROW_ROUNDS=1000000 ASAN_OPTIONS=allocator_may_return_null=1 RUSTFLAGS=-Zsanitizer=address \
//!     cargo +nightly test -p windrow --lib --target x86_64-unknown-linux-gnu arrow::tests::mutated
//! ```

use super::super::abi::{ArrowArray, ArrowSchema};
use super::super::{export, import};
use super::grown::{Arena, SPARE};
use super::{Random, context};
use crate::error::ErrorKind;
use crate::types::{Size, Type};
use crate::value::Value;
use std::any::Any;
use std::ffi::CStr;

/// How many arrays are tried.
fn rounds() -> usize {
    std::env::var("WINDROW_ARROW_ROUNDS").map_or(3000, |text| text.parse().unwrap())
}

fn array_of(elem: Type) -> Type {
    Type::Array { dim: Size::Any, elem: Box::new(elem) }
}

#[test]
fn arrays_of_all_forms_are_taken() {
    let context = context();
    let mut random = Random(5);
    for round in 0..rounds() {
        let (grown, elem) = random.grow(3, round % 5);
        let (ty, mut arena) = (array_of(elem), Arena::default());
        let (schema, array) = arena.structs(grown);
        // SAFETY: the arena outlives what is imported.
        let value = unsafe { import(&context, &ty, &schema, array) };
        comes_back(&context, &value.unwrap_or_else(|error| panic!("{ty}: {error}")), &ty);
    }
    assert_eq!((context.stats().resident, context.stats().adopted), (0, 0));
}

/// Everything of the value can be read, and it is the same after a way there and back.
fn comes_back(context: &crate::Context, value: &Value, ty: &Type) {
    let text = value.to_string();
    let (schema, array) = export(value, ty).unwrap();
    // SAFETY: they were just made.
    let back = unsafe { import(context, ty, &schema, array) }.unwrap();
    assert_eq!(back.to_string(), text, "{ty}");
}

#[test]
fn mutated_arrays_are_errors_or_values() {
    let context = context();
    let mut random = Random(3);
    let (mut refused, mut taken) = (0, 0);
    for round in 0..rounds() {
        let (grown, elem) = random.grow(3, round % 5);
        let (ty, mut arena) = (array_of(elem), Arena::default());
        let (mut schema, mut array) = arena.structs(grown);
        for _ in 0..1 + random.below(3) {
            mutate(&mut random, &mut schema, &mut array);
        }
        // SAFETY: what has been changed stays within the memory of the arena, which outlives what is imported.
        match unsafe { import(&context, &ty, &schema, array) } {
            Ok(value) => {
                taken += 1;
                comes_back(&context, &value, &ty);
            }
            Err(error) => {
                refused += 1;
                let fits = matches!(error.kind(), ErrorKind::Data { .. } | ErrorKind::Value { .. });
                assert!(fits, "{ty}: {error}");
            }
        }
    }
    assert!(refused > rounds() / 4 && taken > rounds() / 10, "{refused} refused, {taken} taken");
    assert_eq!((context.stats().resident, context.stats().adopted), (0, 0));
}

/// Formats of all kinds but text with offsets: how far those may go only its maker knows.
const FORMATS: [&CStr; 27] = [
    c"c",
    c"l",
    c"f",
    c"b",
    c"e",
    c"n",
    c"vu",
    c"w:3",
    c"w:0",
    c"+l",
    c"+L",
    c"+vl",
    c"+vL",
    c"+w:1",
    c"+w:3",
    c"+w:2147483647",
    c"+w:99999999999",
    c"+s",
    c"+us:4,0,9",
    c"+ud:4,0,9",
    c"+us:",
    c"+ud:300",
    c"+r",
    c"+m",
    c"tdD",
    c"",
    c"+",
];

/// Changes something somewhere in an array, within the memory that it has.
fn mutate(random: &mut Random, schema: &mut ArrowSchema, array: &mut ArrowArray) {
    if array.is_released() || schema.is_released() || array.buffers.is_null() {
        return;
    }
    let children = array.n_children.min(schema.n_children);
    let inside = array.children.is_null() || schema.children.is_null();
    if children > 0 && !inside && random.below(3) > 0 {
        let child = random.below(children as usize);
        // SAFETY: there are so many children, null or of the arena.
        let pair = unsafe { ((*schema.children.add(child)).as_mut(), (*array.children.add(child)).as_mut()) };
        if let (Some(schema), Some(array)) = pair {
            mutate(random, schema, array);
        }
        return;
    }
    // SAFETY: null or of the arena.
    let dictionary = unsafe { (schema.dictionary.as_mut(), array.dictionary.as_mut()) };
    if let ((Some(schema), Some(array)), true) = (dictionary, random.below(2) == 0) {
        return mutate(random, schema, array);
    }
    // SAFETY: a format of the arena or a constant.
    let format = unsafe { CStr::from_ptr(schema.format) };
    let text = [c"u", c"Z", c"vu"].contains(&format);
    let few = |random: &mut Random| random.below(SPARE / 6) as i64;
    // SAFETY: the buffers and lists of the arena have room for more than they hold.
    unsafe {
        match random.below(15) {
            0 => array.length = array.length.wrapping_add(few(random)),
            1 => array.length = array.length.wrapping_sub(1),
            2 => array.length = [-1, i64::MIN, i64::MAX, i64::MAX / 16][random.below(4)],
            3 => array.offset = array.offset.wrapping_add(few(random)),
            4 => array.offset = [-1, i64::MIN, i64::MAX][random.below(3)],
            5 => array.n_buffers += 1 - 2 * (random.below(2) as i64),
            6 => {
                let more = 1 - 2 * (random.below(2) as i64);
                let which = random.below(3);
                schema.n_children += if which == 1 { 0 } else { more };
                array.n_children += if which == 2 { 0 } else { more };
            }
            7 => *array.buffers.add(random.below(array.n_buffers.max(1) as usize)) = std::ptr::null(),
            8 if children > 0 && !inside => {
                let child = random.below(children as usize);
                match random.below(4) {
                    0 => *schema.children.add(child) = std::ptr::null_mut(),
                    1 => *array.children.add(child) = std::ptr::null_mut(),
                    2 => schema.children = std::ptr::null_mut(),
                    _ => array.children = std::ptr::null_mut(),
                }
            }
            9 => match random.below(3) {
                0 => schema.dictionary = std::ptr::null_mut(),
                1 => array.dictionary = std::ptr::null_mut(),
                _ => array.buffers = std::ptr::null_mut(),
            },
            10 => array.null_count = [-1, 0, 1, i64::MAX][random.below(4)],
            11 if !text => schema.format = FORMATS[random.below(FORMATS.len())].as_ptr(),
            12 if random.below(4) == 0 => array.release = None,
            // Lengths without any memory.
            13 if (*array.buffers).is_null() && (format == c"n" || format == c"+s") => {
                array.length = 1 << 56;
            }
            // Bits, integers, offsets, codes. Of text only views may change.
            _ if array.n_buffers > 0 => {
                let last = if format == c"vu" { 2 } else { array.n_buffers as usize };
                let buffer = if format == c"u" || format == c"Z" { 0 } else { random.below(last) };
                let words = (*array.buffers.add(buffer)).cast::<u64>().cast_mut();
                if !words.is_null() {
                    let at = random.below(4);
                    let new = [u64::MAX, 1, 1 << 31, 1 << 33, 1 << 62, 0][random.below(6)];
                    *words.add(at) =
                        if random.below(2) == 0 { new } else { (*words.add(at)).wrapping_add(new) };
                }
            }
            _ => {}
        }
    }
}

#[test]
fn malformed_arrays_are_errors() {
    let context = context();
    let mut random = Random(11);
    let mut refused = 0;
    for _ in 0..3000 {
        let count = 1 + random.below(5);
        let array = random.array(&context, count);
        let ty = array.ty().clone();
        let (mut schema, mut exported) = export(&Value::Array(array), &ty).unwrap();
        let mut kept: Vec<Box<dyn Any>> = vec![];
        spoil(&mut random, &mut schema, &mut exported, &mut kept);
        // SAFETY: nothing that can be known only by its maker has been changed.
        if let Err(error) = unsafe { import(&context, &ty, &schema, exported) } {
            assert!(matches!(error.kind(), ErrorKind::Data { .. } | ErrorKind::Value { .. }), "{error}");
            refused += 1;
        }
        drop(kept);
    }
    assert!(refused > 1500, "only {refused}");
    assert_eq!((context.stats().resident, context.stats().adopted), (0, 0));
}

/// Breaks one thing somewhere in an array.
fn spoil(
    random: &mut Random,
    schema: &mut ArrowSchema,
    array: &mut ArrowArray,
    kept: &mut Vec<Box<dyn Any>>,
) {
    if array.n_children > 0 && random.below(2) == 0 {
        let child = random.below(array.n_children as usize);
        // SAFETY: there are so many children, just made.
        let pair = unsafe { (&mut **schema.children.add(child), &mut **array.children.add(child)) };
        return spoil(random, pair.0, pair.1, kept);
    }
    // SAFETY: what is read and written are parts of structs that were just made.
    unsafe {
        match random.below(8) {
            0 => array.length = -1,
            1 => array.offset = -(random.below(9) as i64) - 1,
            2 => array.n_buffers += 1 - 2 * (random.below(2) as i64),
            3 => array.length = i64::MAX - random.below(3) as i64,
            4 => schema.format = c"+r".as_ptr(),
            5 if array.n_children > 0 => {
                let child = random.below(array.n_children as usize);
                (**array.children.add(child)).length -= 1;
            }
            6 if array.n_buffers > 1 => *array.buffers.add(1) = std::ptr::null(),
            7 if *schema.format.add(1) == b'L' as i8 && array.length > 0 => {
                let from = (*array.buffers.add(1)).cast::<i64>();
                let mut offsets: Box<[i64]> = (0..=array.length as usize).map(|i| *from.add(i)).collect();
                let at = random.below(offsets.len());
                offsets[at] += [-100, 100, i64::MAX / 2, -1][random.below(4)];
                *array.buffers.add(1) = offsets.as_ptr().cast();
                kept.push(Box::new(offsets));
            }
            _ => kept.push(Box::new(ArrowArray::take(array))),
        }
    }
}
