//! The strides of what a kernel reads, along its two innermost levels.
//!
//! ```text
//! seg (j < m, i < n) { let x = xss[i, j]  let y = ys[j] }     x: linear along j, varying along i;  y: linear along j, uniform along i
//! ```
//!
//! Lanes that take neighbouring points should read neighbouring elements: then one access serves them all.

use base::BinOp;
use ir::vector::Stride;
use ir::{Atom, Check, CheckKind, Exp, Inner, Prim, Seg, Stm, Var, walk};
use rustc_hash::{FxHashMap, FxHashSet};

/// The strides of every read of a kernel along the level in front of the innermost one, and along that.
pub(crate) fn reads(seg: &Seg) -> Vec<(Stride, Stride)> {
    let [.., outer, inner] = seg.levels.as_slice() else { return vec![] };
    let levels: Vec<Var> = seg.levels.iter().map(|level| level.index).collect();
    // The index of a level is the same along the others.
    let bound: FxHashSet<Var> =
        walk::bound_vars(seg).into_iter().filter(|var| !levels.contains(var)).collect();
    let [outer, inner] = [outer.index, inner.index].map(|level| {
        let mut along = Along { level, bound: &bound, steps: FxHashMap::default(), found: vec![] };
        along.block(&seg.once);
        along.block(&seg.body);
        along.found
    });
    outer.into_iter().zip(inner).collect()
}

/// How numbers grow along a level.
struct Along<'a> {
    level: Var,
    /// What the kernel binds in any way, besides its indices.
    bound: &'a FxHashSet<Var>,
    /// By how much they grow from one index to the next, if that is the same everywhere.
    steps: FxHashMap<Var, i64>,
    /// The strides of the reads so far.
    found: Vec<Stride>,
}

impl Along<'_> {
    fn block(&mut self, stms: &[Stm<Inner>]) {
        for stm in stms {
            if let [var] = stm.pat.vals.as_slice()
                && let Some(step) = self.grows(&stm.exp)
            {
                self.steps.insert(*var, step);
            }
            if let Exp::Read { index, .. } = &stm.exp {
                self.found.push(self.stride(index));
            }
            stm.exp.blocks(&mut |block| self.block(block));
        }
    }

    fn stride(&self, index: &[Atom]) -> Stride {
        let steps: Vec<Option<i64>> = index.iter().map(|at| self.step(*at)).collect();
        match steps.split_last() {
            None => Stride::Uniform,
            Some((last, front)) if front.iter().all(|step| *step == Some(0)) => match last {
                Some(0) => Stride::Uniform,
                Some(1) => Stride::Linear,
                Some(_) | None => Stride::Varying,
            },
            Some(_) => Stride::Varying,
        }
    }

    fn step(&self, atom: Atom) -> Option<i64> {
        let Atom::Var(var) = atom else { return Some(0) };
        if var == self.level {
            return Some(1);
        }
        if self.bound.contains(&var) { self.steps.get(&var).copied() } else { Some(0) }
    }

    fn grows(&self, exp: &Exp<Inner>) -> Option<i64> {
        if let Exp::Atom(of) | Exp::Check(Check { kind: CheckKind::Bounds { index: of, .. }, .. }) = exp {
            return self.step(*of);
        }
        if let Exp::Prim(Prim::Bin { op: op @ (BinOp::Add | BinOp::Sub), a, b, .. }) = exp {
            let (a, b) = (self.step(*a)?, self.step(*b)?);
            return if *op == BinOp::Add { a.checked_add(b) } else { a.checked_sub(b) };
        }
        let used = if let Exp::Check(check) = exp {
            // What a failure names does not matter to what is checked.
            walk::used_vars(&check.kind)
        } else if let Exp::Prim(_) | Exp::Read { .. } = exp {
            walk::used_vars(exp)
        } else {
            return None;
        };
        used.into_iter().all(|var| self.step(Atom::Var(var)) == Some(0)).then_some(0)
    }
}
