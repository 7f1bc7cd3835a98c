//! Every device of this machine.

use ir::kernel::Program;
use rt::{Device, DeviceError};
use std::sync::Arc;

/// The devices that are there, each with the text of `program` for it; says which are not. The native device comes twice:
/// with a compiled host part and without.
pub(crate) fn with_source(program: &Program) -> Vec<(Arc<dyn Device>, String)> {
    let mut found = of_lanes(program);
    let native = || rt::native::Native::new().map(|d| Arc::new(d) as _);
    add(&mut found, program, native(), &emit::Dialect::NATIVE, &emit::host_source(program).unwrap());
    add(&mut found, program, native(), &emit::Dialect::NATIVE, "");
    found
}

/// Those whose groups may have several lanes.
pub(crate) fn of_lanes(program: &Program) -> Vec<(Arc<dyn Device>, String)> {
    let mut found: Vec<(Arc<dyn Device>, String)> =
        vec![(Arc::new(driver::simulator::Simulator::gpu()), ir::print_kernel(program))];
    add(&mut found, program, rt::opencl::OpenCl::new().map(|d| Arc::new(d) as _), &emit::Dialect::OPENCL, "");
    add(&mut found, program, rt::cuda::Cuda::new().map(|d| Arc::new(d) as _), &emit::Dialect::CUDA, "");
    found
}

fn add(
    found: &mut Vec<(Arc<dyn Device>, String)>,
    program: &Program,
    device: Result<Arc<dyn Device>, DeviceError>,
    dialect: &emit::Dialect,
    host: &str,
) {
    match device {
        Ok(device) => found.push((device, emit::device_source(program, dialect).unwrap() + host)),
        Err(e) => eprintln!("skipping {}: {e}", dialect.name),
    }
}
