//! Arrays that stay in the memory of a context.

use crate::context::Context;
use crate::errors::Raise;
use crate::{buffers, capsules, cuda, dlpack, index, results};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyAttributeError, PyBufferError, PyTypeError, PyValueError};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule, PyDict};
use std::ffi::{CStr, c_int};
use std::sync::{Mutex, PoisonError};
use windrow::{AnyArray, Held, HeldCuda, ScalarType, Type, Value};

/// An array in the memory of a context: a result of a call, or a part of one. NumPy, pyarrow, polars and DLPack consumers read it
/// without a copy; nobody can write to it.
#[pyclass(frozen, module = "windrow", sequence)]
pub(crate) struct Array {
    /// None when it has been consumed.
    array: Mutex<Option<AnyArray>>,
    context: Py<Context>,
    /// What `__cuda_array_interface__` gave the address of: it holds as long as this does.
    shown: Mutex<Option<HeldCuda>>,
}

/// An array that is given away; `windrow.consume` makes it. If no call takes it, it goes back to where it comes from.
#[pyclass(frozen, module = "windrow._windrow")]
pub(crate) struct Consumed {
    array: Mutex<Option<AnyArray>>,
    from: Py<Array>,
}

/// The error of those who use an array that has been given away.
pub(crate) fn consumed(py: Python<'_>) -> PyErr {
    let text = "the array has been consumed";
    let error = py
        .import("windrow._errors")
        .and_then(|module| module.call_method1("make", ("UsageError", text, PyDict::new(py))));
    error.map_or_else(|e| e, PyErr::from_value)
}

impl Consumed {
    /// The array, which stays here until [`Consumed::take`].
    pub(crate) fn array(&self, py: Python<'_>) -> PyResult<AnyArray> {
        self.array.lock().unwrap_or_else(PoisonError::into_inner).clone().ok_or_else(|| consumed(py))
    }

    /// The array, when a call is certain to begin. Only one can have it.
    pub(crate) fn take(&self, py: Python<'_>) -> PyResult<AnyArray> {
        self.array.lock().unwrap_or_else(PoisonError::into_inner).take().ok_or_else(|| consumed(py))
    }
}

impl Drop for Consumed {
    fn drop(&mut self) {
        if let Some(array) = self.array.get_mut().unwrap_or_else(PoisonError::into_inner).take() {
            *self.from.get().array.lock().unwrap_or_else(PoisonError::into_inner) = Some(array);
        }
    }
}

impl Array {
    pub(crate) fn new(array: AnyArray, context: Py<Context>) -> Array {
        Array { array: Mutex::new(Some(array)), context, shown: Mutex::default() }
    }

    pub(crate) fn array(&self, py: Python<'_>) -> PyResult<AnyArray> {
        self.array.lock().unwrap_or_else(PoisonError::into_inner).clone().ok_or_else(|| consumed(py))
    }

    fn object<'py>(&self, py: Python<'py>, array: AnyArray) -> PyResult<Bound<'py, PyAny>> {
        Array::new(array, self.context.clone_ref(py)).into_bound_py_any(py)
    }

    /// The elements at an address, if it is a regular array of scalars.
    fn held(&self, py: Python<'_>) -> PyResult<Held> {
        let array = self.array(py)?;
        array.hold().raised(py)?.ok_or_else(|| PyBufferError::new_err(not_dense(&array)))
    }
}

fn not_dense(array: &AnyArray) -> String {
    let ty = array.ty();
    format!(
        "an array of type {ty} is no dense array of numbers; use to_awkward(), to_arrow(), to_polars() or to_list()"
    )
}

/// What a pickled array holds: its bytes, its type, and the options of its context.
type Pickled<'py> = (Bound<'py, PyBytes>, String, Bound<'py, PyAny>);

/// An array from the bytes that pickling has made of it.
#[pyfunction]
pub(crate) fn restore<'py>(
    context: &Bound<'py, Context>,
    ty: &str,
    bytes: &Bound<'py, PyBytes>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = context.py();
    let ty: Type = ty.parse().raised(py)?;
    match Value::from_stored(&context.get().inner, &ty, bytes.as_bytes()).raised(py)? {
        Value::Array(array) => Array::new(array, context.clone().unbind()).into_bound_py_any(py),
        _ => Err(PyTypeError::new_err("no array was pickled")),
    }
}

