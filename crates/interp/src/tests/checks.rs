//! Checks: their values, their evidence, and where their failures are.

use super::{Value, failure};
use crate::{Error, Options};
use base::Scalar;

/// Runs a function `f` of two numbers, and no result, in both modes, which must agree.
fn raw(text: &str, args: [i64; 2]) -> Result<(), Error> {
    let prog = ir::parse_core(text).unwrap_or_else(|e| panic!("{e}"));
    let args = args.map(|x| Value::scalar(Scalar::I64(x)));
    let [checked, quick] =
        [true, false].map(|check| crate::run_raw(&prog, "f", &args, Options { check, ..Options::default() }));
    assert_eq!(checked, quick, "the fast path gives something else");
    checked.map(|results| assert_eq!(results, []))
}

/// Runs statements that see `a_0` and `b_1`, which are 3 and -4.
fn stms(stms: &str) -> Result<(), Error> {
    raw(&format!("fun f (a_0: i64, b_1: i64) -> () {{ {stms} in () }}"), [3, -4])
}

fn internal(stms_: &str) -> String {
    match stms(stms_) {
        Err(Error::Limit(message)) => message,
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_holds_gives_its_value() {
    let same = |ty: &str, check: &str, value: &str| {
        let text = format!(
            "let x_2: {ty} = {check} at (a_0) let y_3: bool = eq.{ty} x_2 {value}
             let c_4: cert = assert! y_3 \"not the value\" ()"
        );
        assert_eq!(stms(&text), Ok(()), "{check}");
    };
    same("i64", "size! a_0", "3i64");
    same("i64", "iota_size! 0i64", "0i64");
    same("i64", "bounds! a_0 4i64", "3i64");
    same("i64", "nonzero.i64! b_1", "-4i64");
    same("i64", "exponent.i64! a_0", "3i64");
    same("u64", "exponent.u64! 18446744073709551615u64", "18446744073709551615u64");
    same("i64", "slice_len! 0i64 a_0 2i64 3i64", "2i64");
    // An empty slice may lie anywhere.
    same("i64", "slice_len! 7i64 7i64 1i64 3i64", "0i64");
}

#[test]
fn failures_name_their_indices() {
    let arrays = "let xs_2: [2i64][2i64]i64 = replicate 2i64 r_3 let ys_4: [2i64][2i64]i64 = xs_2 with [1i64, 0i64] = 9i64";
    let arrays = format!(
        "let r_3: [2i64]i64 = array i64 [5i64, 6i64] {arrays} let zs_5: [2i64][2i64]i64 = replicate 2i64 r_3"
    );
    for (before, pat, check, message, inside) in [
        ("", "x_9: i64", "size! b_1", "negative size -4", &[][..]),
        ("", "x_9: i64", "iota_size! b_1", "Range 0..1..<-4 is invalid", &[]),
        ("", "x_9: i64", "bounds! a_0 3i64", "Index [3] out of bounds for array of shape [3]", &[]),
        ("", "x_9: i64", "bounds! b_1 3i64", "Index [-4] out of bounds for array of shape [3]", &[]),
        ("", "x_9: i32", "nonzero.i32! 0i32", "division by zero", &[]),
        ("", "x_9: i8", "exponent.i8! -2i8", "negative exponent -2", &[]),
        (
            "",
            "x_9: i64",
            "slice_len! 0i64 4i64 1i64 a_0",
            "Index [0:4] out of bounds for array of shape [3]",
            &[],
        ),
        (
            "",
            "x_9: i64",
            "slice_len! 0i64 2i64 0i64 a_0",
            "Index [0:2:0] out of bounds for array of shape [3]",
            &[],
        ),
        ("", "x_9: cert", "assert! false \"{} and {}\" (a_0, true)", "3 and true", &[]),
        ("", "x_9: cert", "assert_eq! a_0 b_1 \"{} is not {}\"", "3 is not -4", &[]),
        (&arrays, "x_9: cert", "assert_eq! ys_4 zs_5 \"{} is not {}\"", "9 is not 5", &[1, 0]),
    ] {
        let got = |at: &str| stms(&format!("{before} let {pat} = {check} {at} @5:6 < 7:8"));
        let at = |outer: &[i64]| [outer, inside].concat();
        assert_eq!(got(""), Err(failure(message, &[(5, 6), (7, 8)], &at(&[]))));
        assert_eq!(got("at (7i64, b_1)"), Err(failure(message, &[(5, 6), (7, 8)], &at(&[7, -4]))));
    }
    assert_eq!(stms(&format!("{arrays} let c_6: cert = assert_eq! zs_5 zs_5 \"{{}}{{}}\"")), Ok(()));
}

#[test]
fn sizes_are_compared_where_there_is_a_point() {
    let recast = |inside: &str| {
        let text = format!(
            "fun f (a_0: i64) -> () {{ let xs_2: [3i64]i64 = iota 3i64 let zs_3: [2i64]i64 = replicate 2i64 0i64
               let ys_5: [4i64]i64 = recast xs_2 to [4i64] inside ({inside}) in () }}"
        );
        let prog = ir::parse_core(&text).unwrap_or_else(|e| panic!("{e}"));
        crate::run_raw(&prog, "f", &[Value::scalar(Scalar::I64(3))], Options::default())
    };
    for empty in ["0i64", "a_0, 0i64", "zs_3"] {
        assert_eq!(recast(empty), Ok(vec![]), "{empty}");
    }
    for some in ["a_0", "xs_2"] {
        let refused = "internal: ys_5 of type [4i64]i64: dimension 0 at [] has size 3, not 4";
        assert_eq!(recast(some), Err(Error::Limit(refused.to_string())), "{some}");
    }
}

