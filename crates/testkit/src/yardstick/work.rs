//! How much the interpreter computes before and after the passes: optimising must not multiply the work.
//!
//! The interpreter counts statements against its fuel. How many a run takes is found by searching for the least fuel that is
//! enough, to a few percent.

use super::table::Table;
use super::{Counted, for_each};
use driver::pipeline::{self, Blind};
use driver::{Error, Options};
use ir::{Prog, Value};

const ABOUT: &str = "\
Statements that the interpreter executes on the data that each program makes for itself: of Core before any pass, and how many
times as many after the passes over Core and after flattening. Reads of array elements are statements in Flat, but parameters in
Core. BLESS=1 cargo test -p windrow-testkit --test yardstick records them.";

/// The sizes of the data.
const SIZES: [i64; 3] = [3, 12, 48];

/// The search ends when it is this close: a part of what was found.
const PRECISION: u64 = 64;

/// One measurement.
pub struct Work {
    /// Program, entry point and data.
    pub names: [String; 3],
    /// Statements of Core before any pass.
    pub statements: u64,
    /// How many times as many after the passes over Core.
    pub core: f64,
    /// How many times as many after flattening.
    pub flat: f64,
}

/// The measurements of all programs.
pub fn measure(programs: &[Counted]) -> Result<Vec<Work>, String> {
    for_each(programs, |program| {
        let compiled = || {
            let options = Options::default();
            let core = pipeline::optimise(program.without_makers(), &options, &mut Blind)?;
            let flat = pipeline::flatten(core.clone(), &options, &mut Blind)?;
            Ok((core, flat))
        };
        let (core, flat) = compiled().map_err(|e: Error| e.to_string())?;
        let mut found = vec![];
        for entry in &program.entries {
            for (set, args) in program.data(entry, SIZES)? {
                let before = statements(&program.core, entry, &args, 1024)?;
                let core = statements(&core, entry, &args, before)?;
                let flat = statements(&flat, entry, &args, before)?;
                found.push(Work {
                    names: [program.name.clone(), entry.clone(), set],
                    statements: before,
                    core: core as f64 / before as f64,
                    flat: flat as f64 / before as f64,
                });
            }
        }
        Ok(found)
    })
}

/// Optimised Core may take this many times the work of the program as it was written.
const MOST: f64 = 1.5;
/// From the middle size to the large one the ratio may grow this much, and likewise from even to skewed data of the large size. What is
/// computed once weighs less in larger data, so that some growth means nothing.
const GROWTH: f64 = 1.3;

/// What is wrong with the work of optimised Core: too much, or more for larger or skewed data.
pub fn excess(measured: &[Work]) -> Vec<String> {
    let ratio = |work: &Work, set: &str| {
        let [program, entry, _] = &work.names;
        let found = measured.iter().find(|w| w.names[..2] == work.names[..2] && w.names[2] == set);
        found.map(|w| {
            (
                w.core,
                format!("{program} {entry}: {:.2} on {}, {:.2} on {set}", work.core, work.names[2], w.core),
            )
        })
    };
    let mut wrong = vec![];
    for work in measured {
        if work.core > MOST {
            wrong.push(format!("{}: {:.2} times the work", work.names.join(" "), work.core));
        }
        let [_, middle, large] = SIZES;
        let Some(kind) = work.names[2].strip_suffix(&format!("-{large}")) else { continue };
        for other in [format!("{kind}-{middle}"), format!("data-{large}")] {
            wrong.extend(
                ratio(work, &other).filter(|(less, _)| work.core > GROWTH * less).map(|(_, text)| text),
            );
        }
    }
    wrong
}

/// The measurements as a table.
pub fn table(measured: &[Work]) -> Table {
    let line = |work: &Work| {
        let mut line = work.names.to_vec();
        line.extend([work.statements.to_string(), format!("{:.2}", work.core), format!("{:.2}", work.flat)]);
        line
    };
    let head = ["program", "entry", "data", "statements", "core", "flat"];
    let head = head.into_iter().map(str::to_string).collect();
    Table { about: ABOUT, head, lines: measured.iter().map(line).collect(), words: (3, 0) }
}

/// The least fuel that a run needs, at most a part in [`PRECISION`] too much.
fn statements<O: interp::Eval>(
    prog: &Prog<O>,
    entry: &str,
    args: &[Value],
    guess: u64,
) -> Result<u64, String> {
    let enough = |fuel: u64| {
        // The faster way of the interpreter counts otherwise.
        let options = interp::Options { fuel, check: true, ..interp::Options::default() };
        match interp::run_with(prog, entry, args, options) {
            Ok(_) => Ok(true),
            Err(interp::Error::Fuel(_)) => Ok(false),
            Err(e) => Err(format!("{entry}: {e}")),
        }
    };
    let (mut low, mut high) = (0, guess);
    while !enough(high)? {
        (low, high) = (high, 2 * high);
    }
    while high - low > 1 + high / PRECISION {
        let middle = low.midpoint(high);
        if enough(middle)? {
            high = middle;
        } else {
            low = middle;
        }
    }
    Ok(high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn growing_work_is_found() {
        let work = |set: &str, core: f64| Work {
            names: ["p", "f", set].map(str::to_string),
            statements: 100,
            core,
            flat: 1.0,
        };
        assert_eq!(excess(&[work("data-12", 1.0), work("data-48", 1.1), work("skewed-48", 1.2)]), [""; 0]);
        assert_eq!(excess(&[work("data-3", 1.6)]).len(), 1, "too much");
        assert_eq!(excess(&[work("data-12", 0.9), work("data-48", 1.2)]).len(), 1, "grows with the size");
        assert_eq!(excess(&[work("data-48", 0.9), work("skewed-48", 1.2)]).len(), 1, "grows with skew");
    }
}
