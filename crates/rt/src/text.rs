//! Values as text: Futhark's format, extended to irregular arrays.
//!
//! `3i64`, `[[1i64, 2i64], [3i64]]`, `empty([0][?]i64)`, `[[1i64], empty([0]i64)]`. What is printed parses back to an equal
//! value. Neither direction recurses, so deep values are no danger.

mod compare;
mod literal;
mod parse;
mod print;
#[cfg(test)]
mod tests;

pub use compare::approx_equal;
pub(crate) use parse::parse_leading;
pub use parse::{TextError, parse_values};
pub use print::print_value;