#[test]
fn evidence_is_there_before_it_is_used() {
    let program = |check: &str, cert: &str| {
        format!(
            "let xs_2: [3i64]i64 = iota 3i64 {check} let ys_5: [3i64]i64 = recast xs_2 to [3i64] under ({cert})"
        )
    };
    assert_eq!(stms(&program("let c_4: cert = assert! true \"\" ()", "c_4")), Ok(()));
    let late = internal(&format!("{} let c_4: cert = assert! true \"\" ()", program("", "c_4")));
    assert_eq!(late, "internal: c_4 is not bound or was consumed");
    assert_eq!(internal(&program("", "a_0")), "internal: a_0 is no evidence");
}

#[test]
fn what_was_to_be_proved_is_looked_at() {
    let xss = "let r_2: [2i64]i64 = iota 2i64 let xss_3: [4i64][2i64]i64 = replicate 4i64 r_2";
    for (exp, wrong) in [
        ("x_4: i64 = div.i64 a_0 0i64", "division by zero without a check"),
        ("x_4: i64 = pow.i64 a_0 b_1", "negative exponent -4 without a check"),
        ("x_4: i64 = r_2[a_0]", "Index [3] out of bounds for array of shape [2] without a check"),
        ("x_4: i64 = xss_3[a_0, b_1]", "Index [-4] out of bounds for array of shape [2] without a check"),
        (
            "x_4: [2i64]i64 = row xss_3[b_1]",
            "Index [-4] out of bounds for array of shape [4] without a check",
        ),
        (
            "x_4: [2i64]i64 = r_2 with [b_1] = 0i64",
            "Index [-4] out of bounds for array of shape [2] without a check",
        ),
    ] {
        assert_eq!(internal(&format!("{xss} let {exp}")), format!("internal: {wrong}"));
    }
}

#[test]
fn a_failure_in_a_call_names_the_caller_first() {
    let text = "
      fun g (n_0: i64, l_1: i64) -> () {
        let ys_2: [n_0]i64 = screma n_0 (j_3 <- iota) {
          let k_4: i64 = bounds! j_3 l_1 at (j_3) @1:1
        } out (k_4)
        in ()
      }
      fun f (n_5: i64, m_6: i64) -> () {
        let xs_7: [n_5]i64 = screma n_5 (i_8 <- iota) {
          let l_9: i64 = sub.i64 m_6 i_8
          let () = call g(m_6, l_9) at (i_8, 70i64) @2:2
        } out (l_9)
        in ()
      }";
    assert_eq!(raw(text, [1, 5]), Ok(()));
    let wrong = failure("Index [4] out of bounds for array of shape [4]", &[(1, 1), (2, 2)], &[1, 70, 4]);
    assert_eq!(raw(text, [3, 5]), Err(wrong));
}

#[test]
fn calls_from_one_place_count_once_but_their_indices_each() {
    let text = "fun f (n_0: i64, m_1: i64) -> () {
      let k_2: i64 = sub.i64 n_0 1i64
      let x_3: i64 = size! k_2 at (m_1) @1:1
      let () = call f(k_2, m_1) at (n_0) @2:2
      in () }";
    let wrong = failure("negative size -1", &[(1, 1), (2, 2)], &[2, 1, 9]);
    assert_eq!(raw(text, [2, 9]), Err(wrong));
}

#[test]
fn a_proved_check_that_does_not_hold_is_an_error_of_the_compiler() {
    assert_eq!(stms("let x_2: i64 = bounds! a_0 4i64 proved at (a_0)"), Ok(()));
    assert!(internal("let x_2: i64 = bounds! a_0 3i64 proved at (a_0)").contains("proved"));
    assert!(internal("let c_2: cert = assert_eq! a_0 b_1 \"{} is not {}\" proved").contains("proved"));
}
