//! Fusion: operators over the same elements become one.
//!
//! ```text
//! let ys = screma n (x <- xs) { let y = mul.f64 x 2.0 } out (y)
//! let r = screma n (y2 <- ys) {} red (t) = add.f64 (y2) ne (0.0) out (row t)
//!   =>
//! let r = screma n (x <- xs) { let y = mul.f64 x 2.0 } red (t) = add.f64 (y) ne (0.0) out (row t)
//! ```
//!
//! | file | what |
//! |---|---|
//! | `vertical` | a producer becomes a part of its consumer; results that others use too escape from the joint operator |
//! | `behind` | a map over the results of a scan or of a compaction becomes its `each`; folds and filters of what was kept |
//! | `sink` | a producer moves into the accumulation that alone uses it |
//! | `nested` | accumulation over a flattened nest becomes the nest, which updates the accumulator itself; so do reductions |
//! | `unnest` | maps over the rows of an array that are then flattened are maps over its elements |
//! | `horizontal` | two operators over the same arrays become one |
//! | `beside` | two accumulations over the same arrays become one |
//! | `last` | the last element of a scan becomes a reduction |
//! | `apart` | a reduction that the map behind its own scan needs is computed beforehand |
//! | `recast` | a recast between producer and consumer changes places with the producer |
//! | `order` | what may move past what |
//!
//! At every nesting level, inner levels last. No work is done twice but the operand of a scan that is reduced, too, if that is cheap. Nothing is moved past the consumption of an array it reads, and
//! no check is lost, doubled or invented: what runs at an element ran there before.
//!
//! Precondition and postcondition: verified Core. Does not do: fusion through reshapes into anything but accumulations and reductions, and through
//! indexing.

mod apart;
mod behind;
mod beside;
mod horizontal;
mod last;
mod nested;
mod order;
mod recast;
mod sink;
mod streams;
mod unnest;
mod vertical;

pub use streams::fuse_streams;

use ir::{Atom, Core, Exp, Soac, Stm, Var, Vars, walk};
use recast::{known_sizes, recast_before_map};
use rustc_hash::FxHashSet;

/// Most results of one operator: each needs registers and addresses of its own.
const MOST_RESULTS: usize = 12;

/// Fuses in every function.
pub fn fuse(mut prog: Core) -> Core {
    for fun in &mut prog.funs {
        let known = known_sizes(fun, &prog.vars);
        let returned: Vec<Var> = fun.body.result.all().filter_map(Atom::var).collect();
        let params: FxHashSet<Var> = fun.params.iter().map(|p| p.var).collect();
        let names = Names { known: &known, params: &params, carried: &FxHashSet::default() };
        fuse_block(&mut fun.body.stms, &returned, &mut prog.vars, names);
        // Fusion has shown what the operands of scans cost; what waited for a scan can now be fused with it.
        if last::reduce(fun, &mut prog.vars) {
            fuse_block(&mut fun.body.stms, &returned, &mut prog.vars, names);
        }
    }
    prog
}

/// Makes producers parts of their consumers in the block of a branch; `behind` are the variables that it gives.
pub(crate) fn fuse_side(stms: &mut Vec<Stm<Soac>>, behind: &[Var], vars: &mut Vars) {
    let none = FxHashSet::default();
    let mut block = Block::new(std::mem::take(stms), behind, (&none, &none), vars);
    while vertical::fuse(&mut block, vars) || behind::fuse(&mut block, vars) {}
    *stms = block.stms;
}

/// What is known of names from outside of a block.
#[derive(Clone, Copy)]
struct Names<'a> {
    /// Sizes that are known.
    known: &'a FxHashSet<Var>,
    /// The parameters of the function.
    params: &'a FxHashSet<Var>,
    /// The parameters of the loop whose body the block is.
    carried: &'a FxHashSet<Var>,
}

