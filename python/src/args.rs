//! Arguments: from objects of Python to values. The type of the parameter leads.

use crate::array::{Array, Consumed};
use crate::errors::{self, Raise};
use crate::{array, awkward, buffers, capsules, cuda, dlpack, lists, packages};
use pyo3::exceptions::{PyKeyError, PyTypeError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFloat, PyList, PyString, PyTuple};
use windrow::{AnyArray, Context, Loan, Param, Scalar, ScalarType, Type, Value, f16};

/// Arguments of one call that are being converted.
pub(crate) struct Passing<'a> {
    pub(crate) context: &'a Context,
    /// Whether arrays may be lent for the time of the call; otherwise they are copied.
    pub(crate) lend: bool,
    pub(crate) loans: Vec<Loan>,
    /// What keeps the memory that was lent.
    pub(crate) keepers: Vec<pyo3::buffer::PyUntypedBuffer>,
    pub(crate) tensors: Vec<dlpack::Owner>,
    pub(crate) objects: Vec<Py<PyAny>>,
    /// What the call takes for good, if it begins.
    pub(crate) consumed: Vec<Py<Consumed>>,
}

/// Why an object is not an argument.
pub(crate) enum Misfit {
    /// It is something else than it must be.
    Wrong { row: Vec<i64>, what: String },
    /// An exception.
    Raised(PyErr),
}

impl From<PyErr> for Misfit {
    fn from(error: PyErr) -> Misfit {
        Misfit::Raised(error)
    }
}

impl Misfit {
    pub(crate) fn new(what: impl Into<String>) -> Misfit {
        Misfit::Wrong { row: vec![], what: what.into() }
    }

    /// The same, seen from the array of records that has it in a column.
    fn in_column(mut self, name: &str) -> Misfit {
        if let Misfit::Wrong { what, .. } = &mut self {
            *what = format!("column {name}: {what}");
        }
        self
    }

    /// The same, seen from the array of which it is an element.
    pub(crate) fn at(mut self, index: usize) -> Misfit {
        if let Misfit::Wrong { row, .. } = &mut self {
            row.insert(0, index as i64);
        }
        self
    }
}

/// What an object is called in messages.
pub(crate) fn kind(obj: &Bound<'_, PyAny>) -> String {
    let name = obj.get_type().fully_qualified_name().map_or("an object".into(), |name| name.to_string());
    match obj.getattr("dtype") {
        Ok(dtype) => format!("{name} of {dtype}"),
        Err(_) => name,
    }
}

