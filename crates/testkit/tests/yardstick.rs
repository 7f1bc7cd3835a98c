//! What the programs of `tests/counts` cost is what their tables say. `BLESS=1` records what is new.

use std::collections::BTreeSet;
use testkit::yardstick::runs::Machine;
use testkit::yardstick::{Counted, folder, memory, programs, programs_of, runs, statics, work};

fn bless() -> bool {
    std::env::var_os("BLESS").is_some()
}

#[test]
fn counts_are_as_recorded() {
    let path = folder().join("static.txt");
    let programs = programs().unwrap();
    assert!(programs.len() >= 44, "only {} programs", programs.len());
    let table = statics::table(&programs, &path).unwrap();
    let above = |line: &&Vec<String>| !["-", "reached"].contains(&line[line.len() - 1].as_str());
    for line in table.lines.iter().filter(above) {
        println!("{} {}: goal {}, above by {}", line[0], line[1], line[line.len() - 2], line[line.len() - 1]);
    }
    let open = table.lines.iter().filter(above).count();
    println!("{open} of {} entry points are above their goals", table.lines.len());
    table.compare(&path, bless()).unwrap_or_else(|e| panic!("{e}"));
}

#[test]
fn runs_are_as_recorded() {
    if let Err(e) = testkit::yardstick::steady::Steady::new() {
        println!("skipped: {e}");
        return;
    }
    let programs = programs().unwrap();
    let table = runs::table(&programs).unwrap();
    let held = memory::held(&programs).unwrap();
    // Sums of rows, sparse matrices and graphs, lines, sieves, branches, digests: each in several clothes.
    assert!(held.len() >= 20, "only {} entry points keep one array at most: {held:?}", held.len());
    let (with_rows, others): (Vec<_>, Vec<_>) =
        programs.into_iter().partition(|program| memory::has_rows_of_points(program).unwrap());
    assert!(with_rows.len() >= 2, "programs with rows of points are not found");
    let of = |programs: &[Counted]| -> Vec<(String, String)> {
        let own = |name: &String| programs.iter().any(|program| program.name == *name);
        held.iter().filter(|(name, _)| own(name)).cloned().collect()
    };
    let mut wrong = memory::excess(&of(&others), &table, runs::SIZES[2]).unwrap();
    let sizes = [48, 768, memory::MANY];
    for machine in [Machine::OneLane, Machine::Processor] {
        let again = runs::table_on(&with_rows, machine, sizes).unwrap();
        wrong.extend(memory::excess(&of(&with_rows), &again, memory::MANY).unwrap());
    }
    assert!(wrong.is_empty(), "programs over rows take too much memory:\n{}", wrong.join("\n"));
    table.compare(&folder().join("runs.txt"), bless()).unwrap_or_else(|e| panic!("{e}"));
}

#[test]
fn programs_that_could_take_much_memory_do_not() {
    if let Err(e) = testkit::yardstick::steady::Steady::new() {
        println!("skipped: {e}");
        return;
    }
    let programs = programs_of(&memory::folder()).unwrap();
    let of = |program: &Counted| {
        program.entries.iter().map(|e| (program.name.clone(), e.clone())).collect::<Vec<_>>()
    };
    let all: Vec<(String, String)> = programs.iter().flat_map(of).collect();
    assert!(all.len() >= 5, "only {all:?}");
    let known = |entry: &str| all.iter().any(|(_, name)| name == entry);
    assert!(memory::ABOVE.iter().all(|(entry, ..)| known(entry)), "a bound of no entry point");
    // The interpreter of lanes takes its time.
    for (machine, size) in [(Machine::OneLane, memory::MANY), (Machine::Lanes, 768)] {
        let table = runs::table_on(&programs, machine, [3, 48, size]).unwrap();
        let wrong = memory::excess_over(&all, &table, size, memory::most).unwrap();
        assert!(wrong.is_empty(), "{machine:?}: programs take too much memory:\n{}", wrong.join("\n"));
    }
}

#[test]
fn work_is_as_recorded() {
    let measured = work::measure(&programs().unwrap()).unwrap();
    let wrong = work::excess(&measured);
    assert!(wrong.is_empty(), "passes over Core multiply the work:\n{}", wrong.join("\n"));
    let table = work::table(&measured);
    table.compare(&folder().join("work.txt"), bless()).unwrap_or_else(|e| panic!("{e}"));
}

#[test]
fn idioms_in_other_clothes_take_no_more_work() {
    let mut measured = vec![];
    for name in ["mixed", "nests", "rows", "sparse"] {
        let path = folder().join(format!("../run/clothes_{name}.fut"));
        measured.extend(work::measure_cases(&path).unwrap());
    }
    let entries: BTreeSet<&String> = measured.iter().map(|work| &work.names[1]).collect();
    assert!(entries.len() >= 20, "only {} entry points have enough to compute: {entries:?}", entries.len());
    let wrong = work::excess(&measured);
    assert!(wrong.is_empty(), "passes multiply the work:\n{}", wrong.join("\n"));
}

#[test]
fn programs_are_counted_with_the_functions_that_they_call() {
    let folder = std::env::temp_dir().join(format!("windrow-yardstick-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("calls.fut");
    // Functions that call themselves stay functions; one of them only the maker of data calls, and it comes first.
    let program = "def ones (n: i64): []i64 = if n <= 0 then [] else ones (n - 1) ++ [1]\n\
        def halve (xs: []i64): i64 =\n\
        \x20 if length xs <= 1 then i64.sum xs else halve xs[:length xs / 2] + halve xs[length xs / 2:]\n\
        entry total_data (n: i64): []i64 = ones n\n\
        entry total (xs: []i64): i64 = halve (map (+ 1) xs)\n";
    std::fs::write(&path, program).unwrap();
    let counted = Counted::read(&path).unwrap();
    let core = counted.without_makers();
    std::fs::remove_dir_all(folder).unwrap();
    assert_eq!(counted.entries, ["total"]);
    assert_eq!(core.funs.len(), counted.core.funs.len() - 2, "without the maker and what only it calls");
    assert_eq!(ir::verify(&core), Ok(()));
    let options = driver::Options::default();
    let core = driver::pipeline::optimise(core, &options, &mut driver::pipeline::Blind).unwrap();
    assert!(core.funs.len() > 1, "the function that calls itself is still there");
}
