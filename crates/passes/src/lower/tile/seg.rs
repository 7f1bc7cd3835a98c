//! The phases of a kernel that goes through tiles.
//!
//! 1. *Stage*: bodies of points, striped.
//! 2. Where points depend on what comes before: *sum* in order, fold and chain, *put* in order.
//! 3. *Give*: `each` and the results of points, striped; part of the first phase where there is no second.
//! 4. *Reduce* in order, fold; what lanes in front have of a row is put in front of what its last lane has.
//! 5. *End*: the rows that end in the tile, striped. A row that began in a group in front has to wait: behind the last tile the chain
//!    tells what groups in front have of it.

use super::reduce::{Reductions, begins_anew, cut_off, is_zero, only_row_ends};
use super::striped::Slot;
use super::visits::{Put, Sum};
use super::wide::Wide;
use super::{Plan, Tile, count_in, index_of, narrowed, small};
use crate::lower::body::{Point, Val, both, scalar};
use crate::lower::chain::Shared;
use crate::lower::code::{KernelBuilder, from_index, ix, load};
use crate::lower::seg::{Kept, Outs, ends_rows, sizes};
use crate::lower::{Lowerer, host_bin, number};
use crate::schedule::asks_rows;
use base::{BinOp, Scalar, ScalarType};
use ir::kernel::{Exp, HostExp, KType, KVar, Stm};
use ir::{Atom, By, Dim, Limitation, Out, Seg, Type, walk};

/// The part of the lanes of a device that groups with shares use: tiles take so much shared memory that no more groups run at a time, and
/// each should have as much to do as the others.
pub(super) const SHARE: (i64, i64) = (1, 2);

