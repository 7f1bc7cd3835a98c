//! Runs programs at the same time, gives up on those that take too long, and reports in order.

use super::Settings;
use super::apart::Apart;
use super::program::{Outcome, Run};
use driver::Backend;
use rt::Device;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

/// A program to be run on a backend.
#[derive(Clone)]
pub(super) struct Job {
    pub(super) file: PathBuf,
    pub(super) backend: Backend,
    /// Whether what the backend refuses runs on the interpreter instead: nobody chose the backend.
    pub(super) anywhere: bool,
    pub(super) process: Process,
}

/// Where a program is run.
#[derive(Clone)]
pub(super) enum Process {
    /// In this process, on a device if the backend has one.
    Here(Option<Arc<dyn Device>>),
    /// In a process of its own.
    Apart(Arc<Apart>),
}

/// What came of one or several programs.
#[derive(Default)]
pub(super) struct Report {
    pub(super) passed: usize,
    pub(super) failed: usize,
    pub(super) skipped: usize,
    pub(super) lines: Vec<String>,
}

/// How much longer than one case compilation may take.
const COMPILING: u32 = 10;

/// What the thread of a job tells.
enum Told {
    /// The program is ready to run.
    Compiled,
    /// What became of the case at a line.
    Case(usize, Outcome),
    /// That was all.
    Done,
}

impl Report {
    /// Counts another report.
    pub(super) fn add(&mut self, other: &Report) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped += other.skipped;
    }
}

/// How jobs are run.
pub(super) struct Schedule {
    pub(super) threads: usize,
    pub(super) timeout: Duration,
    pub(super) verbose: bool,
}

impl Schedule {
    /// Runs all jobs; `tell` gets the report of each with its number, in order.
    pub(super) fn run(&self, jobs: Vec<Job>, settings: &Arc<Settings>, mut tell: impl FnMut(usize, Report)) {
        let next = AtomicUsize::new(0);
        let (send, receive) = mpsc::channel();
        std::thread::scope(|scope| {
            for _ in 0..self.threads.min(jobs.len()) {
                let (send, jobs, next) = (send.clone(), &jobs, &next);
                scope.spawn(move || {
                    while let Some((index, job)) = claim(jobs, next) {
                        // The receiver lives until all threads are done.
                        let _ = send.send((index, self.job(job, settings)));
                    }
                });
            }
            drop(send);
            let mut waiting = BTreeMap::new();
            let mut told = 0;
            for (index, report) in receive {
                waiting.insert(index, report);
                while let Some(report) = waiting.remove(&told) {
                    tell(told, report);
                    told += 1;
                }
            }
        });
    }

    fn job(&self, job: &Job, settings: &Arc<Settings>) -> Report {
        match &job.process {
            Process::Here(device) => self.here(job, device, settings),
            Process::Apart(process) => process.run(&job.file).unwrap_or_else(|text| {
                let mut report = Report::default();
                self.note(&mut report, job, 0, Outcome::Failed(text));
                report
            }),
        }
    }

    /// Runs a job on a thread of its own, which is left alone if nothing comes from it any more: it cannot be stopped.
    fn here(&self, job: &Job, device: &Option<Arc<dyn Device>>, settings: &Arc<Settings>) -> Report {
        let (send, receive) = mpsc::channel();
        let (settings, device) = (settings.clone(), device.clone());
        let (file, backend, anywhere) = (job.file.clone(), job.backend, job.anywhere);
        let started = std::thread::Builder::new().spawn(move || {
            let run = Run { file: &file, backend, anywhere, device, settings: &settings };
            // Nobody listens after a timeout.
            let tell = &mut |line, outcome| drop(send.send(Told::Case(line, outcome)));
            run.all(tell, &|| drop(send.send(Told::Compiled)));
            let _ = send.send(Told::Done);
        });
        let mut report = Report::default();
        let thread = match started {
            Ok(thread) => thread,
            Err(e) => {
                self.note(&mut report, job, 0, Outcome::Failed(format!("no thread to run on: {e}")));
                return report;
            }
        };
        // A driver may compile one program at a time.
        let (mut last, mut limit) = (0, self.timeout * COMPILING);
        loop {
            match receive.recv_timeout(limit) {
                Ok(Told::Compiled) => limit = self.timeout,
                Ok(Told::Case(line, outcome)) => {
                    last = line;
                    self.note(&mut report, job, line, outcome);
                }
                Ok(Told::Done) => {
                    // The process must not end while the thread still gives the device back.
                    let _ = thread.join();
                    return report;
                }
                Err(e) => {
                    let text = match e {
                        RecvTimeoutError::Timeout if limit > self.timeout => {
                            format!("compilation took longer than {} s", limit.as_secs())
                        }
                        RecvTimeoutError::Timeout => {
                            format!("the next case took longer than {} s", limit.as_secs())
                        }
                        RecvTimeoutError::Disconnected => "bug in windrow: the test stopped".to_string(),
                    };
                    self.note(&mut report, job, last, Outcome::Failed(text));
                    return report;
                }
            }
        }
    }

    fn note(&self, report: &mut Report, job: &Job, line: usize, outcome: Outcome) {
        let at = format!("{}:{line} [{}]", job.file.display(), job.backend.name());
        match outcome {
            Outcome::Passed(remark) => {
                report.passed += 1;
                if let Some(remark) = remark.filter(|_| self.verbose) {
                    report.lines.push(format!("{at}: passed, but {remark}"));
                }
            }
            Outcome::Failed(text) => {
                report.failed += 1;
                report.lines.push(format!("{at}: {text}"));
            }
            Outcome::Skipped(why) => {
                report.skipped += 1;
                if self.verbose {
                    report.lines.push(format!("{at}: skipped, {why}"));
                }
            }
        }
    }
}

fn claim<'a>(jobs: &'a [Job], next: &AtomicUsize) -> Option<(usize, &'a Job)> {
    let index = next.fetch_add(1, Ordering::Relaxed);
    jobs.get(index).map(|job| (index, job))
}
