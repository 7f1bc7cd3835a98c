//! The backends: where a program runs.

use crate::error::{Error, guarded};
use crate::pipeline::{self, Blind, Observer, Options};
use crate::program::Program;
use ir::{Atom, Core, SegOp, Value, kernel};
use passes::Target;
use rt::{Device, DeviceError, Loaded, Output, RunError};
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
}

impl Backend {
    /// Every backend.
    pub const ALL: [Backend; 4] = [Backend::Interp, Backend::Native, Backend::OpenCl, Backend::Cuda];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Backend::Interp => "interp",
            Backend::Native => "native",
            Backend::OpenCl => "opencl",
            Backend::Cuda => "cuda",
        }
    }

    /// The backend with this name; `auto` is CUDA if it is there, else native, else the interpreter.
    pub fn from_name(name: &str) -> Option<Backend> {
        if name == "auto" {
            let there = |b: &Backend| b.open().is_ok();
            return Some([Backend::Cuda, Backend::Native].into_iter().find(there).unwrap_or(Backend::Interp));
        }
        Backend::ALL.into_iter().find(|b| b.name() == name)
    }

    /// The device, if the backend has one and it is there. The error says what is missing and how to get it.
    pub fn open(self) -> Result<Option<Arc<dyn Device>>, DeviceError> {
        Ok(match self {
            Backend::Interp => None,
            Backend::Native => Some(Arc::new(rt::native::Native::new()?)),
            Backend::OpenCl => Some(Arc::new(rt::opencl::OpenCl::new()?)),
            Backend::Cuda => Some(Arc::new(rt::cuda::Cuda::new()?)),
        })
    }

    /// How points are dealt out to workers.
    pub fn target(self) -> Target {
        match self {
            Backend::Interp | Backend::Native => Target::Cpu,
            Backend::OpenCl | Backend::Cuda => Target::Gpu,
        }
    }
}

/// A program compiled for a backend, to be run any number of times.
pub struct Ready {
    core: Core,
    how: How,
}

enum How {
    Interp { fuel: u64 },
    Device { flat: ir::Flat, loaded: Box<Loaded> },
}

impl Ready {
    /// Compiles a program.
    pub fn new(program: &Program, backend: Backend, options: &Options) -> Result<Ready, Error> {
        Ready::observed(program, backend, options, &mut Blind)
    }

    /// Compiles a program and shows every intermediate one.
    pub fn observed(
        program: &Program,
        backend: Backend,
        options: &Options,
        observer: &mut dyn Observer,
    ) -> Result<Ready, Error> {
        let device = backend.open().map_err(|e| Error::Device(format!("backend {}: {e}", backend.name())))?;
        Ready::on(program, backend, device, options, observer)
    }

    /// Compiles for a device that is open already: opening one takes time.
    pub fn on(
        program: &Program,
        backend: Backend,
        device: Option<Arc<dyn Device>>,
        options: &Options,
        observer: &mut dyn Observer,
    ) -> Result<Ready, Error> {
        let core = program.core.clone();
        let Some(device) = device else { return Ok(Ready { core, how: How::Interp { fuel: options.fuel } }) };
        let optimised = pipeline::optimise(core.clone(), options, observer)?;
        let flat = pipeline::flatten(optimised, options, observer)?;
        let kernel = pipeline::lower(flat.clone(), backend.target(), options, observer)?;
        let source = source(&kernel, backend)?;
        let rt_options = rt::Options { memory: options.memory, host_eval: options.host_eval };
        let loaded =
            Loaded::new(device, kernel, &source, rt_options).map_err(|e| run_error(e, &core.files))?;
        Ok(Ready { core, how: How::Device { flat, loaded: Box::new(loaded) } })
    }

    /// Runs an entry point.
    pub fn run(&mut self, entry: &str, args: &[Value]) -> Result<Vec<Value>, Error> {
        match &mut self.how {
            How::Interp { fuel } => {
                // Holding every variable to its type is for finding errors of the compiler.
                let options = interp::Options { fuel: *fuel, check: false };
                let result = guarded(|| interp::run_with(&self.core, entry, args, options))?;
                result.map_err(|e| match e {
                    interp::Error::Failure(f) => Error::Failure(f.describe(&self.core.files)),
                    interp::Error::Args(text) => Error::Value(text),
                    interp::Error::Limit(text) if text.starts_with("internal:") => Error::Bug(text),
                    interp::Error::Limit(text) => Error::Limit(text),
                })
            }
            How::Device { flat, loaded } => {
                let Some(fun) = flat.funs.iter().find(|f| f.name == entry) else {
                    return Err(Error::Value(format!("there is no entry point called {entry}")));
                };
                let args = ir::value::bind_args(fun, &flat.vars, args).map_err(Error::Value)?;
                let outputs = loaded.run(entry, &args).map_err(|e| run_error(e, &self.core.files))?;
                Ok(assemble(fun, &args, outputs))
            }
        }
    }
}

/// The text of a Kernel program in the dialect of a backend.
pub fn source(kernel: &kernel::Program, backend: Backend) -> Result<String, Error> {
    let dialect = match backend {
        Backend::Interp | Backend::Native => &emit::Dialect::NATIVE,
        Backend::OpenCl => &emit::Dialect::OPENCL,
        Backend::Cuda => &emit::Dialect::CUDA,
    };
    let limit = |e: emit::Limitation| Error::Limit(e.to_string());
    let mut text = emit::device_source(kernel, dialect).map_err(limit)?;
    // On the processor the host part is compiled beside the kernels; a GPU needs no C compiler.
    if backend == Backend::Native {
        text += &emit::host_source(kernel).map_err(limit)?;
    }
    Ok(text)
}

fn run_error(error: RunError, files: &[String]) -> Error {
    match error {
        RunError::Failure(failure) => Error::Failure(failure.describe(files)),
        RunError::Device(e) => Error::Device(e.to_string()),
        RunError::Argument(text) => Error::Value(text),
        RunError::Broken(text) => Error::Bug(text),
    }
}

/// Puts the results of a run together: sizes are results too, or parameters, or constants.
fn assemble(fun: &ir::Fun<SegOp>, args: &[Value], outputs: Vec<Output>) -> Vec<Value> {
    let n_sizes = fun.ret_sizes.len();
    let numbers = |output: &Output| match output {
        Output::Scalar(x) => vec![x.as_i64()],
        Output::Dense { data, .. } => {
            let number = |b: &[u8]| i64::from_le_bytes(b.try_into().unwrap_or_default());
            data.chunks_exact(8).map(number).collect()
        }
    };
    let size_of = |atom: Atom| match atom {
        Atom::Const(c) => vec![c.as_i64()],
        Atom::Var(v) => {
            if let Some(i) = fun.ret_sizes.iter().position(|s| *s == v) {
                numbers(&outputs[i])
            } else if let Some(i) = fun.params.iter().position(|p| p.var == v) {
                args[i].to_i64s()
            } else {
                base::bug!("run", "size {v:?} of a result is unknown")
            }
        }
    };
    let vals = outputs[n_sizes..].iter().zip(&fun.ret);
    vals.map(|(output, ty)| match output {
        Output::Scalar(x) => Value::scalar(*x),
        Output::Dense { data, .. } => ir::value::assemble(ty, data.clone(), size_of),
    })
    .collect()
}
