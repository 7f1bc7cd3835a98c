//! Conversions between scalar types.

use super::ScalarType as T;
use super::{Scalar, ScalarType};

/// Converts a scalar to another type, by the rules at the head of [`crate::scalar`]; bools are 0 and 1.
pub fn convert(to: ScalarType, a: Scalar) -> Scalar {
    let from = a.ty();
    if to == T::Bool {
        return Scalar::Bool(if from.is_float() { a.as_f64() != 0.0 } else { a.bits() != 0 });
    }
    if from.is_float() {
        let x = a.as_f64();
        if to.is_integer() && !x.is_finite() {
            return to.zero();
        }
        return match to {
            T::U8 | T::U16 | T::U32 | T::U64 if x < 0.0 => Scalar::from_bits(to, x as i64 as u64),
            T::I8 => Scalar::I8(x as i8),
            T::I16 => Scalar::I16(x as i16),
            T::I32 => Scalar::I32(x as i32),
            T::I64 => Scalar::I64(x as i64),
            T::U8 => Scalar::U8(x as u8),
            T::U16 => Scalar::U16(x as u16),
            T::U32 => Scalar::U32(x as u32),
            T::U64 => Scalar::U64(x as u64),
            T::F16 | T::F32 | T::F64 | T::Bool => Scalar::from_f64(to, x),
        };
    }
    if to.is_float() {
        return match (to, a) {
            (T::F32, Scalar::U64(x)) => Scalar::F32(x as f32),
            (T::F32, Scalar::I64(x)) => Scalar::F32(x as f32),
            _ => Scalar::from_f64(to, a.as_f64()),
        };
    }
    let bits = if to.is_unsigned() { a.bits() & (u64::MAX >> (64 - 8 * from.bytes())) } else { a.bits() };
    Scalar::from_bits(to, bits)
}
