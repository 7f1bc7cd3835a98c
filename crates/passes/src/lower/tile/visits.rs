//! What lanes do with the values of a tile, in order.

use super::{At, Plan, Tile, Visit};
use crate::lower::Lowerer;
use crate::lower::body::Point;
use crate::lower::chain::{Shared, State, parts};
use crate::lower::code::{KernelBuilder, ix, load};
use crate::lower::offsets::plus;
use base::{BinOp, Scalar};
use ir::kernel::{Exp, KVar, Stm};
use ir::{Atom, Fold, Inner, Limitation};

impl Lowerer<'_> {
    /// A value of a point, as it lies in shared memory, or as it is everywhere.
    fn value(&mut self, k: &mut KernelBuilder, plan: &Plan, at: &At, atom: Atom) -> Exp {
        let kept = plan.values.iter().find(|(var, _)| atom == Atom::Var(*var));
        match kept {
            Some((_, buf)) => load(*buf, at.slot.clone()),
            None => self.k_atom(k, &Point::default(), atom),
        }
    }

    /// Behind the last point of a row folds begin anew.
    fn begin_anew(&mut self, k: &mut KernelBuilder, (folds, accs): (&[Fold<Inner>], &[KVar]), at: &At) {
        let Some(last) = &at.last else { return };
        for (acc, ne) in accs.iter().zip(folds.iter().flat_map(|fold| &fold.ne)) {
            let ne = self.k_atom(k, &Point::default(), *ne);
            let next = Exp::Select(Box::new(last.clone()), Box::new(ne), Box::new(Exp::Var(*acc)));
            k.set(*acc, next);
        }
    }

    /// Combines the states of folds with their operands at a point.
    fn step_at(
        &mut self,
        k: &mut KernelBuilder,
        ((plan, tile), of, at): ((&Plan, &Tile), Shared, &At),
        (folds, accs): (&[Fold<Inner>], &[KVar]),
    ) -> Result<(), Limitation> {
        if folds.is_empty() {
            return Ok(());
        }
        let mut right = vec![];
        for arg in folds.iter().flat_map(|fold| &fold.args) {
            right.push(self.value(k, plan, at, *arg));
        }
        let left: Vec<Exp> = accs.iter().map(|acc| Exp::Var(*acc)).collect();
        let mut point = Point::default();
        if self.asks_place(of) {
            let position = ix(BinOp::Add, tile.first.clone(), at.slot.clone());
            let (row, start) = match &plan.rows {
                None => (tile.row.clone(), tile.start.clone()),
                Some(rows) => {
                    let r = self.row_at(k, rows, tile, &Exp::Var(at.count));
                    let row = ix(BinOp::Add, tile.row.clone(), super::index_of(Exp::Var(r)));
                    (row, self.start_of(rows, tile, r))
                }
            };
            let row = k.let_index("row", row);
            let mut index = self.decode(k, &of.dims[..of.dims.len() - 1], row)?;
            index.push(k.let_index("j", ix(BinOp::Sub, position, start)));
            point.enter(&of.seg.levels, &index);
        }
        self.fold_step(k, &point, folds, accs, (&left, &right))
    }
}

/// Sums and counts, in front of a chain.
pub(super) struct Sum<'a> {
    pub(super) of: Shared<'a>,
    pub(super) plan: &'a Plan,
    pub(super) tile: &'a Tile,
    pub(super) scans: Vec<KVar>,
    pub(super) kept: Option<KVar>,
    /// Sizes whose offsets are made, and their sums so far.
    pub(super) sizes: &'a [(Atom, KVar)],
}

impl Visit for Sum<'_> {
    fn point(&mut self, l: &mut Lowerer<'_>, k: &mut KernelBuilder, at: &At) -> Result<(), Limitation> {
        let c = &self.of.seg.clauses;
        l.step_at(k, ((self.plan, self.tile), self.of, at), (&c.scans, &self.scans))?;
        if let (Some(kept), Some(keep)) = (self.kept, &c.keep) {
            let cond = l.value(k, self.plan, at, keep.flag);
            k.code.push(Stm::If { cond, then: vec![next(kept)], els: vec![] });
        }
        for (size, sum) in self.sizes {
            let size = l.value(k, self.plan, at, *size);
            k.set(*sum, plus(Exp::Var(*sum), size));
        }
        // The sum that a lane leaves is that of its open row alone.
        l.begin_anew(k, (self.of.folds, &self.scans), at);
        Ok(())
    }
}

