//! How long each pass takes: `windrow dev --times`.

use driver::Error;
use driver::pipeline::{self, Observer, Options};
use ir::{Core, Flat, kernel};
use std::time::{Duration, Instant};

/// Looks at the clock after every pass. What verifying takes, where that is on, counts with the pass before.
struct Clock {
    last: Instant,
    passes: Vec<(String, Duration)>,
}

impl Clock {
    fn tick(&mut self, pass: &str) -> Result<(), Error> {
        let now = Instant::now();
        self.passes.push((pass.to_string(), now - self.last));
        self.last = now;
        Ok(())
    }
}

impl Observer for Clock {
    fn core(&mut self, pass: &str, _: &Core) -> Result<(), Error> {
        self.tick(pass)
    }
    fn flat(&mut self, pass: &str, _: &Flat) -> Result<(), Error> {
        self.tick(pass)
    }
    fn kernel(&mut self, pass: &str, _: &kernel::Program) -> Result<(), Error> {
        self.tick(pass)
    }
}

/// A line for every pass, in milliseconds, and one for optimiser and flattener together: all behind the front end and before lowering.
/// The front end began at `begin`.
pub(super) fn table(prog: Core, options: &Options, begin: Instant) -> Result<String, Error> {
    let mut clock = Clock { last: begin, passes: vec![] };
    let core = pipeline::optimise(prog, options, &mut clock)?;
    let flat = pipeline::flatten(core, options, &mut clock)?;
    let middle: Duration = clock.passes[1..].iter().map(|(_, time)| *time).sum();
    pipeline::lower(flat, passes::Target::GPU, options, &mut clock)?;
    clock.passes.push(("optimise and flatten".into(), middle));
    let line =
        |(pass, time): &(String, Duration)| format!("{pass:<20} {:>9.2} ms\n", time.as_secs_f64() * 1e3);
    Ok(clock.passes.iter().map(line).collect())
}
