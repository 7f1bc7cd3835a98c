//! What lanes do with the values of a tile, in order.

use super::{At, Plan, Tile, Visit};
use crate::lower::Lowerer;
use crate::lower::body::{Point, Val};
use crate::lower::chain::{Shared, State, parts};
use crate::lower::code::{KernelBuilder, ix, load};
use crate::lower::offsets::plus;
use base::{BinOp, Scalar};
use ir::kernel::{Exp, KType, KVar, Stm};
use ir::{Atom, Fold, Inner, Limitation};

impl Lowerer<'_> {
    /// A point of which the values are known that lie at `slot` in shared memory, and what is made of them.
    pub(super) fn known_at(
        &mut self,
        k: &mut KernelBuilder,
        plan: &Plan,
        slot: &Exp,
    ) -> Result<Point, Limitation> {
        let mut point = Point::default();
        for (var, buf) in &plan.values {
            let mut value = load(*buf, slot.clone());
            if !plan.cut.derived.is_empty() {
                value = Exp::Var(k.let_("value", KType::Scalar(self.elem_of(*var)), value));
            }
            point.env.insert(*var, Val::Scalar(value));
        }
        self.k_block(k, &mut point, &plan.cut.derived)?;
        Ok(point)
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
        ((plan, tile), of, (at, values)): ((&Plan, &Tile), Shared, (&At, &Point)),
        (folds, accs): (&[Fold<Inner>], &[KVar]),
    ) -> Result<(), Limitation> {
        if folds.is_empty() {
            return Ok(());
        }
        let mut right = vec![];
        for arg in folds.iter().flat_map(|fold| &fold.args) {
            right.push(self.k_atom(k, values, *arg));
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
        let point = l.known_at(k, self.plan, &at.slot)?;
        l.step_at(k, ((self.plan, self.tile), self.of, (at, &point)), (&c.scans, &self.scans))?;
        if let (Some(kept), Some(keep)) = (self.kept, &c.keep) {
            let cond = l.k_atom(k, &point, keep.flag);
            k.code.push(Stm::If { cond, then: vec![next(kept)], els: vec![] });
        }
        for (size, sum) in self.sizes {
            let size = l.k_atom(k, &point, *size);
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
    /// How many are kept in front, in the tile.
    pub(super) kept: Option<KVar>,
    pub(super) sizes: &'a [(Atom, KVar)],
}

impl Visit for Put<'_> {
    fn point(&mut self, l: &mut Lowerer<'_>, k: &mut KernelBuilder, at: &At) -> Result<(), Limitation> {
        let c = &self.of.seg.clauses;
        let mut point = l.known_at(k, self.plan, &at.slot)?;
        l.step_at(k, ((self.plan, self.tile), self.of, (at, &point)), (&c.scans, &self.scans))?;
        let sums = c.scans.iter().flat_map(|scan| &scan.res).zip(&self.scans);
        point.env.extend(sums.map(|(res, acc)| (*res, Val::Scalar(Exp::Var(*acc)))));
        l.k_block(k, &mut point, &self.plan.cut.early)?;
        for (var, buf) in &self.plan.results {
            let value = l.k_atom(k, &point, Atom::Var(*var));
            k.store(*buf, at.slot.clone(), value);
        }
        for ((size, sum), buf) in self.sizes.iter().zip(&self.plan.offsets) {
            let size = l.k_atom(k, &point, *size);
            let size = Exp::Var(k.let_("size", KType::Scalar(base::ScalarType::I64), size));
            k.store(*buf, at.slot.clone(), Exp::Var(*sum));
            k.set(*sum, plus(Exp::Var(*sum), size));
        }
        if let (Some(kept), Some(place), Some(keep)) = (self.kept, self.plan.place, &c.keep) {
            k.store(place, at.slot.clone(), super::as_word(Exp::Var(kept)));
            let cond = l.k_atom(k, &point, keep.flag);
            k.code.push(Stm::If { cond, then: vec![next(kept)], els: vec![] });
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
        let point = l.known_at(k, self.plan, &at.slot)?;
        for part in parts(&c.reds) {
            let folds = (&c.reds[part.folds], &self.reds[part.states]);
            let Some(keep) = c.keep.as_ref().filter(|_| part.kept) else {
                l.step_at(k, ((self.plan, self.tile), self.of, (at, &point)), folds)?;
                continue;
            };
            let (mut then, result) =
                k.block(|k| l.step_at(k, ((self.plan, self.tile), self.of, (at, &point)), folds));
            result?;
            then.extend(self.some_kept.map(|some| Stm::Set(some, Exp::Const(Scalar::Bool(true)))));
            let cond = l.k_atom(k, &point, keep.flag);
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

fn next(count: KVar) -> Stm {
    Stm::Set(count, super::on_counts(BinOp::Add, Exp::Var(count), super::small(1)))
}
