//! Programs over the rows of a matrix have no ragged level, whatever loops and branches they have.

use driver::pipeline::{self, Blind};
use driver::{Options, Program};
use std::path::Path;

/// The Flat program of a file.
fn flat(name: &str, without: &[&str]) -> ir::Flat {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests").join(name);
    let program = Program::from_file(&path.display().to_string()).unwrap();
    let without = without.iter().map(|name| name.to_string()).collect();
    let options = Options { verify: true, without, ..Options::default() };
    let core = pipeline::optimise(program.core, &options, &mut Blind).unwrap();
    pipeline::flatten(core, &options, &mut Blind).unwrap()
}

/// How many ragged levels the spaces of an entry point have.
fn ragged(flat: &ir::Flat, entry: &str) -> usize {
    let fun = flat.funs.iter().find(|fun| fun.name == entry).unwrap();
    let alone = ir::Flat { files: flat.files.clone(), vars: flat.vars.clone(), funs: vec![fun.clone()] };
    ir::print(&alone).matches(" via ").count()
}

#[test]
fn rows_of_a_matrix_make_no_ragged_level() {
    for (name, entries) in [
        ("counts/quicksort.fut", &["quicksort"][..]),
        ("counts/fft.fut", &["fft"]),
        ("counts/fft_b.fut", &["hadamard", "hadamard_while"]),
        ("run/regular_rows.fut", &["quicksort", "fft", "halved", "doubled", "endless", "chosen", "firsts"]),
    ] {
        let flat = flat(name, &[]);
        for entry in entries {
            assert_eq!(ragged(&flat, entry), 0, "{name}: {entry}");
        }
    }
}

#[test]
fn without_the_analyses_they_do() {
    let flat = flat("run/regular_rows.fut", &["shapes", "regularity"]);
    for entry in ["halved", "doubled", "chosen", "firsts"] {
        assert!(ragged(&flat, entry) > 0, "{entry}");
    }
}
