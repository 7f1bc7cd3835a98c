//! The buffer protocol: NumPy arrays, bytes, memory views. Contiguous ones are used where they are, for the time of the call.

use crate::args::{Misfit, Passing, kind};
use crate::errors::Raise;
use pyo3::buffer::PyUntypedBuffer;
use pyo3::ffi;
use pyo3::prelude::*;
use windrow::{AnyArray, Context, ScalarType, Type, Value};

/// The element type and rank of an array of scalars.
pub(crate) fn plain(ty: &Type) -> Option<(ScalarType, usize)> {
    match ty {
        Type::Scalar(elem) => Some((*elem, 0)),
        Type::Array { elem, .. } => plain(elem).map(|(elem, rank)| (elem, rank + 1)),
        _ => None,
    }
}

/// The type of elements with this format, and whether their bytes are in the order of this machine.
pub(crate) fn element(format: &[u8], bytes: usize) -> Option<(ScalarType, bool)> {
    let (order, code) = match format {
        [order, code] => (*order, *code),
        [code] => (b'@', *code),
        _ => return None,
    };
    let native = match order {
        b'@' | b'=' | b'|' => true,
        b'<' => bytes == 1 || cfg!(target_endian = "little"),
        b'>' | b'!' => bytes == 1 || cfg!(target_endian = "big"),
        _ => return None,
    };
    let elem = match (code, bytes) {
        (b'?', 1) => ScalarType::Bool,
        (b'b' | b'h' | b'i' | b'l' | b'q' | b'n', 1) => ScalarType::I8,
        (b'b' | b'h' | b'i' | b'l' | b'q' | b'n', 2) => ScalarType::I16,
        (b'b' | b'h' | b'i' | b'l' | b'q' | b'n', 4) => ScalarType::I32,
        (b'b' | b'h' | b'i' | b'l' | b'q' | b'n', 8) => ScalarType::I64,
        (b'B' | b'H' | b'I' | b'L' | b'Q' | b'N', 1) => ScalarType::U8,
        (b'B' | b'H' | b'I' | b'L' | b'Q' | b'N', 2) => ScalarType::U16,
        (b'B' | b'H' | b'I' | b'L' | b'Q' | b'N', 4) => ScalarType::U32,
        (b'B' | b'H' | b'I' | b'L' | b'Q' | b'N', 8) => ScalarType::U64,
        (b'e', 2) => ScalarType::F16,
        (b'f', 4) => ScalarType::F32,
        (b'd', 8) => ScalarType::F64,
        _ => return None,
    };
    Some((elem, native))
}

/// Whether an object has a buffer.
pub(crate) fn is_buffer(obj: &Bound<'_, PyAny>) -> bool {
    // SAFETY: the object is alive.
    unsafe { ffi::PyObject_CheckBuffer(obj.as_ptr()) != 0 }
}

/// Whether the object is a masked array of NumPy. Their buffers do not show what is masked.
fn is_masked_array(obj: &Bound<'_, PyAny>) -> PyResult<bool> {
    Ok(obj.get_type().name()? == "MaskedArray" && obj.hasattr("mask")?)
}

/// Whether the object is the element of a masked array of NumPy that is masked.
pub(crate) fn is_masked(obj: &Bound<'_, PyAny>) -> bool {
    obj.get_type().name().is_ok_and(|name| name == "MaskedConstant")
}

/// What a masked array of NumPy is without its mask: the elements, or where some are masked a list with None in their places. None for
/// other objects.
pub(crate) fn unmasked<'py>(obj: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    if !is_masked_array(obj)? {
        return Ok(None);
    }
    let numpy = obj.py().import("numpy")?;
    let data = numpy.getattr("ma")?.call_method1("getdata", (obj,))?;
    let masked = numpy.getattr("ma")?.call_method1("count_masked", (obj,))?;
    if masked.is_truthy()? { obj.call_method0("tolist").map(Some) } else { Ok(Some(data)) }
}

/// What NumPy's structured arrays and their elements call the fields of a record; the parts of a tuple go by their places. None if there
/// are others, or the object is something else.
pub(crate) fn field_names(obj: &Bound<'_, PyAny>, fields: &[(String, Type)]) -> Option<Vec<String>> {
    let names = obj.getattr("dtype").and_then(|dtype| dtype.getattr("names")).ok()?;
    fields_of(&names.extract::<Vec<String>>().ok()?, fields)
}

