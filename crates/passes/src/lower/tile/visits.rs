//! What lanes do with the values of a tile, in order.

use super::{At, Plan, Visit};
use crate::lower::Lowerer;
use crate::lower::body::Point;
use crate::lower::chain::{Shared, State, parts};
use crate::lower::code::{KernelBuilder, from_index, ix, load};
use crate::lower::offsets::plus;
use crate::lower::seg::Outs;
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
        (plan, of, at): (&Plan, Shared, &At),
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
            let mut index = self.decode(k, &of.dims[..of.dims.len() - 1], at.row.clone())?;
            index.push(at.inside.clone());
            point.enter(&of.seg.levels, &index);
        }
        self.fold_step(k, &point, folds, accs, (&left, &right))
    }
}

/// Sums and counts, in front of a chain.
pub(super) struct Sum<'a> {
    pub(super) of: Shared<'a>,
    pub(super) plan: &'a Plan,
    pub(super) scans: Vec<KVar>,
    pub(super) kept: Option<KVar>,
    /// Sizes whose offsets are made, and their sums so far.
    pub(super) sizes: &'a [(Atom, KVar)],
}

impl Visit for Sum<'_> {
    fn point(&mut self, l: &mut Lowerer<'_>, k: &mut KernelBuilder, at: &At) -> Result<(), Limitation> {
        let c = &self.of.seg.clauses;
        l.step_at(k, (self.plan, self.of, at), (&c.scans, &self.scans))?;
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
    pub(super) outs: &'a Outs,
    pub(super) scans: Vec<KVar>,
    /// How many are kept in front, and in front of the tile.
    pub(super) kept: Option<(KVar, Exp)>,
    pub(super) sizes: &'a [(Atom, KVar)],
    /// Where the kept elements of rows begin.
    pub(super) offsets: Option<KVar>,
    /// Whether a row that ends has no reductions to wait for.
    pub(super) ends: bool,
}

impl Visit for Put<'_> {
    fn point(&mut self, l: &mut Lowerer<'_>, k: &mut KernelBuilder, at: &At) -> Result<(), Limitation> {
        let c = &self.of.seg.clauses;
        l.step_at(k, (self.plan, self.of, at), (&c.scans, &self.scans))?;
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
            k.store(place, at.slot.clone(), super::narrowed(inside));
            let cond = l.value(k, self.plan, at, keep.flag);
            k.code.push(Stm::If { cond, then: vec![next(*kept)], els: vec![] });
        }
        Ok(())
    }
    fn row_end(&mut self, l: &mut Lowerer<'_>, k: &mut KernelBuilder, at: &At) -> Result<(), Limitation> {
        l.fold_reset(k, self.of.folds, &self.scans);
        if let (Some(offsets), Some((kept, _))) = (self.offsets, &self.kept) {
            let buf = l.k_out(k, offsets);
            k.store(buf, ix(BinOp::Add, at.row.clone(), Exp::Index(1)), from_index(Exp::Var(*kept)));
        }
        if !self.ends {
            return Ok(());
        }
        let index = l.decode(k, &self.of.dims[..self.of.dims.len() - 1], at.row.clone())?;
        l.end_row(k, (self.of.seg, self.outs), &at.row, &index, &[])
    }
}

/// The row in front of whose end there was another lane.
pub(super) struct Head {
    /// Whether the lane has come to that end.
    pub(super) some: KVar,
    pub(super) row: KVar,
    /// What it has of the row.
    pub(super) state: State,
}

/// Reductions.
pub(super) struct Reduce<'a> {
    pub(super) of: Shared<'a>,
    pub(super) plan: &'a Plan,
    pub(super) outs: &'a Outs,
    pub(super) reds: Vec<KVar>,
    pub(super) head: Option<&'a Head>,
    /// Whether an element of the row is kept, if there are reductions of those.
    pub(super) some_kept: Option<KVar>,
}

impl Visit for Reduce<'_> {
    fn point(&mut self, l: &mut Lowerer<'_>, k: &mut KernelBuilder, at: &At) -> Result<(), Limitation> {
        let c = &self.of.seg.clauses;
        for part in parts(&c.reds) {
            let folds = (&c.reds[part.folds], &self.reds[part.states]);
            let Some(keep) = c.keep.as_ref().filter(|_| part.kept) else {
                l.step_at(k, (self.plan, self.of, at), folds)?;
                continue;
            };
            let (mut then, result) = k.block(|k| l.step_at(k, (self.plan, self.of, at), folds));
            result?;
            then.extend(self.some_kept.map(|some| Stm::Set(some, Exp::Const(Scalar::Bool(true)))));
            let cond = l.value(k, self.plan, at, keep.flag);
            k.code.push(Stm::If { cond, then, els: vec![] });
        }
        Ok(())
    }
    fn row_end(&mut self, l: &mut Lowerer<'_>, k: &mut KernelBuilder, at: &At) -> Result<(), Limitation> {
        let reds: Vec<Exp> = self.reds.iter().map(|acc| Exp::Var(*acc)).collect();
        let (whole, result) = k.block(|k| {
            let index = l.decode(k, &self.of.dims[..self.of.dims.len() - 1], at.row.clone())?;
            l.end_row(k, (self.of.seg, self.outs), &at.row, &index, &reds)
        });
        result?;
        match self.head {
            None => k.code.extend(whole),
            Some(head) => {
                // What lanes in front have of the row is known later.
                let mut begun = vec![
                    Stm::Set(head.some, Exp::Const(Scalar::Bool(true))),
                    Stm::Set(head.row, at.row.clone()),
                ];
                let no = Exp::Const(Scalar::Bool(false));
                begun.extend(head.state.ended.map(|ended| Stm::Set(ended, no)));
                for (some, part) in head.state.some.iter().zip(parts(&self.of.seg.clauses.reds)) {
                    let kept = self.some_kept.filter(|_| part.kept).map(Exp::Var);
                    begun.push(Stm::Set(*some, kept.unwrap_or_else(|| at.some.clone())));
                }
                if let Some((row, begin)) = head.state.place {
                    begun.extend([Stm::Set(row, at.row.clone()), Stm::Set(begin, at.begin.clone())]);
                }
                begun.extend(head.state.sums.iter().zip(&reds).map(|(to, sum)| Stm::Set(*to, sum.clone())));
                k.code.push(Stm::If { cond: Exp::Var(at.begun), then: begun, els: whole });
            }
        }
        l.fold_reset(k, &self.of.seg.clauses.reds, &self.reds);
        k.code.extend(self.some_kept.map(|some| Stm::Set(some, Exp::Const(Scalar::Bool(false)))));
        Ok(())
    }
}

fn next(var: KVar) -> Stm {
    Stm::Set(var, ix(BinOp::Add, Exp::Var(var), Exp::Index(1)))
}
