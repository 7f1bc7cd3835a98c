//! Random values there and back. The modules below have arrays made by hand and arrays that are not what they should be.

mod grown;
mod made;
mod malformed;
mod mutated;

use super::{ArrowDeviceArray, export, export_device, import, import_device};
use crate::any::AnyArray;
use crate::context::{Backend, Context};
use crate::types::{Size, Type};
use crate::value::Value;
use base::ScalarType;
use rt::{Dim, Lengths};
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

/// The interpreter, and a GPU where there is one.
fn contexts() -> impl Iterator<Item = Context> {
    let gpu = Context::builder().backend(Backend::Cuda).build().ok();
    std::iter::once(context()).chain(gpu)
}

#[test]
fn values_come_back() {
    contexts().for_each(|context| come_back(&context));
}

fn come_back(context: &Context) {
    let mut random = Random(7);
    for round in 0..300 {
        let array = random.array(context, round % 6);
        let ty = array.ty().clone();
        let value = Value::Array(array.clone());
        let (schema, exported) = export(&value, &ty).unwrap();
        // SAFETY: they were just made.
        let back = unsafe { import(context, &ty, &schema, exported) }.unwrap();
        assert_eq!(back.to_string(), value.to_string(), "{ty}");
        // A part of it, as somebody cuts it who moves the offset.
        let (start, len) = (random.below(round % 6), random.below(round % 6));
        let len = len.min(array.len() - start.min(array.len()));
        let start = start.min(array.len());
        let (schema, mut exported) = export(&value, &ty).unwrap();
        (exported.offset, exported.length) = (start as i64, len as i64);
        exported.null_count = if exported.null_count > 0 { -1 } else { 0 };
        // SAFETY: as above.
        let part = unsafe { import(context, &ty, &schema, exported) }.unwrap();
        assert_eq!(part.to_string(), array.slice(start, len).unwrap().to_string(), "{ty}");
        // Every element by itself.
        for i in 0..array.len() {
            let element = array.get(i).unwrap().unwrap();
            let Type::Array { elem, .. } = &ty else { unreachable!() };
            if !matches!(**elem, Type::Array { .. }) {
                let (schema, exported) = export(&element, elem).unwrap();
                // SAFETY: as above.
                let back = unsafe { import(context, elem, &schema, exported) }.unwrap();
                assert_eq!(back.to_string(), element.to_string(), "{elem}");
            }
        }
        // Joined with itself.
        let twice = AnyArray::concat(context, &ty, vec![array.clone(), array.clone()]).unwrap();
        let text = array.to_string();
        for start in [0, array.len()].into_iter().filter(|_| !array.is_empty()) {
            assert_eq!(twice.slice(start, array.len()).unwrap().to_string(), text, "{ty}");
        }
    }
    assert_eq!((context.stats().resident, context.stats().adopted), (0, 0));
}

#[test]
fn values_come_back_on_a_device() {
    for context in crate::cuda::tests::contexts() {
        let mut random = Random(11);
        for round in 0..300 {
            let array = random.array(&context, round % 6);
            let ty = array.ty().clone();
            let value = Value::Array(array.clone());
            let (schema, exported) = export_device(&context, &value, &ty).unwrap();
            assert_eq!((exported.device_type, exported.device_id), (ArrowDeviceArray::CUDA, 0));
            // SAFETY: they were just made.
            let back = unsafe { import_device(&context, &ty, &schema, exported) }.unwrap();
            assert_eq!(back.to_string(), value.to_string(), "{ty}");
            let (start, len) = (random.below(array.len()), random.below(array.len()));
            let len = len.min(array.len() - start);
            let (schema, mut exported) = export_device(&context, &value, &ty).unwrap();
            (exported.array.offset, exported.array.length) = (start as i64, len as i64);
            exported.array.null_count = if exported.array.null_count > 0 { -1 } else { 0 };
            // SAFETY: as above.
            let part = unsafe { import_device(&context, &ty, &schema, exported) }.unwrap();
            assert_eq!(part.to_string(), array.slice(start, len).unwrap().to_string(), "{ty}");
        }
        assert_eq!((context.stats().resident, context.stats().adopted), (0, 0));
    }
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
