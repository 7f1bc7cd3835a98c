//! Hand-written Kernel programs on every device that is there.

mod atomics;
mod chains;
mod common;
mod devices;
mod golden;
mod kernels;
mod operators;
mod programs;
