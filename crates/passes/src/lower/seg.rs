//! Kernels over spaces: maps, reductions, scans, compactions, in any combination.
//!
//! Where only points and reductions are asked for, a worker goes through its share once. What a scan or a compaction gives at a point
//! depends on all points in front: a first walk only sums and counts, and a second one, which knows what comes before the share,
//! evaluates the body again, places what is kept and runs `each`. A row that began in front of the share is ended when it is known what
//! workers in front have of it.

use super::body::{Point, Val, scalar};
use super::chain::{Heads, Shared, State};
use super::code::{KernelBuilder, from_index};
use super::longest::{Walk, WorkerRows};
use super::offsets::Offsets;
use super::private::takes_slices;
use super::versions::{acc_step, row_source};
use super::visits::{Last, Sum};
use super::{Lowerer, Place, host_bin, number};
use crate::schedule::Needs;
use base::{BinOp, Scalar, ScalarType};
use ir::kernel::{Exp, HostExp, KType, KVar, Stm as KStm};
use ir::{Atom, Builder, By, Dim, Fold, Inner, Limitation, Out, Pat, Seg, Type, Var};

/// The buffers that a kernel writes, in the order of its results; none for what is in place already.
pub(super) type Outs = Vec<Option<KVar>>;

/// What is kept.
pub(super) struct Kept {
    /// Whose only element is how many there are: that stays on the device until the host needs it.
    pub(super) total: KVar,
    /// How many there can be: as many as there are points.
    capacity: HostExp,
    /// Where the kept elements of each row begin, unless all rows are kept as one.
    pub(super) offsets: Option<KVar>,
}

