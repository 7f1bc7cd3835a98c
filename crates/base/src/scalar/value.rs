//! Scalar values, their bits and their text.

use super::ScalarType;
use super::ScalarType as T;
use super::half::f16_of_f64;
use half::f16;
use std::fmt;

/// A scalar value. Equality is equality of bits, so that a NaN constant equals itself in IR text.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub enum Scalar {
    I8(i8),
    I16(i16),
    I32(i32),
    I64(i64),
    U8(u8),
    U16(u16),
    U32(u32),
    U64(u64),
    F16(f16),
    F32(f32),
    F64(f64),
    Bool(bool),
}

impl PartialEq for Scalar {
    fn eq(&self, other: &Scalar) -> bool {
        self.ty() == other.ty() && self.bits() == other.bits()
    }
}
impl Eq for Scalar {}
impl std::hash::Hash for Scalar {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        (self.ty(), self.bits()).hash(state);
    }
}

impl Scalar {
    /// The type of this value.
    pub fn ty(self) -> ScalarType {
        match self {
            Scalar::I8(_) => T::I8,
            Scalar::I16(_) => T::I16,
            Scalar::I32(_) => T::I32,
            Scalar::I64(_) => T::I64,
            Scalar::U8(_) => T::U8,
            Scalar::U16(_) => T::U16,
            Scalar::U32(_) => T::U32,
            Scalar::U64(_) => T::U64,
            Scalar::F16(_) => T::F16,
            Scalar::F32(_) => T::F32,
            Scalar::F64(_) => T::F64,
            Scalar::Bool(_) => T::Bool,
        }
    }
    /// The bits, zero-extended (sign-extended for signed integers).
    pub fn bits(self) -> u64 {
        match self {
            Scalar::I8(x) => x as u64,
            Scalar::I16(x) => x as u64,
            Scalar::I32(x) => x as u64,
            Scalar::I64(x) => x as u64,
            Scalar::U8(x) => x as u64,
            Scalar::U16(x) => x as u64,
            Scalar::U32(x) => x as u64,
            Scalar::U64(x) => x,
            Scalar::F16(x) => x.to_bits() as u64,
            Scalar::F32(x) => x.to_bits() as u64,
            Scalar::F64(x) => x.to_bits(),
            Scalar::Bool(x) => x as u64,
        }
    }
    /// The value of type `ty` whose low bits are `bits`.
    pub fn from_bits(ty: ScalarType, bits: u64) -> Scalar {
        match ty {
            T::I8 => Scalar::I8(bits as i8),
            T::I16 => Scalar::I16(bits as i16),
            T::I32 => Scalar::I32(bits as i32),
            T::I64 => Scalar::I64(bits as i64),
            T::U8 => Scalar::U8(bits as u8),
            T::U16 => Scalar::U16(bits as u16),
            T::U32 => Scalar::U32(bits as u32),
            T::U64 => Scalar::U64(bits),
            T::F16 => Scalar::F16(f16::from_bits(bits as u16)),
            T::F32 => Scalar::F32(f32::from_bits(bits as u32)),
            T::F64 => Scalar::F64(f64::from_bits(bits)),
            T::Bool => Scalar::Bool(bits & 1 != 0),
        }
    }
    /// The integer `x` as a value of type `ty`, wrapping around (for bool: not zero).
    pub fn from_i64(ty: ScalarType, x: i64) -> Scalar {
        match ty {
            T::F16 => Scalar::F16(f16_of_f64(x as f64)),
            T::F32 => Scalar::F32(x as f32),
            T::F64 => Scalar::F64(x as f64),
            T::Bool => Scalar::Bool(x != 0),
            T::I8 | T::I16 | T::I32 | T::I64 | T::U8 | T::U16 | T::U32 | T::U64 => {
                Scalar::from_bits(ty, x as u64)
            }
        }
    }
    /// The value as a float of the given type, from a double.
    pub fn from_f64(ty: ScalarType, x: f64) -> Scalar {
        match ty {
            T::F16 => Scalar::F16(f16_of_f64(x)),
            T::F32 => Scalar::F32(x as f32),
            _ => Scalar::F64(x),
        }
    }
    /// An `i64` value's number; for other integer types the wrapped bits.
    pub fn as_i64(self) -> i64 {
        self.bits() as i64
    }
    /// Whether a bool is true.
    pub fn as_bool(self) -> bool {
        self.bits() != 0
    }
    /// The value of a float type as a double.
    pub fn as_f64(self) -> f64 {
        match self {
            Scalar::F16(x) => x.to_f64(),
            Scalar::F32(x) => x as f64,
            Scalar::F64(x) => x,
            Scalar::U8(_) | Scalar::U16(_) | Scalar::U32(_) | Scalar::U64(_) => self.bits() as f64,
            Scalar::I8(_) | Scalar::I16(_) | Scalar::I32(_) | Scalar::I64(_) | Scalar::Bool(_) => {
                self.bits() as i64 as f64
            }
        }
    }
}

/// Prints in the text format of values, with the type as a suffix: `3i64`, `1.5f32`, `true`, `f64.nan`.
impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ty = self.ty();
        match self {
            Scalar::Bool(b) => write!(f, "{b}"),
            Scalar::I8(_) | Scalar::I16(_) | Scalar::I32(_) | Scalar::I64(_) => {
                write!(f, "{}{ty}", self.bits() as i64)
            }
            Scalar::U8(_) | Scalar::U16(_) | Scalar::U32(_) | Scalar::U64(_) => {
                write!(f, "{}{ty}", self.bits())
            }
            Scalar::F16(_) | Scalar::F32(_) | Scalar::F64(_) => {
                let x = self.as_f64();
                if x.is_nan() {
                    write!(f, "{ty}.nan")
                } else if x.is_infinite() {
                    write!(f, "{}{ty}.inf", if x < 0.0 { "-" } else { "" })
                } else if let Scalar::F32(y) = self {
                    write!(f, "{y:?}{ty}")
                } else if let Scalar::F16(y) = self {
                    write!(f, "{:?}{ty}", y.to_f32())
                } else {
                    write!(f, "{x:?}{ty}")
                }
            }
        }
    }
}
