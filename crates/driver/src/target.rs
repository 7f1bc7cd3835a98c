//! What the compiler has to know of a backend: what its devices can do, and the language of its kernels.

use crate::backend::Backend;
use crate::error::Error;
use crate::pipeline::Options;
use ir::{Flat, kernel};
use passes::Target;
use rt::Device;

impl Backend {
    /// The same choices where the backend can do what they ask for: not every machine has functions that call themselves.
    pub fn suited(self, options: &Options) -> Options {
        let mut options = options.clone();
        options.policy.recursion &= self.dialect().is_some_and(|dialect| dialect.recursion);
        options
    }

    /// The language of its kernels; the interpreter of programs, which has none, is shown that of the processor.
    fn dialect(self) -> Option<&'static emit::Dialect> {
        match self {
            Backend::Interp | Backend::Native => Some(&emit::Dialect::NATIVE),
            Backend::OpenCl => Some(&emit::Dialect::OPENCL),
            Backend::Cuda => Some(&emit::Dialect::CUDA),
            Backend::Kernel | Backend::KernelCpu => None,
        }
    }

    /// What lowering has to know of a device, or, if there is none, of one that the backend is for.
    pub fn target(self, device: Option<&dyn Device>) -> Target {
        match self {
            Backend::Interp => Target::CPU,
            Backend::Native => Target { vector: rt::processor::vector_bytes(), ..Target::CPU },
            Backend::Cuda => Target {
                lanes: device.map_or(Target::GPU.lanes, |device| device.info().lanes),
                ..Target::GPU
            },
            // Every device has 32 KiB of local memory, of which folds need more where lanes do not see each other's registers.
            Backend::OpenCl => Target {
                lanes: device.map_or(Target::GPU.lanes, |device| device.info().lanes),
                looks_back: device.is_none_or(|device| device.info().groups_progress),
                shared: 16 << 10,
                ..Target::GPU
            },
            // Small tiles: little data fills several.
            Backend::Kernel => Target {
                lanes: device.map_or(Target::GPU.lanes, |device| device.info().lanes),
                items: 3,
                // Whether rounds depend on each other is seen where they are interpreted.
                vector: 16,
                ..Target::GPU
            },
            Backend::KernelCpu => Target { vector: 16, ..Target::CPU },
        }
    }
}

/// The text of a Kernel program in the dialect of a backend, with how it is to be compiled.
pub fn source_for(
    flat: &Flat,
    kernel: &kernel::Program,
    backend: Backend,
    options: &Options,
) -> Result<String, Error> {
    let contract = options.contract && passes::rounds_freely(flat);
    let how = rt::compilation::Compilation { contract, effort: options.effort };
    let line = match backend {
        Backend::Native | Backend::Cuda => how.line(),
        Backend::Interp | Backend::OpenCl | Backend::Kernel | Backend::KernelCpu => String::new(),
    };
    Ok(line + &source(kernel, backend)?)
}

/// The text of a Kernel program in the dialect of a backend.
pub fn source(kernel: &kernel::Program, backend: Backend) -> Result<String, Error> {
    let Some(dialect) = backend.dialect() else { return Ok(ir::print_kernel(kernel)) };
    let limit = |e: emit::Limitation| Error::Limit(e.to_string());
    let mut text = emit::device_source(kernel, dialect).map_err(limit)?;
    // On the processor the host part is compiled beside the kernels; a GPU needs no C compiler.
    if backend == Backend::Native {
        text += &emit::host_source(kernel).map_err(limit)?;
    }
    Ok(text)
}
