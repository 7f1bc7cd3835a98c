//! Deliberate bugs: each is planted in a copy of the sources, and random programs must find it.
//!
//! A mutation is a file of `tests/mutations`: what it changes, what that breaks, the text to find and its replacement.
//! Found means: a program shows a difference that the unchanged sources do not show.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What to run.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// Only mutations whose name contains one of these.
    pub only: Vec<String>,
    /// Programs to run for each.
    #[arg(long, default_value_t = 60)]
    pub count: u64,
    /// The workspace.
    #[arg(long, default_value = ".")]
    pub workspace: PathBuf,
    /// Where to copy and build.
    #[arg(long, default_value = "target/mutants")]
    pub out: PathBuf,
}

impl Args {
    fn wants(&self, name: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|part| name.contains(part))
    }
}

/// One deliberate bug.
#[derive(Clone, PartialEq, Debug)]
pub struct Mutation {
    /// Its name.
    pub name: String,
    /// The file it changes.
    pub file: String,
    /// What goes wrong.
    pub breaks: String,
    /// The text to find, which occurs once.
    pub find: String,
    /// What to put there.
    pub replace: String,
}

impl Mutation {
    /// Reads the text of a mutation.
    pub fn parse(name: &str, text: &str) -> Result<Mutation, String> {
        let part = |from: &str, to: &str| {
            let rest = text.split_once(from)?.1;
            Some(if to.is_empty() { rest } else { rest.split_once(to)?.0 }.to_string())
        };
        let read = || {
            Some(Mutation {
                name: name.to_string(),
                file: part("file: ", "\n")?,
                breaks: part("breaks: ", "\n")?,
                find: part("--- find\n", "\n--- replace\n")?,
                replace: part("--- replace\n", "")?.trim_end_matches('\n').to_string(),
            })
        };
        read().ok_or_else(|| format!("error: mutation {name} needs file, breaks, find and replace"))
    }

    /// Where it shows: the interpreter sees what flattening does, only a backend what lowering does.
    fn backends(&self) -> &'static str {
        if self.file.contains("/lower/") { "interp,native" } else { "interp" }
    }

    /// The changed text of its file, if the text to find occurs exactly once.
    pub fn apply(&self, source: &str) -> Option<String> {
        (source.matches(&self.find).count() == 1).then(|| source.replacen(&self.find, &self.replace, 1))
    }
}

/// The mutations of a workspace, by name.
pub fn load(workspace: &Path) -> Result<Vec<Mutation>, String> {
    let folder = workspace.join("tests/mutations");
    let entries = std::fs::read_dir(&folder).map_err(|e| format!("error: {}: {e}", folder.display()))?;
    let mut mutations = vec![];
    for entry in entries {
        let path = entry.map_err(|e| format!("error: {e}"))?.path();
        let text = std::fs::read_to_string(&path).map_err(|e| format!("error: {}: {e}", path.display()))?;
        let name = path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
        mutations.push(Mutation::parse(&name, &text)?);
    }
    mutations.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(mutations)
}

/// Plants each bug and says whether all were found.
pub fn mutants(args: &Args) -> Result<bool, String> {
    let copy = args.out.join("sources");
    copy_sources(&args.workspace, &copy)?;
    let Some(before) = findings(args, &copy, "interp,native")? else {
        return Err("error: the sources do not build".into());
    };
    println!("{} findings without any mutation", before.len());
    let mut all = true;
    for mutation in load(&args.workspace)?.iter().filter(|m| args.wants(&m.name)) {
        let path = copy.join(&mutation.file);
        let source = std::fs::read_to_string(&path).map_err(|e| format!("error: {}: {e}", path.display()))?;
        let verdict = match mutation.apply(&source) {
            None => {
                all = false;
                "does not apply".to_string()
            }
            Some(mutated) => {
                write(&path, &mutated)?;
                let found = findings(args, &copy, mutation.backends());
                write(&path, &source)?;
                match found? {
                    None => {
                        all = false;
                        "does not build".to_string()
                    }
                    Some(found) => match found.difference(&before).count() {
                        0 => {
                            all = false;
                            "MISSED".to_string()
                        }
                        n => format!("found by {n} entries"),
                    },
                }
            }
        };
        println!("{:<36} {verdict}", mutation.name);
    }
    Ok(all)
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|e| format!("error: {}: {e}", path.display()))
}

/// Brings a copy of the manifests and crates up to date; files that did not change keep their time.
fn copy_sources(from: &Path, to: &Path) -> Result<(), String> {
    std::fs::create_dir_all(to).map_err(|e| format!("error: {}: {e}", to.display()))?;
    for name in ["Cargo.toml", "Cargo.lock", "crates"] {
        copy_all(&from.join(name), &to.join(name)).map_err(|e| format!("error: copying {name}: {e}"))?;
    }
    Ok(())
}

fn copy_all(from: &Path, to: &Path) -> std::io::Result<()> {
    if from.is_dir() {
        std::fs::create_dir_all(to)?;
        for entry in std::fs::read_dir(from)? {
            let entry = entry?;
            copy_all(&entry.path(), &to.join(entry.file_name()))?;
        }
        return Ok(());
    }
    let text = std::fs::read(from)?;
    if std::fs::read(to).ok().as_ref() != Some(&text) {
        std::fs::write(to, text)?;
    }
    Ok(())
}

/// Builds the copy and runs random programs: the program and entry of each finding. `None` if it does not build.
fn findings(args: &Args, copy: &Path, backends: &str) -> Result<Option<BTreeSet<String>>, String> {
    let target = std::path::absolute(args.out.join("target")).map_err(|e| format!("error: {e}"))?;
    let build = Command::new("cargo")
        .args(["build", "--quiet", "--package", "windrow-testkit", "--bin", "testkit"])
        .current_dir(copy)
        .env("CARGO_TARGET_DIR", &target)
        .output();
    let build = build.map_err(|e| format!("error: cannot start cargo: {e}"))?;
    if !build.status.success() {
        return Ok(None);
    }
    let run = Command::new(target.join("debug/testkit"))
        .args(["fuzz", "--shrink", "0", "--findings", "100000", "--backends", backends, "--out"])
        .arg(target.join("fuzz"))
        .args(["--count", &args.count.to_string()])
        .output();
    let run = run.map_err(|e| format!("error: cannot run random programs: {e}"))?;
    let text = String::from_utf8_lossy(&run.stdout);
    let named = |line: &str| {
        let crash = line.strip_prefix("crash in program ").and_then(|rest| rest.split_once(':'));
        let found = line.split_once(".fut: ").and_then(|(path, _)| path.rsplit_once('/'));
        crash.map(|(seed, _)| format!("{seed} crash")).or_else(|| found.map(|(_, name)| name.to_string()))
    };
    Ok(Some(text.lines().filter_map(named).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mutation_applies_where_its_text_occurs_once() {
        let text = "file: a.rs\nbreaks: all\n--- find\nx + 1\n--- replace\nx - 1\n";
        let mutation = Mutation::parse("m", text).unwrap();
        assert_eq!(mutation.apply("let y = x + 1;").as_deref(), Some("let y = x - 1;"));
        assert_eq!(mutation.apply("x + 1; x + 1"), None);
        assert_eq!(mutation.apply("x"), None);
    }
}
