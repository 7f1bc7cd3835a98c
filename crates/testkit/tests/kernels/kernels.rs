//! Hand-written kernels on every device that is there.

use crate::programs::everything;
use base::{Scalar, ScalarType};
use ir::Value;
use ir::value::Lens;
use rt::testing::{Faults, Faulty};
use rt::{Device, DeviceError, Loaded, Options, Output, RunError};
use std::sync::Arc;

fn devices() -> Vec<(Arc<dyn Device>, String)> {
    crate::devices::with_source(&everything())
}

fn loaded() -> Vec<Loaded> {
    let load = |(device, source): (Arc<dyn Device>, String)| {
        Loaded::new(device, everything(), &source, Options::default()).unwrap_or_else(|e| panic!("{e}"))
    };
    devices().into_iter().map(load).collect()
}

pub(crate) fn i64s(data: &[i64]) -> Value {
    Value::i64s(data)
}
pub(crate) fn number(n: i64) -> Value {
    Value::scalar(Scalar::I64(n))
}
fn scalars(output: &Output) -> Vec<Scalar> {
    match output {
        Output::Scalar(x) => vec![*x],
        Output::Dense { elem, data } => {
            let value = Value { elem: *elem, lens: vec![Lens::Uniform(0)], data: data.clone() };
            (0..value.len()).map(|i| value.get(i)).collect()
        }
    }
}
pub(crate) fn numbers(output: &Output) -> Vec<i64> {
    scalars(output).into_iter().map(|x| base::scalar::convert(ScalarType::I64, x).as_i64()).collect()
}

#[test]
fn saxpy_is_exact() {
    let n = 1000;
    let floats = |f: &dyn Fn(i64) -> f32| {
        let xs: Vec<Scalar> = (0..n).map(|i| Scalar::F32(f(i))).collect();
        Value::from_scalars(ScalarType::F32, vec![Lens::Uniform(n)], &xs)
    };
    let (xs, ys) = (floats(&|i| i as f32 * 0.1), floats(&|i| 1.0 / (i + 1) as f32));
    let expected: Vec<Scalar> =
        (0..n).map(|i| Scalar::F32(2.5 * (i as f32 * 0.1) + 1.0 / (i + 1) as f32)).collect();
    for program in loaded() {
        for _ in 0..3 {
            let results = program.run("saxpy", &[number(n), xs.clone(), ys.clone()]).unwrap();
            assert_eq!(scalars(&results[0]), expected);
        }
    }
}

#[test]
fn atomics_lose_nothing() {
    let n = 2000;
    let xs: Vec<i64> = (0..n).map(|i| i * 7 - 300).collect();
    let mut expected = vec![0i64; 10];
    xs.iter().for_each(|x| expected[x.rem_euclid(10) as usize] += 1);
    for program in loaded() {
        for ty in ["i64", "i32", "f32", "f64", "u8", "i16"] {
            let results = program.run(&format!("histogram_{ty}"), &[number(n), i64s(&xs)]).unwrap();
            assert_eq!(numbers(&results[0]), expected, "{ty}");
        }
    }
}

#[test]
fn a_failing_index_is_reported_and_the_program_goes_on_afterwards() {
    for program in loaded() {
        let n = 100;
        let xs = i64s(&(0..n).collect::<Vec<_>>());
        let mut at: Vec<i64> = (0..n).rev().collect();
        let results = program.run("gather", &[number(n), i64s(&at), xs.clone()]).unwrap();
        assert_eq!(numbers(&results[0]), at);
        at[17] = 100;
        let error = program.run("gather", &[number(n), i64s(&at), xs.clone()]).unwrap_err();
        let RunError::Failure(failure) = error else { panic!("{error}") };
        assert_eq!(
            failure.describe(&program.program().files),
            "test.fut:3:7: Index [100] out of bounds for array of shape [100] (row 17)"
        );
        at[17] = 0;
        assert!(program.run("gather", &[number(n), i64s(&at), xs]).is_ok());
    }
}

#[test]
fn functions_compute_and_fail() {
    let program = ir::parse_kernel(include_str!("../../../../tests/emit/functions.kernel")).unwrap();
    for (device, source) in crate::devices::with_source(&program) {
        let loaded = Loaded::new(device, program.clone(), &source, Options::default()).unwrap();
        let table = i64s(&[0, 10, 20, 30]);
        let args = |xs: &[i64]| [number(xs.len() as i64), i64s(xs), table.clone()];
        let results = loaded.run("roots", &args(&[3, 1, 0, 2, 2, 1])).unwrap();
        assert_eq!(numbers(&results[0]), vec![18, 6, 0, 12, 12, 6]);
        let error = loaded.run("roots", &args(&[3, 1, 0, 2, -5, 1])).unwrap_err();
        let RunError::Failure(failure) = error else { panic!("{error}") };
        let expected = "test.fut:3:7: no root of -5 (row 4), called at test.fut:6:2";
        assert_eq!(failure.describe(&program.files), expected);
    }
}

