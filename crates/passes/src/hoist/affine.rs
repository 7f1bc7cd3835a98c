//! Checks of an index that moves with the index of a map: looking at both ends is enough.
//!
//! ```text
//! screma n (v <- iota) { let w = add.i64 v c  let k = bounds! w m at (v)  .. }
//!   =>
//! let ok = n <= 0 or 0 <= c and n <= m - c     let bad = c < 0 ? 0 : max 0 (m - c)
//! let _ = bounds! (ok ? 0 : bad + c) (ok ? 1 : m) at (bad)
//! screma n (v <- iota) { let w = add.i64 v c  let k = w  .. }
//! ```
//!
//! It fails where an element would, and names the first one that would, with its index.

use super::{Around, Hoister};
use base::{BinOp, Loc, ScalarType};
use ir::{Atom, Builder, Check, CheckKind, Exp, Pat, Prim, Soac, Stm, Type};

/// An index of a map around, by the number of that map, and what is added to it.
pub(super) struct Affine {
    map: usize,
    plus: Atom,
}

impl Hoister<'_> {
    /// Of which map a checked index is that of the element, with a number of the host added.
    pub(super) fn affine(&self, check: &Check, around: &[Around]) -> Option<Affine> {
        let CheckKind::Bounds { index, size } = check.kind else { return None };
        let host = |a: Atom| a.var().is_none_or(|v| self.host.contains(&v));
        let map = |a: Atom| a.var().and_then(|v| around.iter().position(|around| around.index == Some(v)));
        if !host(size) || !self.movable(check, around) {
            return None;
        }
        let found = |map: Option<usize>, plus: Atom| map.map(|map| Affine { map, plus });
        match index.var().and_then(|v| self.defs.get(&v)) {
            None => found(map(index), Atom::i64(0)),
            Some(Prim::Bin { op: BinOp::Add, ty: ScalarType::I64, a, b }) => {
                if host(*b) {
                    found(map(*a), *b)
                } else {
                    found(map(*b).filter(|_| host(*a)), *a)
                }
            }
            Some(Prim::Bin { op: BinOp::Sub, ty: ScalarType::I64, a, b }) => {
                found(map(*a), Atom::i64(b.as_i64()?.checked_neg()?))
            }
            Some(_) => None,
        }
    }

    /// The check of all elements, in front.
    pub(super) fn check_ends(
        &mut self,
        mut check: Check,
        Affine { map, plus }: Affine,
        loc: &Loc,
        around: &[Around],
        out: &mut Vec<Stm<Soac>>,
    ) {
        let CheckKind::Bounds { size, .. } = check.kind else { return };
        let zero = Atom::i64(0);
        let mut b: Builder<'_, Soac> = Builder::new(self.vars);
        b.loc = loc.clone();
        // Neither is negative, so that this does not wrap, if `plus` is not negative.
        let room = b.bin("room", BinOp::Sub, size, plus);
        let below = b.bin("below", BinOp::Lt, plus, zero);
        let last = b.bin("last", BinOp::Max, room, zero);
        let bad: Atom = b.bind("bad", Type::i64(), Exp::select(below, zero, last)).into();
        // Elements there are up to the least count; only the map's own decides which of them fails.
        let Some(count) = around[map].count else { return };
        let mut wrong = b.bin("wrong", BinOp::Lt, bad, count);
        for other in around.iter().enumerate().filter(|(i, _)| *i != map).filter_map(|(_, a)| a.count) {
            let some = b.bin("some", BinOp::Lt, zero, other);
            wrong = b.bin("wrong", BinOp::And, wrong, some);
        }
        let index = b.bin("index", BinOp::Add, bad, plus);
        let index: Atom = b.bind("checked", Type::i64(), Exp::select(wrong, index, zero)).into();
        let size: Atom = b.bind("checked", Type::i64(), Exp::select(wrong, size, Atom::i64(1))).into();
        for at in &mut check.at {
            match around.iter().position(|around| around.index.is_some() && around.index == at.var()) {
                Some(own) if own == map => *at = bad,
                Some(_) => *at = zero,
                None => {}
            }
        }
        check.kind = CheckKind::Bounds { index, size };
        let safe = b.fresh("checked", Type::i64());
        b.push(Pat::one(safe), Exp::Check(check));
        out.append(&mut b.stms);
    }
}
