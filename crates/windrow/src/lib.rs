//! Compile Windrow programs and call them, with arrays that stay where they are.
//!
//! A [`Context`] is a device with its memory. It compiles a program to a [`Module`], whose entry points are called as functions:
//!
//! ```
//! use windrow::{Context, Rows};
//!
//! # fn main() -> windrow::Result<()> {
//! let module = Context::new()?.compile("entry sums [n] (xss: [n][?]f64): [n]f64 = map f64.sum xss")?;
//! let sums: Vec<f64> = module.entry("sums")?.call((Rows::new(&[1.0, 2.0, 3.0], &[0, 2, 2, 3]),))?;
//! assert_eq!(sums, [3.0, 0.0, 3.0]);
//! # Ok(())
//! # }
//! ```
//!
//! # Values
//!
//! | Windrow | argument | result |
//! |---|---|---|
//! | `f32` | `f32` | `f32` |
//! | `[n]f32` | `&[f32]`, `Vec<f32>`, `&Array<f32>`, `Array<f32>` | `Array<f32>`, `Vec<f32>` |
//! | `[n][3]f32` | `&[[f32; 3]]`, `Vec<[f32; 3]>`, `&Array<f32, 2>`, .. | `Array<[f32; 3]>`, `Array<f32, 2>` |
//! | `[n][m]f32` | [`Shaped`], `&Array<f32, 2>`, `Array<f32, 2>` | `Array<f32, 2>` |
//! | `[n][?]f64` | [`Rows`], `&Ragged<f64>`, `Ragged<f64>` | `Ragged<f64>` |
//! | a tuple | a [`Value`] | a tuple |
//! | anything | a [`Value`] | a [`Value`] |
//!
//! Slices, [`Shaped`] and [`Rows`] are borrowed for the call: on the processor they are used where they are, a GPU is sent a copy. A `Vec` moves
//! in. Results stay on the device until somebody looks at them, and can be passed on:
//!
//! ```
//! use windrow::{Array, Context};
//!
//! # fn main() -> windrow::Result<()> {
//! let context = Context::new()?;
//! let module = context.compile("
//!     entry step [n] (field: [n]f32) (state: *[n]f32): *[n]f32 = map2 (\\f s -> (f + s) / 2) field state
//!     entry norm [n] (state: [n]f32): f32 = f32.maximum state
//! ")?;
//! let (step, norm) = (module.entry("step")?, module.entry("norm")?);
//! let field = context.array(vec![0.0f32; 1000])?;
//! let mut state: Array<f32> = step.call((&field, vec![1.0f32; 1000]))?;
//! while norm.call::<f32>((&state,))? > 1e-3 {
//!     state = step.call((&field, state))?;
//! }
//! assert!(state.view()?[0] <= 1e-3);
//! # Ok(())
//! # }
//! ```
//!
//! An argument that is passed by value to a unique parameter (`*[n]f32`) is updated in place if nobody else holds it; otherwise it
//! is copied once. [`Context::stats`] counts every copy.
//!
//! # Without the compiler
//!
//! Without the feature `compiler`, which is on by default, there are no [`Program`]s: a [`Library`] that was compiled before is loaded
//! and called in the same way. The compiler is not among the dependencies then.
//!
//! # Threads
//!
//! Everything can be shared between threads. A context runs one call at a time, on all threads of the processor or on the whole GPU;
//! others wait. [`Entry::start`] calls without waiting, and can be cancelled.
//!
//! # Errors
//!
//! No call panics because of a program or its data. An [`Error`] says what is wrong as data ([`Error::kind`], [`Error::position`],
//! [`Error::row`]) and as text for a terminal ([`Error::render`]).

pub mod arrow;

mod any;
mod args;
mod array;
mod context;
mod cuda;
mod elem;
mod entry;
mod error;
mod library;
mod outside;
mod pending;
#[cfg(feature = "compiler")]
mod program;
mod ragged;
mod ret;
mod shaped;
mod slices;
mod stored;
mod take;
mod type_text;
mod types;
mod unused;
mod value;

pub use any::{AnyArray, Extent, Pinned};
pub use args::{Arg, Args};
pub use array::{Array, View};
pub use context::{Backend, Context, ContextBuilder};
pub use cuda::HeldCuda;
pub use elem::Elem;
pub use entry::{Entry, Module};
pub use error::{Diagnostic, Error, ErrorKind, Label, Position, Result};
pub use library::Library;
pub use outside::{Component, Held, Loan};
pub use pending::Pending;
#[cfg(feature = "compiler")]
pub use program::Program;
pub use ragged::{Ragged, Rows};
pub use ret::Ret;
pub use shaped::Shaped;
pub use types::{Param, Signature, Size, Type};
pub use value::Value;

pub use base::diag::Severity;
pub use base::{Scalar, ScalarType};
pub use half::f16;
pub use rt::Stop;
pub use rt::memory::{Copies, Stats};
pub use rt::profile::Moved;
