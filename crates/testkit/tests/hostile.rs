//! Deep nesting and a few broken inputs, each in a process that is watched. `testkit fuzz-front` and `fuzz-data` do more.

use std::path::Path;
use std::process::Command;

fn finds_nothing(command: &str, count: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let out = std::env::temp_dir().join(format!("windrow_hostile_{}", std::process::id()));
    let mut testkit = Command::new(env!("CARGO_BIN_EXE_testkit"));
    testkit.args([command, "--count", count, "--limit", "60", "--out"]).arg(&out).current_dir(root);
    let output = testkit.output().expect("the command starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    // Only findings are worth keeping.
    let _ = std::fs::remove_dir_all(&out);
}

#[test]
fn the_front_end_refuses_or_takes_everything() {
    finds_nothing("fuzz-front", "250");
}

#[test]
fn the_readers_of_data_refuse_or_take_everything() {
    finds_nothing("fuzz-data", "2000");
}
