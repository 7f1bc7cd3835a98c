//! Checks of an index or of a slice that moves with the index of a map: looking at both ends is enough.
//!
//! ```text
//! screma n (v <- iota) { let w = add.i64 v c  let k = bounds! w m at (v)  .. }
//!   =>
//! let ok = n <= 0 or 0 <= c and n <= m - c     let bad = c < 0 ? 0 : max 0 (m - c)
//! let _ = bounds! (ok ? 0 : bad + c) (ok ? 1 : m) at (bad)
//! screma n (v <- iota) { let w = add.i64 v c  let k = w  .. }
//! ```
//!
//! It fails where an element would, and names the first one that would, with its index. The length of a slice between `v + c` and
//! `v + d` is then one number for all elements, `max 0 (d - c)`: if there is an element, `d` is not less than `c`.

use super::{Around, Hoister};
use base::{BinOp, Loc, ScalarType};
use ir::{Atom, Builder, Check, CheckKind, Exp, Pat, Prim, Soac, Stm, Type};

/// How many sums of the host an index is looked for behind.
const SUMS: usize = 4;

/// An index of a map around, by the number of that map, and what is added to it, or taken away.
pub(super) struct Affine {
    map: usize,
    plus: Vec<(BinOp, Atom)>,
}

/// What is checked for all elements of a map at once, in an array of this size: an index, or both ends of a slice.
pub(super) struct Ends {
    first: Affine,
    last: Option<Affine>,
    size: Atom,
}

impl Affine {
    /// What is added to the index, in all.
    fn plus(&self, b: &mut Builder<'_, Soac>) -> Atom {
        self.plus.iter().rev().fold(Atom::i64(0), |sum, (op, by)| {
            let only = *op == BinOp::Add && sum == Atom::i64(0);
            if only { *by } else { b.bin("plus", *op, sum, *by) }
        })
    }
}

impl Hoister<'_> {
    /// Of which map a checked index is that of the element, with numbers of the host added.
    pub(super) fn affine(&self, check: &Check, around: &[Around]) -> Option<Ends> {
        let host = |a: Atom| a.var().is_none_or(|v| self.host.contains(&v));
        if !self.movable(check, around) {
            return None;
        }
        match check.kind {
            CheckKind::Bounds { index, size } if host(size) => {
                Some(Ends { first: self.moving(index, around)?, last: None, size })
            }
            CheckKind::SliceLen { start, end, stride, size } if host(size) && stride == Atom::i64(1) => {
                let (first, last) = (self.moving(start, around)?, self.moving(end, around)?);
                (first.map == last.map).then_some(Ends { first, last: Some(last), size })
            }
            CheckKind::Bounds { .. }
            | CheckKind::SliceLen { .. }
            | CheckKind::Size { .. }
            | CheckKind::NonZero { .. }
            | CheckKind::Exponent { .. }
            | CheckKind::Assert { .. }
            | CheckKind::Equal { .. } => None,
        }
    }

    /// The index of a map with numbers of the host.
    fn moving(&self, index: Atom, around: &[Around]) -> Option<Affine> {
        let host = |a: Atom| a.var().is_none_or(|v| self.host.contains(&v));
        let (mut at, mut plus) = (index, vec![]);
        for _ in 0..=SUMS {
            let var = at.var()?;
            if let Some(map) = around.iter().position(|around| around.index == Some(var)) {
                return Some(Affine { map, plus });
            }
            let Some(Prim::Bin { op: op @ (BinOp::Add | BinOp::Sub), ty: ScalarType::I64, a, b }) =
                self.defs.get(&var)
            else {
                return None;
            };
            let (inner, outer) = if host(*b) { (*a, *b) } else { (*b, *a) };
            if !host(outer) || *op == BinOp::Sub && outer != *b {
                return None;
            }
            plus.push((*op, outer));
            at = inner;
        }
        None
    }

    /// The check of all elements, in front. Gives what stands for the check at an element: its index, or the length of all slices.
    pub(super) fn check_ends(
        &mut self,
        mut check: Check,
        ends: &Ends,
        loc: &Loc,
        around: &[Around],
        out: &mut Vec<Stm<Soac>>,
    ) -> Option<Atom> {
        let (zero, map) = (Atom::i64(0), ends.first.map);
        // Only the map's own count decides which of its elements fails.
        let count = around[map].count?;
        let mut b: Builder<'_, Soac> = Builder::new(self.vars);
        b.loc = loc.clone();
        // Where the first element fails, and which is the first one too far: if nothing is negative, this does not wrap.
        let first = ends.first.plus(&mut b);
        let mut below = b.bin("below", BinOp::Lt, first, zero);
        let mut room = b.bin("room", BinOp::Sub, ends.size, first);
        let last = ends.last.as_ref().map(|last| last.plus(&mut b));
        if let Some(last) = last {
            let turned = b.bin("turned", BinOp::Lt, last, first);
            below = b.bin("below", BinOp::Or, below, turned);
            // The end of an array is the end of a slice, and no index.
            let end = b.bin("room", BinOp::Sub, ends.size, last);
            room = b.bin("room", BinOp::Add, end, Atom::i64(1));
        }
        let far = b.bin("far", BinOp::Max, room, zero);
        let bad: Atom = b.bind("bad", Type::i64(), Exp::select(below, zero, far)).into();
        let mut wrong = b.bin("wrong", BinOp::Lt, bad, count);
        // Elements there are up to the least count.
        for other in around.iter().enumerate().filter(|(i, _)| *i != map).filter_map(|(_, a)| a.count) {
            let some = b.bin("some", BinOp::Lt, zero, other);
            wrong = b.bin("wrong", BinOp::And, wrong, some);
        }
        let checked = |b: &mut Builder<'_, Soac>, plus: Atom| -> Atom {
            let index = b.bin("index", BinOp::Add, bad, plus);
            b.bind("checked", Type::i64(), Exp::select(wrong, index, zero)).into()
        };
        let mut stands_for = None;
        match &mut check.kind {
            CheckKind::Bounds { index, size } => {
                stands_for = Some(*index);
                *index = checked(&mut b, first);
                *size = b.bind("checked", Type::i64(), Exp::select(wrong, *size, Atom::i64(1))).into();
            }
            CheckKind::SliceLen { start, end, .. } => {
                *start = checked(&mut b, first);
                *end = checked(&mut b, last?);
            }
            CheckKind::Size { .. }
            | CheckKind::NonZero { .. }
            | CheckKind::Exponent { .. }
            | CheckKind::Assert { .. }
            | CheckKind::Equal { .. } => return None,
        }
        for at in &mut check.at {
            match around.iter().position(|around| around.index.is_some() && around.index == at.var()) {
                Some(own) if own == map => *at = bad,
                Some(_) => *at = zero,
                None => {}
            }
        }
        let safe = b.fresh("checked", Type::i64());
        b.push(Pat::one(safe), Exp::Check(check));
        if let Some(last) = last {
            // Without elements it may be negative.
            let length = b.bin("length", BinOp::Sub, last, first);
            let length = b.bin("length", BinOp::Max, length, zero);
            self.host.extend(length.var());
            stands_for = Some(length);
        }
        out.append(&mut b.stms);
        stands_for
    }
}
