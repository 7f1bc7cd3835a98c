//! Rows whose sizes nobody has stored: groups take some of them at a time, and find their sizes themselves.
//!
//! A group takes the next rows whenever it is done with others. Where they are short, or nearly equal, a lane has a row, else some lanes do.
//! Rows with more points than a group should go through alone are left: it notes where they are, and in a second launch all groups share
//! them (`left.rs`).

use super::brief::TALL;
use super::reduce::is_zero;
use super::seg::SHARE;
use super::striped::of_row;
use crate::lower::body::Point;
use crate::lower::code::{KernelBuilder, from_index, ix, less, load, to_index};
use crate::lower::offsets::{Offsets, plus};
use crate::lower::seg::{Outs, sizes};
use crate::lower::{Lowerer, host_bin, number};
use base::{BinOp, Scalar, ScalarType};
use ir::kernel::{Exp, HostExp, KType, KVar, Stm};
use ir::{Dim, Limitation, Seg, Var};

/// Rows that a lane finds the sizes of at a time, at most.
pub(super) const EACH: u32 = 4;

/// How often a group takes rows, on average, if there are as many: one whose rows have few points takes others meanwhile.
const TURNS: i64 = 4;

/// The same as [`TALL`] where no row has many more points than the average, and how many times the average that is.
const EVEN: (i64, i64) = (16, 3);

/// The most points for each lane that a group goes through alone.
const MOST: u32 = 64;

/// Below how many points on average how many lanes take a row; else all do.
const LANES: [(i64, u32); 4] = [(3, 2), (6, 4), (24, 8), (128, 32)];

/// Entries and pieces of rows that are left are counted together, so that they are in the same order: the bits of the pieces, which are enough
/// for 2^36 tiles, and those of the entries, of which each is of many rows.
pub(super) const PIECES: i64 = 36;
pub(super) const ENTRIES: i64 = 28;

/// Rows that a group has taken: the first, how many there are, and how many points each has.
#[derive(Clone)]
pub(in crate::lower) struct GroupSizes {
    made: Var,
    first: KVar,
    rows: Exp,
    sizes: KVar,
}

impl GroupSizes {
    /// Lanes take these rows in turn. Code of a lane.
    fn each(
        &self,
        k: &mut KernelBuilder,
        lanes: u32,
        f: impl FnOnce(&mut KernelBuilder, Exp) -> Result<(), Limitation>,
    ) -> Result<(), Limitation> {
        let turn = k.var("u", KType::Index);
        let (body, result) = k.block(|k| {
            let front = ix(BinOp::Mul, Exp::Var(turn), Exp::Index(lanes.into()));
            let r = k.let_index("r", ix(BinOp::Add, front, Exp::Var(k.lane)));
            let (then, result) = k.block(|k| f(k, r.clone()));
            k.code.push(Stm::If { cond: less(r, self.rows.clone()), then, els: vec![] });
            result
        });
        let to = Exp::Index(EACH.into());
        k.code.push(Stm::For { var: turn, from: Exp::Index(0), to, vector: None, body });
        result
    }
}

/// A kernel that deals out rows.
pub(super) struct Deal<'a> {
    pub(super) seg: &'a Seg,
    pub(super) dims: &'a [Dim],
    pub(super) outs: &'a Outs,
    /// The kernel of the sizes.
    pub(super) made: Var,
    pub(super) sizes: Seg,
    /// How many rows there are, and how many a group takes at a time, on the device.
    pub(super) rows: Exp,
    pub(super) each: Exp,
}

