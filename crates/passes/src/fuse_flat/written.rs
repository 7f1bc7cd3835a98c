//! A few elements written over a map are part of the map.
//!
//! ```text
//! let xs = seg (i < n) { } out (true)
//! let ys = seg () rows (r = xs) { let j = bounds! 0 n  let w = r with [j] = false } out (owned w)
//!   =>
//! let j = bounds! 0 n
//! let ys = seg (i < n) { let e = eq.i64 i j  let y = select e false true } out (y)
//! ```
//!
//! Elements from the first one on that are given the same value are told by one comparison.

use super::Block;
use super::order::on_device;
use base::BinOp;
use ir::{
    Atom, Builder, Check, CheckKind, Exp, Extent, Inner, Out, Pat, Prim, Seg, SegOp, Stm, Var, Vars, walk,
};

/// Most elements that are written: each costs a comparison at every element.
const MOST_WRITES: usize = 4;
/// Most statements of the map.
const MOST_STATEMENTS: usize = 4;

/// Joins one map with what is written over it; whether there was one.
pub(super) fn fuse(block: &mut Block, vars: &mut Vars) -> bool {
    for to in 0..block.stms.len() {
        let Some(written) = block.seg(to).and_then(Written::of) else { continue };
        let Some(from) = block.stms[..to].iter().position(|stm| stm.pat.all().any(|v| v == written.arr))
        else {
            continue;
        };
        if let Some((moved, checks, joint)) = joint(block, vars, (from, to), &written) {
            block.join(from, to, &moved, joint, vars);
            let at = from + moved.len();
            block.stms.splice(at..at, checks);
            block.uses = block.stms.iter().map(|s| walk::free_vars(s, vars)).collect();
            return true;
        }
    }
    false
}

/// A kernel of one point that writes elements of an array that it owns.
struct Written {
    arr: Var,
    /// Evidence that it rests on.
    under: Vec<Var>,
    /// Checks, and what they need.
    front: Vec<Stm<SegOp>>,
    /// Positions and values, in order.
    writes: Vec<(Atom, Atom)>,
}

impl Written {
    fn of(seg: &Seg) -> Option<Written> {
        let [row] = seg.rows.as_slice() else { return None };
        let [Out::Owned(result)] = seg.clauses.outs.as_slice() else { return None };
        if !seg.levels.is_empty() || !seg.clauses.each.is_empty() {
            return None;
        }
        let mut written = Written { arr: row.arr, under: seg.under.clone(), front: vec![], writes: vec![] };
        let mut version = row.param;
        for stm in &seg.body {
            let exp = match &stm.exp {
                Exp::Write { arr, index, val } if *arr == version && index.len() == 1 => {
                    written.writes.push((index[0], *val));
                    version = stm.pat.vals[0];
                    continue;
                }
                Exp::Check(check) => Exp::Check(check.clone()),
                Exp::Prim(prim) => Exp::Prim(*prim),
                Exp::Atom(a) if *a != Atom::Var(version) => Exp::Atom(*a),
                Exp::Atom(_)
                | Exp::Read { .. }
                | Exp::Trace { .. }
                | Exp::View(_)
                | Exp::Copy { .. }
                | Exp::Scratch { .. }
                | Exp::Total { .. }
                | Exp::Write { .. }
                | Exp::UpdateAcc { .. }
                | Exp::Call { .. }
                | Exp::If { .. }
                | Exp::Loop(_)
                | Exp::WithAcc { .. }
                | Exp::Op(_) => return None,
            };
            written.front.push(Stm::new(stm.pat.clone(), exp, stm.loc.clone()));
        }
        (version == *result && written.writes.len() <= MOST_WRITES).then_some(written)
    }

