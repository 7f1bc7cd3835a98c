//! Values as bytes: Futhark's binary format, extended to irregular arrays.
//!
//! ```text
//! 'b' 2   rank type   size ...        data     a scalar or a regular array
//! 'b' 'W' rank type   dimension ...   data     an irregular array
//! ```
//!
//! `rank` is a byte, `type` four characters such as `" i32"`, a size 64 bits. A dimension of an irregular array is a byte 0 and the
//! size that all its rows have, or a byte 1 and the sizes of all rows of the dimensions in front. The data are the
//! elements in order. Everything is little-endian.

mod read;
#[cfg(test)]
mod tests;
mod write;

pub use read::{BinaryError, read_value};
pub use write::write_value;

/// The first byte of every value.
pub(crate) const START: u8 = b'b';
/// Futhark's version of the format.
const REGULAR: u8 = 2;
/// The version of irregular arrays.
const IRREGULAR: u8 = b'W';
/// A dimension whose rows have one size.
const ONE_SIZE: u8 = 0;
/// A dimension whose rows have a size each.
const SIZES: u8 = 1;
