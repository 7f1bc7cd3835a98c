//! Scalar types, scalar values and the exact arithmetic of every operator.
//!
//! This is the one definition: constant folding, the host part and the interpreter all evaluate scalars here, and the
//! generated code is held to it by tests. Integers wrap around, `div`/`mod` round towards negative infinity, `quot`/`rem`
//! towards zero, a shift by at least the width gives 0 (or the sign). From float to integer, what is not finite becomes 0 and
//! what is too large saturates; a negative number becomes an unsigned one as a signed integer would. From signed to unsigned
//! integers the bits are kept, and zeros put in front of them where the type is wider.

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
            T::F16 => Scalar::F16(f16::from_f64(x as f64)),
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
            T::F16 => Scalar::F16(f16::from_f64(x)),
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

macro_rules! define_ops {
    ($(#[$meta:meta])* $enum:ident { $($(#[$vmeta:meta])* $variant:ident = $name:literal),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum $enum { $($(#[$vmeta])* $variant),* }
        impl $enum {
            /// Every operator.
            pub const ALL: &'static [$enum] = &[$($enum::$variant),*];
            /// The name in IR text.
            pub fn name(self) -> &'static str {
                match self { $($enum::$variant => $name),* }
            }
            /// The operator with this name.
            pub fn from_name(name: &str) -> Option<$enum> {
                match name { $($name => Some($enum::$variant),)* _ => None }
            }
        }
    };
}

define_ops! {
    /// Binary operators; both operands have one type. The comparisons give a bool, the others the operand type.
    #[allow(missing_docs)]
    BinOp {
        Add = "add", Sub = "sub", Mul = "mul",
        /// Towards negative infinity for integers; plain division for floats. Integer division by zero fails.
        Div = "div",
        /// Remainder with the sign of the divisor (integers), or of `fmod` adjusted likewise (floats).
        Mod = "mod",
        /// Integer division towards zero.
        Quot = "quot",
        /// Remainder with the sign of the dividend.
        Rem = "rem",
        /// Power. A negative integer exponent fails.
        Pow = "pow",
        Min = "min", Max = "max",
        /// Bitwise on integers, logical on bools (as are `or` and `xor`).
        And = "and", Or = "or", Xor = "xor",
        Shl = "shl",
        /// Arithmetic for signed types, logical for unsigned ones.
        Shr = "shr",
        /// Logical for every type.
        Ushr = "ushr",
        /// The upper half of the product of two integers, which has twice their width.
        MulHi = "mul_hi",
        Atan2 = "atan2", Hypot = "hypot", Copysign = "copysign",
        Eq = "eq", Ne = "ne", Lt = "lt", Le = "le", Gt = "gt", Ge = "ge",
    }
}

define_ops! {
    /// Unary operators; [`UnOp::result`] is the type of the result.
    #[allow(missing_docs)]
    UnOp {
        Neg = "neg",
        /// Complement of bits, or logical not.
        Not = "not",
        Abs = "abs",
        /// -1, 0 or 1.
        Sgn = "sgn",
        Sqrt = "sqrt", Cbrt = "cbrt", Exp = "exp", Log = "log", Log2 = "log2", Log10 = "log10", Log1p = "log1p",
        Sin = "sin", Cos = "cos", Tan = "tan", Asin = "asin", Acos = "acos", Atan = "atan",
        Sinh = "sinh", Cosh = "cosh", Tanh = "tanh", Asinh = "asinh", Acosh = "acosh", Atanh = "atanh",
        Floor = "floor", Ceil = "ceil", Trunc = "trunc",
        /// To the nearest, ties to even.
        Round = "round",
        IsNan = "isnan", IsInf = "isinf",
        /// How many bits are set.
        Popc = "popc",
        /// How many zeros stand in front of the highest bit that is set.
        Clz = "clz",
        /// How many zeros stand behind the lowest bit that is set.
        Ctz = "ctz",
        /// The bits of a float, as an unsigned integer of its width.
        ToBits = "to_bits",
        /// The float that has these bits.
        FromBits = "from_bits",
    }
}

