//! Images of programs run as the programs do, and the images of all programs are read back.

use driver::stanza::{self, Expected, Source};
use driver::{Backend, Error, Image, NotRead, Options, Program, Unit};
use std::path::{Path, PathBuf};

fn programs(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder);
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|e| e == "fut"));
    paths.sort();
    paths
}

fn read(path: &Path) -> Result<Program, Error> {
    Program::from_file(&path.display().to_string())
}

/// The image, after it has been bytes.
fn through_bytes(image: &Image) -> Image {
    let bytes = image.to_bytes();
    let back = Image::from_bytes(&bytes).expect("it is read back");
    assert_eq!(back, *image);
    // Cut anywhere it is no image, or one without its last entry points.
    for cut in [0, 7, 8, bytes.len() / 2, bytes.len() - 1] {
        assert_eq!(Image::from_bytes(&bytes[..cut]), Err(NotRead::Damaged), "cut at {cut}");
    }
    // The stamp comes first, after its length.
    let mut other = bytes.clone();
    other[8 + driver::STAMP.len() - 1] ^= 1;
    let read = Image::from_bytes(&other);
    assert!(matches!(&read, Err(NotRead::OtherBuild(stamp)) if stamp != driver::STAMP), "{read:?}");
    back
}

fn load(image: &Image) -> Unit {
    let place = image.open(None).expect("the processor is there");
    image.load(&place, None).expect("it is loaded")
}

/// Runs the cases of a program whose values are texts; how many they were.
fn cases(path: &Path, unit: &Unit) -> usize {
    let text = std::fs::read_to_string(path).expect("the program is there");
    let values =
        |text: &str, types: &[_]| rt::data::read_values(text.as_bytes(), Some(types)).expect("values");
    let mut run = 0;
    for case in stanza::parse(&text).expect("stanzas").cases {
        let Source::Text(input) = &case.input else { continue };
        for entry in &case.entries {
            // Entry points that the backend refuses are left out.
            if !unit.has(entry) {
                continue;
            }
            let input = values(input, &unit.parameters(entry).expect("parameters"));
            let place = format!("{}:{}", path.display(), case.line);
            match (&case.expected, unit.run(entry, input)) {
                (Expected::Values(Source::Text(text)), Ok(got)) => {
                    let types: Vec<_> = got.iter().map(|v| (v.elem, v.lens.len())).collect();
                    let expected = values(text, &types);
                    assert_eq!(got.len(), expected.len(), "{place}");
                    for (got, expected) in got.iter().zip(&expected) {
                        rt::text::approx_equal(got, expected, 2e-3)
                            .unwrap_or_else(|e| panic!("{place}: {e}"));
                    }
                }
                (Expected::Error(_), Err(Error::Failure(_) | Error::Argument(_) | Error::Value(_))) => {}
                (_, got) => panic!("{place}: {got:?}"),
            }
            run += 1;
        }
    }
    run
}

#[test]
fn images_run_as_their_programs_do() {
    let mut run = 0;
    for path in ["tests/spine", "examples"].into_iter().flat_map(programs) {
        let program = read(&path).unwrap_or_else(|e| panic!("{e}"));
        let built = Image::build(&program, Backend::Native, &Options::default()).expect("it is built");
        run += cases(&path, &load(&through_bytes(&built.image)));
    }
    assert!(run > 20, "only {run} cases");
}

#[test]
fn images_of_all_programs_are_read_back() {
    let mut built = 0;
    for path in ["tests/lang", "tests/run"].into_iter().flat_map(programs) {
        // Programs that have to be refused are there too, and some without entry points.
        let Ok(program) = read(&path) else { continue };
        let options = Options { verify: false, ..Options::default() };
        match Image::build(&program, Backend::OpenCl, &options) {
            Ok(image) => _ = through_bytes(&image.image),
            Err(e) => {
                assert!(matches!(e, Error::Limit(_) | Error::Value(_)), "{}: {e}", path.display());
                continue;
            }
        }
        built += 1;
    }
    assert!(built > 60, "only {built} images");
}

#[test]
fn failures_name_their_place() {
    let text = "entry at [n] (xs: [n]i64) (i: i64): i64 = xs[i]\n";
    let program = Program::from_source("at.fut", text).expect("it is right");
    let built = Image::build(&program, Backend::Native, &Options::default()).expect("it is built");
    let values = rt::data::read_values(b"[1i64] 4i64", None).expect("values");
    let error = load(&built.image).run("at", values).expect_err("the index is outside");
    assert!(matches!(&error, Error::Failure(failed) if failed.to_string().contains("at.fut:1:")), "{error}");
}

#[test]
fn what_cannot_be_built_is_said() {
    let program = Program::from_source("f.fut", "def f (x: i64) = x\n").expect("it is right");
    let message = |backend| match Image::build(&program, backend, &Options::default()) {
        Ok(_) => panic!("it was built"),
        Err(e) => e.to_string(),
    };
    assert!(message(Backend::Native).contains("has no entry point"));
    assert!(message(Backend::Interp).contains("choose native, opencl or cuda"));
    // Combining with arrays runs in the interpreter only; the other entry point is built.
    let text = "def add (a: i64) (b: i64): i64 = ([a, b] with [0] = a + b)[0]\n\
        entry deep (xs: []i64): [2]i64 = intrinsics.hist_stream (replicate 2 0) add 0 (\\acc x -> intrinsics.acc_write acc (x % 2) x) xs\n\
        entry flat (n: i64): i64 = n + 1\n";
    let program = Program::from_source("r.fut", text).expect("it is right");
    let built = Image::build(&program, Backend::Native, &Options::default()).expect("it is built");
    let names: Vec<&str> = built.image.entries.iter().map(|e| e.name.as_str()).collect();
    assert_eq!(names, ["flat"]);
    assert_eq!(built.left_out.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["deep"]);
}
