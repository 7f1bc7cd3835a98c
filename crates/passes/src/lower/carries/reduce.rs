//! Reductions: what workers left is added to the rows it belongs to.

use super::{Shared, Tails, elem_of};
use crate::lower::body::{Point, not};
use crate::lower::code::{KernelBuilder, ix, load, to_index};
use crate::lower::seg::Outs;
use crate::lower::{Lowerer, number};
use base::{BinOp, Scalar, ScalarType};
use ir::Limitation;
use ir::kernel::{Exp, KType, KVar, Stm as KStm};

/// Reductions whose rows several workers share.
#[derive(Clone, Copy)]
pub(in crate::lower) struct Sums<'a> {
    pub(in crate::lower) of: Shared<'a>,
    /// The buffers of the results, one element for each row.
    pub(in crate::lower) outs: &'a [KVar],
}

impl Lowerer<'_> {
    /// Adds what the workers left to the results of a reduction.
    pub(in crate::lower) fn add_tails(&mut self, sums: Sums, tails: &Tails) -> Result<(), Limitation> {
        let Some(groups) = self.groups(&tails.count) else {
            return self.add_in_order(sums, tails);
        };
        let seg = sums.of.seg;
        // A row that goes on behind the group is left for the next step; others end inside of it.
        let of = Some((groups.size.clone(), tails.count.clone()));
        let left = self.tails(&seg.clauses.reds, "carry_some", groups.count.clone(), of);
        let mut k = KernelBuilder::new();
        let accs = self.fold_vars(&mut k, &seg.clauses.reds);
        let some = k.let_("some", KType::Scalar(ScalarType::Bool), Exp::Const(Scalar::Bool(false)));
        let (from, to) = self.members(&mut k, &groups, &tails.count);
        let rows = self.k_out(&mut k, tails.rows);
        let last = k.let_index("last", to_index(load(rows, ix(BinOp::Sub, to.clone(), Exp::Index(1)))));
        self.each_tail(&mut k, sums.of, tails, (from, to), |this, k, point, row, carry| {
            let (own, result) = k.block(|k| {
                k.set(some, Exp::Const(Scalar::Bool(true)));
                let right: Vec<Exp> = accs.iter().map(|a| Exp::Var(*a)).collect();
                this.fold_step(k, point, &seg.clauses.reds, &accs, (carry, &right))
            });
            result?;
            let (ends, result) = k.block(|k| this.add_to_row(k, point, sums, row, carry));
            result?;
            let goes_on = Exp::IndexBin(BinOp::Eq, Box::new(row.clone()), Box::new(last.clone()));
            k.code.push(KStm::If { cond: goes_on, then: own, els: ends });
            Ok(())
        })?;
        self.leave(&mut k, &left, &accs, last, some);
        self.launch(k, groups.count);
        self.add_in_order(sums, &left)
    }

    /// Runs what stands at the end of rows that workers shared, whose sums are known by now.
    pub(in crate::lower) fn end_tails(
        &mut self,
        sums: Sums,
        tails: &Tails,
        outs: &Outs,
    ) -> Result<(), Limitation> {
        let Shared { seg, dims } = sums.of;
        if seg.clauses.end.is_empty() {
            return Ok(());
        }
        let mut k = KernelBuilder::new();
        let (rows, some) = (self.k_out(&mut k, tails.rows), self.k_out(&mut k, tails.flags));
        let w = Exp::Var(k.worker);
        let row = k.let_index("row", to_index(load(rows, w.clone())));
        // The first worker of those that share a row ends it.
        let zero = Exp::IndexBin(BinOp::Eq, Box::new(w.clone()), Box::new(Exp::Index(0)));
        let before = ix(BinOp::Sub, w.clone(), Exp::Index(1));
        let before = Exp::Select(Box::new(zero.clone()), Box::new(Exp::Index(0)), Box::new(before));
        let before = k.let_index("before", before);
        let other = to_index(load(rows, before.clone()));
        let other = Exp::IndexBin(BinOp::Ne, Box::new(other), Box::new(row.clone()));
        let first = either(zero, either(not(load(some, before)), other));
        let cond = Exp::Bin(BinOp::And, ScalarType::Bool, Box::new(load(some, w)), Box::new(first));
        let (then, result) = k.block(|k| {
            let index = self.decode(k, &dims[..dims.len() - 1], row.clone())?;
            let mut reds = vec![];
            for host in sums.outs {
                let out = self.k_out(k, *host);
                let sum = k.let_("acc", KType::Scalar(elem_of(k, out)), load(out, row.clone()));
                reds.push(Exp::Var(sum));
            }
            self.end_row(k, (seg, outs), &row, &index, &reds)
        });
        result?;
        k.code.push(KStm::If { cond, then, els: vec![] });
        self.launch(k, tails.count.clone());
        Ok(())
    }

    /// One worker goes from the last to the first, which keeps the order of operands.
    fn add_in_order(&mut self, sums: Sums, tails: &Tails) -> Result<(), Limitation> {
        let mut k = KernelBuilder::new();
        let count = k.index("workers_before", tails.count.clone());
        self.each_tail(&mut k, sums.of, tails, (Exp::Index(0), count), |this, k, point, row, carry| {
            this.add_to_row(k, point, sums, row, carry)
        })?;
        self.launch(k, number(1));
        Ok(())
    }

    /// `f` for the row and the sums of each open row that has points, from the last worker to the first.
    fn each_tail(
        &mut self,
        k: &mut KernelBuilder,
        shared: Shared,
        tails: &Tails,
        (from, to): (Exp, Exp),
        f: impl FnOnce(&mut Self, &mut KernelBuilder, &Point, &Exp, &[Exp]) -> Result<(), Limitation>,
    ) -> Result<(), Limitation> {
        let (rows, some) = (self.k_out(k, tails.rows), self.k_out(k, tails.flags));
        let carry: Vec<KVar> = tails.carry.iter().map(|c| self.k_out(k, *c)).collect();
        let w = k.let_("w", KType::Index, to);
        let cond = Exp::IndexBin(BinOp::Gt, Box::new(Exp::Var(w)), Box::new(from));
        let (body, result) = k.block(|k| {
            k.set(w, ix(BinOp::Sub, Exp::Var(w), Exp::Index(1)));
            let (then, result) = k.block(|k| {
                let row = k.let_index("row", to_index(load(rows, Exp::Var(w))));
                // On the right stands what comes behind this share.
                let behind = tails.first_of(k, ix(BinOp::Add, Exp::Var(w), Exp::Index(1)));
                let point = self.row_point(k, shared, &row, (behind, tails.workers()))?;
                let carry: Vec<Exp> = carry.iter().map(|c| load(*c, Exp::Var(w))).collect();
                f(self, k, &point, &row, &carry)
            });
            result?;
            k.code.push(KStm::If { cond: load(some, Exp::Var(w)), then, els: vec![] });
            Ok(())
        });
        result?;
        k.code.push(KStm::While { bounded: true, pre: vec![], cond, body });
        Ok(())
    }

    fn add_to_row(
        &mut self,
        k: &mut KernelBuilder,
        point: &Point,
        sums: Sums,
        row: &Exp,
        carry: &[Exp],
    ) -> Result<(), Limitation> {
        let mut states = vec![];
        for host in sums.outs {
            let out = self.k_out(k, *host);
            let state = k.let_("acc", KType::Scalar(elem_of(k, out)), load(out, row.clone()));
            states.push((out, state));
        }
        let accs: Vec<KVar> = states.iter().map(|(_, s)| *s).collect();
        let right: Vec<Exp> = accs.iter().map(|a| Exp::Var(*a)).collect();
        self.fold_step(k, point, &sums.of.seg.clauses.reds, &accs, (carry, &right))?;
        for (out, state) in states {
            k.store(out, row.clone(), Exp::Var(state));
        }
        Ok(())
    }
}

fn either(a: Exp, b: Exp) -> Exp {
    Exp::Bin(BinOp::Or, ScalarType::Bool, Box::new(a), Box::new(b))
}
