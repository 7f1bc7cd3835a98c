//! Generated code computes what `base::scalar` says, for every operator, type and conversion, on awkward operands.

use crate::common::{bin, ibin, index, load, one_launch, strided, var};
use base::scalar::{ScalarFault, binary, convert, unary};
use base::{BinOp, Scalar, ScalarType, UnOp};
use ir::Value;
use ir::kernel::{Exp, IndexWidth, KType, KVar, Program, Stm};
use ir::value::Lens;
use rt::{Loaded, Options, Output};

/// Operands at which operators go wrong.
fn samples(ty: ScalarType) -> Vec<Scalar> {
    if ty == ScalarType::Bool {
        return vec![Scalar::Bool(false), Scalar::Bool(true)];
    }
    if ty.is_float() {
        let f32s = [0.0, -0.0, 0.5, 1.5, 2.5, -2.5, 3.0, -7.0, 0.1, 127.5, 1e10, -1e10, 3e38, 1e-40];
        let more =
            [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 9.3e18, 1.9e19, -9.3e18, 4294967295.5, -129.0];
        // Where numbers of 16 bits end, at both ends, and between two of them.
        let halves = [
            65504.0,
            65519.0,
            65520.0,
            6.1e-5,
            6e-8,
            2.98e-8,
            3e-8,
            1e-5,
            2049.0,
            2051.0,
            1.00048828125,
            33.3,
        ];
        return f32s.into_iter().chain(more).chain(halves).map(|x| Scalar::from_f64(ty, x)).collect();
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

/// Makes an expression from its operands.
type Build = Box<dyn Fn(&[Exp]) -> Exp>;

/// One expression and its results at every position.
struct Case {
    name: String,
    exp: Build,
    expected: Vec<Scalar>,
    exactness: Exactness,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Exactness {
    Bits,
    /// The sign of a zero that min or max returns is not specified.
    AnyZero,
    /// Library functions may differ in the last bits.
    Close,
}

/// Cases with the same operands and the same result type share a kernel: building many kernels takes long.
struct Group {
    name: String,
    args: Vec<Vec<Scalar>>,
    cases: Vec<Case>,
}

impl Group {
    fn result(&self) -> ScalarType {
        self.cases[0].expected[0].ty()
    }

    /// Adds a kernel that stores case `k` at `k * n + i`, and the function that calls it.
    fn add_to(&self, program: &mut Program) {
        let types: Vec<ScalarType> = self.args.iter().map(|xs| xs[0].ty()).collect();
        let all = types.iter().copied().chain([self.result()]);
        let params: Vec<(&str, KType)> = all.map(|ty| ("xs", KType::Buf(ty))).collect();
        let kernel = strided(&self.name, IndexWidth::W32, &params, |_, p: &[KVar], i| {
            let operands: Vec<Exp> = p[1..p.len() - 1].iter().map(|buf| load(*buf, var(i))).collect();
            let store = |(k, case): (usize, &Case)| {
                let at = ibin(BinOp::Add, ibin(BinOp::Mul, index(k as i64), var(p[0])), var(i));
                Stm::Store { buf: p[p.len() - 1], at, val: (case.exp)(&operands) }
            };
            self.cases.iter().enumerate().map(store).collect()
        });
        let id = program.kernels.push(kernel);
        let size = self.cases.len() * self.args[0].len();
        program.funs.push(one_launch(&self.name, id, &types, self.result(), Some(size as i64), None));
    }
}

fn binary_cases(ty: ScalarType, pairs: &[(Scalar, Scalar)]) -> Vec<Case> {
    let case = |op: &BinOp| {
        let op = *op;
        let expected: Option<Vec<Scalar>> = pairs.iter().map(|(a, b)| safe(ty, binary(op, *a, *b))).collect();
        let exactness = match op {
            BinOp::Pow | BinOp::Atan2 | BinOp::Hypot if ty.is_float() => Exactness::Close,
            BinOp::Min | BinOp::Max => Exactness::AnyZero,
            _ => Exactness::Bits,
        };
        let exp = Box::new(move |xs: &[Exp]| bin(op, ty, xs[0].clone(), xs[1].clone()));
        expected.map(|expected| Case { name: op.name().into(), exp, expected, exactness })
    };
    BinOp::ALL.iter().filter_map(case).collect()
}

fn unary_cases(ty: ScalarType, samples: &[Scalar]) -> Vec<Case> {
    use UnOp::{Abs, Ceil, Floor, IsInf, IsNan, Neg, Not, Round, Sgn, Sqrt, ToBits, Trunc};
    let case = |op: &UnOp| {
        let op = *op;
        let expected: Option<Vec<Scalar>> = samples.iter().map(|a| safe(ty, unary(op, *a))).collect();
        let exactness = match op {
            Neg | Not | Abs | Sgn | Sqrt | Floor | Ceil | Trunc | Round | IsNan | IsInf | ToBits => {
                Exactness::Bits
            }
            _ => Exactness::Close,
        };
        let exp = Box::new(move |xs: &[Exp]| Exp::Un(op, ty, Box::new(xs[0].clone())));
        expected.map(|expected| Case { name: op.name().into(), exp, expected, exactness })
    };
    let conversion = |to: ScalarType| Case {
        name: format!("to {to}"),
        exp: Box::new(move |xs: &[Exp]| Exp::Conv(ty, to, Box::new(xs[0].clone()))),
        expected: samples.iter().map(|a| convert(to, *a)).collect(),
        exactness: Exactness::Bits,
    };
    let constant = |x: &Scalar| {
        let x = *x;
        let exp = Box::new(move |_: &[Exp]| Exp::Const(x));
        Case { name: "constant".into(), exp, expected: vec![x; samples.len()], exactness: Exactness::Bits }
    };
    let unary = UnOp::ALL.iter().filter_map(case);
    unary.chain(ScalarType::ALL.into_iter().map(conversion)).chain(samples.iter().map(constant)).collect()
}

fn groups() -> Vec<Group> {
    let mut groups: Vec<Group> = vec![];
    for ty in ScalarType::ALL {
        let samples = samples(ty);
        let pairs: Vec<(Scalar, Scalar)> =
            samples.iter().flat_map(|a| samples.iter().map(|b| (*a, *b))).collect();
        let both = vec![pairs.iter().map(|p| p.0).collect(), pairs.iter().map(|p| p.1).collect()];
        let all = [
            ("two", both, binary_cases(ty, &pairs)),
            ("one", vec![samples.clone()], unary_cases(ty, &samples)),
        ];
        for (kind, args, cases) in all {
            for case in cases {
                let name = format!("{kind}_{ty}_to_{}", case.expected[0].ty());
                match groups.iter_mut().find(|g| g.name == name) {
                    Some(group) => group.cases.push(case),
                    None => groups.push(Group { name, args: args.clone(), cases: vec![case] }),
                }
            }
        }
    }
    groups
}

fn agree(got: Scalar, expected: Scalar, exactness: Exactness) -> bool {
    if got == expected || !got.ty().is_float() {
        return got == expected;
    }
    let (a, b) = (got.as_f64(), expected.as_f64());
    // Where a library function is off in its last bit, a 16-bit float may be the next one: in a thousandth, or by the least one.
    let (tolerance, least) = match got.ty() {
        ScalarType::F16 => (1e-3, 6e-5),
        ScalarType::F32 => (2e-6, 1e-30),
        _ => (4e-15, 1e-30),
    };
    let close = match exactness {
        Exactness::Bits => false,
        Exactness::AnyZero => a == b,
        Exactness::Close => a == b || (a - b).abs() <= tolerance * b.abs().max(least),
    };
    close || (a.is_nan() && b.is_nan())
}

#[test]
fn operators_match_their_definition() {
    let groups = groups();
    let mut program = Program::default();
    groups.iter().for_each(|group| group.add_to(&mut program));
    for (device, source) in crate::devices::with_source(&program) {
        let name = device.info().name.clone();
        let loaded = Loaded::new(device, program.clone(), &source, Options::default()).unwrap();
        let mut wrong = vec![];
        for group in &groups {
            let n = group.args[0].len();
            let args = group.args.iter().map(|xs| array(xs));
            let args: Vec<Value> = [Value::scalar(Scalar::I64(n as i64))].into_iter().chain(args).collect();
            let results = loaded.run(&group.name, &args).unwrap();
            let Output::Dense { elem, data } = &results[0] else { panic!("{}: no array", group.name) };
            let got = Value { elem: *elem, lens: vec![], data: data.clone() };
            for (k, case) in group.cases.iter().enumerate() {
                for (i, expected) in case.expected.iter().enumerate() {
                    let got = got.get(k * n + i);
                    if !agree(got, *expected, case.exactness) {
                        let operands: Vec<String> = group.args.iter().map(|xs| xs[i].to_string()).collect();
                        let (name, operands) = (&case.name, operands.join(", "));
                        wrong.push(format!("{name} of {operands} is {got}, expected {expected}"));
                    }
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

#[test]
fn nvrtc_accepts_every_operator() {
    let mut program = Program::default();
    groups().iter().for_each(|group| group.add_to(&mut program));
    let source = emit::device_source(&program, &emit::Dialect::CUDA).unwrap();
    match rt::nvrtc::nvrtc_check(&source) {
        Ok(()) => {}
        Err(e @ rt::DeviceError::Missing { .. }) => eprintln!("skipping NVRTC: {e}"),
        Err(e) => panic!("{e}"),
    }
}
