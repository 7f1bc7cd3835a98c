"""The exceptions of Windrow.

Each says what is wrong as text, with the source where it is about a program, and as data: `position`, `row` and the fields that its
class lists.
"""

from __future__ import annotations

from collections import namedtuple

# The module typing takes longer to import than all of this package.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Position(namedtuple("Position", "file line column")):
    """A place in a file of a program; lines and columns count from 1."""

    __slots__ = ()
    file: str
    line: int
    column: int


class Error(Exception):
    """What all exceptions of Windrow are. `position` is a place in the program or None, `row` the indices of an element or ()."""

    position: Position | None = None
    row: tuple[int, ...] = ()

    def _render_traceback_(self) -> list[str]:
        # IPython shows this in the place of a traceback, which would say nothing about the program.
        return [f"{type(self).__name__}: {self}"]


class SourceError(Error):
    """The program is wrong. `diagnostics` says how: a list of dicts with id, severity, message, labels and notes."""

    diagnostics: list[dict[str, Any]]


class Unsupported(Error, NotImplementedError):
    """The program is right, but the backend cannot run it yet."""


class ArgumentError(Error, TypeError):
    """An argument has the wrong type. `entry`, `parameter`, `expected` and `found` may say more."""

    entry: str
    parameter: str
    expected: str
    found: str


class ShapeError(Error, ValueError):
    """A size of an argument does not agree: `entry`, `parameter`, `dimension`, `row`, `expected`, `found`."""

    entry: str
    parameter: str
    dimension: int
    expected: int
    found: int


class DataError(Error, ValueError):
    """Data from elsewhere is malformed, has nulls, or has another type: `path` of the field, `row`."""

    path: str


class Failure(Error):
    """A check of the program failed: `position`, `row` (the indices of the outer maps) and `calls`."""

    calls: list[Position]


class OutOfMemory(Error, MemoryError):
    """There is not enough memory for so many `bytes`."""

    bytes: int


class DeviceError(Error):
    """A device gave up."""


class Missing(Error):
    """A library, a program or a device is not there: `what`, and `how` to get it."""

    what: str
    how: str


class FileError(Error, OSError):
    """A file cannot be read: `path`."""

    path: str


class UsageError(Error, ValueError):
    """Values, names or options are wrong."""


class Cancelled(Error):
    """The call was cancelled."""


class Bug(Error):
    """Windrow broke its own rules; please report it."""


def make(name: str, text: str, fields: dict[str, Any]) -> Error:
    """The exception of this class. The compiled part of the package calls it."""
    error = globals()[name](text)
    for field, value in fields.items():
        if field == "position" and value is not None:
            value = Position(*value)
        elif field == "calls":
            value = [Position(*place) for place in value]
        elif field == "row" and value is None:
            value = ()
        setattr(error, field, value)
    return error
