//! Where rows lie, and their indices.
//!
//! The rows of `seg (i < n, j < s[i], k < c[i])` form *groups*: row `j` of group `i` begins `j * c[i]` points after the group does.
//! To find the group of a row takes a search. Code that goes through rows in order searches for that of the first row only, and then
//! goes from group to group.

use super::Lowerer;
use super::code::{KernelBuilder, ix};
use super::offsets::Offsets;
use super::shape::renumber;
use super::walker::not_less;
use crate::space::Chunk;
use base::BinOp;
use ir::kernel::{Exp, KType, KVar, Stm};
use ir::{Dim, Limitation};

/// A row: its indices, the position of its first point, and the position past its last one.
pub(super) struct Row {
    pub(super) index: Vec<Exp>,
    pub(super) start: Exp,
    pub(super) stop: Exp,
}

/// The group of the current row, for rows that are visited in order.
pub(super) struct Group {
    /// The levels that groups are points of; the chunk of the rows inside a group comes after them.
    rows: Chunk,
    /// Where the rows of groups begin, but for the chunk's factor.
    offsets: Offsets,
    /// The group's number, and its indices.
    at: KVar,
    index: Vec<KVar>,
    /// Its first row, and the row past its last one: 0 before the first group is entered.
    first: KVar,
    end: KVar,
    /// Where rows of a group have one size: the position of the group's first point, and that size.
    points: Option<(KVar, KVar)>,
}

