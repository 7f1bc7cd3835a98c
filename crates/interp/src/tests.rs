//! Each program of `ir/tests/texts` runs, in Core and in Flat, and both give the same; then one file a subject.

mod checks;
mod clauses;

use crate::{Error, Options, run, run_with};
use base::{Scalar, ScalarType};
use ir::value::Lens;
use ir::{Failure, Value};

fn text(name: &str) -> String {
    let path = format!("{}/../ir/tests/texts/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"))
}

fn core(name: &str) -> ir::Core {
    ir::parse_core(&text(&format!("{name}.core"))).unwrap_or_else(|e| panic!("{name}: {e}"))
}

fn flat(name: &str) -> ir::Flat {
    ir::parse_flat(&text(&format!("{name}.flat"))).unwrap_or_else(|e| panic!("{name}: {e}"))
}

/// Runs the entry point of this name in Core and Flat, with and without checks, which must agree.
fn both(name: &str, args: &[Value]) -> Result<Vec<Value>, Error> {
    let checked = run(&core(name), name, args);
    let quick = run_with(&core(name), name, args, Options { check: false, ..Options::default() });
    assert_eq!(checked, quick, "{name}: registers give something else");
    assert_eq!(checked, run(&flat(name), name, args), "{name}: Core and Flat differ");
    checked
}

fn ragged(rows: &[&[i64]]) -> Value {
    let each = rows.iter().map(|r| r.len() as i64).collect();
    let lens = vec![Lens::Uniform(rows.len() as i64), Lens::Each(each)];
    Value { lens, ..Value::i64s(&rows.concat()) }
}

fn floats(value: Value) -> Value {
    let scalars: Vec<Scalar> = value.to_i64s().into_iter().map(|x| Scalar::F64(x as f64)).collect();
    Value::from_scalars(ScalarType::F64, value.lens, &scalars)
}

fn failure(message: &str, loc: &[(u32, u32)], at: &[i64]) -> Error {
    let loc = loc.iter().map(|(line, col)| base::Pos { file: 0, line: *line, col: *col }).collect();
    Error::Failure(Failure { message: message.into(), loc: base::Loc(loc), at: at.to_vec() })
}

#[test]
fn dot_product() {
    let xs = floats(Value::i64s(&[1, 2, 3]));
    assert_eq!(both("dot", &[xs.clone(), xs]).unwrap(), [Value::scalar(Scalar::F64(14.0))]);
    let none = floats(Value::i64s(&[]));
    assert_eq!(both("dot", &[none.clone(), none]).unwrap(), [Value::scalar(Scalar::F64(0.0))]);
}

#[test]
fn streams_in_chunks() {
    let rows = ragged(&[&[7], &[8, 9], &[], &[5], &[6]]);
    let results = run(&core("stream"), "stream", std::slice::from_ref(&rows)).unwrap();
    let numbered = ragged(&[&[0], &[1, 1], &[], &[103], &[204]]);
    assert_eq!(results, [Value::scalar(Scalar::I64(5)), rows, Value::scalar(Scalar::I64(300)), numbered]);
    // An empty array is one empty chunk.
    let none = ragged(&[]);
    let results = run(&core("stream"), "stream", std::slice::from_ref(&none)).unwrap();
    assert_eq!(results, [Value::scalar(Scalar::I64(0)), none.clone(), Value::scalar(Scalar::I64(100)), none]);
}

#[test]
fn arguments_that_do_not_fit_are_refused() {
    let (two, three) = (floats(Value::i64s(&[1, 2])), floats(Value::i64s(&[1, 2, 3])));
    assert!(matches!(run(&core("dot"), "dot", &[two, three]), Err(Error::Args(_))));
    assert!(matches!(run(&core("dot"), "dot", &[]), Err(Error::Args(_))));
    assert!(matches!(run(&core("dot"), "tod", &[]), Err(Error::Args(_))));
}

#[test]
fn ragged_row_sums_with_empty_rows() {
    let out = both("rowsums", &[ragged(&[&[1, 2], &[], &[3], &[]])]).unwrap();
    assert_eq!(out, [Value::i64s(&[3, 0, 3, 0])]);
    assert_eq!(both("rowsums", &[ragged(&[])]).unwrap(), [Value::i64s(&[])]);
}

