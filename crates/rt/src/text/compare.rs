//! Comparing values up to rounding.

use base::Scalar;
use ir::Value;
use ir::value::Lens;

/// Says where `got` differs from `expected` first. Shapes and integers must be equal; floats may differ by `tolerance` times
/// the greater magnitude, or times 1 for small numbers; a NaN equals a NaN.
pub fn approx_equal(got: &Value, expected: &Value, tolerance: f64) -> Result<(), String> {
    let ty = |v: &Value| format!("{}{}", "[]".repeat(v.lens.len()), v.elem);
    if got.elem != expected.elem || got.lens.len() != expected.lens.len() {
        return Err(format!("got a value of type {}, expected {}", ty(got), ty(expected)));
    }
    let mut count = 1;
    for (level, (a, b)) in got.lens.iter().zip(&expected.lens).enumerate() {
        let mut sum = 0;
        for row in 0..count {
            let (a, b) = (len(a, row), len(b, row));
            if a != b {
                let at = place(&got.lens[..level], row);
                return Err(format!("row{at} has size {a}, expected {b}"));
            }
            sum += a;
        }
        count = sum;
    }
    for position in 0..got.len().max(expected.len()) {
        if position >= got.len() || position >= expected.len() {
            return Err(format!("got {} elements, expected {}", got.len(), expected.len()));
        }
        let (a, b) = (got.get(position), expected.get(position));
        if !close(a, b, tolerance) {
            let at = place(&got.lens, position);
            return Err(format!("element{at} is {a}, expected {b}"));
        }
    }
    Ok(())
}

fn close(a: Scalar, b: Scalar, tolerance: f64) -> bool {
    if !a.ty().is_float() {
        return a == b;
    }
    let (a, b) = (a.as_f64(), b.as_f64());
    a == b
        || (a.is_nan() && b.is_nan())
        || (a - b).abs() <= tolerance * a.abs().max(b.abs()).clamp(1.0, f64::MAX)
}

fn len(lens: &Lens, row: usize) -> usize {
    let len = match lens {
        Lens::Uniform(n) => *n,
        Lens::Each(each) => each.get(row).copied().unwrap_or(0),
    };
    usize::try_from(len).unwrap_or(0)
}

/// ` [2, 0]`: the indices of a position in the space of these dimensions.
fn place(lens: &[Lens], position: usize) -> String {
    let mut indices = vec![];
    let mut position = position;
    for lens_here in lens.iter().rev() {
        let (row, index) = match lens_here {
            Lens::Uniform(n) => {
                let n = usize::try_from(*n).unwrap_or(0).max(1);
                (position / n, position % n)
            }
            Lens::Each(each) => {
                let (mut row, mut rest) = (0, position);
                while row < each.len() && rest >= len(lens_here, row) {
                    rest -= len(lens_here, row);
                    row += 1;
                }
                (row, rest)
            }
        };
        indices.push(index.to_string());
        position = row;
    }
    indices.reverse();
    if indices.is_empty() { String::new() } else { format!(" [{}]", indices.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::parse_values;

    fn compare(a: &str, b: &str) -> Result<(), String> {
        let one = |text| parse_values(text, None).unwrap().remove(0);
        approx_equal(&one(a), &one(b), 1e-6)
    }

    #[test]
    fn the_first_difference_is_named() {
        assert_eq!(compare("[[1i64], [2i64, 3i64]]", "[[1i64], [2i64, 3i64]]"), Ok(()));
        assert_eq!(compare("[1.0, f64.nan]", "[1.0000001, f64.nan]"), Ok(()));
        let message = |a, b| compare(a, b).unwrap_err();
        assert_eq!(message("[[1], [2, 3]]", "[[1], [2, 4]]"), "element [1, 1] is 3i32, expected 4i32");
        assert_eq!(message("[[1], [2, 3]]", "[[1], [2]]"), "row [1] has size 2, expected 1");
        assert_eq!(message("1i64", "1i32"), "got a value of type i64, expected i32");
        assert_eq!(
            message("f64.inf", "1.0"),
            "element is f64.infi64, expected 1.0f64".replace("infi64", "inf")
        );
        assert_eq!(compare("empty([0][3]i64)", "empty([0][?]i64)"), Ok(()));
    }
}
