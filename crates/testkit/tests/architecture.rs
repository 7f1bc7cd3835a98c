//! The crates form a star: `base <- ir <- {front, passes, interp, emit, rt} <- driver <- {windrow <- {bind <- cli, capi}, testkit}`.

use std::collections::BTreeSet;
use std::path::Path;

/// What each crate may name, in any of its dependency tables.
const MAY_USE: [(&str, &[&str]); 13] = [
    ("base", &[]),
    ("ir", &["base"]),
    ("front", &["base", "ir"]),
    ("passes", &["base", "ir"]),
    ("interp", &["base", "ir"]),
    ("emit", &["base", "ir"]),
    ("rt", &["base", "ir"]),
    ("driver", &["base", "ir", "front", "passes", "interp", "emit", "rt"]),
    ("windrow", &["base", "ir", "rt", "driver"]),
    ("cli", &["base", "ir", "front", "passes", "rt", "driver", "windrow", "bind"]),
    ("bind", &["base", "front", "driver", "windrow"]),
    ("capi", &["windrow", "bind", "front", "driver"]),
    ("testkit", &["base", "ir", "front", "passes", "interp", "emit", "rt", "driver"]),
];

/// The crates of the workspace that a manifest names under any heading that ends in `dependencies]`.
fn named(manifest: &str) -> BTreeSet<String> {
    let mut inside = false;
    let mut names = BTreeSet::new();
    for line in manifest.lines().map(str::trim) {
        if line.starts_with('[') {
            inside = line.ends_with("dependencies]");
            // `[dependencies.ir]` names a crate too.
            if let Some((_, name)) = line.trim_end_matches(']').split_once("dependencies.") {
                names.insert(name.to_string());
            }
        } else if inside && !line.starts_with('#') {
            let name: String =
                line.chars().take_while(|c| c.is_alphanumeric() || *c == '-' || *c == '_').collect();
            names.insert(name.trim_start_matches("windrow-").to_string());
        }
    }
    names.into_iter().filter(|name| MAY_USE.iter().any(|(known, _)| known == name)).collect()
}

#[test]
fn the_crates_form_a_star() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found: Vec<String> = std::fs::read_dir(&crates)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    found.sort();
    let mut known: Vec<&str> = MAY_USE.iter().map(|(name, _)| *name).collect();
    known.sort_unstable();
    assert_eq!(found, known, "a new crate needs a line in MAY_USE");
    for (name, allowed) in MAY_USE {
        let manifest = std::fs::read_to_string(crates.join(name).join("Cargo.toml")).unwrap();
        for used in named(&manifest) {
            assert!(allowed.contains(&used.as_str()), "{name} must not use {used}");
        }
    }
}

/// What a package is built from without its default features.
fn lean_dependencies(package: &str) -> BTreeSet<String> {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let args = [
        "tree",
        "--offline",
        "-e",
        "normal,build",
        "--prefix",
        "none",
        "--no-default-features",
        "-p",
        package,
    ];
    let cargo = std::env::var_os("CARGO").unwrap_or("cargo".into());
    let output = std::process::Command::new(cargo).args(args).current_dir(workspace).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().filter_map(|line| line.split_whitespace().next()).map(str::to_string).collect()
}

#[test]
fn compiled_programs_run_without_the_compiler() {
    for package in ["windrow", "windrow-capi", "windrow-cli"] {
        let found = lean_dependencies(package);
        assert!(found.contains("windrow-rt"), "{package} is built from {found:?}");
        for part in ["front", "passes", "interp", "emit"] {
            assert!(!found.contains(&format!("windrow-{part}")), "{package} without `compiler` uses {part}");
        }
    }
}

#[test]
fn every_way_to_name_a_crate_is_seen() {
    let manifest = "[dependencies]\nir.workspace = true\n# rt\n[dev-dependencies]\nwindrow-emit = { path = \"x\" }\n[dependencies.rt]\npath = \"y\"\n";
    assert_eq!(named(manifest).into_iter().collect::<Vec<_>>(), ["emit", "ir", "rt"]);
}
