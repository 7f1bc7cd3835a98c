//! From a source file to results: the order of the passes, and programs compiled for a backend.
//!
//! Types of the IR appear in its interface: it is for the command and for the tests.
//!
//! ```no_run
//! let program = driver::Program::from_file("sums.fut").unwrap();
//! let backend = driver::Backend::Native;
//! let mut ready = program.build(backend, &driver::Options::default()).unwrap();
//! let result = ready.run("sums", &[]).unwrap();
//! ```

pub mod backend;
pub mod counts;
pub mod devices;
mod error;
pub mod facts;
mod image;
mod interface_text;
mod memory;
pub mod pipeline;
mod program;
mod ready;
pub mod simulator;
pub mod stanza;
pub mod structure;
mod unit;

pub use backend::Backend;
pub use error::{Error, Failed, guarded, runtime_error};
pub use image::{Built, EntryPoint, Image, NotRead, STAMP};
pub use pipeline::Options;
pub use program::Program;
pub use ready::{Callable, Interpreter, Ready};
pub use unit::{Cost, Results, Unit, fetch};
