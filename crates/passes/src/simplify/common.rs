//! What both sides of a branch compute is computed in front of it.
//!
//! ```text
//! if c { let t = screma m (x <- xs) red + ..  let r = div t 2 .. } else { let u = screma m (x <- xs) red + ..  let s = mul u 3 .. }
//!   =>
//! let t = screma m (x <- xs) red + ..
//! if c { let r = div t 2 .. } else { let s = mul t 3 .. }
//! ```
//!
//! Only operators that cannot fail: whichever side is taken, they were evaluated. Scalar code costs nothing where it is.

use super::Simplifier;
use super::merge::equal_operators;
use crate::effects::{exp_can_fail, writes};
use ir::walk::{Subst, free_vars};
use ir::{Body, Exp, Soac, Stm, Var, Vars};
use rustc_hash::FxHashSet;

impl Simplifier<'_> {
    /// Moves the operators that both sides have to `out`.
    pub(super) fn move_common(
        &mut self,
        then: &mut Body<Soac>,
        els: &mut Body<Soac>,
        out: &mut Vec<Stm<Soac>>,
    ) {
        let mut at = 0;
        while at < then.stms.len() {
            match self.common(then, els, at) {
                Some((other, same)) => {
                    let stm = then.stms.remove(at);
                    els.stms.remove(other);
                    let side = std::mem::replace(els, Body { stms: vec![], result: Default::default() });
                    *els = Subst::new(self.vars, same).apply(side);
                    self.learn(&stm);
                    out.push(stm);
                    self.changed = true;
                }
                None => at += 1,
            }
        }
    }

    /// The statement of the other side that is the one at a position, and what stands for its results.
    fn common(
        &self,
        then: &Body<Soac>,
        els: &Body<Soac>,
        at: usize,
    ) -> Option<(usize, Vec<(Var, ir::Atom)>)> {
        let stm = &then.stms[at];
        if !matches!(stm.exp, Exp::Op(_)) || !stands_alone(stm, then, self.vars) {
            return None;
        }
        let found = |(other, candidate): (usize, &Stm<Soac>)| {
            let same = equal_operators(stm, candidate).filter(|_| stands_alone(candidate, els, self.vars))?;
            let free = |v: Var| self.overwritten.is_free(v);
            let shared = same.iter().all(|(new, old)| free(*new) && old.var().is_none_or(free));
            (shared && same.len() == candidate.pat.all().count()).then_some((other, same))
        };
        els.stms.iter().enumerate().find_map(found)
    }
}

/// Whether a statement of a side can be evaluated in front of it.
fn stands_alone(stm: &Stm<Soac>, side: &Body<Soac>, vars: &Vars) -> bool {
    let bound: FxHashSet<Var> = side.stms.iter().flat_map(|stm| stm.pat.all()).collect();
    let own: FxHashSet<Var> = stm.pat.all().collect();
    let outer = free_vars(stm, vars).iter().all(|v| !bound.contains(v) || own.contains(v));
    // What it reads may be inside only on this side.
    let reads = stm.exp.any(&mut |exp| matches!(exp, Exp::Read { .. } | Exp::View(_)));
    outer && !reads && !exp_can_fail(&stm.exp) && !writes(&stm.exp)
}