#[pymethods]
impl Array {
    /// The sizes of the dimensions; None where rows have different sizes.
    #[getter]
    fn shape<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, pyo3::types::PyTuple>> {
        pyo3::types::PyTuple::new(py, self.array(py)?.shape())
    }

    /// The type, in the notation of the language.
    #[getter]
    fn r#type(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.array(py)?.ty().to_string())
    }

    /// How many dimensions it has.
    #[getter]
    fn ndim(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.array(py)?.rank())
    }

    /// NumPy's type of the elements. Arrays that NumPy cannot have without a copy have no such attribute.
    #[getter]
    fn dtype<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let array = self.array(py)?;
        match array.scalar_type().filter(|_| array.is_dense()) {
            Some(elem) => py.import("numpy")?.call_method1("dtype", (buffers::numpy_name(elem),)),
            None => Err(PyAttributeError::new_err(not_dense(&array))),
        }
    }

    /// The names of the fields, of an array of records of any number of dimensions.
    #[getter]
    fn fields(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        let array = self.array(py)?;
        let mut ty = array.ty();
        while let Type::Array { elem, .. } = ty {
            ty = elem;
        }
        match ty {
            Type::Record(fields) => Ok(fields.iter().map(|(name, _)| name.clone()).collect()),
            _ => Ok(vec![]),
        }
    }

    /// The context.
    #[getter]
    fn context(&self, py: Python<'_>) -> Py<Context> {
        self.context.clone_ref(py)
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.array(py)?.len())
    }

    /// An element by its index, some by a slice or an array of indices or truth values, fields of records by their names. Neighbours are
    /// used where they are, others are copied.
    fn __getitem__<'py>(&self, py: Python<'py>, key: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        index::item(&self.array(py)?, key, &self.context)
    }

    /// The elements in order. Numbers are fetched together, not one by one.
    fn __iter__<'py>(slf: &Bound<'py, Array>) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let array = slf.get().array(py)?;
        let numbers = matches!(array.ty(), Type::Array { elem, .. } if matches!(**elem, Type::Scalar(_)));
        if numbers {
            return slf.get().to_list(py)?.try_iter()?.into_bound_py_any(py);
        }
        // SAFETY: it gives a new iterator over a sequence, or null with an exception.
        unsafe { Bound::from_owned_ptr_or_err(py, ffi::PySeqIter_New(slf.as_ptr())) }
    }

    /// For NumPy and pandas where they do not ask for the buffer. Arrays whose rows have different sizes only go into arrays of objects.
    #[pyo3(signature = (dtype = None, copy = None))]
    fn __array__<'py>(
        slf: &Bound<'py, Array>,
        dtype: Option<Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let (numpy, array) = (py.import("numpy")?, slf.get().array(py)?);
        if !array.is_dense() {
            let objects = dtype.is_some_and(|dtype| {
                dtype.getattr("hasobject").is_ok_and(|it| it.is_truthy().unwrap_or(false))
            });
            if !objects {
                return Err(PyTypeError::new_err(not_dense(&array)));
            }
            let made = numpy.call_method1("empty", (array.len(), "O"))?;
            for (i, element) in slf.try_iter()?.enumerate() {
                made.set_item(i, element?)?;
            }
            return Ok(made);
        }
        let view =
            numpy.call_method1("asarray", (py.import("builtins")?.call_method1("memoryview", (slf,))?,))?;
        let view = match dtype {
            Some(dtype) if !view.getattr("dtype")?.eq(&dtype)? => {
                if copy == Some(false) {
                    return Err(PyValueError::new_err("elements of another type are a copy"));
                }
                return view.call_method1("astype", (dtype,));
            }
            _ => view,
        };
        if copy == Some(true) { view.call_method0("copy") } else { Ok(view) }
    }

    /// Elements and offsets as bytes, which another process makes an array of again.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Pickled<'py>)> {
        let (array, context) = (self.array(py)?, self.context.get());
        let ty = array.ty().clone();
        let bytes = Value::Array(array).to_stored(&context.inner, &ty).raised(py)?;
        let options = self.context.bind(py).getattr("_options")?;
        Ok((
            py.import("windrow._types")?.getattr("array_of")?,
            (PyBytes::new(py, &bytes), ty.to_string(), options),
        ))
    }

    /// The array as lists of lists.
    fn to_list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        results::list(py, &self.array(py)?, &self.context.get().inner)
    }

    /// The array as a NumPy array, without a copy.
    fn to_numpy<'py>(slf: &Bound<'py, Array>) -> PyResult<Bound<'py, PyAny>> {
        let array = slf.get().array(slf.py())?;
        if !array.is_dense() {
            return Err(PyTypeError::new_err(not_dense(&array)));
        }
        slf.py().import("numpy")?.call_method1("asarray", (slf,))
    }

    /// The array as a pyarrow array, without a copy of its elements.
    fn to_arrow<'py>(slf: &Bound<'py, Array>) -> PyResult<Bound<'py, PyAny>> {
        let (schema, array) = slf.get().__arrow_c_array__(slf.py(), None)?;
        let class = slf.py().import("pyarrow")?.getattr("Array")?;
        class.call_method1("_import_from_c_capsule", (schema, array))
    }

    /// The array as a polars series with this name, without a copy of its elements.
    #[pyo3(signature = (name = ""))]
    fn to_polars<'py>(slf: &Bound<'py, Array>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        // polars.Series(name, values) forgets the name of what speaks Arrow.
        slf.py().import("polars")?.call_method1("Series", (slf,))?.call_method1("alias", (name,))
    }

    /// The array as an awkward array, without a copy of its elements.
    fn to_awkward<'py>(slf: &Bound<'py, Array>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("windrow._awkward")?.call_method1("from_windrow", (slf,))
    }

    /// Of an array of arrays: the elements of all rows, and where each row begins and the last one ends.
    fn parts<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let array = self.array(py)?;
        match array.rows().raised(py)? {
            Some((elements, offsets)) => Ok((self.object(py, elements)?, self.object(py, offsets.into())?)),
            None => Err(PyTypeError::new_err(format!("{} is no array of arrays", array.ty()))),
        }
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        Ok(self.__arrow_c_array__(py, None)?.0)
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<capsules::Pair<'py>> {
        let array = self.array(py)?;
        let ty = array.ty().clone();
        let own = capsules::export(py, &Value::Array(array), &ty)?;
        match requested_schema.filter(|wanted| !wanted.is_none()) {
            Some(wanted) => capsules::cast(own, &wanted),
            None => Ok(own),
        }
    }

    #[pyo3(signature = (requested_schema = None, **kwargs))]
    fn __arrow_c_device_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
        kwargs: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<capsules::Pair<'py>> {
        if kwargs.is_some_and(|kwargs| kwargs.values().iter().any(|value| !value.is_none())) {
            return Err(pyo3::exceptions::PyNotImplementedError::new_err("unknown options"));
        }
        let array = self.array(py)?;
        let ty = array.ty().clone();
        let context = &self.context.get().inner;
        match requested_schema.filter(|wanted| !wanted.is_none() && context.cuda_device().is_none()) {
            Some(wanted) => {
                let own = capsules::export(py, &Value::Array(array), &ty)?;
                capsules::on_processor(py, capsules::cast(own, &wanted)?)
            }
            None => capsules::export_device(py, context, &Value::Array(array), &ty),
        }
    }

    /// The array as a stream of one array, for those who take nothing else.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // A wish, which need not be fulfilled.
        drop(requested_schema);
        let array = self.array(py)?;
        let ty = array.ty().clone();
        capsules::stream(py, Value::Array(array), ty)
    }

    #[pyo3(signature = (**kwargs))]
    fn __dlpack__<'py>(
        &self,
        py: Python<'py>,
        kwargs: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        dlpack::export(py, &self.array(py)?, || self.held(py), kwargs)
    }

    fn __dlpack_device__(&self) -> (i32, i32) {
        match self.context.get().inner.cuda_device() {
            Some(ordinal) => (dlpack::CUDA, ordinal),
            None => (dlpack::CPU, 0),
        }
    }

    /// The elements in memory of a CUDA device. Those of others have no such attribute.
    #[getter]
    fn __cuda_array_interface__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let array = self.array(py)?;
        let Some(held) = array.hold_cuda().raised(py)? else {
            let text = "the array is no dense array of numbers on a CUDA device";
            return Err(PyAttributeError::new_err(text));
        };
        let interface = cuda::interface(py, &held, self.context.get().inner.cuda_stream())?;
        *self.shown.lock().unwrap_or_else(PoisonError::into_inner) = Some(held);
        Ok(interface)
    }

    fn _consume(slf: &Bound<'_, Array>) -> PyResult<Consumed> {
        let array = slf.get().array.lock().unwrap_or_else(PoisonError::into_inner).take();
        let array = array.ok_or_else(|| consumed(slf.py()))?;
        // Whoever has the address knows that the array is given away.
        drop(slf.get().shown.lock().unwrap_or_else(PoisonError::into_inner).take());
        Ok(Consumed { array: Mutex::new(Some(array)), from: slf.clone().unbind() })
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let Ok(array) = self.array(py) else { return Ok("<windrow.Array, consumed>".into()) };
        let elements = index::shown(&array, &self.context, py)?;
        Ok(format!("<windrow.Array {} of {}: {elements}>", array.ty(), array.len()))
    }

    unsafe fn __getbuffer__(slf: Bound<'_, Self>, view: *mut ffi::Py_buffer, flags: c_int) -> PyResult<()> {
        if view.is_null() {
            return Err(PyBufferError::new_err("no view"));
        }
        if flags & ffi::PyBUF_WRITABLE == ffi::PyBUF_WRITABLE {
            return Err(PyBufferError::new_err("arrays of windrow cannot be written"));
        }
        let exported = Box::new(Exported::new(slf.get().held(slf.py())?));
        let wants = |flag: c_int| flags & flag == flag;
        // SAFETY: there is room for a view. What its pointers lead to is freed with `internal`.
        unsafe {
            let bytes = exported.held.elem.bytes();
            (*view).buf = exported.held.pointer().cast_mut().cast();
            (*view).len = (exported.held.shape.iter().product::<usize>() * bytes) as isize;
            (*view).readonly = 1;
            (*view).itemsize = bytes as isize;
            (*view).ndim = exported.shape.len() as c_int;
            (*view).format = if wants(ffi::PyBUF_FORMAT) {
                format(exported.held.elem).as_ptr().cast_mut()
            } else {
                std::ptr::null_mut()
            };
            let exported = Box::into_raw(exported);
            (*view).shape =
                if wants(ffi::PyBUF_ND) { (*exported).shape.as_mut_ptr() } else { std::ptr::null_mut() };
            (*view).strides = if wants(ffi::PyBUF_STRIDES) {
                (*exported).strides.as_mut_ptr()
            } else {
                std::ptr::null_mut()
            };
            (*view).suboffsets = std::ptr::null_mut();
            (*view).internal = exported.cast();
            (*view).obj = slf.into_ptr();
        }
        Ok(())
    }

    unsafe fn __releasebuffer__(&self, view: *mut ffi::Py_buffer) {
        // SAFETY: `internal` was made above, and this is its last use.
        unsafe { drop(Box::from_raw((*view).internal.cast::<Exported>())) };
    }
}

/// What a view of the buffer protocol needs.
struct Exported {
    held: Held,
    shape: Vec<isize>,
    strides: Vec<isize>,
}

impl Exported {
    fn new(held: Held) -> Exported {
        let shape: Vec<isize> = held.shape.iter().map(|n| *n as isize).collect();
        let bytes = held.elem.bytes() as isize;
        let strides = (0..shape.len()).map(|i| bytes * shape[i + 1..].iter().product::<isize>()).collect();
        Exported { held, shape, strides }
    }
}

fn format(elem: ScalarType) -> &'static CStr {
    match elem {
        ScalarType::I8 => c"b",
        ScalarType::I16 => c"h",
        ScalarType::I32 => c"i",
        ScalarType::I64 => c"q",
        ScalarType::U8 => c"B",
        ScalarType::U16 => c"H",
        ScalarType::U32 => c"I",
        ScalarType::U64 => c"Q",
        ScalarType::F16 => c"e",
        ScalarType::F32 => c"f",
        ScalarType::F64 => c"d",
        ScalarType::Bool => c"?",
    }
}
