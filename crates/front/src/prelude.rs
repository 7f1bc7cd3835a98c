//! The text of the prelude: `prelude.fut`, a module for every scalar type, and `prelude_sort.fut`, which uses those.

use base::ScalarType;

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

const FLOAT_UNARY: [&str; 23] = [
    "sqrt", "cbrt", "exp", "log", "log2", "log10", "log1p", "sin", "cos", "tan", "asin", "acos", "atan",
    "sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "floor", "ceil", "trunc", "round",
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
    text + include_str!("prelude_maths.fut") + include_str!("prelude_sort.fut")
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
  def popc (x: @): i32 =
    let (_, c) = loop (x, c) = (x, 0) while x != 0 do (x & (x - 1), c + 1) in c
  def clz (x: @): i32 =
    let (_, c) = loop (x, c) = (x, 0i32) while c < BITS && get_bit (BITS - 1) x == 0 do (x << 1, c + 1) in c
  def ctz (x: @): i32 =
    let (_, c) = loop (x, c) = (x, 0i32) while c < BITS && get_bit 0 x == 0 do (x >>> 1, c + 1) in c
  def mul_hi (a: @) (b: @): @ = MUL_HI
  def mad_hi (a: @) (b: @) (c: @): @ = mul_hi a b + c
";
    // 64-bit products are put together from halves.
    let wide = match ty {
        ScalarType::U64 => {
            "let (al, ah) = (a & 0xffffffff, a >> 32)
    let (bl, bh) = (b & 0xffffffff, b >> 32)
    let mid = ah * bl + ((al * bl) >> 32)
    let low = al * bh + (mid & 0xffffffff)
    in ah * bh + (mid >> 32) + (low >> 32)"
        }
        ScalarType::I64 => {
            "let (al, ah) = (a & 0xffffffff, a >> 32)
    let (bl, bh) = (b & 0xffffffff, b >> 32)
    let mid = ah * bl + ((al * bl) >>> 32)
    let low = al * bh + (mid & 0xffffffff)
    in ah * bh + (mid >> 32) + (low >> 32)"
        }
        _ if ty.is_unsigned() => "@.u64 ((u64.@ a * u64.@ b) >> BITS)",
        _ => "@.i64 ((i64.@ a * i64.@ b) >> BITS)",
    };
    text.replace("MUL_HI", wide).replace("BITS", &bits.to_string())
}

fn float(ty: ScalarType) -> String {
    let (bits, mantissa) = match ty {
        ScalarType::F16 => (16, 10),
        ScalarType::F32 => (32, 23),
        _ => (64, 52),
    };
    let bias = (1 << (bits - mantissa - 2)) - 1;
    include_str!("prelude_float.fut")
        .replace("BITS", &bits.to_string())
        .replace("MANT", &mantissa.to_string())
        .replace("POWER", &(1u64 << mantissa).to_string())
        .replace("BIAS", &bias.to_string())
}
