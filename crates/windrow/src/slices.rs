//! Parts of arrays, arrays joined, and the numbers of constructors.

use crate::any::AnyArray;
use crate::array::{View, store};
use crate::context::Context;
use crate::error::{Error, Result};
use crate::types::{Size, Type};
use crate::unused;
use crate::value::Value;
use base::ScalarType;
use ir::interface::Data;
use rt::{Buffer, Datum, Dim, Lengths};
use std::sync::Arc;

impl AnyArray {
    /// An element. On the processor the elements of a row are used where they are.
    ///
    /// ```
    /// let context = windrow::Context::new()?;
    /// let rows = windrow::AnyArray::from(context.rows([vec![1, 2], vec![], vec![3]])?);
    /// assert_eq!(rows.get(0)?.unwrap().to_string(), "[1i32, 2i32]");
    /// assert!(rows.get(3)?.is_none());
    /// # Ok::<(), windrow::Error>(())
    /// ```
    pub fn get(&self, at: usize) -> Result<Option<Value>> {
        let (true, Type::Array { elem, .. }) = (at < self.len(), self.ty()) else { return Ok(None) };
        let mut components = vec![];
        for leaf in self.leaves() {
            components.push(element(&part(leaf, at, 1)?)?);
        }
        let data = match self.data() {
            Data::Array(elem) => elem,
            plain => plain,
        };
        Value::assemble(elem, data, components).map(Some)
    }

    /// Some elements, as an array: so many from a position on. On the processor they are used where they are.
    pub fn slice(&self, start: usize, len: usize) -> Result<AnyArray> {
        if start.checked_add(len).is_none_or(|end| end > self.len()) {
            let own = self.len();
            return Err(Error::value(format!("{len} elements from {start} on, of an array of {own}")));
        }
        let leaves = self.leaves().iter().map(|leaf| part(leaf, start, len)).collect::<Result<Vec<_>>>()?;
        Ok(AnyArray::new(self.ty().clone(), self.data().clone(), leaves))
    }

    /// Arrays of one type, joined: copied unless there is only one that has elements.
    pub fn concat(context: &Context, ty: &Type, parts: Vec<AnyArray>) -> Result<AnyArray> {
        let mut parts = parts;
        if parts.len() > 1 {
            let empty = parts.iter().all(AnyArray::is_empty);
            parts = if empty {
                parts.into_iter().take(1).collect()
            } else {
                parts.into_iter().filter(|part| !part.is_empty()).collect()
            };
        }
        if let [_] = parts.as_slice() {
            return parts.pop().ok_or_else(|| Error::value("no arrays to join"));
        }
        let Some(first) = parts.first() else {
            return nothing(context, ty);
        };
        let data = first.data().clone();
        if parts.iter().any(|part| *part.data() != data) {
            return Err(Error::value("arrays of different types cannot be joined"));
        }
        let mut parts: Vec<Vec<rt::Array>> = parts.iter().map(|part| part.leaves().to_vec()).collect();
        unused::fit_parts(context, &data, &mut parts)?;
        let (mut leaves, mut joining) = (vec![], Joining::default());
        for i in 0..data.leaves() {
            let own: Vec<&rt::Array> = parts.iter().map(|part| &part[i]).collect();
            leaves.push(joining.component(context, &own)?);
        }
        Ok(AnyArray::new(ty.clone(), data, leaves))
    }

    /// The components, with constructors numbered as in `data`. Programs number them as they like.
    pub(crate) fn renumbered(&self, context: &Context, data: &Data) -> Result<Vec<rt::Array>> {
        let mut leaves = self.leaves().to_vec();
        if self.data() != data {
            renumber(context, self.data(), data, &mut leaves)?;
        }
        Ok(leaves)
    }
}

