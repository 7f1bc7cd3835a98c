//! Independent points in blocks of rows and columns: what lies side by side for neighbouring rows is read together, and what lies side by side
//! within a row, such as the results, is touched together, too. So an array is transposed.
//!
//! ```text
//! for (i = i0 to i1) { for (j = j0 to j0 + 16) { out[j * n + i] = xs[i * m + j]; } }               -- a processor
//! lanes (t) { j = j0 + t % 8; i = i0 + t / 8; if (j < m & i < n) { out[j * n + i] = xs[i * m + j]; } }    -- a group of lanes
//! ```

use super::body::Point;
use super::code::{KernelBuilder, ix, less};
use super::walker::busy_threads;
use super::{Lowerer, host_bin, number};
use base::{BinOp, ScalarType};
use ir::kernel::{Exp, HostExp, KType, KVar, Stm};
use ir::{Dim, Level, Limitation};

/// Rows and columns of a block that a worker goes through: as many rows as elements fill a cache line or two, and columns until it is
/// worth to begin.
const IN_ORDER: (i64, i64) = (16, 1024);

/// Rows of a block that lanes take: a unit of a GPU's memory.
const ROWS: i64 = 8;

/// How the two innermost levels of a space are cut into blocks.
struct Blocks {
    /// The sizes of the two innermost levels.
    rows: Exp,
    columns: Exp,
    /// Rows and columns of a block.
    each: (i64, i64),
}

/// A block: where it is in the levels in front, and its first row and column.
struct Block {
    front: Exp,
    row: Exp,
    column: Exp,
}

impl Blocks {
    /// The block of a number.
    fn find(&self, k: &mut KernelBuilder, number: Exp) -> Block {
        let wide = k.let_index("wide", ceil(self.columns.clone(), self.each.1));
        let high = k.let_index("high", ceil(self.rows.clone(), self.each.0));
        let rest = k.let_index("rest", ix(BinOp::Div, number.clone(), wide.clone()));
        let column = ix(BinOp::Mul, ix(BinOp::Rem, number, wide), Exp::Index(self.each.1));
        let row = ix(BinOp::Mul, ix(BinOp::Rem, rest.clone(), high.clone()), Exp::Index(self.each.0));
        Block {
            front: k.let_index("front", ix(BinOp::Div, rest, high)),
            row: k.let_index("row", row),
            column: k.let_index("column", column),
        }
    }
}

fn ceil(n: Exp, by: i64) -> Exp {
    ix(BinOp::Div, ix(BinOp::Add, n, Exp::Index(by - 1)), Exp::Index(by))
}

