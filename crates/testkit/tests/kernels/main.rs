//! Hand-written Kernel programs on every device that is there.

mod atomics;
mod common;
mod devices;
mod golden;
mod kernels;
mod operators;
mod programs;
