//! The differential runner: the interpreter of unoptimised Core is the truth for every pass and every backend.

use crate::clock::timed;
use crate::generate::Case;
use crate::sources;
use crate::stages::{FUEL, MEMORY, Problem, Seen, Stages, Stop, transformed};
use crate::witness::{self, Witness};
use driver::pipeline::{Blind, optimisations};
use driver::{Backend, Error, Options, Program, Ready};
use ir::Value;
use rt::Device;
use rt::compilation::Effort;
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// What a run gave.
#[derive(Clone, PartialEq, Debug)]
pub enum Outcome {
    /// Values.
    Values(Vec<Value>),
    /// A failed check, described.
    Failure(String),
    /// Too slow to judge.
    Slow,
    /// Neither a result nor a failed check.
    Broken(String),
}

impl Outcome {
    /// Says how `got` differs from what this says it must be. `risks` is the number of places that may fail.
    pub fn agrees(&self, got: &Outcome, risks: usize) -> Result<(), String> {
        match (self, got) {
            (Outcome::Slow, _) | (_, Outcome::Slow) => Ok(()),
            (Outcome::Values(wanted), Outcome::Values(got)) => {
                if wanted.len() != got.len() {
                    return Err(format!("{} results instead of {}", got.len(), wanted.len()));
                }
                let mut pairs = got.iter().zip(wanted).enumerate();
                pairs.try_for_each(|(i, (got, wanted))| {
                    rt::text::approx_equal(got, wanted, 1e-9).map_err(|e| format!("result {i}: {e}"))
                })
            }
            (Outcome::Failure(wanted), Outcome::Failure(got)) => {
                if risks == 1 && essence(wanted) != essence(got) {
                    return Err(format!("fails with `{got}` instead of `{wanted}`"));
                }
                Ok(())
            }
            (Outcome::Failure(wanted), got) => Err(format!("must fail with `{wanted}`, but: {}", got.show())),
            (_, got) => Err(format!("must have a result, but: {}", got.show())),
        }
    }

    fn show(&self) -> String {
        match self {
            Outcome::Values(values) => values.iter().map(rt::text::print_value).collect::<Vec<_>>().join(" "),
            Outcome::Failure(text) => format!("fails with `{text}`"),
            Outcome::Slow => "too slow".into(),
            Outcome::Broken(text) => text.clone(),
        }
    }
}

/// The position of a failure and its kind, without the values and the row.
fn essence(text: &str) -> (String, String) {
    let mut parts = text.splitn(4, ':');
    let position: Vec<&str> = parts.by_ref().take(3).collect();
    let message: String =
        parts.next().unwrap_or("").chars().filter(char::is_ascii_alphabetic).take(12).collect();
    (position.join(":"), message)
}

/// Runs something and turns a panic into its message.
pub fn guarded<T>(f: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(f)).map_err(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        let text = text.or_else(|| panic.downcast_ref::<&str>().map(|s| s.to_string()));
        format!("panic: {}", text.unwrap_or_else(|| "without a message".into()))
    })
}

/// The outcome of an interpreted run.
pub fn from_interp(result: Result<Result<Vec<Value>, interp::Error>, String>, files: &[String]) -> Outcome {
    match result {
        Err(panic) => Outcome::Broken(panic),
        Ok(Ok(values)) => Outcome::Values(values),
        Ok(Err(interp::Error::Failure(failure))) => Outcome::Failure(failure.describe(files)),
        Ok(Err(interp::Error::Args(text))) => Outcome::Broken(text),
        Ok(Err(interp::Error::Limit(text))) if text.contains("internal") => Outcome::Broken(text),
        Ok(Err(interp::Error::Limit(_) | interp::Error::Fuel(_) | interp::Error::Memory { .. })) => {
            Outcome::Slow
        }
    }
}

fn from_ready(result: Result<Result<Vec<Value>, Error>, String>) -> Outcome {
    match result {
        Err(panic) => Outcome::Broken(panic),
        Ok(Ok(values)) => Outcome::Values(values),
        Ok(Err(Error::Failure(failed))) => Outcome::Failure(failed.to_string()),
        Ok(Err(e)) => Outcome::Broken(e.to_string()),
    }
}

