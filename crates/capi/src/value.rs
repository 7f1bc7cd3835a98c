//! Values that C holds, and what can be done with scalars and arrays.

use crate::context::{Context, plainly, within};
use crate::failure::{ERROR, Fault};
use crate::slot;
use crate::structure::constructor;
use crate::text;
use api::{AnyArray, Extent, Pinned, Value};
use std::ffi::{CString, c_char, c_int, c_void};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// `struct windrow_value`.
pub(crate) struct Held {
    /// Freed values may be the last that need it.
    context: Arc<Context>,
    /// None when a call has consumed it.
    value: Mutex<Option<Value>>,
    // What functions give out pointers to.
    shape: OnceLock<Vec<i64>>,
    words: OnceLock<CString>,
    constructor: OnceLock<CString>,
    pinned: OnceLock<Pinned>,
}

impl Held {
    /// A value that C frees.
    pub(crate) fn give(context: &Arc<Context>, value: Value) -> *mut Held {
        Box::into_raw(Box::new(Held {
            context: context.clone(),
            value: Mutex::new(Some(value)),
            shape: OnceLock::new(),
            words: OnceLock::new(),
            constructor: OnceLock::new(),
            pinned: OnceLock::new(),
        }))
    }

    /// The value at a pointer.
    ///
    /// # Safety
    /// It is null or a value that has not been freed.
    pub(crate) unsafe fn at<'a>(pointer: *const Held) -> Result<&'a Held, Fault> {
        // SAFETY: the caller promises it.
        unsafe { pointer.as_ref() }.ok_or_else(|| "a null pointer was passed for a value".into())
    }

    /// A share of the value.
    pub(crate) fn get(&self) -> Result<Value, Fault> {
        let value = self.value.lock().unwrap_or_else(PoisonError::into_inner);
        value.clone().ok_or_else(consumed)
    }

    /// The value itself; using it afterwards is an error.
    pub(crate) fn consume(&self) -> Result<Value, Fault> {
        let mut value = self.value.lock().unwrap_or_else(PoisonError::into_inner);
        value.take().ok_or_else(consumed)
    }

    /// Puts another value in its place.
    pub(crate) fn replace(&self, value: Value) {
        *self.value.lock().unwrap_or_else(PoisonError::into_inner) = Some(value);
    }

    fn array(&self) -> Result<AnyArray, Fault> {
        match self.get()? {
            Value::Array(array) => Ok(array),
            other => Err(format!("{} is no array", other.ty()).into()),
        }
    }
}

fn consumed() -> Fault {
    "the value has been consumed by a call before; only freeing it is allowed".into()
}

/// Gives what `f` makes to C; null if it fails.
///
/// # Safety
/// The pointer is null or a context.
pub(crate) unsafe fn make(
    context: *const Context,
    f: impl FnOnce(&Arc<Context>) -> Result<Value, Fault>,
) -> *mut Held {
    let mut made = std::ptr::null_mut();
    // SAFETY: a context.
    unsafe {
        within(context, |context| {
            made = Held::give(context, f(context)?);
            Ok(())
        })
    };
    made
}

#[unsafe(no_mangle)]
unsafe extern "C" fn windrow_free(value: *mut Held) -> c_int {
    if value.is_null() {
        return ERROR;
    }
    // SAFETY: this library gave it, and nobody frees it again.
    drop(unsafe { Box::from_raw(value) });
    0
}

