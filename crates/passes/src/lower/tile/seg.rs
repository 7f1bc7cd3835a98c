//! The phases of a kernel that goes through tiles.
//!
//! 1. *Stage*: bodies of points, striped.
//! 2. Where points depend on what comes before: *sum* in order, fold and chain, *put* in order.
//! 3. *Give*: `each` and the results of points, striped; part of the first phase where there is no second.
//! 4. *Reduce* in order, fold; what lanes in front have of a row is put in front of what its last lane has.
//! 5. *End*: the rows that end in the tile, striped. A row that began in a group in front has to wait: behind the last tile the chain
//!    tells what groups in front have of it.

use super::plan::Rows;
use super::visits::{Head, Put, Reduce, Sum};
use super::wide::Wide;
use super::{Plan, Slot, Tile, count_in, fewer, on_counts, small};
use crate::lower::body::{Point, Val, both, not, scalar};
use crate::lower::chain::{Shared, State};
use crate::lower::code::{KernelBuilder, from_index, ix, load};
use crate::lower::seg::{Kept, Outs, ends_rows, sizes};
use crate::lower::{Lowerer, host_bin, number};
use base::{BinOp, Scalar, ScalarType};
use ir::kernel::{Combine, Exp, KType, KVar, Stm};
use ir::{Atom, Dim, Limitation, Out, Seg, Type, walk};

/// Of the lanes that a device has room for, only one in so many is used by groups that have shares: tiles take so much shared memory that
/// no more groups run at a time, and the fewer there are, the sooner the chain is through.
const SHARE: i64 = 2;

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
}

/// A row that has ended and waits for what groups in front have of it.
struct Late {
    some: KVar,
    row: KVar,
    state: State,
}

