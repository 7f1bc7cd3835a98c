//! DLPack: tensors of torch, JAX, CuPy and others in memory of the processor.

use crate::args::Passing;
use crate::buffers;
use crate::errors::Raise;
use pyo3::exceptions::PyBufferError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict};
use std::ffi::{CStr, c_void};
use windrow::{AnyArray, Held, ScalarType, Type};

/// The name of a capsule that nobody has taken, and of one that somebody has.
const NEW: &CStr = c"dltensor";
const USED: &CStr = c"used_dltensor";
const NEW_VERSIONED: &CStr = c"dltensor_versioned";
const USED_VERSIONED: &CStr = c"used_dltensor_versioned";

/// The processor, as a kind of device.
pub(crate) const CPU: i32 = 1;
/// The flag of a tensor that must not be written.
const READ_ONLY: u64 = 1;

#[repr(C)]
struct Tensor {
    data: *mut c_void,
    device_type: i32,
    device_id: i32,
    ndim: i32,
    code: u8,
    bits: u8,
    lanes: u16,
    shape: *mut i64,
    strides: *mut i64,
    byte_offset: u64,
}

#[repr(C)]
struct Managed {
    tensor: Tensor,
    manager: *mut c_void,
    deleter: Option<unsafe extern "C" fn(*mut Managed)>,
}

#[repr(C)]
struct Versioned {
    major: u32,
    minor: u32,
    manager: *mut c_void,
    deleter: Option<unsafe extern "C" fn(*mut Versioned)>,
    flags: u64,
    tensor: Tensor,
}

/// Kinds of elements: signed, unsigned, floating-point, truth values.
const CODES: [(u8, u8, ScalarType); 12] = [
    (0, 8, ScalarType::I8),
    (0, 16, ScalarType::I16),
    (0, 32, ScalarType::I32),
    (0, 64, ScalarType::I64),
    (1, 8, ScalarType::U8),
    (1, 16, ScalarType::U16),
    (1, 32, ScalarType::U32),
    (1, 64, ScalarType::U64),
    (2, 16, ScalarType::F16),
    (2, 32, ScalarType::F32),
    (2, 64, ScalarType::F64),
    (6, 8, ScalarType::Bool),
];

/// A tensor of somebody else, deleted when nobody uses it any more.
pub(crate) struct Owner(*mut Managed);

// SAFETY: any thread may call the deleter; those of Python take the lock of the interpreter.
unsafe impl Send for Owner {}
// SAFETY: as above.
unsafe impl Sync for Owner {}

impl Drop for Owner {
    fn drop(&mut self) {
        // SAFETY: the tensor was taken out of its capsule, so that this is its only deletion.
        unsafe {
            if let Some(deleter) = (*self.0).deleter {
                // Without an interpreter its memory goes with the process.
                Python::try_attach(|_| deleter(self.0));
            }
        }
    }
}

/// The array of a tensor.
pub(crate) fn array(passing: &mut Passing, obj: &Bound<'_, PyAny>, ty: &Type) -> PyResult<Option<AnyArray>> {
    let (py, context) = (obj.py(), passing.context);
    let Ok(method) = obj.getattr(intern!(py, "__dlpack__")) else { return Ok(None) };
    let capsule = method.call0()?.cast_into::<PyCapsule>()?;
    let managed = capsule.pointer_checked(Some(NEW))?.cast::<Managed>();
    let refused = |text: String| Err(PyBufferError::new_err(text));
    // SAFETY: a capsule of this name holds such a struct.
    let tensor = unsafe { &managed.as_ref().tensor };
    if tensor.device_type != CPU {
        let device = tensor.device_type;
        return refused(format!(
            "a tensor on a device of kind {device} must be copied to the processor first"
        ));
    }
    let elem =
        CODES.iter().find(|(code, bits, _)| (*code, *bits, 1) == (tensor.code, tensor.bits, tensor.lanes));
    let rank = usize::try_from(tensor.ndim).unwrap_or(0);
    let (Some((_, _, elem)), Some(wanted)) = (elem, buffers::plain(ty)) else {
        return refused(format!("a tensor of this kind cannot be {ty}"));
    };
    if (*elem, rank) != wanted {
        return refused(format!("a tensor of {rank} dimensions of {elem} is no {ty}"));
    }
    // SAFETY: as many numbers as dimensions.
    let sizes: Vec<i64> = unsafe { (0..rank).map(|i| *tensor.shape.add(i)).collect() };
    let shape: Option<Vec<usize>> = sizes.iter().map(|n| usize::try_from(*n).ok()).collect();
    let bytes = |shape: &Vec<usize>| shape.iter().try_fold(elem.bytes(), |all, n| all.checked_mul(*n));
    let Some(shape) = shape.filter(|shape| bytes(shape).is_some_and(|all| isize::try_from(all).is_ok()))
    else {
        return refused(format!("a tensor has the shape {sizes:?}"));
    };
    let dense: Vec<isize> = (0..rank).map(|i| shape[i + 1..].iter().product::<usize>() as isize).collect();
    let strides: Vec<isize> = if tensor.strides.is_null() {
        dense.clone()
    } else {
        // SAFETY: as above.
        unsafe { (0..rank).map(|i| *tensor.strides.add(i) as isize).collect() }
    };
    let contiguous = (0..rank).all(|i| shape[i] == 1 || strides[i] == dense[i]) || shape.contains(&0);
    let data = tensor.data.cast_const().cast::<u8>().wrapping_add(tensor.byte_offset as usize);
    // SAFETY: the capsule is alive; its name says from now on that the tensor is taken.
    if unsafe { pyo3::ffi::PyCapsule_SetName(capsule.as_ptr(), USED.as_ptr()) } != 0 {
        return Err(PyErr::fetch(py));
    }
    let owner = Owner(managed.as_ptr());
    // SAFETY: the tensor has that many elements.
    if contiguous && passing.lend && unsafe { buffers::is_plain(*elem, data, shape.iter().product()) } {
        // SAFETY: the tensor holds the elements until it is deleted, which is after the loan has ended. A program of Python that writes
        // to them while a call reads them gets what it asked for.
        let (array, loan) = unsafe { context.lend(*elem, &shape, data) }.raised(py)?;
        passing.loans.push(loan);
        passing.tensors.push(owner);
        return Ok(Some(array));
    }
    let mut copy = vec![];
    let strides: Vec<isize> = strides.iter().map(|stride| stride * elem.bytes() as isize).collect();
    // SAFETY: the tensor has elements at all positions of its shape.
    unsafe { buffers::gather(data, &shape, &strides, elem.bytes(), &mut copy) };
    drop(owner);
    buffers::owned(py, context, *elem, &shape, copy).map(Some)
}

