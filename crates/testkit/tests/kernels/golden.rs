//! The text of a few kernels in every dialect. `BLESS=1` rewrites the files.

use crate::{common, programs};
use base::{BinOp, IdVec, ScalarType};
use emit::{Dialect, Limitation, device_source, host_source};
use ir::kernel::{IndexWidth, KType, Program, Stm};
use std::{env, fs, path::PathBuf};

fn compare(name: &str, text: &str) {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/emit").join(name);
    if env::var_os("BLESS").is_some() {
        return fs::write(&file, text).unwrap();
    }
    let expected = fs::read_to_string(&file).unwrap_or_default();
    assert_eq!(text, expected, "{name} differs; run with BLESS=1 to accept");
}

#[test]
fn kernels_print_as_recorded() {
    let program = programs::everything();
    for (dialect, file) in
        [(Dialect::NATIVE, "native.c"), (Dialect::OPENCL, "opencl.cl"), (Dialect::CUDA, "cuda.cu")]
    {
        let text = device_source(&program, &dialect).unwrap();
        // The support code is a file of its own.
        let own = text.strip_prefix(&dialect.support.join("\n")).unwrap();
        compare(file, own);
    }
}

#[test]
fn functions_print_as_recorded() {
    let text = include_str!("../../../../tests/emit/functions.kernel");
    let program = ir::parse_kernel(text).unwrap();
    assert_eq!(ir::verify_kernel(&program), Ok(()));
    let text = device_source(&program, &Dialect::NATIVE).unwrap();
    compare("functions.c", text.strip_prefix(&Dialect::NATIVE.support.join("\n")).unwrap());
}

/// Only calls that may lead back to their caller are counted, and the program says that it has some.
#[test]
fn recursion_prints_as_recorded() {
    let program = ir::parse_kernel(include_str!("../../../../tests/emit/recursion.kernel")).unwrap();
    assert_eq!(ir::verify_kernel(&program), Ok(()));
    let text = device_source(&program, &Dialect::CUDA).unwrap();
    compare("recursion.cu", text.strip_prefix(&Dialect::CUDA.support.join("\n")).unwrap());
}

/// A loop has a pointer to a row that stays the same and that it accesses; none to one that moves on, or that only code outside it accesses.
#[test]
fn loops_have_pointers_to_their_rows() {
    let program = ir::parse_kernel(include_str!("../../../../tests/emit/row_pointers.kernel")).unwrap();
    assert_eq!(ir::verify_kernel(&program), Ok(()));
    let text = device_source(&program, &Dialect::NATIVE).unwrap();
    compare("row_pointers.c", text.strip_prefix(&Dialect::NATIVE.support.join("\n")).unwrap());
}

#[test]
fn host_parts_print_as_recorded() {
    let text = host_source(&programs::everything()).unwrap();
    compare("host.c", &text[text.find("#define HOST").unwrap()..]);
}

#[test]
fn what_cannot_be_printed_is_a_limitation() {
    let params = [("xs", KType::Buf(ScalarType::F16))];
    let kernel = common::strided("half", IndexWidth::W32, &params, |_, p, i| {
        let x = common::load(p[1], common::var(i));
        vec![Stm::Store {
            buf: p[1],
            at: common::var(i),
            val: common::bin(BinOp::And, ScalarType::F16, x.clone(), x),
        }]
    });
    let mut kernels = IdVec::new();
    kernels.push(kernel);
    let program = Program { kernels, ..Program::default() };
    assert_eq!(device_source(&program, &Dialect::NATIVE), Err(Limitation { what: "and on f16".into() }));
}