impl Lowerer<'_> {
    /// Lowers a kernel whose groups go through tiles.
    pub(in crate::lower) fn tiled(
        &mut self,
        mut k: KernelBuilder,
        (seg, dims, by): (&Seg, &[Dim], By),
        (outs, kept): (&Outs, Option<&Kept>),
        plan: &Plan,
    ) -> Result<(), Limitation> {
        let (groups, each) = self.groups_for(dims, by, plan)?;
        let of = Shared { seg, dims, folds: &seg.clauses.scans };
        let reds = Shared { folds: &seg.clauses.reds, ..of };
        let k_ref = &mut k;
        k_ref.begin_group();
        let rows = self.k_count(k_ref, &dims[..dims.len() - 1])?;
        let points = self.k_count(k_ref, dims)?;
        let items = k_ref.let_index("items", ix(BinOp::Add, rows.clone(), points));
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
                let r = self.reductions(k_ref, reds, false);
                self.reduce(k_ref, reds, (plan, &tile, outs), (&r, None))?;
                self.end_late(k_ref, reds, (&r, outs))?;
            }
        } else {
            let next = ix(BinOp::Add, group.clone(), Exp::Index(1));
            let (from, to, row) = if let Some(each) = each {
                let first = |g: Exp| ix(BinOp::Min, ix(BinOp::Mul, g, Exp::Index(each.into())), rows.clone());
                let (row, last) =
                    (k_ref.let_index("first", first(group)), k_ref.let_index("last", first(next)));
                let item = |this: &mut Self, k: &mut KernelBuilder, row: &Exp| -> Result<Exp, Limitation> {
                    Ok(ix(BinOp::Add, this.row_start(k, dims, row.clone())?, row.clone()))
                };
                let (from, to) = (item(self, k_ref, &row)?, item(self, k_ref, &last)?);
                (k_ref.let_index("from", from), k_ref.let_index("to", to), row)
            } else {
                let share = |g: Exp, k: &KernelBuilder| {
                    let groups = Exp::Var(k.groups());
                    let even = ix(BinOp::Mul, g.clone(), ix(BinOp::Div, items.clone(), groups.clone()));
                    ix(BinOp::Add, even, ix(BinOp::Min, g, ix(BinOp::Rem, items.clone(), groups)))
                };
                let from = share(group, k_ref);
                let from = k_ref.let_index("from", from);
                let to = share(next, k_ref);
                let to = k_ref.let_index("to", to);
                let row = self.rows_ended(k_ref, dims, plan, &from)?;
                (from, to, row)
            };
            let row = k_ref.let_("row", KType::Index, row);
            let r = (!seg.clauses.reds.is_empty()).then(|| self.reductions(k_ref, reds, each.is_some()));
            let wide = if r.is_some() { self.wide(k_ref, reds) } else { None };
            self.through(k_ref, reds, (plan, outs), (r.as_ref(), wide.as_ref()), (&from, &to, row))?;
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

    /// Goes through the items `from` to `to`, the first of which is of `row`, tile by tile. Code of the group.
    pub(super) fn through(
        &mut self,
        k: &mut KernelBuilder,
        reds: Shared,
        (plan, outs): (&Plan, &Outs),
        (r, wide): (Option<&Reductions>, Option<&Wide>),
        (from, to, row): (&Exp, &Exp, KVar),
    ) -> Result<(), Limitation> {
        let (seg, dims) = (reds.seg, reds.dims);
        let of = Shared { folds: &seg.clauses.scans, ..reds };
        // Nobody reduces the rows of points, and nothing is done at their ends.
        let free = r.is_none() && dims.len() > 1 && !ends_rows(seg);
        let ragged = dims.last().is_some_and(|dim| !dim.is_uniform());
        let by_rows = free && ragged && asks_rows(seg, self.vars);
        let begin = k.let_("begin", KType::Index, from.clone());
        let (body, result) = k.block(|k| {
            let in_tiles = |this: &mut Self, k: &mut KernelBuilder| {
                let size = Exp::Index(plan.items().into());
                let stop = ix(BinOp::Min, ix(BinOp::Add, Exp::Var(begin), size), to.clone());
                let stop = k.let_index("stop", stop);
                let (tile, open) = this.tile(k, dims, plan, (&Exp::Var(begin), &stop, &Exp::Var(row)))?;
                this.points(k, of, (plan, &tile, outs), None)?;
                let first = Exp::IndexBin(BinOp::Eq, Box::new(Exp::Var(begin)), Box::new(from.clone()));
                match r {
                    Some(r) => this.reduce(k, reds, (plan, &tile, outs), (r, Some(first)))?,
                    None if ends_rows(seg) => this.end_rows(k, reds, (plan, &tile, outs), None)?,
                    None => {}
                }
                k.set(row, open);
                k.set(begin, stop);
                Ok(())
            };
            let ordered = |this: &mut Self, k: &mut KernelBuilder| {
                if !by_rows {
                    return in_tiles(this, k);
                }
                let block = this.brief_rows(k, (dims, plan), (begin, row, to))?;
                let (then, result) = k.block(|k| {
                    this.by_rows(k, (seg, dims, plan), (&block, begin, row), |l, k, point, at| {
                        l.enter_rows(k, point, seg)?;
                        l.k_block(k, point, &seg.body)?;
                        l.give(k, (of, plan), (outs, None, None), point, at)
                    })
                });
                result?;
                let (els, result) = k.block(|k| in_tiles(this, k));
                k.code.push(Stm::If { cond: Exp::Var(block.brief), then, els });
                result
            };
            let reduced = wide.zip(r);
            if reduced.is_some() || free {
                self.long_rows(k, reds, (plan, outs), reduced, (begin, row, to), ordered)
            } else {
                ordered(self, k)
            }
        });
        result?;
        let more = Exp::IndexBin(BinOp::Lt, Box::new(Exp::Var(begin)), Box::new(to.clone()));
        self.while_nobody_failed(k, more, body);
        Ok(())
    }

    /// A loop of the group that all lanes leave together once one has failed: a failed lane reads no offsets, so where rows end is not known.
    pub(super) fn while_nobody_failed(&mut self, k: &mut KernelBuilder, mut more: Exp, mut body: Vec<Stm>) {
        if k.can_fail {
            let failed = k.declare("failed", KType::Index, Exp::Index(0), false);
            let (count, ()) = k.block(|k| {
                let no = Exp::Const(Scalar::Bool(false));
                let own = k.declare("own", KType::Scalar(ScalarType::Bool), no, true);
                let (region, ()) = k.lane_code(|k| k.set(own, Exp::FAILED));
                k.code.extend([region, Stm::Count { holds: own, total: failed }]);
            });
            body.extend(count);
            let none = Exp::IndexBin(BinOp::Eq, Box::new(Exp::Var(failed)), Box::new(Exp::Index(0)));
            more = both(more, none);
        }
        k.code.push(Stm::While { bounded: true, pre: vec![], cond: more, body });
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

    /// How many groups go through a space: one a tile, as many as keep the device busy, or one for so many rows (how many that are).
    fn groups_for(
        &mut self,
        dims: &[Dim],
        by: By,
        plan: &Plan,
    ) -> Result<(HostExp, Option<u32>), Limitation> {
        let (rows, points) = (self.most(&dims[..dims.len() - 1])?, self.most(dims)?);
        if let (By::Rows(each), Some(rows)) = (by, &rows) {
            let all = host_bin(BinOp::Add, rows.clone(), number(i64::from(each) - 1));
            let groups = host_bin(BinOp::Max, host_bin(BinOp::Div, all, number(each.into())), number(1));
            return Ok((Exp::Var(self.set("groups", ScalarType::I64, groups)), Some(each)));
        }
        let lanes = i64::from(plan.lanes);
        let share = |workers: HostExp| {
            host_bin(BinOp::Div, host_bin(BinOp::Mul, workers, number(SHARE.0)), number(SHARE.1 * lanes))
        };
        let (Some(rows), Some(points)) = (rows, points) else {
            if plan.twice {
                base::bug!("lower", "a group for every tile of a number that nobody knows");
            }
            let busy = HostExp::workers(number(i64::from(i32::MAX)));
            return Ok((host_bin(BinOp::Max, share(busy), number(1)), None));
        };
        let items = Exp::Var(self.set("items", ScalarType::I64, host_bin(BinOp::Add, rows, points)));
        let size = i64::from(plan.items());
        let tiles = host_bin(BinOp::Div, host_bin(BinOp::Add, items.clone(), number(size - 1)), number(size));
        let groups = if plan.twice {
            tiles
        } else {
            let busy = share(HostExp::workers(items));
            host_bin(BinOp::Min, tiles, host_bin(BinOp::Max, busy, number(1)))
        };
        Ok((Exp::Var(self.set("groups", ScalarType::I64, host_bin(BinOp::Max, groups, number(1)))), None))
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
            let kept = states.own.kept.map(|_| k.let_("kept", KType::Scalar(ScalarType::I32), small(0)));
            let sums =
                sizes.iter().map(|size| (*size, k.let_("sum", KType::Scalar(ScalarType::I64), number(0))));
            let sums: Vec<(Atom, KVar)> = sums.collect();
            let mut visit = Sum { of, plan, tile, scans: scans.clone(), kept, sizes: &sums };
            let passed = self.in_order(k, (plan, tile), &mut visit)?;
            self.leave_tile(k, (of, plan, tile), &states.own, (&passed, &scans, None))?;
            cut_off(k, (plan, tile), &states.own);
            if let (Some(own), Some(kept)) = (states.own.kept, kept) {
                k.set(own, index_of(Exp::Var(kept)));
            }
            states.own.sizes.iter().zip(&sums).for_each(|(own, (_, sum))| k.set(*own, Exp::Var(*sum)));
            Ok(())
        });
        result?;
        k.code.push(region);
        let combined = self.combine(k, of, &states)?;
        let (region, result) = k.lane_code(|k| {
            self.before_worker(k, &combined, &states, plan.lanes);
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
            let front = combined.base.kept.map(Exp::Var).unwrap_or(Exp::Index(0));
            // Counted from the tile's first.
            let count = states.before.kept.map(|before| {
                let inside = narrowed(ix(BinOp::Sub, Exp::Var(before), front.clone()));
                k.let_("kept", KType::Scalar(ScalarType::I32), inside)
            });
            let sums = states
                .before
                .sizes
                .iter()
                .map(|before| k.let_("before", KType::Scalar(ScalarType::I64), Exp::Var(*before)));
            let sums: Vec<(Atom, KVar)> = sizes.iter().copied().zip(sums.collect::<Vec<KVar>>()).collect();
            let mut visit = Put { of, plan, tile, scans, kept: count, sizes: &sums };
            self.in_order(k, (plan, tile), &mut visit)?;
            // The last lane knows how many are kept, and the sums of all sizes.
            let mut then = vec![];
            if let (Some(kept), Some(count)) = (kept, count) {
                let buf = self.k_out(k, kept.total);
                let all = ix(BinOp::Add, front, index_of(Exp::Var(count)));
                then.push(Stm::Store { buf, at: Exp::Index(0), val: from_index(all) });
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
        let base = combined.base.kept;
        if let (Some(kept), Some(place)) = (kept.and_then(|kept| kept.offsets), plan.place)
            && let (Some(base), Some(total)) = (base, combined.total.kept)
        {
            self.put_offsets(k, (plan, tile), (kept, place), (base, total));
        }
        if seg.clauses.reds.is_empty() && ends_rows(seg) {
            self.end_rows(k, of, (plan, tile, outs), None)?;
        }
        self.striped(k, (seg, dims), (plan, tile), |l, k, point, at| {
            if plan.cut.again {
                l.enter_rows(k, point, seg)?;
                l.k_block(k, point, &seg.body)?;
            } else {
                l.known_values(k, plan, point, at, seg)?;
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
    fn known_values(
        &mut self,
        k: &mut KernelBuilder,
        plan: &Plan,
        point: &mut Point,
        at: &Slot,
        seg: &Seg,
    ) -> Result<(), Limitation> {
        let bound = walk::bound_vars(&seg.body);
        let certs = bound.iter().filter(|var| self.vars[**var].ty == Type::Cert);
        point.env.extend(certs.map(|var| (*var, Val::Nothing)));
        for (var, buf) in &plan.values {
            if bound.contains(var) || seg.rows.iter().any(|row| row.param == *var) {
                let value = k.let_("value", KType::Scalar(self.elem_of(*var)), load(*buf, at.from()));
                point.env.insert(*var, Val::Scalar(Exp::Var(value)));
            }
        }
        self.k_block(k, point, &plan.cut.derived)
    }

    /// `each` and the results of a point; keeps what reductions need.
    pub(super) fn give(
        &mut self,
        k: &mut KernelBuilder,
        (of, plan): (Shared, &Plan),
        (outs, base, wide): (&Outs, Option<KVar>, Option<&Wide>),
        point: &mut Point,
        at: &Slot,
    ) -> Result<(), Limitation> {
        let (seg, c) = (of.seg, &of.seg.clauses);
        for (var, buf) in &plan.results {
            let value = k.let_("sum", KType::Scalar(self.elem_of(*var)), load(*buf, at.from()));
            point.env.insert(*var, Val::Scalar(Exp::Var(value)));
        }
        let made = c.outs.iter().zip(outs).filter(|(out, _)| matches!(out, Out::Offsets(_)));
        for (host, buf) in made.filter_map(|(_, host)| *host).zip(&plan.offsets) {
            let to = self.k_out(k, host);
            k.store(to, at.position.clone(), load(*buf, at.from()));
        }
        let Some(keep) = &c.keep else {
            self.k_block(k, point, &plan.cut.late)?;
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
            let inside = index_of(count_in(place, at.from()));
            let place = ix(BinOp::Add, base.map_or(Exp::Index(0), Exp::Var), inside);
            k.let_index("place", place)
        });
        if let (Some(var), Some(place)) = (keep.place, &place) {
            point.env.insert(var, Val::Scalar(from_index(place.clone())));
        }
        let (then, result) = k.block(|k| {
            self.k_block(k, point, &plan.cut.late)?;
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
                let ends = only_row_ends(k, tile);
                k.code.push(Stm::If { cond: ends, then, els: vec![] });
            });
            return k.code.push(region);
        };
        self.each_row(k, (plan, rows), tile, |l, k, row| {
            let buf = l.k_out(k, offsets);
            let inside = super::fewer(row.end.clone(), tile.points.clone());
            let next = index_of(count_in(place, index_of(row.end.clone())));
            let kept = Exp::Select(Box::new(inside), Box::new(next), Box::new(Exp::Var(total)));
            let kept = ix(BinOp::Add, Exp::Var(base), kept);
            k.store(buf, ix(BinOp::Add, row.row.clone(), Exp::Index(1)), from_index(kept));
        });
    }
}
