//! Arrays for other languages: memory that is lent for a call, elements at an address, components as plain vectors.

use crate::any::AnyArray;
use crate::array::{Array, View, store};
use crate::context::Context;
use crate::error::{Error, Result};
use crate::types::Type;
use base::ScalarType;
use ir::interface::Data;
use rt::memory::Pinned;
use rt::{Datum, Dim, Lengths};
use std::sync::Arc;

/// Memory that somebody lends for a call. When it ends, arrays that still use it have been moved to memory of the context.
pub struct Loan(rt::Borrow);

impl Loan {
    pub(crate) fn new(borrow: rt::Borrow) -> Loan {
        Loan(borrow)
    }

    /// Ends the loan. The error says that there was no memory for a copy that somebody needs.
    pub fn end(self) -> Result<()> {
        self.0.end().map_err(Error::runtime)
    }
}

impl Context {
    /// An array of scalars in memory that is only there until the loan ends: used where it is on the processor, else copied.
    ///
    /// # Safety
    /// As many elements as the product of `shape` lie at `data`, one after the other, until the loan is ended or dropped, and until
    /// then nobody writes to them. Truth values are 0 and 1.
    pub unsafe fn lend(
        &self,
        elem: ScalarType,
        shape: &[usize],
        data: *const u8,
    ) -> Result<(AnyArray, Loan)> {
        let len: usize = shape.iter().product();
        // SAFETY: the caller promises it.
        let borrow = unsafe { self.0.memory.borrow(data, len * elem.bytes(), elem.bytes()) };
        let borrow = borrow.map_err(Error::runtime)?;
        let buffer = borrow.buffer().map_err(Error::runtime)?;
        let dims = shape.iter().map(|n| Dim::Uniform(*n as i64)).collect();
        Ok((AnyArray::plain(rt::Array::new(elem, dims, buffer, len)), Loan::new(borrow)))
    }

    /// An array of scalars in memory of which `owner` disposes: used where it is on the processor, else copied. It is not written.
    ///
    /// # Safety
    /// As many elements as the product of `shape` lie at `data`, one after the other, until `owner` is dropped, and until then nobody
    /// writes to them. Truth values are 0 and 1.
    pub unsafe fn adopt(
        &self,
        elem: ScalarType,
        shape: &[usize],
        data: *const u8,
        owner: Box<dyn std::any::Any + Send + Sync>,
    ) -> Result<AnyArray> {
        let len: usize = shape.iter().product();
        let memory = &self.0.memory;
        // SAFETY: the caller promises it.
        let buffer = unsafe { memory.adopt(data.cast_mut(), len * elem.bytes(), elem.bytes(), owner, true) };
        let buffer = buffer.map_err(Error::runtime)?;
        let dims = shape.iter().map(|n| Dim::Uniform(*n as i64)).collect();
        Ok(AnyArray::plain(rt::Array::new(elem, dims, buffer, len)))
    }

    /// Counts data that was copied to bring it into the form that a program takes, in [`Copies::converted`](crate::Copies::converted).
    pub fn count_converted(&self, bytes: usize) {
        self.0.memory.memory().count_converted(bytes);
    }
}

/// The elements of an array of scalars at an address of this process, until this is dropped.
pub struct Held {
    /// How many elements each dimension has.
    pub shape: Vec<usize>,
    /// What they are.
    pub elem: ScalarType,
    keeper: Keeper,
}

enum Keeper {
    Pinned(Pinned),
    /// Fetched, in words, so that elements of any type are aligned.
    Words(Vec<u64>),
}

impl Held {
    /// Where the first element is. Nobody may write to it.
    pub fn pointer(&self) -> *const u8 {
        match &self.keeper {
            Keeper::Pinned(pinned) => std::ptr::with_exposed_provenance(pinned.raw().number() as usize),
            Keeper::Words(words) => words.as_ptr().cast(),
        }
    }
}

