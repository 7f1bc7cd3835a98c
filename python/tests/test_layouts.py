"""Every layout that awkward, pyarrow, polars, NumPy and pandas have for the same data: the right result, and no copy that is not needed."""

import array
import ctypes
import datetime
import inspect
import pickle
from pathlib import Path

import awkward as ak
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import windrow
from windrow import Sum

SOURCE = r"""
def or_minus_one (x: #none | #some f64): f64 = match x case #none -> -1 case #some y -> y

entry total [n] (xs: [n]f64): f64 = f64.sum xs
entry whole [n] (xs: [n]i64): i64 = i64.sum xs
entry days [n] (xs: [n]i32): i32 = i32.sum xs
entry flags [n] (xs: [n]bool): [n]bool = map (\x -> !x) xs
entry sums [n] (xss: [n][?]f64): [n]f64 = map f64.sum xss
entry trues [n] (xss: [n][?]bool): [n]i64 = map (\xs -> i64.sum (map i64.bool xs)) xss
entry deep [n] (xss: [n][?][?]f64): [n]f64 = map (\xs -> f64.sum (map f64.sum xs)) xss
entry columns [n][m] (xss: [n][m]f64): [m]f64 = map f64.sum (transpose xss)
entry options [n] (xs: [n](#none | #some f64)): [n]f64 = map or_minus_one xs
entry grid [n][m] (xs: [n][m](#none | #some f64)): [n]f64 = map (\r -> f64.sum (map or_minus_one r)) xs
entry times [n] (xs: [n](#none | #some i64)): [n]i64 = map (\x -> match x case #none -> -1 case #some y -> y) xs
entry rows_or_none [n] (xs: [n](#none | #some ([?]f64))): [n]f64 = map (\x -> match x case #none -> -1 case #some y -> f64.sum y) xs
entry options_in_rows [n] (xss: [n][?](#none | #some f64)): [n]f64 = map (\r -> f64.sum (map or_minus_one r)) xss
entry records [n] (ps: [n]{x: f64, y: i64}): [n]f64 = map (\p -> p.x + f64.i64 p.y) ps
entry records_in_rows [n] (ps: [n][?]{x: f64, y: i64}): [n]f64 = map (\r -> f64.sum (map (\p -> p.x + f64.i64 p.y) r)) ps
entry records_or_none [n] (ps: [n](#none | #some {x: f64, y: i64})): [n]f64 = map (\p -> match p case #none -> -1 case #some p -> p.x + f64.i64 p.y) ps
entry options_in_records [n] (ps: [n]{x: #none | #some f64, y: i64}): [n]f64 = map (\p -> or_minus_one p.x + f64.i64 p.y) ps
entry tuples [n] (ps: [n](f64, i64)): [n]f64 = map (\p -> p.0 + f64.i64 p.1) ps
entry lengths [n] (ts: [n][?]u8): [n]i64 = map length ts
entry length_of (text: []u8): i64 = length text
entry kinds [n] (xs: [n](#whole i64 | #real f64 | #text ([?]u8))): [n]f64 = map (\x -> match x case #whole i -> f64.i64 i case #real f -> f case #text t -> f64.i64 (length t)) xs
entry norm (p: {count: f64, x: f64}): f64 = p.count + p.x
entry scaled (k: f64) (xs: []f64): []f64 = map (* k) xs
entry doubled [n] (xss: [n][?]f64): [n][?]f64 = map (map (* 2)) xss
entry wheels (n: i64): [n]{at: i64, spokes: [?]f64} = map (\i -> {at = i, spokes = map f64.i64 (iota i)}) (iota n)
entry shapes (n: i64): [n](#circle f64 | #empty | #rect f64 f64 | #square f64) =
  map (\i -> if i == 0 then #circle 1 else if i == 1 then #square 2 else if i == 2 then #empty else #rect 3 4) (iota n)
entry areas [n] (shapes: [n](#circle f64 | #empty | #rect f64 f64 | #square f64)): [n]f64 =
  map (\s -> match s case #circle r -> 3 * r case #empty -> 0 case #rect a b -> a * b case #square a -> a * a) shapes
entry point (x: i64): {a: i64, b: {c: f64, d: [2]i64}} = {a = x, b = {c = 1, d = [x, x]}}
"""


@pytest.fixture(scope="module")
def shared():
    return windrow.Context(backend="native")