impl<'a> Passing<'a> {
    pub(crate) fn new(context: &'a Context, lend: bool) -> Passing<'a> {
        Passing {
            context,
            lend,
            loans: vec![],
            keepers: vec![],
            tensors: vec![],
            objects: vec![],
            consumed: vec![],
        }
    }

    /// The argument of a parameter.
    pub(crate) fn argument(&mut self, obj: &Bound<'_, PyAny>, entry: &str, param: &Param) -> PyResult<Value> {
        match self.value(obj, &param.ty) {
            Ok(value) => Ok(value),
            Err(Misfit::Raised(error)) => {
                let place = format!("argument {} of {entry} must be {}", param.name, param.ty);
                Err(errors::in_argument(obj.py(), error, &place))
            }
            Err(Misfit::Wrong { row, what }) => {
                let place = if row.is_empty() {
                    String::new()
                } else {
                    let row: Vec<String> = row.iter().map(i64::to_string).collect();
                    format!(", row {}", row.join(", "))
                };
                let text = format!("argument {} of {entry} must be {}{place}: {what}", param.name, param.ty);
                Err(errors::argument(obj.py(), &text, &row))
            }
        }
    }

    fn value(&mut self, obj: &Bound<'_, PyAny>, ty: &Type) -> Result<Value, Misfit> {
        match ty {
            Type::Scalar(elem) => Ok(Value::Scalar(scalar(obj, *elem)?)),
            Type::Array { elem, .. } => self.array(obj, ty, elem),
            Type::Record(types) => {
                let mut fields = vec![];
                for ((name, ty), value) in types.iter().zip(field_values(obj, types)?) {
                    fields.push((name.clone(), self.value(&value, ty)?));
                }
                Ok(Value::Record(fields))
            }
            Type::Sum(constructors) => {
                let (name, values) = constructor(obj, constructors)?;
                let types =
                    constructors.iter().find(|(own, _)| *own == name).map_or(&[][..], |(_, types)| types);
                let payload = types.iter().zip(values).map(|(ty, value)| self.value(&value, ty));
                Ok(Value::Sum { name, payload: payload.collect::<Result<_, _>>()? })
            }
            _ => Err(Misfit::new(format!("values of type {ty} cannot be passed"))),
        }
    }

    fn array(&mut self, obj: &Bound<'_, PyAny>, ty: &Type, elem: &Type) -> Result<Value, Misfit> {
        let py = obj.py();
        if let Ok(array) = obj.cast::<Array>() {
            let array = array.get().array(py)?;
            if array.is_in(self.context) {
                return Ok(Value::Array(array));
            }
            // One of another context is taken like those of other packages.
            if let Some(value) = capsules::array(self.context, obj, ty)? {
                return Ok(value);
            }
        }
        if let Ok(consumed) = obj.cast::<Consumed>() {
            if self.consumed.iter().any(|own| own.is(consumed)) {
                return Err(array::consumed(py).into());
            }
            let array = consumed.get().array(py)?;
            self.consumed.push(consumed.clone().unbind());
            return Ok(Value::Array(array));
        }
        if obj.is_instance_of::<PyList>() || obj.is_instance_of::<PyTuple>() {
            return Ok(Value::Array(lists::array(self.context, obj, ty, elem)?));
        }
        if let (Ok(text), Type::Scalar(ScalarType::U8)) = (obj.cast::<PyString>(), elem) {
            let bytes = text.to_string().into_bytes();
            return Ok(Value::from(self.context.array(bytes).raised(py)?));
        }
        if obj.is_instance_of::<PyDict>() {
            let Type::Record(types) = elem else {
                return Err(Misfit::new("a dict of columns is an array of records"));
            };
            let names: Vec<_> = types.iter().map(|(name, _)| PyString::new(py, name).into_any()).collect();
            return self.columns(obj, ty, elem, &names);
        }
        if let Some(inner) = packages::scalar_of_arrow(obj)? {
            return self.array(&inner, ty, elem);
        }
        // NumPy arrays of records are columns, though none of them lies in one piece.
        if let Type::Record(types) = elem
            && let Some(names) = buffers::field_names(obj, types)
        {
            let names: Vec<_> = names.iter().map(|name| PyString::new(py, name).into_any()).collect();
            return self.columns(obj, ty, elem, &names);
        }
        if let (Type::Record(types), true) =
            (elem, packages::is_of_pandas(obj)? && obj.get_type().name()? == "DataFrame")
        {
            let labels: Vec<Bound<'_, PyAny>> =
                obj.getattr("columns")?.try_iter()?.collect::<PyResult<_>>()?;
            let names =
                labels.iter().map(|label| Ok(label.str()?.to_string())).collect::<PyResult<Vec<_>>>()?;
            let Some(chosen) = buffers::fields_of(&names, types) else {
                let absent = types.iter().map(|(name, _)| name).find(|name| !names.contains(name));
                let (absent, names) = (absent.map_or("", |name| name), names.join(", "));
                return Err(Misfit::new(format!("there is no column {absent}; there are: {names}")));
            };
            let label = |name: &String| names.iter().position(|own| own == name).map(|i| labels[i].clone());
            return self.columns(obj, ty, elem, &chosen.iter().filter_map(label).collect::<Vec<_>>());
        }
        if let Some(value) = self.options(obj, ty)? {
            return Ok(value);
        }
        if let Some(array) = buffers::unmasked(obj)? {
            return self.array(&array, ty, elem);
        }
        // Arrays of CuPy have a buffer, too, but most machines let nobody read it.
        if obj.get_type().hasattr(intern!(py, "__cuda_array_interface__"))?
            && let Some(array) = self.tensor(obj, ty)?
        {
            return Ok(Value::Array(array));
        }
        if let Some(value) = buffers::array(self, obj, ty)? {
            return Ok(value);
        }
        if obj.get_type().name()? == "LazyFrame" {
            return Err(Misfit::new("a LazyFrame has no data yet; call .collect() first, or use Entry.expr"));
        }
        if awkward::is_awkward(obj)? {
            return Ok(awkward::array(self.context, obj, ty)?);
        }
        if let Some(array) = packages::numbers_of_pandas(obj, ty)? {
            return self.array(&array, ty, elem);
        }
        // Arrays with labels, as those of xarray, are tables to Arrow. Those of pandas know what is missing.
        if buffers::plain(ty).is_some()
            && !packages::is_of_pandas(obj)?
            && packages::has_numpy_type(obj)?
            && let Some(method) = obj.getattr_opt(intern!(py, "__array__"))?
            && !obj.hasattr(intern!(py, "__dlpack__"))?
        {
            return self.array(&method.call0()?, ty, elem);
        }
        if matches!(elem, Type::Array { .. }) && obj.get_type().name()? == "DataFrame" {
            return Err(Misfit::new("a DataFrame is an array of records; .to_numpy() makes a matrix of it"));
        }
        if let Some(value) = capsules::array(self.context, obj, ty)? {
            return Ok(value);
        }
        // NumPy arrays of objects, and of numbers of other machines.
        if buffers::is_buffer(obj) {
            return Ok(Value::Array(lists::array(self.context, obj, ty, elem)?));
        }
        if let Some(array) = self.tensor(obj, ty)? {
            return Ok(Value::Array(array));
        }
        if let Ok(array) = obj.getattr(intern!(py, "__array__")) {
            let array = array.call0()?;
            if let Some(value) = buffers::array(self, &array, ty)? {
                return Ok(value);
            }
            return Ok(Value::Array(lists::array(self.context, &array.call_method0("tolist")?, ty, elem)?));
        }
        if obj.try_iter().is_ok() {
            return Ok(Value::Array(lists::array(self.context, obj, ty, elem)?));
        }
        Err(Misfit::new(format!("{} is no array", kind(obj))))
    }

    /// A tensor by DLPack, or an array on a CUDA device.
    fn tensor(&mut self, obj: &Bound<'_, PyAny>, ty: &Type) -> Result<Option<AnyArray>, Misfit> {
        match dlpack::array(self, obj, ty)? {
            Some(array) => Ok(Some(array)),
            None => cuda::array(self, obj, ty),
        }
    }

    /// An array of records from one array for each field, by the labels that the arrays have.
    fn columns(
        &mut self,
        columns: &Bound<'_, PyAny>,
        ty: &Type,
        elem: &Type,
        labels: &[Bound<'_, PyAny>],
    ) -> Result<Value, Misfit> {
        let (Type::Record(types), Type::Array { dim, .. }) = (elem, ty) else {
            return Err(Misfit::new("columns are an array of records"));
        };
        let mut arrays = vec![];
        for ((name, ty), own) in types.iter().zip(labels) {
            let column = match columns.get_item(own) {
                Err(e) if e.is_instance_of::<PyKeyError>(columns.py()) => {
                    return Err(Misfit::new(format!("there is no column {own}")));
                }
                column => column?,
            };
            let ty = Type::Array { dim: dim.clone(), elem: Box::new(ty.clone()) };
            match self.value(&column, &ty).map_err(|misfit| misfit.in_column(&own.to_string()))? {
                Value::Array(array) => arrays.push((name.as_str(), array)),
                _ => return Err(Misfit::new(format!("column {own} is no array"))),
            }
        }
        Ok(Value::Array(AnyArray::zip(arrays).raised(columns.py())?))
    }

    /// A NumPy array of numbers for elements of type `#none | #some t`: what is masked, and dates and times that are not, are `#none`.
    /// None for other arrays and other types.
    fn options(&mut self, obj: &Bound<'_, PyAny>, ty: &Type) -> Result<Option<Value>, Misfit> {
        let py = obj.py();
        let Some(elem) = packages::optional_leaf(ty) else { return Ok(None) };
        if !obj.hasattr(intern!(py, "__array_interface__"))? {
            return Ok(None);
        }
        let module = py.import(intern!(py, "windrow._nodes"))?;
        let parts = module.call_method1(intern!(py, "of_options"), (obj, buffers::numpy_name(elem)))?;
        let Some((data, present)) = parts.extract::<Option<(Bound<'_, PyAny>, Vec<u8>)>>()? else {
            return Ok(None);
        };
        let present: Vec<bool> = present.into_iter().map(|present| present != 0).collect();
        match self.value(&data, &packages::without_options(ty))? {
            Value::Array(values) => {
                Ok(Some(Value::Array(values.options(self.context, &present).raised(py)?)))
            }
            _ => Ok(None),
        }
    }
}

/// A scalar of this type.
pub(crate) fn scalar(obj: &Bound<'_, PyAny>, elem: ScalarType) -> Result<Scalar, Misfit> {
    let wrong = |_| {
        Misfit::new(match obj.repr() {
            Ok(text) if text.to_string().len() < 40 => format!("{text} is not of type {elem}"),
            _ => format!("{} is not of type {elem}", kind(obj)),
        })
    };
    Ok(match elem {
        ScalarType::I8 => Scalar::I8(obj.extract().map_err(wrong)?),
        ScalarType::I16 => Scalar::I16(obj.extract().map_err(wrong)?),
        ScalarType::I32 => Scalar::I32(obj.extract().map_err(wrong)?),
        ScalarType::I64 => Scalar::I64(obj.extract().map_err(wrong)?),
        ScalarType::U8 => Scalar::U8(obj.extract().map_err(wrong)?),
        ScalarType::U16 => Scalar::U16(obj.extract().map_err(wrong)?),
        ScalarType::U32 => Scalar::U32(obj.extract().map_err(wrong)?),
        ScalarType::U64 => Scalar::U64(obj.extract().map_err(wrong)?),
        ScalarType::F16 => Scalar::F16(f16::from_f64(real(obj).map_err(wrong)?)),
        ScalarType::F32 => Scalar::F32(real(obj).map_err(wrong)? as f32),
        ScalarType::F64 => Scalar::F64(real(obj).map_err(wrong)?),
        ScalarType::Bool => Scalar::Bool(truth(obj).map_err(wrong)?),
    })
}

/// A number. NumPy's complex ones would only warn that they lose their imaginary parts, and its masked ones that they are none.
fn real(obj: &Bound<'_, PyAny>) -> PyResult<f64> {
    if !obj.is_exact_instance_of::<PyFloat>() {
        let class = obj.get_type().name()?.to_string();
        if class.starts_with("complex") || class == "clongdouble" || class == "longdouble" {
            return Err(PyTypeError::new_err("a number that is more than an f64"));
        }
        if buffers::is_masked(obj) {
            return Err(PyTypeError::new_err("a masked number"));
        }
    }
    obj.extract()
}

/// A truth value, also one that is an array without dimensions, as numbers can be.
fn truth(obj: &Bound<'_, PyAny>) -> PyResult<bool> {
    obj.extract().or_else(|e: PyErr| match obj.getattr(intern!(obj.py(), "ndim")) {
        Ok(ndim) if ndim.extract::<i64>()? == 0 => obj.call_method0("item")?.extract(),
        _ => Err(e),
    })
}

/// The fields of a record: of a dict, a tuple, or an object with attributes.
pub(crate) fn field_values<'py>(
    obj: &Bound<'py, PyAny>,
    types: &[(String, Type)],
) -> Result<Vec<Bound<'py, PyAny>>, Misfit> {
    let missing = |name: &str| Misfit::new(format!("{} has no field {name}", kind(obj)));
    if let Ok(dict) = obj.cast::<PyDict>() {
        let values = types.iter().map(|(name, _)| dict.get_item(name)?.ok_or_else(|| missing(name)));
        let values = values.collect::<Result<Vec<_>, _>>()?;
        let unknown = dict.keys().iter().find(|key| {
            key.extract::<String>().is_ok_and(|key| types.iter().all(|(name, _)| *name != key))
                || !key.is_instance_of::<PyString>()
        });
        return match unknown {
            Some(key) => Err(Misfit::new(format!("the record has no field {key}"))),
            None => Ok(values),
        };
    }
    // An element of NumPy's structured arrays.
    if obj.getattr("dtype").and_then(|dtype| dtype.getattr("names")).is_ok_and(|names| !names.is_none()) {
        return match buffers::field_names(obj, types) {
            Some(names) => names.iter().map(|name| Ok(obj.get_item(name)?)).collect(),
            None => {
                let lacks = |(name, _): &&(String, Type)| obj.get_item(name.as_str()).is_err();
                Err(missing(types.iter().find(lacks).map_or("", |(name, _)| name)))
            }
        };
    }
    if obj.is_instance_of::<PyTuple>() || obj.is_instance_of::<PyList>() {
        // A named tuple goes by its names, whatever their order.
        let names: Vec<&str> = types.iter().map(|(name, _)| name.as_str()).collect();
        if let Ok(own) = obj.getattr("_fields").and_then(|own| own.extract::<Vec<String>>())
            && names.iter().all(|name| own.iter().any(|own| own == name))
        {
            return names.iter().map(|name| Ok(obj.getattr(*name)?)).collect();
        }
        let len = obj.len()?;
        if len != types.len() {
            return Err(Misfit::new(format!("{len} values are no record of {}", types.len())));
        }
        return (0..len).map(|i| Ok(obj.get_item(i)?)).collect();
    }
    // Rows of frames, scalars of pyarrow and records of awkward arrays have items, whose names may be those of methods.
    let items = obj.hasattr("keys")? || obj.hasattr("fields")? && obj.hasattr("__getitem__")?;
    let field = |name: &str| match obj.get_item(name) {
        Ok(value) if items => Ok(value),
        _ => obj.getattr(name).map_err(|_| missing(name)),
    };
    types.iter().map(|(name, _)| field(name)).collect()
}

