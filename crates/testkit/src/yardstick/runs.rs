//! Counts of runs, from the profile of the runtime: programs are lowered as for a GPU and run by the processor.

use super::steady::Steady;
use super::table::Table;
use super::{Counted, for_each};
use driver::pipeline::{self, Blind};
use driver::simulator::Simulator;
use driver::{Backend, Error, Options};
use std::sync::Arc;

/// What a GPU is asked to do, for the device of this machine, whose groups have one lane.
const ONE_LANE: passes::Target = passes::Target { lanes: 1, ..passes::Target::GPU };

const ABOUT: &str = "\
Counts of runs on the data that each program makes for itself, `data` and `skewed`, at three sizes: launches as on a GPU, transfers
of numbers to the host, allocations (those of schedules included), the most bytes that arrays take at one time, arguments and results
included, and the bytes of arguments and results. BLESS=1 cargo test -p windrow-testkit --test yardstick records them.";

/// The sizes of the data.
pub const SIZES: [i64; 3] = [3, 48, 768];

/// The table of all programs.
pub fn table(programs: &[Counted]) -> Result<Table, String> {
    table_on(programs, Machine::OneLane, SIZES)
}

/// What data of other sizes take, on a machine.
pub fn table_on(programs: &[Counted], machine: Machine, sizes: [i64; 3]) -> Result<Table, String> {
    let lines = for_each(programs, |program| measure(program, machine, sizes))?;
    let head = ["program", "entry", "data", "launches", "reads", "allocations", "peak", "in+out"];
    let head = head.into_iter().map(str::to_string).collect();
    Ok(Table { about: ABOUT, head, lines, words: (3, 0) })
}

/// What programs are lowered for, and what runs them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Machine {
    /// What a GPU is asked to do, by a processor: groups have one lane.
    OneLane,
    /// A GPU of an interpreter, whose groups have several lanes.
    Lanes,
    /// A processor, whose workers go through many points each.
    Processor,
}

impl Machine {
    fn device(self) -> Result<(Arc<dyn rt::Device>, Backend, passes::Target), String> {
        let device: Arc<dyn rt::Device> = match self {
            Machine::OneLane | Machine::Processor => Arc::new(Steady::new().map_err(|e| e.to_string())?),
            Machine::Lanes => Arc::new(Simulator::gpu()),
        };
        let (backend, target) = match self {
            Machine::OneLane => (Backend::Native, ONE_LANE),
            Machine::Processor => (Backend::Native, passes::Target::CPU),
            Machine::Lanes => (Backend::Kernel, Backend::Kernel.target(Some(&*device))),
        };
        Ok((device, backend, target))
    }
}

fn measure(program: &Counted, machine: Machine, sizes: [i64; 3]) -> Result<Vec<Vec<String>>, String> {
    let (device, backend, target) = machine.device()?;
    let compiled = || {
        let options = Options::default();
        let core = pipeline::optimise(program.without_makers(), &options, &mut Blind)?;
        let flat = pipeline::flatten(core, &options, &mut Blind)?;
        let kernel = pipeline::lower(flat.clone(), target, &options, &mut Blind)?;
        let text = driver::target::source(&kernel, backend)?;
        Ok((flat, kernel, text))
    };
    let (flat, kernel, text) = compiled().map_err(|e: Error| e.to_string())?;
    let options = rt::Options { profile: true, ..rt::Options::default() };
    let loaded = rt::Loaded::new(device, kernel, &text, options).map_err(|e| e.to_string())?;
    let mut lines = vec![];
    for entry in &program.entries {
        let fun = flat.funs.iter().find(|f| f.name == *entry).ok_or("an entry point was lost")?;
        for (set, values) in program.data(entry, sizes)? {
            let args = ir::value::bind_args(fun, &flat.vars, &values).map_err(|e| e.to_string())?;
            let ran = loaded.run_profiled(entry, &args);
            let (_, profile) = ran.map_err(|e| format!("{entry} on {set}: {e}"))?;
            let profile = profile.ok_or("a run has no profile")?;
            let passed = profile.uploads.bytes + profile.downloads.bytes;
            let numbers =
                [profile.launches(), profile.reads.count, profile.allocated.count, profile.peak, passed];
            let mut line = vec![program.name.clone(), entry.clone(), set];
            line.extend(numbers.map(|number| number.to_string()));
            lines.push(line);
        }
    }
    Ok(lines)
}
