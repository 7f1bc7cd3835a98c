//! The texts are well-formed; programs that break one rule are refused with its reason.

use ir::{parse_core, parse_flat, verify};

#[test]
fn texts_are_well_formed() {
    for file in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/texts")).unwrap() {
        let path = file.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let verified = match path.extension().and_then(|e| e.to_str()) {
            Some("core") => verify(&parse_core(&text).unwrap()),
            Some("flat") => verify(&parse_flat(&text).unwrap()),
            _ => Ok(()),
        };
        if let Err(errors) = verified {
            panic!("{}:\n{}", path.display(), errors.join("\n"));
        }
    }
}

/// A Core function over some parameters, with these statements.
fn core(stms: &str) -> String {
    let params = "n_0: i64, m_1: i64, x_2: f64, b_3: bool, xs_4: *[n_0]i64, xss_5: [n_0][xs_4 on 0]f64";
    let text = format!("fun f ({params}) -> () {{ {stms} in () }}");
    let prog = parse_core(&text).unwrap_or_else(|e| panic!("{e} in {text}"));
    verify(&prog).err().unwrap_or_default().join("\n")
}

fn flat(stms: &str) -> String {
    let params = "n_0: i64, s_1: [n_0]i64, xss_2: [n_0][s_1 on 0]i64, z_3: acc([n_0] i64)";
    let text = format!("fun f ({params}) -> () {{ let o_4: offsets = offsets (s_1) {stms} in () }}");
    let prog = parse_flat(&text).unwrap_or_else(|e| panic!("{e} in {text}"));
    verify(&prog).err().unwrap_or_default().join("\n")
}

fn refused(errors: &str, why: &str) {
    assert!(errors.contains(why), "expected {why:?}, got {errors:?}");
}

#[test]
fn names() {
    refused(&core("let y_6: i64 = y_7 let y_7: i64 = n_0"), "let y_6: y_7 is not in scope");
    refused(
        &core("let () = if b_3 { let y_6: i64 = n_0 in () } else { in () } let z_7: i64 = y_6"),
        "y_6 is not in scope",
    );
    refused(
        &core(
            "let ys_6: [n_0]i64 = screma n_0 (y_7: i64 <- xs_4) { let z_8: [n_0]i64 = copy ys_6 } out (y_7)",
        ),
        "ys_6 is not in scope",
    );
    // Compiled code does not make checks that were proved.
    refused(
        &core("let k_6: i64 = size! m_1 proved let ys_7: [k_6]i64 = iota k_6"),
        "k_6 is bound by a check that is not made",
    );
    assert_eq!(core("let k_6: i64 = size! m_1 let ys_7: [k_6]i64 = iota k_6"), "");
}

#[test]
fn types() {
    refused(&core("let y_6: [m_1][n_0 on 0]i64 = copy xs_4"), "the size of dimension 1 has type i64");
    refused(&core("let y_6: [m_1][xs_4 on 0]i64 = copy xs_4"), "the size of dimension 1");
    refused(&core("let y_6: [n_0][xs_4 on 1]i64 = copy xs_4"), "dimension 1 varies with [1]");
    refused(&core("let y_6: [-1i64]i64 = copy xs_4"), "size -1");
    refused(&core("let y_6: [n_0][xs_4 on 0][m_1][xs_4 on 1]i64 = copy xs_4"), "is not closed");
}

#[test]
fn scalars() {
    refused(&core("let y_6: i64 = add.i64 n_0 x_2"), "an operand has type f64, not i64");
    refused(&core("let y_6: f64 = add.i64 n_0 n_0"), "the variable has type f64, not i64");
    refused(&core("let y_6: bool = add.bool b_3 b_3"), "add is not defined on bool");
    refused(&core("let y_6: f64 = nonzero.f64! x_2"), "f64 is no type of integers");
    refused(&core("let y_6: f64 = bounds! n_0 m_1"), "the variable has type f64, not i64");
    refused(&core("let y_6: i64 = bounds! n_0 m_1 at (x_2)"), "an operand has type f64, not i64");
    refused(&core("let y_6: i64 = sqrt.i64 n_0"), "sqrt is not defined on i64");
    refused(&core("let y_6: cert = n_0"), "evidence that no assertion made");
    refused(&core("let y_6: cert = assert! b_3 \"{} {}\" (n_0)"), "1 values for 2 places");
}

