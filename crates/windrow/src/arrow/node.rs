//! An array that somebody else made, with what can be checked of it: everything but the sizes of its buffers, which Arrow's
//! structs do not say.

use super::abi::{ArrowArray, ArrowSchema};
use super::format::Format;
use crate::context::Context;
use crate::error::Error;
use base::ScalarType;
use std::ffi::{CStr, c_char, c_void};
use std::marker::PhantomData;

/// Why an array could not be taken over.
pub(super) enum Fault {
    /// Something is wrong with it.
    Data(Box<Wrong>),
    /// Something else went wrong.
    Other(Error),
}

/// What is wrong where.
pub(super) struct Wrong {
    what: String,
    /// The names of the fields, innermost first.
    path: Vec<String>,
    /// The indices, innermost first.
    row: Vec<i64>,
}

impl Fault {
    pub(super) fn new(what: impl Into<String>) -> Fault {
        Fault::Data(Box::new(Wrong { what: what.into(), path: vec![], row: vec![] }))
    }

    /// Something is wrong with one element of an array.
    pub(super) fn at(row: usize, what: impl Into<String>) -> Fault {
        Fault::Data(Box::new(Wrong { what: what.into(), path: vec![], row: vec![row as i64] }))
    }

    /// The same, seen from the struct that has the array as a field.
    pub(super) fn in_field(mut self, name: &str) -> Fault {
        if let Fault::Data(wrong) = &mut self {
            wrong.path.push(name.to_string());
        }
        self
    }

    /// The same, seen from the list that has the array as its elements: `split` says which row and which element of it an element is.
    pub(super) fn in_row(mut self, split: impl FnOnce(usize) -> Option<(usize, usize)>) -> Fault {
        if let Fault::Data(wrong) = &mut self
            && let Some(last) = wrong.row.pop()
        {
            match usize::try_from(last).ok().and_then(split) {
                Some((row, at)) => wrong.row.extend([at as i64, row as i64]),
                // Without its row the index of an element says nothing.
                None => wrong.row.clear(),
            }
        }
        self
    }

    pub(super) fn into_error(self) -> Error {
        match self {
            Fault::Other(error) => error,
            Fault::Data(mut wrong) => {
                wrong.path.reverse();
                wrong.row.reverse();
                Error::data(wrong.path.join("."), wrong.row, wrong.what)
            }
        }
    }
}

impl From<Error> for Fault {
    fn from(error: Error) -> Fault {
        Fault::Other(error)
    }
}

impl From<rt::RunError> for Fault {
    fn from(error: rt::RunError) -> Fault {
        Fault::Other(Error::runtime(error))
    }
}

/// Where the buffers of an array are.
#[derive(Clone, Copy)]
pub(super) enum Source<'a> {
    Host,
    /// In memory of the CUDA device of a context; what has to be looked at is fetched.
    Cuda(&'a Context),
}

/// An array with its type.
pub(super) struct Node<'a> {
    source: Source<'a>,
    schema: &'a ArrowSchema,
    array: &'a ArrowArray,
    pub(super) format: Format,
    pub(super) length: usize,
    pub(super) offset: usize,
}

/// Numbers in a buffer, which need not be aligned.
pub(super) struct Numbers<'a, T> {
    pointer: *const T,
    count: usize,
    /// What was fetched; the pointer is there.
    _fetched: Option<Vec<u64>>,
    array: PhantomData<&'a ArrowArray>,
}

impl<T: Copy> Numbers<'_, T> {
    /// The number at a position before the last one.
    pub(super) fn get(&self, at: usize) -> T {
        assert!(at < self.count, "number {at} of {}", self.count);
        // SAFETY: whoever made the array promised so many, and `T` is a number, which all bytes are.
        unsafe { self.pointer.add(at).read_unaligned() }
    }
}

/// The canonical extension for truth values with a byte each.
const BOOL_BYTES: &[u8] = b"arrow.bool8";

/// The name of the extension type that metadata tells; empty if there is none.
///
/// # Safety
/// The pointer is null, or leads to metadata: how many pairs there are, and for each key and value how long they are and the bytes.
unsafe fn extension<'a>(metadata: *const c_char) -> &'a [u8] {
    let mut at = metadata.cast::<u8>();
    if at.is_null() {
        return &[];
    }
    // SAFETY: the caller promises it.
    unsafe {
        let number = |at: *const u8| at.cast::<i32>().read_unaligned();
        let pairs = number(at);
        at = at.add(4);
        for _ in 0..pairs {
            let mut text = || {
                let len = usize::try_from(number(at)).unwrap_or(0);
                let text = std::slice::from_raw_parts(at.add(4), len);
                at = at.add(4 + len);
                text
            };
            let (key, value) = (text(), text());
            if key == b"ARROW:extension:name" {
                return value;
            }
        }
    }
    &[]
}