/// Numbers come together with the failure record; behind a failure they are no numbers of the program, nor are positions.
#[test]
pub(crate) fn numbers_are_read_together_unless_a_kernel_has_failed() {
    let program = ir::parse_kernel(include_str!("../../../../tests/emit/reads.kernel")).unwrap();
    assert_eq!(ir::verify_kernel(&program), Ok(()));
    for (device, source) in crate::devices::with_source(&program) {
        let device = Arc::new(Faulty::new(device, Faults::default()));
        let options = Options { profile: true, ..Options::default() };
        let loaded = Loaded::new(device, program.clone(), &source, options).unwrap();
        let args = |xs: &[i64]| [number(xs.len() as i64), i64s(xs)];
        let (results, profile) = loaded.run_profiled("both", &args(&[5, 8, 7])).unwrap();
        let expected = [Scalar::I64(7), Scalar::F32(3.5), Scalar::I64(5)];
        assert_eq!(results, expected.map(Output::Scalar));
        let reads = profile.unwrap().reads;
        assert_eq!((reads.count, reads.bytes), (1, 20));
        // The second one would read an element that is not there.
        for entry in ["both", "behind"] {
            let error = loaded.run(entry, &args(&[5, -8, 7])).unwrap_err();
            let RunError::Failure(failure) = error else { panic!("{error}") };
            assert_eq!(failure.describe(&program.files), "test.fut:3:7: no root of -8 (row 1)");
        }
        assert!(matches!(loaded.run("behind", &args(&[5, 8, 7])), Err(RunError::Broken(_))));
    }
}

/// A scan in one launch, by groups of several lanes that wait for each other.
#[test]
fn groups_are_chained() {
    let program = ir::parse_kernel(include_str!("../../../../tests/emit/scan.kernel")).unwrap();
    for (device, source) in crate::devices::of_lanes(&program) {
        let loaded = Loaded::new(device, program.clone(), &source, Options::default()).unwrap();
        // The second run finds what the first has left in the memory of chains.
        for n in [3000, 20, 0, 3001] {
            let xs: Vec<i64> = (0..n).map(|i| (i * 37) % 11 - 5).collect();
            let mut sum = 0;
            let sums = xs.iter().map(|x| {
                sum += x;
                sum
            });
            let sums: Vec<i64> = sums.collect();
            let results = loaded.run("scan", &[number(n), i64s(&xs)]).unwrap();
            assert_eq!(numbers(&results[0]), sums, "{n} elements");
        }
    }
}

/// What groups have is combined by the last one out, which ends what each has left.
#[test]
fn the_last_group_out_goes_on_for_all() {
    let program = ir::parse_kernel(include_str!("../../../../tests/emit/last_out.kernel")).unwrap();
    for (device, source) in crate::devices::with_source(&program) {
        let loaded = Loaded::new(device, program.clone(), &source, Options::default()).unwrap();
        // A run finds what the one in front has left in memory, also if that has failed.
        for n in [3000, 20, 0, 1, 3001] {
            let xs: Vec<i64> = (0..n).map(|i| (i * 37) % 11).collect();
            let (mut sum, mut last, mut expected) = (0, -1, vec![]);
            for (group, xs) in xs.chunks(3).enumerate() {
                expected.extend([sum + 1_000_000 * group as i64, last, xs[0]]);
                sum += xs.iter().sum::<i64>();
                last = xs.iter().rev().find(|x| **x > 5).copied().unwrap_or(last);
            }
            let results = loaded.run("before", &[number(n), i64s(&xs)]).unwrap();
            assert_eq!(numbers(&results[0]), expected, "{n} elements");
            let mut wrong = xs.clone();
            let Some(middle) = wrong.get_mut(n as usize / 2) else { continue };
            *middle = -4;
            let error = loaded.run("before", &[number(n), i64s(&wrong)]).unwrap_err();
            let RunError::Failure(failure) = error else { panic!("{error}") };
            assert_eq!((failure.message.as_str(), failure.at), ("element -4 is negative", vec![n / 2]));
        }
    }
}

#[test]
fn locked_cells_agree() {
    for program in loaded() {
        let n = 3000;
        let xs: Vec<i64> = (0..n).collect();
        let results = program.run("locked", &[number(n), i64s(&xs)]).unwrap();
        assert_eq!(numbers(&results[0]), vec![n * (n - 1) / 2; 2]);
    }
}