/// A component of an array: an array of scalars, by the sizes of its rows.
#[derive(Clone, PartialEq, Debug)]
pub struct Component {
    /// The type of the elements.
    pub elem: ScalarType,
    /// For each dimension but the first the size of each row, in the order of the elements.
    pub sizes: Vec<Vec<i64>>,
    /// The elements of all rows, little-endian.
    pub data: Vec<u8>,
}

impl AnyArray {
    /// The sizes of the dimensions that a scalar is in, outermost first; none where rows differ.
    pub fn shape(&self) -> Vec<Option<usize>> {
        let mut dims = self.leaves().first().map_or(&[][..], rt::Array::dims).iter();
        let (mut ty, mut shape) = (self.ty(), vec![]);
        while let (Type::Array { elem, .. }, Some(dim)) = (ty, dims.next()) {
            shape.push(match dim {
                Dim::Uniform(n) => usize::try_from(*n).ok(),
                Dim::Each(_) => None,
            });
            ty = elem;
        }
        shape
    }

    /// The elements and the sizes of the dimensions, if this is an array of scalars whose rows have equal sizes.
    pub(crate) fn dense(&self) -> Option<(&rt::Array, Vec<usize>)> {
        let [leaf] = self.leaves() else { return None };
        let shape: Option<Vec<usize>> = self.shape().into_iter().collect();
        Some((leaf, shape.filter(|shape| shape.len() == leaf.dims().len())?))
    }

    /// Whether this is an array of scalars whose rows have equal sizes.
    pub fn is_dense(&self) -> bool {
        self.dense().is_some()
    }

    /// The elements at an address, if this is an array of scalars whose rows have equal sizes. From a GPU they are fetched.
    pub fn hold(&self) -> Result<Option<Held>> {
        let Some((leaf, shape)) = self.dense() else { return Ok(None) };
        let (elem, buffer) = (leaf.elem(), leaf.data());
        let bytes = leaf.len() * elem.bytes();
        let keeper = if buffer.memory().device().uses_host_memory() && bytes > 0 {
            Keeper::Pinned(buffer.pin().map_err(|e| Error::runtime(e.into()))?)
        } else {
            let data: View<u8> = View::of(buffer, bytes)?;
            let word = |chunk: &[u8]| {
                let mut word = [0; 8];
                word[..chunk.len()].copy_from_slice(chunk);
                u64::from_ne_bytes(word)
            };
            // One more, so that there is an address.
            Keeper::Words(data.chunks(8).map(word).chain([0]).collect())
        };
        Ok(Some(Held { shape, elem, keeper }))
    }

    /// The elements of all rows, and where each row begins and the last one ends: what an array of arrays consists of.
    pub fn rows(&self) -> Result<Option<(AnyArray, Array<i64>)>> {
        let Type::Array { elem, .. } = self.ty() else { return Ok(None) };
        let (Type::Array { .. }, [Dim::Uniform(rows), own, ..]) =
            (&**elem, self.leaves().first().map_or(&[][..], rt::Array::dims))
        else {
            return Ok(None);
        };
        let memory = self.leaves()[0].data().memory();
        let lengths = match own {
            Dim::Each(lengths) => lengths.clone(),
            Dim::Uniform(n) => {
                let sizes = vec![*n; usize::try_from(*rows).unwrap_or(0)];
                Arc::new(Lengths::of(memory.clone(), sizes))
            }
        };
        let (offsets, total) = lengths.offsets().map_err(Error::runtime)?;
        let count = lengths.rows() + 1;
        let offsets =
            rt::Array::new(ScalarType::I64, vec![Dim::Uniform(count as i64)], offsets.clone(), count);
        let flat = |leaf: &rt::Array| {
            let rest = leaf.dims()[2..].iter().cloned();
            let dims = std::iter::once(Dim::Uniform(total)).chain(rest).collect();
            rt::Array::new(leaf.elem(), dims, leaf.data().clone(), leaf.len())
        };
        let data = if let Data::Array(data) = self.data() { &**data } else { self.data() };
        let flat = AnyArray::new((**elem).clone(), data.clone(), self.leaves().iter().map(flat).collect());
        Ok(Array::from_inner(offsets).map(|offsets| (flat, offsets)))
    }

