//! Every device of this machine.

use ir::kernel::Program;
use rt::{Device, DeviceError};
use std::sync::Arc;

/// The devices that are there, each with the text of `program` for it; says which are not. The native device comes twice:
/// with a compiled host part and without.
pub(crate) fn with_source(program: &Program) -> Vec<(Arc<dyn Device>, String)> {
    let mut found: Vec<(Arc<dyn Device>, String)> = vec![];
    let mut add =
        |device: Result<Arc<dyn Device>, DeviceError>, dialect: &emit::Dialect, host: &str| match device {
            Ok(device) => found.push((device, emit::device_source(program, dialect).unwrap() + host)),
            Err(e) => eprintln!("skipping {}: {e}", dialect.name),
        };
    let native = || rt::native::Native::new().map(|d| Arc::new(d) as _);
    add(native(), &emit::Dialect::NATIVE, &emit::host_source(program).unwrap());
    add(native(), &emit::Dialect::NATIVE, "");
    add(rt::opencl::OpenCl::new().map(|d| Arc::new(d) as _), &emit::Dialect::OPENCL, "");
    add(rt::cuda::Cuda::new().map(|d| Arc::new(d) as _), &emit::Dialect::CUDA, "");
    found
}
