//! Kernels written by hand: every order gives the same, and what depends on the order is told.

use super::{BufId, Fault, Launch, Memory, Record, launch};
use ir::kernel::{KernelId, Program};

fn program(text: &str) -> Program {
    let program = ir::parse_kernel(text).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(ir::verify_kernel(&program), Ok(()));
    assert_eq!(ir::parse_kernel(&ir::print_kernel(&program)).as_ref(), Ok(&program));
    program
}

/// Runs the first kernel on buffers of 64-bit numbers, behind their number of elements; gives the last buffer.
fn run(program: &Program, groups: i64, seed: u64, bufs: &[&[i64]]) -> Result<Vec<i64>, Fault> {
    let (mut memory, mut record) = (Memory::default(), Record::default());
    let mut args = vec![bufs[0].len() as u64];
    for buf in bufs {
        let id = memory.alloc(8 * buf.len());
        *memory.bytes(id).unwrap() = buf.iter().flat_map(|x| x.to_le_bytes()).collect();
        args.push(id.0.into());
    }
    let last = BufId(bufs.len() as u32 - 1);
    let call = Launch { kernel: KernelId(0), groups, number: 1, args, seed };
    launch(program, &call, &mut memory, &mut record)?;
    let bytes = memory.bytes(last).unwrap();
    Ok(bytes.chunks(8).map(|word| i64::from_le_bytes(word.try_into().unwrap())).collect())
}

/// A scan in one launch: a lane takes two neighbours, lanes and groups are chained.
const SCAN: &str = include_str!("../../../../tests/emit/scan.kernel");

#[test]
fn a_chained_scan_is_a_scan_in_every_order() {
    let program = program(SCAN);
    for n in [0usize, 1, 7, 8, 9, 64, 100] {
        let xs: Vec<i64> = (0..n as i64).map(|i| (i * 37) % 11 - 5).collect();
        let mut sum = 0;
        let sums: Vec<i64> = xs
            .iter()
            .map(|x| {
                sum += x;
                sum
            })
            .collect();
        for seed in 1..20 {
            let got = run(&program, n.div_ceil(8) as i64, seed, &[&xs, &vec![0; n]]);
            assert_eq!(got, Ok(sums.clone()), "{n} elements, seed {seed}");
        }
    }
}

#[test]
fn races_are_told() {
    let kernel = |code: &str| {
        program(&format!(
            "kernel k (n_0: index, xs_1: i64*, out_2: i64*) group g_3 of gs_4 lanes 4 index 64 shared s_5: i64[4], locks_20: i32[1]{} {{\n{code}}}\n",
            if code.contains("chain") { " chain 3" } else { "" }
        ))
    };
    let race = |code: &str| match run(&kernel(code), 3, 5, &[&[1, 2, 3, 4], &[0; 16]]) {
        Ok(out) => format!("{out:?}"),
        Err(Fault(what)) => what,
    };
    // The next lane's element is read in the region that writes it.
    let beside = "lanes (l_6) { s_5[l_6] = xs_1[l_6]; i64 x_7 = s_5[rem.index(add.index(l_6, 1), 4)]; }";
    assert!(race(beside).contains("a race for element"), "{}", race(beside));
    let apart = "lanes (l_6) { s_5[l_6] = xs_1[l_6]; } lanes (l_7) { i64 x_8 = s_5[rem.index(add.index(l_7, 1), 4)]; }";
    assert!(!race(apart).contains("race"), "{}", race(apart));
    // Groups are never in order, unless they update together.
    let groups = "lanes (l_6) { out_2[l_6] = from_index(g_3); }";
    assert!(race(groups).contains("a race for element"), "{}", race(groups));
    let together = "lanes (l_6) { atomic add out_2[l_6] = 1i64; }";
    assert!(race(together).starts_with("[3, 3, 3, 3, 0"), "{}", race(together));
    // A group that has heard of those before it in a chain may overwrite what they have read for that.
    let read = "lane i64 x_6 = 0i64; i64 all_7 = 0i64; i64 front_8 = 0i64; lanes (l_9) { x_6 = out_2[15]; }";
    let chain = "fold (x_6) total (all_7) by (a_10: i64, b_11: i64) { } (add.i64(a_10, b_11)); chain (all_7) before (front_8) by (a_12: i64, b_13: i64) { } (add.i64(a_12, b_13));";
    let last = "lanes (l_14) { if (eq.index(add.index(mul.index(g_3, 4), l_14), 8)) { out_2[15] = 7i64; } }";
    let first = "lanes (l_14) { if (eq.index(add.index(mul.index(g_3, 4), l_14), 0)) { out_2[15] = 7i64; } }";
    let heard = race(&format!("{read} {chain} {last}"));
    assert!(!heard.contains("race"), "{heard}");
    assert!(race(&format!("{read} {chain} {first}")).contains("a race for element"));
    assert!(race(&format!("{read} {last} {chain}")).contains("a race for element"));
    // What is read under a lock may be read beside it, and changed under locks, but not changed or read beside them.
    let locked = "lock locks_20[0] of 1 { out_2[1] = add.i64(out_2[1], xs_1[0]); }";
    let lanes = |beside: &str| format!("lanes (l_6) {{ {beside} {locked} }}");
    assert!(race(&lanes("i64 x_7 = xs_1[0];")).starts_with("[0, 12, 0"), "{}", race(&lanes("")));
    for beside in ["i64 x_7 = out_2[1];", "if (eq.index(l_6, 0)) { xs_1[0] = 1i64; }", "out_2[1] = 0i64;"] {
        assert!(race(&lanes(beside)).contains("a race for element"), "{}", race(&lanes(beside)));
    }
    // One element behind the last.
    let outside = "lanes (l_6) { out_2[add.index(mul.index(g_3, 4), add.index(l_6, 5))] = 1i64; }";
    assert!(race(outside).contains("which has 16 elements"), "{}", race(outside));
}
