//! The rows of lists: where they begin and end in the array of their elements.

use super::format::Format;
use super::import::Importer;
use super::node::{Fault, Node};
use super::select::Select;
use rt::Buffer;

/// Rows of a list.
pub(super) struct Rows<'a> {
    pub(super) sizes: Sizes,
    /// The elements of all rows.
    pub(super) elements: Select,
    /// Where each row ends among the selected elements, if sizes differ; only messages need them.
    ends: Box<dyn Fn() -> Vec<usize> + 'a>,
}

/// The sizes of rows.
pub(super) enum Sizes {
    Uniform(usize),
    Offsets {
        /// Where each row begins and the last one ends; the first begins at 0.
        offsets: Buffer,
        total: usize,
        /// The size of all rows, if they have one.
        even: Option<usize>,
    },
}

impl Rows<'_> {
    fn uniform(size: usize, elements: Select) -> Rows<'static> {
        Rows { sizes: Sizes::Uniform(size), elements, ends: Box::new(Vec::new) }
    }

    /// Which element of which row an element is.
    pub(super) fn split(&self, at: usize) -> Option<(usize, usize)> {
        if let Sizes::Uniform(size) = self.sizes {
            return Some((at.checked_div(size)?, at.checked_rem(size)?));
        }
        let ends = (self.ends)();
        let row = ends.partition_point(|end| *end <= at);
        let before = row.checked_sub(1).map_or(0, |i| ends[i]);
        (row < ends.len()).then(|| (row, at - before))
    }
}

/// Where a row begins and ends among the elements of the list.
type Span = (usize, usize);