/// What is said of a format that is not known.
fn unknown(format: &str) -> String {
    let what = match format {
        "tiM" | "tiD" | "tin" => "intervals of time",
        decimal if decimal.starts_with("d:") => "decimal numbers",
        other => return format!("format {other:?} is not one that Windrow can take"),
    };
    format!("is {what} (format {format:?}), which Windrow cannot take; cast it first")
}

impl<'a> Node<'a> {
    /// # Safety
    /// If the structs are not released, their pointers are null or valid, as the specification has it.
    pub(super) unsafe fn new(
        source: Source<'a>,
        schema: &'a ArrowSchema,
        array: &'a ArrowArray,
    ) -> Result<Node<'a>, Fault> {
        if schema.is_released() || array.is_released() {
            return Err(Fault::new("the array or its schema has been released"));
        }
        if schema.format.is_null() {
            return Err(Fault::new("the schema has no format"));
        }
        // SAFETY: a format is a text that ends with zero.
        let text = unsafe { CStr::from_ptr(schema.format) }.to_string_lossy();
        let mut format = Format::parse(&text).ok_or_else(|| Fault::new(unknown(&text)))?;
        // SAFETY: metadata is null or as the specification has it.
        if format == Format::Scalar(ScalarType::I8) && unsafe { extension(schema.metadata) } == BOOL_BYTES {
            format = Format::BoolBytes;
        }
        let size = |what: &str, n: i64| {
            usize::try_from(n).map_err(|_| Fault::new(format!("{what} of the array is {n}")))
        };
        let (length, offset) = (size("the length", array.length)?, size("the offset", array.offset)?);
        if array.length.checked_add(array.offset).is_none_or(|end| end > i64::MAX / 32) {
            return Err(Fault::new(format!("the array has {length} elements after {offset}")));
        }
        let name = format.name();
        let count = |what: &str, wanted: i64, found: i64| {
            let text = format!("{name} has {wanted} {what}, but the array has {found}");
            if wanted == found { Ok(()) } else { Err(Fault::new(text)) }
        };
        // The values of a dictionary are chosen by integers; what has been read is the format of those.
        match format.buffers() {
            Some(buffers) => count("buffers", buffers, array.n_buffers)?,
            None if format == Format::BytesView && array.n_buffers < 3 => {
                count("buffers or more", 3, array.n_buffers)?
            }
            None => {}
        }
        if let Some(children) = format.children() {
            count("children", children, schema.n_children)?;
        }
        count("children", schema.n_children, array.n_children)?;
        let missing = (array.n_buffers > 0 && array.buffers.is_null())
            || (array.n_children > 0 && (array.children.is_null() || schema.children.is_null()));
        if missing || array.n_children < 0 {
            return Err(Fault::new("the array has no buffers or children where its type has some"));
        }
        if schema.dictionary.is_null() != array.dictionary.is_null() {
            return Err(Fault::new("only one of array and schema has a dictionary"));
        }
        Ok(Node { source, schema, array, format, length, offset })
    }

    /// Whether the buffers are in memory of a CUDA device.
    pub(super) fn is_on_cuda(&self) -> bool {
        matches!(self.source, Source::Cuda(_))
    }

    pub(super) fn children(&self) -> usize {
        usize::try_from(self.array.n_children).unwrap_or(0)
    }

    /// A child with its name.
    pub(super) fn child(&self, i: usize) -> Result<Node<'a>, Fault> {
        // SAFETY: there are so many pointers, null or valid.
        let pair = unsafe {
            assert!(i < self.children(), "child {i} of {}", self.children());
            ((*self.schema.children.add(i)).as_ref(), (*self.array.children.add(i)).as_ref())
        };
        let (Some(schema), Some(array)) = pair else {
            return Err(Fault::new(format!("child {i} of the array is a null pointer")));
        };
        // SAFETY: as for this one.
        unsafe { Node::new(self.source, schema, array) }.map_err(|fault| fault.in_field(&name(schema)))
    }

    /// What a child is called.
    pub(super) fn child_name(&self, i: usize) -> String {
        // SAFETY: there are so many pointers, null or valid.
        let schema = unsafe {
            assert!(i < self.children(), "child {i} of {}", self.children());
            (*self.schema.children.add(i)).as_ref()
        };
        schema.map_or(String::new(), name)
    }

    /// The values that integers choose from, if it is a dictionary.
    pub(super) fn dictionary(&self) -> Result<Option<Node<'a>>, Fault> {
        // SAFETY: null or valid.
        match unsafe { (self.schema.dictionary.as_ref(), self.array.dictionary.as_ref()) } {
            // SAFETY: as for this one.
            (Some(schema), Some(array)) => unsafe { Node::new(self.source, schema, array) }.map(Some),
            _ => Ok(None),
        }
    }

    pub(super) fn buffers(&self) -> usize {
        usize::try_from(self.array.n_buffers).unwrap_or(0)
    }

    fn pointer(&self, i: usize) -> *const c_void {
        assert!(i < self.buffers(), "buffer {i} of {}", self.buffers());
        // SAFETY: there are so many pointers.
        unsafe { *self.array.buffers.add(i) }
    }

    /// Where so many numbers of a buffer are, after the first ones; they need not be in memory of the processor. Any address if there
    /// are none.
    pub(super) fn address<T>(&self, i: usize, first: usize, count: usize) -> Result<*const T, Fault> {
        let pointer = self.pointer(i).cast::<T>();
        match (count, pointer.is_null()) {
            (0, _) => Ok(std::ptr::dangling()),
            (_, true) => Err(Fault::new(format!("buffer {i} of the array is a null pointer"))),
            (_, false) => Ok(pointer.wrapping_add(first)),
        }
    }

    /// Some numbers of a buffer, after the first ones.
    pub(super) fn numbers<T: Copy>(
        &self,
        i: usize,
        first: usize,
        count: usize,
    ) -> Result<Numbers<'a, T>, Fault> {
        let pointer = self.address::<T>(i, first, count)?;
        match self.source {
            Source::Cuda(context) if count > 0 => {
                let bytes = count * size_of::<T>();
                // SAFETY: whoever made the array promised so many bytes.
                let fetched = unsafe { fetch(context, pointer.expose_provenance() as u64, bytes) }?;
                Ok(Numbers {
                    pointer: fetched.as_ptr().cast(),
                    count,
                    _fetched: Some(fetched),
                    array: PhantomData,
                })
            }
            Source::Cuda(_) | Source::Host => {
                Ok(Numbers { pointer, count, _fetched: None, array: PhantomData })
            }
        }
    }

    /// The bits that say which elements are there, if some may not be.
    pub(super) fn validity(&self) -> Result<Option<Bits<'a>>, Fault> {
        if !self.format.has_validity() || self.array.null_count == 0 || self.length == 0 {
            return Ok(None);
        }
        if self.pointer(0).is_null() {
            if self.array.null_count > 0 {
                return Err(Fault::new("the array has nulls, but does not say where"));
            }
            return Ok(None);
        }
        self.bits(0).map(Some)
    }

    /// The bits of a buffer.
    pub(super) fn bits(&self, i: usize) -> Result<Bits<'a>, Fault> {
        let bits = self.length + self.offset;
        Ok(Bits { bytes: self.numbers(i, 0, bits.div_ceil(8))?, offset: self.offset })
    }
}

