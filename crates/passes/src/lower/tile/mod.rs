//! Tiles: neighbouring items of a space that the lanes of a group go through together.
//!
//! An *item* is a point or the end of a row, as in a walk (`walker.rs`). Points are evaluated *striped*: neighbouring lanes take
//! neighbouring points, so that they read and write neighbouring memory, and leave in shared memory what folds need of them. Folds
//! go through the tile *in order*: each lane through a few neighbouring items, whatever rows they belong to, so any skew costs the
//! same. A group has one tile, where what comes before a tile has to be known for its points (scans, places of kept elements,
//! offsets); else it goes through its share of the items tile by tile and keeps what it has of the row that is open.

mod plan;
mod rows;
mod seg;
mod visits;
mod wide;

pub(super) use plan::Plan;

use super::Lowerer;
use super::body::Point;
use super::code::{KernelBuilder, from_index, ix, less, load, to_index};
use super::walker::Tail;
use base::{BinOp, Scalar, ScalarType};
use ir::kernel::{Exp, KType, KVar, Stm};
use ir::{Dim, Limitation, Seg};

/// A tile of a space, as the code of a group knows it.
pub(super) struct Tile {
    /// How many items it has, a 32-bit number as everything that is counted inside of a tile.
    items: Exp,
    /// The position of its first point, and how many points it has.
    first: Exp,
    points: Exp,
    /// Its first row, where that begins, and how many rows end in the tile.
    row: Exp,
    start: Exp,
    ended: Exp,
    /// Whether it is a part of one row, of any length.
    one_row: bool,
}

/// Where a lane stands in its part of a tile.
pub(super) struct At {
    /// The point, counted from the tile's first.
    pub(super) slot: Exp,
    /// The row, counted from the tile's first, and from the space's.
    pub(super) of_tile: KVar,
    pub(super) row: Exp,
    /// The index of the point in its row.
    pub(super) inside: Exp,
    /// Whether the row began in front of the lane, and the index of the first of its points that the lane has seen.
    pub(super) begun: KVar,
    pub(super) begin: Exp,
    /// Whether it has seen any.
    pub(super) some: Exp,
}

