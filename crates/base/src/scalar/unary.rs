//! What unary operators compute.

use super::ScalarType as T;
use super::half::f16_of_f64;
use super::{Scalar, ScalarFault, UnOp};

macro_rules! float_unary {
    ($op:expr, $x:expr) => {{
        let x = $x;
        match $op {
            UnOp::Neg => -x,
            UnOp::Abs => x.abs(),
            UnOp::Sgn => {
                if x > 0.0 {
                    1.0
                } else if x < 0.0 {
                    -1.0
                } else {
                    x
                }
            }
            UnOp::Sqrt => x.sqrt(),
            UnOp::Rsqrt => 1.0 / x.sqrt(),
            UnOp::Cbrt => x.cbrt(),
            UnOp::Exp => x.exp(),
            UnOp::Log => x.ln(),
            UnOp::Log2 => x.log2(),
            UnOp::Log10 => x.log10(),
            UnOp::Log1p => x.ln_1p(),
            UnOp::Sin => x.sin(),
            UnOp::Cos => x.cos(),
            UnOp::Tan => x.tan(),
            UnOp::Asin => x.asin(),
            UnOp::Acos => x.acos(),
            UnOp::Atan => x.atan(),
            UnOp::Sinh => x.sinh(),
            UnOp::Cosh => x.cosh(),
            UnOp::Tanh => x.tanh(),
            UnOp::Asinh => x.asinh(),
            UnOp::Acosh => x.acosh(),
            UnOp::Atanh => x.atanh(),
            UnOp::Floor => x.floor(),
            UnOp::Ceil => x.ceil(),
            UnOp::Trunc => x.trunc(),
            UnOp::Round => x.round_ties_even(),
            UnOp::Not | UnOp::IsNan | UnOp::IsInf => x,
            UnOp::Popc | UnOp::Clz | UnOp::Ctz | UnOp::ToBits | UnOp::FromBits => x,
        }
    }};
}
/// Evaluates a unary operator.
pub fn unary(op: UnOp, a: Scalar) -> Result<Scalar, ScalarFault> {
    let ty = a.ty();
    if ty == T::Bool {
        return match op {
            UnOp::Not => Ok(Scalar::Bool(!a.as_bool())),
            _ => Err(ScalarFault::Undefined),
        };
    }
    if ty.is_integer() {
        let x = a.bits();
        let signed = x as i64;
        let width = 8 * ty.bytes() as u32;
        // The bits in their own width, without copies of the sign.
        let own = x & (u64::MAX >> (64 - width));
        let count = match op {
            UnOp::Popc => Some(own.count_ones()),
            UnOp::Clz => Some(own.leading_zeros() - (64 - width)),
            UnOp::Ctz => Some(own.trailing_zeros().min(width)),
            _ => None,
        };
        if let Some(count) = count {
            return Ok(Scalar::I32(count as i32));
        }
        if op == UnOp::FromBits && op.result(ty) != ty {
            return Ok(Scalar::from_bits(op.result(ty), x));
        }
        return Ok(Scalar::from_bits(
            ty,
            match op {
                UnOp::Neg => x.wrapping_neg(),
                UnOp::Not => !x,
                UnOp::Abs if ty.is_signed() => signed.wrapping_abs() as u64,
                UnOp::Abs => x,
                UnOp::Sgn if ty.is_signed() => signed.signum() as u64,
                UnOp::Sgn => (x != 0) as u64,
                _ => return Err(ScalarFault::Undefined),
            },
        ));
    }
    if let (UnOp::IsNan | UnOp::IsInf, x) = (op, a.as_f64()) {
        return Ok(Scalar::Bool(if op == UnOp::IsNan { x.is_nan() } else { x.is_infinite() }));
    }
    if op == UnOp::ToBits {
        return Ok(Scalar::from_bits(op.result(ty), a.bits()));
    }
    if matches!(op, UnOp::Not | UnOp::Popc | UnOp::Clz | UnOp::Ctz | UnOp::FromBits) {
        return Err(ScalarFault::Undefined);
    }
    // Library functions are evaluated in the value's own precision, as the generated C does.
    Ok(match a {
        Scalar::F32(x) => Scalar::F32(float_unary!(op, x)),
        Scalar::F16(x) => Scalar::F16(f16_of_f64(float_unary!(op, x.to_f32()).into())),
        _ => Scalar::F64(float_unary!(op, a.as_f64())),
    })
}
