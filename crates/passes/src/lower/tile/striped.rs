//! Points that lanes take in turn: neighbours take neighbours.

use super::{Plan, Tile, fewer, index_of, narrowed, on_counts, small};
use crate::lower::Lowerer;
use crate::lower::body::Point;
use crate::lower::code::{KernelBuilder, from_index, ix};
use crate::lower::neighbours::{neighbours, rounds_at_once, together};
use crate::lower::quiet::quietly;
use base::{BinOp, ScalarType};
use ir::access::written;
use ir::kernel::{Exp, KType, KVar, OnDevice, Stm, declared};
use ir::vector::assigned;
use ir::{Dim, Limitation, Seg};
use rustc_hash::FxHashSet;

/// A point that is evaluated striped.
pub(super) struct Slot {
    /// Where its values go in shared memory.
    pub(super) slot: Exp,
    /// Which point of the tile it is.
    pub(super) count: KVar,
    /// Its position in the space.
    pub(super) position: Exp,
}

impl Slot {
    /// Where its values have been put in shared memory: a lane without a point has another one's.
    pub(super) fn from(&self) -> Exp {
        index_of(Exp::Var(self.count))
    }
}

/// The variables of a lane's turn.
struct Turn {
    round: KVar,
    slot: KVar,
    count: KVar,
}

impl Lowerer<'_> {
    /// Lanes take the points of a tile in turn. Code of the group: the region itself, and in front of it one that finds the rows of
    /// points if their indices are asked for.
    pub(super) fn striped(
        &mut self,
        k: &mut KernelBuilder,
        (seg, dims): (&Seg, &[Dim]),
        (plan, tile): (&Plan, &Tile),
        f: impl FnOnce(&mut Self, &mut KernelBuilder, &mut Point, &Slot) -> Result<(), Limitation>,
    ) -> Result<(), Limitation> {
        let count = KType::Scalar(ScalarType::I32);
        let (round, position) = (k.var("u", KType::Index), k.var("p", KType::Index));
        let turn = Turn { round, slot: k.var("slot", count), count: k.var("point", count) };
        let indices: Vec<KVar> = dims.iter().map(|_| k.var("i", KType::Index)).collect();
        let slot = index_of(Exp::Var(turn.slot));
        let at = Slot { slot, count: turn.count, position: Exp::Var(position) };
        let (region, result) = k.lane_code(|k| {
            self.invariants(k, seg);
            let (mut code, result) = k.block(|k| {
                let mut point = Point::default();
                let index: Vec<Exp> = indices.iter().map(|var| Exp::Var(*var)).collect();
                point.enter(&seg.levels, &index);
                point.position = Some(at.position.clone());
                point.lazy = true;
                point.find(seg, &at.position);
                f(self, k, &mut point, &at)
            });
            result?;
            let asked = code.iter().any(|stm| stm.mentions(&indices));
            if asked {
                let (found, result) = k.block(|k| {
                    let index = self.indices(k, dims, (plan, tile), &at)?;
                    k.code.extend(indices.iter().zip(index).map(|(var, exp)| Stm::Let(*var, exp)));
                    Ok(())
                });
                result?;
                code.splice(0..0, found);
            }
            let first = ix(BinOp::Add, tile.first.clone(), index_of(Exp::Var(turn.count)));
            code.insert(0, Stm::Let(position, first));
            if tile.one_row {
                let (of_row, rest) = of_row(code, vec![turn.round, turn.slot, turn.count]);
                k.code.extend(of_row);
                code = rest;
            }
            let shared = |buf: KVar| plan.keeps(buf);
            let unit = self.target.unit;
            quietly(
                k,
                (code, &shared),
                |k, code, any| match alone(k, unit, (tile, position), &turn, &code) {
                    Some((code, each)) => side_by_side(k, (plan, tile), (&turn, position), code, each),
                    None => rounds(k, (plan, tile), &turn, code, any),
                },
                |k, code| again(k, (plan, tile), &turn, code),
            );
            Ok(asked)
        });
        if result?
            && !tile.one_row
            && let Some(rows) = &plan.rows
        {
            self.note_rows(k, (plan, rows), tile);
        }
        k.code.push(region);
        Ok(())
    }

    /// The indices of a point that is evaluated striped.
    fn indices(
        &mut self,
        k: &mut KernelBuilder,
        dims: &[Dim],
        (plan, tile): (&Plan, &Tile),
        at: &Slot,
    ) -> Result<Vec<Exp>, Limitation> {
        if plan.rows.is_none() && !tile.one_row {
            return self.decode(k, dims, at.position.clone());
        }
        if tile.one_row {
            let mut index = self.decode(k, &dims[..dims.len() - 1], tile.row.clone())?;
            index.push(k.let_index("j", ix(BinOp::Sub, at.position.clone(), tile.start.clone())));
            return Ok(index);
        }
        let Some(rows) = &plan.rows else { base::bug!("lower", "several rows without ends") };
        let r = self.row_of(k, rows, at);
        let row = k.let_index("row", ix(BinOp::Add, tile.row.clone(), index_of(Exp::Var(r))));
        let start = self.start_of(rows, tile, r);
        let mut index = self.decode(k, &dims[..dims.len() - 1], row)?;
        index.push(k.let_index("j", ix(BinOp::Sub, at.position.clone(), start)));
        Ok(index)
    }
}

