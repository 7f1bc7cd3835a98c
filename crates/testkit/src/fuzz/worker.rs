//! One worker: programs one after the other, each announced before it runs and reported after.

use super::Args;
use crate::coverage::Coverage;
use crate::differ::{Finding, Plan, Report, check, inputs_of};
use crate::generate::{Case, program};
use crate::shrink::shrink;
use std::fmt::Write;
use std::path::Path;

/// Prints `start SEED`, then `limit TEXT` and `found PATH: TEXT` lines, then `done SEED runs failing slow entries confirmed`.
pub(super) fn work(args: &Args) -> Result<bool, String> {
    std::panic::set_hook(Box::new(|_| {}));
    let plan = Plan { schedules: args.schedules, ..Plan::open(&args.backends()?, !args.thorough) };
    for missing in &plan.missing {
        println!("missing {missing}");
    }
    let mut seed = args.seed;
    while seed < args.seed + args.count {
        println!("start {seed}");
        let cases = program(seed, args.entries, &mut Coverage::default());
        let report = check(&cases, &plan, seed);
        for (_, text) in &report.limits {
            println!("limit {}", one_line(text));
        }
        for why in &report.outside {
            println!("outside {}", one_line(why));
        }
        for finding in &report.findings {
            let path = report_finding(args, &plan, seed, &cases, finding)?;
            println!("found {path}: {}: {}", finding.problem.stage, one_line(&finding.problem.what));
        }
        let entries = cases.len();
        let Report { runs, failing, slow, confirmed, .. } = report;
        println!("done {seed} {runs} {failing} {slow} {entries} {confirmed}");
        for (part, time) in crate::clock::taken() {
            println!("time {part} {time}");
        }
        seed += args.step;
    }
    Ok(true)
}

fn one_line(text: &str) -> String {
    let line: String = text.lines().filter(|l| !l.trim().is_empty()).take(3).collect::<Vec<_>>().join(" | ");
    line.chars().take(300).collect()
}

/// Makes a failing program smaller and writes it down with its input and the right output.
fn report_finding(
    args: &Args,
    plan: &Plan,
    seed: u64,
    cases: &[Case],
    finding: &Finding,
) -> Result<String, String> {
    let kind = signature(finding);
    let case = renamed(&cases[finding.entry]);
    let small = shrink(&case, args.shrink, |case| {
        let report = check(std::slice::from_ref(case), plan, seed);
        report.findings.iter().any(|f| signature(f) == kind)
    });
    let report = check(std::slice::from_ref(&small), plan, seed);
    let last = report.findings.iter().find(|f| signature(f) == kind).unwrap_or(finding);
    let path = Path::new(&args.out).join(format!("{seed}-{}.fut", finding.entry));
    let text = describe(&small, last);
    std::fs::create_dir_all(&args.out)
        .and_then(|()| std::fs::write(&path, text))
        .map_err(|e| format!("error: cannot write {}: {e}", path.display()))?;
    Ok(path.display().to_string())
}

/// By itself an entry is the first of its program.
fn renamed(case: &Case) -> Case {
    let mut case = case.clone();
    case.entry.name = "f0".into();
    case
}

/// What stays the same while a program is made smaller: the stage, and the words of the problem.
fn signature(finding: &Finding) -> (String, String) {
    let words = finding.problem.what.chars().filter(|c| c.is_ascii_alphabetic());
    let what: String = words.take(28).collect();
    (finding.problem.stage.clone(), what)
}

/// The program with its stanzas, ready for `windrow test`.
fn describe(case: &Case, finding: &Finding) -> String {
    let mut text = String::new();
    let problem: Vec<&str> = finding.problem.what.lines().take(30).collect();
    // Writing to a string cannot fail.
    let _ = writeln!(text, "-- {}: {}", finding.problem.stage, problem.join("\n-- "));
    let _ = writeln!(text, "-- ==\n-- entry: {}", case.entry.name);
    for input in inputs_of(case) {
        let values: Vec<String> = input.iter().map(rt::text::print_value).collect();
        let _ = writeln!(text, "-- input {{ {} }}", values.join(" "));
    }
    let _ = writeln!(text, "\n{}", case.entry.print());
    text
}
