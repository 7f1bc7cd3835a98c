//! Rows of a worker's own, used again from point to point.
//!
//! The flattener gives memory whose size differs from point to point a row for every point. Where a worker goes through its points one
//! after the other, the longest of its rows serves all of them:
//!
//! ```text
//! alloc scratch = total;                =>    workers = all;
//! launch f groups all (buf scratch, ..);      if worth while {
//!                                               workers = fewer;                         GPUs alone: `grid.rs`
//!                                               launch longest (buf rows, ..);           each worker: the longest row of its points
//!                                               starts = offsets of rows;
//!                                               read total = starts[workers];
//!                                             }
//!                                             alloc scratch = total;
//!                                             launch f groups workers (buf scratch, buf starts, ..);
//! ```
//!
//! Both kernels deal out the same points to a worker: they walk the same space in the same way, as many workers of them. (`privatise` would
//! give a kernel fewer, but not after a branch of the host like this one.) The rows of all workers together are never more than those of
//! all points, whatever the skew. Rows that are results stay in their places.
//!
//! A processor has few workers, so their rows are worth a launch as soon as there are many elements. On a GPU the host has to wait for the
//! sum, and fewer lanes than points may take longer: there rows are shared only where those of all points would take a large part of the
//! memory that the kernel computes with.
//!
//! Does not do: kernels that go through tiles, whose lanes take points in another order.

use super::body::Point;
use super::code::{KernelBuilder, from_index, ix, less, load, to_index};
use super::grid::share_of;
use super::private::takes_slices;
use super::versions::row_source;
use super::walker::{Visit, busy_threads};
use super::{Lowerer, Place, host_bin, number};
use base::{BinOp, ScalarType};
use ir::kernel::{Exp, HostExp, HostStm, KType, KVar};
use ir::{Dim, Limitation, Out, Pat, Row, Seg, Type, Var, fresh};

/// Elements that are not worth another launch.
const FEW: i64 = 1 << 13;

/// How the points of a kernel are dealt out to its workers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Walk {
    /// A worker has an equal share of points and row ends, in order.
    InOrder,
    /// A grid-stride loop, one point at a time.
    Strided,
}

/// The rows of the workers of a kernel.
#[derive(Default)]
pub(super) struct WorkerRows {
    /// The arrays that the flattener has for the rows of all points, and where the row of each worker begins.
    rows: Vec<(Var, KVar)>,
    /// How many workers there are, and whether workers have rows, not points.
    shared: Option<(KVar, KVar)>,
}

impl WorkerRows {
    /// How many workers the kernel must be launched with, where they have rows.
    pub(super) fn workers(&self) -> Option<HostExp> {
        self.shared.map(|(workers, _)| Exp::Var(workers))
    }
}

/// A private row of a kernel.
struct Private<'a> {
    row: &'a Row,
    elem: ScalarType,
    /// The memory of the rows of all points, and how many elements they have together.
    buf: KVar,
    count: HostExp,
}

