//! What workers leave for each other: the sums of rows that go on in the next worker's share.
//!
//! A GPU has too many workers for one of them to look at what all the others left. There it is combined in two steps:
//! groups of workers side by side, each by one worker, and then what the groups left, in order. On a CPU all workers are one group.

mod reduce;
mod scan;

use super::code::{KernelBuilder, from_index, ix};
use super::{Lowerer, host_bin, number};
use base::{BinOp, ScalarType};
use ir::kernel::{Exp, KType, KVar};
use ir::{Dim, Fold, Inner, Seg};
pub(super) use reduce::Sums;
pub(super) use scan::Before;

/// Most groups, and fewest workers in one.
const GROUPS: i64 = 128;
const MEMBERS: i64 = 8;

/// A kernel over a space whose rows several workers share.
#[derive(Clone, Copy)]
pub(super) struct Shared<'a> {
    pub(super) seg: &'a Seg,
    /// The dimensions of its points.
    pub(super) dims: &'a [Dim],
}

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
        if !self.target.deals_out() {
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
}

fn elem_of(k: &KernelBuilder, buf: KVar) -> ScalarType {
    match k.type_of(buf) {
        KType::Buf(elem) => elem,
        KType::Scalar(_) | KType::Index => base::bug!("lower", "what workers leave is in buffers"),
    }
}
