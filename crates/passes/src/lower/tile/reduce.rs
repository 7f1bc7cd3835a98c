//! Reductions of the rows of a tile, and the ends of rows (phases 4 and 5).

use super::plan::Rows;
use super::visits::{Head, HeadKept, Reduce};
use super::{Plan, Tile, count_in, fewer, on_counts, small};
use crate::lower::Lowerer;
use crate::lower::body::{Point, both, either, not};
use crate::lower::chain::{Shared, State, parts};
use crate::lower::code::{KernelBuilder, ix, load};
use crate::lower::seg::Outs;
use base::{BinOp, Scalar, ScalarType, UnOp};
use ir::kernel::{Combine, Exp, KType, KVar, Stm};
use ir::{Atom, Limitation};

/// What is known of reductions in front of a tile, and of rows that began in front of a lane.
pub(super) struct Reductions {
    own: State,
    before: State,
    total: State,
    /// What the group has of the open row, in front of the tile.
    pub(super) carry: State,
    /// What groups in front have.
    base: State,
    head: Head,
    /// The group's first row, where groups in front have begun it and this lane has come to its end.
    late: Late,
    /// Whether groups take whole rows, so that no row began in front of its group.
    whole: bool,
}

/// A row that has ended and waits for what groups in front have of it.
struct Late {
    some: KVar,
    row: KVar,
    state: State,
}

impl Late {
    /// A row waits of which the group has this.
    fn wait(&self, row: &Exp, state: &State) -> Vec<Stm> {
        let mut code =
            vec![Stm::Set(self.some, Exp::Const(Scalar::Bool(true))), Stm::Set(self.row, row.clone())];
        let vars = self.state.vars().into_iter().zip(state.vars());
        code.extend(vars.map(|(to, from)| Stm::Set(to, Exp::Var(from))));
        code
    }
}

impl Reductions {
    /// Whether the group has all of the open row that is in front of the tile.
    pub(super) fn is_known(&self, k: &KernelBuilder) -> Exp {
        let first = is_zero(k.group());
        match self.carry.ended {
            _ if self.whole => Exp::Const(Scalar::Bool(true)),
            Some(ended) => either(first, Exp::Var(ended)),
            None => first,
        }
    }
}

