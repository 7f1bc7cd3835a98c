//! Each program of `tests/errors` is refused with the message that stands beside it; `BLESS=1` rewrites the messages.

use std::path::{Path, PathBuf};
use std::{env, fs};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/errors")
}

fn programs() -> Vec<PathBuf> {
    let entries = fs::read_dir(folder()).expect("tests/errors can be read");
    let mut paths: Vec<PathBuf> = entries.map(|e| e.expect("an entry of tests/errors").path()).collect();
    paths.retain(|p| p.extension().is_some_and(|e| e == "fut"));
    paths.sort();
    paths
}

/// What a user sees, with a line break at the end.
fn message(path: &Path) -> Result<String, String> {
    let name = path.file_name().expect("a file name").to_string_lossy();
    let text = fs::read_to_string(path).expect("a program can be read");
    match driver::Program::from_source(&name, &text) {
        Ok(_) => Err(format!("{name} is accepted")),
        Err(e) => Ok(format!("{}\n", e.to_string().trim_end())),
    }
}

#[test]
fn messages_are_as_written() {
    let bless = env::var_os("BLESS").is_some();
    let mut wrong = vec![];
    let programs = programs();
    assert!(programs.len() >= 20, "only {} programs in tests/errors", programs.len());
    for path in programs {
        let got = match message(&path) {
            Ok(got) => got,
            Err(what) => {
                wrong.push(what);
                continue;
            }
        };
        let beside = path.with_extension("txt");
        if bless {
            fs::write(&beside, &got).expect("a message can be written");
        } else {
            let expected = fs::read_to_string(&beside).unwrap_or_default();
            if got != expected {
                wrong.push(format!("{}\n--- expected\n{expected}--- got\n{got}", beside.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}\n(BLESS=1 rewrites the expected messages)", wrong.join("\n"));
}

#[test]
fn no_message_is_left_behind() {
    let entries = fs::read_dir(folder()).expect("tests/errors can be read");
    for entry in entries {
        let path = entry.expect("an entry of tests/errors").path();
        assert!(path.with_extension("fut").exists(), "{} belongs to no program", path.display());
    }
}

#[test]
fn a_message_names_the_place() {
    for path in programs() {
        let name = path.file_name().expect("a file name").to_string_lossy().to_string();
        if let Ok(message) = message(&path) {
            assert!(message.contains(&format!("{name}:")), "{name}: no position in\n{message}");
            assert!(message.starts_with("error["), "{name}: no id in\n{message}");
        }
    }
}
