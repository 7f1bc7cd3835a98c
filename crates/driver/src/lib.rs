//! From a source file to results: the order of the passes, and programs compiled for a backend.
//!
//! Types of the IR appear in its interface: it is for the command and for the tests. Without the feature `compiler` it runs programs that
//! were compiled before ([`Image`]), and has neither a compiler nor an interpreter.
//!
//! ```no_run
//! # #[cfg(feature = "compiler")] {
//! let program = driver::Program::from_file("sums.fut").unwrap();
//! let backend = driver::Backend::Native;
//! let mut ready = program.build(backend, &driver::Options::default()).unwrap();
//! let result = ready.run("sums", &[]).unwrap();
//! # }
//! ```

pub mod backend;
mod callable;
pub mod devices;
mod error;
mod image;
mod interface_text;
pub mod structure;
mod unit;

#[cfg(feature = "compiler")]
pub mod counts;
#[cfg(feature = "compiler")]
pub mod facts;
#[cfg(feature = "compiler")]
mod image_build;
#[cfg(feature = "compiler")]
mod interpreter;
#[cfg(feature = "compiler")]
#[cfg(feature = "compiler")]
pub mod pipeline;
#[cfg(feature = "compiler")]
mod program;
#[cfg(feature = "compiler")]
mod ready;
#[cfg(feature = "compiler")]
pub mod simulator;
#[cfg(feature = "compiler")]
pub mod stanza;
#[cfg(feature = "compiler")]
pub mod target;

pub use backend::Backend;
pub use callable::Callable;
pub use error::{Error, Failed, guarded, runtime_error};
pub use image::{EntryPoint, Image, NotRead, STAMP};
pub use unit::{Cost, Results, Unit, fetch};

#[cfg(feature = "compiler")]
pub use image_build::Built;
#[cfg(feature = "compiler")]
pub use interpreter::Interpreter;
#[cfg(feature = "compiler")]
pub use pipeline::Options;
#[cfg(feature = "compiler")]
pub use program::Program;
#[cfg(feature = "compiler")]
pub use ready::Ready;
