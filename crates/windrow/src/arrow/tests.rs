//! Random values there and back, and arrays that are not what they should be.

use super::abi::{ArrowArray, ArrowSchema};
use super::{export, import};
use crate::any::AnyArray;
use crate::context::{Backend, Context};
use crate::error::{Error, ErrorKind};
use crate::types::{Size, Type};
use crate::value::Value;
use base::ScalarType;
use rt::{Dim, Lengths};
use std::any::Any;
use std::ffi::{CString, c_void};
use std::sync::Arc;

/// A small generator (xorshift) with a seed that the test gives.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n.max(1) as u64) as usize
    }

    fn ty(&mut self, depth: usize) -> Type {
        let scalars = [ScalarType::I64, ScalarType::F32, ScalarType::U8, ScalarType::Bool, ScalarType::I16];
        let kinds = if depth == 0 { 1 } else { 6 };
        match self.below(kinds) {
            0 => Type::Scalar(scalars[self.below(5)]),
            1 => Type::Array { dim: Size::Varies, elem: Box::new(self.ty(depth - 1)) },
            2 => Type::Array { dim: Size::Known(2), elem: Box::new(self.ty(depth - 1)) },
            3 => {
                let fields = ["a", "b", "c"];
                let count = 1 + self.below(3);
                Type::Record(fields[..count].iter().map(|f| (f.to_string(), self.ty(depth - 1))).collect())
            }
            4 => Type::Sum(vec![("none".into(), vec![]), ("some".into(), vec![self.ty(depth - 1)])]),
            _ => Type::Sum(vec![
                ("p".into(), vec![self.ty(depth - 1)]),
                ("q".into(), vec![self.ty(depth - 1), self.ty(0)]),
                ("r".into(), vec![]),
            ]),
        }
    }

    /// The components of so many random elements.
    fn leaves(
        &mut self,
        context: &Context,
        ty: &Type,
        count: usize,
        dims: &[Dim],
        into: &mut Vec<rt::Array>,
    ) {
        let mut push = |elem: ScalarType, bytes: Vec<u8>| {
            let buffer = context.0.memory.upload(&bytes).unwrap();
            into.push(rt::Array::new(elem, dims.to_vec(), buffer, count));
        };
        match ty {
            Type::Scalar(elem) => {
                let limit = if *elem == ScalarType::Bool { 2 } else { 100 };
                let words: Vec<u64> = (0..count).map(|_| self.below(limit) as u64).collect();
                let bytes = words.iter().flat_map(|w| w.to_le_bytes()[..elem.bytes()].to_vec()).collect();
                push(*elem, bytes);
            }
            Type::Array { dim, elem } => {
                let sizes: Vec<i64> = (0..count).map(|_| self.below(4) as i64).collect();
                let (dim, total) = match dim {
                    Size::Known(n) => (Dim::Uniform(*n), count * *n as usize),
                    Size::Named(_) | Size::Any | Size::Varies => {
                        let total = sizes.iter().sum::<i64>() as usize;
                        let memory = context.0.memory.memory().clone();
                        (Dim::Each(Arc::new(Lengths::of(memory, sizes))), total)
                    }
                };
                let inner: Vec<Dim> = dims.iter().cloned().chain([dim]).collect();
                self.leaves(context, elem, total, &inner, into);
            }
            Type::Record(fields) => {
                fields.iter().for_each(|(_, ty)| self.leaves(context, ty, count, dims, into));
            }
            Type::Sum(constructors) => {
                let tags = (0..count).flat_map(|_| (self.below(constructors.len()) as u16).to_le_bytes());
                push(ScalarType::U16, tags.collect());
                let payloads = constructors.iter().flat_map(|(_, payload)| payload);
                payloads.for_each(|ty| self.leaves(context, ty, count, dims, into));
            }
        }
    }

    fn array(&mut self, context: &Context, count: usize) -> AnyArray {
        let ty = Type::Array { dim: Size::Any, elem: Box::new(self.ty(3)) };
        let Type::Array { elem, .. } = &ty else { unreachable!() };
        let mut leaves = vec![];
        self.leaves(context, elem, count, &[Dim::Uniform(count as i64)], &mut leaves);
        AnyArray::new(ty.clone(), ty.data(), leaves)
    }
}

