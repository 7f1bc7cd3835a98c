//! Results: from values to objects of Python.

use crate::array::Array;
use crate::context::Context;
use crate::errors::Raise;
use pyo3::IntoPyObjectExt;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use windrow::{AnyArray, Component, Scalar, Type, Value};

/// A number, a tuple, a named tuple, a `Sum`, or an `Array`.
pub(crate) fn result<'py>(
    py: Python<'py>,
    value: Value,
    ty: &Type,
    context: &Py<Context>,
) -> PyResult<Bound<'py, PyAny>> {
    match (value, ty) {
        (Value::Scalar(x), _) => scalar(py, x),
        (Value::Array(array), _) => Array::new(array, context.clone_ref(py)).into_bound_py_any(py),
        (Value::Record(fields), Type::Record(types)) => {
            let names = types.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>();
            let values = fields.into_iter().zip(types);
            let values = values.map(|((_, value), (_, ty))| result(py, value, ty, context));
            record(py, &names, values.collect::<PyResult<_>>()?)
        }
        (Value::Sum { name, payload }, Type::Sum(constructors)) => {
            let types = constructors.iter().find(|(own, _)| *own == name).map_or(&[][..], |(_, types)| types);
            let values = payload.into_iter().zip(types).map(|(value, ty)| result(py, value, ty, context));
            sum(py, &name, values.collect::<PyResult<_>>()?)
        }
        (value, _) => Err(pyo3::exceptions::PyTypeError::new_err(format!("{value} is no {ty}"))),
    }
}

fn scalar(py: Python<'_>, x: Scalar) -> PyResult<Bound<'_, PyAny>> {
    match x {
        Scalar::I8(x) => x.into_bound_py_any(py),
        Scalar::I16(x) => x.into_bound_py_any(py),
        Scalar::I32(x) => x.into_bound_py_any(py),
        Scalar::I64(x) => x.into_bound_py_any(py),
        Scalar::U8(x) => x.into_bound_py_any(py),
        Scalar::U16(x) => x.into_bound_py_any(py),
        Scalar::U32(x) => x.into_bound_py_any(py),
        Scalar::U64(x) => x.into_bound_py_any(py),
        Scalar::F16(x) => f64::from(x).into_bound_py_any(py),
        Scalar::F32(x) => f64::from(x).into_bound_py_any(py),
        Scalar::F64(x) => x.into_bound_py_any(py),
        Scalar::Bool(x) => x.into_bound_py_any(py),
    }
}

fn record<'py>(
    py: Python<'py>,
    names: &[&str],
    values: Vec<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let tuple = names.iter().enumerate().all(|(i, name)| *name == i.to_string());
    if tuple {
        return PyTuple::new(py, values)?.into_bound_py_any(py);
    }
    let class = py
        .import(intern!(py, "windrow._types"))?
        .call_method1(intern!(py, "record"), (PyTuple::new(py, names)?,))?;
    class.call1(PyTuple::new(py, values)?)
}

fn sum<'py>(py: Python<'py>, name: &str, payload: Vec<Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
    let class = py.import(intern!(py, "windrow._types"))?.getattr(intern!(py, "Sum"))?;
    class.call1((name, PyTuple::new(py, payload)?))
}

/// An array as lists of lists.
pub(crate) fn list<'py>(
    py: Python<'py>,
    array: &AnyArray,
    context: &windrow::Context,
) -> PyResult<Bound<'py, PyAny>> {
    let components = array.components(context).raised(py)?;
    let leaves: Vec<Leaf> = components.iter().map(Leaf::new).collect();
    let Type::Array { elem, .. } = array.ty() else { return PyList::empty(py).into_bound_py_any(py) };
    let mut items = vec![];
    for i in 0..array.len() {
        items.push(part(py, elem, &leaves, &vec![i; leaves.len()], 0)?);
    }
    PyList::new(py, items)?.into_bound_py_any(py)
}

/// A component, and for each dimension where the rows begin.
struct Leaf<'a> {
    component: &'a Component,
    starts: Vec<Vec<usize>>,
}

impl<'a> Leaf<'a> {
    fn new(component: &'a Component) -> Leaf<'a> {
        let starts = |sizes: &Vec<i64>| {
            let mut at = 0;
            let ends = sizes.iter().map(|n| {
                at += usize::try_from(*n).unwrap_or(0);
                at
            });
            std::iter::once(0).chain(ends).collect()
        };
        Leaf { component, starts: component.sizes.iter().map(starts).collect() }
    }

    fn scalar(&self, at: usize) -> Scalar {
        let bytes = self.component.elem.bytes();
        let mut bits = [0; 8];
        bits[..bytes].copy_from_slice(&self.component.data[at * bytes..(at + 1) * bytes]);
        Scalar::from_bits(self.component.elem, u64::from_le_bytes(bits))
    }
}

/// How many components a type has.
fn count(ty: &Type) -> usize {
    match ty {
        Type::Scalar(_) => 1,
        Type::Array { elem, .. } => count(elem).max(1),
        Type::Record(fields) => fields.iter().map(|(_, ty)| count(ty)).sum(),
        Type::Sum(constructors) => {
            1 + constructors.iter().flat_map(|(_, types)| types).map(count).sum::<usize>()
        }
        _ => 0,
    }
}

/// What stands at these positions of components, `depth` dimensions inside of the array.
fn part<'py>(
    py: Python<'py>,
    ty: &Type,
    leaves: &[Leaf],
    at: &[usize],
    depth: usize,
) -> PyResult<Bound<'py, PyAny>> {
    match ty {
        Type::Scalar(_) => scalar(py, leaves[0].scalar(at[0])),
        Type::Array { elem, .. } => {
            let begin: Vec<usize> = leaves.iter().zip(at).map(|(leaf, at)| leaf.starts[depth][*at]).collect();
            let len = leaves[0].starts[depth][at[0] + 1] - begin[0];
            let mut items = Vec::with_capacity(len);
            let mut now = begin;
            for _ in 0..len {
                items.push(part(py, elem, leaves, &now, depth + 1)?);
                now.iter_mut().for_each(|at| *at += 1);
            }
            PyList::new(py, items)?.into_bound_py_any(py)
        }
        Type::Record(fields) => {
            let (mut values, mut from) = (vec![], 0);
            for (_, ty) in fields {
                let to = from + count(ty);
                values.push(part(py, ty, &leaves[from..to], &at[from..to], depth)?);
                from = to;
            }
            let names: Vec<&str> = fields.iter().map(|(name, _)| name.as_str()).collect();
            record(py, &names, values)
        }
        Type::Sum(constructors) => {
            let number = leaves[0].scalar(at[0]).as_i64() as usize;
            let mut from = 1;
            let (mut chosen, mut payload) = ("", vec![]);
            for (i, (name, types)) in constructors.iter().enumerate() {
                for ty in types {
                    let to = from + count(ty);
                    if i == number {
                        payload.push(part(py, ty, &leaves[from..to], &at[from..to], depth)?);
                    }
                    from = to;
                }
                if i == number {
                    chosen = name;
                }
            }
            sum(py, chosen, payload)
        }
        _ => Err(pyo3::exceptions::PyTypeError::new_err(format!("values of type {ty} cannot be listed"))),
    }
}
