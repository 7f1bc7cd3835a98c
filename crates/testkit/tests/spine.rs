//! The thirteen programs of the spine on data: no rows, empty rows, one row, a row far longer than the others, and many
//! random ones. Every backend that is there must give what the interpreter gives, native by every schedule.

use base::{Scalar, ScalarType};
use driver::pipeline::Blind;
use driver::{Backend, Error, Options, Program, Ready};
use ir::Value;
use ir::value::Lens;
use std::path::Path;
use std::sync::Arc;
use testkit::rng::Rng;

/// The lengths of the rows in each case; the long row is 10,000 times as long as the others.
fn shapes(rng: &mut Rng) -> Vec<(&'static str, Vec<i64>)> {
    let skewed = vec![1, 0, 1, 10_000, 1, 1];
    let many = (0..3000).map(|_| rng.range(0, 20)).collect();
    vec![
        ("no rows", vec![]),
        ("empty rows", vec![0, 0, 0]),
        ("one row", vec![7]),
        ("a long row", skewed),
        ("many", many),
    ]
}

fn array(rng: &mut Rng, elem: ScalarType, lens: Vec<Lens>, low: i64, high: i64) -> Value {
    let count = ir::value::count_positions(&lens);
    let number = |x: i64| {
        if elem.is_float() { Scalar::from_f64(elem, x as f64 / 2.0) } else { Scalar::from_i64(elem, x) }
    };
    let scalars: Vec<Scalar> = (0..count).map(|_| number(rng.range(low, high))).collect();
    Value::from_scalars(elem, lens, &scalars)
}

fn rows(rng: &mut Rng, elem: ScalarType, sizes: &[i64], low: i64, high: i64) -> Value {
    let lens = vec![Lens::Uniform(sizes.len() as i64), Lens::Each(sizes.to_vec())];
    array(rng, elem, lens, low, high)
}

fn vector(rng: &mut Rng, elem: ScalarType, size: i64, low: i64, high: i64) -> Value {
    array(rng, elem, vec![Lens::Uniform(size)], low, high)
}

/// Arguments of an entry for rows of these lengths.
fn arguments(entry: &str, rng: &mut Rng, sizes: &[i64]) -> Vec<Value> {
    use ScalarType::{F64, I64};
    let n = sizes.len() as i64;
    let total: i64 = sizes.iter().sum();
    match entry {
        "dot" => vec![vector(rng, F64, total, -20, 20), vector(rng, F64, total, -20, 20)],
        "rowsums" => vec![rows(rng, F64, sizes, -20, 20)],
        "iotas" => vec![Value::i64s(sizes)],
        "keep" | "sortrows" => vec![rows(rng, I64, sizes, -50, 50)],
        "grow" => vec![rows(rng, I64, sizes, 1, 40)],
        "deep" => {
            let inner: Vec<i64> = (0..total).map(|_| rng.range(0, 4)).collect();
            let lens = vec![Lens::Uniform(n), Lens::Each(sizes.to_vec()), Lens::Each(inner)];
            vec![array(rng, I64, lens, -9, 9)]
        }
        "tflat" => {
            let widths: Vec<i64> = sizes.iter().map(|_| rng.range(0, 5)).collect();
            let each = sizes.iter().zip(&widths).flat_map(|(rows, width)| vec![*width; *rows as usize]);
            let lens = vec![Lens::Uniform(n), Lens::Each(sizes.to_vec()), Lens::Each(each.collect())];
            vec![array(rng, F64, lens, -9, 9)]
        }
        "chase" => {
            let next = sizes.iter().flat_map(|s| (0..*s).map(|_| (*s).max(1)).collect::<Vec<_>>());
            let next: Vec<Scalar> = next.map(|s| Scalar::I64(rng.range(0, s))).collect();
            let lens = vec![Lens::Uniform(n), Lens::Each(sizes.to_vec())];
            vec![Value::from_scalars(I64, lens, &next)]
        }
        // All elements are positive, so that the filter keeps as many as `ns` says.
        "comb" => vec![rows(rng, F64, sizes, 1, 40), Value::i64s(sizes)],
        "rep" => vec![vector(rng, F64, 5, -9, 9), rows(rng, F64, sizes, -20, 20)],
        "cover" => {
            let starts = vector(rng, I64, n, -5, 500);
            vec![Value::scalar(Scalar::I64(400)), starts, Value::i64s(sizes)]
        }
        "pick" => {
            let inside: Vec<i64> = sizes.iter().map(|s| s / 2).collect();
            vec![rows(rng, F64, sizes, -20, 20), Value::i64s(&inside)]
        }
        other => panic!("no data for {other}"),
    }
}

#[test]
fn the_spine_on_data() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/spine");
    let mut names: Vec<String> = std::fs::read_dir(folder.clone())
        .unwrap()
        .filter_map(|entry| entry.unwrap().path().file_stem().map(|s| s.to_string_lossy().into_owned()))
        .collect();
    names.sort();
    assert_eq!(names.len(), 13);
    let mut devices: Vec<(Backend, Option<Arc<dyn rt::Device>>)> = vec![];
    for backend in [Backend::Native, Backend::OpenCl] {
        match backend.open() {
            Ok(device) => devices.push((backend, device)),
            Err(e) => println!("skipped: backend {}: {e}", backend.name()),
        }
    }
    let mut wrong = vec![];
    for name in &names {
        let program = Program::from_file(&folder.join(format!("{name}.fut")).display().to_string()).unwrap();
        let mut rng = Rng::new(1);
        let cases: Vec<_> = shapes(&mut rng)
            .into_iter()
            .map(|(what, sizes)| (what, arguments(name, &mut rng, &sizes)))
            .collect();
        let mut truth = Ready::on(&program, Backend::Interp, None, &Options::default(), &mut Blind).unwrap();
        let wanted: Vec<_> = cases.iter().map(|(_, args)| truth.run(name, args)).collect();
        for (backend, device) in &devices {
            // C compilers get a text that they have seen from the cache; OpenCL's do not.
            let forced = if *backend == Backend::Native { &ir::By::ALL[..] } else { &[] };
            for by in std::iter::once(None).chain(forced.iter().copied().map(Some)) {
                let options = Options { by, ..Options::default() };
                let mut ready = Ready::on(&program, *backend, device.clone(), &options, &mut Blind).unwrap();
                for ((what, args), wanted) in cases.iter().zip(&wanted) {
                    if let Err(e) = compare(&ready.run(name, args), wanted) {
                        wrong.push(format!("{name} on {}, by {by:?}, {what}: {e}", backend.name()));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn compare(got: &Result<Vec<Value>, Error>, wanted: &Result<Vec<Value>, Error>) -> Result<(), String> {
    match (got, wanted) {
        (Ok(got), Ok(wanted)) => {
            let mut pairs = got.iter().zip(wanted);
            pairs.try_for_each(|(got, wanted)| rt::text::approx_equal(got, wanted, 1e-9))
        }
        // Only `pick` fails, on empty rows; which of several is reported is not specified.
        (Err(Error::Failure(_)), Err(Error::Failure(_))) => Ok(()),
        (got, wanted) => Err(format!("got {got:?}, expected {wanted:?}").chars().take(400).collect()),
    }
}
