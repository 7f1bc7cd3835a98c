//! Checks: what has to hold, and what is said where it does not.

use crate::Error;
use crate::exp::bind_one;
use crate::machine::{Machine, Res, internal};
use crate::value::{V, show};
use base::{Loc, Scalar};
use ir::failure::{fill, what};
use ir::{Check, CheckKind, Failure, Pat, Var};
use std::rc::Rc;

impl Machine<'_> {
    /// Binds the value of a check that holds, or the evidence.
    pub(crate) fn check(&mut self, pat: &Pat, check: &Check, loc: &Loc) -> Res<()> {
        let value = match self.checked(check, loc) {
            Err(_) if check.proved => return internal("a check that was proved does not hold"),
            value => value?.map_or(V::Cert, V::Scalar),
        };
        bind_one(self, pat, value)
    }

    /// The value of a check that has one; an error if it does not hold.
    fn checked(&self, check: &Check, loc: &Loc) -> Res<Option<Scalar>> {
        let failed = |what: &str, vals: &[Scalar]| failure(what, vals, self.ints(&check.at)?, loc);
        match &check.kind {
            CheckKind::Size { a, iota } => {
                let n = self.scalar(*a)?;
                match n.as_i64() {
                    ..0 => failed(what::size(*iota), &[n]),
                    CheckKind::SIZES.. => failed(what::LARGE, &[n]),
                    0..CheckKind::SIZES => Ok(Some(n)),
                }
            }
            CheckKind::Bounds { index, size } => {
                let (i, n) = (self.scalar(*index)?, self.scalar(*size)?);
                let inside = (0..n.as_i64()).contains(&i.as_i64());
                if inside { Ok(Some(i)) } else { failed(what::INDEX, &[i, n]) }
            }
            CheckKind::NonZero { ty, a } => {
                let x = self.scalar(*a)?;
                if x == ty.zero() { failed(what::DIVISION, &[]) } else { Ok(Some(x)) }
            }
            CheckKind::Exponent { ty: _, a } => {
                let x = self.scalar(*a)?;
                if is_negative(x) { failed(what::POWER, &[x]) } else { Ok(Some(x)) }
            }
            CheckKind::SliceLen { start, end, stride, size } => {
                let ints = self.ints(&[*start, *end, *stride, *size])?;
                match slice_len(ints[0], ints[1], ints[2], ints[3]) {
                    Some(len) => Ok(Some(Scalar::I64(len))),
                    None => {
                        let (what, shown) = what::slice(*stride);
                        let shown: Vec<Scalar> = shown.iter().map(|i| Scalar::I64(ints[*i])).collect();
                        failed(what, &shown)
                    }
                }
            }
            CheckKind::Assert { cond, what, vals } => {
                if self.scalar(*cond)?.as_bool() {
                    return Ok(None);
                }
                let vals = vals.iter().map(|a| self.scalar(*a)).collect::<Res<Vec<Scalar>>>()?;
                failed(what, &vals)
            }
            CheckKind::Equal { a, b, what } => {
                let mut inside = vec![];
                match first_difference(&self.atom(*a)?, &self.atom(*b)?, &mut inside)? {
                    None => Ok(None),
                    Some((x, y)) => {
                        let mut at = self.ints(&check.at)?;
                        at.extend(inside);
                        failure(what, &[x, y], at, loc)
                    }
                }
            }
        }
    }

    /// Holds evidence to be there: the check that makes it has been passed.
    pub(crate) fn evidence(&self, cert: Var) -> Res<()> {
        match self.var(cert)? {
            V::Cert => Ok(()),
            V::Scalar(_) | V::Array(_) | V::Acc(_) | V::Offsets(_) | V::Gone => {
                internal(format!("{} is no evidence", self.name(cert)))
            }
        }
    }
}

/// A failed check of the program.
pub(crate) fn failure<T>(what: &str, vals: &[Scalar], at: Vec<i64>, loc: &Loc) -> Res<T> {
    let vals: Vec<String> = vals.iter().map(|x| show(*x)).collect();
    Err(Box::new(Error::Failure(Failure { message: fill(what, &vals), loc: loc.clone(), at })))
}

/// A condition that operations rely on does not hold, though a check or a proof was to see to it.
pub(crate) fn unproved<T>(what: &str, vals: &[Scalar]) -> Res<T> {
    let vals: Vec<String> = vals.iter().map(|x| show(*x)).collect();
    internal(format!("{} without a check", fill(what, &vals)))
}

/// The first pair of sizes that differs; `inside` is then its index in the arrays, else empty.
fn first_difference(a: &V, b: &V, inside: &mut Vec<i64>) -> Res<Option<(Scalar, Scalar)>> {
    match (a, b) {
        (V::Scalar(x), V::Scalar(y)) => Ok((x != y).then_some((*x, *y))),
        (V::Array(xs), V::Array(ys)) if Rc::ptr_eq(xs, ys) => Ok(None),
        (V::Array(xs), V::Array(ys)) if xs.len() == ys.len() => {
            for i in 0..xs.len() {
                inside.push(i as i64);
                if let Some(pair) = first_difference(&xs.at(i), &ys.at(i), inside)? {
                    return Ok(Some(pair));
                }
                inside.pop();
            }
            Ok(None)
        }
        _ => internal("assert_eq of different dimensions"),
    }
}

pub(crate) fn is_negative(x: Scalar) -> bool {
    x.ty().is_signed() && x.as_i64() < 0
}

/// The length of `start:end:stride` in an array of `size` elements. As in Futhark, only elements that are touched must exist:
/// an empty slice may start anywhere, and a stride may step over the end.
pub(crate) fn slice_len(start: i64, end: i64, stride: i64, size: i64) -> Option<i64> {
    let (start, end, stride, size) = (start as i128, end as i128, stride as i128, size as i128);
    if stride == 0 {
        return None;
    }
    let span = if stride > 0 { end - start } else { start - end };
    let step = stride.abs();
    let len = span.div_euclid(step) + (span.rem_euclid(step) != 0) as i128;
    let last = start + (len - 1) * stride;
    let inside = |i: i128| (0..size).contains(&i);
    (len == 0 || (len > 0 && inside(start) && inside(last))).then_some(len as i64)
}
