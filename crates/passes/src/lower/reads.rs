//! Joins reads of the host: numbers that it reads between two launches are one transfer.
//!
//! ```text
//! read a = x[0];                    read a = x[0], b = y[0];
//! n = add(a, 1);              =>    n = add(a, 1);
//! read b = y[0];
//! alloc z = b;                      alloc z = b;
//! ```
//!
//! A read moves up to an earlier one of its block. That is safe because nothing between the two
//! - changes what is read: there is no launch, copy or call, and its variable holds the same buffer at both places;
//! - changes where it is read: no variable that its position mentions is set;
//! - sees the variable that it sets, or sets that variable itself;
//! - decides whether it is read: there is no branch or loop, and no check, which may be what keeps its position in range.
//!
//! The failure record is the same at both places, too, since only launches write it. Releases are added after this, so that a buffer is
//! released after the read that it has become part of.
//!
//! Reads of the last statements of a function, which bring its results into place, move down to its end, where there is nothing left to
//! wait for. They pass launches, too. *Invariant:* each of these launches makes a result in a buffer that was allocated for it, so no launch
//! after a read writes the buffer that is read.

use ir::kernel::{Arg, HostExp, HostRead, HostStm};

/// The statements of a function, with the reads of every block joined.
pub(super) fn joined(stms: Vec<HostStm>) -> Vec<HostStm> {
    let mut out: Vec<HostStm> = vec![];
    for stm in stms {
        match stm {
            HostStm::Read(reads) => reads.into_iter().for_each(|read| push(&mut out, read)),
            HostStm::If { cond, then, els } => {
                out.push(HostStm::If { cond, then: joined(then), els: joined(els) });
            }
            HostStm::While { pre, cond, body } => {
                out.push(HostStm::While { pre: joined(pre), cond, body: joined(body) });
            }
            HostStm::Set(..)
            | HostStm::Share { .. }
            | HostStm::Alloc { .. }
            | HostStm::Reuse { .. }
            | HostStm::Release(_)
            | HostStm::Copy { .. }
            | HostStm::Launch { .. }
            | HostStm::Check { .. }
            | HostStm::Call { .. } => out.push(stm),
        }
    }
    out
}

/// Moves reads of the statements from `from` on, which bring results into place, to the end, where no other statement needs what they read.
pub(super) fn move_last(stms: &mut Vec<HostStm>, from: usize) {
    let mut last = vec![];
    for at in (from..stms.len()).rev() {
        let HostStm::Read(reads) = &stms[at] else { continue };
        if reads.iter().all(|read| stms[at + 1..].iter().all(|past| can_move_down(read, past))) {
            last.push(stms.remove(at));
        }
    }
    stms.extend(last.into_iter().rev());
}

/// Whether a read of a statement that brings a result into place may as well stand after one that it precedes.
fn can_move_down(read: &HostRead, past: &HostStm) -> bool {
    match past {
        HostStm::Launch { groups, args, .. } => {
            let mentions = |exp: &HostExp| exp.mentions(&[read.var]);
            !mentions(groups) && !args.iter().any(|arg| matches!(arg, Arg::Scalar(exp) if mentions(exp)))
        }
        // What has another name may be written by it.
        HostStm::Share { .. } | HostStm::Reuse { .. } | HostStm::Release(_) => false,
        // The two change places: that is the same in both directions.
        HostStm::Set(..)
        | HostStm::Alloc { .. }
        | HostStm::Read(_)
        | HostStm::Copy { .. }
        | HostStm::Check { .. }
        | HostStm::Call { .. }
        | HostStm::If { .. }
        | HostStm::While { .. } => can_move_up(read, past),
    }
}

/// Adds a read to the first one that it can move up to, else as a statement of its own.
fn push(out: &mut Vec<HostStm>, read: HostRead) {
    let mut first = None;
    for (i, stm) in out.iter().enumerate().rev() {
        if !can_move_up(&read, stm) {
            break;
        }
        if let HostStm::Read(_) = stm {
            first = Some(i);
        }
    }
    match first.map(|i| &mut out[i]) {
        Some(HostStm::Read(reads)) => reads.push(read),
        _ => out.push(HostStm::Read(vec![read])),
    }
}