impl Lowerer<'_> {
    pub(super) fn seg(&mut self, pat: &Pat, seg: &Seg) -> Result<(), Limitation> {
        let needs = Needs::of(seg, self.vars);
        // What lowering makes itself was not there when schedules were chosen.
        let by = seg.by.unwrap_or_else(|| needs.choose(self.target));
        if by == By::Within {
            let mut sizes = seg.clone();
            sizes.body.splice(0..0, std::mem::take(&mut sizes.once));
            self.within.extend(pat.vals.iter().map(|var| (*var, sizes.clone())));
            self.env.extend(pat.vals.iter().map(|var| (*var, Place::Offsets(Offsets::Within(*var)))));
            return Ok(());
        }
        let mut seg = self.with_place(seg);
        // Every walk finds anew what is the same at all points (`invariants`).
        seg.body.splice(0..0, std::mem::take(&mut seg.once));
        // Reductions of kept elements come last.
        seg.clauses.reds.sort_by_key(|red| red.kept);
        let seg = &seg;
        let dims = ir::builder::space_dims(&seg.levels);
        self.prepare(&dims)?;
        let c = &seg.clauses;
        let Needs { twice, independent, .. } = needs;
        if by == By::Deal {
            let outs = self.outputs(pat, seg, None)?;
            return self.dealt_out(seg, &dims, &outs);
        }
        if let By::Chain | By::Short | By::Share | By::Rows(_) = by
            && self.tiles_known(&dims, by)?
        {
            let kept = if counts(seg) { Some(self.kept(seg, &dims)?) } else { None };
            let outs = self.outputs(pat, seg, kept.as_ref())?;
            if independent {
                self.reuse_inputs(seg, &dims, &outs);
            } else {
                self.reuse_row_inputs(seg, &dims, &outs);
            }
            let any_rows = |this: &mut Self| {
                let mut k = KernelBuilder::new();
                let plan = this.plan(&mut k, seg, dims.len() > 1, twice);
                this.tiled(k, (seg, &dims, by), (&outs, kept.as_ref()), &plan)
            };
            return match self.equal_rows(&dims).filter(|_| by == By::Short) {
                Some(size) => self.by_length((seg, &dims), (&outs, size), any_rows),
                None => any_rows(self),
            };
        }
        if let By::Each | By::Lanes(_) | By::Blocks = by {
            let outs = self.outputs(pat, seg, None)?;
            self.reuse_inputs(seg, &dims, &outs);
            let walk = if self.target.deals_out() { Walk::Strided } else { Walk::InOrder };
            let rows = match by == By::Each {
                true => self.make_worker_rows((pat, seg), &dims, walk, None)?,
                false => WorkerRows::default(),
            };
            let mut k = KernelBuilder::new();
            if self.target.apart && takes_slices(seg) {
                k.held = self.held_beside(pat, seg);
            }
            self.enter_worker_rows(&mut k, &rows);
            // What lanes know is found inside of their region.
            let in_regions = by == By::Blocks && self.target.lanes > 1;
            if !in_regions {
                self.invariants(&mut k, seg);
            }
            let each = |this: &mut Lowerer<'_>, k: &mut KernelBuilder, point: &mut Point, position: &Exp| {
                if in_regions {
                    this.invariants(k, seg);
                }
                point.find(seg, position);
                this.enter_rows(k, point, seg)?;
                this.k_block(k, point, &seg.body)?;
                let Some(keep) = &c.keep else {
                    this.k_block(k, point, &c.each)?;
                    return this.store_points(k, point, (seg, &outs), position);
                };
                this.store_points(k, point, (seg, &outs), position)?;
                let cond = this.k_atom(k, point, keep.flag);
                let (then, result) = k.block(|k| this.k_block(k, point, &c.each));
                k.code.push(KStm::If { cond, then, els: vec![] });
                result
            };
            if by == By::Blocks {
                return self.in_blocks(k, (&seg.levels, &dims), each);
            }
            if let By::Lanes(lanes) = by {
                return self.lanes_of_rows(k, &seg.levels, (&dims, lanes), each);
            }
            return self.points_of(k, (&seg.levels, &dims, needs.is_free()), rows.workers(), each);
        }
        if dims.is_empty() {
            return self.limit("a reduction over no level");
        }
        let sizes: Vec<Atom> = sizes(seg).collect();
        let workers = self.fix_workers(&dims, if twice { 2 } else { 1 })?;
        let rows = self.make_worker_rows((pat, seg), &dims, Walk::InOrder, Some(workers.clone()))?;
        let workers = rows.workers().unwrap_or(workers);
        let kept = if counts(seg) { Some(self.kept(seg, &dims)?) } else { None };
        let outs = self.outputs(pat, seg, kept.as_ref())?;
        self.reuse_row_inputs(seg, &dims, &outs);
        let lanes = self.target.lanes;

        let mut k = KernelBuilder::new();
        let of = Shared { seg, dims: &dims, folds: &c.scans };
        let mut before = None;
        if twice {
            let states = self.states(&mut k, of, kept.is_some(), sizes.len());
            k.region(lanes, &workers, |k| {
                self.enter_worker_rows(k, &rows);
                self.sum_walk(k, of, &states.own, &sizes)
            })?;
            let combined = self.combine(&mut k, of, &states)?;
            before = Some((states, combined));
        }
        let reds = Shared { folds: &c.reds, ..of };
        let heads = if c.reds.is_empty() { None } else { Some(self.heads(&mut k, reds)) };
        k.region(lanes, &workers, |k| -> Result<(), Limitation> {
            if let Some((states, combined)) = &before {
                self.before_worker(k, combined, states, lanes);
            }
            self.enter_worker_rows(k, &rows);
            self.invariants(k, seg);
            let before = before.as_ref().map(|(states, _)| &states.before);
            self.last_walk(k, of, (before, heads.as_ref()), (&outs, kept.as_ref()))
        })?;
        if let Some(heads) = &heads {
            self.end_heads(&mut k, (reds, &outs), heads, (lanes, &workers))?;
        }
        self.launch(k, workers);
        Ok(())
    }

    /// Memory for what is kept.
    fn kept(&mut self, seg: &Seg, dims: &[Dim]) -> Result<Kept, Limitation> {
        let total = self.alloc("total", ScalarType::I64, number(1), false);
        let capacity = self.capacity(dims)?;
        let mut offsets = None;
        if !whole(seg) {
            let rows = self.capacity(&dims[..dims.len() - 1])?;
            let entries = host_bin(BinOp::Add, rows, number(1));
            offsets = Some(self.alloc("offsets", ScalarType::I64, entries, true));
        }
        Ok(Kept { total, capacity, offsets })
    }

    /// The first of two walks: sums of scans, numbers of kept elements, sums of sizes.
    fn sum_walk(
        &mut self,
        k: &mut KernelBuilder,
        of: Shared,
        own: &State,
        sizes: &[Atom],
    ) -> Result<(), Limitation> {
        self.invariants(k, of.seg);
        let scans = self.fold_vars(k, of.folds);
        let kept = own.kept.map(|_| k.let_("kept", KType::Index, Exp::Index(0)));
        let sums = sizes.iter().map(|size| (*size, k.let_("sum", KType::Scalar(ScalarType::I64), number(0))));
        let sums: Vec<(Atom, KVar)> = sums.collect();
        let mut walk = Sum { seg: of.seg, scans: scans.clone(), kept, sizes: &sums };
        let tail = self.walk(k, &of.seg.levels, of.dims, &mut walk)?;
        self.leave(k, of, own, (&tail, &scans, None))?;
        if let (Some(own), Some(kept)) = (own.kept, kept) {
            k.set(own, Exp::Var(kept));
        }
        for (own, (_, sum)) in own.sizes.iter().zip(&sums) {
            k.set(*own, Exp::Var(*sum));
        }
        Ok(())
    }

    /// The last walk, which knows what comes before the share.
    fn last_walk(
        &mut self,
        k: &mut KernelBuilder,
        of: Shared,
        (before, heads): (Option<&State>, Option<&Heads>),
        (outs, kept): (&Outs, Option<&Kept>),
    ) -> Result<(), Limitation> {
        let c = &of.seg.clauses;
        let reds = self.fold_vars(k, &c.reds);
        let scans = self.fold_vars(k, &c.scans);
        let place = before.and_then(|before| before.kept);
        let place = place.map(|before| k.let_("kept", KType::Index, Exp::Var(before)));
        let sizes = before.map_or(&[][..], |before| &before.sizes);
        let made: Vec<KVar> = sizes
            .iter()
            .map(|before| k.let_("before", KType::Scalar(ScalarType::I64), Exp::Var(*before)))
            .collect();
        let no = Exp::Const(Scalar::Bool(false));
        let chosen = c.reds.iter().any(|red| red.kept);
        let some_kept = chosen.then(|| k.let_("some_kept", KType::Scalar(ScalarType::Bool), no));
        let mut last = Last {
            seg: of.seg,
            outs,
            reds: reds.clone(),
            scans,
            before: before.map_or(&[][..], |before| &before.sums),
            heads,
            some_kept,
            kept: place,
            offsets: kept.and_then(|kept| kept.offsets),
            made: &made,
        };
        let tail = self.walk(k, &of.seg.levels, of.dims, &mut last)?;
        if let Some(heads) = heads {
            self.leave(k, Shared { folds: &c.reds, ..of }, &heads.states.own, (&tail, &reds, some_kept))?;
        }
        // The last worker knows how many are kept, and the sums of all sizes.
        let mut then = vec![];
        if let (Some(kept), Some(place)) = (kept, place) {
            let buf = self.k_out(k, kept.total);
            then.push(KStm::Store { buf, at: Exp::Index(0), val: from_index(Exp::Var(place)) });
        }
        let bufs = c.outs.iter().zip(outs).filter(|(out, _)| matches!(out, Out::Offsets(_)));
        for (host, sum) in bufs.filter_map(|(_, host)| *host).zip(&made) {
            let buf = self.k_out(k, host);
            let at = self.k_count(k, of.dims)?;
            then.push(KStm::Store { buf, at, val: Exp::Var(*sum) });
        }
        if !then.is_empty() {
            k.code.push(KStm::If { cond: self.is_last(k), then, els: vec![] });
        }
        Ok(())
    }

    /// The place of a kept element in its row is one less than how many are kept up to it: a scan, where there are several rows.
    /// How many are kept in a row is a reduction.
    fn with_place(&mut self, seg: &Seg) -> Seg {
        let mut seg = seg.clone();
        let rows = seg.levels.len() > 1 && !whole(&seg);
        let Some(keep) = &mut seg.clauses.keep else { return seg };
        let (place, count) = (if rows { keep.place.take() } else { None }, keep.count.take());
        let flag = keep.flag;
        let mut b: Builder<Inner> = Builder::new(self.vars);
        let sum = |b: &mut Builder<Inner>, arg: Atom, res: Var, kept: bool| Fold {
            op: b.op_lambda(BinOp::Add, ScalarType::I64),
            ne: vec![Atom::i64(0)],
            args: vec![arg],
            res: vec![res],
            comm: true,
            kept,
            index: None,
        };
        if let Some(place) = place {
            let one = b.conv("one", ScalarType::I64, flag);
            seg.body.append(&mut b.stms);
            let count = b.fresh("count", Type::i64());
            let exp = ir::Exp::bin(BinOp::Sub, ScalarType::I64, count.into(), Atom::i64(1));
            b.push(Pat::one(place), exp);
            seg.clauses.each.splice(0..0, std::mem::take(&mut b.stms));
            seg.clauses.scans.push(sum(&mut b, one, count, false));
        }
        if let Some(count) = count {
            seg.clauses.reds.push(sum(&mut b, Atom::i64(1), count, true));
        }
        seg
    }

    /// The buffers that results are written to: new ones, or those of consumed arrays and accumulators.
    fn outputs(&mut self, pat: &Pat, seg: &Seg, kept: Option<&Kept>) -> Result<Outs, Limitation> {
        let mut outs = vec![];
        for (out, var) in seg.clauses.outs.iter().zip(pat.all()) {
            outs.push(match out {
                Out::Acc(acc) => {
                    let from = self.acc_source(seg, *acc);
                    let place = self.env[&from].clone();
                    self.env.insert(var, place);
                    None
                }
                Out::Owned(row) => {
                    let buf = self.buf(row_source(seg, *row));
                    self.env.insert(var, Place::Buf(buf));
                    None
                }
                Out::Point(_) | Out::Row(_) => Some(self.output(var)?),
                Out::Kept(_) => {
                    let Some(kept) = kept else { base::bug!("lower", "kept elements without keep") };
                    let name = self.vars[var].name.clone();
                    let elem = self.vars[var].ty.elem().unwrap_or(ScalarType::I64);
                    let buf = self.alloc(&name, elem, kept.capacity.clone(), false);
                    self.env.insert(var, Place::Buf(buf));
                    Some(buf)
                }
                Out::Count => {
                    let Some(kept) = kept else { base::bug!("lower", "a count without keep") };
                    let place = if self.vars[var].ty.rank() == 0 {
                        self.most.insert(var, kept.capacity.clone());
                        Place::Pending(kept.total)
                    } else {
                        self.most_in_all.insert(vec![var], kept.capacity.clone());
                        let Some(offsets) = kept.offsets else { base::bug!("lower", "rows without offsets") };
                        let offsets = Offsets::Buf(offsets);
                        self.offsets.insert(vec![var], offsets.clone());
                        Place::Differences(offsets)
                    };
                    self.env.insert(var, place);
                    None
                }
                Out::Offsets(size) => {
                    if let Some(most) = self.most_sizes(seg, *size)? {
                        self.most_by_offsets.insert(var, most);
                    }
                    let points = self.capacity(&ir::builder::space_dims(&seg.levels))?;
                    let entries = host_bin(BinOp::Add, points, number(1));
                    let name = self.vars[var].name.clone();
                    let buf = self.alloc(&name, ScalarType::I64, entries, false);
                    self.env.insert(var, Place::Offsets(Offsets::Buf(buf)));
                    Some(buf)
                }
                Out::Cert => {
                    self.env.insert(var, Place::Nothing);
                    None
                }
            });
        }
        Ok(outs)
    }

    /// A new buffer for a result.
    pub(super) fn output(&mut self, var: Var) -> Result<KVar, Limitation> {
        let ty = self.vars[var].ty.clone();
        let elem = ty.elem().unwrap_or(ScalarType::I64);
        let count = self.capacity(ty.dims())?;
        let name = self.vars[var].name.clone();
        let buf = self.alloc(&name, elem, count, false);
        self.env.insert(var, if ty.rank() == 0 { Place::Pending(buf) } else { Place::Buf(buf) });
        Ok(buf)
    }

    /// The accumulator, known outside, that a kernel's result is a version of.
    fn acc_source(&self, seg: &Seg, result: Var) -> Var {
        let mut var = result;
        let blocks = [&seg.body, &seg.clauses.each, &seg.clauses.end];
        while !self.env.contains_key(&var) {
            match blocks.iter().find_map(|block| acc_step(block, var)) {
                Some(source) => var = source,
                None => base::bug!("lower", "accumulator {}_{} has no source", self.vars[var].name, var.0),
            }
        }
        var
    }

    /// Stores the values of a point.
    pub(super) fn store_points(
        &mut self,
        k: &mut KernelBuilder,
        point: &Point,
        (seg, outs): (&Seg, &Outs),
        position: &Exp,
    ) -> Result<(), Limitation> {
        for (out, host) in seg.clauses.outs.iter().zip(outs) {
            if let (Out::Point(a), Some(host)) = (out, host) {
                let val = scalar(self.k_val(k, point, *a));
                let buf = self.k_out(k, *host);
                k.store(buf, position.clone(), val);
            }
        }
        Ok(())
    }

    /// The code at the end of a row, where the results of reductions are known.
    pub(super) fn end_row(
        &mut self,
        k: &mut KernelBuilder,
        (seg, outs): (&Seg, &Outs),
        row: &Exp,
        index: &[Exp],
        reds: &[Exp],
    ) -> Result<(), Limitation> {
        let mut point = Point::default();
        point.enter(&seg.levels[..index.len()], index);
        let res = seg.clauses.reds.iter().flat_map(|red| &red.res);
        point.env.extend(res.zip(reds).map(|(res, val)| (*res, Val::Scalar(val.clone()))));
        self.k_block(k, &mut point, &seg.clauses.end)?;
        for (out, host) in seg.clauses.outs.iter().zip(outs) {
            if let (Out::Row(a), Some(host)) = (out, host) {
                let val = self.k_atom(k, &point, *a);
                let buf = self.k_out(k, *host);
                k.store(buf, row.clone(), val);
            }
        }
        Ok(())
    }

    pub(super) fn k_out(&mut self, k: &mut KernelBuilder, host: KVar) -> KVar {
        let info = &self.host.vars[host];
        let KType::Buf(elem) = info.ty else { base::bug!("lower", "{} is no buffer", info.name) };
        k.buf(&info.name.clone(), elem, host)
    }
}

/// The sizes whose offsets a kernel gives.
pub(crate) fn sizes(seg: &Seg) -> impl Iterator<Item = Atom> + '_ {
    seg.clauses.outs.iter().filter_map(|out| if let Out::Offsets(size) = out { Some(*size) } else { None })
}

/// Whether anything happens at the ends of rows.
pub(crate) fn ends_rows(seg: &Seg) -> bool {
    !seg.clauses.end.is_empty() || seg.clauses.outs.iter().any(|out| matches!(out, Out::Row(_)))
}

/// Whether all rows are kept as one.
pub(super) fn whole(seg: &Seg) -> bool {
    seg.clauses.keep.as_ref().is_some_and(|keep| keep.whole)
}

/// Whether it matters how many elements are kept.
pub(crate) fn counts(seg: &Seg) -> bool {
    let placed = seg.clauses.keep.as_ref().is_some_and(|keep| keep.place.is_some());
    placed || seg.clauses.outs.iter().any(|out| matches!(out, Out::Kept(_) | Out::Count))
}
