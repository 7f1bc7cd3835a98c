//! Vectorisation: innermost loops whose rounds are independent run in the lanes of vectors.
//!
//! ```text
//! for (q = p to stop) {                     for (q = p to stop) vector 16 sums 4 by (add acc) {
//!   f32 x = xs[sub.index(q, start)];   =>     f32 x = xs[sub.index(q, start)];
//!   acc = add.f32(acc, x);                    acc = add.f32(acc, x);
//! }                                         }
//! ```
//!
//! A loop has as many lanes as its largest varying elements fill a vector register; addresses that only count up need no lanes. Loops that have to be run
//! again after a failure must not store over what they read: [`ir::alias`] says which buffers may be the same.
//!
//! Before that, loops are made ready for it: [`pieces`] splits them where remainders wrap around, [`borders`] where they are at the
//! border of an array, [`hoist`] moves what is the same in all rounds in front of them, [`scans`] finds running values, [`begun`] begins with
//! the last of those that begin anew, [`tallies`]
//! what is counted, and [`narrow`] keeps 32-bit numbers at 32 bits. Afterwards [`short`] lets rows of few elements go in order.
//!
//! A loop of which every round has loops of its own runs in lanes, too, if these have the same number of rounds in all lanes and what they
//! read lies side by side (sums of columns), or if they only compute: lanes that have come to the end of a `while` wait for
//! the others. A body that ends in statements that cannot, such as updates anywhere in memory, is split, if lanes have enough to do in front of them.
//!
//! Precondition: a verified Kernel program. Postcondition: the same program, with loops marked. Does not do: loops around loops that
//! gather or store, operators without vector instructions.

mod begun;
mod borders;
mod definitions;
mod hoist;
mod loops;
mod narrow;
mod pieces;
mod scans;
mod short;
mod tallies;

use ir::alias::Aliases;
use ir::kernel::{Kernel, Program, Stm};
use ir::vector::has_loop;

/// What vectorisation has to know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Vectors {
    /// The size of a vector register.
    pub bytes: u32,
    /// Whether floats may be combined in another order.
    pub reorder: bool,
    /// Whether functions of floats have to give what they give one by one.
    pub exact: bool,
}

/// Marks the loops that run in lanes.
pub fn vectorise(mut program: Program, vectors: Vectors) -> Program {
    let aliases = ir::alias::aliases(&program);
    for id in program.kernels.iter().map(|(id, _)| id).collect::<Vec<_>>() {
        if let Some(aliases) = aliases.get(&id) {
            pieces::split(&mut program.kernels[id]);
            hoist::hoist(&mut program.kernels[id], aliases);
            tallies::in_place(&mut program.kernels[id]);
            scans::in_one_statement(&mut program.kernels[id]);
            begun::from_the_last(&mut program.kernels[id]);
            narrow::narrow(&mut program.kernels[id]);
            borders::split(&mut program.kernels[id], aliases, vectors);
            in_kernel(&mut program.kernels[id], aliases, vectors);
            short::in_order(&mut program.kernels[id]);
        }
    }
    program
}

/// Changes the bodies of loops that have no loop in them.
fn innermost(stms: &mut [Stm], change: &mut impl FnMut(&mut Vec<Stm>)) {
    innermost_loops(stms, &mut |stm| {
        if let Stm::For { body, .. } = stm {
            change(body);
        }
    });
}

/// Changes the loops that have no loop in them.
fn innermost_loops(stms: &mut [Stm], change: &mut impl FnMut(&mut Stm)) {
    for stm in stms {
        if let Stm::For { body, .. } = stm
            && !body.iter().any(has_loop)
        {
            change(stm);
            continue;
        }
        stm.blocks_mut().into_iter().for_each(|inner| innermost_loops(inner, change));
    }
}

fn in_kernel(kernel: &mut Kernel, aliases: &Aliases, vectors: Vectors) {
    let mut body = std::mem::take(&mut kernel.body);
    block(&mut body, &|stm| loops::vector(&kernel.vars, stm, aliases, vectors));
    kernel.body = body;
}

