//! Atomic updates of one array by many workers give what updating in order gives, for every operator and type.

use crate::common::{Names, index, load, strided, var};
use base::scalar::binary;
use base::{BinOp, Scalar, ScalarType};
use ir::Value;
use ir::kernel::{Arg, HostExp, HostFun, HostStm, IndexWidth, KType, Program, Stm};
use ir::value::Lens;
use rt::{Loaded, Options, Output};

const OPS: [BinOp; 7] = [BinOp::Add, BinOp::Mul, BinOp::Min, BinOp::Max, BinOp::And, BinOp::Or, BinOp::Xor];
/// Neighbouring cells share a word where they are small.
const CELLS: i64 = 5;
const N: i64 = 1000;

struct Case {
    name: String,
    op: BinOp,
    xs: Vec<Scalar>,
    start: Vec<Scalar>,
}

/// Operands on which float addition and multiplication are exact in any order.
fn operand(op: BinOp, ty: ScalarType, i: i64) -> Scalar {
    match (op, ty.is_float()) {
        // Numbers of 16 bits are exact up to 2048 only.
        (BinOp::Mul, true) if ty == ScalarType::F16 => {
            Scalar::from_f64(ty, if i % 2 == 0 { -1.0 } else { 1.0 })
        }
        (BinOp::Add, true) if ty == ScalarType::F16 => Scalar::from_f64(ty, (i % 3 - 1) as f64),
        (BinOp::Mul, true) => Scalar::from_f64(ty, if i % 2 == 0 { 0.5 } else { 2.0 }),
        (_, true) => Scalar::from_f64(ty, ((i * 37) % 101 - 50) as f64),
        (_, false) if ty == ScalarType::Bool => Scalar::Bool(i % 7 == 0),
        (_, false) => Scalar::from_bits(ty, (i.wrapping_mul(0x9e3779b97f4a7c1) as u64) | 1),
    }
}

/// `out[i mod CELLS] = out[i mod CELLS] op xs[i]`.
fn add_case(program: &mut Program, op: BinOp, ty: ScalarType) -> Option<Case> {
    let xs: Vec<Scalar> = (0..N).map(|i| operand(op, ty, i)).collect();
    let start: Vec<Scalar> =
        (0..CELLS).map(|i| op.neutral(ty).unwrap_or_else(|| operand(op, ty, i))).collect();
    binary(op, xs[0], start[0]).ok()?;
    let name = format!("{}_{ty}", op.name());
    let params = [("xs", KType::Buf(ty)), ("out", KType::Buf(ty))];
    let kernel = strided(&name, IndexWidth::W32, &params, |_, p, i| {
        let at = crate::common::ibin(BinOp::Mod, var(i), index(CELLS));
        vec![Stm::Atomic { op, buf: p[2], at, val: load(p[1], var(i)), old: None }]
    });
    let kernel = program.kernels.push(kernel);
    let mut names = Names::default();
    let (n, values, out) = (
        names.scalar("n", ScalarType::I64),
        names.add("xs", KType::Buf(ty)),
        names.add("out", KType::Buf(ty)),
    );
    let args = vec![Arg::Scalar(var(n)), Arg::Buf(values), Arg::Buf(out)];
    program.funs.push(HostFun {
        name: name.clone(),
        vars: names.0,
        params: vec![n, values, out],
        given: vec![],
        results: vec![out],
        result_lens: vec![Some(crate::common::constant(CELLS))],
        as_offsets: vec![],
        body: vec![HostStm::Launch { kernel, groups: HostExp::workers(var(n)), args }],
    });
    Some(Case { name, op, xs, start })
}

fn array(xs: &[Scalar]) -> Value {
    Value::from_scalars(xs[0].ty(), vec![Lens::Uniform(xs.len() as i64)], xs)
}

#[test]
fn atomic_updates_match_updates_in_order() {
    let mut program = Program::default();
    let mut cases = vec![];
    for ty in ScalarType::ALL {
        cases.extend(OPS.into_iter().filter_map(|op| add_case(&mut program, op, ty)));
    }
    for (device, source) in crate::devices::with_source(&program) {
        let name = device.info().name.clone();
        let loaded = Loaded::new(device, program.clone(), &source, Options::default()).unwrap();
        for case in &cases {
            let mut expected = case.start.clone();
            for (i, x) in case.xs.iter().enumerate() {
                let cell = &mut expected[i % CELLS as usize];
                *cell = binary(case.op, *cell, *x).unwrap();
            }
            let args = [Value::scalar(Scalar::I64(N)), array(&case.xs), array(&case.start)];
            let results = loaded.run(&case.name, &args).unwrap();
            let Output::Dense { data, .. } = &results[0] else { panic!("{}: no array", case.name) };
            assert_eq!(*data, array(&expected).data, "{} on {name}", case.name);
        }
    }
}
