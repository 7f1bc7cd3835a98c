//! Reads, writes and views of arrays.

use crate::checks::unproved;
use crate::machine::{Machine, Res, internal};
use crate::memory::{self, Full};
use crate::shape::{Shape, build, filled, varies_with};
use crate::value::{Arr, V};
use base::Scalar;
use ir::failure::what;
use ir::{Atom, Dim, Slice, Type, Var, View};
use std::rc::Rc;

impl Machine<'_> {
    /// The element at an index in bounds.
    pub(crate) fn read(&self, arr: Var, index: &[Atom]) -> Res<V> {
        if let (V::Offsets(entries), [at]) = (self.var(arr)?, index) {
            let at = self.scalar(*at)?;
            return match in_bounds(at, entries.len()) {
                Some(at) => Ok(V::i64(entries[at])),
                None => unproved(what::INDEX, &[at, Scalar::I64(entries.len() as i64)]),
            };
        }
        let element = self.at_index(arr, index)?;
        if !matches!(element, V::Scalar(_)) {
            return internal(format!("a read of {} gives no element", self.name(arr)));
        }
        Ok(element)
    }

    /// What stands at an index in bounds: an element or a row.
    fn at_index(&self, arr: Var, index: &[Atom]) -> Res<V> {
        let mut value = V::Array(self.array(arr)?);
        for i in index {
            let i = self.scalar(*i)?;
            let V::Array(arr) = value else { return internal("too many indices") };
            value = match in_bounds(i, arr.len()) {
                Some(i) => arr.at(i),
                None => return unproved(what::INDEX, &[i, Scalar::I64(arr.len() as i64)]),
            };
        }
        Ok(value)
    }

    /// Whether one of these sizes, or all of one array of sizes, are 0.
    pub(crate) fn no_points(&self, sizes: &[Atom]) -> Res<bool> {
        for size in sizes {
            if is_zero(&self.atom(*size)?) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// An array that is had from others: its existential sizes, then it.
    pub(crate) fn view(&self, view: &View) -> Res<Vec<V>> {
        Ok(vec![match view {
            View::Iota { n } => {
                let n = self.int(*n)?;
                memory::room(Arr::bytes_of(1, usize::try_from(n).unwrap_or(0)))?;
                V::Array(Arr::i64s(0..n))
            }
            View::Replicate { n, x } => self.replicate(*n, *x)?,
            View::Literal { elem: _, elems } => V::Array(Arr::collect(1, self.atoms(elems)?)?),
            View::Slice { arr, slices } => self.slice(*arr, slices)?,
            View::Rearrange { perm, arr } => self.rearrange(perm, *arr)?,
            View::Reshape { arr, dims, under } => {
                under.iter().try_for_each(|cert| self.evidence(*cert))?;
                self.reshape(*arr, dims)?
            }
            View::Recast { arr, dims: _, under, inside: _ } => {
                under.iter().try_for_each(|cert| self.evidence(*cert))?;
                self.var(*arr)?
            }
            View::Row { arr, index } => return self.row(*arr, index),
            View::Gather { arr, at } => return self.gather_rows(*arr, *at),
            View::Concat { arrs, size: _ } => return self.concat(arrs),
        }])
    }

    /// The sizes of the row that vary with an indexed level, and the row.
    fn row(&self, arr: Var, index: &[Atom]) -> Res<Vec<V>> {
        let row = self.at_index(arr, index)?;
        if !matches!(row, V::Array(_)) {
            return internal(format!("a row of {} is no array", self.name(arr)));
        }
        let mut results = vec![];
        for dim in &self.vars[arr].ty.dims()[index.len()..] {
            if varies_with(dim, index.len()) {
                let mut size = self.atom(dim.size)?;
                for level in dim.on.iter().filter(|l| (**l as usize) < index.len()) {
                    let i = self.int(index[*level as usize])? as usize;
                    let Some(inner) = size.element(i) else {
                        return internal("sizes do not cover the indexed row");
                    };
                    size = inner;
                }
                results.push(size);
            }
        }
        results.push(row);
        Ok(results)
    }

    fn slice(&self, arr: Var, slices: &[Slice]) -> Res<V> {
        let rank = self.vars[arr].ty.rank();
        let mut ranges = vec![];
        for slice in slices {
            ranges.push(match slice {
                Slice::At(i) => (self.int(*i)?, None, 0),
                Slice::Range { start, len, stride } => {
                    (self.int(*start)?, Some(self.int(*len)?), self.int(*stride)?)
                }
            });
        }
        let lens = ranges.iter().filter_map(|(_, len, _)| *len);
        let count = lens.fold(1usize, |n, len| n.saturating_mul(usize::try_from(len).unwrap_or(0)));
        memory::room(memory::bytes_of::<Scalar>(count))?;
        slice_rows(&V::Array(self.array(arr)?), rank, &ranges)
    }

    /// The array with one element or row replaced; `arr` is consumed.
    pub(crate) fn write(&mut self, arr: Var, index: &[Atom], val: Atom) -> Res<V> {
        let index = index.iter().map(|a| self.scalar(*a)).collect::<Res<Vec<Scalar>>>()?;
        let val = self.atom(val)?;
        let V::Array(mut whole) = self.take(arr)? else { return internal("a write into no array") };
        memory::room(copied(&whole, &index))?;
        match place(&mut whole, &index, val) {
            Place::Done => Ok(V::Array(whole)),
            Place::Outside(i, n) => unproved(what::INDEX, &[i, Scalar::I64(n as i64)]),
            Place::Misfit => internal(format!("a write into {} does not fit", self.name(arr))),
        }
    }

    fn replicate(&self, n: Atom, x: Atom) -> Res<V> {
        let (n, x) = (self.int(n)?, self.atom(x)?);
        if n < 0 {
            return internal(format!("replicate {n}"));
        }
        let n = n as usize;
        Ok(V::Array(Rc::new(match x {
            V::Scalar(x) => {
                memory::room(Arr::bytes_of(1, n))?;
                Arr::leaf(vec![x; n])
            }
            V::Array(row) => {
                memory::room(Arr::bytes_of(2, n))?;
                Arr::rows(vec![row; n])
            }
            V::Acc(_) | V::Cert | V::Offsets(_) | V::Gone => return internal("replicate of no data"),
        })))
    }

    /// The arrays one after the other. Each dimension that varies with level 0 in any of them does so in the result.
    fn concat(&self, arrs: &[Var]) -> Res<Vec<V>> {
        let Some(first) = arrs.first() else { return internal("concat of nothing") };
        let vars = self.vars;
        let rank = vars[*first].ty.rank();
        let mut results = vec![];
        for level in 1..rank {
            let dims: Vec<&Dim> = arrs.iter().map(|a| &vars[*a].ty.dims()[level]).collect();
            if !dims.iter().any(|d| varies_with(d, 1)) {
                continue;
            }
            let mut on: Vec<u32> = dims.iter().flat_map(|d| d.on.iter().copied()).collect();
            on.sort();
            on.dedup();
            let mut sizes = Arr::empty(on.len());
            for arr in arrs {
                let shape = self.shape(vars[*arr].ty.dims())?;
                if let V::Array(own) = spread(&shape, level, &on, &mut vec![0; level])? {
                    append(&mut sizes, &own)?;
                }
            }
            results.push(V::Array(Rc::new(sizes)));
        }
        let whole = arrs.iter().map(|arr| self.array(*arr)).collect::<Res<Vec<Rc<Arr>>>>()?;
        let mut all = Arr::with_capacity(rank, whole.iter().map(|arr| arr.len()).sum())?;
        for arr in whole {
            append(&mut all, &arr)?;
        }
        results.push(V::Array(Rc::new(all)));
        Ok(results)
    }

    fn reshape(&self, arr: Var, dims: &[Dim]) -> Res<V> {
        let arr = self.var(arr)?;
        let each = 2 * size_of::<Scalar>() + size_of::<V>();
        memory::room(arr.count().saturating_mul(each))?;
        let scalars = arr.scalars();
        build(&self.shape(dims)?, dims.len(), scalars.into_iter().map(V::Scalar).collect())
    }

    /// An array of unspecified contents: values that a wrong program shows rather than hides.
    pub(crate) fn scratch(&self, ty: &Type) -> Res<V> {
        let Some(elem) = ty.elem() else { return internal("scratch of no data") };
        let unset = V::Scalar(match elem.is_float() {
            true => Scalar::from_f64(elem, f64::NAN),
            false => Scalar::from_i64(elem, 0x5a),
        });
        filled(&self.shape(ty.dims())?, ty.rank(), unset)
    }

    fn rearrange(&self, perm: &[u32], arr: Var) -> Res<V> {
        let ty = &self.vars[arr].ty;
        let perm: Vec<usize> = perm.iter().map(|p| *p as usize).collect();
        let mut sorted = perm.clone();
        sorted.sort();
        if perm.len() > ty.rank() || !sorted.iter().copied().eq(0..perm.len()) {
            return internal("rearrange by no permutation");
        }
        let shape = self.shape(&ty.dims()[..perm.len()])?;
        memory::room(memory::bytes_of::<Scalar>(self.var(arr)?.count()))?;
        permuted(&V::Array(self.array(arr)?), &shape, ty.rank(), &perm, &mut vec![0; perm.len()], 0)
    }

    /// The sizes of the gathered rows that vary, and the rows.
    fn gather_rows(&self, arr: Var, at: Var) -> Res<Vec<V>> {
        let at = self.var(at)?.sizes();
        let vars = self.vars;
        memory::room(memory::bytes_of::<Scalar>(at.len()))?;
        let dims = vars[arr].ty.dims();
        let mut results = vec![];
        for dim in dims.iter().skip(1).filter(|d| varies_with(d, 1)) {
            let V::Array(sizes) = self.atom(dim.size)? else { return internal("sizes are no array") };
            results.push(gather(&sizes, dim.on.len(), &at)?);
        }
        results.push(gather(&*self.array(arr)?, dims.len(), &at)?);
        Ok(results)
    }

    pub(crate) fn total(&self, sizes: &[Var]) -> Res<V> {
        let volume = self.volume(sizes)?;
        Ok(V::i64(volume.iter().fold(0i64, |a, b| a.wrapping_add(*b))))
    }

    /// The products of sizes, point by point.
    pub(crate) fn volume(&self, sizes: &[Var]) -> Res<Vec<i64>> {
        let mut volume: Option<Vec<i64>> = None;
        for size in sizes {
            let each = self.var(*size)?.sizes();
            volume = Some(match volume {
                None => each,
                Some(v) if v.len() == each.len() => {
                    v.iter().zip(&each).map(|(a, b)| a.wrapping_mul(*b)).collect()
                }
                Some(_) => return internal("a volume of sizes over different dimensions"),
            });
        }
        Ok(volume.unwrap_or_default())
    }
}

/// Adds all elements of an array to another of its kind.
fn append(to: &mut Arr, from: &Arr) -> Result<(), Full> {
    (0..from.len()).try_for_each(|i| to.push(from.at(i)))
}

pub(crate) fn in_bounds(i: Scalar, len: usize) -> Option<usize> {
    usize::try_from(i.as_i64()).ok().filter(|i| *i < len)
}

/// The sizes of dimension `level` as an array over the levels `on`, whether or not they vary with all of them. `point` has
/// the index of each level in front.
fn spread(shape: &Shape, level: usize, on: &[u32], point: &mut Vec<usize>) -> Res<V> {
    let Some((first, rest)) = on.split_first() else { return Ok(V::i64(shape.size(level, point)? as i64)) };
    let outer = *first as usize;
    let mut sizes = Arr::empty(on.len());
    for i in 0..shape.size(outer, point)? {
        point[outer] = i;
        sizes.push(spread(shape, level, rest, point)?)?;
    }
    point[outer] = 0;
    Ok(V::Array(Rc::new(sizes)))
}

/// Elements or rows at positions.
pub(crate) fn gather(arr: &Arr, rank: usize, at: &[i64]) -> Res<V> {
    let mut rows = Arr::empty(rank);
    for i in at {
        match in_bounds(Scalar::I64(*i), arr.len()) {
            Some(i) => rows.push(arr.at(i))?,
            None => return internal(format!("gathered row {i} of {}", arr.len())),
        }
    }
    Ok(V::Array(Rc::new(rows)))
}

fn slice_rows(value: &V, rank: usize, ranges: &[(i64, Option<i64>, i64)]) -> Res<V> {
    let Some(((start, len, stride), rest)) = ranges.split_first() else { return Ok(value.clone()) };
    let V::Array(arr) = value else { return internal("a slice of no array") };
    let element = |k: i64| {
        let i = start + k * stride;
        match in_bounds(Scalar::I64(i), arr.len()) {
            Some(i) => slice_rows(&arr.at(i), rank - 1, rest),
            None => internal(format!("slice element {i} of {}", arr.len())),
        }
    };
    match len {
        None => element(0),
        Some(len) => {
            let dropped = rest.iter().filter(|(_, len, _)| len.is_none()).count();
            let mut rows = Arr::empty(rank - dropped);
            if rest.is_empty() && *stride == 1 {
                let end = start.checked_add(*len);
                let range = usize::try_from(*start).ok().zip(end.and_then(|end| usize::try_from(end).ok()));
                let part = range.and_then(|(start, end)| match &**arr {
                    Arr::Leaf(xs) => xs.get(start..end).map(|xs| Arr::leaf(xs.to_vec())),
                    Arr::Rows(rows) => rows.get(start..end).map(|rows| Arr::rows(rows.to_vec())),
                });
                if let Some(part) = part {
                    return Ok(V::Array(Rc::new(part)));
                }
            }
            for k in 0..*len {
                rows.push(element(k)?)?;
            }
            Ok(V::Array(Rc::new(rows)))
        }
    }
}

/// The result of writing into a tree.
pub(crate) enum Place {
    Done,
    /// An index, and the size it is outside of.
    Outside(Scalar, usize),
    /// The value is no element or row of the array.
    Misfit,
}

/// The bytes that writing at an index would copy because others hold the parts too.
pub(crate) fn copied(arr: &Rc<Arr>, index: &[Scalar]) -> usize {
    let rank = if matches!(**arr, Arr::Leaf(_)) { 1 } else { 2 };
    let own = if Rc::strong_count(arr) > 1 { Arr::bytes_of(rank, arr.len()) } else { 0 };
    match (&**arr, index.split_first()) {
        (Arr::Rows(rows), Some((first, rest))) => match in_bounds(*first, rows.len()) {
            Some(i) => own + copied(&rows[i], rest),
            None => own,
        },
        _ => own,
    }
}

/// Writes into a tree, copying the parts that others hold.
pub(crate) fn place(arr: &mut Rc<Arr>, index: &[Scalar], val: V) -> Place {
    let Some((first, rest)) = index.split_first() else { return Place::Misfit };
    let Some(i) = in_bounds(*first, arr.len()) else { return Place::Outside(*first, arr.len()) };
    match (Rc::make_mut(arr), val) {
        (Arr::Leaf(xs), V::Scalar(x)) if rest.is_empty() => {
            xs[i] = x;
            Place::Done
        }
        (Arr::Rows(rows), V::Array(row)) if rest.is_empty() => {
            rows[i] = row;
            Place::Done
        }
        (Arr::Rows(rows), val) if !rest.is_empty() => place(&mut rows[i], rest, val),
        (Arr::Leaf(_) | Arr::Rows(_), _) => Place::Misfit,
    }
}

/// `source` holds, per dimension of the operand, the index fixed so far; dimension `level` of the result is next.
fn permuted(
    arr: &V,
    shape: &Shape,
    rank: usize,
    perm: &[usize],
    source: &mut Vec<usize>,
    level: usize,
) -> Res<V> {
    if level == perm.len() {
        let element = source.iter().try_fold(arr.clone(), |value, i| value.element(*i));
        return element.map_or_else(|| internal("rearrange outside of its operand"), Ok);
    }
    let mut rows = Arr::empty(rank - level);
    for i in 0..shape.size(perm[level], source)? {
        source[perm[level]] = i;
        rows.push(permuted(arr, shape, rank, perm, source, level + 1)?)?;
    }
    source[perm[level]] = 0;
    Ok(V::Array(Rc::new(rows)))
}

/// Whether a size, or every one of an array of them, is 0.
fn is_zero(sizes: &V) -> bool {
    match sizes {
        V::Scalar(size) => size.bits() == 0,
        V::Array(sizes) => (0..sizes.len()).all(|i| is_zero(&sizes.at(i))),
        V::Acc(_) | V::Cert | V::Offsets(_) | V::Gone => false,
    }
}