impl Importer<'_> {
    /// The rows of a list, of text or of bytes.
    pub(super) fn list<'n>(&self, node: &Node<'n>, select: &Select) -> Result<Rows<'n>, Fault> {
        Ok(match &node.format {
            Format::List { wide: false } | Format::Bytes { wide: false } => {
                self.offsets::<i32>(node, select)?
            }
            Format::List { wide: true } | Format::Bytes { wide: true } => {
                self.offsets::<i64>(node, select)?
            }
            Format::ListView { wide: false } => self.views::<i32>(node, select)?,
            Format::ListView { wide: true } => self.views::<i64>(node, select)?,
            Format::BytesView => {
                let sizes = super::views::sizes(node, select)?;
                let elements = Select::Range { start: 0, len: sizes.iter().sum() };
                self.rows_of(sizes.into_iter(), elements)?
            }
            Format::FixedList(n) | Format::FixedBytes(n) => {
                let (end, limit) = (node.offset + node.length, limit(node)?);
                if end.checked_mul(*n).is_none_or(|elements| elements > limit) {
                    return Err(Fault::new(format!("has {end} rows of {n}, but there are {limit} elements")));
                }
                Rows::uniform(*n, select.of_rows(*n, node.offset)?)
            }
            Format::Scalar(_)
            | Format::BoolBytes
            | Format::Null
            | Format::Struct
            | Format::Union { .. }
            | Format::Runs => {
                return Err(Fault::new(format!("is {}, but must be a list", node.format.name())));
            }
        })
    }

    /// Whether an array has the elements of at least one row, if all rows have one size.
    pub(super) fn holds_row(&self, node: &Node) -> Result<bool, Fault> {
        Ok(match node.format {
            Format::FixedList(n) => n <= limit(node)?,
            Format::FixedBytes(_) => node.length > 0,
            _ => true,
        })
    }

    /// The rows of a list that says where each of them begins.
    fn offsets<'n, T: Copy + Into<i64> + 'n>(
        &self,
        node: &Node<'n>,
        select: &Select,
    ) -> Result<Rows<'n>, Fault> {
        let Select::Range { start, len } = *select else {
            let count = node.length + usize::from(node.length > 0);
            let offsets = node.numbers::<T>(1, node.offset, count)?;
            let limit = limit(node)?;
            return self.taken(select, |row, at| {
                span(row, offsets.get(at).into(), offsets.get(at + 1).into(), limit)
            });
        };
        if len == 0 {
            return self.rows_of(std::iter::empty(), Select::Range { start: 0, len: 0 });
        }
        let offsets = node.numbers::<T>(1, node.offset + start, len + 1)?;
        let limit = limit(node)?;
        let mut even = Some(());
        let first = span(0, offsets.get(0).into(), offsets.get(1).into(), limit)?;
        let mut before = first;
        for i in 1..len {
            let own = span(i, before.1 as i64, offsets.get(i + 1).into(), limit)?;
            even = even.filter(|()| own.1 - own.0 == first.1 - first.0);
            before = own;
        }
        let (begin, end) = (first.0, before.1);
        let address = node.address::<T>(1, node.offset + start, len + 1)?;
        let ends = move || (1..=len).map(|i| offsets.get(i).into() as usize - begin).collect::<Vec<usize>>();
        let there = if size_of::<T>() == 8 && begin == 0 {
            self.adopt(node, address.cast(), 8 * (len + 1), 8)?
        } else {
            self.converted(
                std::iter::once(0).chain(ends().into_iter().map(|end| end as i64)).collect::<Vec<i64>>(),
            )?
        };
        let elements = Select::Range { start: begin, len: end - begin };
        let sizes =
            Sizes::Offsets { offsets: there, total: end - begin, even: even.map(|()| first.1 - first.0) };
        Ok(Rows { sizes, elements, ends: Box::new(ends) })
    }

    /// The rows of a list that says of each of them where it begins and how large it is.
    fn views<T: Copy + Into<i64>>(&self, node: &Node, select: &Select) -> Result<Rows<'static>, Fault> {
        let offsets = node.numbers::<T>(1, node.offset, node.length)?;
        let sizes = node.numbers::<T>(2, node.offset, node.length)?;
        let limit = limit(node)?;
        self.taken(select, |row, at| {
            let (begin, size): (i64, i64) = (offsets.get(at).into(), sizes.get(at).into());
            let end = begin.checked_add(size).filter(|_| size >= 0);
            span(row, begin, end.ok_or_else(|| Fault::at(row, format!("has the size {size}")))?, limit)
        })
    }

    /// Any rows; `span` is given the number of a row among the selected ones and its position in the list. Where each begins at the end of the one before, as they usually do, the elements need not be copied.
    fn taken(
        &self,
        select: &Select,
        span: impl Fn(usize, usize) -> Result<Span, Fault>,
    ) -> Result<Rows<'static>, Fault> {
        let spans = select.iter().enumerate().map(|(row, at)| at.map(|at| span(row, at)).transpose());
        let spans = spans.collect::<Result<Vec<_>, Fault>>()?;
        let nonempty = || spans.iter().flatten().filter(|(begin, end)| begin < end);
        let adjacent = nonempty().zip(nonempty().skip(1)).all(|(a, b)| a.1 == b.0);
        let size = |span: &Option<Span>| span.map_or(0, |(begin, end)| end - begin);
        let elements = if adjacent {
            let start = nonempty().next().map_or(0, |(begin, _)| *begin);
            Select::Range { start, len: spans.iter().map(size).sum() }
        } else {
            Select::Take(nonempty().flat_map(|(begin, end)| (*begin..*end).map(Some)).collect())
        };
        self.rows_of(spans.iter().map(size), elements)
    }

    fn rows_of(&self, sizes: impl Iterator<Item = usize>, elements: Select) -> Result<Rows<'static>, Fault> {
        let mut ends = vec![];
        let mut total = 0;
        for size in sizes {
            total += size;
            ends.push(total);
        }
        let first = ends.first().copied().unwrap_or(0);
        let even = ends.windows(2).all(|pair| pair[1] - pair[0] == first);
        let offsets = std::iter::once(0).chain(ends.iter().map(|end| *end as i64)).collect::<Vec<i64>>();
        let offsets = self.converted(offsets)?;
        Ok(Rows {
            sizes: Sizes::Offsets { offsets, total, even: even.then_some(first) },
            elements,
            ends: Box::new(move || ends.clone()),
        })
    }
}

/// How many elements the rows of a list may have; of text and bytes that is not known, but no more than there can be.
fn limit(node: &Node) -> Result<usize, Fault> {
    match node.format {
        Format::Bytes { .. } | Format::BytesView | Format::FixedBytes(_) => Ok(isize::MAX as usize / 64),
        _ => Ok(node.child(0)?.length),
    }
}

/// The row of this number among the selected ones, which begins and ends there, if one can.
fn span(row: usize, begin: i64, end: i64, limit: usize) -> Result<Span, Fault> {
    match (usize::try_from(begin), usize::try_from(end)) {
        (Ok(begin), Ok(end)) if begin <= end && end <= limit => Ok((begin, end)),
        (Ok(from), Ok(to)) if from <= to => {
            Err(Fault::at(row, format!("ends at {end}, but there are {limit} elements")))
        }
        _ => Err(Fault::at(row, format!("begins at {begin} and ends at {end}"))),
    }
}
