//! Folds, compaction, `each` and the results of operators, in Core and in Flat.

use super::{Value, failure, ragged};
use crate::{Error, Options, run, run_with};

/// Runs the entry point `f` of a well-formed Core program by the definition and by the fast path, which must agree.
fn core(text: &str, args: &[Value]) -> Result<Vec<Value>, Error> {
    let prog = ir::parse_core(text).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(ir::verify(&prog), Ok(()));
    let checked = run(&prog, "f", args);
    let quick = run_with(&prog, "f", args, Options { check: false, ..Options::default() });
    assert_eq!(checked, quick, "the fast path gives something else");
    checked
}

fn flat(text: &str, args: &[Value]) -> Result<Vec<Value>, Error> {
    let prog = ir::parse_flat(text).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(ir::verify(&prog), Ok(()));
    run(&prog, "f", args)
}

/// What is evaluated at an element `x` with index `j` in a row of an operator, and its results. 100 is divided at kept elements
/// only, so zeros do no harm.
const CLAUSES: &str = "
  let b_20: bool = gt.i64 x_10 0i64
  let d_21: i64 = mul.i64 x_10 2i64
} red (s_22: i64) = add.i64 (d_21) ne (1i64) red (m_23: i64) = max.i64 (x_10) ne (-9i64)
  scan (c_24: i64) = add.i64 (x_10) ne (0i64) keep b_20 place q_25 each {
  let y_26: i64 = nonzero.i64! x_10 at (j_11)
  let z_27: i64 = div.i64 100i64 y_26
  let w_28: i64 = mul.i64 q_25 1000i64
  let v_29: i64 = add.i64 w_28 c_24
} out (count, row m_23, kept v_29, c_24, kept z_27, row s_22, d_21)";

