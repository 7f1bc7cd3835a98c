//! Small reductions of a side whose elements are gone through whether or not the side is taken.
//!
//! ```text
//! let n = screma m (x <- xs) { let f = lt x 0 } red or (f)
//! let r = if n { in (0) } else { let t = screma m (x <- xs) {} red max (x) in (t) }
//!   =>
//! let n = screma m (x <- xs) { let f = lt x 0 } red or (f)
//! let t = screma m (x <- xs) {} red max (x)
//! let r = select n 0 t
//! ```
//!
//! A width that is 0 where the side is not taken costs offsets of its own, and keeps the two from being one walk over the rows. What is
//! computed in vain is at most half of what the operators in front compute over the same elements, so it does not grow with the rows.

use super::{Masker, Side, is_cheap};
use ir::{Atom, Exp, Input, Out, Screma, Soac, Stm};

impl Masker<'_> {
    /// Whether an operator of a side runs over all elements, beside those of `out` over the same ones.
    pub(super) fn goes_along(&mut self, side: &Side, stm: &Stm<Soac>, out: &[Stm<Soac>]) -> bool {
        let Exp::Op(Soac::Screma(s)) = &stm.exp else { return false };
        let others = s.clauses.scans.is_empty() && s.clauses.keep.is_none();
        let rows = s.clauses.outs.iter().all(|out| matches!(out, Out::Row(_)));
        others && rows && self.is_small_beside(side, s, out)
    }

    /// Whether an operator cannot fail, and computes little beside those of `out` over the same elements.
    pub(super) fn is_small_beside(&mut self, side: &Side, s: &Screma<Soac>, out: &[Stm<Soac>]) -> bool {
        let bound = |atom: Atom| atom.var().is_some_and(|v| side.bound.contains(&v));
        if bound(s.width) || !self.is_whole_and_total(s) {
            return false;
        }
        let around = out
            .iter()
            .filter_map(|stm| if let Exp::Op(Soac::Screma(other)) = &stm.exp { Some(other) } else { None });
        let all: usize = around.filter(|other| other.width == s.width).map(size).sum();
        let added = self.added.entry(s.width).or_default();
        let fits = 2 * (*added + size(s)) <= all.saturating_sub(*added);
        if fits {
            *added += size(s);
        }
        fits
    }

    /// Whether the code of an operator cannot fail, over arrays that have all of its elements.
    fn is_whole_and_total(&self, s: &Screma<Soac>) -> bool {
        let whole = |input: &Input| match input {
            Input::Iota => true,
            Input::Array(arr) => self.vars[*arr].ty.dims()[0].size == s.width,
            Input::Acc(_) => false,
        };
        let reds = s.clauses.reds.iter().all(|fold| fold.op.body.stms.iter().all(is_cheap));
        let late = s.clauses.each.is_empty() && s.clauses.end.is_empty();
        reds && late && s.body.iter().all(is_cheap) && s.inputs.iter().all(|(_, input)| whole(input))
    }
}

/// How many statements an operator evaluates at an element.
fn size(s: &Screma<Soac>) -> usize {
    let folds = s.clauses.reds.iter().chain(&s.clauses.scans);
    s.body.len() + folds.map(|fold| fold.op.body.stms.len()).sum::<usize>()
}
