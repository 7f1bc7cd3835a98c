//! Reductions and scans along the innermost level.

use super::Lowerer;
use super::body::{Point, Val};
use super::code::{KernelBuilder, from_index};
use base::ScalarType;
use ir::kernel::{Exp, KType, KVar};
use ir::{Atom, Fold, Inner, Limitation};

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
}
