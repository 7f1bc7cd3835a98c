//! Vector loops on the processor: right on every architecture, and made of vector instructions.

mod common;

use common::{has, root, scratch, succeeds, windrow};
use std::process::Command;

/// Architectures whose code this processor runs.
fn architectures() -> Vec<&'static str> {
    let features = rt::processor::features();
    let mut all = vec!["native"];
    if features.contains("sse4_2") {
        all.push("x86-64-v2");
    }
    if ["avx2", "fma", "bmi2"].iter().all(|name| features.contains(*name)) {
        all.push("x86-64-v3");
    }
    all
}

#[test]
fn vector_loops_are_right_on_every_architecture() {
    if !has("native") {
        return eprintln!("skipping: no C compiler");
    }
    for architecture in architectures() {
        for more in [&[][..], &["--optimise", "full"], &["--strict-fp", "--optimise", "full"]] {
            let mut command = Command::new(env!("CARGO_BIN_EXE_windrow"));
            command
                .args(["test", "tests/lang/vectors.fut", "tests/run/reciprocal_roots.fut", "-b", "native"])
                .args(more);
            if more == ["--optimise", "full"] {
                command.arg("tests/run/scans_long.fut");
            }
            let output = command.current_dir(root()).env("WINDROW_MARCH", architecture).output();
            let output = output.expect("the command starts");
            let text = String::from_utf8_lossy(&output.stdout);
            assert!(output.status.success(), "{architecture} {more:?}\n{text}");
        }
    }
}

#[test]
fn exponentials_in_lanes_are_close() {
    if !has("native") {
        return eprintln!("skipping: no C compiler");
    }
    let input = scratch("close.txt", b"20000i64 1.5f64");
    for architecture in architectures() {
        let output = Command::new(env!("CARGO_BIN_EXE_windrow"))
            .args(["run", "tests/run/lane_functions.fut", "-b", "native", "-e", "exponentials_are_close"])
            .args(["-i", &input])
            .current_dir(root())
            .env("WINDROW_MARCH", architecture)
            .output()
            .expect("the command starts");
        let text = String::from_utf8_lossy(&output.stdout);
        assert_eq!(text.trim(), "true", "{architecture}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

/// How often registers with these names occur in a kernel that is compiled for an architecture.
fn registers(program: &str, architecture: &str, names: &[&str]) -> usize {
    let file = scratch("kernel.fut", program.as_bytes());
    let output = Command::new(env!("CARGO_BIN_EXE_windrow"))
        .args(["dev", &file, "--emit", "native"])
        .env("WINDROW_MARCH", architecture)
        .output()
        .expect("the command starts");
    let text = scratch("kernel.c", &output.stdout);
    let compiled = Command::new("cc")
        .args(["-O3", "-std=gnu11", "-w", "-Wno-psabi", "-S", "-o", "-"])
        .args([format!("-march={architecture}"), text.to_string()])
        .output()
        .expect("the compiler starts");
    let assembly = String::from_utf8_lossy(&compiled.stdout).to_string();
    assembly.lines().filter(|line| names.iter().any(|name| line.contains(name))).count()
}

#[test]
fn vector_loops_have_vector_instructions() {
    if !has("native") || !architectures().contains(&"x86-64-v3") {
        return eprintln!("skipping: no C compiler, or another processor");
    }
    let programs = [
        "entry f [n] (xs: [n]f32): f32 = f32.sum xs",
        "entry f [n] (xs: [n]f32): [n]f32 = scan (+) 0 xs",
        "entry f [n] (xs: [n]f64) (ys: [n]f64): f64 = f64.sum (map2 (*) xs ys)",
        "entry f [n] (xss: [n][?]i32): [n]i32 = map i32.maximum xss",
        "entry f [n] [m] (is: [n]i32) (ys: [m]f64): f64 = f64.sum (map (\\i -> ys[i64.i32 i]) is)",
        "entry f [n] (xs: [n]f32): [n]f32 = map (\\x -> if x > 0 then f32.sqrt x else -x) xs",
    ];
    for program in programs {
        assert!(registers(program, "x86-64-v3", &["%ymm"]) > 2, "{program}");
        assert!(registers(program, "x86-64-v4", &["%zmm"]) > 2, "{program}");
    }
    // Without the pass there are none: the compiler finds no order in which it may add.
    let plain = succeeds(&["dev", "tests/spine/dot.fut", "--no-vectorise", "--emit", "native"], "");
    assert!(!plain.contains("load_f64x"));
}

#[test]
fn decisions_are_the_same_however_floats_are_rounded() {
    if !has("native") {
        return eprintln!("skipping: no C compiler");
    }
    // Tests of programs are compiled without contraction; runs are not.
    let input = b"[3f32, 0.49884071946144104f32, 2f32] 1.5058072805404663f32";
    let results = [("kept", "[3.0f32, 2.0f32]\n[9.0f32, 4.0f32]\n"), ("sizes", "2i64\n[9.0f32, 4.0f32]\n")];
    for (entry, expected) in results {
        let outcome = windrow(&["run", "tests/run/contracted.fut", "-e", entry, "-b", "native"], input);
        assert_eq!(outcome.out, expected, "{entry}");
    }
}
