//! The C library: `include/windrow.h` as functions of Rust, and what libraries call that `windrow build --library` writes.
//!
//! Everything that C holds is a pointer to a counted or boxed object of Rust. A function that fails leaves its reason in the context and
//! returns a number or nothing; a panic is a bug that is reported like any other error.
//!
//! # Safety
//!
//! All functions rely on what `windrow.h` asks of their callers: pointers are null or come from this library and have not been freed,
//! texts end with a zero byte, and arrays are as long as the header says.
#![allow(clippy::missing_safety_doc)]

mod call;
mod config;
mod context;
#[cfg(feature = "compiler")]
mod entry;
mod exchange;
mod failure;
mod library;
mod slot;
mod structure;
mod text;
mod value;