impl Lowerer<'_> {
    /// How many points one of the rows has that a group has taken.
    pub(in crate::lower) fn taken_size(&self, made: Var, row: &Exp) -> Option<Exp> {
        let taken = self.taken.as_ref().filter(|taken| taken.made == made)?;
        let r = ix(BinOp::Sub, row.clone(), Exp::Var(taken.first));
        Some(super::index_of(load(taken.sizes, r)))
    }

    /// Lowers a kernel whose groups take rows.
    pub(in crate::lower) fn dealt_out(
        &mut self,
        seg: &Seg,
        dims: &[Dim],
        outs: &Outs,
    ) -> Result<(), Limitation> {
        let outer = &dims[..dims.len() - 1];
        let Offsets::Within(made) = self.offsets_of_rows(dims)? else {
            base::bug!("lower", "rows are dealt out that have offsets")
        };
        let most = self.capacity(outer)?;
        let mut k = KernelBuilder::new();
        let lanes = self.target.lanes;
        let takes = i64::from(EACH * lanes);
        // Where rows begin takes shared memory, too.
        let shared = self.target.shared;
        self.target.shared = shared.saturating_sub((EACH * lanes + 1) * ScalarType::I64.bytes() as u32);
        let plan = self.plan(&mut k, seg, true, false);
        self.target.shared = shared;
        let mut busy = |name: &str, workers: HostExp, lanes: u32| {
            let groups = host_bin(BinOp::Div, workers, number(lanes.into()));
            Exp::Var(self.set(name, ScalarType::I64, host_bin(BinOp::Max, groups, number(1))))
        };
        let workers = HostExp::workers(number(i64::from(i32::MAX)));
        let shared = host_bin(BinOp::Mul, workers.clone(), number(SHARE.0));
        let sharing = busy("sharing", host_bin(BinOp::Div, shared, number(SHARE.1)), plan.lanes);
        let groups = busy("taking", workers, lanes);
        let groups = host_bin(BinOp::Max, host_bin(BinOp::Min, groups, most.clone()), number(1));
        let groups = Exp::Var(self.set("groups", ScalarType::I64, groups));
        let turns = host_bin(BinOp::Div, most, host_bin(BinOp::Mul, groups.clone(), number(takes)));
        let turns = host_bin(BinOp::Add, turns, number(TURNS));
        let entries = host_bin(BinOp::Mul, host_bin(BinOp::Mul, groups.clone(), turns), number(2));
        let left = self.alloc("left", ScalarType::I64, entries, false);
        // How many rows are left, and the first that nobody has taken.
        let count = self.alloc("count", ScalarType::I64, number(2), true);
        let sizes = self.within[&made].clone();
        let mut deal = Deal { seg, dims, outs, made, sizes, rows: Exp::Index(0), each: Exp::Index(0) };
        let mut take = KernelBuilder::new();
        self.begin_deal(&mut take, &mut deal, &groups)?;
        self.take_rows(&mut take, &deal, (lanes, plan.items()), (left, count))?;
        self.launch_groups(take, lanes, groups.clone());
        self.taken = None;
        self.share_left(&mut k, &mut deal, &plan, ((left, count), &groups))?;
        self.launch_groups(k, plan.lanes, sharing);
        self.dealt = None;
        Ok(())
    }

    /// How many rows a group takes at a time: equally many, a few times or more often. Code of the group.
    pub(super) fn begin_deal(
        &mut self,
        k: &mut KernelBuilder,
        deal: &mut Deal,
        groups: &HostExp,
    ) -> Result<(), Limitation> {
        k.begin_group();
        let rows = self.k_count(k, &deal.dims[..deal.dims.len() - 1])?;
        let groups = k.index("parts", groups.clone());
        let takes = Exp::Index((EACH * self.target.lanes).into());
        let turns = rounded_up(rows.clone(), ix(BinOp::Mul, groups.clone(), takes));
        let turns = ix(BinOp::Max, turns, Exp::Index(TURNS));
        let each = rounded_up(rows.clone(), ix(BinOp::Mul, groups, turns));
        deal.each = k.let_index("each", each);
        deal.rows = rows;
        Ok(())
    }

    /// Groups take rows in turn. Code of the group.
    fn take_rows(
        &mut self,
        k: &mut KernelBuilder,
        deal: &Deal,
        (lanes, pieces): (u32, u32),
        (left, count): (KVar, KVar),
    ) -> Result<(), Limitation> {
        let first = k.declare("first", KType::Index, Exp::Index(0), false);
        let next = k.shared("next", ScalarType::I64, 1);
        self.next_rows(k, (count, next), first, &deal.each);
        let (body, result) = k.block(|k| {
            let rows = ix(BinOp::Sub, deal.rows.clone(), Exp::Var(first));
            let rows = k.let_index("rows", ix(BinOp::Min, deal.each.clone(), rows));
            let taken = GroupSizes {
                made: deal.made,
                first,
                rows: rows.clone(),
                sizes: k.shared("sizes", ScalarType::I32, EACH * lanes),
            };
            self.taken = Some(taken.clone());
            let long = KType::Scalar(ScalarType::I64);
            let sum = k.declare("sum", long, number(0), true);
            let longest = k.declare("longest", long, number(0), true);
            let tall =
                k.declare("tall", KType::Scalar(ScalarType::Bool), Exp::Const(Scalar::Bool(false)), true);
            let (region, result) = k.lane_code(|k| {
                self.invariants(k, &deal.sizes);
                k.set(sum, number(0));
                k.set(longest, number(0));
                taken.each(k, lanes, |k, r| {
                    let size = self.size_of_row(k, deal, ix(BinOp::Add, Exp::Var(first), r.clone()))?;
                    let size = Exp::Var(k.let_("size", long, size));
                    k.store(taken.sizes, r, as_count(size.clone()));
                    k.set(sum, plus(Exp::Var(sum), size.clone()));
                    k.set(longest, on_numbers(BinOp::Max, Exp::Var(longest), size));
                    Ok(())
                })?;
                k.set(tall, on_numbers(BinOp::Lt, number(TALL), Exp::Var(longest)));
                Ok(())
            });
            result?;
            let some = k.declare("some", KType::Index, Exp::Index(0), false);
            k.code.extend([region, Stm::Count { holds: tall, total: some }]);
            let (alone, result) = k.lane_code(|k| {
                self.invariants(k, deal.seg);
                taken.each(k, lanes, |k, r| {
                    self.points_of_row(k, deal, &taken, r, (Exp::Index(0), Exp::Index(1)))
                })
            });
            result?;
            let (els, result) = k.block(|k| {
                let total = k.declare("total", long, number(0), false);
                k.sum_of_lanes(sum, None, total);
                let points = k.let_index("points", to_index(Exp::Var(total)));
                let wide = lanes_of_row(k, (&points, &rows), (longest, tall), lanes);
                let (few, result) = k.block(|k| self.rows_of_lanes(k, deal, &taken, (lanes, wide)));
                result?;
                let items = k.let_index("items", ix(BinOp::Add, rows.clone(), points.clone()));
                let pieces = rounded_up(items, Exp::Index(pieces.into()));
                let note = self.note_left(k, (left, count), (first, pieces));
                let most = Exp::Index((MOST * lanes).into());
                let cond = Exp::IndexBin(BinOp::Le, Box::new(points), Box::new(most));
                k.code.push(Stm::If { cond, then: few, els: vec![note] });
                Ok(())
            });
            result?;
            let none = Exp::IndexBin(BinOp::Eq, Box::new(Exp::Var(some)), Box::new(Exp::Index(0)));
            k.code.push(Stm::If { cond: none, then: vec![alone], els });
            self.next_rows(k, (count, next), first, &deal.each);
            Ok(())
        });
        result?;
        // After a failure rows have size 0, so the loop need not test for one.
        let cond = less(Exp::Var(first), deal.rows.clone());
        k.code.push(Stm::While { bounded: true, pre: vec![], cond, body });
        Ok(())
    }

    /// Takes the next rows that nobody has taken yet. Code of the group.
    fn next_rows(&mut self, k: &mut KernelBuilder, (count, next): (KVar, KVar), first: KVar, each: &Exp) {
        let (take, ()) = k.lane_code(|k| {
            let (then, ()) = k.block(|k| {
                let buf = self.k_out(k, count);
                let old = k.var("old", KType::Scalar(ScalarType::I64));
                let val = from_index(each.clone());
                k.code.push(Stm::Atomic { op: BinOp::Add, buf, at: Exp::Index(1), val, old: Some(old) });
                k.store(next, Exp::Index(0), Exp::Var(old));
            });
            k.code.push(Stm::If { cond: is_zero(k.lane), then, els: vec![] });
        });
        k.code.push(take);
        k.set(first, to_index(load(next, Exp::Index(0))));
    }

    /// Some lanes take a row. Code of the group.
    fn rows_of_lanes(
        &mut self,
        k: &mut KernelBuilder,
        deal: &Deal,
        taken: &GroupSizes,
        (lanes, wide): (u32, Exp),
    ) -> Result<(), Limitation> {
        let step = k.let_index("step", ix(BinOp::Div, Exp::Index(lanes.into()), wide.clone()));
        let (region, result) = k.lane_code(|k| {
            self.invariants(k, deal.seg);
            let r = ix(BinOp::Div, Exp::Var(k.lane), wide.clone());
            let r = k.let_("r", KType::Index, r);
            let own = k.let_index("own", ix(BinOp::Rem, Exp::Var(k.lane), wide.clone()));
            let (mut body, result) =
                k.block(|k| self.points_of_row(k, deal, taken, Exp::Var(r), (own, wide.clone())));
            body.push(Stm::Set(r, ix(BinOp::Add, Exp::Var(r), step.clone())));
            let cond = less(Exp::Var(r), taken.rows.clone());
            k.code.push(Stm::While { bounded: true, pre: vec![], cond, body });
            result
        });
        k.code.push(region);
        result
    }

    /// Evaluates points of one of the rows that the group has taken: from the first one on, in steps. Code of a lane.
    fn points_of_row(
        &mut self,
        k: &mut KernelBuilder,
        deal: &Deal,
        taken: &GroupSizes,
        r: Exp,
        (from, step): (Exp, Exp),
    ) -> Result<(), Limitation> {
        let size = k.let_index("size", super::index_of(load(taken.sizes, r.clone())));
        let j = k.let_("j", KType::Index, from);
        let some = less(Exp::Var(j), size);
        let (then, result) = k.block(|k| {
            let row = k.let_index("row", ix(BinOp::Add, Exp::Var(taken.first), r));
            let mut index = self.decode(k, &deal.dims[..deal.dims.len() - 1], row)?;
            let (code, result) = k.block(|k| {
                index.push(Exp::Var(j));
                let mut point = Point::default();
                point.enter(&deal.seg.levels, &index);
                self.enter_rows(k, &mut point, deal.seg)?;
                self.k_block(k, &mut point, &deal.seg.body)
            });
            result?;
            let (of_row, mut each) = of_row(code, vec![j]);
            k.code.extend(of_row);
            each.push(Stm::Set(j, ix(BinOp::Add, Exp::Var(j), step)));
            k.code.push(Stm::While { bounded: true, pre: vec![], cond: some.clone(), body: each });
            Ok(())
        });
        // An empty row has no point at which anything might be read.
        k.code.push(Stm::If { cond: some, then, els: vec![] });
        result
    }

    /// Notes rows that are left to all groups. Code of the group.
    fn note_left(
        &mut self,
        k: &mut KernelBuilder,
        (left, count): (KVar, KVar),
        (first, pieces): (KVar, Exp),
    ) -> Stm {
        let (note, ()) = k.lane_code(|k| {
            let (then, ()) = k.block(|k| {
                let (left, buf) = (self.k_out(k, left), self.k_out(k, count));
                let val = plus(number(1 << PIECES), from_index(pieces));
                let old = k.var("old", KType::Scalar(ScalarType::I64));
                k.code.push(Stm::Atomic { op: BinOp::Add, buf, at: Exp::Index(0), val, old: Some(old) });
                let at = k.let_index("at", ix(BinOp::Mul, entries_of(&Exp::Var(old)), Exp::Index(2)));
                k.store(left, at.clone(), from_index(Exp::Var(first)));
                let front = from_index(pieces_of(&Exp::Var(old)));
                k.store(left, ix(BinOp::Add, at, Exp::Index(1)), front);
            });
            k.code.push(Stm::If { cond: is_zero(k.lane), then, els: vec![] });
        });
        note
    }

    /// How many points a row has; none once a check has failed. Code of a lane.
    pub(super) fn size_of_row(
        &mut self,
        k: &mut KernelBuilder,
        deal: &Deal,
        row: Exp,
    ) -> Result<Exp, Limitation> {
        let row = k.let_index("row", row);
        let index = self.decode(k, &deal.dims[..deal.dims.len() - 1], row.clone())?;
        let mut point = Point::default();
        point.enter(&deal.sizes.levels, &index);
        point.position = Some(row.clone());
        point.find(&deal.sizes, &row);
        self.enter_rows(k, &mut point, &deal.sizes)?;
        self.k_block(k, &mut point, &deal.sizes.body)?;
        let Some(size) = sizes(&deal.sizes).next() else { base::bug!("lower", "rows without a size") };
        let size = self.k_atom(k, &point, size);
        if !k.may_have_failed() {
            return Ok(size);
        }
        Ok(Exp::Select(Box::new(Exp::FAILED), Box::new(number(0)), Box::new(size)))
    }
}

