//! How the elements that a kernel reads lie along its two innermost levels.
//!
//! ```text
//! seg (j < m, i < n) { let x = xss[i, j]  let y = ys[j] }        x: side by side along j, far apart along i;  y: side by side along j, the same along i
//! ```
//!
//! Lanes that take neighbouring points should read neighbouring elements: then one access serves them all.

use base::BinOp;
use ir::{Atom, Check, CheckKind, Exp, Inner, Prim, Seg, Stm, Var, walk};
use rustc_hash::{FxHashMap, FxHashSet};

/// What neighbours along a level read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Lie {
    /// The same element.
    Same,
    /// Elements side by side.
    Beside,
    /// Elements that are apart from each other, or nothing is known.
    Apart,
}

/// How every read of a kernel lies along the level in front of the innermost one, and along that.
pub(super) fn reads(seg: &Seg) -> Vec<(Lie, Lie)> {
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
    /// How the reads so far lie.
    found: Vec<Lie>,
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
                self.found.push(self.lie(index));
            }
            stm.exp.blocks(&mut |block| self.block(block));
        }
    }

    fn lie(&self, index: &[Atom]) -> Lie {
        let steps: Vec<Option<i64>> = index.iter().map(|at| self.step(*at)).collect();
        match steps.split_last() {
            None => Lie::Same,
            Some((last, front)) if front.iter().all(|step| *step == Some(0)) => match last {
                Some(0) => Lie::Same,
                Some(1) => Lie::Beside,
                Some(_) | None => Lie::Apart,
            },
            Some(_) => Lie::Apart,
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
        let used = match exp {
            Exp::Atom(of) => return self.step(*of),
            Exp::Prim(Prim::Bin { op: BinOp::Add, a, b, .. }) => {
                return self.step(*a)?.checked_add(self.step(*b)?);
            }
            Exp::Prim(Prim::Bin { op: BinOp::Sub, a, b, .. }) => {
                return self.step(*a)?.checked_sub(self.step(*b)?);
            }
            Exp::Prim(_) | Exp::Read { .. } => walk::used_vars(exp),
            Exp::Check(Check { kind: CheckKind::Bounds { index, .. }, .. }) => return self.step(*index),
            // What a failure names does not matter to what is checked.
            Exp::Check(check) => walk::used_vars(&check.kind),
            Exp::Trace { .. }
            | Exp::View(_)
            | Exp::Copy { .. }
            | Exp::Scratch { .. }
            | Exp::Total { .. }
            | Exp::Write { .. }
            | Exp::UpdateAcc { .. }
            | Exp::Call { .. }
            | Exp::If { .. }
            | Exp::Loop(_)
            | Exp::WithAcc { .. }
            | Exp::Op(_) => return None,
        };
        used.into_iter().all(|var| self.step(Atom::Var(var)) == Some(0)).then_some(0)
    }
}
