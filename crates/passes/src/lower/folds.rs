//! Reductions and scans along the innermost level.

use super::Lowerer;
use super::body::{Point, scalar};
use super::carries::{Shared, Sums};
use super::code::{KernelBuilder, ix};
use super::walker::Visit;
use crate::effects::has_effect;
use base::{BinOp, ScalarType};
use ir::kernel::{Exp, KType, KVar, Stm as KStm};
use ir::{Atom, Dim, Fold, Inner, Limitation, Pat, Seg, Var};

impl Lowerer<'_> {
    /// Variables that hold the state of folds.
    pub(super) fn fold_vars(&mut self, k: &mut KernelBuilder, folds: &[Fold<Inner>]) -> Vec<KVar> {
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

    pub(super) fn fold_reset(&mut self, k: &mut KernelBuilder, folds: &[Fold<Inner>], accs: &[KVar]) {
        let ne: Vec<Atom> = folds.iter().flat_map(|f| f.ne.clone()).collect();
        for (acc, ne) in accs.iter().zip(ne) {
            let ne = self.k_atom(k, &Point::default(), ne);
            k.set(*acc, ne);
        }
    }

    /// `accs = op(left, right)` for every fold, where one side is the state itself.
    pub(super) fn fold_step(
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

    /// Reductions: each worker writes the rows whose ends it consumes and leaves the open one as a carry; the carries are then
    /// added to the rows they belong to.
    pub(super) fn seg_red(&mut self, pat: &Pat, seg: &Seg, dims: &[Dim]) -> Result<(), Limitation> {
        self.space_or_point(dims)?;
        let n_reds = ir::builder::folded(&seg.reds);
        let mut red_outs = vec![];
        for var in &pat.vals[..n_reds] {
            red_outs.push(self.output(*var)?);
        }
        let outs = self.outputs(&pat.vals[n_reds..], seg)?;
        let workers = self.fix_workers(dims)?;
        let tails = self.tails(&seg.reds, "carry_some", workers.clone(), None);
        let mut k = KernelBuilder::new();
        let accs = self.fold_vars(&mut k, &seg.reds);
        let mut red = Red { seg, accs: accs.clone(), red_outs: red_outs.clone(), outs };
        let tail = self.walk(&mut k, &seg.levels, dims, &mut red)?;
        self.leave(&mut k, &tails, &accs, Exp::Var(tail.row), tail.some);
        self.launch(k, workers);
        self.add_tails(Sums { of: Shared { seg, dims }, outs: &red_outs }, &tails)
    }

    /// The point where sums of two parts of a row are combined: the indices of the row where an operator uses them. Where it
    /// can fail, the message names the first element of the right part, which begins with a worker's share.
    pub(super) fn row_point(
        &mut self,
        k: &mut KernelBuilder,
        Shared { seg, dims }: Shared,
        row: &Exp,
        (worker, workers): (Exp, &Exp),
    ) -> Result<Point, Limitation> {
        let indices: Vec<Var> = seg.levels.iter().map(|l| l.index).collect();
        let folds = || seg.reds.iter().chain(&seg.scans);
        let used = folds().flat_map(|f| self.uses_of(&f.op)).any(|v| indices.contains(&v));
        let fails = folds().any(|f| f.op.body.stms.iter().any(|s| has_effect(&s.exp)));
        let mut point = Point::default();
        if !used && !fails {
            return Ok(point);
        }
        // A worker that has seen all points stands behind the last row, which has no indices.
        let outer = &dims[..dims.len() - 1];
        let index: Vec<KVar> = outer.iter().map(|_| k.let_("i", KType::Index, Exp::Index(0))).collect();
        let rows = self.k_count(k, outer)?;
        let (then, result) = k.block(|k| {
            for (var, value) in index.iter().zip(self.decode(k, outer, row.clone())?) {
                k.set(*var, value);
            }
            Ok(())
        });
        result?;
        let cond = Exp::IndexBin(BinOp::Lt, Box::new(row.clone()), Box::new(rows));
        k.code.push(KStm::If { cond, then, els: vec![] });
        let index: Vec<Exp> = index.into_iter().map(Exp::Var).collect();
        point.enter(&seg.levels, &index);
        if fails {
            let workers = k.index("workers_before", workers.clone());
            let item = self.share(k, dims, worker, workers)?;
            let start = self.row_start(k, dims, row.clone())?;
            let position = ix(BinOp::Sub, item, row.clone());
            point.at.push(k.let_index("at", ix(BinOp::Sub, position, start)));
            point.origins = seg.origins.clone();
        }
        Ok(point)
    }

    /// Scans: the workers' sums first, then what comes before each worker, then the scan itself.
    pub(super) fn seg_scan(&mut self, pat: &Pat, seg: &Seg, dims: &[Dim]) -> Result<(), Limitation> {
        self.space_or_point(dims)?;
        if pat.vals.iter().any(|v| self.vars[*v].ty.is_acc()) || !seg.rows.is_empty() {
            return self.limit("a scan whose kernel also updates memory");
        }
        let workers = self.fix_workers(dims)?;
        let tails = self.tails(&seg.scans, "carry_ended", workers.clone(), None);
        let mut k = KernelBuilder::new();
        let accs = self.fold_vars(&mut k, &seg.scans);
        let mut sums = Scan { seg, accs: accs.clone(), before: None, outs: vec![] };
        let tail = self.walk(&mut k, &seg.levels, dims, &mut sums)?;
        self.leave(&mut k, &tails, &accs, Exp::Var(tail.row), tail.ended);
        self.launch(k, workers.clone());
        let groups = self.scan_tails(Shared { seg, dims }, &tails)?;

        let mut outs = vec![];
        for var in &pat.vals {
            outs.push(self.output(*var)?);
        }
        let mut k = KernelBuilder::new();
        let accs = self.fold_vars(&mut k, &seg.scans);
        let before = self.before(&mut k, Shared { seg, dims }, &tails, groups.as_ref())?;
        let mut scan = Scan { seg, accs, before: Some(before), outs };
        self.walk(&mut k, &seg.levels, dims, &mut scan)?;
        self.launch(k, workers);
        Ok(())
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