/// What lanes do on their way through a tile, in order.
pub(super) trait Visit {
    /// A point.
    fn point(&mut self, l: &mut Lowerer<'_>, k: &mut KernelBuilder, at: &At) -> Result<(), Limitation>;
    /// The end of a row; what comes next belongs to another.
    fn row_end(&mut self, l: &mut Lowerer<'_>, k: &mut KernelBuilder, at: &At) -> Result<(), Limitation>;
}

impl Lowerer<'_> {
    /// Lanes go through a tile in order. Code of a lane.
    fn in_order(
        &mut self,
        k: &mut KernelBuilder,
        plan: &Plan,
        tile: &Tile,
        visit: &mut impl Visit,
    ) -> Result<Tail, Limitation> {
        let count = KType::Scalar(ScalarType::I32);
        let share = small(plan.each);
        let lane = narrowed(Exp::Var(k.lane));
        let from = on_counts(BinOp::Min, on_counts(BinOp::Mul, lane, share.clone()), tile.items.clone());
        let from = Exp::Var(k.let_("from", count, from));
        let to = on_counts(BinOp::Min, on_counts(BinOp::Add, from.clone(), share), tile.items.clone());
        let to = Exp::Var(k.let_("to", count, to));
        let found = self.ends_in_front(k, plan, tile, &from)?;
        let r = k.let_("r", count, found);
        let p = k.let_("p", count, on_counts(BinOp::Sub, from.clone(), Exp::Var(r)));
        let first = k.let_index("first", ix(BinOp::Add, tile.first.clone(), index_of(Exp::Var(p))));
        let start = self.start_of(plan, tile, r);
        // Whether the row began in front of the lane.
        let begun = k.let_("begun", KType::Scalar(ScalarType::Bool), less(start.clone(), first.clone()));
        let front = ix(BinOp::Sub, first.clone(), start.clone());
        let begin = Exp::Select(Box::new(Exp::Var(begun)), Box::new(front), Box::new(Exp::Index(0)));
        let inside = ix(BinOp::Sub, ix(BinOp::Add, tile.first.clone(), index_of(Exp::Var(p))), start);
        let row = ix(BinOp::Add, tile.row.clone(), index_of(Exp::Var(r)));
        let end = k.let_("end", count, self.end_of(plan, tile, r));
        let no = || Exp::Const(Scalar::Bool(false));
        let some = k.let_("some", KType::Scalar(ScalarType::Bool), no());
        let ended = k.let_("ended", KType::Scalar(ScalarType::Bool), no());
        let at = At {
            slot: index_of(Exp::Var(p)),
            of_tile: r,
            row: row.clone(),
            inside,
            begun,
            begin,
            some: Exp::Var(some),
        };
        let item = k.let_("item", count, from);
        // Points in a loop of their own: lanes come to ends of rows at different items, and all wait for one that does.
        let (body, result) = k.block(|k| {
            let left = on_counts(BinOp::Sub, to.clone(), Exp::Var(item));
            let until = on_counts(BinOp::Min, Exp::Var(end), on_counts(BinOp::Add, Exp::Var(p), left));
            let until = Exp::Var(k.let_("until", count, until));
            let seen = on_counts(BinOp::Sub, until.clone(), Exp::Var(p));
            k.set(item, on_counts(BinOp::Add, Exp::Var(item), seen));
            let yes = || Exp::Const(Scalar::Bool(true));
            let more = fewer(Exp::Var(p), until);
            k.code.push(Stm::If { cond: more.clone(), then: vec![Stm::Set(some, yes())], els: vec![] });
            let next = |var: KVar| Stm::Set(var, on_counts(BinOp::Add, Exp::Var(var), small(1)));
            let (mut points, result) = k.block(|k| visit.point(self, k, &at));
            result?;
            points.push(next(p));
            k.code.push(Stm::While { bounded: true, pre: vec![], cond: more, body: points });
            let (mut ends, result) = k.block(|k| visit.row_end(self, k, &at));
            result?;
            ends.extend([next(r), next(item), Stm::Set(end, self.end_of(plan, tile, r))]);
            ends.extend([begun, some].map(|var| Stm::Set(var, no())));
            ends.push(Stm::Set(ended, yes()));
            k.code.push(Stm::If { cond: fewer(Exp::Var(item), to.clone()), then: ends, els: vec![] });
            Ok(())
        });
        result?;
        let cond = fewer(Exp::Var(item), to);
        k.code.push(Stm::While { bounded: true, pre: vec![], cond, body });
        let row = k.let_("row", KType::Index, row);
        Ok(Tail { row, first, some, ended })
    }

    /// Lanes take the points of a tile in turn. Code of the group: the region itself, and in front of it one that finds the rows of
    /// points if their indices are asked for.
    fn striped(
        &mut self,
        k: &mut KernelBuilder,
        (seg, dims): (&Seg, &[Dim]),
        (plan, tile): (&Plan, &Tile),
        f: impl FnOnce(&mut Self, &mut KernelBuilder, &mut Point, &Slot) -> Result<(), Limitation>,
    ) -> Result<(), Limitation> {
        let round = k.var("u", KType::Index);
        let slot = k.var("slot", KType::Scalar(ScalarType::I32));
        let position = k.var("p", KType::Index);
        let indices: Vec<KVar> = dims.iter().map(|_| k.var("i", KType::Index)).collect();
        let at = Slot { slot: index_of(Exp::Var(slot)), position: Exp::Var(position) };
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
            code.insert(0, Stm::Let(position, ix(BinOp::Add, tile.first.clone(), at.slot.clone())));
            let cond = fewer(Exp::Var(slot), tile.points.clone());
            let lane = narrowed(Exp::Var(k.lane));
            let turn = |round: Exp, lane: Exp| {
                let front = on_counts(BinOp::Mul, round, small(plan.lanes));
                Stm::Let(slot, on_counts(BinOp::Add, front, lane))
            };
            let (mut body, mut to) =
                (vec![turn(narrowed(Exp::Var(round)), lane.clone())], Exp::Index(plan.each.into()));
            let mut rest = vec![];
            if tile.one_row {
                // Rounds in which every lane has a point need not look.
                let full = on_counts(BinOp::Quot, tile.points.clone(), small(plan.lanes));
                let full = Exp::Var(k.let_("full", KType::Scalar(ScalarType::I32), full));
                to = index_of(full.clone());
                rest.push(turn(full, lane));
                rest.push(Stm::If { cond, then: code.clone(), els: vec![] });
                body.extend(code);
            } else {
                body.push(Stm::If { cond, then: code, els: vec![] });
            }
            k.code.push(Stm::For { var: round, from: Exp::Index(0), to, vector: None, body });
            k.code.extend(rest);
            Ok(asked)
        });
        if result? && plan.has_rows() && !tile.one_row {
            self.note_rows(k, plan, tile)?;
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
        if !plan.has_rows() && !tile.one_row {
            return self.decode(k, dims, at.position.clone());
        }
        if tile.one_row {
            let mut index = self.decode(k, &dims[..dims.len() - 1], tile.row.clone())?;
            index.push(k.let_index("j", ix(BinOp::Sub, at.position.clone(), tile.start.clone())));
            return Ok(index);
        }
        let row = load(plan.row_of, at.slot.clone());
        let r = k.let_("r", KType::Scalar(ScalarType::I32), row);
        let row = k.let_index("row", ix(BinOp::Add, tile.row.clone(), index_of(Exp::Var(r))));
        let start = self.start_of(plan, tile, r);
        let mut index = self.decode(k, &dims[..dims.len() - 1], row)?;
        index.push(k.let_index("j", ix(BinOp::Sub, at.position.clone(), start)));
        Ok(index)
    }
}

/// A point that is evaluated striped.
pub(super) struct Slot {
    /// Where its values lie in shared memory.
    slot: Exp,
    /// Its position in the space.
    position: Exp,
}

/// A count inside of a tile as an index.
fn index_of(count: Exp) -> Exp {
    to_index(Exp::Conv(ScalarType::I32, ScalarType::I64, Box::new(count)))
}

/// An index that is a count inside of a tile.
fn narrowed(index: Exp) -> Exp {
    Exp::Conv(ScalarType::I64, ScalarType::I32, Box::new(from_index(index)))
}

fn small(count: u32) -> Exp {
    Exp::Const(Scalar::I32(count as i32))
}

/// `a op b` on counts inside of a tile.
fn on_counts(op: BinOp, a: Exp, b: Exp) -> Exp {
    Exp::Bin(op, ScalarType::I32, Box::new(a), Box::new(b))
}

fn fewer(a: Exp, b: Exp) -> Exp {
    on_counts(BinOp::Lt, a, b)
}
