//! DLPack: tensors of torch, JAX, CuPy and others, in memory of the processor and of CUDA devices.

mod export;
mod import;

pub(crate) use export::export;
pub(crate) use import::{Owner, array};

use std::ffi::{CStr, c_void};
use windrow::ScalarType;

/// The name of a capsule that nobody has taken, and of one that somebody has.
const NEW: &CStr = c"dltensor";
const USED: &CStr = c"used_dltensor";
const NEW_VERSIONED: &CStr = c"dltensor_versioned";
const USED_VERSIONED: &CStr = c"used_dltensor_versioned";

/// The processor, as a kind of device.
pub(crate) const CPU: i32 = 1;
/// A CUDA device.
pub(crate) const CUDA: i32 = 2;
/// Memory of the processor that is pinned for a CUDA device.
const CUDA_HOST: i32 = 3;
/// Memory that the processor and a CUDA device share.
const CUDA_MANAGED: i32 = 13;

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
