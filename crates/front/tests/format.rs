//! Formatting the programs of the repository keeps their tokens, comments and trees (the formatter itself refuses to return
//! anything else), and a second time changes nothing.

use base::diag::SourceFile;
use std::path::{Path, PathBuf};

fn programs(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("the entry can be read").path();
        if path.is_dir() {
            programs(&path, found);
        } else if path.extension().is_some_and(|e| e == "fut") {
            found.push(path);
        }
    }
}

fn format(text: String) -> Result<String, String> {
    front::format(&SourceFile { name: "it".into(), text }).map_err(|errors| format!("{errors:?}"))
}

/// The comments of a program, one a line: in tests no string holds two dashes.
fn comments(text: &str) -> Vec<&str> {
    text.lines().filter_map(|line| line.find("--").map(|at| line[at..].trim_end())).collect()
}

#[test]
fn programs_keep_their_comments_and_are_formatted_once() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut found = vec![];
    for folder in ["tests", "examples", "bench"] {
        programs(&root.join(folder), &mut found);
    }
    assert!(found.len() > 60, "{} programs", found.len());
    let mut done = 0;
    for path in found {
        let text = std::fs::read_to_string(&path).expect("the program can be read");
        // What does not parse is there on purpose.
        let once = match format(text.clone()) {
            Ok(once) => once,
            Err(errors) if errors.contains("\"format\"") => panic!("{}: {errors}", path.display()),
            Err(_) => continue,
        };
        assert_eq!(comments(&once), comments(&text), "{}", path.display());
        assert_eq!(format(once.clone()).as_ref(), Ok(&once), "{}", path.display());
        let squeeze = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
        assert_eq!(squeeze(&once), squeeze(&text), "{}", path.display());
        done += 1;
    }
    assert!(done > 50, "only {done} programs were formatted");
}
