//! Random arrays in all forms that are taken, over memory of known size.
//!
//! Arrow's structs do not say how large buffers are. So that arrays can be changed in every way that an importer has to notice, each
//! buffer has room for [`SPARE`] more elements of 16 bytes than its array needs, and each list of pointers has null pointers at its end.

use super::super::abi::{ArrowArray, ArrowSchema};
use super::Random;
use crate::types::{Size, Type};
use base::ScalarType;
use std::any::Any;
use std::ffi::{CString, c_void};

/// How many elements more than needed there is room for.
pub(super) const SPARE: usize = 24;

/// An array before it becomes structs.
pub(super) struct Grown {
    pub(super) format: String,
    pub(super) name: String,
    pub(super) length: usize,
    pub(super) offset: usize,
    pub(super) nulls: i64,
    pub(super) buffers: Vec<Option<Box<[u64]>>>,
    pub(super) children: Vec<Grown>,
    pub(super) dictionary: Option<Box<Grown>>,
}

/// What the structs of an array point to: texts, buffers, lists of pointers, other structs.
#[derive(Default)]
pub(super) struct Arena(Vec<Box<dyn Any>>);

unsafe extern "C" fn release_schema(schema: *mut ArrowSchema) {
    // SAFETY: called once, with the struct. The arena frees what it points to.
    unsafe { (*schema).release = None };
}
unsafe extern "C" fn release_array(array: *mut ArrowArray) {
    // SAFETY: as above.
    unsafe { (*array).release = None };
}

impl Arena {
    /// The structs of an array. They may be used as long as the arena is there.
    pub(super) fn structs(&mut self, grown: Grown) -> (ArrowSchema, ArrowArray) {
        let (mut schema, mut array) = (ArrowSchema::empty(), ArrowArray::empty());
        for (text, into) in [(grown.format, &mut schema.format), (grown.name, &mut schema.name)] {
            let text = CString::new(text).unwrap();
            *into = text.as_ptr();
            self.0.push(Box::new(text));
        }
        (array.length, array.offset, array.null_count) =
            (grown.length as i64, grown.offset as i64, grown.nulls);
        let pointer = |buffer: &mut Option<Box<[u64]>>| -> *const c_void {
            buffer.as_mut().map_or(std::ptr::null(), |words| words.as_mut_ptr().cast_const().cast())
        };
        let mut buffers = grown.buffers;
        let mut pointers: Vec<*const c_void> = buffers.iter_mut().map(pointer).collect();
        array.n_buffers = pointers.len() as i64;
        pointers.resize(pointers.len() + SPARE, std::ptr::null());
        let mut pointers = pointers.into_boxed_slice();
        array.buffers = pointers.as_mut_ptr();
        self.0.push(Box::new(pointers));
        self.0.push(Box::new(buffers));
        let (mut schemas, mut arrays) = (vec![], vec![]);
        (schema.n_children, array.n_children) = (grown.children.len() as i64, grown.children.len() as i64);
        for child in grown.children {
            let (schema, array) = self.kept(child);
            schemas.push(schema);
            arrays.push(array);
        }
        schemas.resize(schemas.len() + SPARE, std::ptr::null_mut());
        arrays.resize(arrays.len() + SPARE, std::ptr::null_mut());
        let mut lists = (schemas.into_boxed_slice(), arrays.into_boxed_slice());
        (schema.children, array.children) = (lists.0.as_mut_ptr(), lists.1.as_mut_ptr());
        self.0.push(Box::new(lists));
        if let Some(values) = grown.dictionary {
            (schema.dictionary, array.dictionary) = self.kept(*values);
        }
        schema.release = Some(release_schema);
        array.release = Some(release_array);
        (schema, array)
    }

    fn kept(&mut self, grown: Grown) -> (*mut ArrowSchema, *mut ArrowArray) {
        let (schema, array) = self.structs(grown);
        let (mut schema, mut array) = (Box::new(schema), Box::new(array));
        let pair = (&raw mut *schema, &raw mut *array);
        self.0.push(schema);
        self.0.push(array);
        pair
    }
}

