//! From doubles to 16-bit floats.
//!
//! The crate `half` rounds twice here, through `f32` or after dropping bits, depending on the processor. Results must not
//! depend on it, so the conversion is defined here; `support/common.h` of `emit` has the same in C.

use half::f16;

/// The 16-bit float nearest to a double, to even where two are as near. Every NaN becomes the same, with its sign.
pub(super) fn f16_of_f64(x: f64) -> f16 {
    let bits = x.to_bits();
    let sign = (bits >> 48) as u16 & 0x8000;
    let magnitude = bits & !(1 << 63);
    let exponent = magnitude >> 52;
    f16::from_bits(
        sign | if magnitude > f64::INFINITY.to_bits() {
            0x7e00
        } else if magnitude >= 65520f64.to_bits() {
            // From halfway to the next power of two on, the nearest is infinite.
            0x7c00
        } else if exponent >= 1023 - 14 {
            // A normal number: the exponent counts from 15, and 42 bits of the fraction go.
            shifted(magnitude - ((1023 - 15) << 52), 42)
        } else if exponent >= 1023 - 25 {
            // A subnormal one is a multiple of 2^-24.
            shifted((magnitude & ((1 << 52) - 1)) | (1 << 52), 1051 - exponent)
        } else {
            0
        },
    )
}

/// `x / 2^by` rounded to the nearest integer, to even where two are as near.
fn shifted(x: u64, by: u64) -> u16 {
    let half = 1u64 << (by - 1);
    let rest = x & (2 * half - 1);
    let whole = x >> by;
    (whole + u64::from(rest > half || rest == half && whole & 1 == 1)) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_16_bit_float_comes_back() {
        for bits in 0..=u16::MAX {
            let x = f16::from_bits(bits);
            let back = f16_of_f64(x.to_f64());
            assert!(back.to_bits() == bits || x.is_nan() && back.is_nan(), "{bits:#x}");
        }
    }

    #[test]
    fn numbers_between_two_go_to_the_nearer_and_then_to_the_even_one() {
        for bits in 0..0x7bffu16 {
            let (low, high) = (f16::from_bits(bits).to_f64(), f16::from_bits(bits + 1).to_f64());
            let middle = (low + high) / 2.0;
            let even = if bits % 2 == 0 { bits } else { bits + 1 };
            for (x, wanted) in [(middle.next_down(), bits), (middle, even), (middle.next_up(), bits + 1)] {
                assert_eq!(f16_of_f64(x).to_bits(), wanted, "{x:e}");
                assert_eq!(f16_of_f64(-x).to_bits(), wanted | 0x8000, "-{x:e}");
            }
        }
    }

    #[test]
    fn what_is_too_large_is_infinite_and_what_is_too_small_is_zero() {
        assert_eq!(f16_of_f64(65519.99).to_bits(), 0x7bff);
        for x in [65520.0, 1e300, f64::INFINITY, i64::MAX as f64] {
            assert_eq!(f16_of_f64(x).to_bits(), 0x7c00, "{x}");
        }
        let least = 2f64.powi(-25);
        assert_eq!((f16_of_f64(least).to_bits(), f16_of_f64(least.next_up()).to_bits()), (0, 1));
        assert_eq!(f16_of_f64(-f64::MIN_POSITIVE).to_bits(), 0x8000);
        assert!(f16_of_f64(f64::NAN).is_nan());
    }
}
