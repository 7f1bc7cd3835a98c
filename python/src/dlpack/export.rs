//! Results as tensors.

use super::{CODES, CPU, CUDA, Managed, NEW, NEW_VERSIONED, Tensor, USED, USED_VERSIONED, Versioned};
use crate::errors::Raise;
use pyo3::exceptions::{PyBufferError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict};
use std::ffi::c_void;
use windrow::{AnyArray, Held, HeldCuda, ScalarType};

/// The flags of a tensor that must not be written, and of one that nobody else has.
const READ_ONLY: u64 = 1;
const COPIED: u64 = 2;

/// What an exported tensor holds.
struct Parts {
    keeper: Keeper,
    shape: Vec<i64>,
    strides: Vec<i64>,
}

enum Keeper {
    Host(Held),
    Cuda(HeldCuda),
    /// A copy, in words, so that elements of any type are aligned.
    Copy(Vec<u64>),
}

impl Keeper {
    fn pointer(&self) -> *mut c_void {
        match self {
            Keeper::Host(held) => held.pointer().cast_mut().cast(),
            Keeper::Cuda(held) => std::ptr::without_provenance_mut(held.address() as usize),
            Keeper::Copy(words) => words.as_ptr().cast_mut().cast(),
        }
    }

    fn device(&self) -> (i32, i32) {
        match self {
            Keeper::Host(_) | Keeper::Copy(_) => (CPU, 0),
            Keeper::Cuda(held) => (CUDA, held.device()),
        }
    }
}

/// What the consumer asks for.
struct Wishes {
    stream: Option<i64>,
    device: Option<(i32, i32)>,
    versioned: bool,
    copy: bool,
}

impl Wishes {
    fn new(kwargs: Option<&Bound<'_, PyDict>>) -> PyResult<Wishes> {
        let option = |name: &str| -> PyResult<Option<Bound<'_, PyAny>>> {
            let found = kwargs.map(|kwargs| kwargs.get_item(name)).transpose()?.flatten();
            Ok(found.filter(|value| !value.is_none()))
        };
        let version = option("max_version")?.map(|version| version.extract::<(u32, u32)>()).transpose()?;
        let device = option("dl_device")?;
        let device = device.map(|device| -> PyResult<(i32, i32)> {
            let (kind, ordinal): (Bound<'_, PyAny>, i32) = device.extract()?;
            Ok((kind.call_method0("__int__")?.extract()?, ordinal))
        });
        Ok(Wishes {
            stream: option("stream")?.map(|stream| stream.extract()).transpose()?,
            device: device.transpose()?,
            versioned: version.is_some_and(|version| version.0 >= 1),
            copy: option("copy")?.map(|copy| copy.extract()).transpose()?.unwrap_or(false),
        })
    }
}

/// A capsule with the elements of an array, which `held` gets in memory of the processor; a versioned one, which says that they must not
/// be written, if the consumer knows those.
pub(crate) fn export<'py>(
    py: Python<'py>,
    array: &AnyArray,
    held: impl FnOnce() -> PyResult<Held>,
    kwargs: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyCapsule>> {
    let wishes = Wishes::new(kwargs)?;
    let there = if wishes.device.is_some_and(|device| device.0 == CPU) {
        None
    } else {
        array.hold_cuda().raised(py)?
    };
    let (keeper, shape, elem) = match there {
        Some(mut there) => {
            if wishes.copy {
                return Err(PyBufferError::new_err("arrays on a CUDA device are exported without a copy"));
            }
            for_stream(py, &mut there, wishes.stream)?;
            let (shape, elem) = (there.shape.clone(), there.elem);
            (Keeper::Cuda(there), shape, elem)
        }
        None => {
            let held = held()?;
            let (shape, elem) = (held.shape.clone(), held.elem);
            (if wishes.copy { copied(&held) } else { Keeper::Host(held) }, shape, elem)
        }
    };
    if let Some(wanted) = wishes.device.filter(|wanted| wanted.0 != CPU && *wanted != keeper.device()) {
        let text = format!("the array cannot be exported to device {} of kind {}", wanted.1, wanted.0);
        return Err(PyBufferError::new_err(text));
    }
    capsule(py, keeper, &shape, elem, wishes.versioned)
}

/// Makes the consumer's stream wait for the elements. Without one it is the default stream; -1 needs no order.
fn for_stream(py: Python<'_>, there: &mut HeldCuda, stream: Option<i64>) -> PyResult<()> {
    match stream {
        Some(-1) => Ok(()),
        Some(stream) if stream < -1 || stream == 0 => {
            Err(PyValueError::new_err(format!("{stream} is no stream of CUDA; 1 is the default stream")))
        }
        // SAFETY: the consumer says that it is its stream.
        stream => unsafe { there.for_stream(stream.map_or(1, i64::cast_unsigned)) }.raised(py),
    }
}

fn copied(held: &Held) -> Keeper {
    let bytes = held.shape.iter().product::<usize>() * held.elem.bytes();
    // One more, so that there is an address.
    let mut words = vec![0u64; bytes / 8 + 1];
    // SAFETY: there are so many bytes at both places.
    unsafe { std::ptr::copy_nonoverlapping(held.pointer(), words.as_mut_ptr().cast(), bytes) };
    Keeper::Copy(words)
}

fn capsule<'py>(
    py: Python<'py>,
    keeper: Keeper,
    shape: &[usize],
    elem: ScalarType,
    versioned: bool,
) -> PyResult<Bound<'py, PyCapsule>> {
    let (code, bits, _) = CODES.iter().find(|(_, _, own)| *own == elem).copied().unwrap_or((0, 0, elem));
    let shape: Vec<i64> = shape.iter().map(|n| *n as i64).collect();
    let strides = (0..shape.len()).map(|i| shape[i + 1..].iter().product()).collect();
    let flags = if matches!(keeper, Keeper::Copy(_)) { COPIED } else { READ_ONLY };
    let mut parts = Box::new(Parts { keeper, shape, strides });
    let (device_type, device_id) = parts.keeper.device();
    let tensor = Tensor {
        data: parts.keeper.pointer(),
        device_type,
        device_id,
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
        let all = Versioned { major: 1, minor: 0, manager, deleter, flags, tensor };
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
