//! `libwindrow.so` once more, for the clients of the tests. Cargo builds examples together with the tests, so that nothing is left to
//! build when they run; the library itself it builds for no test, because no program in Rust can link it.

#[path = "../src/call.rs"]
mod call;
#[path = "../src/config.rs"]
mod config;
#[path = "../src/context.rs"]
mod context;
#[path = "../src/entry.rs"]
mod entry;
#[path = "../src/exchange.rs"]
mod exchange;
#[path = "../src/failure.rs"]
mod failure;
#[path = "../src/library.rs"]
mod library;
#[path = "../src/slot.rs"]
mod slot;
#[path = "../src/structure.rs"]
mod structure;
#[path = "../src/text.rs"]
mod text;
#[path = "../src/value.rs"]
mod value;