    /// A copy of the components of the array on the host. Constructors of sums are numbered in the order of the type.
    pub fn components(&self, context: &Context) -> Result<Vec<Component>> {
        let leaves = self.renumbered(context, &self.ty().data())?;
        let component = |leaf: &rt::Array| {
            let mut rows = 1;
            let mut sizes = vec![];
            for dim in leaf.dims() {
                let own = match dim {
                    Dim::Uniform(n) => vec![*n; rows],
                    Dim::Each(lengths) => lengths.host()?.to_vec(),
                };
                rows = usize::try_from(own.iter().sum::<i64>()).unwrap_or(0);
                sizes.push(own);
            }
            sizes.remove(0);
            Ok(Component { elem: leaf.elem(), sizes, data: leaf.download()? })
        };
        leaves.iter().map(component).collect::<std::result::Result<_, _>>().map_err(Error::runtime)
    }

    /// An array of `#none | #some t` over the elements of this dense array of scalars, which are not copied. `present` says for each, row
    /// by row, whether it is there.
    pub fn options(&self, context: &Context, present: &[bool]) -> Result<AnyArray> {
        fn optional(ty: &Type) -> Type {
            match ty {
                Type::Array { dim, elem } => Type::Array { dim: dim.clone(), elem: Box::new(optional(elem)) },
                other => Type::Sum(vec![("none".into(), vec![]), ("some".into(), vec![other.clone()])]),
            }
        }
        let leaf = match self.leaves() {
            [leaf] if self.is_dense() && leaf.len() == present.len() => leaf,
            _ => {
                return Err(Error::value(format!(
                    "{} flags for an array of type {}",
                    present.len(),
                    self.ty()
                )));
            }
        };
        let tags: Vec<u16> = present.iter().map(|present| u16::from(*present)).collect();
        context.count_converted(size_of_val(tags.as_slice()));
        let tags =
            rt::Array::new(ScalarType::U16, leaf.dims().to_vec(), store(context, tags)?, present.len());
        let ty = optional(self.ty());
        let data = ty.data();
        Ok(AnyArray::new(ty, data, vec![tags, leaf.clone()]))
    }

    /// An array of a type from its components, in the order in which the type has scalars; a sum has first the numbers of the
    /// constructors, as `u16`, in the order of the type.
    pub fn from_components(
        context: &Context,
        ty: &Type,
        len: usize,
        components: Vec<Component>,
    ) -> Result<AnyArray> {
        let wrong = |what: &str| Error::value(format!("components of an array of type {ty}: {what}"));
        let data = ty.data();
        if components.len() != data.leaves() {
            return Err(wrong("not as many as there must be"));
        }
        let mut leaves = vec![];
        for component in components {
            let mut rows = len as i64;
            let mut lens = vec![ir::value::Lens::Uniform(rows)];
            for sizes in component.sizes {
                if sizes.len() as i64 != rows || sizes.iter().any(|n| *n < 0) {
                    return Err(wrong("sizes that do not fit"));
                }
                rows = sizes.iter().sum();
                lens.push(ir::value::Lens::Each(sizes));
            }
            if rows as usize * component.elem.bytes() != component.data.len() {
                return Err(wrong("more or fewer elements than rows have"));
            }
            let value = ir::Value { elem: component.elem, lens, data: component.data };
            match context.0.memory.store(value).map_err(Error::runtime)? {
                Datum::Array(array) => leaves.push(array),
                Datum::Scalar(_) => return Err(wrong("a scalar")),
            }
        }
        Ok(AnyArray::new(ty.clone(), data, leaves))
    }
}
