//! What may move past what, and what nobody uses.

use super::Block;
use crate::effects::{self, has_effect, writes};
use ir::{Exp, Out, SegOp, Stm, Var, Vars, View, walk};
use rustc_hash::FxHashSet;

impl Block {
    /// The statements between `from` and `to` that have to stand in front of `from`, if the one at `to` can be evaluated in its place:
    /// none of them needs what `from` gives, and they only read. No check moves past another: the first that fails is reported. So checks
    /// of the host move along in front of one that can fail, past a `from` that cannot. Nor does a read that a check may have proved.
    pub(super) fn in_front(&self, from: usize, to: usize, vars: &Vars) -> Option<Vec<usize>> {
        let made: FxHashSet<Var> = self.stms[from].pat.all().collect();
        let mut needed: FxHashSet<Var> = self.uses[to].iter().copied().collect();
        let mut moved = vec![];
        let careful = needs_checks(&self.stms[to].exp, vars);
        let fails = careful && !can_fail(&self.stms[from].exp);
        for at in (from + 1..to).rev() {
            let along = fails && matches!(&self.stms[at].exp, Exp::Check(check) if !check.proved);
            if !along && !self.stms[at].pat.all().any(|v| needed.contains(&v)) {
                continue;
            }
            if !only_reads(&self.stms[at]) || self.uses[at].iter().any(|v| made.contains(v)) {
                return None;
            }
            needed.extend(&self.uses[at]);
            moved.push(at);
        }
        moved.reverse();
        let early = moved.iter().any(|at| needs_checks(&self.stms[*at].exp, vars));
        let mut passed = (from + 1..to).filter(|at| !moved.contains(at));
        let passes_check = (early || careful) && passed.any(|at| can_fail(&self.stms[at].exp));
        (!(passes_check || early && can_fail(&self.stms[from].exp))).then_some(moved)
    }

    /// Whether two arrays have different memory, as far as the block shows.
    pub(super) fn apart(&self, a: Var, b: Var) -> bool {
        match (self.root(a), self.root(b)) {
            (Root::New(a), Root::New(b)) => a != b,
            (Root::New(_), Root::Outer) | (Root::Outer, Root::New(_)) => true,
            (Root::Outer, Root::Outer) | (Root::Unknown, _) | (_, Root::Unknown) => false,
        }
    }

    fn root(&self, var: Var) -> Root {
        let Some(stm) = self.stms.iter().find(|stm| stm.pat.all().any(|v| v == var)) else {
            return Root::Outer;
        };
        match &stm.exp {
            Exp::Copy { .. } | Exp::Scratch { .. } => Root::New(var),
            // Only the names of sizes are the same: offsets are nobody's array.
            Exp::Op(SegOp::Offsets { .. } | SegOp::Closed(_) | SegOp::Differences { .. }) => Root::New(var),
            Exp::Op(SegOp::Seg(seg)) => {
                let owned = |(v, out): (Var, &Out)| v == var && matches!(out, Out::Owned(_));
                if stm.pat.all().zip(&seg.clauses.outs).any(owned) { Root::Unknown } else { Root::New(var) }
            }
            Exp::View(View::Reshape { arr, .. } | View::Recast { arr, .. }) => self.root(*arr),
            Exp::WithAcc { accs, .. } => {
                let mut arrs = accs.iter().flat_map(|acc| &acc.arrs);
                let arr = stm.pat.vals.iter().position(|v| *v == var).and_then(|i| arrs.nth(i));
                arr.map_or(Root::New(var), |arr| self.root(*arr))
            }
            Exp::Atom(_)
            | Exp::Prim(_)
            | Exp::Read { .. }
            | Exp::Check(_)
            | Exp::Trace { .. }
            | Exp::View(_)
            | Exp::Total { .. }
            | Exp::Write { .. }
            | Exp::UpdateAcc { .. }
            | Exp::Call { .. }
            | Exp::If { .. }
            | Exp::Loop(_)
            | Exp::Op(_) => Root::Unknown,
        }
    }

    /// Whether the statement at `from` can be evaluated in the place of the one at `to`: nothing between them needs it or overwrites
    /// what it reads, and no check moves past another, or past a read that it may have proved.
    pub(super) fn moves_down(&self, from: usize, to: usize, vars: &Vars) -> bool {
        let fails = can_fail(&self.stms[from].exp);
        (from + 1..to).all(|at| {
            let stm = &self.stms[at];
            let uses = self.uses[at].iter().any(|v| self.stms[from].pat.all().any(|own| own == *v));
            let reads = only_reads(stm) || matches!(stm.exp, Exp::View(_) | Exp::Atom(_));
            !uses && reads && !(fails && needs_checks(&stm.exp, vars))
        })
    }