/// Splits the code of a point: what is the same at all points of its row, and the rest. `varies` are variables that differ.
pub(super) fn of_row(code: Vec<Stm>, mut varies: Vec<KVar>) -> (Vec<Stm>, Vec<Stm>) {
    let mut set = FxHashSet::default();
    assigned(&code, &mut set);
    varies.extend(set);
    let (mut same, mut rest) = (vec![], vec![]);
    let written = written(&code);
    for stm in code {
        let is_same = |exp: &Exp| {
            let changes =
                |exp: &Exp| matches!(exp, Exp::Only(OnDevice::Load(buf, _)) if written.contains(buf));
            !exp.mentions(&varies) && !exp.any(&|exp| *exp == Exp::FAILED || changes(exp))
        };
        if let Stm::Let(var, exp) = &stm
            && !varies.contains(var)
            && is_same(exp)
        {
            same.push(stm);
        } else {
            varies.extend(declared(std::slice::from_ref(&stm)));
            rest.push(stm);
        }
    }
    (same, rest)
}

/// The code of a point of the only row, and how many neighbours a lane should take at once, if that is several.
fn alone(
    k: &KernelBuilder,
    unit: u32,
    (tile, position): (&Tile, KVar),
    turn: &Turn,
    code: &[Stm],
) -> Option<(Vec<Stm>, u32)> {
    let at = code.iter().position(|stm| stm.declares() == [position])?;
    let (mut code, turns) = (code.to_vec(), [turn.slot, turn.count]);
    code.remove(at);
    let each = neighbours(k, unit, &code, position);
    (tile.one_row && each > 1 && !code.iter().any(|stm| stm.mentions(&turns))).then_some((code, each))
}

/// Evaluates the code of a point at all points of the only row: neighbours at once, from where their positions are a multiple of how
/// many they are, as far as all lanes have some; then what is left, in turn.
fn side_by_side(
    k: &mut KernelBuilder,
    (plan, tile): (&Plan, &Tile),
    (turn, position): (&Turn, KVar),
    code: Vec<Stm>,
    each: u32,
) {
    let count = KType::Scalar(ScalarType::I32);
    let lane = narrowed(Exp::Var(k.lane));
    // Only its last bits count.
    let first = Exp::Conv(ScalarType::I64, ScalarType::I32, Box::new(from_index(tile.first.clone())));
    let front = on_counts(BinOp::Sub, small(0), first);
    let front = on_counts(BinOp::And, front, small(each - 1));
    let front = on_counts(BinOp::Min, front, tile.points.clone());
    let front = Exp::Var(k.let_("front", count, front));
    let rest = on_counts(BinOp::Sub, tile.points.clone(), front.clone());
    let full = on_counts(BinOp::Quot, rest, small(plan.lanes * each));
    let full = Exp::Var(k.let_("full", count, full));
    let at = |point: Exp| Stm::Let(position, ix(BinOp::Add, tile.first.clone(), index_of(point)));
    let mine = on_counts(BinOp::Mul, narrowed(Exp::Var(turn.round)), small(plan.lanes));
    let mine = on_counts(BinOp::Mul, on_counts(BinOp::Add, mine, lane.clone()), small(each));
    let mut body = vec![at(on_counts(BinOp::Add, front.clone(), mine))];
    body.extend(together(k, &code, position, each));
    let to = index_of(full.clone());
    k.code.push(Stm::For { var: turn.round, from: Exp::Index(0), to, vector: None, body });
    // What lies in front of the neighbours, and behind them.
    let done = on_counts(BinOp::Mul, full, small(plan.lanes * each));
    let done = Exp::Var(k.let_("done", count, done));
    let left = on_counts(BinOp::Sub, tile.points.clone(), done.clone());
    let left = Exp::Var(k.let_("left", count, left));
    let slot = Exp::Var(turn.slot);
    let behind = on_counts(BinOp::Add, slot.clone(), done);
    let point = Exp::Select(Box::new(fewer(slot.clone(), front)), Box::new(slot.clone()), Box::new(behind));
    let mut body = vec![at(point)];
    body.extend(code);
    body.push(Stm::Set(turn.slot, on_counts(BinOp::Add, slot.clone(), small(plan.lanes))));
    k.code.push(Stm::Let(turn.slot, lane));
    k.code.push(Stm::While { bounded: true, pre: vec![], cond: fewer(slot, left), body });
}

