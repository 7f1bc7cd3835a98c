//! How much memory programs over rows of different lengths take, beside their arguments and results.
//!
//! A program whose rows are flattened without copies has little beside them: where at most one array is kept, everything together is at
//! most 1.3 times the arguments and results. The programs of `tests/memory` are those for which that is hard. They are held to the same
//! bound, or to one of their own, which [`ABOVE`] gives with the reason: nothing may take more than it does today.

use super::table::Table;
use super::{Counted, for_each, statics};
use driver::Options;
use driver::pipeline::{self, Blind};

/// Arrays beside arguments and results that a program may keep to be held to [`MOST`].
const KEPT: usize = 1;
/// Peak memory, as a multiple of arguments and results.
const MOST: f64 = 1.3;

/// Programs of `tests/memory` that take more, how much, and why.
pub const ABOVE: [(&str, f64, &str); 2] = [
    (
        "keepbig",
        2.0,
        "memory for kept elements is for all that could be kept: how many are is known only afterwards",
    ),
    (
        "smoothed",
        3.0,
        "rows that stop are copied to their places, rows that go on are gathered: both beside the rows of the argument",
    ),
];

/// So many rows that it is worth a launch to find out how long they are.
pub const MANY: i64 = 12_288;

/// The folder of programs that need much memory, or could.
pub fn folder() -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/memory")
}

/// Whether points have rows to work on, each as long as its own row. Workers and lanes use a row again for all their points, but only where
/// there are [`MANY`].
pub fn has_rows_of_points(program: &Counted) -> Result<bool, String> {
    let options = Options::default();
    let core = pipeline::optimise(program.without_makers(), &options, &mut Blind);
    let flat = core.and_then(|core| pipeline::flatten(core, &options, &mut Blind));
    let flat = flat.map_err(|e| e.to_string())?;
    let mut found = false;
    for stm in flat.funs.iter().flat_map(|fun| &fun.body.stms) {
        // Every expression is looked at: none is what is sought.
        stm.exp.any(&mut |exp| {
            let ragged = |row: &ir::Row| !flat.vars[row.arr].ty.dims().iter().all(ir::Dim::is_uniform);
            let result = |out: &ir::Out| matches!(out, ir::Out::Owned(_));
            if let ir::Exp::Op(ir::SegOp::Seg(seg)) = exp {
                found |= seg.rows.iter().any(ragged) && !seg.clauses.outs.iter().any(result);
            }
            false
        });
    }
    Ok(found)
}

/// The entry points that are held to the bound: with ragged levels, and with few arrays.
pub fn held(programs: &[Counted]) -> Result<Vec<(String, String)>, String> {
    for_each(programs, |program| {
        let options = Options::default();
        let core = pipeline::optimise(program.without_makers(), &options, &mut Blind);
        let flat = core.and_then(|core| pipeline::flatten(core, &options, &mut Blind));
        let flat = flat.map_err(|e| e.to_string())?;
        let counts = statics::counts(program).map_err(|e| e.to_string())?;
        let few = counts.iter().filter(|counts| counts.arrays <= KEPT).map(|counts| counts.entry.clone());
        let held = few.filter(|entry| is_ragged(&flat, entry)).map(|entry| (program.name.clone(), entry));
        Ok(held.collect())
    })
}

/// Whether an entry point has a ragged level.
fn is_ragged(flat: &ir::Flat, entry: &str) -> bool {
    let fun = flat.funs.iter().find(|fun| fun.name == entry);
    fun.is_some_and(|fun| {
        let alone = ir::Flat { files: flat.files.clone(), vars: flat.vars.clone(), funs: vec![fun.clone()] };
        ir::print(&alone).contains(" via ")
    })
}

/// What an entry point of `tests/memory` may take.
pub fn most(entry: &str) -> f64 {
    ABOVE.iter().find(|(name, ..)| *name == entry).map_or(MOST, |(_, most, _)| *most)
}

/// Which of the runs of some entry points, on data of this size, take too much. `runs` is a table of `runs`.
pub fn excess(held: &[(String, String)], runs: &Table, size: i64) -> Result<Vec<String>, String> {
    excess_over(held, runs, size, |_| MOST)
}

/// The same, where entry points have bounds of their own.
pub fn excess_over(
    held: &[(String, String)],
    runs: &Table,
    size: i64,
    most: impl Fn(&str) -> f64,
) -> Result<Vec<String>, String> {
    let column =
        |name: &str| runs.head.iter().position(|head| head == name).ok_or(format!("no column {name}"));
    let (peak, passed) = (column("peak")?, column("in+out")?);
    let largest = format!("-{size}");
    let mut wrong = vec![];
    for line in runs.lines.iter().filter(|line| line[2].ends_with(&largest)) {
        let names = (line[0].clone(), line[1].clone());
        if !held.contains(&names) {
            continue;
        }
        let bytes = |at: usize| line[at].parse::<f64>().map_err(|e| format!("{}: {e}", line[at]));
        let times = bytes(peak)? / bytes(passed)?;
        if times > most(&line[1]) {
            wrong
                .push(format!("{} {} {}: {times:.2} times arguments and results", line[0], line[1], line[2]));
        }
    }
    Ok(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_much_is_found() {
        let words = |text: &str| text.split(' ').map(str::to_string).collect::<Vec<_>>();
        let head = words("program entry data launches reads allocations peak in+out");
        let lines =
            ["p f data-768 1 0 0 130 100", "p f skewed-768 1 0 0 131 100", "p g data-768 1 0 0 200 100"];
        let table = Table { about: "", head, lines: lines.map(words).to_vec(), words: (3, 0) };
        let held = [("p".to_string(), "f".to_string())];
        let wrong = excess(&held, &table, 768).unwrap();
        assert_eq!(wrong, ["p f skewed-768: 1.31 times arguments and results"]);
    }
}
