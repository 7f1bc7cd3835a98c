//! Kernels over spaces: maps, reductions, scans, compactions, in any combination.
//!
//! Where only points and reductions are asked for, one walk does it. What a scan or a compaction gives at a point depends on all
//! points in front: a first walk leaves the sums and counts of the workers' shares, and a second one, which knows what comes before
//! each share, evaluates the body again, places what is kept and runs `each`.

use super::body::{Point, Val, scalar};
use super::carries::{Before, Shared, Sums, Tails};
use super::code::{KernelBuilder, from_index, ix, to_index};
use super::offsets::{Counts, Offsets};
use super::versions::{acc_step, row_source};
use super::visits::{Last, Sum};
use super::{Lowerer, Place, host_bin, number};
use base::{BinOp, ScalarType};
use ir::kernel::{Exp, HostStm, KType, KVar, Stm as KStm};
use ir::{Atom, Builder, Dim, Fold, Inner, Limitation, Out, Pat, Seg, Type, Var};

/// The buffers that a kernel writes, in the order of its results; none for what is in place already.
pub(super) type Outs = Vec<Option<KVar>>;

/// The first walk over the points, if there are two.
struct First {
    /// What comes before each worker in its open row.
    sums: Option<(Tails, Option<Before>)>,
    /// How many are kept before each worker, and in all.
    kept: Option<Kept>,
    /// For each offsets that are asked for, the sum of sizes before each worker.
    sizes: Vec<Counts>,
}

struct Kept {
    before: Counts,
    /// How many there can be: as many as there are points. How many there are stays on the device until the host needs it.
    capacity: Exp,
    /// Where the kept elements of each row begin, unless all rows are kept as one.
    offsets: Option<KVar>,
}

