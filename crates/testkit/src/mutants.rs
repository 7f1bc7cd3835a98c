//! Deliberate bugs: all are planted in one copy of the sources, each is switched on by itself, and some test must notice it.
//!
//! | file | what |
//! |---|---|
//! | `mutation` | the text of a mutation, and how it is planted |
//! | `build` | the copy of the sources that holds all of them |
//! | `detect` | the tests that may notice one |
//!
//! Building takes minutes and running a test seconds, so the choice is made at run time: the planted text is
//! `if base::mutation::on(N) { wrong } else { right }`, and `WINDROW_MUTATION=N` switches number `N` on.

mod build;
mod detect;
mod mutation;

pub use mutation::{Mutation, load, plant};

use detect::Detector;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// What to run.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// Only mutations whose name contains one of these.
    pub only: Vec<String>,
    /// Mutations that are tried side by side.
    #[arg(long, default_value_t = 2)]
    pub jobs: usize,
    /// The workspace.
    #[arg(long, default_value = ".")]
    pub workspace: PathBuf,
    /// Where to copy and build.
    #[arg(long, default_value = "target/mutants")]
    pub out: PathBuf,
}

impl Args {
    fn wants(&self, name: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|part| name.contains(part))
    }
}

/// A test that passes without mutations, with the longest time it may take with one.
struct Judge {
    detector: Detector,
    patience: Duration,
}

impl Judge {
    fn of(detector: Detector) -> Result<Judge, String> {
        let start = Instant::now();
        if detector.notices(None, Duration::from_secs(600))? {
            return Err(format!("error: {} fails without any mutation", detector.name));
        }
        println!("{:<30} passes in {:.1} s", detector.name, start.elapsed().as_secs_f64());
        Ok(Judge { detector, patience: start.elapsed() * 5 + Duration::from_secs(20) })
    }
}

/// Builds the sources with all mutations and says whether each of those asked for is noticed.
pub fn mutants(args: &Args) -> Result<bool, String> {
    let begin = Instant::now();
    let mutations = load(&args.workspace)?;
    let built = build::build(&args.workspace, &args.out, &mutations)?;
    println!("{} mutations built in {:.0} s", mutations.len(), begin.elapsed().as_secs_f64());
    let wanted: Vec<(usize, &Mutation)> =
        mutations.iter().enumerate().filter(|(_, m)| args.wants(&m.name)).collect();
    let mut judges = vec![];
    for detector in detect::detectors(&built)? {
        judges.push(Judge::of(detector)?);
    }
    let files: BTreeSet<&str> =
        wanted.iter().filter_map(|(_, m)| m.noticed.as_deref()).filter(|by| is_file(by)).collect();
    for path in files {
        judges.push(Judge::of(Detector::file(&built, path)?)?);
    }
    let missed = AtomicUsize::new(0);
    let next = AtomicUsize::new(0);
    let work = || -> Result<(), String> {
        while let Some((number, mutation)) = wanted.get(next.fetch_add(1, Ordering::Relaxed)) {
            let start = Instant::now();
            let by = noticed_by(&judges, *number, mutation)?;
            if by.is_none() {
                missed.fetch_add(1, Ordering::Relaxed);
            }
            let verdict = by.map_or("MISSED".to_string(), |name| format!("noticed by {name}"));
            println!("{:<40} {verdict}, {:.1} s", mutation.name, start.elapsed().as_secs_f64());
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..args.jobs.max(1)).map(|_| scope.spawn(work)).collect();
        let ends = workers.into_iter().map(|w| w.join().map_err(|_| "error: a worker panicked".to_string()));
        ends.collect::<Result<Vec<_>, String>>()?.into_iter().collect::<Result<(), String>>()
    })?;
    let missed = missed.into_inner();
    let time = begin.elapsed().as_secs_f64();
    println!("{} mutations, {} noticed, {missed} missed, {time:.0} s", wanted.len(), wanted.len() - missed);
    Ok(missed == 0)
}

/// The first test that notices a mutation; the one that did before is tried first.
fn noticed_by<'a>(judges: &'a [Judge], number: usize, of: &Mutation) -> Result<Option<&'a str>, String> {
    let before = |judge: &&Judge| of.noticed.as_ref() == Some(&judge.detector.name);
    let others = judges.iter().filter(|judge| !before(judge) && !is_file(&judge.detector.name));
    let others = others.filter(|judge| judge.detector.lowers || !of.in_lowering());
    for judge in judges.iter().filter(before).chain(others) {
        if judge.detector.notices(Some(number), judge.patience)? {
            return Ok(Some(&judge.detector.name));
        }
    }
    Ok(None)
}

/// Whether the name of a test is that of a file.
fn is_file(name: &str) -> bool {
    name.starts_with("tests/")
}