impl Lowerer<'_> {
    pub(super) fn reductions(&mut self, k: &mut KernelBuilder, of: Shared, whole: bool) -> Reductions {
        let mut state = |name: &str, per_lane| self.empty_state(k, name, per_lane, (of, false, 0));
        let (own, before) = (state("own", true), state("before", true));
        let (total, carry, base) = (state("total", false), state("carry", false), state("base", false));
        let (head, late) = (state("head", true), state("late", true));
        let last = k.declare("last", KType::Scalar(ScalarType::I32), super::small(0), true);
        let some = k.declare("some", KType::Scalar(ScalarType::Bool), Exp::Const(Scalar::Bool(false)), true);
        let row = k.declare("row", KType::Index, Exp::Index(0), true);
        let (head, late) = (Head { last, state: head }, Late { some, row, state: late });
        Reductions { own, before, total, carry, base, head, late, whole }
    }

    /// Reduces the rows of a tile; `first` says whether it is the group's first tile (none: its only one).
    pub(super) fn reduce(
        &mut self,
        k: &mut KernelBuilder,
        of: Shared,
        (plan, tile, outs): (&Plan, &Tile, &Outs),
        (r, first): (&Reductions, Option<Exp>),
    ) -> Result<(), Limitation> {
        let (region, result) = k.lane_code(|k| {
            self.invariants(k, of.seg);
            let reds = self.fold_vars(k, of.folds);
            let no = || Exp::Const(Scalar::Bool(false));
            let chosen = of.folds.iter().any(|red| red.kept);
            let some_kept = chosen.then(|| k.let_("some_kept", KType::Scalar(ScalarType::Bool), no()));
            let head_kept = parts(of.folds).iter().position(|part| part.kept);
            let head_kept = head_kept.and_then(|i| r.head.state.some.get(i).copied());
            let head_kept = head_kept
                .map(|kept| HeadKept { kept, seen: k.let_("seen", KType::Scalar(ScalarType::Bool), no()) });
            let mut visit = Reduce { of, plan, tile, reds: reds.clone(), some_kept, head_kept };
            let passed = self.in_order(k, (plan, tile), &mut visit)?;
            if let Some(ends) = passed.ends {
                // The first row that ends in the lane's part.
                let first = Exp::Un(UnOp::Ctz, ScalarType::U32, Box::new(Exp::Var(ends)));
                let first = on_counts(BinOp::Add, passed.from.clone(), first);
                let none = Exp::Const(Scalar::I32(-1));
                let last = Exp::Select(Box::new(Exp::Var(passed.ended)), Box::new(first), Box::new(none));
                k.set(r.head.last, last);
                for (some, part) in r.head.state.some.iter().zip(parts(of.folds)) {
                    if !part.kept {
                        k.set(*some, Exp::Const(Scalar::Bool(true)));
                    }
                }
            }
            self.leave_tile(k, (of, plan, tile), &r.own, (&passed, &reds, some_kept))?;
            cut_off(k, (plan, tile), &r.own);
            // What the group has already counts as the first lane's.
            let (then, result) = k.block(|k| self.join(k, of, (&r.carry, &r.own), &r.own));
            result?;
            k.code.extend(behind_first(k, first.as_ref(), then));
            Ok(())
        });
        result?;
        k.code.push(region);
        let step = self.step(k, of, &r.own)?;
        let fold = Combine { own: r.own.vars(), before: r.before.vars(), total: r.total.vars(), ..step };
        k.code.push(Stm::Fold(fold));
        // Whether the tile's first row has begun in the group.
        let begun = r.is_known(k);
        let begun = k.declare("begun", KType::Scalar(ScalarType::Bool), begun, false);
        match &plan.rows {
            None => self.end_only_row(k, of, (tile, outs), (r, begun))?,
            Some(rows) => {
                self.complete(k, of, (plan, rows, tile), (r, first.as_ref(), begun))?;
                self.end_rows(k, of, (plan, tile, outs), Some((&r.carry, begun)))?;
            }
        }
        let carried = r.carry.vars().into_iter().zip(r.total.vars());
        k.code.extend(carried.map(|(to, from)| Stm::Set(to, Exp::Var(from))));
        Ok(())
    }

    /// Puts what lanes in front have of a row in front of what the lane has that comes to its end. Code of the group.
    fn complete(
        &mut self,
        k: &mut KernelBuilder,
        of: Shared,
        (plan, rows, tile): (&Plan, &Rows, &Tile),
        (r, first, begun): (&Reductions, Option<&Exp>, KVar),
    ) -> Result<(), Limitation> {
        let head = &r.head;
        let (region, result) = k.lane_code(|k| {
            self.invariants(k, of.seg);
            let (then, result) = k.block(|k| {
                k.code.extend(head.state.ended.map(|ended| Stm::Set(ended, Exp::Const(Scalar::Bool(false)))));
                let last = super::index_of(Exp::Var(head.last));
                for (sum, buf) in head.state.sums.iter().zip(&plan.sums) {
                    k.set(*sum, load(*buf, last.clone()));
                }
                if let Some((row, begin)) = head.state.place {
                    let at = self.row_at(k, rows, tile, &Exp::Var(head.last));
                    k.set(row, ix(BinOp::Add, tile.row.clone(), super::index_of(Exp::Var(at))));
                    let lane = ix(BinOp::Mul, Exp::Var(k.lane), Exp::Index(plan.each.into()));
                    let first = ix(BinOp::Add, tile.first.clone(), lane);
                    let inside = ix(BinOp::Sub, first, self.start_of(rows, tile, at));
                    k.set(begin, ix(BinOp::Max, inside, Exp::Index(0)));
                }
                let anew = Exp::Var(k.let_("anew", KType::Scalar(ScalarType::Bool), begins_anew(rows, tile)));
                let (mut zero, result) = k.block(|k| self.join(k, of, (&r.carry, &head.state), &head.state));
                result?;
                if let Some(first) = first {
                    let nothing = either(first.clone(), anew.clone());
                    zero = vec![Stm::If { cond: nothing, then: vec![], els: zero }];
                } else {
                    zero.clear();
                }
                let (others, result) = k.block(|k| self.join(k, of, (&r.before, &head.state), &head.state));
                result?;
                k.code.push(Stm::If { cond: is_zero(k.lane), then: zero, els: others });
                let store = |(sum, buf): (&KVar, &KVar)| Stm::Store {
                    buf: *buf,
                    at: last.clone(),
                    val: Exp::Var(*sum),
                };
                let whole: Vec<Stm> = head.state.sums.iter().zip(&plan.sums).map(store).collect();
                // Only the tile's first row can have begun in front of the group.
                let mut known = Exp::Var(begun);
                if let Some(ended) = r.before.ended {
                    let in_front =
                        Exp::Select(Box::new(is_zero(k.lane)), Box::new(anew), Box::new(Exp::Var(ended)));
                    known = either(known, in_front);
                }
                k.code.push(Stm::If { cond: known, then: whole, els: r.late.wait(&tile.row, &head.state) });
                Ok(())
            });
            result?;
            let ends = on_counts(BinOp::Ge, Exp::Var(head.last), small(0));
            k.code.push(Stm::If { cond: ends, then, els: vec![] });
            let alone = both(is_zero(k.lane), both(not(Exp::Var(begun)), begins_anew(rows, tile)));
            k.code.push(Stm::If { cond: alone, then: r.late.wait(&tile.row, &r.carry), els: vec![] });
            Ok(())
        });
        result?;
        k.code.push(region);
        Ok(())
    }

    /// Ends the rows that end in a tile; reductions are where they left them (`carry`: what the group has in front of the tile, and whether
    /// the tile's first row has begun in it). Code of the group.
    pub(super) fn end_rows(
        &mut self,
        k: &mut KernelBuilder,
        of: Shared,
        (plan, tile, outs): (&Plan, &Tile, &Outs),
        carry: Option<(&State, KVar)>,
    ) -> Result<(), Limitation> {
        let Some(rows) = &plan.rows else {
            // The only row ends where the last tile does.
            let (region, result) = k.lane_code(|k| {
                let (then, result) = k.block(|k| {
                    self.invariants(k, of.seg);
                    self.end_row(k, (of.seg, outs), &tile.row, &[], &[])
                });
                let ends = only_row_ends(k, tile);
                k.code.push(Stm::If { cond: ends, then, els: vec![] });
                result
            });
            k.code.push(region);
            return result;
        };
        self.each_row(k, (plan, rows), tile, |l, k, row| {
            l.invariants(k, of.seg);
            let mut sums = vec![];
            let nes: Vec<Atom> = of.seg.clauses.reds.iter().flat_map(|red| red.ne.clone()).collect();
            for (i, (buf, ne)) in plan.sums.iter().zip(nes).enumerate() {
                let last = super::index_of(on_counts(BinOp::Sub, row.end.clone(), small(1)));
                let mut none = l.k_atom(k, &Point::default(), ne);
                if let Some((carry, _)) = carry {
                    let sum = Exp::Var(carry.sums[i]);
                    none = Exp::Select(Box::new(row.first.clone()), Box::new(sum), Box::new(none));
                }
                let sum = Exp::Select(Box::new(row.some.clone()), Box::new(load(*buf, last)), Box::new(none));
                let ty = k.type_of(*buf);
                let KType::Buf(ty) = ty else { base::bug!("lower", "sums that are no buffer") };
                sums.push(Exp::Var(k.let_("sum", KType::Scalar(ty), sum)));
            }
            let (end, result) = k.block(|k| {
                let index = l.decode(k, &of.dims[..of.dims.len() - 1], row.row.clone())?;
                l.end_row(k, (of.seg, outs), &row.row, &index, &sums)
            });
            match carry {
                None => k.code.extend(end),
                Some((_, begun)) => {
                    let waits = both(row.first.clone(), not(Exp::Var(begun)));
                    k.code.push(Stm::If { cond: waits, then: vec![], els: end });
                }
            }
            result
        })
    }

    /// Ends the only row of a space, if that is where the tile ends. Code of the group.
    fn end_only_row(
        &mut self,
        k: &mut KernelBuilder,
        of: Shared,
        (tile, outs): (&Tile, &Outs),
        (r, begun): (&Reductions, KVar),
    ) -> Result<(), Limitation> {
        let (region, result) = k.lane_code(|k| {
            self.invariants(k, of.seg);
            let (then, result) =
                k.block(|k| self.end_or_wait(k, of, (r, &r.total, &tile.row), (outs, Exp::Var(begun))));
            let ends = only_row_ends(k, tile);
            k.code.push(Stm::If { cond: ends, then, els: vec![] });
            result
        });
        k.code.push(region);
        result
    }

    /// Ends a row of which the group has a state, if it has `begun` in the group; else it has to wait for what groups in front have of it.
    /// Code of a lane.
    pub(super) fn end_or_wait(
        &mut self,
        k: &mut KernelBuilder,
        of: Shared,
        (r, state, row): (&Reductions, &State, &Exp),
        (outs, begun): (&Outs, Exp),
    ) -> Result<(), Limitation> {
        let (whole, result) = k.block(|k| self.end_with(k, of, (row, state), outs));
        result?;
        k.code.push(Stm::If { cond: begun, then: whole, els: r.late.wait(row, state) });
        Ok(())
    }

    /// Ends the group's first row, of which groups in front have a part.
    pub(super) fn end_late(
        &mut self,
        k: &mut KernelBuilder,
        of: Shared,
        (r, outs): (&Reductions, &Outs),
    ) -> Result<(), Limitation> {
        if r.whole {
            return Ok(());
        }
        let step = self.step(k, of, &r.own)?;
        let chain = Combine { own: r.carry.vars(), before: r.base.vars(), ..step };
        k.between_groups(Stm::Chain(chain));
        let (region, result) = k.lane_code(|k| {
            self.invariants(k, of.seg);
            let (then, result) = k.block(|k| {
                self.join(k, of, (&r.base, &r.late.state), &r.late.state)?;
                self.end_with(k, of, (&Exp::Var(r.late.row), &r.late.state), outs)
            });
            result?;
            k.code.push(Stm::If { cond: Exp::Var(r.late.some), then, els: vec![] });
            Ok(())
        });
        result?;
        k.code.push(region);
        Ok(())
    }

    /// Ends a row, of which everything is known.
    fn end_with(
        &mut self,
        k: &mut KernelBuilder,
        of: Shared,
        (row, state): (&Exp, &State),
        outs: &Outs,
    ) -> Result<(), Limitation> {
        let index = self.decode(k, &of.dims[..of.dims.len() - 1], row.clone())?;
        let sums: Vec<Exp> = state.sums.iter().map(|sum| Exp::Var(*sum)).collect();
        self.end_row(k, (of.seg, outs), row, &index, &sums)
    }
}