impl Lowerer<'_> {
    pub(super) fn seg(&mut self, pat: &Pat, seg: &Seg) -> Result<(), Limitation> {
        let mut seg = self.with_place(seg);
        // Reductions of kept elements come last.
        seg.clauses.reds.sort_by_key(|red| red.kept);
        let seg = &seg;
        let dims = ir::builder::space_dims(&seg.levels);
        self.prepare(&dims)?;
        let c = &seg.clauses;
        let rows = !c.end.is_empty() || c.outs.iter().any(|out| matches!(out, Out::Row(_)));
        if c.folds().next().is_none() && !counts(seg) && !rows && sizes(seg).next().is_none() {
            let outs = self.outputs(pat, seg, &[], None)?;
            self.reuse_inputs(seg, &dims, &outs);
            let mut k = KernelBuilder::new();
            self.invariants(&mut k, seg);
            return self.each_point(k, &seg.levels, &dims, |this, k, point, position| {
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
            });
        }
        if dims.is_empty() {
            return self.limit("a reduction over no level");
        }
        let workers = self.fix_workers(&dims)?;
        let shared = Shared { seg, dims: &dims };
        let first = self.first_walk(shared, &workers)?;
        let sums = self.row_sums(seg, &dims)?;
        let outs = self.outputs(pat, seg, &sums, first.kept.as_ref())?;
        let tails = match c.reds.is_empty() {
            true => None,
            false => Some(self.tails(&c.reds, "carry_some", workers.clone(), None)),
        };

        let mut k = KernelBuilder::new();
        self.invariants(&mut k, seg);
        let reds = self.fold_vars(&mut k, &c.reds);
        let scans = self.fold_vars(&mut k, &c.scans);
        let before = match &first.sums {
            None => vec![],
            Some((tails, groups)) => self.before(&mut k, shared, tails, groups.as_ref())?,
        };
        let kept = first.kept.as_ref().map(|kept| {
            let base = self.count_before(&mut k, &kept.before);
            k.let_("kept", KType::Index, to_index(base))
        });
        let offsets = first.kept.as_ref().and_then(|kept| kept.offsets);
        let mut made = vec![];
        for before in &first.sizes {
            let base = self.count_before(&mut k, before);
            made.push(k.let_("before", KType::Scalar(ScalarType::I64), base));
        }
        let mut last = Last {
            seg,
            outs: &outs,
            sums: &sums,
            reds: reds.clone(),
            scans,
            before,
            kept,
            offsets,
            made: &made,
        };
        let tail = self.walk(&mut k, &seg.levels, &dims, &mut last)?;
        self.last_offsets(&mut k, (seg, &outs), &dims, &made)?;
        if let Some(tails) = &tails {
            self.leave(&mut k, tails, &reds, Exp::Var(tail.row), tail.some);
        }
        self.launch(k, workers);
        if let Some(tails) = &tails {
            let sums = Sums { of: shared, outs: &sums };
            self.add_tails(sums, tails)?;
            self.end_tails(sums, tails, &outs)?;
        }
        Ok(())
    }

    /// The last worker knows the sums of all sizes.
    fn last_offsets(
        &mut self,
        k: &mut KernelBuilder,
        (seg, outs): (&Seg, &Outs),
        dims: &[Dim],
        made: &[KVar],
    ) -> Result<(), Limitation> {
        if made.is_empty() {
            return Ok(());
        }
        let points = self.k_count(k, dims)?;
        let next = ix(BinOp::Add, Exp::Var(k.worker), Exp::Index(1));
        let cond = Exp::IndexBin(BinOp::Eq, Box::new(next), Box::new(Exp::Var(k.workers)));
        let bufs = seg.clauses.outs.iter().zip(outs).filter(|(out, _)| matches!(out, Out::Offsets(_)));
        let mut then = vec![];
        for (host, sum) in bufs.filter_map(|(_, host)| *host).zip(made) {
            let buf = self.k_out(k, host);
            then.push(KStm::Store { buf, at: points.clone(), val: Exp::Var(*sum) });
        }
        k.code.push(KStm::If { cond, then, els: vec![] });
        Ok(())
    }

    /// The first of two walks: sums of scans and numbers of kept elements.
    fn first_walk(&mut self, shared: Shared, workers: &Exp) -> Result<First, Limitation> {
        let Shared { seg, dims } = shared;
        let c = &seg.clauses;
        if c.scans.is_empty() && !counts(seg) && sizes(seg).next().is_none() {
            return Ok(First { sums: None, kept: None, sizes: vec![] });
        }
        let tails = match c.scans.is_empty() {
            true => None,
            false => Some(self.tails(&c.scans, "carry_ended", workers.clone(), None)),
        };
        let counts = counts(seg).then(|| self.alloc("counts", ScalarType::I64, workers.clone(), false));
        let mut k = KernelBuilder::new();
        self.invariants(&mut k, seg);
        let scans = self.fold_vars(&mut k, &c.scans);
        let kept = counts.map(|_| k.let_("kept", KType::Index, Exp::Index(0)));
        let sums = sizes(seg).map(|size| (size, k.let_("sum", KType::Scalar(ScalarType::I64), number(0))));
        let sums: Vec<(Atom, KVar)> = sums.collect();
        let mut walk = Sum { seg, scans: scans.clone(), kept, sizes: &sums };
        let tail = self.walk(&mut k, &seg.levels, dims, &mut walk)?;
        if let Some(tails) = &tails {
            self.leave(&mut k, tails, &scans, Exp::Var(tail.row), tail.ended);
        }
        if let (Some(counts), Some(kept)) = (counts, kept) {
            let buf = self.k_out(&mut k, counts);
            k.store(buf, Exp::Var(k.worker), from_index(Exp::Var(kept)));
        }
        let mut left = vec![];
        for (_, sum) in &sums {
            let buf = self.alloc("sums", ScalarType::I64, workers.clone(), false);
            let k_buf = self.k_out(&mut k, buf);
            k.store(k_buf, Exp::Var(k.worker), Exp::Var(*sum));
            left.push(buf);
        }
        self.launch(k, workers.clone());
        let sizes = left.into_iter().map(|sums| self.scan_counts(sums, workers.clone())).collect();
        let sums = match tails {
            None => None,
            Some(tails) => {
                let groups = self.scan_tails(shared, &tails)?;
                Some((tails, groups))
            }
        };
        let kept = match counts {
            None => None,
            Some(counts) => {
                let before = self.scan_counts(counts, workers.clone());
                let capacity = self.capacity(dims)?;
                let mut offsets = None;
                if !whole(seg) {
                    let rows = self.capacity(&dims[..dims.len() - 1])?;
                    let entries = host_bin(BinOp::Add, rows, number(1));
                    offsets = Some(self.alloc("offsets", ScalarType::I64, entries, true));
                }
                Some(Kept { before, capacity, offsets })
            }
        };
        Ok(First { sums, kept, sizes })
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

    /// A buffer for each component of the reductions, whether or not the pattern receives it: workers add up what they left there.
    fn row_sums(&mut self, seg: &Seg, dims: &[Dim]) -> Result<Vec<KVar>, Limitation> {
        let mut sums = vec![];
        for res in seg.clauses.reds.iter().flat_map(|red| &red.res) {
            let rows = self.capacity(&dims[..dims.len() - 1])?;
            let elem = self.vars[*res].ty.elem().unwrap_or(ScalarType::I64);
            let name = self.vars[*res].name.clone();
            sums.push(self.alloc(&name, elem, rows, false));
        }
        Ok(sums)
    }

    /// The buffers that results are written to: new ones, or those of reductions, consumed arrays and accumulators.
    fn outputs(
        &mut self,
        pat: &Pat,
        seg: &Seg,
        sums: &[KVar],
        kept: Option<&Kept>,
    ) -> Result<Outs, Limitation> {
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
                Out::Point(_) => Some(self.output(var)?),
                Out::Row(a) => {
                    let mut res = seg.clauses.reds.iter().flat_map(|red| &red.res);
                    let Some(i) = res.position(|v| *a == Atom::Var(*v)) else {
                        // What the end of a row computes is stored there.
                        outs.push(Some(self.output(var)?));
                        continue;
                    };
                    let ty = self.vars[var].ty.clone();
                    let name = self.vars[var].name.clone();
                    let elem = ty.elem().unwrap_or(ScalarType::I64);
                    let buf = self.host_var(&name, KType::Buf(elem));
                    self.code.push(HostStm::Share { to: buf, from: sums[i] });
                    self.env.insert(var, if ty.rank() == 0 { Place::Pending(buf) } else { Place::Buf(buf) });
                    None
                }
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
                        Place::Pending(kept.before.total)
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

    /// The number of workers, computed once.
    pub(super) fn fix_workers(&mut self, dims: &[Dim]) -> Result<Exp, Limitation> {
        let workers = self.walkers(dims)?;
        Ok(Exp::Var(self.set("workers", ScalarType::I64, workers)))
    }
}

/// The sizes whose offsets a kernel gives.
fn sizes(seg: &Seg) -> impl Iterator<Item = Atom> + '_ {
    seg.clauses.outs.iter().filter_map(|out| if let Out::Offsets(size) = out { Some(*size) } else { None })
}

/// Whether all rows are kept as one.
fn whole(seg: &Seg) -> bool {
    seg.clauses.keep.as_ref().is_some_and(|keep| keep.whole)
}

/// Whether it matters how many elements are kept.
fn counts(seg: &Seg) -> bool {
    let placed = seg.clauses.keep.as_ref().is_some_and(|keep| keep.place.is_some());
    placed || seg.clauses.outs.iter().any(|out| matches!(out, Out::Kept(_) | Out::Count))
}