fn renumber(context: &Context, from: &Data, to: &Data, leaves: &mut [rt::Array]) -> Result<()> {
    let different = || Error::value("the argument is put together in another way than the parameter");
    match (from, to) {
        (Data::Array(from), Data::Array(to)) => renumber(context, from, to, leaves),
        (Data::Record(from), Data::Record(to)) if from.len() == to.len() => {
            let mut rest = leaves;
            for ((_, from), (_, to)) in from.iter().zip(to) {
                let (own, others) = rest.split_at_mut_checked(to.leaves()).ok_or_else(different)?;
                renumber(context, from, to, own)?;
                rest = others;
            }
            Ok(())
        }
        (Data::Sum(from), Data::Sum(to)) if from.len() == to.len() => {
            if from.iter().zip(to).any(|(a, b)| a.name != b.name) {
                return Err(different());
            }
            let (tags, mut rest) = leaves.split_first_mut().ok_or_else(different)?;
            if from.iter().zip(to).any(|(a, b)| a.tag != b.tag) {
                let number = |tag: &u16| from.iter().zip(to).find(|(a, _)| a.tag == i64::from(*tag));
                let view: View<u16> = View::of(tags.data(), tags.len())?;
                let new = view.iter().map(|tag| number(tag).map_or(0, |(_, to)| to.tag as u16));
                let new: Vec<u16> = new.collect();
                drop(view);
                context.0.memory.memory().count_converted(2 * new.len());
                let (dims, len) = (tags.dims().to_vec(), new.len());
                *tags = rt::Array::new(ScalarType::U16, dims, store(context, new)?, len);
            }
            for (from, to) in from.iter().zip(to) {
                for (from, to) in from.payload.iter().zip(&to.payload) {
                    let (own, others) = rest.split_at_mut_checked(to.leaves()).ok_or_else(different)?;
                    renumber(context, from, to, own)?;
                    rest = others;
                }
            }
            Ok(())
        }
        // Both are one component.
        (Data::Leaf | Data::Empty | Data::Array(_), Data::Leaf | Data::Empty | Data::Array(_)) => Ok(()),
        (Data::Leaf | Data::Empty | Data::Array(_) | Data::Record(_) | Data::Sum(_), _) => Err(different()),
    }
}

/// The offsets of rows, on the host.
fn offsets(lengths: &Lengths) -> Result<View<'_, i64>> {
    let (offsets, _) = lengths.offsets().map_err(Error::runtime)?;
    View::of(offsets, lengths.rows() + 1)
}

/// Some elements of the outermost dimension.
fn part(leaf: &rt::Array, start: usize, len: usize) -> Result<rt::Array> {
    let (mut from, mut to) = (start, start + len);
    let mut dims = vec![Dim::Uniform(len as i64)];
    for dim in &leaf.dims()[1..] {
        match dim {
            Dim::Uniform(n) => {
                let n = usize::try_from(*n).unwrap_or(0);
                (from, to) = (from * n, to * n);
                dims.push(dim.clone());
            }
            Dim::Each(lengths) => {
                let offsets = offsets(lengths)?;
                let sizes = offsets[from..=to].windows(2).map(|pair| pair[1] - pair[0]).collect();
                (from, to) = (offsets[from] as usize, offsets[to] as usize);
                dims.push(Dim::Each(Arc::new(Lengths::of(leaf.data().memory().clone(), sizes))));
            }
        }
    }
    let data = bytes(leaf.data(), from * leaf.elem().bytes(), (to - from) * leaf.elem().bytes())?;
    Ok(rt::Array::new(leaf.elem(), dims, data, to - from))
}

/// A part of a buffer: where it is, if the device uses host memory.
fn bytes(whole: &Buffer, at: usize, count: usize) -> Result<Buffer> {
    let memory = whole.memory();
    let wrong = |e: rt::MemoryError| Error::runtime(e.into());
    if memory.device().uses_host_memory() && count > 0 {
        let pinned = whole.pin().map_err(wrong)?;
        let pointer = std::ptr::with_exposed_provenance_mut::<u8>(pinned.raw().number() as usize);
        // SAFETY: the pin keeps the whole array where it is, and nobody writes to an array that is held by others.
        let part = unsafe { memory.adopt(pointer.wrapping_add(at), count, Some(Box::new(pinned)), true) };
        return Ok(Buffer::new(memory.clone(), part.map_err(wrong)?));
    }
    let own = Buffer::alloc(memory, count).map_err(wrong)?;
    memory.copy(own.handle(), 0, whole.handle(), at, count).map_err(wrong)?;
    Ok(own)
}

/// The only element of an array.
fn element(leaf: &rt::Array) -> Result<Datum> {
    let mut dims = leaf.dims()[1..].to_vec();
    match dims.first() {
        None => {
            let value =
                ir::Value { elem: leaf.elem(), lens: vec![], data: leaf.download().map_err(Error::runtime)? };
            return Ok(Datum::Scalar(value.get(0)));
        }
        Some(Dim::Each(lengths)) => {
            let size = lengths.host().map_err(Error::runtime)?.first().copied().unwrap_or(0);
            dims[0] = Dim::Uniform(size);
        }
        Some(Dim::Uniform(_)) => {}
    }
    Ok(Datum::Array(rt::Array::new(leaf.elem(), dims, leaf.data().clone(), leaf.len())))
}

/// What joins arrays that follow each other. Components that share the sizes of their rows still do afterwards.
#[derive(Default)]
struct Joining {
    /// The sizes that were joined, by their addresses.
    lengths: Vec<(Vec<*const Lengths>, Arc<Lengths>)>,
}

