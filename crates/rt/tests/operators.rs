//! Generated code computes what `base::scalar` says, for every operator, type and conversion, on awkward operands.

mod common;
mod devices;

use base::scalar::{ScalarFault, binary, convert, unary};
use base::{BinOp, Scalar, ScalarType, UnOp};
use common::{bin, load, one_launch, strided, var};
use ir::Value;
use ir::kernel::{Exp, IndexWidth, KType, KVar, Program, Stm};
use ir::value::Lens;
use rt::{Loaded, Options, Output};

/// Types that generated code supports.
fn types() -> impl Iterator<Item = ScalarType> {
    ScalarType::ALL.into_iter().filter(|ty| *ty != ScalarType::F16)
}

/// Operands at which operators go wrong.
fn samples(ty: ScalarType) -> Vec<Scalar> {
    if ty == ScalarType::Bool {
        return vec![Scalar::Bool(false), Scalar::Bool(true)];
    }
    if ty.is_float() {
        let f32s = [0.0, -0.0, 0.5, 1.5, 2.5, -2.5, 3.0, -7.0, 0.1, 127.5, 1e10, -1e10, 3e38, 1e-40];
        let more =
            [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 9.3e18, 1.9e19, -9.3e18, 4294967295.5, -129.0];
        return f32s.into_iter().chain(more).map(|x| Scalar::from_f64(ty, x)).collect();
    }
    let bits = 8 * ty.bytes() as u32;
    let mut all: Vec<Scalar> = [0, 1, 2, 3, 7, 10, 31, 63, 100, -1, -2, -3, -7, -10, -100]
        .into_iter()
        .chain([i64::from(bits) - 1, i64::from(bits), i64::from(bits) + 1])
        .map(|x| Scalar::from_i64(ty, x))
        .collect();
    all.extend([ty.lowest(), ty.highest()]);
    all
}

fn array(xs: &[Scalar]) -> Value {
    Value::from_scalars(xs[0].ty(), vec![Lens::Uniform(xs.len() as i64)], xs)
}

/// What generated code must give, or nothing if the operator is not defined.
fn safe(ty: ScalarType, result: Result<Scalar, ScalarFault>) -> Option<Scalar> {
    match result {
        Ok(x) => Some(x),
        Err(ScalarFault::Undefined) => None,
        Err(ScalarFault::DivisionByZero | ScalarFault::NegativeExponent) => Some(ty.zero()),
    }
}

struct Case {
    name: String,
    args: Vec<Value>,
    expected: Vec<Scalar>,
    /// Library functions may differ in the last bits.
    exact: bool,
}

/// A program with one function per case that computes `exp` at every position.
fn add_case(
    program: &mut Program,
    cases: &mut Vec<Case>,
    name: String,
    args: &[Vec<Scalar>],
    expected: Vec<Scalar>,
    exact: bool,
    exp: impl Fn(Vec<Exp>) -> Exp,
) {
    let types: Vec<ScalarType> = args.iter().map(|xs| xs[0].ty()).collect();
    let result = expected[0].ty();
    let all = types.iter().chain([&result]);
    let params: Vec<(&str, KType)> = all.map(|ty| ("xs", KType::Buf(*ty))).collect();
    let kernel = strided(&name, IndexWidth::W32, &params, |_, p: &[KVar], i| {
        let operands = p[1..p.len() - 1].iter().map(|buf| load(*buf, var(i))).collect();
        vec![Stm::Store { buf: p[p.len() - 1], at: var(i), val: exp(operands) }]
    });
    let id = program.kernels.push(kernel);
    program.funs.push(one_launch(&name, id, &types, result, None, None));
    cases.push(Case { name, args: args.iter().map(|xs| array(xs)).collect(), expected, exact });
}

