//! What can be passed to an entry point.

use crate::array::{Array, dims_of, store};
use crate::context::Context;
use crate::elem::{Elem, Single};
use crate::error::{Error, Result};
use crate::ragged::{Ragged, Rows};
use crate::shaped::Shaped;
use crate::types::{Signature, Size, Type};
use crate::unused;
use crate::value::Value;
use half::f16;
use ir::interface::Data;
use rt::{Borrow, Datum, Dim};

/// The arguments of an entry point: a tuple with one [`Arg`] per parameter.
pub trait Args {
    /// Passes them, in order.
    #[doc(hidden)]
    fn pass_all(self, call: &mut Passing) -> Result<()>;
}

/// An argument of an entry point. The table in [the documentation of the crate](crate#values) lists them.
pub trait Arg {
    /// Passes it.
    #[doc(hidden)]
    fn pass(self, call: &mut Passing) -> Result<()>;
}

/// Arguments that are being passed.
#[doc(hidden)]
pub struct Passing<'a> {
    pub(crate) context: &'a Context,
    signature: &'a Signature,
    /// How each argument is put together.
    data: &'a [Data],
    /// The element type and rank of each component.
    shapes: &'a [(base::ScalarType, usize)],
    /// How many arguments have been passed.
    count: usize,
    pub(crate) values: Vec<Datum>,
    pub(crate) borrows: Vec<Borrow>,
}

impl<'a> Passing<'a> {
    pub(crate) fn new(
        context: &'a Context,
        signature: &'a Signature,
        data: &'a [Data],
        shapes: &'a [(base::ScalarType, usize)],
    ) -> Passing<'a> {
        Passing { context, signature, data, shapes, count: 0, values: vec![], borrows: vec![] }
    }

    /// Whether there are as many arguments as parameters; then they are complete.
    pub(crate) fn complete(&mut self) -> Result<()> {
        let (name, wanted) = (&self.signature.name, self.signature.params.len());
        if self.count == wanted {
            return unused::fit_arguments(self.context, self.signature, self.data, &mut self.values);
        }
        let arguments = if wanted == 1 { "argument" } else { "arguments" };
        Err(Error::value(format!("{name} takes {wanted} {arguments}, but got {}", self.count)))
    }

    /// The next argument has this type.
    fn next(&mut self, found: &Type) -> Result<usize> {
        let at = self.count;
        self.count += 1;
        match self.signature.params.get(at) {
            Some(param) if !param.ty.takes(found) => {
                Err(Error::argument(&self.signature.name, &param.name, &param.ty, found))
            }
            Some(_) => Ok(at),
            // Counted at the end, where it is known how many there are.
            None => Ok(at),
        }
    }

    fn scalar(&mut self, x: base::Scalar) -> Result<()> {
        self.next(&Type::Scalar(x.ty()))?;
        self.values.push(Datum::Scalar(x));
        Ok(())
    }

    fn array(&mut self, array: rt::Array) -> Result<()> {
        self.next(&type_of(&array))?;
        self.values.push(Datum::Array(self.own(array)?));
        Ok(())
    }

    /// An array of this context.
    pub(crate) fn own(&self, array: rt::Array) -> Result<rt::Array> {
        if std::sync::Arc::ptr_eq(array.data().memory(), self.context.0.memory.memory()) {
            return Ok(array);
        }
        Err(Error::value("an argument is an array of another context; copy it with `to_vec`"))
    }

    /// A slice that is borrowed until the call ends.
    fn borrow<T: Elem>(&mut self, data: &[T]) -> Result<rt::Buffer> {
        let (pointer, bytes) = (data.as_ptr().cast(), size_of_val(data));
        // SAFETY: whoever passes arguments keeps them until it has ended all borrows, or dropped them on the way out.
        let borrow = unsafe { self.context.0.memory.borrow(pointer, bytes, T::SCALAR.bytes()) };
        let borrow = borrow.map_err(Error::runtime)?;
        let buffer = borrow.buffer().map_err(Error::runtime)?;
        self.borrows.push(borrow);
        Ok(buffer)
    }

    fn value(&mut self, value: &Value) -> Result<()> {
        let at = self.next(&value.ty())?;
        let (Some(data), before) = (self.data.get(at), &self.data[..at.min(self.data.len())]) else {
            return Ok(());
        };
        let from = before.iter().map(Data::leaves).sum::<usize>();
        let mut shapes = self.shapes.get(from..).unwrap_or(&[]).iter().copied();
        let mut components = vec![];
        value.components(data, &mut shapes, self.context, &mut components)?;
        for component in components {
            let own = match component {
                Datum::Array(array) => Datum::Array(self.own(array)?),
                scalar @ Datum::Scalar(_) => scalar,
            };
            self.values.push(own);
        }
        Ok(())
    }
}

