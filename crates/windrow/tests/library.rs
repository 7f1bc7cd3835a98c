//! Programs that were compiled before are loaded and called like those that are compiled now.
#![cfg(feature = "compiler")]

use windrow::{Backend, Context, ErrorKind, Library, Program, Ragged, Rows, Value};

const PROGRAM: &str = "
    type shape = #circle f64 | #square {side: f64}
    entry twice [n] (xss: [n][?]f64): [n][?]f64 = map (map (* 2)) xss
    entry areas [n] (shapes: [n]shape): [n]f64 =
      map (\\s -> match s case #circle r -> 3 * r * r case #square {side} -> side * side) shapes
    entry shapes (n: i64): []shape = map (\\i -> if i % 2 == 0 then #circle (f64.i64 i) else #square {side = 1}) (iota n)
    entry at (xs: []i64) (i: i64): i64 = xs[i]
";

fn program() -> Program {
    Program::from_source("p.fut", PROGRAM).unwrap()
}

fn library() -> Library {
    Library::from_bytes(&program().build(Backend::Native).unwrap().to_bytes()).unwrap()
}

#[test]
fn a_library_has_the_signatures_of_its_program() {
    let text = |signature: &windrow::Signature| signature.to_string();
    let expected: Vec<String> = program().entries().map(text).collect();
    assert_eq!(library().entries().map(text).collect::<Vec<_>>(), expected);
}

#[test]
fn its_entry_points_are_called_as_others() {
    let library = library();
    let context = library.context(Context::builder().threads(2)).unwrap();
    let module = library.load(&context).unwrap();
    let rows = Rows::new(&[1.0, 2.0, 3.0], &[0, 2, 2, 3]);
    let twice: Ragged<f64> = module.entry("twice").unwrap().call((rows,)).unwrap();
    assert_eq!(twice.view().unwrap().iter().collect::<Vec<_>>(), [&[2.0, 4.0][..], &[], &[6.0]]);
    let copies = context.stats().copies;
    println!("{copies:?}");
    assert_eq!(copies.converted.count, 0);
    let shapes: Value = module.entry("shapes").unwrap().call((4i64,)).unwrap();
    let areas: Vec<f64> = module.entry("areas").unwrap().call((shapes,)).unwrap();
    assert_eq!(areas, [0.0, 1.0, 12.0, 1.0]);
}

#[test]
fn its_failures_have_positions() {
    let library = library();
    let context = library.context(Context::builder()).unwrap();
    let at = library.load(&context).unwrap().entry("at").unwrap();
    let error = at.call::<i64>((&[1i64, 2], 2i64)).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Failure { .. }), "{error}");
    assert_eq!(error.position().map(|p| (p.file.as_str(), p.line)), Some(("p.fut", 7)));
}

#[test]
fn what_is_no_library_is_refused() {
    let bytes = program().build(Backend::Native).unwrap().to_bytes();
    assert!(Library::from_bytes(&bytes[..bytes.len() / 2]).is_err());
    assert!(Library::from_bytes(b"").is_err());
    let error = Library::from_file("/nowhere/p.image").err().unwrap();
    assert!(matches!(error.kind(), ErrorKind::Io { .. }), "{error}");
    let error = program().build(Backend::Interp).err().unwrap();
    assert!(error.to_string().contains("interpreter"), "{error}");
}
