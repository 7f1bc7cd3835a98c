//! What regularity detection shows to be the same for every point: the host computes it once, and takes the branches and runs the loops
//! that depend on nothing else.
//!
//! ```text
//! screma m (xs: [n] <- xss) { let (k | ys: [k]) = loop (l | zs: [l]) = (n | xs) while { lt 1 l } do { let h = div l 2  .. in (h | ..) } .. }
//!   =>
//! let (k | ys: [m][k]) = loop (l | zs: [m][l]) = (n | xss) while { and some (lt 1 l) } do { let h = div l 2  seg (i < m, j < h) .. }
//! ```
//!
//! An array of sizes that are all equal is one number, so that the level is uniform. A host loop runs no round where there is no point.

use super::rep::{Delayed, Rep};
use super::{Ctx, Flattener};
use crate::effects::is_total;
use base::BinOp;
use ir::{Atom, Body, Builder, Exp, Limitation, Soac, Stm, Var, walk};

impl Flattener<'_> {
    /// Computes a statement on the host if it is total and its operands are known there (AVOID); says whether it did.
    pub(super) fn avoid(&mut self, ctx: &Ctx, stm: &Stm<Soac>) -> bool {
        if ctx.depth() == 0 || !self.policy.regularity {
            return false;
        }
        match &stm.exp {
            Exp::Atom(a) if self.vars[stm.pat.vals[0]].ty.as_scalar().is_some() => {
                let Some(same) = self.on_host(*a) else { return false };
                self.env.insert(stm.pat.vals[0], Rep::Host(same));
            }
            Exp::Prim(prim) if is_total(prim) => {
                let operands = walk::free_vars(prim, self.vars);
                if !operands.iter().all(|v| self.on_host((*v).into()).is_some()) {
                    return false;
                }
                let mapped = self.host_scalar(&stm.exp);
                self.loc = stm.loc.clone();
                self.push(stm.pat.clone(), mapped);
                self.env.insert(stm.pat.vals[0], Rep::Host(stm.pat.vals[0].into()));
            }
            Exp::Atom(_)
            | Exp::Prim(_)
            | Exp::Read { .. }
            | Exp::Check(_)
            | Exp::Trace { .. }
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
            | Exp::Op(_) => return false,
        }
        true
    }

    /// The value of a number that the host knows.
    pub(super) fn on_host(&self, atom: Atom) -> Option<Atom> {
        match atom {
            Atom::Const(_) => Some(atom),
            Atom::Var(v) => match self.env.get(&v) {
                Some(Rep::Host(a)) => Some(*a),
                Some(
                    Rep::Lifted { .. } | Rep::Index(_) | Rep::Delayed(_) | Rep::Acc { .. } | Rep::Cert(_),
                )
                | None => None,
            },
        }
    }

    /// The one size that all elements of an array of sizes are, if the host knows it.
    pub(super) fn regular_size(&self, sizes: Var) -> Option<Atom> {
        match self.env.get(&sizes) {
            Some(Rep::Delayed(Delayed::Replicate { x }))
                if self.policy.regularity && self.vars[sizes].ty.rank() == 1 =>
            {
                self.on_host(*x)
            }
            _ => None,
        }
    }

    /// Says that numbers of a branch or loop stay on the host, where the analysis shows them to be the same for every point. Says whether
    /// the host knows what such numbers are computed from: those that are `free` in the branch or loop.
    pub(super) fn keep_on_host(
        &mut self,
        ctx: &Ctx,
        free: &[Var],
        results: impl Iterator<Item = Var>,
    ) -> bool {
        let avoided =
            |v: &Var| self.vars[*v].ty.as_scalar().is_some() && self.regularity.is_avoided((*v).into());
        let known = |v: &Var| !avoided(v) || self.on_host((*v).into()).is_some();
        if ctx.depth() == 0 || !self.policy.regularity || !free.iter().all(known) {
            return false;
        }
        let hosted: Vec<Var> = results.filter(avoided).collect();
        self.hosted.extend(hosted);
        true
    }

    /// Whether all points go on with a `while` alike.
    pub(super) fn goes_on_alike(&self, cond: &Body<Soac>) -> bool {
        cond.result.vals.iter().all(|a| self.regularity.is_avoided(*a))
    }

    /// The condition of a loop of the host: there is a point, and the condition holds.
    pub(super) fn goes_on(&mut self, some: Atom, cond: Atom) -> Result<Atom, Limitation> {
        let Some(cond) = self.on_host(cond) else {
            base::bug!("flatten", "the condition {cond:?} is not known on the host")
        };
        let mut b = Builder::new(self.vars);
        let goes_on = b.bin("go", BinOp::And, some, cond);
        self.stms.append(&mut b.stms);
        Ok(goes_on)
    }

    /// Whether a context has a point.
    pub(super) fn some_point(&mut self, ctx: &Ctx) -> Result<Atom, Limitation> {
        let points = self.count(&ctx.dims)?;
        let mut b = Builder::new(self.vars);
        let some = b.bin("some", BinOp::Ne, points, Atom::i64(0));
        self.stms.append(&mut b.stms);
        Ok(some)
    }
}