impl Lowerer<'_> {
    /// Runs independent points block by block. Launches the kernel.
    pub(super) fn in_blocks(
        &mut self,
        mut k: KernelBuilder,
        (levels, dims): (&[Level], &[Dim]),
        mut f: impl FnMut(&mut Lowerer<'_>, &mut KernelBuilder, &mut Point, &Exp) -> Result<(), Limitation>,
    ) -> Result<(), Limitation> {
        let (front, inner) = dims.split_at(dims.len() - 2);
        let lanes = i64::from(self.target.lanes);
        if lanes > 1 {
            k.begin_group();
        }
        let high = ROWS.min(lanes);
        let each = if lanes > 1 { (high, lanes / high) } else { IN_ORDER };
        let fronts = self.k_count(&mut k, front)?;
        let rows = self.k_count(&mut k, &inner[..1])?;
        let columns = self.k_count(&mut k, &inner[1..])?;
        let blocks = Blocks { rows: rows.clone(), columns: columns.clone(), each };
        let all = ix(BinOp::Mul, ceil(rows.clone(), each.0), ceil(columns.clone(), each.1));
        let all = k.let_index("blocks", ix(BinOp::Mul, fronts, all));
        let mut point =
            |this: &mut Self, k: &mut KernelBuilder, front_at: &Exp, (row, column): (KVar, KVar)| {
                let mut index = this.decode(k, front, front_at.clone())?;
                index.extend([Exp::Var(row), Exp::Var(column)]);
                let before = ix(BinOp::Add, ix(BinOp::Mul, front_at.clone(), rows.clone()), Exp::Var(row));
                let position = ix(BinOp::Add, ix(BinOp::Mul, before, columns.clone()), Exp::Var(column));
                let position = k.let_index("p", position);
                let mut point = Point::default();
                point.enter(levels, &index);
                f(this, k, &mut point, &position)
            };
        let (begin, step) = if lanes > 1 {
            (Exp::Var(k.group()), Exp::Var(k.groups()))
        } else {
            (Exp::Var(k.worker), Exp::Var(k.workers))
        };
        let number = k.let_("block", KType::Index, begin);
        let (mut body, result) = k.block(|k| {
            let block = blocks.find(k, Exp::Var(number));
            let (row, column) = (k.var("j", KType::Index), k.var("i", KType::Index));
            if lanes == 1 {
                let ends = [(&block.row, each.0, &rows), (&block.column, each.1, &columns)];
                let [row_end, column_end] = ends.map(|(at, by, most)| {
                    ix(BinOp::Min, ix(BinOp::Add, at.clone(), Exp::Index(by)), most.clone())
                });
                let (points, result) = k.block(|k| point(self, k, &block.front, (row, column)));
                let inside = Stm::For { var: row, from: block.row, to: row_end, vector: None, body: points };
                let outside = Stm::For {
                    var: column,
                    from: block.column,
                    to: column_end,
                    vector: None,
                    body: vec![inside],
                };
                k.code.push(outside);
                return result;
            }
            let (region, result) = k.lane_code(|k| {
                let lane = Exp::Var(k.lane);
                let down = ix(BinOp::Rem, lane.clone(), Exp::Index(each.0));
                k.code.push(Stm::Let(row, ix(BinOp::Add, block.row.clone(), down)));
                let along = ix(BinOp::Div, lane, Exp::Index(each.0));
                k.code.push(Stm::Let(column, ix(BinOp::Add, block.column.clone(), along)));
                let (then, result) = k.block(|k| point(self, k, &block.front, (row, column)));
                let inside = [less(Exp::Var(row), rows.clone()), less(Exp::Var(column), columns.clone())];
                let [inside, too] = inside.map(Box::new);
                let cond = Exp::Bin(BinOp::And, ScalarType::Bool, inside, too);
                k.code.push(Stm::If { cond, then, els: vec![] });
                result
            });
            k.code.push(region);
            result
        });
        result?;
        body.push(Stm::Set(number, ix(BinOp::Add, Exp::Var(number), step)));
        k.code.push(Stm::While { bounded: true, pre: vec![], cond: less(Exp::Var(number), all), body });
        let workers = self.workers_for_blocks((front, inner), each)?;
        self.launch(k, workers);
        Ok(())
    }

    /// How many workers there are for all blocks: a lane of a group for every point of a block, or one for the whole block.
    fn workers_for_blocks(
        &mut self,
        (front, inner): (&[Dim], &[Dim]),
        (rows, columns): (i64, i64),
    ) -> Result<HostExp, Limitation> {
        let sizes = [self.most(front)?, self.most(&inner[..1])?, self.most(&inner[1..])?];
        let [Some(front), Some(high), Some(wide)] = sizes else { return Ok(busy_threads()) };
        let ceil =
            |n: HostExp, by: i64| host_bin(BinOp::Div, host_bin(BinOp::Add, n, number(by - 1)), number(by));
        let blocks = host_bin(BinOp::Mul, front, host_bin(BinOp::Mul, ceil(high, rows), ceil(wide, columns)));
        if self.target.lanes == 1 {
            let points = host_bin(BinOp::Mul, blocks.clone(), number(rows * columns));
            return Ok(host_bin(
                BinOp::Min,
                HostExp::workers(points),
                host_bin(BinOp::Max, blocks, number(1)),
            ));
        }
        Ok(host_bin(BinOp::Mul, blocks, number(self.target.lanes.into())))
    }
}
