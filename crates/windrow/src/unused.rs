//! Components of constructors that no element of a value has.
//!
//! A value of `#number f64 | #word [8]u8` has a component for the word also where it is a number. Nobody looks at the elements, but they
//! have a size, which a program expects to be 8, and which whoever made the value may not have known: it is 0 then.

use crate::array::View;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::types::{Signature, Size, Type};
use base::ScalarType;
use ir::interface::Data;
use rt::{Datum, Dim};
use std::collections::BTreeMap;

/// A component that only values with some constructors use.
struct Payload {
    component: usize,
    /// For each sum that it is part of: the component with the numbers of the constructors, and the number that it belongs to.
    chosen_by: Vec<(usize, i64)>,
}

/// The components of this kind, of a value that is put together so; its first component has the number `from`.
fn payloads(data: &Data, from: usize) -> Vec<Payload> {
    fn walk(data: &Data, at: &mut usize, chosen_by: &mut Vec<(usize, i64)>, into: &mut Vec<Payload>) {
        match data {
            Data::Leaf | Data::Empty => {
                if !chosen_by.is_empty() {
                    into.push(Payload { component: *at, chosen_by: chosen_by.clone() });
                }
                *at += 1;
            }
            Data::Array(elem) => walk(elem, at, chosen_by, into),
            Data::Record(fields) => fields.iter().for_each(|(_, data)| walk(data, at, chosen_by, into)),
            Data::Sum(constructors) => {
                let tags = *at;
                walk(&Data::Leaf, at, chosen_by, into);
                for constructor in constructors {
                    chosen_by.push((tags, constructor.tag));
                    constructor.payload.iter().for_each(|data| walk(data, at, chosen_by, into));
                    chosen_by.pop();
                }
            }
        }
    }
    let (mut at, mut into) = (from, vec![]);
    walk(data, &mut at, &mut vec![], &mut into);
    into
}

fn has_sums(data: &Data) -> bool {
    match data {
        Data::Leaf | Data::Empty => false,
        Data::Array(elem) => has_sums(elem),
        Data::Record(fields) => fields.iter().any(|(_, data)| has_sums(data)),
        Data::Sum(_) => true,
    }
}

/// Whether there is an element with a constructor, by the component with the numbers of constructors.
fn has_constructor(tags: &Datum, tag: i64) -> Result<bool> {
    match tags {
        Datum::Scalar(x) => Ok(x.as_i64() == tag),
        Datum::Array(tags) if tags.elem() == ScalarType::U16 => {
            let tags: View<u16> = View::of(tags.data(), tags.len())?;
            Ok(tags.iter().any(|own| i64::from(*own) == tag))
        }
        Datum::Array(_) => Ok(true),
    }
}

