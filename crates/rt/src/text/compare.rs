//! Comparing values up to rounding.

use base::Scalar;
use ir::Value;
use ir::value::Lens;

/// Says where `got` differs from `expected` first. Shapes and integers must be equal. Floats may differ as in Futhark's tests: by
/// `tolerance` times the largest finite element that is expected, or times 1 if that is smaller; one bound for the whole array.
/// A NaN equals a NaN, and an infinity only itself.
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
    let margin = margin(expected, tolerance);
    for position in 0..got.len().max(expected.len()) {
        if position >= got.len() || position >= expected.len() {
            return Err(format!("got {} elements, expected {}", got.len(), expected.len()));
        }
        let (a, b) = (got.get(position), expected.get(position));
        if !close(a, b, margin) {
            let at = place(&got.lens, position);
            return Err(format!("element{at} is {a}, expected {b}"));
        }
    }
    Ok(())
}

/// By how much floats may differ. The largest element counts, not the largest magnitude.
fn margin(expected: &Value, tolerance: f64) -> f64 {
    if !expected.elem.is_float() {
        return 0.0;
    }
    let elements = (0..expected.len()).map(|i| expected.get(i).as_f64());
    elements.filter(|x| x.is_finite()).fold(tolerance, |margin, x| margin.max(tolerance * x))
}

fn close(a: Scalar, b: Scalar, margin: f64) -> bool {
    if !a.ty().is_float() {
        return a == b;
    }
    let (a, b) = (a.as_f64(), b.as_f64());
    a == b || (a.is_nan() && b.is_nan()) || (a - b).abs() <= margin
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
    fn an_array_has_one_tolerance_by_its_largest_element() {
        assert_eq!(compare("[1000000.0, 0.0]", "[1000000.0, 0.9]"), Ok(()));
        assert!(compare("[1000000.0, 0.0]", "[1000000.0, 1.1]").is_err());
        assert!(compare("[1.0, 0.0]", "[1.0, 0.9]").is_err());
        assert_eq!(compare("[[1000000.0], [0.0]]", "[[1000000.0], [0.9]]"), Ok(()));
        // What is not finite does not count, nor does a magnitude.
        assert!(compare("[f64.inf, 0.0]", "[f64.inf, 0.9]").is_err());
        assert!(compare("[-1000000.0, 0.0]", "[-1000000.0, 0.9]").is_err());
        // What was computed does not say how exact it has to be.
        assert!(compare("[1000000.0]", "[0.0]").is_err());
        assert!(compare("f64.inf", "-f64.inf").is_err());
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
