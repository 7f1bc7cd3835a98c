//! A copy of the workspace in which every mutation is planted, built once.

use super::mutation::{Mutation, plant};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the planted text asks for. It is no part of the compiler: only the copy has it.
const SWITCH: &str = r#"//! Which deliberate bug is switched on.

/// Whether it is this one.
pub fn on(number: usize) -> bool {
    static CHOSEN: std::sync::OnceLock<Option<usize>> = std::sync::OnceLock::new();
    let chosen = || std::env::var("WINDROW_MUTATION").ok().and_then(|n| n.parse().ok());
    *CHOSEN.get_or_init(chosen) == Some(number)
}
"#;

/// Where it stands in the copy.
const SWITCH_FILE: &str = "crates/base/src/mutation.rs";

/// The targets that detectors run.
const TARGETS: [&str; 16] = [
    "--package",
    "windrow-testkit",
    "--package",
    "windrow-cli",
    "--bin",
    "testkit",
    "--bin",
    "windrow",
    "--test",
    "own",
    "--test",
    "in_place",
    "--test",
    "spine",
    "--test",
    "yardstick",
];

/// The copy and its executables.
pub(super) struct Built {
    /// Where the copy is.
    pub(super) sources: PathBuf,
    /// A folder for what tests write.
    pub(super) scratch: PathBuf,
    /// Executables by the names of their targets.
    executables: BTreeMap<String, PathBuf>,
}

impl Built {
    /// The executable of a target.
    pub(super) fn executable(&self, target: &str) -> Result<PathBuf, String> {
        self.executables.get(target).cloned().ok_or_else(|| format!("error: cargo built no {target}"))
    }
}

/// Copies the workspace, plants the mutations and builds what detectors run.
pub(super) fn build(workspace: &Path, out: &Path, mutations: &[Mutation]) -> Result<Built, String> {
    for folder in ["sources", "scratch"] {
        std::fs::create_dir_all(out.join(folder)).map_err(|e| format!("error: {}: {e}", out.display()))?;
    }
    let absolute = |path: &Path| path.canonicalize().map_err(|e| format!("error: {}: {e}", path.display()));
    let (workspace, out) = (absolute(workspace)?, absolute(out)?);
    let sources = out.join("sources");
    for name in ["Cargo.toml", "Cargo.lock", "crates", "tests", "examples"] {
        let planted = |path: &Path, text: Vec<u8>| planted(&workspace, path, text, mutations);
        copy(&workspace.join(name), &sources.join(name), &planted)?;
    }
    write(&sources.join(SWITCH_FILE), SWITCH.as_bytes())?;
    let mut command = Command::new("cargo");
    command.arg("build").args(["--message-format", "json-render-diagnostics"]).args(TARGETS);
    // Verifiers and debug assertions notice bugs too; optimised a little, the tests take half the time.
    command.env("CARGO_PROFILE_DEV_OPT_LEVEL", "1").env("CARGO_PROFILE_DEV_DEBUG", "0");
    command
        .env("CARGO_INCREMENTAL", "0")
        .env("CARGO_TARGET_DIR", out.join("target"))
        .env("RUSTFLAGS", "-Awarnings");
    let output = command.current_dir(&sources).stderr(std::process::Stdio::inherit()).output();
    let output = output.map_err(|e| format!("error: cannot start cargo: {e}"))?;
    if !output.status.success() {
        return Err("error: the sources with mutations do not build".into());
    }
    let executables = String::from_utf8_lossy(&output.stdout).lines().filter_map(executable).collect();
    Ok(Built { sources, scratch: out.join("scratch"), executables })
}

/// The executable that a message of cargo announces: tests are called `NAME-HASH`.
fn executable(message: &str) -> Option<(String, PathBuf)> {
    let path = message.split_once("\"executable\":\"")?.1.split_once('"')?.0;
    let path = PathBuf::from(path);
    let file = path.file_name()?.to_str()?;
    let name = file.split_once('-').map_or(file, |(name, _)| name).to_string();
    Some((name, path))
}

/// The text of a file of the copy: with its mutations, and with the switch in `base`.
fn planted(workspace: &Path, path: &Path, text: Vec<u8>, mutations: &[Mutation]) -> Result<Vec<u8>, String> {
    let name = path.strip_prefix(workspace).unwrap_or(path);
    if name == Path::new("crates/base/src/lib.rs") {
        return Ok([text, b"\npub mod mutation;\n".to_vec()].concat());
    }
    let own: Vec<(usize, &Mutation)> =
        mutations.iter().enumerate().filter(|(_, m)| Path::new(&m.file) == name).collect();
    if own.is_empty() {
        return Ok(text);
    }
    let text = String::from_utf8(text).map_err(|_| format!("error: {} is not text", name.display()))?;
    Ok(plant(&text, &own).map_err(|e| format!("error: {e}"))?.into_bytes())
}

/// The contents of a file of the copy, from those of the workspace.
type Planted<'a> = dyn Fn(&Path, Vec<u8>) -> Result<Vec<u8>, String> + 'a;

/// Brings a copy up to date; files that do not change keep their time, so that cargo builds only what is new.
fn copy(from: &Path, to: &Path, planted: &Planted) -> Result<(), String> {
    let failed = |e: std::io::Error| format!("error: {}: {e}", from.display());
    if !from.is_dir() {
        return write(to, &planted(from, std::fs::read(from).map_err(failed)?)?);
    }
    std::fs::create_dir_all(to).map_err(failed)?;
    for entry in std::fs::read_dir(from).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        copy(&entry.path(), &to.join(entry.file_name()), planted)?;
    }
    // What was deleted or renamed since the last time is no part of the copy.
    for entry in std::fs::read_dir(to).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        // The switch is only there: written anew, it would have everything built again.
        let planted = entry.path().ends_with(SWITCH_FILE);
        if !planted && !from.join(entry.file_name()).exists() && entry.path().is_file() {
            std::fs::remove_file(entry.path()).map_err(failed)?;
        }
    }
    Ok(())
}

fn write(path: &Path, text: &[u8]) -> Result<(), String> {
    if std::fs::read(path).is_ok_and(|old| old == text) {
        return Ok(());
    }
    std::fs::write(path, text).map_err(|e| format!("error: {}: {e}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn executables_are_called_like_their_targets() {
        let named = |path: &str| executable(&format!("{{\"executable\":\"{path}\",\"fresh\":true}}"));
        assert_eq!(named("/t/debug/deps/files-0a1b").unwrap().0, "files");
        assert_eq!(named("/t/debug/windrow").unwrap(), ("windrow".into(), "/t/debug/windrow".into()));
        assert_eq!(executable("{\"executable\":null}"), None);
    }
}
