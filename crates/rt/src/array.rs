//! Values that stay on a device between runs.

use crate::RunError;
use crate::lengths::Lengths;
use crate::memory::Buffer;
use base::{Scalar, ScalarType};
use ir::Value;
use ir::value::Lens;
use std::sync::Arc;

/// What an entry point takes and returns.
#[derive(Clone, Debug)]
pub enum Datum {
    /// A scalar.
    Scalar(Scalar),
    /// An array of scalars.
    Array(Array),
}

/// The sizes of one dimension.
#[derive(Clone, Debug)]
pub enum Dim {
    /// Every row has this size.
    Uniform(i64),
    /// One size per position of the dimensions in front.
    Each(Arc<Lengths>),
}

/// A dense array on a device. Cloning it shares the memory, which is released with the last clone.
#[derive(Clone, Debug)]
pub struct Array {
    elem: ScalarType,
    dims: Vec<Dim>,
    data: Buffer,
    len: usize,
}

impl Array {
    /// The first `len` elements of a buffer. `dims` are its dimensions, outermost first; the first is uniform, and their product is `len`.
    pub fn new(elem: ScalarType, dims: Vec<Dim>, data: Buffer, len: usize) -> Array {
        Array { elem, dims, data, len }
    }

    /// The type of the elements.
    pub fn elem(&self) -> ScalarType {
        self.elem
    }

    /// The dimensions, outermost first.
    pub fn dims(&self) -> &[Dim] {
        &self.dims
    }

    /// Where the elements are.
    pub fn data(&self) -> &Buffer {
        &self.data
    }

    /// Gives the elements away.
    pub(crate) fn into_data(self) -> Buffer {
        self.data
    }

    /// How many elements there are. The buffer may be larger.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The dimensions on the host.
    pub fn lens(&self) -> Result<Vec<Lens>, RunError> {
        let lens = |dim: &Dim| match dim {
            Dim::Uniform(n) => Ok(Lens::Uniform(*n)),
            Dim::Each(lengths) => Ok(Lens::Each(lengths.host()?.to_vec())),
        };
        self.dims.iter().map(lens).collect()
    }

    /// The elements, little-endian: a copy on the host.
    pub fn download(&self) -> Result<Vec<u8>, RunError> {
        let mut data = vec![0; self.len * self.elem.bytes()];
        self.data.memory().download(self.data.handle(), 0, &mut data)?;
        self.data.memory().count(|copies| &mut copies.downloads, data.len());
        Ok(data)
    }
}

impl Datum {
    /// A copy on the host.
    pub fn to_value(&self) -> Result<Value, RunError> {
        match self {
            Datum::Scalar(x) => Ok(Value::scalar(*x)),
            Datum::Array(array) => {
                Ok(Value { elem: array.elem, lens: array.lens()?, data: array.download()? })
            }
        }
    }
}
