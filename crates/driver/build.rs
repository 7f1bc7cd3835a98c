//! Computes the stamp of this build: a hash of the sources that decide how a compiled program is written, read and run.
//!
//! A compiled program holds the stamp of what has compiled it, and is only run by what has the same (`src/image.rs`). A version number
//! would have to be raised by hand, and a forgotten one gives wrong results.

use std::path::{Path, PathBuf};

/// The crates with the texts of programs, the code for devices, and what calls it.
const CRATES: [&str; 5] = ["base", "ir", "emit", "rt", "driver"];

fn main() {
    let crates = Path::new(&std::env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("..");
    let mut hash = 0xcbf2_9ce4_8422_2325;
    for name in CRATES {
        let sources = crates.join(name).join("src");
        println!("cargo::rerun-if-changed={}", sources.display());
        for file in files(&sources) {
            let path = file.strip_prefix(&crates).expect("it was found there");
            add(&mut hash, path.to_string_lossy().as_bytes());
            add(&mut hash, &std::fs::read(&file).expect("it was found"));
        }
    }
    println!("cargo::rustc-env=WINDROW_STAMP={hash:016x}");
}

/// All files of a folder and its folders, in the same order on every machine.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths.into_iter().flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

/// FNV-1a over a text and its length.
fn add(hash: &mut u64, bytes: &[u8]) {
    for byte in bytes.iter().chain(&(bytes.len() as u64).to_le_bytes()) {
        *hash = (*hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    }
}
