//! Rows of a worker's own, used again from point to point.
//!
//! The flattener gives memory whose size differs from point to point a row for every point. Where a worker goes through its points one
//! after the other, the longest of its rows serves all of them:
//!
//! ```text
//! alloc scratch = total;                =>    if total > FEW {
//! launch f (buf scratch, ..);                   launch longest (starts, ..);       each worker: the longest row of its points
//!                                               read total = starts[workers];      the sum of these
//!                                             }
//!                                             alloc scratch = total;
//!                                             launch f (buf scratch, buf starts, ..);
//! ```
//!
//! Both kernels deal out the same points to a worker: they walk the same space, as many workers of them. (`privatise` would give a kernel
//! fewer, but not behind a branch of the host like this one.) Rows that are results stay in their places. Where the host would have to wait
//! for the sum, or all points are under way at the same time, nothing is gained.

use super::body::Point;
use super::code::{KernelBuilder, from_index, ix, less, load, to_index};
use super::versions::row_source;
use super::walker::Visit;
use super::{Lowerer, host_bin, number};
use base::{BinOp, ScalarType};
use ir::kernel::{Exp, HostStm, KType, KVar, Stm};
use ir::{Dim, Limitation, Out, Row, Seg, Var};

/// Elements that are not worth another launch.
const FEW: i64 = 1 << 13;

/// Elements of which no two workers have some: a line of a cache that one processor writes is taken away from the others.
const LINE: i64 = 64;

/// The rows of the workers of a kernel.
#[derive(Default)]
pub(super) struct WorkerRows {
    /// The arrays that the flattener has for the rows of all points, and where the row of each worker begins.
    rows: Vec<(Var, KVar)>,
    /// Whether workers have rows, not points.
    shared: Option<KVar>,
}