fn block(stms: &mut [Stm], choose: &impl Fn(&Stm) -> Option<ir::vector::Vector>) {
    for stm in stms {
        if let Some(chosen) = choose(stm)
            && let Stm::For { vector, .. } = stm
        {
            *vector = Some(chosen);
            continue;
        }
        stm.blocks_mut().into_iter().for_each(|inner| block(inner, choose));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A program with one kernel over `xs`, `is` and `ys`, after the pass.
    fn after(body: &str, args: &str) -> String {
        let text = format!(
            "files \"t.fut\"\n
             kernel k (n_0: index, xs_1: i32*, is_2: i32*, ys_3: f32*, out_4: f32*, m_5: i64) \
             group g_6 of gs_7 lanes 1 index 64 @1:1 {{ {body} }}\n
             host f (n_0: i64, xs_1: i32*, is_2: i32*) -> () {{
               var ys_3: f32*, out_4: f32*;
               alloc ys_3 = n_0;
               alloc out_4 = n_0;
               launch k groups 1i64 ({args});
             }}"
        );
        let program = ir::parse_kernel(&text).unwrap();
        let program = vectorise(program, Vectors { bytes: 64, reorder: true, exact: false });
        ir::verify_kernel(&program).unwrap();
        ir::print_kernel(&program)
    }

    const APART: &str = "n_0, buf xs_1, buf is_2, buf ys_3, buf out_4, n_0";

    #[test]
    fn what_is_the_same_in_all_rounds_is_read_once() {
        let body = "for (q_8 = g_6 to n_0) {
                      f32 y_9 = ys_3[g_6];
                      i32 x_10 = xs_1[q_8];
                      out_4[to_index(i32_to_i64(x_10))] = y_9;
                    }";
        let text = after(body, APART);
        let at = |part: &str| text.find(part).unwrap_or_else(|| panic!("no `{part}` in:\n{text}"));
        assert!(at("if (lt.index(g_6, n_0))") < at("f32 y_9") && at("f32 y_9") < at("for (q_8"), "{text}");
        assert!(at("for (q_8") < at("i32 x_10"), "{text}");
        // The kernel may write what it reads.
        let text = after(body, "n_0, buf xs_1, buf is_2, buf out_4, buf out_4, n_0");
        assert!(!text.contains("if (lt.index(g_6, n_0))"), "{text}");
    }

    #[test]
    fn loops_that_end_at_another_time_in_every_round_run_in_lanes() {
        let with = |inner: &str| {
            let body = format!(
                "for (q_8 = 0 to n_0) {{
                   f32 y_9 = ys_3[q_8];
                   i32 count_10 = 0i32;
                   while (gt.f32(y_9, 1.0f32)) {{
                     y_9 = mul.f32(y_9, 0.5f32);
                     count_10 = add.i32(count_10, 1i32);
                     {inner}
                   }}
                   out_4[q_8] = i32_to_f32(count_10);
                 }}"
            );
            after(&body, APART)
        };
        assert!(with("").contains("vector 16 "), "{}", with(""));
        let reads = "f32 z_11 = ys_3[to_index(i32_to_i64(count_10))]; y_9 = add.f32(y_9, z_11);";
        assert!(!with(reads).contains("vector"), "{}", with(reads));
        assert!(!with("xs_1[0] = count_10;").contains("vector"));
    }

    #[test]
    fn lanes_compute_what_is_updated_one_after_the_other() {
        let with = |end: &str| {
            let body = format!(
                "i32 best_13 = 9i32;
                 for (q_8 = 0 to n_0) {{
                   i32 x_9 = xs_1[q_8];
                   i32 i_10 = is_2[q_8];
                   i32 a_11 = mul.i32(add.i32(x_9, i_10), sub.i32(x_9, 7i32));
                   i32 c_14 = xor.i32(mul.i32(a_11, x_9), add.i32(mul.i32(a_11, 5i32), sub.i32(i_10, x_9)));
                   i32 d_15 = xor.i32(mul.i32(c_14, x_9), add.i32(mul.i32(c_14, 3i32), sub.i32(i_10, a_11)));
                   i32 e_16 = xor.i32(mul.i32(d_15, x_9), add.i32(mul.i32(d_15, 7i32), sub.i32(i_10, c_14)));
                   i32 b_12 = xor.i32(mul.i32(e_16, x_9), add.i32(mul.i32(e_16, 9i32), sub.i32(i_10, d_15)));
                   {end}
                 }}"
            );
            after(&body, APART)
        };
        let update =
            "if (lt.i32(b_12, 9i32)) { atomic add out_4[to_index(i32_to_i64(a_11))] = i32_to_f32(b_12); }";
        assert!(with(update).contains("vector 16 sums 1 by () updating 1"), "{}", with(update));
        // What lanes read may be what was updated.
        let read = "atomic add xs_1[to_index(i32_to_i64(a_11))] = b_12;";
        assert!(!with(read).contains("vector"), "{}", with(read));
        // Who takes the branch is found out by all lanes together.
        let asked = "if (lt.i32(b_12, best_13)) { best_13 = b_12; }";
        assert!(!with(asked).contains("vector"), "{}", with(asked));
        // It does not pay to keep what took no time.
        let little = after(
            "for (q_8 = 0 to n_0) { i32 x_9 = xs_1[q_8]; atomic add out_4[to_index(i32_to_i64(x_9))] = 1.0f32; }",
            APART,
        );
        assert!(!little.contains("vector"), "{little}");
    }

    #[test]
    fn an_index_of_32_bits_fills_as_many_lanes_as_what_it_reads() {
        let text = after(
            "f32 sum_8 = 0.0f32;
             for (q_9 = 0 to n_0) {
               i32 i_10 = is_2[q_9];
               i64 wide_11 = i32_to_i64(i_10);
               i64 at_12 = select(lt.i64(wide_11, m_5), wide_11, 0i64);
               f32 y_13 = ys_3[to_index(at_12)];
               sum_8 = add.f32(sum_8, y_13);
             }
             out_4[g_6] = sum_8;",
            APART,
        );
        assert!(text.contains("vector 16 "), "{text}");
        assert!(!text.contains("i64 wide"), "{text}");
    }
}
