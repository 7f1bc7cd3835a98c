//! Passes over Core and Flat, flattening, and lowering to Kernel.
//!
//! A pass is a function from program to program; what times, prints and verifies around it is outside.

pub mod flatten;
pub mod lower;
pub mod space;

pub use flatten::{Policy, flatten};
pub use lower::{Target, lower};
