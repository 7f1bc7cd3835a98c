//! Values of the interpreter: scalars, and trees that share unchanged parts.

use crate::accs::AccId;
use crate::memory::{self, Counted, Full};
use base::{Scalar, ScalarType};
use ir::Value;
use ir::value::Lens;
use std::rc::Rc;

/// What a variable holds.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum V {
    Scalar(Scalar),
    Array(Rc<Arr>),
    Acc(AccId),
    Cert,
    /// An exclusive scan with the total at its end.
    Offsets(Rc<Vec<i64>>),
    /// Not bound, or consumed.
    Gone,
}

/// An array: scalars, or rows.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Arr {
    Leaf(Counted<Scalar>),
    Rows(Counted<Rc<Arr>>),
}

impl Arr {
    pub(crate) fn len(&self) -> usize {
        match self {
            Arr::Leaf(xs) => xs.len(),
            Arr::Rows(rows) => rows.len(),
        }
    }
    /// The element or row at a position in bounds.
    pub(crate) fn at(&self, i: usize) -> V {
        match self {
            Arr::Leaf(xs) => V::Scalar(xs[i]),
            Arr::Rows(rows) => V::Array(rows[i].clone()),
        }
    }
    pub(crate) fn leaf(xs: Vec<Scalar>) -> Arr {
        Arr::Leaf(xs.into())
    }
    pub(crate) fn rows(rows: Vec<Rc<Arr>>) -> Arr {
        Arr::Rows(rows.into())
    }
    pub(crate) fn i64s(xs: impl IntoIterator<Item = i64>) -> Rc<Arr> {
        Rc::new(Arr::leaf(xs.into_iter().map(Scalar::I64).collect()))
    }
    /// Elements or rows as an array; `rank` is the array's and decides when there are none.
    pub(crate) fn collect(rank: usize, items: impl IntoIterator<Item = V>) -> Result<Rc<Arr>, Full> {
        let mut arr = Arr::empty(rank);
        items.into_iter().try_for_each(|item| arr.push(item))?;
        Ok(Rc::new(arr))
    }
    pub(crate) fn empty(rank: usize) -> Arr {
        if rank <= 1 { Arr::leaf(vec![]) } else { Arr::rows(vec![]) }
    }
    /// An empty array with room for so many elements.
    pub(crate) fn with_capacity(rank: usize, count: usize) -> Result<Arr, Full> {
        memory::room(Arr::bytes_of(rank, count))?;
        Ok(if rank <= 1 {
            Arr::leaf(Vec::with_capacity(count))
        } else {
            Arr::rows(Vec::with_capacity(count))
        })
    }
    /// The bytes of `count` elements of an array of this rank.
    pub(crate) fn bytes_of(rank: usize, count: usize) -> usize {
        if rank <= 1 { memory::bytes_of::<Scalar>(count) } else { memory::bytes_of::<Rc<Arr>>(count) }
    }
    /// How many scalars there are in it, whether or not rows are shared.
    pub(crate) fn count(&self) -> usize {
        match self {
            Arr::Leaf(xs) => xs.len(),
            Arr::Rows(rows) => rows.iter().fold(0usize, |sum, row| sum.saturating_add(row.count())),
        }
    }
    /// Adds an element to an array of its kind.
    pub(crate) fn push(&mut self, item: V) -> Result<(), Full> {
        match (self, item) {
            (Arr::Leaf(xs), V::Scalar(x)) => xs.push(x),
            (Arr::Rows(rows), V::Array(row)) => rows.push(row),
            (arr, item) => base::bug!("interp", "{item:?} as an element of {arr:?}"),
        }
    }
    /// All scalars in order.
    pub(crate) fn flatten(&self, into: &mut Vec<Scalar>) {
        match self {
            Arr::Leaf(xs) => into.extend_from_slice(xs),
            Arr::Rows(rows) => rows.iter().for_each(|r| r.flatten(into)),
        }
    }
}

impl V {
    pub(crate) fn i64(x: i64) -> V {
        V::Scalar(Scalar::I64(x))
    }
    /// The element or row of an array at a position in bounds.
    pub(crate) fn element(&self, i: usize) -> Option<V> {
        match self {
            V::Array(arr) if i < arr.len() => Some(arr.at(i)),
            V::Array(_) | V::Scalar(_) | V::Acc(_) | V::Cert | V::Offsets(_) | V::Gone => None,
        }
    }
    /// The number that it is, or that it has for a row.
    pub(crate) fn number_at(&self, row: i64) -> Option<i64> {
        match self {
            V::Scalar(x) => Some(x.as_i64()),
            V::Array(_) => self.element(row as usize)?.number_at(row),
            V::Acc(_) | V::Cert | V::Offsets(_) | V::Gone => None,
        }
    }
    /// How many scalars there are in it.
    pub(crate) fn count(&self) -> usize {
        match self {
            V::Array(arr) => arr.count(),
            V::Scalar(_) | V::Acc(_) | V::Cert | V::Offsets(_) | V::Gone => 1,
        }
    }
    /// All scalars in order.
    pub(crate) fn scalars(&self) -> Vec<Scalar> {
        match self {
            V::Scalar(x) => vec![*x],
            V::Array(arr) => {
                let mut all = vec![];
                arr.flatten(&mut all);
                all
            }
            V::Acc(_) | V::Cert | V::Offsets(_) | V::Gone => vec![],
        }
    }
    /// As text, for a trace.
    pub(crate) fn text(&self) -> String {
        fn array(arr: &Arr) -> String {
            let parts: Vec<String> = match arr {
                Arr::Leaf(xs) => xs.iter().map(|x| x.to_string()).collect(),
                Arr::Rows(rows) => rows.iter().map(|row| array(row)).collect(),
            };
            format!("[{}]", parts.join(", "))
        }
        match self {
            V::Scalar(x) => x.to_string(),
            V::Array(arr) => array(arr),
            V::Acc(_) | V::Cert | V::Offsets(_) | V::Gone => "?".to_string(),
        }
    }
    /// All scalars in order, as sizes.
    pub(crate) fn sizes(&self) -> Vec<i64> {
        self.scalars().into_iter().map(Scalar::as_i64).collect()
    }
    /// The dense data of a result.
    pub(crate) fn bytes(&self, elem: ScalarType) -> Vec<u8> {
        Value::from_scalars(elem, vec![], &self.scalars()).data
    }
    /// A value from outside. Its sizes are consistent: the caller has checked them.
    pub(crate) fn from_value(value: &Value) -> V {
        if value.lens.is_empty() {
            return V::Scalar(value.get(0));
        }
        // Positions are visited in order, so a counter per dimension says which row is next.
        let mut next = vec![0usize; value.lens.len() + 1];
        V::Array(Rc::new(subtree(value, 0, &mut next)))
    }
}

fn subtree(value: &Value, level: usize, next: &mut [usize]) -> Arr {
    let row = next[level];
    next[level] += 1;
    let len = match &value.lens[level] {
        Lens::Uniform(n) => *n as usize,
        Lens::Each(each) => each[row] as usize,
    };
    if level + 1 == value.lens.len() {
        let start = next[level + 1];
        next[level + 1] += len;
        return Arr::leaf((start..start + len).map(|p| value.get(p)).collect());
    }
    Arr::rows((0..len).map(|_| Rc::new(subtree(value, level + 1, next))).collect())
}

/// A scalar as messages show it: without its type.
pub(crate) fn show(x: Scalar) -> String {
    let text = x.to_string();
    text.strip_suffix(x.ty().name()).unwrap_or(&text).to_string()
}
