//! Inputs of a screma that have become the same.

use super::Simplifier;
use ir::{Atom, Input, Screma, Soac, Var};

impl Simplifier<'_> {
    /// Sizes that have become the same are one input: a row whose dimensions vary with both is typed by one parameter.
    pub(super) fn merge_inputs(&mut self, s: &mut Screma<Soac>) {
        let mut at = 0;
        while at < s.inputs.len() {
            let first = s.inputs[..at].iter().position(|input| *input == s.inputs[at]);
            match (first, s.inputs[at]) {
                (Some(first), Input::Array(arr)) if self.is_read_only(s, arr) => {
                    s.inputs.remove(at);
                    let param = s.map.params.remove(at);
                    self.replace(param, Atom::Var(s.map.params[first]));
                }
                _ => at += 1,
            }
        }
    }

    /// Whether nothing in a screma can consume an input: its elements are scalars, or sizes of another input.
    fn is_read_only(&self, s: &Screma<Soac>, arr: Var) -> bool {
        let sizes = |input: &Input| match input {
            Input::Array(other) => self.dims_of(*other).iter().any(|d| d.size == Atom::Var(arr)),
            Input::Iota | Input::Acc(_) => false,
        };
        self.vars[arr].ty.rank() == 1 || s.inputs.iter().any(sizes)
    }
}
