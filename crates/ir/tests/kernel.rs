//! Kernel programs survive parsing and printing, and those that break a rule are refused.

use ir::{parse_kernel, print_kernel, verify_kernel};

fn text() -> String {
    std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/texts/pick.kernel")).unwrap()
}

/// What is wrong with the text once `from` stands as `to`.
fn changed(from: &str, to: &str) -> String {
    let text = text();
    assert!(text.contains(from), "{from} is not in the text");
    let prog = match parse_kernel(&text.replacen(from, to, 1)) {
        Ok(prog) => prog,
        Err(e) => return e.to_string(),
    };
    verify_kernel(&prog).err().unwrap_or_default().join("\n")
}

#[test]
fn a_kernel_text_survives() {
    let prog = parse_kernel(&text()).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(print_kernel(&prog), text());
    assert_eq!(parse_kernel(&print_kernel(&prog)).unwrap(), prog);
    assert_eq!(verify_kernel(&prog), Ok(()));
}

#[test]
fn broken_texts_are_refused_without_a_panic() {
    let chars: Vec<char> = text().chars().collect();
    for cut in 0..chars.len() {
        let _ = parse_kernel(&chars[..cut].iter().collect::<String>());
        let _ = parse_kernel(&chars[..cut].iter().chain(chars.iter().skip(cut + 2)).collect::<String>());
    }
    let deep = format!("kernel k () group w_0 of n_1 lanes 1 index 64 {{ w_0 = {}", "to_index(".repeat(5000));
    assert!(parse_kernel(&deep).unwrap_err().message.contains("deeper"));
}

#[test]
fn rules_of_the_device() {
    for (from, to, why) in [
        ("i64 i_11 = is_4[g_10];", "", "i_11 is not declared"),
        ("i64 m_12 = s_1[g_10];", "i64 m_12 = s_1[n_0];", "an expression has type i64, not index"),
        ("f64 x_14 = 0.0f64;", "f64 x_14 = 0i64;", "an expression has type i64, not f64"),
        ("index hi_9", "index g_10 = w_7; index hi_9", "g_10 is declared twice"),
        ("fail 0 at (from_index(g_10))", "fail 0 at ()", "another number of indices"),
        ("fail 0 at", "fail 7 at", "there is no check 7"),
        ("index 32 fails", "index 32", "can_fail is not what the body says"),
        ("index 64 fails", "index 64", "can_fail is not what the body says"),
        ("function 0", "function 1", "another number was expected"),
        ("depth (n_0: i64", "depth (n_0: index", "a parameter of a function is an index"),
        ("i64 d_2 = 0i64;", "i64 d_2 = 0i64; xs_1[0] = 1.0f64;", "a function stores outside of itself"),
        ("-> (d_2, x_3)", "-> (d_2)", "a call with another number of results"),
        ("-> (d_2, x_3)", "-> (d_2, d_2)", "a result of another type"),
        ("(i_11, buf xs_3)", "(i_11, buf s_1)", "a buffer of another type is passed"),
        ("call 0 (i_11", "call 4 (i_11", "a call of no function"),
        ("f64 x_3)", "i64 x_3)", "an expression has type f64, not i64"),
        ("atomic add", "atomic sub", "an operator that is not atomic"),
        ("locks_3: i32*", "locks_3: i64*", "locks are no buffer of i32"),
        ("kernel count_1", "kernel pick_0", "the name is taken"),
        ("i64 d_2 = 0i64;", "i64 d_2 = workers(0i64);", "workers is no operation"),
        ("1i32", "to_index(1i64)", "an expression has type index, not i32"),
    ] {
        let errors = changed(from, to);
        assert!(errors.contains(why), "expected {why:?}, got {errors:?}");
    }
}

#[test]
fn rules_of_the_host() {
    for (from, to, why) in [
        ("alloc r_4 = n_0;", "", "r_4 is not set here"),
        ("read t_6 =", "release o_5; read t_6 =", "o_5 is not set here"),
        ("x_10 = s_1[0i64]", "x_10 = xs_2[0i64]", "an element of another type is read"),
        ("x_10 = s_1[0i64]", "t_6 = s_1[0i64]", "two elements are read into one variable"),
        ("x_10 = s_1[0i64]", "x_10 = s_1[t_6]", "a position that depends on what is read with it"),
        ("t_6 = o_5[n_0]", "t_6 = o_5[x_10]", "a position that depends on what is read with it"),
        ("buf xs_2,", "buf is_3,", "a buffer of another type is passed"),
        (", 16i64)", ")", "another number of arguments than parameters"),
        ("(r_4 len n_0,", "(r_4,", "a length for what is no buffer, or none for one"),
        ("check 1 ge", "check 0 ge", "another number of indices or operands"),
        ("k_7 = add.i64(n_0, 1i64);", "k_7 = s_1[0];", "; was expected at ["),
        ("ge.i64(k_7, 0i64)", "failed", "failed is no operation"),
        ("copy o_5[0i64] = is_3", "copy o_5[0i64] = xs_2", "a copy between buffers of different types"),
        ("count n_0;", "count n_0; release o_5;", "a round releases what the next one needs"),
        ("call 1 (t_6", "call 2 (t_6", "a call of no function"),
        ("(t_6, buf is_3)", "(t_6)", "another number of arguments than parameters"),
        ("-> (k_7, spare_8)", "-> (k_7)", "a call with another number of results"),
        ("-> (k_7, spare_8)", "-> (k_7, o_5)", "a result of another type"),
        ("check 3 at (k_7, 2i64)", "check 3 at (k_7, buf is_3)", "indices of one row beside those of many"),
        ("check 3 at (buf is_3)", "check 3 at (buf xs_2)", "indices of rows that are no i64"),
        ("check 3 at", "check 1 at", "another number of indices or operands"),
    ] {
        let errors = changed(from, to);
        assert!(errors.contains(why), "expected {why:?}, got {errors:?}");
    }
}

