//! The data sets of one program.

use super::super::Stop;
use super::super::sources::{SourceError, Sources, compare};
use super::measure::Plan;
use super::progress::Line;
use super::results::{Measured, Results, entry_name};
use super::stats::Estimate;
use super::{clipped, padding};
use driver::devices::Place;
use driver::stanza::{self, Case, Expected};
use driver::{Backend, Error, Options, Program, Ready};
use rt::Datum;
use std::path::Path;
use std::time::Instant;

/// What holds for all programs.
pub(super) struct Bench<'a> {
    pub(super) place: &'a Place,
    pub(super) options: &'a Options,
    pub(super) plan: Plan,
    /// The entry points to run; all if empty.
    pub(super) entries: &'a [String],
    pub(super) exclude: &'a [String],
    pub(super) tolerance: f64,
}

impl Bench<'_> {
    /// Runs the data sets of a program and prints a line about each. What keeps the program from being run is an error; what goes
    /// wrong with a data set is noted.
    pub(super) fn program(&self, file: &Path, results: &mut Results) -> Result<(), Stop> {
        let name = file.display().to_string();
        let text = std::fs::read_to_string(file).map_err(|e| format!("error: cannot read {name}: {e}"))?;
        let stanzas = stanza::parse(&text).map_err(|e| format!("error: {name}:{e}"))?;
        // Failures have no time worth knowing.
        let timed = |case: &&Case| {
            !matches!(case.expected, Expected::Error(_)) && !self.leaves_out(&stanzas.tags, &case.tags)
        };
        let cases: Vec<&Case> = stanzas.cases.iter().filter(timed).collect();
        let mut entries: Vec<&str> = vec![];
        for entry in cases.iter().flat_map(|case| &case.entries) {
            let wanted = self.entries.is_empty() || self.entries.contains(entry);
            if wanted && !entries.contains(&entry.as_str()) {
                entries.push(entry);
            }
        }
        if entries.is_empty() {
            return Ok(());
        }
        let program = Program::from_file_chosen(&name, &self.options.choices)?.warned();
        let known = program.entries();
        if let Some(entry) = entries.iter().find(|entry| !known.contains(entry)) {
            let known = known.join(", ");
            return Err(format!("error: {name} has no entry point called {entry}; it has: {known}").into());
        }
        let mut ready = Ready::later(&program, self.place, self.options);
        ready.prepare(&entries)?;
        let sources = Sources { file, program: &program };
        for entry in entries {
            let own = || cases.iter().filter(|case| case.entries.iter().any(|e| e == entry));
            let heading = entry_name(&name, entry);
            println!("{heading}:");
            let titles: Vec<String> = own().map(|case| case.title()).collect();
            let width = padding(titles.iter().map(String::as_str));
            for (case, title) in own().zip(&titles) {
                let outcome = self.data_set(&sources, &mut ready, entry, case, title);
                println!("{:<width$} {}", clipped(title) + ":", shown(&outcome));
                results.add(&heading, title, outcome);
            }
            println!();
        }
        Ok(())
    }

    fn leaves_out(&self, program: &[String], case: &[String]) -> bool {
        let backend = self.place.backend;
        let not_here = format!("no_{}", backend.name());
        program.iter().chain(case).any(|tag| {
            matches!(tag.as_str(), "nobench" | "disable")
                || *tag == not_here
                || backend == Backend::Interp && tag == "compiled"
                || self.exclude.contains(tag)
        })
    }

    fn data_set(
        &self,
        sources: &Sources,
        ready: &mut Ready,
        entry: &str,
        case: &Case,
        title: &str,
    ) -> Result<Measured, String> {
        let mut line = Line::new(title);
        let types = sources.program.parameters(entry).unwrap_or_default();
        let input = sources.values(&case.input, &types, ready).map_err(said)?;
        sources.program.fits(entry, &input).map_err(|e| e.to_string())?;
        // This run also brings code and memory to the device.
        let got = ready.run(entry, &input).map_err(|e| e.to_string())?;
        if let Expected::Values(source) = &case.expected {
            let types: Vec<_> = got.iter().map(|v| (v.elem, v.lens.len())).collect();
            let expected = sources.values(source, &types, ready).map_err(said)?;
            compare(&got, &expected, self.tolerance)?;
        }
        drop(got);
        let said = |e: Error| e.to_string();
        // Arguments stay on the device, and nobody fetches the results.
        let (callable, context) = (ready.callable(entry).map_err(said)?, ready.context().map_err(said)?);
        let args: Result<Vec<Datum>, _> = input.into_iter().map(|value| context.store(value)).collect();
        let args = args.map_err(|e| e.to_string())?;
        let mut peak = None;
        let run = || -> Result<_, String> {
            let cost = callable.call(entry, args.clone(), &context, &rt::Stop::new()).map_err(said)?.cost;
            peak = peak.max(cost.peak);
            Ok(cost.time)
        };
        let start = Instant::now();
        let runtimes = self.plan.measure(run, || start.elapsed(), |progress| line.show(progress))?;
        // The names of Futhark's memories.
        let memory = match self.place.backend {
            Backend::Interp | Backend::Native => "default space",
            Backend::OpenCl | Backend::Cuda | Backend::Kernel | Backend::KernelCpu => "device",
        };
        Ok(Measured { runtimes, bytes: peak.iter().map(|n| (memory.to_string(), *n as u64)).collect() })
    }
}

fn said(error: SourceError) -> String {
    match error {
        SourceError::Wrong(what) => what,
        SourceError::Unsupported(what) => format!("not supported: {what}"),
    }
}

/// The result of a data set as a line.
fn shown(outcome: &Result<Measured, String>) -> String {
    match outcome {
        Ok(measured) => {
            let (estimate, runs) = (Estimate::of(&measured.runtimes), measured.runtimes.len());
            let (mean, low, high) = (estimate.mean, estimate.low().max(0.0), estimate.high());
            let runs = if runs == 1 { "1 run".to_string() } else { format!("{runs} runs") };
            format!("{mean:>10.0}μs (95% CI: [{low:>10.1}, {high:>10.1}]; {runs})")
        }
        Err(what) => what.trim_end().to_string(),
    }
}