fn cases() -> (Program, Vec<Case>) {
    let (mut program, mut cases) = (Program::default(), vec![]);
    for ty in types() {
        let samples = samples(ty);
        for op in BinOp::ALL {
            let mut pairs: Vec<(Scalar, Scalar, Scalar)> = vec![];
            for a in &samples {
                for b in &samples {
                    pairs.extend(safe(ty, binary(*op, *a, *b)).map(|r| (*a, *b, r)));
                }
            }
            // The sign of a zero that min or max returns is not specified.
            pairs.retain(|(a, b, _)| {
                !(matches!(op, BinOp::Min | BinOp::Max)
                    && ty.is_float()
                    && a.as_f64() == 0.0
                    && b.as_f64() == 0.0)
            });
            if pairs.is_empty() {
                continue;
            }
            let args = [pairs.iter().map(|p| p.0).collect(), pairs.iter().map(|p| p.1).collect()];
            let expected = pairs.iter().map(|p| p.2).collect();
            let library = matches!(op, BinOp::Pow | BinOp::Atan2 | BinOp::Hypot) && ty.is_float();
            let name = format!("{}_{ty}_", op.name());
            add_case(&mut program, &mut cases, name, &args, expected, !library, |mut xs| {
                let b = xs.remove(1);
                bin(*op, ty, xs.remove(0), b)
            });
        }
        for op in UnOp::ALL {
            let pairs: Vec<(Scalar, Scalar)> =
                samples.iter().filter_map(|a| safe(ty, unary(*op, *a)).map(|r| (*a, r))).collect();
            if pairs.is_empty() {
                continue;
            }
            let expected = pairs.iter().map(|p| p.1).collect();
            use UnOp::{Abs, Ceil, Floor, IsInf, IsNan, Neg, Not, Round, Sgn, Sqrt, Trunc};
            let exact =
                matches!(op, Neg | Not | Abs | Sgn | Sqrt | Floor | Ceil | Trunc | Round | IsNan | IsInf);
            let args = [pairs.iter().map(|p| p.0).collect()];
            add_case(
                &mut program,
                &mut cases,
                format!("{}_{ty}_", op.name()),
                &args,
                expected,
                exact,
                |mut xs| Exp::Un(*op, ty, Box::new(xs.remove(0))),
            );
        }
        for to in types() {
            let expected = samples.iter().map(|a| convert(to, *a)).collect();
            let args = [samples.clone()];
            add_case(
                &mut program,
                &mut cases,
                format!("from_{ty}_{to}_"),
                &args,
                expected,
                true,
                |mut xs| Exp::Conv(ty, to, Box::new(xs.remove(0))),
            );
        }
        // Constants are exact too: each is stored at its own position.
        for (k, x) in samples.iter().enumerate() {
            let args = [vec![*x]];
            add_case(&mut program, &mut cases, format!("const_{ty}_{k}_"), &args, vec![*x], true, |_| {
                Exp::Const(*x)
            });
        }
    }
    (program, cases)
}

fn agree(got: Scalar, expected: Scalar, exact: bool) -> bool {
    if got == expected || !got.ty().is_float() {
        return got == expected;
    }
    let (a, b) = (got.as_f64(), expected.as_f64());
    let tolerance = if got.ty() == ScalarType::F32 { 2e-6 } else { 4e-15 };
    (a.is_nan() && b.is_nan())
        || (!exact && (a - b).abs() <= tolerance * b.abs().max(1e-30))
        || (!exact && a == b)
}

#[test]
fn operators_match_their_definition() {
    let (program, cases) = cases();
    for (device, source) in devices::with_source(&program) {
        let name = device.info().name.clone();
        let mut loaded = Loaded::new(device, program.clone(), &source, Options::default()).unwrap();
        let mut wrong = vec![];
        for case in &cases {
            let n = Value::scalar(Scalar::I64(case.expected.len() as i64));
            let args: Vec<Value> = [n].into_iter().chain(case.args.clone()).collect();
            let results = loaded.run(&case.name, &args).unwrap();
            let Output::Dense { elem, data } = &results[0] else { panic!("{}: no array", case.name) };
            let got = Value { elem: *elem, lens: vec![], data: data.clone() };
            for (i, expected) in case.expected.iter().enumerate() {
                if !agree(got.get(i), *expected, case.exact) {
                    let operands: Vec<String> = case.args.iter().map(|a| a.get(i).to_string()).collect();
                    wrong.push(format!("{} {operands:?} is {}, expected {expected}", case.name, got.get(i)));
                }
            }
        }
        assert!(
            wrong.is_empty(),
            "{name}: {} wrong\n{}",
            wrong.len(),
            wrong[..wrong.len().min(40)].join("\n")
        );
    }
}