impl Lowerer<'_> {
    /// Allocates the private rows of a kernel for its workers, where these go through several points each. There are `workers` of them, or
    /// as many as such a walk should have, or fewer. Their number is then fixed.
    pub(super) fn make_worker_rows(
        &mut self,
        (pat, seg): (&Pat, &Seg),
        dims: &[Dim],
        walk: Walk,
        workers: Option<HostExp>,
    ) -> Result<WorkerRows, Limitation> {
        if dims.is_empty() {
            return Ok(WorkerRows::default());
        }
        let private: Vec<Private> = seg.rows.iter().filter_map(|row| self.private_row(seg, row)).collect();
        if private.is_empty() {
            return Ok(WorkerRows::default());
        }
        self.code.retain(|stm| !private.iter().any(|row| allocates(stm, row.buf)));
        let all = match (workers, walk) {
            (Some(workers), _) => workers,
            (None, Walk::InOrder) => self.walkers(dims, 1)?,
            (None, Walk::Strided) => {
                let lanes = self.lanes_for(dims, 1, updates(seg))?;
                // Lanes with slices have as much memory each, whether or not they share rows.
                if takes_slices(seg) { host_bin(BinOp::Min, lanes, busy_threads()) } else { lanes }
            }
        };
        let all = Exp::Var(self.set("all", ScalarType::I64, all));
        let workers = self.set("workers", ScalarType::I64, all.clone());
        let (mut elements, mut bytes) = (number(0), number(0));
        let (mut rows, mut counts) = (vec![], vec![]);
        for Private { row, elem, count, .. } in &private {
            let count = self.set("count", ScalarType::I64, count.clone());
            let size = host_bin(BinOp::Mul, Exp::Var(count), number(elem.bytes() as i64));
            elements = host_bin(BinOp::Add, elements, Exp::Var(count));
            bytes = host_bin(BinOp::Add, bytes, size);
            counts.push(count);
            rows.push((row.arr, self.host_var("starts", KType::Buf(ScalarType::I64))));
        }
        let many = host_bin(BinOp::Gt, elements, number(FEW));
        let mut bounds = None;
        let shared = if self.target.apart {
            let share = self.held_beside(pat, seg).map_or(number(0), share_of);
            let share = Exp::Var(self.set("share", ScalarType::I64, share));
            let much = host_bin(BinOp::Gt, bytes.clone(), share.clone());
            bounds = Some((bytes, share));
            Exp::Bin(BinOp::And, ScalarType::Bool, Box::new(many), Box::new(much))
        } else {
            many
        };
        let shared = self.set("shared", ScalarType::Bool, shared);
        let params: Vec<Var> = private.iter().map(|private| private.row.param).collect();
        let (then, ()) = self.nested(|this| match bounds {
            None => this.find_starts(seg, (dims, walk), workers, (&params, &rows, &counts)),
            Some((bytes, share)) => {
                let elems: Vec<i64> = private.iter().map(|private| private.elem.bytes() as i64).collect();
                let lanes = this.fewer_lanes(dims, all, (bytes, share.clone()))?;
                this.code.push(HostStm::Set(workers, lanes));
                this.until_within(workers, (&counts, &elems), share, |this| {
                    this.find_starts(seg, (dims, walk), workers, (&params, &rows, &counts))
                })
            }
        })?;
        // Where points have rows, workers read one number all the same.
        let nowhere = |(_, buf): &(Var, KVar)| HostStm::Alloc { buf: *buf, count: number(1), zeroed: true };
        self.code.extend(rows.iter().map(nowhere));
        self.code.push(HostStm::If { cond: Exp::Var(shared), then, els: vec![] });
        for (Private { buf, .. }, count) in private.iter().zip(counts) {
            self.code.push(HostStm::Alloc { buf: *buf, count: Exp::Var(count), zeroed: false });
        }
        Ok(WorkerRows { rows, shared: Some((workers, shared)) })
    }

    /// Finds where the rows of workers begin, and how many elements they have together.
    fn find_starts(
        &mut self,
        seg: &Seg,
        how: (&[Dim], Walk),
        workers: KVar,
        (params, rows, counts): (&[Var], &[(Var, KVar)], &[KVar]),
    ) -> Result<(), Limitation> {
        let found = self.find_longest(seg, how, workers, params)?;
        for (longest, (_, starts)) in found.iter().zip(rows) {
            let from = self.starts_of(*longest, workers)?;
            self.code.push(HostStm::Share { to: *starts, from });
        }
        for ((_, starts), count) in rows.iter().zip(counts) {
            self.code.push(HostStm::read(*count, *starts, Exp::Var(workers)));
        }
        Ok(())
    }

    /// Finds the rows of fewer and fewer workers, until these have no more than a share of the memory or are as few as they may be: where
    /// few rows are much longer than the others, the mean says little of the longest.
    fn until_within(
        &mut self,
        workers: KVar,
        (counts, elems): (&[KVar], &[i64]),
        share: HostExp,
        find: impl FnOnce(&mut Self) -> Result<(), Limitation>,
    ) -> Result<(), Limitation> {
        let more = self.set("more", ScalarType::Bool, Exp::Const(base::Scalar::Bool(true)));
        let fewest = self.fewest();
        let (body, ()) = self.nested(|this| {
            find(this)?;
            let sizes = counts.iter().zip(elems);
            let sizes = sizes.map(|(count, elem)| host_bin(BinOp::Mul, Exp::Var(*count), number(*elem)));
            let bytes = sizes.fold(number(0), |sum, bytes| host_bin(BinOp::Add, sum, bytes));
            let bytes = Exp::Var(this.set("bytes", ScalarType::I64, bytes));
            let much = host_bin(BinOp::Gt, bytes.clone(), share.clone());
            let many = host_bin(BinOp::Gt, Exp::Var(workers), fewest.clone());
            let both = Exp::Bin(BinOp::And, ScalarType::Bool, Box::new(much), Box::new(many));
            this.code.push(HostStm::Set(more, both));
            // At most half as many in every round, so that there are few rounds.
            let each = host_bin(BinOp::Max, host_bin(BinOp::Div, bytes, Exp::Var(workers)), number(1));
            let half = host_bin(BinOp::Div, Exp::Var(workers), number(2));
            let lanes = host_bin(BinOp::Min, half, host_bin(BinOp::Div, share, each));
            let lanes = this.set("lanes", ScalarType::I64, host_bin(BinOp::Max, lanes, fewest));
            let then = vec![HostStm::Set(workers, Exp::Var(lanes))];
            this.code.push(HostStm::If { cond: Exp::Var(more), then, els: vec![] });
            Ok(())
        })?;
        self.code.push(HostStm::While { pre: vec![], cond: Exp::Var(more), body });
        Ok(())
    }

    /// How many of all workers there are where the rows of all points have so many bytes, and those of workers should have no more than a
    /// share.
    fn fewer_lanes(
        &mut self,
        dims: &[Dim],
        all: HostExp,
        (bytes, share): (HostExp, HostExp),
    ) -> Result<HostExp, Limitation> {
        let Some(points) = self.most(dims)? else { return Ok(self.lanes_within(all, None, share)) };
        // The longest row of some points is longer than the mean of all: twice that, where rows of all lengths are equally frequent.
        let twice = host_bin(BinOp::Mul, bytes, number(2));
        let each = host_bin(BinOp::Div, twice, host_bin(BinOp::Max, points.clone(), number(1)));
        let lanes = self.lanes_within(all, Some(each), share);
        Ok(self.fewest_lanes(lanes, &points))
    }

    /// Launches the kernel that finds how long the row of each worker has to be: the longest of its points.
    fn find_longest(
        &mut self,
        seg: &Seg,
        (dims, walk): (&[Dim], Walk),
        workers: KVar,
        params: &[Var],
    ) -> Result<Vec<KVar>, Limitation> {
        let found: Vec<KVar> =
            params.iter().map(|_| self.alloc("longest", ScalarType::I64, Exp::Var(workers), false)).collect();
        let mut k = KernelBuilder::new();
        let mut longest = Longest { seg: sizes_alone(seg, self), rows: vec![] };
        for param in params {
            let most = k.let_("longest", KType::Index, Exp::Index(0));
            longest.rows.push((self.vars[*param].ty.dims().to_vec(), most));
        }
        match walk {
            Walk::InOrder => {
                self.walk(&mut k, &seg.levels, dims, &mut longest)?;
            }
            Walk::Strided => {
                self.strided(&mut k, (&seg.levels, dims, false), true, |l, k, point, position| {
                    longest.point(l, k, point, position)
                })?;
            }
        }
        // No two workers have elements of one cache line, however narrow these are. Lanes of a GPU share lines as it is.
        let line = if self.target.apart { 1 } else { self.target.line.into() };
        for (found, (_, most)) in found.iter().zip(&longest.rows) {
            let found = k.buf("longest", ScalarType::I64, *found);
            let lines =
                ix(BinOp::Div, ix(BinOp::Add, Exp::Var(*most), Exp::Index(line - 1)), Exp::Index(line));
            k.store(found, Exp::Var(k.worker), from_index(ix(BinOp::Mul, lines, Exp::Index(line))));
        }
        self.launch(k, Exp::Var(workers));
        Ok(found)
    }

    /// Where the rows of workers begin that are so long, and where the last one ends.
    fn starts_of(&mut self, longest: KVar, workers: KVar) -> Result<KVar, Limitation> {
        let count = fresh(self.vars, "workers", Type::i64());
        self.env.insert(count, Place::Scalar(workers));
        let sizes = Type::array(ScalarType::I64, vec![Dim::uniform(count)]);
        let sizes = fresh(self.vars, "longest", sizes);
        self.env.insert(sizes, Place::Buf(longest));
        self.make_offsets(&[sizes])
    }

    /// A row that only its point uses, in memory that is allocated in this block.
    fn private_row<'a>(&self, seg: &Seg, row: &'a Row) -> Option<Private<'a>> {
        let result = |out: &Out| matches!(out, Out::Owned(result) if row_source(seg, *result) == row.arr);
        let ty = &self.vars[row.param].ty;
        let private = self.scratches.contains(&row.arr)
            && !ty.dims().is_empty()
            && ty.dims().iter().all(Dim::is_uniform)
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
        Some(Private { row, elem: ty.elem()?, buf, count: count? })
    }

    /// Finds where the rows of this worker begin, before all points.
    pub(super) fn enter_worker_rows(&mut self, k: &mut KernelBuilder, rows: &WorkerRows) {
        let Some((_, shared)) = rows.shared else { return };
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

/// Whether the points of a kernel update accumulators: a bound of what `combines` finds in its code, before there is any.
fn updates(seg: &Seg) -> bool {
    let update = |exp: &ir::Exp<ir::Inner>| matches!(exp, ir::Exp::UpdateAcc { .. });
    [&seg.body, &seg.clauses.each].into_iter().flatten().any(|stm| stm.exp.any(&mut { update }))
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
