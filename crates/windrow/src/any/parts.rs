//! Arrays of any type from their parts and back: for languages whose types are not known to Rust.

use super::AnyArray;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::types::Type;
use crate::value::Value;
use base::ScalarType;
use front::Data;
use ir::value::Lens;
use rt::memory::Pin;
use rt::{Buffer, Datum, Dim, Lengths};
use std::sync::Arc;

/// A dimension of an array that is made from its parts.
#[derive(Clone, Copy, Debug)]
pub enum Extent<'a> {
    /// Every row has this size.
    Size(i64),
    /// Where each row begins and the last one ends: one number more than there are rows.
    Offsets(&'a [i64]),
}

/// Elements that stay where they are until this is dropped.
pub struct Pinned {
    // Dropped before the buffer, whose memory it borrows.
    pin: Option<Pin<'static>>,
    _buffer: Buffer,
}

// SAFETY: a pin is a number of handles and a reference to memory that all threads may use.
unsafe impl Send for Pinned {}
// SAFETY: it is only read.
unsafe impl Sync for Pinned {}

impl Pinned {
    /// The memory of the device: an address of this process on the processor, a device pointer for CUDA, a `cl_mem` for OpenCL.
    pub fn address(&self) -> u64 {
        self.pin.as_ref().and_then(|pin| pin.raws.first()).map_or(0, |raw| raw.number())
    }
}

impl Drop for Pinned {
    fn drop(&mut self) {
        self.pin = None;
    }
}

impl AnyArray {
    /// An array of scalars, outermost dimension first; the elements are copied.
    ///
    /// ```
    /// use windrow::{AnyArray, Context, Extent, ScalarType};
    ///
    /// let context = Context::new()?;
    /// let extents = [Extent::Size(3), Extent::Offsets(&[0, 2, 2, 3])];
    /// let rows = AnyArray::from_bytes(&context, ScalarType::U8, &extents, &[1, 2, 3])?;
    /// assert_eq!(rows.to_string(), "[[1u8, 2u8], [], [3u8]]");
    /// # Ok::<(), windrow::Error>(())
    /// ```
    pub fn from_bytes(
        context: &Context,
        elem: ScalarType,
        extents: &[Extent],
        data: &[u8],
    ) -> Result<AnyArray> {
        let (lens, len) = lens(extents)?;
        if data.len() != len * elem.bytes() {
            let (wanted, found) = (len * elem.bytes(), data.len());
            return Err(Error::value(format!("an array of {len} {elem} has {wanted} bytes, got {found}")));
        }
        let mut data = data.to_vec();
        if elem == ScalarType::Bool {
            // Other languages have other bytes for true.
            data.iter_mut().for_each(|byte| *byte = u8::from(*byte != 0));
        }
        match context.0.memory.store(ir::Value { elem, lens, data }).map_err(Error::runtime)? {
            Datum::Array(array) => Ok(AnyArray::plain(array)),
            Datum::Scalar(_) => Err(Error::value("an array needs a dimension")),
        }
    }

    /// An array of scalars in memory of the device, which stays the caller's: an address of this process on the processor, a device
    /// pointer for CUDA, a `cl_mem` for OpenCL. It is never written.
    ///
    /// # Safety
    /// The elements are there until the last clone of the array and every result that shares them has been dropped, nobody writes to
    /// them before, and the address is aligned for them.
    pub unsafe fn from_address(
        context: &Context,
        elem: ScalarType,
        extents: &[Extent],
        address: u64,
    ) -> Result<AnyArray> {
        let (lens, len) = lens(extents)?;
        let memory = context.0.memory.memory();
        let pointer = std::ptr::with_exposed_provenance_mut::<u8>(address as usize);
        if memory.device().uses_host_memory() && !address.is_multiple_of(elem.bytes() as u64) {
            return Err(Error::value(format!("address {address:#x} is not aligned for {elem}")));
        }
        let bytes = len * elem.bytes();
        let buffer = if bytes == 0 {
            context.0.memory.upload(&[]).map_err(Error::runtime)?
        } else {
            // SAFETY: the caller promises that the memory is of the device, and there until its last holder is gone.
            let handle = unsafe { memory.adopt(pointer, bytes, Some(Box::new(())), true) };
            Buffer::new(memory.clone(), handle.map_err(|e| Error::runtime(e.into()))?)
        };
        let dims = lens.into_iter().map(|lens| match lens {
            Lens::Uniform(n) => Dim::Uniform(n),
            Lens::Each(sizes) => Dim::Each(Arc::new(Lengths::of(memory.clone(), sizes))),
        });
        Ok(AnyArray::plain(rt::Array::new(elem, dims.collect(), buffer, len)))
    }

    /// The type of the elements, if they are scalars.
    pub fn scalar_type(&self) -> Option<ScalarType> {
        let mut data = &self.data;
        while let Data::Array(elem) = data {
            data = elem;
        }
        match data {
            Data::Leaf => self.leaves.first().map(rt::Array::elem),
            Data::Empty | Data::Record(_) | Data::Array(_) | Data::Sum(_) => None,
        }
    }

    /// How many dimensions it has in front of elements that are no arrays.
    pub fn rank(&self) -> usize {
        let (mut data, mut rank) = (&self.data, 0);
        while let Data::Array(elem) = data {
            (data, rank) = (elem, rank + 1);
        }
        rank
    }

    /// For each dimension its size, or where rows differ how many elements they have together.
    pub fn shape(&self) -> Result<Vec<i64>> {
        let Some(leaf) = self.leaves.first() else { return Ok(vec![]) };
        let size = |dim: &Dim| match dim {
            Dim::Uniform(n) => Ok(*n),
            Dim::Each(lengths) => lengths.offsets().map(|(_, total)| total).map_err(Error::runtime),
        };
        leaf.dims().iter().take(self.rank()).map(size).collect()
    }

