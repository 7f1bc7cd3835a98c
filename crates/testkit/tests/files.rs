//! The IR file tests of `tests/ir`, and the mutations of `tests/mutations` that must still apply.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use testkit::mutants::Mutation;

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[test]
fn passes_do_what_their_files_say() {
    let bless = std::env::var_os("BLESS").is_some();
    let files = testkit::filetest::all_files(&workspace().join("tests/ir")).unwrap();
    let failures: Vec<String> =
        files.iter().filter_map(|file| testkit::filetest::run(file, bless).err()).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
    assert!(files.len() >= 60, "only {} file tests", files.len());
}

#[test]
fn every_mutation_applies() {
    let mutations = testkit::mutants::load(&workspace()).unwrap();
    assert!(mutations.len() >= 40, "only {} mutations", mutations.len());
    let mut files: BTreeMap<&str, Vec<(usize, &Mutation)>> = BTreeMap::new();
    for (number, mutation) in mutations.iter().enumerate() {
        files.entry(&mutation.file).or_default().push((number, mutation));
    }
    for (file, mutations) in files {
        let source = std::fs::read_to_string(workspace().join(file)).unwrap();
        testkit::mutants::plant(&source, &mutations).unwrap_or_else(|e| panic!("{e}"));
    }
}
