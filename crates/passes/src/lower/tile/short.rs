//! Short rows of one length: a lane has a row.
//!
//! The points of as many rows as there are lanes are evaluated striped, and what reductions need of them is left in shared memory; then
//! each lane reduces a row and ends it. Nobody has to find out where rows end, and no row is shared. Rows lie an odd number of elements
//! apart, so that lanes use different banks of shared memory.

use super::striped::Slot;
use super::{Plan, fewer, index_of, narrowed, on_counts, small};
use crate::lower::body::Point;
use crate::lower::chain::Shared;
use crate::lower::code::{KernelBuilder, ix, less};
use crate::lower::quiet::quietly;
use crate::lower::seg::Outs;
use crate::lower::{Lowerer, host_bin, number};
use base::{BinOp, Scalar, ScalarType};
use ir::kernel::{Exp, HostExp, HostStm, KType, KVar, Stm};
use ir::{Dim, Limitation, Seg};

/// The rows of a group's turn.
struct Turn {
    /// Its first row, how many there are, how many points they have, and how many each of them has.
    row: Exp,
    rows: Exp,
    points: Exp,
    size: Exp,
    /// How far rows lie apart in shared memory.
    apart: Exp,
}

/// Where a lane stands that takes points in turn.
#[derive(Clone, Copy)]
struct Place {
    /// The point of the turn, its row, its index in that row, and where its values go.
    count: KVar,
    row: KVar,
    index: KVar,
    slot: KVar,
}

