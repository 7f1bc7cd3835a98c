//! Scalar operators and what is known of them: the types of their results, whether they can fail, neutral elements.

use super::ScalarType as T;
use super::{Scalar, ScalarType};

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
        /// Of integers: the first less the second, unless it is smaller. The remainder of a number below twice the divisor.
        Wrap = "wrap",
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
        Sqrt = "sqrt",
        /// `1 / sqrt x`, which generated code may round differently: by 2 units in the last place at most.
        Rsqrt = "rsqrt",
        Cbrt = "cbrt", Exp = "exp", Log = "log", Log2 = "log2", Log10 = "log10", Log1p = "log1p",
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
