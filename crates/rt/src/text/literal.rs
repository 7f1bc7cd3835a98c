//! Scalar literals: `12`, `-0x1F_i64`, `1.5e-3f32`, `true`, `-f64.inf`.

use base::{Scalar, ScalarType};

/// What a literal is before its type is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Bool,
    Integer,
    Float,
}

/// A literal taken apart.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Literal<'t> {
    negative: bool,
    body: &'t str,
    pub(crate) kind: Kind,
    /// The type it names.
    pub(crate) suffix: Option<ScalarType>,
}

const SUFFIXES: [ScalarType; 11] = [
    ScalarType::I8,
    ScalarType::I16,
    ScalarType::I32,
    ScalarType::I64,
    ScalarType::U8,
    ScalarType::U16,
    ScalarType::U32,
    ScalarType::U64,
    ScalarType::F16,
    ScalarType::F32,
    ScalarType::F64,
];

impl<'t> Literal<'t> {
    /// Takes a word apart; `None` if it is no literal. Digits are looked at by [`Literal::value`].
    pub(crate) fn new(word: &'t str) -> Option<Literal<'t>> {
        let (negative, body) = match word.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, word.strip_prefix('+').unwrap_or(word)),
        };
        if !negative && matches!(word, "true" | "false") {
            return Some(Literal { negative, body, kind: Kind::Bool, suffix: Some(ScalarType::Bool) });
        }
        if let Some((ty, "nan" | "inf")) = body.split_once('.') {
            let suffix = ScalarType::from_name(ty).filter(|ty| ty.is_float())?;
            return Some(Literal { negative, body, kind: Kind::Float, suffix: Some(suffix) });
        }
        if !body.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
            return None;
        }
        let hex = is_hex(body);
        let is_power = |text: &str| text.contains(['p', 'P']);
        // In hexadecimal `f32` is three digits, unless an exponent stands in front of it.
        let allowed = |ty: &&ScalarType| !hex || !ty.is_float() || is_power(body);
        let suffix = SUFFIXES.iter().filter(allowed).find(|ty| body.ends_with(ty.name())).copied();
        let body = &body[..body.len() - suffix.map_or(0, |ty| ty.name().len())];
        let fractional = body.contains('.')
            || if hex { is_power(body) } else { body.contains(['e', 'E']) && !is_binary(body) };
        let float = fractional || suffix.is_some_and(|ty| ty.is_float());
        Some(Literal { negative, body, kind: if float { Kind::Float } else { Kind::Integer }, suffix })
    }

    /// The value as a scalar of type `ty`; `None` if it has none.
    pub(crate) fn value(&self, ty: ScalarType) -> Option<Scalar> {
        if self.suffix.is_some_and(|suffix| suffix != ty) {
            return None;
        }
        match self.kind {
            Kind::Bool => (ty == ScalarType::Bool).then(|| Scalar::Bool(self.body == "true")),
            Kind::Integer if ty.is_integer() => self.integer(ty),
            Kind::Integer | Kind::Float if ty.is_float() => self.float(ty),
            Kind::Integer | Kind::Float => None,
        }
    }

    fn integer(&self, ty: ScalarType) -> Option<Scalar> {
        let digits = digits_of(self.body)?;
        let (radix, digits) = match digits.get(..2) {
            Some("0x" | "0X") => (16, &digits[2..]),
            Some("0b" | "0B") => (2, &digits[2..]),
            _ => (10, digits.as_str()),
        };
        // `from_str_radix` would accept a second sign.
        if !digits.starts_with(|c: char| c.is_ascii_alphanumeric()) {
            return None;
        }
        let magnitude = u64::from_str_radix(digits, radix).ok()? as i128;
        let value = if self.negative { -magnitude } else { magnitude };
        let bits = 8 * ty.bytes() as u32;
        let (lowest, highest) = range(ty);
        // As in Futhark's values, a number that names its type is taken modulo its width.
        if self.suffix.is_some() {
            return Some(Scalar::from_bits(ty, value as u64));
        }
        // Patterns of bits may use the sign bit.
        let most = if radix == 10 { highest } else { (1i128 << bits) - 1 };
        (lowest..=most).contains(&value).then(|| Scalar::from_bits(ty, value as u64))
    }

    /// What is wrong with an integer that an integer type does not hold.
    pub(crate) fn misfit(&self, ty: ScalarType) -> Option<String> {
        if self.kind != Kind::Integer || !ty.is_integer() || self.value(ty).is_some() {
            return None;
        }
        let digits = digits_of(self.body)?;
        // Other words are no integers at all.
        let whole = match digits.get(..2) {
            Some("0x" | "0X") => digits.len() > 2 && digits[2..].bytes().all(|b| b.is_ascii_hexdigit()),
            Some("0b" | "0B") => digits.len() > 2 && digits[2..].bytes().all(|b| matches!(b, b'0' | b'1')),
            _ => digits.bytes().all(|b| b.is_ascii_digit()),
        };
        let sign = if self.negative { "-" } else { "" };
        let (lowest, highest) = range(ty);
        whole.then(|| format!("{sign}{digits} does not fit {ty}, {lowest} to {highest}"))
    }

    fn float(&self, ty: ScalarType) -> Option<Scalar> {
        let sign = if self.negative { -1.0 } else { 1.0 };
        match self.body.split_once('.') {
            Some((_, "nan")) => return Some(Scalar::from_f64(ty, f64::NAN)),
            Some((_, "inf")) => return Some(Scalar::from_f64(ty, sign * f64::INFINITY)),
            _ => {}
        }
        let digits = digits_of(self.body)?;
        if is_hex(&digits) {
            return Some(Scalar::from_f64(ty, sign * hex_float(&digits[2..])?));
        }
        if !digits.bytes().all(|b| b.is_ascii_digit() || b".eE+-".contains(&b)) {
            return None;
        }
        // Rounded once, to the type itself.
        Some(match ty {
            ScalarType::F32 => Scalar::F32(digits.parse::<f32>().ok()? * sign as f32),
            _ => Scalar::from_f64(ty, digits.parse::<f64>().ok()? * sign),
        })
    }
}

