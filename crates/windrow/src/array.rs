//! Arrays of known rank.

use crate::context::Context;
use crate::elem::Elem;
use crate::error::{Error, Result};
use rt::memory::Pin;
use rt::{Buffer, Dim};
use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;

/// An array of `R` dimensions in the memory of a [`Context`]. Clones share the elements.
///
/// ```
/// let context = windrow::Context::new()?;
/// let array = context.array(vec![1.5, 2.5])?;
/// assert_eq!((array.shape(), &array.view()?[..]), ([2], &[1.5, 2.5][..]));
/// # Ok::<(), windrow::Error>(())
/// ```
pub struct Array<T, const R: usize = 1> {
    inner: rt::Array,
    elem: PhantomData<T>,
}

impl<T: Elem, const R: usize> Array<T, R> {
    /// The array, if it has this type.
    pub(crate) fn from_inner(inner: rt::Array) -> Option<Array<T, R>> {
        let mut own = vec![];
        T::sizes(&mut own);
        let dims = inner.dims();
        let fits = inner.elem() == T::SCALAR
            && dims.len() == R + own.len()
            && dims[..R].iter().all(|dim| matches!(dim, Dim::Uniform(_)))
            && dims[R..].iter().zip(&own).all(|(dim, n)| matches!(dim, Dim::Uniform(m) if m == n));
        fits.then_some(Array { inner, elem: PhantomData })
    }

    pub(crate) fn inner(&self) -> &rt::Array {
        &self.inner
    }

    pub(crate) fn into_inner(self) -> rt::Array {
        self.inner
    }

    /// The sizes of the dimensions, outermost first.
    pub fn shape(&self) -> [usize; R] {
        let mut shape = [0; R];
        for (size, dim) in shape.iter_mut().zip(self.inner.dims()) {
            if let Dim::Uniform(n) = dim {
                *size = usize::try_from(*n).unwrap_or(0);
            }
        }
        shape
    }

    /// How many elements there are in all.
    pub fn len(&self) -> usize {
        self.shape().iter().product()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The elements, row by row. On the processor this is the array itself; from a GPU they are fetched.
    pub fn view(&self) -> Result<View<'_, T>> {
        View::of(self.inner.data(), self.len())
    }

    /// A copy of the elements, row by row.
    pub fn to_vec(&self) -> Result<Vec<T>> {
        Ok(self.view()?.to_vec())
    }
}

impl<T: Elem> Array<T> {
    pub(crate) fn store(context: &Context, data: Vec<T>) -> Result<Array<T>> {
        let shape = [data.len()];
        Array::store_shaped(context, data, shape)
    }
}

impl<T: Elem, const R: usize> Array<T, R> {
    /// There are as many elements as the shape says.
    pub(crate) fn store_shaped(context: &Context, data: Vec<T>, shape: [usize; R]) -> Result<Array<T, R>> {
        let len = data.len() * (size_of::<T>() / T::SCALAR.bytes());
        let buffer = store(context, data)?;
        let inner = rt::Array::new(T::SCALAR, dims_of::<T>(&shape), buffer, len);
        Ok(Array { inner, elem: PhantomData })
    }
}

/// The dimensions of an array of this shape, and those of its elements.
pub(crate) fn dims_of<T: Elem>(shape: &[usize]) -> Vec<Dim> {
    let mut sizes: Vec<i64> = shape.iter().map(|size| *size as i64).collect();
    T::sizes(&mut sizes);
    sizes.into_iter().map(Dim::Uniform).collect()
}

/// Moves a vector to the memory of a context.
pub(crate) fn store<T: Elem>(context: &Context, mut data: Vec<T>) -> Result<Buffer> {
    let (pointer, bytes) = (data.as_mut_ptr().cast(), size_of_val(data.as_slice()));
    // SAFETY: the vector holds the elements until it is dropped as their owner; moving it does not move them.
    let stored = unsafe { context.0.memory.adopt(pointer, bytes, T::SCALAR.bytes(), Box::new(data), false) };
    stored.map_err(Error::runtime)
}

impl<T, const R: usize> Clone for Array<T, R> {
    fn clone(&self) -> Array<T, R> {
        Array { inner: self.inner.clone(), elem: PhantomData }
    }
}

impl<T: Elem + fmt::Debug, const R: usize> fmt::Debug for Array<T, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.view() {
            Ok(view) => write!(f, "Array {:?} {:?}", self.shape(), &*view),
            Err(e) => write!(f, "Array {:?} ({e})", self.shape()),
        }
    }
}

/// Elements that can be read as a slice.
pub struct View<'a, T>(Kind<'a, T>);

enum Kind<'a, T> {
    /// They are a slice.
    Slice(&'a [T]),
    /// They lie in memory of the device, which is memory of this process, and stay there.
    Pinned { pointer: *const T, len: usize, _pin: Pin<'a> },
    /// They were fetched.
    Fetched(Vec<T>),
}

// SAFETY: a view gives out shared references to elements, which may be sent and shared; the pin may be dropped anywhere.
unsafe impl<T: Elem> Send for View<'_, T> {}
// SAFETY: as above.
unsafe impl<T: Elem> Sync for View<'_, T> {}

impl<'a, T> View<'a, T> {
    pub(crate) fn borrowed(slice: &'a [T]) -> View<'a, T> {
        View(Kind::Slice(slice))
    }

    /// The slice that this is a view of, if it does not hold the elements itself.
    pub(crate) fn as_borrowed(&self) -> Option<&'a [T]> {
        if let Kind::Slice(slice) = self.0 { Some(slice) } else { None }
    }
}

impl<'a, T: Elem> View<'a, T> {
    /// The first elements of an array.
    pub(crate) fn of(buffer: &'a Buffer, len: usize) -> Result<View<'a, T>> {
        let memory = buffer.memory();
        let bytes = len * size_of::<T>();
        let wrong = |e: rt::MemoryError| Error::runtime(e.into());
        if bytes > memory.bytes(buffer.handle()).map_err(wrong)? {
            return Err(Error::runtime(rt::RunError::Broken("an array larger than its memory".into())));
        }
        if memory.device().uses_host_memory() && bytes > 0 {
            let pin = memory.pin(&[buffer.handle()]).map_err(wrong)?;
            let pointer = std::ptr::with_exposed_provenance(pin.raws[0].number() as usize);
            return Ok(View(Kind::Pinned { pointer, len, _pin: pin }));
        }
        let mut data: Vec<T> = Vec::with_capacity(len);
        // SAFETY: there is room for so many bytes, which are zero before they are overwritten: elements without padding.
        let room = unsafe {
            std::ptr::write_bytes(data.as_mut_ptr().cast::<u8>(), 0, bytes);
            std::slice::from_raw_parts_mut(data.as_mut_ptr().cast::<u8>(), bytes)
        };
        memory.download(buffer.handle(), 0, room).map_err(wrong)?;
        memory.count_download(bytes);
        // SAFETY: all elements have been written, with bytes that a program wrote.
        unsafe { data.set_len(len) };
        Ok(View(Kind::Fetched(data)))
    }
}

impl<T> Deref for View<'_, T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        match &self.0 {
            Kind::Slice(slice) => slice,
            // SAFETY: the pin keeps the elements where they are, nobody writes to an array that is held, and there are so many.
            Kind::Pinned { pointer, len, .. } => unsafe { std::slice::from_raw_parts(*pointer, *len) },
            Kind::Fetched(data) => data,
        }
    }
}

impl<T: fmt::Debug> fmt::Debug for View<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}