/// Whether a read may as well stand before a statement that it follows. If that is a read, the two may be one.
fn can_move_up(read: &HostRead, past: &HostStm) -> bool {
    let HostRead { var, buf, at } = read;
    match past {
        HostStm::Set(set, exp) => set != var && !exp.mentions(&[*var]) && !at.mentions(&[*set]),
        HostStm::Alloc { buf: made, count, .. } | HostStm::Reuse { to: made, count, .. } => {
            made != buf && !count.mentions(&[*var])
        }
        HostStm::Share { to, .. } => to != buf,
        HostStm::Release(released) => released != buf,
        HostStm::Read(reads) => reads
            .iter()
            .all(|other| other.var != *var && !other.at.mentions(&[*var]) && !at.mentions(&[other.var])),
        HostStm::Copy { .. }
        | HostStm::Launch { .. }
        | HostStm::Check { .. }
        | HostStm::Call { .. }
        | HostStm::If { .. }
        | HostStm::While { .. } => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{joined, move_last};

    /// The reads of a host part, once they are joined.
    fn reads(body: &str) -> Vec<String> {
        let text = format!(
            "files \"\"\n\ncheck 0 \"no\" () at 0\n\nhost f (n_0: i64, x_1: i64*, y_2: i64*) -> (a_3, b_4, c_5) {{\n  \
             var a_3: i64, b_4: i64, c_5: i64, z_6: i64*;\n{body}}}\n"
        );
        let mut program = ir::parse_kernel(&text).unwrap_or_else(|e| panic!("{e}"));
        let fun = &mut program.funs[0];
        fun.body = joined(std::mem::take(&mut fun.body));
        assert_eq!(ir::verify_kernel(&program), Ok(()), "{body}");
        let text = ir::print_kernel(&program);
        text.lines().filter_map(|line| line.trim().strip_prefix("read ")).map(String::from).collect()
    }

    /// The reads and launches of a host part, once its reads have moved to the end.
    fn moved(body: &str) -> Vec<String> {
        let text = format!(
            "files \"\"\n\nkernel k_0 (n_0: i64, z_1: i64*) group w_2 of ws_3 lanes 1 index 64 {{\n  z_1[w_2] = n_0;\n}}\n\n\
             host f (n_0: i64, x_1: i64*, y_2: i64*) -> (a_3, b_4, z_5 len n_0) {{\n  \
             var a_3: i64, b_4: i64, z_5: i64*;\n  alloc z_5 = n_0;\n{body}}}\n"
        );
        let mut program = ir::parse_kernel(&text).unwrap_or_else(|e| panic!("{e}"));
        move_last(&mut program.funs[0].body, 1);
        assert_eq!(ir::verify_kernel(&program), Ok(()), "{body}");
        let text = ir::print_kernel(&program);
        let kept = |line: &&str| line.starts_with("read ") || line.starts_with("launch ");
        text.lines().map(str::trim).filter(kept).map(String::from).collect()
    }

    #[test]
    fn reads_of_results_move_to_the_end_in_order() {
        let (a, b) = ("read a_3 = x_1[0i64];", "read b_4 = y_2[a_3];");
        let launch = "launch k_0 groups 1i64 (n_0, buf z_5);";
        assert_eq!(moved(&format!("{a} {b} {launch}")), [launch, a, b]);
        assert_eq!(moved(&format!("{a} {launch} {b}")), [launch, a, b]);
    }

    #[test]
    fn a_read_that_a_launch_needs_stays() {
        let (a, b) = ("read a_3 = x_1[0i64];", "read b_4 = y_2[0i64];");
        for launch in ["launch k_0 groups 1i64 (a_3, buf z_5);", "launch k_0 groups a_3 (n_0, buf z_5);"] {
            assert_eq!(moved(&format!("{b} {a} {launch}")), [a, launch, b]);
        }
    }

    #[test]
    fn reads_move_past_what_they_have_nothing_to_do_with() {
        let joined = ["a_3 = x_1[0i64], b_4 = y_2[n_0];"];
        for between in
            ["", "c_5 = a_3;", "alloc z_6 = a_3;", "share z_6 = y_2;", "reuse z_6 = y_2 count n_0;"]
        {
            let body = format!("c_5 = 0i64; read a_3 = x_1[0i64]; {between} read b_4 = y_2[n_0];");
            assert_eq!(reads(&body), joined, "{between}");
        }
        let past = "read a_3 = x_1[0i64]; read b_4 = y_2[a_3]; read c_5 = y_2[0i64];";
        assert_eq!(reads(past), ["a_3 = x_1[0i64], c_5 = y_2[0i64];", "b_4 = y_2[a_3];"]);
    }

    #[test]
    fn reads_stay_behind_what_they_depend_on() {
        for between in [
            "n_0 = 2i64;",
            "c_5 = b_4;",
            "b_4 = 1i64;",
            "alloc z_6 = b_4;",
            "alloc y_2 = 9i64 zeroed;",
            "share y_2 = x_1;",
            "reuse y_2 = x_1 count 9i64;",
            "copy y_2[0i64] = x_1[0i64] count 1i64;",
            "check 0 lt.i64(n_0, 5i64) ();",
            "if (lt.i64(n_0, 5i64)) { c_5 = 1i64; }",
            "while (lt.i64(n_0, 5i64)) { n_0 = 5i64; }",
        ] {
            let body =
                format!("b_4 = 0i64; c_5 = 0i64; read a_3 = x_1[0i64]; {between} read b_4 = y_2[n_0];");
            assert_eq!(reads(&body), ["a_3 = x_1[0i64];", "b_4 = y_2[n_0];"], "{between}");
        }
        for (first, second) in [
            ("a_3 = x_1[0i64];", "b_4 = y_2[a_3];"),
            ("a_3 = x_1[b_4];", "b_4 = y_2[0i64];"),
            ("b_4 = x_1[0i64];", "b_4 = y_2[0i64];"),
        ] {
            let body = format!("a_3 = 0i64; b_4 = 0i64; c_5 = 0i64; read {first} read {second}");
            assert_eq!(reads(&body), [first, second]);
        }
    }
}
