//! Compile and run Windrow programs: the pipeline, the library interface and the command.
//!
//! ```no_run
//! let program = windrow::Program::from_file("sums.fut").unwrap();
//! let backend = windrow::Backend::Native;
//! let mut ready = program.build(backend, &windrow::Options::default()).unwrap();
//! let result = ready.run("sums", &[]).unwrap();
//! ```

pub mod backend;
pub mod command;
pub mod counts;
pub mod devices;
mod error;
pub mod json;
mod memory;
pub mod pipeline;
mod program;
mod ready;
pub mod stanza;
pub mod structure;

pub use backend::Backend;
pub use error::Error;
pub use pipeline::Options;
pub use program::Program;
pub use ready::Ready;
