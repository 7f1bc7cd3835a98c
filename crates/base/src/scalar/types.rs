//! Scalar types.

use super::Scalar;
use half::f16;
use std::fmt;

/// The type of a scalar.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
pub enum ScalarType {
    I8,
    I16,
    I32,
    I64,
    U8,
    U16,
    U32,
    U64,
    F16,
    F32,
    F64,
    Bool,
}

use ScalarType as T;

impl ScalarType {
    /// Every scalar type.
    pub const ALL: [ScalarType; 12] =
        [T::I8, T::I16, T::I32, T::I64, T::U8, T::U16, T::U32, T::U64, T::F16, T::F32, T::F64, T::Bool];

    /// The name in source and IR text.
    pub fn name(self) -> &'static str {
        match self {
            T::I8 => "i8",
            T::I16 => "i16",
            T::I32 => "i32",
            T::I64 => "i64",
            T::U8 => "u8",
            T::U16 => "u16",
            T::U32 => "u32",
            T::U64 => "u64",
            T::F16 => "f16",
            T::F32 => "f32",
            T::F64 => "f64",
            T::Bool => "bool",
        }
    }
    /// The type with this name.
    pub fn from_name(name: &str) -> Option<ScalarType> {
        Self::ALL.into_iter().find(|t| t.name() == name)
    }
    /// Size in memory.
    pub fn bytes(self) -> usize {
        match self {
            T::I8 | T::U8 | T::Bool => 1,
            T::I16 | T::U16 | T::F16 => 2,
            T::I32 | T::U32 | T::F32 => 4,
            T::I64 | T::U64 | T::F64 => 8,
        }
    }
    /// Signed integer types.
    pub fn is_signed(self) -> bool {
        matches!(self, T::I8 | T::I16 | T::I32 | T::I64)
    }
    /// Unsigned integer types.
    pub fn is_unsigned(self) -> bool {
        matches!(self, T::U8 | T::U16 | T::U32 | T::U64)
    }
    /// Integer types.
    pub fn is_integer(self) -> bool {
        self.is_signed() || self.is_unsigned()
    }
    /// Floating-point types.
    pub fn is_float(self) -> bool {
        matches!(self, T::F16 | T::F32 | T::F64)
    }
    /// Zero, or false.
    pub fn zero(self) -> Scalar {
        Scalar::from_i64(self, 0)
    }
    /// The smallest value: the neutral element of `max`.
    pub fn lowest(self) -> Scalar {
        match self {
            T::I8 => Scalar::I8(i8::MIN),
            T::I16 => Scalar::I16(i16::MIN),
            T::I32 => Scalar::I32(i32::MIN),
            T::I64 => Scalar::I64(i64::MIN),
            T::F16 => Scalar::F16(f16::NEG_INFINITY),
            T::F32 => Scalar::F32(f32::NEG_INFINITY),
            T::F64 => Scalar::F64(f64::NEG_INFINITY),
            T::U8 | T::U16 | T::U32 | T::U64 | T::Bool => self.zero(),
        }
    }
    /// The greatest value: the neutral element of `min`.
    pub fn highest(self) -> Scalar {
        match self {
            T::I8 => Scalar::I8(i8::MAX),
            T::I16 => Scalar::I16(i16::MAX),
            T::I32 => Scalar::I32(i32::MAX),
            T::I64 => Scalar::I64(i64::MAX),
            T::U8 => Scalar::U8(u8::MAX),
            T::U16 => Scalar::U16(u16::MAX),
            T::U32 => Scalar::U32(u32::MAX),
            T::U64 => Scalar::U64(u64::MAX),
            T::F16 => Scalar::F16(f16::INFINITY),
            T::F32 => Scalar::F32(f32::INFINITY),
            T::F64 => Scalar::F64(f64::INFINITY),
            T::Bool => Scalar::Bool(true),
        }
    }
}

impl fmt::Display for ScalarType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