#[test]
fn loops_end_also_on_failure() {
    for program in loaded() {
        let results = program.run("collatz", &[number(4), i64s(&[1, 6, 27, 97])]).unwrap();
        assert_eq!(numbers(&results[0]), vec![0, 8, 111, 118]);
        let error = program.run("collatz", &[number(4), i64s(&[1, -6, 27, 97])]).unwrap_err();
        let RunError::Failure(failure) = error else { panic!("{error}") };
        assert_eq!((failure.message.as_str(), failure.at), ("start -6 is not positive", vec![1]));
    }
}

#[test]
fn host_parts_do_what_they_say() {
    for program in loaded() {
        let results = program.run("doubling", &[number(3), number(20), i64s(&[1, 2, 3])]).unwrap();
        assert_eq!(results[0], Output::Scalar(Scalar::I64(5)));
        assert_eq!(results[1], Output::Scalar(Scalar::Bool(true)));
        assert_eq!(numbers(&results[2]), vec![32, 64, 96, 32, 64, 96]);
        let results = program.run("doubling", &[number(0), number(20), i64s(&[])]).unwrap();
        assert_eq!(results[0], Output::Scalar(Scalar::I64(-1)));
        assert_eq!(numbers(&results[2]), Vec::<i64>::new());
        let error = program.run("doubling", &[number(0), number(-2), i64s(&[])]).unwrap_err();
        let RunError::Failure(failure) = error else { panic!("{error}") };
        assert_eq!(failure.message, "limit -2 is negative");
        assert!(matches!(program.run("nothing", &[]), Err(RunError::Argument(_))));
        assert!(matches!(program.run("doubling", &[number(1)]), Err(RunError::Argument(_))));
    }
}

#[test]
fn little_memory_is_enough_and_none_is_an_error() {
    for (device, source) in devices() {
        let n = 1000;
        let run = |memory: usize| {
            let options = Options { memory: Some(memory), ..Options::default() };
            let program = Loaded::new(device.clone(), everything(), &source, options).unwrap();
            let xs: Vec<i64> = (1..=n).collect();
            program.run("doubling", &[number(n), number(1000), i64s(&xs)]).map(|r| numbers(&r[0]))
        };
        assert_eq!(run(1 << 20), Ok(vec![10]));
        assert_eq!(run(26_000), Ok(vec![10]));
        assert!(matches!(run(10_000), Err(RunError::Device(DeviceError::OutOfMemory { .. }))));
    }
}

#[test]
fn a_lost_device_is_an_error_and_nothing_leaks() {
    for (device, source) in devices() {
        let faulty: Arc<dyn Device> = Arc::new(Faulty::new(device, Faults { alloc: None, launch: Some(2) }));
        let program = Loaded::new(faulty, everything(), &source, Options::default()).unwrap();
        let args = [number(3), number(20), i64s(&[1, 2, 3])];
        let error = program.run("doubling", &args).unwrap_err();
        assert!(matches!(error, RunError::Device(DeviceError::Lost { .. })), "{error}");
        assert_eq!(program.memory().resident, 0);
        assert!(program.run("doubling", &args).is_ok());
    }
}

#[test]
fn nvrtc_accepts_the_text() {
    let source = emit::device_source(&everything(), &emit::Dialect::CUDA).unwrap();
    match rt::nvrtc::nvrtc_check(&source) {
        Ok(()) => {}
        Err(e @ DeviceError::Missing { .. }) => eprintln!("skipping NVRTC: {e}"),
        Err(e) => panic!("{e}"),
    }
    if rt::nvrtc::nvrtc_check("int main() { return 0; }").is_ok() {
        assert!(matches!(rt::nvrtc::nvrtc_check("not C"), Err(DeviceError::Build { .. })));
    }
}

#[test]
fn compiled_and_evaluated_host_parts_agree() {
    let Ok(device) = rt::native::Native::new() else { return eprintln!("skipping native: no C compiler") };
    let device: Arc<dyn Device> = Arc::new(device);
    let program = everything();
    let source = emit::device_source(&program, &emit::Dialect::NATIVE).unwrap()
        + &emit::host_source(&program).unwrap();
    let run = |host_eval: bool, limit: i64| {
        let options = Options { host_eval, ..Options::default() };
        let loaded = Loaded::new(device.clone(), program.clone(), &source, options).unwrap();
        loaded.run("doubling", &[number(3), number(limit), i64s(&[1, 2, 3])])
    };
    for limit in [-1, 0, 5, 1000] {
        assert_eq!(run(true, limit), run(false, limit), "limit {limit}");
    }
}
