//! The text of the prelude: `prelude.fut`, a module for every scalar type, and `prelude_sort.fut`, which uses those.

use base::{ScalarType, UnOp};

/// The name shown for the prelude in messages.
pub(crate) const NAME: &str = "prelude";

/// What every scalar type has.
const EVERY: &str = "
  type t = @
  val (==) : @ -> @ -> bool
  val (!=) : @ -> @ -> bool
  val (<) : @ -> @ -> bool
  val (<=) : @ -> @ -> bool
  val (>) : @ -> @ -> bool
  val (>=) : @ -> @ -> bool
";

/// What every number has.
const NUMBER: &str = "
  val (+) : @ -> @ -> @
  val (-) : @ -> @ -> @
  val (*) : @ -> @ -> @
  val (/) : @ -> @ -> @
  val (%) : @ -> @ -> @
  val (**) : @ -> @ -> @
  val min : @ -> @ -> @
  val max : @ -> @ -> @
  val abs : @ -> @
  val sgn : @ -> @
  val highest : @
  val lowest : @
";

/// What is defined for every number.
const NUMBER_MORE: &str = "
  def neg (x: @): @ = -x
  def recip (x: @): @ = 1 / x
  def to_i64 (x: @): i64 = i64.@ x
  def sum [n] (xs: [n]@): @ = reduce_comm (+) 0 xs
  def product [n] (xs: [n]@): @ = reduce_comm (*) 1 xs
  def maximum [n] (xs: [n]@): @ = reduce_comm @.max @.lowest xs
  def minimum [n] (xs: [n]@): @ = reduce_comm @.min @.highest xs
";

const FLOAT_UNARY: [&str; 24] = [
    "sqrt", "rsqrt", "cbrt", "exp", "log", "log2", "log10", "log1p", "sin", "cos", "tan", "asin", "acos",
    "atan", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "floor", "ceil", "trunc", "round",
];

/// The whole text. The modules come twice: first what lowering knows, then that and what is defined by it, because the
/// definitions use conversions between all types.
pub(crate) fn text() -> String {
    let mut text = include_str!("prelude.fut").to_string();
    for ty in ScalarType::ALL {
        text += &format!("module {ty} = {{\n{}}}\n", known(ty));
    }
    for ty in ScalarType::ALL {
        text += &format!("module {ty} = {{\n{}open {ty}\n}}\n", defined(ty));
    }
    text + include_str!("prelude_maths.fut")
        + include_str!("prelude_intrinsics.fut")
        + include_str!("prelude_sort.fut")
        + include_str!("prelude_rows.fut")
        + include_str!("prelude_streams.fut")
}

/// What lowering knows.
fn known(ty: ScalarType) -> String {
    let mut text = EVERY.replace('@', ty.name());
    for from in ScalarType::ALL {
        text += &format!("  val {from} : {from} -> {ty}\n");
    }
    if ty != ScalarType::Bool {
        text += &NUMBER.replace('@', ty.name());
    }
    if ty.is_integer() {
        text += &INTEGER.replace('@', ty.name());
    }
    if ty.is_float() {
        for op in FLOAT_UNARY {
            text += &format!("  val {op} : {ty} -> {ty}\n");
        }
        for op in ["atan2", "hypot", "copysign"] {
            text += &format!("  val {op} : {ty} -> {ty} -> {ty}\n");
        }
        let bits = UnOp::ToBits.result(ty);
        text += &format!("  val to_bits : {ty} -> {bits}\n  val from_bits : {bits} -> {ty}\n");
        for op in ["isnan", "isinf"] {
            text += &format!("  val {op} : {ty} -> bool\n");
        }
        for constant in ["inf", "nan", "pi", "e"] {
            text += &format!("  val {constant} : {ty}\n");
        }
    }
    text
}

/// What is defined by it.
fn defined(ty: ScalarType) -> String {
    let text = match ty {
        ScalarType::Bool => return BOOL.to_string(),
        _ if ty.is_float() => float(ty),
        _ => integer(ty),
    };
    (NUMBER_MORE.to_string() + &text).replace('@', ty.name())
}

/// What every integer has.
const INTEGER: &str = "
  val (//) : @ -> @ -> @
  val (%%) : @ -> @ -> @
  val (&) : @ -> @ -> @
  val (|) : @ -> @ -> @
  val (^) : @ -> @ -> @
  val (<<) : @ -> @ -> @
  val (>>) : @ -> @ -> @
  val (>>>) : @ -> @ -> @
  val popc : @ -> i32
  val clz : @ -> i32
  val ctz : @ -> i32
  val mul_hi : @ -> @ -> @
";

const BOOL: &str = "
  def (&&) (a: bool) (b: bool): bool = a && b
  def (||) (a: bool) (b: bool): bool = a || b
  def and (a: bool) (b: bool): bool = a && b
";

fn integer(ty: ScalarType) -> String {
    let bits = 8 * ty.bytes();
    let text = "
  def not (x: @): @ = !x
  def num_bits : i32 = BITS
  def get_bit (i: i32) (x: @): i32 = i32.@ ((x >> @.i32 i) & 1)
  def set_bit (i: i32) (x: @) (b: i32): @ = (x & !(1 << @.i32 i)) | (@.i32 b << @.i32 i)
  def mad_hi (a: @) (b: @) (c: @): @ = @.mul_hi a b + c
";
    text.replace("BITS", &bits.to_string())
}

fn float(ty: ScalarType) -> String {
    include_str!("prelude_float.fut").replace("BITS", &(8 * ty.bytes()).to_string())
}