impl Lowerer<'_> {
    /// How many points rows have, if all have as many, which the host knows.
    pub(in crate::lower) fn equal_rows(&mut self, dims: &[Dim]) -> Option<HostExp> {
        let last = dims.last().filter(|last| last.is_uniform())?;
        (!self.is_pending(last.size)).then(|| self.scalar(last.size))
    }

    /// Lowers a kernel twice: for rows that are short, and for others. `whole` lowers it for any rows.
    pub(in crate::lower) fn by_length(
        &mut self,
        (seg, dims): (&Seg, &[Dim]),
        (outs, size): (&Outs, HostExp),
        whole: impl FnOnce(&mut Self) -> Result<(), Limitation>,
    ) -> Result<(), Limitation> {
        let mut k = KernelBuilder::new();
        let plan = self.plan(&mut k, seg, false, false);
        let short = host_bin(BinOp::Le, size, number(plan.each.into()));
        let (then, ()) = self.nested(|this| this.short_rows(k, (seg, dims), (outs, &plan)))?;
        let (els, ()) = self.nested(whole)?;
        if let Exp::Const(Scalar::Bool(known)) = short {
            self.code.extend(if known { then } else { els });
        } else {
            self.code.push(HostStm::If { cond: short, then, els });
        }
        Ok(())
    }

    /// Lowers a kernel for rows that have no more points than a lane goes through.
    fn short_rows(
        &mut self,
        mut k: KernelBuilder,
        (seg, dims): (&Seg, &[Dim]),
        (outs, plan): (&Outs, &Plan),
    ) -> Result<(), Limitation> {
        let of = Shared { seg, dims, folds: &seg.clauses.reds };
        let outer = &dims[..dims.len() - 1];
        let lanes = i64::from(plan.lanes);
        let groups = match self.most(outer)? {
            Some(rows) => {
                let turns =
                    host_bin(BinOp::Div, host_bin(BinOp::Add, rows, number(lanes - 1)), number(lanes));
                let groups = host_bin(BinOp::Min, turns, number(MOST_GROUPS));
                Exp::Var(self.set("groups", ScalarType::I64, host_bin(BinOp::Max, groups, number(1))))
            }
            None => number(MOST_GROUPS),
        };
        let k_ref = &mut k;
        k_ref.begin_group();
        let rows = self.k_count(k_ref, outer)?;
        let size = self.k_index(k_ref, "n", dims[dims.len() - 1].size);
        let small_size = Exp::Var(k_ref.let_("size", KType::Scalar(ScalarType::I32), narrowed(size.clone())));
        let apart = on_counts(BinOp::Or, small_size.clone(), small(1));
        let apart = Exp::Var(k_ref.let_("apart", KType::Scalar(ScalarType::I32), apart));
        let first = ix(BinOp::Mul, Exp::Var(k_ref.group()), Exp::Index(lanes));
        let row = k_ref.let_("row", KType::Index, first);
        let (body, result) = k_ref.block(|k| {
            let left = ix(BinOp::Sub, rows.clone(), Exp::Var(row));
            let here = narrowed(ix(BinOp::Min, left, Exp::Index(lanes)));
            let here = Exp::Var(k.let_("rows", KType::Scalar(ScalarType::I32), here));
            let points = on_counts(BinOp::Mul, here.clone(), small_size.clone());
            let points = Exp::Var(k.let_("points", KType::Scalar(ScalarType::I32), points));
            let turn = Turn { row: Exp::Var(row), rows: here, points, size: small_size, apart };
            self.points_of_rows(k, of, (plan, outs), &turn)?;
            self.row_of_lane(k, of, (plan, outs), &turn)?;
            let next = ix(BinOp::Mul, Exp::Var(k.groups()), Exp::Index(lanes));
            k.set(row, ix(BinOp::Add, Exp::Var(row), next));
            Ok(())
        });
        result?;
        let cond = less(Exp::Var(row), rows);
        k_ref.code.push(Stm::While { bounded: true, pre: vec![], cond, body });
        self.launch_groups(k, plan.lanes, groups);
        Ok(())
    }

    /// Evaluates the points of a turn, striped. Code of the group.
    fn points_of_rows(
        &mut self,
        k: &mut KernelBuilder,
        of: Shared,
        (plan, outs): (&Plan, &Outs),
        turn: &Turn,
    ) -> Result<(), Limitation> {
        let (seg, dims) = (of.seg, of.dims);
        let count = KType::Scalar(ScalarType::I32);
        let [at, row, index, slot] = ["point", "r", "j", "slot"].map(|name| k.var(name, count));
        let place = Place { count: at, row, index, slot };
        let position = k.var("p", KType::Index);
        let indices: Vec<KVar> = dims.iter().map(|_| k.var("i", KType::Index)).collect();
        let (region, result) = k.lane_code(|k| {
            self.invariants(k, seg);
            let (mut code, result) = k.block(|k| {
                let mut point = Point::default();
                let index: Vec<Exp> = indices.iter().map(|var| Exp::Var(*var)).collect();
                point.enter(&seg.levels, &index);
                point.position = Some(Exp::Var(position));
                point.lazy = true;
                point.find(seg, &Exp::Var(position));
                self.enter_rows(k, &mut point, seg)?;
                self.k_block(k, &mut point, &seg.body)?;
                let slot = Slot { slot: index_of(Exp::Var(slot)), count: at, position: Exp::Var(position) };
                self.give(k, (of, plan), (outs, None, None), &mut point, &slot)
            });
            result?;
            if code.iter().any(|stm| stm.mentions(&indices)) {
                let (found, result) = k.block(|k| {
                    let row = ix(BinOp::Add, turn.row.clone(), index_of(Exp::Var(row)));
                    let row = k.let_index("row", row);
                    let mut found = self.decode(k, &dims[..dims.len() - 1], row)?;
                    found.push(index_of(Exp::Var(index)));
                    k.code.extend(indices.iter().zip(found).map(|(var, exp)| Stm::Let(*var, exp)));
                    Ok(())
                });
                result?;
                code.splice(0..0, found);
            }
            let size = index_of(turn.size.clone());
            let first = ix(BinOp::Mul, turn.row.clone(), size);
            let first = k.let_index("first", first);
            code.insert(0, Stm::Let(position, ix(BinOp::Add, first, index_of(Exp::Var(at)))));
            quietly(
                k,
                (code, &|buf| plan.keeps(buf)),
                |k, code, _| rounds(k, plan, turn, place, code),
                |k, code| {
                    let [at, row, index, slot] = ["point", "r", "j", "slot"].map(|name| k.var(name, count));
                    let other = Place { count: at, row, index, slot };
                    rounds(k, plan, turn, other, place.renamed(&other, code));
                },
            );
            Ok(())
        });
        result?;
        k.code.push(region);
        Ok(())
    }

    /// Reduces and ends the row of a lane. Code of the group.
    fn row_of_lane(
        &mut self,
        k: &mut KernelBuilder,
        of: Shared,
        (plan, outs): (&Plan, &Outs),
        turn: &Turn,
    ) -> Result<(), Limitation> {
        let (seg, dims) = (of.seg, of.dims);
        let (region, result) = k.lane_code(|k| {
            self.invariants(k, seg);
            let lane = narrowed(Exp::Var(k.lane));
            let (then, result) = k.block(|k| {
                let row = k.let_index("row", ix(BinOp::Add, turn.row.clone(), Exp::Var(k.lane)));
                let index = self.decode(k, &dims[..dims.len() - 1], row.clone())?;
                let accs = self.fold_vars(k, of.folds);
                let first = on_counts(BinOp::Mul, lane.clone(), turn.apart.clone());
                let first = k.let_index("first", index_of(first));
                let j = k.var("j", KType::Index);
                let (body, result) = k.block(|k| {
                    let values = self.known_at(k, plan, &ix(BinOp::Add, first, Exp::Var(j)))?;
                    let args = of.folds.iter().flat_map(|fold| &fold.args);
                    let right: Vec<Exp> = args.map(|arg| self.k_atom(k, &values, *arg)).collect();
                    let left: Vec<Exp> = accs.iter().map(|acc| Exp::Var(*acc)).collect();
                    let mut point = Point::default();
                    let mut at = index.clone();
                    at.push(Exp::Var(j));
                    point.enter(&seg.levels, &at);
                    self.fold_step(k, &point, of.folds, &accs, (&left, &right))
                });
                result?;
                let to = index_of(turn.size.clone());
                k.code.push(Stm::For { var: j, from: Exp::Index(0), to, vector: None, body });
                let sums: Vec<Exp> = accs.iter().map(|acc| Exp::Var(*acc)).collect();
                self.end_row(k, (seg, outs), &row, &index, &sums)
            });
            result?;
            k.code.push(Stm::If { cond: fewer(lane, turn.rows.clone()), then, els: vec![] });
            Ok(())
        });
        result?;
        k.code.push(region);
        Ok(())
    }
}