@pytest.fixture(scope="module")
def prog(shared):
    return windrow.compile(SOURCE, context=shared)


def check(prog, entry, given, wanted, made):
    """Compares the result, and how many copies the call makes unless that is None."""
    before = prog.context.stats.copies.total.count
    result = prog[entry](given)
    count = prog.context.stats.copies.total.count - before
    assert (result.to_list() if isinstance(result, windrow.Array) else result) == wanted
    assert made is None or count == made


class Labelled:
    """Stands for arrays of xarray: NumPy knows them as arrays, Arrow as tables."""

    def __init__(self, array):
        self._array, self.dtype = array, array.dtype

    def __array__(self, dtype=None, copy=None):
        return self._array

    def __arrow_c_stream__(self, requested_schema=None):
        return pa.table({"values": self._array.ravel()}).__arrow_c_stream__(requested_schema)


def layout(content):
    return ak.Array(content)


C, X = ak.contents, np.arange(10.0)
I8, U8, U32, I64 = ak.index.Index8, ak.index.IndexU8, ak.index.IndexU32, ak.index.Index64
PARTS = layout(C.ListOffsetArray(I64(np.array([2, 4, 4, 7])), C.NumpyArray(X)))
POINTS = [{"x": 1.0, "y": 2}, {"x": 2.0, "y": 3}]


def behaved():
    class Points(ak.Array):
        pass

    return ak.Array(POINTS, with_name="windrow_point", behavior={("*", "windrow_point"): Points})


AWKWARD = {
    "offsets with a start": ("sums", PARTS, [5, 0, 15], 1),
    "unsigned offsets": ("sums", layout(C.ListOffsetArray(U32(np.array([0, 4, 4], np.uint32)), C.NumpyArray(X))), [6, 0], None),
    "rows in any order": ("sums", layout(C.ListArray(I64(np.array([4, 0, 2])), I64(np.array([7, 0, 4])), C.NumpyArray(X))), [15, 0, 5], None),
    "empty rows nowhere": ("sums", layout(C.ListArray(I64(np.array([4, 100, 2])), I64(np.array([7, 100, 4])), C.NumpyArray(X))), [15, 0, 5], None),
    "indexed rows": ("sums", layout(C.IndexedArray(I64(np.array([2, 2, 1])), PARTS.layout)), [15, 15, 0], None),
    "bytes as mask": ("options", layout(C.ByteMaskedArray(I8(np.array([1, 0, 1], np.int8)), C.NumpyArray(X), valid_when=True)), [0, -1, 2], None),
    "bits as mask": ("options", layout(C.BitMaskedArray(U8(np.array([64], np.uint8)), C.NumpyArray(X), False, 3, False)), [0, -1, 2], None),
    "unmasked": ("total", layout(C.UnmaskedArray(C.NumpyArray(X))), 45, 0),
    "nothing but none": ("options", ak.Array([None, None]), [-1, -1], None),
    "no rows at all": ("rows_or_none", ak.Array([None, None]), [-1, -1], None),
    "none in rows": ("options_in_rows", ak.Array([[None], []]), [-1, 0], None),
    "masked in rows": ("options_in_rows", PARTS.mask[PARTS > 2], [2, 0, 15], None),
    "padded": ("options_in_rows", ak.pad_none(ak.Array([[1.0], [2.0, 3.0]]), 2), [0, 5], None),
    "missing records": ("records_or_none", ak.Array([POINTS[0], None]), [3, -1], None),
    "missing fields": ("options_in_records", ak.Array([{"x": 1.0, "y": 2}, {"x": None, "y": 3}]), [3, 2], None),
    "zipped": ("records", ak.zip({"y": np.array([2, 3]), "x": np.array([1.0, 2.0])}), [3, 5], 0),
    "tuples": ("tuples", ak.zip((np.array([1.0]), np.array([2]))), [3], 0),
    "of a class of its own": ("records", behaved(), [3, 5], 0),
    "regular, of nothing": ("sums", layout(C.RegularArray(C.NumpyArray(np.zeros(0)), 0, zeros_length=3)), [0, 0, 0], None),
    "regular": ("columns", ak.to_regular(ak.Array([[1.0, 2.0], [3.0, 4.0]])), [4, 6], 0),
    "in the order of columns": ("columns", ak.Array(np.asfortranarray(np.arange(6.0).reshape(3, 2))), [6, 9], 1),
    "strided": ("total", ak.Array(X[::2]), 20, 1),
    "union": ("kinds", ak.Array([1.5, "abc", 2.5]), [1.5, 3, 2.5], None),
    "union in rows": ("deep", ak.concatenate([ak.Array([[[1.0]]]), ak.Array([[[2]]])]), [1, 2], None),
    "categories": ("lengths", ak.str.to_categorical(ak.Array(["a", "bcd", "a"])), [1, 3, 1], None),
}


