"""Random arrays of pyarrow, in all forms and cut out of larger ones: what comes back is what pyarrow says they hold."""

import random

import pyarrow as pa
import pytest
import windrow

SCALARS = [("i64", pa.int64()), ("u8", pa.uint8()), ("i16", pa.int16()), ("f64", pa.float64()), ("bool", pa.bool_())]
LISTS = [pa.list_, pa.large_list, pa.list_view, pa.large_list_view]


def some_type(rng, depth):
    """A type of Windrow, the type of Arrow for it, and a function that makes an element."""
    kind = rng.choice(["scalar", "text"] if depth == 0 else ["scalar", "list", "list", "fixed", "record", "option", "dictionary"])
    if kind == "scalar":
        name, ty = rng.choice(SCALARS)
        make = {"bool": lambda: rng.random() < 0.5, "f64": lambda: rng.randrange(100) / 4}.get(name, lambda: rng.randrange(100))
        return name, ty, make
    if kind == "text":
        ty = rng.choice([pa.string(), pa.large_string(), pa.string_view(), pa.binary(), pa.binary_view()])
        return "[?]u8", ty, lambda: rng.choice(["", "a", "wörter", "more than twelve bytes"]).encode()
    name, ty, make = some_type(rng, depth - 1)
    if kind == "list":
        return f"[?]{name}", rng.choice(LISTS)(ty), lambda: [make() for _ in range(rng.randrange(4))]
    if kind == "fixed":
        return f"[2]{name}", pa.list_(ty, 2), lambda: [make(), make()]
    if kind == "record":
        other, other_ty, other_make = some_type(rng, 0)
        fields = pa.struct([("b", other_ty), ("a", ty)])
        return f"{{a: {name}, b: {other}}}", fields, lambda: {"a": make(), "b": other_make()}
    if kind == "option" and not name.startswith("(#"):
        return f"(#none | #some ({name}))", ty, lambda: None if rng.random() < 0.3 else make()
    if kind == "dictionary" and isinstance(ty, pa.DataType) and (pa.types.is_integer(ty) or pa.types.is_string(ty)):
        return name, pa.dictionary(pa.int8(), ty), make
    return name, ty, make


def plain(value):
    """Texts as the numbers of their bytes."""
    if isinstance(value, str):
        value = value.encode()
    if isinstance(value, bytes):
        return list(value)
    if isinstance(value, list):
        return [plain(v) for v in value]
    if isinstance(value, dict):
        return {k: plain(value[k]) for k in sorted(value)}
    return value


@pytest.mark.parametrize("seed", range(20))
def test_arrays_come_back(seed):
    rng = random.Random(seed)
    name, ty, make = some_type(rng, 3)
    same = windrow.compile(f"entry f [n] (xs: [n]{name}): [n]{name} = xs", context=windrow.Context(backend="interp")).f
    for size in [0, 1, 5, 9]:
        array = pa.array([make() for _ in range(size)], ty)
        start, end = sorted([rng.randrange(size + 1), rng.randrange(size + 1)])
        parts = pa.chunked_array([array[:start], array[start:]], ty)
        for given in [array, array[start:end], parts]:
            expected = plain(given.to_pylist())
            assert plain(same(given).to_arrow().to_pylist()) == expected, (name, ty)
