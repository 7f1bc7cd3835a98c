//! How workers share the points of a space.
//!
//! *Rows* are the points of the levels in front of the innermost one. A walk in order deals out points and row ends alike: row
//! end `g` is item number `row_start(g + 1) + g`, so equal shares of items are found by one binary search, whatever the skew and
//! however many rows are empty. Exactly one worker consumes each row end; a row still open at a worker's end is its *tail*.

use super::body::Point;
use super::code::{KernelBuilder, ix, less};
use super::groups::Row;
use super::neighbours::several;
use super::{Lowerer, host_bin};
use base::BinOp;
use ir::kernel::{Exp, HostExp, KType, KVar, Stm, statements};
use ir::{Dim, Level, Limitation};

/// What a walk in order does on its way.
pub(super) trait Visit {
    /// Whether it does something where rows begin or end, or its points ask which row they are in.
    fn needs_rows(&self, _: &Lowerer<'_>) -> bool {
        true
    }
    /// A row begins, or goes on from an earlier worker; `first` is true for the worker's first row.
    fn row(&mut self, _: &mut Lowerer<'_>, _: &mut KernelBuilder, _first: &Exp) -> Result<(), Limitation> {
        Ok(())
    }
    /// A point; `position` is its place in memory.
    fn point(
        &mut self,
        l: &mut Lowerer<'_>,
        k: &mut KernelBuilder,
        point: &mut Point,
        position: &Exp,
    ) -> Result<(), Limitation>;
    /// A row ends here.
    fn row_end(
        &mut self,
        _: &mut Lowerer<'_>,
        _: &mut KernelBuilder,
        _: &RowEnd<'_>,
    ) -> Result<(), Limitation> {
        Ok(())
    }
}

/// The end of a row, which one worker comes to.
pub(super) struct RowEnd<'a> {
    /// The row.
    pub(super) row: &'a Exp,
    /// Its indices.
    pub(super) index: &'a [Exp],
    /// The index of the first of its points that the worker has seen. Where that is not 0, workers in front have seen others.
    pub(super) begin: Exp,
    /// Whether it has seen any.
    pub(super) some: Exp,
}

/// A space: its levels, its dimensions, and whether its points ask for no rows ([`Lowerer::point_at`]).
pub(super) type Points<'a> = (&'a [Level], &'a [Dim], bool);

/// The open row a worker leaves behind.
pub(super) struct Tail {
    /// The row.
    pub(super) row: KVar,
    /// The position of the worker's first point.
    pub(super) first: Exp,
    /// Whether the worker saw any of its points.
    pub(super) some: KVar,
    /// Whether the worker consumed a row end before it.
    pub(super) ended: KVar,
}

