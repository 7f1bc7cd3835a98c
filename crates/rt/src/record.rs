//! The failure record, and what a failing check says.

use base::{Id, IdVec, Scalar};
use ir::Failure;
use ir::failure::fill;
use ir::kernel::{Check, CheckId, RECORD_SLOTS};

/// `{ i32 claim; i32 check; i64 at[8]; i64 vals[8]; }`
pub(crate) const BYTES: usize = 8 + 16 * RECORD_SLOTS;

/// What the record says, if anybody has claimed it.
pub(crate) fn decode(checks: &IdVec<CheckId, Check>, record: &[u8; BYTES]) -> Option<Failure> {
    let words: Vec<u64> = record
        .chunks_exact(8)
        .map(|word| word.iter().rev().fold(0, |sum, byte| (sum << 8) | *byte as u64))
        .collect();
    let (claim, check) = (words[0] as i32, (words[0] >> 32) as u32);
    if claim == 0 {
        return None;
    }
    let check = CheckId(check);
    let (at, vals) = words[1..].split_at(RECORD_SLOTS);
    let levels = checks.get(check).map_or(0, |c| c.at.min(RECORD_SLOTS));
    Some(failure(checks, check, at[..levels].iter().map(|i| *i as i64).collect(), vals))
}

/// The failure of a check with these operands.
pub(crate) fn failure(checks: &IdVec<CheckId, Check>, check: CheckId, at: Vec<i64>, vals: &[u64]) -> Failure {
    let Some(line) = checks.get(check) else {
        let message = format!("check {} failed, which is not in the table", check.index());
        return Failure { message, loc: base::Loc::none(), at };
    };
    let shown: Vec<String> =
        line.vals.iter().zip(vals).map(|(ty, bits)| plain(Scalar::from_bits(*ty, *bits))).collect();
    Failure { message: fill(&line.what, &shown), loc: line.loc.clone(), at }
}

/// A scalar as messages show it, without its type; the interpreter shows it the same.
fn plain(x: Scalar) -> String {
    match x {
        Scalar::F32(x) => format!("{x:?}"),
        Scalar::F16(_) => format!("{:?}", x.as_f64() as f32),
        Scalar::F64(_) => format!("{:?}", x.as_f64()),
        Scalar::Bool(b) => b.to_string(),
        Scalar::U8(_) | Scalar::U16(_) | Scalar::U32(_) | Scalar::U64(_) => x.bits().to_string(),
        Scalar::I8(_) | Scalar::I16(_) | Scalar::I32(_) | Scalar::I64(_) => x.as_i64().to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::{Loc, ScalarType};

    #[test]
    fn operands_show_without_their_types() {
        let mut checks = IdVec::new();
        let vals = vec![ScalarType::I64, ScalarType::F32, ScalarType::Bool];
        let id = checks.push(Check { what: "{} {} {}".into(), vals, at: 1, loc: Loc::none() });
        let mut record = [0; BYTES];
        assert_eq!(decode(&checks, &record), None);
        record[0] = 3;
        record[8] = 5;
        record[8 + 8 * RECORD_SLOTS..][..8].copy_from_slice(&(-2i64).to_le_bytes());
        record[16 + 8 * RECORD_SLOTS..][..4].copy_from_slice(&1.5f32.to_le_bytes());
        record[24 + 8 * RECORD_SLOTS] = 1;
        let failure = decode(&checks, &record).unwrap();
        assert_eq!((failure.message.as_str(), failure.at), ("-2 1.5 true", vec![5]));
        assert_eq!(id.index(), 0);
    }
}