/// Fuses in a block; `behind` are the variables used behind it.
fn fuse_block(stms: &mut Vec<Stm<Soac>>, behind: &[Var], vars: &mut Vars, names: Names) {
    let outside = (names.params, names.carried);
    let mut block = Block::new(std::mem::take(stms), behind, outside, vars);
    let inner = Names { carried: &FxHashSet::default(), ..names };
    loop {
        if vertical::fuse(&mut block, vars) || behind::fuse(&mut block, vars) {
            continue;
        }
        if let Some(at) = sink::sink(&mut block, vars).or_else(|| beside::join(&mut block, vars)) {
            // What was moved into an accumulation is a part of it from now on.
            let stm = &mut block.stms[at];
            stm.exp.blocks_mut(&mut |block, behind| fuse_block(block, behind, vars, inner));
            block.uses[at] = walk::free_vars(&block.stms[at], vars);
            continue;
        }
        let mut join = |stm: &mut Stm<Soac>, vars: &mut Vars| {
            stm.exp.blocks_mut(&mut |block, behind| fuse_block(block, behind, vars, inner));
        };
        if unnest::unnest(&mut block, vars, &mut join)
            || nested::accumulate(&mut block, vars)
            || apart::part(&mut block, vars)
        {
            continue;
        }
        if recast_before_map(&mut block.stms, behind, vars, names.known) {
            block = Block::new(block.stms, behind, outside, vars);
            continue;
        }
        // What stands side by side is joined last: the results of a joint operator have more users.
        if !horizontal::fuse(&mut block, vars) {
            break;
        }
    }
    *stms = block.stms;
    for stm in stms {
        let carried: FxHashSet<Var> =
            if let Exp::Loop(l) = &stm.exp { l.params.all().collect() } else { FxHashSet::default() };
        let inner = Names { carried: &carried, ..names };
        stm.exp.blocks_mut(&mut |block, behind| fuse_block(block, behind, vars, inner));
    }
}

/// A block of statements, and what they use.
struct Block {
    stms: Vec<Stm<Soac>>,
    /// What each statement uses, sizes in types included.
    uses: Vec<Vec<Var>>,
    /// What is used behind the block.
    behind: FxHashSet<Var>,
    /// The parameters of the function.
    params: FxHashSet<Var>,
    /// The parameters of the loop whose body this is. An array that a round consumes came into the loop, or out of the last round, to be
    /// consumed: its memory has no other name in the body, except those that the body gives it.
    carried: FxHashSet<Var>,
}

impl Block {
    /// A block of a function with these parameters, and the body of a loop with these.
    fn new(
        stms: Vec<Stm<Soac>>,
        behind: &[Var],
        (params, carried): (&FxHashSet<Var>, &FxHashSet<Var>),
        vars: &Vars,
    ) -> Block {
        let uses = stms.iter().map(|s| walk::free_vars(s, vars)).collect();
        // The types of what is used behind name sizes.
        let sizes = behind.iter().flat_map(|v| vars[*v].ty.dims()).filter_map(|d| d.size.var());
        let behind = behind.iter().copied().chain(sizes).collect();
        Block { behind, stms, uses, params: params.clone(), carried: carried.clone() }
    }

    /// Puts a statement in the place of those at `from` and `to`, behind what stood between them, but in front of `late` ones.
    fn join(&mut self, from: usize, to: usize, late: &[usize], mut joint: Stm<Soac>, vars: &Vars) {
        // What is asked for one is done with both.
        joint.attrs = self.stms[to].attrs.clone();
        joint.attrs.extend(self.stms[from].attrs.clone());
        let old = (std::mem::take(&mut self.stms), std::mem::take(&mut self.uses));
        let new = &mut *self;
        let mut kept = vec![];
        let mut joint = Some(joint);
        for (at, (stm, uses)) in old.0.into_iter().zip(old.1).enumerate() {
            if at == from {
                continue;
            }
            if late.contains(&at) {
                kept.push((stm, uses));
                continue;
            }
            if at == to {
                if let Some(joint) = joint.take() {
                    new.uses.push(walk::free_vars(&joint, vars));
                    new.stms.push(joint);
                }
                for (stm, uses) in kept.drain(..) {
                    new.stms.push(stm);
                    new.uses.push(uses);
                }
                continue;
            }
            new.stms.push(stm);
            new.uses.push(uses);
        }
    }
}
