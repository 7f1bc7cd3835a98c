//! Scremas whose functions are scalar code: the same results as [`crate::screma`], or none.

use crate::exp::Eval;
use crate::machine::Machine;
use crate::memory::{Counted, Full};
use crate::registers::{Ready, Stopped};
use crate::screma::Source;
use crate::value::{Arr, V};
use base::Scalar;
use ir::{Fold, Screma};
use std::rc::Rc;

/// What feeds a parameter.
enum Input<'s> {
    Elements(&'s [Scalar]),
    Positions,
}

/// A reduction or scan in progress.
struct Running {
    op: Ready,
    state: Vec<Scalar>,
}

impl Running {
    fn new<'p, O: Eval>(m: &mut Machine<'p>, fold: &'p Fold<O>) -> Option<Running> {
        let op = m.ready(&fold.op, false)?;
        let state = fold.ne.iter().map(|ne| m.scalar(*ne).ok()).collect::<Option<Vec<Scalar>>>()?;
        (op.arity() == (2 * state.len(), state.len())).then_some(Running { op, state })
    }
    /// Takes its operands from the results of a lane of `map`, from `first` on.
    fn step(&mut self, map: &Ready, lane: usize, first: &mut usize, fuel: &mut u64) -> Result<(), Stopped> {
        let count = self.state.len();
        for (i, state) in self.state.iter().enumerate() {
            self.op.param(i)[0] = *state;
            self.op.param(count + i)[0] = map.result(*first + i)[lane];
        }
        self.op.run(1, fuel)?;
        for (i, state) in self.state.iter_mut().enumerate() {
            *state = self.op.result(i)[0];
        }
        *first += count;
        Ok(())
    }
}

/// Memory has run out; the obvious way finds out where.
impl From<Full> for Stopped {
    fn from(_: Full) -> Stopped {
        Stopped
    }
}

/// The results of a screma as they are to be bound; nothing if it is not of this kind, or if a check fails.
pub(crate) fn screma<'p, O: Eval>(
    m: &mut Machine<'p>,
    s: &'p Screma<O>,
    sources: &[Source],
    width: usize,
) -> Option<Vec<V>> {
    let mut inputs = vec![];
    for source in sources {
        inputs.push(match source {
            Source::Array(arr) => match &**arr {
                Arr::Leaf(xs) => Input::Elements(xs),
                Arr::Rows(_) => return None,
            },
            Source::Iota => Input::Positions,
            Source::Acc(_) => return None,
        });
    }
    let mut run = Run {
        map: m.ready(&s.map, width > 1)?,
        reds: s.reds.iter().map(|f| Running::new(m, f)).collect::<Option<Vec<_>>>()?,
        scans: s.scans.iter().map(|f| Running::new(m, f)).collect::<Option<Vec<_>>>()?,
        post: match &s.post {
            Some(post) => Some(m.ready(post, false)?),
            None => None,
        },
        keep: s.keep,
        columns: vec![],
    };
    let fuel = run.all(&inputs, width, m.fuel).ok()?;
    m.fuel = fuel;
    let mut out = vec![];
    if s.keep {
        let kept = run.columns.first().map_or(0, |c| c.len());
        out.push(V::i64(kept as i64));
    }
    out.extend(run.reds.into_iter().flat_map(|r| r.state).map(V::Scalar));
    out.extend(run.columns.into_iter().map(|column| V::Array(Rc::new(Arr::Leaf(column)))));
    Some(out)
}

struct Run {
    map: Ready,
    reds: Vec<Running>,
    scans: Vec<Running>,
    post: Option<Ready>,
    keep: bool,
    columns: Vec<Counted<Scalar>>,
}

impl Run {
    /// All elements in order. Gives the fuel that is left.
    fn all(&mut self, inputs: &[Input], width: usize, mut fuel: u64) -> Result<u64, Stopped> {
        let scanned: usize = self.scans.iter().map(|s| s.state.len()).sum();
        let front = self.keep as usize + self.reds.iter().map(|r| r.state.len()).sum::<usize>();
        let (params, results) = self.map.arity();
        let plain = results.checked_sub(front + scanned).ok_or(Stopped)?;
        let columns = match &self.post {
            Some(post) if post.arity().0 == scanned + plain => post.arity().1,
            Some(_) => return Err(Stopped),
            None => scanned + plain,
        };
        // Without a result nobody counts what is kept.
        if params != inputs.len() || self.keep && columns == 0 {
            return Err(Stopped);
        }
        let capacity = if self.keep { 0 } else { width };
        self.columns = (0..columns).map(|_| Counted::from(Vec::with_capacity(capacity))).collect();
        let lanes = self.map.lanes();
        for from in (0..width).step_by(lanes) {
            let count = lanes.min(width - from);
            for (param, input) in inputs.iter().enumerate() {
                let values = &mut self.map.param(param)[..count];
                match input {
                    Input::Elements(xs) => values.copy_from_slice(&xs[from..from + count]),
                    Input::Positions => {
                        values.iter_mut().zip(from..).for_each(|(x, i)| *x = Scalar::I64(i as i64));
                    }
                }
            }
            self.map.run(count, &mut fuel)?;
            if !self.keep && self.reds.is_empty() && self.scans.is_empty() && self.post.is_none() {
                for (i, column) in self.columns.iter_mut().enumerate() {
                    column.extend(&self.map.result(i)[..count])?;
                }
                continue;
            }
            (0..count).try_for_each(|lane| self.element(lane, &mut fuel))?;
        }
        Ok(fuel)
    }
    /// What comes after the map, for one element.
    fn element(&mut self, lane: usize, fuel: &mut u64) -> Result<(), Stopped> {
        let mut first = self.keep as usize;
        for fold in self.reds.iter_mut().chain(&mut self.scans) {
            fold.step(&self.map, lane, &mut first, fuel)?;
        }
        let kept = !self.keep || self.map.result(0)[lane].as_bool();
        let states = self.scans.iter().flat_map(|s| s.state.iter().copied());
        let rest = (first..self.map.arity().1).map(|i| self.map.result(i)[lane]);
        match &mut self.post {
            None if kept => {
                for (column, value) in self.columns.iter_mut().zip(states.chain(rest)) {
                    column.push(value)?;
                }
            }
            None => {}
            // It is applied to what is not kept too: it may fail.
            Some(post) => {
                for (param, value) in states.chain(rest).enumerate() {
                    post.param(param)[0] = value;
                }
                post.run(1, fuel)?;
                for (i, column) in self.columns.iter_mut().enumerate().filter(|_| kept) {
                    column.push(post.result(i)[0])?;
                }
            }
        }
        Ok(())
    }
}