/// How many lanes should take a row: one where no row has many more points than the average, else as many as that is. Code of the group.
fn lanes_of_row(
    k: &mut KernelBuilder,
    (points, rows): (&Exp, &Exp),
    (longest, holds): (KVar, KVar),
    lanes: u32,
) -> Exp {
    let mean = k.let_index("mean", ix(BinOp::Div, points.clone(), rows.clone()));
    let bound = ix(BinOp::Min, ix(BinOp::Mul, mean.clone(), Exp::Index(EVEN.1)), Exp::Index(EVEN.0));
    let bound = k.let_index("bound", bound);
    let (region, ()) =
        k.lane_code(|k| k.set(holds, on_numbers(BinOp::Lt, from_index(bound), Exp::Var(longest))));
    let uneven = k.declare("uneven", KType::Index, Exp::Index(0), false);
    k.code.extend([region, Stm::Count { holds, total: uneven }]);
    let mut wide = Exp::Index(lanes.into());
    for (points, of) in LANES.into_iter().rev() {
        let cond = less(mean.clone(), Exp::Index(points));
        wide = Exp::Select(Box::new(cond), Box::new(Exp::Index(of.min(lanes).into())), Box::new(wide));
    }
    let even = Exp::IndexBin(BinOp::Eq, Box::new(Exp::Var(uneven)), Box::new(Exp::Index(0)));
    k.let_index("wide", Exp::Select(Box::new(even), Box::new(Exp::Index(1)), Box::new(wide)))
}

