//! Arrays whose rows have different sizes.

use crate::array::{Array, View, store};
use crate::context::Context;
use crate::elem::Elem;
use crate::error::{Error, Result};
use rt::{Buffer, Dim, Lengths};
use std::fmt;
use std::marker::PhantomData;
use std::ops::Index;
use std::sync::Arc;

/// Rows of different sizes in the memory of a [`Context`]: `[n][?]T`. Clones share the elements.
pub struct Ragged<T> {
    inner: rt::Array,
    lengths: Arc<Lengths>,
    elem: PhantomData<T>,
}

/// Rows of different sizes that can be read: row `i` is `data[offsets[i]..offsets[i + 1]]`.
///
/// As an argument they are borrowed for the call.
///
/// ```
/// let rows = windrow::Rows::new(&['a', 'b', 'c'], &[0, 2, 2, 3]);
/// assert_eq!((rows.len(), &rows[0], &rows[1]), (3, &['a', 'b'][..], &[][..]));
/// ```
pub struct Rows<'a, T> {
    data: View<'a, T>,
    offsets: View<'a, i64>,
}

impl<'a, T> Rows<'a, T> {
    /// Rows that lie in two slices.
    ///
    /// # Panics
    /// If the offsets do not begin with a number that is at least 0, decrease, or end behind the data.
    pub fn new(data: &'a [T], offsets: &'a [i64]) -> Rows<'a, T> {
        if let Err(what) = check(data.len(), offsets) {
            panic!("{what}");
        }
        Rows { data: View::borrowed(data), offsets: View::borrowed(offsets) }
    }

    /// Rows that lie in two slices, if they do: for offsets that come from elsewhere.
    ///
    /// ```
    /// assert!(windrow::Rows::try_new(&[1, 2, 3], &[0, 2, 4]).is_err());
    /// ```
    pub fn try_new(data: &'a [T], offsets: &'a [i64]) -> Result<Rows<'a, T>> {
        check(data.len(), offsets).map_err(Error::value)?;
        Ok(Rows { data: View::borrowed(data), offsets: View::borrowed(offsets) })
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A row.
    pub fn get(&self, row: usize) -> Option<&[T]> {
        let ends = self.offsets.get(row..=row.checked_add(1)?)?;
        self.data.get(ends[0] as usize..ends[1] as usize)
    }

    /// The rows in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[T]> {
        (0..self.len()).map(|row| &self[row])
    }

    /// The same rows, if they lie in slices.
    pub(crate) fn borrowed(&self) -> Option<Rows<'a, T>> {
        let (data, offsets) = (self.data.as_borrowed()?, self.offsets.as_borrowed()?);
        Some(Rows { data: View::borrowed(data), offsets: View::borrowed(offsets) })
    }

    /// The elements of all rows, and where the rows begin in them.
    pub(crate) fn parts(&self) -> (&[T], &[i64]) {
        (&self.data, &self.offsets)
    }
}

/// Whether these are offsets of rows in so many elements.
fn check(len: usize, offsets: &[i64]) -> std::result::Result<(), String> {
    let Some((first, last)) = offsets.first().zip(offsets.last()) else {
        return Err("there must be one offset more than there are rows, but there is none".into());
    };
    if *first < 0 {
        return Err(format!("offset 0 is {first}"));
    }
    if let Some(row) = offsets.windows(2).position(|pair| pair[1] < pair[0]) {
        return Err(format!("row {row} begins at {} and ends at {}", offsets[row], offsets[row + 1]));
    }
    if *last as u64 > len as u64 {
        return Err(format!("the last row ends at {last}, but there are {len} elements"));
    }
    Ok(())
}

impl<T> Index<usize> for Rows<'_, T> {
    type Output = [T];

    fn index(&self, row: usize) -> &[T] {
        match self.get(row) {
            Some(found) => found,
            None => panic!("row {row} of {}", self.len()),
        }
    }
}

