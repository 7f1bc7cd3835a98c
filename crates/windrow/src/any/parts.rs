//! Arrays of any type from their parts and back: for languages whose types are not known to Rust.

use super::AnyArray;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::types::{Size, Type};
use crate::value::Value;
use base::ScalarType;
use ir::interface::Data;
use ir::value::Lens;
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

impl Extent<'_> {
    /// How many elements so many rows have together, if a dimension can be like this.
    ///
    /// ```
    /// use windrow::Extent;
    ///
    /// assert_eq!(Extent::Size(3).total(1, 2)?, 6);
    /// assert_eq!(Extent::Offsets(&[0, 2, 3]).total(1, 2)?, 3);
    /// assert!(Extent::Offsets(&[0, 2, 1]).total(1, 2).is_err());
    /// # Ok::<(), windrow::Error>(())
    /// ```
    pub fn total(&self, dimension: usize, rows: usize) -> Result<usize> {
        let total = match self {
            Extent::Size(n) => usize::try_from(*n).ok().and_then(|n| rows.checked_mul(n)),
            Extent::Offsets(_) if dimension == 0 => {
                return Err(Error::value("the outermost dimension has one size"));
            }
            Extent::Offsets(offsets) if offsets.len() != rows + 1 => {
                let found = offsets.len();
                return Err(Error::value(format!(
                    "dimension {dimension}: {rows} rows have one offset more, but got {found}"
                )));
            }
            Extent::Offsets(offsets) if offsets[0] != 0 => {
                return Err(Error::value(format!("dimension {dimension}: offset 0 is {}", offsets[0])));
            }
            Extent::Offsets(offsets) => {
                if let Some(row) = offsets.windows(2).position(|pair| pair[1] < pair[0]) {
                    let (from, to) = (offsets[row], offsets[row + 1]);
                    return Err(Error::value(format!(
                        "dimension {dimension}: row {row} begins at {from} and ends at {to}"
                    )));
                }
                usize::try_from(offsets[rows]).ok()
            }
        };
        // Counts of bytes, too, must fit into numbers.
        total.filter(|total| *total < 1 << 60).ok_or_else(|| match self {
            Extent::Size(n) => Error::value(format!("dimension {dimension} has the size {n}")),
            Extent::Offsets(offsets) => {
                Error::value(format!("the offsets of dimension {dimension} end at {}", offsets[rows]))
            }
        })
    }
}

/// Elements that stay where they are until this is dropped.
pub struct Pinned(rt::memory::Pinned);

impl Pinned {
    /// The memory of the device: an address of this process on the processor, a device pointer for CUDA, a `cl_mem` for OpenCL.
    pub fn address(&self) -> u64 {
        self.0.raw().number()
    }
}

