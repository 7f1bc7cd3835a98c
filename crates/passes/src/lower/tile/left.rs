//! Rows that groups have left because they have many points: all groups share them, each an equal number of pieces.
//!
//! Offsets of the rows that a group had taken lie in shared memory, and stand for those of the space: `row_start` says where a row begins
//! among these, and all that goes through tiles works as it does with offsets in memory.

use super::Plan;
use super::deal::{Deal, EACH, entries_of, pieces_of, rounded_up};
use super::reduce::is_zero;
use crate::lower::Lowerer;
use crate::lower::chain::Shared;
use crate::lower::code::{KernelBuilder, ix, less, load, to_index};
use crate::lower::number;
use crate::lower::offsets::plus;
use base::{BinOp, ScalarType};
use ir::kernel::{Exp, HostExp, KType, KVar, Stm};
use ir::{Dim, Limitation, Var};

/// The offsets of the rows that a group goes through, in shared memory.
#[derive(Clone, Copy)]
pub(in crate::lower) struct GroupOffsets {
    /// The offsets that the kernel of these sizes would make.
    made: Var,
    /// Where the rows begin, counted in points from the first of them.
    starts: KVar,
    /// The first row, how many there are, and the one behind the last.
    first: KVar,
    rows: KVar,
    end: KVar,
}

impl GroupOffsets {
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
        to_index(start)
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

    /// All groups share the rows that are left. Code of the group.
    pub(super) fn share_left(
        &mut self,
        k: &mut KernelBuilder,
        deal: &mut Deal,
        plan: &Plan,
        ((left, count), groups): ((KVar, KVar), &HostExp),
    ) -> Result<(), Limitation> {
        k.begin_group();
        let (left, count) = (self.k_out(k, left), self.k_out(k, count));
        let word = load(count, Exp::Index(0));
        let word = Exp::Var(k.let_("word", KType::Scalar(ScalarType::I64), word));
        let entries = k.let_index("entries", entries_of(&word));
        let pieces = k.let_index("pieces", pieces_of(&word));
        let some = less(Exp::Index(0), pieces.clone());
        let (then, result) = k.block(|k| {
            self.begin_deal(k, deal, groups)?;
            self.share_pieces(k, deal, plan, (left, entries, pieces))
        });
        k.code.push(Stm::If { cond: some, then, els: vec![] });
        result
    }

    /// All groups share the pieces of rows that are left. Code of the group.
    fn share_pieces(
        &mut self,
        k: &mut KernelBuilder,
        deal: &Deal,
        plan: &Plan,
        (left, entries, pieces): (KVar, Exp, Exp),
    ) -> Result<(), Limitation> {
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
            let (dealt, total) = self.find_sizes(k, deal, plan, first.clone())?;
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
        first: Exp,
    ) -> Result<(GroupOffsets, Exp), Limitation> {
        let rows = ix(BinOp::Min, deal.each.clone(), ix(BinOp::Sub, deal.rows.clone(), first.clone()));
        let rows = k.declare("rows", KType::Index, rows, false);
        let end = k.declare("end", KType::Index, ix(BinOp::Add, first.clone(), Exp::Var(rows)), false);
        let first = k.declare("first", KType::Index, first, false);
        let starts = k.shared("starts", ScalarType::I64, EACH * self.target.lanes + 1);
        let (region, result) = k.lane_code(|k| {
            self.invariants(k, &deal.sizes);
            let r = k.let_("r", KType::Index, Exp::Var(k.lane));
            let (mut body, result) = k.block(|k| {
                let size = self.size_of_row(k, deal, ix(BinOp::Add, Exp::Var(first), Exp::Var(r)))?;
                k.store(starts, Exp::Var(r), size);
                Ok(())
            });
            body.push(Stm::Set(r, ix(BinOp::Add, Exp::Var(r), Exp::Index(plan.lanes.into()))));
            let cond = less(Exp::Var(r), Exp::Var(rows));
            k.code.push(Stm::While { bounded: true, pre: vec![], cond, body });
            result
        });
        result?;
        k.code.push(region);
        let total = self.sum_sizes(k, plan, starts, rows);
        Ok((GroupOffsets { made: deal.made, starts, first, rows, end }, total))
    }

    /// Makes where rows begin of their sizes; returns the sum of all. Code of the group.
    fn sum_sizes(&mut self, k: &mut KernelBuilder, plan: &Plan, starts: KVar, rows: KVar) -> Exp {
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
                let size = Exp::Var(k.let_("size", long, load(starts, Exp::Var(r))));
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
        k.sum_of_lanes(own, Some(before), total);
        let (region, ()) = k.lane_code(|k| {
            each(k, &|k, r, size| {
                k.store(starts, r, Exp::Var(before));
                k.set(before, plus(Exp::Var(before), size));
            });
            let then = vec![Stm::Store { buf: starts, at: Exp::Var(rows), val: Exp::Var(total) }];
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

/// Where the second number of an entry lies.
fn second(entry: Exp) -> Exp {
    ix(BinOp::Add, ix(BinOp::Mul, entry, Exp::Index(2)), Exp::Index(1))
}
