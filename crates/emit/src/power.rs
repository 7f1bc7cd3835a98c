//! Division by a power of two, rounded down: a shift, and of what remains the low bits. Compilers of C do not see that through the functions that
//! round down.

use base::{BinOp, Scalar, ScalarType};
use ir::kernel::Exp;

/// The operator and the constant that do the same on integers as an operator on them and a power of two.
pub(crate) fn by_power<S>(op: BinOp, ty: ScalarType, by: &Exp<S>) -> Option<(BinOp, Scalar)> {
    let Exp::Const(by) = by else { return None };
    let by = Some(by.bits()).filter(|by| ty.is_integer() && by.is_power_of_two())?;
    // Of the numbers of a type with a sign the highest bit is no power of two.
    if ty.is_signed() && by >> (8 * ty.bytes() - 1) != 0 {
        return None;
    }
    let (signed, shift) = (ty.is_signed(), u64::from(by.trailing_zeros()));
    if op == BinOp::Mod || op == BinOp::Rem && !signed {
        Some((BinOp::And, Scalar::from_bits(ty, by - 1)))
    } else if op == BinOp::Div || op == BinOp::Quot && !signed {
        Some((if signed { BinOp::Shr } else { BinOp::Ushr }, Scalar::from_bits(ty, shift)))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::scalar::binary;

    /// For every type and operator, on numbers around what decides.
    #[test]
    fn does_the_same() {
        use ScalarType as T;
        let (mut found, near) =
            (0, [0, 1, 2, 7, 8, 9, 127, 128, 255, -1, -2, -7, -8, -9, -128, i64::MAX, i64::MIN]);
        for ty in [T::I8, T::I16, T::I32, T::I64, T::U8, T::U16, T::U32, T::U64] {
            for op in [BinOp::Mod, BinOp::Rem, BinOp::Div, BinOp::Quot] {
                for by in (0..64).map(|k| Scalar::from_bits(ty, 1 << k)).filter(|by| by.bits() != 0) {
                    let Some((other, constant)) = by_power(op, ty, &Exp::<ir::kernel::OnHost>::Const(by))
                    else {
                        continue;
                    };
                    found += 1;
                    for a in near.map(|a| Scalar::from_i64(ty, a)) {
                        assert_eq!(
                            binary(op, a, by),
                            binary(other, a, constant),
                            "{} {a:?} {by:?}",
                            op.name()
                        );
                    }
                }
            }
        }
        // Two operators on four types with a sign, four on those without.
        assert_eq!(found, 2 * (7 + 15 + 31 + 63) + 4 * (8 + 16 + 32 + 64));
    }
}