#[test]
fn each_with_place_kept_and_point_results_together() {
    let text = format!(
        r#"entry f (n_0: i64, xs_1: [n_0]i64) -> (k_2: i64 | i64, [k_2]i64, [n_0]i64, [k_2]i64, i64, [n_0]i64)
      arg "xs": "" = (xs_1) result "" result "" result "" result "" result "" result "" {{
      let (k_3: i64 | m_4: i64, vs_5: [k_3]i64, cs_6: [n_0]i64, zs_7: [k_3]i64, s_8: i64, ds_9: [n_0]i64)
        = screma n_0 (j_11 <- iota, x_10: i64 <- xs_1) {{ {CLAUSES}
      in (k_3 | m_4, vs_5, cs_6, zs_7, s_8, ds_9) }}"#
    );
    let scalar = |x| Value::scalar(base::Scalar::I64(x));
    let out = core(&text, &[Value::i64s(&[3, -1, 0, 4, 5])]).unwrap();
    let arrays: [&[i64]; 4] = [&[3, 1006, 2011], &[3, 2, 2, 6, 11], &[33, 25, 20], &[6, -2, 0, 8, 10]];
    let [vs, cs, zs, ds] = arrays.map(Value::i64s);
    assert_eq!(out, [scalar(5), vs, cs, zs, scalar(23), ds]);
    let none = || Value::i64s(&[]);
    let out = core(&text, &[none()]).unwrap();
    assert_eq!(out, [scalar(-9), none(), none(), none(), scalar(1), none()]);
    // More elements than the fast path has lanes.
    let many: Vec<i64> = (-300..300).collect();
    let out = core(&text, &[Value::i64s(&many)]).unwrap();
    assert_eq!((out[1].len(), out[2].len()), (299, 600));
}

#[test]
fn the_same_in_the_rows_of_a_seg() {
    let text = format!(
        r#"entry f (n_0: i64, l_1: [n_0]i64, xss_2: [n_0][l_1 on 0]i64) -> (k_30: [n_0]i64 |
          [n_0]i64, [n_0][k_30 on 0]i64, [n_0][l_1 on 0]i64, [n_0][k_30 on 0]i64, [n_0]i64, [n_0][l_1 on 0]i64)
      arg "xss": "" = (xss_2) result "" result "" result "" result "" result "" result "" {{
      let o_12: offsets = offsets (l_1)
      let (k_3: [n_0]i64 | m_4: [n_0]i64, vs_5: [n_0][k_3 on 0]i64, cs_6: [n_0][l_1 on 0]i64,
           zs_7: [n_0][k_3 on 0]i64, s_8: [n_0]i64, ds_9: [n_0][l_1 on 0]i64)
        = seg (i_13 < n_0, j_11 < l_1[i_13] via o_12) {{ let x_10: i64 = xss_2[i_13, j_11] {CLAUSES}
      in (k_3 | m_4, vs_5, cs_6, zs_7, s_8, ds_9) }}"#
    );
    let out = flat(&text, &[ragged(&[&[3, -1, 4], &[], &[-2], &[50]])]).unwrap();
    let expected = [
        Value::i64s(&[4, -9, -2, 50]),
        ragged(&[&[3, 1006], &[], &[], &[50]]),
        ragged(&[&[3, 2, 6], &[], &[-2], &[50]]),
        ragged(&[&[33, 25], &[], &[], &[2]]),
        Value::i64s(&[13, 1, -3, 101]),
        ragged(&[&[6, -2, 8], &[], &[-4], &[100]]),
    ];
    assert_eq!(out, expected);
    let none = ragged(&[]);
    let out = flat(&text, std::slice::from_ref(&none)).unwrap();
    let empty = Value::i64s(&[]);
    assert_eq!(out, [empty.clone(), none.clone(), none.clone(), none.clone(), empty, none]);
}

/// Two folds whose operators see the index of the element; the second fails where its sum exceeds 20.
const INDEXED: &str = "
} red (t_20: i64) = index j_21 (a_22: i64, b_23: i64) {
    let p_24: i64 = mul.i64 b_23 j_21
    let r_25: i64 = add.i64 a_22 p_24
    in (r_25)
  } (x_10) ne (0i64)
  scan (c_26: i64) = index k_27 (a_28: i64, b_29: i64) {
    let r_30: i64 = add.i64 a_28 b_29
    let b_31: bool = le.i64 r_30 20i64";

#[test]
fn two_folds_that_see_the_index() {
    let text = format!(
        r#"entry f (n_0: i64, xs_1: [n_0]i64) -> (i64, [n_0]i64) arg "xs": "" = (xs_1) result "" result "" {{
      let (t_2: i64, cs_3: [n_0]i64) = screma n_0 (x_10: i64 <- xs_1) {{ {INDEXED}
          let ok_32: cert = assert! b_31 "{{}} is too much" (r_30) at (k_27) @7:8
          in (r_30)
        }} (x_10) ne (0i64) out (row t_20, c_26)
      in (t_2, cs_3) }}"#
    );
    let out = core(&text, &[Value::i64s(&[5, 6, 9])]).unwrap();
    assert_eq!(out, [Value::scalar(base::Scalar::I64(24)), Value::i64s(&[5, 11, 20])]);
    // The fast path takes 256 elements at a time; the index goes on.
    let tail: Vec<i64> = [vec![0; 300], vec![2]].concat();
    assert_eq!(core(&text, &[Value::i64s(&tail)]).unwrap()[0], Value::scalar(base::Scalar::I64(600)));
    let wrong = core(&text, &[Value::i64s(&[5, 6, 9, 1, 1])]);
    assert_eq!(wrong, Err(failure("21 is too much", &[(7, 8)], &[3])));
}

#[test]
fn the_index_of_a_fold_in_a_row() {
    let text = format!(
        r#"entry f (n_0: i64, l_1: [n_0]i64, xss_2: [n_0][l_1 on 0]i64) -> ([n_0]i64, [n_0][l_1 on 0]i64)
      arg "xss": "" = (xss_2) result "" result "" {{
      let o_12: offsets = offsets (l_1)
      let (t_5: [n_0]i64, cs_3: [n_0][l_1 on 0]i64) = seg (i_13 < n_0, j_11 < l_1[i_13] via o_12) {{
          let x_10: i64 = xss_2[i_13, j_11] {INDEXED}
          let ok_32: cert = assert! b_31 "{{}} is too much" (r_30) at (i_13, k_27) @7:8
          in (r_30)
        }} (x_10) ne (0i64) out (row t_20, c_26)
      in (t_5, cs_3) }}"#
    );
    let out = flat(&text, &[ragged(&[&[5, 6, 9], &[], &[7, 7]])]).unwrap();
    assert_eq!(out, [Value::i64s(&[24, 0, 7]), ragged(&[&[5, 11, 20], &[], &[7, 14]])]);
    let wrong = flat(&text, &[ragged(&[&[5], &[], &[7, 7, 7]])]);
    assert_eq!(wrong, Err(failure("21 is too much", &[(7, 8)], &[2, 2])));
}

#[test]
fn an_accumulator_updated_at_kept_elements() {
    let text = r#"entry f (n_0: i64, xs_1: [n_0]i64) -> ([3i64]i64, i64) arg "xs": "" = (xs_1) result "" result "" {
      let d_2: [3i64]i64 = replicate 3i64 0i64
      let (r_3: [3i64]i64, k_4: i64) = with_acc (z_5: acc([3i64] i64) = (d_2) op add.i64 ne (0i64)) {
        let (k_6: i64 | z_7: acc([3i64] i64)) = screma n_0 (x_8: i64 <- xs_1, z_9: acc([3i64] i64) <- acc z_5) {
          let b_10: bool = gt.i64 x_8 0i64
        } keep b_10 place q_11 each {
          let z_12: acc([3i64] i64) = update_acc z_9 [q_11] (x_8)
        } out (count, acc z_12)
        in (z_7, k_6)
      }
      in (r_3, k_4) }"#;
    let kept = |xs: &[i64]| core(text, &[Value::i64s(xs)]).unwrap()[0].to_i64s();
    assert_eq!(kept(&[-1, 4, -2, 5]), [4, 5, 0]);
    // Where nothing is kept, or nothing is there, the accumulator is still the one that came in.
    assert_eq!(kept(&[-1, -2]), [0, 0, 0]);
    assert_eq!(kept(&[]), [0, 0, 0]);
}

