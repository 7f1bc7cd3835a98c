//! Points that ask for no row: those of all rows are one run of positions.
//!
//! ```text
//! seg (i < n, j < s[i] via o) { let x = xss[i, j]  let y = add.f32 x 1 } out (y)
//!   =>
//! for (q = from to until) { f32 x = xss[q];  ys[q] = add.f32(x, 1); }
//! ```
//!
//! What lies over the points is found by their position ([`crate::schedule::asks_rows`]), so that nobody searches, goes from row to row, or begins a
//! loop for a row of two elements. The indices that a failure names are found when it happens.

use super::Lowerer;
use super::body::Point;
use super::code::{KernelBuilder, ix};
use super::seg::{ends_rows, whole};
use super::walker::first_item;
use crate::schedule::Needs;
use base::BinOp;
use ir::kernel::{Exp, KType, KVar, Stm};
use ir::{Dim, Level, Limitation, Seg};

impl Lowerer<'_> {
    /// Whether a walk through a kernel has to know where rows begin and end.
    pub(super) fn walks_rows(&self, seg: &Seg) -> bool {
        let c = &seg.clauses;
        let kept_by_rows = c.keep.is_some() && !whole(seg);
        c.folds().next().is_some() || kept_by_rows || ends_rows(seg) || !Needs::of(seg, self.vars).is_free()
    }

    /// The points of a worker's share, in order, whatever their rows; the position of the first one.
    pub(super) fn run(
        &mut self,
        k: &mut KernelBuilder,
        space: (&[Level], &[Dim]),
        f: impl FnOnce(&mut Self, &mut KernelBuilder, &mut Point, &Exp) -> Result<(), Limitation>,
    ) -> Result<Exp, Limitation> {
        let points = self.k_count(k, space.1)?;
        let (worker, workers) = (Exp::Var(k.worker), Exp::Var(k.workers));
        let next = ix(BinOp::Add, worker.clone(), Exp::Index(1));
        let from = k.let_index("from", first_item(worker, &points, workers.clone()));
        let to = k.let_index("to", first_item(next, &points, workers));
        let q = k.var("q", KType::Index);
        let body = self.point_at(k, space, q, f)?;
        k.code.push(Stm::For { var: q, from: from.clone(), to, vector: None, body });
        Ok(from)
    }

    /// The code of the point at a position. Its indices are found only if something names them.
    pub(super) fn point_at(
        &mut self,
        k: &mut KernelBuilder,
        (levels, dims): (&[Level], &[Dim]),
        position: KVar,
        f: impl FnOnce(&mut Self, &mut KernelBuilder, &mut Point, &Exp) -> Result<(), Limitation>,
    ) -> Result<Vec<Stm>, Limitation> {
        let at = Exp::Var(position);
        let indices: Vec<KVar> = dims.iter().map(|_| k.var("i", KType::Index)).collect();
        let (mut code, result) = k.block(|k| {
            let index: Vec<Exp> = indices.iter().map(|var| Exp::Var(*var)).collect();
            let mut point = Point::default();
            point.enter(levels, &index);
            point.position = Some(at.clone());
            point.lazy = true;
            f(self, k, &mut point, &at)
        });
        result?;
        if code.iter().any(|stm| stm.mentions(&indices)) {
            let (found, result) = k.block(|k| {
                let index = self.decode(k, dims, at)?;
                k.code.extend(indices.iter().zip(index).map(|(var, exp)| Stm::Let(*var, exp)));
                Ok(())
            });
            result?;
            code.splice(0..0, found);
        }
        Ok(code)
    }
}