impl BinOp {
    /// Whether the result is a bool.
    pub fn is_comparison(self) -> bool {
        matches!(self, BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge)
    }
    /// The type of the result, given the type of the operands.
    pub fn result(self, ty: ScalarType) -> ScalarType {
        if self.is_comparison() { T::Bool } else { ty }
    }
    /// Whether the operator can fail on operands of this type.
    pub fn can_fail(self, ty: ScalarType) -> bool {
        ty.is_integer() && matches!(self, BinOp::Div | BinOp::Mod | BinOp::Quot | BinOp::Rem | BinOp::Pow)
    }
    /// Whether the operator is commutative (up to what reassociation allows).
    pub fn commutes(self) -> bool {
        use BinOp::*;
        matches!(self, Add | Mul | Min | Max | And | Or | Xor | MulHi | Eq | Ne)
    }
    /// The neutral element, where there is one on both sides.
    pub fn neutral(self, ty: ScalarType) -> Option<Scalar> {
        match self {
            BinOp::Add => Some(ty.zero()),
            BinOp::Mul => Some(Scalar::from_i64(ty, 1)),
            BinOp::Min => Some(ty.highest()),
            BinOp::Max => Some(ty.lowest()),
            BinOp::And if ty == T::Bool => Some(Scalar::Bool(true)),
            BinOp::And if ty.is_integer() => Some(Scalar::from_i64(ty, -1)),
            BinOp::Or | BinOp::Xor if !ty.is_float() => Some(ty.zero()),
            _ => None,
        }
    }
}

impl UnOp {
    /// The type of the result, given the type of the operand.
    pub fn result(self, ty: ScalarType) -> ScalarType {
        match (self, ty) {
            (UnOp::IsNan | UnOp::IsInf, _) => T::Bool,
            (UnOp::Popc | UnOp::Clz | UnOp::Ctz, _) => T::I32,
            (UnOp::ToBits, T::F16) => T::U16,
            (UnOp::ToBits, T::F32) => T::U32,
            (UnOp::ToBits, T::F64) => T::U64,
            (UnOp::FromBits, T::U16) => T::F16,
            (UnOp::FromBits, T::U32) => T::F32,
            (UnOp::FromBits, T::U64) => T::F64,
            _ => ty,
        }
    }
}

/// Why a scalar operation has no result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScalarFault {
    /// Integer division or remainder by zero.
    DivisionByZero,
    /// Integer power with a negative exponent.
    NegativeExponent,
    /// The operator is not defined on this type; the verifier excludes it.
    Undefined,
}

/// Evaluates a binary operator. Both operands must have the same type.
#[inline]
pub fn binary(op: BinOp, a: Scalar, b: Scalar) -> Result<Scalar, ScalarFault> {
    match crate::quick::binary(op, a, b) {
        Some(result) => Ok(result),
        None => defined(op, a, b),
    }
}

/// What operators mean.
fn defined(op: BinOp, a: Scalar, b: Scalar) -> Result<Scalar, ScalarFault> {
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
        BinOp::Min => x.min(y),
        BinOp::Max => x.max(y),
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
        BinOp::And | BinOp::Or | BinOp::Xor | BinOp::Shl | BinOp::Shr | BinOp::Ushr | BinOp::MulHi => {
            return Err(ScalarFault::Undefined);
        }
    };
    Ok(Scalar::from_f64(ty, result))
}

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
        Scalar::F16(x) => Scalar::F16(f16::from_f32(float_unary!(op, x.to_f32()))),
        _ => Scalar::F64(float_unary!(op, a.as_f64())),
    })
}