impl Place {
    /// Code in other variables.
    fn renamed(&self, other: &Place, mut code: Vec<Stm>) -> Vec<Stm> {
        let olds = [self.count, self.row, self.index, self.slot];
        let news = [other.count, other.row, other.index, other.slot];
        for (old, new) in olds.into_iter().zip(news) {
            code.iter_mut().for_each(|stm| stm.replace(old, &Exp::Var(new)));
        }
        code
    }
}

/// Groups of one launch; each takes every so many-th turn.
const MOST_GROUPS: i64 = 1 << 14;

/// Evaluates the code of a point at all points of a lane.
fn rounds(k: &mut KernelBuilder, plan: &Plan, turn: &Turn, place: Place, code: Vec<Stm>) {
    let Place { count, row, index, slot } = place;
    let var = Exp::Var;
    let add = |to: KVar, by: Exp| Stm::Set(to, on_counts(BinOp::Add, Exp::Var(to), by));
    let (then, ()) = k.block(|k| {
        let count_ty = KType::Scalar(ScalarType::I32);
        let mut number = |name: &str, exp: Exp| Exp::Var(k.let_(name, count_ty, exp));
        // From one point of a lane to the next there are so many rows, and so many points of a row.
        let rows = number("rows", on_counts(BinOp::Quot, small(plan.lanes), turn.size.clone()));
        let whole = on_counts(BinOp::Mul, rows.clone(), turn.size.clone());
        let rest = number("rest", on_counts(BinOp::Sub, small(plan.lanes), whole));
        let step =
            on_counts(BinOp::Add, on_counts(BinOp::Mul, rows.clone(), turn.apart.clone()), rest.clone());
        let step = number("step", step);
        let gap = number("gap", on_counts(BinOp::Sub, turn.apart.clone(), turn.size.clone()));
        let lane = narrowed(Exp::Var(k.lane));
        k.code.push(Stm::Let(count, lane.clone()));
        k.code.push(Stm::Let(row, on_counts(BinOp::Quot, lane.clone(), turn.size.clone())));
        let in_front = on_counts(BinOp::Mul, var(row), turn.size.clone());
        k.code.push(Stm::Let(index, on_counts(BinOp::Sub, lane, in_front)));
        let first = on_counts(BinOp::Mul, var(row), turn.apart.clone());
        k.code.push(Stm::Let(slot, on_counts(BinOp::Add, first, var(index))));
        // Rounds in which every lane has a point need not look.
        let full = on_counts(BinOp::Quot, turn.points.clone(), small(plan.lanes));
        let full = index_of(Exp::Var(k.let_("full", count_ty, full)));
        let over = vec![
            Stm::Set(index, on_counts(BinOp::Sub, var(index), turn.size.clone())),
            add(row, small(1)),
            add(slot, gap),
        ];
        let mut body = code.clone();
        body.extend([add(count, small(plan.lanes)), add(row, rows), add(index, rest), add(slot, step)]);
        let beyond = on_counts(BinOp::Ge, var(index), turn.size.clone());
        body.push(Stm::If { cond: beyond, then: over, els: vec![] });
        let round = k.var("u", KType::Index);
        k.code.push(Stm::For { var: round, from: Exp::Index(0), to: full, vector: None, body });
        k.code.push(Stm::If { cond: fewer(var(count), turn.points.clone()), then: code, els: vec![] });
    });
    // Where there is no point a row may have none.
    k.code.push(Stm::If { cond: fewer(small(0), turn.points.clone()), then, els: vec![] });
}
