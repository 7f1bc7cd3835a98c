//! The types of elements.

use base::{Scalar, ScalarType};
use half::f16;

/// The element of an array: a scalar, or a Rust array of elements, which is a row of constant size.
///
/// This trait is sealed: it says how elements lie in memory, which the compiler relies on.
pub trait Elem: sealed::Layout + Copy + Send + Sync + 'static {}

impl<T: sealed::Layout + Copy + Send + Sync + 'static> Elem for T {}

pub(crate) mod sealed {
    use base::ScalarType;

    /// # Safety
    /// A value consists of nothing but scalars of type `SCALAR`, one after the other, as many as the product of the sizes that
    /// `sizes` adds; and all bytes that the language allows for the scalars make a value.
    pub unsafe trait Layout {
        /// The type of the scalars.
        const SCALAR: ScalarType;
        /// How many dimensions it has itself.
        const RANK: usize;
        /// Adds the sizes of its own dimensions, outermost first.
        fn sizes(into: &mut Vec<i64>);
    }
}

use sealed::Layout;

/// A type of the language that is a type of Rust.
pub(crate) trait Single: Elem {
    fn to_scalar(self) -> Scalar;
    fn from_scalar(x: Scalar) -> Option<Self>;
}

macro_rules! scalars {
    ($($ty:ty, $name:ident;)*) => { $(
        // SAFETY: one scalar. Programs write 0 and 1 for truth values.
        unsafe impl Layout for $ty {
            const SCALAR: ScalarType = ScalarType::$name;
            const RANK: usize = 0;
            fn sizes(_: &mut Vec<i64>) {}
        }
        impl Single for $ty {
            fn to_scalar(self) -> Scalar {
                Scalar::$name(self)
            }
            fn from_scalar(x: Scalar) -> Option<$ty> {
                if let Scalar::$name(x) = x { Some(x) } else { None }
            }
        }
    )* };
}

scalars! {
    i8, I8; i16, I16; i32, I32; i64, I64; u8, U8; u16, U16; u32, U32; u64, U64; f16, F16; f32, F32; f64, F64; bool, Bool;
}

// SAFETY: `N` elements, one after the other.
unsafe impl<T: Layout, const N: usize> Layout for [T; N] {
    const SCALAR: ScalarType = T::SCALAR;
    const RANK: usize = 1 + T::RANK;
    fn sizes(into: &mut Vec<i64>) {
        into.push(N as i64);
        T::sizes(into);
    }
}
