//! Kernels over spaces: maps, reductions, scans, compactions, and offsets.

use super::body::{Point, Val, scalar};
use super::code::{KernelBuilder, from_index, ix, load, to_index};
use super::walker::{Tail, Visit};
use super::{Lowerer, Place, host_bin, number};
use base::{BinOp, Scalar, ScalarType};
use ir::kernel::{Exp, HostStm, KType, KVar, Stm as KStm};
use ir::{Atom, Dim, Fold, Inner, Limitation, Pat, Seg, Var, walk};

impl Lowerer<'_> {
    pub(super) fn seg(&mut self, pat: &Pat, seg: &Seg) -> Result<(), Limitation> {
        let dims = ir::builder::space_dims(&seg.levels);
        self.prepare(&dims)?;
        if seg.keep {
            return self.seg_keep(pat, seg, &dims);
        }
        if !seg.scans.is_empty() {
            if !seg.reds.is_empty() {
                return self.limit("a reduction and a scan in one kernel");
            }
            return self.seg_scan(pat, seg, &dims);
        }
        if !seg.reds.is_empty() {
            return self.seg_red(pat, seg, &dims);
        }
        let outs = self.outputs(&pat.vals, seg)?;
        self.each_point(KernelBuilder::new(), &seg.levels, &dims, |this, k, point, position| {
            this.enter_rows(k, point, seg)?;
            let vals = this.k_body(k, point, &seg.body)?;
            this.store_plain(k, &outs, &vals, position);
            Ok(())
        })
    }

    /// The buffers that plain results are written to: new ones, or those of consumed arrays and accumulators.
    fn outputs(&mut self, vars: &[Var], seg: &Seg) -> Result<Vec<Option<KVar>>, Limitation> {
        let first = seg.body.result.vals.len() - vars.len();
        let mut outs = vec![];
        for (var, result) in vars.iter().zip(&seg.body.result.vals[first..]) {
            let ty = self.vars[*var].ty.clone();
            if ty.is_acc() {
                let from = self.acc_source(seg, *result);
                let place = self.env[&from].clone();
                self.env.insert(*var, place);
                outs.push(None);
                continue;
            }
            if let Some(arr) = row_source(seg, *result) {
                let buf = self.buf(arr);
                self.env.insert(*var, Place::Buf(buf));
                outs.push(None);
                continue;
            }
            outs.push(Some(self.output(*var)?));
        }
        Ok(outs)
    }

    /// A new buffer for a result.
    fn output(&mut self, var: Var) -> Result<KVar, Limitation> {
        let ty = self.vars[var].ty.clone();
        let elem = ty.elem().unwrap_or(ScalarType::I64);
        let count = self.count(ty.dims())?;
        let name = self.vars[var].name.clone();
        let buf = self.alloc(&name, elem, count, false);
        self.env.insert(var, if ty.rank() == 0 { Place::Pending(buf) } else { Place::Buf(buf) });
        Ok(buf)
    }

    /// The accumulator, known outside, that a kernel's result is a version of.
    fn acc_source(&self, seg: &Seg, result: Atom) -> Var {
        let Atom::Var(mut var) = result else { base::bug!("lower", "a constant is no accumulator") };
        let used = walk::free_vars(&seg.body, self.vars);
        if self.env.contains_key(&var) {
            return var;
        }
        // Inside the kernel each version has the type of its source; the source is the accumulator used from outside.
        let same = used.iter().filter(|v| self.vars[**v].ty.is_acc() && self.env.contains_key(v));
        let candidates: Vec<Var> = same.copied().collect();
        if let [only] = candidates.as_slice() {
            return *only;
        }
        while let Some(source) = acc_step(&seg.body, var) {
            var = source;
            if self.env.contains_key(&var) {
                return var;
            }
        }
        base::bug!("lower", "accumulator {}_{} has no source", self.vars[var].name, var.0)
    }

    /// Gives the point its rows of the consumed arrays, and says what its indices mean.
    fn enter_rows(&mut self, k: &mut KernelBuilder, point: &mut Point, seg: &Seg) -> Result<(), Limitation> {
        point.origins = seg.origins.clone();
        for row in &seg.rows {
            let ty = self.vars[row.arr].ty.clone();
            let elem = ty.elem().unwrap_or(ScalarType::I64);
            let name = self.vars[row.arr].name.clone();
            let host = self.buf(row.arr);
            let buf = k.buf(&name, elem, host);
            let mut index = point.at.clone();
            index.resize(ty.rank(), Exp::Index(0));
            let base = self.position(k, ty.dims(), &index)?;
            let dims = self.vars[row.param].ty.dims().to_vec();
            let val = if dims.is_empty() {
                Val::Scalar(Exp::Var(k.let_(&name, KType::Scalar(elem), load(buf, base))))
            } else {
                Val::Row { buf, base: k.let_index("base", base), dims }
            };
            point.env.insert(row.param, val);
        }
        Ok(())
    }

    fn store_plain(&mut self, k: &mut KernelBuilder, outs: &[Option<KVar>], vals: &[Val], position: &Exp) {
        let first = vals.len() - outs.len();
        for (out, val) in outs.iter().zip(&vals[first..]) {
            if let Some(host) = out {
                let buf = self.k_out(k, *host);
                k.store(buf, position.clone(), scalar(val.clone()));
            }
        }
    }

    fn k_out(&mut self, k: &mut KernelBuilder, host: KVar) -> KVar {
        let info = &self.host.vars[host];
        let KType::Buf(elem) = info.ty else { base::bug!("lower", "{} is no buffer", info.name) };
        k.buf(&info.name.clone(), elem, host)
    }

    /// Variables that hold the state of folds.
    fn fold_vars(&mut self, k: &mut KernelBuilder, folds: &[Fold<Inner>]) -> Vec<KVar> {
        let mut accs = vec![];
        for fold in folds {
            for ne in &fold.ne {
                let ty = ne.ty(self.vars).elem().unwrap_or(ScalarType::I64);
                let start = self.k_atom(k, &Point::default(), *ne);
                accs.push(k.let_("acc", KType::Scalar(ty), start));
            }
        }
        accs
    }

    fn fold_reset(&mut self, k: &mut KernelBuilder, folds: &[Fold<Inner>], accs: &[KVar]) {
        let ne: Vec<Atom> = folds.iter().flat_map(|f| f.ne.clone()).collect();
        for (acc, ne) in accs.iter().zip(ne) {
            let ne = self.k_atom(k, &Point::default(), ne);
            k.set(*acc, ne);
        }
    }

    /// `accs = op(left, right)` for every fold, where one side is the state itself.
    fn fold_step(
        &mut self,
        k: &mut KernelBuilder,
        point: &Point,
        folds: &[Fold<Inner>],
        accs: &[KVar],
        (left, right): (&[Exp], &[Exp]),
    ) -> Result<(), Limitation> {
        let mut first = 0;
        for fold in folds {
            let n = fold.ne.len();
            let args = left[first..first + n].iter().chain(&right[first..first + n]).cloned().collect();
            let new = self.k_apply(k, point, &fold.op, args)?;
            self.k_assign(k, &accs[first..first + n], new);
            first += n;
        }
        Ok(())
    }

    /// One buffer per component of the folds, with one element per worker.
    fn carries(&mut self, folds: &[Fold<Inner>], workers: &Exp) -> Vec<KVar> {
        let mut bufs = vec![];
        for fold in folds {
            for ne in &fold.ne {
                let elem = ne.ty(self.vars).elem().unwrap_or(ScalarType::I64);
                bufs.push(self.alloc("carry", elem, workers.clone(), false));
            }
        }
        bufs
    }

    /// The number of workers, computed once.
    fn fix_workers(&mut self, dims: &[Dim]) -> Result<Exp, Limitation> {
        let workers = self.walkers(dims)?;
        Ok(Exp::Var(self.set("workers", ScalarType::I64, workers)))
    }

    fn space_or_point(&self, dims: &[Dim]) -> Result<(), Limitation> {
        if dims.is_empty() { self.limit("a reduction over no level") } else { Ok(()) }
    }

    /// Reductions: each worker writes the rows whose ends it consumes and leaves the open one as a carry; the carries are
    /// then combined from the last worker to the first, which keeps the order of operands.
    fn seg_red(&mut self, pat: &Pat, seg: &Seg, dims: &[Dim]) -> Result<(), Limitation> {
        self.space_or_point(dims)?;
        let n_reds = ir::builder::folded(&seg.reds);
        let mut red_outs = vec![];
        for var in &pat.vals[..n_reds] {
            red_outs.push(self.output(*var)?);
        }
        let outs = self.outputs(&pat.vals[n_reds..], seg)?;
        let workers = self.fix_workers(dims)?;
        let carry = self.carries(&seg.reds, &workers);
        let rows = self.alloc("carry_row", ScalarType::I64, workers.clone(), false);
        let some = self.alloc("carry_some", ScalarType::Bool, workers.clone(), false);

        let mut k = KernelBuilder::new();
        let accs = self.fold_vars(&mut k, &seg.reds);
        let mut red = Red { seg, accs: accs.clone(), red_outs: red_outs.clone(), outs };
        let tail = self.walk(&mut k, &seg.levels, dims, &mut red)?;
        let worker = Exp::Var(k.worker);
        for (host, acc) in carry.iter().zip(&accs) {
            let buf = self.k_out(&mut k, *host);
            k.store(buf, worker.clone(), Exp::Var(*acc));
        }
        let (k_rows, k_some) = (self.k_out(&mut k, rows), self.k_out(&mut k, some));
        k.store(k_rows, worker.clone(), from_index(Exp::Var(tail.row)));
        k.store(k_some, worker, Exp::Var(tail.some));
        self.launch(k, workers.clone());

        // Combining the carries.
        let mut k = KernelBuilder::new();
        let count = k.index("workers_before", workers);
        let (k_rows, k_some) = (self.k_out(&mut k, rows), self.k_out(&mut k, some));
        let w = k.let_("w", KType::Index, count);
        let cond = Exp::IndexBin(BinOp::Gt, Box::new(Exp::Var(w)), Box::new(Exp::Index(0)));
        let (body, result) = k.block(|k| {
            k.set(w, ix(BinOp::Sub, Exp::Var(w), Exp::Index(1)));
            let (then, result) = k.block(|k| {
                let row = k.let_index("row", to_index(load(k_rows, Exp::Var(w))));
                let point = self.row_point(k, seg, dims, &row)?;
                let (mut left, mut right, mut states) = (vec![], vec![], vec![]);
                for (host, carry) in red_outs.iter().zip(&carry) {
                    let (out, carry) = (self.k_out(k, *host), self.k_out(k, *carry));
                    left.push(load(carry, Exp::Var(w)));
                    let ty = k.type_of(out);
                    let KType::Buf(elem) = ty else { base::bug!("lower", "a result is a buffer") };
                    let state = k.let_("acc", KType::Scalar(elem), load(out, row.clone()));
                    right.push(Exp::Var(state));
                    states.push((out, state));
                }
                let accs: Vec<KVar> = states.iter().map(|(_, s)| *s).collect();
                self.fold_step(k, &point, &seg.reds, &accs, (&left, &right))?;
                for (out, state) in states {
                    k.store(out, row.clone(), Exp::Var(state));
                }
                Ok(())
            });
            result?;
            k.code.push(KStm::If { cond: load(k_some, Exp::Var(w)), then, els: vec![] });
            Ok(())
        });
        result?;
        k.code.push(KStm::While { pre: vec![], cond, body });
        self.launch(k, number(1));
        Ok(())
    }

    /// The point of a row: its indices, where an operator uses them.
    fn row_point(
        &mut self,
        k: &mut KernelBuilder,
        seg: &Seg,
        dims: &[Dim],
        row: &Exp,
    ) -> Result<Point, Limitation> {
        let indices: Vec<Var> = seg.levels.iter().map(|l| l.index).collect();
        let folds = seg.reds.iter().chain(&seg.scans);
        let used = folds.flat_map(|f| self.uses_of(&f.op)).any(|v| indices.contains(&v));
        let mut point = Point::default();
        if used {
            let index = self.decode(k, &dims[..dims.len() - 1], row.clone())?;
            point.enter(&seg.levels, &index);
        }
        Ok(point)
    }

    /// Scans: the workers' sums first, then what comes before each worker, then the scan itself.
    fn seg_scan(&mut self, pat: &Pat, seg: &Seg, dims: &[Dim]) -> Result<(), Limitation> {
        self.space_or_point(dims)?;
        if pat.vals.iter().any(|v| self.vars[*v].ty.is_acc()) || !seg.rows.is_empty() {
            return self.limit("a scan whose kernel also updates memory");
        }
        let workers = self.fix_workers(dims)?;
        let carry = self.carries(&seg.scans, &workers);
        let ended = self.alloc("carry_ended", ScalarType::Bool, workers.clone(), false);
        let rows = self.alloc("carry_row", ScalarType::I64, workers.clone(), false);

        let mut k = KernelBuilder::new();
        let accs = self.fold_vars(&mut k, &seg.scans);
        let mut sums = Scan { seg, accs: accs.clone(), before: None, outs: vec![] };
        let tail = self.walk(&mut k, &seg.levels, dims, &mut sums)?;
        let worker = Exp::Var(k.worker);
        for (host, acc) in carry.iter().zip(&accs) {
            let buf = self.k_out(&mut k, *host);
            k.store(buf, worker.clone(), Exp::Var(*acc));
        }
        self.store_tail(&mut k, &tail, rows, ended);
        self.launch(k, workers.clone());

        // What comes before each worker's first row part.
        let mut k = KernelBuilder::new();
        let count = k.index("workers_before", workers.clone());
        let (k_ended, k_rows) = (self.k_out(&mut k, ended), self.k_out(&mut k, rows));
        let accs = self.fold_vars(&mut k, &seg.scans);
        let w = k.var("w", KType::Index);
        let (body, result) = k.block(|k| {
            let mut sums = vec![];
            for (host, acc) in carry.iter().zip(&accs) {
                let buf = self.k_out(k, *host);
                let KType::Buf(elem) = k.type_of(buf) else { base::bug!("lower", "a carry is a buffer") };
                let sum = k.let_("sum", KType::Scalar(elem), load(buf, Exp::Var(w)));
                k.store(buf, Exp::Var(w), Exp::Var(*acc));
                sums.push(Exp::Var(sum));
            }
            let (fresh, ()) = k.block(|k| {
                for (acc, sum) in accs.iter().zip(&sums) {
                    k.set(*acc, sum.clone());
                }
            });
            let (go_on, result) = k.block(|k| {
                let row = k.let_index("row", to_index(load(k_rows, Exp::Var(w))));
                let point = self.row_point(k, seg, dims, &row)?;
                let left: Vec<Exp> = accs.iter().map(|a| Exp::Var(*a)).collect();
                self.fold_step(k, &point, &seg.scans, &accs, (&left, &sums))
            });
            result?;
            k.code.push(KStm::If { cond: load(k_ended, Exp::Var(w)), then: fresh, els: go_on });
            Ok(())
        });
        result?;
        k.code.push(KStm::For { var: w, from: Exp::Index(0), to: count, body });
        self.launch(k, number(1));

        let mut outs = vec![];
        for var in &pat.vals {
            outs.push(self.output(*var)?);
        }
        let mut k = KernelBuilder::new();
        let accs = self.fold_vars(&mut k, &seg.scans);
        let before: Vec<Exp> = carry
            .iter()
            .map(|host| {
                let buf = self.k_out(&mut k, *host);
                load(buf, Exp::Var(k.worker))
            })
            .collect();
        let mut scan = Scan { seg, accs, before: Some(before), outs };
        self.walk(&mut k, &seg.levels, dims, &mut scan)?;
        self.launch(k, workers);
        Ok(())
    }

    fn store_tail(&mut self, k: &mut KernelBuilder, tail: &Tail, rows: KVar, ended: KVar) {
        let worker = Exp::Var(k.worker);
        let (rows, ended) = (self.k_out(k, rows), self.k_out(k, ended));
        k.store(rows, worker.clone(), from_index(Exp::Var(tail.row)));
        k.store(ended, worker, Exp::Var(tail.ended));
    }

    /// Compaction: count, place, write. The counts at row ends are the offsets of the result.
    fn seg_keep(&mut self, pat: &Pat, seg: &Seg, dims: &[Dim]) -> Result<(), Limitation> {
        self.space_or_point(dims)?;
        if !seg.reds.is_empty() || !seg.scans.is_empty() || !seg.rows.is_empty() {
            return self.limit("a compaction together with other clauses");
        }
        let workers = self.fix_workers(dims)?;
        let counts = self.alloc("counts", ScalarType::I64, workers.clone(), false);
        let outer = &dims[..dims.len() - 1];

        let mut k = KernelBuilder::new();
        let kept = k.let_("kept", KType::Index, Exp::Index(0));
        let mut keep = Keep { seg, kept, outs: None };
        self.walk(&mut k, &seg.levels, dims, &mut keep)?;
        let buf = self.k_out(&mut k, counts);
        k.store(buf, Exp::Var(k.worker), from_index(Exp::Var(kept)));
        self.launch(k, workers.clone());

        let total = self.scan_counts(counts, workers.clone());
        let count = pat.sizes[0];
        let total_var = self.host_var("kept", KType::Scalar(ScalarType::I64));
        self.code.push(HostStm::Read { var: total_var, buf: total, at: number(0) });
        let rows = self.count(outer)?;
        let entries = host_bin(BinOp::Add, rows, number(1));
        let offsets = self.alloc("offsets", ScalarType::I64, entries, true);
        if outer.is_empty() {
            self.env.insert(count, Place::Scalar(total_var));
        } else {
            self.offsets.insert(vec![count], offsets);
            self.totals.insert(vec![count], Exp::Var(total_var));
        }
        let mut outs = vec![];
        for var in &pat.vals {
            let name = self.vars[*var].name.clone();
            let elem = self.vars[*var].ty.elem().unwrap_or(ScalarType::I64);
            let buf = self.alloc(&name, elem, Exp::Var(total_var), false);
            self.env.insert(*var, Place::Buf(buf));
            outs.push(buf);
        }

        let mut k = KernelBuilder::new();
        let base = self.k_out(&mut k, counts);
        let kept = k.let_("kept", KType::Index, to_index(load(base, Exp::Var(k.worker))));
        let mut keep = Keep { seg, kept, outs: Some((outs, offsets)) };
        self.walk(&mut k, &seg.levels, dims, &mut keep)?;
        self.launch(k, workers);

        if !outer.is_empty() {
            let sizes = self.output(count)?;
            let rows = self.count(outer)?;
            let mut k = KernelBuilder::new();
            let (k_offsets, k_sizes) = (self.k_out(&mut k, offsets), self.k_out(&mut k, sizes));
            self.each_of(&mut k, rows.clone(), |k, g| {
                let after = load(k_offsets, ix(BinOp::Add, g.clone(), Exp::Index(1)));
                let size = Exp::Bin(
                    BinOp::Sub,
                    ScalarType::I64,
                    Box::new(after),
                    Box::new(load(k_offsets, g.clone())),
                );
                k.store(k_sizes, g, size);
            });
            self.launch(k, Exp::Workers(Box::new(rows)));
        }
        Ok(())
    }

    /// Turns counts per worker into what comes before each, in place; returns a buffer with the sum.
    fn scan_counts(&mut self, counts: KVar, workers: Exp) -> KVar {
        let total = self.alloc("total", ScalarType::I64, number(1), false);
        let mut k = KernelBuilder::new();
        let count = k.index("workers_before", workers);
        let (k_counts, k_total) = (self.k_out(&mut k, counts), self.k_out(&mut k, total));
        let zero = Exp::Const(Scalar::I64(0));
        let sum = k.let_("sum", KType::Scalar(ScalarType::I64), zero);
        let w = k.var("w", KType::Index);
        let (body, ()) = k.block(|k| {
            let own = k.let_("own", KType::Scalar(ScalarType::I64), load(k_counts, Exp::Var(w)));
            k.store(k_counts, Exp::Var(w), Exp::Var(sum));
            let next =
                Exp::Bin(BinOp::Add, ScalarType::I64, Box::new(Exp::Var(sum)), Box::new(Exp::Var(own)));
            k.set(sum, next);
        });
        k.code.push(KStm::For { var: w, from: Exp::Index(0), to: count, body });
        k.store(k_total, Exp::Index(0), Exp::Var(sum));
        self.launch(k, number(1));
        total
    }

    /// A worker's contiguous share of `n` things.
    pub(super) fn each_of(&mut self, k: &mut KernelBuilder, n: Exp, f: impl FnOnce(&mut KernelBuilder, Exp)) {
        let n = k.index("n", n);
        let share =
            |w: Exp, k: &KernelBuilder| ix(BinOp::Div, ix(BinOp::Mul, w, n.clone()), Exp::Var(k.workers));
        let from = share(Exp::Var(k.worker), k);
        let to = share(ix(BinOp::Add, Exp::Var(k.worker), Exp::Index(1)), k);
        let to = k.let_index("to", to);
        let i = k.var("i", KType::Index);
        let (body, ()) = k.block(|k| f(k, Exp::Var(i)));
        k.code.push(KStm::For { var: i, from, to, body });
    }

    /// Offsets of a volume: its exclusive scan, with the total behind the last entry.
    pub(super) fn make_offsets(&mut self, volume: &[Var]) -> Result<KVar, Limitation> {
        let dims = self.vars[volume[0]].ty.dims().to_vec();
        let n = self.count(&dims)?;
        let n = Exp::Var(self.set("rows", ScalarType::I64, n));
        let entries = host_bin(BinOp::Add, n.clone(), number(1));
        let name = format!("o_{}", self.vars[volume[0]].name);
        let offsets = self.alloc(&name, ScalarType::I64, entries, false);
        let workers = Exp::Workers(Box::new(n.clone()));
        let workers = Exp::Var(self.set("workers", ScalarType::I64, workers));
        let counts = self.alloc("counts", ScalarType::I64, workers.clone(), false);
        let sizes: Vec<KVar> = volume.iter().map(|v| self.buf(*v)).collect();

        for write in [false, true] {
            let mut k = KernelBuilder::new();
            let k_sizes: Vec<KVar> = sizes.iter().map(|s| self.k_out(&mut k, *s)).collect();
            let k_counts = self.k_out(&mut k, counts);
            let worker = Exp::Var(k.worker);
            let start = if write { load(k_counts, worker.clone()) } else { Exp::Const(Scalar::I64(0)) };
            let sum = k.let_("sum", KType::Scalar(ScalarType::I64), start);
            let k_offsets = write.then(|| self.k_out(&mut k, offsets));
            self.each_of(&mut k, n.clone(), |k, i| {
                if let Some(offsets) = k_offsets {
                    k.store(offsets, i.clone(), Exp::Var(sum));
                }
                let mut product = load(k_sizes[0], i.clone());
                for size in &k_sizes[1..] {
                    let next = load(*size, i.clone());
                    product = Exp::Bin(BinOp::Mul, ScalarType::I64, Box::new(product), Box::new(next));
                }
                let next = Exp::Bin(BinOp::Add, ScalarType::I64, Box::new(Exp::Var(sum)), Box::new(product));
                k.set(sum, next);
            });
            if let Some(offsets) = k_offsets {
                let next = ix(BinOp::Add, worker, Exp::Index(1));
                let last = Exp::IndexBin(BinOp::Eq, Box::new(next), Box::new(Exp::Var(k.workers)));
                let n = k.index("n", n.clone());
                let then = vec![KStm::Store { buf: offsets, at: n, val: Exp::Var(sum) }];
                k.code.push(KStm::If { cond: last, then, els: vec![] });
            } else {
                k.store(k_counts, worker, Exp::Var(sum));
            }
            self.launch(k, workers.clone());
            if !write {
                self.scan_counts(counts, workers.clone());
            }
        }
        Ok(offsets)
    }
}

