//! Rows whose sizes nobody has stored: a group takes some rows, finds their sizes itself, and goes through their points tile by tile.
//!
//! Offsets of these rows alone lie in shared memory, and stand for those of the space: `row_start` says where a row begins among the rows
//! that the group has taken, and all that goes through tiles works as it does with offsets in memory. Neighbouring groups take neighbouring
//! rows in turn. Rows with more points than a group should go through alone are left: it notes where they are, and in a second launch
//! all groups share them, each an equal number of pieces.

use super::Plan;
use super::reduce::is_zero;
use super::seg::SHARE;
use crate::lower::body::Point;
use crate::lower::chain::Shared;
use crate::lower::code::{KernelBuilder, from_index, ix, less, load, to_index};
use crate::lower::offsets::{Offsets, plus};
use crate::lower::seg::{Outs, sizes};
use crate::lower::{Lowerer, host_bin, number};
use base::{BinOp, ScalarType};
use ir::kernel::{Combine, Exp, KType, KVar, Stm};
use ir::{Dim, Limitation, Seg, Var};

/// Rows that a lane finds the sizes of at a time, at most.
const EACH: u32 = 8;

/// How often a group takes rows, at least, if there are as many: those that have few points take others meanwhile.
const TURNS: i64 = 2;

/// The most tiles of points that a group goes through alone.
const TILES: u32 = 4;

/// Entries and pieces of rows that are left are counted together, in halves of a word: so they are in the same order.
const HALF: i64 = 32;

/// Rows that a group has found the sizes of.
#[derive(Clone, Copy)]
pub(in crate::lower) struct Dealt {
    /// The offsets that the kernel of these sizes would make.
    made: Var,
    /// Where the rows begin, counted in points from the first of them, and what type these numbers have.
    starts: KVar,
    ty: ScalarType,
    /// The first row, how many there are, and the one behind the last.
    first: KVar,
    rows: KVar,
    end: KVar,
}

/// A kernel that deals out rows.
struct Deal<'a> {
    seg: &'a Seg,
    dims: &'a [Dim],
    outs: &'a Outs,
    /// The kernel of the sizes.
    made: Var,
    sizes: Seg,
    /// How many rows there are, and how many a group takes at a time, on the device.
    rows: Exp,
    each: Exp,
}

impl Dealt {
    /// The first of these rows, and the one behind the last.
    pub(in crate::lower) fn reach(&self) -> (Exp, Exp) {
        (Exp::Var(self.first), Exp::Var(self.end))
    }
}

