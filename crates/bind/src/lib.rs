//! Interfaces of compiled programs for other languages. So far for C: `windrow build --library` writes a header, a source file and a
//! manifest, after the conventions of Futhark's C interface.
//!
//! [`names`] finds the types that C sees and what they are called; [`arrays`], [`opaques`], [`entries`] and [`context`] make the
//! functions; [`manifest`] describes them to other programs. A function is written once and appears in the header as a prototype
//! and in the source as a definition, which calls `libwindrow`.

mod arrays;
mod context;
mod entries;
mod files;
mod function;
mod manifest;
mod names;
mod opaques;

pub use files::{Files, c_library};