impl Payload {
    /// Whether no element uses it. It may say no where only several sums together tell.
    fn is_unused(&self, component: impl Fn(usize) -> Option<Datum>) -> Result<bool> {
        for (tags, tag) in &self.chosen_by {
            if let Some(tags) = component(*tags)
                && !has_constructor(&tags, *tag)?
            {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// An array of the sizes that are wanted, if the array has none where some are.
fn resized(context: &Context, array: &rt::Array, wanted: &[Option<i64>]) -> Result<Option<rt::Array>> {
    let differs = |(dim, wanted): (&Dim, &Option<i64>)| matches!((dim, wanted), (Dim::Uniform(0), Some(wanted)) if *wanted > 0);
    if !array.dims().iter().zip(wanted).any(differs) {
        return Ok(None);
    }
    let (mut dims, mut total) = (vec![], 1i64);
    for (dim, wanted) in array.dims().iter().zip(wanted) {
        let dim = match (dim, wanted) {
            (Dim::Uniform(0), Some(wanted)) => Dim::Uniform(*wanted),
            (dim, _) => dim.clone(),
        };
        total = match &dim {
            Dim::Uniform(n) => total.saturating_mul(*n),
            Dim::Each(lengths) => lengths.offsets().map_err(Error::runtime)?.1,
        };
        dims.push(dim);
    }
    let len = usize::try_from(total).ok().filter(|len| len.checked_mul(8).is_some());
    let len = len.ok_or_else(|| Error::value(format!("there is no memory for {total} elements")))?;
    let zeros = context.0.memory.upload(&vec![0; len * array.elem().bytes()]).map_err(Error::runtime)?;
    Ok(Some(rt::Array::new(array.elem(), dims, zeros, len)))
}

/// An array whose rows have one size, if that is expected and only rows of elements with other constructors have another.
fn evened(
    context: &Context,
    payload: &Payload,
    values: &[Datum],
    array: &rt::Array,
    expected: &[Size],
    wanted: &[Option<i64>],
) -> Result<Option<rt::Array>> {
    let [(tags, tag)] = payload.chosen_by.as_slice() else { return Ok(None) };
    let Some(Datum::Array(tags)) = values.get(*tags) else { return Ok(None) };
    let depth = tags.dims().len();
    let (Some(Dim::Each(lengths)), Some(Size::Known(_) | Size::Named(_) | Size::Any)) =
        (array.dims().get(depth), expected.get(depth))
    else {
        return Ok(None);
    };
    let rows = tags.len();
    if array.dims().len() != depth + 1 || lengths.rows() != rows || tags.elem() != ScalarType::U16 {
        return Ok(None);
    }
    let tags: View<u16> = View::of(tags.data(), rows)?;
    let sizes = lengths.host().map_err(Error::runtime)?;
    let is_chosen = |row: usize| i64::from(tags[row]) == *tag;
    let own = (0..rows).find(|row| is_chosen(*row)).map(|row| sizes[row]);
    let size = own.or(wanted.get(depth).copied().flatten()).unwrap_or(0);
    // The call says what is wrong with those that are there.
    if (0..rows).any(|row| is_chosen(row) && sizes[row] != size) {
        return Ok(None);
    }
    let bytes = array.elem().bytes();
    let data: View<u8> = View::of(array.data(), array.len() * bytes)?;
    let (mut copy, mut at) = (vec![], 0);
    for (row, own) in sizes.iter().enumerate() {
        let end = at + *own as usize * bytes;
        match is_chosen(row) {
            true => copy.extend_from_slice(&data[at..end]),
            false => copy.resize(copy.len() + size as usize * bytes, 0),
        }
        at = end;
    }
    let copy = context.0.memory.upload(&copy).map_err(Error::runtime)?;
    let dims = array.dims()[..depth].iter().cloned().chain([Dim::Uniform(size)]).collect();
    Ok(Some(rt::Array::new(array.elem(), dims, copy, rows * size as usize)))
}

/// Gives unused components of arguments the sizes that the entry point expects.
pub(crate) fn fit_arguments(
    context: &Context,
    signature: &Signature,
    data: &[Data],
    values: &mut [Datum],
) -> Result<()> {
    if !data.iter().any(has_sums) {
        return Ok(());
    }
    let mut sizes = vec![];
    signature.params.iter().for_each(|param| leaf_sizes(&param.ty, &mut vec![], &mut sizes));
    if sizes.len() != values.len() {
        return Ok(());
    }
    let named = named(signature, &sizes, values);
    let mut from = 0;
    for data in data {
        for payload in payloads(data, from) {
            let Datum::Array(array) = &values[payload.component] else { continue };
            let wanted = |size: &Size| match size {
                Size::Known(n) => Some(*n),
                Size::Named(name) => named.get(name.as_str()).copied(),
                Size::Any | Size::Varies => None,
            };
            let expected = &sizes[payload.component];
            let wanted: Vec<Option<i64>> = expected.iter().map(wanted).collect();
            let new = match resized(context, array, &wanted)? {
                Some(new) if payload.is_unused(|i| values.get(i).cloned())? => Some(new),
                _ => evened(context, &payload, values, array, expected, &wanted)?,
            };
            if let Some(new) = new {
                values[payload.component] = Datum::Array(new);
            }
        }
        from += data.leaves();
    }
    Ok(())
}

/// Gives unused components of arrays that are to be joined the sizes that others of them have.
pub(crate) fn fit_parts(context: &Context, data: &Data, parts: &mut [Vec<rt::Array>]) -> Result<()> {
    for payload in payloads(data, 0) {
        let size = |d: usize| {
            let own = |part: &Vec<rt::Array>| match part.get(payload.component)?.dims().get(d)? {
                Dim::Uniform(n) if *n > 0 => Some(*n),
                Dim::Uniform(_) | Dim::Each(_) => None,
            };
            parts.iter().find_map(own)
        };
        let rank =
            parts.first().and_then(|part| part.get(payload.component)).map_or(0, |leaf| leaf.dims().len());
        // The outermost is how many there are.
        let wanted: Vec<Option<i64>> = (0..rank).map(|d| if d == 0 { None } else { size(d) }).collect();
        for part in parts.iter_mut() {
            let Some(leaf) = part.get(payload.component) else { continue };
            if let Some(new) = resized(context, leaf, &wanted)?
                && payload.is_unused(|i| part.get(i).cloned().map(Datum::Array))?
            {
                part[payload.component] = new;
            }
        }
    }
    Ok(())
}

/// The sizes that names stand for, where they are not 0.
fn named<'a>(signature: &'a Signature, sizes: &'a [Vec<Size>], values: &[Datum]) -> BTreeMap<&'a str, i64> {
    let mut named = BTreeMap::new();
    let mut add = |name: &'a str, n: i64| {
        if n > 0 {
            named.entry(name).or_insert(n);
        }
    };
    let mut at = 0;
    for param in &signature.params {
        if let (Type::Scalar(ScalarType::I64), Some(Datum::Scalar(n))) = (&param.ty, values.get(at)) {
            add(&param.name, n.as_i64());
        }
        at += param.ty.components();
    }
    for (sizes, value) in sizes.iter().zip(values) {
        let Datum::Array(array) = value else { continue };
        for (size, dim) in sizes.iter().zip(array.dims()) {
            if let (Size::Named(name), Dim::Uniform(n)) = (size, dim) {
                add(name, *n);
            }
        }
    }
    named
}

/// The sizes of the dimensions of each component of a type.
fn leaf_sizes(ty: &Type, dims: &mut Vec<Size>, into: &mut Vec<Vec<Size>>) {
    match ty {
        Type::Scalar(_) => into.push(dims.clone()),
        Type::Array { dim, elem } => {
            dims.push(dim.clone());
            match elem.components() {
                0 => into.push(dims.clone()),
                _ => leaf_sizes(elem, dims, into),
            }
            dims.pop();
        }
        Type::Record(fields) => fields.iter().for_each(|(_, ty)| leaf_sizes(ty, dims, into)),
        Type::Sum(constructors) => {
            into.push(dims.clone());
            let payloads = constructors.iter().flat_map(|(_, payload)| payload);
            payloads.for_each(|ty| leaf_sizes(ty, dims, into));
        }
    }
}
