//! Offsets of volumes, and the scans of counts that compactions share with them.

use super::code::{KernelBuilder, ix, load};
use super::{Lowerer, host_bin, number};
use base::{BinOp, Scalar, ScalarType};
use ir::kernel::{Exp, KType, KVar, Stm as KStm};
use ir::{Limitation, Var};

impl Lowerer<'_> {
    /// Turns counts per worker into what comes before each, in place; returns a buffer with the sum.
    pub(super) fn scan_counts(&mut self, counts: KVar, workers: Exp) -> KVar {
        let total = self.alloc("total", ScalarType::I64, number(1), false);
        let mut k = KernelBuilder::new();
        let count = k.index("workers_before", workers);
        let (k_counts, k_total) = (self.k_out(&mut k, counts), self.k_out(&mut k, total));
        let zero = Exp::Const(Scalar::I64(0));
        let sum = k.let_("sum", KType::Scalar(ScalarType::I64), zero);
        let w = k.var("w", KType::Index);
        let (body, ()) = k.block(|k| {
            let own = k.let_("own", KType::Scalar(ScalarType::I64), load(k_counts, Exp::Var(w)));
            k.store(k_counts, Exp::Var(w), Exp::Var(sum));
            let next =
                Exp::Bin(BinOp::Add, ScalarType::I64, Box::new(Exp::Var(sum)), Box::new(Exp::Var(own)));
            k.set(sum, next);
        });
        k.code.push(KStm::For { var: w, from: Exp::Index(0), to: count, body });
        k.store(k_total, Exp::Index(0), Exp::Var(sum));
        self.launch(k, number(1));
        total
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

        for write in [false, true] {
            let mut k = KernelBuilder::new();
            let k_sizes: Vec<KVar> = sizes.iter().map(|s| self.k_out(&mut k, *s)).collect();
            let k_counts = self.k_out(&mut k, counts);
            let worker = Exp::Var(k.worker);
            let start = if write { load(k_counts, worker.clone()) } else { Exp::Const(Scalar::I64(0)) };
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
                let next = Exp::Bin(BinOp::Add, ScalarType::I64, Box::new(Exp::Var(sum)), Box::new(product));
                k.set(sum, next);
            });
            if let Some(offsets) = k_offsets {
                let next = ix(BinOp::Add, worker, Exp::Index(1));
                let last = Exp::IndexBin(BinOp::Eq, Box::new(next), Box::new(Exp::Var(k.workers)));
                let n = k.index("n", n.clone());
                let then = vec![KStm::Store { buf: offsets, at: n, val: Exp::Var(sum) }];
                k.code.push(KStm::If { cond: last, then, els: vec![] });
            } else {
                k.store(k_counts, worker, Exp::Var(sum));
            }
            self.launch(k, workers.clone());
            if !write {
                self.scan_counts(counts, workers.clone());
            }
        }
        Ok(offsets)
    }
}
