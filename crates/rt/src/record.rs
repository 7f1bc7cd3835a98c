//! The failure record, and what a failing check says.

use base::{Id, IdVec, Scalar};
use ir::Failure;
use ir::failure::fill;
use ir::kernel::{Check, CheckId, RECORD_CALLS, RECORD_SLOTS};

/// `{ i32 claim; i32 check; i64 at[8]; i64 vals[8]; i32 calls; i32 more; i32 deep; i32 unused; i32 call[32]; }`
///
/// `calls` functions were left after the failure, other ones than the last each time; `call` says from which places: those of the
/// first half, then those of the second half in turns. They put `more` indices in front. `deep`: calls were nested too deeply.
pub(crate) const BYTES: usize = 8 + 16 * RECORD_SLOTS + 16 + 4 * RECORD_CALLS;

/// What the record says, if anybody has claimed it, and whether calls were nested too deeply.
pub(crate) fn decode(checks: &IdVec<CheckId, Check>, record: &[u8; BYTES]) -> Option<(Failure, bool)> {
    let words: Vec<u64> = record
        .chunks_exact(8)
        .map(|word| word.iter().rev().fold(0, |sum, byte| (sum << 8) | *byte as u64))
        .collect();
    let (claim, check) = (words[0] as i32, (words[0] >> 32) as u32);
    if claim == 0 {
        return None;
    }
    let check = CheckId(check);
    let (at, rest) = words[1..].split_at(RECORD_SLOTS);
    let (vals, rest) = rest.split_at(RECORD_SLOTS);
    let halves: Vec<u32> = rest.iter().flat_map(|word| [*word as u32, (*word >> 32) as u32]).collect();
    let (calls, more, deep) = (halves[0] as usize, halves[1] as usize, halves[2] != 0);
    let levels = checks.get(check).map_or(0, |c| c.at) + more;
    let at = at[..levels.min(RECORD_SLOTS)].iter().map(|i| *i as i64).collect();
    let mut failure = failure(checks, check, at, vals);
    for place in places(calls) {
        if let Some(line) = checks.get(CheckId(halves[4 + place])) {
            failure.loc = failure.loc.through_call(&line.loc);
        }
    }
    Some((failure, deep))
}

/// Where in `call` the calls are, in their order.
fn places(calls: usize) -> impl Iterator<Item = usize> {
    let half = RECORD_CALLS / 2;
    let last = calls.saturating_sub(half).min(half);
    (0..calls.min(half)).chain((calls - last..calls).map(move |n| half + n % half))
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
        let (failure, _) = decode(&checks, &record).unwrap();
        assert_eq!((failure.message.as_str(), failure.at), ("-2 1.5 true", vec![5]));
        assert_eq!(id.index(), 0);
    }

    #[test]
    fn calls_follow_the_position_of_the_failure() {
        let half = RECORD_CALLS / 2;
        let order = |calls: usize| places(calls).collect::<Vec<_>>();
        assert_eq!(order(0), []);
        assert_eq!(order(2), [0, 1]);
        let turn: Vec<usize> = (0..half).chain(half + 3..2 * half).chain(half..half + 3).collect();
        assert_eq!(order(2 * half + 3), turn);

        let mut checks = IdVec::new();
        for line in 1..4 {
            let loc = Loc::at(base::Pos { file: 0, line, col: 1 });
            checks.push(Check { what: "no".into(), vals: vec![], at: 1, loc });
        }
        let mut record = [0; BYTES];
        record[0] = 1;
        let calls = 8 + 16 * RECORD_SLOTS;
        (record[8], record[16], record[24]) = (7, 8, 9);
        (record[calls], record[calls + 4]) = (2, 1);
        (record[calls + 16], record[calls + 20]) = (2, 1);
        let (failure, deep) = decode(&checks, &record).unwrap();
        let lines: Vec<u32> = failure.loc.0.iter().map(|pos| pos.line).collect();
        assert_eq!((lines, failure.at, deep), (vec![1, 3, 2], vec![7, 8], false));
    }
}
