//! C, CUDA C and OpenCL C text from Kernel programs.
//!
//! One printer ([`device_source`]) serves every dialect; what differs is a [`Dialect`] and its support files. The host part of
//! the native backend is printed by [`host_source`], to stand behind the device part.

#![warn(clippy::wildcard_enum_match_arm)] // a new construct of the IR is looked at everywhere

mod ahead;
mod behind;
mod c;
mod dialect;
mod exp;
mod failure;
mod group;
mod host;
mod lanes;
mod lines;
mod locked;
mod needs;
mod power;
mod reciprocal;
mod row_pointers;
mod streamed;
mod table;
mod unroll;
mod updates;
mod vector;
mod warp;
mod wide;

pub use c::device_source;
pub use dialect::Dialect;
pub use host::host_source;

/// Something that cannot be printed yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Limitation {
    /// What.
    pub what: String,
}

impl std::fmt::Display for Limitation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "generated code does not support {} yet", self.what)
    }
}
impl std::error::Error for Limitation {}