#[test]
fn map_iota() {
    let out = both("iotas", &[Value::i64s(&[2, 0, 3])]).unwrap();
    assert_eq!(out, [ragged(&[&[0, 1], &[], &[0, 1, 2]])]);
    let wrong = failure("Range 0..1..<-4 is invalid", &[(1, 47)], &[1]);
    assert_eq!(both("iotas", &[Value::i64s(&[2, -4, -3])]), Err(wrong));
}

#[test]
fn map_filter() {
    let out = both("keep", &[ragged(&[&[1, -2, 3], &[], &[-1]])]).unwrap();
    assert_eq!(out, [ragged(&[&[1, 3], &[], &[]])]);
}

#[test]
fn three_levels() {
    let lens = vec![Lens::Uniform(2), Lens::Each(vec![3, 1]), Lens::Each(vec![2, 1, 3, 0])];
    let out = both("deep", &[Value { lens, ..Value::i64s(&[1, 2, 9, 1, 1, 1]) }]).unwrap();
    let lens = vec![Lens::Uniform(2), Lens::Each(vec![2, 0]), Lens::Each(vec![2, 3])];
    assert_eq!(out, [Value { lens, ..Value::i64s(&[4, 5, 4, 4, 4]) }]);
}

#[test]
fn own_shaped_matrices_transposed_and_flattened() {
    let lens = vec![Lens::Uniform(2), Lens::Each(vec![2, 1]), Lens::Each(vec![3, 3, 1])];
    let out = both("tflat", &[Value { lens, ..Value::i64s(&[1, 2, 3, 4, 5, 6, 7]) }]).unwrap();
    assert_eq!(out, [ragged(&[&[1, 4, 2, 5, 3, 6], &[7]])]);
}

#[test]
fn while_that_grows() {
    let out = both("grow", &[ragged(&[&[20, 20], &[], &[500], &[30]])]).unwrap();
    let rows: [&[i64]; 4] = [&[20, 20, 20, 20, 20, 20, 20, 20], &[], &[500], &[30, 30, 30, 30]];
    assert_eq!(out, [ragged(&rows)]);
    assert_eq!(both("grow", &[ragged(&[])]).unwrap(), [ragged(&[])]);
}

#[test]
fn while_that_sorts() {
    let out = both("sortrows", &[ragged(&[&[3, 1, 2, 1, 0], &[], &[2, 1]])]).unwrap();
    assert_eq!(out, [ragged(&[&[0, 1, 1, 2, 3], &[], &[1, 2]])]);
}

#[test]
fn while_that_keeps_its_shape() {
    let out = run(&flat("shape"), "double", &[ragged(&[&[1, 1, 1], &[5], &[], &[2, 3]])]).unwrap();
    assert_eq!(out, [ragged(&[&[4, 4, 4], &[5], &[], &[4, 6]])]);
}

#[test]
fn updates_in_rows() {
    let out = both("chase", &[ragged(&[&[2, 7, 1], &[], &[0]])]).unwrap();
    assert_eq!(out, [ragged(&[&[-1, -1, -1], &[], &[-1]])]);
}

#[test]
fn shapes_that_must_agree() {
    let xss = floats(ragged(&[&[1, -1, 2], &[3]]));
    let out = both("comb", &[xss.clone(), Value::i64s(&[2, 1])]).unwrap();
    assert_eq!(out, [floats(ragged(&[&[0, 2], &[0]]))]);
    let wrong = failure("cannot coerce [4]f64 to [1]f64", &[(1, 66), (3, 3)], &[1]);
    assert_eq!(both("comb", &[xss, Value::i64s(&[2, 4])]), Err(wrong));
}

#[test]
fn replicated_rows() {
    let out = both("rep", &[Value::i64s(&[0, 10]), ragged(&[&[1, 20], &[], &[5]])]).unwrap();
    let lens = vec![Lens::Uniform(2), Lens::Uniform(3)];
    assert_eq!(out, [Value { lens, ..Value::i64s(&[21, 0, 5, 30, 0, 10]) }]);
}

