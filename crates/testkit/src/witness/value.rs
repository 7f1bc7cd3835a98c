//! Values as the witness has them: trees, with nothing shared between shape and data.

use super::syntax::Lambda;
use super::{Stop, fails};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::rc::Rc;

/// A value.
#[derive(Clone, Debug)]
pub enum V {
    /// A 64-bit integer.
    I64(i64),
    /// A 32-bit integer.
    I32(i32),
    /// A double.
    F64(f64),
    /// A truth value.
    Bool(bool),
    /// An array: its elements or rows. Without any, the shape of a row is not known.
    Arr(Rc<Vec<V>>),
    /// A tuple.
    Tup(Rc<Vec<V>>),
    /// A record.
    Rec(Rc<BTreeMap<String, V>>),
    /// A constructor with its payload.
    Con(Rc<str>, Rc<Vec<V>>),
    /// A function.
    Fun(Fun),
}

/// A function.
#[derive(Clone, Debug)]
pub struct Fun(pub(super) Callee);

#[derive(Clone, Debug)]
pub(super) enum Callee {
    Lambda(Rc<Lambda>, Env),
    Operator(Rc<str>),
    /// A function of the prelude, and the arguments it has already.
    Known(&'static str, usize, Rc<Vec<V>>),
}

/// What is bound: the newest first.
#[derive(Clone, Debug, Default)]
pub(super) struct Env(Option<Rc<Bound>>);

#[derive(Debug)]
struct Bound {
    name: String,
    value: V,
    next: Env,
}

impl Env {
    pub(super) fn bind(&self, name: &str, value: V) -> Env {
        Env(Some(Rc::new(Bound { name: name.to_string(), value, next: self.clone() })))
    }
    pub(super) fn get(&self, name: &str) -> Option<&V> {
        let mut at = self;
        while let Some(bound) = &at.0 {
            if bound.name == name {
                return Some(&bound.value);
            }
            at = &bound.next;
        }
        None
    }
}

impl V {
    /// An array.
    pub fn arr(items: Vec<V>) -> V {
        V::Arr(Rc::new(items))
    }
    /// A tuple.
    pub fn tup(items: Vec<V>) -> V {
        V::Tup(Rc::new(items))
    }
    pub(super) fn num(n: usize) -> V {
        V::I64(n as i64)
    }
    pub(super) fn items(&self) -> Result<&Rc<Vec<V>>, Stop> {
        match self {
            V::Arr(items) => Ok(items),
            other => Err(Stop::Outside(format!("an array expected, not {other:?}"))),
        }
    }
    pub(super) fn truth(&self) -> Result<bool, Stop> {
        match self {
            V::Bool(b) => Ok(*b),
            other => Err(Stop::Outside(format!("a truth value expected, not {other:?}"))),
        }
    }
    pub(super) fn int(&self) -> Result<i64, Stop> {
        match self {
            V::I64(n) => Ok(*n),
            other => Err(Stop::Outside(format!("an i64 expected, not {other:?}"))),
        }
    }
    /// A size: not negative.
    pub(super) fn size(&self) -> Result<usize, Stop> {
        let n = self.int()?;
        usize::try_from(n).or_else(|_| fails(format!("negative size {n}")))
    }
    pub(super) fn pair(&self) -> Result<(V, V), Stop> {
        match self {
            V::Tup(items) if items.len() == 2 => Ok((items[0].clone(), items[1].clone())),
            other => Err(Stop::Outside(format!("a pair expected, not {other:?}"))),
        }
    }

    /// The same shape and elements.
    pub(super) fn same(&self, other: &V) -> Result<bool, Stop> {
        let all = |a: &[V], b: &[V]| {
            if a.len() != b.len() {
                return Ok(false);
            }
            for (a, b) in a.iter().zip(b) {
                if !a.same(b)? {
                    return Ok(false);
                }
            }
            Ok(true)
        };
        match (self, other) {
            (V::Arr(a), V::Arr(b)) | (V::Tup(a), V::Tup(b)) => all(a, b),
            (V::Con(c, a), V::Con(d, b)) => Ok(c == d && all(a, b)?),
            (V::Rec(a), V::Rec(b)) => {
                let (a, b): (Vec<V>, Vec<V>) = (a.values().cloned().collect(), b.values().cloned().collect());
                all(&a, &b)
            }
            _ => Ok(self.order(other)? == Ordering::Equal),
        }
    }

    /// Which of two keys comes first: numbers, truth values and tuples of these.
    pub(super) fn order(&self, other: &V) -> Result<Ordering, Stop> {
        match (self, other) {
            (V::I64(a), V::I64(b)) => Ok(a.cmp(b)),
            (V::I32(a), V::I32(b)) => Ok(a.cmp(b)),
            (V::Bool(a), V::Bool(b)) => Ok(a.cmp(b)),
            (V::F64(a), V::F64(b)) => {
                a.partial_cmp(b).ok_or_else(|| Stop::Outside("a comparison with NaN".into()))
            }
            (V::Tup(a), V::Tup(b)) if a.len() == b.len() => {
                for (a, b) in a.iter().zip(b.iter()) {
                    let order = a.order(b)?;
                    if order != Ordering::Equal {
                        return Ok(order);
                    }
                }
                Ok(Ordering::Equal)
            }
            (a, b) => Err(Stop::Outside(format!("{a:?} compared with {b:?}"))),
        }
    }
}
