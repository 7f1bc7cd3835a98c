//! Classes of types: what overloaded operators and literals admit.

use base::ScalarType;

/// What a type variable may stand for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Class {
    /// Any type.
    Any,
    /// Any type without functions.
    Data,
    /// Any type but functions: what `==` compares.
    Eq,
    /// A number or a bool: what `<` compares.
    Ord,
    /// A number, a bool, or a tuple of these: what a comprehension orders and groups by.
    Key,
    /// A number.
    Num,
    /// An integer.
    Int,
    /// An integer or a bool: what `!` takes.
    Bits,
    /// A float.
    Float,
}

impl Class {
    /// The class of what is in both.
    pub(super) fn meet(self, other: Class) -> Option<Class> {
        use Class::*;
        match (self, other) {
            (a, b) if a == b => Some(a),
            (Any, x) | (x, Any) => Some(x),
            (Data, x) | (x, Data) => Some(x),
            (Eq, x) | (x, Eq) => Some(x),
            (Key, x) | (x, Key) => Some(x),
            (Ord, x) | (x, Ord) => Some(x),
            (Bits, Num) | (Num, Bits) => Some(Int),
            (Num, x) | (x, Num) => Some(x),
            (Float, _) | (_, Float) => None,
            (Int | Bits, Int | Bits) => Some(Int),
        }
    }
    /// Whether a scalar type is in it.
    pub(super) fn admits(self, scalar: ScalarType) -> bool {
        match self {
            Class::Any | Class::Data | Class::Eq | Class::Ord | Class::Key => true,
            Class::Num => scalar != ScalarType::Bool,
            Class::Int => scalar.is_integer(),
            Class::Bits => !scalar.is_float(),
            Class::Float => scalar.is_float(),
        }
    }
    /// The class in words.
    pub(super) fn words(self) -> &'static str {
        match self {
            Class::Any => "any type",
            Class::Data => "a type without functions",
            Class::Eq => "a type that can be compared",
            Class::Ord => "a number or a bool",
            Class::Key => "a number, a bool, or a tuple of these",
            Class::Num => "a number",
            Class::Int => "an integer",
            Class::Bits => "an integer or a bool",
            Class::Float => "a float",
        }
    }
}
