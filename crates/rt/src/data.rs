//! A stream of values, each as text or as bytes.

use crate::{binary, text};
use base::ScalarType;
use ir::Value;

/// Reads all values of a stream. A value that begins with `b` is binary ([`crate::binary`]), any other is text
/// ([`crate::text`]); white space may stand between them. `expected` is as for [`text::parse_values`]. The error says where.
pub fn read_values(bytes: &[u8], expected: Option<&[(ScalarType, usize)]>) -> Result<Vec<Value>, String> {
    let mut values = vec![];
    let mut at = 0;
    loop {
        at += bytes[at..].iter().take_while(|b| b.is_ascii_whitespace()).count();
        if at == bytes.len() {
            return Ok(values);
        }
        if bytes[at] == binary::START {
            let (value, next) = binary::read_value(bytes, at).map_err(|e| e.to_string())?;
            values.push(value);
            at = next;
        } else {
            // Texts go on up to the next binary value, or to bytes that are no text.
            let start = at;
            let part = bytes[at..].utf8_chunks().next().map_or("", |chunk| chunk.valid());
            let hints = expected.map(|e| e.get(values.len()..).unwrap_or(&[]));
            let (texts, len) = text::parse_leading(part, hints, binary::START as char)
                .map_err(|e| if start == 0 { e.to_string() } else { format!("from byte {start}: {e}") })?;
            at += len;
            if texts.is_empty() && len == 0 {
                return Err(format!("byte {at}: this is neither UTF-8 text nor a binary value"));
            }
            values.extend(texts);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Scalar;

    #[test]
    fn text_and_bytes_may_be_mixed() {
        let bytes = b" 1i64 b\x02\x00  u8\x07 [2, 3] \nb\x02\x00  u8\xff";
        let values = read_values(bytes, None).unwrap();
        let three = text::parse_values("[2, 3]", None).unwrap().remove(0);
        let byte = |x| Value::scalar(Scalar::U8(x));
        assert_eq!(values, [Value::scalar(Scalar::I64(1)), byte(7), three, byte(255)]);
    }

    #[test]
    fn errors_say_where() {
        let message = |bytes: &[u8]| read_values(bytes, None).unwrap_err();
        assert!(message(b"1 b\x05").starts_with("byte 3: version 5"));
        assert!(message(b"1 \xff").starts_with("byte 2: this is neither"));
        assert!(message(b"[1,\n x]").starts_with("2:2: expected a value"));
        assert!(message(b"b\x02\x00  u8\x07 x").starts_with("from byte 9: 1:1: expected a value"));
    }
}
