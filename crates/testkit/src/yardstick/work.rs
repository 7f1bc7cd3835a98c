//! How much the interpreter computes before and after the passes: optimising must not multiply the work.

use super::table::Table;
use super::{Counted, for_each};
use driver::pipeline::{self, Blind};
use driver::stanza::{Expected, Source};
use driver::{Error, Options};
use ir::{Core, Flat, Value};
use std::path::Path;

const ABOUT: &str = "\
What the interpreter executes on the data that each program makes for itself: statements and, of those, operations of scalars and
decisions of branches, of Core before any pass, and how many times as many after the passes over Core and after flattening. Elements are
read by statements in Flat, and computing where they are is arithmetic: operations of Flat are compared with those of the program flattened
without optimisations. BLESS=1 cargo test -p windrow-testkit --test yardstick records them.";

/// The sizes of the data.
const SIZES: [i64; 3] = [3, 12, 48];

/// One measurement.
pub struct Work {
    /// Program, entry point and data.
    pub names: [String; 3],
    /// What is executed.
    pub statements: Executed,
    /// How much of it is arithmetic of scalars.
    pub operations: Executed,
}

/// How much is executed.
#[derive(Clone, Copy, Debug)]
pub struct Executed {
    /// By Core before any pass.
    pub before: u64,
    /// How many times as much after the passes over Core.
    pub core: f64,
    /// How many times as much after flattening.
    pub flat: f64,
}

fn times(after: u64, before: u64) -> f64 {
    after as f64 / before.max(1) as f64
}

/// A program at every stage that is measured.
struct Compiled<'a> {
    before: &'a Core,
    core: Core,
    flat: Flat,
    /// Flattened without optimisations.
    unoptimised: Flat,
}

impl Compiled<'_> {
    /// Compiles the entry points of a program.
    fn of(program: &Counted) -> Result<Compiled<'_>, String> {
        let compiled = |options: &Options| {
            let core = pipeline::optimise(program.without_makers(), options, &mut Blind)?;
            let flat = pipeline::flatten(core.clone(), options, &mut Blind)?;
            Ok((core, flat))
        };
        let (core, flat) = compiled(&Options::default()).map_err(|e: Error| e.to_string())?;
        let without = pipeline::optimisations().into_iter().map(str::to_string).collect();
        let unoptimised = Options { without, ..Options::default() };
        let (_, unoptimised) = compiled(&unoptimised).map_err(|e: Error| e.to_string())?;
        Ok(Compiled { before: &program.core, core, flat, unoptimised })
    }

    /// What a run executes.
    fn run(&self, entry: &str, args: &[Value], names: [String; 3]) -> Result<Work, String> {
        let failed = |e: interp::Error| format!("{entry}: {e}");
        let before = interp::count(self.before, entry, args).map_err(failed)?;
        let core = interp::count(&self.core, entry, args).map_err(failed)?;
        let flat = interp::count(&self.flat, entry, args).map_err(failed)?;
        let unoptimised = interp::count(&self.unoptimised, entry, args).map_err(failed)?;
        Ok(Work {
            names,
            statements: Executed {
                before: before.statements,
                core: times(core.statements, before.statements),
                flat: times(flat.statements, before.statements),
            },
            operations: Executed {
                before: before.operations,
                core: times(core.operations, before.operations),
                flat: times(flat.operations, unoptimised.operations),
            },
        })
    }
}

/// The measurements of all programs.
pub fn measure(programs: &[Counted]) -> Result<Vec<Work>, String> {
    for_each(programs, |program| {
        let compiled = Compiled::of(program)?;
        let mut found = vec![];
        for entry in &program.entries {
            for (set, args) in program.data(entry, SIZES)? {
                found.push(compiled.run(entry, &args, [program.name.clone(), entry.clone(), set])?);
            }
        }
        Ok(found)
    })
}

/// Operations that a run of a case has at least for its ratio to say something.
const ENOUGH: u64 = 40;