#[test]
fn evidence() {
    let check = "let c_7: cert = assert! true \"\" ()";
    let kernel = "let r_5: [n_0]i64 = seg (i_6 < n_0) under (c_7) { let s_8: i64 = s_1[i_6] } out (s_8)";
    assert_eq!(flat(&format!("{check} {kernel}")), "");
    refused(&flat(&format!("{kernel} {check}")), "c_7 is not in scope");
    refused(&flat(&kernel.replace("c_7", "n_0")), "evidence has type i64");
    let recast = "let r_5: [3i64]i64 = recast s_1 to [3i64] under (c_7) inside (n_0, s_1)";
    assert_eq!(flat(&format!("{check} {recast}")), "");
    refused(&flat(&format!("{recast} {check}")), "c_7 is not in scope");
    refused(&flat(&format!("{check} {}", recast.replace("n_0, s_1", "c_7"))), "the points of no size");
}

#[test]
fn operators_of_accumulators() {
    let acc = |index: &str, ty: &str| {
        flat(&format!(
            "let d_12: [n_0]i64 = copy s_1 let r_5: [n_0]i64 = with_acc (z_6: acc([n_0] i64) = (d_12) op {index} (a_8: {ty}, b_9: {ty}) {{ let c_10: {ty} = add.{ty} a_8 i_7 in (c_10) }}) {{ in (z_6) }}"
        ))
    };
    assert_eq!(acc("index i_7", "i64"), "");
    refused(&acc("index i_7 index j_11", "i64"), "no indices of its accumulator");
    refused(&acc("index i_7", "i32"), "does not take its operands twice");
}

#[test]
fn once() {
    let kernel = |once: &str| {
        flat(&format!(
            "let r_5: [n_0]i64 = seg (i_6 < n_0) at p_7 once {{ {once} }} {{ let y_9: i64 = add.i64 p_7 x_8 }} out (y_9)"
        ))
    };
    assert_eq!(kernel("let x_8: i64 = s_1[0i64]"), "");
    refused(&kernel("let x_8: i64 = s_1[i_6]"), "what is evaluated once varies with the point");
    refused(&kernel("let x_8: i64 = add.i64 p_7 1"), "what is evaluated once varies with the point");
    refused(&kernel("let x_8: i64 = size! n_0"), "what is evaluated once can fail");
}

#[test]
fn arrays() {
    refused(&core("let y_6: f64 = xss_5[n_0]"), "1 indices for 2 dimensions");
    refused(&core("let y_6: f64 = row xss_5[n_0]"), "1 sizes and one value are to be bound");
    refused(&core("let y_6: i64 = row xs_4[n_0]"), "1 indices of a row with 1 dimensions");
    refused(
        &core("let (k_6: i64 | y_7: [n_0]f64) = row xss_5[m_1]"),
        "the variable has type [n_0]f64, not [k_6]f64",
    );
    refused(&core("let y_6: [m_1]i64 = iota n_0"), "the variable has type [m_1]i64, not [n_0]i64");
    refused(
        &core("let y_6: [n_0][xs_4 on 0]f64 = rearrange (1, 0) xss_5"),
        "dimension 1 varies and is moved",
    );
    refused(&core("let y_6: [n_0]i64 = xs_4 with [0] = x_2"), "f64 is no element or row of [n_0]i64");
    refused(&core("let y_6: [2i64]i64 = array i64 [1, 2, 3]"), "the variable has type [2i64]i64");
    refused(&core("let y_6: [m_1][n_0][xs_4 on 0]f64 = replicate m_1 xss_5"), "the size of dimension 2");
    assert_eq!(core("let y_6: [m_1][n_0][xs_4 on 1]f64 = replicate m_1 xss_5"), "");
}

#[test]
fn existential_sizes() {
    let branch = |els: &str| {
        core(&format!(
            "let (k_6: i64 | ys_7: [k_6]i64) = if b_3 {{ in (n_0 | xs_4) }} else {{ let zs_8: [m_1]i64 = iota m_1 in ({els}) }}"
        ))
    };
    assert_eq!(branch("m_1 | zs_8"), "");
    refused(&branch("n_0 | zs_8"), "a result has type [m_1]i64, not [n_0]i64");
    refused(&branch("zs_8"), "0 sizes and 1 values where 1 and 1 are needed");
    refused(
        &core(
            "let ys_6: [n_0]i64 = loop (ys_7: [n_0]i64) = (xs_4) for i_8 < m_1 do { let k_9: i64 = add.i64 i_8 i_8 let zs_10: [k_9]i64 = iota k_9 in (zs_10) }",
        ),
        "a result has type [k_9]i64, not [n_0]i64",
    );
}