fn context() -> Context {
    Context::builder().backend(Backend::Interp).build().unwrap()
}

#[test]
fn values_come_back() {
    let context = context();
    let mut random = Random(7);
    for round in 0..300 {
        let array = random.array(&context, round % 6);
        let ty = array.ty().clone();
        let value = Value::Array(array.clone());
        let (schema, exported) = export(&value, &ty).unwrap();
        // SAFETY: they were just made.
        let back = unsafe { import(&context, &ty, &schema, exported) }.unwrap();
        assert_eq!(back.to_string(), value.to_string(), "{ty}");
        // A part of it, as somebody cuts it who moves the offset.
        let (start, len) = (random.below(round % 6), random.below(round % 6));
        let len = len.min(array.len() - start.min(array.len()));
        let start = start.min(array.len());
        let (schema, mut exported) = export(&value, &ty).unwrap();
        (exported.offset, exported.length) = (start as i64, len as i64);
        exported.null_count = if exported.null_count > 0 { -1 } else { 0 };
        // SAFETY: as above.
        let part = unsafe { import(&context, &ty, &schema, exported) }.unwrap();
        assert_eq!(part.to_string(), array.slice(start, len).unwrap().to_string(), "{ty}");
        // Every element by itself.
        for i in 0..array.len() {
            let element = array.get(i).unwrap().unwrap();
            let Type::Array { elem, .. } = &ty else { unreachable!() };
            if !matches!(**elem, Type::Array { .. }) {
                let (schema, exported) = export(&element, elem).unwrap();
                // SAFETY: as above.
                let back = unsafe { import(&context, elem, &schema, exported) }.unwrap();
                assert_eq!(back.to_string(), element.to_string(), "{elem}");
            }
        }
        // Joined with itself.
        let twice = AnyArray::concat(&context, &ty, vec![array.clone(), array.clone()]).unwrap();
        let text = array.to_string();
        for start in [0, array.len()].into_iter().filter(|_| !array.is_empty()) {
            assert_eq!(twice.slice(start, array.len()).unwrap().to_string(), text, "{ty}");
        }
    }
    assert_eq!((context.stats().resident, context.stats().adopted), (0, 0));
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
fn made(
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

fn data<T>(of: &'static [T]) -> *const c_void {
    of.as_ptr().cast()
}

fn taken(ty: &str, (schema, array): (ArrowSchema, ArrowArray)) -> Result<String, Error> {
    let source = format!("entry f (x: {ty}) = x");
    let program = crate::Program::from_source("f", &source).unwrap();
    let ty = program.entries().next().unwrap().params[0].ty.clone();
    let context = context();
    // SAFETY: the structs are valid.
    unsafe { import(&context, &ty, &schema, array) }.map(|value| value.to_string())
}

const NONE: *const c_void = std::ptr::null();

fn numbers(length: i64) -> (ArrowSchema, ArrowArray) {
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

#[test]
fn elements_are_used_where_they_are() {
    let context = context();
    let array = context.ragged(vec![1.0f64, 2.0, 3.0], vec![0, 1, 3]).unwrap();
    let address = array.view().unwrap()[0].as_ptr();
    let value = Value::from(array);
    let ty = Type::Array {
        dim: Size::Any,
        elem: Box::new(Type::Array { dim: Size::Varies, elem: Box::new(Type::Scalar(ScalarType::F64)) }),
    };
    let (schema, exported) = export(&value, &ty).unwrap();
    // SAFETY: they were just made.
    let back = unsafe { import(&context, &ty, &schema, exported) }.unwrap();
    drop(value);
    let Value::Array(back) = back else { panic!() };
    let rows = back.to_ragged::<f64>().unwrap();
    assert_eq!((rows.view().unwrap()[0].as_ptr(), &rows.view().unwrap()[1]), (address, &[2.0, 3.0][..]));
    assert_eq!(context.stats().copies.total().count, 0);
    drop((back, rows));
    assert_eq!(context.stats().adopted, 0);
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