impl Joining {
    /// One component of each array.
    fn component(&mut self, context: &Context, parts: &[&rt::Array]) -> Result<rt::Array> {
        let (elem, rank) =
            parts.first().map_or((ScalarType::Bool, 0), |part| (part.elem(), part.dims().len()));
        let bytes = elem.bytes();
        let total: usize = parts.iter().map(|part| part.len()).sum();
        let wrong = |e: rt::MemoryError| Error::runtime(e.into());
        let memory = context.0.memory.memory();
        let data = Buffer::alloc(memory, total * bytes).map_err(wrong)?;
        let mut at = 0;
        for part in parts {
            let count = part.len() * bytes;
            memory.copy(data.handle(), at, part.data().handle(), 0, count).map_err(wrong)?;
            at += count;
        }
        memory.count_converted(total * bytes);
        let mut dims = vec![];
        // How many rows there are in each part, at the dimension that is being looked at.
        let mut rows = vec![1i64; parts.len()];
        for d in 0..rank {
            let sizes: Vec<&Dim> = parts.iter().map(|part| &part.dims()[d]).collect();
            let uniform = sizes.iter().map(|dim| if let Dim::Uniform(n) = dim { Some(*n) } else { None });
            let uniform: Option<Vec<i64>> = uniform.collect();
            dims.push(match uniform {
                Some(each) if d == 0 => Dim::Uniform(each.iter().sum()),
                Some(each) if each.windows(2).all(|pair| pair[0] == pair[1]) => Dim::Uniform(each[0]),
                _ => Dim::Each(self.rows(context, &sizes, &rows)?),
            });
            for (rows, dim) in rows.iter_mut().zip(&sizes) {
                *rows = match dim {
                    Dim::Uniform(n) => *rows * n,
                    Dim::Each(lengths) => lengths.offsets().map_err(Error::runtime)?.1,
                };
            }
        }
        Ok(rt::Array::new(elem, dims, data, total))
    }

    /// The sizes of the rows of one dimension, of which each part has so many.
    fn rows(&mut self, context: &Context, sizes: &[&Dim], rows: &[i64]) -> Result<Arc<Lengths>> {
        let addresses = sizes.iter().map(|dim| match dim {
            Dim::Each(lengths) => Some(Arc::as_ptr(lengths)),
            Dim::Uniform(_) => None,
        });
        let key: Option<Vec<*const Lengths>> = addresses.collect();
        if let Some((_, joined)) = self.lengths.iter().find(|(own, _)| Some(own) == key.as_ref()) {
            return Ok(joined.clone());
        }
        let (mut all, mut total) = (vec![0], 0);
        for (dim, rows) in sizes.iter().zip(rows) {
            match dim {
                Dim::Uniform(n) => all.extend((1..=*rows).map(|row| total + row * n)),
                Dim::Each(lengths) => all.extend(offsets(lengths)?[1..].iter().map(|end| total + end)),
            }
            total = all.last().copied().unwrap_or(0);
        }
        context.count_converted(size_of_val(all.as_slice()));
        let rows = all.len() - 1;
        let joined = Arc::new(Lengths::of_offsets_upto(store(context, all)?, rows, total));
        self.lengths.extend(key.map(|key| (key, joined.clone())));
        Ok(joined)
    }
}

/// An array of this type without elements.
fn nothing(context: &Context, ty: &Type) -> Result<AnyArray> {
    let empty = context.0.memory.upload(&[]).map_err(Error::runtime)?;
    let mut leaves = vec![];
    empty_leaves(ty, &mut vec![], &mut |elem, dims| {
        leaves.push(rt::Array::new(elem, dims.to_vec(), empty.clone(), 0));
    });
    Ok(AnyArray::new(ty.clone(), ty.data(), leaves))
}

pub(crate) fn empty_leaves(ty: &Type, dims: &mut Vec<Dim>, leaf: &mut impl FnMut(ScalarType, &[Dim])) {
    match ty {
        Type::Scalar(elem) => leaf(*elem, dims),
        Type::Array { dim, elem } => {
            let known = if let (Size::Known(n), false) = (dim, dims.is_empty()) { *n } else { 0 };
            dims.push(Dim::Uniform(known));
            match elem.components() {
                0 => leaf(ScalarType::Bool, dims),
                _ => empty_leaves(elem, dims, leaf),
            }
            dims.pop();
        }
        Type::Record(fields) => fields.iter().for_each(|(_, ty)| empty_leaves(ty, dims, leaf)),
        Type::Sum(constructors) => {
            leaf(ScalarType::U16, dims);
            let payloads = constructors.iter().flat_map(|(_, payload)| payload);
            payloads.for_each(|ty| empty_leaves(ty, dims, leaf));
        }
    }
}
