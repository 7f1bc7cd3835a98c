//! The rows of a tile: where they end, and which one a point is in.

use super::{At, Plan, Tile, Visit, fewer, index_of, narrowed, on_counts, small};
use crate::lower::Lowerer;
use crate::lower::code::{KernelBuilder, ix, less, load};
use base::{BinOp, Scalar, ScalarType};
use ir::kernel::{Combine, Exp, KType, KVar, Stm};
use ir::{Dim, Limitation};

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
            if let Some(ends) = plan.ends {
                self.note_ends(k, dims, plan, (ends, &ended, row, &first))?;
            }
            ended
        } else {
            let Some(ends) = plan.ends else { base::bug!("lower", "one row with a size that varies") };
            self.find_ends(k, dims, plan, (ends, to, row, &first))?
        };
        let points = ix(BinOp::Sub, items.clone(), ended.clone());
        let open = k.let_index("open", ix(BinOp::Add, row.clone(), ended.clone()));
        let mut count =
            |name: &str, index: Exp| Exp::Var(k.let_(name, KType::Scalar(ScalarType::I32), narrowed(index)));
        let (items, points, ended) = (count("items", items), count("points", points), count("ended", ended));
        Ok((Tile { items, first, points, row: row.clone(), start, ended, one_row: false }, open))
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
                k.store(ends, Exp::Var(r), narrowed(ix(BinOp::Sub, end, first.clone())));
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

    /// Notes where the rows end that do so in front of item `to`, as many at a time as there are lanes; returns how many they are.
    fn find_ends(
        &mut self,
        k: &mut KernelBuilder,
        dims: &[Dim],
        plan: &Plan,
        (ends, to, row, first): (KVar, &Exp, &Exp, &Exp),
    ) -> Result<Exp, Limitation> {
        let rows = self.k_count(k, &dims[..dims.len() - 1])?;
        let found = k.declare("rows", KType::Index, Exp::Index(0), false);
        let more = k.declare("more", KType::Scalar(ScalarType::Bool), Exp::Const(Scalar::Bool(true)), false);
        let (body, result) = k.block(|k| {
            let r = ix(BinOp::Add, Exp::Var(found), Exp::Var(k.lane));
            let g = ix(BinOp::Add, row.clone(), r.clone());
            let count = self.count_lanes(k, |l, k| {
                let holds = k.let_("holds", KType::Scalar(ScalarType::Bool), Exp::Const(Scalar::Bool(false)));
                let g = k.let_index("g", g);
                let (then, result) = k.block(|k| {
                    let end = l.row_start(k, dims, ix(BinOp::Add, g.clone(), Exp::Index(1)))?;
                    let end = k.let_index("end", end);
                    k.set(holds, less(ix(BinOp::Add, end.clone(), g.clone()), to.clone()));
                    let inside = narrowed(ix(BinOp::Sub, end, first.clone()));
                    let then = vec![Stm::Store { buf: ends, at: r, val: inside }];
                    k.code.push(Stm::If { cond: Exp::Var(holds), then, els: vec![] });
                    Ok(())
                });
                k.code.push(Stm::If { cond: less(g, rows), then, els: vec![] });
                result.map(|()| Exp::Var(holds))
            })?;
            k.set(found, ix(BinOp::Add, Exp::Var(found), Exp::Var(count)));
            let all =
                Exp::IndexBin(BinOp::Eq, Box::new(Exp::Var(count)), Box::new(Exp::Index(plan.lanes.into())));
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
        let own = k.declare("own", KType::Index, Exp::Index(0), true);
        let total = k.declare("total", KType::Index, Exp::Index(0), false);
        let (region, result) = k.lane_code(|k| {
            let holds = holds(self, k)?;
            k.set(own, Exp::Select(Box::new(holds), Box::new(Exp::Index(1)), Box::new(Exp::Index(0))));
            Ok(())
        });
        result?;
        k.code.push(region);
        let params = vec![k.var("front", KType::Index), k.var("behind", KType::Index)];
        let sum = ix(BinOp::Add, Exp::Var(params[0]), Exp::Var(params[1]));
        let (own, before, total_vars) = (vec![own], vec![], vec![total]);
        let results = vec![sum];
        k.code.push(Stm::Fold(Combine { own, before, total: total_vars, params, body: vec![], results }));
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
        let (outer, last) = (&dims[..dims.len() - 1], &dims[dims.len() - 1]);
        if last.is_uniform() {
            // A row is as many items as it has points, and its end.
            let size = self.k_index(k, "n", last.size);
            return Ok(ix(BinOp::Div, items.clone(), ix(BinOp::Add, size, Exp::Index(1))));
        }
        let rows = self.k_count(k, outer)?;
        let low = k.declare("low", KType::Index, Exp::Index(0), false);
        let high = k.declare("high", KType::Index, rows, false);
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

    /// How many rows have ended among the first `items` items of a tile.
    pub(super) fn ends_in_front(
        &mut self,
        k: &mut KernelBuilder,
        plan: &Plan,
        tile: &Tile,
        items: &Exp,
    ) -> Result<Exp, Limitation> {
        let Some(ends) = plan.ends else {
            // The end of the only row is the last item of all.
            let all = fewer(tile.points.clone(), items.clone());
            return Ok(Exp::Select(Box::new(all), Box::new(small(1)), Box::new(small(0))));
        };
        let count = KType::Scalar(ScalarType::I32);
        let low = k.let_("lo", count, small(0));
        let high = k.let_("hi", count, tile.ended.clone());
        let (body, ()) = k.block(|k| {
            let sum = on_counts(BinOp::Add, Exp::Var(low), Exp::Var(high));
            let mid = Exp::Var(k.let_("mid", count, on_counts(BinOp::Shr, sum, small(1))));
            let item = on_counts(BinOp::Add, load(ends, index_of(mid.clone())), mid.clone());
            k.code.push(Stm::If {
                cond: fewer(item, items.clone()),
                then: vec![Stm::Set(low, on_counts(BinOp::Add, mid.clone(), small(1)))],
                els: vec![Stm::Set(high, mid)],
            });
        });
        let cond = fewer(Exp::Var(low), Exp::Var(high));
        k.code.push(Stm::While { bounded: true, pre: vec![], cond, body });
        Ok(Exp::Var(low))
    }

    /// Where a row of the tile ends, counted in points from the tile's first; the tile's end, if the row goes on behind it.
    pub(super) fn end_of(&self, plan: &Plan, tile: &Tile, r: KVar) -> Exp {
        let Some(ends) = plan.ends else { return tile.points.clone() };
        let end = load(ends, index_of(Exp::Var(r)));
        let inside = fewer(Exp::Var(r), tile.ended.clone());
        Exp::Select(Box::new(inside), Box::new(end), Box::new(tile.points.clone()))
    }

    /// The position where a row of the tile begins, which may be in front of it.
    pub(super) fn start_of(&self, plan: &Plan, tile: &Tile, r: KVar) -> Exp {
        let first = on_counts(BinOp::Eq, Exp::Var(r), small(0));
        let inside = match plan.ends {
            Some(ends) => load(ends, index_of(on_counts(BinOp::Sub, Exp::Var(r), small(1)))),
            // Behind the only row there is nothing.
            None => tile.points.clone(),
        };
        let start = ix(BinOp::Add, tile.first.clone(), index_of(inside));
        Exp::Select(Box::new(first), Box::new(tile.start.clone()), Box::new(start))
    }

    /// Notes for every point which of the tile's rows it is in. Code of the group.
    pub(super) fn note_rows(
        &mut self,
        k: &mut KernelBuilder,
        plan: &Plan,
        tile: &Tile,
    ) -> Result<(), Limitation> {
        struct Note<'a>(&'a Plan);
        impl Visit for Note<'_> {
            fn point(
                &mut self,
                _: &mut Lowerer<'_>,
                k: &mut KernelBuilder,
                at: &At,
            ) -> Result<(), Limitation> {
                k.store(self.0.row_of, at.slot.clone(), Exp::Var(at.of_tile));
                Ok(())
            }
            fn row_end(
                &mut self,
                _: &mut Lowerer<'_>,
                _: &mut KernelBuilder,
                _: &At,
            ) -> Result<(), Limitation> {
                Ok(())
            }
        }
        k.share(plan.row_of, plan.items());
        let (region, result) = k.lane_code(|k| self.in_order(k, plan, tile, &mut Note(plan)));
        result?;
        k.code.push(region);
        Ok(())
    }
}
