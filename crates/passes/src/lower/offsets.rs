//! Offsets of volumes, and the scans of counts that compactions share with them.

use super::code::{KernelBuilder, ix, load};
use super::{Lowerer, host_bin, number};
use base::{BinOp, Scalar, ScalarType};
use ir::kernel::{Exp, KType, KVar, Stm as KStm};
use ir::{Limitation, Var};

/// What comes before each worker.
pub(super) struct Counts {
    /// What comes before it in its group.
    counts: KVar,
    /// The size of groups, and what comes before each; `None` if all workers are one.
    groups: Option<(Exp, KVar)>,
    /// A buffer with the sum of all.
    pub(super) total: KVar,
}

fn plus(a: Exp, b: Exp) -> Exp {
    Exp::Bin(BinOp::Add, ScalarType::I64, Box::new(a), Box::new(b))
}

impl Lowerer<'_> {
    /// Turns counts per worker into what comes before each.
    pub(super) fn scan_counts(&mut self, counts: KVar, workers: Exp) -> Counts {
        let total = self.alloc("total", ScalarType::I64, number(1), false);
        let Some(groups) = self.groups(&workers) else {
            self.sum_counts(counts, workers, total);
            return Counts { counts, groups: None, total };
        };
        let sums = self.alloc("group_counts", ScalarType::I64, groups.count.clone(), false);
        let mut k = KernelBuilder::new();
        let (from, to) = self.members(&mut k, &groups, &workers);
        let sum = self.exclusive_counts(&mut k, counts, from, to);
        let k_sums = self.k_out(&mut k, sums);
        k.store(k_sums, Exp::Var(k.worker), Exp::Var(sum));
        self.launch(k, groups.count.clone());
        self.sum_counts(sums, groups.count, total);
        Counts { counts, groups: Some((groups.size, sums)), total }
    }

    fn sum_counts(&mut self, counts: KVar, workers: Exp, total: KVar) {
        let mut k = KernelBuilder::new();
        let count = k.index("workers_before", workers);
        let sum = self.exclusive_counts(&mut k, counts, Exp::Index(0), count);
        let k_total = self.k_out(&mut k, total);
        k.store(k_total, Exp::Index(0), Exp::Var(sum));
        self.launch(k, number(1));
    }

    /// Replaces counts by the sums of those before; gives the sum of all.
    fn exclusive_counts(&mut self, k: &mut KernelBuilder, counts: KVar, from: Exp, to: Exp) -> KVar {
        let k_counts = self.k_out(k, counts);
        let sum = k.let_("sum", KType::Scalar(ScalarType::I64), Exp::Const(Scalar::I64(0)));
        let w = k.var("w", KType::Index);
        let (body, ()) = k.block(|k| {
            let own = k.let_("own", KType::Scalar(ScalarType::I64), load(k_counts, Exp::Var(w)));
            k.store(k_counts, Exp::Var(w), Exp::Var(sum));
            k.set(sum, plus(Exp::Var(sum), Exp::Var(own)));
        });
        k.code.push(KStm::For { var: w, from, to, body });
        sum
    }

    /// What comes before this worker.
    pub(super) fn count_before(&mut self, k: &mut KernelBuilder, counts: &Counts) -> Exp {
        let own = self.k_out(k, counts.counts);
        let own = load(own, Exp::Var(k.worker));
        let Some((size, sums)) = &counts.groups else { return own };
        let (size, sums) = (k.index("group", size.clone()), self.k_out(k, *sums));
        plus(load(sums, ix(BinOp::Div, Exp::Var(k.worker), size)), own)
    }

    /// A worker's contiguous share of `n` things.
    pub(super) fn each_of(&mut self, k: &mut KernelBuilder, n: Exp, f: impl FnOnce(&mut KernelBuilder, Exp)) {
        let n = k.index("n", n);
        let share =
            |w: Exp, k: &KernelBuilder| ix(BinOp::Div, ix(BinOp::Mul, w, n.clone()), Exp::Var(k.workers));
        let from = share(Exp::Var(k.worker), k);
        let to = share(ix(BinOp::Add, Exp::Var(k.worker), Exp::Index(1)), k);
        let to = k.let_index("to", to);
        let i = k.var("i", KType::Index);
        let (body, ()) = k.block(|k| f(k, Exp::Var(i)));
        k.code.push(KStm::For { var: i, from, to, body });
    }

    /// Offsets of a volume: its exclusive scan, with the total behind the last entry.
    pub(super) fn make_offsets(&mut self, volume: &[Var]) -> Result<KVar, Limitation> {
        let dims = self.vars[volume[0]].ty.dims().to_vec();
        let n = self.count(&dims)?;
        let n = Exp::Var(self.set("rows", ScalarType::I64, n));
        let entries = host_bin(BinOp::Add, n.clone(), number(1));
        let name = format!("o_{}", self.vars[volume[0]].name);
        let offsets = self.alloc(&name, ScalarType::I64, entries, false);
        let workers = Exp::Workers(Box::new(n.clone()));
        let workers = Exp::Var(self.set("workers", ScalarType::I64, workers));
        let counts = self.alloc("counts", ScalarType::I64, workers.clone(), false);
        let sizes: Vec<KVar> = volume.iter().map(|v| self.buf(*v)).collect();

        let mut before = None;
        for write in [false, true] {
            let mut k = KernelBuilder::new();
            let k_sizes: Vec<KVar> = sizes.iter().map(|s| self.k_out(&mut k, *s)).collect();
            let worker = Exp::Var(k.worker);
            let start = match &before {
                Some(before) => self.count_before(&mut k, before),
                None => Exp::Const(Scalar::I64(0)),
            };
            let sum = k.let_("sum", KType::Scalar(ScalarType::I64), start);
            let k_offsets = write.then(|| self.k_out(&mut k, offsets));
            self.each_of(&mut k, n.clone(), |k, i| {
                if let Some(offsets) = k_offsets {
                    k.store(offsets, i.clone(), Exp::Var(sum));
                }
                let mut product = load(k_sizes[0], i.clone());
                for size in &k_sizes[1..] {
                    let next = load(*size, i.clone());
                    product = Exp::Bin(BinOp::Mul, ScalarType::I64, Box::new(product), Box::new(next));
                }
                k.set(sum, plus(Exp::Var(sum), product));
            });
            if let Some(offsets) = k_offsets {
                let next = ix(BinOp::Add, worker, Exp::Index(1));
                let last = Exp::IndexBin(BinOp::Eq, Box::new(next), Box::new(Exp::Var(k.workers)));
                let n = k.index("n", n.clone());
                let then = vec![KStm::Store { buf: offsets, at: n, val: Exp::Var(sum) }];
                k.code.push(KStm::If { cond: last, then, els: vec![] });
            } else {
                let k_counts = self.k_out(&mut k, counts);
                k.store(k_counts, worker, Exp::Var(sum));
            }
            self.launch(k, workers.clone());
            if !write {
                before = Some(self.scan_counts(counts, workers.clone()));
            }
        }
        Ok(offsets)
    }
}