    /// Where what is written, in order.
    fn places(&self) -> Vec<(Place, Atom)> {
        let mut places = vec![];
        let mut rest = self.writes.as_slice();
        while let [(at, val), ..] = rest {
            let same = rest.iter().take_while(|(_, other)| other == val).count();
            let mut known: Vec<i64> = rest[..same].iter().map_while(|(at, _)| self.number(*at)).collect();
            let some = known.len();
            known.sort_unstable();
            known.dedup();
            let from_first = (0..).zip(&known).all(|(i, at)| i == *at);
            let (place, taken) = match known.last() {
                Some(last) if from_first && some > 1 => (Place::Below(last + 1), some),
                _ => (Place::At(*at), 1),
            };
            places.push((place, *val));
            rest = &rest[taken..];
        }
        places
    }

    /// The number that a position is: no kernel runs after a check of it that does not hold.
    fn number(&self, at: Atom) -> Option<i64> {
        let check = self.front.iter().find(|stm| stm.pat.vals.iter().any(|v| Atom::Var(*v) == at));
        let checked = check.and_then(|stm| {
            if let Exp::Check(Check { kind: CheckKind::Bounds { index, .. }, .. }) = &stm.exp {
                index.as_i64()
            } else {
                None
            }
        });
        at.as_i64().or(checked)
    }
}

/// Where elements are written: at one index, or at all below one.
enum Place {
    At(Atom),
    Below(i64),
}

/// What moves in front of both, the checks of the writes, and the map.
type Joint = (Vec<usize>, Vec<Stm<SegOp>>, Stm<SegOp>);

fn joint(block: &Block, vars: &mut Vars, (from, to): (usize, usize), written: &Written) -> Option<Joint> {
    let map = block.seg(from)?;
    let [level] = map.levels.as_slice() else { return None };
    let (Extent::Uniform(_), [Out::Point(value)]) = (&level.extent, map.clauses.outs.as_slice()) else {
        return None;
    };
    let other = |at: usize| at != to && block.uses[at].contains(&written.arr);
    let only = !block.behind.contains(&written.arr) && !(from + 1..block.stms.len()).any(other);
    let small = map.clauses.is_map() && map.rows.is_empty() && map.body.len() <= MOST_STATEMENTS;
    // The host checks: it should not have to wait for numbers of a device.
    let waits = |v: &Var| block.stms[..to].iter().any(|stm| on_device(stm, *v, vars));
    let same = vars[written.arr].ty == vars[block.stms[to].pat.vals[0]].ty;
    // No check moves past another.
    let late = crate::effects::can_fail(&map.body) && crate::effects::can_fail(&written.front);
    if late || !only || !small || !same || block.uses[to].iter().any(waits) {
        return None;
    }
    let moved = block.in_front(from, to, vars)?;
    let (index, value) = (level.index, *value);
    let mut kernel = map.clone();
    let mut b: Builder<Inner> = Builder::new(vars);
    let mut result = value;
    for (place, val) in written.places() {
        let (here, elsewhere, at) = match place {
            Place::At(at) => (BinOp::Eq, BinOp::Ne, at),
            Place::Below(end) => (BinOp::Lt, BinOp::Ge, Atom::i64(end)),
        };
        // A comparison is what it chooses where that is whether it holds.
        result = if val == Atom::bool(true) && result == Atom::bool(false) {
            b.bin("here", here, index.into(), at)
        } else if val == Atom::bool(false) && result == Atom::bool(true) {
            b.bin("elsewhere", elsewhere, index.into(), at)
        } else {
            let cond = b.bin("here", here, index.into(), at);
            let ty = b.ty(value);
            b.bind("x", ty, Exp::Prim(Prim::Select { cond, a: val, b: result })).into()
        };
    }
    kernel.body.extend(b.stms);
    kernel.under.extend(&written.under);
    kernel.clauses.outs = vec![Out::Point(result)];
    let pat = Pat::one(block.stms[to].pat.vals[0]);
    let joint = Stm::new(pat, Exp::Op(SegOp::Seg(kernel)), block.stms[from].loc.clone());
    Some((moved, written.front.clone(), joint))
}
