//! Random values, the same ones for the same seed on every machine.

use base::{Scalar, ScalarType};
use ir::Value;
use ir::value::Lens;

/// A generator of numbers (splitmix64), from a seed.
pub struct Random(pub u64);

impl Random {
    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`, or 0 if there is none.
    pub fn below(&mut self, n: u64) -> u64 {
        self.bits() % n.max(1)
    }

    /// Any integer of the type, a float from 0 to 1, or a bool.
    pub fn scalar(&mut self, ty: ScalarType) -> Scalar {
        let bits = self.bits();
        match ty {
            ScalarType::Bool => Scalar::Bool(bits & 1 == 1),
            _ if ty.is_float() => Scalar::from_f64(ty, (bits >> 11) as f64 / (1u64 << 53) as f64),
            _ => Scalar::from_bits(ty, bits & (u64::MAX >> (64 - 8 * ty.bytes()))),
        }
    }

    /// A regular array, or a scalar if there are no sizes.
    pub fn array(&mut self, ty: ScalarType, sizes: &[i64]) -> Value {
        let lens: Vec<Lens> = sizes.iter().map(|n| Lens::Uniform(*n)).collect();
        let xs: Vec<Scalar> = (0..ir::value::count_positions(&lens)).map(|_| self.scalar(ty)).collect();
        Value::from_scalars(ty, lens, &xs)
    }

    /// A small array of any type with up to three dimensions, regular or not.
    pub fn ragged(&mut self) -> Value {
        let mut lens = vec![Lens::Uniform(self.below(4) as i64)];
        let mut count = ir::value::count_positions(&lens);
        for _ in 0..self.below(3) {
            lens.push(match self.below(3) {
                0 => Lens::Uniform(self.below(4) as i64),
                _ => Lens::Each((0..count).map(|_| self.below(4) as i64).collect()),
            });
            count = ir::value::count_positions(&lens);
        }
        let ty = ScalarType::ALL[self.below(ScalarType::ALL.len() as u64) as usize];
        let xs: Vec<Scalar> = (0..count).map(|_| self.scalar(ty)).collect();
        Value::from_scalars(ty, lens, &xs).normalised()
    }
}
