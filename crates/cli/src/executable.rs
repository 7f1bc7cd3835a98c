//! Executables that `windrow build` makes: a runtime with a compiled program behind it, which `program.rs` reads.
//!
//! The runtime is the file `windrow-runtime` beside the command, which is built and installed with it: no compiler, no tables, no
//! session. Nothing is linked, and an executable needs no files beside it. A runtime of another build could misread what this command
//! has compiled, so it is asked for its stamp first. Where the command was copied without that file, it is the runtime itself, several
//! times as large.

use crate::program::{ASK, MARK};
use driver::{Image, STAMP};
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The file whose copies run programs.
fn runtime() -> Result<PathBuf, String> {
    let command =
        std::env::current_exe().map_err(|e| format!("this command cannot find its own file: {e}"))?;
    let small = command.with_file_name(format!("windrow-runtime{}", std::env::consts::EXE_SUFFIX));
    let path = small.display();
    if !small.is_file() {
        eprintln!(
            "note: {path} is missing, so the executable holds the whole command; `cargo install --path crates/cli` installs both"
        );
        return Ok(command);
    }
    let said = Command::new(&small).arg(ASK).output().map_err(|e| format!("cannot start {path}: {e}"))?;
    let stamp = String::from_utf8_lossy(&said.stdout);
    if said.status.success() && stamp.trim_end() == STAMP {
        return Ok(small);
    }
    let stamp = if said.status.success() { stamp.trim_end() } else { "an older version" };
    Err(format!(
        "{path} is not of the same build as this command: its build is {stamp}, that of the command {STAMP}; install both together \
         (`cargo install --path crates/cli`), or remove that file, and the executable will hold the whole command"
    ))
}

/// Writes an executable: the runtime, and behind it the image.
pub(crate) fn write(image: &Image, to: &Path) -> Result<(), String> {
    let runtime = runtime()?;
    let bytes = image.to_bytes();
    // The file appears at once and complete, also where an older one is being run.
    let scratch = rt::cache::scratch(to);
    let written = || -> io::Result<()> {
        std::fs::copy(&runtime, &scratch)?;
        let mut file = File::options().append(true).open(&scratch)?;
        file.write_all(&bytes)?;
        file.write_all(&(bytes.len() as u64).to_le_bytes())?;
        file.write_all(MARK)?;
        drop(file);
        std::fs::rename(&scratch, to)
    };
    written().map_err(|e| {
        let _ = std::fs::remove_file(&scratch);
        format!("cannot write {}: {e}", to.display())
    })
}
