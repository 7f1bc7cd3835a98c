//! Unions, which are sums, and nulls, which are one sum.

use super::format::Format;
use super::import::Importer;
use super::node::{Fault, Node};
use super::select::Select;
use crate::types::Type;
use base::ScalarType;
use rt::Dim;

/// The payload, if the type is `#none | #some t`, which is `t` with nulls. Arrow's unions have no nulls of their own.
pub(super) fn optional(ty: &Type) -> Option<&Type> {
    let Type::Sum(constructors) = ty else { return None };
    let empty = constructors.iter().any(|(name, payload)| name == "none" && payload.is_empty());
    match constructors.iter().find(|(name, _)| name == "some") {
        Some((_, payload)) if constructors.len() == 2 && empty => match payload.as_slice() {
            [Type::Sum(_)] => None,
            [one] => Some(one),
            _ => None,
        },
        _ => None,
    }
}

/// The number of a constructor.
pub(super) fn number(ty: &Type, name: &str) -> u16 {
    let Type::Sum(constructors) = ty else { return 0 };
    let found = constructors.iter().position(|(own, _)| own == name);
    found.and_then(|i| u16::try_from(i).ok()).unwrap_or(0)
}

impl Importer<'_> {
    /// The elements of a union, by the names of its children.
    pub(super) fn union(
        &mut self,
        constructors: &[(String, Vec<Type>)],
        node: &Node,
        select: &Select,
        dims: &[Dim],
    ) -> Result<(), Fault> {
        let Format::Union { dense, codes } = &node.format else {
            let sum = Type::Sum(constructors.to_vec());
            return Err(Fault::new(format!("is {}, but must be a union for {sum}", node.format.name())));
        };
        let numbers = constructor_of_children(constructors, node)?;
        let code_of = node.numbers::<i8>(0, node.offset, node.length)?;
        let mut children = vec![];
        for (row, at) in select.iter().enumerate() {
            let Some(at) = at else {
                children.push(None);
                continue;
            };
            let code = code_of.get(at);
            let child = codes.iter().position(|own| *own == code);
            children.push(Some(
                child.ok_or_else(|| Fault::at(row, format!("has the code {code}, which no child has")))?,
            ));
        }
        let tag = |child: &Option<usize>| child.map_or(0, |child| numbers[child] as u16);
        self.push(children.iter().map(tag).collect(), dims)?;
        for (c, (name, payload)) in constructors.iter().enumerate() {
            let child = numbers.iter().position(|own| *own == c);
            let Some(child) = child.filter(|_| !payload.is_empty()) else {
                payload.iter().try_for_each(|ty| self.blank(ty, select.len(), dims))?;
                continue;
            };
            let array = node.child(child)?;
            let own = |row: usize| children[row] == Some(child);
            let inner = if *dense {
                dense_part(node, select, own)?
            } else {
                let inner = select.of_fields(node.offset);
                if array.validity()?.is_none() {
                    inner
                } else {
                    // Elements of other constructors may be null.
                    Select::Take(inner.iter().enumerate().map(|(row, at)| at.filter(|_| own(row))).collect())
                }
            };
            let result = match payload.as_slice() {
                [one] => self.elements(one, &array, &inner, dims),
                several => {
                    let named = several.iter().enumerate().map(|(i, ty)| (i.to_string(), ty.clone()));
                    self.elements(&Type::Record(named.collect()), &array, &inner, dims)
                }
            };
            result.map_err(|fault| fault.in_field(name))?;
        }
        Ok(())
    }
}

/// Which constructor each child is: the one with its name. The children of unions that have no names for them, as those of awkward
/// arrays, are called 0, 1, .. and are constructors that they fit.
fn constructor_of_children(constructors: &[(String, Vec<Type>)], node: &Node) -> Result<Vec<usize>, Fault> {
    let mut numbers: Vec<usize> = vec![];
    for i in 0..node.children() {
        let name = node.child_name(i);
        let named = constructors.iter().position(|(own, _)| *own == name);
        let found = match named {
            None if name == i.to_string() => {
                let child = node.child(i)?;
                // Its own place comes first, for children that fit several.
                let mut places = std::iter::once(i).chain(0..constructors.len());
                let fitting = places.find(|place| {
                    !numbers.contains(place)
                        && constructors.get(*place).is_some_and(|(_, payload)| fits_payload(payload, &child))
                });
                fitting.ok_or_else(|| {
                    let sum = Type::Sum(constructors.to_vec());
                    let kind = child.format.name();
                    Fault::new(format!("has the child {name}, {kind}, which is no constructor of {sum}"))
                })?
            }
            found => found
                .ok_or_else(|| Fault::new(format!("has a child {name}, but there is no such constructor")))?,
        };
        if numbers.contains(&found) {
            return Err(Fault::new(format!("has two children {name}")));
        }
        numbers.push(found);
    }
    Ok(numbers)
}

fn fits_payload(payload: &[Type], node: &Node) -> bool {
    match payload {
        [] => node.format == Format::Null || (node.format == Format::Struct && node.children() == 0),
        [one] => fits(one, node),
        several => {
            node.format == Format::Struct
                && node.children() == several.len()
                && several.iter().enumerate().all(|(i, ty)| node.child(i).is_ok_and(|child| fits(ty, &child)))
        }
    }
}

/// Whether an array has the elements of a type, as far as its format says.
fn fits(ty: &Type, node: &Node) -> bool {
    if let Ok(Some(values)) = node.dictionary() {
        return fits(ty, &values);
    }
    let child = |i: usize, ty: &Type| node.child(i).is_ok_and(|child| fits(ty, &child));
    match (&node.format, ty) {
        (Format::Null, _) => node.length == 0 || optional(ty).is_some(),
        (Format::Runs, _) => child(1, ty),
        (Format::Union { .. }, Type::Sum(_)) => true,
        (_, Type::Sum(_)) => optional(ty).is_some_and(|payload| fits(payload, node)),
        (Format::Scalar(own), Type::Scalar(elem)) => own == elem,
        (Format::BoolBytes, Type::Scalar(elem)) => *elem == ScalarType::Bool,
        (Format::List { .. } | Format::ListView { .. } | Format::FixedList(_), Type::Array { elem, .. }) => {
            child(0, elem)
        }
        (Format::Bytes { .. } | Format::BytesView | Format::FixedBytes(_), Type::Array { elem, .. }) => {
            **elem == Type::Scalar(ScalarType::U8)
        }
        (Format::Struct, Type::Record(fields)) => fields.iter().enumerate().all(|(i, (name, ty))| {
            let named = (0..node.children()).find(|at| node.child_name(*at) == *name);
            let by_place = driver::structure::is_tuple(fields) && fields.len() == node.children();
            named.or(by_place.then_some(i)).is_some_and(|at| child(at, ty))
        }),
        _ => false,
    }
}

/// The elements of a child of a dense union.
fn dense_part(node: &Node, select: &Select, own: impl Fn(usize) -> bool) -> Result<Select, Fault> {
    let offsets = node.numbers::<i32>(1, node.offset, node.length)?;
    let mut taken = vec![];
    for (row, at) in select.iter().enumerate() {
        let Some(at) = at.filter(|_| own(row)) else {
            taken.push(None);
            continue;
        };
        let offset = offsets.get(at);
        taken.push(Some(
            usize::try_from(offset).map_err(|_| Fault::at(row, format!("has the offset {offset}")))?,
        ));
    }
    Ok(Select::Take(taken))
}
