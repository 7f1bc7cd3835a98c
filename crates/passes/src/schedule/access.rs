//! How the elements that a kernel reads lie along its two innermost levels.
//!
//! ```text
//! seg (j < m, i < n) { let x = xss[i, j]  let y = ys[j] }        x: side by side along j, far apart along i;  y: side by side along j, the same along i
//! ```
//!
//! Lanes that take neighbouring points should read neighbouring elements: then one access serves them all.

use base::BinOp;
use ir::{Atom, Exp, Inner, Prim, Seg, Stm, Var, walk};
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
    let bound = walk::bound_vars(seg).into_iter();
    let levels: Vec<Var> = seg.levels.iter().map(|level| level.index).collect();
    // The index of a level is the same along the others.
    let bound = bound.filter(|var| !levels.contains(var)).collect();
    let mut code = Code { defined: FxHashMap::default(), bound };
    let mut found = vec![];
    for block in [&seg.once, &seg.body] {
        code.block(block, &mut found);
    }
    let lie = |index: &[Atom], level: Var| {
        let steps: Vec<Option<i64>> = index.iter().map(|at| code.step(*at, level)).collect();
        match steps.split_last() {
            Some((last, front)) if front.iter().all(|step| *step == Some(0)) => match last {
                Some(0) => Lie::Same,
                Some(1) => Lie::Beside,
                Some(_) | None => Lie::Apart,
            },
            Some(_) => Lie::Apart,
            None => Lie::Same,
        }
    };
    found.iter().map(|index| (lie(index, outer.index), lie(index, inner.index))).collect()
}

struct Code<'a> {
    /// The definitions of what the kernel binds.
    defined: FxHashMap<Var, &'a Exp<Inner>>,
    /// What it binds in any way, besides its indices.
    bound: FxHashSet<Var>,
}

impl<'a> Code<'a> {
    fn block(&mut self, stms: &'a [Stm<Inner>], found: &mut Vec<&'a [Atom]>) {
        for stm in stms {
            if let [var] = stm.pat.vals.as_slice() {
                self.defined.insert(*var, &stm.exp);
            }
            if let Exp::Read { index, .. } = &stm.exp {
                found.push(index);
            }
            stm.exp.blocks(&mut |block| self.block(block, found));
        }
    }

    /// By how much a number grows from one index of a level to the next, if that is the same everywhere.
    fn step(&self, atom: Atom, level: Var) -> Option<i64> {
        let Atom::Var(var) = atom else { return Some(0) };
        if var == level {
            return Some(1);
        }
        let Some(exp) = self.defined.get(&var) else {
            return (!self.bound.contains(&var)).then_some(0);
        };
        if let Exp::Atom(of) = exp {
            return self.step(*of, level);
        }
        if let Exp::Prim(Prim::Bin { op: op @ (BinOp::Add | BinOp::Sub), a, b, .. }) = exp {
            let (of_a, of_b) = (self.step(*a, level)?, self.step(*b, level)?);
            return if *op == BinOp::Add { of_a.checked_add(of_b) } else { of_a.checked_sub(of_b) };
        }
        let fixed = |var: Var| self.step(Atom::Var(var), level) == Some(0);
        let total = matches!(exp, Exp::Prim(_) | Exp::Read { .. } | Exp::Check(_));
        (total && walk::used_vars(*exp).into_iter().all(fixed)).then_some(0)
    }
}