/// The quotient, rounded up.
pub(super) fn rounded_up(a: Exp, b: Exp) -> Exp {
    ix(BinOp::Div, ix(BinOp::Sub, ix(BinOp::Add, a, b.clone()), Exp::Index(1)), b)
}

/// A number of points as it lies in shared memory: of rows of which a group takes few, or which it leaves to all.
fn as_count(points: Exp) -> Exp {
    let fits = on_numbers(BinOp::Min, points, number(1 << 30));
    Exp::Conv(ScalarType::I64, ScalarType::I32, Box::new(fits))
}

/// How many entries a word counts.
pub(super) fn entries_of(word: &Exp) -> Exp {
    let high = on_numbers(BinOp::Shr, word.clone(), number(PIECES));
    to_index(on_numbers(BinOp::And, high, number((1 << ENTRIES) - 1)))
}

/// How many pieces it counts.
pub(super) fn pieces_of(word: &Exp) -> Exp {
    to_index(on_numbers(BinOp::And, word.clone(), number((1 << PIECES) - 1)))
}

/// `a op b` on numbers of 64 bits.
pub(super) fn on_numbers(op: BinOp, a: Exp, b: Exp) -> Exp {
    Exp::Bin(op, ScalarType::I64, Box::new(a), Box::new(b))
}