impl<T: fmt::Debug> fmt::Debug for Rows<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<T: Elem> Ragged<T> {
    /// The array, if it has this type.
    pub(crate) fn from_inner(inner: rt::Array) -> Option<Ragged<T>> {
        let mut own = vec![];
        T::sizes(&mut own);
        if inner.elem() != T::SCALAR || inner.dims().len() != 2 + own.len() {
            return None;
        }
        let fits =
            inner.dims()[2..].iter().zip(&own).all(|(dim, n)| matches!(dim, Dim::Uniform(m) if m == n));
        let (Dim::Uniform(rows), true) = (&inner.dims()[0], fits) else { return None };
        let lengths = match &inner.dims()[1] {
            Dim::Each(lengths) => lengths.clone(),
            // A regular array has rows too.
            Dim::Uniform(n) => {
                let sizes = vec![*n; usize::try_from(*rows).unwrap_or(0)];
                Arc::new(Lengths::of(inner.data().memory().clone(), sizes))
            }
        };
        Some(Ragged { inner, lengths, elem: PhantomData })
    }

    /// Rows in a buffer.
    pub(crate) fn new(data: Buffer, len: usize, offsets: Buffer, rows: usize) -> Ragged<T> {
        let lengths = Arc::new(Lengths::of_offsets_upto(offsets, rows, len as i64));
        let mut own = vec![];
        T::sizes(&mut own);
        let mut dims = vec![Dim::Uniform(rows as i64), Dim::Each(lengths.clone())];
        dims.extend(own.into_iter().map(Dim::Uniform));
        let scalars = len * (size_of::<T>() / T::SCALAR.bytes());
        Ragged { inner: rt::Array::new(T::SCALAR, dims, data, scalars), lengths, elem: PhantomData }
    }

    pub(crate) fn store(context: &Context, mut data: Vec<T>, mut offsets: Vec<i64>) -> Result<Ragged<T>> {
        check(data.len(), &offsets).map_err(Error::value)?;
        let first = offsets[0];
        if first > 0 {
            data.drain(..first as usize);
            offsets.iter_mut().for_each(|offset| *offset -= first);
        }
        let rows = offsets.len() - 1;
        let len = offsets[rows] as usize;
        Ok(Ragged::new(store(context, data)?, len, store(context, offsets)?, rows))
    }

    pub(crate) fn inner(&self) -> &rt::Array {
        &self.inner
    }

    pub(crate) fn into_inner(self) -> rt::Array {
        self.inner
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.lengths.rows()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The rows. On the processor their elements are read where they are; from a GPU they are fetched.
    pub fn view(&self) -> Result<Rows<'_, T>> {
        let (offsets, total) = self.lengths.offsets().map_err(Error::runtime)?;
        let len = usize::try_from(total).unwrap_or(0);
        let data = View::of(self.inner.data(), len)?;
        Ok(Rows { data, offsets: View::of(offsets, self.len() + 1)? })
    }

    /// The elements of all rows, and where each row begins and the last one ends.
    pub fn into_parts(self) -> Result<(Array<T>, Array<i64>)> {
        let (offsets, total) = self.lengths.offsets().map_err(Error::runtime)?;
        let mut dims = vec![total];
        T::sizes(&mut dims);
        let dims = dims.into_iter().map(Dim::Uniform).collect();
        let len = self.inner.len();
        let data = rt::Array::new(T::SCALAR, dims, self.inner.data().clone(), len);
        let offsets = offsets.clone();
        let rows = self.lengths.rows() + 1;
        let offsets = rt::Array::new(base::ScalarType::I64, vec![Dim::Uniform(rows as i64)], offsets, rows);
        match (Array::from_inner(data), Array::from_inner(offsets)) {
            (Some(data), Some(offsets)) => Ok((data, offsets)),
            _ => Err(Error::runtime(rt::RunError::Broken("parts of rows".into()))),
        }
    }
}

impl<T> Clone for Ragged<T> {
    fn clone(&self) -> Ragged<T> {
        Ragged { inner: self.inner.clone(), lengths: self.lengths.clone(), elem: PhantomData }
    }
}

impl<T: Elem + fmt::Debug> fmt::Debug for Ragged<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.view() {
            Ok(rows) => rows.fmt(f),
            Err(e) => write!(f, "Ragged ({e})"),
        }
    }
}
