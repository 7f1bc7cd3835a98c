//! Arrays of several dimensions that lie in a slice.

use crate::error::{Error, Result};

/// An array of `R` dimensions whose elements lie in a slice, row by row. As an argument it is borrowed for the call.
///
/// ```
/// use windrow::{Array, Context, Shaped};
///
/// let module = Context::new()?.compile("entry turned [n][m] (xss: [n][m]f64): [m][n]f64 = transpose xss")?;
/// let data = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
/// let turned: Array<f64, 2> = module.entry("turned")?.call((Shaped::new(&data, [2, 3]),))?;
/// assert_eq!((turned.shape(), &turned.view()?[..2]), ([3, 2], &[1.0, 4.0][..]));
/// # Ok::<(), windrow::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Shaped<'a, T, const R: usize> {
    data: &'a [T],
    shape: [usize; R],
}

impl<'a, T, const R: usize> Shaped<'a, T, R> {
    /// The array with these sizes, outermost first.
    ///
    /// # Panics
    /// If there are not as many elements as the sizes say.
    pub fn new(data: &'a [T], shape: [usize; R]) -> Shaped<'a, T, R> {
        match check(data.len(), &shape) {
            Ok(()) => Shaped { data, shape },
            Err(what) => panic!("{what}"),
        }
    }

    /// The array with these sizes, if there are as many elements: for sizes that come from elsewhere.
    pub fn try_new(data: &'a [T], shape: [usize; R]) -> Result<Shaped<'a, T, R>> {
        check(data.len(), &shape).map_err(Error::value)?;
        Ok(Shaped { data, shape })
    }

    pub(crate) fn data(&self) -> &'a [T] {
        self.data
    }

    pub(crate) fn shape(&self) -> [usize; R] {
        self.shape
    }
}

/// Whether an array with these sizes has so many elements.
pub(crate) fn check(len: usize, shape: &[usize]) -> std::result::Result<(), String> {
    let count = shape.iter().try_fold(1usize, |product, size| product.checked_mul(*size));
    if count == Some(len) {
        Ok(())
    } else {
        Err(format!("{len} elements are no array of the shape {shape:?}"))
    }
}