/// The bytes of integers of so many bytes each.
fn integers(values: &[i64], bytes: usize) -> Vec<u8> {
    values.iter().flat_map(|n| n.to_le_bytes()[..bytes].to_vec()).collect()
}

impl Random {
    fn word(&mut self) -> u64 {
        self.below(usize::MAX);
        self.0
    }

    fn one_of<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    /// A buffer that begins with these bytes; the rest is anything.
    fn buffer(&mut self, count: usize, bytes: &[u8]) -> Option<Box<[u64]>> {
        let words = (2 * (count + SPARE)).max(bytes.len().div_ceil(8));
        let mut buffer: Box<[u64]> = (0..words).map(|_| self.word()).collect();
        for (i, byte) in bytes.iter().enumerate() {
            let (word, shift) = (&mut buffer[i / 8], 8 * (i % 8));
            *word = *word & !(0xff << shift) | u64::from(*byte) << shift;
        }
        Some(buffer)
    }

    /// An array with so many elements, and the type of its elements.
    pub(super) fn grow(&mut self, depth: usize, length: usize) -> (Grown, Type) {
        let offset = self.below(3);
        let all = length + offset;
        let mut grown = Grown {
            format: String::new(),
            name: "item".into(),
            length,
            offset,
            nulls: 0,
            buffers: vec![None],
            children: vec![],
            dictionary: None,
        };
        let ty = match self.below(if depth == 0 { 4 } else { 9 }) {
            0 | 1 => self.grow_scalars(&mut grown, all),
            2 => self.grow_text(&mut grown, all),
            3 => {
                grown.format = "n".into();
                grown.buffers.clear();
                return (grown, optional(Type::Scalar(ScalarType::I64)));
            }
            4 => self.grow_list(&mut grown, all, depth),
            5 => {
                let (child, elem) = self.grow(depth - 1, 2 * all + usize::from(depth > 1));
                grown.format = "+w:2".into();
                grown.children.push(child);
                let dim = if self.below(2) == 0 { Size::Varies } else { Size::Known(2) };
                Type::Array { dim, elem: Box::new(elem) }
            }
            6 => {
                grown.format = "+s".into();
                let mut fields = vec![];
                for name in ["a", "b", "c"].iter().take(1 + self.below(3)) {
                    let more = self.below(2);
                    let (mut child, ty) = self.grow(depth - 1, all + more);
                    child.name = name.to_string();
                    grown.children.push(child);
                    fields.push((name.to_string(), ty));
                }
                Type::Record(fields)
            }
            7 => return self.grow_union(grown, all, depth),
            _ => {
                let count = 1 + self.below(3);
                let (values, ty) = self.grow(depth - 1, count);
                let (format, bytes) = self.one_of(&[("C", 1), ("i", 4), ("l", 8), ("s", 2)]);
                let indices: Vec<i64> = (0..all).map(|_| self.below(count) as i64).collect();
                grown.format = format.into();
                let indices = self.buffer(all, &integers(&indices, bytes));
                grown.buffers.push(indices);
                grown.dictionary = Some(Box::new(values));
                ty
            }
        };
        // Nulls have a type of their own; a sum of nulls would be read as one, too.
        if self.below(3) > 0 || matches!(ty, Type::Sum(_)) {
            return (grown, ty);
        }
        grown.nulls = -1;
        grown.buffers[0] = self.buffer(all, &[]);
        (grown, optional(ty))
    }

    fn grow_scalars(&mut self, grown: &mut Grown, all: usize) -> Type {
        use ScalarType::{Bool, F64, I16, I32, I64, U8};
        let kinds =
            [("l", I64), ("g", F64), ("C", U8), ("b", Bool), ("s", I16), ("tdD", I32), ("tsu:UTC", I64)];
        let (format, ty) = self.one_of(&kinds);
        grown.format = format.into();
        let numbers = self.buffer(all, &[]);
        grown.buffers.push(numbers);
        Type::Scalar(ty)
    }