/// The type of an array, as far as it says.
pub(crate) fn type_of(array: &rt::Array) -> Type {
    let wrap = |elem, dim: &Dim| {
        let dim = match dim {
            Dim::Uniform(_) => Size::Any,
            Dim::Each(_) => Size::Varies,
        };
        Type::Array { dim, elem: Box::new(elem) }
    };
    array.dims().iter().rev().fold(Type::Scalar(array.elem()), wrap)
}

macro_rules! scalar_args {
    ($($ty:ty)*) => { $(
        impl Arg for $ty {
            fn pass(self, call: &mut Passing) -> Result<()> {
                call.scalar(self.to_scalar())
            }
        }
    )* };
}
scalar_args! { i8 i16 i32 i64 u8 u16 u32 u64 f16 f32 f64 bool }

impl<T: Elem> Arg for &[T] {
    fn pass(self, call: &mut Passing) -> Result<()> {
        Shaped::new(self, [self.len()]).pass(call)
    }
}

impl<T: Elem, const R: usize> Arg for Shaped<'_, T, R> {
    fn pass(self, call: &mut Passing) -> Result<()> {
        let data = call.borrow(self.data())?;
        let len = size_of_val(self.data()) / T::SCALAR.bytes();
        call.array(rt::Array::new(T::SCALAR, dims_of::<T>(&self.shape()), data, len))
    }
}

impl<T: Elem> Arg for &Vec<T> {
    fn pass(self, call: &mut Passing) -> Result<()> {
        self.as_slice().pass(call)
    }
}

impl<T: Elem, const N: usize> Arg for &[T; N] {
    fn pass(self, call: &mut Passing) -> Result<()> {
        self.as_slice().pass(call)
    }
}

impl<T: Elem> Arg for Vec<T> {
    fn pass(self, call: &mut Passing) -> Result<()> {
        let array = Array::store(call.context, self)?;
        call.array(array.into_inner())
    }
}

impl<T: Elem, const R: usize> Arg for Array<T, R> {
    fn pass(self, call: &mut Passing) -> Result<()> {
        call.array(self.into_inner())
    }
}

impl<T: Elem, const R: usize> Arg for &Array<T, R> {
    fn pass(self, call: &mut Passing) -> Result<()> {
        call.array(self.inner().clone())
    }
}

impl<T: Elem> Arg for Ragged<T> {
    fn pass(self, call: &mut Passing) -> Result<()> {
        call.array(self.into_inner())
    }
}

impl<T: Elem> Arg for &Ragged<T> {
    fn pass(self, call: &mut Passing) -> Result<()> {
        call.array(self.inner().clone())
    }
}

impl<T: Elem> Arg for &Rows<'_, T> {
    fn pass(self, call: &mut Passing) -> Result<()> {
        let (data, offsets) = self.parts();
        let rows = offsets.len() - 1;
        let (first, last) = (offsets[0], offsets[rows]);
        let data = &data[first as usize..last as usize];
        let elements = call.borrow(data)?;
        let offsets = if first == 0 {
            call.borrow(offsets)?
        } else {
            store(call.context, offsets.iter().map(|offset| offset - first).collect())?
        };
        let ragged: Ragged<T> = Ragged::new(elements, data.len(), offsets, rows);
        call.array(ragged.into_inner())
    }
}

impl<T: Elem> Arg for Rows<'_, T> {
    fn pass(self, call: &mut Passing) -> Result<()> {
        match self.borrowed() {
            Some(rows) => (&rows).pass(call),
            // They do not outlive `self`.
            None => self.to_ragged(call.context)?.pass(call),
        }
    }
}

impl Arg for Value {
    fn pass(self, call: &mut Passing) -> Result<()> {
        call.value(&self)
    }
}

impl Arg for &Value {
    fn pass(self, call: &mut Passing) -> Result<()> {
        call.value(self)
    }
}

macro_rules! tuples {
    ($($($name:ident)*;)*) => { $(
        impl<$($name: Arg),*> Args for ($($name,)*) {
            #[allow(non_snake_case, unused_variables)]
            fn pass_all(self, call: &mut Passing) -> Result<()> {
                let ($($name,)*) = self;
                $($name.pass(call)?;)*
                Ok(())
            }
        }
    )* };
}
tuples! { ; A; A B; A B C; A B C D; A B C D E; A B C D E F; A B C D E F G; A B C D E F G H; A B C D E F G H I; A B C D E F G H I J; }

/// Any number of values.
impl Args for Vec<Value> {
    fn pass_all(self, call: &mut Passing) -> Result<()> {
        self.into_iter().try_for_each(|value| value.pass(call))
    }
}
