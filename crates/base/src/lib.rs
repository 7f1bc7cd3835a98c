//! Typed ids, positions, diagnostics and scalars with exact arithmetic.

pub mod diag;
pub mod ids;
pub mod pos;
mod quick;
pub mod scalar;

pub use ids::{Id, IdVec};
pub use pos::{Loc, Pos};
pub use scalar::{BinOp, Scalar, ScalarType, UnOp};

/// Stops because an invariant of the compiler is broken: says which pass, what, and asks for a report.
#[macro_export]
macro_rules! bug {
    ($pass:literal, $($arg:tt)*) => {
        panic!("bug in windrow, pass {}: {}; please report it with the program", $pass, format!($($arg)*))
    };
}