/// Where programs are run.
pub struct Plan {
    /// The backends besides the interpreter.
    pub backends: Vec<Backend>,
    /// Their devices.
    pub devices: Vec<Arc<dyn Device>>,
    /// Backends that were asked for and are not there, with the reason.
    pub missing: Vec<String>,
    /// Whether devices run only the fully optimised program of most programs: compiling for them takes most of the time.
    pub quick: bool,
    /// Whether devices run every program by every schedule, and C compilers optimise it.
    pub schedules: bool,
}

impl Plan {
    /// Opens what is there of some backends.
    pub fn open(wanted: &[Backend], quick: bool) -> Plan {
        let mut plan = Plan { backends: vec![], devices: vec![], missing: vec![], quick, schedules: false };
        for backend in wanted {
            match backend.open() {
                Ok(Some(device)) => {
                    plan.backends.push(*backend);
                    plan.devices.push(device);
                }
                Ok(None) => {}
                Err(e) => plan.missing.push(format!("backend {}: {e}", backend.name())),
            }
        }
        plan
    }
}

/// The option sets that programs are compiled with.
pub fn option_sets() -> Vec<(&'static str, Options)> {
    let full = Options { verify: true, ..Options::default() };
    let without: BTreeSet<String> = optimisations().into_iter().map(str::to_string).collect();
    // Proofs are the same whatever the levels: they are tested where that costs no run of its own.
    let outer = Options {
        policy: passes::Policy { levels: 1, ..passes::Policy::FULL },
        paranoid: true,
        ..full.clone()
    };
    vec![("(all)", full.clone()), ("(no optimisations)", Options { without, ..full }), ("(one level)", outer)]
}

/// Something found.
#[derive(Clone, PartialEq, Debug)]
pub struct Finding {
    /// The entry, by its place in the program.
    pub entry: usize,
    /// Where and what.
    pub problem: Problem,
}

/// What came of a program.
#[derive(Clone, Default, Debug)]
pub struct Report {
    /// Differences and bugs.
    pub findings: Vec<Finding>,
    /// Entries that are not supported yet, and why.
    pub limits: Vec<(usize, String)>,
    /// Runs that were compared, on passes and backends.
    pub runs: usize,
    /// Runs whose truth is a failure.
    pub failing: usize,
    /// Runs too slow to judge.
    pub slow: usize,
    /// Runs that the witness confirms.
    pub confirmed: usize,
    /// Runs that the witness cannot judge, and why.
    pub outside: Vec<String>,
}

/// The text of a program in which only some entries are there; each keeps its line.
pub fn text_of(cases: &[Case], keep: impl Fn(usize) -> bool) -> String {
    let line = |(i, case): (usize, &Case)| if keep(i) { case.entry.print() } else { String::new() };
    cases.iter().enumerate().map(line).collect::<Vec<_>>().join("\n") + "\n"
}

/// The arguments of a case as values.
pub fn inputs_of(case: &Case) -> Vec<Vec<Value>> {
    let values = |input: &Vec<crate::data::Data>| {
        input.iter().zip(&case.entry.params).flat_map(|(data, (_, ty))| data.values(ty)).collect()
    };
    case.inputs.iter().map(values).collect()
}

struct Judged {
    index: usize,
    program: Program,
    inputs: Vec<Vec<Value>>,
    truth: Vec<Outcome>,
    risks: usize,
}