/// Behind the chain: results of scans, places of kept elements and offsets take the place of what they were made of.
pub(super) struct Put<'a> {
    pub(super) of: Shared<'a>,
    pub(super) plan: &'a Plan,
    pub(super) tile: &'a Tile,
    pub(super) scans: Vec<KVar>,
    /// How many are kept in front, and in front of the tile.
    pub(super) kept: Option<(KVar, Exp)>,
    pub(super) sizes: &'a [(Atom, KVar)],
}

impl Visit for Put<'_> {
    fn point(&mut self, l: &mut Lowerer<'_>, k: &mut KernelBuilder, at: &At) -> Result<(), Limitation> {
        let c = &self.of.seg.clauses;
        l.step_at(k, ((self.plan, self.tile), self.of, at), (&c.scans, &self.scans))?;
        for ((buf, _), acc) in self.plan.results.iter().zip(&self.scans) {
            k.store(*buf, at.slot.clone(), Exp::Var(*acc));
        }
        for ((size, sum), buf) in self.sizes.iter().zip(&self.plan.offsets) {
            let size = l.value(k, self.plan, at, *size);
            let size = Exp::Var(k.let_("size", ir::kernel::KType::Scalar(base::ScalarType::I64), size));
            k.store(*buf, at.slot.clone(), Exp::Var(*sum));
            k.set(*sum, plus(Exp::Var(*sum), size));
        }
        if let (Some((kept, front)), Some(place), Some(keep)) = (&self.kept, self.plan.place, &c.keep) {
            let inside = ix(BinOp::Sub, Exp::Var(*kept), front.clone());
            k.store(place, at.slot.clone(), super::as_word(super::narrowed(inside)));
            let cond = l.value(k, self.plan, at, keep.flag);
            k.code.push(Stm::If { cond, then: vec![next(*kept)], els: vec![] });
        }
        l.begin_anew(k, (self.of.folds, &self.scans), at);
        Ok(())
    }
}

/// The first row that ends in a lane's part, which lanes in front may have begun.
pub(super) struct Head {
    /// The last point of the row, counted from the tile's first; less than 0 where no row ends.
    pub(super) last: KVar,
    /// What the lane has of the row.
    pub(super) state: State,
}

/// Reductions.
pub(super) struct Reduce<'a> {
    pub(super) of: Shared<'a>,
    pub(super) plan: &'a Plan,
    pub(super) tile: &'a Tile,
    pub(super) reds: Vec<KVar>,
    /// Whether an element of the row is kept, if there are reductions of those; the same of the first row that ends, if an operator asks.
    pub(super) some_kept: Option<KVar>,
    pub(super) head_kept: Option<HeadKept>,
}

/// Whether an element of the first row that ends is kept, and whether one has ended.
pub(super) struct HeadKept {
    pub(super) kept: KVar,
    pub(super) seen: KVar,
}

impl Visit for Reduce<'_> {
    fn point(&mut self, l: &mut Lowerer<'_>, k: &mut KernelBuilder, at: &At) -> Result<(), Limitation> {
        let c = &self.of.seg.clauses;
        for part in parts(&c.reds) {
            let folds = (&c.reds[part.folds], &self.reds[part.states]);
            let Some(keep) = c.keep.as_ref().filter(|_| part.kept) else {
                l.step_at(k, ((self.plan, self.tile), self.of, at), folds)?;
                continue;
            };
            let (mut then, result) = k.block(|k| l.step_at(k, ((self.plan, self.tile), self.of, at), folds));
            result?;
            then.extend(self.some_kept.map(|some| Stm::Set(some, Exp::Const(Scalar::Bool(true)))));
            let cond = l.value(k, self.plan, at, keep.flag);
            k.code.push(Stm::If { cond, then, els: vec![] });
        }
        // At the end of a row this is what the lane has of it; at other points nobody looks.
        for (buf, sum) in self.plan.sums.iter().zip(&self.reds) {
            k.store(*buf, at.slot.clone(), Exp::Var(*sum));
        }
        l.begin_anew(k, (&c.reds, &self.reds), at);
        let (Some(some), Some(last)) = (self.some_kept, &at.last) else { return Ok(()) };
        let mut end = vec![Stm::Set(some, Exp::Const(Scalar::Bool(false)))];
        if let Some(HeadKept { kept, seen }) = self.head_kept {
            let first = Stm::Set(kept, Exp::Var(some));
            end.insert(0, Stm::If { cond: Exp::Var(seen), then: vec![], els: vec![first] });
            end.push(Stm::Set(seen, Exp::Const(Scalar::Bool(true))));
        }
        k.code.push(Stm::If { cond: last.clone(), then: end, els: vec![] });
        Ok(())
    }
}

fn next(var: KVar) -> Stm {
    Stm::Set(var, ix(BinOp::Add, Exp::Var(var), Exp::Index(1)))
}