/// The consumed array that a kernel's result is the row of.
fn row_source(seg: &Seg, result: Atom) -> Option<Var> {
    let mut var = result.var()?;
    loop {
        if let Some(row) = seg.rows.iter().find(|r| r.param == var) {
            return Some(row.arr);
        }
        let stm = seg.body.stms.iter().find(|s| s.pat.vals.contains(&var))?;
        let i = stm.pat.vals.iter().position(|v| *v == var)?;
        var = match &stm.exp {
            ir::Exp::Update { arr, .. } => *arr,
            ir::Exp::Loop(l) => l.init.vals[i].var()?,
            ir::Exp::Atom(a) => a.var()?,
            _ => return None,
        };
    }
}

/// The accumulator that `var` is the next version of, inside a body.
fn acc_step(body: &ir::Body<Inner>, var: Var) -> Option<Var> {
    let stm = body.stms.iter().find(|s| s.pat.vals.contains(&var))?;
    let i = stm.pat.vals.iter().position(|v| *v == var)?;
    match &stm.exp {
        ir::Exp::UpdateAcc { acc, .. } => Some(*acc),
        ir::Exp::Loop(l) => l.init.vals[i].var(),
        ir::Exp::If { then, .. } => {
            let mut inner = then.result.vals[i].var()?;
            while let Some(next) = acc_step(then, inner) {
                inner = next;
            }
            Some(inner)
        }
        ir::Exp::Op(Inner::Screma(_, s)) => {
            let mut inner = s.map.body.result.vals[i].var()?;
            while let Some(next) = acc_step(&s.map.body, inner) {
                inner = next;
            }
            let at = s.map.params.iter().position(|p| *p == inner)?;
            match s.inputs[at] {
                ir::Input::Acc(acc) => Some(acc),
                ir::Input::Array(_) | ir::Input::Iota => None,
            }
        }
        _ => None,
    }
}

