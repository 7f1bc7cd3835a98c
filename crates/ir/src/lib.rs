//! The three intermediate languages of Windrow: Core, Flat and Kernel.
//!
//! Core and Flat are one functional A-normal form, [`Body`], over different parallel operators; [`kernel`] is an imperative
//! language with explicit memory. Each is printed and parsed as text and has a verifier whose header defines well-formedness.

#![warn(clippy::wildcard_enum_match_arm)] // a new construct of the IR is looked at everywhere

pub mod access;
pub mod alias;
pub mod bodies;
pub mod body;
pub mod builder;
pub mod by;
pub mod compact;
pub mod failure;
pub mod interface;
pub mod kernel;
pub mod machine;
pub mod map_ops;
pub mod ops;
pub mod parse;
pub mod parse_kernel;
pub mod print;
pub mod print_kernel;
pub mod types;
pub mod value;
pub mod vector;
pub mod verify;
pub mod verify_kernel;
pub mod walk;

pub use bodies::Operator;
pub use body::*;
pub use builder::{Builder, fresh, printable};
pub use by::By;
pub use compact::compact;
pub use failure::{Failure, Limitation};
pub use machine::Processor;
pub use ops::*;
pub use parse::{ParseError, parse_core, parse_flat};
pub use parse_kernel::parse_kernel;
pub use print::{PrintOp, print};
pub use print_kernel::{print_kernel, print_kvar};
pub use types::*;
pub use value::Value;
pub use verify::verify;
pub use verify_kernel::{leads_back, verify_kernel};
