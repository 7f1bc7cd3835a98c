//! How many dimensions an array may have.

use super::{Check, Infer};
use crate::types::{MAX_RANK, Ty, too_many_dimensions};
use base::diag::Span;

impl Infer {
    /// Refuses an array of more than [`MAX_RANK`] dimensions. As every part of an expression or of a written type is asked
    /// before the whole, this is a walk of few steps, and what is refused is the smallest piece that goes too far. Dimensions
    /// that a component of a record adds are counted when it is lowered.
    pub(super) fn has_sensible_rank(&self, ty: &Ty, span: Span) -> Check<()> {
        let mut ty = self.solver.shallow(ty);
        for _ in 0..=MAX_RANK {
            let Ty::Array(_, elem) = ty else { return Ok(()) };
            ty = self.solver.shallow(&elem);
        }
        Err(too_many_dimensions(span))
    }
}
