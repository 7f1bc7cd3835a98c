//! What workers leave for each other: the sums of rows that go on in the next worker's share.
//!
//! A GPU has too many workers for one of them to look at what all the others left. There it is combined in two steps:
//! groups of workers side by side, each by one worker, and then what the groups left, in order. On a CPU all workers are one group.

use super::body::Point;
use super::code::{KernelBuilder, from_index, ix, load, to_index};
use super::{Lowerer, Target, host_bin, number};
use base::{BinOp, Scalar, ScalarType};
use ir::kernel::{Exp, KType, KVar, Stm as KStm};
use ir::{Dim, Fold, Inner, Limitation, Seg};

/// Most groups, and fewest workers in one.
const GROUPS: i64 = 128;
const MEMBERS: i64 = 8;

/// Workers in groups: how many in each but the last, and how many groups. Host values.
#[derive(Clone)]
pub(super) struct Groups {
    pub(super) size: Exp,
    pub(super) count: Exp,
}

/// Buffers with one element for each worker: its open row.
pub(super) struct Tails {
    /// The sum of the row's points, for each component of the folds.
    pub(super) carry: Vec<KVar>,
    /// The row.
    pub(super) rows: KVar,
    /// For reductions, whether there were points; for scans, whether a row ended before it.
    pub(super) flags: KVar,
    /// How many workers.
    pub(super) count: Exp,
    /// If these are groups of workers: how many are in each, and how many there are.
    pub(super) of: Option<(Exp, Exp)>,
}

impl Tails {
    /// How many workers there are.
    fn workers(&self) -> &Exp {
        self.of.as_ref().map_or(&self.count, |(_, workers)| workers)
    }
    /// The first worker behind the share that begins with a number.
    fn first_of(&self, k: &mut KernelBuilder, share: Exp) -> Exp {
        match &self.of {
            None => share,
            Some((size, workers)) => {
                let first = ix(BinOp::Mul, share, k.index("group", size.clone()));
                let workers = k.index("workers_before", workers.clone());
                let short = Exp::IndexBin(BinOp::Lt, Box::new(workers.clone()), Box::new(first.clone()));
                Exp::Select(Box::new(short), Box::new(workers), Box::new(first))
            }
        }
    }
}

