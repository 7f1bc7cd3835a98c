//! Values that C holds, and what can be done with scalars and arrays.

use crate::context::{Context, found, plainly};
use crate::failure::{ERROR, Fault};
use crate::slot;
use crate::structure::constructor;
use crate::text;
use api::{AnyArray, Extent, Pinned, Value};
use std::ffi::{CString, c_char, c_int, c_void};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// `struct windrow_value`.
pub(crate) struct Held {
    /// Freed values may be the last that need it.
    context: Arc<Context>,
    state: Mutex<State>,
}

struct State {
    /// None when a call has consumed it.
    value: Option<Value>,
    given: Given,
}

/// What C has got pointers to, or to whose memory.
#[derive(Default)]
struct Given {
    shape: Option<Vec<i64>>,
    words: Option<CString>,
    constructor: Option<CString>,
    pinned: Option<Pinned>,
}

impl Held {
    /// A value that C frees.
    pub(crate) fn give(context: &Arc<Context>, value: Value) -> *mut Held {
        let state = Mutex::new(State { value: Some(value), given: Given::default() });
        Box::into_raw(Box::new(Held { context: context.clone(), state }))
    }

    /// The value at a pointer.
    ///
    /// # Safety
    /// It is null or a value that has not been freed.
    pub(crate) unsafe fn at<'a>(pointer: *const Held) -> Result<&'a Held, Fault> {
        // SAFETY: the caller promises it.
        unsafe { pointer.as_ref() }.ok_or_else(|| "a null pointer was passed for a value".into())
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A share of the value.
    pub(crate) fn get(&self) -> Result<Value, Fault> {
        self.state().value.clone().ok_or_else(consumed)
    }

    /// The value itself; using it afterwards is an error.
    pub(crate) fn consume(&self) -> Result<Value, Fault> {
        self.state().value.take().ok_or_else(consumed)
    }

    /// Puts another value in its place. What C has got of the old one is not valid any more.
    pub(crate) fn replace(&self, value: Value) {
        *self.state() = State { value: Some(value), given: Given::default() };
    }

    /// Something that stays until the value is freed or replaced: made when it is first wanted, and read.
    fn kept<T, R>(
        &self,
        place: impl FnOnce(&mut Given) -> &mut Option<T>,
        make: impl FnOnce(&Value) -> Result<T, Fault>,
        read: impl FnOnce(&T) -> R,
    ) -> Result<R, Fault> {
        let state = &mut *self.state();
        let place = place(&mut state.given);
        match place {
            Some(kept) => Ok(read(kept)),
            None => Ok(read(place.insert(make(state.value.as_ref().ok_or_else(consumed)?)?))),
        }
    }
}

/// The array that a value is.
fn array(value: &Value) -> Result<&AnyArray, Fault> {
    match value {
        Value::Array(array) => Ok(array),
        other => Err(format!("{} is no array", other.ty()).into()),
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
    // SAFETY: a context.
    unsafe { found(context, std::ptr::null_mut(), |context| Ok(Held::give(context, f(context)?))) }
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
    let mut rows = 1;
    for (dimension, size) in shape.iter().enumerate() {
        // SAFETY: as many pointers as dimensions, if there are any.
        let own = if offsets.is_null() { std::ptr::null() } else { unsafe { *offsets.add(dimension) } };
        let extent = if own.is_null() {
            Extent::Size(*size)
        } else {
            // SAFETY: one offset more than there are rows.
            Extent::Offsets(unsafe { slot::items(own, rows + 1) }?)
        };
        rows = extent.total(dimension, rows)?;
        extents.push(extent);
    }
    f(&extents, rows)
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
            let value = Held::at(value)?.get()?;
            let array = array(&value)?;
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
            let found = array(&Held::at(value)?.get()?)?.offsets(dimension)?;
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
    // SAFETY: a value.
    unsafe {
        found(context, 0, |_| match Held::at(value)?.get()? {
            Value::Array(array) => Ok(array.rank()),
            _ => Ok(0),
        })
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn windrow_shape(context: *const Context, value: *const Held) -> *const i64 {
    // SAFETY: a value.
    unsafe {
        found(context, std::ptr::null(), |_| {
            let make = |value: &Value| Ok(array(value)?.extents()?);
            Held::at(value)?.kept(|given| &mut given.shape, make, |shape| shape.as_ptr())
        })
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn windrow_values_raw(context: *const Context, value: *const Held) -> *mut c_void {
    // SAFETY: a value.
    let address = unsafe {
        found(context, 0, |_| {
            let make = |value: &Value| Ok(array(value)?.pin()?);
            Held::at(value)?.kept(|given| &mut given.pinned, make, Pinned::address)
        })
    };
    std::ptr::with_exposed_provenance_mut(address as usize)
}

#[unsafe(no_mangle)]
unsafe extern "C" fn windrow_type(context: *const Context, value: *const Held) -> *const c_char {
    // SAFETY: a value.
    unsafe {
        found(context, std::ptr::null(), |_| {
            let make = |value: &Value| Ok(text::owned(&value.ty().to_string()));
            Held::at(value)?.kept(|given| &mut given.words, make, |words| words.as_ptr())
        })
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn windrow_show(context: *const Context, value: *const Held) -> *mut c_char {
    // SAFETY: a value.
    unsafe { found(context, std::ptr::null_mut(), |_| Ok(text::give(&Held::at(value)?.get()?.to_string()))) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn windrow_constructor(context: *const Context, value: *const Held) -> *const c_char {
    // SAFETY: a value.
    unsafe {
        found(context, std::ptr::null(), |_| {
            let make = |value: &Value| Ok(text::owned(&constructor(value)?));
            Held::at(value)?.kept(|given| &mut given.constructor, make, |name| name.as_ptr())
        })
    }
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
            Ok(array(&Held::at(value)?.get()?)?.at(index)?)
        })
    }
}

/// The context of a value, for those who only have the value.
#[unsafe(no_mangle)]
unsafe extern "C" fn windrow_context_of(value: *const Held) -> *const Context {
    // SAFETY: a value.
    unsafe { value.as_ref() }.map_or(std::ptr::null(), |held| Arc::as_ptr(&held.context))
}