/// Runs a program everywhere. `number` chooses which option sets a quick plan leaves out.
pub fn check(cases: &[Case], plan: &Plan, number: u64) -> Report {
    let mut report = Report::default();
    let mut good: Vec<Judged> = vec![];
    for index in 0..cases.len() {
        match check_passes(cases, index, plan, &mut report) {
            Ok(judged) => good.push(judged),
            Err(Stop::Limit(text)) => report.limits.push((index, text)),
            Err(Stop::Bug(problem)) => report.findings.push(Finding { entry: index, problem }),
        }
    }
    let together;
    let text = text_of(cases, |i| good.iter().any(|j| j.index == i));
    let program = match &good[..] {
        [] => return report,
        [one] => &one.program,
        [..] => {
            let made = timed("front", || guarded(|| Program::from_source("fuzz.fut", &text)));
            let Ok(Ok(made)) = made else { return report };
            together = made;
            &together
        }
    };
    if let Err(problem) = timed("format", || sources::formatted(&text, &program.core)) {
        let alone =
            |j: &&Judged| sources::formatted(&text_of(cases, |i| i == j.index), &j.program.core).is_err();
        let entry = good.iter().find(alone).unwrap_or(&good[0]).index;
        report.findings.push(Finding { entry, problem });
    }
    for (i, (backend, device)) in plan.backends.iter().zip(&plan.devices).enumerate() {
        let sets = option_sets();
        let count = sets.len() as u64;
        for (k, (name, options)) in sets.into_iter().enumerate() {
            let mut options = options;
            options.verify = false;
            options.contract = false;
            // The C compiler takes most of the time. That it optimises what it is given has to be seen now and then.
            options.effort = match number {
                _ if plan.schedules => Effort::Full,
                number if !number.is_multiple_of(8) => Effort::None,
                number if number.is_multiple_of(16) => Effort::Some,
                _ => Effort::Full,
            };
            options.host_eval = number % 4 == 1;
            let chosen = (number + i as u64) % count == k as u64;
            if plan.quick && !chosen {
                continue;
            }
            for by in schedules(plan, number) {
                options.by = by;
                let forced = by.map_or_else(String::new, |by| format!(" by {by}"));
                let stage = format!("{} {name}{forced}", backend.name());
                run_all(program, *backend, device, &options, &stage, &good, &mut report);
            }
        }
    }
    report
}

/// The schedules that a program is run by: its own, and others that are forced. Where there is only one way, that is the same.
fn schedules(plan: &Plan, number: u64) -> Vec<Option<ir::By>> {
    if plan.schedules {
        return std::iter::once(None).chain(ir::By::ALL.map(Some)).collect();
    }
    // Every other program, whatever else its number says.
    vec![ir::By::ALL.get((number / 16) as usize % (2 * ir::By::ALL.len())).copied()]
}

/// One entry by itself: the truth, and every pass.
fn check_passes(cases: &[Case], index: usize, plan: &Plan, report: &mut Report) -> Result<Judged, Stop> {
    let case = &cases[index];
    let stop = |stage: &str, what: String| Stop::Bug(Problem { stage: stage.into(), what });
    let text = text_of(cases, |i| i == index);
    let program = match timed("front", || guarded(|| Program::from_source("fuzz.fut", &text))) {
        Ok(Ok(program)) => program,
        Ok(Err(Error::Source { diagnostics, .. })) if diagnostics.iter().all(|d| d.id == "not-supported") => {
            return Err(Stop::Limit(diagnostics.first().map_or_else(String::new, |d| d.message.clone())));
        }
        Ok(Err(e)) => return Err(stop("front", e.to_string())),
        Err(panic) => return Err(stop("front", panic)),
    };
    let inputs = inputs_of(case);
    let name = &case.entry.name;
    let run = |input: &Vec<Value>, options: interp::Options| {
        let result = timed("truth", || guarded(|| interp::run_with(&program.core, name, input, options)));
        from_interp(result, &program.core.files)
    };
    let checked = interp::Options { fuel: FUEL, memory: MEMORY, check: true };
    let truth: Vec<Outcome> = inputs.iter().map(|input| run(input, checked)).collect();
    // The interpreter's own fast way gives the very same, failures included.
    for (input, truth) in inputs.iter().zip(&truth).filter(|(_, truth)| **truth != Outcome::Slow) {
        let quick = run(input, transformed(false));
        if quick != *truth {
            return Err(stop("registers", format!("{quick:?}, not {truth:?}")));
        }
    }
    for outcome in &truth {
        match outcome {
            Outcome::Broken(what) => return Err(stop("core", what.clone())),
            Outcome::Failure(what) if case.entry.body.risks() == 0 => {
                return Err(stop("core", format!("fails, but cannot: {what}")));
            }
            Outcome::Failure(_) => report.failing += 1,
            Outcome::Slow => report.slow += 1,
            Outcome::Values(_) => {}
        }
    }
    let risks = case.entry.body.risks();
    timed("witness", || testify(case, &truth, report))?;
    let chunked = timed("chunks", || sources::chunked(&text, name, &inputs, &truth, risks));
    report.runs += chunked.map_err(Stop::Bug)?;
    let mut seen = Seen::default();
    for (i, (set, options)) in option_sets().into_iter().enumerate() {
        let mut stages = Stages {
            entry: name,
            inputs: &inputs,
            truth: &truth,
            risks,
            options: set.to_string(),
            reread: i == 0,
            seen: &mut seen,
            problem: None,
        };
        timed("passes", || stages.compile(&program, &options, plan))?;
        report.runs += inputs.len();
    }
    Ok(Judged { index, program, inputs, truth, risks })
}