struct Red<'a> {
    seg: &'a Seg,
    accs: Vec<KVar>,
    red_outs: Vec<KVar>,
    outs: Vec<Option<KVar>>,
}

impl Visit for Red<'_> {
    fn row(&mut self, l: &mut Lowerer<'_>, k: &mut KernelBuilder, _: &Exp) -> Result<(), Limitation> {
        l.fold_reset(k, &self.seg.reds, &self.accs);
        Ok(())
    }
    fn point(
        &mut self,
        l: &mut Lowerer<'_>,
        k: &mut KernelBuilder,
        point: &mut Point,
        position: &Exp,
    ) -> Result<(), Limitation> {
        l.enter_rows(k, point, self.seg)?;
        let vals = l.k_body(k, point, &self.seg.body)?;
        let right: Vec<Exp> = vals[..self.accs.len()].iter().cloned().map(scalar).collect();
        let left: Vec<Exp> = self.accs.iter().map(|a| Exp::Var(*a)).collect();
        l.fold_step(k, point, &self.seg.reds, &self.accs, (&left, &right))?;
        l.store_plain(k, &self.outs, &vals, position);
        Ok(())
    }
    fn row_end(&mut self, l: &mut Lowerer<'_>, k: &mut KernelBuilder, row: &Exp) -> Result<(), Limitation> {
        for (host, acc) in self.red_outs.iter().zip(&self.accs) {
            let buf = l.k_out(k, *host);
            k.store(buf, row.clone(), Exp::Var(*acc));
        }
        Ok(())
    }
}

