//! C, CUDA C and OpenCL C text from Kernel programs.
//!

mod c;
mod dialect;
mod exp;

pub use c::device_source;
pub use dialect::Dialect;

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
