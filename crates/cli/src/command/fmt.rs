//! `windrow fmt`: programs in the common layout.

use base::diag::SourceFile;
use clap::Args;
use driver::{Error, guarded};
use std::io::{Read, Write};

#[derive(Args)]
pub(super) struct FmtArgs {
    /// The programs, which are rewritten; without any, standard input is formatted to standard output.
    files: Vec<String>,
    /// Write nothing; say which programs are not formatted, and exit with 1 if there are any.
    #[arg(long)]
    check: bool,
}

pub(super) fn fmt(args: &FmtArgs) -> Result<bool, String> {
    if args.files.is_empty() {
        let mut text = String::new();
        let read = std::io::stdin().read_to_string(&mut text);
        read.map_err(|e| format!("error: cannot read standard input: {e}"))?;
        let result = formatted("standard input", &text).map_err(|e| e.to_string())?;
        if args.check {
            return Ok(told("standard input", result == text));
        }
        let written = std::io::stdout().write_all(result.as_bytes());
        written.map_err(|e| format!("error: cannot write to standard output: {e}"))?;
        return Ok(true);
    }
    let mut good = true;
    for path in &args.files {
        match one(path, args.check) {
            Ok(done) => good &= done,
            // The other files are still looked at.
            Err(message) => {
                eprintln!("{message}");
                good = false;
            }
        }
    }
    Ok(good)
}

fn one(path: &str, check: bool) -> Result<bool, String> {
    let text = std::fs::read_to_string(path)
        .map_err(|e| Error::File { path: path.to_string(), cause: e.to_string() }.to_string())?;
    let result = formatted(path, &text).map_err(|e| e.to_string())?;
    if check {
        return Ok(told(path, result == text));
    }
    if result != text {
        std::fs::write(path, result).map_err(|e| format!("error: cannot write {path}: {e}"))?;
    }
    Ok(true)
}

fn told(name: &str, good: bool) -> bool {
    if !good {
        eprintln!("{name} is not formatted");
    }
    good
}

fn formatted(name: &str, text: &str) -> Result<String, Error> {
    let file = SourceFile { name: name.to_string(), text: text.to_string() };
    let result = guarded(|| front::format(&file))?;
    result.map_err(|diagnostics| Error::Source { files: vec![file], diagnostics })
}
