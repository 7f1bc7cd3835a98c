"""What results show of themselves: as sequences, in brackets, and in NumPy, pyarrow, polars and awkward, for every type and shape."""

import awkward as ak
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import windrow
from windrow import Sum

TYPES = {
    "i8": np.int8, "i16": np.int16, "i32": np.int32, "i64": np.int64, "u8": np.uint8, "u16": np.uint16, "u32": np.uint32,
    "u64": np.uint64, "f16": np.float16, "f32": np.float32, "f64": np.float64, "bool": np.bool_,
}  # fmt: skip
# Rows of different sizes, some of them empty, by how many dimensions they have inside of the first.
NESTS = {
    0: [0, 1, 1, 0, 1],
    1: [[0, 1], [], [1]],
    2: [[[0], [1, 1]], [], [[], [1]]],
    3: [[[[1], []], [[0, 1]]], [], [[]], [[[1, 0, 1]]]],
}


@pytest.fixture(scope="module")
def shared():
    return windrow.Context(backend="native")


def identity(elem, depth, context):
    """An array of a type that is the result of a call."""
    ty = "[n]" + "[?]" * depth + elem
    return windrow.compile(f"entry f [n] (xs: {ty}): {ty} = copy xs", context=context).f


def converted(value, make):
    return [converted(item, make) for item in value] if isinstance(value, list) else make(value)


@pytest.mark.parametrize("depth", NESTS)
@pytest.mark.parametrize("elem", TYPES)
def test_every_type_and_depth(elem, depth, shared):
    nest = converted(NESTS[depth], lambda x: TYPES[elem](x).item())
    f = identity(elem, depth, shared)
    empty_rows = [[] for _ in nest] if depth else []
    for given in [nest, empty_rows, []]:
        result = f(given)
        assert len(result) == len(given) and result.ndim == depth + 1 and result.to_list() == given
        assert pa.array(result).to_pylist() == given
        assert ak.from_arrow(pa.array(result)).to_list() == result.to_awkward().to_list() == given
        assert [row.to_list() if depth else row for row in result] == given
        assert pl.Series(result).to_list() == given
        # Whatever it has become is an argument again.
        for again in [result, pa.array(result), result.to_awkward(), pl.Series(result)]:
            assert f(again).to_list() == given
        if depth == 0:
            array = np.asarray(result)
            assert array.dtype == result.dtype == TYPES[elem] and array.tolist() == given and result.shape == (len(given),)
        else:
            assert not hasattr(result, "dtype") and result.shape[0] == len(given)


def test_elements_are_shown(shared):
    assert repr(identity("f64", 0, shared)([1.0, 2.5])) == "<windrow.Array [n]f64 of 2: [1.0, 2.5]>"
    assert repr(identity("bool", 1, shared)([[True], []])) == "<windrow.Array [n][?]bool of 2: [[True], []]>"
    assert repr(identity("i8", 0, shared)(np.arange(100, dtype=np.int8))).endswith("17, 18, 19, ...]>")
    long = repr(identity("i64", 1, shared)([list(range(1000))] * 50))
    assert "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, ...]" in long and long.endswith(", ...]>") and len(long) < 1000
    balls = windrow.compile("entry f (n: i64): [n]{at: f64, name: [?]u8} = map (\\i -> {at = f64.i64 i, name = \"ab\"}) (iota n)", context=shared).f
    assert repr(balls(1)).endswith("of 1: [Record(at=0.0, name=<windrow.Array [2]u8 of 2: [97, 98]>)]>")


@pytest.mark.parametrize("depth", NESTS)
def test_slices_are_those_of_lists(depth, context):
    nest = NESTS[depth]
    result = identity("i64", depth, context)(nest)
    places = [None, 0, 1, 2, -1, -2, 7, -7]
    for step in [None, 1, 2, 3, -1, -2, -7]:
        for start in places:
            for stop in places:
                key = slice(start, stop, step)
                part = result[key]
                assert part.to_list() == nest[key], key
    # Parts of parts, and parts as arguments.
    assert result[::-1][::-1].to_list() == nest and result[::2][-1:].to_list() == nest[::2][-1:]
    assert identity("i64", depth, context)(result[::-1]).to_list() == nest[::-1]
    assert pa.array(result[::-2]).to_pylist() == nest[::-2]
    assert [row if depth == 0 else row.to_list() for row in reversed(result)] == nest[::-1]


