//! Elements of arrays in another order, or only some of them.

use crate::any::AnyArray;
use crate::array::View;
use crate::context::Context;
use crate::error::{Error, Result};
use rt::{Dim, Lengths};
use std::ops::Range;
use std::sync::Arc;

impl AnyArray {
    /// The elements at these positions, in this order: a copy. It is made by the host.
    ///
    /// ```
    /// let context = windrow::Context::new()?;
    /// let rows = windrow::AnyArray::from(context.rows([vec![1, 2], vec![], vec![3]])?);
    /// assert_eq!(rows.take(&context, &[2, 0, 2])?.to_string(), "[[3i32], [1i32, 2i32], [3i32]]");
    /// assert!(rows.take(&context, &[3]).is_err());
    /// # Ok::<(), windrow::Error>(())
    /// ```
    pub fn take(&self, context: &Context, positions: &[usize]) -> Result<AnyArray> {
        let len = self.len();
        if let Some(wrong) = positions.iter().find(|at| **at >= len) {
            return Err(Error::value(format!("position {wrong} of an array of {len}")));
        }
        let chosen = self.leaves().iter().map(|leaf| chosen(context, leaf, positions));
        Ok(AnyArray::new(self.ty().clone(), self.data().clone(), chosen.collect::<Result<_>>()?))
    }
}

/// These elements of the outermost dimension of a component.
fn chosen(context: &Context, leaf: &rt::Array, positions: &[usize]) -> Result<rt::Array> {
    let mut dims = vec![Dim::Uniform(positions.len() as i64)];
    // Where the chosen elements lie in the dimension that is being looked at.
    let mut ranges: Vec<Range<usize>> = positions.iter().map(|at| *at..at + 1).collect();
    for dim in &leaf.dims()[1..] {
        match dim {
            Dim::Uniform(n) => {
                let n = usize::try_from(*n).unwrap_or(0);
                ranges.iter_mut().for_each(|range| *range = range.start * n..range.end * n);
                dims.push(dim.clone());
            }
            Dim::Each(lengths) => {
                let (offsets, _) = lengths.offsets().map_err(Error::runtime)?;
                let offsets: View<i64> = View::of(offsets, lengths.rows() + 1)?;
                let mut sizes = vec![];
                for range in &mut ranges {
                    sizes.extend(offsets[range.start..=range.end].windows(2).map(|pair| pair[1] - pair[0]));
                    *range = offsets[range.start] as usize..offsets[range.end] as usize;
                }
                dims.push(Dim::Each(Arc::new(Lengths::of(leaf.data().memory().clone(), sizes))));
            }
        }
    }
    let bytes = leaf.elem().bytes();
    let data: View<u8> = View::of(leaf.data(), leaf.len() * bytes)?;
    let len: usize = ranges.iter().map(Range::len).sum();
    let mut copy = Vec::with_capacity(len * bytes);
    for range in ranges {
        copy.extend_from_slice(&data[range.start * bytes..range.end * bytes]);
    }
    let copy = context.0.memory.upload(&copy).map_err(Error::runtime)?;
    Ok(rt::Array::new(leaf.elem(), dims, copy, len))
}
