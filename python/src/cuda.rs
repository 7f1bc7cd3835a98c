//! Memory of CUDA devices: `__cuda_array_interface__`, and what it has in common with DLPack.

use crate::args::{Misfit, Passing, kind};
use crate::buffers;
use crate::errors::Raise;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use windrow::{AnyArray, HeldCuda, ScalarType, Type};

/// Elements on a CUDA device.
pub(crate) struct There {
    pub(crate) elem: ScalarType,
    pub(crate) shape: Vec<usize>,
    /// Whether they lie one after the other.
    pub(crate) contiguous: bool,
    pub(crate) address: u64,
    /// The stream that writes them, if the call has to wait for it.
    pub(crate) stream: Option<u64>,
}

/// An argument for the time of the call. Whoever owns the elements is kept by the caller until then.
pub(crate) fn lend(passing: &mut Passing, py: Python<'_>, there: There) -> Result<AnyArray, Misfit> {
    let There { elem, shape, contiguous, address, stream } = there;
    if !contiguous {
        return Err(Misfit::new(
            "its elements do not lie one after the other in memory of the CUDA device; pass x.contiguous() or \
             cupy.ascontiguousarray(x)",
        ));
    }
    let context = passing.context;
    // SAFETY: the owner holds the elements until the loan has ended, and the stream is one of its library. A program of Python that
    // writes to them while a call reads them gets what it asked for.
    let (array, loan) = unsafe { context.lend_cuda(elem, &shape, address, stream) }.raised(py)?;
    if passing.lend {
        passing.loans.push(loan);
    } else {
        // A call that nobody waits for needs a copy, which is made on the device.
        py.detach(|| loan.end()).raised(py)?;
    }
    Ok(array)
}

/// The type of elements with this code, such as `<f4`.
fn element(code: &str) -> Option<ScalarType> {
    Some(match code.trim_start_matches(['<', '|', '=']) {
        "i1" => ScalarType::I8,
        "i2" => ScalarType::I16,
        "i4" => ScalarType::I32,
        "i8" => ScalarType::I64,
        "u1" => ScalarType::U8,
        "u2" => ScalarType::U16,
        "u4" => ScalarType::U32,
        "u8" => ScalarType::U64,
        "f2" => ScalarType::F16,
        "f4" => ScalarType::F32,
        "f8" => ScalarType::F64,
        "b1" => ScalarType::Bool,
        _ => return None,
    })
}

fn code(elem: ScalarType) -> &'static str {
    match elem {
        ScalarType::I8 => "|i1",
        ScalarType::I16 => "<i2",
        ScalarType::I32 => "<i4",
        ScalarType::I64 => "<i8",
        ScalarType::U8 => "|u1",
        ScalarType::U16 => "<u2",
        ScalarType::U32 => "<u4",
        ScalarType::U64 => "<u8",
        ScalarType::F16 => "<f2",
        ScalarType::F32 => "<f4",
        ScalarType::F64 => "<f8",
        ScalarType::Bool => "|b1",
    }
}

/// The array of an object that has the interface and no other one, as those of Numba.
pub(crate) fn array(
    passing: &mut Passing,
    obj: &Bound<'_, PyAny>,
    ty: &Type,
) -> Result<Option<AnyArray>, Misfit> {
    let py = obj.py();
    let Ok(interface) = obj.getattr(intern!(py, "__cuda_array_interface__")) else { return Ok(None) };
    let interface = interface.cast_into::<PyDict>().map_err(PyErr::from)?;
    passing.context.expect_cuda(None).map_err(|e| Misfit::new(e.to_string()))?;
    let get = |name: &str| -> PyResult<Option<Bound<'_, PyAny>>> {
        Ok(interface.get_item(name)?.filter(|value| !value.is_none()))
    };
    let need = |name: &str| -> Result<Bound<'_, PyAny>, Misfit> {
        get(name)?.ok_or_else(|| Misfit::new(format!("{} says nothing about its {name}", kind(obj))))
    };
    let text: String = need("typestr")?.extract()?;
    let shape: Vec<usize> = need("shape")?.extract()?;
    let (address, _): (u64, bool) = need("data")?.extract()?;
    let found = (element(&text), buffers::plain(ty));
    let (Some(elem), Some(wanted)) = found else {
        return Err(Misfit::new(format!("{} of {text} cannot be passed", kind(obj))));
    };
    let (rank, s) = (shape.len(), if shape.len() == 1 { "" } else { "s" });
    if (elem, rank) != wanted {
        return Err(Misfit::new(format!("{} has {rank} dimension{s} of {elem}", kind(obj))));
    }
    if get("mask")?.is_some() {
        return Err(Misfit::new(format!("{} has a mask", kind(obj))));
    }
    let dense = |i: usize| (shape[i + 1..].iter().product::<usize>() * elem.bytes()) as isize;
    let strides: Option<Vec<isize>> = get("strides")?.map(|strides| strides.extract()).transpose()?;
    let contiguous = shape.contains(&0)
        || strides
            .is_none_or(|own| own.len() == rank && (0..rank).all(|i| shape[i] == 1 || own[i] == dense(i)));
    let stream = get("stream")?.map(|stream| stream.extract::<u64>()).transpose()?;
    passing.objects.push(obj.clone().unbind());
    lend(passing, py, There { elem, shape, contiguous, address, stream }).map(Some)
}

/// The interface of elements that are held.
pub(crate) fn interface<'py>(
    py: Python<'py>,
    held: &HeldCuda,
    stream: Option<u64>,
) -> PyResult<Bound<'py, PyDict>> {
    let interface = PyDict::new(py);
    interface.set_item("shape", pyo3::types::PyTuple::new(py, &held.shape)?)?;
    interface.set_item("typestr", code(held.elem))?;
    // Nobody may write to them.
    interface.set_item("data", (held.address(), true))?;
    interface.set_item("strides", py.None())?;
    interface.set_item("stream", stream)?;
    interface.set_item("version", 3)?;
    Ok(interface)
}