/// The least and the greatest number of an integer type.
fn range(ty: ScalarType) -> (i128, i128) {
    let bits = 8 * ty.bytes() as u32;
    let signed = ty.is_signed() as u32;
    (-(signed as i128) << (bits - 1), (1i128 << (bits - signed)) - 1)
}

fn is_hex(body: &str) -> bool {
    body.starts_with("0x") || body.starts_with("0X")
}

fn is_binary(body: &str) -> bool {
    body.starts_with("0b") || body.starts_with("0B")
}

/// The text without the underscores between digits.
fn digits_of(body: &str) -> Option<String> {
    if body.starts_with('_') || body.is_empty() {
        return None;
    }
    Some(body.chars().filter(|c| *c != '_').collect())
}

/// `1.8p3`: hexadecimal digits and a decimal exponent of two.
fn hex_float(text: &str) -> Option<f64> {
    let (digits, exponent) = text.split_once(['p', 'P']).unwrap_or((text, "0"));
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let all: String = [whole, part].concat();
    if all.is_empty() || all.len() > 16 || !all.bytes().all(|b| b.is_ascii_hexdigit()) {
        return None;
    }
    let mantissa = u64::from_str_radix(&all, 16).ok()? as f64;
    let exponent = exponent.parse::<i32>().ok()?.checked_sub(4 * part.len() as i32)?;
    // Two steps reach subnormal numbers without rounding twice in the usual cases.
    let half = exponent.clamp(-2200, 2200) / 2;
    Some(mantissa * 2f64.powi(half) * 2f64.powi(exponent.clamp(-2200, 2200) - half))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(word: &str, ty: ScalarType) -> Option<Scalar> {
        Literal::new(word)?.value(ty)
    }

    #[test]
    fn literals_have_the_expected_values() {
        assert_eq!(value("1_000", ScalarType::I64), Some(Scalar::I64(1000)));
        assert_eq!(value("-128i8", ScalarType::I8), Some(Scalar::I8(-128)));
        assert_eq!(value("0xFFi8", ScalarType::I8), Some(Scalar::I8(-1)));
        assert_eq!(value("255i8", ScalarType::I8), Some(Scalar::I8(-1)));
        assert_eq!(value("-2u16", ScalarType::U16), Some(Scalar::U16(65534)));
        assert_eq!(value("0b101", ScalarType::U8), Some(Scalar::U8(5)));
        assert_eq!(value("0x1f32", ScalarType::I32), Some(Scalar::I32(0x1f32)));
        assert_eq!(value("0x1.8p1f64", ScalarType::F64), Some(Scalar::F64(3.0)));
        assert_eq!(value("1e-3f32", ScalarType::F32), Some(Scalar::F32(1e-3)));
        assert_eq!(value("3", ScalarType::F64), Some(Scalar::F64(3.0)));
        assert_eq!(value("-f32.inf", ScalarType::F32), Some(Scalar::F32(f32::NEG_INFINITY)));
        assert_eq!(value("-0.0", ScalarType::F64), Some(Scalar::F64(-0.0)));
        assert_eq!(value("true", ScalarType::Bool), Some(Scalar::Bool(true)));
    }

    #[test]
    fn integers_that_do_not_fit_are_told_the_range() {
        let text = |word: &str, ty| Literal::new(word).and_then(|l| l.misfit(ty));
        assert_eq!(text("300", ScalarType::U8).unwrap(), "300 does not fit u8, 0 to 255");
        assert_eq!(text("-1", ScalarType::U64).unwrap(), "-1 does not fit u64, 0 to 18446744073709551615");
        assert_eq!(text("-129", ScalarType::I8).unwrap(), "-129 does not fit i8, -128 to 127");
        assert_eq!(
            text("99999999999999999999", ScalarType::I64).unwrap().split(' ').next(),
            Some("99999999999999999999")
        );
        assert_eq!(text("0x1ff", ScalarType::U8).unwrap(), "0x1ff does not fit u8, 0 to 255");
        for (word, ty) in [
            ("255", ScalarType::U8),
            ("1.5", ScalarType::U8),
            ("0x", ScalarType::U8),
            ("300", ScalarType::F16),
        ] {
            assert_eq!(text(word, ty), None, "{word}");
        }
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        for (word, ty) in [
            ("128", ScalarType::I8),
            ("-1", ScalarType::U8),
            ("1.5", ScalarType::I64),
            ("3i32", ScalarType::I64),
            ("0x", ScalarType::I64),
            ("--1", ScalarType::I64),
            ("1", ScalarType::Bool),
            ("99999999999999999999", ScalarType::I64),
            ("1.2.3", ScalarType::F64),
            ("i64", ScalarType::I64),
            ("é", ScalarType::I64),
        ] {
            assert_eq!(value(word, ty), None, "{word}");
        }
    }
}