/// The constructor of a value of a sum, and what it carries. `None` is `#none`, and where there are only `#none` and `#some` everything
/// else is `#some`.
pub(crate) fn constructor<'py>(
    obj: &Bound<'py, PyAny>,
    constructors: &[(String, Vec<Type>)],
) -> Result<(String, Vec<Bound<'py, PyAny>>), Misfit> {
    let py = obj.py();
    let class = py.import(intern!(py, "windrow._types"))?.getattr(intern!(py, "Sum"))?;
    let find = |name: &str| constructors.iter().find(|(own, _)| own == name).map(|(_, types)| types.len());
    if obj.is_instance(&class)? {
        let name: String = obj.getattr(intern!(py, "name"))?.extract()?;
        let payload: Vec<Bound<'py, PyAny>> = obj.getattr(intern!(py, "payload"))?.extract()?;
        return match find(&name) {
            Some(count) if count == payload.len() => Ok((name, payload)),
            Some(count) => {
                Err(Misfit::new(format!("#{name} carries {count} values, but got {}", payload.len())))
            }
            None => Err(Misfit::new(format!("there is no constructor #{name}"))),
        };
    }
    if (obj.is_none() || buffers::is_masked(obj)) && find("none") == Some(0) {
        return Ok(("none".into(), vec![]));
    }
    if constructors.len() == 2 && find("none") == Some(0) && find("some") == Some(1) {
        return Ok(("some".into(), vec![obj.clone()]));
    }
    Err(Misfit::new(format!("{} is no windrow.Sum", kind(obj))))
}
