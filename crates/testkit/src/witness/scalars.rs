//! Operators and functions on scalars. Written from the language's definition, not from `base::scalar`.

use super::value::V;
use super::{Run, Stop, fails};
use std::cmp::Ordering;

/// An infix operator on values.
pub(super) fn binary(op: &str, a: &V, b: &V) -> Run {
    match op {
        "==" => return Ok(V::Bool(a.same(b)?)),
        "!=" => return Ok(V::Bool(!a.same(b)?)),
        "<" => return Ok(V::Bool(a.order(b)? == Ordering::Less)),
        ">" => return Ok(V::Bool(a.order(b)? == Ordering::Greater)),
        "<=" => return Ok(V::Bool(a.order(b)? != Ordering::Greater)),
        ">=" => return Ok(V::Bool(a.order(b)? != Ordering::Less)),
        "&&" => return Ok(V::Bool(a.truth()? && b.truth()?)),
        "||" => return Ok(V::Bool(a.truth()? || b.truth()?)),
        "++" => {
            let mut items = a.items()?.to_vec();
            items.extend(b.items()?.iter().cloned());
            return Ok(V::arr(items));
        }
        _ => {}
    }
    match (a, b) {
        (V::I64(a), V::I64(b)) => integer(op, i128::from(*a), i128::from(*b)).map(|n| V::I64(n as i64)),
        (V::I32(a), V::I32(b)) => integer(op, i128::from(*a), i128::from(*b)).map(|n| V::I32(n as i32)),
        (V::F64(a), V::F64(b)) => Ok(V::F64(match op {
            "+" => a + b,
            "-" => a - b,
            "*" => a * b,
            "/" => a / b,
            _ => return Err(Stop::Outside(format!("f64 {op}"))),
        })),
        (a, b) => Err(Stop::Outside(format!("{a:?} {op} {b:?}"))),
    }
}

/// Exact arithmetic, to be cut to the width of the type. Division rounds down, and the remainder has the divisor's sign.
fn integer(op: &str, a: i128, b: i128) -> Result<i128, Stop> {
    Ok(match op {
        "+" => a + b,
        "-" => a - b,
        "*" => a * b,
        "/" | "%" if b == 0 => return fails("division by zero"),
        "/" => {
            let q = a / b;
            if a % b != 0 && (a < 0) != (b < 0) { q - 1 } else { q }
        }
        "%" => {
            let r = a % b;
            if r != 0 && (r < 0) != (b < 0) { r + b } else { r }
        }
        "&" => a & b,
        "^" => a ^ b,
        _ => return Err(Stop::Outside(format!("integer {op}"))),
    })
}

/// `!` and `-`.
pub(super) fn unary(op: char, a: &V) -> Run {
    Ok(match (op, a) {
        ('!', V::Bool(b)) => V::Bool(!b),
        ('-', V::I64(n)) => V::I64(n.wrapping_neg()),
        ('-', V::I32(n)) => V::I32(n.wrapping_neg()),
        ('-', V::F64(x)) => V::F64(-x),
        _ => return Err(Stop::Outside(format!("{op} {a:?}"))),
    })
}

/// A constant of a numeric module.
pub(super) fn constant(name: &str) -> Option<V> {
    Some(match name {
        "i64.lowest" => V::I64(i64::MIN),
        "i64.highest" => V::I64(i64::MAX),
        "i32.lowest" => V::I32(i32::MIN),
        "i32.highest" => V::I32(i32::MAX),
        "f64.inf" => V::F64(f64::INFINITY),
        _ => return None,
    })
}

/// A function of a numeric module; `None` if it is not one.
pub(super) fn module(name: &str, args: &[V]) -> Result<Option<V>, Stop> {
    let Some((ty, function)) = name.split_once('.') else { return Ok(None) };
    Ok(Some(match (ty, function, args) {
        (_, "max", [a, b]) => larger(a, b, Ordering::Greater)?,
        (_, "min", [a, b]) => larger(a, b, Ordering::Less)?,
        ("i64", "i32", [V::I32(n)]) => V::I64(i64::from(*n)),
        ("i64", "bool", [V::Bool(b)]) => V::I64(i64::from(*b)),
        ("i32", "i64", [V::I64(n)]) => V::I32(*n as i32),
        ("i32", "bool", [V::Bool(b)]) => V::I32(i32::from(*b)),
        ("f64", "i64", [V::I64(n)]) => V::F64(*n as f64),
        ("bool", "i64", [V::I64(n)]) => V::Bool(*n != 0),
        (_, "sum", [xs]) => folded(xs, "+", zero(ty, 0)?)?,
        (_, "product", [xs]) => folded(xs, "*", zero(ty, 1)?)?,
        (_, "maximum" | "minimum", [xs]) => {
            let order = if function == "maximum" { Ordering::Greater } else { Ordering::Less };
            let mut best = match (ty, function) {
                ("i64", "maximum") => V::I64(i64::MIN),
                ("i64", _) => V::I64(i64::MAX),
                ("i32", "maximum") => V::I32(i32::MIN),
                ("i32", _) => V::I32(i32::MAX),
                ("f64", "maximum") => V::F64(f64::NEG_INFINITY),
                _ => V::F64(f64::INFINITY),
            };
            for x in xs.items()?.iter() {
                best = larger(&best, x, order)?;
            }
            best
        }
        _ => return Err(Stop::Outside(format!("{name} of {args:?}"))),
    }))
}

fn larger(a: &V, b: &V, order: Ordering) -> Run {
    Ok(if b.order(a)? == order { b.clone() } else { a.clone() })
}

fn zero(ty: &str, n: i32) -> Run {
    Ok(match ty {
        "i64" => V::I64(i64::from(n)),
        "i32" => V::I32(n),
        "f64" => V::F64(f64::from(n)),
        _ => return Err(Stop::Outside(format!("numbers of type {ty}"))),
    })
}

fn folded(xs: &V, op: &str, start: V) -> Run {
    let mut sum = start;
    for x in xs.items()?.iter() {
        sum = binary(op, &sum, x)?;
    }
    Ok(sum)
}
