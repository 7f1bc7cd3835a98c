//! Intervals of integers, and what operators make of them.

use base::{BinOp, ScalarType, UnOp};

/// The integers from `lo` to `hi`. None where `lo > hi`: the code cannot be reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Range {
    /// The smallest.
    pub(crate) lo: i128,
    /// The greatest.
    pub(crate) hi: i128,
}

/// Shifts by less than this stay inside an `i128`.
const SHIFT: i128 = 63;

impl Range {
    pub(super) fn new(lo: i128, hi: i128) -> Range {
        Range { lo, hi }
    }
    /// Every value of an integer type.
    pub(super) fn of_type(ty: ScalarType) -> Range {
        let bits = 8 * ty.bytes() as u32;
        if ty.is_unsigned() {
            Range::new(0, (1 << bits) - 1)
        } else {
            Range::new(-(1 << (bits - 1)), (1 << (bits - 1)) - 1)
        }
    }
    pub(super) fn meet(self, other: Range) -> Range {
        Range::new(self.lo.max(other.lo), self.hi.min(other.hi))
    }
    pub(crate) fn join(self, other: Range) -> Range {
        Range::new(self.lo.min(other.lo), self.hi.max(other.hi))
    }
    pub(super) fn contains(self, other: Range) -> bool {
        self.lo <= other.lo && other.hi <= self.hi
    }
    /// The same with ends that can be added and multiplied.
    pub(super) fn clamped(self) -> Range {
        Range::new(self.lo.clamp(-(1 << 66), 1 << 66), self.hi.clamp(-(1 << 66), 1 << 66))
    }
    /// All of them multiplied by a number.
    pub(super) fn times(self, by: i128) -> Range {
        let (a, b) = (self.lo.saturating_mul(by), self.hi.saturating_mul(by));
        Range::new(a.min(b), a.max(b))
    }
    fn hull(of: [i128; 4]) -> Range {
        Range::new(of.into_iter().min().unwrap_or(0), of.into_iter().max().unwrap_or(0))
    }
    fn ends(self, other: Range, f: impl Fn(i128, i128) -> i128) -> Range {
        Range::hull([f(self.lo, other.lo), f(self.lo, other.hi), f(self.hi, other.lo), f(self.hi, other.hi)])
    }
}

/// What a binary operator gives over the integers; nothing where little is known. The result may lie outside of the type: then
/// it wraps.
#[allow(clippy::wildcard_enum_match_arm)] // Other operators are nothing special.
pub(super) fn binary(op: BinOp, a: Range, b: Range) -> Option<Range> {
    let positive = b.lo >= 1 && b.hi >= b.lo;
    let natural = a.lo >= 0;
    Some(match op {
        BinOp::Add => Range::new(a.lo + b.lo, a.hi + b.hi),
        BinOp::Sub => Range::new(a.lo - b.hi, a.hi - b.lo),
        BinOp::Mul => a.ends(b, i128::saturating_mul),
        BinOp::Min => Range::new(a.lo.min(b.lo), a.hi.min(b.hi)),
        BinOp::Max => Range::new(a.lo.max(b.lo), a.hi.max(b.hi)),
        BinOp::Div if positive => a.ends(b, i128::div_euclid),
        BinOp::Quot if positive => a.ends(b, |x, y| x / y),
        BinOp::Mod | BinOp::Rem if positive && natural => Range::new(0, a.hi.min(b.hi - 1)),
        BinOp::Mod if positive => Range::new(0, b.hi - 1),
        BinOp::Rem if positive => Range::new(1 - b.hi, b.hi - 1),
        BinOp::And if natural && b.lo >= 0 => Range::new(0, a.hi.min(b.hi)),
        BinOp::And if natural => Range::new(0, a.hi),
        BinOp::And if b.lo >= 0 => Range::new(0, b.hi),
        BinOp::Or | BinOp::Xor if natural && b.lo >= 0 => {
            let bits = i128::BITS - a.hi.max(b.hi).max(0).leading_zeros();
            Range::new(0, (1i128 << bits.min(120)) - 1)
        }
        // A shift by as many bits as there are, or more, gives 0.
        BinOp::Shl if natural && b.lo >= 0 && b.hi < SHIFT && a.hi < 1 << SHIFT => {
            Range::new(a.lo << b.lo, a.hi << b.hi)
        }
        BinOp::Shr | BinOp::Ushr if natural && b.lo >= 0 => Range::new(0, a.hi >> b.lo.min(SHIFT)),
        _ => return None,
    })
}

/// What a unary operator gives over the integers.
#[allow(clippy::wildcard_enum_match_arm)] // Other operators are nothing special.
pub(super) fn unary(op: UnOp, a: Range) -> Option<Range> {
    Some(match op {
        UnOp::Neg => Range::new(-a.hi, -a.lo),
        UnOp::Abs if a.lo >= 0 => a,
        UnOp::Abs => Range::new(0, a.hi.max(-a.lo)),
        UnOp::Sgn => Range::new(-1, 1),
        UnOp::Popc | UnOp::Clz | UnOp::Ctz => Range::new(0, 64),
        _ => return None,
    })
}
