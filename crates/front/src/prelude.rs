//! The text of the prelude: `prelude.fut`, the definitions that every scalar type has under its own name, and `prelude_sort.fut`,
//! which uses those.

use base::ScalarType;

/// The name shown for the prelude in messages.
pub(crate) const NAME: &str = "prelude";

const NUMBER: &str = "
val @.min : @ -> @ -> @
val @.max : @ -> @ -> @
val @.abs : @ -> @
val @.sgn : @ -> @
val @.highest : @
val @.lowest : @
def @.neg (x: @): @ = -x
def @.sum [n] (xs: [n]@): @ = reduce (+) 0 xs
def @.product [n] (xs: [n]@): @ = reduce (*) 1 xs
def @.maximum [n] (xs: [n]@): @ = reduce @.max @.lowest xs
def @.minimum [n] (xs: [n]@): @ = reduce @.min @.highest xs
";

const FLOAT_UNARY: [&str; 23] = [
    "sqrt", "cbrt", "exp", "log", "log2", "log10", "log1p", "sin", "cos", "tan", "asin", "acos", "atan",
    "sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "floor", "ceil", "trunc", "round",
];

/// The whole text.
pub(crate) fn text() -> String {
    let mut text = include_str!("prelude.fut").to_string();
    for ty in ScalarType::ALL {
        if ty != ScalarType::Bool {
            text += &NUMBER.replace('@', ty.name());
        }
        for from in ScalarType::ALL {
            text += &format!("val {ty}.{from} : {from} -> {ty}\n");
        }
        if ty.is_float() {
            for op in FLOAT_UNARY {
                text += &format!("val {ty}.{op} : {ty} -> {ty}\n");
            }
            for op in ["atan2", "hypot", "copysign"] {
                text += &format!("val {ty}.{op} : {ty} -> {ty} -> {ty}\n");
            }
            for op in ["isnan", "isinf"] {
                text += &format!("val {ty}.{op} : {ty} -> bool\n");
            }
            for constant in ["inf", "nan", "pi", "e"] {
                text += &format!("val {ty}.{constant} : {ty}\n");
            }
        }
    }
    text + include_str!("prelude_sort.fut")
}