impl Lowerer<'_> {
    /// Allocates the private rows of a kernel for its workers, where these go through several points each. Their number is then fixed.
    pub(super) fn make_worker_rows(
        &mut self,
        seg: &Seg,
        dims: &[Dim],
        workers: &mut Exp,
    ) -> Result<WorkerRows, Limitation> {
        if dims.is_empty() || self.target.deals_out() || self.target.apart {
            return Ok(WorkerRows::default());
        }
        // The rows, with their memory and how much of it all points need.
        let private: Vec<(&Row, KVar, Exp)> = seg
            .rows
            .iter()
            .filter_map(|row| self.private_row(seg, row).map(|(buf, count)| (row, buf, count)))
            .collect();
        if private.is_empty() {
            return Ok(WorkerRows::default());
        }
        self.code.retain(|stm| !private.iter().any(|(_, buf, _)| allocates(stm, *buf)));
        *workers = Exp::Var(self.set("workers", ScalarType::I64, workers.clone()));
        let mut all = number(0);
        let (mut rows, mut counts) = (vec![], vec![]);
        for (row, _, count) in &private {
            let count = self.set("count", ScalarType::I64, count.clone());
            all = host_bin(BinOp::Add, all, Exp::Var(count));
            counts.push(count);
            rows.push((row.arr, self.host_var("starts", KType::Buf(ScalarType::I64))));
        }
        let shared = host_bin(BinOp::Gt, all, number(FEW));
        let shared = self.set("shared", ScalarType::Bool, shared);
        let params: Vec<Var> = private.iter().map(|(row, ..)| row.param).collect();
        let (mut then, ()) = self.nested(|this| this.find_longest(seg, dims, workers, (&params, &rows)))?;
        for ((_, starts), count) in rows.iter().zip(&counts) {
            then.push(HostStm::read(*count, *starts, workers.clone()));
        }
        let nowhere = |(_, buf): &(Var, KVar)| HostStm::Alloc { buf: *buf, count: number(1), zeroed: true };
        let els = rows.iter().map(nowhere).collect();
        self.code.push(HostStm::If { cond: Exp::Var(shared), then, els });
        for ((_, buf, _), count) in private.iter().zip(counts) {
            self.code.push(HostStm::Alloc { buf: *buf, count: Exp::Var(count), zeroed: false });
        }
        Ok(WorkerRows { rows, shared: Some(shared) })
    }

    /// Launches the kernel that finds where the rows of workers begin, each the longest of its points, and behind them where they end.
    fn find_longest(
        &mut self,
        seg: &Seg,
        dims: &[Dim],
        workers: &Exp,
        (params, rows): (&[Var], &[(Var, KVar)]),
    ) -> Result<(), Limitation> {
        let count = host_bin(BinOp::Add, workers.clone(), number(1));
        for (_, buf) in rows {
            self.code.push(HostStm::Alloc { buf: *buf, count: count.clone(), zeroed: true });
        }
        let locks = self.alloc("locks", ScalarType::I32, number(1), true);
        let mut k = KernelBuilder::new();
        let mut walk = Longest { seg: sizes_alone(seg, self), rows: vec![] };
        for param in params {
            let most = k.let_("longest", KType::Index, Exp::Index(0));
            walk.rows.push((self.vars[*param].ty.dims().to_vec(), most));
        }
        self.walk(&mut k, &seg.levels, dims, &mut walk)?;
        let locks = k.buf("locks", ScalarType::I32, locks);
        let (worker, last) = (Exp::Var(k.worker), Exp::Var(k.workers));
        let (body, ()) = k.block(|k| {
            for ((_, starts), (_, most)) in rows.iter().zip(&walk.rows) {
                let starts = k.buf("starts", ScalarType::I64, *starts);
                let start = k.let_("start", KType::Scalar(ScalarType::I64), load(starts, last.clone()));
                k.store(starts, worker.clone(), Exp::Var(start));
                let lines =
                    ix(BinOp::Div, ix(BinOp::Add, Exp::Var(*most), Exp::Index(LINE - 1)), Exp::Index(LINE));
                let room = ix(BinOp::Mul, lines, Exp::Index(LINE));
                let end = ix(BinOp::Add, to_index(Exp::Var(start)), room);
                k.store(starts, last.clone(), from_index(end));
            }
        });
        k.code.push(Stm::Locked { locks, count: Exp::Index(1), at: Exp::Index(0), body });
        self.launch(k, workers.clone());
        Ok(())
    }

    /// The memory of a row that only its point uses, allocated in this block, and how many elements all points need.
    fn private_row(&self, seg: &Seg, row: &Row) -> Option<(KVar, Exp)> {
        let result = |out: &Out| matches!(out, Out::Owned(result) if row_source(seg, *result) == row.arr);
        let dims = self.vars[row.param].ty.dims();
        let private = self.scratches.contains(&row.arr)
            && !dims.is_empty()
            && dims.iter().all(Dim::is_uniform)
            && !seg.clauses.outs.iter().any(result);
        let buf = self.buffer(row.arr).filter(|_| private)?;
        let count = self.code.iter().find_map(|stm| {
            if let HostStm::Alloc { buf: own, count, .. } = stm
                && *own == buf
            {
                Some(count.clone())
            } else {
                None
            }
        });
        Some((buf, count?))
    }

    /// Finds where the rows of this worker begin, in front of all points.
    pub(super) fn enter_worker_rows(&mut self, k: &mut KernelBuilder, rows: &WorkerRows) {
        let Some(shared) = rows.shared else { return };
        let shared = k.scalar("shared", ScalarType::Bool, Exp::Var(shared));
        for (arr, starts) in &rows.rows {
            let starts = k.buf("starts", ScalarType::I64, *starts);
            let worker = Exp::Var(k.worker);
            let at = Exp::Select(Box::new(shared.clone()), Box::new(worker), Box::new(Exp::Index(0)));
            let start = k.let_("start", KType::Index, to_index(load(starts, at)));
            k.worker_rows.insert(*arr, (shared.clone(), start));
        }
    }
}

/// Whether a statement allocates the memory of a variable.
fn allocates(stm: &HostStm, buf: KVar) -> bool {
    matches!(stm, HostStm::Alloc { buf: own, .. } if *own == buf)
}

/// A kernel that has nothing but the sizes of the rows of its points.
fn sizes_alone(seg: &Seg, l: &Lowerer<'_>) -> Seg {
    let mut seg = seg.clone();
    seg.rows.retain(|row| l.vars[row.param].ty.rank() == 0);
    seg
}

/// Finds the longest rows of a worker's points.
struct Longest {
    seg: Seg,
    /// Sizes of a row, and the longest so far.
    rows: Vec<(Vec<Dim>, KVar)>,
}

impl Visit for Longest {
    fn point(
        &mut self,
        l: &mut Lowerer<'_>,
        k: &mut KernelBuilder,
        point: &mut Point,
        _: &Exp,
    ) -> Result<(), Limitation> {
        l.enter_seg_rows(k, point, &self.seg)?;
        for (dims, most) in &self.rows {
            let mut len = Exp::Index(1);
            for dim in dims {
                len = ix(BinOp::Mul, len, to_index(l.k_atom(k, point, dim.size)));
            }
            let len = k.let_index("len", len);
            let longer = Box::new(less(Exp::Var(*most), len.clone()));
            k.set(*most, Exp::Select(longer, Box::new(len), Box::new(Exp::Var(*most))));
        }
        Ok(())
    }
}
