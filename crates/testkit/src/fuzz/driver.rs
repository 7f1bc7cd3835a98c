//! The driver: starts workers, watches them, and adds up what they say.

use super::{Args, worker};
use crate::coverage::Coverage;
use crate::generate::program;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

#[derive(Default)]
struct Tally {
    programs: u64,
    entries: u64,
    runs: u64,
    failing: u64,
    slow: u64,
    found: Vec<String>,
    limits: BTreeMap<String, usize>,
    missing: Vec<String>,
    confirmed: u64,
    outside: BTreeMap<String, usize>,
    /// Microseconds of each part of the checks.
    times: BTreeMap<String, u64>,
}

/// A line of a worker, or its end.
enum Event {
    Line(u64, String),
    End(u64),
}

struct Worker {
    child: Child,
    /// The seed being run.
    seed: Option<u64>,
    since: Instant,
}

/// Runs programs and says whether nothing was found and little is unsupported.
pub fn fuzz(args: &Args) -> Result<bool, String> {
    if args.worker {
        return worker::work(args);
    }
    let begin = Instant::now();
    let mut tally = Tally::default();
    drive(args, &mut tally)?;
    let mut coverage = Coverage::default();
    for seed in args.seed..args.seed + args.count {
        program(seed, args.entries, &mut coverage);
    }
    println!("{}\n{}", coverage.table(), coverage.shares());
    Ok(summary(args, &tally, begin.elapsed()))
}

fn drive(args: &Args, tally: &mut Tally) -> Result<(), String> {
    let (sender, events) = channel();
    let jobs = args.jobs.clamp(1, args.count.max(1));
    let mut workers: BTreeMap<u64, Worker> = BTreeMap::new();
    for job in 0..jobs {
        workers.insert(job, start(args, job, args.seed + job, sender.clone())?);
    }
    while !workers.is_empty() {
        match events.recv_timeout(Duration::from_secs(1)) {
            Ok(Event::Line(job, line)) => {
                if let Some(worker) = workers.get_mut(&job) {
                    note(worker, &line, tally);
                }
            }
            Ok(Event::End(job)) => {
                let Some(mut worker) = workers.remove(&job) else { continue };
                let status = worker.child.wait().map_err(|e| format!("error: {e}"))?;
                if let Some(seed) = worker.seed {
                    let what = format!("crash in program {seed}: {status} (entries: {})", args.entries);
                    println!("{what}");
                    tally.found.push(what);
                    let next = seed + jobs;
                    if next < args.seed + args.count && tally.found.len() < args.findings {
                        workers.insert(job, start(args, job, next, sender.clone())?);
                    }
                } else if !status.success() {
                    return Err(format!("error: a worker ended with {status}"));
                }
            }
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
        }
        for worker in workers.values_mut() {
            if worker.since.elapsed() > Duration::from_secs(args.patience)
                || tally.found.len() >= args.findings
            {
                // Its end is noticed like that of a crash.
                let _ = worker.child.kill();
                if tally.found.len() >= args.findings {
                    worker.seed = None;
                }
            }
        }
        if tally.found.len() >= args.findings {
            for worker in workers.values_mut() {
                let _ = worker.child.wait();
            }
            return Ok(());
        }
    }
    Ok(())
}