def test_slices_copy_only_what_they_must(shared):
    result = identity("f64", 0, shared)(np.arange(10.0))
    before = shared.stats.copies.total.count
    assert np.asarray(result[2:7]).ctypes.data == np.asarray(result).ctypes.data + 16
    assert shared.stats.copies.total.count == before
    assert np.asarray(result[::3]).tolist() == [0, 3, 6, 9]
    assert shared.stats.copies.total.count == before + 1


def test_several_indices(context):
    cube = windrow.compile("entry f (n: i64): [n][3][2]i64 = unflatten_3d (iota (n * 3 * 2)) :> [n][3][2]i64", context=context).f(2)
    array = np.arange(12).reshape(2, 3, 2)
    assert cube.shape == (2, 3, 2) and cube.ndim == 3 and cube.dtype == np.int64
    for key in [(1, 2, 1), (-1, -1, -1), (0, 1), (1, ...), (..., ), (1, 2, ...), (0, slice(None, None, -1)), (1, slice(1, None)), (0, 2, slice(0, 1)), (slice(None), ...), (1, slice(None), slice(None))]:
        assert np.array_equal(np.asarray(cube[key]), array[key]), key
    rows = identity("i64", 1, context)([[1, 2, 3], [], [4]])
    assert rows[0, 1] == 2 and rows[0, ::-1].to_list() == [3, 2, 1] and rows[...].to_list() == rows.to_list()
    for key, error, part in [
        ((0, 0, 0), IndexError, "too many indices"),
        ((1, 0), IndexError, "index 0 is out of bounds for an array of 0"),
        ((..., ...), IndexError, "single ellipsis"),
        ((slice(None), 0), TypeError, r"array.to_awkward\(\)\[..\]"),
        (None, TypeError, "not by NoneType"),
        (True, TypeError, "not by bool"),
        (1.5, TypeError, "not by float"),
        ({}, TypeError, "not by dict"),
        (slice(0, 1, 0), ValueError, "zero"),
    ]:
        with pytest.raises(error, match=part):
            rows[key]
    with pytest.raises(TypeError, match=r"np.asarray\(array\)\[..\]"):
        cube[:, 0]


@pytest.mark.parametrize("depth", NESTS)
def test_arrays_as_indices(depth, context):
    nest = NESTS[depth]
    result = identity("i64", depth, context)(nest)
    for key in [[2, 0, -1], np.array([1, 1]), np.array([], dtype=int), pa.array([0]).to_pylist()]:
        assert result[key].to_list() == [nest[i] for i in key]
    mask = [i % 2 == 0 for i in range(len(nest))]
    for key in [mask, np.array(mask), identity("bool", 0, context)(mask)]:
        assert result[key].to_list() == nest[::2]
    for key in [[len(nest)], [-len(nest) - 1], mask[1:]]:
        with pytest.raises(IndexError):
            result[key]
    with pytest.raises(TypeError):
        result[[1.5]]


