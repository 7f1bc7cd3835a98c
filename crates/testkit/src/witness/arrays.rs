//! Indices, slices and updates.

use super::value::V;
use super::{Run, Stop, fails};

/// An index or a slice, computed.
#[derive(Clone, Debug)]
pub(super) enum At {
    One(i64),
    Slice(Option<i64>, Option<i64>, Option<i64>),
}

/// What stands at an index of `n`.
fn inside(i: i64, n: usize) -> Result<usize, Stop> {
    usize::try_from(i)
        .ok()
        .filter(|i| *i < n)
        .map_or_else(|| fails(format!("index {i} out of bounds for {n}")), Ok)
}

/// The positions that a slice of an array of size `n` names.
fn positions(n: usize, from: Option<i64>, to: Option<i64>, by: Option<i64>) -> Result<Vec<usize>, Stop> {
    let size = n as i64;
    let by = by.unwrap_or(1);
    if by == 0 {
        return fails("a slice with stride 0");
    }
    let from = from.unwrap_or(if by > 0 { 0 } else { size - 1 });
    let to = to.unwrap_or(if by > 0 { size } else { -1 });
    // An empty slice is one wherever it is.
    let good = from == to
        || if by > 0 { 0 <= from && from < to && to <= size } else { -1 <= to && to < from && from < size };
    if !good {
        return fails(format!("slice {from}:{to}:{by} out of bounds for {n}"));
    }
    let mut at = from;
    let mut found = vec![];
    while if by > 0 { at < to } else { at > to } {
        found.push(at as usize);
        at += by;
    }
    Ok(found)
}

/// `array[at]`.
pub(super) fn index(array: &V, at: &[At]) -> Run {
    let Some((first, rest)) = at.split_first() else { return Ok(array.clone()) };
    let items = array.items()?;
    match first {
        At::One(i) => index(&items[inside(*i, items.len())?], rest),
        At::Slice(from, to, by) => {
            let rows = positions(items.len(), *from, *to, *by)?;
            rows.into_iter().map(|i| index(&items[i], rest)).collect::<Result<_, _>>().map(V::arr)
        }
    }
}

/// `array with [at] = value`: what is replaced has the shape of what replaces it.
pub(super) fn update(array: &V, at: &[At], value: &V) -> Run {
    let Some((first, rest)) = at.split_first() else {
        if !same_shape(array, value) {
            return fails("an update changes the shape");
        }
        return Ok(value.clone());
    };
    let mut items = array.items()?.to_vec();
    match first {
        At::One(i) => {
            let i = inside(*i, items.len())?;
            items[i] = update(&items[i], rest, value)?;
        }
        At::Slice(from, to, by) => {
            let rows = positions(items.len(), *from, *to, *by)?;
            let values = value.items()?;
            if rows.len() != values.len() {
                return fails("an update with another size");
            }
            for (i, value) in rows.into_iter().zip(values.iter()) {
                items[i] = update(&items[i], rest, value)?;
            }
        }
    }
    Ok(V::arr(items))
}

fn same_shape(a: &V, b: &V) -> bool {
    let all = |a: &[V], b: &[V]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same_shape(a, b));
    match (a, b) {
        (V::Arr(a), V::Arr(b)) | (V::Tup(a), V::Tup(b)) => all(a, b),
        (V::Rec(a), V::Rec(b)) => a.values().zip(b.values()).all(|(a, b)| same_shape(a, b)),
        // What a constructor holds has a size of its own.
        _ => true,
    }
}
