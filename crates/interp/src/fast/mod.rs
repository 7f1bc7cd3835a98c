//! The fast path: scremas that only compute with scalars, on registers.
//!
//! No part of the definition. It gives the results that [`crate::screma`] defines, or none: what is not scalar code, a check
//! that fails and a limit that is reached are left to the definition, which evaluates the screma from its beginning and says
//! what is wrong. So nothing here has an effect outside of its registers, and nothing is held to its type: with
//! [`crate::Options::check`] this is not used.
//!
//! | file | what |
//! |---|---|
//! | `code` | instructions |
//! | `compile` | a screma to instructions |
//! | `run` | instructions on registers, many lanes at a time |

mod code;
mod compile;
mod run;

use crate::exp::Eval;
use crate::machine::Machine;
use crate::memory::{Counted, Full};
use crate::value::{Arr, V};
use base::Scalar;
use code::{Code, OutCode, Section};
use ir::{Input, Screma};
use run::{Registers, Stopped};
use rustc_hash::FxHashMap;
use std::ops::Range;
use std::rc::Rc;

/// The code of scremas, by their address: the program outlives the machine, so an address names one screma.
#[derive(Default)]
pub(crate) struct Cache(FxHashMap<usize, Option<Rc<Code>>>);

/// The results of a screma in the order of its outs; nothing if the definition has to evaluate it.
pub(crate) fn screma<O: Eval>(m: &mut Machine<'_>, s: &Screma<O>, width: usize) -> Option<Vec<V>> {
    let place = std::ptr::from_ref(s).addr();
    let vars = m.vars;
    let code = m.fast.0.entry(place).or_insert_with(|| compile::compile(vars, s).map(Rc::new));
    let code = code.clone()?;
    let sources = s.inputs.iter().map(|(_, input)| Source::new(m, *input, width));
    let sources = sources.collect::<Option<Vec<Source>>>()?;
    let mut run = Run::new(m, code, width)?;
    run.all(&sources, width).ok()?;
    m.fuel = run.fuel;
    Some(run.results())
}

/// What feeds a parameter.
enum Source {
    Elements(Rc<Arr>),
    Positions,
}

impl Source {
    fn new(m: &Machine<'_>, input: Input, width: usize) -> Option<Source> {
        match input {
            Input::Array(var) => {
                let arr = m.array(var).ok().filter(|arr| arr.len() == width)?;
                Some(Source::Elements(arr))
            }
            Input::Iota => Some(Source::Positions),
            Input::Acc(_) => None,
        }
    }
    /// Fills a register with the elements of a range.
    fn load(&self, range: Range<usize>, into: &mut [Scalar]) -> Result<(), Stopped> {
        match self {
            Source::Elements(arr) => match &**arr {
                Arr::Leaf(xs) => into.copy_from_slice(&xs[range]),
                Arr::Rows(_) => return Err(Stopped),
            },
            Source::Positions => {
                into.iter_mut().zip(range).for_each(|(x, i)| *x = Scalar::I64(i as i64));
            }
        }
        Ok(())
    }
}

/// Memory has run out; the definition finds out where.
impl From<Full> for Stopped {
    fn from(_: Full) -> Stopped {
        Stopped
    }
}

/// A screma in progress.
struct Run {
    code: Rc<Code>,
    regs: Registers,
    /// The state of every fold, reductions first.
    states: Vec<Vec<Scalar>>,
    kept: i64,
    columns: Vec<Counted<Scalar>>,
    fuel: u64,
}

impl Run {
    fn new(m: &Machine<'_>, code: Rc<Code>, width: usize) -> Option<Run> {
        let regs = Registers::new(m, &code, width)?;
        let states = code.folds.iter().map(|f| f.ne.iter().map(|ne| regs.lane(*ne, 0)).collect()).collect();
        let column = |out: &OutCode| match out {
            OutCode::Point(_) => Counted::from(Vec::with_capacity(width)),
            OutCode::Kept(_) | OutCode::Row(_) | OutCode::Count => Counted::from(vec![]),
        };
        let columns = code.outs.iter().map(column).collect();
        Some(Run { code, regs, states, kept: 0, columns, fuel: m.fuel })
    }

    /// All elements in order.
    fn all(&mut self, sources: &[Source], width: usize) -> Result<(), Stopped> {
        let code = self.code.clone();
        let lanes = self.regs.lanes();
        for from in (0..width).step_by(lanes) {
            let count = lanes.min(width - from);
            for (param, source) in code.params.iter().zip(sources) {
                source.load(from..from + count, &mut self.regs.all_lanes(*param)[..count])?;
            }
            self.regs.run(&code, Section::Body, 0..count, &mut self.fuel)?;
            if code.is_map() {
                for (out, column) in code.outs.iter().zip(&mut self.columns) {
                    if let OutCode::Point(reg) = out {
                        column.extend(&self.regs.all_lanes(*reg)[..count])?;
                    }
                }
            } else {
                (0..count).try_for_each(|lane| self.element(&code, lane, (from + lane) as i64))?;
            }
        }
        Ok(())
    }

    /// What follows the body at one element.
    fn element(&mut self, code: &Code, lane: usize, index: i64) -> Result<(), Stopped> {
        let regs = &mut self.regs;
        for (fold, state) in code.folds.iter().zip(&self.states) {
            fold.left.iter().zip(state).for_each(|(left, x)| regs.set_lane(*left, lane, *x));
            fold.index.iter().for_each(|reg| regs.set_lane(*reg, lane, Scalar::I64(index)));
        }
        regs.run(code, Section::Folds, lane..lane + 1, &mut self.fuel)?;
        for (fold, state) in code.folds.iter().zip(&mut self.states) {
            fold.next.iter().zip(state).for_each(|(next, x)| *x = regs.lane(*next, lane));
        }
        let keeps = code.flag.is_none_or(|flag| regs.lane(flag, lane).as_bool());
        if keeps {
            code.place.iter().for_each(|reg| regs.set_lane(*reg, lane, Scalar::I64(self.kept)));
            regs.run(code, Section::Each, lane..lane + 1, &mut self.fuel)?;
            self.kept += 1;
        }
        for (out, column) in code.outs.iter().zip(&mut self.columns) {
            match out {
                OutCode::Point(reg) => column.push(regs.lane(*reg, lane))?,
                OutCode::Kept(reg) if keeps => column.push(regs.lane(*reg, lane))?,
                OutCode::Kept(_) | OutCode::Row(_) | OutCode::Count => {}
            }
        }
        Ok(())
    }

    fn results(mut self) -> Vec<V> {
        for (fold, state) in self.code.folds.iter().zip(&self.states) {
            fold.res.iter().zip(state).for_each(|(res, x)| self.regs.set_lane(*res, 0, *x));
        }
        let result = |(out, column): (&OutCode, _)| match out {
            OutCode::Point(_) | OutCode::Kept(_) => V::Array(Rc::new(Arr::Leaf(column))),
            OutCode::Row(reg) => V::Scalar(self.regs.lane(*reg, 0)),
            OutCode::Count => V::i64(self.kept),
        };
        self.code.outs.iter().zip(self.columns).map(result).collect()
    }
}