def test_fields_of_records(context):
    source = r"""
    entry flat (n: i64): [n]{x: i64, y: f64, tags: [?]u8} = map (\i -> {x = i, y = f64.i64 i / 2, tags = map u8.i64 (iota i)}) (iota n)
    entry nested (n: i64): [n][?]{x: i64, y: f64} = map (\i -> map (\j -> {x = j, y = 0.5}) (iota i)) (iota n)
    """
    prog = windrow.compile(source, context=context)
    flat = prog.flat(3)
    assert flat.fields == ["tags", "x", "y"] and np.asarray(flat["y"]).tolist() == [0, 0.5, 1]
    assert flat[["x", "tags"]].to_list() == [(0, []), (1, [0]), (2, [0, 1])] and flat[["x", "tags"]].fields == ["x", "tags"]
    assert flat[::-1]["x"].to_list() == [2, 1, 0] and flat["tags"][2, ::-1].to_list() == [1, 0]
    assert flat[[2, 0]].to_list()[0].x == 2 and flat.ndim == 1
    nested = prog.nested(3)
    assert nested.fields == ["x", "y"] and nested.ndim == 2 and nested["x"].to_list() == [[], [0], [0, 1]]
    assert nested[::-1].to_list()[0][1] == (1, 0.5) and nested[2, 1].x == 1 and nested[2]["y"].to_list() == [0.5, 0.5]
    assert nested.to_awkward().to_list()[2] == [{"x": 0, "y": 0.5}, {"x": 1, "y": 0.5}] and str(nested.to_awkward().type) == "3 * var * {x: int64, y: float64}"
    assert nested.to_awkward().x.to_list() == [[], [0], [0, 1]] and pl.Series(nested).to_list()[1] == [{"x": 0, "y": 0.5}]
    for key in ["z", ["x", "z"]]:
        with pytest.raises(KeyError, match="z"):
            nested[key]
    assert prog.flat(0)[::-1].to_list() == [] and prog.nested(0)["x"].to_list() == []


def test_sums_in_arrays(context):
    source = r"""
    entry f (n: i64): [n](#circle f64 | #nothing | #rect {w: f64, h: f64}) =
      map (\i -> if i % 3 == 0 then #circle (f64.i64 i) else if i % 3 == 1 then #nothing else #rect {w = 1, h = 2}) (iota n)
    entry g (n: i64): [n][?](#none | #some i64) = map (\i -> map (\j -> if j % 2 == 0 then #some j else #none) (iota i)) (iota n)
    """
    prog = windrow.compile(source, context=context)
    shapes = prog.f(4)
    wanted = [Sum("circle", 0.0), Sum("nothing"), Sum("rect", ((2.0, 1.0),)), Sum("circle", 3.0)]
    assert shapes.to_list() == list(shapes) == wanted and shapes[::-1].to_list() == wanted[::-1] and shapes[[2]][0] == wanted[2]
    assert shapes[2].payload[0].h == 2.0 and "Sum('nothing', ())" in repr(shapes) and not hasattr(shapes, "dtype")
    assert pa.array(shapes).to_pylist()[0] == 0.0 and shapes.to_awkward().to_list()[0] == 0.0
    assert prog.f(0).to_list() == pa.array(prog.f(0)).to_pylist() == prog.f(0)[::2].to_list() == []
    options = prog.g(4)
    plain = [[], [0], [0, None], [0, None, 2]]
    assert pa.array(options).to_pylist() == pl.Series(options).to_list() == options.to_awkward().to_list() == plain
    assert options[::-1].to_arrow().to_pylist() == plain[::-1]


def test_functions_of_numpy_take_results(shared):
    result = identity("f64", 0, shared)([3.0, 1.0, 2.0])
    assert np.sort(result).tolist() == [1, 2, 3] and np.argmax(result) == 0 and np.mean(result) == 2
    assert (np.asarray(result) + result).tolist() == [6, 2, 4] and np.concatenate([result, result]).shape == (6,)
    assert np.stack([result, result]).shape == (2, 3) and np.array_equal(result, [3, 1, 2])
    assert pd.Series(result, name="x").sort_values().tolist() == [1, 2, 3] and pl.Series("x", result).sort().to_list() == [1, 2, 3]
    assert pd.DataFrame({"x": result}).describe().loc["mean", "x"] == 2
    assert ak.sum(result.to_awkward()) == 6 and max(result) == 3 and sum(result) == 6 and bool(result)
    assert memoryview(result)[1] == 1 and memoryview(result).format == "d"
    first, *rest = result
    assert (first, rest) == (3, [1, 2])
