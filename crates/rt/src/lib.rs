//! Values and data formats, devices, memory, and the evaluator of host parts.
//!
//! To run a program: take a device ([`native::Native`], [`opencl::OpenCl`], [`cuda::Cuda`]), print the program in the device's
//! dialect (crate `emit`), load both ([`Loaded::new`]) and call [`Loaded::run`].

mod array;
mod available;
pub mod binary;
pub mod bind;
pub mod cache;
mod calls;
pub mod compilation;
mod context;
pub mod cuda;
pub mod data;
pub mod device;
mod frame;
mod host;
mod inputs;
mod launches;
mod lengths;
mod loaded;
pub mod memory;
pub mod native;
pub mod nvrtc;
pub mod opencl;
mod pool;
pub mod processor;
pub mod profile;
pub mod random;
mod record;
mod stop;
pub mod table;
pub mod testing;
pub mod text;

pub use array::{Array, Datum, Dim};
pub use available::available_memory;
pub use context::{Borrow, Context};
pub use device::{Device, DeviceError};
pub use lengths::Lengths;
pub use loaded::{Called, Input, Loaded, Options, Output, Returned};
pub use memory::{Buffer, Memory, MemoryError};
pub use stop::Stop;

use std::fmt;

/// Why a run has no results.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RunError {
    /// A check of the program failed.
    Failure(ir::Failure),
    /// The device did.
    Device(DeviceError),
    /// The arguments do not fit the entry point.
    Argument(ir::value::Misfit),
    /// The caller asked for the end of the run.
    Cancelled,
    /// The host part does not keep the rules of Kernel: a bug in the compiler.
    Broken(String),
}

impl From<DeviceError> for RunError {
    fn from(e: DeviceError) -> RunError {
        RunError::Device(e)
    }
}

impl From<MemoryError> for RunError {
    fn from(e: MemoryError) -> RunError {
        match e {
            MemoryError::Device(e) => RunError::Device(e),
            MemoryError::Range { .. } | MemoryError::Dead(_) => RunError::Broken(e.to_string()),
        }
    }
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RunError::Failure(failure) => f.write_str(&failure.message),
            RunError::Device(e) => e.fmt(f),
            RunError::Argument(misfit) => misfit.fmt(f),
            RunError::Cancelled => f.write_str("the run was cancelled"),
            RunError::Broken(what) => write!(f, "bug in windrow, host part of {what}; please report it"),
        }
    }
}
impl std::error::Error for RunError {}
