//! Inputs of a screma that have become the same, or that nobody uses.

use super::Simplifier;
use ir::{Atom, Input, Screma, Soac, Var, Vars, walk};
use rustc_hash::FxHashSet;

impl Simplifier<'_> {
    /// Sizes that have become the same are one input: a row whose dimensions vary with both is typed by one parameter.
    pub(super) fn merge_inputs(&mut self, s: &mut Screma<Soac>) {
        let mut at = 0;
        while at < s.inputs.len() {
            let (param, input) = s.inputs[at];
            let first = s.inputs[..at].iter().find(|(_, other)| *other == input).copied();
            let read_only = match input {
                Input::Array(arr) => self.is_read_only(s, arr),
                Input::Iota => true,
                Input::Acc(_) => false,
            };
            match first {
                Some((other, _)) if read_only => {
                    s.inputs.remove(at);
                    self.replace(param, Atom::Var(other));
                }
                Some(_) | None => at += 1,
            }
        }
    }

    /// Whether nothing in a screma can consume an input: its elements are scalars, or sizes of another input.
    fn is_read_only(&self, s: &Screma<Soac>, arr: Var) -> bool {
        let mut arrays = s.arrays();
        self.vars[arr].ty.rank() == 1
            || arrays.any(|(_, other)| self.dims_of(other).iter().any(|d| d.size == Atom::Var(arr)))
    }
}

/// Drops the inputs that nobody uses; whether there were any.
pub(super) fn drop_inputs(s: &mut Screma<Soac>, vars: &Vars) -> bool {
    let mut used: FxHashSet<Var> = walk::free_vars(&s.body, vars).into_iter().collect();
    used.extend(walk::free_vars(&s.clauses, vars));
    // Sizes of an element are bound in front of it.
    for (param, input) in s.inputs.iter().rev() {
        if used.contains(param) || matches!(input, Input::Acc(_)) {
            used.extend(vars[*param].ty.dims().iter().filter_map(|d| d.size.var()));
        }
    }
    let before = s.inputs.len();
    s.inputs.retain(|(param, input)| used.contains(param) || matches!(input, Input::Acc(_)));
    s.inputs.len() < before
}
