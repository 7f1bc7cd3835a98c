//! Kernels that are cut at their chains give what those give whose groups wait.

use crate::kernels::{i64s, number, numbers};
use ir::kernel::Program;
use rt::{Device, Loaded, Options, RunError};
use std::sync::Arc;

/// Two chains, of which the second one needs the first. In front of them there are updates and a check, and behind them scalars of the group
/// and of lanes, shared memory and memory of lanes are used again. An operator does not commute, and uses a number of its group.
const CHAINS: &str = include_str!("../../../../tests/emit/chains.kernel");

/// The program with groups of four lanes, or of one.
fn program(lanes: u32) -> Program {
    let text = match lanes {
        1 => CHAINS
            .replace("lanes 4", "lanes 1")
            .replace("mul.index(g_4, 4)", "g_4")
            .replace("sub.index(3, l_32)", "l_32")
            .replace("div.i64(add.i64(n_0, 3i64), 4i64)", "n_0"),
        _ => CHAINS.to_string(),
    };
    let program = ir::parse_kernel(&text).unwrap();
    assert_eq!(ir::verify_kernel(&program), Ok(()));
    program
}

fn cut(lanes: u32) -> Program {
    let cut = passes::unchain(program(lanes));
    assert_eq!(ir::verify_kernel(&cut), Ok(()));
    let text = ir::print_kernel(&cut);
    assert!(ir::parse_kernel(&text).as_ref() == Ok(&cut), "{text}");
    cut
}

/// The cut program on every device that has groups of so many lanes. PoCL loses values of lanes at barriers, so its groups have one.
fn loaded(lanes: u32) -> Vec<Loaded> {
    let cut = cut(lanes);
    let devices = match lanes {
        1 => crate::devices::with_source(&cut),
        _ => {
            crate::devices::of_lanes(&cut).into_iter().filter(|(device, _)| device.info().lanes > 1).collect()
        }
    };
    let load = |(device, source): (Arc<dyn Device>, String)| {
        Loaded::new(device, cut.clone(), &source, Options::default()).unwrap()
    };
    devices.into_iter().map(load).collect()
}

fn elements(n: i64) -> Vec<i64> {
    (0..n).map(|i| (i * i * 31 + 7) % 59).collect()
}

#[test]
fn cut_kernels_agree_with_chains() {
    for lanes in [1, 4] {
        let whole = program(lanes);
        let (simulator, text) = (Arc::new(driver::simulator::Simulator::gpu()), ir::print_kernel(&whole));
        let whole = Loaded::new(simulator, whole, &text, Options::default()).unwrap();
        for cut in loaded(lanes) {
            for n in [0, 1, 4, 5, 16, 17, 100, 0, 333] {
                let args = [number(n), i64s(&elements(n))];
                let results = |program: &Loaded| -> Vec<Vec<i64>> {
                    program.run("chains", &args).unwrap().iter().map(numbers).collect()
                };
                let got = results(&cut);
                assert_eq!(got[0], vec![n], "every element is counted once");
                assert_eq!(got, results(&whole), "{n} elements in groups of {lanes} lanes");
            }
        }
    }
}

#[test]
fn failures_in_front_of_a_cut_are_reported() {
    for cut in [1, 4].into_iter().flat_map(loaded) {
        for n in [1, 5, 100] {
            let mut xs = elements(n);
            xs[n as usize / 2] = -3;
            let error = cut.run("chains", &[number(n), i64s(&xs)]).unwrap_err();
            let RunError::Failure(failure) = error else { panic!("{error}") };
            assert_eq!((failure.message.as_str(), failure.at), ("element -3 is negative", vec![n / 2]));
        }
        assert!(cut.run("chains", &[number(9), i64s(&elements(9))]).is_ok());
    }
}

#[test]
fn cut_kernels_take_what_they_use() {
    let cut = cut(4);
    let kernels = || cut.kernels.iter().map(|(_, kernel)| kernel);
    // The last part takes n, out, totals and what is saved; the scan totals, what the operator uses, how many groups there are.
    assert_eq!(kernels().map(|kernel| kernel.params.len()).collect::<Vec<_>>(), [4, 4, 6, 2, 5]);
    assert!(kernels().all(|kernel| kernel.chain == 0));
    assert_eq!(kernels().filter(|kernel| kernel.can_fail).count(), 1);
}
