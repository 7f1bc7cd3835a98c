//! Long rows whose elements may come in any order: the group goes on with the row alone, so that nobody looks for the row of a point, lanes
//! reduce the points that they take in turn, and nothing goes through shared memory. What they have is put together when the row ends,
//! and at the end of the group's share.

use super::reduce::{Reductions, is_zero};
use super::{Plan, Tile};
use crate::effects::exp_can_fail;
use crate::lower::Lowerer;
use crate::lower::body::{Point, both};
use crate::lower::chain::Shared;
use crate::lower::code::{KernelBuilder, ix};
use crate::lower::seg::Outs;
use base::{BinOp, Scalar, ScalarType};
use ir::kernel::{Combine, Exp, KType, KVar, Stm};
use ir::{Atom, Fold, Inner, Lambda, Limitation, Prim, Seg};

/// Points of a row for each lane that make it worth while to go on with the row alone.
const LONG: u32 = 8;

/// Most points of a row at once: they are counted by 32-bit numbers.
const MOST: i64 = 1 << 30;

/// What lanes have reduced of the open row, each on its own.
pub(super) struct Wide {
    /// The sums of a lane.
    pub(super) sums: Vec<KVar>,
    /// Whether there are any.
    pub(super) some: KVar,
}

impl Lowerer<'_> {
    /// Declares what lanes reduce on their own, if the order of elements does not matter to any reduction. Code of the group.
    pub(super) fn wide(&mut self, k: &mut KernelBuilder, of: Shared) -> Option<Wide> {
        let free = |fold: &Fold<Inner>| (fold.comm || commutes(&fold.op)) && !fold.kept;
        let fails = |fold: &Fold<Inner>| fold.op.body.stms.iter().any(|stm| exp_can_fail(&stm.exp));
        if !of.folds.iter().all(|fold| free(fold) && !fails(fold)) || self.asks_place(of) {
            return None;
        }
        let mut sums = vec![];
        for ne in of.folds.iter().flat_map(|fold| &fold.ne) {
            let ty = ne.ty(self.vars).elem().unwrap_or(ScalarType::I64);
            let ne = self.k_atom(k, &Point::default(), *ne);
            sums.push(k.declare("wide", KType::Scalar(ty), ne, true));
        }
        let no = Exp::Const(Scalar::Bool(false));
        Some(Wide { sums, some: k.declare("some", KType::Scalar(ScalarType::Bool), no, false) })
    }

    /// Goes on with the open row alone if much of it is left, else with a tile in `order`. Code of the group.
    pub(super) fn long_rows(
        &mut self,
        k: &mut KernelBuilder,
        of: Shared,
        (plan, outs): (&Plan, &Outs),
        reduced: Option<(&Wide, &Reductions)>,
        (begin, row, to): (KVar, KVar, &Exp),
        ordered: impl FnOnce(&mut Self, &mut KernelBuilder) -> Result<(), Limitation>,
    ) -> Result<(), Limitation> {
        let first = k.let_index("first", ix(BinOp::Sub, Exp::Var(begin), Exp::Var(row)));
        let next = ix(BinOp::Add, Exp::Var(row), Exp::Index(1));
        let end = self.row_start(k, of.dims, next.clone())?;
        let left = k.let_index("left", ix(BinOp::Sub, to.clone(), Exp::Var(begin)));
        let rest = k.let_index("rest", ix(BinOp::Sub, end, first.clone()));
        let points = ix(BinOp::Min, ix(BinOp::Min, rest.clone(), left.clone()), Exp::Index(MOST));
        let points = k.let_index("points", points);
        let long = Exp::IndexBin(
            BinOp::Ge,
            Box::new(points.clone()),
            Box::new(Exp::Index((plan.lanes * LONG).into())),
        );
        let long = Exp::Var(k.declare("long", KType::Scalar(ScalarType::Bool), long, false));
        let (alone, result) = k.block(|k| {
            let start = self.row_start(k, of.dims, Exp::Var(row))?;
            let start = k.let_index("start", start);
            let count = super::narrowed(points.clone());
            let count = Exp::Var(k.let_("count", KType::Scalar(ScalarType::I32), count));
            let ended = super::small(0);
            let tile = Tile { first, points: count, row: Exp::Var(row), start, ended, one_row: true };
            self.points(k, of, (plan, &tile, outs), reduced.map(|(wide, _)| wide))?;
            k.code.extend(reduced.map(|(wide, _)| Stm::Set(wide.some, Exp::Const(Scalar::Bool(true)))));
            Ok(())
        });
        result?;
        k.code.push(Stm::If { cond: long.clone(), then: alone, els: vec![] });
        let all = Exp::IndexBin(BinOp::Eq, Box::new(points.clone()), Box::new(rest));
        let ends = both(all, Exp::IndexBin(BinOp::Lt, Box::new(points.clone()), Box::new(left)));
        let ends = Exp::Var(k.declare("ends", KType::Scalar(ScalarType::Bool), ends, false));
        if let Some((wide, r)) = reduced {
            self.narrow(k, of, (wide, r), both(Exp::Var(wide.some), ends.clone()))?;
        }
        let (then, result) = k.block(|k| {
            k.set(begin, ix(BinOp::Add, Exp::Var(begin), points));
            let (over, result) = k.block(|k| {
                if let Some((_, r)) = reduced {
                    self.end_long_row(k, of, (r, outs), row)?;
                }
                k.set(begin, ix(BinOp::Add, Exp::Var(begin), Exp::Index(1)));
                k.set(row, next);
                Ok(())
            });
            k.code.push(Stm::If { cond: ends, then: over, els: vec![] });
            result
        });
        result?;
        let (els, result) = k.block(|k| ordered(self, k));
        result?;
        k.code.push(Stm::If { cond: long, then, els });
        Ok(())
    }

    /// Ends a row with which the group has gone on alone. Code of the group.
    fn end_long_row(
        &mut self,
        k: &mut KernelBuilder,
        of: Shared,
        (r, outs): (&Reductions, &Outs),
        row: KVar,
    ) -> Result<(), Limitation> {
        let (region, result) = k.lane_code(|k| {
            self.invariants(k, of.seg);
            let (then, result) = k.block(|k| {
                let begun = r.is_known(k);
                self.end_or_wait(k, of, (r, &r.carry, &Exp::Var(row)), (outs, begun))
            });
            result?;
            k.code.push(Stm::If { cond: is_zero(k.lane), then, els: vec![] });
            Ok(())
        });
        result?;
        k.code.push(region);
        k.code.extend(r.carry.ended.map(|ended| Stm::Set(ended, Exp::Const(Scalar::Bool(true)))));
        self.fold_reset(k, of.folds, &r.carry.sums);
        Ok(())
    }

    /// Reduces a point on its own. Code of a lane.
    pub(super) fn widen(
        &mut self,
        k: &mut KernelBuilder,
        seg: &Seg,
        wide: &Wide,
        point: &Point,
    ) -> Result<(), Limitation> {
        let right = self.fold_args(k, point, &seg.clauses.reds);
        let left: Vec<Exp> = wide.sums.iter().map(|sum| Exp::Var(*sum)).collect();
        self.fold_step(k, point, &seg.clauses.reds, &wide.sums, (&left, &right))
    }

    /// Puts together what lanes have. Code of the group.
    pub(super) fn narrow(
        &mut self,
        k: &mut KernelBuilder,
        of: Shared,
        (wide, r): (&Wide, &Reductions),
        cond: Exp,
    ) -> Result<(), Limitation> {
        let (then, result) = k.block(|k| {
            let mut side = |name: &str| -> Vec<KVar> {
                let types: Vec<KType> = wide.sums.iter().map(|sum| k.type_of(*sum)).collect();
                types.into_iter().map(|ty| k.var(name, ty)).collect()
            };
            let (front, behind) = (side("front"), side("behind"));
            let exps = |vars: &[KVar]| vars.iter().map(|v| Exp::Var(*v)).collect::<Vec<Exp>>();
            let mut results = vec![];
            let (body, result) = k.block(|k| {
                let sums: Vec<KVar> =
                    behind.iter().map(|v| k.let_("sum", k.type_of(*v), Exp::Var(*v))).collect();
                results = exps(&sums);
                self.fold_step(k, &Point::default(), of.folds, &sums, (&exps(&front), &exps(&behind)))
            });
            result?;
            let mut total = vec![];
            for sum in &wide.sums {
                total.push(k.declare("total", k.type_of(*sum), zero(k.type_of(*sum)), false));
            }
            let params = front.into_iter().chain(behind).collect();
            let (own, before) = (wide.sums.clone(), vec![]);
            k.code.push(Stm::Fold(Combine { own, before, total: total.clone(), params, body, results }));
            let carry = &r.carry.sums;
            self.fold_step(k, &Point::default(), of.folds, carry, (&exps(carry), &exps(&total)))?;
            let (region, ()) = k.lane_code(|k| self.fold_reset(k, of.folds, &wide.sums));
            k.code.push(region);
            k.set(wide.some, Exp::Const(Scalar::Bool(false)));
            Ok(())
        });
        result?;
        k.code.push(Stm::If { cond, then, els: vec![] });
        Ok(())
    }
}

fn zero(ty: KType) -> Exp {
    match ty {
        KType::Scalar(ty) => Exp::Const(ty.zero()),
        KType::Index | KType::Buf(_) => Exp::Index(0),
    }
}

/// Whether an operator is known to commute: it combines each component by an operation that does.
fn commutes(op: &Lambda<Inner>) -> bool {
    let n = op.params.len() / 2;
    let commutes = |(i, result): (usize, &Atom)| {
        let def =
            op.body.stms.iter().find(|stm| stm.pat.vals.first().map(|v| Atom::Var(*v)) == Some(*result));
        let Some(ir::Exp::Prim(Prim::Bin { op: bin, a, b, .. })) = def.map(|stm| &stm.exp) else {
            return false;
        };
        let sides = [Atom::Var(op.params[i]), Atom::Var(op.params[n + i])];
        let both = (*a == sides[0] && *b == sides[1]) || (*a == sides[1] && *b == sides[0]);
        both && bin.commutes()
    };
    op.body.result.vals.len() == n && op.body.result.vals.iter().enumerate().all(commutes)
}
