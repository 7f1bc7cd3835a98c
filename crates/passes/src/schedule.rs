//! How the points of kernels are dealt out, for a target: written into Flat, where lowering follows it.
//!
//! ```text
//! seg (i < n, j < len[i] via o) { let x = xs[i, j] } red (s) = add(x) ne (0) .. out (row s)
//!   =>
//! seg (i < n, j < len[i] via o) by share { let x = xs[i, j] } ..
//! ```
//!
//! Independent points of regular spaces are dealt out each by itself; where rows are ragged, or reduced, groups get equal shares of rows and
//! points, so that neither many empty rows nor a huge one keeps the others waiting; what depends on all points in front goes through tiles
//! in a chain. The program may ask for another schedule (`#[by(lanes(32))]`), and so may whoever compiles it (`--by`): a kernel for which
//! it is none keeps its own.
//!
//! Precondition and postcondition: verified Flat.

use crate::lower::Target;
use crate::lower::{counts, ends_rows, sizes, takes_slices};
use ir::{By, Dim, Exp, Flat, Seg, SegOp, Stm};

/// Decides for every kernel; `forced` goes before what the program asks for.
pub fn schedule(mut prog: Flat, target: Target, forced: Option<By>) -> Flat {
    for fun in &mut prog.funs {
        block(&mut fun.body.stms, target, forced);
    }
    prog
}

fn block(stms: &mut [Stm<SegOp>], target: Target, forced: Option<By>) {
    for stm in stms {
        if let Exp::Op(SegOp::Seg(seg)) = &mut stm.exp {
            let needs = Needs::of(seg);
            let wanted = [forced, seg.by].into_iter().flatten();
            let chosen = wanted.into_iter().find(|by| needs.allow(*by, target));
            seg.by = Some(chosen.unwrap_or_else(|| needs.choose(target)));
        }
        stm.exp.blocks_mut(&mut |inner, _| block(inner, target, forced));
    }
}

/// What matters of a kernel.
pub(crate) struct Needs {
    levels: usize,
    /// Whether all levels have one size, and whether the innermost one has.
    regular: bool,
    even: bool,
    /// Whether points depend on what comes before them in the space.
    pub(crate) twice: bool,
    /// Whether something is reduced, and whether elements are kept.
    reduces: bool,
    keeps: bool,
    /// Whether points depend on no others.
    pub(crate) independent: bool,
    /// Whether points need memory of the worker's own.
    slices: bool,
}

impl Needs {
    pub(crate) fn of(seg: &Seg) -> Needs {
        let (c, dims) = (&seg.clauses, ir::builder::space_dims(&seg.levels));
        let counted = c.keep.as_ref().is_some_and(|keep| keep.count.is_some());
        let twice = !c.scans.is_empty() || counts(seg) || sizes(seg).next().is_some();
        let reduces = !c.reds.is_empty() || counted;
        Needs {
            levels: dims.len(),
            regular: dims.iter().all(Dim::is_uniform),
            even: dims.last().is_some_and(Dim::is_uniform),
            twice,
            reduces,
            keeps: c.keep.is_some(),
            independent: !reduces && !twice && !ends_rows(seg),
            slices: takes_slices(seg),
        }
    }

    /// Whether a kernel can be scheduled so.
    fn allow(&self, by: By, target: Target) -> bool {
        let tiles = target.deals_out() && self.levels > 0 && !self.slices;
        match by {
            By::Walk => self.levels > 0,
            By::Each => self.independent,
            By::Lanes(lanes) => {
                target.deals_out() && self.independent && self.levels > 1 && lanes <= target.lanes
            }
            By::Rows(_) => tiles && !self.twice && self.levels > 1,
            By::Short => tiles && !self.twice && self.levels > 1 && self.even && self.reduces && !self.keeps,
            By::Share => tiles && !self.twice,
            By::Chain => tiles && self.twice,
        }
    }

    pub(crate) fn choose(&self, target: Target) -> By {
        if self.independent && (self.regular || self.slices || !target.deals_out()) {
            return By::Each;
        }
        let best = [By::Chain, By::Short, By::Share, By::Each];
        best.into_iter().find(|by| self.allow(*by, target)).unwrap_or(By::Walk)
    }
}