#[unsafe(no_mangle)]
unsafe extern "C" fn windrow_scalar(context: *const Context, ty: c_int, x: *const c_void) -> *mut Held {
    // SAFETY: a scalar of this type.
    unsafe { make(context, |_| Ok(Value::Scalar(slot::read(slot::scalar_type(ty)?, x)?))) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn windrow_get_scalar(
    context: *const Context,
    value: *const Held,
    out: *mut c_void,
) -> c_int {
    // SAFETY: a value, and room for the scalar that it is.
    unsafe {
        plainly(context, |_| match Held::at(value)?.get()? {
            Value::Scalar(x) => slot::write(x, out),
            other => Err(format!("{} is no scalar", other.ty()).into()),
        })
    }
}

/// The dimensions that C describes: sizes, and offsets where rows differ. `f` gets them with the number of elements.
unsafe fn extents<T>(
    rank: usize,
    shape: *const i64,
    offsets: *const *const i64,
    f: impl FnOnce(&[Extent], usize) -> Result<T, Fault>,
) -> Result<T, Fault> {
    // SAFETY: as many sizes as dimensions.
    let shape = unsafe { slot::items(shape, rank) }?;
    let mut extents = vec![];
    let mut rows = 1i64;
    for (dimension, size) in shape.iter().enumerate() {
        // SAFETY: as many pointers as dimensions, if there are any.
        let own = if offsets.is_null() { std::ptr::null() } else { unsafe { *offsets.add(dimension) } };
        if own.is_null() {
            extents.push(Extent::Size(*size));
            let all = rows.checked_mul(*size).filter(|all| (0..1 << 60).contains(all));
            rows = all.ok_or_else(|| format!("dimension {dimension} has the size {size}"))?;
        } else {
            // SAFETY: one offset more than there are rows.
            let own = unsafe { slot::items(own, rows as usize + 1) }?;
            let all = own.last().copied().filter(|all| (0..1 << 60).contains(all));
            rows =
                all.ok_or_else(|| format!("the offsets of dimension {dimension} end at {:?}", own.last()))?;
            extents.push(Extent::Offsets(own));
        }
    }
    let len = usize::try_from(rows).map_err(|_| Fault::from(format!("an array has {rows} elements")))?;
    f(&extents, len)
}

#[unsafe(no_mangle)]
unsafe extern "C" fn windrow_array(
    context: *const Context,
    ty: c_int,
    data: *const c_void,
    rank: usize,
    shape: *const i64,
    offsets: *const *const i64,
) -> *mut Held {
    // SAFETY: dimensions, and as many elements as they say.
    unsafe {
        make(context, |context| {
            let ty = slot::scalar_type(ty)?;
            let made = extents(rank, shape, offsets, |extents, len| {
                let bytes = len.checked_mul(ty.bytes()).filter(|bytes| isize::try_from(*bytes).is_ok());
                let bytes = bytes.ok_or_else(|| format!("{len} elements of {ty} do not fit into memory"))?;
                let data = slot::items(data.cast::<u8>(), bytes)?;
                Ok(AnyArray::from_bytes(context.api()?, ty, extents, data)?)
            });
            Ok(Value::Array(made?))
        })
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn windrow_array_raw(
    context: *const Context,
    ty: c_int,
    data: *mut c_void,
    rank: usize,
    shape: *const i64,
    offsets: *const *const i64,
) -> *mut Held {
    // SAFETY: dimensions, and memory of the device for as many elements as they say.
    unsafe {
        make(context, |context| {
            let (ty, address) = (slot::scalar_type(ty)?, data.expose_provenance() as u64);
            let made = extents(rank, shape, offsets, |extents, _| {
                Ok(AnyArray::from_address(context.api()?, ty, extents, address)?)
            });
            Ok(Value::Array(made?))
        })
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn windrow_values(context: *const Context, value: *const Held, data: *mut c_void) -> c_int {
    // SAFETY: a value, and room for its elements.
    unsafe {
        plainly(context, |_| {
            let array = Held::at(value)?.array()?;
            let bytes = array.byte_len().unwrap_or(0);
            if bytes == 0 {
                return Ok(array.read(&mut [])?);
            }
            if data.is_null() {
                return Err("there is no place for the elements: a null pointer was passed".into());
            }
            // Memory that nobody has written is not a slice yet.
            std::ptr::write_bytes(data.cast::<u8>(), 0, bytes);
            Ok(array.read(std::slice::from_raw_parts_mut(data.cast(), bytes))?)
        })
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn windrow_offsets(
    context: *const Context,
    value: *const Held,
    dimension: usize,
    offsets: *mut i64,
) -> c_int {
    // SAFETY: a value, and room for its offsets.
    unsafe {
        plainly(context, |_| {
            let found = Held::at(value)?.array()?.offsets(dimension)?;
            if offsets.is_null() {
                return Err("there is no place for the offsets: a null pointer was passed".into());
            }
            std::ptr::copy_nonoverlapping(found.as_ptr(), offsets, found.len());
            Ok(())
        })
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn windrow_rank(context: *const Context, value: *const Held) -> usize {
    let mut rank = 0;
    // SAFETY: a value.
    unsafe {
        plainly(context, |_| {
            rank = match Held::at(value)?.get()? {
                Value::Array(array) => array.rank(),
                _ => 0,
            };
            Ok(())
        })
    };
    rank
}

#[unsafe(no_mangle)]
unsafe extern "C" fn windrow_shape(context: *const Context, value: *const Held) -> *const i64 {
    let mut shape = std::ptr::null();
    // SAFETY: a value.
    unsafe {
        plainly(context, |_| {
            let held = Held::at(value)?;
            if held.shape.get().is_none() {
                let found = held.array()?.extents()?;
                held.shape.get_or_init(|| found);
            }
            shape = held.shape.get().map_or(std::ptr::null(), |shape| shape.as_ptr());
            Ok(())
        })
    };
    shape
}

#[unsafe(no_mangle)]
unsafe extern "C" fn windrow_values_raw(context: *const Context, value: *const Held) -> *mut c_void {
    let mut address = 0;
    // SAFETY: a value.
    unsafe {
        plainly(context, |_| {
            let held = Held::at(value)?;
            if held.pinned.get().is_none() {
                let pinned = held.array()?.pin()?;
                held.pinned.get_or_init(|| pinned);
            }
            address = held.pinned.get().map_or(0, Pinned::address);
            Ok(())
        })
    };
    std::ptr::with_exposed_provenance_mut(address as usize)
}

#[unsafe(no_mangle)]
unsafe extern "C" fn windrow_type(context: *const Context, value: *const Held) -> *const c_char {
    let mut words = std::ptr::null();
    // SAFETY: a value.
    unsafe {
        plainly(context, |_| {
            let held = Held::at(value)?;
            if held.words.get().is_none() {
                let found = text::owned(&held.get()?.ty().to_string());
                held.words.get_or_init(|| found);
            }
            words = held.words.get().map_or(std::ptr::null(), |words| words.as_ptr());
            Ok(())
        })
    };
    words
}

#[unsafe(no_mangle)]
unsafe extern "C" fn windrow_show(context: *const Context, value: *const Held) -> *mut c_char {
    let mut shown = std::ptr::null_mut();
    // SAFETY: a value.
    unsafe {
        plainly(context, |_| {
            shown = text::give(&Held::at(value)?.get()?.to_string());
            Ok(())
        })
    };
    shown
}

#[unsafe(no_mangle)]
unsafe extern "C" fn windrow_constructor(context: *const Context, value: *const Held) -> *const c_char {
    let mut name = std::ptr::null();
    // SAFETY: a value.
    unsafe {
        plainly(context, |_| {
            let held = Held::at(value)?;
            if held.constructor.get().is_none() {
                let found = constructor(&held.get()?)?;
                held.constructor.get_or_init(|| text::owned(&found));
            }
            name = held.constructor.get().map_or(std::ptr::null(), |name| name.as_ptr());
            Ok(())
        })
    };
    name
}

#[unsafe(no_mangle)]
unsafe extern "C" fn windrow_index(
    context: *const Context,
    value: *const Held,
    count: usize,
    index: *const i64,
) -> *mut Held {
    // SAFETY: a value and as many numbers.
    unsafe {
        make(context, |_| {
            let index = slot::items(index, count)?;
            Ok(Held::at(value)?.array()?.at(index)?)
        })
    }
}

/// The context of a value, for those who only have the value.
#[unsafe(no_mangle)]
unsafe extern "C" fn windrow_context_of(value: *const Held) -> *const Context {
    // SAFETY: a value.
    unsafe { value.as_ref() }.map_or(std::ptr::null(), |held| Arc::as_ptr(&held.context))
}
