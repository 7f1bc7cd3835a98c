//! The types of parts of arrays, and of ranges.

use super::class::Class;
use super::{Check, Infer};
use crate::ast::{Dim, Exp, ExpKind, Range, RangeKind, Unary};
use crate::types::{Size, SizeOp, Ty};
use base::ScalarType;
use base::diag::Diagnostic;

impl Infer {
    /// The part of an array that an index selects.
    pub(super) fn indexed(&mut self, ty: &Ty, dims: &[Dim], arr: &Exp) -> Check<Ty> {
        let mut rest = ty.clone();
        let mut kept = vec![];
        for dim in dims {
            let (size, elem) = match self.solver.shallow(&rest) {
                Ty::Array(size, elem) => (size, (*elem).clone()),
                Ty::Var(_) => {
                    let (size, elem) = (self.solver.fresh_size(), self.solver.fresh());
                    let wanted = Ty::array(size.clone(), elem.clone());
                    self.solver.unify(&wanted, &rest, arr.span)?;
                    (size, elem)
                }
                Ty::Scalar(_) | Ty::Param(..) | Ty::Record(_) | Ty::Fun(..) | Ty::Sum(_) | Ty::Opaque(..) => {
                    let ty = self.solver.resolve(ty);
                    let (mut rank, mut inner) = (0, &ty);
                    while let Ty::Array(_, elem) = inner {
                        (rank, inner) = (rank + 1, elem);
                    }
                    let message = match (dims.len(), rank) {
                        (_, 0) => format!("{ty} is not an array and has no index"),
                        (given, 1) => format!("{ty} has 1 dimension, but the index has {given}"),
                        (given, rank) => format!("{ty} has {rank} dimensions, but the index has {given}"),
                    };
                    return Err(Diagnostic::error("not-an-array", message)
                        .label(arr.span, format!("this has type {ty}")));
                }
            };
            match dim {
                Dim::At(i) => self.integer(i)?,
                Dim::Range(range) => {
                    for e in range.iter().flatten() {
                        self.expect(e, &Ty::i64())?;
                    }
                    kept.push(self.slice_size(range, size));
                }
            }
            // What is taken out of an array has sizes of its own; what stays in one has not.
            rest = match dim {
                Dim::At(_) if kept.is_empty() => self.solver.taken_row(&elem),
                Dim::At(_) => self.solver.out_of_row(&elem, 0),
                Dim::Range(_) => elem,
            };
        }
        Ok(kept.into_iter().rev().fold(rest, |elem, size| Ty::array(size, elem)))
    }
    /// The size of a slice of an array of this size.
    pub(super) fn slice_size(&mut self, range: &[Option<Exp>; 3], size: Size) -> Size {
        let size = self.solver.size(&size);
        // The rows of irregular arrays are sliced one by one.
        if size.varies() {
            return Size::of_row(size.row().unwrap_or(0));
        }
        match range {
            [None, None, None] => size,
            [None, None, Some(step)] if is_minus_one(step) => size,
            [None, Some(end), None] => self.size_of_exp(end),
            [Some(start), None, None] => Size::term(SizeOp::Sub, size, self.size_of_exp(start)),
            [Some(start), Some(end), None] => {
                let end = self.size_of_exp(end);
                Size::term(SizeOp::Sub, end, self.size_of_exp(start))
            }
            _ => self.solver.fresh_unknown(),
        }
    }
    /// The size of a range: that of `0..<n` and `1...n` is known.
    pub(super) fn range_size(&mut self, range: &Range, elem: &Ty) -> Size {
        let first = literal(&range.first);
        let second = range.second.as_ref().map(literal);
        let (Some(first), Ty::Scalar(ScalarType::I64)) = (first, self.solver.shallow(elem)) else {
            return self.solver.fresh_unknown();
        };
        match (first, second, range.kind) {
            (0, None | Some(Some(1)), RangeKind::Below) | (1, None | Some(Some(2)), RangeKind::To) => {
                self.size_of_exp(&range.end)
            }
            (_, None, RangeKind::Below) => {
                let end = self.size_of_exp(&range.end);
                Size::term(SizeOp::Sub, end, Size::Const(first as i64))
            }
            _ => self.solver.fresh_unknown(),
        }
    }
    /// Any integer.
    pub(super) fn integer(&mut self, e: &Exp) -> Check<()> {
        let ty = self.exp(e)?;
        let wanted = self.solver.fresh_of(Class::Int);
        self.solver.unify(&wanted, &ty, e.span)
    }
}

/// The number that an expression is.
fn literal(e: &Exp) -> Option<i128> {
    match &e.kind {
        ExpKind::Int(x) => Some(*x),
        ExpKind::Const(c) if c.ty().is_integer() => Some(i128::from(c.as_i64())),
        _ => None,
    }
}
fn is_minus_one(e: &Exp) -> bool {
    matches!(&e.kind, ExpKind::Unary(Unary::Neg, x) if matches!(x.kind, ExpKind::Int(1)))
        || matches!(&e.kind, ExpKind::Const(c) if c.ty() == ScalarType::I64 && c.as_i64() == -1)
}
