//! Literals.

use super::{Parse, Parser};
use crate::ast::{Exp, ExpKind};
use crate::lexer::Tok;
use base::diag::Diagnostic;
use base::{Scalar, ScalarType};

impl Parser<'_> {
    /// A number, a bool or a character.
    pub(super) fn literal(&mut self) -> Parse<Exp> {
        let span = self.span();
        let text = self.slice(span);
        let kind = match self.peek() {
            Tok::Int | Tok::Float => number(text).ok_or_else(|| {
                Diagnostic::error("literal", format!("{text} is out of range"))
                    .label(span, "this number does not fit its type")
            })?,
            Tok::True | Tok::False => ExpKind::Const(Scalar::Bool(self.peek() == Tok::True)),
            Tok::Char => match unescape(&text[1..text.len() - 1]).as_deref() {
                Some([c]) => ExpKind::Int(i128::from(*c)),
                _ => {
                    return Err(Diagnostic::error("literal", "this is not one character")
                        .label(span, "one character or one escape is expected between the quotes"));
                }
            },
            _ => return Err(self.unexpected("a literal")),
        };
        self.advance();
        Ok(self.make(span, kind))
    }
    /// A string: the bytes of its UTF-8.
    pub(super) fn string(&mut self) -> Parse<Exp> {
        let span = self.advance();
        let text = self.slice(span);
        let Some(codes) = unescape(&text[1..text.len() - 1]) else {
            return Err(Diagnostic::error("literal", "unknown escape in a string").label(span, "here"));
        };
        let chars: String = codes.into_iter().filter_map(char::from_u32).collect();
        let byte = |b: u8| ExpKind::Const(Scalar::from_i64(ScalarType::U8, i64::from(b)));
        let elems = chars.bytes().map(|b| self.make(span, byte(b))).collect();
        let array = self.make(span, ExpKind::Array(elems));
        if !text[1..text.len() - 1].is_empty() {
            return Ok(array);
        }
        // An empty string still has elements of type u8.
        let elem = crate::ast::TypeExp { kind: crate::ast::TypeKind::Scalar(ScalarType::U8), span };
        let kind = crate::ast::TypeKind::Array(crate::ast::SizeExp::Anon, Box::new(elem));
        Ok(self.make(span, ExpKind::Typed(Box::new(array), crate::ast::TypeExp { kind, span })))
    }
}

/// The code points of what stands between quotes.
fn unescape(text: &str) -> Option<Vec<u32>> {
    let mut codes = vec![];
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if c != '\\' {
            codes.push(c as u32);
            continue;
        }
        codes.push(match chars.next()? {
            'n' => 10,
            't' => 9,
            'r' => 13,
            '0' if !chars.peek().is_some_and(char::is_ascii_digit) => 0,
            'a' => 7,
            'b' => 8,
            'f' => 12,
            'v' => 11,
            'x' => {
                let mut code = 0u32;
                while let Some(digit) = chars.peek().and_then(|c| c.to_digit(16)) {
                    code = code.checked_mul(16)?.checked_add(digit)?;
                    chars.next();
                }
                code
            }
            d if d.is_ascii_digit() => {
                let mut code = d.to_digit(10)?;
                while let Some(digit) = chars.peek().and_then(|c| c.to_digit(10)) {
                    code = code.checked_mul(10)?.checked_add(digit)?;
                    chars.next();
                }
                code
            }
            c @ ('\\' | '\'' | '"') => c as u32,
            _ => return None,
        });
    }
    Some(codes)
}

/// A number with or without suffix; `None` if it does not fit.
fn number(text: &str) -> Option<ExpKind> {
    let clean: String = text.chars().filter(|c| *c != '_').collect();
    let lower = clean.to_lowercase();
    let hex = lower.starts_with("0x");
    let hex_float = hex && lower.contains('p');
    let suffix = ScalarType::ALL.into_iter().find(|t| {
        *t != ScalarType::Bool && lower.ends_with(t.name()) && !(hex && t.is_float() && !hex_float)
    });
    let digits = suffix.map_or(lower.as_str(), |t| &lower[..lower.len() - t.name().len()]);
    let float = |x: f64| suffix.map_or(ExpKind::Float(x), |t| ExpKind::Const(Scalar::from_f64(t, x)));
    if hex_float {
        return hex_number(&digits[2..]).map(float);
    }
    let radix = if hex {
        16
    } else if digits.starts_with("0b") {
        2
    } else {
        10
    };
    let body = if radix == 10 { digits } else { &digits[2..] };
    if radix == 10 && digits.contains(['.', 'e']) {
        return digits.parse().ok().map(float);
    }
    let x = i128::from_str_radix(body, radix).ok()?;
    match suffix {
        Some(t) if t.is_float() => Some(ExpKind::Const(Scalar::from_f64(t, x as f64))),
        Some(t) if fits(x, t) => Some(ExpKind::Const(Scalar::from_bits(t, x as u64))),
        None if x <= u64::MAX as i128 => Some(ExpKind::Int(x)),
        Some(_) | None => None,
    }
}

/// Whether an integer literal can be of this type. The sign comes later, so the lowest number has to fit too; bit patterns
/// in other bases may use the sign bit.
pub(crate) fn fits(x: i128, ty: ScalarType) -> bool {
    let bits = 8 * ty.bytes() as u32;
    x < 1i128 << bits
}

/// `1.8p3`: hexadecimal digits and a power of two.
fn hex_number(text: &str) -> Option<f64> {
    let (digits, exponent) = text.split_once('p')?;
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let mut value = 0f64;
    for digit in whole.chars().chain(fraction.chars()) {
        value = value * 16.0 + f64::from(digit.to_digit(16)?);
    }
    let exponent: i32 = exponent.parse().ok()?;
    Some(value * 2f64.powi(exponent.checked_sub(4 * fraction.len() as i32)?))
}
