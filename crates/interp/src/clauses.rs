//! What runs along one level of an operator: reductions, scans, a compaction.

use crate::exp::{self, Eval};
use crate::machine::{Machine, Res, internal};
use crate::value::V;
use ir::{Atom, Fold, Lambda};

/// The clauses of an operator in progress.
pub(crate) struct Clauses<'p, O> {
    reds: Vec<Running<'p, O>>,
    scans: Vec<Running<'p, O>>,
    keep: bool,
}

impl<'p, O: Eval> Clauses<'p, O> {
    /// Clauses that have seen no element.
    pub(crate) fn new(
        m: &Machine<'p>,
        reds: &'p [Fold<O>],
        scans: &'p [Fold<O>],
        keep: bool,
    ) -> Res<Clauses<'p, O>> {
        let running =
            |folds: &'p [Fold<O>]| folds.iter().map(|fold| Running::new(m, fold)).collect::<Res<Vec<_>>>();
        Ok(Clauses { reds: running(reds)?, scans: running(scans)?, keep })
    }
    /// Takes the results of one element; returns whether it is kept, and its plain results.
    pub(crate) fn step<'a>(
        &mut self,
        m: &mut Machine<'p>,
        mut results: &'a [Atom],
    ) -> Res<(bool, &'a [Atom])> {
        let mut kept = true;
        if self.keep {
            let Some((flag, rest)) = results.split_first() else { return internal("keep without a flag") };
            kept = m.scalar(*flag)?.as_bool();
            results = rest;
        }
        for fold in self.reds.iter_mut().chain(&mut self.scans) {
            fold.step(m, &mut results)?;
        }
        Ok((kept, results))
    }
    /// What the elements so far have been reduced to.
    pub(crate) fn into_reduced(self) -> impl Iterator<Item = V> {
        self.reds.into_iter().flat_map(|fold| fold.state)
    }
    /// The results of the scans at the last element.
    pub(crate) fn scanned(&self) -> impl Iterator<Item = &V> {
        self.scans.iter().flat_map(|fold| &fold.state)
    }
}

/// A reduction or scan in progress.
struct Running<'p, O> {
    fold: &'p Fold<O>,
    state: Vec<V>,
}

impl<'p, O: Eval> Running<'p, O> {
    fn new(m: &Machine<'p>, fold: &'p Fold<O>) -> Res<Running<'p, O>> {
        Ok(Running { fold, state: m.atoms(&fold.ne)? })
    }
    /// Takes its operands from the front of `operands`, which moves on.
    fn step(&mut self, m: &mut Machine<'p>, operands: &mut &[Atom]) -> Res<()> {
        let Some((own, rest)) = operands.split_at_checked(self.state.len()) else {
            return internal("too few operands for a reduction or scan");
        };
        *operands = rest;
        let Lambda { params, body } = &self.fold.op;
        if params.len() != 2 * self.state.len() || body.result.vals.len() != self.state.len() {
            return internal("an operator takes and gives another number of values");
        }
        // The operands are results of another body, so no parameter of the operator is among them.
        for (param, a) in params[own.len()..].iter().zip(own) {
            let value = m.atom(*a)?;
            m.set(*param, value);
        }
        for (param, value) in params.iter().zip(self.state.drain(..)) {
            m.set(*param, value);
        }
        m.check_vars(params.iter().copied())?;
        exp::exec(m, body)?;
        for a in &body.result.vals {
            self.state.push(m.atom(*a)?);
        }
        Ok(())
    }
}