/// Which of these names are those of the fields of a record.
pub(crate) fn fields_of(names: &[String], fields: &[(String, Type)]) -> Option<Vec<String>> {
    if fields.iter().all(|(field, _)| names.contains(field)) {
        return Some(fields.iter().map(|(field, _)| field.clone()).collect());
    }
    let tuple = fields.iter().enumerate().all(|(i, (field, _))| *field == i.to_string());
    (tuple && fields.len() == names.len()).then(|| names.to_vec())
}

/// A buffer with elements that Windrow knows.
pub(crate) struct Elements {
    pub(crate) buffer: PyUntypedBuffer,
    pub(crate) elem: ScalarType,
    /// Whether the bytes of elements are in the order of this machine.
    native: bool,
}

/// The buffer of an object, if it has one with elements that Windrow knows.
pub(crate) fn get(obj: &Bound<'_, PyAny>) -> Option<Elements> {
    if !is_buffer(obj) {
        return None;
    }
    let buffer = match PyUntypedBuffer::get(obj) {
        Ok(buffer) => buffer,
        // Dates and times of NumPy are integers, but their buffers are refused.
        Err(_) => PyUntypedBuffer::get(&times(obj)?).ok()?,
    };
    let (elem, native) = element(buffer.format().to_bytes(), buffer.item_size())?;
    buffer.suboffsets().is_none().then_some(Elements { buffer, elem, native })
}

impl Elements {
    /// Whether there are elements of this type, or none at all: `np.array([])` has some type, which nobody has chosen.
    fn is_of(&self, elem: ScalarType) -> bool {
        let nothing = self.buffer.dimensions() == 1 && self.buffer.item_count() == 0;
        self.elem == elem || (nothing && self.elem == ScalarType::F64)
    }

    /// Why these are not what is wanted. Numbers are not converted: that would be a copy which nobody sees.
    fn misfit(&self, obj: &Bound<'_, PyAny>, wanted: ScalarType) -> Misfit {
        let (dims, s) = (self.buffer.dimensions(), if self.buffer.dimensions() == 1 { "" } else { "s" });
        let mut text = format!("{} has {dims} dimension{s} of {}", kind(obj), self.elem);
        if self.elem != wanted && obj.hasattr("astype").unwrap_or(false) {
            text.push_str(&format!("; convert it with .astype(\"{}\")", numpy_name(wanted)));
        }
        Misfit::new(text)
    }
}

/// What NumPy calls a type.
pub(crate) fn numpy_name(elem: ScalarType) -> &'static str {
    match elem {
        ScalarType::I8 => "int8",
        ScalarType::I16 => "int16",
        ScalarType::I32 => "int32",
        ScalarType::I64 => "int64",
        ScalarType::U8 => "uint8",
        ScalarType::U16 => "uint16",
        ScalarType::U32 => "uint32",
        ScalarType::U64 => "uint64",
        ScalarType::F16 => "float16",
        ScalarType::F32 => "float32",
        ScalarType::F64 => "float64",
        ScalarType::Bool => "bool",
    }
}

/// The integers of an array of dates, times or differences of NumPy.
fn times<'py>(obj: &Bound<'py, PyAny>) -> Option<Bound<'py, PyAny>> {
    let kind: String = obj.getattr("dtype").and_then(|dtype| dtype.getattr("kind")?.extract()).ok()?;
    let order: String = obj.getattr("dtype").and_then(|dtype| dtype.getattr("byteorder")?.extract()).ok()?;
    let integers = if order == ">" { ">i8" } else { "i8" };
    matches!(kind.as_str(), "M" | "m").then(|| obj.call_method1("view", (integers,)).ok()).flatten()
}

