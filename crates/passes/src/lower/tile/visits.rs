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
        Ok(())
    }
    fn row_end(&mut self, l: &mut Lowerer<'_>, k: &mut KernelBuilder, _: &At) -> Result<(), Limitation> {
        // The sum that a lane leaves is that of its open row alone.
        l.fold_reset(k, self.of.folds, &self.scans);
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
        Ok(())
    }
    fn row_end(&mut self, l: &mut Lowerer<'_>, k: &mut KernelBuilder, _: &At) -> Result<(), Limitation> {
        l.fold_reset(k, self.of.folds, &self.scans);
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
    pub(super) head: &'a Head,
    /// Whether an element of the row is kept, if there are reductions of those.
    pub(super) some_kept: Option<KVar>,
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
        Ok(())
    }
    fn row_end(&mut self, l: &mut Lowerer<'_>, k: &mut KernelBuilder, at: &At) -> Result<(), Limitation> {
        for (buf, sum) in self.plan.sums.iter().zip(&self.reds) {
            k.store(*buf, at.slot.clone(), Exp::Var(*sum));
        }
        let head = self.head;
        let mut first = vec![Stm::Set(head.last, Exp::Var(at.count))];
        for (some, part) in head.state.some.iter().zip(parts(&self.of.seg.clauses.reds)) {
            let kept = self.some_kept.filter(|_| part.kept).map(Exp::Var);
            first.push(Stm::Set(*some, kept.unwrap_or(Exp::Const(Scalar::Bool(true)))));
        }
        let cond = super::fewer(Exp::Var(head.last), super::small(0));
        k.code.push(Stm::If { cond, then: first, els: vec![] });
        l.fold_reset(k, &self.of.seg.clauses.reds, &self.reds);
        k.code.extend(self.some_kept.map(|some| Stm::Set(some, Exp::Const(Scalar::Bool(false)))));
        Ok(())
    }
}

fn next(var: KVar) -> Stm {
    Stm::Set(var, ix(BinOp::Add, Exp::Var(var), Exp::Index(1)))
}