impl Lowerer<'_> {
    /// Lowers a kernel whose groups go through tiles.
    pub(in crate::lower) fn tiled(
        &mut self,
        mut k: KernelBuilder,
        (seg, dims): (&Seg, &[Dim]),
        (outs, kept): (&Outs, Option<&Kept>),
        plan: &Plan,
    ) -> Result<(), Limitation> {
        let groups = self.groups_for(dims, plan)?;
        let of = Shared { seg, dims, folds: &seg.clauses.scans };
        let reds = Shared { folds: &seg.clauses.reds, ..of };
        let k_ref = &mut k;
        k_ref.begin_group();
        let rows = self.k_count(k_ref, &dims[..dims.len() - 1])?;
        let points = self.k_count(k_ref, dims)?;
        let items = k_ref.let_index("items", ix(BinOp::Add, rows, points));
        let size = Exp::Index(plan.items().into());
        let group = Exp::Var(k_ref.group());
        if plan.twice {
            let from = ix(BinOp::Min, ix(BinOp::Mul, group.clone(), size.clone()), items.clone());
            let from = k_ref.let_index("from", from);
            let to = ix(BinOp::Min, ix(BinOp::Add, from.clone(), size), items);
            let to = k_ref.let_index("to", to);
            let row = self.rows_ended(k_ref, dims, plan, &from)?;
            let row = k_ref.let_index("row", row);
            let (tile, _) = self.tile(k_ref, dims, plan, (&from, &to, &row))?;
            self.one_tile(k_ref, of, (plan, &tile), (outs, kept))?;
            if !seg.clauses.reds.is_empty() {
                let r = self.reductions(k_ref, reds);
                self.reduce(k_ref, reds, (plan, &tile, outs), (&r, None))?;
                self.end_late(k_ref, reds, (&r, outs))?;
            }
        } else {
            let share = |g: Exp, k: &KernelBuilder| {
                let groups = Exp::Var(k.groups());
                let even = ix(BinOp::Mul, g.clone(), ix(BinOp::Div, items.clone(), groups.clone()));
                ix(BinOp::Add, even, ix(BinOp::Min, g, ix(BinOp::Rem, items.clone(), groups)))
            };
            let from = share(group.clone(), k_ref);
            let from = k_ref.let_index("from", from);
            let to = share(ix(BinOp::Add, group, Exp::Index(1)), k_ref);
            let to = k_ref.let_index("to", to);
            let row = self.rows_ended(k_ref, dims, plan, &from)?;
            let row = k_ref.let_("row", KType::Index, row);
            let r = (!seg.clauses.reds.is_empty()).then(|| self.reductions(k_ref, reds));
            let wide = if r.is_some() { self.wide(k_ref, reds) } else { None };
            let begin = k_ref.let_("begin", KType::Index, from.clone());
            let (body, result) = k_ref.block(|k| {
                let ordered = |this: &mut Self, k: &mut KernelBuilder| {
                    let stop = ix(BinOp::Min, ix(BinOp::Add, Exp::Var(begin), size), to.clone());
                    let stop = k.let_index("stop", stop);
                    let (tile, open) = this.tile(k, dims, plan, (&Exp::Var(begin), &stop, &Exp::Var(row)))?;
                    this.points(k, of, (plan, &tile, outs), None)?;
                    let first = Exp::IndexBin(BinOp::Eq, Box::new(Exp::Var(begin)), Box::new(from.clone()));
                    match &r {
                        Some(r) => this.reduce(k, reds, (plan, &tile, outs), (r, Some(first)))?,
                        None if ends_rows(seg) => this.end_rows(k, reds, (plan, &tile, outs), None)?,
                        None => {}
                    }
                    k.set(row, open);
                    k.set(begin, stop);
                    Ok(())
                };
                match (&wide, &r) {
                    (Some(wide), Some(r)) => {
                        let at = (begin, row, &to);
                        self.long_rows(k, reds, (plan, outs), (wide, r), at, ordered)
                    }
                    (Some(_), None) | (None, _) => ordered(self, k),
                }
            });
            result?;
            let more = Exp::IndexBin(BinOp::Lt, Box::new(Exp::Var(begin)), Box::new(to));
            k_ref.code.push(Stm::While { bounded: true, pre: vec![], cond: more, body });
            if let Some(r) = &r {
                if let Some(wide) = &wide {
                    self.narrow(k_ref, reds, (wide, r), Exp::Var(wide.some))?;
                }
                self.end_late(k_ref, reds, (r, outs))?;
            }
        }
        self.launch_groups(k, plan.lanes, groups);
        Ok(())
    }

    /// Evaluates the points of a tile, which do not depend on what comes before; what reductions need of them is kept, or reduced on the
    /// spot.
    pub(super) fn points(
        &mut self,
        k: &mut KernelBuilder,
        of: Shared,
        (plan, tile, outs): (&Plan, &Tile, &Outs),
        wide: Option<&Wide>,
    ) -> Result<(), Limitation> {
        let seg = of.seg;
        self.striped(k, (seg, of.dims), (plan, tile), |l, k, point, at| {
            l.enter_rows(k, point, seg)?;
            l.k_block(k, point, &seg.body)?;
            l.give(k, (of, plan), (outs, None, wide), point, at)
        })
    }

    /// How many groups go through a space: one a tile, or as many as keep the device busy.
    fn groups_for(&mut self, dims: &[Dim], plan: &Plan) -> Result<Exp, Limitation> {
        let (rows, points) = (self.most(&dims[..dims.len() - 1])?, self.most(dims)?);
        let lanes = i64::from(plan.lanes);
        let (Some(rows), Some(points)) = (rows, points) else {
            let busy = Exp::Workers(Box::new(number(i64::from(i32::MAX))));
            return Ok(host_bin(BinOp::Max, host_bin(BinOp::Div, busy, number(SHARE * lanes)), number(1)));
        };
        let items = Exp::Var(self.set("items", ScalarType::I64, host_bin(BinOp::Add, rows, points)));
        let size = i64::from(plan.items());
        let tiles = host_bin(BinOp::Div, host_bin(BinOp::Add, items.clone(), number(size - 1)), number(size));
        let groups = if plan.twice {
            tiles
        } else {
            let busy = host_bin(BinOp::Div, Exp::Workers(Box::new(items)), number(SHARE * lanes));
            host_bin(BinOp::Min, tiles, host_bin(BinOp::Max, busy, number(1)))
        };
        Ok(Exp::Var(self.set("groups", ScalarType::I64, host_bin(BinOp::Max, groups, number(1)))))
    }

    /// The phases up to the chain, and behind it, of a group that has one tile.
    fn one_tile(
        &mut self,
        k: &mut KernelBuilder,
        of: Shared,
        (plan, tile): (&Plan, &Tile),
        (outs, kept): (&Outs, Option<&Kept>),
    ) -> Result<(), Limitation> {
        let (seg, dims) = (of.seg, of.dims);
        self.striped(k, (seg, dims), (plan, tile), |l, k, point, at| {
            l.enter_rows(k, point, seg)?;
            l.k_block(k, point, &seg.body)?;
            l.keep_values(k, plan, point, at);
            Ok(())
        })?;
        let sizes: Vec<Atom> = sizes(seg).collect();
        let states = self.states(k, of, kept.is_some(), sizes.len());
        let (region, result) = k.lane_code(|k| {
            self.invariants(k, seg);
            let scans = self.fold_vars(k, of.folds);
            let kept = states.own.kept.map(|_| k.let_("kept", KType::Index, Exp::Index(0)));
            let sums =
                sizes.iter().map(|size| (*size, k.let_("sum", KType::Scalar(ScalarType::I64), number(0))));
            let sums: Vec<(Atom, KVar)> = sums.collect();
            let mut visit = Sum { of, plan, tile, scans: scans.clone(), kept, sizes: &sums };
            let passed = self.in_order(k, (plan, tile), &mut visit)?;
            self.leave_tile(k, (of, plan, tile), &states.own, (&passed, &scans, None))?;
            cut_off(k, (plan, tile), &states.own);
            if let (Some(own), Some(kept)) = (states.own.kept, kept) {
                k.set(own, Exp::Var(kept));
            }
            states.own.sizes.iter().zip(&sums).for_each(|(own, (_, sum))| k.set(*own, Exp::Var(*sum)));
            Ok(())
        });
        result?;
        k.code.push(region);
        let step = self.combine(k, of, &states)?;
        let (region, result) = k.lane_code(|k| {
            self.before_worker(k, &step, &states, plan.lanes);
            self.invariants(k, seg);
            let scans = self.fold_vars(k, of.folds);
            let (goes_on, ()) = k.block(|k| {
                for (scan, before) in scans.iter().zip(&states.before.sums) {
                    k.set(*scan, Exp::Var(*before));
                }
            });
            match &plan.rows {
                None => k.code.extend(goes_on),
                Some(rows) => {
                    let cond = both(is_zero(k.lane), begins_anew(rows, tile));
                    k.code.push(Stm::If { cond, then: vec![], els: goes_on });
                }
            }
            let front = states.base().kept.map(Exp::Var).unwrap_or(Exp::Index(0));
            let count = states.before.kept.map(|before| k.let_("kept", KType::Index, Exp::Var(before)));
            let sums = states
                .before
                .sizes
                .iter()
                .map(|before| k.let_("before", KType::Scalar(ScalarType::I64), Exp::Var(*before)));
            let sums: Vec<(Atom, KVar)> = sizes.iter().copied().zip(sums.collect::<Vec<KVar>>()).collect();
            let mut visit =
                Put { of, plan, tile, scans, kept: count.map(|count| (count, front)), sizes: &sums };
            self.in_order(k, (plan, tile), &mut visit)?;
            // The last lane knows how many are kept, and the sums of all sizes.
            let mut then = vec![];
            if let (Some(kept), Some(count)) = (kept, count) {
                let buf = self.k_out(k, kept.total);
                then.push(Stm::Store { buf, at: Exp::Index(0), val: from_index(Exp::Var(count)) });
            }
            let bufs = seg.clauses.outs.iter().zip(outs).filter(|(out, _)| matches!(out, Out::Offsets(_)));
            for (host, (_, sum)) in bufs.filter_map(|(_, host)| *host).zip(&sums) {
                let buf = self.k_out(k, host);
                let at = self.k_count(k, dims)?;
                then.push(Stm::Store { buf, at, val: Exp::Var(*sum) });
            }
            let last = |of: KVar, all: Exp| {
                let next = ix(BinOp::Add, Exp::Var(of), Exp::Index(1));
                Exp::IndexBin(BinOp::Eq, Box::new(next), Box::new(all))
            };
            let last_group = last(k.group(), Exp::Var(k.groups()));
            let last_lane = last(k.lane, Exp::Index(plan.lanes.into()));
            let cond = Exp::Bin(BinOp::And, ScalarType::Bool, Box::new(last_group), Box::new(last_lane));
            if !then.is_empty() {
                k.code.push(Stm::If { cond, then, els: vec![] });
            }
            Ok(())
        });
        result?;
        k.code.push(region);
        let base = states.base().kept;
        if let (Some(kept), Some(place)) = (kept.and_then(|kept| kept.offsets), plan.place)
            && let (Some(base), Some(total)) = (base, states.total().kept)
        {
            self.put_offsets(k, (plan, tile), (kept, place), (base, total));
        }
        if seg.clauses.reds.is_empty() && ends_rows(seg) {
            self.end_rows(k, of, (plan, tile, outs), None)?;
        }
        self.striped(k, (seg, dims), (plan, tile), |l, k, point, at| {
            if plan.again {
                l.enter_rows(k, point, seg)?;
                l.k_block(k, point, &seg.body)?;
            } else {
                l.known_values(k, plan, point, at, seg);
            }
            l.give(k, (of, plan), (outs, base, None), point, at)
        })
    }

    /// Keeps the values of a point that its body has given.
    fn keep_values(&mut self, k: &mut KernelBuilder, plan: &Plan, point: &Point, at: &Slot) {
        for (var, buf) in &plan.values {
            if point.env.contains_key(var) || k.invariant.contains_key(var) {
                let value = self.k_atom(k, point, Atom::Var(*var));
                k.store(*buf, at.slot.clone(), value);
            }
        }
    }

    /// Takes the values of a point from where they were kept.
    fn known_values(&mut self, k: &mut KernelBuilder, plan: &Plan, point: &mut Point, at: &Slot, seg: &Seg) {
        let bound = walk::bound_vars(&seg.body);
        let certs = bound.iter().filter(|var| self.vars[**var].ty == Type::Cert);
        point.env.extend(certs.map(|var| (*var, Val::Nothing)));
        for (var, buf) in &plan.values {
            if bound.contains(var) || seg.rows.iter().any(|row| row.param == *var) {
                let ty = self.vars[*var].ty.elem().unwrap_or(ScalarType::I64);
                let value = k.let_("value", KType::Scalar(ty), load(*buf, at.slot.clone()));
                point.env.insert(*var, Val::Scalar(Exp::Var(value)));
            }
        }
    }

    /// `each` and the results of a point; keeps what reductions need.
    fn give(
        &mut self,
        k: &mut KernelBuilder,
        (of, plan): (Shared, &Plan),
        (outs, base, wide): (&Outs, Option<KVar>, Option<&Wide>),
        point: &mut Point,
        at: &Slot,
    ) -> Result<(), Limitation> {
        let (seg, c) = (of.seg, &of.seg.clauses);
        for (res, (buf, ty)) in c.scans.iter().flat_map(|scan| &scan.res).zip(&plan.results) {
            let value = k.let_("sum", KType::Scalar(*ty), load(*buf, at.slot.clone()));
            point.env.insert(*res, Val::Scalar(Exp::Var(value)));
        }
        let made = c.outs.iter().zip(outs).filter(|(out, _)| matches!(out, Out::Offsets(_)));
        for (host, buf) in made.filter_map(|(_, host)| *host).zip(&plan.offsets) {
            let to = self.k_out(k, host);
            k.store(to, at.position.clone(), load(*buf, at.slot.clone()));
        }
        let Some(keep) = &c.keep else {
            self.k_block(k, point, &c.each)?;
            self.store_points(k, point, (seg, outs), &at.position)?;
            match wide {
                Some(wide) => self.widen(k, seg, wide, point)?,
                None => self.keep_operands(k, (of, plan), point, at, |_| true),
            }
            return Ok(());
        };
        self.store_points(k, point, (seg, outs), &at.position)?;
        match wide {
            Some(wide) => self.widen(k, seg, wide, point)?,
            None => self.keep_operands(k, (of, plan), point, at, |fold_kept| !fold_kept),
        }
        let cond = self.k_atom(k, point, keep.flag);
        let place = plan.place.map(|place| {
            let inside = super::index_of(count_in(place, at.slot.clone()));
            let place = ix(BinOp::Add, base.map_or(Exp::Index(0), Exp::Var), inside);
            k.let_index("place", place)
        });
        if let (Some(var), Some(place)) = (keep.place, &place) {
            point.env.insert(var, Val::Scalar(from_index(place.clone())));
        }
        let (then, result) = k.block(|k| {
            self.k_block(k, point, &c.each)?;
            self.keep_operands(k, (of, plan), point, at, |fold_kept| fold_kept);
            for (out, host) in c.outs.iter().zip(outs) {
                if let (Out::Kept(a), Some(host), Some(place)) = (out, host, &place) {
                    let val = scalar(self.k_val(k, point, *a));
                    let buf = self.k_out(k, *host);
                    self.k_write(k, buf, place.clone(), val);
                }
            }
            Ok(())
        });
        result?;
        k.code.push(Stm::If { cond, then, els: vec![] });
        Ok(())
    }

    /// Keeps the operands of reductions of all elements, or of those that are kept, and whether a point is.
    fn keep_operands(
        &mut self,
        k: &mut KernelBuilder,
        (of, plan): (Shared, &Plan),
        point: &Point,
        at: &Slot,
        which: impl Fn(bool) -> bool,
    ) {
        let c = &of.seg.clauses;
        let mut atoms: Vec<Atom> =
            c.reds.iter().filter(|red| which(red.kept)).flat_map(|red| red.args.clone()).collect();
        if which(false) {
            atoms.extend(c.keep.as_ref().map(|keep| keep.flag));
        }
        let given = walk::bound_vars(&c.each);
        for (var, buf) in &plan.values {
            // Where there is a chain, what bodies give was kept in front of it.
            if atoms.contains(&Atom::Var(*var)) && (!plan.twice || given.contains(var)) {
                let value = self.k_atom(k, point, Atom::Var(*var));
                k.store(*buf, at.slot.clone(), value);
            }
        }
    }

    /// Where the kept elements of rows begin: as many as are kept in front of the point behind a row.
    fn put_offsets(
        &mut self,
        k: &mut KernelBuilder,
        (plan, tile): (&Plan, &Tile),
        (offsets, place): (KVar, KVar),
        (base, total): (KVar, KVar),
    ) {
        let Some(rows) = &plan.rows else {
            let (region, ()) = k.lane_code(|k| {
                let buf = self.k_out(k, offsets);
                let kept = from_index(ix(BinOp::Add, Exp::Var(base), Exp::Var(total)));
                let then = vec![Stm::Store { buf, at: Exp::Index(1), val: kept }];
                let ends = both(is_zero(k.lane), fewer(small(0), tile.ended.clone()));
                k.code.push(Stm::If { cond: ends, then, els: vec![] });
            });
            return k.code.push(region);
        };
        self.each_row(k, (plan, rows), tile, |l, k, row| {
            let buf = l.k_out(k, offsets);
            let inside = super::fewer(row.end.clone(), tile.points.clone());
            let next = super::index_of(count_in(place, super::index_of(row.end.clone())));
            let kept = Exp::Select(Box::new(inside), Box::new(next), Box::new(Exp::Var(total)));
            let kept = ix(BinOp::Add, Exp::Var(base), kept);
            k.store(buf, ix(BinOp::Add, row.row.clone(), Exp::Index(1)), from_index(kept));
        });
    }

    fn reductions(&mut self, k: &mut KernelBuilder, of: Shared) -> Reductions {
        let mut state = |name: &str, per_lane| self.empty_state(k, name, per_lane, (of, false, 0));
        let (own, before) = (state("own", true), state("before", true));
        let (total, carry, base) = (state("total", false), state("carry", false), state("base", false));
        let (head, late) = (state("head", true), state("late", true));
        let last = k.declare("last", KType::Scalar(ScalarType::I32), super::small(0), true);
        let some = k.declare("some", KType::Scalar(ScalarType::Bool), Exp::Const(Scalar::Bool(false)), true);
        let row = k.declare("row", KType::Index, Exp::Index(0), true);
        let (head, late) = (Head { last, state: head }, Late { some, row, state: late });
        Reductions { own, before, total, carry, base, head, late }
    }

    /// Reduces the rows of a tile; `first` says whether it is the group's first tile (none: its only one).
    fn reduce(
        &mut self,
        k: &mut KernelBuilder,
        of: Shared,
        (plan, tile, outs): (&Plan, &Tile, &Outs),
        (r, first): (&Reductions, Option<Exp>),
    ) -> Result<(), Limitation> {
        let (region, result) = k.lane_code(|k| {
            self.invariants(k, of.seg);
            let reds = self.fold_vars(k, of.folds);
            let no = Exp::Const(Scalar::Bool(false));
            let chosen = of.folds.iter().any(|red| red.kept);
            let some_kept = chosen.then(|| k.let_("some_kept", KType::Scalar(ScalarType::Bool), no));
            k.set(r.head.last, Exp::Const(Scalar::I32(-1)));
            let mut visit = Reduce { of, plan, tile, reds: reds.clone(), head: &r.head, some_kept };
            let passed = self.in_order(k, (plan, tile), &mut visit)?;
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
        let begun = is_known(k, &r.carry);
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
        let (head, late) = (&r.head, &r.late);
        let wait = |from: &State| {
            let mut later = vec![
                Stm::Set(late.some, Exp::Const(Scalar::Bool(true))),
                Stm::Set(late.row, tile.row.clone()),
            ];
            let state = late.state.vars().into_iter().zip(from.vars());
            later.extend(state.map(|(to, from)| Stm::Set(to, Exp::Var(from))));
            later
        };
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
                    let nothing = Exp::Bin(
                        BinOp::Or,
                        ScalarType::Bool,
                        Box::new(first.clone()),
                        Box::new(anew.clone()),
                    );
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
                    known = Exp::Bin(BinOp::Or, ScalarType::Bool, Box::new(known), Box::new(in_front));
                }
                k.code.push(Stm::If { cond: known, then: whole, els: wait(&head.state) });
                Ok(())
            });
            result?;
            let ends = on_counts(BinOp::Ge, Exp::Var(head.last), small(0));
            k.code.push(Stm::If { cond: ends, then, els: vec![] });
            let alone = both(is_zero(k.lane), both(not(Exp::Var(begun)), begins_anew(rows, tile)));
            k.code.push(Stm::If { cond: alone, then: wait(&r.carry), els: vec![] });
            Ok(())
        });
        result?;
        k.code.push(region);
        Ok(())
    }

    /// Ends the rows that end in a tile; reductions are where they left them (`carry`: what the group has in front of the tile, and whether
    /// the tile's first row has begun in it). Code of the group.
    fn end_rows(
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
                let ends = both(is_zero(k.lane), fewer(small(0), tile.ended.clone()));
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
            let ends = both(is_zero(k.lane), fewer(small(0), tile.ended.clone()));
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
        let mut later =
            vec![Stm::Set(r.late.some, Exp::Const(Scalar::Bool(true))), Stm::Set(r.late.row, row.clone())];
        let vars = r.late.state.vars().into_iter().zip(state.vars());
        later.extend(vars.map(|(to, from)| Stm::Set(to, Exp::Var(from))));
        k.code.push(Stm::If { cond: begun, then: whole, els: later });
        Ok(())
    }

    /// Ends the group's first row, of which groups in front have a part.
    fn end_late(
        &mut self,
        k: &mut KernelBuilder,
        of: Shared,
        (r, outs): (&Reductions, &Outs),
    ) -> Result<(), Limitation> {
        let step = self.step(k, of, &r.own)?;
        let chain = Combine { own: r.carry.vars(), before: r.base.vars(), ..step };
        k.chain += chain.chain_words();
        k.code.push(Stm::Chain(chain));
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
fn begins_anew(rows: &Rows, tile: &Tile) -> Exp {
    let none = on_counts(BinOp::Eq, count_in(rows.ends, Exp::Index(0)), small(0));
    let ends = fewer(small(0), tile.ended.clone());
    Exp::Select(Box::new(ends), Box::new(none), Box::new(Exp::Const(Scalar::Bool(false))))
}

/// Says so in the state of the first lane. Code of a lane.
fn cut_off(k: &mut KernelBuilder, (plan, tile): (&Plan, &Tile), own: &State) {
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

/// Whether a row that `state` is of has begun in the group, or there is no group in front.
pub(super) fn is_known(k: &KernelBuilder, state: &State) -> Exp {
    let first = is_zero(k.group());
    match state.ended {
        Some(ended) => Exp::Bin(BinOp::Or, ScalarType::Bool, Box::new(first), Box::new(Exp::Var(ended))),
        None => first,
    }
}

pub(super) fn is_zero(var: KVar) -> Exp {
    Exp::IndexBin(BinOp::Eq, Box::new(Exp::Var(var)), Box::new(Exp::Index(0)))
}