impl AnyArray {
    /// An array of scalars, outermost dimension first; the elements are copied.
    ///
    /// ```
    /// use windrow::{AnyArray, Context, Extent, ScalarType};
    ///
    /// let context = Context::new()?;
    /// let extents = [Extent::Size(2), Extent::Offsets(&[0, 2, 3])];
    /// let rows = AnyArray::from_bytes(&context, ScalarType::U8, &extents, &[1, 2, 3])?;
    /// assert_eq!(rows.to_string(), "[[1u8, 2u8], [3u8]]");
    /// # Ok::<(), windrow::Error>(())
    /// ```
    pub fn from_bytes(
        context: &Context,
        elem: ScalarType,
        extents: &[Extent],
        data: &[u8],
    ) -> Result<AnyArray> {
        let (lens, len) = lens(extents)?;
        let wanted = size(len, elem)?;
        if data.len() != wanted {
            let found = data.len();
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
        if context.cuda_device().is_some() {
            context.check_cuda(elem, address, len)?;
        }
        if memory.device().uses_host_memory() && !address.is_multiple_of(elem.bytes() as u64) {
            return Err(Error::value(format!("address {address:#x} is not aligned for {elem}")));
        }
        let bytes = size(len, elem)?;
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
    pub fn extents(&self) -> Result<Vec<i64>> {
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
        Ok(Pinned(buffer.pin().map_err(|e| Error::runtime(e.into()))?))
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

/// Arrays of any rank whose elements are records.
impl AnyArray {
    /// A field of an array of records of any rank, as an array.
    pub fn field(&self, name: &str) -> Option<AnyArray> {
        let (mut ty, mut data) = (&self.ty, &self.data);
        let mut dims = vec![];
        while let (Type::Array { dim, elem }, Data::Array(inner)) = (ty, data) {
            dims.push(dim);
            (ty, data) = (elem, inner);
        }
        let (Type::Record(types), Data::Record(fields)) = (ty, data) else { return None };
        let mut from = 0;
        for ((field, data), (_, ty)) in fields.iter().zip(types) {
            let to = from + data.leaves();
            if field == name {
                let wrap = |ty, dim: &&Size| Type::Array { dim: (*dim).clone(), elem: Box::new(ty) };
                let ty = dims.iter().rev().fold(ty.clone(), wrap);
                let data = dims.iter().fold(data.clone(), |data, _| Data::Array(Box::new(data)));
                return Some(AnyArray::new(ty, data, self.leaves.get(from..to)?.to_vec()));
            }
            from = to;
        }
        None
    }

    /// An array of records of some rank from one array for each field. Their first dimensions agree.
    pub fn zip_nested<'a>(
        rank: usize,
        columns: impl IntoIterator<Item = (&'a str, AnyArray)>,
    ) -> Result<AnyArray> {
        let (mut fields, mut types, mut leaves) = (vec![], vec![], vec![]);
        let mut first: Option<(String, Vec<Lens>)> = None;
        for (name, column) in columns {
            let (mut ty, mut data) = (&column.ty, &column.data);
            for _ in 0..rank {
                let (Type::Array { elem, .. }, Data::Array(inner)) = (ty, data) else {
                    let why = format!("column {name} is {}, which has no {rank} dimensions", column.ty);
                    return Err(Error::value(why));
                };
                (ty, data) = (elem, inner);
            }
            let lens = column.leaves.first().map_or(Ok(vec![]), rt::Array::lens).map_err(Error::runtime)?;
            let lens: Vec<Lens> = lens.into_iter().take(rank).collect();
            match &first {
                Some((other, own)) if *own != lens => {
                    return Err(Error::value(format!("columns {other} and {name} have different shapes")));
                }
                Some(_) => {}
                None => first = Some((name.to_string(), lens)),
            }
            fields.push((name.to_string(), data.clone()));
            types.push((name.to_string(), ty.clone()));
            leaves.extend(column.leaves);
        }
        let lens = first.map_or(vec![], |(_, lens)| lens);
        let wrap = |ty, lens: &Lens| {
            let dim = if matches!(lens, Lens::Each(_)) { Size::Varies } else { Size::Any };
            Type::Array { dim, elem: Box::new(ty) }
        };
        let ty = lens.iter().rev().fold(Type::Record(types), wrap);
        let data = lens.iter().fold(Data::Record(fields), |data, _| Data::Array(Box::new(data)));
        Ok(AnyArray::new(ty, data, leaves))
    }
}

/// How many bytes so many elements have.
fn size(len: usize, elem: ScalarType) -> Result<usize> {
    let bytes = len.checked_mul(elem.bytes()).filter(|bytes| isize::try_from(*bytes).is_ok());
    bytes.ok_or_else(|| Error::value(format!("{len} elements of {elem} do not fit into memory")))
}

/// The dimensions of an array, checked, and how many elements it has.
fn lens(extents: &[Extent]) -> Result<(Vec<Lens>, usize)> {
    let mut rows = 1;
    let mut lens = vec![];
    for (dimension, extent) in extents.iter().enumerate() {
        rows = extent.total(dimension, rows)?;
        lens.push(match extent {
            Extent::Size(n) => Lens::Uniform(*n),
            Extent::Offsets(offsets) => {
                Lens::Each(offsets.windows(2).map(|pair| pair[1] - pair[0]).collect())
            }
        });
    }
    Ok((lens, rows))
}

/// How many rows a dimension has.
fn rows_before(dims: &[Dim], dimension: usize) -> Result<i64> {
    dims[..dimension].iter().try_fold(1, |rows, dim| match dim {
        Dim::Uniform(n) => Ok(rows * n),
        Dim::Each(lengths) => lengths.offsets().map(|(_, total)| total).map_err(Error::runtime),
    })
}