impl Lowerer<'_> {
    /// How many workers walk a space in order, so many times each: what is walked through twice should stay near the processor.
    pub(super) fn walkers(&mut self, dims: &[Dim], walks: usize) -> Result<HostExp, Limitation> {
        let (rows, points) = (self.most(&dims[..dims.len() - 1])?, self.most(dims)?);
        let items = match (rows, points) {
            (Some(rows), Some(points)) => host_bin(BinOp::Add, rows, points),
            (_, None) | (None, _) => super::number(MOST_THREADS),
        };
        let workers = HostExp::workers(items.clone());
        if walks > 1 && !self.target.deals_out() {
            let near = super::number(self.target.near.into());
            return Ok(host_bin(BinOp::Max, workers, host_bin(BinOp::Div, items, near)));
        }
        if self.target.deals_out() {
            // Kernels that go through no tiles have memory for each worker.
            return Ok(host_bin(BinOp::Min, workers, super::number(MOST_WALKERS)));
        }
        Ok(workers)
    }

    /// The points of a worker's share, in order, row by row.
    pub(super) fn walk(
        &mut self,
        k: &mut KernelBuilder,
        levels: &[Level],
        dims: &[Dim],
        visit: &mut impl Visit,
    ) -> Result<Tail, Limitation> {
        if dims.len() > 1 && !visit.needs_rows(self) {
            let each = |l: &mut Self, k: &mut KernelBuilder, point: &mut Point, position: &Exp| {
                visit.point(l, k, point, position)
            };
            let first = self.run(k, (levels, dims), each)?;
            // There are no rows of which any could be open.
            let mut no = |name| {
                k.let_(name, KType::Scalar(base::ScalarType::Bool), Exp::Const(base::Scalar::Bool(false)))
            };
            let (some, ended) = (no("some"), no("ended"));
            return Ok(Tail { row: k.let_("tail", KType::Index, Exp::Index(0)), first, some, ended });
        }
        let outer = &dims[..dims.len() - 1];
        let rows = self.k_count(k, outer)?;
        let items = self.items(k, dims)?;
        let (worker, workers) = (Exp::Var(k.worker), Exp::Var(k.workers));
        let from = k.let_index("from", first_item(worker.clone(), &items, workers.clone()));
        let next = ix(BinOp::Add, worker, Exp::Index(1));
        let to = k.let_index("to", first_item(next, &items, workers));
        let first = self.path(k, dims, &rows, &from)?;
        let last = self.path(k, dims, &rows, &to)?;
        let g = k.let_("g", KType::Index, first.clone());
        let begin = k.let_index("pb", ix(BinOp::Sub, from, first.clone()));
        let p = k.let_("p", KType::Index, begin.clone());
        let end = k.let_index("pe", ix(BinOp::Sub, to, last.clone()));
        let some =
            k.let_("some", KType::Scalar(base::ScalarType::Bool), Exp::Const(base::Scalar::Bool(false)));
        let ended = k.let_("ended", KType::Scalar(base::ScalarType::Bool), less(first.clone(), last.clone()));
        let group = self.first_group(k, dims, first.clone())?;
        let at_most = Exp::IndexBin(BinOp::Le, Box::new(Exp::Var(g)), Box::new(last.clone()));
        let cond = Exp::Bin(
            BinOp::And,
            base::ScalarType::Bool,
            Box::new(at_most),
            Box::new(less(Exp::Var(g), rows)),
        );
        let (body, result) = k.block(|k| {
            let row = Exp::Var(g);
            let open =
                k.let_("open", KType::Scalar(base::ScalarType::Bool), not_less(row.clone(), last.clone()));
            let Row { index, start, stop } = match &group {
                Some(group) => self.next_row(k, dims, group, row.clone())?,
                None => self.row(k, dims, row.clone())?,
            };
            let stop = Exp::Select(Box::new(Exp::Var(open)), Box::new(end.clone()), Box::new(stop));
            let stop = k.let_index("stop", stop);
            let is_first = Exp::IndexBin(BinOp::Eq, Box::new(row.clone()), Box::new(first.clone()));
            visit.row(self, k, &is_first)?;
            let q = k.var("q", KType::Index);
            let (body, result) = k.block(|k| {
                let mut index = index.clone();
                index.push(k.let_index("j", ix(BinOp::Sub, Exp::Var(q), start.clone())));
                let mut point = Point::default();
                point.enter(levels, &index);
                visit.point(self, k, &mut point, &Exp::Var(q))
            });
            result?;
            k.code.push(Stm::For { var: q, from: Exp::Var(p), to: stop.clone(), vector: None, body });
            let begin = ix(BinOp::Sub, Exp::Var(p), start.clone());
            let seen = less(Exp::Var(p), stop.clone());
            let end = RowEnd { row: &row, index: &index, begin, some: seen };
            let (at_end, result) = k.block(|k| visit.row_end(self, k, &end));
            result?;
            let tail = vec![Stm::Set(some, less(Exp::Var(p), stop.clone()))];
            k.code.push(Stm::If { cond: Exp::Var(open), then: tail, els: at_end });
            k.set(p, stop);
            k.set(g, ix(BinOp::Add, row, Exp::Index(1)));
            Ok(open)
        });
        let open = result?;
        if self.target.deals_out() || dims.len() < 2 || statements(&body) > MOST_TWICE {
            k.code.push(Stm::While { bounded: true, pre: vec![], cond, body });
        } else {
            // The open row stands on its own: the loop over the others need not ask.
            let tail = decided(body.clone(), open, true);
            let closed = decided(body, open, false);
            let cond_closed = less(Exp::Var(g), last.clone());
            k.code.push(Stm::While { bounded: true, pre: vec![], cond: cond_closed, body: closed });
            k.code.push(Stm::If { cond, then: tail, els: vec![] });
        }
        let row = k.let_("tail", KType::Index, last);
        Ok(Tail { row, first: begin, some, ended })
    }

    /// How many items there are.
    fn items(&mut self, k: &mut KernelBuilder, dims: &[Dim]) -> Result<Exp, Limitation> {
        let rows = self.k_count(k, &dims[..dims.len() - 1])?;
        let points = self.k_count(k, dims)?;
        Ok(k.let_index("items", ix(BinOp::Add, rows, points)))
    }

    /// How many row ends are among the first `items` items.
    fn path(
        &mut self,
        k: &mut KernelBuilder,
        dims: &[Dim],
        rows: &Exp,
        items: &Exp,
    ) -> Result<Exp, Limitation> {
        let low = k.let_("lo", KType::Index, Exp::Index(0));
        let high = k.let_("hi", KType::Index, rows.clone());
        let (body, result) = k.block(|k| {
            let sum = ix(BinOp::Add, Exp::Var(low), Exp::Var(high));
            let mid = k.let_index("mid", ix(BinOp::Div, sum, Exp::Index(2)));
            let after = ix(BinOp::Add, mid.clone(), Exp::Index(1));
            let start = self.row_start(k, dims, after.clone())?;
            let item = ix(BinOp::Add, start, mid.clone());
            k.code.push(Stm::If {
                cond: less(item, items.clone()),
                then: vec![Stm::Set(low, after)],
                els: vec![Stm::Set(high, mid)],
            });
            Ok(())
        });
        result?;
        k.code.push(Stm::While {
            bounded: true,
            pre: vec![],
            cond: less(Exp::Var(low), Exp::Var(high)),
            body,
        });
        Ok(Exp::Var(low))
    }

    /// Runs independent points, row by row: `lanes` neighbours take a row, and its points in turn. Launches the kernel.
    pub(super) fn lanes_of_rows(
        &mut self,
        mut k: KernelBuilder,
        levels: &[Level],
        (dims, lanes): (&[Dim], u32),
        mut f: impl FnMut(&mut Lowerer<'_>, &mut KernelBuilder, &mut Point, &Exp) -> Result<(), Limitation>,
    ) -> Result<(), Limitation> {
        let (outer, lanes) = (&dims[..dims.len() - 1], i64::from(lanes));
        let rows = self.k_count(&mut k, outer)?;
        let row = k.let_("row", KType::Index, ix(BinOp::Div, Exp::Var(k.worker), Exp::Index(lanes)));
        let (body, result) = k.block(|k| {
            let Row { mut index, start, stop } = self.row(k, dims, Exp::Var(row))?;
            let end = k.let_index("end", stop);
            let first = ix(BinOp::Rem, Exp::Var(k.worker), Exp::Index(lanes));
            let p = k.let_("p", KType::Index, ix(BinOp::Add, start.clone(), first));
            index.push(ix(BinOp::Sub, Exp::Var(p), start));
            let (mut points, result) = k.block(|k| {
                let mut point = Point::default();
                point.enter(levels, &index);
                f(self, k, &mut point, &Exp::Var(p))
            });
            result?;
            points.push(Stm::Set(p, ix(BinOp::Add, Exp::Var(p), Exp::Index(lanes))));
            let cond = less(Exp::Var(p), end);
            k.code.push(Stm::While { bounded: true, pre: vec![], cond, body: points });
            let step = ix(BinOp::Div, Exp::Var(k.workers), Exp::Index(lanes));
            k.set(row, ix(BinOp::Add, Exp::Var(row), step));
            Ok(())
        });
        result?;
        k.code.push(Stm::While { bounded: true, pre: vec![], cond: less(Exp::Var(row), rows), body });
        let most = self.most(outer)?;
        let workers = most.map_or_else(busy_threads, |rows| {
            let all = host_bin(BinOp::Mul, rows, super::number(lanes));
            host_bin(BinOp::Min, all, super::number(MOST_THREADS))
        });
        self.launch(k, workers);
        Ok(())
    }

    /// Runs independent points in order, dealt out to so many workers. Launches the kernel.
    pub(super) fn points_in_order(
        &mut self,
        mut k: KernelBuilder,
        (levels, dims, free): Points<'_>,
        workers: HostExp,
        f: impl FnMut(&mut Lowerer<'_>, &mut KernelBuilder, &mut Point, &Exp) -> Result<(), Limitation>,
    ) -> Result<(), Limitation> {
        if free && dims.len() > 1 {
            self.run(&mut k, (levels, dims), f)?;
            self.launch(k, workers);
            return Ok(());
        }
        struct Each<F>(F);
        impl<F> Visit for Each<F>
        where
            F: FnMut(&mut Lowerer<'_>, &mut KernelBuilder, &mut Point, &Exp) -> Result<(), Limitation>,
        {
            fn point(
                &mut self,
                l: &mut Lowerer<'_>,
                k: &mut KernelBuilder,
                point: &mut Point,
                position: &Exp,
            ) -> Result<(), Limitation> {
                (self.0)(l, k, point, position)
            }
        }
        self.walk(&mut k, levels, dims, &mut Each(f))?;
        self.launch(k, workers);
        Ok(())
    }

    /// Runs independent points: on a CPU in order, on a GPU dealt out one by one. Launches the kernel.
    pub(super) fn each_point(
        &mut self,
        k: KernelBuilder,
        levels: &[Level],
        dims: &[Dim],
        f: impl FnMut(&mut Lowerer<'_>, &mut KernelBuilder, &mut Point, &Exp) -> Result<(), Limitation>,
    ) -> Result<(), Limitation> {
        self.points_of(k, (levels, dims, false), None, f)
    }

    /// The same for so many workers, or as many as there should be.
    pub(super) fn points_of(
        &mut self,
        mut k: KernelBuilder,
        (levels, dims, free): Points<'_>,
        workers: Option<HostExp>,
        mut f: impl FnMut(&mut Lowerer<'_>, &mut KernelBuilder, &mut Point, &Exp) -> Result<(), Limitation>,
    ) -> Result<(), Limitation> {
        if dims.is_empty() {
            f(self, &mut k, &mut Point::default(), &Exp::Index(0))?;
            self.launch(k, super::number(1));
            return Ok(());
        }
        if !self.target.deals_out() {
            let workers = workers.map_or_else(|| self.walkers(dims, 1), Ok)?;
            return self.points_in_order(k, (levels, dims, free), workers, f);
        }
        let each = self.strided(&mut k, (levels, dims, free), false, f)?;
        let workers = match workers {
            Some(workers) => workers,
            None => {
                let lanes = self.lanes_for(dims, each, combines(&k.code))?;
                self.bound_slices(&k, lanes)
            }
        };
        self.launch(k, workers);
        Ok(())
    }

    /// The points that a grid-stride loop gives a lane: one at a time where they must be `alone` or where lanes have memory of their own,
    /// which is for one point, else a few neighbours. Gives how many at a time.
    pub(super) fn strided(
        &mut self,
        k: &mut KernelBuilder,
        (levels, dims, free): Points<'_>,
        alone: bool,
        mut f: impl FnMut(&mut Lowerer<'_>, &mut KernelBuilder, &mut Point, &Exp) -> Result<(), Limitation>,
    ) -> Result<u32, Limitation> {
        let total = self.k_count(k, dims)?;
        let p = k.var("p", KType::Index);
        let code = if free && dims.len() > 1 {
            self.point_at(k, (levels, dims), p, f)?
        } else {
            let (code, result) = k.block(|k| {
                let index = self.decode(k, dims, Exp::Var(p))?;
                let mut point = Point::default();
                point.enter(levels, &index);
                f(self, k, &mut point, &Exp::Var(p))
            });
            result?;
            code
        };
        let alone = alone || !k.worker_rows.is_empty() || !k.slices.is_empty();
        let (mut body, each) = if alone { (code, 1) } else { several(k, self.target.unit, code, p, &total) };
        let times = |n: Exp| if each == 1 { n } else { ix(BinOp::Mul, n, Exp::Index(each.into())) };
        body.push(Stm::Set(p, ix(BinOp::Add, Exp::Var(p), times(Exp::Var(k.workers)))));
        k.code.push(Stm::Let(p, times(Exp::Var(k.worker))));
        k.code.push(Stm::While { bounded: true, pre: vec![], cond: less(Exp::Var(p), total), body });
        Ok(each)
    }

    /// How many lanes independent points are dealt out to, so many to each at once.
    pub(super) fn lanes_for(
        &mut self,
        dims: &[Dim],
        each: u32,
        combining: bool,
    ) -> Result<HostExp, Limitation> {
        Ok(match self.most(dims)? {
            // Groups that combine into memory have copies of it, which are merged: as few as keep the device busy.
            Some(points) if combining => HostExp::workers(points),
            Some(points) => {
                let all = host_bin(BinOp::Add, points, super::number(i64::from(each) - 1));
                let lanes = host_bin(BinOp::Div, all, super::number(each.into()));
                host_bin(BinOp::Min, lanes, super::number(MOST_THREADS))
            }
            None => busy_threads(),
        })
    }
}

/// The most statements of a row that stand twice.
const MOST_TWICE: usize = 60;

/// Statements that declare a truth value, where it is known.
fn decided(stms: Vec<Stm>, flag: KVar, value: bool) -> Vec<Stm> {
    fn choose(exp: &mut Exp, flag: KVar, value: bool) {
        exp.parts_mut().into_iter().for_each(|part| choose(part, flag, value));
        if let Exp::Select(cond, a, b) = exp
            && **cond == Exp::Var(flag)
        {
            *exp = if value { (**a).clone() } else { (**b).clone() };
        }
    }
    let mut left = vec![];
    for mut stm in stms {
        if matches!(&stm, Stm::Let(var, _) if *var == flag) {
            continue;
        }
        if let Stm::If { cond: Exp::Var(var), then, els } = stm {
            if var == flag {
                left.extend(decided(if value { then } else { els }, flag, value));
                continue;
            }
            stm = Stm::If { cond: Exp::Var(var), then, els };
        }
        stm.exps_mut().into_iter().for_each(|exp| choose(exp, flag, value));
        stm.replace(flag, &Exp::Const(base::Scalar::Bool(value)));
        left.push(stm);
    }
    left
}

/// Whether code combines into memory.
fn combines(stms: &[Stm]) -> bool {
    let inside = |stm: &Stm| stm.blocks().into_iter().any(combines);
    stms.iter().any(|stm| matches!(stm, Stm::Atomic { .. }) || inside(stm))
}

/// Threads of one launch over independent points; each takes every so many-th point. Where points cost unequally those with one point
/// each are done at the same time, nearly.
const MOST_THREADS: i64 = 1 << 26;
/// Threads where the host does not know how many points there are: as many as keep the device busy.
pub(super) fn busy_threads() -> HostExp {
    HostExp::workers(super::number(MOST_THREADS))
}

/// Lanes of one launch that have a share of the points each.
const MOST_WALKERS: i64 = 1 << 15;

/// Equal shares: the item that the share of a worker begins with.
pub(super) fn first_item(worker: Exp, items: &Exp, workers: Exp) -> Exp {
    ix(BinOp::Div, ix(BinOp::Mul, worker, items.clone()), workers)
}

pub(super) fn not_less(a: Exp, b: Exp) -> Exp {
    Exp::IndexBin(BinOp::Ge, Box::new(a), Box::new(b))
}
