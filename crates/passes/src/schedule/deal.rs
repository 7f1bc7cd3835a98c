//! Which expansions can be dealt out by rows whose sizes nobody has stored.
//!
//! ```text
//! let o = seg (i < n) { let s = .. } out (offsets s)
//! let sizes = differences o
//! let p = offsets (sizes) is o
//! .. seg (i < n, j < sizes[i] via p) { .. update_acc .. } out (acc a)
//! ```
//!
//! Points that only update accumulators have no place of their own: nobody asks how many come in front of a row. So a group that takes some
//! rows finds their sizes itself, if nobody else asks for them, and offsets are neither stored nor searched.

use crate::effects::can_fail;
use crate::fuse_flat::{needs_checks, same_space, shared_memory};
use crate::lower::takes_slices;
use ir::{Atom, By, Exp, Extent, Fun, Inner, Out, Seg, SegOp, Stm, Var, Vars, walk};
use rustc_hash::{FxHashMap, FxHashSet};

/// By the offsets that such an expansion names, those that the kernel of its sizes makes.
pub(super) fn expansions(fun: &Fun<SegOp>, vars: &Vars) -> FxHashMap<Var, Var> {
    let mut uses: FxHashMap<Var, usize> = FxHashMap::default();
    walk::used_vars(&fun.body).into_iter().for_each(|var| *uses.entry(var).or_default() += 1);
    let mut sized = FxHashSet::default();
    for var in walk::bound_vars(&fun.body).into_iter().chain(fun.params.iter().map(|param| param.var)) {
        sized.extend(vars[var].ty.dims().iter().filter_map(|dim| dim.size.var()));
    }
    let mut shared = shared_memory(fun);
    shared.retain(|var| vars[*var].ty.is_array());
    let scope = Scope::default();
    let mut found = Found { vars, uses, sized, shared, scope, dealt: FxHashMap::default() };
    found.block(&fun.body.stms);
    found.dealt
}

struct Found<'a> {
    vars: &'a Vars,
    /// How often variables are used, and which of them are sizes of arrays.
    uses: FxHashMap<Var, usize>,
    sized: FxHashSet<Var>,
    /// Arrays that somebody may overwrite.
    shared: FxHashSet<Var>,
    scope: Scope<'a>,
    dealt: FxHashMap<Var, Var>,
}

/// What is evaluated as often as the statement that is looked at.
#[derive(Default)]
struct Scope<'a> {
    /// The kernels that make offsets and nothing else, by these.
    sizes: FxHashMap<Var, &'a Seg>,
    /// What sizes are the differences of.
    differences: FxHashMap<Var, Var>,
    /// What sizes offsets are of, and which offsets they are.
    named: FxHashMap<Var, (Var, Var)>,
}

impl<'a> Found<'a> {
    fn block(&mut self, stms: &'a [Stm<SegOp>]) {
        for stm in stms {
            let var = stm.pat.vals.first().copied();
            if let Exp::Op(SegOp::Seg(seg)) = &stm.exp {
                self.expansion(seg);
                self.pass(stm);
                if self.makes_sizes(seg) {
                    self.scope.sizes.extend(var.map(|var| (var, seg)));
                }
            } else if let Exp::Op(SegOp::Differences { offsets }) = &stm.exp {
                self.scope.differences.extend(var.map(|var| (var, *offsets)));
            } else if let Exp::Op(SegOp::Offsets { sizes, is: Some(is) }) = &stm.exp
                && let [size] = sizes[..]
                && self.scope.differences.get(&size) == Some(is)
            {
                self.scope.named.extend(var.map(|var| (var, (size, *is))));
            } else if let Exp::WithAcc { body, .. } = &stm.exp {
                self.block(&body.stms);
            } else {
                self.pass(stm);
                let mut blocks = vec![];
                stm.exp.blocks(&mut |block| blocks.push(block));
                for block in blocks {
                    let outside = std::mem::take(&mut self.scope);
                    self.block(block);
                    self.scope = outside;
                }
            }
        }
    }

    /// Forgets sizes that can fail at a statement that can: they may not be evaluated after it.
    fn pass(&mut self, stm: &Stm<SegOp>) {
        if needs_checks(&stm.exp, self.vars) {
            self.scope.sizes.retain(|_, seg| !can_fail(&seg.once) && !can_fail(&seg.body));
        }
    }

    /// Whether a kernel makes offsets and nothing else, of what nobody overwrites.
    fn makes_sizes(&self, seg: &Seg) -> bool {
        let read = walk::used_vars(&seg.once).into_iter().chain(walk::used_vars(&seg.body));
        matches!(seg.clauses.outs[..], [Out::Offsets(_)])
            && seg.clauses.is_map()
            && seg.rows.is_empty()
            && matches!(seg.by, None | Some(By::Deal | By::Within))
            && !takes_slices(seg)
            && !read.into_iter().any(|var| self.shared.contains(&var))
    }

    /// Looks at a kernel that may be an expansion.
    fn expansion(&mut self, seg: &Seg) {
        let Some((last, outer)) = seg.levels.split_last() else { return };
        let Extent::Ragged { size, offsets, .. } = &last.extent else { return };
        let Some((of, made)) = self.scope.named.get(offsets).copied() else { return };
        let Some(sizes) = self.scope.sizes.get(&made) else { return };
        let outs = &seg.clauses.outs;
        let only_updates = !outs.is_empty()
            && outs.iter().all(|out| matches!(out, Out::Acc(_)))
            && seg.clauses.is_map()
            && seg.rows.is_empty()
            && seg.position.is_none()
            && !takes_slices(seg);
        let uses = |var: &Var| self.uses.get(var).copied().unwrap_or(0);
        // In the extent, and where points ask how long their row is.
        let indices: Vec<Atom> = outer.iter().map(|level| level.index.into()).collect();
        let here = 1 + seg.blocks().map(|block| own_reads(block, *size, &indices)).sum::<usize>();
        // The sizes are made of the offsets, which are named anew, and of those only this kernel knows.
        let alone = of == *size
            && uses(&made) == 2
            && uses(offsets) == 1
            && uses(size) == here + 1
            && !self.sized.contains(size);
        if only_updates && alone && same_space(outer, &sizes.levels) {
            self.dealt.insert(*offsets, made);
        }
    }
}

/// How often a block reads the element of an array at these indices.
fn own_reads(block: &[Stm<Inner>], of: Var, indices: &[Atom]) -> usize {
    let mut found = 0;
    for stm in block {
        found += usize::from(matches!(&stm.exp, Exp::Read { arr, index } if *arr == of && index == indices));
        stm.exp.blocks(&mut |block| found += own_reads(block, of, indices));
    }
    found
}