#[test]
fn a_space_without_levels_is_one_point() {
    let text = r#"entry f (x_0: i64) -> (i64, i64) arg "x": "" = (x_0) result "" result "" {
      let (a_1: i64, b_2: i64) = seg () { let y_3: i64 = add.i64 x_0 1i64 } each {
        let z_4: i64 = mul.i64 y_3 2i64
      } out (z_4, y_3)
      in (a_1, b_2) }"#;
    let out = flat(text, &[Value::scalar(base::Scalar::I64(4))]).unwrap();
    assert_eq!(out, [10, 5].map(|x| Value::scalar(base::Scalar::I64(x))));
}

#[test]
fn loops_and_branches_at_elements() {
    // The greatest divisor of x that is less than x, or -1 where x is not positive; then its square root by steps of 1.
    let text = r#"entry f (n_0: i64, xs_1: [n_0]i64) -> ([n_0]i64, [n_0]i64) arg "xs": "" = (xs_1) result "" result "" {
      let (ds_2: [n_0]i64, rs_3: [n_0]i64) = screma n_0 (x_4: i64 <- xs_1) {
        let p_5: bool = gt.i64 x_4 0i64
        let d_6: i64 = if p_5 {
          let b_7: i64 = loop (b_8: i64) = (0i64) for i_9 < x_4 do {
            let y_10: bool = gt.i64 i_9 0i64
            let i_11: i64 = select y_10 i_9 1i64
            let m_12: i64 = mod.i64 x_4 i_11
            let z_13: bool = eq.i64 m_12 0i64
            let b_14: i64 = select z_13 i_11 b_8
            in (b_14)
          }
          in (b_7)
        } else { in (-1i64) }
        let r_15: i64 = loop (r_16: i64) = (0i64) while {
          let q_17: i64 = mul.i64 r_16 r_16
          let l_18: bool = lt.i64 q_17 d_6
          in (l_18)
        } do { let s_19: i64 = add.i64 r_16 1i64 in (s_19) }
      } out (d_6, r_15)
      in (ds_2, rs_3) }"#;
    let out = core(text, &[Value::i64s(&[12, -5, 15, 1, 32])]).unwrap();
    assert_eq!(out, [[6, -1, 5, 1, 16], [3, 0, 3, 1, 4]].map(|xs| Value::i64s(&xs)));
}
