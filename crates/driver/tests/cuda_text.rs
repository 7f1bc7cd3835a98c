//! The CUDA text of every spine program, and of programs with loops, 16-bit floats and recursion, compiles, where NVRTC can be had; no GPU is needed.

use driver::pipeline::{Blind, Options, flatten, lower, optimise};
use driver::{Backend, Program, target};

#[test]
fn cuda_text_compiles() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/spine");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    files.extend(
        ["half", "while_conditions", "recursion_kernels", "recursion_rows"]
            .map(|name| format!("{folder}/../lang/{name}.fut").into()),
    );
    files.sort();
    let mut compiled = 0;
    for file in files.iter().filter(|f| f.extension().is_some_and(|e| e == "fut")) {
        let program = Program::from_file(file.to_str().unwrap()).unwrap_or_else(|e| panic!("{e}"));
        let options = Backend::Cuda.suited(&Options::default());
        let core = optimise(program.core, &options, &mut Blind).unwrap_or_else(|e| panic!("{e}"));
        let flat = flatten(core, &options, &mut Blind).unwrap_or_else(|e| panic!("{e}"));
        let kernel =
            lower(flat, Backend::Cuda.target(None), &options, &mut Blind).unwrap_or_else(|e| panic!("{e}"));
        let text = target::source(&kernel, Backend::Cuda).unwrap_or_else(|e| panic!("{e}"));
        match rt::nvrtc::nvrtc_check(&text) {
            Ok(()) => compiled += 1,
            Err(rt::DeviceError::Missing { .. }) => {
                eprintln!("skipped: NVRTC is not there (pip install nvidia-cuda-nvrtc-cu12 provides it)");
                return;
            }
            Err(e) => panic!("{}: {e}", file.display()),
        }
    }
    assert_eq!(compiled, 17);
}

#[test]
fn recursion_stays_in_kernels() {
    let text = |backend: Backend| {
        let source = "def fib (n: i64): i64 = if n < 2 then n else fib (n - 1) + fib (n - 2)\nentry f (ns: []i64) = map fib ns";
        let program = Program::from_source("fib.fut", source).unwrap_or_else(|e| panic!("{e}"));
        let options = backend.suited(&Options::default());
        let core = optimise(program.core, &options, &mut Blind).unwrap_or_else(|e| panic!("{e}"));
        let flat = flatten(core, &options, &mut Blind).unwrap_or_else(|e| panic!("{e}"));
        let kernel =
            lower(flat, backend.target(None), &options, &mut Blind).unwrap_or_else(|e| panic!("{e}"));
        target::source(&kernel, backend).unwrap_or_else(|e| panic!("{e}"))
    };
    let recursion = |backend| text(backend).lines().any(|line| line == "RECURSION");
    assert!(recursion(Backend::Native) && recursion(Backend::Cuda));
    // OpenCL has no recursion: the calls are lifted over the rows.
    assert!(!recursion(Backend::OpenCl));
}
