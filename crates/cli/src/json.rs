//! Values as JSON.
//!
//! | value | JSON |
//! |---|---|
//! | integers, floats | numbers; integers are exact, whatever their size |
//! | `nan`, `inf`, `-inf` | the strings `"nan"`, `"inf"`, `"-inf"`; `"NaN"`, `"Infinity"`, `"-Infinity"` are read too |
//! | bools | `true`, `false` |
//! | arrays, regular or not | arrays; an array of `u8` may be given as a string |
//! | tuples | arrays |
//! | records | objects |
//! | sums | objects with one field: `{"#name": [payload, ...]}` |
//!
//! The arguments of an entry point are JSON values one after the other; its result is one value.

mod convert;
mod read;
mod write;

#[cfg(test)]
mod tests;

pub(crate) use convert::components;
pub(crate) use read::parse_all;
pub(crate) use write::write;
