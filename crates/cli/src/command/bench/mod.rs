//! `windrow bench`: how long entry points take on the data sets of their stanzas, after Futhark's conventions.
//!
//! A time is that of a run alone: compiling, reading values and moving them to and from the device do not count, and on a GPU the
//! clock stops when the device is done. The results of a first run, which does not count either, are compared with the stanza's.

mod compare;
mod measure;
mod plot;
mod program;
mod progress;
mod results;
mod stats;

use super::sources::collect;
use super::{ExecuteArgs, Stop, Where, parse_where};
use clap::Args;
use compare::Colours;
use driver::devices::Place;
use measure::Plan;
use plot::Series;
use program::Bench;
use results::Results;
use std::io::IsTerminal;
use std::path::Path;
use std::time::Duration;

#[derive(Args)]
pub(super) struct BenchArgs {
    /// Programs, or folders of them. A program without data sets is left out.
    #[arg(required_unless_present = "compare")]
    paths: Vec<String>,
    /// Where to run: auto, interp, native, opencl or cuda.
    #[arg(short, long, default_value = "auto", value_parser = parse_where)]
    backend: Where,
    /// Run each data set at least so often, after a first run that does not count.
    #[arg(short, long, value_name = "RUNS", default_value = "10")]
    runs: std::num::NonZeroUsize,
    /// Make exactly that many runs, however much their times differ.
    #[arg(long)]
    no_convergence_phase: bool,
    /// Stop runs whose times differ too much for a mean after so many seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 10)]
    convergence_max_seconds: u64,
    /// Run only this entry point; may be given several times.
    #[arg(short, long, visible_alias = "entry-point")]
    entry: Vec<String>,
    /// Leave out programs and data sets with this tag; may be given several times. Always left out: nobench, disable, no_BACKEND.
    #[arg(long, value_name = "TAG", visible_alias = "exclude-case")]
    exclude: Vec<String>,
    /// Relative tolerance of floating-point results, by default Futhark's.
    #[arg(long, default_value_t = 2e-3)]
    tolerance: f64,
    /// Write all run times to a file, in the format of `futhark bench`.
    #[arg(long, value_name = "FILE")]
    json: Option<String>,
    /// Draw the results, or those that are compared, as an SVG picture.
    #[arg(long, value_name = "FILE")]
    plot: Option<String>,
    /// Run nothing: compare two files that `--json` wrote.
    #[arg(long, num_args = 2, value_names = ["BEFORE", "AFTER"], conflicts_with_all = ["paths", "json"])]
    compare: Vec<String>,
    #[command(flatten)]
    execute: ExecuteArgs,
}

pub(super) fn bench(args: &BenchArgs) -> Result<bool, Stop> {
    if let [before, after] = args.compare.as_slice() {
        let (a, b) = (read(before)?, read(after)?);
        let colours = if std::io::stdout().is_terminal() { Colours::On } else { Colours::Off };
        print!("{}", compare::table(&a, &b, colours));
        draw(args, &[Series { name: before, results: &a }, Series { name: after, results: &b }])?;
        return Ok(true);
    }
    let options = args.execute.options().map_err(Stop::Use)?;
    let mut files = vec![];
    for path in &args.paths {
        collect(Path::new(path), &mut files).map_err(|e| format!("error: cannot read {path}: {e}"))?;
    }
    files.sort();
    let place = Place::first(&args.backend.backends(), args.execute.device.as_deref())?;
    place.remark().into_iter().for_each(|remark| eprintln!("note: {remark}"));
    let most = Duration::from_secs(args.convergence_max_seconds);
    let plan = if args.no_convergence_phase {
        Plan { runs: args.runs.get(), least: Duration::ZERO, most: None }
    } else {
        Plan { runs: args.runs.get(), least: Duration::from_millis(500), most: Some(most) }
    };
    let bench = Bench {
        place: &place,
        options: &options,
        plan,
        entries: &args.entry,
        exclude: &args.exclude,
        tolerance: args.tolerance,
    };
    let mut results = Results::default();
    for file in &files {
        bench.program(file, &mut results)?;
    }
    if let Some(path) = &args.json {
        write(path, &results.to_json())?;
    }
    draw(args, &[Series { name: place.backend.name(), results: &results }])?;
    let outcomes: Vec<bool> = results.0.values().flat_map(|sets| sets.values()).map(Result::is_ok).collect();
    if outcomes.is_empty() {
        return Err(
            "error: no data set was found: write `-- ==` and `-- input { ... }` in front of an entry point"
                .to_string()
                .into(),
        );
    }
    Ok(outcomes.into_iter().all(|ok| ok))
}

fn read(path: &str) -> Result<Results, String> {
    let text = std::fs::read_to_string(path).map_err(|e| format!("error: cannot read {path}: {e}"))?;
    Results::from_json(&text).map_err(|e| format!("error: {path} holds no results of a benchmark: {e}"))
}

fn write(path: &str, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|e| format!("error: cannot write {path}: {e}"))
}

fn draw(args: &BenchArgs, series: &[Series]) -> Result<(), String> {
    args.plot.iter().try_for_each(|path| write(path, &plot::svg(series)))
}

/// So many characters of the name of a data set are shown.
const NAME: usize = 40;

/// A name that is short enough for a line.
fn clipped(name: &str) -> String {
    if name.chars().count() <= NAME {
        return name.to_string();
    }
    name.chars().take(NAME - 3).chain("...".chars()).collect()
}

/// How wide the column of these names and a colon is.
fn padding<'a>(names: impl Iterator<Item = &'a str>) -> usize {
    names.map(|name| clipped(name).chars().count() + 1).max().unwrap_or(0)
}
