//! `random input { [100]i32 10i64 }`: types with sizes, and constants.

use base::ScalarType;
use ir::Value;
use rt::random::Random;

/// The most elements of one value.
const MOST: i64 = 1 << 28;

/// The values that a text asks for: the same ones every time.
pub(super) fn values(text: &str) -> Result<Vec<Value>, String> {
    let mut random = Random(0);
    let mut values = vec![];
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let mut sizes = vec![];
        while let Some(inside) = rest.strip_prefix('[') {
            let Some((size, after)) = inside.split_once(']') else { return Err("`[` without `]`".into()) };
            sizes.push(read_size(size)?);
            rest = after.trim_start();
        }
        if sizes.iter().try_fold(1i64, |n, size| n.checked_mul(*size)).is_none_or(|n| n > MOST) {
            return Err(format!("a random value may have {MOST} elements"));
        }
        let len = rest.find(|c: char| c.is_whitespace() || c == '[').unwrap_or(rest.len());
        let (word, after) = rest.split_at(len);
        match ScalarType::from_name(word) {
            Some(ty) => values.push(random.array(ty, &sizes)),
            None if sizes.is_empty() => {
                values.extend(rt::text::parse_values(word, None).map_err(|e| format!("{word}: {e}"))?);
            }
            None => return Err(format!("expected an element type, found `{word}`")),
        }
        rest = after.trim_start();
    }
    Ok(values)
}

fn read_size(text: &str) -> Result<i64, String> {
    let digits = text.trim().trim_end_matches("i64").replace('_', "");
    digits.parse().map_err(|_| format!("expected a size, found `{text}`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_and_constants() {
        let values = values(" [2][3]i32 f64 10i64 [1_0]bool").unwrap();
        let printed: Vec<String> = values.iter().map(rt::text::print_value).collect();
        assert_eq!(values.len(), 4);
        assert_eq!((values[0].len(), values[3].len()), (6, 10));
        assert_eq!(printed[2], "10i64");
        assert_eq!(values, super::values("[2][3]i32\nf64 10i64 [10]bool").unwrap());
    }

    #[test]
    fn wrong_types_are_named() {
        assert_eq!(values("[n]i32").unwrap_err(), "expected a size, found `n`");
        assert_eq!(values("[1]foo").unwrap_err(), "expected an element type, found `foo`");
        assert!(values("[1000000000][1000000000]i8").is_err());
    }
}
