//! Ownership in Flat: an array that is overwritten is copied only where someone could see it.
//!
//! The flattener copies every array before it is overwritten, because views and other names of it may be read until the last
//! kernel that uses them is there. In Flat every use is a statement: a copy whose source is owned and dead goes.
//!
//! ```text
//! let ys = seg (i < n) { .. } out (y)
//! let zs = seg (i < n) { let z = ys[i] } out (z)
//! let r = with_acc (a = (zs)) { .. }
//!   =>
//! let ys = seg (i < n) { .. } out (y)
//! let r = with_acc (a = (ys)) { .. }
//! ```
//!
//! Recasts, reshapes and other names of an array have its memory, as have the results of the loop, the branch or the call that it is
//! given to, unless these are made anew; the parameters of called functions belong to the caller. Arrays of sizes are not
//! overwritten: offsets that were made of them would be wrong.
//!
//! Precondition and postcondition: verified Flat.

use super::{Owner, Owning, State, remove_copies};
use ir::{Active, Atom, Exp, Extent, Flat, Out, Pat, Seg, SegOp, Stm, Var, Vars};
use rustc_hash::FxHashSet;

/// Removes copies from every function of Flat.
pub fn inplace(mut flat: Flat) -> Flat {
    let mut sizes = FxHashSet::default();
    flat.funs.iter().for_each(|fun| sizes_of_spaces(&fun.body.stms, &mut sizes));
    remove_copies(&mut flat, sizes);
    flat
}

/// Arrays that spaces, offsets and sums are made of.
fn sizes_of_spaces(block: &[Stm<SegOp>], sizes: &mut FxHashSet<Var>) {
    for stm in block {
        match &stm.exp {
            Exp::Op(SegOp::Seg(seg)) => sizes.extend(seg.levels.iter().filter_map(|l| match &l.extent {
                Extent::Uniform(_) => None,
                Extent::Per { size, .. } | Extent::Ragged { size, .. } => Some(*size),
            })),
            Exp::Op(SegOp::Offsets { sizes: made, .. }) | Exp::Total { sizes: made } => sizes.extend(made),
            Exp::Atom(_)
            | Exp::Prim(_)
            | Exp::Read { .. }
            | Exp::Check(_)
            | Exp::Trace { .. }
            | Exp::View(_)
            | Exp::Copy { .. }
            | Exp::Scratch { .. }
            | Exp::Write { .. }
            | Exp::UpdateAcc { .. }
            | Exp::Call { .. }
            | Exp::If { .. }
            | Exp::Loop(_)
            | Exp::WithAcc { .. }
            | Exp::Op(_) => {}
        }
        stm.exp.blocks(&mut |block| sizes_of_spaces(block, sizes));
    }
}

impl Owning for SegOp {
    fn copied(stm: &Stm<SegOp>, vars: &Vars) -> Option<Var> {
        let (Exp::Op(SegOp::Seg(seg)), [result]) = (&stm.exp, stm.pat.vals.as_slice()) else { return None };
        let arr = only_reads(seg)?;
        // A prefix of an array is read at the same indices: equal sizes tell that all of it is copied.
        let (from, to) = (&vars[arr].ty, &vars[*result].ty);
        (to.is_array() && from == to).then_some(arr)
    }

    fn operator(&mut self, owner: &mut Owner, state: &mut State, k: usize, pat: &Pat) -> Vec<bool> {
        match self {
            SegOp::Seg(seg) => seg.rows.iter().for_each(|row| state.spend(row.arr)),
            SegOp::Offsets { .. } | SegOp::Closed(_) | SegOp::Differences { .. } => {}
            SegOp::Active(active) => return rows_that_stop(active, owner, state, k),
        }
        vec![true; pat.vals.len()]
    }
}

/// The array that a kernel reads at its own indices, where it does nothing else.
fn only_reads(seg: &Seg) -> Option<Var> {
    let [Stm { pat, exp: Exp::Read { arr, index }, .. }] = seg.body.as_slice() else { return None };
    let own = index.iter().copied().eq(seg.levels.iter().map(|level| Atom::Var(level.index)));
    let out = seg.clauses.outs == [Out::Point(pat.vals[0].into())];
    (own && out && seg.rows.is_empty() && seg.under.is_empty() && seg.clauses.is_map()).then_some(*arr)
}

/// Rows are written to their results where they stop, so these are made anew whatever the rounds own. What is carried whole is owned if
/// every round owns it.
fn rows_that_stop(active: &mut Active, owner: &mut Owner, state: &mut State, k: usize) -> Vec<bool> {
    let rows = active.params.vals.len();
    let (params, start): (Vec<Var>, Vec<Var>) = active.whole.iter().copied().unzip();
    let params = [active.params.vals.as_slice(), &params].concat();
    let init: Vec<Atom> = active.init.vals.iter().chain(&start).map(|v| Atom::Var(*v)).collect();
    let mut owns = owner.rounds(&params, &init, Some(&mut active.cond), &mut active.body, (state, k));
    owns[..rows].fill(true);
    owns
}