/// Evaluates the code of a point at all points of a lane. Quiet code says whether `any` point was wrong.
fn rounds(
    k: &mut KernelBuilder,
    (plan, tile): (&Plan, &Tile),
    turn: &Turn,
    code: Vec<Stm>,
    any: Option<KVar>,
) {
    let Turn { round, slot, count } = *turn;
    let lane = narrowed(Exp::Var(k.lane));
    let take = |round: Exp, point: Exp| {
        let front = on_counts(BinOp::Mul, round, small(plan.lanes));
        [Stm::Let(slot, on_counts(BinOp::Add, front, lane.clone())), Stm::Let(count, point)]
    };
    let inside = |code: Vec<Stm>| Stm::If {
        cond: fewer(Exp::Var(count), tile.points.clone()),
        then: code,
        els: vec![],
    };
    let all = Exp::Index(plan.each.into());
    let each = |to: Exp, body: Vec<Stm>| Stm::For { var: round, from: Exp::Index(0), to, vector: None, body };
    let this = narrowed(Exp::Var(round));
    if tile.one_row {
        // Rounds in which every lane has a point need not look.
        let full = on_counts(BinOp::Quot, tile.points.clone(), small(plan.lanes));
        let full = Exp::Var(k.let_("full", KType::Scalar(ScalarType::I32), full));
        let mut body = take(this, Exp::Var(slot)).to_vec();
        body.extend(code.clone());
        k.code.push(each(index_of(full.clone()), body));
        k.code.extend(take(full, Exp::Var(slot)));
        k.code.push(inside(code));
    } else if only_keeps(&code, &mut any.into_iter().collect(), plan) {
        // A lane without a point evaluates the last one, and keeps it where nobody looks.
        let last = on_counts(BinOp::Sub, tile.points.clone(), small(1));
        let mut body = take(this, on_counts(BinOp::Min, Exp::Var(slot), last)).to_vec();
        body.extend(code);
        let some = fewer(small(0), tile.points.clone());
        k.code.push(Stm::If { cond: some, then: vec![each(all, body)], els: vec![] });
    } else {
        let mut turn = take(this, Exp::Var(slot)).to_vec();
        let mut done = Exp::Index(0);
        // What the lanes of several rounds read is asked for at once, as long as all of them have points.
        let some: Vec<Stm> = turn.iter().chain(&code).cloned().collect();
        let at_once = rounds_at_once(&some);
        if at_once > 1 {
            let (block, first) = (k.var("block", KType::Index), k.var("u", KType::Index));
            let full = on_counts(BinOp::Quot, tile.points.clone(), small(plan.lanes * at_once));
            let full = index_of(Exp::Var(k.let_("full", KType::Scalar(ScalarType::I32), full)));
            let number = |blocks: Exp| ix(BinOp::Mul, blocks, Exp::Index(at_once.into()));
            let mut code = some;
            code.iter_mut().for_each(|stm| stm.replace(round, &Exp::Var(first)));
            let mut body = vec![Stm::Let(first, number(Exp::Var(block)))];
            body.extend(together(k, &code, first, at_once));
            let (from, to) = (Exp::Index(0), full.clone());
            k.code.push(Stm::For { var: block, from, to, vector: None, body });
            done = number(full);
        }
        turn.push(inside(code));
        k.code.push(Stm::For { var: round, from: done, to: all, vector: None, body: turn });
    }
}

/// Evaluates it again, point by point.
fn again(k: &mut KernelBuilder, (plan, tile): (&Plan, &Tile), turn: &Turn, mut code: Vec<Stm>) {
    let ty = k.type_of(turn.slot);
    let (slot, count) = (k.var("slot", ty), k.var("point", ty));
    for (old, new) in [(turn.slot, slot), (turn.count, count)] {
        code.iter_mut().for_each(|stm| stm.replace(old, &Exp::Var(new)));
    }
    code.insert(0, Stm::Let(count, Exp::Var(slot)));
    code.push(Stm::Set(slot, on_counts(BinOp::Add, Exp::Var(slot), small(plan.lanes))));
    let cond = fewer(Exp::Var(slot), tile.points.clone());
    let each = Stm::While { bounded: true, pre: vec![], cond, body: code };
    k.code.extend([Stm::Let(slot, narrowed(Exp::Var(k.lane))), each]);
}

/// Whether code has no other effect than that values of its point are kept in shared memory, and no loops. `own` are the variables that
/// it may set.
fn only_keeps(code: &[Stm], own: &mut Vec<KVar>, plan: &Plan) -> bool {
    code.iter().all(|stm| match stm {
        Stm::Let(var, _) => {
            own.push(*var);
            true
        }
        Stm::Set(var, _) => own.contains(var),
        Stm::Store { buf, .. } => plan.keeps(*buf),
        Stm::If { then, els, .. } => only_keeps(then, own, plan) && only_keeps(els, own, plan),
        Stm::Local { .. }
        | Stm::Loads { .. }
        | Stm::Stores { .. }
        | Stm::While { .. }
        | Stm::For { .. }
        | Stm::Atomic { .. }
        | Stm::Locked { .. }
        | Stm::Fail { .. }
        | Stm::Lanes { .. }
        | Stm::Fold(_)
        | Stm::Count { .. }
        | Stm::Chain(_)
        | Stm::LastOut { .. }
        | Stm::Call { .. } => false,
    })
}
