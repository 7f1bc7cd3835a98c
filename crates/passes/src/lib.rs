//! Passes over Core and Flat, flattening, and lowering to Kernel.
//!
//! A pass is a function from program to program; what times, prints and verifies around it is outside.

#![warn(clippy::wildcard_enum_match_arm)] // a new construct of the IR is looked at everywhere

pub mod across;
pub mod carry;
mod contract;
mod effects;
mod element_code;
mod facts;
pub mod flatten;
mod functions;
pub mod fuse;
pub mod fuse_flat;
pub mod hoist;
pub mod inline;
pub mod inrow;
pub mod interchange;
pub mod join;
pub mod lower;
pub mod mask;
mod neutral;
pub mod offsets;
pub mod own;
pub mod positions;
pub mod privatise;
pub mod refine;
pub mod regularity;
mod roots;
pub mod schedule;
pub mod shapes;
pub mod simplify;
pub mod sink;
pub mod space;
pub mod stream;
mod unchain;
pub mod unpack;
mod vectorise;

pub use across::across;
pub use carry::carry;
pub use contract::rounds_freely;
pub use flatten::{Policy, flatten};
pub use fuse::{fuse, fuse_streams};
pub use fuse_flat::fuse_flat;
pub use hoist::hoist;
pub use inline::inline;
pub use inrow::inrow;
pub use interchange::interchange;
pub use join::join;
pub use lower::{Target, allocate_apart, lower};
pub use mask::mask;
pub use neutral::neutral;
pub use offsets::offsets;
pub use own::flat::inplace;
pub use own::own;
pub use positions::positions;
pub use privatise::privatise;
pub use refine::refine;
pub use roots::exact_roots;
pub use schedule::schedule;
pub use shapes::share;
pub use simplify::{simplify, simplify_paranoid, tidy, tidy_paranoid};
pub use sink::sink;
pub use stream::stream;
pub use unchain::unchain;
pub use unpack::unpack;
pub use vectorise::{Vectors, vectorise};
