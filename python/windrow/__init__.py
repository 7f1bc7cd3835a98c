"""Windrow: a nested data-parallel array language.

>>> import windrow
>>> prog = windrow.compile("entry sums [n] (xss: [n][?]f64): [n]f64 = map f64.sum xss")
>>> prog.sums([[1.0, 2.0], [], [3.0]]).to_list()
[3.0, 0.0, 3.0]

Arguments are numbers, NumPy arrays, whatever speaks Arrow's capsule protocol (pyarrow, polars, pandas), awkward arrays, DLPack
tensors, and lists of lists. Results are numbers, named tuples for records, `Sum`, and `Array`, which NumPy, pyarrow and polars read
without a copy.
"""

from __future__ import annotations

import os as _os

from ._errors import (
    ArgumentError,
    Bug,
    Cancelled,
    DataError,
    DeviceError,
    Error,
    Failure,
    FileError,
    Missing,
    OutOfMemory,
    Position,
    ShapeError,
    SourceError,
    Unsupported,
    UsageError,
)
from ._types import Sum, default_context as _default_context
from ._windrow import Array, Consumed, Context, Entry, Program, Signature, __version__

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ._frames import Batches
    from ._progress import progress

__all__ = [
    "ArgumentError",
    "Array",
    "Batches",
    "Bug",
    "Cancelled",
    "Context",
    "DataError",
    "DeviceError",
    "Entry",
    "Error",
    "Failure",
    "FileError",
    "Missing",
    "OutOfMemory",
    "Position",
    "Program",
    "ShapeError",
    "Signature",
    "SourceError",
    "Sum",
    "Unsupported",
    "UsageError",
    "compile",
    "consume",
    "function",
    "load",
    "progress",
]


def compile(source: str, *, name: str = "<string>", context: Context | None = None) -> Program:
    """Checks a program. Its entry points are attributes, compiled when they are first used.

    Messages call the program `name`, and files that it imports are looked up from there.
    """
    return Program(source, name, context or _default_context())


def load(path: str | _os.PathLike[str], *, context: Context | None = None) -> Program:
    """Reads and checks the program in a file."""
    path = _os.fspath(path)
    try:
        with open(path, encoding="utf-8") as file:
            source = file.read()
    except OSError as e:
        error = FileError(f"{path}: {e.strerror or e}")
        error.path = path
        raise error from e
    return Program(source, path, context or _default_context())


def function(expression: str, *, context: Context | None = None) -> Entry:
    """A function as an entry point.

    >>> sums = windrow.function(r"\\(xss: [][?]f64) -> map f64.sum xss")
    """
    return compile(_as_entry(expression), name="<function>", context=context)["f"]


def _as_entry(expression: str) -> str:
    """A definition with the parameters of the function, so that they keep their names."""
    text = expression.strip()
    depth = 0
    for i, char in enumerate(text):
        depth += (char in "([{") - (char in ")]}")
        if depth == 0 and text.startswith("->", i) and text.startswith("\\"):
            return f"entry f {text[1:i]}= {text[i + 2:].lstrip()}\n"
    return f"entry f = {text}\n"


def consume(array: Array) -> Consumed:
    """Gives an array to a unique parameter, which may then overwrite it. Using it afterwards raises an error, unless the call did not
    begin because its arguments have the wrong types or sizes."""
    if not isinstance(array, Array):
        kind = type(array).__name__
        raise TypeError(f"consume takes a windrow.Array, not {kind}; arrays of others are copied for a unique parameter")
    return array._consume()


def __getattr__(name: str) -> Any:
    if name == "Batches":
        from ._frames import Batches

        return Batches
    if name == "progress":
        from ._progress import progress

        return progress
    raise AttributeError(f"module 'windrow' has no attribute {name!r}")


def load_ipython_extension(shell: Any) -> None:
    """`%load_ext windrow` defines `%%windrow`."""
    from ._notebook import install

    install(shell)
