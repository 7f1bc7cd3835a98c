//! What runs along one row of an operator: reductions, scans, a compaction, and the results that they give.

use crate::exp::{self, Eval};
use crate::machine::{Machine, Res, internal};
use crate::value::{Arr, V};
use ir::{Clauses, Fold, Keep, Lambda, Out, Pat, Stm};
use std::rc::Rc;

/// A row of an operator.
pub(crate) struct Row<'p, O> {
    /// The number of its elements.
    pub(crate) width: usize,
    /// Evaluated at every element.
    pub(crate) body: &'p [Stm<O>],
    pub(crate) clauses: &'p Clauses<O>,
    /// For each result the rank of the array that this row contributes, if it contributes one.
    pub(crate) ranks: Vec<usize>,
    /// How many were kept in front of the row, where rows are kept as one.
    pub(crate) before: i64,
}

/// The ranks of what a row contributes to the variables of a pattern, where `outer` levels are around the row.
pub(crate) fn ranks(m: &Machine<'_>, pat: &Pat, outer: usize) -> Vec<usize> {
    pat.all().map(|var| m.vars[var].ty.rank().saturating_sub(outer)).collect()
}

impl<'p, O: Eval> Row<'p, O> {
    /// Evaluates the elements in order and gives the results, in the order of [`Clauses::outs`]. `enter` binds what belongs to
    /// the element at an index.
    pub(crate) fn run(
        self,
        m: &mut Machine<'p>,
        mut enter: impl FnMut(&mut Machine<'p>, usize) -> Res<()>,
    ) -> Res<Vec<V>> {
        let Row { width, body, clauses, ranks, before } = self;
        if ranks.len() != clauses.outs.len() {
            return internal(format!("{} results for {} variables", clauses.outs.len(), ranks.len()));
        }
        let mut reds = clauses.reds.iter().map(|fold| Running::new(m, fold)).collect::<Res<Vec<_>>>()?;
        let mut scans = clauses.scans.iter().map(|fold| Running::new(m, fold)).collect::<Res<Vec<_>>>()?;
        let mut columns: Vec<Arr> = ranks.into_iter().map(Arr::empty).collect();
        let mut kept = 0;
        for i in 0..width {
            enter(m, i)?;
            exp::exec(m, body)?;
            for fold in reds.iter_mut().filter(|red| !red.fold.kept).chain(&mut scans) {
                fold.step(m, i as i64)?;
            }
            for scan in &scans {
                scan.bind(m)?;
            }
            let keeps = match &clauses.keep {
                Some(Keep { flag, .. }) => m.scalar(*flag)?.as_bool(),
                None => true,
            };
            if keeps {
                if let Some(Keep { place: Some(place), .. }) = &clauses.keep {
                    m.set(*place, V::i64(before + kept));
                    m.check_vars([*place])?;
                }
                exp::exec(m, &clauses.each)?;
                for red in reds.iter_mut().filter(|red| red.fold.kept) {
                    red.step(m, i as i64)?;
                }
                kept += 1;
            }
            for (out, column) in clauses.outs.iter().zip(&mut columns) {
                match out {
                    Out::Point(a) | Out::Offsets(a) => push(column, m.atom(*a)?)?,
                    Out::Kept(a) if keeps => push(column, m.atom(*a)?)?,
                    Out::Owned(row) => push(column, m.var(*row)?)?,
                    Out::Kept(_) | Out::Row(_) | Out::Count | Out::Acc(_) | Out::Cert => {}
                }
            }
        }
        for red in &reds {
            red.bind(m)?;
        }
        if let Some(Keep { count: Some(count), .. }) = &clauses.keep {
            m.set(*count, V::i64(kept));
            m.check_vars([*count])?;
        }
        exp::exec(m, &clauses.end)?;
        let result = |(out, column): (&Out, Arr)| match out {
            Out::Point(_) | Out::Kept(_) | Out::Owned(_) | Out::Offsets(_) => Ok(V::Array(Rc::new(column))),
            Out::Row(a) => m.atom(*a),
            Out::Count => Ok(V::i64(kept)),
            Out::Acc(acc) => m.same_acc(*acc),
            Out::Cert => Ok(V::Cert),
        };
        clauses.outs.iter().zip(columns).map(result).collect()
    }
}

/// Adds an element to an array of its rank.
pub(crate) fn push(column: &mut Arr, item: V) -> Res<()> {
    match (column, item) {
        (Arr::Leaf(xs), V::Scalar(x)) => Ok(xs.push(x)?),
        (Arr::Rows(rows), V::Array(row)) => Ok(rows.push(row)?),
        (Arr::Leaf(_) | Arr::Rows(_), _) => internal("a result has not the rank of its variable"),
    }
}

/// A reduction or scan in progress.
struct Running<'p, O> {
    fold: &'p Fold<O>,
    state: Vec<V>,
}

impl<'p, O: Eval> Running<'p, O> {
    fn new(m: &Machine<'p>, fold: &'p Fold<O>) -> Res<Running<'p, O>> {
        let count = fold.ne.len();
        let Lambda { params, body } = &fold.op;
        let counts = [fold.args.len(), fold.res.len(), body.result.vals.len()];
        if counts != [count; 3] || params.len() != 2 * count {
            return internal("a fold takes and gives another number of values");
        }
        Ok(Running { fold, state: m.atoms(&fold.ne)? })
    }

    /// Combines the state with the operands at the element of this index.
    fn step(&mut self, m: &mut Machine<'p>, index: i64) -> Res<()> {
        let Lambda { params, body } = &self.fold.op;
        let (left, right) = params.split_at(self.state.len());
        for (param, arg) in right.iter().zip(&self.fold.args) {
            let value = m.atom(*arg)?;
            m.set(*param, value);
        }
        // The state is moved, so that an operator that overwrites its left operand does not copy it.
        left.iter().zip(self.state.drain(..)).for_each(|(param, value)| m.set(*param, value));
        if let Some(var) = self.fold.index {
            m.set(var, V::i64(index));
        }
        m.check_vars(params.iter().copied().chain(self.fold.index))?;
        exp::exec(m, &body.stms)?;
        for a in &body.result.vals {
            self.state.push(m.atom(*a)?);
        }
        Ok(())
    }

    /// Binds the results so far.
    fn bind(&self, m: &mut Machine<'p>) -> Res<()> {
        let res = &self.fold.res;
        res.iter().zip(&self.state).for_each(|(var, value)| m.set(*var, value.clone()));
        m.check_vars(res.iter().copied())
    }
}