/// Bytes of the CUDA device, in words.
///
/// # Safety
/// There are so many at the address.
unsafe fn fetch(context: &Context, address: u64, bytes: usize) -> Result<Vec<u64>, Fault> {
    context.check_cuda(ScalarType::U8, address, bytes)?;
    // SAFETY: the caller promises it; they are read before this returns.
    let buffer = unsafe { context.0.memory.adopt_there(address, bytes, Box::new(())) }?;
    let mut room = vec![0u8; bytes.next_multiple_of(8)];
    buffer.memory().download(buffer.handle(), 0, &mut room[..bytes]).map_err(rt::RunError::from)?;
    buffer.memory().count_download(bytes);
    Ok(room.as_chunks().0.iter().map(|word| u64::from_ne_bytes(*word)).collect())
}

fn name(schema: &ArrowSchema) -> String {
    if schema.name.is_null() {
        return String::new();
    }
    // SAFETY: a name is a text that ends with zero.
    unsafe { CStr::from_ptr(schema.name) }.to_string_lossy().into_owned()
}

/// One truth value for each element.
pub(super) struct Bits<'a> {
    bytes: Numbers<'a, u8>,
    offset: usize,
}

impl Bits<'_> {
    pub(super) fn get(&self, at: usize) -> bool {
        let bit = at + self.offset;
        self.bytes.get(bit / 8) >> (bit % 8) & 1 == 1
    }
}