impl Lowerer<'_> {
    pub(super) fn tails(
        &mut self,
        folds: &[Fold<Inner>],
        flag: &str,
        count: Exp,
        of: Option<(Exp, Exp)>,
    ) -> Tails {
        let mut carry = vec![];
        for ne in folds.iter().flat_map(|fold| &fold.ne) {
            let elem = ne.ty(self.vars).elem().unwrap_or(ScalarType::I64);
            carry.push(self.alloc("carry", elem, count.clone(), false));
        }
        let rows = self.alloc("carry_row", ScalarType::I64, count.clone(), false);
        let flags = self.alloc(flag, ScalarType::Bool, count.clone(), false);
        Tails { carry, rows, flags, count, of }
    }

    /// Says what this worker leaves.
    pub(super) fn leave(
        &mut self,
        k: &mut KernelBuilder,
        tails: &Tails,
        accs: &[KVar],
        row: Exp,
        flag: KVar,
    ) {
        let worker = Exp::Var(k.worker);
        for (host, acc) in tails.carry.iter().zip(accs) {
            let buf = self.k_out(k, *host);
            k.store(buf, worker.clone(), Exp::Var(*acc));
        }
        let (rows, flags) = (self.k_out(k, tails.rows), self.k_out(k, tails.flags));
        k.store(rows, worker.clone(), from_index(row));
        k.store(flags, worker, Exp::Var(flag));
    }

    /// The groups of workers, where there are many.
    pub(super) fn groups(&mut self, workers: &Exp) -> Option<Groups> {
        if self.target == Target::Cpu {
            return None;
        }
        let up = |a: Exp, b: Exp| {
            let more = host_bin(BinOp::Sub, host_bin(BinOp::Add, a, b.clone()), number(1));
            host_bin(BinOp::Div, more, b)
        };
        let size = host_bin(BinOp::Max, up(workers.clone(), number(GROUPS)), number(MEMBERS));
        let size = Exp::Var(self.set("group", ScalarType::I64, size));
        let count = Exp::Var(self.set("groups", ScalarType::I64, up(workers.clone(), size.clone())));
        Some(Groups { size, count })
    }

    /// The members of the group that this worker combines: the first, and past the last.
    pub(super) fn members(&mut self, k: &mut KernelBuilder, groups: &Groups, workers: &Exp) -> (Exp, Exp) {
        let size = k.index("group", groups.size.clone());
        let workers = k.index("workers_before", workers.clone());
        let from = k.let_index("from", ix(BinOp::Mul, Exp::Var(k.worker), size.clone()));
        let end = k.let_index("end", ix(BinOp::Add, from.clone(), size));
        let short = Exp::IndexBin(BinOp::Lt, Box::new(workers.clone()), Box::new(end.clone()));
        let to = k.let_index("to", Exp::Select(Box::new(short), Box::new(workers), Box::new(end)));
        (from, to)
    }

    /// Adds what the workers left to the results of a reduction.
    pub(super) fn add_tails(
        &mut self,
        seg: &Seg,
        dims: &[Dim],
        outs: &[KVar],
        tails: &Tails,
    ) -> Result<(), Limitation> {
        let Some(groups) = self.groups(&tails.count) else {
            return self.add_in_order(seg, dims, outs, tails);
        };
        // A row that goes on behind the group is left for the next step; others end inside of it.
        let of = Some((groups.size.clone(), tails.count.clone()));
        let left = self.tails(&seg.reds, "carry_some", groups.count.clone(), of);
        let mut k = KernelBuilder::new();
        let accs = self.fold_vars(&mut k, &seg.reds);
        let some = k.let_("some", KType::Scalar(ScalarType::Bool), Exp::Const(Scalar::Bool(false)));
        let (from, to) = self.members(&mut k, &groups, &tails.count);
        let rows = self.k_out(&mut k, tails.rows);
        let last = k.let_index("last", to_index(load(rows, ix(BinOp::Sub, to.clone(), Exp::Index(1)))));
        self.each_tail(&mut k, seg, dims, tails, (from, to), |this, k, point, row, carry| {
            let (own, result) = k.block(|k| {
                k.set(some, Exp::Const(Scalar::Bool(true)));
                let right: Vec<Exp> = accs.iter().map(|a| Exp::Var(*a)).collect();
                this.fold_step(k, point, &seg.reds, &accs, (carry, &right))
            });
            result?;
            let (ends, result) = k.block(|k| this.add_to_row(k, point, seg, outs, row, carry));
            result?;
            let goes_on = Exp::IndexBin(BinOp::Eq, Box::new(row.clone()), Box::new(last.clone()));
            k.code.push(KStm::If { cond: goes_on, then: own, els: ends });
            Ok(())
        })?;
        self.leave(&mut k, &left, &accs, last, some);
        self.launch(k, groups.count);
        self.add_in_order(seg, dims, outs, &left)
    }

    /// One worker goes from the last to the first, which keeps the order of operands.
    fn add_in_order(
        &mut self,
        seg: &Seg,
        dims: &[Dim],
        outs: &[KVar],
        tails: &Tails,
    ) -> Result<(), Limitation> {
        let mut k = KernelBuilder::new();
        let count = k.index("workers_before", tails.count.clone());
        self.each_tail(&mut k, seg, dims, tails, (Exp::Index(0), count), |this, k, point, row, carry| {
            this.add_to_row(k, point, seg, outs, row, carry)
        })?;
        self.launch(k, number(1));
        Ok(())
    }

    /// `f` for the row and the sums of each open row that has points, from the last worker to the first.
    fn each_tail(
        &mut self,
        k: &mut KernelBuilder,
        seg: &Seg,
        dims: &[Dim],
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
                let point = self.row_point(k, seg, dims, &row, (behind, tails.workers()))?;
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
        seg: &Seg,
        outs: &[KVar],
        row: &Exp,
        carry: &[Exp],
    ) -> Result<(), Limitation> {
        let mut states = vec![];
        for host in outs {
            let out = self.k_out(k, *host);
            let state = k.let_("acc", KType::Scalar(elem_of(k, out)), load(out, row.clone()));
            states.push((out, state));
        }
        let accs: Vec<KVar> = states.iter().map(|(_, s)| *s).collect();
        let right: Vec<Exp> = accs.iter().map(|a| Exp::Var(*a)).collect();
        self.fold_step(k, point, &seg.reds, &accs, (carry, &right))?;
        for (out, state) in states {
            k.store(out, row.clone(), Exp::Var(state));
        }
        Ok(())
    }

    /// Makes the sums that workers of a scan left into what comes before each, in place; see [`Lowerer::before`].
    pub(super) fn scan_tails(
        &mut self,
        seg: &Seg,
        dims: &[Dim],
        tails: &Tails,
    ) -> Result<Option<Before>, Limitation> {
        let Some(groups) = self.groups(&tails.count) else {
            self.scan_in_order(seg, dims, tails)?;
            return Ok(None);
        };
        let of = Some((groups.size.clone(), tails.count.clone()));
        let left = self.tails(&seg.scans, "carry_ended", groups.count.clone(), of);
        let apart = self.alloc("apart", ScalarType::Bool, tails.count.clone(), false);
        let mut k = KernelBuilder::new();
        let (from, to) = self.members(&mut k, &groups, &tails.count);
        let rows = self.k_out(&mut k, tails.rows);
        let last = k.let_index("last", to_index(load(rows, ix(BinOp::Sub, to.clone(), Exp::Index(1)))));
        let any = k.let_("ended", KType::Scalar(ScalarType::Bool), Exp::Const(Scalar::Bool(false)));
        let accs = self.make_exclusive(&mut k, seg, dims, tails, (from, to), Some((any, apart)))?;
        self.leave(&mut k, &left, &accs, last, any);
        self.launch(k, groups.count.clone());
        self.scan_in_order(seg, dims, &left)?;
        Ok(Some(Before { groups, left, apart }))
    }

    fn scan_in_order(&mut self, seg: &Seg, dims: &[Dim], tails: &Tails) -> Result<(), Limitation> {
        let mut k = KernelBuilder::new();
        let count = k.index("workers_before", tails.count.clone());
        self.make_exclusive(&mut k, seg, dims, tails, (Exp::Index(0), count), None)?;
        self.launch(k, number(1));
        Ok(())
    }

    /// Replaces the sums of some workers, in order, by what comes before each; gives the state behind the last. `marks` are a flag
    /// that a row has ended, and the buffer where it is noted for each worker.
    fn make_exclusive(
        &mut self,
        k: &mut KernelBuilder,
        seg: &Seg,
        dims: &[Dim],
        tails: &Tails,
        (from, to): (Exp, Exp),
        marks: Option<(KVar, KVar)>,
    ) -> Result<Vec<KVar>, Limitation> {
        let (ended, rows) = (self.k_out(k, tails.flags), self.k_out(k, tails.rows));
        let accs = self.fold_vars(k, &seg.scans);
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
                let point = self.row_point(k, seg, dims, &row, (own, tails.workers()))?;
                let left: Vec<Exp> = accs.iter().map(|a| Exp::Var(*a)).collect();
                self.fold_step(k, &point, &seg.scans, &accs, (&left, &sums))
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
    pub(super) fn before(
        &mut self,
        k: &mut KernelBuilder,
        seg: &Seg,
        dims: &[Dim],
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
            let point = self.row_point(k, seg, dims, &row, (first, before.left.workers()))?;
            let mut left = vec![];
            for host in &before.left.carry {
                let buf = self.k_out(k, *host);
                left.push(load(buf, group.clone()));
            }
            let right: Vec<Exp> = accs.iter().map(|a| Exp::Var(*a)).collect();
            self.fold_step(k, &point, &seg.scans, &accs, (&left, &right))
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

/// What comes before the groups of a scan's workers.
pub(super) struct Before {
    groups: Groups,
    left: Tails,
    /// For each worker, whether a row ended in its group before it: then the groups before do not matter.
    apart: KVar,
}

fn elem_of(k: &KernelBuilder, buf: KVar) -> ScalarType {
    match k.type_of(buf) {
        KType::Buf(elem) => elem,
        KType::Scalar(_) | KType::Index => base::bug!("lower", "what workers leave is in buffers"),
    }
}
