//! Scans: what workers left becomes what comes before each of them.

use super::{Groups, Shared, Tails, elem_of};
use crate::lower::code::{KernelBuilder, ix, load, to_index};
use crate::lower::{Lowerer, number};
use base::{BinOp, Scalar, ScalarType};
use ir::Limitation;
use ir::kernel::{Exp, KType, KVar, Stm as KStm};

/// What comes before the groups of a scan's workers.
pub(in crate::lower) struct Before {
    groups: Groups,
    left: Tails,
    /// For each worker, whether a row ended in its group before it: then the groups before do not matter.
    apart: KVar,
}

impl Lowerer<'_> {
    /// Makes the sums that workers of a scan left into what comes before each, in place; see [`Lowerer::before`].
    pub(in crate::lower) fn scan_tails(
        &mut self,
        shared: Shared,
        tails: &Tails,
    ) -> Result<Option<Before>, Limitation> {
        let Some(groups) = self.groups(&tails.count) else {
            self.scan_in_order(shared, tails)?;
            return Ok(None);
        };
        let of = Some((groups.size.clone(), tails.count.clone()));
        let left = self.tails(&shared.seg.clauses.scans, "carry_ended", groups.count.clone(), of);
        let apart = self.alloc("apart", ScalarType::Bool, tails.count.clone(), false);
        let mut k = KernelBuilder::new();
        let (from, to) = self.members(&mut k, &groups, &tails.count);
        let rows = self.k_out(&mut k, tails.rows);
        let last = k.let_index("last", to_index(load(rows, ix(BinOp::Sub, to.clone(), Exp::Index(1)))));
        let any = k.let_("ended", KType::Scalar(ScalarType::Bool), Exp::Const(Scalar::Bool(false)));
        let accs = self.make_exclusive(&mut k, shared, tails, (from, to), Some((any, apart)))?;
        self.leave(&mut k, &left, &accs, last, any);
        self.launch(k, groups.count.clone());
        self.scan_in_order(shared, &left)?;
        Ok(Some(Before { groups, left, apart }))
    }

    fn scan_in_order(&mut self, shared: Shared, tails: &Tails) -> Result<(), Limitation> {
        let mut k = KernelBuilder::new();
        let count = k.index("workers_before", tails.count.clone());
        self.make_exclusive(&mut k, shared, tails, (Exp::Index(0), count), None)?;
        self.launch(k, number(1));
        Ok(())
    }

    /// Replaces the sums of some workers, in order, by what comes before each; gives the state behind the last. `marks` are a flag
    /// that a row has ended, and the buffer where it is noted for each worker.
    fn make_exclusive(
        &mut self,
        k: &mut KernelBuilder,
        shared: Shared,
        tails: &Tails,
        (from, to): (Exp, Exp),
        marks: Option<(KVar, KVar)>,
    ) -> Result<Vec<KVar>, Limitation> {
        let (ended, rows) = (self.k_out(k, tails.flags), self.k_out(k, tails.rows));
        let accs = self.fold_vars(k, &shared.seg.clauses.scans);
        let w = k.var("w", KType::Index);
        let (body, result) = k.block(|k| {
            let mut sums = vec![];
            for (host, acc) in tails.carry.iter().zip(&accs) {
                let buf = self.k_out(k, *host);
                let sum = k.let_("sum", KType::Scalar(elem_of(k, buf)), load(buf, Exp::Var(w)));
                k.store(buf, Exp::Var(w), Exp::Var(*acc));
                sums.push(Exp::Var(sum));
            }
            if let Some((any, apart)) = marks {
                let apart = self.k_out(k, apart);
                k.store(apart, Exp::Var(w), Exp::Var(any));
            }
            let (fresh, ()) = k.block(|k| {
                for (acc, sum) in accs.iter().zip(&sums) {
                    k.set(*acc, sum.clone());
                }
                if let Some((any, _)) = marks {
                    k.set(any, Exp::Const(Scalar::Bool(true)));
                }
            });
            let (go_on, result) = k.block(|k| {
                let row = k.let_index("row", to_index(load(rows, Exp::Var(w))));
                let own = tails.first_of(k, Exp::Var(w));
                let point = self.row_point(k, shared, &row, (own, tails.workers()))?;
                let left: Vec<Exp> = accs.iter().map(|a| Exp::Var(*a)).collect();
                self.fold_step(k, &point, &shared.seg.clauses.scans, &accs, (&left, &sums))
            });
            result?;
            k.code.push(KStm::If { cond: load(ended, Exp::Var(w)), then: fresh, els: go_on });
            Ok(())
        });
        result?;
        k.code.push(KStm::For { var: w, from, to, body });
        Ok(accs)
    }

    /// What comes before the first row part of this worker of a scan.
    pub(in crate::lower) fn before(
        &mut self,
        k: &mut KernelBuilder,
        shared: Shared,
        tails: &Tails,
        groups: Option<&Before>,
    ) -> Result<Vec<Exp>, Limitation> {
        let worker = Exp::Var(k.worker);
        let mut own = vec![];
        for host in &tails.carry {
            let buf = self.k_out(k, *host);
            own.push((elem_of(k, buf), load(buf, worker.clone())));
        }
        let Some(before) = groups else { return Ok(own.into_iter().map(|(_, exp)| exp).collect()) };
        let accs: Vec<KVar> =
            own.into_iter().map(|(elem, exp)| k.let_("before", KType::Scalar(elem), exp)).collect();
        let size = k.index("group", before.groups.size.clone());
        let group = k.let_index("at", ix(BinOp::Div, worker.clone(), size));
        let (add, result) = k.block(|k| {
            let rows = self.k_out(k, tails.rows);
            let previous = ix(BinOp::Sub, worker.clone(), Exp::Index(1));
            let row = k.let_index("row", to_index(load(rows, previous)));
            let first = before.left.first_of(k, group.clone());
            let point = self.row_point(k, shared, &row, (first, before.left.workers()))?;
            let mut left = vec![];
            for host in &before.left.carry {
                let buf = self.k_out(k, *host);
                left.push(load(buf, group.clone()));
            }
            let right: Vec<Exp> = accs.iter().map(|a| Exp::Var(*a)).collect();
            self.fold_step(k, &point, &shared.seg.clauses.scans, &accs, (&left, &right))
        });
        result?;
        let apart = self.k_out(k, before.apart);
        let add = vec![KStm::If { cond: load(apart, worker), then: vec![], els: add }];
        // Nothing comes before the first group.
        let later = Exp::IndexBin(BinOp::Gt, Box::new(group), Box::new(Exp::Index(0)));
        k.code.push(KStm::If { cond: later, then: add, els: vec![] });
        Ok(accs.into_iter().map(Exp::Var).collect())
    }
}
