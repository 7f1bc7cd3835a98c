//! The rows of a tile: where they end, and which one a point is in.

use super::plan::Rows;
use super::striped::Slot;
use super::{Plan, Tile, as_word, bits, count_in, fewer, index_of, narrowed, on_counts, small};
use crate::lower::Lowerer;
use crate::lower::body::both;
use crate::lower::code::{KernelBuilder, ix, less, load};
use base::{BinOp, Scalar, ScalarType, UnOp};
use ir::kernel::{Exp, KType, KVar, Stm};
use ir::{Dim, Limitation};

/// Rows whose ends a lane looks for at once: it waits for memory less often where rows are short.
const AT_ONCE: u32 = 4;

impl Lowerer<'_> {
    /// The tile of the items `from` to `to`, whose first row is `row`; returns the row that is open at its end, too. Code of the group.
    pub(super) fn tile(
        &mut self,
        k: &mut KernelBuilder,
        dims: &[Dim],
        plan: &Plan,
        (from, to, row): (&Exp, &Exp, &Exp),
    ) -> Result<(Tile, Exp), Limitation> {
        let first = k.let_index("first", ix(BinOp::Sub, from.clone(), row.clone()));
        let items = k.let_index("items", ix(BinOp::Sub, to.clone(), from.clone()));
        let start = self.row_start(k, dims, row.clone())?;
        let start = k.let_index("start", start);
        let ended = if dims[dims.len() - 1].is_uniform() {
            let open = self.rows_ended(k, dims, plan, to)?;
            let ended = k.let_index("rows", ix(BinOp::Sub, open, row.clone()));
            if let Some(rows) = &plan.rows {
                self.note_ends(k, dims, plan, (rows.ends, &ended, row, &first))?;
            }
            ended
        } else {
            let Some(rows) = &plan.rows else { base::bug!("lower", "one row with a size that varies") };
            self.find_ends(k, dims, plan, (rows.ends, to, row, &first))?
        };
        let points = ix(BinOp::Sub, items.clone(), ended.clone());
        let open = k.let_index("open", ix(BinOp::Add, row.clone(), ended.clone()));
        let mut count =
            |name: &str, index: Exp| Exp::Var(k.let_(name, KType::Scalar(ScalarType::I32), narrowed(index)));
        let (points, ended) = (count("points", points), count("ended", ended));
        let tile = Tile { first, points, row: row.clone(), start, ended, one_row: false };
        if let Some(rows) = &plan.rows {
            self.mark_ends(k, (plan, rows), &tile);
        }
        Ok((tile, open))
    }

    /// Notes where rows end whose number is known.
    fn note_ends(
        &mut self,
        k: &mut KernelBuilder,
        dims: &[Dim],
        plan: &Plan,
        (ends, ended, row, first): (KVar, &Exp, &Exp, &Exp),
    ) -> Result<(), Limitation> {
        let (region, result) = k.lane_code(|k| {
            let r = k.let_("r", KType::Index, Exp::Var(k.lane));
            let (body, result) = k.block(|k| {
                let after = ix(BinOp::Add, ix(BinOp::Add, row.clone(), Exp::Var(r)), Exp::Index(1));
                let end = self.row_start(k, dims, after)?;
                k.store(ends, Exp::Var(r), as_word(narrowed(ix(BinOp::Sub, end, first.clone()))));
                k.set(r, ix(BinOp::Add, Exp::Var(r), Exp::Index(plan.lanes.into())));
                Ok(())
            });
            let cond = less(Exp::Var(r), ended.clone());
            k.code.push(Stm::While { bounded: true, pre: vec![], cond, body });
            result
        });
        result?;
        let some = less(Exp::Index(0), ended.clone());
        k.code.push(Stm::If { cond: some, then: vec![region], els: vec![] });
        Ok(())
    }

    /// Notes where the rows end that do so in front of item `to`, a few for each lane at a time; returns how many they are.
    fn find_ends(
        &mut self,
        k: &mut KernelBuilder,
        dims: &[Dim],
        plan: &Plan,
        (ends, to, row, first): (KVar, &Exp, &Exp, &Exp),
    ) -> Result<Exp, Limitation> {
        let (reach, rows) = self.rows_in_reach(k, dims)?;
        let found = k.declare("rows", KType::Index, Exp::Index(0), false);
        let more = k.declare("more", KType::Scalar(ScalarType::Bool), Exp::Const(Scalar::Bool(true)), false);
        let flag = KType::Scalar(ScalarType::Bool);
        let (body, result) = k.block(|k| {
            let no = Exp::Const(Scalar::Bool(false));
            let own: Vec<KVar> = (0..AT_ONCE).map(|_| k.declare("holds", flag, no.clone(), true)).collect();
            let (region, result) = k.lane_code(|k| {
                k.code.extend(own.iter().map(|own| Stm::Set(*own, no.clone())));
                let (then, result) = k.block(|k| {
                    // All are asked for before the first is looked at; what is behind the last row is its own neighbour.
                    let last = k.let_index("last", ix(BinOp::Sub, rows.clone(), Exp::Index(1)));
                    let mut found_there = vec![];
                    for turn in 0..i64::from(AT_ONCE) {
                        let front = ix(BinOp::Add, Exp::Var(found), Exp::Index(turn * i64::from(plan.lanes)));
                        let r = k.let_index("r", ix(BinOp::Add, front, Exp::Var(k.lane)));
                        let g = k.let_index("g", ix(BinOp::Add, row.clone(), r.clone()));
                        let there = k.let_index("there", ix(BinOp::Min, g.clone(), last.clone()));
                        let end = self.row_start(k, dims, ix(BinOp::Add, there, Exp::Index(1)))?;
                        found_there.push((r, g, k.let_index("end", end)));
                    }
                    for (own, (r, g, end)) in own.iter().zip(found_there) {
                        let in_front = less(ix(BinOp::Add, end.clone(), g.clone()), to.clone());
                        k.set(*own, both(less(g, rows.clone()), in_front));
                        let inside = narrowed(ix(BinOp::Sub, end, first.clone()));
                        let then = vec![Stm::Store { buf: ends, at: r, val: as_word(inside) }];
                        k.code.push(Stm::If { cond: Exp::Var(*own), then, els: vec![] });
                    }
                    Ok(())
                });
                k.code.push(Stm::If { cond: less(reach.clone(), rows.clone()), then, els: vec![] });
                result
            });
            result?;
            k.code.push(region);
            let mut all = Exp::Const(Scalar::Bool(false));
            for own in own {
                let total = k.declare("total", KType::Index, Exp::Index(0), false);
                k.code.push(Stm::Count { holds: own, total });
                k.set(found, ix(BinOp::Add, Exp::Var(found), Exp::Var(total)));
                let lanes = Exp::Index(plan.lanes.into());
                all = Exp::IndexBin(BinOp::Eq, Box::new(Exp::Var(total)), Box::new(lanes));
            }
            k.set(more, all);
            Ok(())
        });
        result?;
        k.code.push(Stm::While { bounded: true, pre: vec![], cond: Exp::Var(more), body });
        Ok(Exp::Var(found))
    }

    /// How many lanes say that something holds. Code of the group.
    fn count_lanes(
        &mut self,
        k: &mut KernelBuilder,
        holds: impl FnOnce(&mut Self, &mut KernelBuilder) -> Result<Exp, Limitation>,
    ) -> Result<KVar, Limitation> {
        let no = Exp::Const(Scalar::Bool(false));
        let own = k.declare("holds", KType::Scalar(ScalarType::Bool), no, true);
        let total = k.declare("total", KType::Index, Exp::Index(0), false);
        let (region, result) = k.lane_code(|k| {
            let holds = holds(self, k)?;
            k.set(own, holds);
            Ok(())
        });
        result?;
        k.code.push(region);
        k.code.push(Stm::Count { holds: own, total });
        Ok(total)
    }

    /// How many rows have ended among the first `items` items of a space. Lanes look at as many rows, then at as many between two of
    /// those. Code of the group.
    pub(super) fn rows_ended(
        &mut self,
        k: &mut KernelBuilder,
        dims: &[Dim],
        plan: &Plan,
        items: &Exp,
    ) -> Result<Exp, Limitation> {
        let last = &dims[dims.len() - 1];
        if last.is_uniform() {
            // A row is as many items as it has points, and its end.
            let size = self.k_index(k, "n", last.size);
            return Ok(ix(BinOp::Div, items.clone(), ix(BinOp::Add, size, Exp::Index(1))));
        }
        let (low, high) = self.rows_in_reach(k, dims)?;
        let low = k.declare("low", KType::Index, low, false);
        let high = k.declare("high", KType::Index, high, false);
        let (body, result) = k.block(|k| {
            let apart = ix(BinOp::Sub, Exp::Var(high), Exp::Var(low));
            let round = ix(BinOp::Add, apart, Exp::Index(i64::from(plan.lanes) - 1));
            let step = k.let_index("step", ix(BinOp::Div, round, Exp::Index(plan.lanes.into())));
            let count = self.count_lanes(k, |l, k| {
                let g = ix(BinOp::Add, Exp::Var(low), ix(BinOp::Mul, Exp::Var(k.lane), step.clone()));
                let g = k.let_index("g", g);
                let holds = k.let_("holds", KType::Scalar(ScalarType::Bool), Exp::Const(Scalar::Bool(false)));
                let (then, result) = k.block(|k| {
                    let end = l.row_start(k, dims, ix(BinOp::Add, g.clone(), Exp::Index(1)))?;
                    k.set(holds, less(ix(BinOp::Add, end, g.clone()), items.clone()));
                    Ok(())
                });
                k.code.push(Stm::If { cond: less(g, Exp::Var(high)), then, els: vec![] });
                result.map(|()| Exp::Var(holds))
            })?;
            // The last row that lanes have found to end in front, and the next that they have looked at.
            let count = Exp::Var(count);
            let next = ix(BinOp::Add, Exp::Var(low), ix(BinOp::Mul, count.clone(), step.clone()));
            let stop = k.let_index("stop", ix(BinOp::Min, next.clone(), Exp::Var(high)));
            let after = ix(BinOp::Add, ix(BinOp::Sub, next, step), Exp::Index(1));
            let none = Exp::IndexBin(BinOp::Eq, Box::new(count), Box::new(Exp::Index(0)));
            let start = Exp::Select(Box::new(none), Box::new(stop.clone()), Box::new(after));
            k.set(low, start);
            k.set(high, stop);
            Ok(())
        });
        result?;
        let cond = less(Exp::Var(low), Exp::Var(high));
        k.code.push(Stm::While { bounded: true, pre: vec![], cond, body });
        Ok(Exp::Var(low))
    }

    /// Sets the bits of the points that are the last of their rows. Code of the group.
    fn mark_ends(&mut self, k: &mut KernelBuilder, (plan, rows): (&Plan, &Rows), tile: &Tile) {
        let (clear, ()) = k.lane_code(|k| {
            let word = k.let_("word", KType::Index, Exp::Var(k.lane));
            let (body, ()) = k.block(|k| {
                k.store(rows.bits, Exp::Var(word), Exp::Const(Scalar::U32(0)));
                k.set(word, ix(BinOp::Add, Exp::Var(word), Exp::Index(plan.lanes.into())));
            });
            let cond = less(Exp::Var(word), Exp::Index(plan.words().into()));
            k.code.push(Stm::While { bounded: true, pre: vec![], cond, body });
        });
        k.code.push(clear);
        self.each_row(k, (plan, rows), tile, |_, k, row| {
            let last = on_counts(BinOp::Sub, row.end.clone(), small(1));
            let last = Exp::Var(k.let_("last", KType::Scalar(ScalarType::I32), last));
            let place = unsigned(on_counts(BinOp::And, last.clone(), small(31)));
            let bit = bits(BinOp::Shl, Exp::Const(Scalar::U32(1)), place);
            let word = index_of(on_counts(BinOp::Shr, last, small(5)));
            let then = vec![Stm::Atomic { op: BinOp::Or, buf: rows.bits, at: word, val: bit, old: None }];
            k.code.push(Stm::If { cond: row.some.clone(), then, els: vec![] });
        });
    }

    /// The bits of a lane's points, the first one lowest.
    pub(super) fn ends_from(&mut self, k: &mut KernelBuilder, plan: &Plan, rows: &Rows, from: &Exp) -> KVar {
        let word = k.let_index("word", index_of(on_counts(BinOp::Shr, from.clone(), small(5))));
        let wide = |at: Exp| Exp::Conv(ScalarType::U32, ScalarType::U64, Box::new(load(rows.bits, at)));
        let next = wide(ix(BinOp::Add, word.clone(), Exp::Index(1)));
        let of_64 = |op: BinOp, a: Exp, b: Exp| Exp::Bin(op, ScalarType::U64, Box::new(a), Box::new(b));
        let next = of_64(BinOp::Shl, next, Exp::Const(Scalar::U64(32)));
        let both = of_64(BinOp::Or, wide(word), next);
        let shift = on_counts(BinOp::And, from.clone(), small(31));
        let shift = Exp::Conv(ScalarType::I32, ScalarType::U64, Box::new(shift));
        let own = of_64(BinOp::Shr, both, shift);
        let own = Exp::Conv(ScalarType::U64, ScalarType::U32, Box::new(own));
        let mask = Exp::Const(Scalar::U32((1 << plan.each) - 1));
        k.let_("ends", KType::Scalar(ScalarType::U32), bits(BinOp::And, own, mask))
    }

    /// Lanes take the rows in turn that end in a tile. Code of the group.
    pub(super) fn each_row<T>(
        &mut self,
        k: &mut KernelBuilder,
        (plan, rows): (&Plan, &Rows),
        tile: &Tile,
        f: impl FnOnce(&mut Self, &mut KernelBuilder, &Ended) -> T,
    ) -> T {
        let count = KType::Scalar(ScalarType::I32);
        let (region, result) = k.lane_code(|k| {
            let r = k.let_("r", count, narrowed(Exp::Var(k.lane)));
            let (mut body, result) = k.block(|k| {
                let end = Exp::Var(k.let_("end", count, count_in(rows.ends, index_of(Exp::Var(r)))));
                let first = on_counts(BinOp::Eq, Exp::Var(r), small(0));
                let before = count_in(rows.ends, index_of(on_counts(BinOp::Sub, Exp::Var(r), small(1))));
                let begin = Exp::Select(Box::new(first.clone()), Box::new(small(0)), Box::new(before));
                let some = k.let_("some", KType::Scalar(ScalarType::Bool), fewer(begin, end.clone()));
                let row = ix(BinOp::Add, tile.row.clone(), index_of(Exp::Var(r)));
                f(self, k, &Ended { first, number: r, row, end, some: Exp::Var(some) })
            });
            body.push(Stm::Set(r, on_counts(BinOp::Add, Exp::Var(r), small(plan.lanes))));
            let cond = fewer(Exp::Var(r), tile.ended.clone());
            k.code.push(Stm::While { bounded: true, pre: vec![], cond, body });
            result
        });
        k.code.push(region);
        result
    }

    /// Which of the tile's rows a point is in.
    pub(super) fn row_at(&mut self, k: &mut KernelBuilder, rows: &Rows, tile: &Tile, point: &Exp) -> KVar {
        let count = KType::Scalar(ScalarType::I32);
        let low = k.let_("r", count, small(0));
        let high = k.let_("hi", count, tile.ended.clone());
        let (body, ()) = k.block(|k| {
            let sum = on_counts(BinOp::Add, Exp::Var(low), Exp::Var(high));
            let mid = Exp::Var(k.let_("mid", count, on_counts(BinOp::Shr, sum, small(1))));
            let end = count_in(rows.ends, index_of(mid.clone()));
            k.code.push(Stm::If {
                cond: on_counts(BinOp::Le, end, point.clone()),
                then: vec![Stm::Set(low, on_counts(BinOp::Add, mid.clone(), small(1)))],
                els: vec![Stm::Set(high, mid)],
            });
        });
        let cond = fewer(Exp::Var(low), Exp::Var(high));
        k.code.push(Stm::While { bounded: true, pre: vec![], cond, body });
        low
    }

    /// The position where a row of the tile begins, which may be in front of it.
    pub(super) fn start_of(&self, rows: &Rows, tile: &Tile, r: KVar) -> Exp {
        let first = on_counts(BinOp::Eq, Exp::Var(r), small(0));
        let inside = count_in(rows.ends, index_of(on_counts(BinOp::Sub, Exp::Var(r), small(1))));
        let start = ix(BinOp::Add, tile.first.clone(), index_of(inside));
        Exp::Select(Box::new(first), Box::new(tile.start.clone()), Box::new(start))
    }

    /// Makes it known which of the tile's rows points are in: the rows that have points, by how many of those end in front. Code of the
    /// group.
    pub(super) fn note_rows(&mut self, k: &mut KernelBuilder, (plan, rows): (&Plan, &Rows), tile: &Tile) {
        let count = KType::Scalar(ScalarType::I32);
        k.share(rows.in_front, plan.words());
        k.share(rows.with_points, plan.items() + 1);
        let own = k.declare("own", count, small(0), true);
        let before = k.declare("before", count, small(0), true);
        let total = k.declare("total", count, small(0), false);
        // There is a lane for each: no lane has more points than a word has bits.
        let words = Exp::Index(i64::from(plan.words()) - 1);
        let (region, ()) = k.lane_code(|k| {
            let word = Exp::Un(UnOp::Popc, ScalarType::U32, Box::new(load(rows.bits, Exp::Var(k.lane))));
            let inside = less(Exp::Var(k.lane), words.clone());
            k.set(before, small(0));
            k.set(own, Exp::Select(Box::new(inside), Box::new(word), Box::new(small(0))));
        });
        k.code.push(region);
        k.sum_of_lanes(own, Some(before), total);
        let (region, ()) = k.lane_code(|k| {
            let lane = Exp::Var(k.lane);
            let then =
                vec![Stm::Store { buf: rows.in_front, at: lane.clone(), val: as_word(Exp::Var(before)) }];
            k.code.push(Stm::If { cond: less(lane, words), then, els: vec![] });
        });
        k.code.push(region);
        self.each_row(k, (plan, rows), tile, |l, k, row| {
            let (then, ()) = k.block(|k| {
                let last = on_counts(BinOp::Sub, row.end.clone(), small(1));
                let last = k.let_("last", count, last);
                let number = l.ends_in_front(k, rows, last);
                k.store(rows.with_points, index_of(number), as_word(Exp::Var(row.number)));
            });
            k.code.push(Stm::If { cond: row.some.clone(), then, els: vec![] });
        });
        // The row that goes on behind the tile.
        let (region, ()) = k.lane_code(|k| {
            let val = as_word(tile.ended.clone());
            let then = vec![Stm::Store { buf: rows.with_points, at: index_of(Exp::Var(total)), val }];
            let first = Exp::IndexBin(BinOp::Eq, Box::new(Exp::Var(k.lane)), Box::new(Exp::Index(0)));
            k.code.push(Stm::If { cond: first, then, els: vec![] });
        });
        k.code.push(region);
    }

    /// How many rows with points end in front of a point of the tile.
    fn ends_in_front(&mut self, k: &mut KernelBuilder, rows: &Rows, point: KVar) -> Exp {
        let word = k.let_index("word", index_of(on_counts(BinOp::Shr, Exp::Var(point), small(5))));
        let place = unsigned(on_counts(BinOp::And, Exp::Var(point), small(31)));
        let bit = bits(BinOp::Shl, Exp::Const(Scalar::U32(1)), place);
        let below = bits(BinOp::Sub, bit, Exp::Const(Scalar::U32(1)));
        let inside = bits(BinOp::And, load(rows.bits, word.clone()), below);
        let inside = Exp::Un(UnOp::Popc, ScalarType::U32, Box::new(inside));
        on_counts(BinOp::Add, count_in(rows.in_front, word), inside)
    }

    /// Which of the tile's rows a point is in that is evaluated striped.
    pub(super) fn row_of(&mut self, k: &mut KernelBuilder, rows: &Rows, at: &Slot) -> KVar {
        let number = self.ends_in_front(k, rows, at.count);
        let row = count_in(rows.with_points, index_of(number));
        k.let_("r", KType::Scalar(ScalarType::I32), row)
    }
}

/// A row that ends in a tile.
pub(super) struct Ended {
    /// Whether it is the tile's first, which may have begun in front of it.
    pub(super) first: Exp,
    /// Its number, counted from the tile's first, and from the space's.
    pub(super) number: KVar,
    pub(super) row: Exp,
    /// Where it ends, counted in points from the tile's first, and whether it has points in the tile.
    pub(super) end: Exp,
    pub(super) some: Exp,
}

fn unsigned(count: Exp) -> Exp {
    Exp::Conv(ScalarType::I32, ScalarType::U32, Box::new(count))
}
