//! The backends: where a program runs.

use crate::error::Error;
use crate::pipeline::Options;
use crate::simulator::Simulator;
use ir::kernel;
use passes::Target;
use rt::device::Listed;
use rt::{Device, DeviceError};
use std::sync::Arc;

/// Where a program runs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Backend {
    /// The reference interpreter.
    Interp,
    /// C for the processor, with threads.
    Native,
    /// OpenCL, on a GPU or, through PoCL, on a CPU.
    OpenCl,
    /// CUDA on an NVIDIA GPU.
    Cuda,
    /// The interpreter of kernels, for tests of how programs are lowered.
    Kernel,
}

impl Backend {
    /// Every backend for programs that somebody wants to run.
    pub const ALL: [Backend; 4] = [Backend::Interp, Backend::Native, Backend::OpenCl, Backend::Cuda];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Backend::Interp => "interp",
            Backend::Native => "native",
            Backend::OpenCl => "opencl",
            Backend::Cuda => "cuda",
            Backend::Kernel => "kernel",
        }
    }

    /// The backends that a program runs on where nobody chose one, best first: whatever is there and takes the program.
    pub const PREFERRED: [Backend; 4] = [Backend::Cuda, Backend::Native, Backend::OpenCl, Backend::Interp];

    /// The backend with this name.
    pub fn from_name(name: &str) -> Option<Backend> {
        Backend::ALL.into_iter().chain([Backend::Kernel]).find(|b| b.name() == name)
    }

    /// The device that the backend prefers, if it has devices and one is there. The error says what is missing and how to
    /// get it.
    pub fn open(self) -> Result<Option<Arc<dyn Device>>, DeviceError> {
        Ok(match self {
            Backend::Interp => None,
            Backend::Native => Some(Arc::new(rt::native::Native::new()?)),
            Backend::OpenCl => Some(Arc::new(rt::opencl::OpenCl::new()?)),
            Backend::Cuda => Some(Arc::new(rt::cuda::Cuda::new()?)),
            Backend::Kernel => Some(Arc::new(Simulator::default())),
        })
    }

    /// The devices of the backend; not opened, where opening means more than looking.
    pub fn list(self) -> Result<Vec<Listed>, DeviceError> {
        let one = |name: &str| vec![Listed { name: name.to_string(), problem: None }];
        match self {
            Backend::Interp => Ok(one("the reference interpreter, always there")),
            Backend::Native => Ok(one(&rt::native::Native::new()?.info().name)),
            Backend::Kernel => Ok(one(&Simulator::default().info().name)),
            Backend::OpenCl => rt::opencl::list(),
            Backend::Cuda => rt::cuda::list(),
        }
    }

    /// Opens the device that [`Backend::list`] gives this name.
    pub fn open_named(self, name: &str) -> Result<Option<Arc<dyn Device>>, DeviceError> {
        Ok(match self {
            // They have one device each.
            Backend::Interp | Backend::Native | Backend::Kernel => self.open()?,
            Backend::OpenCl => Some(Arc::new(rt::opencl::OpenCl::named(name)?)),
            Backend::Cuda => Some(Arc::new(rt::cuda::Cuda::named(name)?)),
        })
    }

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
            Backend::Kernel => None,
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
        }
    }
}

/// The text of a Kernel program in the dialect of a backend, with how it is to be compiled.
pub fn source_for(kernel: &kernel::Program, backend: Backend, options: &Options) -> Result<String, Error> {
    let Options { contract, quick, plain, .. } = *options;
    let how = rt::compilation::Compilation { contract, quick, plain };
    let line = match backend {
        Backend::Native | Backend::Cuda => how.line(),
        Backend::Interp | Backend::OpenCl | Backend::Kernel => String::new(),
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
