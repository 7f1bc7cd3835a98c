//! A program after a pass, and what is counted in it.

use driver::counts::{COLUMNS, Counts};
use driver::pipeline::{self, Blind, Observer};
use driver::{Error, Options, Program};
use ir::{Core, Flat, kernel};
use std::collections::BTreeSet;
use std::path::Path;

/// Which passes run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Scope {
    /// The pass alone, and what it cannot do without.
    Alone,
    /// All passes up to it.
    After,
}

/// Words of the IR. A count of 0 must name one of them, so that a misspelt word does not pass.
const WORDS: &[&str] = &[
    "seg",
    "screma",
    "screma.seq",
    "stream",
    "par",
    "seq",
    "loop",
    "call",
    "beside",
    "while",
    "if",
    "select",
    "active",
    "red",
    "scan",
    "keep",
    "end",
    "closed",
    "differences",
    "cert",
    "under",
    "once",
    "post",
    "copy",
    "concat",
    "replicate",
    "iota",
    "reshape",
    "recast",
    "rearrange",
    "gather_rows",
    "slice",
    "slice_len",
    "bounds",
    "size",
    "iota_size",
    "total",
    "with",
    "with_acc",
    "update_acc",
    "assert",
    "assert_eq",
    "rows",
    "kernel",
    "call",
    "launch",
    "read",
    "alloc",
    "release",
    "reuse",
    "vector",
    "chain",
    "zeroed",
];

/// A program after a pass.
pub(super) struct Stage {
    /// Its text.
    pub(super) text: String,
    /// What the analyses find, if it is Core.
    pub(super) facts: String,
    /// The sums of the counts of its entry points, if the program was flattened.
    counts: Option<[usize; COLUMNS.len()]>,
}

impl Stage {
    /// Compiles a file.
    pub(super) fn new(
        path: &Path,
        scope: Scope,
        pass: &str,
        without: &BTreeSet<String>,
    ) -> Result<Stage, String> {
        if !pipeline::pass_names().contains(&pass) {
            return Err(format!("there is no pass called {pass}"));
        }
        if let Some(unknown) = without.iter().find(|name| !pipeline::optimisations().contains(&name.as_str()))
        {
            return Err(format!("there is no optimisation called {unknown}"));
        }
        let core = Program::from_file(&path.display().to_string()).map_err(|e| e.to_string())?.core;
        // What is switched off leaves what stands in front of it, and what that costs is counted without what comes behind.
        let flat: Vec<&str> = pipeline::FLAT_PASSES.iter().map(|pass| pass.name).collect();
        let mut without = without.clone();
        let last = flat.iter().position(|name| *name == pass);
        let last = last.and_then(|last| flat[..=last].iter().rfind(|name| !without.contains(**name)));
        let pass = if flat.contains(&pass) { last.copied().unwrap_or("flatten") } else { pass };
        if pass == "flatten" || flat.contains(&pass) {
            let behind = flat.iter().position(|name| *name == pass).map_or(0, |last| last + 1);
            without.extend(flat[behind..].iter().map(|name| name.to_string()));
        }
        let options = Options { verify: true, without, ..Options::default() };
        let mut seen = Seen { pass, options: &options, text: None, facts: String::new() };
        compile(core, scope, &options, &mut seen).map_err(|e| e.to_string()).and_then(|counts| {
            let text = seen.text.ok_or_else(|| format!("pass {pass} is switched off"))?;
            Ok(Stage { text, facts: seen.facts, counts })
        })
    }

    /// How often something occurs: a column of `windrow dev --counts` (`segs`, `launches`, ..: without those of data), `checks`,
    /// `offsets`, ragged levels (`ragged`), schedules (`by share`), or any word of the text. `known` asks for a word that the IR has.
    pub(super) fn count(&self, what: &str, known: bool) -> Result<usize, String> {
        match what {
            "checks" => Ok(unquoted(&self.text).matches('!').count()),
            "offsets" => Ok(unquoted(&self.text).matches("= offsets (").count()),
            "positions" => Ok(unquoted(&self.text).matches(") at ").count()),
            "ragged" => Ok(words(&self.text, "via")),
            _ if what.starts_with("by ") => Ok(unquoted(&self.text).matches(&format!(" {what} {{")).count()),
            _ => match COLUMNS.iter().position(|column| *column == what) {
                Some(column) => {
                    let counts = self.counts.ok_or_else(|| format!("{what} are counted from flatten on"))?;
                    Ok(counts[column])
                }
                None if known && !WORDS.contains(&what) && !what.contains('.') => {
                    Err(format!("`{what}` is no word of the IR"))
                }
                None => Ok(words(&self.text, what)),
            },
        }
    }

