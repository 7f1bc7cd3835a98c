//! From Arrow to the components of a value. The type of the value leads; the array has to have what it asks for.

use super::abi::ArrowArray;
use super::format::Format;
use super::node::{Fault, Node};
use super::select::{Select, repeated, with_room};
use super::unions::{number, optional};
use crate::array::store;
use crate::context::Context;
use crate::elem::Elem;
use crate::types::{Size, Type};
use base::{Scalar, ScalarType};
use rt::{Buffer, Datum, Dim, Lengths};
use std::sync::Arc;

/// The integers of an array, which choose elements of a dictionary; -1 for what no dictionary has.
fn indices<'a>(node: &Node<'a>, ty: ScalarType) -> Result<Box<dyn Fn(usize) -> i64 + 'a>, Fault> {
    fn of<'a, T: Copy + TryInto<i64> + 'a>(node: &Node<'a>) -> Result<Box<dyn Fn(usize) -> i64 + 'a>, Fault> {
        let numbers = node.numbers::<T>(1, node.offset, node.length)?;
        Ok(Box::new(move |at| numbers.get(at).try_into().unwrap_or(-1)))
    }
    match ty {
        ScalarType::I8 => of::<i8>(node),
        ScalarType::U8 => of::<u8>(node),
        ScalarType::I16 => of::<i16>(node),
        ScalarType::U16 => of::<u16>(node),
        ScalarType::I32 => of::<i32>(node),
        ScalarType::U32 => of::<u32>(node),
        ScalarType::I64 => of::<i64>(node),
        ScalarType::U64 => of::<u64>(node),
        ScalarType::F16 | ScalarType::F32 | ScalarType::F64 | ScalarType::Bool => {
            Err(Fault::new("the indices of a dictionary are not integers"))
        }
    }
}

/// What takes over an array.
pub(super) struct Importer<'a> {
    pub(super) context: &'a Context,
    /// Released when the last buffer that lies in it is.
    pub(super) owner: Arc<ArrowArray>,
    /// The components so far.
    pub(super) components: Vec<Datum>,
}

