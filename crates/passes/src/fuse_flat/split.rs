//! A map over the elements of an array that is then split into rows is a map over these rows.
//!
//! ```text
//! let ys = seg (t < m) { let x = xs[t]  let y = f x t } out (y)
//! let yss = reshape [n][s on 0] ys under (c)
//! let o = offsets (s)
//! .. seg (i < n, j < s[i] via o) ..
//!   =>
//! let o = offsets (s)
//! let yss = seg (i < n, j < s[i] via o) at t under (c) { let x = xs[t]  let y = f x t } out (y)
//! .. seg (i < n, j < s[i] via o) ..
//! ```
//!
//! The two kernels have the same points then and may become one. Only where there is another kernel over these rows.

use super::Block;
use ir::{Dim, Exp, Extent, Level, Out, Pat, Seg, SegOp, Stm, Type, Var, Vars, View, fresh, walk};

/// Splits one map; whether there was one.
pub(super) fn fuse(block: &mut Block, vars: &mut Vars) -> bool {
    for from in 0..block.stms.len() {
        let Some(found) = Found::of(block, vars, from) else { continue };
        found.split(block, vars, from);
        return true;
    }
    false
}

/// A map all of whose results are split in the same way.
struct Found {
    /// The statements that split them, in the order of the results.
    views: Vec<usize>,
    under: Vec<Var>,
    /// The levels of the rows.
    extents: Vec<Extent>,
    /// The statement, behind the first view, that makes offsets of these levels.
    offsets: Vec<usize>,
}

impl Found {
    fn of(block: &Block, vars: &Vars, from: usize) -> Option<Found> {
        let (seg, pat) = (block.seg(from)?, &block.stms[from].pat);
        let points = seg.clauses.outs.iter().all(|out| matches!(out, Out::Point(_)));
        if seg.levels.len() != 1 || !seg.clauses.is_map() || !points || !pat.sizes.is_empty() {
            return None;
        }
        if !seg.rows.is_empty() || seg.position.is_some() {
            return None;
        }
        let mut views = vec![];
        let mut wanted: Option<(Vec<Dim>, &[Var])> = None;
        for result in &pat.vals {
            let users: Vec<usize> =
                (from + 1..block.stms.len()).filter(|at| block.uses[*at].contains(result)).collect();
            let [view] = users[..] else { return None };
            let Exp::View(View::Reshape { arr, dims, under }) = &block.stms[view].exp else { return None };
            let same = wanted.as_ref().is_none_or(|(old, certs)| old == dims && certs == under);
            if arr != result || !same || block.behind.contains(result) {
                return None;
            }
            views.push(view);
            wanted = Some((dims.clone(), under));
        }
        let (dims, under) = wanted?;
        let to = *views.iter().min()?;
        let over = |at: &usize| {
            let levels = &block.seg(*at)?.levels;
            (ir::builder::space_dims(levels) == dims).then_some(levels)
        };
        let levels = (to + 1..block.stms.len()).find_map(|at| over(&at))?;
        let extents: Vec<Extent> = levels.iter().map(|level| level.extent.clone()).collect();
        let offsets = later_offsets(block, &extents, to)?;
        let found = Found { views, under: under.to_vec(), extents, offsets };
        block.moves_down(from, to, vars).then_some(found)
    }

    fn split(self, block: &mut Block, vars: &mut Vars, from: usize) {
        let Some(to) = self.views.iter().min().copied() else { return };
        let mut kernel = block.stms[from].clone();
        let Exp::Op(SegOp::Seg(seg)) = &mut kernel.exp else { return };
        let index = seg.levels[0].index;
        let level = |extent| Level { index: fresh(vars, "i", Type::i64()), extent };
        *seg = Seg { levels: self.extents.into_iter().map(level).collect(), ..std::mem::take(seg) };
        seg.position = walk::used_vars(&*seg).contains(&index).then_some(index);
        seg.under.extend(self.under);
        kernel.pat = Pat::vals(self.views.iter().map(|view| block.stms[*view].pat.vals[0]).collect());
        let mut old: Vec<Option<Stm<SegOp>>> =
            std::mem::take(&mut block.stms).into_iter().map(Some).collect();
        old[from] = None;
        let moved: Vec<Stm<SegOp>> = self.offsets.iter().filter_map(|at| old[*at].take()).collect();
        self.views.iter().for_each(|view| old[*view] = None);
        let behind = old.split_off(to);
        block.stms.extend(old.into_iter().flatten());
        block.stms.extend(moved);
        block.stms.push(kernel);
        block.stms.extend(behind.into_iter().flatten());
        block.uses = block.stms.iter().map(|s| walk::free_vars(s, vars)).collect();
    }
}

/// Where behind `to` the offsets of levels are made, if they can be made there already.
fn later_offsets(block: &Block, extents: &[Extent], to: usize) -> Option<Vec<usize>> {
    let mut later = vec![];
    for extent in extents {
        let Extent::Ragged { offsets, .. } = extent else { continue };
        let makes = |stm: &Stm<SegOp>| stm.pat.all().any(|v| v == *offsets);
        let Some(at) = block.stms.iter().position(makes) else { continue };
        let behind =
            block.stms[to..].iter().flat_map(|stm| stm.pat.all()).any(|v| block.uses[at].contains(&v));
        if at > to && (behind || !matches!(block.stms[at].exp, Exp::Op(SegOp::Offsets { .. }))) {
            return None;
        }
        later.extend((at > to).then_some(at));
    }
    Some(later)
}