    /// Puts a statement in the place of the one at `to`, and takes that at `from` away.
    pub(super) fn join_behind(&mut self, from: usize, to: usize, joint: Stm<SegOp>, vars: &Vars) {
        self.stms[to] = joint;
        self.stms.remove(from);
        self.uses = self.stms.iter().map(|s| walk::free_vars(s, vars)).collect();
    }

    /// Puts a statement in the place of the one at `from`, behind those that move in front of it, and takes that at `to` away.
    pub(super) fn join(&mut self, from: usize, to: usize, moved: &[usize], joint: Stm<SegOp>, vars: &Vars) {
        let mut old: Vec<Option<Stm<SegOp>>> = std::mem::take(&mut self.stms).into_iter().map(Some).collect();
        let mut joint = Some(joint);
        for at in 0..old.len() {
            if at == from {
                self.stms.extend(moved.iter().filter_map(|at| old[*at].take()));
                self.stms.extend(joint.take());
            } else if at != to {
                self.stms.extend(old[at].take());
            }
        }
        self.uses = self.stms.iter().map(|s| walk::free_vars(s, vars)).collect();
    }

    /// Takes away what nobody uses: statements without effect, and results of kernels.
    pub(super) fn prune(&mut self, vars: &Vars) {
        let mut used = self.behind.clone();
        for at in (0..self.stms.len()).rev() {
            let stm = &mut self.stms[at];
            let dead = !stm.pat.all().any(|v| used.contains(&v));
            if dead && (only_reads(stm) || matches!(stm.exp, Exp::View(_))) && !kernel_has_effect(&stm.exp) {
                self.stms.remove(at);
                self.uses.remove(at);
                continue;
            }
            if prune_results(stm, &used, vars) {
                self.uses[at] = walk::free_vars(stm, vars);
            }
            used.extend(&self.uses[at]);
            // Types of results may name other results.
            let own: Vec<Var> = stm.pat.all().collect();
            used.extend(own.iter().flat_map(|v| vars[*v].ty.dims()).filter_map(|d| d.size.var()));
        }
    }
}

/// Whose memory an array has.
enum Root {
    /// Made in the block, under this name.
    New(Var),
    /// From outside of the block.
    Outer,
    Unknown,
}

/// Whether a statement reads, computes and may fail, but overwrites nothing and gives no other name to memory.
pub(super) fn only_reads(stm: &Stm<SegOp>) -> bool {
    match &stm.exp {
        Exp::Prim(_) | Exp::Read { .. } | Exp::Check(_) | Exp::Total { .. } => true,
        Exp::Op(SegOp::Offsets { .. } | SegOp::Closed(_) | SegOp::Differences { .. }) => true,
        Exp::Op(SegOp::Seg(seg)) => {
            seg.rows.is_empty() && !seg.blocks().any(|b| b.iter().any(|s| writes(&s.exp)))
        }
        Exp::Op(SegOp::Active(_)) => false,
        Exp::Atom(_)
        | Exp::Trace { .. }
        | Exp::View(_)
        | Exp::Copy { .. }
        | Exp::Scratch { .. }
        | Exp::Write { .. }
        | Exp::UpdateAcc { .. }
        | Exp::Call { .. }
        | Exp::If { .. }
        | Exp::Loop(_)
        | Exp::WithAcc { .. } => false,
    }
}

/// Whether a statement leaves a number on the device under this name.
pub(super) fn on_device(stm: &Stm<SegOp>, var: Var, vars: &Vars) -> bool {
    matches!(stm.exp, Exp::Op(SegOp::Seg(_))) && vars[var].ty.rank() == 0 && stm.pat.all().any(|v| v == var)
}

/// Whether a statement has to stay behind checks: it can fail, or reads what is inside, or divides by what is not 0, only because a check
/// has said so.
pub(crate) fn needs_checks(exp: &Exp<SegOp>, vars: &Vars) -> bool {
    let risky = |seg: &ir::Seg| {
        seg.blocks().flatten().any(|stm| {
            stm.exp.any(&mut |exp| {
                let read =
                    matches!(exp, Exp::Read { arr, index } if !is_own_read(*arr, index, &seg.levels, vars));
                read || matches!(exp, Exp::View(_)) || rests_on_checks(exp)
            })
        })
    };
    let kernel = |exp: &Exp<SegOp>| matches!(exp, Exp::Op(SegOp::Seg(seg)) if risky(seg));
    let read = |exp: &Exp<SegOp>| matches!(exp, Exp::Read { .. });
    can_fail(exp) || exp.any(&mut |exp| kernel(exp) || read(exp) || rests_on_checks(exp))
}

/// Whether operands of an operation, other than indices of elements, may be right only because a check has said so.
fn rests_on_checks<O>(exp: &Exp<O>) -> bool {
    // A check that is left to be tested was proved by what stands in front of it.
    matches!(exp, Exp::Check(check) if check.proved)
        || matches!(exp, Exp::Prim(prim) if !effects::is_total(prim))
}

