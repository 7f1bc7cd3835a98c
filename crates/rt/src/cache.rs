//! Compiled programs on disk, named by a hash of everything that went into them.
//!
//! Files appear by an atomic rename, so processes that build the same program at the same time do no harm.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::{env, fs, io, process};

/// Where compiled programs are kept: `$WINDROW_CACHE`, else `windrow` in the user's cache folder, else in the temporary one.
pub fn folder() -> PathBuf {
    let var = |name: &str| env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    var("WINDROW_CACHE")
        .or_else(|| var("XDG_CACHE_HOME").map(|d| d.join("windrow")))
        .or_else(|| var("HOME").map(|d| d.join(".cache").join("windrow")))
        .filter(|d| fs::create_dir_all(d).is_ok())
        .unwrap_or_else(|| env::temp_dir().join("windrow"))
}

/// A name for these texts together: FNV-1a in 128 bits.
pub fn key(parts: &[&str]) -> String {
    let mut hash: u128 = 0x6c62272e07bb014262b821756295c58d;
    for part in parts {
        // The length keeps ("ab", "c") and ("a", "bc") apart.
        for byte in (part.len() as u64).to_le_bytes().iter().chain(part.as_bytes()) {
            hash = (hash ^ *byte as u128).wrapping_mul(0x0000000001000000000000000000013b);
        }
    }
    format!("{hash:032x}")
}

/// A path in the folder of `file` that nobody else uses, with the same extension.
pub fn scratch(file: &Path) -> PathBuf {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let own = format!("tmp-{}-{number}-", process::id());
    let name = file.file_name().map_or(String::new(), |n| n.to_string_lossy().into_owned());
    file.with_file_name(own + &name)
}

/// Writes a file so that it appears at once, complete.
pub fn publish(file: &Path, data: &[u8]) -> io::Result<()> {
    let own = scratch(file);
    fs::write(&own, data)?;
    fs::rename(&own, file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_tell_parts_apart() {
        assert_ne!(key(&["ab", "c"]), key(&["a", "bc"]));
        assert_eq!(key(&["x"]), key(&["x"]));
    }
}