impl Importer<'_> {
    /// Elements of a type; `dims` are the dimensions around them.
    pub(super) fn elements(
        &mut self,
        ty: &Type,
        node: &Node,
        select: &Select,
        dims: &[Dim],
    ) -> Result<(), Fault> {
        select.check(node)?;
        // What has no elements is often written without a type.
        if node.format == Format::Null && select.len() == 0 {
            return self.blank(ty, 0, dims);
        }
        let validity = node.validity()?;
        let is_null = |at: usize| validity.as_ref().is_some_and(|bits| !bits.get(at));
        let null = || {
            validity.as_ref()?;
            let row = select.iter().position(|at| at.is_some_and(is_null))?;
            Some(Fault::at(row, format!("is null; only elements of type #none | #some {ty} can be")))
        };
        if let Some(values) = node.dictionary()? {
            // An index may be null, and so may the value that it chooses.
            if let (None, Some(fault)) = (optional(ty), null()) {
                return Err(fault);
            }
            let chosen = self.chosen(node, select)?;
            return self.elements(ty, &values, &chosen, dims);
        }
        if node.format == Format::Runs {
            return self.elements(ty, &node.child(1)?, &self.runs(node, select)?, dims);
        }
        if let (Some(payload), false) = (optional(ty), matches!(node.format, Format::Union { .. })) {
            let (none, some) = (number(ty, "none"), number(ty, "some"));
            let everything = node.format == Format::Null;
            let is_none = |at: Option<usize>| at.is_none_or(|at| everything || is_null(at));
            let mut tags = with_room(select.len(), 1)?;
            tags.extend(select.iter().map(|at| if is_none(at) { none } else { some }));
            self.push(tags, dims)?;
            if everything {
                return self.blank(payload, select.len(), dims);
            }
            // What lies below a null is anything; scalars are only not looked at.
            let present = match payload {
                Type::Scalar(_) => None,
                _ if select.iter().all(|at| !is_none(at)) => None,
                _ => Some(Select::Take(select.iter().map(|at| at.filter(|at| !is_null(*at))).collect())),
            };
            return self.present(payload, node, present.as_ref().unwrap_or(select), dims);
        }
        match null() {
            Some(fault) => Err(fault),
            None => self.present(ty, node, select, dims),
        }
    }

    /// Elements whose nulls have been dealt with.
    fn present(&mut self, ty: &Type, node: &Node, select: &Select, dims: &[Dim]) -> Result<(), Fault> {
        match ty {
            Type::Scalar(elem) => self.scalars(*elem, node, select, dims),
            Type::Array { dim, elem } => self.rows(dim, elem, node, select, dims),
            Type::Record(fields) => self.record(fields, node, select, dims),
            Type::Sum(constructors) => self.union(constructors, node, select, dims),
        }
    }

    /// The elements of a dictionary that the integers of `node` choose.
    fn chosen(&self, node: &Node, select: &Select) -> Result<Select, Fault> {
        let Format::Scalar(ty) = node.format else {
            return Err(Fault::new("the indices of a dictionary are not integers"));
        };
        let validity = node.validity()?;
        let index = indices(node, ty)?;
        let limit = node.dictionary()?.map_or(0, |values| values.length);
        let mut chosen = vec![];
        for (row, at) in select.iter().enumerate() {
            let at = at.filter(|at| validity.as_ref().is_none_or(|bits| bits.get(*at)));
            let found = at.map(&index).map(|i| usize::try_from(i).ok().filter(|i| *i < limit).ok_or(i));
            chosen.push(
                found.transpose().map_err(|i| {
                    Fault::at(row, format!("is number {i} of a dictionary of {limit} values"))
                })?,
            );
        }
        Ok(Select::Take(chosen))
    }

    /// For each selected element the run that it belongs to.
    fn runs(&self, node: &Node, select: &Select) -> Result<Select, Fault> {
        let ends = node.child(0)?;
        let Format::Scalar(ty) = ends.format else {
            return Err(Fault::new("the ends of runs are not integers"));
        };
        let (end, runs) = (indices(&ends, ty)?, ends.length);
        let run_of = |at: usize| {
            // Binary search for the first run that ends after the element.
            let (mut from, mut to) = (0, runs);
            while from < to {
                let middle = from + (to - from) / 2;
                if usize::try_from(end(middle)).is_ok_and(|end| end > at) {
                    to = middle;
                } else {
                    from = middle + 1;
                }
            }
            from
        };
        let mut taken = with_room(select.len(), 1)?;
        for (row, at) in select.iter().enumerate() {
            let run = at.map(|at| run_of(at + node.offset));
            if run == Some(runs) {
                return Err(Fault::at(row, "comes after the end of the last run"));
            }
            taken.push(run);
        }
        Ok(Select::Take(taken))
    }

    fn scalars(&mut self, elem: ScalarType, node: &Node, select: &Select, dims: &[Dim]) -> Result<(), Fault> {
        if elem == ScalarType::Bool && node.format == Format::BoolBytes {
            return self.truth_bytes(node, select, dims);
        }
        if node.format != Format::Scalar(elem) {
            let cast = if matches!(node.format, Format::Scalar(_)) { "; cast it first" } else { "" };
            return Err(Fault::new(format!("is {}, but must be {elem}{cast}", node.format.name())));
        }
        if elem == ScalarType::Bool {
            let bits = node.bits(1)?;
            let flags = select.iter().map(|at| at.is_some_and(|at| bits.get(at))).collect();
            return self.push::<bool>(flags, dims);
        }
        self.plain(elem, node, 1, node.offset, select, dims)
    }

    /// Truth values with a byte each, which are used where they are if they are 0 and 1.
    fn truth_bytes(&mut self, node: &Node, select: &Select, dims: &[Dim]) -> Result<(), Fault> {
        let count = select.iter().flatten().max().map_or(0, |last| last + 1);
        let bytes = node.numbers::<u8>(1, node.offset, count)?;
        if select.iter().flatten().all(|at| bytes.get(at) <= 1) {
            return self.plain(ScalarType::Bool, node, 1, node.offset, select, dims);
        }
        let flags = select.iter().map(|at| at.is_some_and(|at| bytes.get(at) != 0)).collect();
        self.push::<bool>(flags, dims)
    }

    /// Elements as they lie in a buffer, the first one of the array at `offset`.
    fn plain(
        &mut self,
        elem: ScalarType,
        node: &Node,
        buffer: usize,
        offset: usize,
        select: &Select,
        dims: &[Dim],
    ) -> Result<(), Fault> {
        match (select, elem.bytes()) {
            (Select::Range { start, len }, bytes) => {
                let first = (start + offset) * bytes;
                let address = node.address::<u8>(buffer, first, len * bytes)?;
                let data = self.adopt(node, address, len * bytes, bytes)?;
                self.component(elem, data, *len, dims)
            }
            (Select::Take(_), 1) => self.gather::<u8>(elem, node, buffer, offset, select, dims),
            (Select::Take(_), 2) => self.gather::<u16>(elem, node, buffer, offset, select, dims),
            (Select::Take(_), 4) => self.gather::<u32>(elem, node, buffer, offset, select, dims),
            (Select::Take(_), _) => self.gather::<u64>(elem, node, buffer, offset, select, dims),
        }
    }

    /// A copy of the selected elements, as numbers that have as many bytes.
    fn gather<T: Elem + Default>(
        &mut self,
        elem: ScalarType,
        node: &Node,
        buffer: usize,
        offset: usize,
        select: &Select,
        dims: &[Dim],
    ) -> Result<(), Fault> {
        let count = select.iter().flatten().max().map_or(0, |last| last + 1);
        let from = node.numbers::<T>(buffer, offset, count)?;
        let taken: Vec<T> = select.iter().map(|at| at.map_or_else(T::default, |at| from.get(at))).collect();
        let len = taken.len();
        let data = self.converted(taken)?;
        self.component(elem, data, len, dims)
    }

    fn rows(
        &mut self,
        dim: &Size,
        elem: &Type,
        node: &Node,
        select: &Select,
        dims: &[Dim],
    ) -> Result<(), Fault> {
        // A format may say any size of rows that are not there.
        if select.len() > 0 && select.iter().all(|at| at.is_none()) && !self.holds_row(node)? {
            return self.blank(
                &Type::Array { dim: dim.clone(), elem: Box::new(elem.clone()) },
                select.len(),
                dims,
            );
        }
        let rows = self.list(node, select)?;
        let own = self.dimension(dim, &rows.sizes, dims.is_empty(), select.len())?;
        let mut inner = dims.to_vec();
        inner.push(own);
        let is_bytes = *elem == Type::Scalar(ScalarType::U8);
        let wrong = || Fault::new(format!("is {}, but must be a list of {elem}", node.format.name()));
        match &node.format {
            Format::BytesView if is_bytes => {
                let bytes = super::views::bytes(node, select)?;
                self.push(bytes, &inner)
            }
            Format::Bytes { .. } if is_bytes => {
                self.plain(ScalarType::U8, node, 2, 0, &rows.elements, &inner)
            }
            Format::FixedBytes(_) if is_bytes => {
                self.plain(ScalarType::U8, node, 1, 0, &rows.elements, &inner)
            }
            Format::List { .. } | Format::ListView { .. } | Format::FixedList(_) => {
                let child = node.child(0).map_err(|fault| fault.in_row(|_| None))?;
                let result = if elem.components() == 0 {
                    self.push(repeated(true, rows.elements.len())?, &inner)
                } else {
                    self.elements(elem, &child, &rows.elements, &inner)
                };
                result.map_err(|fault| fault.in_row(|at| rows.split(at)))
            }
            _ => Err(wrong()),
        }
    }

    /// The dimension of rows of these sizes, in the form that a parameter with this size is called with.
    fn dimension(
        &self,
        dim: &Size,
        sizes: &super::lists::Sizes,
        single: bool,
        rows: usize,
    ) -> Result<Dim, Fault> {
        use super::lists::Sizes;
        let varies = matches!(dim, Size::Varies) && !single;
        let memory = self.context.0.memory.memory();
        Ok(match sizes {
            Sizes::Uniform(n) if varies => {
                Dim::Each(Arc::new(Lengths::of(memory.clone(), repeated(*n as i64, rows)?)))
            }
            Sizes::Uniform(n) => Dim::Uniform(*n as i64),
            Sizes::Offsets { even: Some(n), .. } if !varies => Dim::Uniform(match dim {
                Size::Known(known) if rows == 0 => *known,
                _ => *n as i64,
            }),
            Sizes::Offsets { offsets, total, .. } => {
                Dim::Each(Arc::new(Lengths::of_offsets_upto(offsets.clone(), rows, *total as i64)))
            }
        })
    }

    fn record(
        &mut self,
        fields: &[(String, Type)],
        node: &Node,
        select: &Select,
        dims: &[Dim],
    ) -> Result<(), Fault> {
        if node.format != Format::Struct {
            let record = Type::Record(fields.to_vec());
            return Err(Fault::new(format!("is {}, but must be {record}", node.format.name())));
        }
        let names: Vec<String> = (0..node.children()).map(|i| node.child_name(i)).collect();
        // The parts of a tuple have no names of their own.
        let by_place = driver::structure::is_tuple(fields) && fields.len() == names.len();
        let inner = select.of_fields(node.offset);
        for (i, (name, ty)) in fields.iter().enumerate() {
            let at = names.iter().position(|own| own == name).or(by_place.then_some(i));
            let at = at
                .ok_or_else(|| Fault::new(format!("has no field {name}; there are: {}", names.join(", "))))?;
            let result = node.child(at).and_then(|child| {
                self.elements(ty, &child, &inner, dims).map_err(|fault| fault.in_field(&names[at]))
            });
            result?;
        }
        Ok(())
    }

    /// Elements that nobody looks at.
    pub(super) fn blank(&mut self, ty: &Type, count: usize, dims: &[Dim]) -> Result<(), Fault> {
        match ty {
            Type::Scalar(elem) => {
                let data = self.converted(repeated(0u64, (count * elem.bytes()).div_ceil(8))?)?;
                self.component(*elem, data, count, dims)
            }
            Type::Array { dim, elem } => {
                let size = match dim {
                    Size::Known(n) => usize::try_from(*n).unwrap_or(0),
                    Size::Named(_) | Size::Any | Size::Varies => 0,
                };
                let own = self.dimension(dim, &super::lists::Sizes::Uniform(size), dims.is_empty(), count)?;
                let mut inner = dims.to_vec();
                inner.push(own);
                let total = count.checked_mul(size).filter(|total| *total <= isize::MAX as usize / 64);
                let total = total.ok_or_else(|| Fault::new(format!("there are {count} rows of {size}")))?;
                self.blank(elem, total, &inner)
            }
            Type::Record(fields) => fields.iter().try_for_each(|(_, ty)| self.blank(ty, count, dims)),
            Type::Sum(constructors) => {
                self.push(repeated(0u16, count)?, dims)?;
                let mut payloads = constructors.iter().flat_map(|(_, payload)| payload);
                payloads.try_for_each(|ty| self.blank(ty, count, dims))
            }
        }
    }

    /// A component from numbers that were made here.
    pub(super) fn push<T: Elem>(&mut self, data: Vec<T>, dims: &[Dim]) -> Result<(), Fault> {
        let len = data.len();
        let data = self.converted(data)?;
        self.component(T::SCALAR, data, len, dims)
    }

    fn component(&mut self, elem: ScalarType, data: Buffer, len: usize, dims: &[Dim]) -> Result<(), Fault> {
        let array = rt::Array::new(elem, dims.to_vec(), data, len);
        self.components.push(if dims.is_empty() {
            let mut bits = [0; 8];
            let data = array.data();
            let bytes = &mut bits[..elem.bytes()];
            data.memory().download(data.handle(), 0, bytes).map_err(rt::RunError::from)?;
            Datum::Scalar(Scalar::from_bits(elem, u64::from_le_bytes(bits)))
        } else {
            Datum::Array(array)
        });
        Ok(())
    }

    pub(super) fn converted<T: Elem>(&self, data: Vec<T>) -> Result<Buffer, Fault> {
        if !data.is_empty() {
            self.context.0.memory.memory().count_converted(size_of_val(data.as_slice()));
        }
        Ok(store(self.context, data)?)
    }

    /// Bytes of the array, used where they are if the device can.
    pub(super) fn adopt(
        &self,
        node: &Node,
        pointer: *const u8,
        bytes: usize,
        align: usize,
    ) -> Result<Buffer, Fault> {
        let memory = &self.context.0.memory;
        if bytes == 0 {
            return Ok(memory.upload(&[])?);
        }
        let owner = Box::new(self.owner.clone());
        if node.is_on_cuda() {
            let address = pointer.expose_provenance() as u64;
            self.context.check_cuda(ScalarType::U8, address, bytes)?;
            if !address.is_multiple_of(align as u64) {
                return Err(Fault::new(format!("address {address:#x} is not aligned for {align} bytes")));
            }
            // SAFETY: as below; the device has been compared.
            return Ok(unsafe { memory.adopt_there(address, bytes, owner) }?);
        }
        // SAFETY: whoever made the array promised these bytes until it is released, and that nobody writes to them.
        Ok(unsafe { memory.adopt(pointer.cast_mut(), bytes, align, owner, true) }?)
    }
}
