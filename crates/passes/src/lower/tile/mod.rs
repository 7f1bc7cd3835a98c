//! Tiles: neighbouring items of a space that the lanes of a group go through together.
//!
//! An *item* is a point or the end of a row, as in a walk (`walker.rs`). Points are evaluated *striped*: neighbouring lanes take
//! neighbouring points, so that they read and write neighbouring memory, and leave in shared memory what folds need of them. Folds
//! go through the tile *in order*: each lane through a few neighbouring points, whatever rows they belong to, so any skew costs the
//! same; bits tell where rows end. What they have at the ends of rows lies in shared memory, too, from where lanes take it in turn to
//! end the rows: neighbours write neighbouring results. A group has one tile, where what comes before a tile has to be known for its
//! points (scans, places of kept elements, offsets); else it goes through its share of the items tile by tile and keeps what it has of
//! the row that is open.

mod brief;
mod cut;
mod deal;
mod left;
mod plan;
mod reduce;
mod rows;
mod seg;
mod short;
mod striped;
mod visits;
mod wide;

pub(super) use deal::GroupSizes;
pub(super) use left::GroupOffsets;
pub(super) use plan::Plan;

use super::Lowerer;
use super::body::not;
use super::chain::{Shared, State};
use super::code::{KernelBuilder, ix, load, to_index};
use super::walker::Tail;
use base::{BinOp, Scalar, ScalarType};
use ir::Limitation;
use ir::kernel::{Exp, KType, KVar, Stm};

/// A tile of a space, as the code of a group knows it.
pub(super) struct Tile {
    /// The position of its first point, and how many points it has, a 32-bit number as everything that is counted inside of a tile.
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
    /// The point, counted from the tile's first: a count, and as an index.
    pub(super) count: KVar,
    pub(super) slot: Exp,
    /// Whether it is the last of its row, where there are several.
    pub(super) last: Option<Exp>,
}

/// What lanes do on their way through a tile, in order.
pub(super) trait Visit {
    /// A point.
    fn point(&mut self, l: &mut Lowerer<'_>, k: &mut KernelBuilder, at: &At) -> Result<(), Limitation>;
}

impl Lowerer<'_> {
    /// Lanes go through the points of a tile in order, each through as many neighbours. Code of a lane. Where rows end is told by bits,
    /// and nobody branches there: lanes come to ends at different points.
    fn in_order(
        &mut self,
        k: &mut KernelBuilder,
        (plan, tile): (&Plan, &Tile),
        visit: &mut impl Visit,
    ) -> Result<Passed, Limitation> {
        let count = KType::Scalar(ScalarType::I32);
        let from = on_counts(BinOp::Mul, narrowed(Exp::Var(k.lane)), small(plan.each));
        let from = Exp::Var(k.let_("from", count, from));
        let ends = plan.rows.as_ref().map(|rows| self.ends_from(k, plan, rows, &from));
        let (p, u) = (k.var("p", count), k.var("u", KType::Index));
        let (then, result) = k.block(|k| {
            let last = ends.map(|ends| {
                // The bit is the same for all lanes, and a constant once the loop is unrolled.
                let round = Exp::Conv(ScalarType::I32, ScalarType::U32, Box::new(narrowed(Exp::Var(u))));
                let bit = bits(BinOp::Shl, Exp::Const(Scalar::U32(1)), round);
                let set = bits(BinOp::Ne, bits(BinOp::And, Exp::Var(ends), bit), Exp::Const(Scalar::U32(0)));
                Exp::Var(k.let_("last", KType::Scalar(ScalarType::Bool), set))
            });
            visit.point(self, k, &At { count: p, slot: index_of(Exp::Var(p)), last })
        });
        result?;
        let body = vec![
            Stm::Let(p, on_counts(BinOp::Add, from.clone(), narrowed(Exp::Var(u)))),
            Stm::If { cond: fewer(Exp::Var(p), tile.points.clone()), then, els: vec![] },
        ];
        let to = Exp::Index(plan.each.into());
        k.code.push(Stm::For { var: u, from: Exp::Index(0), to, vector: None, body });
        let to =
            on_counts(BinOp::Min, on_counts(BinOp::Add, from.clone(), small(plan.each)), tile.points.clone());
        let to = Exp::Var(k.let_("to", count, to));
        // Whether the last point that the lane has seen is the last of its row, and whether any is.
        let any = fewer(from.clone(), to.clone());
        let (mut some, mut ended) = (any.clone(), Exp::Const(Scalar::Bool(false)));
        if let Some(ends) = ends {
            let seen = on_counts(BinOp::Sub, on_counts(BinOp::Sub, to.clone(), from.clone()), small(1));
            let seen = Exp::Conv(ScalarType::I32, ScalarType::U32, Box::new(seen));
            let open = not(is_odd(bits(BinOp::Shr, Exp::Var(ends), seen)));
            some = Exp::Select(Box::new(any), Box::new(open), Box::new(Exp::Const(Scalar::Bool(false))));
            ended = bits(BinOp::Ne, Exp::Var(ends), Exp::Const(Scalar::U32(0)));
        }
        let some = k.let_("some", KType::Scalar(ScalarType::Bool), some);
        let ended = k.let_("ended", KType::Scalar(ScalarType::Bool), ended);
        Ok(Passed { from, to, ends, some, ended })
    }

