//! Random arrays with something broken.

use super::super::abi::{ArrowArray, ArrowSchema};
use super::super::{export, import};
use super::{Random, context};
use crate::error::ErrorKind;
use crate::value::Value;
use std::any::Any;

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
