//! Scalar types, scalar values and the exact arithmetic of every operator.
//!
//! This is the one definition: constant folding, the host part and the interpreter all evaluate scalars here, and the
//! generated code is held to it by tests. Integers wrap around, `div`/`mod` round towards negative infinity, `quot`/`rem`
//! towards zero, a shift by at least the width gives 0 (or the sign). From float to integer, what is not finite becomes 0 and
//! what is too large saturates; a negative number becomes an unsigned one as a signed integer would. From signed to unsigned
//! integers the bits are kept, and zeros put in front of them where the type is wider. `f16` is computed in doubles, its
//! library functions in `f32`, and rounded once.

mod binary;
mod convert;
mod half;
mod ops;
mod types;
mod unary;
mod value;

pub use binary::binary;
pub use convert::convert;
pub use ops::{BinOp, UnOp};
pub use types::ScalarType;
pub use unary::unary;
pub use value::Scalar;

/// Why a scalar operation has no result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScalarFault {
    /// Integer division or remainder by zero.
    DivisionByZero,
    /// Integer power with a negative exponent.
    NegativeExponent,
    /// The operator is not defined on this type; the verifier excludes it.
    Undefined,
}

#[cfg(test)]
mod tests {
    use super::ScalarType as T;
    use super::binary::defined;
    use super::*;

    fn i64s(op: BinOp, a: i64, b: i64) -> Result<Scalar, ScalarFault> {
        binary(op, Scalar::I64(a), Scalar::I64(b))
    }

    #[test]
    fn what_is_computed_quickly_is_what_is_defined() {
        let ints =
            [i64::MIN, i64::MIN + 1, -(1 << 31), -7, -2, -1, 0, 1, 2, 3, 7, 31, (1 << 31) - 1, i64::MAX];
        let floats = [
            f64::NEG_INFINITY,
            -1e300,
            -1.5,
            -0.0,
            0.0,
            1e-310,
            0.1,
            1.0,
            3.0e38,
            1e300,
            f64::INFINITY,
            f64::NAN,
        ];
        let mut values: Vec<Vec<Scalar>> = vec![];
        for ty in [T::I8, T::I16, T::I32, T::I64, T::U8, T::U64] {
            values.push(ints.iter().map(|x| Scalar::from_i64(ty, *x)).collect());
        }
        for ty in [T::F16, T::F32, T::F64] {
            values.push(floats.iter().map(|x| Scalar::from_f64(ty, *x)).collect());
        }
        let nan = |x: Result<Scalar, ScalarFault>| x.is_ok_and(|x| x.ty().is_float() && x.as_f64().is_nan());
        for op in BinOp::ALL.iter().copied() {
            for of_type in &values {
                for (a, b) in of_type.iter().flat_map(|a| of_type.iter().map(move |b| (*a, *b))) {
                    let (quick, slow) = (binary(op, a, b), defined(op, a, b));
                    assert!(
                        quick == slow || nan(quick) && nan(slow),
                        "{op:?} {a} {b}: {quick:?}, not {slow:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn integer_division_rounds_as_the_language_says() {
        assert_eq!(i64s(BinOp::Div, -7, 2), Ok(Scalar::I64(-4)));
        assert_eq!(i64s(BinOp::Mod, -7, 2), Ok(Scalar::I64(1)));
        assert_eq!(i64s(BinOp::Quot, -7, 2), Ok(Scalar::I64(-3)));
        assert_eq!(i64s(BinOp::Rem, -7, 2), Ok(Scalar::I64(-1)));
        assert_eq!(i64s(BinOp::Div, i64::MIN, -1), Ok(Scalar::I64(i64::MIN)));
        assert_eq!(i64s(BinOp::Div, 1, 0), Err(ScalarFault::DivisionByZero));
    }

    #[test]
    fn integers_wrap_in_their_own_width() {
        assert_eq!(binary(BinOp::Add, Scalar::U8(250), Scalar::U8(10)), Ok(Scalar::U8(4)));
        assert_eq!(binary(BinOp::Mul, Scalar::I32(1 << 30), Scalar::I32(4)), Ok(Scalar::I32(0)));
        assert_eq!(binary(BinOp::Pow, Scalar::I16(3), Scalar::I16(11)), Ok(Scalar::I16(3i32.pow(11) as i16)));
        assert_eq!(binary(BinOp::Ushr, Scalar::I8(-1), Scalar::I8(4)), Ok(Scalar::I8(15)));
        assert_eq!(binary(BinOp::Shr, Scalar::I8(-1), Scalar::I8(9)), Ok(Scalar::I8(-1)));
    }

    #[test]
    fn conversions_saturate_wrap_and_round() {
        assert_eq!(convert(T::I8, Scalar::F64(1e9)), Scalar::I8(127));
        assert_eq!(convert(T::I32, Scalar::F32(f32::NAN)), Scalar::I32(0));
        assert_eq!(convert(T::U8, Scalar::I64(-1)), Scalar::U8(255));
        assert_eq!(convert(T::I64, Scalar::U32(u32::MAX)), Scalar::I64(u32::MAX as i64));
    }

    #[test]
    fn names_round_trip() {
        for op in BinOp::ALL {
            assert_eq!(BinOp::from_name(op.name()), Some(*op));
        }
        for op in UnOp::ALL {
            assert_eq!(UnOp::from_name(op.name()), Some(*op));
        }
        for ty in ScalarType::ALL {
            assert_eq!(ScalarType::from_name(ty.name()), Some(ty));
        }
    }
}