/// Both runs of a scan: without `before` it only sums.
struct Scan<'a> {
    seg: &'a Seg,
    accs: Vec<KVar>,
    before: Option<Vec<Exp>>,
    outs: Vec<KVar>,
}

impl Visit for Scan<'_> {
    fn row(&mut self, l: &mut Lowerer<'_>, k: &mut KernelBuilder, first: &Exp) -> Result<(), Limitation> {
        let (reset, ()) = k.block(|k| l.fold_reset(k, &self.seg.scans, &self.accs));
        match &self.before {
            None => k.code.extend(reset),
            Some(before) => {
                let then = self.accs.iter().zip(before).map(|(a, b)| KStm::Set(*a, b.clone())).collect();
                k.code.push(KStm::If { cond: first.clone(), then, els: reset });
            }
        }
        Ok(())
    }
    fn point(
        &mut self,
        l: &mut Lowerer<'_>,
        k: &mut KernelBuilder,
        point: &mut Point,
        position: &Exp,
    ) -> Result<(), Limitation> {
        l.enter_rows(k, point, self.seg)?;
        let vals = l.k_body(k, point, &self.seg.body)?;
        let right: Vec<Exp> = vals[..self.accs.len()].iter().cloned().map(scalar).collect();
        let left: Vec<Exp> = self.accs.iter().map(|a| Exp::Var(*a)).collect();
        l.fold_step(k, point, &self.seg.scans, &self.accs, (&left, &right))?;
        let scanned = self.accs.iter().map(|a| Exp::Var(*a));
        let plain = vals[self.accs.len()..].iter().cloned().map(scalar);
        for (host, val) in self.outs.iter().zip(scanned.chain(plain)) {
            let buf = l.k_out(k, *host);
            k.store(buf, position.clone(), val);
        }
        Ok(())
    }
    fn row_end(&mut self, l: &mut Lowerer<'_>, k: &mut KernelBuilder, _: &Exp) -> Result<(), Limitation> {
        // The sum that a worker leaves is that of its open row alone.
        if self.before.is_none() {
            l.fold_reset(k, &self.seg.scans, &self.accs);
        }
        Ok(())
    }
}