/// Converts a scalar to another type, by the rules at the head of this file; bools are 0 and 1.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn i64s(op: BinOp, a: i64, b: i64) -> Result<Scalar, ScalarFault> {
        binary(op, Scalar::I64(a), Scalar::I64(b))
    }

    #[test]
    fn what_is_computed_quickly_is_what_is_defined() {
        let ints =
            [i64::MIN, i64::MIN + 1, -(1 << 31), -7, -2, -1, 0, 1, 2, 3, 7, 31, (1 << 31) - 1, i64::MAX];
        let floats = [
            f64::NEG_INFINITY,
            -1e300,
            -1.5,
            -0.0,
            0.0,
            1e-310,
            0.1,
            1.0,
            3.0e38,
            1e300,
            f64::INFINITY,
            f64::NAN,
        ];
        let mut values: Vec<Vec<Scalar>> = vec![];
        for ty in [T::I8, T::I16, T::I32, T::I64, T::U8, T::U64] {
            values.push(ints.iter().map(|x| Scalar::from_i64(ty, *x)).collect());
        }
        for ty in [T::F16, T::F32, T::F64] {
            values.push(floats.iter().map(|x| Scalar::from_f64(ty, *x)).collect());
        }
        let nan = |x: Result<Scalar, ScalarFault>| x.is_ok_and(|x| x.ty().is_float() && x.as_f64().is_nan());
        for op in BinOp::ALL.iter().copied() {
            for of_type in &values {
                for (a, b) in of_type.iter().flat_map(|a| of_type.iter().map(move |b| (*a, *b))) {
                    let (quick, slow) = (binary(op, a, b), defined(op, a, b));
                    assert!(
                        quick == slow || nan(quick) && nan(slow),
                        "{op:?} {a} {b}: {quick:?}, not {slow:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn integer_division_rounds_as_the_language_says() {
        assert_eq!(i64s(BinOp::Div, -7, 2), Ok(Scalar::I64(-4)));
        assert_eq!(i64s(BinOp::Mod, -7, 2), Ok(Scalar::I64(1)));
        assert_eq!(i64s(BinOp::Quot, -7, 2), Ok(Scalar::I64(-3)));
        assert_eq!(i64s(BinOp::Rem, -7, 2), Ok(Scalar::I64(-1)));
        assert_eq!(i64s(BinOp::Div, i64::MIN, -1), Ok(Scalar::I64(i64::MIN)));
        assert_eq!(i64s(BinOp::Div, 1, 0), Err(ScalarFault::DivisionByZero));
    }

    #[test]
    fn integers_wrap_in_their_own_width() {
        assert_eq!(binary(BinOp::Add, Scalar::U8(250), Scalar::U8(10)), Ok(Scalar::U8(4)));
        assert_eq!(binary(BinOp::Mul, Scalar::I32(1 << 30), Scalar::I32(4)), Ok(Scalar::I32(0)));
        assert_eq!(binary(BinOp::Pow, Scalar::I16(3), Scalar::I16(11)), Ok(Scalar::I16(3i32.pow(11) as i16)));
        assert_eq!(binary(BinOp::Ushr, Scalar::I8(-1), Scalar::I8(4)), Ok(Scalar::I8(15)));
        assert_eq!(binary(BinOp::Shr, Scalar::I8(-1), Scalar::I8(9)), Ok(Scalar::I8(-1)));
    }

    #[test]
    fn conversions_saturate_wrap_and_round() {
        assert_eq!(convert(T::I8, Scalar::F64(1e9)), Scalar::I8(127));
        assert_eq!(convert(T::I32, Scalar::F32(f32::NAN)), Scalar::I32(0));
        assert_eq!(convert(T::U8, Scalar::I64(-1)), Scalar::U8(255));
        assert_eq!(convert(T::I64, Scalar::U32(u32::MAX)), Scalar::I64(u32::MAX as i64));
    }

    #[test]
    fn names_round_trip() {
        for op in BinOp::ALL {
            assert_eq!(BinOp::from_name(op.name()), Some(*op));
        }
        for op in UnOp::ALL {
            assert_eq!(UnOp::from_name(op.name()), Some(*op));
        }
        for ty in ScalarType::ALL {
            assert_eq!(ScalarType::from_name(ty.name()), Some(ty));
        }
    }
}