impl Lowerer<'_> {
    /// Where a row begins among those that a group has taken.
    pub(in crate::lower) fn dealt_offset(&self, made: Var, row: Exp) -> Exp {
        let Some(dealt) = self.dealt.filter(|dealt| dealt.made == made) else {
            base::bug!("lower", "sizes of rows that nobody has taken")
        };
        let start = load(dealt.starts, ix(BinOp::Sub, row, Exp::Var(dealt.first)));
        to_index(Exp::Conv(dealt.ty, ScalarType::I64, Box::new(start)))
    }

    /// The first of the rows that a group may look at, and the one behind the last.
    pub(super) fn rows_in_reach(
        &mut self,
        k: &mut KernelBuilder,
        dims: &[Dim],
    ) -> Result<(Exp, Exp), Limitation> {
        match self.dealt {
            Some(dealt) => Ok(dealt.reach()),
            None => Ok((Exp::Index(0), self.k_count(k, &dims[..dims.len() - 1])?)),
        }
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
        let plan = self.plan(&mut k, seg, true, false);
        let takes = i64::from(EACH * plan.lanes);
        let workers = Exp::Workers(Box::new(number(i64::from(i32::MAX))));
        let busy = host_bin(BinOp::Mul, workers, number(SHARE.0));
        let busy = host_bin(BinOp::Div, busy, number(SHARE.1 * i64::from(plan.lanes)));
        let busy = Exp::Var(self.set("busy", ScalarType::I64, host_bin(BinOp::Max, busy, number(1))));
        let groups = host_bin(BinOp::Max, host_bin(BinOp::Min, busy.clone(), most.clone()), number(1));
        let groups = Exp::Var(self.set("groups", ScalarType::I64, groups));
        let turns = host_bin(BinOp::Div, most, host_bin(BinOp::Mul, groups.clone(), number(takes)));
        let turns = host_bin(BinOp::Add, turns, number(TURNS));
        let entries = host_bin(BinOp::Mul, host_bin(BinOp::Mul, groups.clone(), turns), number(2));
        let left = self.alloc("left", ScalarType::I64, entries, false);
        let count = self.alloc("count", ScalarType::I64, number(1), true);
        let sizes = self.within[&made].clone();
        let mut deal = Deal { seg, dims, outs, made, sizes, rows: Exp::Index(0), each: Exp::Index(0) };
        self.begin_deal(&mut k, &mut deal, &plan, &groups)?;
        self.take_rows(&mut k, &deal, &plan, (left, count))?;
        self.launch_groups(k, plan.lanes, groups.clone());
        let mut k = KernelBuilder::new();
        let plan = self.plan(&mut k, seg, true, false);
        self.begin_deal(&mut k, &mut deal, &plan, &groups)?;
        self.share_left(&mut k, &deal, &plan, (left, count))?;
        self.launch_groups(k, plan.lanes, busy);
        self.dealt = None;
        Ok(())
    }

    /// How many rows a group takes at a time: equally many, a few times or more often. Code of the group.
    fn begin_deal(
        &mut self,
        k: &mut KernelBuilder,
        deal: &mut Deal,
        plan: &Plan,
        groups: &Exp,
    ) -> Result<(), Limitation> {
        k.begin_group();
        let rows = self.k_count(k, &deal.dims[..deal.dims.len() - 1])?;
        let groups = k.index("parts", groups.clone());
        let takes = Exp::Index((EACH * plan.lanes).into());
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
        plan: &Plan,
        (left, count): (KVar, KVar),
    ) -> Result<(), Limitation> {
        let first = ix(BinOp::Mul, Exp::Var(k.group()), deal.each.clone());
        let first = k.declare("first", KType::Index, first, false);
        let (body, result) = k.block(|k| {
            // Counted by 32 bits: who has more points leaves them.
            let (dealt, total) = self.find_sizes(k, deal, plan, (Exp::Var(first), ScalarType::I32))?;
            self.dealt = Some(dealt);
            let total = k.let_index("total", total);
            let most = Exp::Index(i64::from(TILES * plan.items()));
            let items = k.let_index("items", ix(BinOp::Add, Exp::Var(dealt.rows), total.clone()));
            let (alone, result) = k.block(|k| {
                let to = ix(BinOp::Add, Exp::Var(first), items.clone());
                let to = k.let_index("to", to);
                self.through_rows(k, deal, plan, (Exp::Var(first), to, Exp::Var(first)))
            });
            result?;
            let (note, ()) = k.lane_code(|k| {
                let (then, ()) = k.block(|k| {
                    let (left, count) = (self.k_out(k, left), self.k_out(k, count));
                    let pieces = rounded_up(items.clone(), Exp::Index(plan.items().into()));
                    let val = plus(number(1 << HALF), from_index(pieces));
                    let old = k.var("old", KType::Scalar(ScalarType::I64));
                    k.code.push(Stm::Atomic {
                        op: BinOp::Add,
                        buf: count,
                        at: Exp::Index(0),
                        val,
                        old: Some(old),
                    });
                    let entry = on_numbers(BinOp::Shr, Exp::Var(old), number(HALF));
                    let at = k.let_index("at", ix(BinOp::Mul, to_index(entry), Exp::Index(2)));
                    k.store(left, at.clone(), from_index(Exp::Var(first)));
                    let front = on_numbers(BinOp::And, Exp::Var(old), number((1 << HALF) - 1));
                    k.store(left, ix(BinOp::Add, at, Exp::Index(1)), front);
                });
                k.code.push(Stm::If { cond: is_zero(k.lane), then, els: vec![] });
            });
            let few = Exp::IndexBin(BinOp::Le, Box::new(total), Box::new(most));
            k.code.push(Stm::If { cond: few, then: alone, els: vec![note] });
            let step = ix(BinOp::Mul, Exp::Var(k.groups()), deal.each.clone());
            k.set(first, ix(BinOp::Add, Exp::Var(first), step));
            Ok(())
        });
        result?;
        self.while_nobody_failed(k, less(Exp::Var(first), deal.rows.clone()), body);
        Ok(())
    }

    /// All groups share the rows that are left. Code of the group.
    fn share_left(
        &mut self,
        k: &mut KernelBuilder,
        deal: &Deal,
        plan: &Plan,
        (left, count): (KVar, KVar),
    ) -> Result<(), Limitation> {
        let (left, count) = (self.k_out(k, left), self.k_out(k, count));
        let word = load(count, Exp::Index(0));
        let word = Exp::Var(k.let_("word", KType::Scalar(ScalarType::I64), word));
        let entries = to_index(on_numbers(BinOp::Shr, word.clone(), number(HALF)));
        let entries = k.let_index("entries", entries);
        let pieces = to_index(on_numbers(BinOp::And, word, number((1 << HALF) - 1)));
        let pieces = k.let_index("pieces", pieces);
        let share = |group: Exp, k: &KernelBuilder| {
            ix(BinOp::Div, ix(BinOp::Mul, group, pieces.clone()), Exp::Var(k.groups()))
        };
        let piece = share(Exp::Var(k.group()), k);
        let piece = k.declare("piece", KType::Index, piece, false);
        let behind = share(ix(BinOp::Add, Exp::Var(k.group()), Exp::Index(1)), k);
        let behind = k.let_index("behind", behind);
        let (body, result) = k.block(|k| {
            let [low, high] = [Exp::Index(0), entries].map(|at| k.declare("at", KType::Index, at, false));
            let (search, ()) = k.block(|k| {
                let sum = ix(BinOp::Add, Exp::Var(low), Exp::Var(high));
                let middle = k.let_index("middle", ix(BinOp::Div, sum, Exp::Index(2)));
                let front = to_index(load(left, second(middle.clone())));
                let in_front = Exp::IndexBin(BinOp::Le, Box::new(front), Box::new(Exp::Var(piece)));
                let then = vec![Stm::Set(low, middle.clone())];
                k.code.push(Stm::If { cond: in_front, then, els: vec![Stm::Set(high, middle)] });
            });
            let apart = ix(BinOp::Sub, Exp::Var(high), Exp::Var(low));
            let cond = less(Exp::Index(1), apart);
            k.code.push(Stm::While { bounded: true, pre: vec![], cond, body: search });
            let first = to_index(load(left, ix(BinOp::Mul, Exp::Var(low), Exp::Index(2))));
            let first = k.let_index("first", first);
            let front = k.let_index("front", to_index(load(left, second(Exp::Var(low)))));
            let (dealt, total) = self.find_sizes(k, deal, plan, (first.clone(), ScalarType::I64))?;
            self.dealt = Some(dealt);
            let items = k.let_index("items", ix(BinOp::Add, Exp::Var(dealt.rows), total));
            let size = Exp::Index(plan.items().into());
            let last = ix(BinOp::Add, front.clone(), rounded_up(items.clone(), size.clone()));
            let stop = k.let_index("stop", ix(BinOp::Min, last, behind.clone()));
            let item = |piece: Exp| {
                let inside = ix(BinOp::Mul, ix(BinOp::Sub, piece, front.clone()), size.clone());
                ix(BinOp::Add, first.clone(), ix(BinOp::Min, inside, items.clone()))
            };
            let from = k.let_index("from", item(Exp::Var(piece)));
            let to = k.let_index("to", item(stop.clone()));
            let row = self.rows_ended(k, deal.dims, plan, &from)?;
            let row = k.let_index("row", row);
            self.through_rows(k, deal, plan, (from, to, row))?;
            k.set(piece, stop);
            Ok(())
        });
        result?;
        self.while_nobody_failed(k, less(Exp::Var(piece), behind), body);
        Ok(())
    }

    /// Takes rows and finds out where they begin; returns how many points they have. Code of the group.
    fn find_sizes(
        &mut self,
        k: &mut KernelBuilder,
        deal: &Deal,
        plan: &Plan,
        (first, ty): (Exp, ScalarType),
    ) -> Result<(Dealt, Exp), Limitation> {
        let rows = ix(BinOp::Min, deal.each.clone(), ix(BinOp::Sub, deal.rows.clone(), first.clone()));
        let rows = k.declare("rows", KType::Index, rows, false);
        let end = k.declare("end", KType::Index, ix(BinOp::Add, first.clone(), Exp::Var(rows)), false);
        let first = k.declare("first", KType::Index, first, false);
        let starts = k.shared("starts", ty, EACH * plan.lanes + 1);
        let (region, result) = k.lane_code(|k| {
            self.invariants(k, &deal.sizes);
            let r = k.let_("r", KType::Index, Exp::Var(k.lane));
            let (mut body, result) = k.block(|k| {
                let size = self.size_of_row(k, deal, ix(BinOp::Add, Exp::Var(first), Exp::Var(r)))?;
                k.store(starts, Exp::Var(r), as_count(size, ty));
                Ok(())
            });
            body.push(Stm::Set(r, ix(BinOp::Add, Exp::Var(r), Exp::Index(plan.lanes.into()))));
            let cond = less(Exp::Var(r), Exp::Var(rows));
            k.code.push(Stm::While { bounded: true, pre: vec![], cond, body });
            result
        });
        result?;
        k.code.push(region);
        let total = self.sum_sizes(k, plan, (starts, ty), rows);
        Ok((Dealt { made: deal.made, starts, ty, first, rows, end }, total))
    }

    /// How many points a row has; none once a check has failed. Code of a lane.
    fn size_of_row(&mut self, k: &mut KernelBuilder, deal: &Deal, row: Exp) -> Result<Exp, Limitation> {
        let row = k.let_index("row", row);
        let index = self.decode(k, &deal.dims[..deal.dims.len() - 1], row.clone())?;
        let mut point = Point::default();
        point.enter(&deal.sizes.levels, &index);
        point.position = Some(row.clone());
        point.find(&deal.sizes, &row);
        self.k_block(k, &mut point, &deal.sizes.body)?;
        let Some(size) = sizes(&deal.sizes).next() else { base::bug!("lower", "rows without a size") };
        let size = self.k_atom(k, &point, size);
        if !k.may_have_failed() {
            return Ok(size);
        }
        Ok(Exp::Select(Box::new(Exp::Failed), Box::new(number(0)), Box::new(size)))
    }

    /// Makes where rows begin of their sizes; returns the sum of all. Code of the group.
    fn sum_sizes(
        &mut self,
        k: &mut KernelBuilder,
        plan: &Plan,
        (starts, ty): (KVar, ScalarType),
        rows: KVar,
    ) -> Exp {
        let long = KType::Scalar(ScalarType::I64);
        let part = k.let_index("part", rounded_up(Exp::Var(rows), Exp::Index(plan.lanes.into())));
        let [own, before] = ["own", "before"].map(|name| k.declare(name, long, number(0), true));
        let total = k.declare("total", long, number(0), false);
        // Each lane goes through some neighbours.
        let each = |k: &mut KernelBuilder, f: &dyn Fn(&mut KernelBuilder, Exp, Exp)| {
            let from = ix(BinOp::Min, ix(BinOp::Mul, Exp::Var(k.lane), part.clone()), Exp::Var(rows));
            let from = k.let_index("from", from);
            let to = ix(BinOp::Min, ix(BinOp::Add, from.clone(), part.clone()), Exp::Var(rows));
            let r = k.var("r", KType::Index);
            let (body, ()) = k.block(|k| {
                let size = Exp::Conv(ty, ScalarType::I64, Box::new(load(starts, Exp::Var(r))));
                let size = Exp::Var(k.let_("size", long, size));
                f(k, Exp::Var(r), size);
            });
            k.code.push(Stm::For { var: r, from, to, vector: None, body });
        };
        let (region, ()) = k.lane_code(|k| {
            k.set(own, number(0));
            k.set(before, number(0));
            each(k, &|k, _, size| k.set(own, plus(Exp::Var(own), size)));
        });
        k.code.push(region);
        let params = vec![k.var("front", long), k.var("behind", long)];
        let results = vec![plus(Exp::Var(params[0]), Exp::Var(params[1]))];
        let (own, before, all) = (vec![own], vec![before], vec![total]);
        let sum = before[0];
        k.code.push(Stm::Fold(Combine { own, before, total: all, params, body: vec![], results }));
        let (region, ()) = k.lane_code(|k| {
            each(k, &|k, r, size| {
                k.store(starts, r, as_count(Exp::Var(sum), ty));
                k.set(sum, plus(Exp::Var(sum), size));
            });
            let val = as_count(Exp::Var(total), ty);
            let then = vec![Stm::Store { buf: starts, at: Exp::Var(rows), val }];
            k.code.push(Stm::If { cond: is_zero(k.lane), then, els: vec![] });
        });
        k.code.push(region);
        to_index(Exp::Var(total))
    }

    /// Goes through items of rows whose sizes the group has found. Code of the group.
    fn through_rows(
        &mut self,
        k: &mut KernelBuilder,
        deal: &Deal,
        plan: &Plan,
        (from, to, row): (Exp, Exp, Exp),
    ) -> Result<(), Limitation> {
        let of = Shared { seg: deal.seg, dims: deal.dims, folds: &deal.seg.clauses.reds };
        let row = k.let_("row", KType::Index, row);
        self.through(k, of, (plan, deal.outs), (None, None), (&from, &to, row))
    }
}

/// The quotient, rounded up.
fn rounded_up(a: Exp, b: Exp) -> Exp {
    ix(BinOp::Div, ix(BinOp::Sub, ix(BinOp::Add, a, b.clone()), Exp::Index(1)), b)
}

/// A number of points as it lies in shared memory. Narrow ones are of rows of which a group takes few points, or none at all.
fn as_count(points: Exp, ty: ScalarType) -> Exp {
    if ty == ScalarType::I64 {
        return points;
    }
    let fits = on_numbers(BinOp::Min, points, number(1 << 30));
    Exp::Conv(ScalarType::I64, ty, Box::new(fits))
}

/// Where the second number of an entry lies.
fn second(entry: Exp) -> Exp {
    ix(BinOp::Add, ix(BinOp::Mul, entry, Exp::Index(2)), Exp::Index(1))
}

/// `a op b` on numbers of 64 bits.
fn on_numbers(op: BinOp, a: Exp, b: Exp) -> Exp {
    Exp::Bin(op, ScalarType::I64, Box::new(a), Box::new(b))
}
