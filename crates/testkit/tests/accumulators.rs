//! Accumulators carried through branches and loops around kernels. No source makes them yet, so the programs are Core.

use base::Scalar;
use driver::pipeline::Blind;
use driver::{Backend, Options, Program, Ready};
use ir::Value;
use ir::value::Lens;
use std::path::Path;

#[test]
fn accumulators_through_branches_and_loops() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/ir/flatten/accs.core");
    let program = Program::from_file(&path.display().to_string()).unwrap();
    let three = Value::scalar(Scalar::I64(3));
    let rows = Value::from_scalars(
        base::ScalarType::I64,
        vec![Lens::Uniform(4), Lens::Each(vec![2, 1, 0, 3])],
        &[1, 2, 3, 1, 1, 3].map(Scalar::I64),
    );
    let cases = [
        ("carried", vec![three, Value::i64s(&[1, 2, 1])], Value::i64s(&[0, 204, 102, 0])),
        ("by_row", vec![rows.clone()], Value::i64s(&[0, 3, 1, 101])),
        ("stopping", vec![rows], Value::i64s(&[0, 8, 2, 4])),
    ];
    for backend in [Backend::Interp, Backend::Native, Backend::OpenCl] {
        let device = match backend.open() {
            Ok(device) => device,
            Err(e) => {
                println!("skipped: backend {}: {e}", backend.name());
                continue;
            }
        };
        let mut ready = Ready::on(&program, backend, device, &Options::default(), &mut Blind).unwrap();
        for (entry, args, wanted) in &cases {
            let got = ready.run(entry, args).unwrap();
            rt::text::approx_equal(&got[0], wanted, 0.0)
                .unwrap_or_else(|e| panic!("{entry} on {}: {e}", backend.name()));
        }
    }
}