/// Whether a read at a point is inside by the types alone: at the indices of the levels that the array is over.
pub(super) fn is_own_read(arr: Var, index: &[ir::Atom], levels: &[ir::Level], vars: &Vars) -> bool {
    let ty = &vars[arr].ty;
    super::indices(levels).starts_with(index)
        && ir::builder::space_dims(levels).starts_with(ty.dims())
        && ty.rank() == index.len()
}

/// Whether a statement of the host, or a kernel in it, can fail.
pub(super) fn can_fail(exp: &Exp<SegOp>) -> bool {
    let kernel =
        |exp: &Exp<SegOp>| matches!(exp, Exp::Op(SegOp::Seg(seg)) if seg.blocks().any(effects::can_fail));
    exp.any(&mut |exp| effects::fails_itself(exp) || kernel(exp))
}

fn kernel_has_effect(exp: &Exp<SegOp>) -> bool {
    if let Exp::Op(SegOp::Seg(seg)) = exp {
        seg.blocks().flatten().any(|stm| has_effect(&stm.exp))
    } else {
        has_effect(exp)
    }
}

/// Takes away results of a kernel that nobody uses, and the code that only they needed; whether there were any.
fn prune_results(stm: &mut Stm<SegOp>, used: &FxHashSet<Var>, vars: &Vars) -> bool {
    let Exp::Op(SegOp::Seg(seg)) = &mut stm.exp else { return false };
    let kept = seg.clauses.outs.iter().any(|out| matches!(out, Out::Kept(_)));
    let keeps = |var: &Var, out: &Out| match out {
        Out::Point(_) | Out::Row(_) | Out::Offsets(_) | Out::Cert => used.contains(var),
        Out::Kept(_) | Out::Acc(_) | Out::Owned(_) => true,
        Out::Count => used.contains(var) || kept,
    };
    let before = seg.clauses.outs.len();
    let sizes = stm.pat.sizes.len();
    let outs: Vec<(usize, Var, Out)> =
        stm.pat.all().zip(&seg.clauses.outs).enumerate().map(|(i, (v, out))| (i, v, *out)).collect();
    let outs: Vec<_> = outs.into_iter().filter(|(_, v, out)| keeps(v, out)).collect();
    if outs.len() == before || outs.is_empty() {
        return false;
    }
    stm.pat.sizes = outs.iter().filter(|(i, ..)| *i < sizes).map(|(_, v, _)| *v).collect();
    stm.pat.vals = outs.iter().filter(|(i, ..)| *i >= sizes).map(|(_, v, _)| *v).collect();
    seg.clauses.outs = outs.iter().map(|(_, _, out)| *out).collect();
    dead_code(seg, vars);
    true
}

/// Takes away the statements of a kernel, and the folds, whose results nobody uses. Folds that can fail stay.
pub(crate) fn dead_code(seg: &mut ir::Seg, vars: &Vars) {
    loop {
        let mut used = Uses { vars, found: FxHashSet::default() };
        ir::walk::Walk::visit(seg, &mut used);
        let used = used.found;
        let dead = |stm: &Stm<ir::Inner>| {
            !has_effect(&stm.exp) && !writes(&stm.exp) && !stm.pat.all().any(|v| used.contains(&v))
        };
        let mut changed = false;
        seg.blocks_mut(&mut |block| {
            let before = block.len();
            block.retain(|stm| !dead(stm));
            changed |= block.len() != before;
        });
        let c = &mut seg.clauses;
        let total = |fold: &ir::Fold<ir::Inner>| !fold.op.body.stms.iter().any(|stm| has_effect(&stm.exp));
        let unused = |fold: &ir::Fold<ir::Inner>| total(fold) && !fold.res.iter().any(|v| used.contains(v));
        let before = c.folds().count();
        c.reds.retain(|fold| !unused(fold));
        c.scans.retain(|fold| !unused(fold));
        changed |= c.folds().count() != before;
        if let Some(keep) = &mut c.keep {
            keep.count = keep.count.filter(|v| used.contains(v));
            keep.place = keep.place.filter(|v| used.contains(v));
        }
        if !changed {
            return;
        }
    }
}

/// Every variable that is used, also as a size in the type of what is bound.
struct Uses<'a> {
    vars: &'a Vars,
    found: FxHashSet<Var>,
}

impl ir::walk::Visitor for Uses<'_> {
    fn used(&mut self, var: Var) {
        self.found.insert(var);
    }
    fn bound(&mut self, var: Var) {
        self.found.extend(self.vars[var].ty.dims().iter().filter_map(|d| d.size.var()));
    }
}