    /// Where each row of a dimension begins and the last one ends.
    pub fn offsets(&self, dimension: usize) -> Result<Vec<i64>> {
        let dims = self.leaves.first().map_or(&[][..], rt::Array::dims);
        let Some(dim) = dims.get(dimension).filter(|_| dimension < self.rank()) else {
            return Err(Error::value(format!("there is no dimension {dimension} of {}", self.ty)));
        };
        let mut offsets = vec![0i64];
        let mut push = |size: i64| offsets.push(offsets.last().copied().unwrap_or(0) + size);
        match dim {
            Dim::Each(lengths) => lengths.host().map_err(Error::runtime)?.iter().copied().for_each(push),
            Dim::Uniform(n) => {
                let rows = rows_before(dims, dimension)?;
                (0..rows).for_each(|_| push(*n));
            }
        }
        Ok(offsets)
    }

    /// How many bytes the elements have, if they are scalars.
    pub fn byte_len(&self) -> Option<usize> {
        self.scalar_type()?;
        self.leaves.first().map(|leaf| leaf.len() * leaf.elem().bytes())
    }

    /// Copies the elements, which are scalars, row by row.
    pub fn read(&self, into: &mut [u8]) -> Result<()> {
        let leaf = self.scalars()?;
        if self.byte_len() != Some(into.len()) {
            return Err(Error::value(format!("there is room for {} bytes, not for {}", into.len(), self.ty)));
        }
        let memory = leaf.data().memory();
        memory.download(leaf.data().handle(), 0, into).map_err(|e| Error::runtime(e.into()))?;
        memory.count_download(into.len());
        Ok(())
    }

    /// The elements, which are scalars, where they are.
    pub fn pin(&self) -> Result<Pinned> {
        let buffer = self.scalars()?.data().clone();
        let pin = buffer.memory().pin(&[buffer.handle()]).map_err(|e| Error::runtime(e.into()))?;
        // SAFETY: the pin borrows memory that the buffer beside it keeps alive, and is dropped before the buffer.
        let pin = unsafe { std::mem::transmute::<Pin<'_>, Pin<'static>>(pin) };
        Ok(Pinned { pin: Some(pin), _buffer: buffer })
    }

    fn scalars(&self) -> Result<&rt::Array> {
        match (self.scalar_type(), self.leaves.as_slice()) {
            (Some(_), [leaf]) => Ok(leaf),
            _ => Err(Error::value(format!("{} is no array of scalars", self.ty))),
        }
    }

    /// What stands at a position: a row if there are fewer indices than dimensions.
    ///
    /// ```
    /// let context = windrow::Context::new()?;
    /// let rows: windrow::AnyArray = context.rows([vec![1, 2], vec![], vec![3]])?.into();
    /// assert_eq!(rows.at(&[0])?.to_string(), "[1i32, 2i32]");
    /// assert!(rows.at(&[1, 0]).is_err());
    /// # Ok::<(), windrow::Error>(())
    /// ```
    pub fn at(&self, index: &[i64]) -> Result<Value> {
        let mut value = Value::Array(self.clone());
        for i in index {
            let Value::Array(array) = &value else {
                return Err(Error::value(format!("{} has no {} dimensions", self.ty, index.len())));
            };
            let size = array.len();
            let found = usize::try_from(*i).ok().map_or(Ok(None), |i| array.get(i))?;
            value = found.ok_or_else(|| {
                Error::value(format!("index {i} is out of bounds for a dimension of size {size}"))
            })?;
        }
        Ok(value)
    }
}

/// The dimensions of an array, checked, and how many elements it has.
fn lens(extents: &[Extent]) -> Result<(Vec<Lens>, usize)> {
    let mut rows = 1i64;
    let mut lens = vec![];
    for (i, extent) in extents.iter().enumerate() {
        match extent {
            Extent::Size(n) if *n < 0 => {
                return Err(Error::value(format!("dimension {i} has the size {n}")));
            }
            Extent::Size(n) => {
                let all = rows.checked_mul(*n).filter(|all| *all < 1 << 60);
                rows = all.ok_or_else(|| Error::value(format!("dimension {i} has the size {n}")))?;
                lens.push(Lens::Uniform(*n));
            }
            Extent::Offsets(_) if i == 0 => {
                return Err(Error::value("the outermost dimension has one size"));
            }
            Extent::Offsets(offsets) => {
                if offsets.len() as i64 - 1 != rows {
                    let found = offsets.len();
                    return Err(Error::value(format!("{rows} rows have one offset more, but got {found}")));
                }
                if offsets[0] != 0 {
                    return Err(Error::value(format!("offset 0 is {}", offsets[0])));
                }
                if let Some(row) = offsets.windows(2).position(|pair| pair[1] < pair[0]) {
                    let (from, to) = (offsets[row], offsets[row + 1]);
                    return Err(Error::value(format!("row {row} begins at {from} and ends at {to}")));
                }
                rows = offsets[offsets.len() - 1];
                lens.push(Lens::Each(offsets.windows(2).map(|pair| pair[1] - pair[0]).collect()));
            }
        }
    }
    let len = usize::try_from(rows).map_err(|_| Error::value("an array is too large"))?;
    Ok((lens, len))
}

/// How many rows a dimension has.
fn rows_before(dims: &[Dim], dimension: usize) -> Result<i64> {
    dims[..dimension].iter().try_fold(1, |rows, dim| match dim {
        Dim::Uniform(n) => Ok(rows * n),
        Dim::Each(lengths) => lengths.offsets().map(|(_, total)| total).map_err(Error::runtime),
    })
}