/// An array of scalars from an object with a buffer; none if it has none, or holds something else than scalars.
pub(crate) fn array(
    passing: &mut Passing,
    obj: &Bound<'_, PyAny>,
    ty: &Type,
) -> Result<Option<Value>, Misfit> {
    let (Some((elem, rank)), Some(found)) = (plain(ty), get(obj)) else { return Ok(None) };
    if !found.is_of(elem) || found.buffer.dimensions() != rank {
        return Err(found.misfit(obj, elem));
    }
    let native = found.native;
    let buffer = found.buffer;
    let shape = buffer.shape().to_vec();
    let context = passing.context;
    let pointer: *const u8 = buffer.buf_ptr().cast_const().cast();
    // SAFETY: a contiguous buffer has that many elements.
    let plain = native && buffer.is_c_contiguous() && unsafe { is_plain(elem, pointer, buffer.item_count()) };
    let array = if plain && passing.lend {
        // SAFETY: the buffer holds the elements until it is released, which is after the loan has ended. A program of Python that
        // writes to them while a call reads them gets what it asked for.
        let (array, loan) = unsafe { context.lend(elem, &shape, pointer) }.raised(obj.py())?;
        passing.loans.push(loan);
        passing.keepers.push(buffer);
        array
    } else {
        let data = copied(&buffer, native);
        owned(obj.py(), context, elem, &shape, data)?
    };
    Ok(Some(Value::Array(array)))
}

/// Whether elements are as Windrow has them: truth values are 0 or 1.
///
/// # Safety
/// So many elements lie at `data`.
pub(crate) unsafe fn is_plain(elem: ScalarType, data: *const u8, count: usize) -> bool {
    if elem != ScalarType::Bool || count == 0 {
        return true;
    }
    // SAFETY: the caller promises it.
    unsafe { std::slice::from_raw_parts(data, count) }.iter().all(|byte| *byte <= 1)
}

/// An array of scalars from a copy of its elements.
pub(crate) fn owned(
    py: Python<'_>,
    context: &Context,
    elem: ScalarType,
    shape: &[usize],
    data: Vec<u8>,
) -> PyResult<AnyArray> {
    let data = normal(elem, data);
    context.count_converted(data.len());
    let pointer = data.as_ptr();
    // SAFETY: the vector is its own owner, and moving it does not move its elements.
    unsafe { context.adopt(elem, shape, pointer, Box::new(data)) }.raised(py)
}

/// Elements as Windrow has them.
fn normal(elem: ScalarType, mut data: Vec<u8>) -> Vec<u8> {
    if elem == ScalarType::Bool {
        data.iter_mut().for_each(|byte| *byte = u8::from(*byte != 0));
    }
    data
}

/// The elements, row by row, in the order of bytes of this machine.
pub(crate) fn copied(buffer: &PyUntypedBuffer, native: bool) -> Vec<u8> {
    let mut data = Vec::with_capacity(buffer.len_bytes());
    let pointer = buffer.buf_ptr().cast_const().cast();
    // SAFETY: the buffer has elements at all positions of its shape.
    unsafe { gather(pointer, buffer.shape(), buffer.strides(), buffer.item_size(), &mut data) };
    if !native {
        data.chunks_exact_mut(buffer.item_size()).for_each(<[u8]>::reverse);
    }
    data
}

/// Adds the elements of a strided array, row by row.
///
/// # Safety
/// There are elements at all positions.
pub(crate) unsafe fn gather(
    pointer: *const u8,
    shape: &[usize],
    strides: &[isize],
    bytes: usize,
    into: &mut Vec<u8>,
) {
    match (shape, strides) {
        // SAFETY: the caller promises the elements.
        ([n], [stride]) if *stride == bytes as isize => unsafe {
            if *n > 0 {
                into.extend_from_slice(std::slice::from_raw_parts(pointer, n * bytes));
            }
        },
        ([n, shape @ ..], [stride, strides @ ..]) => {
            for i in 0..*n {
                // SAFETY: as above.
                unsafe { gather(pointer.wrapping_offset(stride * i as isize), shape, strides, bytes, into) };
            }
        }
        // SAFETY: as above.
        _ => into.extend_from_slice(unsafe { std::slice::from_raw_parts(pointer, bytes) }),
    }
}

/// Adds the elements of a row that has a buffer; how many there are.
pub(crate) fn row(
    obj: &Bound<'_, PyAny>,
    elem: ScalarType,
    into: &mut Vec<u8>,
) -> Result<Option<usize>, Misfit> {
    // Elements that are masked are found one by one.
    if is_masked_array(obj)? {
        return match unmasked(obj)? {
            Some(data) if is_buffer(&data) => row(&data, elem, into),
            _ => Ok(None),
        };
    }
    let Some(found) = get(obj) else { return Ok(None) };
    if !found.is_of(elem) || found.buffer.dimensions() != 1 {
        return Err(found.misfit(obj, elem));
    }
    into.extend(normal(elem, copied(&found.buffer, found.native)));
    Ok(Some(found.buffer.item_count()))
}
