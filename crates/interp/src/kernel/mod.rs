//! The interpreter of kernels: what a launch does, whatever the order in which groups and lanes get on.
//!
//! Groups take turns, statement by statement, as a seeded scheduler likes; the lanes of a group run one after the other, in any order.
//! A program that depends on either is wrong, and so is one in which two lanes that nothing puts in order touch an element and one of
//! them writes it: that is told as a race. So are elements outside of their buffers. Memory is allocated with arbitrary contents.
//!
//! | file | what |
//! |---|---|
//! | `memory` | buffers, and who has touched their elements in this launch |
//! | `group` | groups that take turns; folds and chains |
//! | `lane` | statements and expressions of one lane |
//! | `record` | the failure record, and calls |

mod group;
mod lane;
mod memory;
mod record;
#[cfg(test)]
mod tests;

pub use group::launch;
pub use memory::{BufId, Memory};
pub use record::Record;

use ir::kernel::KernelId;

/// A launch: which kernel, how many groups, with what.
#[derive(Clone, Debug)]
pub struct Launch {
    /// The kernel.
    pub kernel: KernelId,
    /// How many groups.
    pub groups: i64,
    /// Its number, by which it claims the failure record; not 0.
    pub number: i32,
    /// The bits of a scalar or the number of a buffer, one per parameter.
    pub args: Vec<u64>,
    /// What the scheduler's choices depend on.
    pub seed: u64,
}

/// What is wrong with a kernel: a bug in the compiler.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault(pub String);

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}
impl std::error::Error for Fault {}

/// Numbers that look random and are the same in every run.
struct Chance(u64);

impl Chance {
    /// A number below `n`, which is not 0.
    fn below(&mut self, n: usize) -> usize {
        // xorshift64*
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % n
    }
}
