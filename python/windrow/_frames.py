"""Entry points over columns: polars expressions, functions over pyarrow arrays, batches of Ray Data."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def expr(entry, columns):
    """An expression of polars that calls an entry point with columns, one for each parameter: names, expressions, or numbers.

    An entry point that returns a number makes one of all rows, or of those of each group.
    """
    import polars as pl

    params = [name for name, _, _ in entry.signature.params]
    if len(columns) != len(params):
        raise TypeError(f"{entry.__name__} has the parameters {', '.join(params)}, but {len(columns)} columns are given")
    result = entry.signature.result
    scalar = _scalars().get(result)

    def call(series):
        value = entry(*series)
        return pl.Series(value) if scalar is None else pl.Series([value], dtype=scalar)

    names = [pl.col(column) if isinstance(column, str) else column for column in columns]
    constants = {i: column for i, column in enumerate(names) if not isinstance(column, pl.Expr)}

    def with_constants(series):
        series = iter(series)
        return call([constants[i] if i in constants else next(series) for i in range(len(names))])

    varying = [column for column in names if isinstance(column, pl.Expr)]
    if not varying:
        raise TypeError(f"an expression of polars needs a column; call {entry.__name__} itself with numbers")
    dtype = _dtype(result) if scalar is None else scalar
    return pl.map_batches(varying, with_constants, return_dtype=dtype, returns_scalar=scalar is not None)


def _scalars():
    """The types of polars for scalars."""
    import polars as pl

    return {
        "i8": pl.Int8, "i16": pl.Int16, "i32": pl.Int32, "i64": pl.Int64, "u8": pl.UInt8, "u16": pl.UInt16, "u32": pl.UInt32,
        "u64": pl.UInt64, "f16": pl.Float16, "f32": pl.Float32, "f64": pl.Float64, "bool": pl.Boolean,
    }  # fmt: skip


def _dtype(text):
    """The type of polars for the elements of an array of this type; None leaves it to polars."""
    import polars as pl

    scalars = _scalars()
    if not text.startswith("["):
        raise TypeError(f"an expression of polars has to return an array or a number, not {text}")
    inner = text[text.index("]") + 1 :]
    dims = []
    while inner.startswith("["):
        end = inner.index("]")
        dims.append(inner[1:end])
        inner = inner[end + 1 :]
    if inner not in scalars or any(dim != "?" for dim in dims):
        return None
    dtype = scalars[inner]
    for _ in dims:
        dtype = pl.List(dtype)
    return dtype


def arrow(entry):
    """A function from pyarrow arrays (or numbers) to a pyarrow array; to a scalar where the entry point returns a number, and to a tuple
    where it returns several values."""
    import pyarrow

    result = entry.signature.result
    types = {"f16": "halffloat", "f32": "float", "f64": "double", "bool": "bool"}

    def convert(value):
        if isinstance(value, tuple):
            return tuple(map(convert, value))
        return pyarrow.array(value) if hasattr(value, "__arrow_c_array__") else pyarrow.scalar(value)

    def call(*columns):
        value = entry(*columns)
        if isinstance(value, (bool, int, float)):
            name = types.get(result, result.replace("i", "int").replace("u", "uint"))
            return pyarrow.scalar(value, type=pyarrow.type_for_alias(name))
        return convert(value)

    call.__name__ = call.__qualname__ = entry.__name__
    call.__doc__ = str(entry.signature)
    return call


class Batches:
    """For `ray.data.Dataset.map_batches`: calls an entry point on columns and adds the results as columns.

    `parameters` says for each parameter the column (or a constant, if it is no text), `result` the name of the new column; of an entry
    point that returns a tuple or a record, one name for each part. Batches are tables of pyarrow (`batch_format="pyarrow"`, which copies
    the least), dicts of NumPy arrays, or frames of pandas.
    """

    def __init__(self, source: str, entry: str, parameters: dict[str, Any], result: str | list[str], **context: Any) -> None:
        import windrow

        if context:
            self._entry = windrow.compile(source, context=windrow.Context(**context))[entry]
        else:
            self._entry = windrow.compile(source)[entry]
        self._parameters = parameters
        self._names = [result] if isinstance(result, str) else list(result)

    def __call__(self, batch: Any) -> Any:
        columns = {
            name: batch[column] if isinstance(column, str) else column for name, column in self._parameters.items()
        }
        results = self._entry(**columns)
        if len(self._names) == 1:
            results = (results,)
        if len(results) != len(self._names):
            raise ValueError(f"{self._entry.__name__} returns {len(results)} values, but {len(self._names)} are named")
        if isinstance(batch, dict):
            return {**batch, **{name: _numpy(value) for name, value in zip(self._names, results)}}
        if hasattr(batch, "append_column"):
            import pyarrow

            for name, value in zip(self._names, results):
                batch = batch.append_column(name, pyarrow.array(value))
            return batch
        return batch.assign(**{name: list(_numpy(value)) for name, value in zip(self._names, results)})


def _numpy(array):
    """A NumPy array; where rows have different sizes, one of NumPy arrays."""
    import numpy

    if None not in array.shape and not array.fields:
        return numpy.asarray(array)
    made = numpy.empty(len(array), object)
    for i, row in enumerate(array):
        made[i] = numpy.asarray(row)
    return made
