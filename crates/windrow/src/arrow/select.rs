//! Which elements of an array are wanted: a part, which can be used where it is, or any in any order, which are copied.

use super::node::{Fault, Node};

/// Elements of an array.
#[derive(Clone, Debug)]
pub(super) enum Select {
    /// So many from a position on.
    Range { start: usize, len: usize },
    /// These; where there is none, anything will do.
    Take(Vec<Option<usize>>),
}

impl Select {
    pub(super) fn len(&self) -> usize {
        match self {
            Select::Range { len, .. } => *len,
            Select::Take(at) => at.len(),
        }
    }

    /// The position of each.
    pub(super) fn iter(&self) -> impl Iterator<Item = Option<usize>> + '_ {
        let (range, taken): (_, &[_]) = match self {
            Select::Range { start, len } => (*start..start + len, &[]),
            Select::Take(at) => (0..0, at),
        };
        range.map(Some).chain(taken.iter().copied())
    }

    /// The elements of the children of a struct: they begin where the struct does.
    pub(super) fn of_fields(&self, offset: usize) -> Select {
        match self {
            Select::Range { start, len } => Select::Range { start: start + offset, len: *len },
            Select::Take(at) => Select::Take(at.iter().map(|at| at.map(|at| at + offset)).collect()),
        }
    }

    /// The elements of rows of a constant size. Rows that are taken several times, and those of which anything will do, may be more than
    /// there is memory for.
    pub(super) fn of_rows(&self, size: usize, offset: usize) -> Result<Select, Fault> {
        let first = |row: usize| (row + offset) * size;
        Ok(match self {
            Select::Range { start, len } => Select::Range { start: first(*start), len: len * size },
            Select::Take(rows) => {
                let mut elements = with_room(rows.len(), size)?;
                for row in rows {
                    let start = row.map(first);
                    elements.extend((0..size).map(|i| start.map(|start| start + i)));
                }
                Select::Take(elements)
            }
        })
    }

    /// Whether the array has them.
    pub(super) fn check(&self, node: &Node) -> Result<(), Fault> {
        let end = match self {
            Select::Range { start, len } => start + len,
            Select::Take(at) => at.iter().flatten().max().map_or(0, |last| last + 1),
        };
        if end > node.length {
            return Err(Fault::new(format!("the array has {} elements, but {end} are wanted", node.length)));
        }
        Ok(())
    }
}

/// An empty vector with room for so many rows of so many elements. The numbers come from others, who need not hold as many elements.
pub(super) fn with_room<T>(rows: usize, size: usize) -> Result<Vec<T>, Fault> {
    let mut room = vec![];
    let count = rows.checked_mul(size);
    match count.map(|count| room.try_reserve_exact(count)) {
        Some(Ok(())) => Ok(room),
        _ => Err(Fault::new(format!("there is no memory for {rows} rows of {size} elements"))),
    }
}

/// So many times the same.
pub(super) fn repeated<T: Clone>(element: T, count: usize) -> Result<Vec<T>, Fault> {
    let mut elements = with_room(count, 1)?;
    elements.resize(count, element);
    Ok(elements)
}