fn start(args: &Args, job: u64, seed: u64, sender: Sender<Event>) -> Result<Worker, String> {
    let me = std::env::current_exe().map_err(|e| format!("error: cannot find this program: {e}"))?;
    let count = (args.seed + args.count).saturating_sub(seed);
    let step = args.jobs.clamp(1, args.count.max(1));
    let mut command = Command::new(me);
    command.arg("fuzz").arg("--worker");
    for (name, value) in [
        ("--seed", seed.to_string()),
        ("--count", count.to_string()),
        ("--step", step.to_string()),
        ("--entries", args.entries.to_string()),
        ("--shrink", args.shrink.to_string()),
        ("--backends", args.backends.join(",")),
        ("--out", args.out.clone()),
    ] {
        command.arg(name).arg(value);
    }
    if args.schedules {
        command.arg("--schedules");
    }
    if args.thorough {
        command.arg("--thorough");
    }
    // Compiling takes most of the time, and most of that is PoCL's.
    command.env("POCL_EXTRA_BUILD_FLAGS", "-cl-opt-disable");
    command.stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().map_err(|e| format!("error: cannot start a worker: {e}"))?;
    let Some(out) = child.stdout.take() else { return Err("error: a worker has no output".into()) };
    std::thread::spawn(move || {
        for line in BufReader::new(out).lines().map_while(Result::ok) {
            if sender.send(Event::Line(job, line)).is_err() {
                return;
            }
        }
        // Nobody listens any more: the run is over.
        let _ = sender.send(Event::End(job));
    });
    Ok(Worker { child, seed: None, since: Instant::now() })
}

fn note(worker: &mut Worker, line: &str, tally: &mut Tally) {
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    match word {
        "start" => {
            worker.seed = rest.parse().ok();
            worker.since = Instant::now();
        }
        "limit" => {
            let message = rest.split_once("yet: ").map_or(rest, |(_, what)| what);
            *tally.limits.entry(message.to_string()).or_default() += 1;
        }
        "outside" => {
            let why: String = rest.chars().take(60).collect();
            *tally.outside.entry(why).or_default() += 1;
        }
        "found" => {
            println!("{rest}");
            tally.found.push(rest.to_string());
        }
        "time" => {
            if let Some((part, time)) = rest.rsplit_once(' ') {
                *tally.times.entry(part.to_string()).or_default() += time.parse::<u64>().unwrap_or(0);
            }
        }
        "missing" => {
            if !tally.missing.iter().any(|m| m == rest) {
                println!("skipped: {rest}");
                tally.missing.push(rest.to_string());
            }
        }
        "done" => {
            worker.seed = None;
            let numbers: Vec<u64> = rest.split(' ').filter_map(|n| n.parse().ok()).collect();
            if let [_, runs, failing, slow, entries, confirmed] = numbers[..] {
                tally.confirmed += confirmed;
                tally.programs += 1;
                tally.runs += runs;
                tally.failing += failing;
                tally.slow += slow;
                tally.entries += entries;
            }
            if tally.programs.is_multiple_of(50) {
                println!("{} programs, {} runs, {} findings", tally.programs, tally.runs, tally.found.len());
            }
        }
        _ => println!("{line}"),
    }
}

fn summary(args: &Args, tally: &Tally, time: Duration) -> bool {
    let limited: usize = tally.limits.values().sum();
    let share = 100.0 * limited as f64 / tally.entries.max(1) as f64;
    println!(
        "{} programs of {} entries: {} runs compared ({} inputs fail on purpose, {} too slow), {:.0} s",
        tally.programs,
        args.entries,
        tally.runs,
        tally.failing,
        tally.slow,
        time.as_secs_f64()
    );
    let mut times: Vec<(&String, &u64)> = tally.times.iter().collect();
    times.sort_by_key(|(_, time)| std::cmp::Reverse(**time));
    let shown = |(part, time): &(&String, &u64)| {
        format!("{part} {:.1}", **time as f64 / 1000.0 / tally.programs.max(1) as f64)
    };
    println!("milliseconds a program: {}", times.iter().map(shown).collect::<Vec<_>>().join(", "));
    let outside: usize = tally.outside.values().sum();
    println!("{} runs confirmed by the witness, {outside} outside of what it can judge", tally.confirmed);
    for (why, n) in &tally.outside {
        println!("  {n:>5}  {why}");
    }
    println!("{} findings; {limited} entries not supported ({share:.1}%)", tally.found.len());
    for (message, n) in &tally.limits {
        println!("  {n:>5}  {message}");
    }
    tally.found.is_empty() && share < 10.0
}
