//! Rows that nobody reduces and that are so short that a lane takes each of them alone: nobody looks for the row of a point, nothing
//! goes through shared memory, and what is the same at all points of a row is computed once.

use super::Plan;
use super::striped::{Slot, of_row};
use crate::lower::Lowerer;
use crate::lower::body::{Point, both};
use crate::lower::code::{KernelBuilder, ix, less};
use base::{BinOp, Scalar, ScalarType};
use ir::kernel::{Exp, KType, KVar, Stm};
use ir::{Dim, Limitation, Seg};

/// Rows that a lane takes at a time.
const EACH: i64 = 8;

/// Points of these rows, on average, for which it is worth to ask whether all of them are short.
const BRIEF: i64 = 2;

/// The most points of a row that a lane takes alone, where all rows are as short: for so long neighbouring lanes wait for each other.
pub(super) const TALL: i64 = 4;

/// The next rows of a group's share, that a lane each takes.
pub(super) struct Block {
    /// Whether they are there, and short.
    pub(super) brief: KVar,
    /// The position of their first point and the one behind their last.
    first: Exp,
    end: KVar,
    /// The row behind them.
    next: Exp,
}

impl Lowerer<'_> {
    /// Finds out whether the next rows of a group's share are short. Code of the group.
    pub(super) fn brief_rows(
        &mut self,
        k: &mut KernelBuilder,
        (dims, plan): (&[Dim], &Plan),
        (begin, row, to): (KVar, KVar, &Exp),
    ) -> Result<Block, Limitation> {
        let (_, rows) = self.rows_in_reach(k, dims)?;
        let first = k.let_index("first", ix(BinOp::Sub, Exp::Var(begin), Exp::Var(row)));
        let count = Exp::Index(EACH * i64::from(plan.lanes));
        let count = k.let_index("count", ix(BinOp::Min, count, ix(BinOp::Sub, rows, Exp::Var(row))));
        let next = k.let_index("next", ix(BinOp::Add, Exp::Var(row), count.clone()));
        let flag = KType::Scalar(ScalarType::Bool);
        let no = || Exp::Const(Scalar::Bool(false));
        let end = k.declare("end", KType::Index, Exp::Index(0), false);
        let brief = k.declare("brief", flag, no(), false);
        let at_most = |a: Exp, b: Exp| Exp::IndexBin(BinOp::Le, Box::new(a), Box::new(b));
        let (then, result) = k.block(|k| {
            let start = self.row_start(k, dims, next.clone())?;
            k.set(end, start);
            let inside = at_most(ix(BinOp::Add, Exp::Var(end), next.clone()), to.clone());
            let points = ix(BinOp::Sub, Exp::Var(end), first.clone());
            let most = ix(BinOp::Mul, count.clone(), Exp::Index(BRIEF));
            k.set(brief, both(inside, at_most(points, most)));
            Ok(())
        });
        result?;
        // Where there are fewer rows than lanes, the points of one are better shared.
        let enough = at_most(Exp::Index(plan.lanes.into()), count);
        k.code.push(Stm::If { cond: enough, then, els: vec![] });
        let tall = k.declare("tall", KType::Index, Exp::Index(0), false);
        let (then, result) = k.block(|k| {
            let own = k.declare("own", flag, no(), true);
            let (region, result) = k.lane_code(|k| {
                k.set(own, no());
                let turn = k.var("u", KType::Index);
                let (body, result) = k.block(|k| {
                    let (_, start, stop) = self.row_of_turn(k, (dims, plan), (row, turn, &next))?;
                    let size = ix(BinOp::Sub, stop, start);
                    let is_tall = less(Exp::Index(TALL), size);
                    let any =
                        Exp::Bin(BinOp::Or, ScalarType::Bool, Box::new(Exp::Var(own)), Box::new(is_tall));
                    k.set(own, any);
                    Ok(())
                });
                let to = Exp::Index(EACH);
                k.code.push(Stm::For { var: turn, from: Exp::Index(0), to, vector: None, body });
                result
            });
            result?;
            k.code.extend([region, Stm::Count { holds: own, total: tall }]);
            Ok(())
        });
        result?;
        k.code.push(Stm::If { cond: Exp::Var(brief), then, els: vec![] });
        let none = Exp::IndexBin(BinOp::Eq, Box::new(Exp::Var(tall)), Box::new(Exp::Index(0)));
        k.set(brief, both(Exp::Var(brief), none));
        Ok(Block { brief, first, end, next })
    }

    /// The row that a lane takes in a turn, where it begins and where it ends: neighbouring lanes take neighbours, and behind the last one
    /// there are rows without points. Code of a lane.
    fn row_of_turn(
        &mut self,
        k: &mut KernelBuilder,
        (dims, plan): (&[Dim], &Plan),
        (row, turn, next): (KVar, KVar, &Exp),
    ) -> Result<(Exp, Exp, Exp), Limitation> {
        let front = ix(BinOp::Mul, Exp::Var(turn), Exp::Index(plan.lanes.into()));
        let inside = ix(BinOp::Add, front, Exp::Var(k.lane));
        let g = ix(BinOp::Min, ix(BinOp::Add, Exp::Var(row), inside), next.clone());
        let g = k.let_index("g", g);
        let start = self.row_start(k, dims, g.clone())?;
        let start = k.let_index("start", start);
        let after = ix(BinOp::Min, ix(BinOp::Add, g.clone(), Exp::Index(1)), next.clone());
        let stop = self.row_start(k, dims, after)?;
        Ok((g, start, k.let_index("stop", stop)))
    }

    /// Lanes take the rows of a block in turn, and go through their points. Code of the group.
    pub(super) fn by_rows(
        &mut self,
        k: &mut KernelBuilder,
        (seg, dims, plan): (&Seg, &[Dim], &Plan),
        (block, begin, row): (&Block, KVar, KVar),
        f: impl FnOnce(&mut Self, &mut KernelBuilder, &mut Point, &Slot) -> Result<(), Limitation>,
    ) -> Result<(), Limitation> {
        let (region, result) = k.lane_code(|k| {
            self.invariants(k, seg);
            let turn = k.var("u", KType::Index);
            let (body, result) = k.block(|k| {
                let (g, start, stop) = self.row_of_turn(k, (dims, plan), (row, turn, &block.next))?;
                // The first one may have begun in front.
                let position = k.let_("p", KType::Index, ix(BinOp::Max, start.clone(), block.first.clone()));
                let some = less(Exp::Var(position), stop.clone());
                let (then, result) = k.block(|k| {
                    let mut index = self.decode(k, &dims[..dims.len() - 1], g)?;
                    let (code, result) = k.block(|k| {
                        let at = Exp::Var(position);
                        index.push(k.let_index("j", ix(BinOp::Sub, at.clone(), start)));
                        let mut point = Point::default();
                        point.enter(&seg.levels, &index);
                        point.position = Some(at.clone());
                        point.lazy = true;
                        point.find(seg, &at);
                        // Nothing of it lies in shared memory.
                        let slot = Slot { slot: at.clone(), count: position, position: at };
                        f(self, k, &mut point, &slot)
                    });
                    result?;
                    let (of_row, mut each) = of_row(code, vec![position]);
                    k.code.extend(of_row);
                    each.push(Stm::Set(position, ix(BinOp::Add, Exp::Var(position), Exp::Index(1))));
                    let cond = less(Exp::Var(position), stop);
                    k.code.push(Stm::While { bounded: true, pre: vec![], cond, body: each });
                    Ok(())
                });
                // An empty row has no point at which anything might be read.
                k.code.push(Stm::If { cond: some, then, els: vec![] });
                result
            });
            let to = Exp::Index(EACH);
            k.code.push(Stm::For { var: turn, from: Exp::Index(0), to, vector: None, body });
            result
        });
        result?;
        k.code.push(region);
        k.set(begin, ix(BinOp::Add, Exp::Var(block.end), block.next.clone()));
        k.set(row, block.next.clone());
        Ok(())
    }
}