    /// How many levels every `seg` has, in order; `r` where one is ragged.
    pub(super) fn spaces(&self) -> Vec<String> {
        let space = |rest: &str| {
            let levels = rest.split(") {").next().unwrap_or_default();
            let levels = levels.split(") rows (").next().unwrap_or_default();
            let levels = levels.split(") by ").next().unwrap_or_default();
            let count = levels.matches(" < ").count();
            let ragged = if words(levels, "via") > 0 { "r" } else { "" };
            format!("{count}{ragged}")
        };
        self.text.split("= seg (").skip(1).map(space).collect()
    }
}

/// The passes; says what a flattened program costs.
fn compile(
    core: Core,
    scope: Scope,
    options: &Options,
    seen: &mut Seen,
) -> Result<Option<[usize; COLUMNS.len()]>, Error> {
    let alone = scope == Scope::Alone;
    let core = match pipeline::CORE_PASSES.iter().find(|found| alone && found.name == seen.pass) {
        Some(found) => {
            let core = (found.run)(core);
            ir::verify(&core).map_err(|errors| Error::Bug(errors.join("\n")))?;
            seen.core(found.name, &core)?;
            core
        }
        None if alone => core,
        None => pipeline::optimise(core, options, seen)?,
    };
    if seen.text.is_some() {
        return Ok(None);
    }
    let flat = pipeline::flatten(core, options, seen)?;
    let on_flat = [pipeline::CARRY, pipeline::ACROSS, pipeline::SCHEDULE].contains(&seen.pass);
    let for_gpu: &mut dyn Observer = if on_flat { seen } else { &mut Blind };
    let kernel = pipeline::lower(flat.clone(), passes::Target::GPU, options, for_gpu)?;
    seen.kernel("lower", &kernel)?;
    if [pipeline::PRIVATISE, pipeline::VECTORISE].contains(&seen.pass) {
        let target = passes::Target { vector: 64, ..passes::Target::CPU };
        pipeline::lower(flat.clone(), target, options, seen)?;
    }
    if seen.pass == pipeline::UNCHAIN {
        let target = passes::Target { looks_back: false, ..passes::Target::GPU };
        pipeline::lower(flat.clone(), target, options, seen)?;
    }
    let add = |sum: [usize; COLUMNS.len()], entry: &Counts| {
        let numbers = entry.numbers();
        std::array::from_fn(|i| sum[i] + numbers[i])
    };
    Ok(Some(driver::counts::counts(&flat, &kernel).iter().fold([0; COLUMNS.len()], add)))
}

/// Keeps the text after one pass.
struct Seen<'a> {
    pass: &'a str,
    options: &'a Options,
    text: Option<String>,
    facts: String,
}

impl Observer for Seen<'_> {
    fn core(&mut self, pass: &str, prog: &Core) -> Result<(), Error> {
        if pass == self.pass {
            self.text = Some(ir::print(prog));
            self.facts = driver::facts::tables(prog, self.options);
        }
        Ok(())
    }
    fn flat(&mut self, pass: &str, prog: &Flat) -> Result<(), Error> {
        if pass == self.pass {
            self.text = Some(ir::print(prog));
        }
        Ok(())
    }
    fn kernel(&mut self, pass: &str, prog: &kernel::Program) -> Result<(), Error> {
        if pass == self.pass {
            self.text = Some(ir::print_kernel(prog));
        }
        Ok(())
    }
}

fn words(text: &str, word: &str) -> usize {
    let text = unquoted(text);
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '.');
    words.filter(|w| *w == word).count()
}

/// The text without what stands in quotes: messages and names of types.
fn unquoted(text: &str) -> String {
    text.replace("\\\"", "").split('"').step_by(2).collect()
}
