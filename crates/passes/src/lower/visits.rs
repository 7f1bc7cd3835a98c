//! What the walks over the points of a kernel do: the first of two sums and counts, the last knows what comes before its share.

use super::Lowerer;
use super::body::{Point, Val, scalar};
use super::chain::{Heads, parts};
use super::code::{KernelBuilder, from_index, ix};
use super::offsets::plus;
use super::seg::Outs;
use super::walker::{RowEnd, Visit};
use base::{BinOp, Scalar};
use ir::kernel::{Exp, KVar, Stm as KStm};
use ir::{Atom, Fold, Inner, Limitation, Out, Seg};

/// The first of two walks: it only sums and counts.
pub(super) struct Sum<'a> {
    pub(super) seg: &'a Seg,
    pub(super) scans: Vec<KVar>,
    pub(super) kept: Option<KVar>,
    /// Sizes whose offsets are made, and their sums so far.
    pub(super) sizes: &'a [(Atom, KVar)],
}

impl Visit for Sum<'_> {
    fn needs_rows(&self, l: &Lowerer<'_>) -> bool {
        l.walks_rows(self.seg)
    }
    fn row(&mut self, l: &mut Lowerer<'_>, k: &mut KernelBuilder, _: &Exp) -> Result<(), Limitation> {
        l.fold_reset(k, &self.seg.clauses.scans, &self.scans);
        Ok(())
    }
    fn point(
        &mut self,
        l: &mut Lowerer<'_>,
        k: &mut KernelBuilder,
        point: &mut Point,
        position: &Exp,
    ) -> Result<(), Limitation> {
        let c = &self.seg.clauses;
        point.find(self.seg, position);
        l.enter_rows(k, point, self.seg)?;
        l.k_block(k, point, &self.seg.body)?;
        let right = l.fold_args(k, point, &c.scans);
        let left: Vec<Exp> = self.scans.iter().map(|a| Exp::Var(*a)).collect();
        l.fold_step(k, point, &c.scans, &self.scans, (&left, &right))?;
        if let (Some(kept), Some(keep)) = (self.kept, &c.keep) {
            let then = vec![KStm::Set(kept, ix(BinOp::Add, Exp::Var(kept), Exp::Index(1)))];
            let cond = l.k_atom(k, point, keep.flag);
            k.code.push(KStm::If { cond, then, els: vec![] });
        }
        for (size, sum) in self.sizes {
            let size = l.k_atom(k, point, *size);
            k.set(*sum, plus(Exp::Var(*sum), size));
        }
        Ok(())
    }
    fn row_end(
        &mut self,
        l: &mut Lowerer<'_>,
        k: &mut KernelBuilder,
        _: &RowEnd<'_>,
    ) -> Result<(), Limitation> {
        // The sum that a worker leaves is that of its open row alone.
        l.fold_reset(k, &self.seg.clauses.scans, &self.scans);
        Ok(())
    }
}

/// The last walk: it knows what comes before its share.
pub(super) struct Last<'a> {
    pub(super) seg: &'a Seg,
    pub(super) outs: &'a Outs,
    pub(super) reds: Vec<KVar>,
    pub(super) scans: Vec<KVar>,
    /// The sums of scans in front of the share.
    pub(super) before: &'a [KVar],
    pub(super) heads: Option<&'a Heads>,
    /// Whether an element of the row is kept, if there are reductions of those.
    pub(super) some_kept: Option<KVar>,
    pub(super) kept: Option<KVar>,
    pub(super) offsets: Option<KVar>,
    /// The sums so far of the sizes whose offsets are made.
    pub(super) made: &'a [KVar],
}

impl Last<'_> {
    /// The reductions of all elements, and behind them those of kept ones, with their states.
    fn red_parts(&self) -> (States<'_>, States<'_>) {
        let reds = &self.seg.clauses.reds;
        let all = reds.iter().filter(|red| !red.kept).count();
        let states: usize = reds[..all].iter().map(|red| red.ne.len()).sum();
        let (first, rest) = self.reds.split_at(states);
        ((&reds[..all], first), (&reds[all..], rest))
    }

    /// Combines the states of folds with their operands at this point.
    fn step(
        &self,
        l: &mut Lowerer<'_>,
        k: &mut KernelBuilder,
        point: &Point,
        (folds, accs): States<'_>,
    ) -> Result<(), Limitation> {
        let right = l.fold_args(k, point, folds);
        let left: Vec<Exp> = accs.iter().map(|a| Exp::Var(*a)).collect();
        l.fold_step(k, point, folds, accs, (&left, &right))
    }
}

/// Folds and the variables that hold their states.
type States<'a> = (&'a [Fold<Inner>], &'a [KVar]);