#[test]
fn accumulation_with_collisions_and_updates_outside() {
    let args = [Value::scalar(Scalar::I64(4)), Value::i64s(&[0, 1, 3, -2]), Value::i64s(&[2, 2, 9, 3])];
    assert_eq!(both("cover", &args).unwrap(), [Value::i64s(&[2, 2, 1, 1])]);
    // Nothing to do at any level: the accumulator is still the one that came in.
    let none = [Value::scalar(Scalar::I64(2)), Value::i64s(&[]), Value::i64s(&[])];
    assert_eq!(both("cover", &none).unwrap(), [Value::i64s(&[0, 0])]);
    let empty = [Value::scalar(Scalar::I64(2)), Value::i64s(&[5]), Value::i64s(&[0])];
    assert_eq!(both("cover", &empty).unwrap(), [Value::i64s(&[0, 0])]);
}

#[test]
fn an_index_error_in_one_row() {
    let xss = ragged(&[&[1, 2], &[3], &[4, 5, 6]]);
    assert_eq!(both("pick", &[xss.clone(), Value::i64s(&[1, 0, 2])]).unwrap(), [Value::i64s(&[2, 3, 6])]);
    let wrong = failure("Index [7] out of bounds for array of shape [1]", &[(1, 36), (2, 56)], &[1]);
    assert_eq!(both("pick", &[xss, Value::i64s(&[1, 7, 2])]), Err(wrong));
}

#[test]
fn inner_operators() {
    let out = run(&flat("inner"), "squares", &[Value::i64s(&[3, 0, 1])]).unwrap();
    assert_eq!(out, [Value::i64s(&[3, 0, 1]), Value::i64s(&[5, 0, 0])]);
}

#[test]
fn scalars_slices_calls_and_scans() {
    let xs: Vec<Scalar> = [1, 4, 9, 16, 25].into_iter().map(Scalar::I32).collect();
    let xs = Value::from_scalars(ScalarType::I32, vec![Lens::Uniform(5)], &xs);
    let out = run(&core("misc"), "misc", &[xs.clone(), Value::scalar(Scalar::I64(1))]).unwrap();
    assert_eq!(out[0].to_i64s(), [-4, -20]);
    assert_eq!(out[1], Value::scalar(Scalar::F64(6.5)));
    assert_eq!(out[2], Value::scalar(Scalar::I64(2 + 8)));
    assert_eq!(out[3].to_i64s(), [1, 255, 0]);
    assert_eq!(out[4], Value::scalar(Scalar::I32(16)));
    let wrong = run(&core("misc"), "misc", &[xs, Value::scalar(Scalar::I64(5))]);
    let Err(Error::Failure(wrong)) = wrong else { panic!("{wrong:?}") };
    assert_eq!(wrong.message, "Index [5] out of bounds for array of shape [5]");
}

#[test]
fn a_loop_without_end_runs_out_of_fuel() {
    let text = "fun f () -> () { let () = loop () = () while { in (true) } do { in () } in () }";
    let prog = ir::parse_core(text).unwrap();
    let options = Options { fuel: 1000, ..Options::default() };
    assert_eq!(crate::run_raw(&prog, "f", &[], options), Err(Error::Fuel(1000)));
}

#[test]
fn operations_are_counted() {
    // Of three elements, in Core: the screma, a product and a sum each. In Flat, two reads each besides.
    let xs = floats(Value::i64s(&[1, 2, 3]));
    let args = [xs.clone(), xs];
    let core = crate::count(&core("dot"), "dot", &args).unwrap();
    let flat = crate::count(&flat("dot"), "dot", &args).unwrap();
    assert_eq!((core.statements, core.operations), (7, 6));
    assert_eq!((flat.statements, flat.operations), (13, 6));
}

#[test]
fn recursion_without_end_is_stopped() {
    let map =
        "let r_1: [n_0]i64 = screma n_0 (i_2 <- iota) { let x_3: i64 = call f(n_0) at (i_2) @1:9 } out (x_3)";
    for call in ["let r_1: i64 = call f(n_0) @1:9", map] {
        let prog = ir::parse_core(&format!("fun f (n_0: i64) -> (i64) {{ {call} in (n_0) }}")).unwrap();
        let out = crate::run_raw(&prog, "f", &[Value::scalar(Scalar::I64(1))], Options::default());
        assert_eq!(out, Err(failure("Calls are nested too deeply", &[(1, 9)], &[])));
    }
}

