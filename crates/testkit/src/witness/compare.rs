//! The witness's values beside those of the compiler: a tree against components with sizes.

use super::value::V;
use crate::data::Data;
use crate::tree::Ty;
use base::Scalar;
use ir::Value;
use ir::value::Lens;
use std::rc::Rc;

/// An argument.
pub(super) fn from_data(data: &Data, ty: &Ty) -> V {
    match (data, ty) {
        (Data::Scalar(x), _) => from_scalar(*x),
        (Data::Rows(items), Ty::Tup(types)) => {
            V::tup(items.iter().zip(types).map(|(d, t)| from_data(d, t)).collect())
        }
        (Data::Rows(items), Ty::Rec(fields)) => {
            let field = |(d, (name, t)): (&Data, &(&str, Ty))| (name.to_string(), from_data(d, t));
            V::Rec(Rc::new(items.iter().zip(fields).map(field).collect()))
        }
        (Data::Rows(rows), ty) => {
            let elem = ty.elem().unwrap_or(Ty::I64);
            V::arr(rows.iter().map(|row| from_data(row, &elem)).collect())
        }
    }
}

fn from_scalar(x: Scalar) -> V {
    match x {
        Scalar::I64(n) => V::I64(n),
        Scalar::I32(n) => V::I32(n),
        Scalar::F64(x) => V::F64(x),
        Scalar::Bool(b) => V::Bool(b),
        other => V::F64(other.as_f64()),
    }
}

/// Says how results differ from what the witness has, if they do.
pub fn differs(wanted: &V, ty: &Ty, got: &[Value]) -> Option<String> {
    let wanted = components(wanted, ty);
    if wanted.len() != got.len() {
        return Some(format!("{} results instead of {}", got.len(), wanted.len()));
    }
    let pairs = wanted.iter().zip(got).enumerate();
    let mut wrong = pairs.filter_map(|(i, (wanted, got))| {
        let tree = tree(got, 0, &mut 0, &mut vec![0; got.lens.len()]);
        (!equal(wanted, &tree)).then(|| format!("result {i} is {}, not {}", show(&tree), show(wanted)))
    });
    wrong.next()
}

/// An array of tuples as a tuple of arrays, down to scalars.
fn components(value: &V, ty: &Ty) -> Vec<V> {
    match (value, ty) {
        (V::Tup(items), Ty::Tup(types)) => {
            items.iter().zip(types).flat_map(|(item, t)| components(item, t)).collect()
        }
        (V::Rec(values), Ty::Rec(fields)) => {
            values.values().zip(fields).flat_map(|(value, (_, t))| components(value, t)).collect()
        }
        (V::Arr(rows), _) => {
            let elem = ty.elem().unwrap_or(Ty::I64);
            let mut columns: Vec<Vec<V>> = vec![vec![]; elem.components().len()];
            for row in rows.iter() {
                for (column, part) in columns.iter_mut().zip(components(row, &elem)) {
                    column.push(part);
                }
            }
            columns.into_iter().map(V::arr).collect()
        }
        (value, _) => vec![value.clone()],
    }
}

/// A component as a tree; `at` counts elements, `rows` the rows of each level.
fn tree(value: &Value, level: usize, at: &mut usize, rows: &mut Vec<usize>) -> V {
    let Some(lens) = value.lens.get(level) else {
        *at += 1;
        return from_scalar(value.get(*at - 1));
    };
    let n = match lens {
        Lens::Uniform(n) => *n,
        Lens::Each(each) => each[rows[level]],
    };
    rows[level] += 1;
    V::Arr(Rc::new((0..n).map(|_| tree(value, level + 1, at, rows)).collect()))
}

fn equal(a: &V, b: &V) -> bool {
    match (a, b) {
        (V::Arr(a), V::Arr(b)) => a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| equal(a, b)),
        (V::F64(a), V::F64(b)) => a == b || (a - b).abs() <= 1e-9 * a.abs().max(b.abs()),
        (V::I64(a), V::I64(b)) => a == b,
        (V::I32(a), V::I32(b)) => a == b,
        (V::Bool(a), V::Bool(b)) => a == b,
        _ => false,
    }
}

pub(super) fn show(value: &V) -> String {
    match value {
        V::Arr(items) => format!("[{}]", items.iter().map(show).collect::<Vec<_>>().join(", ")),
        V::I64(n) => n.to_string(),
        V::I32(n) => n.to_string(),
        V::F64(x) => x.to_string(),
        V::Bool(b) => b.to_string(),
        other => format!("{other:?}"),
    }
}