/// The measurements of a program on the inputs of its cases, without those that fail or hardly compute anything.
pub fn measure_cases(path: &Path) -> Result<Vec<Work>, String> {
    let program = Counted::read(path)?;
    let compiled = Compiled::of(&program)?;
    let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    let mut found = vec![];
    for case in driver::stanza::parse(&text).map_err(|e| e.to_string())?.cases {
        let (Source::Text(input), false) = (&case.input, matches!(case.expected, Expected::Error(_))) else {
            continue;
        };
        let args = rt::text::parse_values(input, None).map_err(|e| e.to_string())?;
        for entry in &case.entries {
            let names = [program.name.clone(), entry.clone(), format!("line {}", case.line)];
            found.push(compiled.run(entry, &args, names)?);
        }
    }
    found.retain(|work| work.operations.before >= ENOUGH);
    Ok(found)
}

/// Optimised Core may take this many times the work of the program as it was written.
const MOST: f64 = 1.5;
/// From the middle size to the large one the ratio may grow this much, and likewise from even to skewed data of the large size. What is
/// computed once weighs less in larger data, so that some growth means nothing.
const GROWTH: f64 = 1.3;

/// A ratio that is limited, by name.
type Ratio = (&'static str, fn(&Work) -> (f64, u64));

const LIMITED: [Ratio; 3] = [
    ("statements of Core", |work| (work.statements.core, work.statements.before)),
    ("operations of Core", |work| (work.operations.core, work.operations.before)),
    ("operations of Flat", |work| (work.operations.flat, work.operations.before)),
];

/// What is wrong with the work of optimised programs: too much, or more for larger or skewed data.
pub fn excess(measured: &[Work]) -> Vec<String> {
    let mut wrong = vec![];
    for (what, ratio) in LIMITED {
        for work in measured {
            let (names, (times, before)) = (work.names.join(" "), ratio(work));
            if times > MOST && before >= ENOUGH {
                wrong.push(format!("{names}: {times:.2} times the {what}"));
            }
            let [_, middle, large] = SIZES;
            let Some(kind) = work.names[2].strip_suffix(&format!("-{large}")) else { continue };
            for set in [format!("{kind}-{middle}"), format!("data-{large}")] {
                let other = measured.iter().find(|w| w.names[..2] == work.names[..2] && w.names[2] == set);
                if let Some((less, _)) = other.map(ratio).filter(|(less, _)| times > GROWTH * less) {
                    wrong.push(format!("{names}: {times:.2} times the {what}, {less:.2} on {set}"));
                }
            }
        }
    }
    wrong
}

/// The measurements as a table.
pub fn table(measured: &[Work]) -> Table {
    let line = |work: &Work| {
        let mut line = work.names.to_vec();
        for Executed { before, core, flat } in [work.statements, work.operations] {
            line.extend([before.to_string(), format!("{core:.2}"), format!("{flat:.2}")]);
        }
        line
    };
    let head = ["program", "entry", "data", "statements", "core", "flat", "operations", "core", "flat"];
    let head = head.into_iter().map(str::to_string).collect();
    Table { about: ABOUT, head, lines: measured.iter().map(line).collect(), words: (3, 0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn growing_work_is_found() {
        let work = |set: &str, core: f64| Work {
            names: ["p", "f", set].map(str::to_string),
            statements: Executed { before: 100, core, flat: 3.0 },
            operations: Executed { before: 100, core: 1.0, flat: 1.0 },
        };
        assert_eq!(excess(&[work("data-12", 1.0), work("data-48", 1.1), work("skewed-48", 1.2)]), [""; 0]);
        assert_eq!(excess(&[work("data-3", 1.6)]).len(), 1, "too much");
        let flat = Work { operations: Executed { before: 90, core: 1.0, flat: 1.6 }, ..work("data-3", 1.0) };
        assert_eq!(excess(&[flat]), ["p f data-3: 1.60 times the operations of Flat"]);
        let few = Work { operations: Executed { before: 9, core: 1.0, flat: 2.6 }, ..work("data-3", 1.0) };
        assert_eq!(excess(&[few]), [""; 0], "what the host does once");
        assert_eq!(excess(&[work("data-12", 0.9), work("data-48", 1.2)]).len(), 1, "grows with the size");
        assert_eq!(excess(&[work("data-48", 0.9), work("skewed-48", 1.2)]).len(), 1, "grows with skew");
    }
}