impl Visit for Last<'_> {
    fn needs_rows(&self, l: &Lowerer<'_>) -> bool {
        l.walks_rows(self.seg)
    }
    fn row(&mut self, l: &mut Lowerer<'_>, k: &mut KernelBuilder, first: &Exp) -> Result<(), Limitation> {
        let c = &self.seg.clauses;
        l.fold_reset(k, &c.reds, &self.reds);
        if let Some(some) = self.some_kept {
            k.set(some, Exp::Const(Scalar::Bool(false)));
        }
        if !self.scans.is_empty() {
            let (reset, ()) = k.block(|k| l.fold_reset(k, &c.scans, &self.scans));
            let then = self.scans.iter().zip(self.before).map(|(a, b)| KStm::Set(*a, Exp::Var(*b))).collect();
            k.code.push(KStm::If { cond: first.clone(), then, els: reset });
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
        let c = &self.seg.clauses;
        point.find(self.seg, position);
        l.enter_rows(k, point, self.seg)?;
        l.k_block(k, point, &self.seg.body)?;
        let made = c.outs.iter().zip(self.outs).filter_map(|(out, host)| {
            if let Out::Offsets(size) = out { Some((*size, (*host)?)) } else { None }
        });
        for ((size, host), sum) in made.zip(self.made) {
            let buf = l.k_out(k, host);
            k.store(buf, position.clone(), Exp::Var(*sum));
            let size = l.k_atom(k, point, size);
            k.set(*sum, plus(Exp::Var(*sum), size));
        }
        self.step(l, k, point, (&c.scans, &self.scans))?;
        let (all, chosen) = self.red_parts();
        self.step(l, k, point, all)?;
        let res = c.scans.iter().flat_map(|scan| &scan.res);
        point.env.extend(res.zip(&self.scans).map(|(res, acc)| (*res, Val::Scalar(Exp::Var(*acc)))));
        let Some(keep) = &c.keep else {
            l.k_block(k, point, &c.each)?;
            return l.store_points(k, point, (self.seg, self.outs), position);
        };
        l.store_points(k, point, (self.seg, self.outs), position)?;
        let cond = l.k_atom(k, point, keep.flag);
        if let (Some(place), Some(kept)) = (keep.place, self.kept) {
            point.env.insert(place, Val::Scalar(from_index(Exp::Var(kept))));
        }
        let (then, result) = k.block(|k| {
            l.k_block(k, point, &c.each)?;
            self.step(l, k, point, chosen)?;
            if let Some(some) = self.some_kept {
                k.set(some, Exp::Const(Scalar::Bool(true)));
            }
            for (out, host) in c.outs.iter().zip(self.outs) {
                if let (Out::Kept(a), Some(host), Some(kept)) = (out, host, self.kept) {
                    let val = scalar(l.k_val(k, point, *a));
                    let buf = l.k_out(k, *host);
                    l.k_write(k, buf, Exp::Var(kept), val);
                }
            }
            if let Some(kept) = self.kept {
                k.set(kept, ix(BinOp::Add, Exp::Var(kept), Exp::Index(1)));
            }
            Ok(())
        });
        result?;
        k.code.push(KStm::If { cond, then, els: vec![] });
        Ok(())
    }
    fn row_end(
        &mut self,
        l: &mut Lowerer<'_>,
        k: &mut KernelBuilder,
        end: &RowEnd<'_>,
    ) -> Result<(), Limitation> {
        let row = end.row;
        if let (Some(offsets), Some(kept)) = (self.offsets, self.kept) {
            let buf = l.k_out(k, offsets);
            k.store(buf, ix(BinOp::Add, row.clone(), Exp::Index(1)), from_index(Exp::Var(kept)));
        }
        let reds: Vec<Exp> = self.reds.iter().map(|acc| Exp::Var(*acc)).collect();
        let Some(heads) = self.heads else {
            return l.end_row(k, (self.seg, self.outs), row, end.index, &reds);
        };
        // What workers in front have of the row is known later.
        let (els, result) = k.block(|k| l.end_row(k, (self.seg, self.outs), row, end.index, &reds));
        result?;
        let (then, ()) = k.block(|k| {
            k.set(heads.some, Exp::Const(Scalar::Bool(true)));
            k.set(heads.row, row.clone());
            k.set(heads.begin, end.begin.clone());
            for (points, part) in heads.points.iter().zip(parts(&self.seg.clauses.reds)) {
                let kept = self.some_kept.filter(|_| part.kept).map(Exp::Var);
                k.set(*points, kept.unwrap_or_else(|| end.some.clone()));
            }
            heads.sums.iter().zip(&reds).for_each(|(to, sum)| k.set(*to, sum.clone()));
        });
        let begun = Exp::IndexBin(BinOp::Gt, Box::new(end.begin.clone()), Box::new(Exp::Index(0)));
        k.code.push(KStm::If { cond: begun, then, els });
        Ok(())
    }
}