#[test]
fn calls() {
    let text = |call: &str| {
        let text = format!(
            "fun g (n_0: i64, xs_1: [n_0]i64) -> (k_2: i64 | [k_2]i64, [n_0]i64) {{ in (n_0 | xs_1, xs_1) }}
             fun f (m_3: i64, ys_4: [m_3]i64) -> () {{ {call} in () }}"
        );
        verify(&parse_core(&text).unwrap()).err().unwrap_or_default().join("\n")
    };
    assert_eq!(text("let (k_5: i64 | as_6: [k_5]i64, bs_7: [m_3]i64) = call g(m_3, ys_4)"), "");
    refused(
        &text("let (k_5: i64 | as_6: [k_5]i64, bs_7: [m_3]i64) = call g(7, ys_4)"),
        "an argument of g has type [m_3]i64, not [7i64]i64",
    );
    refused(
        &text("let (k_5: i64 | as_6: [k_5]i64, bs_7: [k_5]i64) = call g(m_3, ys_4)"),
        "a result has type",
    );
}

#[test]
fn streams() {
    let stream = |pat: &str, input: &str, acc: &str, result: &str| {
        core(&format!(
            "let {pat} = stream n_0 size m_6 first b_7 ({input}) acc ({acc}) seq do {{ in ({result}) }}"
        ))
    };
    assert_eq!(stream("(ys_9: [n_0]i64)", "c_8: [m_6]i64 <- xs_4", "", "c_8"), "");
    assert_eq!(stream("(t_9: f64)", "c_8: [m_6]i64 <- xs_4", "a_10: f64 = x_2", "a_10"), "");
    refused(
        &stream("(ys_9: [n_0]i64)", "c_8: [n_0]i64 <- xs_4", "", "c_8"),
        "chunk c_8 has type [n_0]i64, not [m_6]i64",
    );
    refused(
        &stream("(ys_9: [m_1]i64)", "c_8: [m_6]i64 <- xs_4", "", "c_8"),
        "a result has type [m_1]i64, not [n_0]i64",
    );
    refused(&stream("(ys_9: [n_0]i64)", "c_8: [m_6]i64 <- xs_4", "", "xs_4"), "ys_9 is not made of chunks");
    refused(
        &stream("(t_9: f64)", "c_8: [m_6]i64 <- xs_4", "a_10: f64 = x_2", "n_0"),
        "accumulators of other types",
    );
    refused(
        &stream("(t_9: f64)", "c_8: [m_6]i64 <- xs_4", "a_10: i64 = x_2", "x_2"),
        "accumulators do not have the types",
    );
    refused(
        &stream("(t_9: f64)", "c_8: [m_6]i64 <- xs_4", "a_10: f64 = x_2", ""),
        "as many sizes and values",
    );
    refused(
        &core(
            "let ys_6: [n_0]i64 = stream n_0 size m_7 first b_8 (c_9: [m_7]i64 <- xs_4) acc () seq do { let d_10: [m_7]i64 = c_9 with [0i64] = n_0 in (d_10) }",
        ),
        "c_9 is spent by code that may run many times",
    );
}

#[test]
fn scremas() {
    refused(
        &core("let r_6: [n_0]f64 = screma n_0 (ys_7: [m_1]f64 <- xss_5) {} out (0.0f64)"),
        "the sizes of ys_7 are not an input",
    );
    refused(
        &core("let r_6: [n_0]i64 = screma m_1 (y_7: i64 <- xs_4) {} out (y_7)"),
        "xs_4 is no array of the width",
    );
    refused(
        &core("let r_6: [n_0]f64 = screma n_0 (y_7: i64 <- xs_4) {} out (y_7)"),
        "a result has type [n_0]f64, not [n_0]i64",
    );
    refused(
        &core("let r_6: [n_0]i64 = screma n_0 (y_7: i64 <- xs_4) {} out ()"),
        "0 results for 1 variables",
    );
    let red = |args: &str, out: &str| {
        core(&format!(
            "let r_6: f64 = screma n_0 (y_7: i64 <- xs_4) {{}} red (t_8: f64) = add.f64 ({args}) ne (0.0f64) out ({out})"
        ))
    };
    assert_eq!(red("x_2", "row t_8"), "");
    refused(&red("y_7", "row t_8"), "operands do not fit their fold");
    refused(&red("x_2", "t_8"), "t_8 is not in scope");
    refused(&red("x_2", "row y_7"), "y_7 is not in scope");
    // A row of the sizes that come in and one of sizes that are returned: both names are right.
    for size in ["xs_4", "t_6"] {
        let pat = format!("(t_6: [n_0]i64 | r_7: [n_0][{size} on 0]f64)");
        let screma = "screma n_0 (m_8: i64 <- xs_4, ys_9: [m_8]f64 <- xss_5) {} out (m_8, ys_9)";
        assert_eq!(core(&format!("let {pat} = {screma}")), "");
    }
}

