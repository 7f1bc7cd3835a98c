//! The driver starts a worker, watches it, and starts another one behind an input that was the end of it.

use super::Args;
use super::target::Target;
use std::io::{BufRead, BufReader};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// Broken and deep programs for the front end. Says whether nothing was found.
pub fn fuzz_front(args: &Args) -> Result<bool, String> {
    fuzz(args, &Target::front(args)?)
}

/// Broken and deep values for the readers of data. Says whether nothing was found.
pub fn fuzz_data(args: &Args) -> Result<bool, String> {
    fuzz(args, &Target::data(args)?)
}

fn fuzz(args: &Args, target: &Target) -> Result<bool, String> {
    if args.worker { work(args, target) } else { drive(args, target) }
}

/// Announces each input before it is used: `start INDEX`; `found INDEX what` says what is wrong with it.
fn work(args: &Args, target: &Target) -> Result<bool, String> {
    std::panic::set_hook(Box::new(|_| {}));
    let first = args.count.unwrap_or(0);
    for index in first.. {
        println!("start {index}");
        let input = target.input(args.seed, index);
        let result = catch_unwind(AssertUnwindSafe(|| target.check(&input)));
        let what = match result {
            Ok(Ok(())) => continue,
            Ok(Err(what)) => what,
            Err(panic) => {
                let text = panic.downcast_ref::<String>().cloned();
                text.or_else(|| panic.downcast_ref::<&str>().map(|s| s.to_string())).unwrap_or_default()
            }
        };
        println!("found {index} {}", what.lines().next().unwrap_or("a panic"));
    }
    Ok(true)
}

fn drive(args: &Args, target: &Target) -> Result<bool, String> {
    let begin = Instant::now();
    let end = begin + Duration::from_secs_f64(args.minutes * 60.0);
    let limit = Duration::from_secs_f64(args.limit);
    let (mut next, mut findings, mut slowest) = (0, 0, (Duration::ZERO, 0));
    while Instant::now() < end && findings < args.findings && args.count.is_none_or(|n| next < n) {
        let (mut child, lines) = start(args, target, next)?;
        let mut running: Option<(u64, Spent)> = None;
        let now = |child: &Child| Spent { wall: begin.elapsed(), cpu: cpu_time(child) };
        let over = loop {
            match lines.recv_timeout(Duration::from_millis(200)) {
                Ok(line) => {
                    if let Some((index, since)) = running {
                        slowest = slowest.max((now(&child).since(since), index));
                    }
                    let mut words = line.splitn(3, ' ');
                    let (word, index) =
                        (words.next(), words.next().and_then(|n| n.parse().ok()).unwrap_or(next));
                    next = index + 1;
                    if word == Some("found") {
                        report(args, target, index, words.next().unwrap_or(""))?;
                        findings += 1;
                    } else {
                        running = Some((index, now(&child)));
                        if index > 0 && index.is_multiple_of(2000) {
                            println!(
                                "{index} inputs, {findings} findings, {:.0} s",
                                begin.elapsed().as_secs_f64()
                            );
                        }
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break true,
            }
            if running.is_some_and(|(_, since)| now(&child).since(since) > limit) {
                break false;
            }
            let enough = findings >= args.findings || args.count.is_some_and(|n| next > n);
            if Instant::now() > end || enough {
                running = None;
                break false;
            }
        };
        // It is gone already if it crashed.
        let _ = child.kill();
        let status = child.wait().map_err(|e| format!("error: {e}"))?;
        if let Some((index, _)) = running {
            let what =
                if over { format!("crash: {status}") } else { format!("takes longer than {} s", args.limit) };
            report(args, target, index, &what)?;
            findings += 1;
        }
    }
    let seconds = begin.elapsed().as_secs_f64();
    let (slow, which) = (slowest.0.as_secs_f64(), slowest.1);
    println!("{next} inputs, {findings} findings, {seconds:.0} s; the slowest, {which}, took {slow:.1} s");
    Ok(findings == 0)
}

/// The time that a worker has taken.
#[derive(Clone, Copy)]
struct Spent {
    wall: Duration,
    /// On processors, where the system tells it.
    cpu: Option<Duration>,
}

impl Spent {
    /// Other programs on the machine make a worker wait, which is not its fault; but it may also wait for itself.
    fn since(self, before: Spent) -> Duration {
        let wall = self.wall.saturating_sub(before.wall);
        match (self.cpu, before.cpu) {
            (Some(now), Some(then)) => now.saturating_sub(then).max(wall / 20),
            _ => wall,
        }
    }
}

/// What Linux says about the time a process has taken; its clock ticks a hundred times a second.
fn cpu_time(child: &Child) -> Option<Duration> {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", child.id())).ok()?;
    let (_, fields) = stat.rsplit_once(") ")?;
    let ticks = fields.split(' ').skip(11).take(2).map(|n| n.parse::<u64>().ok());
    Some(Duration::from_millis(10 * ticks.sum::<Option<u64>>()?))
}

fn start(args: &Args, target: &Target, first: u64) -> Result<(Child, Receiver<String>), String> {
    let me = std::env::current_exe().map_err(|e| format!("error: cannot find this program: {e}"))?;
    let mut command = Command::new(me);
    command.args([
        target.name(),
        "--worker",
        "--seed",
        &args.seed.to_string(),
        "--count",
        &first.to_string(),
    ]);
    for folder in &args.corpus {
        command.args(["--corpus", folder]);
    }
    command.stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().map_err(|e| format!("error: cannot start a worker: {e}"))?;
    let Some(out) = child.stdout.take() else { return Err("error: a worker has no output".into()) };
    let (sender, lines) = channel();
    std::thread::spawn(move || {
        for line in BufReader::new(out).lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    Ok((child, lines))
}

/// Says what was found and writes the input down.
fn report(args: &Args, target: &Target, index: u64, what: &str) -> Result<(), String> {
    let path = Path::new(&args.out).join(format!("{}-{}-{index}.fut", target.name(), args.seed));
    let input = target.input(args.seed, index);
    std::fs::create_dir_all(&args.out)
        .and_then(|()| std::fs::write(&path, &input.bytes))
        .map_err(|e| format!("error: cannot write {}: {e}", path.display()))?;
    println!("{} (from {}): {what}", path.display(), input.path);
    Ok(())
}
