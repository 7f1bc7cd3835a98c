//! The backends: where a program runs.

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
    /// The same for kernels as a processor runs them, whose groups have one lane.
    KernelCpu,
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
            Backend::KernelCpu => "kernel-cpu",
        }
    }

    /// The backends that a program runs on where nobody chose one, best first: whatever is there and takes the program.
    pub const PREFERRED: [Backend; 4] = [Backend::Cuda, Backend::Native, Backend::OpenCl, Backend::Interp];

    /// The backend with this name.
    pub fn from_name(name: &str) -> Option<Backend> {
        Backend::ALL.into_iter().chain([Backend::Kernel, Backend::KernelCpu]).find(|b| b.name() == name)
    }

    /// The device that the backend prefers, if it has devices and one is there. The error says what is missing and how to
    /// get it.
    pub fn open(self) -> Result<Option<Arc<dyn Device>>, DeviceError> {
        Ok(match self {
            Backend::Interp => None,
            Backend::Native => Some(Arc::new(rt::native::Native::new()?)),
            Backend::OpenCl => Some(Arc::new(rt::opencl::OpenCl::new()?)),
            Backend::Cuda => Some(Arc::new(rt::cuda::Cuda::new()?)),
            Backend::Kernel | Backend::KernelCpu => Some(self.simulator()?),
        })
    }

    /// The devices of the backend; not opened, where opening means more than looking.
    pub fn list(self) -> Result<Vec<Listed>, DeviceError> {
        let one = |name: &str| vec![Listed { name: name.to_string(), problem: None }];
        match self {
            Backend::Interp => Ok(one("the reference interpreter, always there")),
            Backend::Native => Ok(one(&rt::native::Native::new()?.info().name)),
            Backend::Kernel | Backend::KernelCpu => Ok(one(&self.simulator()?.info().name)),
            Backend::OpenCl => rt::opencl::list(),
            Backend::Cuda => rt::cuda::list(),
        }
    }

    /// Opens the device that [`Backend::list`] gives this name.
    pub fn open_named(self, name: &str) -> Result<Option<Arc<dyn Device>>, DeviceError> {
        Ok(match self {
            // They have one device each.
            Backend::Interp | Backend::Native | Backend::Kernel | Backend::KernelCpu => self.open()?,
            Backend::OpenCl => Some(Arc::new(rt::opencl::OpenCl::named(name)?)),
            Backend::Cuda => Some(Arc::new(rt::cuda::Cuda::named(name)?)),
        })
    }

    #[cfg(feature = "compiler")]
    fn simulator(self) -> Result<Arc<dyn Device>, DeviceError> {
        Ok(Arc::new(match self {
            Backend::KernelCpu => crate::simulator::Simulator::cpu(),
            Backend::Interp | Backend::Native | Backend::OpenCl | Backend::Cuda | Backend::Kernel => {
                crate::simulator::Simulator::gpu()
            }
        }))
    }

    #[cfg(not(feature = "compiler"))]
    fn simulator(self) -> Result<Arc<dyn Device>, DeviceError> {
        let what = "the interpreter of kernels".to_string();
        Err(DeviceError::Missing { what, how: "it comes with the feature `compiler`".to_string() })
    }
}