/// What an exported tensor holds.
struct Parts {
    _held: Held,
    shape: Vec<i64>,
    strides: Vec<i64>,
}

/// A capsule with the elements of an array; a versioned one, which says that they must not be written, if the consumer knows those.
pub(crate) fn export<'py>(
    py: Python<'py>,
    held: Held,
    kwargs: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyCapsule>> {
    let option = |name: &str| kwargs.map(|kwargs| kwargs.get_item(name)).transpose().map(Option::flatten);
    if let Some(device) = option("dl_device")?.filter(|device| !device.is_none())
        && device.extract::<(i32, i32)>()?.0 != CPU
    {
        return Err(PyBufferError::new_err("arrays are exported to memory of the processor only"));
    }
    let version = option("max_version")?.filter(|version| !version.is_none());
    let versioned =
        version.map(|version| version.extract::<(u32, u32)>()).transpose()?.is_some_and(|v| v.0 >= 1);
    let (code, bits, _) =
        CODES.iter().find(|(_, _, elem)| *elem == held.elem).copied().unwrap_or((0, 0, held.elem));
    let shape: Vec<i64> = held.shape.iter().map(|n| *n as i64).collect();
    let strides = (0..shape.len()).map(|i| shape[i + 1..].iter().product()).collect();
    let data = held.pointer().cast_mut().cast();
    let mut parts = Box::new(Parts { _held: held, shape, strides });
    let tensor = Tensor {
        data,
        device_type: CPU,
        device_id: 0,
        ndim: parts.shape.len() as i32,
        code,
        bits,
        lanes: 1,
        shape: parts.shape.as_mut_ptr(),
        strides: parts.strides.as_mut_ptr(),
        byte_offset: 0,
    };
    let manager = Box::into_raw(parts).cast();
    let (pointer, name): (*mut c_void, _) = if versioned {
        let deleter = Some(delete_versioned as unsafe extern "C" fn(*mut Versioned));
        let all = Versioned { major: 1, minor: 0, manager, deleter, flags: READ_ONLY, tensor };
        (Box::into_raw(Box::new(all)).cast(), NEW_VERSIONED)
    } else {
        let deleter = Some(delete as unsafe extern "C" fn(*mut Managed));
        (Box::into_raw(Box::new(Managed { tensor, manager, deleter })).cast(), NEW)
    };
    let pointer = std::ptr::NonNull::new(pointer).ok_or_else(|| PyBufferError::new_err("no memory"))?;
    // SAFETY: the pointer is to a struct that its deleter frees, which the capsule calls if nobody has taken it.
    unsafe { PyCapsule::new_with_pointer_and_destructor(py, pointer, name, Some(forget)) }
}

unsafe extern "C" fn delete(managed: *mut Managed) {
    // SAFETY: made above, and deleted once.
    unsafe {
        let managed = Box::from_raw(managed);
        drop(Box::from_raw(managed.manager.cast::<Parts>()));
    }
}

unsafe extern "C" fn delete_versioned(managed: *mut Versioned) {
    // SAFETY: as above.
    unsafe {
        let managed = Box::from_raw(managed);
        drop(Box::from_raw(managed.manager.cast::<Parts>()));
    }
}

/// Deletes the tensor of a capsule that nobody has taken.
unsafe extern "C" fn forget(capsule: *mut pyo3::ffi::PyObject) {
    // SAFETY: the capsule is one that was made above; a taken one has another name, and its consumer deletes the tensor.
    unsafe {
        if pyo3::ffi::PyCapsule_IsValid(capsule, NEW.as_ptr()) != 0 {
            delete(pyo3::ffi::PyCapsule_GetPointer(capsule, NEW.as_ptr()).cast());
        } else if pyo3::ffi::PyCapsule_IsValid(capsule, NEW_VERSIONED.as_ptr()) != 0 {
            delete_versioned(pyo3::ffi::PyCapsule_GetPointer(capsule, NEW_VERSIONED.as_ptr()).cast());
        } else {
            debug_assert!(
                pyo3::ffi::PyCapsule_IsValid(capsule, USED.as_ptr()) != 0
                    || pyo3::ffi::PyCapsule_IsValid(capsule, USED_VERSIONED.as_ptr()) != 0
            );
        }
    }
}