#[test]
fn rules_of_last_out() {
    let text = include_str!("../../../tests/emit/last_out.kernel");
    let changed = |from: &str, to: &str| {
        assert!(text.contains(from), "{from} is not in the text");
        let prog = parse_kernel(&text.replacen(from, to, 1)).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(parse_kernel(&print_kernel(&prog)).as_ref(), Ok(&prog));
        verify_kernel(&prog).err().unwrap_or_default().join("\n")
    };
    assert_eq!(changed("twice_9", "twice_9"), "");
    for (from, to, why) in [
        ("chain 4", "chain 3", "the memory of chains is not what the body needs"),
        ("saved (twice_9, first_10)", "saved (twice_9, first_10, n_0)", "the memory of chains"),
        ("check_19 = sub.i64(twice_9", "check_19 = sub.i64(sum_5", "sum_5 is not declared"),
        ("saved (twice_9, first_10)", "saved (twice_9, xs_1)", "a buffer is saved"),
        ("before (sums_7, lasts_8)", "before (sums_7)", "another number of values than its operator"),
        ("before (sums_7, lasts_8)", "before (sums_7, g_3)", "of another type than its operator"),
        (
            "before (sums_7, lasts_8)",
            "before (sums_7, lasts_8) total (sum_5, last_6)",
            "last_out with a total",
        ),
        ("lanes 1 index 64", "lanes 2 index 64", "last_out in a loop, a branch, or of lanes"),
        ("    }\n  }\n}", "    }\n  }\n  sum_5 = 1i64;\n}", "something stands behind last_out"),
    ] {
        let errors = changed(from, to);
        assert!(errors.contains(why), "{to}: expected {why:?}, got {errors:?}");
    }
}

/// A kernel with a vector loop, and what is wrong with it once `from` stands as `to`.
fn vector_with(from: &str, to: &str) -> Result<(), String> {
    let text = "\
check 0 \"bad {}\" (i64) at 0

kernel sums_0 (xs_0: f32*, n_1: index, ys_2: f32*) group w_3 of ws_4 lanes 1 index 64 fails {
  f32 acc_5 = 0.0f32;
  for (q_6 = 0 to n_1) vector 16 sums 4 by (add acc_5) {
    f32 x_7 = xs_0[add.index(q_6, 1)];
    bool no_8 = lt.f32(x_7, 0.0f32);
    if (no_8) {
      fail 0 at () (from_index(q_6));
    }
    ys_2[q_6] = x_7;
    acc_5 = add.f32(acc_5, x_7);
  }
}
";
    assert!(text.contains(from), "{from} is not in the text");
    let prog = parse_kernel(&text.replacen(from, to, 1)).map_err(|e| e.to_string())?;
    verify_kernel(&prog).map_err(|errors| errors.join("\n"))?;
    assert_eq!(parse_kernel(&print_kernel(&prog)).as_ref(), Ok(&prog));
    Ok(())
}

#[test]
fn rules_of_vector_loops() {
    assert_eq!(vector_with("vector 16", "vector 16"), Ok(()));
    // What a failure names is found when the loop runs in order.
    let found = "index z_9 = 0; while (lt.f32(xs_0[z_9], 0.0f32)) { z_9 = add.index(z_9, 1); } fail 0 at";
    assert_eq!(vector_with("fail 0 at", found), Ok(()));
    for (from, to, why) in [
        ("vector 16", "vector 12", "a strange number of lanes"),
        ("by (add acc_5)", "by (sub acc_5)", "an operator that does not commute"),
        ("by (add acc_5)", "by ()", "sets a variable from outside"),
        ("ys_2[q_6]", "ys_2[mul.index(q_6, q_6)]", "a vector loop that scatters"),
        ("ys_2[q_6]", "xs_0[q_6]", "reads what it stores"),
        ("ys_2[q_6] = x_7;", "ys_2[q_6] = x_7; ys_2[add.index(q_6, 1)] = x_7;", "stores twice"),
        ("fail 0 at", "ys_2[q_6] = x_7; fail 0 at", "a branch of a vector loop writes memory"),
        ("ys_2[q_6] = x_7;", "if (no_8) { f32 z_9 = xs_0[q_6]; }", "a branch of a vector loop reads memory"),
        ("fail 0 at", "ys_2[w_3] = x_7; fail 0 at", "a branch of a vector loop writes memory"),
        ("by (add acc_5)", "by (add acc_5) counting (z_9)", "z_9 is not declared"),
        ("ys_2[q_6] = x_7;", "for (u_9 = 0 to q_6) { }", "`for` of different lengths"),
        (
            "ys_2[q_6] = x_7;",
            "for (u_9 = 0 to n_1) { ys_2[q_6] = x_7; }",
            "a loop of a vector loop writes memory",
        ),
        ("ys_2[q_6] = x_7;", "while (no_8) { fail 0 at () (1i64); }", "at another time in every lane fails"),
        ("ys_2[q_6] = x_7;", "while (no_8) { x_7 = xs_0[q_6]; }", "reads memory"),
        ("ys_2[q_6] = x_7;", "while (gt.f32(xs_0[q_6], 0.0f32)) { no_8 = false; }", "reads memory"),
        ("ys_2[q_6] = x_7;", "while (no_8) { ys_2[q_6] = x_7; }", "a branch of a vector loop writes memory"),
    ] {
        let errors = vector_with(from, to).expect_err(to);
        assert!(errors.contains(why), "expected {why:?}, got {errors:?}");
    }
}