    /// Says what lanes have at the end of their parts of a tile.
    fn leave_tile(
        &mut self,
        k: &mut KernelBuilder,
        (of, plan, tile): (Shared, &Plan, &Tile),
        own: &State,
        (passed, sums, kept): (&Passed, &[KVar], Option<KVar>),
    ) -> Result<(), Limitation> {
        let Passed { from, to, some, ended, .. } = passed;
        let first = ix(BinOp::Add, tile.first.clone(), index_of(from.clone()));
        let mut row = tile.row.clone();
        if own.place.is_some()
            && let Some(rows) = &plan.rows
        {
            let open = self.row_at(k, rows, tile, to);
            row = ix(BinOp::Add, row, index_of(Exp::Var(open)));
        }
        let row = k.let_("row", KType::Index, row);
        let tail = Tail { row, first, some: *some, ended: *ended };
        self.leave(k, of, own, (&tail, sums, kept))
    }
}

/// What a lane has seen of a tile.
struct Passed {
    /// Its first point, and the one behind its last.
    from: Exp,
    to: Exp,
    /// The bits of the points that are the last of their rows, where there are several.
    ends: Option<KVar>,
    /// Whether it has seen any of the row that is open at its end, and whether it came to the end of one.
    some: KVar,
    ended: KVar,
}

/// A count inside of a tile as an index.
fn index_of(count: Exp) -> Exp {
    to_index(Exp::Conv(ScalarType::I32, ScalarType::I64, Box::new(count)))
}

/// An index that is a count inside of a tile.
fn narrowed(index: Exp) -> Exp {
    if let Exp::Index(i) = index { small(i as u32) } else { Exp::Small(Box::new(index)) }
}

/// A count as it lies in shared memory: half a word, as no tile has more items.
fn as_word(count: Exp) -> Exp {
    Exp::Conv(ScalarType::I32, ScalarType::U16, Box::new(count))
}

/// A count in shared memory.
fn count_in(buf: KVar, at: Exp) -> Exp {
    Exp::Conv(ScalarType::U16, ScalarType::I32, Box::new(load(buf, at)))
}

fn small(count: u32) -> Exp {
    Exp::Const(Scalar::I32(count as i32))
}

/// `a op b` on counts inside of a tile.
fn on_counts(op: BinOp, a: Exp, b: Exp) -> Exp {
    Exp::Bin(op, ScalarType::I32, Box::new(a), Box::new(b))
}

/// `a op b` on bits of 32.
fn bits(op: BinOp, a: Exp, b: Exp) -> Exp {
    Exp::Bin(op, ScalarType::U32, Box::new(a), Box::new(b))
}

fn is_odd(word: Exp) -> Exp {
    let one = || Exp::Const(Scalar::U32(1));
    bits(BinOp::Eq, bits(BinOp::And, word, one()), one())
}

fn fewer(a: Exp, b: Exp) -> Exp {
    on_counts(BinOp::Lt, a, b)
}
