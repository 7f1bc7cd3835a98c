//! Offsets that are known, and the evidence that they rest on.

use super::Verifier;
use crate::body::{Exp, Pat, Stm};
use crate::ops::{Closed, Inner};
use crate::types::{Type, Var};

/// Whether a block is operations and elements only.
pub(super) fn is_total(block: &[Stm<Inner>]) -> bool {
    block.iter().all(|stm| matches!(stm.exp, Exp::Atom(_) | Exp::Prim(_) | Exp::Read { .. }))
}

impl Verifier<'_> {
    pub(super) fn offsets(&mut self, var: Var) {
        let ty = self.used(var);
        self.same(&ty, &Type::Offsets, "offsets");
    }

    pub(super) fn cert(&mut self, var: Var) {
        let ty = self.used(var);
        self.same(&ty, &Type::Cert, "evidence");
    }

    pub(super) fn bind_offsets(&mut self, pat: &Pat) {
        self.bind_pat(pat);
        let fine = pat.sizes.is_empty() && pat.vals.len() == 1 && self.type_of(pat.vals[0]) == Type::Offsets;
        self.require(fine, |_| "offsets are bound as one variable of their type".into());
    }

    pub(super) fn closed(&mut self, closed: &Closed) {
        self.int(closed.rows);
        closed.under.iter().for_each(|cert| self.cert(*cert));
        let start = self.stack.len();
        self.bind_all(&[closed.index]);
        self.require(is_total(&closed.body), |_| "a closed form that is not total".into());
        closed.body.iter().for_each(|stm| self.stm(stm));
        self.int(closed.result);
        self.leave(start);
    }
}
