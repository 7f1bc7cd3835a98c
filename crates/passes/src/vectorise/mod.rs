//! Vectorisation: innermost loops whose rounds are independent run in the lanes of vectors.
//!
//! ```text
//! for (q = p to stop) {                     for (q = p to stop) vector 16 sums 4 by (add acc) {
//!   f32 x = xs[sub.index(q, start)];   =>     f32 x = xs[sub.index(q, start)];
//!   acc = add.f32(acc, x);                    acc = add.f32(acc, x);
//! }                                         }
//! ```
//!
//! A loop has as many lanes as its largest varying elements fill a vector register; addresses that only count up need no lanes. Loops that have to be run
//! again after a failure must not store over what they read: [`apart`] says which buffers may be the same.
//!
//! Before that, loops are made ready for it: [`hoist`] moves what is the same in all rounds in front of them, and [`narrow`] keeps
//! 32-bit numbers at 32 bits.
//!
//! Precondition: a verified Kernel program. Postcondition: the same program, with loops marked. Does not do: loops around loops
//! (divergent `while`s), scans, scatters, operators without vector instructions.

mod apart;
mod hoist;
mod loops;
mod narrow;

use apart::Aliases;
use ir::kernel::{Kernel, Program, Stm};

/// What vectorisation has to know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Vectors {
    /// The size of a vector register.
    pub bytes: u32,
    /// Whether floats may be combined in another order.
    pub reorder: bool,
}

/// Marks the loops that run in lanes.
pub fn vectorise(mut program: Program, vectors: Vectors) -> Program {
    let aliases = apart::aliases(&program);
    for id in program.kernels.iter().map(|(id, _)| id).collect::<Vec<_>>() {
        if let Some(aliases) = aliases.get(&id) {
            hoist::hoist(&mut program.kernels[id], aliases);
            narrow::narrow(&mut program.kernels[id]);
            in_kernel(&mut program.kernels[id], aliases, vectors);
        }
    }
    program
}

fn in_kernel(kernel: &mut Kernel, aliases: &Aliases, vectors: Vectors) {
    let mut body = std::mem::take(&mut kernel.body);
    block(&mut body, &|stm| loops::vector(&kernel.vars, stm, aliases, vectors));
    kernel.body = body;
}

fn block(stms: &mut [Stm], choose: &impl Fn(&Stm) -> Option<ir::vector::Vector>) {
    for stm in stms {
        let chosen = choose(stm);
        if let Stm::For { vector, .. } = stm {
            *vector = chosen;
        }
        stm.blocks_mut().into_iter().for_each(|inner| block(inner, choose));
    }
}
