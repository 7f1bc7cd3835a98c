//! Every program of the repository: its Core is printed, parsed, verified and printed again.

use driver::Program;
use std::path::{Path, PathBuf};

fn programs(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder);
    let entries = std::fs::read_dir(folder).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|e| e == "fut"));
    paths.sort();
    paths
}

#[test]
fn core_of_every_program_is_read_back() {
    let mut wrong = vec![];
    let mut read = 0;
    for path in
        ["tests/lang", "tests/run", "tests/spine", "tests/counts", "examples"].into_iter().flat_map(programs)
    {
        // Programs that have to be refused are there too.
        let Ok(program) = Program::from_file(&path.display().to_string()) else { continue };
        read += 1;
        let text = ir::print(&program.core);
        match ir::parse_core(&text) {
            Err(e) => wrong.push(format!("{}: {e}", path.display())),
            Ok(back) => {
                if ir::print(&back) != text {
                    wrong.push(format!("{}: another program", path.display()));
                }
                if let Err(errors) = ir::verify(&back) {
                    wrong.push(format!("{}: {}", path.display(), errors.join(", ")));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(read > 60, "only {read} programs are right");
}
