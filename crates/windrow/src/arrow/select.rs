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
        self.map_rows(1, |at| at + offset)
    }

    /// The elements of rows of a constant size.
    pub(super) fn of_rows(&self, size: usize, offset: usize) -> Select {
        self.map_rows(size, |row| (row + offset) * size)
    }

    fn map_rows(&self, size: usize, first: impl Fn(usize) -> usize) -> Select {
        match self {
            Select::Range { start, len } => Select::Range { start: first(*start), len: len * size },
            Select::Take(rows) => {
                let row = |row: &Option<usize>| {
                    let start = row.map(&first);
                    (0..size).map(move |i| start.map(|start| start + i))
                };
                Select::Take(rows.iter().flat_map(row).collect())
            }
        }
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