def floats(*rows):
    return pa.array(rows, pa.float64())


ITEMS = pa.float64()
FIXED = pa.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], pa.list_(ITEMS, 2))
STRUCTS = pa.StructArray.from_arrays([floats(9, 1, 2)[1:], pa.array([1, 2])], ["x", "y"])
TABLE = pa.table({"x": [1.0, 2.0], "y": [1, 2]})
RUNS = pa.RunEndEncodedArray.from_arrays(pa.array([2, 3], pa.int32()), floats(1, 2))
ARROW = {
    "one chunk with elements": ("total", pa.chunked_array([floats(), floats(1, 2), floats()]), 3, 0),
    "no chunks": ("sums", pa.chunked_array([], pa.list_(ITEMS)), [], None),
    "reader": ("records", pa.RecordBatchReader.from_batches(TABLE.schema, TABLE.to_batches()), [2, 4], 0),
    "reader of several": ("records", pa.RecordBatchReader.from_batches(TABLE.schema, TABLE.to_batches(max_chunksize=1)), [2, 4], None),
    "dictionary with null": ("options", pa.DictionaryArray.from_arrays(pa.array([0, None, 1]), floats(1, 2)), [1, -1, 2], None),
    "runs": ("total", RUNS, 4, None),
    "part of runs": ("total", RUNS[1:], 3, None),
    "runs with null": ("options", pa.RunEndEncodedArray.from_arrays(pa.array([2, 3]), floats(1, None)), [1, 1, -1], None),
    "runs of rows": ("sums", pa.RunEndEncodedArray.from_arrays(pa.array([2, 3]), pa.array([[1.0], [2.0, 3.0]])), [1, 1, 5], None),
    "views with null": ("rows_or_none", pa.array([[1.0], None, [2.0]], pa.list_view(ITEMS)), [1, -1, 2], None),
    "part of a matrix": ("columns", FIXED[1:], [8, 10], 0),
    "nulls in a matrix": ("grid", pa.array([[1.0, None], [2.0, 3.0]], pa.list_(ITEMS, 2)), [0, 5], None),
    "sliced children": ("records", STRUCTS[1:], [4], 0),
    "null with elements": ("rows_or_none", pa.ListArray.from_arrays(pa.array([0, 2, 4], pa.int32()), floats(1, 2, 3, 4), mask=pa.array([True, False])), [-1, 7], None),
    "bits with an offset": ("flags", pa.array([True] * 9 + [False, True])[9:], [True, False], 1),
    "bits in rows": ("trues", pa.array([[True] * 9, [False, True, True]])[1:], [2], None),
    "validity with an offset": ("options", floats(*[None] * 9, 1, None, 2)[9:], [1, -1, 2], None),
    "days": ("days", pa.array([datetime.date(1970, 1, 2)]), 1, 0),
    "row of rows": ("total", pa.array([[1.0, 2.0]])[0], 3, 0),
    "scalar text": ("length_of", pa.scalar("abc"), 3, None),
    "scalar struct": ("norm", pa.scalar({"count": 1.0, "x": 2.0}), 3, None),
    "tensor": ("columns", pa.FixedShapeTensorArray.from_numpy_ndarray(np.arange(6.0).reshape(3, 2)), [6, 9], 0),
}

CHUNKS = pl.concat([pl.Series([[1.0]]), pl.Series([[2.0, 3.0], []])], rechunk=False)
POLARS = {
    "chunks": ("sums", CHUNKS, [1, 5, 0], None),
    "part of chunks": ("sums", CHUNKS[1:], [5, 0], None),
    "chunks of one column": ("records", pl.DataFrame([pl.concat([pl.Series("x", [1.0]), pl.Series("x", [2.0])], rechunk=False), pl.Series("y", [1, 2])]), [2, 4], None),
    "rows of structs": ("records_in_rows", pl.Series([[POINTS[0]], [], POINTS]), [3, 0, 8], 0),
    "missing structs": ("records_or_none", pl.Series([None, POINTS[0], None])[1:], [3, -1], None),
    "enum": ("lengths", pl.Series(["a", "bb"], dtype=pl.Enum(["a", "bb"])), [1, 2], None),
    "array": ("columns", pl.Series([[9.0, 9.0], [1.0, 2.0], [3.0, 4.0]], dtype=pl.Array(pl.Float64, 2))[1:], [4, 6], 0),
    "date": ("days", pl.Series([datetime.date(1970, 1, 2)]), 1, 0),
    "time": ("whole", pl.Series([datetime.time(0, 0, 1)]), 10**9, 0),
    "duration": ("whole", pl.Series([datetime.timedelta(seconds=1)]), 10**6, 0),
    "nothing but null": ("options", pl.Series([None, None]), [-1, -1], None),
}