#[test]
fn broken_promises_are_internal_errors() {
    let broken = |text: &str| {
        let prog = ir::parse_core(text).unwrap();
        let args = [Value::scalar(Scalar::I64(3))];
        match crate::run_raw(&prog, "f", &args, Options::default()) {
            Err(Error::Limit(message)) => message,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(
        broken("fun f (n_0: i64) -> () { let xs_1: [n_0]i64 = iota 2i64 in () }"),
        "internal: xs_1 of type [n_0]i64: dimension 0 at [] has size 2, not 3"
    );
    assert_eq!(
        broken("fun f (n_0: i64) -> () { let x_1: i64 = div.i64 n_0 0i64 in () }"),
        "internal: division by zero without a check"
    );
    let twice = "fun f (n_0: i64) -> () { let xs_1: [n_0]i64 = iota n_0
      let ys_2: [n_0]i64 = xs_1 with [0i64] = 1i64 let zs_3: [n_0]i64 = copy xs_1 in () }";
    assert_eq!(broken(twice), "internal: xs_1 is not bound or was consumed");
}

#[test]
fn ragged_arrays_one_after_the_other() {
    let text = r#"entry f (n_0: i64, s_1: [n_0]i64, xss_2: [n_0][s_1 on 0]i64, m_3: i64, k_4: i64, yss_5: [m_3][k_4]i64)
        -> (l_6: i64, t_7: [l_6]i64 | [l_6][t_7 on 0]i64)
      arg "xss": "" = (xss_2) arg "yss": "" = (yss_5) result "" {
      let l_8: i64 = add.i64 n_0 m_3
      let (t_9: [l_8]i64 | r_10: [l_8][t_9 on 0]i64) = concat l_8 (xss_2, yss_5)
      let (u_11: i64 | row_12: [u_11]i64) = row r_10[0i64]
      let r2_13: [l_8][t_9 on 0]i64 = r_10 with [0i64] = row_12
      in (l_8, t_9 | r2_13) }"#;
    let prog = ir::parse_core(text).unwrap();
    let matrix = Value { lens: vec![Lens::Uniform(1), Lens::Uniform(2)], ..Value::i64s(&[7, 8]) };
    let out = run_with(&prog, "f", &[ragged(&[&[1], &[]]), matrix], Options::default()).unwrap();
    assert_eq!(out, [ragged(&[&[1], &[], &[7, 8]])]);
}

#[test]
fn dimensions_that_vary_with_different_levels_one_after_the_other() {
    let text = r#"entry f (n_0: i64, m_1: i64, s_2: [n_0][m_1]i64, xs_3: [n_0][m_1][s_2 on 0,1]i64, k_4: i64, c_5: i64, ys_6: [k_4][m_1][c_5]i64)
        -> (l_7: i64, t_8: [l_7][m_1]i64 | [l_7][m_1][t_8 on 0,1]i64)
      arg "xs": "" = (xs_3) arg "ys": "" = (ys_6) result "" {
      let l_9: i64 = add.i64 n_0 k_4
      let (t_10: [l_9][m_1]i64 | r_11: [l_9][m_1][t_10 on 0,1]i64) = concat l_9 (xs_3, ys_6)
      in (l_9, t_10 | r_11) }"#;
    let prog = ir::parse_core(text).unwrap();
    assert_eq!(ir::verify(&prog), Ok(()));
    let lens = |last| vec![Lens::Uniform(1), Lens::Uniform(2), last];
    let xs = Value { lens: lens(Lens::Each(vec![1, 0])), ..Value::i64s(&[1]) };
    let ys = Value { lens: lens(Lens::Uniform(1)), ..Value::i64s(&[2, 3]) };
    let out = run(&prog, "f", &[xs, ys]).unwrap();
    assert_eq!(out[0].lens[2], Lens::Each(vec![1, 0, 1, 1]));
    assert_eq!(out[0].to_i64s(), [1, 2, 3]);
}
