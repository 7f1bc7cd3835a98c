//! Executables that `windrow build` makes: a runtime with a compiled program behind it, which `program.rs` reads.
//!
//! The runtime is the file `windrow-runtime` beside the command, which is built and installed with it: no compiler, no tables, no
//! session. Nothing is linked, and an executable needs no files beside it. Where the command was copied without that file, it is the
//! runtime itself, several times as large.

use crate::program::MARK;
use driver::Image;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The file whose copies run programs.
fn runtime() -> io::Result<PathBuf> {
    let command = std::env::current_exe()?;
    let small = command.with_file_name(format!("windrow-runtime{}", std::env::consts::EXE_SUFFIX));
    if small.is_file() {
        return Ok(small);
    }
    eprintln!("note: {} is missing; the executable holds the whole command", small.display());
    Ok(command)
}

/// Writes an executable: the runtime, and behind it the image.
pub(crate) fn write(image: &Image, to: &Path) -> io::Result<()> {
    let bytes = image.to_bytes();
    // The file appears at once and complete, also where an older one is being run.
    let scratch = rt::cache::scratch(to);
    let written = || -> io::Result<()> {
        std::fs::copy(runtime()?, &scratch)?;
        let mut file = File::options().append(true).open(&scratch)?;
        file.write_all(&bytes)?;
        file.write_all(&(bytes.len() as u64).to_le_bytes())?;
        file.write_all(MARK)?;
        drop(file);
        std::fs::rename(&scratch, to)
    };
    written().inspect_err(|_| _ = std::fs::remove_file(&scratch))
}
