//! What binary operators compute.

use super::ScalarType as T;
use super::{BinOp, Scalar, ScalarFault, ScalarType};

/// Evaluates a binary operator. Both operands must have the same type.
#[inline]
pub fn binary(op: BinOp, a: Scalar, b: Scalar) -> Result<Scalar, ScalarFault> {
    match crate::quick::binary(op, a, b) {
        Some(result) => Ok(result),
        None => defined(op, a, b),
    }
}

/// What operators mean.
pub(super) fn defined(op: BinOp, a: Scalar, b: Scalar) -> Result<Scalar, ScalarFault> {
    if a.ty() != b.ty() {
        return Err(ScalarFault::Undefined);
    }
    let ty = a.ty();
    if ty == T::Bool {
        return binary_bool(op, a.as_bool(), b.as_bool());
    }
    if ty.is_float() {
        return binary_float(op, a, b);
    }
    binary_integer(op, ty, a, b)
}

fn binary_bool(op: BinOp, a: bool, b: bool) -> Result<Scalar, ScalarFault> {
    Ok(Scalar::Bool(match op {
        BinOp::And | BinOp::Min => a & b,
        BinOp::Or | BinOp::Max => a | b,
        BinOp::Xor | BinOp::Ne => a ^ b,
        BinOp::Eq => a == b,
        BinOp::Lt => !a & b,
        BinOp::Le => a <= b,
        BinOp::Gt => a & !b,
        BinOp::Ge => a >= b,
        _ => return Err(ScalarFault::Undefined),
    }))
}

/// Integers are computed in 128 bits, where no operator but the shifts can overflow, and wrapped to their type.
fn binary_integer(op: BinOp, ty: ScalarType, a: Scalar, b: Scalar) -> Result<Scalar, ScalarFault> {
    let wide = |x: Scalar| if ty.is_signed() { x.bits() as i64 as i128 } else { x.bits() as i128 };
    let (x, y) = (wide(a), wide(b));
    let width = 8 * ty.bytes() as i128;
    let compare = |r: bool| Ok(Scalar::Bool(r));
    let result: i128 = match op {
        BinOp::Add => x + y,
        BinOp::Sub => x - y,
        BinOp::Mul => x.wrapping_mul(y),
        BinOp::Div | BinOp::Mod | BinOp::Quot | BinOp::Rem => {
            if y == 0 {
                return Err(ScalarFault::DivisionByZero);
            }
            let adjust = x % y != 0 && (x < 0) != (y < 0);
            match op {
                BinOp::Div => x / y - adjust as i128,
                BinOp::Mod => x % y + if adjust { y } else { 0 },
                BinOp::Quot => x / y,
                _ => x % y,
            }
        }
        BinOp::Pow => {
            if y < 0 {
                return Err(ScalarFault::NegativeExponent);
            }
            let (mut result, mut base, mut exponent) = (1u64, a.bits(), y as u64);
            while exponent > 0 {
                if exponent & 1 == 1 {
                    result = result.wrapping_mul(base);
                }
                base = base.wrapping_mul(base);
                exponent >>= 1;
            }
            return Ok(Scalar::from_bits(ty, result));
        }
        BinOp::Min => x.min(y),
        BinOp::Max => x.max(y),
        BinOp::And => x & y,
        BinOp::Or => x | y,
        BinOp::Xor => x ^ y,
        BinOp::Shl => {
            if (0..width).contains(&y) {
                x << y
            } else {
                0
            }
        }
        BinOp::Shr => {
            if (0..width).contains(&y) {
                x >> y
            } else if x < 0 {
                -1
            } else {
                0
            }
        }
        BinOp::Ushr => {
            let mask = (1i128 << width) - 1;
            if (0..width).contains(&y) { (x & mask) >> y } else { 0 }
        }
        // The product of two u64 fits no i128.
        BinOp::MulHi if ty.is_unsigned() => ((x as u128 * y as u128) >> width) as i128,
        BinOp::MulHi => (x * y) >> width,
        BinOp::Wrap => {
            if x < y {
                x
            } else {
                x - y
            }
        }
        BinOp::Eq => return compare(x == y),
        BinOp::Ne => return compare(x != y),
        BinOp::Lt => return compare(x < y),
        BinOp::Le => return compare(x <= y),
        BinOp::Gt => return compare(x > y),
        BinOp::Ge => return compare(x >= y),
        BinOp::Atan2 | BinOp::Hypot | BinOp::Copysign => return Err(ScalarFault::Undefined),
    };
    Ok(Scalar::from_bits(ty, result as u64))
}

fn binary_float(op: BinOp, a: Scalar, b: Scalar) -> Result<Scalar, ScalarFault> {
    let ty = a.ty();
    let compare = |r: bool| Ok(Scalar::Bool(r));
    // f32 arithmetic must round once, to f32: doubles give the same result for + - * / and sqrt (53 >= 2*24 + 2).
    let (x, y) = (a.as_f64(), b.as_f64());
    let result = match op {
        BinOp::Add => x + y,
        BinOp::Sub => x - y,
        BinOp::Mul => x * y,
        BinOp::Div => x / y,
        BinOp::Mod => {
            let r = x % y;
            if r != 0.0 && (r < 0.0) != (y < 0.0) { r + y } else { r }
        }
        BinOp::Rem => x % y,
        BinOp::Quot => (x / y).trunc(),
        BinOp::Pow => match (a, b) {
            (Scalar::F32(x), Scalar::F32(y)) => x.powf(y) as f64,
            _ => x.powf(y),
        },
        // A NaN loses, and of two zeros the second is taken, as in generated code: Rust's own leave that open.
        BinOp::Min => if_better(x < y, x, y),
        BinOp::Max => if_better(x > y, x, y),
        BinOp::Atan2 => match (a, b) {
            (Scalar::F32(x), Scalar::F32(y)) => x.atan2(y) as f64,
            _ => x.atan2(y),
        },
        BinOp::Hypot => x.hypot(y),
        BinOp::Copysign => x.copysign(y),
        BinOp::Eq => return compare(x == y),
        BinOp::Ne => return compare(x != y),
        BinOp::Lt => return compare(x < y),
        BinOp::Le => return compare(x <= y),
        BinOp::Gt => return compare(x > y),
        BinOp::Ge => return compare(x >= y),
        BinOp::And
        | BinOp::Or
        | BinOp::Xor
        | BinOp::Shl
        | BinOp::Shr
        | BinOp::Ushr
        | BinOp::MulHi
        | BinOp::Wrap => {
            return Err(ScalarFault::Undefined);
        }
    };
    Ok(Scalar::from_f64(ty, result))
}

fn if_better(better: bool, x: f64, y: f64) -> f64 {
    if better || y.is_nan() { x } else { y }
}
