//! Real programs and values to start from.

use std::path::{Path, PathBuf};

/// Files larger than this are left out: they only take time.
const LARGEST: u64 = 20_000;

/// A program and where it stands, so that its imports are found.
pub(super) struct Source {
    pub path: String,
    pub text: String,
}

/// The programs of the repository and of the given folders, in the order of their paths.
pub(super) fn programs(folders: &[String]) -> Result<Vec<Source>, String> {
    let mut paths = vec![];
    for folder in ["tests", "examples"].map(String::from).iter().chain(folders) {
        collect(Path::new(folder), &mut paths).map_err(|e| format!("error: cannot read {folder}: {e}"))?;
    }
    paths.sort();
    // A file that is not UTF-8 is no program.
    let read = |path: PathBuf| {
        std::fs::read_to_string(&path).ok().map(|text| Source { path: path.display().to_string(), text })
    };
    let found: Vec<Source> = paths.into_iter().filter_map(read).collect();
    if found.is_empty() { Err("error: there are no programs to start from".into()) } else { Ok(found) }
}

/// The values in the stanzas of the programs: each as text and, where it can be read, as bytes.
pub(super) fn values(folders: &[String]) -> Result<Vec<Vec<u8>>, String> {
    let mut found: Vec<Vec<u8>> = vec![];
    for source in programs(folders)? {
        let Ok(stanzas) = driver::stanza::parse(&source.text) else { continue };
        for case in stanzas.cases {
            let driver::stanza::Source::Text(text) = case.input else { continue };
            if let Ok(values) = rt::data::read_values(text.as_bytes(), None) {
                let mut bytes = vec![];
                let written = values.iter().try_for_each(|v| rt::binary::write_value(v, &mut bytes));
                found.extend(written.is_ok().then_some(bytes));
            }
            found.push(text.into_bytes());
        }
    }
    found.retain(|bytes| !bytes.is_empty());
    if found.is_empty() { Err("error: there are no values to start from".into()) } else { Ok(found) }
}

fn collect(folder: &Path, paths: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let (path, kind) = (entry.path(), entry.metadata()?);
        if kind.is_dir() {
            collect(&path, paths)?;
        } else if path.extension().is_some_and(|e| e == "fut") && kind.len() <= LARGEST {
            paths.push(path);
        }
    }
    Ok(())
}