/// Both runs of a compaction: without `outs` it only counts.
struct Keep<'a> {
    seg: &'a Seg,
    kept: KVar,
    outs: Option<(Vec<KVar>, KVar)>,
}

impl Visit for Keep<'_> {
    fn row(&mut self, _: &mut Lowerer<'_>, _: &mut KernelBuilder, _: &Exp) -> Result<(), Limitation> {
        Ok(())
    }
    fn point(
        &mut self,
        l: &mut Lowerer<'_>,
        k: &mut KernelBuilder,
        point: &mut Point,
        _: &Exp,
    ) -> Result<(), Limitation> {
        l.enter_rows(k, point, self.seg)?;
        let vals = l.k_body(k, point, &self.seg.body)?;
        let (then, ()) = k.block(|k| {
            if let Some((outs, _)) = &self.outs {
                for (host, val) in outs.iter().zip(&vals[1..]) {
                    let buf = l.k_out(k, *host);
                    k.store(buf, Exp::Var(self.kept), scalar(val.clone()));
                }
            }
            k.set(self.kept, ix(BinOp::Add, Exp::Var(self.kept), Exp::Index(1)));
        });
        k.code.push(KStm::If { cond: scalar(vals[0].clone()), then, els: vec![] });
        Ok(())
    }
    fn row_end(&mut self, l: &mut Lowerer<'_>, k: &mut KernelBuilder, row: &Exp) -> Result<(), Limitation> {
        if let Some((_, offsets)) = &self.outs {
            let buf = l.k_out(k, *offsets);
            k.store(buf, ix(BinOp::Add, row.clone(), Exp::Index(1)), from_index(Exp::Var(self.kept)));
        }
        Ok(())
    }
}
