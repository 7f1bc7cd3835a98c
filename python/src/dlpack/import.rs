//! Arguments that are tensors.

use super::{CODES, CPU, CUDA, CUDA_HOST, CUDA_MANAGED, Managed, NEW, Tensor, USED};
use crate::args::{Misfit, Passing};
use crate::errors::Raise;
use crate::{buffers, cuda};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict};
use windrow::{AnyArray, ScalarType, Type};

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

/// What a tensor is, as far as it can be an argument.
struct Found {
    elem: ScalarType,
    shape: Vec<usize>,
    /// From one element to the next, in elements.
    strides: Vec<isize>,
    contiguous: bool,
    data: *const u8,
}

/// The array of a tensor.
pub(crate) fn array(
    passing: &mut Passing,
    obj: &Bound<'_, PyAny>,
    ty: &Type,
) -> Result<Option<AnyArray>, Misfit> {
    let (py, context) = (obj.py(), passing.context);
    let Ok(method) = obj.getattr(intern!(py, "__dlpack__")) else { return Ok(None) };
    // The producer is told which stream will read the elements, and makes it wait.
    let capsule = match device(obj)? {
        Some((CUDA | CUDA_MANAGED, ordinal)) => {
            context.expect_cuda(Some(ordinal)).map_err(|e| Misfit::new(e.to_string()))?;
            let kwargs = PyDict::new(py);
            kwargs.set_item(intern!(py, "stream"), context.cuda_stream())?;
            method.call((), Some(&kwargs))?
        }
        Some(_) | None => method.call0()?,
    };
    let capsule = capsule.cast_into::<PyCapsule>().map_err(PyErr::from)?;
    let managed = capsule.pointer_checked(Some(NEW))?.cast::<Managed>();
    // SAFETY: a capsule of this name holds such a struct.
    let tensor = unsafe { &managed.as_ref().tensor };
    let on_cuda = match tensor.device_type {
        CPU | CUDA_HOST => false,
        CUDA | CUDA_MANAGED => {
            context.expect_cuda(Some(tensor.device_id)).map_err(|e| Misfit::new(e.to_string()))?;
            true
        }
        other => {
            return Err(Misfit::new(format!(
                "a tensor on a device of kind {other} must be copied to the processor first"
            )));
        }
    };
    let found = look(tensor, ty)?;
    // SAFETY: the capsule is alive; its name says from now on that the tensor is taken.
    if unsafe { pyo3::ffi::PyCapsule_SetName(capsule.as_ptr(), USED.as_ptr()) } != 0 {
        return Err(PyErr::fetch(py).into());
    }
    let owner = Owner(managed.as_ptr());
    let Found { elem, shape, strides, contiguous, data } = found;
    if on_cuda {
        passing.tensors.push(owner);
        let there = cuda::There { elem, shape, contiguous, address: data.addr() as u64, stream: None };
        return cuda::lend(passing, py, there).map(Some);
    }
    // SAFETY: the tensor has that many elements.
    if contiguous && passing.lend && unsafe { buffers::is_plain(elem, data, shape.iter().product()) } {
        // SAFETY: the tensor holds the elements until it is deleted, which is after the loan has ended. A program of Python that writes
        // to them while a call reads them gets what it asked for.
        let (array, loan) = unsafe { context.lend(elem, &shape, data) }.raised(py)?;
        passing.loans.push(loan);
        passing.tensors.push(owner);
        return Ok(Some(array));
    }
    let mut copy = vec![];
    let strides: Vec<isize> = strides.iter().map(|stride| stride * elem.bytes() as isize).collect();
    // SAFETY: the tensor has elements at all positions of its shape.
    unsafe { buffers::gather(data, &shape, &strides, elem.bytes(), &mut copy) };
    drop(owner);
    Ok(Some(buffers::owned(py, context, elem, &shape, copy)?))
}

/// The kind and the number of the device that a tensor is on, if it says so.
fn device(obj: &Bound<'_, PyAny>) -> PyResult<Option<(i32, i32)>> {
    let py = obj.py();
    let Ok(method) = obj.getattr(intern!(py, "__dlpack_device__")) else { return Ok(None) };
    // The kind is often a number of a class of its own.
    let (kind, ordinal): (Bound<'_, PyAny>, i32) = method.call0()?.extract()?;
    Ok(Some((py.get_type::<pyo3::types::PyInt>().call1((kind,))?.extract()?, ordinal)))
}

/// What a tensor is, if it can be of this type.
fn look(tensor: &Tensor, ty: &Type) -> Result<Found, Misfit> {
    let code = (tensor.code, tensor.bits, tensor.lanes);
    let elem = CODES.iter().find(|(kind, bits, _)| (*kind, *bits, 1) == code);
    let rank = usize::try_from(tensor.ndim).unwrap_or(0);
    let (Some((_, _, elem)), Some(wanted)) = (elem, buffers::plain(ty)) else {
        let (kind, bits, lanes) = code;
        return Err(Misfit::new(format!(
            "a tensor whose elements have kind {kind} of DLPack, {bits} bits and {lanes} lanes cannot be passed"
        )));
    };
    let s = if rank == 1 { "" } else { "s" };
    if (*elem, rank) != wanted {
        return Err(Misfit::new(format!("a tensor has {rank} dimension{s} of {elem}")));
    }
    // SAFETY: as many numbers as dimensions.
    let sizes: Vec<i64> = unsafe { (0..rank).map(|i| *tensor.shape.add(i)).collect() };
    let shape: Option<Vec<usize>> = sizes.iter().map(|n| usize::try_from(*n).ok()).collect();
    let bytes = |shape: &Vec<usize>| shape.iter().try_fold(elem.bytes(), |all, n| all.checked_mul(*n));
    let Some(shape) = shape.filter(|shape| bytes(shape).is_some_and(|all| isize::try_from(all).is_ok()))
    else {
        return Err(Misfit::new(format!("a tensor has the shape {sizes:?}")));
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
    Ok(Found { elem: *elem, shape, strides, contiguous, data })
}