# Which constructor each element has is made of the nulls; the elements are used where they are.
TAGS = 1
MASKED = np.ma.array([1.0, 2.0], mask=[False, True])
PAIRS = np.array([(1.0, 2), (2.0, 3)], [("x", "f8"), ("y", "i8")])
NUMPY = {
    "masked": ("options", MASKED, [1, -1], TAGS),
    "masked matrix": ("grid", np.ma.array([[1.0, 2.0], [3.0, 4.0]], mask=[[0, 1], [0, 0]]), [0, 7], TAGS),
    "masked rows": ("options_in_rows", [MASKED, MASKED[:1]], [0, 1], None),
    "rows without masked elements": ("sums", [MASKED[:1]], [1], None),
    "masked records": ("options_in_records", np.ma.array(PAIRS, mask=[(0, 0), (1, 0)]), [3, 2], None),
    "options": ("options", np.array([1.0, 2.0]), [1, 2], TAGS),
    "options of other machines": ("options", np.array([1.0, 2.0], ">f8"), [1, 2], 1 + TAGS),
    "options of other numbers": ("options", np.array([1, 2], np.int8), [1, 2], None),
    "not a time": ("times", np.array(["1970-01-02", "NaT"], "M8[D]"), [1, -1], TAGS),
    "records as tuples": ("tuples", np.array([(1.0, 2)], [("a", "f8"), ("b", "i8")]), [3], None),
    "list of records as tuples": ("tuples", list(np.array([(1.0, 2)], [("a", "f8"), ("b", "i8")])), [3], None),
    "text of NumPy": ("lengths", np.array(["a", "bcd"], np.dtypes.StringDType()), [1, 3], None),
    "labelled": ("columns", Labelled(np.arange(6.0).reshape(3, 2)), [6, 9], 0),
    "nothing": ("whole", np.array([]), 0, None),
    "nothing in rows": ("trues", [np.array([True]), np.array([])], [1, 0], None),
    "ctypes": ("columns", ((ctypes.c_double * 3) * 2)((1, 2, 3), (4, 5, 6)), [5, 7, 9], 0),
    "array.array": ("whole", array.array("q", [1, 2]), 3, 0),
    "a row of a frame": ("norm", pd.DataFrame({"count": [1.0], "x": [2.0]}).iloc[0], 3, None),
    "truth values of pandas": ("flags", pd.Series([True, False]), [False, True], 0),
    "columns by their places": ("tuples", pd.DataFrame({"a": [1.0], "b": [2]}), [3], 0),
    "columns with numbers": ("tuples", pd.DataFrame({1: [2], 0: [1.0]}), [3], 0),
    "index of pandas": ("whole", pd.Index([1, 2]), 3, 0),
    "several indices of pandas": ("tuples", pd.MultiIndex.from_tuples([(1.0, 2), (3.0, 4)]), [3, 7], None),
}
CASES = [pytest.param(*case, id=name) for table in [AWKWARD, ARROW, POLARS, NUMPY] for name, case in table.items()]


@pytest.mark.parametrize("entry, given, wanted, made", CASES)
def test_layout(entry, given, wanted, made, prog):
    check(prog, entry, given, wanted, made)