    fn grow_text(&mut self, grown: &mut Grown, all: usize) -> Type {
        let elem = Box::new(Type::Scalar(ScalarType::U8));
        let (format, bytes) = self.one_of(&[("u", 4), ("Z", 8), ("vu", 0), ("w:3", 0)]);
        grown.format = format.into();
        if bytes > 0 {
            let mut offsets = vec![0];
            (0..all).for_each(|i| offsets.push(offsets[i] + self.below(4) as i64));
            // How many bytes of text there are is not known, so that more elements must not say more.
            offsets.resize(all + 1 + SPARE, offsets[all]);
            let (offsets, text) = (self.buffer(all, &integers(&offsets, bytes)), self.buffer(4 * all, &[]));
            grown.buffers.extend([offsets, text]);
        } else if format == "vu" {
            let views: Vec<u8> = (0..all)
                .flat_map(|_| {
                    let (size, at) = (self.below(30) as i64, self.below(10) as i64);
                    [integers(&[size], 4), vec![65; 4], integers(&[0, at], 4)].concat()
                })
                .collect();
            let parts =
                [self.buffer(all, &views), self.buffer(0, &[66; 40]), self.buffer(0, &integers(&[40], 8))];
            grown.buffers.extend(parts);
        } else {
            let text = self.buffer(all, &[]);
            grown.buffers.push(text);
        }
        Type::Array { dim: Size::Varies, elem }
    }

    fn grow_list(&mut self, grown: &mut Grown, all: usize, depth: usize) -> Type {
        let (format, bytes) = self.one_of(&[("+l", 4), ("+L", 8), ("+vl", 4), ("+vL", 8), ("+m", 4)]);
        grown.format = format.into();
        let total = if format.starts_with("+v") {
            let total = 4 + self.below(4);
            let starts: Vec<i64> = (0..all).map(|_| self.below(total) as i64).collect();
            let sizes: Vec<i64> =
                starts.iter().map(|start| self.below(total - *start as usize) as i64).collect();
            let parts =
                [self.buffer(all, &integers(&starts, bytes)), self.buffer(all, &integers(&sizes, bytes))];
            grown.buffers.extend(parts);
            total
        } else {
            let mut offsets = vec![self.below(3) as i64];
            (0..all).for_each(|i| offsets.push(offsets[i] + self.below(4) as i64));
            let buffer = self.buffer(all, &integers(&offsets, bytes));
            grown.buffers.push(buffer);
            offsets[all] as usize + self.below(2)
        };
        let (child, elem) = self.grow(depth - 1, total);
        grown.children.push(child);
        Type::Array { dim: Size::Varies, elem: Box::new(elem) }
    }

    fn grow_union(&mut self, mut grown: Grown, all: usize, depth: usize) -> (Grown, Type) {
        let dense = self.below(2) == 0;
        grown.format = if dense { "+ud:4,0,9" } else { "+us:4,0,9" }.into();
        let codes: Vec<u8> = (0..all).map(|_| self.one_of(&[4, 0, 9])).collect();
        grown.buffers = vec![self.buffer(all, &codes)];
        let most = if dense { 3 } else { all };
        if dense {
            let places: Vec<i64> = codes.iter().map(|_| self.below(most) as i64).collect();
            let places = self.buffer(all, &integers(&places, 4));
            grown.buffers.push(places);
        }
        let mut constructors = vec![];
        for name in ["p", "q"] {
            let (mut child, ty) = self.grow(depth - 1, most);
            child.name = name.into();
            grown.children.push(child);
            constructors.push((name.to_string(), vec![ty]));
        }
        // It carries nothing.
        let (mut last, _) = self.grow(0, most);
        last.name = "r".into();
        grown.children.push(last);
        constructors.push(("r".into(), vec![]));
        (grown, Type::Sum(constructors))
    }
}

/// The type of elements that may be null.
fn optional(ty: Type) -> Type {
    Type::Sum(vec![("none".into(), vec![]), ("some".into(), vec![ty])])
}
