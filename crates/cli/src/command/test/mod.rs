//! `windrow test`: runs the stanzas of programs.
//!
//! Programs run at the same time, on several threads or, on devices, in several processes; what is said about them comes in the order of their names.

mod apart;
mod program;
mod schedule;

use super::sources::collect;
use super::{ExecuteArgs, Stop, Where, parse_where};
use apart::{Apart, Environment};
use clap::Args;
use driver::devices::{Devices, Place};
use driver::{Backend, Error, Options};
use rt::DeviceError;
use rt::compilation::Effort;
use schedule::{Job, Process, Report, Schedule};
use std::io::{IsTerminal, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// How many statements of one case the interpreter executes: an endless program ends some time.
const FUEL: u64 = 300_000_000;

#[derive(Args)]
pub(super) struct TestArgs {
    /// Programs, or folders of them.
    #[arg(required = true)]
    paths: Vec<String>,
    /// Where to run; may be given several times.
    #[arg(short, long, default_value = "auto", value_parser = parse_where)]
    backend: Vec<Where>,
    /// Relative tolerance of floating-point results, by default Futhark's.
    #[arg(long, default_value_t = 2e-3)]
    tolerance: f64,
    /// Leave out programs and cases with this tag; may be given several times.
    #[arg(long, value_name = "TAG")]
    exclude: Vec<String>,
    /// Run only cases that have this tag, or whose program has it; may be given several times.
    #[arg(long, value_name = "TAG")]
    include: Vec<String>,
    /// Run only this entry point; may be given several times.
    #[arg(short, long, visible_alias = "entry-point")]
    entry: Vec<String>,
    /// Run so many programs at the same time; as many as there are cores if left out.
    #[arg(short = 'j', long, value_name = "N")]
    concurrency: Option<usize>,
    /// Give up on a program whose next case takes longer.
    #[arg(long, value_name = "SECONDS", default_value_t = 30)]
    timeout: u64,
    /// The message that refuses a program must match the expression after `error:`.
    #[arg(long = "match")]
    exact: bool,
    /// How much the C compiler optimises: none, some or full. The more, the longer it takes; most programs are run once, on little data.
    #[arg(long, value_name = "EFFORT", default_value_t = Effort::Some, value_parser = parse_effort)]
    optimise: Effort,
    /// Place every argument at the end of a page, read-only, with a page behind it that ends the process when it is touched: a
    /// program that reads past an array or writes to one that is not its own is found. Only native uses arguments where they are.
    #[arg(long)]
    guard: bool,
    /// Also say what was skipped and which messages have other words than expected.
    #[arg(short, long)]
    verbose: bool,
    #[command(flatten)]
    execute: ExecuteArgs,
}

fn parse_effort(name: &str) -> Result<Effort, String> {
    let named = Effort::ALL.into_iter().find(|(own, _)| *own == name);
    named.map(|(_, effort)| effort).ok_or_else(|| "expected none, some or full".to_string())
}

/// What holds for all programs.
pub(super) struct Settings {
    options: Options,
    tolerance: f64,
    exclude: Vec<String>,
    include: Vec<String>,
    entries: Vec<String>,
    exact: bool,
}

impl Settings {
    /// Why something with these tags is left out on a backend.
    fn skips(&self, tags: &[String], backend: Backend) -> Option<String> {
        let not_here = format!("no_{}", backend.name());
        let left_out = |tag: &&String| {
            let slow = backend == Backend::Interp && *tag == "compiled";
            slow || matches!(tag.as_str(), "disable" | "notest")
                || **tag == not_here
                || self.exclude.contains(tag)
        };
        tags.iter().find(left_out).map(|tag| format!("tagged {tag}"))
    }

    /// Why something with only these tags is not chosen.
    fn lacks(&self, tags: &[String]) -> Option<String> {
        let chosen = self.include.is_empty() || tags.iter().any(|tag| self.include.contains(tag));
        (!chosen).then(|| format!("not tagged {}", self.include.join(" or ")))
    }

    fn wants_entry(&self, entry: &str) -> bool {
        self.entries.is_empty() || self.entries.iter().any(|e| e == entry)
    }
}

pub(super) fn test(args: &TestArgs) -> Result<bool, Stop> {
    let mut options = args.execute.options().map_err(Stop::Use)?;
    options.check = true;
    // Results are written down as exact arithmetic gives them.
    options.contract = false;
    options.effort = args.optimise;
    options.guard = args.guard;
    options.fuel = args.execute.fuel.unwrap_or(FUEL);
    test_with(args, options)
}

/// A backend that has no device here.
struct Absent {
    backend: Backend,
    why: String,
}

/// A device for each backend. `--device` names one of at least one of them; the others run on what they prefer.
fn places(args: &TestArgs) -> Result<Vec<Result<Place, Absent>>, Error> {
    let listed = args.execute.device.as_deref().map(|wanted| (wanted, Devices::list()));
    if let Some((wanted, devices)) = &listed {
        let all: Vec<Backend> = args.backend.iter().flat_map(|b| b.backends()).collect();
        devices.choose(wanted, &all)?;
    }
    let mut places = vec![];
    for backend in &args.backend {
        let backends = backend.backends();
        let chosen = match &listed {
            Some((wanted, devices)) => devices.find(wanted, &backends)?,
            None => None,
        };
        places.push(match (chosen, backend) {
            (Some(device), _) => Ok(Place::chosen(device)?),
            (None, Where::Auto) => Ok(Place::first(&backends, None)?),
            (None, Where::On(backend)) => match Place::preferred(*backend) {
                Ok(place) => Ok(place),
                Err(e @ DeviceError::Missing { .. }) => Err(Absent { backend: *backend, why: e.to_string() }),
                // A device that is there and fails leaves the tests undone: that is no reason to pass.
                Err(e) => return Err(Error::Device(format!("backend {}: {e}", backend.name()))),
            },
        });
    }
    Ok(places)
}

fn test_with(args: &TestArgs, options: Options) -> Result<bool, Stop> {
    let mut files = vec![];
    for path in &args.paths {
        collect(Path::new(path), &mut files).map_err(|e| format!("error: cannot read {path}: {e}"))?;
    }
    files.sort();
    let mut total = Report::default();
    let mut jobs = vec![];
    let environment = Arc::new(Environment::now());
    for (place, wanted) in places(args)?.into_iter().zip(&args.backend) {
        match place {
            Ok(place) => {
                let anywhere = *wanted == Where::Auto;
                place.remark().into_iter().for_each(|remark| eprintln!("note: {remark}"));
                // Only native uses arguments where they are, so that guarding them may end its process.
                let guarded = args.guard && place.backend == Backend::Native;
                let may_crash = guarded || matches!(place.backend, Backend::OpenCl | Backend::Cuda);
                let apart = files.len() > 1 && may_crash;
                let process = if apart {
                    Process::Apart(Arc::new(Apart::of(args, &place, anywhere, &environment)))
                } else {
                    Process::Here(place.device.clone())
                };
                jobs.extend(files.iter().map(|file| Job {
                    file: file.clone(),
                    backend: place.backend,
                    anywhere,
                    process: process.clone(),
                }));
            }
            Err(Absent { backend, why }) => {
                eprintln!("skipped: backend {}: {why}", backend.name());
                total.skipped += files.len();
            }
        }
    }
    let settings = Settings {
        options,
        tolerance: args.tolerance,
        exclude: args.exclude.clone(),
        include: args.include.clone(),
        entries: args.entry.clone(),
        exact: args.exact,
    };
    let cores = || std::thread::available_parallelism().map_or(1, |n| n.get());
    let schedule = Schedule {
        threads: args.concurrency.unwrap_or_else(cores).max(1),
        timeout: Duration::from_secs(args.timeout),
        verbose: args.verbose,
    };
    let progress = std::io::stderr().is_terminal();
    let count = jobs.len();
    schedule.run(jobs, &Arc::new(settings), |index, report| {
        if progress {
            eprint!("\r\x1b[K");
        }
        report.lines.iter().for_each(|line| println!("{line}"));
        total.add(&report);
        if progress {
            eprint!("{}", bar(index + 1, count, &total));
            // Progress that cannot be shown is no reason to stop.
            let _ = std::io::stderr().flush();
        }
    });
    if progress {
        eprint!("\r\x1b[K");
    }
    println!("{} passed, {} failed, {} skipped", total.passed, total.failed, total.skipped);
    Ok(total.failed == 0)
}

/// How far the tests are, in one line.
fn bar(done: usize, count: usize, total: &Report) -> String {
    const WIDTH: usize = 30;
    let full = WIDTH * done / count.max(1);
    let (passed, failed) = (total.passed, total.failed);
    format!("[{:.<WIDTH$}] {done}/{count} programs, {passed} passed, {failed} failed", "#".repeat(full))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_fills() {
        let total = Report { passed: 5, failed: 1, ..Report::default() };
        assert_eq!(bar(1, 3, &total), "[##########....................] 1/3 programs, 5 passed, 1 failed");
        assert!(bar(3, 3, &total).starts_with("[##############################] 3/3"));
        assert!(bar(0, 0, &total).starts_with("[....."));
    }
}