/// Stack of the witness, which calls itself for every part of an expression.
const STACK: usize = 256 << 20;

/// Compares what unoptimised Core gives with what the witness says.
fn testify(case: &Case, truth: &[Outcome], report: &mut Report) -> Result<(), Stop> {
    std::thread::scope(|scope| {
        let work = || testify_here(case, truth, report);
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        let bug = |what: &str| Stop::Bug(Problem { stage: "witness".into(), what: what.into() });
        let thread = thread.map_err(|e| bug(&format!("no thread for the witness: {e}")))?;
        thread.join().unwrap_or_else(|_| Err(bug("the witness panics")))
    })
}

fn testify_here(case: &Case, truth: &[Outcome], report: &mut Report) -> Result<(), Stop> {
    let bug = |what: String| Err(Stop::Bug(Problem { stage: "witness".into(), what }));
    let witness = match Witness::read(&case.entry) {
        Ok(witness) => witness,
        Err(why) => return bug(why),
    };
    for (i, (input, truth)) in case.inputs.iter().zip(truth).enumerate() {
        match (witness.run(input), truth) {
            (Err(witness::Stop::Outside(why)), _) => report.outside.push(why),
            (Err(witness::Stop::Slow), _) | (_, Outcome::Slow) => report.outside.push("too slow".into()),
            (Err(witness::Stop::Fails(_)), Outcome::Failure(_)) => report.confirmed += 1,
            (Err(witness::Stop::Fails(why)), got) => {
                return bug(format!("on input {i}: it must fail ({why}), but: {}", got.show()));
            }
            (Ok(wanted), Outcome::Values(got)) => {
                if let Some(how) = witness::differs(&wanted, &case.entry.body.ty, got) {
                    return bug(format!("on input {i}: {how}"));
                }
                report.confirmed += 1;
            }
            (Ok(_), got) => return bug(format!("on input {i}: it must not fail, but: {}", got.show())),
        }
    }
    Ok(())
}

fn run_all(
    program: &Program,
    backend: Backend,
    device: &Arc<dyn Device>,
    options: &Options,
    stage: &str,
    good: &[Judged],
    report: &mut Report,
) {
    let ready = timed(part(backend, false), || {
        guarded(|| Ready::on(program, backend, Some(device.clone()), options, &mut Blind))
    });
    let mut ready = match ready {
        Ok(Ok(ready)) => ready,
        Ok(Err(Error::Limit(text))) => {
            report.limits.push((good[0].index, text));
            return;
        }
        Ok(Err(e)) => return compile_failed(stage, e.to_string(), good, report),
        Err(panic) => return compile_failed(stage, panic, good, report),
    };
    for judged in good {
        let name = format!("f{}", judged.index);
        for (i, (input, truth)) in judged.inputs.iter().zip(&judged.truth).enumerate() {
            if *truth == Outcome::Slow {
                continue;
            }
            report.runs += 1;
            let got = from_ready(timed(part(backend, true), || guarded(|| ready.run(&name, input))));
            if let Err(what) = truth.agrees(&got, judged.risks) {
                let what = format!("on input {i}: {what}");
                let problem = Problem { stage: stage.to_string(), what };
                report.findings.push(Finding { entry: judged.index, problem });
                break;
            }
        }
    }
}

/// What the time of a backend is called: that of its compiler, or that of runs.
fn part(backend: Backend, run: bool) -> &'static str {
    match (backend, run) {
        (Backend::Native, false) => "compile native",
        (Backend::Native, true) => "run native",
        (Backend::OpenCl, false) => "compile opencl",
        (Backend::OpenCl, true) => "run opencl",
        (Backend::Cuda, false) => "compile cuda",
        (Backend::Cuda, true) => "run cuda",
        (Backend::Kernel | Backend::KernelCpu, false) => "compile kernel",
        (Backend::Kernel | Backend::KernelCpu, true) => "run kernel",
        (Backend::Interp, _) => "interp",
    }
}

fn compile_failed(stage: &str, what: String, good: &[Judged], report: &mut Report) {
    let problem = Problem { stage: format!("compile {stage}"), what };
    // With several entries it is not known whose fault it is; the shrinker finds out.
    report.findings.push(Finding { entry: good[0].index, problem });
}
