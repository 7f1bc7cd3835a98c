//! How the points of kernels are dealt out, for a target: written into Flat, where lowering follows it.
//!
//! ```text
//! seg (i < n, j < len[i] via o) { let x = xs[i, j] } red (s) = add(x) ne (0) .. out (row s)
//!   =>
//! seg (i < n, j < len[i] via o) by share { let x = xs[i, j] } ..
//! ```
//!
//! Independent points of regular spaces are dealt out each by itself, or block by block where neighbouring rows read what lies side by side
//! (`access`); reductions of such rows were turned before this pass (`across`). Where rows are ragged, or reduced, groups get equal shares of rows and
//! points, so that neither many empty rows nor a huge one keeps the others waiting; what depends on all points in front goes through tiles
//! in a chain. Where points of ragged rows only update accumulators, and nobody stores the sizes of these rows, groups evaluate them themselves
//! (`deal`). The program may ask for another schedule (`#[by(lanes(32))]`), and so may whoever compiles it (`--by`): a kernel for which
//! it is none keeps its own.
//!
//! Precondition and postcondition: verified Flat.

pub(crate) mod access;
mod deal;
mod rows;

pub(crate) use rows::asks_rows;

use crate::lower::Target;
use crate::lower::{counts, ends_rows, sizes, takes_rows, takes_slices};
use ir::vector::Stride;
use ir::{By, Dim, Exp, Extent, Flat, Seg, SegOp, Stm, Var, Vars};
use rustc_hash::FxHashMap;

/// Decides for every kernel; `forced` goes before what the program asks for.
pub fn schedule(mut prog: Flat, target: Target, forced: Option<By>) -> Flat {
    for fun in &mut prog.funs {
        let deals = target.deals_out() && forced.is_none_or(|by| by == By::Deal);
        let dealt = if deals { deal::expansions(fun, &prog.vars) } else { FxHashMap::default() };
        let mut chosen = Chosen { target, forced, dealt, within: vec![], vars: &prog.vars };
        chosen.block(&mut fun.body.stms);
        chosen.leave_within(&mut fun.body.stms);
    }
    prog
}

struct Chosen<'a> {
    vars: &'a Vars,
    target: Target,
    forced: Option<By>,
    /// The expansions that can be dealt out, by their offsets, and the offsets that the kernels of their sizes make.
    dealt: FxHashMap<Var, Var>,
    /// Those of expansions that are.
    within: Vec<Var>,
}

impl Chosen<'_> {
    fn block(&mut self, stms: &mut [Stm<SegOp>]) {
        for stm in stms {
            if let Exp::Op(SegOp::Seg(seg)) = &mut stm.exp {
                seg.by = Some(self.choose(seg));
            }
            stm.exp.blocks_mut(&mut |inner, _| self.block(inner));
        }
    }

    fn choose(&mut self, seg: &Seg) -> By {
        let needs = Needs::of(seg, self.vars);
        let last = seg.levels.last().map(|level| &level.extent);
        let made = last.and_then(|extent| match extent {
            Extent::Ragged { offsets, .. } => self.dealt.get(offsets).copied(),
            Extent::Uniform(_) | Extent::Per { .. } => None,
        });
        let wanted = [self.forced, seg.by].into_iter().flatten();
        let allowed = |by: &By| *by == By::Deal && made.is_some() || needs.allow(*by, self.target);
        let chosen = wanted.into_iter().find(allowed).or(made.map(|_| By::Deal));
        self.within.extend(made.filter(|_| chosen == Some(By::Deal)));
        let turned = || {
            let side_by_side = access::reads(seg).contains(&(Stride::Linear, Stride::Varying));
            (side_by_side && needs.allow(By::Blocks, self.target)).then_some(By::Blocks)
        };
        chosen.or_else(turned).unwrap_or_else(|| needs.choose(self.target))
    }

    /// Leaves sizes to the kernels that deal out their rows.
    fn leave_within(&self, stms: &mut [Stm<SegOp>]) {
        for stm in stms {
            if let Exp::Op(SegOp::Seg(seg)) = &mut stm.exp
                && stm.pat.vals.iter().any(|var| self.within.contains(var))
            {
                seg.by = Some(By::Within);
            }
            stm.exp.blocks_mut(&mut |inner, _| self.leave_within(inner));
        }
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
    /// Whether points need memory whose size differs from point to point: lanes use theirs again where they take points one by one.
    rows: bool,
    /// Whether points have to know which row they are in.
    asks: bool,
}

impl Needs {
    pub(crate) fn of(seg: &Seg, vars: &Vars) -> Needs {
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
            rows: takes_rows(seg),
            asks: asks_rows(seg, vars),
        }
    }

    /// Whether points ask for no row, and have no memory that lowering finds by it.
    pub(crate) fn is_free(&self) -> bool {
        !self.asks && !self.slices && !self.rows
    }

    /// Whether a kernel can be scheduled so.
    fn allow(&self, by: By, target: Target) -> bool {
        let tiles = target.deals_out() && self.levels > 0 && !self.slices;
        match by {
            By::Walk => self.levels > 0,
            By::Each => self.independent,
            By::Blocks => {
                let alone = self.independent && self.regular && self.levels > 1;
                alone && !self.keeps && !self.slices && !self.rows
            }
            By::Lanes(lanes) => {
                target.deals_out() && self.independent && self.levels > 1 && lanes <= target.lanes
            }
            By::Rows(_) => tiles && !self.twice && self.levels > 1,
            By::Short => tiles && !self.twice && self.levels > 1 && self.even && self.reduces && !self.keeps,
            By::Share => tiles && !self.twice,
            By::Chain => tiles && self.twice,
            // Only where the kernel of the sizes is known.
            By::Deal | By::Within => false,
        }
    }

    pub(crate) fn choose(&self, target: Target) -> By {
        let alone = self.regular || self.slices || self.rows || !self.asks || !target.deals_out();
        if self.independent && alone {
            return By::Each;
        }
        let best = [By::Chain, By::Short, By::Share, By::Each];
        best.into_iter().find(|by| self.allow(*by, target)).unwrap_or(By::Walk)
    }
}
