//! Counts in the text of the programs, as `windrow dev --counts` prints them, beside the goals.

use super::goal::Goal;
use super::table::{Table, recorded};
use super::{Counted, for_each};
use driver::counts::{COLUMNS, Counts};
use driver::pipeline::{self, Blind};
use driver::{Error, Options};
use std::collections::BTreeMap;
use std::path::Path;

const ABOUT: &str = "\
Counts in the text of each program, as `windrow dev --counts` prints them, the goal (SEGS+FILLSf/LAUNCHES/READS/ARRAYS, perhaps
/CHECKS), and by how much the counts are above it. What stands in a loop counts once, of the sides of an `if` the greater one. Goals of launches assume schedules that take
one launch for a reduction, a scan or a compaction. A goal is changed by hand; BLESS=1 records the rest:
BLESS=1 cargo test -p windrow-testkit --test yardstick";

/// The counts of every entry point of a program.
pub fn counts(program: &Counted) -> Result<Vec<Counts>, Error> {
    let options = Options::default();
    let core = pipeline::optimise(program.without_makers(), &options, &mut Blind)?;
    let flat = pipeline::flatten(core, &options, &mut Blind)?;
    let kernel = pipeline::lower(flat.clone(), passes::Target::GPU, &options, &mut Blind)?;
    Ok(driver::counts::counts(&flat, &kernel))
}

/// The table of all programs. Goals are those of the recorded table.
pub fn table(programs: &[Counted], path: &Path) -> Result<Table, String> {
    let goal = |line: Vec<String>| {
        let goal = line.get(2 + COLUMNS.len())?.clone();
        Some(((line[0].clone(), line[1].clone()), goal))
    };
    let goals: BTreeMap<(String, String), String> = recorded(path).into_iter().filter_map(goal).collect();
    let lines = for_each(programs, |program| {
        let counted = counts(program).map_err(|e| e.to_string())?;
        let line = |counts: &Counts| {
            let goal = goals.get(&(program.name.clone(), counts.entry.clone()));
            let goal = goal.map_or("-", |goal| goal.as_str());
            let above = match Goal::parse(goal)? {
                None => "-".to_string(),
                Some(goal) => describe(&goal.above(counts)),
            };
            let mut line = vec![program.name.clone(), counts.entry.clone()];
            line.extend(counts.numbers().map(|number| number.to_string()));
            line.extend([goal.to_string(), above]);
            Ok(line)
        };
        counted.iter().map(line).collect()
    })?;
    let mut head = vec!["program", "entry"];
    head.extend(COLUMNS);
    head.extend(["goal", "above"]);
    let head = head.into_iter().map(str::to_string).collect();
    Ok(Table { about: ABOUT, head, lines, words: (2, 2) })
}

/// `segs:1,reads:2`, or that the goal is reached.
fn describe(above: &[(&str, usize)]) -> String {
    let parts: Vec<String> = above.iter().map(|(what, by)| format!("{what}:{by}")).collect();
    if parts.is_empty() { "reached".to_string() } else { parts.join(",") }
}