#[test]
fn compactions() {
    let keep = |pat: &str, clauses: &str| {
        core(&format!(
            "let {pat} = screma n_0 (y_7: i64 <- xs_4) {{ let c_8: bool = lt.i64 y_7 m_1 }} {clauses}"
        ))
    };
    let each = "keep c_8 place q_9 each { let z_10: i64 = add.i64 q_9 y_7 }";
    assert_eq!(keep("(k_6: i64 | r_11: [k_6]i64)", &format!("{each} out (count, kept z_10)")), "");
    assert_eq!(
        keep("(k_6: i64 | r_11: [k_6]i64, s_12: [n_0]i64)", &format!("{each} out (count, kept z_10, y_7)")),
        ""
    );
    refused(
        &keep("(k_6: i64 | r_11: [n_0]i64)", &format!("{each} out (count, z_10)")),
        "z_10 is known at kept elements only",
    );
    refused(&keep("r_11: [n_0]i64", &format!("{each} out (kept z_10)")), "kept elements without one count");
    refused(&keep("k_6: i64", "out (count)"), "a count without keep");
    refused(&keep("(k_6: i64 | r_11: [n_0]i64)", "keep c_8 out (count, kept y_7)"), "not [k_6]i64");
}

#[test]
fn linearity() {
    let acc = |body: &str| {
        core(&format!("let r_6: [n_0]i64 = with_acc (z_7: acc([n_0] i64) = (xs_4)) {{ {body} }}"))
    };
    assert_eq!(acc("let y_8: acc([n_0] i64) = update_acc z_7 [1] (2) in (y_8)"), "");
    refused(&acc("let y_8: acc([n_0] i64) = update_acc z_7 [1] (2) in (z_7)"), "z_7 was consumed before");
    refused(&acc("let y_8: acc([n_0] i64) = update_acc z_7 [1, 2] (2) in (y_8)"), "one index a dimension");
    refused(&acc("in (n_0)"), "result 0 is not the accumulator z_7");
    refused(
        &acc(
            "let () = loop () = () for i_8 < 3 do { let y_9: acc([n_0] i64) = update_acc z_7 [1] (2) in () } in (z_7)",
        ),
        "z_7 is spent by code that may run many times",
    );
    refused(
        &core("let y_6: [n_0]i64 = xs_4 with [0] = 1 let z_7: [n_0]i64 = copy xs_4"),
        "xs_4 was consumed before",
    );
    refused(
        &core("let y_6: [n_0][xs_4 on 0]f64 = xss_5 with [0, 0] = 1.0"),
        "xss_5 is consumed, but belongs to the caller",
    );
}

#[test]
fn spaces() {
    assert_eq!(
        flat(
            "let y_5: acc([n_0] i64) = seg (i_6 < n_0) { let w_7: acc([n_0] i64) = update_acc z_3 [i_6] (1) } out (acc w_7)"
        ),
        ""
    );
    refused(
        &flat("let y_5: [n_0]i64 = seg (i_6 < n_0, j_7 < s_1[i_6] via o_4) {} out (j_7)"),
        "y_5 has type [n_0]i64, not over [n_0][s_1 on 0]i64",
    );
    refused(
        &flat("let y_5: [n_0][s_1 on 0]i64 = seg (i_6 < n_0, j_7 < s_1[i_6] per) {} out (j_7)"),
        "a per level without a ragged one",
    );
    refused(
        &flat("let y_5: [n_0][s_1 on 0]i64 = seg (i_6 < n_0, j_7 < s_1[i_6] via s_1) {} out (j_7)"),
        "what a level is found by has type [n_0]i64, not offsets",
    );
    let nested = |outer: &str, inner: &str| {
        flat(&format!(
            "let y_5: [n_0]i64 = seg (i_6 < n_0) {{ let a_7: i64 = screma.{outer} n_0 (x_8 <- iota) {{
               let c_9: i64 = screma.{inner} n_0 (y_10 <- iota) {{}} red (s_11: i64) = add.i64 (y_10) ne (0) out (row s_11)
             }} red (t_12: i64) = add.i64 (c_9) ne (0) out (row t_12) }} out (a_7)"
        ))
    };
    assert_eq!(nested("block", "lanes"), "");
    assert_eq!(nested("seq", "seq"), "");
    refused(&nested("lanes", "block"), "block inside lanes");
}
