//! What the programs of `tests/counts` cost, recorded: every improvement and every step back shows as a change of a table.
//!
//! | file | what |
//! |---|---|
//! | `table` | recorded tables, compared line by line |
//! | `goal` | the counts that an entry point should reach |
//! | `statics` | counts in the text of programs: `tests/counts/static.txt` |
//! | `runs` | counts of runs: `tests/counts/runs.txt` |
//! | `memory` | how much of that is neither arguments nor results |
//! | `steady` | a device that does the same on every machine |
//! | `work` | how much the interpreter computes: `tests/counts/work.txt` |
//!
//! A program brings its own data: for an entry point `f`, `f_data n` gives arguments that grow with `n`, and `f_skewed n`, if there is
//! one, arguments most of which belong to one row.

pub mod goal;
pub mod memory;
pub mod runs;
pub mod statics;
pub mod steady;
pub mod table;
pub mod work;

use base::Scalar;
use driver::Program;
use ir::{Core, Value};
use std::path::{Path, PathBuf};

/// The ends of names of entry points that only make data.
const MAKERS: [&str; 2] = ["_data", "_skewed"];

/// A program of the folder.
pub struct Counted {
    /// Its name, without folder and ending.
    pub name: String,
    /// Its Core before any pass.
    pub core: Core,
    /// The entry points that are counted.
    pub entries: Vec<String>,
}

/// The folder of the programs and tables.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/counts")
}

/// All programs, sorted by name.
pub fn programs() -> Result<Vec<Counted>, String> {
    programs_of(&folder())
}

/// The programs of a folder, sorted by name.
pub fn programs_of(folder: &Path) -> Result<Vec<Counted>, String> {
    let files = std::fs::read_dir(folder).map_err(|e| e.to_string())?;
    let mut paths: Vec<PathBuf> = files.filter_map(|file| Some(file.ok()?.path())).collect();
    paths.retain(|path| path.extension().is_some_and(|e| e == "fut"));
    paths.sort();
    paths.iter().map(|path| Counted::read(path)).collect()
}

/// Does something for every program, on all processors; results keep the order.
pub fn for_each<T: Send>(
    programs: &[Counted],
    work: impl Fn(&Counted) -> Result<Vec<T>, String> + Sync,
) -> Result<Vec<T>, String> {
    let next = std::sync::atomic::AtomicUsize::new(0);
    let done = std::sync::Mutex::new(vec![]);
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get());
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some((at, program)) = {
                    let at = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                    programs.get(at).map(|program| (at, program))
                } {
                    let result = work(program).map_err(|e| format!("{}.fut: {e}", program.name));
                    done.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push((at, result));
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    done.sort_by_key(|(at, _)| *at);
    let lines = done.into_iter().map(|(_, result)| result).collect::<Result<Vec<Vec<T>>, String>>()?;
    Ok(lines.into_iter().flatten().collect())
}

impl Counted {
    /// Reads a program.
    pub fn read(path: &Path) -> Result<Counted, String> {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().to_string();
        let program =
            Program::from_file(&path.display().to_string()).map_err(|e| format!("{name}.fut: {e}"))?;
        let counted = |entry: &&str| MAKERS.iter().all(|end| !entry.ends_with(end));
        let entries = program.entries().into_iter().filter(counted).map(str::to_string).collect();
        Ok(Counted { name, core: program.core, entries })
    }

    /// The program with only the entry points that are counted, and the functions that they call.
    pub fn without_makers(&self) -> Core {
        let mut core = self.core.clone();
        core.funs.iter_mut().filter(|f| !self.entries.contains(&f.name)).for_each(|f| f.entry = None);
        passes::inline::drop_uncalled(&mut core);
        core
    }

    /// The data sets of an entry point in some sizes: what they are called, and the arguments.
    pub fn data(&self, entry: &str, sizes: [i64; 3]) -> Result<Vec<(String, Vec<Value>)>, String> {
        let mut sets = vec![];
        for end in MAKERS {
            let maker = format!("{entry}{end}");
            if !self.core.funs.iter().any(|f| f.name == maker) {
                continue;
            }
            for size in sizes {
                let options = interp::Options { check: false, ..interp::Options::default() };
                let args = [Value::scalar(Scalar::I64(size))];
                let values = interp::run_with(&self.core, &maker, &args, options);
                let values = values.map_err(|e| format!("{maker} {size}: {e}"))?;
                sets.push((format!("{}-{size}", &end[1..]), values));
            }
        }
        match sets.is_empty() {
            true => Err(format!("{entry} has no data: there is no entry point {entry}_data")),
            false => Ok(sets),
        }
    }
}
