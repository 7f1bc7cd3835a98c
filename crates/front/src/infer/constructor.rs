//! Constructors whose sum is told by what they stand beside.

use super::{Check, Deferred, Demand, Infer};
use crate::types::Ty;
use base::diag::Span;

impl Infer {
    /// Makes a type what is wanted. A constructor takes part with the sizes of its own payload.
    pub(super) fn accept(&mut self, wanted: &Ty, got: &Ty, span: Span) -> Check<()> {
        let opened = self.own_payload(wanted, got, span)?;
        self.solver.unify(wanted, got, span)?;
        if opened {
            self.solver.vary_with(wanted, got);
        }
        Ok(())
    }
    /// Where one type is that of a constructor that nothing has told the sum of, and the other a sum: it is of this sum, with the
    /// sizes of its own payload. Says whether that is so anywhere.
    pub(super) fn own_payload(&mut self, sum: &Ty, constructor: &Ty, span: Span) -> Check<bool> {
        let (sum, constructor) = (self.solver.shallow(sum), self.solver.shallow(constructor));
        match (&sum, &constructor) {
            (Ty::Sum(_), Ty::Var(_)) => {
                let open = self.solver.with_sizes(&sum, &mut |solver, _| solver.fresh_size());
                self.solver.unify(&constructor, &open, span)?;
                self.solve_deferred()?;
                Ok(true)
            }
            (Ty::Array(..), Ty::Array(..)) | (Ty::Record(_), Ty::Record(_)) => {
                let mut pairs = sum.parts().into_iter().zip(constructor.parts());
                pairs.try_fold(false, |any, (sum, constructor)| {
                    Ok(self.own_payload(sum, constructor, span)? || any)
                })
            }
            _ => Ok(false),
        }
    }
    /// Whether a type is that of a constructor that nothing has told the sum of.
    pub(super) fn is_constructor(&self, ty: &Ty) -> bool {
        let Ty::Var(v) = self.solver.shallow(ty) else { return false };
        let of = |d: &Deferred| self.solver.shallow(&d.of) == Ty::Var(v);
        self.deferred.iter().any(|d| matches!(d.demand, Demand::Constr(..)) && of(d))
    }
}
