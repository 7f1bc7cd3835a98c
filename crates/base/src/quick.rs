//! The commonest operators on the commonest types in the processor's own arithmetic. [`crate::scalar`] defines what they mean; a
//! test compares the two.

use crate::scalar::{BinOp, Scalar};

macro_rules! comparison {
    ($op:expr, $x:expr, $y:expr) => {
        match $op {
            BinOp::Eq => $x == $y,
            BinOp::Ne => $x != $y,
            BinOp::Lt => $x < $y,
            BinOp::Le => $x <= $y,
            BinOp::Gt => $x > $y,
            BinOp::Ge => $x >= $y,
            _ => return None,
        }
    };
}

macro_rules! integers {
    ($kind:ident, $op:expr, $x:expr, $y:expr) => {
        Scalar::$kind(match $op {
            BinOp::Add => $x.wrapping_add($y),
            BinOp::Sub => $x.wrapping_sub($y),
            BinOp::Mul => $x.wrapping_mul($y),
            BinOp::Min => $x.min($y),
            BinOp::Max => $x.max($y),
            BinOp::Wrap => {
                if $x < $y {
                    $x
                } else {
                    $x.wrapping_sub($y)
                }
            }
            BinOp::And => $x & $y,
            BinOp::Or => $x | $y,
            BinOp::Xor => $x ^ $y,
            // Only where nothing is special: no remainder to adjust, no overflow, no failure.
            BinOp::Div | BinOp::Quot if $x >= 0 && $y > 0 => $x / $y,
            BinOp::Mod | BinOp::Rem if $x >= 0 && $y > 0 => $x % $y,
            _ => return Some(Scalar::Bool(comparison!($op, $x, $y))),
        })
    };
}

macro_rules! floats {
    ($kind:ident, $op:expr, $x:expr, $y:expr) => {
        Scalar::$kind(match $op {
            BinOp::Add => $x + $y,
            BinOp::Sub => $x - $y,
            BinOp::Mul => $x * $y,
            BinOp::Div => $x / $y,
            _ => return Some(Scalar::Bool(comparison!($op, $x, $y))),
        })
    };
}

/// The result, where it is quickly had.
#[inline]
pub(crate) fn binary(op: BinOp, a: Scalar, b: Scalar) -> Option<Scalar> {
    Some(match (a, b) {
        (Scalar::I64(x), Scalar::I64(y)) => integers!(I64, op, x, y),
        (Scalar::I32(x), Scalar::I32(y)) => integers!(I32, op, x, y),
        (Scalar::F64(x), Scalar::F64(y)) => floats!(F64, op, x, y),
        (Scalar::F32(x), Scalar::F32(y)) => floats!(F32, op, x, y),
        _ => return None,
    })
}
