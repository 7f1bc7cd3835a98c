//! Headers that the compiler has read before: those of intrinsics take longer to read than most kernels to compile.
//!
//! The first text that needs them is compiled as it is, while the compiler prepares a precompiled header in the cache; the next ones
//! begin with that. One that is for other flags the compiler reads again; one that it cannot read is taken away.

use crate::cache;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::{fs, io};

/// What is read once. The text includes it, too: then it is there already.
const TEXT: &str = "#include <immintrin.h>\n";

/// What a text has to mention.
const NEEDS: &str = "#include <immintrin.h>";

/// The headers in front of a text.
pub(super) enum Headers {
    /// It reads them itself.
    Own,
    /// They are in this file.
    Ready(PathBuf),
    /// They are being made.
    Making { child: Child, made: PathBuf, file: PathBuf },
}

impl Headers {
    /// Those of a text that is compiled by a `command` to which files are added; `key` names that command.
    pub(super) fn of(source: &str, key: &str, command: impl FnOnce() -> Command) -> Headers {
        if !source.contains(NEEDS) {
            return Headers::Own;
        }
        Headers::prepare(&cache::folder().join(format!("headers-{key}.h")), command).unwrap_or(Headers::Own)
    }

    pub(super) fn prepare(header: &Path, command: impl FnOnce() -> Command) -> io::Result<Headers> {
        let file = precompiled(header);
        if file.exists() && header.exists() {
            return Ok(Headers::Ready(header.to_path_buf()));
        }
        cache::publish(header, TEXT.as_bytes())?;
        let made = cache::scratch(&file);
        let child = command().args(["-x", "c-header", "-o"]).arg(&made).arg(header).spawn()?;
        Ok(Headers::Making { child, made, file })
    }

    /// What the compiler is told.
    pub(super) fn args(&self) -> Vec<OsString> {
        if let Headers::Ready(header) = self { vec!["-include".into(), header.into()] } else { vec![] }
    }

    /// Takes away what is there, in case it is damaged. Says whether there was something.
    pub(super) fn discard(&self) -> bool {
        if let Headers::Ready(header) = self { fs::remove_file(precompiled(header)).is_ok() } else { false }
    }

    /// Waits for what is being made. Without it texts read the headers themselves, so that it may fail.
    pub(super) fn finish(self) {
        let Headers::Making { child, made, file } = self else { return };
        let good = child.wait_with_output().is_ok_and(|output| output.status.success());
        if !good || fs::rename(&made, &file).is_err() {
            let _ = fs::remove_file(&made);
        }
    }
}

/// Where the compiler looks for what it has made of a header.
fn precompiled(header: &Path) -> PathBuf {
    let mut name = header.as_os_str().to_os_string();
    name.push(".gch");
    name.into()
}
