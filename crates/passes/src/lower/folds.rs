//! Reductions and scans along the innermost level.

use super::Lowerer;
use super::body::{Point, Val};
use super::carries::Shared;
use super::code::{KernelBuilder, from_index, ix};
use base::{BinOp, ScalarType};
use ir::kernel::{Exp, KType, KVar, Stm as KStm};
use ir::{Atom, Fold, Inner, Limitation, Var};

impl Lowerer<'_> {
    /// Variables that hold the state of folds.
    pub(super) fn fold_vars(&mut self, k: &mut KernelBuilder, folds: &[Fold<Inner>]) -> Vec<KVar> {
        let mut accs = vec![];
        for fold in folds {
            for ne in &fold.ne {
                let ty = ne.ty(self.vars).elem().unwrap_or(ScalarType::I64);
                let start = self.k_atom(k, &Point::default(), *ne);
                accs.push(k.let_("acc", KType::Scalar(ty), start));
            }
        }
        accs
    }

    pub(super) fn fold_reset(&mut self, k: &mut KernelBuilder, folds: &[Fold<Inner>], accs: &[KVar]) {
        let ne: Vec<Atom> = folds.iter().flat_map(|f| f.ne.clone()).collect();
        for (acc, ne) in accs.iter().zip(ne) {
            let ne = self.k_atom(k, &Point::default(), ne);
            k.set(*acc, ne);
        }
    }

    /// `accs = op(left, right)` for every fold, where one side is the state itself. The last index of the point is that of the first
    /// element on the right.
    pub(super) fn fold_step(
        &mut self,
        k: &mut KernelBuilder,
        point: &Point,
        folds: &[Fold<Inner>],
        accs: &[KVar],
        (left, right): (&[Exp], &[Exp]),
    ) -> Result<(), Limitation> {
        let mut first = 0;
        for fold in folds {
            let n = fold.ne.len();
            let args = left[first..first + n].iter().chain(&right[first..first + n]).cloned().collect();
            let mut at = point.clone();
            if let (Some(index), Some(item)) = (fold.index, point.at.last()) {
                at.env.insert(index, Val::Scalar(from_index(item.clone())));
            }
            let new = self.k_apply(k, &at, &fold.op, args)?;
            self.k_assign(k, &accs[first..first + n], new);
            first += n;
        }
        Ok(())
    }

    /// The operands of folds at a point.
    pub(super) fn fold_args(
        &mut self,
        k: &mut KernelBuilder,
        point: &Point,
        folds: &[Fold<Inner>],
    ) -> Vec<Exp> {
        folds.iter().flat_map(|fold| &fold.args).map(|a| self.k_atom(k, point, *a)).collect()
    }

    /// The point where sums of two parts of a row are combined: the indices of the row where an operator uses them, and that of the
    /// first element of the right part, which begins with a worker's share, where an operator names it.
    pub(super) fn row_point(
        &mut self,
        k: &mut KernelBuilder,
        Shared { seg, dims }: Shared,
        row: &Exp,
        (worker, workers): (Exp, &Exp),
    ) -> Result<Point, Limitation> {
        let indices: Vec<Var> = seg.levels.iter().map(|l| l.index).collect();
        let folds = || seg.clauses.folds();
        let used = folds().flat_map(|f| self.uses_of(&f.op)).any(|v| indices.contains(&v));
        let named = folds().any(|f| f.index.is_some());
        let mut point = Point::default();
        if !used && !named {
            return Ok(point);
        }
        // A worker that has seen all points stands behind the last row, which has no indices.
        let outer = &dims[..dims.len() - 1];
        let index: Vec<KVar> = outer.iter().map(|_| k.let_("i", KType::Index, Exp::Index(0))).collect();
        let rows = self.k_count(k, outer)?;
        let (then, result) = k.block(|k| {
            for (var, value) in index.iter().zip(self.decode(k, outer, row.clone())?) {
                k.set(*var, value);
            }
            Ok(())
        });
        result?;
        let cond = Exp::IndexBin(BinOp::Lt, Box::new(row.clone()), Box::new(rows));
        k.code.push(KStm::If { cond, then, els: vec![] });
        let index: Vec<Exp> = index.into_iter().map(Exp::Var).collect();
        point.enter(&seg.levels, &index);
        if named {
            let workers = k.index("workers_before", workers.clone());
            let item = self.share(k, dims, worker, workers)?;
            let start = self.row_start(k, dims, row.clone())?;
            let position = ix(BinOp::Sub, item, row.clone());
            point.at.push(k.let_index("at", ix(BinOp::Sub, position, start)));
        }
        Ok(point)
    }
}