/// Whether a row ends in front of the tile's first point, so that no point of the tile belongs to what comes before. Code of a lane.
pub(super) fn begins_anew(rows: &Rows, tile: &Tile) -> Exp {
    let none = on_counts(BinOp::Eq, count_in(rows.ends, Exp::Index(0)), small(0));
    let ends = fewer(small(0), tile.ended.clone());
    Exp::Select(Box::new(ends), Box::new(none), Box::new(Exp::Const(Scalar::Bool(false))))
}

/// Says so in the state of the first lane. Code of a lane.
pub(super) fn cut_off(k: &mut KernelBuilder, (plan, tile): (&Plan, &Tile), own: &State) {
    if let (Some(rows), Some(ended)) = (&plan.rows, own.ended) {
        let cond = both(is_zero(k.lane), begins_anew(rows, tile));
        let then = vec![Stm::Set(ended, Exp::Const(Scalar::Bool(true)))];
        k.code.push(Stm::If { cond, then, els: vec![] });
    }
}

/// Code of the first lane, unless the tile is the group's first.
fn behind_first(k: &KernelBuilder, first: Option<&Exp>, code: Vec<Stm>) -> Option<Stm> {
    let inner = Stm::If { cond: first?.clone(), then: vec![], els: code };
    Some(Stm::If { cond: is_zero(k.lane), then: vec![inner], els: vec![] })
}

pub(super) fn is_zero(var: KVar) -> Exp {
    Exp::IndexBin(BinOp::Eq, Box::new(Exp::Var(var)), Box::new(Exp::Index(0)))
}

/// Whether the only row of a space ends in the tile; said to the first lane. Code of a lane.
pub(super) fn only_row_ends(k: &KernelBuilder, tile: &Tile) -> Exp {
    both(is_zero(k.lane), fewer(small(0), tile.ended.clone()))
}
