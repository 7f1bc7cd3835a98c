//! The IR file tests of `tests/ir`, and the mutations of `tests/mutations` that must still apply.

use std::path::{Path, PathBuf};

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[test]
fn passes_do_what_their_files_say() {
    let bless = std::env::var_os("BLESS").is_some();
    let mut failures = vec![];
    let mut count = 0;
    for folder in std::fs::read_dir(workspace().join("tests/ir")).unwrap() {
        for file in std::fs::read_dir(folder.unwrap().path()).unwrap() {
            count += 1;
            failures.extend(testkit::filetest::run(&file.unwrap().path(), bless).err());
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
    assert!(count >= 60, "only {count} file tests");
}

#[test]
fn every_mutation_applies() {
    let mutations = testkit::mutants::load(&workspace()).unwrap();
    assert!(mutations.len() >= 10);
    for mutation in mutations {
        let source = std::fs::read_to_string(workspace().join(&mutation.file)).unwrap();
        assert!(
            mutation.apply(&source).is_some(),
            "{} does not apply: its text occurs not once",
            mutation.name
        );
    }
}
