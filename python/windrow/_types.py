"""Small types: records, sums, statistics; and contexts by their options."""

from __future__ import annotations

import functools
from collections import namedtuple

# The module typing takes longer to import than all of this package.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ._windrow import Context


class Moved(namedtuple("Moved", "count bytes")):
    """How often something was copied, and how many bytes."""

    __slots__ = ()
    count: int
    bytes: int


class Copies(namedtuple("Copies", "uploads downloads borrowed unshared sizes evicted converted total")):
    """Copies by their reasons."""

    __slots__ = ()
    uploads: Moved
    downloads: Moved
    borrowed: Moved
    unshared: Moved
    sizes: Moved
    evicted: Moved
    converted: Moved
    total: Moved


class Stats(namedtuple("Stats", "resident adopted pooled peak evictions launches copies")):
    """How a device has been used: bytes, numbers of events, copies."""

    __slots__ = ()
    resident: int
    adopted: int
    pooled: int
    peak: int
    evictions: int
    launches: int
    copies: Copies


def stats(numbers: tuple[int, ...], copies: dict[str, tuple[int, int]]) -> Stats:
    """Statistics from what the compiled part counts."""
    return Stats(*numbers, Copies(**{name: Moved(*moved) for name, moved in copies.items()}))


@functools.lru_cache(maxsize=None)
def record(names):
    """The named tuple for records with these fields. Names that Python does not allow become _0, _1, .."""
    made = namedtuple("Record", names, rename=True)
    # Pickles have the names in the place of the class, which no module has.
    made.__reduce__ = lambda self: (record_of, (names, tuple(self)))
    return made


def record_of(names, values):
    """A record that was pickled."""
    return record(names)(*values)


class Sum:
    """A value of a sum type: the name of the constructor without its `#`, and what it carries, a tuple.

    >>> Sum("circle", 1.5)
    Sum('circle', (1.5,))
    """

    __slots__ = ("name", "payload")
    __match_args__ = ("name", "payload")

    name: str
    payload: tuple[Any, ...]

    def __init__(self, name: str, payload: Any = ()) -> None:
        self.name = name
        self.payload = payload if type(payload) is tuple else (payload,)

    def __repr__(self) -> str:
        return f"Sum({self.name!r}, {self.payload!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sum):
            return NotImplemented
        return self.name == other.name and self.payload == other.payload

    def __hash__(self) -> int:
        return hash((self.name, self.payload))

    def __reduce__(self):
        return Sum, (self.name, self.payload)


def inspected(signature):
    """A signature as the module inspect has them."""
    import inspect

    # Primes in names are for Windrow alone.
    names = [name if name.isidentifier() else f"_{i}" for i, (name, _, _) in enumerate(signature.params)]
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    params = [inspect.Parameter(name, kind, annotation=param[1]) for name, param in zip(names, signature.params)]
    return inspect.Signature(params, return_annotation=signature.result)


@functools.lru_cache(maxsize=None)
def context_of(options):
    """The context of this process that has these options; the default one where they are the defaults."""
    from windrow import Context

    backend, device, threads, memory = options
    return Context(backend=backend, device=device, threads=threads, memory=memory)


def find_compiler():
    """Where there is no C compiler, takes the one of the package ziglang, which `pip install windrow[cc]` brings."""
    import importlib.util
    import os
    import shutil
    import sys

    if not os.environ.get("CC") and shutil.which("cc") is None and importlib.util.find_spec("ziglang") is not None:
        os.environ["CC"] = f"{sys.executable} -m ziglang cc"


def default_context() -> Context:
    """The context that is used where none is given."""
    return context_of(("auto", None, None, None))


@functools.lru_cache(maxsize=64)
def program_of(source, name, options):
    """The program of this process with this text."""
    from windrow import Program

    return Program(source, name, context_of(options))


def entry_of(source, name, entry, options):
    """An entry point that was pickled. Programs are compiled once in a process."""
    return program_of(source, name, options)[entry]


def array_of(stored, type, options):
    """An array that was pickled, in the context of this process with the same options."""
    from ._windrow import restore

    return restore(context_of(options), type, stored)