@pytest.mark.parametrize(
    "entry, given, part",
    [
        ("sums", [MASKED], "row 0, 1: masked is not of type f64"),
        ("total", [np.ma.masked], "row 0"),
        ("total", np.array([1.0], np.longdouble), "row 0"),
        ("kinds", ak.Array([True, "a"]), "has the child 0, bool, which is no constructor of"),
        ("columns", pd.DataFrame({"a": [1.0]}), r"\.to_numpy\(\) makes a matrix of it"),
        ("columns", pl.DataFrame({"a": [1.0]}), r"\.to_numpy\(\) makes a matrix of it"),
        ("records", {"x": np.array([1, 2]), "y": np.array([1, 2])}, 'column x: .*convert it with .astype."float64"'),
        ("tuples", np.array([(1.0, 2, 3)], [("a", "f8"), ("b", "i8"), ("c", "i8")]), "has no field 0"),
        ("whole", np.array([], np.float32), r'convert it with .astype."int64"'),
        ("columns", np.zeros((0, 3), np.float32), r'convert it with .astype."float64"'),
        ("total", pa.nulls(2), "the array: is nulls, but must be f64"),
    ],
)
def test_what_does_not_fit(entry, given, part, prog):
    with pytest.raises(windrow.Error, match=part) as caught:
        prog[entry](given)
    assert f"of {entry} must be" in str(caught.value)


def test_errors_of_other_packages_name_the_argument(prog):
    class Broken:
        def __arrow_c_array__(self, requested_schema=None):
            raise LookupError("no data")

    with pytest.raises(LookupError, match="no data") as caught:
        prog.scaled(2.0, Broken())
    assert caught.value.__notes__ == ["argument xs of scaled must be []f64"]
    with pytest.raises(TypeError, match="takes a windrow.Array, not ndarray"):
        windrow.consume(np.zeros(2))


def test_sums_keep_their_constructors_in_awkward_arrays(prog):
    shapes = prog.shapes(4)
    there = shapes.to_awkward()
    assert there.tolist() == [1, 2, {}, (3, 4)]
    assert [content.parameter("constructor") for content in there.layout.contents] == ["circle", "empty", "rect", "square"]
    again = prog.areas(there)
    assert again.to_list() == prog.areas(shapes).to_list() == [3, 4, 0, 12]
    assert prog.areas(there[::-1]).to_list() == [12, 0, 4, 3]


def test_consumers_get_the_type_that_they_ask_for(prog, shared):
    xs, rows = prog.scaled(2.0, [1.0, 2.0]), prog.doubled([[1.0], []])
    assert pa.array(xs, type=pa.float32()).equals(pa.array([2, 4], pa.float32()))
    assert pa.array(rows, type=pa.list_(pa.float64())).equals(pa.array([[2.0], []]))
    reader = pa.RecordBatchReader.from_stream(prog.wheels(3))
    assert reader.read_all().to_pylist()[2] == {"at": 2, "spokes": [0, 1]}
    assert pa.chunked_array(rows).to_pylist() == [[2], []]
    assert pl.DataFrame(prog.wheels(2))["at"].to_list() == [0, 1]
    assert xs.to_polars("x").name == "x" and xs.to_polars().name == ""


def test_records_are_pickled(prog):
    point = pickle.loads(pickle.dumps(prog.point(3)))
    assert point.a == 3 and point.b.c == 1 and point.b.d.to_list() == [3, 3] and type(point) is type(prog.point(3))


def test_futures_say_how_they_ended(prog):
    future = windrow.compile("entry f [n] (xs: [n]i64) (i: i64): i64 = xs[i]", context=prog.context).f.start([1], 2)
    assert isinstance(future.exception(), windrow.Failure) and not future.cancelled() and not future.cancel()
    assert prog.whole.start([1]).exception(timeout=10) is None


def test_expressions_need_all_columns(prog):
    with pytest.raises(TypeError, match="scaled has the parameters k, xs, but 1 columns are given"):
        prog.scaled.expr("x")
    with pytest.raises(TypeError, match="needs a column"):
        prog.norm.expr({"count": 1.0, "x": 2.0})


def test_stubs_have_what_the_classes_have():
    import ast

    tree = ast.parse((Path(windrow.__file__).parent / "_windrow.pyi").read_text())
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            written = {member.name for member in node.body if isinstance(member, ast.FunctionDef)}
            special = {"__new__", "__getattr__", "__getitem__", "__call__", "__len__", "__iter__", "__array__", "__buffer__", "__name__"}
            own = vars(getattr(windrow._windrow, node.name))
            public = {name for name in own if not name.startswith("_") or "dlpack" in name or "arrow_c" in name}
            assert public <= written, (node.name, public - written)
            assert written - special - set(own) == set(), node.name
    assert inspect.signature(windrow.compile).return_annotation == "Program"
    assert Sum("a", 1).payload == (1,)
