//! Sizes as types declare them: values are held to them, and trees are built by them.

use crate::machine::{Machine, Res, internal};
use crate::value::{Arr, V};
use ir::{Atom, Dim, Type};
use std::rc::Rc;

/// Dimensions whose sizes have been looked up.
pub(crate) struct Shape {
    dims: Vec<(V, Vec<u32>)>,
}

impl Shape {
    /// The size of dimension `level` at a point of the levels in front.
    pub(crate) fn size(&self, level: usize, point: &[usize]) -> Res<usize> {
        let (sizes, on) = &self.dims[level];
        let mut size = sizes.clone();
        for l in on {
            let Some(i) = point.get(*l as usize) else { return internal("a size on a level behind it") };
            size = match size {
                V::Array(arr) if *i < arr.len() => arr.at(*i),
                V::Array(arr) => return internal(format!("row {i} of {} sizes", arr.len())),
                V::Scalar(_) | V::Acc(_) | V::Cert | V::Offsets(_) | V::Gone => {
                    return internal("a size that does not vary is indexed");
                }
            };
        }
        match size {
            V::Scalar(n) if n.as_i64() >= 0 => Ok(n.as_i64() as usize),
            V::Scalar(n) => internal(format!("negative size {n}")),
            V::Array(_) | V::Acc(_) | V::Cert | V::Offsets(_) | V::Gone => {
                internal("a size with more levels than it varies with")
            }
        }
    }

    pub(crate) fn rank(&self) -> usize {
        self.dims.len()
    }
}

impl Machine<'_> {
    pub(crate) fn shape(&self, dims: &[Dim]) -> Res<Shape> {
        let dims = dims.iter().map(|d| Ok((self.atom(d.size)?, d.on.clone()))).collect::<Res<_>>()?;
        Ok(Shape { dims })
    }

    /// Refuses a value that has not the sizes its type declares.
    pub(crate) fn check_shape(&self, ty: &Type, value: &V, name: &str) -> Res<()> {
        match (ty, value) {
            (Type::Data { elem, dims }, V::Scalar(x)) if dims.is_empty() && x.ty() == *elem => Ok(()),
            (Type::Data { dims, .. }, V::Array(arr)) if !dims.is_empty() => {
                let wrong = self.compare(&self.shape(dims)?, arr, &mut vec![])?;
                match wrong {
                    None => Ok(()),
                    Some(wrong) => internal(format!("{name} of type {}: {wrong}", self.type_text(ty))),
                }
            }
            (Type::Acc { .. }, V::Acc(_)) | (Type::Cert, V::Cert) | (Type::Offsets, V::Offsets(_)) => Ok(()),
            (_, V::Gone) => internal(format!("{name} is not bound")),
            _ => internal(format!("{name} of type {} holds a value of another kind", self.type_text(ty))),
        }
    }

    fn type_text(&self, ty: &Type) -> String {
        ir::print::print_type(self.vars, ty)
    }

    /// What is wrong with the sizes of an array, if anything.
    fn compare(&self, shape: &Shape, arr: &Arr, point: &mut Vec<usize>) -> Res<Option<String>> {
        let level = point.len();
        let (wanted, got) = (shape.size(level, point)?, arr.len());
        if wanted != got {
            return Ok(Some(format!("dimension {level} at {point:?} has size {got}, not {wanted}")));
        }
        match arr {
            Arr::Leaf(_) if level + 1 == shape.rank() => Ok(None),
            Arr::Rows(rows) if level + 1 < shape.rank() => {
                for (i, row) in rows.iter().enumerate() {
                    point.push(i);
                    if let Some(wrong) = self.compare(shape, row, point)? {
                        return Ok(Some(wrong));
                    }
                    point.pop();
                }
                Ok(None)
            }
            Arr::Leaf(_) | Arr::Rows(_) => Ok(Some(format!("it has not {} dimensions", shape.rank()))),
        }
    }
}

/// An array of these dimensions over `items` in order. `rank` is that of the result, which is greater than the number of
/// dimensions where the items are arrays.
pub(crate) fn build(shape: &Shape, rank: usize, items: Vec<V>) -> Res<V> {
    let mut items = items.into_iter();
    let built = build_at(shape, rank, &mut vec![], &mut items)?;
    match items.next() {
        None => Ok(built),
        Some(_) => internal("more elements than the dimensions have points"),
    }
}

/// An array of these dimensions whose elements are all `item`.
pub(crate) fn filled(shape: &Shape, rank: usize, item: V) -> Res<V> {
    build_at(shape, rank, &mut vec![], &mut std::iter::repeat(item))
}

fn build_at(
    shape: &Shape,
    rank: usize,
    point: &mut Vec<usize>,
    items: &mut dyn Iterator<Item = V>,
) -> Res<V> {
    let level = point.len();
    if level == shape.rank() {
        return match items.next() {
            Some(item) => Ok(item),
            None => internal("fewer elements than the dimensions have points"),
        };
    }
    let mut arr = Arr::empty(rank - level);
    for i in 0..shape.size(level, point)? {
        point.push(i);
        arr.push(build_at(shape, rank, point, items)?)?;
        point.pop();
    }
    Ok(V::Array(Rc::new(arr)))
}

/// Whether a size is a constant or variable that every point shares.
pub(crate) fn varies_with(dim: &Dim, levels: usize) -> bool {
    matches!(dim.size, Atom::Var(_)) && dim.on.iter().any(|l| (*l as usize) < levels)
}
