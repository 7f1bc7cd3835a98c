//! Fusion in Flat: what flattening has set apart stands in one kernel again, where that is one walk over the same points.
//!
//! ```text
//! let t = seg (i < n, j < s[i] via o) { let x = xs[i, j] } red (sum) = add.f64 (x) ne (0.0) out (row sum)
//! let m = seg (i < n) { let t_i = t[i]  let r = div.f64 t_i 2.0 } out (r)
//!   =>
//! let m = seg (i < n, j < s[i] via o) { let x = xs[i, j] } red (sum) = add.f64 (x) ne (0.0)
//!   end { let r = div.f64 sum 2.0 } out (row r)
//! ```
//!
//! | file | what |
//! |---|---|
//! | `front` | what an accumulation computes before it updates anything stands in front of it |
//! | `checks` | what the host would check of numbers on the device is checked by the kernel that leaves them |
//! | `split` | a map over the elements of an array that is then split into rows is a map over these rows |
//! | `end` | a map over the rows of a kernel becomes what it does at the end of a row |
//! | `beside` | two kernels over the same space become one, also where the second reads the first at its own point |
//! | `whole` | a compaction of rows whose results are only used one after the other keeps all rows as one |
//! | `kept` | updates by the elements that a compaction keeps are made where they are kept |
//! | `pull` | trivial code is evaluated where its results are read, instead of stored, and little code of rows at their elements |
//! | `written` | elements that are written over a small map are part of it |
//! | `tidy` | in a joint kernel a value has one name and is computed once |
//! | `order` | what may move past what, and what nobody uses |
//!
//! Precondition and postcondition: verified Flat. No check is lost, doubled or invented: code that can fail runs at the points
//! where it ran before, rows without points included.

mod beside;
mod checks;
mod end;
mod front;
mod kept;
mod order;
mod pull;
mod split;
mod tidy;
mod whole;
mod written;

pub(crate) use order::{dead_code, needs_checks};
pub(crate) use pull::shared_memory;
pub(crate) use tidy::tidy;

use ir::{Atom, Exp, Flat, Inner, Level, Seg, SegOp, Stm, Var, Vars, walk};
use rustc_hash::FxHashSet;

/// Most results of one kernel: each needs registers and addresses of its own.
pub(crate) const MOST_RESULTS: usize = 12;

/// Fuses in every function.
pub fn fuse_flat(mut prog: Flat) -> Flat {
    for fun in &mut prog.funs {
        let shared = pull::shared_memory(fun);
        let returned: Vec<Var> = fun.body.result.all().filter_map(Atom::var).collect();
        block(&mut fun.body.stms, &returned, &mut prog.vars, &shared);
    }
    prog
}

/// Fuses in a block; `behind` are the variables used behind it, `shared` those whose memory others may overwrite.
fn block(stms: &mut Vec<Stm<SegOp>>, behind: &[Var], vars: &mut Vars, shared: &FxHashSet<Var>) {
    // What an accumulation cannot be joined with may find others in front of it.
    for stm in stms.iter_mut().filter(|stm| matches!(stm.exp, Exp::WithAcc { .. })) {
        stm.exp.blocks_mut(&mut |inner, behind| self::block(inner, behind, vars, shared));
    }
    front::front(stms, vars);
    let mut block = Block::new(std::mem::take(stms), behind, vars);
    let mut seen = FxHashSet::default();
    loop {
        block.prune(vars);
        // What has been checked is pulled last: a kernel that can be joined with the one that checks needs no evidence.
        if !(pull::pull(&mut block, vars, shared, false)
            || split::fuse(&mut block, vars)
            || end::fuse(&mut block, vars)
            || beside::fuse(&mut block, vars)
            || checks::fuse(&mut block, vars)
            || written::fuse(&mut block, vars)
            || whole::keep(&mut block, vars)
            || kept::fuse(&mut block, vars)
            || pull::pull(&mut block, vars, shared, true)
            || pull::pull_rows(&mut block, vars, shared, &mut seen))
        {
            break;
        }
    }
    *stms = block.stms;
    for stm in stms {
        stm.exp.blocks_mut(&mut |inner, behind| self::block(inner, behind, vars, shared));
    }
}

/// A block of the host, and what its statements use.
struct Block {
    stms: Vec<Stm<SegOp>>,
    /// What each statement uses, sizes in types included.
    uses: Vec<Vec<Var>>,
    /// What is used behind the block, sizes in types included.
    behind: FxHashSet<Var>,
}

impl Block {
    fn new(stms: Vec<Stm<SegOp>>, behind: &[Var], vars: &Vars) -> Block {
        let uses = stms.iter().map(|s| walk::free_vars(s, vars)).collect();
        let sizes = behind.iter().flat_map(|v| vars[*v].ty.dims()).filter_map(|d| d.size.var());
        let behind = behind.iter().copied().chain(sizes).collect();
        Block { stms, uses, behind }
    }

    /// Puts other statements in the place of those behind one.
    fn replace(&mut self, at: usize, after: Vec<Stm<SegOp>>, vars: &Vars) {
        self.stms.truncate(at + 1);
        self.stms.extend(after);
        self.uses = self.stms.iter().map(|s| walk::free_vars(s, vars)).collect();
    }

    /// The kernel at a position.
    fn seg(&self, at: usize) -> Option<&Seg> {
        if let ir::Exp::Op(SegOp::Seg(seg)) = &self.stms[at].exp { Some(seg) } else { None }
    }
}

/// Whether levels have the same points: the sizes are the same variables.
pub(crate) fn same_space(a: &[Level], b: &[Level]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.extent == b.extent)
}

/// The indices of levels.
fn indices(levels: &[Level]) -> Vec<Atom> {
    levels.iter().map(|level| level.index.into()).collect()
}

/// What is put in the place of a statement, if anything.
type Replace<'a> = dyn FnMut(&Stm<Inner>) -> Option<Vec<Stm<Inner>>> + 'a;

/// Puts statements in the place of some of a block, however deep.
fn rewrite(block: &mut Vec<Stm<Inner>>, f: &mut Replace<'_>) {
    for mut stm in std::mem::take(block) {
        match f(&stm) {
            Some(new) => block.extend(new),
            None => {
                stm.exp.blocks_mut(&mut |inner, _| rewrite(inner, f));
                block.push(stm);
            }
        }
    }
}