impl Lowerer<'_> {
    /// A row, wherever it is. There is such a row.
    pub(super) fn row(&mut self, k: &mut KernelBuilder, dims: &[Dim], row: Exp) -> Result<Row, Limitation> {
        let index = self.decode(k, &dims[..dims.len() - 1], row.clone())?;
        self.row_at_index(k, dims, row, index)
    }

    /// A row whose indices are known.
    fn row_at_index(
        &mut self,
        k: &mut KernelBuilder,
        dims: &[Dim],
        row: Exp,
        index: Vec<Exp>,
    ) -> Result<Row, Limitation> {
        let last = &dims[dims.len() - 1];
        let chunk = self.last_chunk(dims)?;
        if last.is_uniform() || chunk.first == 0 && chunk.start + 1 == dims.len() {
            let start = self.row_start(k, dims, row.clone())?;
            let start = k.let_index("start", start);
            let stop = self.row_start(k, dims, ix(BinOp::Add, row, Exp::Index(1)))?;
            return Ok(Row { index, start, stop });
        }
        let first: Vec<Exp> = index.iter().cloned().chain([Exp::Index(0)]).collect();
        let start = self.position(k, dims, &first)?;
        let start = k.let_index("start", start);
        let front = renumber(&dims[chunk.first..chunk.start], chunk.first);
        let outer = self.position(k, &front, &index[chunk.first..chunk.start])?;
        let outer = k.let_index("g", outer);
        let size = self.size_at(k, last, &outer)?;
        let stop = ix(BinOp::Add, start.clone(), size);
        Ok(Row { index, start, stop })
    }

    /// The group of the row that comes first, where rows are in groups; [`Self::next_row`] enters it.
    pub(super) fn first_group(
        &mut self,
        k: &mut KernelBuilder,
        dims: &[Dim],
        row: Exp,
    ) -> Result<Option<Group>, Limitation> {
        let Some((last, outer)) = dims.split_last() else { return Ok(None) };
        let rows = self.last_chunk(outer)?;
        let volume = rows.volume(outer);
        if volume.is_empty() || rows.first > 0 {
            return Ok(None);
        }
        let offsets = self.offsets(&volume)?;
        let count = self.k_count(k, &outer[..rows.start])?;
        let factor = self.factor(k, &rows, outer);
        let position = if factor == Exp::Index(1) {
            row
        } else {
            // The factor may be 0: then there are no rows, and the search must still not divide by it.
            ix(BinOp::Div, row, ix(BinOp::Max, factor, Exp::Index(1)))
        };
        let found = self.search(k, &offsets, (Exp::Index(0), count), position)?;
        let at = k.let_("group", KType::Index, found);
        let mut zero = |name: &str| k.let_(name, KType::Index, Exp::Index(0));
        let index = (0..rows.start).map(|_| zero("i")).collect();
        let (first, end) = (zero("group_first"), zero("group_end"));
        let shared = !last.is_uniform() && self.last_chunk(dims)?.start == rows.start;
        let points = shared.then(|| (zero("group_start"), zero("size")));
        Ok(Some(Group { rows, offsets, at, index, first, end, points }))
    }

    /// A row in the group of the row before it, or in a later group.
    pub(super) fn next_row(
        &mut self,
        k: &mut KernelBuilder,
        dims: &[Dim],
        group: &Group,
        row: Exp,
    ) -> Result<Row, Limitation> {
        let (then, result) = k.block(|k| self.enter_group(k, dims, group, &row));
        result?;
        k.code.push(Stm::If { cond: not_less(row.clone(), Exp::Var(group.end)), then, els: vec![] });
        let outer = &dims[..dims.len() - 1];
        let inside = k.let_index("row", ix(BinOp::Sub, row.clone(), Exp::Var(group.first)));
        let mut index: Vec<Exp> = group.index.iter().map(|i| Exp::Var(*i)).collect();
        index.extend(self.divide(k, &outer[group.rows.start..], inside.clone(), &Exp::Var(group.at))?);
        let Some((points, size)) = group.points else {
            return self.row_at_index(k, dims, row, index);
        };
        let before = ix(BinOp::Mul, inside, Exp::Var(size));
        let start = k.let_index("start", ix(BinOp::Add, Exp::Var(points), before));
        let stop = ix(BinOp::Add, start.clone(), Exp::Var(size));
        Ok(Row { index, start, stop })
    }

    /// Goes to the group of a row that is past the current one.
    fn enter_group(
        &mut self,
        k: &mut KernelBuilder,
        dims: &[Dim],
        group: &Group,
        row: &Exp,
    ) -> Result<(), Limitation> {
        let (last, outer) = (&dims[dims.len() - 1], &dims[..dims.len() - 1]);
        let front = &outer[..group.rows.start];
        let factor = self.factor(k, &group.rows, outer);
        let at = Exp::Var(group.at);
        let next = ix(BinOp::Add, at.clone(), Exp::Index(1));
        let (pre, result) = k.block(|k| {
            let end = self.k_offset(k, &group.offsets, next.clone())?;
            k.set(group.end, ix(BinOp::Mul, end, factor.clone()));
            Ok(())
        });
        result?;
        let past = not_less(row.clone(), Exp::Var(group.end));
        k.code.push(Stm::While { bounded: true, pre, cond: past, body: vec![Stm::Set(group.at, next)] });
        let first = self.k_offset(k, &group.offsets, at.clone())?;
        k.set(group.first, ix(BinOp::Mul, first, factor));
        let index = self.decode(k, front, at.clone())?;
        k.code.extend(group.index.iter().zip(index).map(|(var, i)| Stm::Set(*var, i)));
        if let Some((points, size)) = group.points {
            let chunk = self.last_chunk(dims)?;
            let offsets = self.offsets(&chunk.volume(dims))?;
            let start = self.k_offset(k, &offsets, at.clone())?;
            let factor = self.factor(k, &chunk, dims);
            k.set(points, ix(BinOp::Mul, start, factor));
            let of_row = self.size_at(k, last, &at)?;
            k.set(size, of_row);
        }
        Ok(())
    }

    /// The chunk of the innermost levels.
    fn last_chunk(&self, dims: &[Dim]) -> Result<Chunk, Limitation> {
        let chunks = self.chunks(dims)?;
        Ok(chunks[chunks.len() - 1].clone())
    }
}
