//! Arrays of running sums that kernels in front have stored, and the sum in front of a row.
//!
//! ```text
//! let t = seg (i < n) { let x = s[i] } scan (u) = add.i64 (x) ne (0) out (u)
//! seg (i < n) { let c = lt.i64 i 1  let e = if c { in (0) } else { let k = sub.i64 i 1  let x = t[k] in (x) } .. }
//!   =>
//! seg (i < n) { let a = t[i]  let x = s[i]  let e = sub.i64 a x .. }
//! ```
//!
//! Where rows begin is often computed so by hand. Without the neighbour's element the kernel can be joined with the scan.
//!
//! Sums and parts are read wherever rows begin, long after the scan. So neither may be an array whose memory has another name
//! (`Known::shared`): under that name somebody could overwrite it in between.

use super::Known;
use super::closed::is_sum;
use super::tree::{Reader, Tree};
use crate::effects::{has_effect, writes};
use crate::fuse_flat::dead_code;
use base::{BinOp, ScalarType};
use ir::{Atom, Builder, Exp, Extent, Inner, Level, Out, Pat, Seg, SegOp, Stm, Type, Var, Vars, walk};

/// `sums[i]` is the sum of the elements of `parts` up to the one at `i`.
pub(super) struct Sums {
    pub(super) sums: Var,
    pub(super) parts: Var,
    pub(super) width: Atom,
}

/// The running sums that the kernels of a block store.
pub(super) fn find(block: &[Stm<SegOp>], known: &Known) -> Vec<Sums> {
    let mut found = vec![];
    let shared = |arr: &Var| known.shared.contains(arr);
    for stm in block {
        let Exp::Op(SegOp::Seg(seg)) = &stm.exp else { continue };
        let [Level { index, extent: Extent::Uniform(width) }] = seg.levels.as_slice() else { continue };
        let results = || stm.pat.all().zip(&seg.clauses.outs);
        let stored =
            |atom: Atom| results().filter(move |(_, out)| **out == Out::Point(atom)).map(|(var, _)| var);
        let scans = seg.clauses.scans.iter();
        for scan in scans.filter(|scan| is_sum(&scan.op) && scan.ne == [Atom::i64(0)] && !scan.kept) {
            let part = scan.args[0];
            let read = seg.body.iter().filter(|stm| stm.pat.vals.first().copied() == part.var());
            // An array of the kernel itself is gone afterwards.
            let own = walk::bound_vars(seg);
            let element = |stm: &Stm<Inner>| {
                let Exp::Read { arr, index: at } = &stm.exp else { return None };
                (at[..] == [(*index).into()] && !own.contains(arr)).then_some(*arr)
            };
            let read = read.filter_map(element);
            let parts: Vec<Var> = read.chain(stored(part)).filter(|arr| !shared(arr)).collect();
            for sums in stored(scan.res[0].into()).filter(|arr| !shared(arr)) {
                found.extend(parts.iter().map(|parts| Sums { sums, parts: *parts, width: *width }));
            }
        }
    }
    found
}

/// The sum in front of a row, from the sums up to each. Without rows nothing is read.
pub(super) fn in_front(b: &mut Builder<Inner>, sums: Var, row: Atom) -> Atom {
    let at = b.bin("at", BinOp::Sub, row, Atom::i64(1));
    let at = b.bin("at", BinOp::Max, at, Atom::i64(0));
    let sum = b.elem("sum", sums, vec![at]).into();
    let first = b.bin("first", BinOp::Eq, row, Atom::i64(0));
    b.bind("entry", Type::i64(), Exp::select(first, Atom::i64(0), sum)).into()
}

/// Computes the sums in front of rows from what is at hand at the row, in all kernels of a block.
pub(super) fn rewrite(block: &mut [Stm<SegOp>], known: &Known, vars: &mut Vars) {
    for at in 0..block.len() {
        let (front, rest) = block.split_at_mut(at);
        if let Exp::Op(SegOp::Seg(seg)) = &mut rest[0].exp {
            kernel(seg, &find(front, known), known, vars);
        }
        rest[0].exp.blocks_mut(&mut |inner, _| rewrite(inner, known, vars));
    }
}

fn kernel(seg: &mut Seg, sums: &[Sums], known: &Known, vars: &mut Vars) {
    let [Level { index, extent: Extent::Uniform(width) }] = seg.levels.as_slice() else { return };
    let (index, width) = (*index, *width);
    let sums: Vec<&Sums> = sums.iter().filter(|sums| sums.width == width).collect();
    if sums.is_empty() {
        return;
    }
    let mut at = 0;
    let mut changed = false;
    while at < seg.body.len() {
        if let Some(code) = replacement(seg, at, (index, &sums), known, vars) {
            let count = code.len();
            seg.body.splice(at..=at, code);
            at += count;
            changed = true;
        } else {
            at += 1;
        }
    }
    if changed {
        dead_code(seg, vars);
    }
}

/// What stands in the place of a branch between nothing and the sums up to the row in front.
fn replacement(
    seg: &Seg,
    at: usize,
    (index, sums): (Var, &[&Sums]),
    known: &Known,
    vars: &mut Vars,
) -> Option<Vec<Stm<Inner>>> {
    let stm = &seg.body[at];
    let Exp::If { cond, then, els } = &stm.exp else { return None };
    if !then.stms.is_empty() || then.result.vals != [Atom::i64(0)] || els.result.vals.len() != 1 {
        return None;
    }
    // What the other branch checks is checked there.
    if els.stms.iter().any(|stm| has_effect(&stm.exp) || writes(&stm.exp)) {
        return None;
    }
    let bound = walk::bound_vars(seg);
    let code: Vec<Stm<Inner>> = seg.body[..at].iter().chain(&els.stms).cloned().collect();
    let mut reader = Reader {
        code: &code,
        index,
        vars,
        outside: &|var| !bound.contains(&var),
        stays: &|arr| !known.shared.contains(&arr),
        checked: None,
    };
    let row = first_rows(&reader.tree(*cond)?)?;
    let Tree::Read(arr, place) = reader.tree(els.result.vals[0])? else { return None };
    let found = sums.iter().find(|sums| sums.sums == arr)?;
    let own = |arr: Var| Exp::Read { arr, index: vec![index.into()] };
    let mut b: Builder<Inner> = Builder::new(vars);
    b.loc = stm.loc.clone();
    match (row, *place) {
        (0, Tree::Index(-1)) => {
            let all = b.bind("sum", Type::i64(), own(found.sums));
            let part = b.bind("part", Type::i64(), own(found.parts));
            let before = Exp::bin(BinOp::Sub, ScalarType::I64, all.into(), part.into());
            b.push(Pat::one(stm.pat.vals[0]), before);
        }
        // The row behind is never the first.
        (1, Tree::Index(0)) => b.push(Pat::one(stm.pat.vals[0]), own(found.sums)),
        _ => return None,
    }
    Some(b.stms)
}

/// `k`, where a condition holds if the row `k` behind is the first one.
fn first_rows(cond: &Tree) -> Option<i64> {
    let Tree::Bin(op, ScalarType::I64, row, bound) = cond else { return None };
    let (Tree::Index(row), Tree::Fixed(bound)) = (row.as_ref(), bound.as_ref()) else { return None };
    let first = matches!((op, bound.as_i64()), (BinOp::Lt, Some(1)) | (BinOp::Eq | BinOp::Le, Some(0)));
    first.then_some(*row)
}
