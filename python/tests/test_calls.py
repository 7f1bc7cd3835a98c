"""What can be passed, and what comes back."""

import math
from types import SimpleNamespace

import awkward as ak
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import windrow
from windrow import Sum

SUMS = "entry f [n] (xss: [n][?]f64): [n]f64 = map f64.sum xss"
ROWS = [[1.0, 2.0], [], [3.0]]


def entry(source, context):
    return windrow.compile(source, context=context).f


@pytest.mark.parametrize(
    "rows",
    [
        ROWS,
        tuple(map(tuple, ROWS)),
        [np.array(row) for row in ROWS],
        ak.Array(ROWS),
        ak.Array([[9.0], [1.0, 2.0], [], [3.0], [9.0]])[1:4],
        ak.Array([[3.0], [], [1.0, 2.0]])[::-1],
        pa.array(ROWS),
        pa.array(ROWS, pa.large_list(pa.float64())),
        pa.array([[9.0]] + ROWS + [[9.0]])[1:4],
        pa.chunked_array([ROWS[:1], ROWS[1:]]),
        pa.array(ROWS, pa.list_view(pa.float64())),
        pa.array(ROWS, pa.large_list_view(pa.float64())),
        pl.Series(ROWS),
        pl.Series([[9.0]] + ROWS)[1:],
        pl.concat([pl.Series(ROWS[:2]), pl.Series(ROWS[2:])], rechunk=False),
        pd.Series(ROWS, dtype=pd.ArrowDtype(pa.list_(pa.float64()))),
        pd.Series(ROWS),
        np.array([np.array(row) for row in ROWS], dtype=object),
        (row for row in ROWS),
    ],
    ids=lambda rows: type(rows).__module__ + "." + type(rows).__name__,
)
def test_rows_of_every_kind(rows, native):
    assert entry(SUMS, native)(rows).to_list() == [3.0, 0.0, 3.0]


@pytest.mark.parametrize("dtype", "i1 i2 i4 i8 u1 u2 u4 u8 f2 f4 f8 ?".split())
def test_all_scalars_there_and_back(dtype, context):
    names = {"i": "i", "u": "u", "f": "f"}
    ty = "bool" if dtype == "?" else names[dtype[0]] + str(8 * int(dtype[1]))
    f = entry(f"entry f [n] (xs: [n]{ty}) (x: {ty}): ([n]{ty}, {ty}) = (xs, x)", context)
    xs = np.array([0, 1, 1], dtype)
    one = xs[1].item()
    ys, y = f(xs, one)
    back = np.asarray(ys)
    assert back.dtype == xs.dtype and back.tolist() == xs.tolist() and y == 1
    assert not back.flags.writeable
    assert np.from_dlpack(ys).tolist() == xs.tolist()
    assert f(pa.array(xs.tolist(), pa.from_numpy_dtype(xs.dtype)), one)[0].to_arrow().to_pylist() == xs.tolist()
    assert f(pl.Series(xs.tolist(), dtype=pl.Series(xs).dtype), one)[0].to_list() == xs.tolist() if dtype != "f2" else True
    assert f(ak.Array(xs), one)[0].to_awkward().to_list() == xs.tolist()


def test_matrices(context):
    f = entry("entry f [n][m] (xss: [n][m]i32): [m][n]i32 = transpose xss", context)
    xss = np.arange(6, dtype=np.int32).reshape(2, 3)
    result = f(xss)
    assert result.shape == (3, 2) and np.array_equal(np.asarray(result), xss.T)
    assert np.array_equal(np.asarray(f(xss.T)), xss)
    assert np.array_equal(np.asarray(f(xss[:, ::-1])), xss[:, ::-1].T)
    assert f([[1, 2], [3, 4]]).to_list() == [[1, 3], [2, 4]]
    assert result.to_arrow().type == pa.list_(pa.int32(), 2)
    assert result.to_awkward().to_list() == xss.T.tolist()
    assert np.array_equal(np.asarray(f(result)), xss)


def test_nested_twice(context):
    f = entry("entry f [n] (xsss: [n][?][?]i64): [n][?]i64 = map (map i64.sum) xsss", context)
    data = [[[1, 2], []], [], [[3]]]
    assert f(data).to_list() == [[3, 0], [], [3]]
    for array in [ak.Array(data), pa.array(data), pl.Series(data, dtype=pl.List(pl.List(pl.Int64)))]:
        assert f(array).to_awkward().to_list() == [[3, 0], [], [3]]


def test_records(context):
    f = entry("entry f (p: {x: i32, y: f64}): {sum: f64, x: i32} = {sum = f64.i32 p.x + p.y, x = p.x}", context)
    result = f({"x": 1, "y": 0.5})
    assert result.sum == 1.5 and result.x == 1 and result._fields == ("sum", "x")
    assert f((1, 0.5)) == f(SimpleNamespace(x=1, y=0.5)) == result


def test_arrays_of_records(context):
    f = entry("entry f [n] (ps: [n]{x: i32, ys: [?]f64}): [n]{sum: f64, x: i32} = map (\\p -> {sum = f64.sum p.ys, x = p.x}) ps", context)
    rows = [{"x": 1, "ys": [1.0, 2.0]}, {"x": 2, "ys": []}]
    schema = pa.struct([("ys", pa.list_(pa.float64())), ("x", pa.int32())])
    awkward = ak.zip({"x": np.array([1, 2], np.int32), "ys": ak.Array([[1.0, 2.0], []])}, depth_limit=1)
    columns = {"x": np.array([1, 2], np.int32), "ys": [[1.0, 2.0], []]}
    table = pa.Table.from_pylist(rows, schema=pa.schema(list(schema)))
    frame = pl.DataFrame(rows, schema={"x": pl.Int32, "ys": pl.List(pl.Float64)})
    for given in [rows, pa.array(rows, schema), awkward, columns, table, frame]:
        result = f(given)
        assert [tuple(p) for p in result.to_list()] == [(3.0, 1), (0.0, 2)]
    assert np.asarray(result["sum"]).tolist() == [3.0, 0.0]
    assert result[0].x == 1
    assert result.to_arrow().to_pylist() == [{"sum": 3.0, "x": 1}, {"sum": 0.0, "x": 2}]
    assert result.to_awkward().to_list() == result.to_arrow().to_pylist()
    assert pl.DataFrame(result)["x"].to_list() == [1, 2]


def test_sums(context):
    source = """
        type shape = #circle f32 | #rect f32 f32 | #point
        entry area (s: shape): f32 = match s case #circle r -> r * r case #rect a b -> a * b case #point -> 0
        entry f [n] (ss: [n]shape): [n]shape =
          map (\\s -> match s case #circle r -> #rect r r case #rect a _ -> #circle a case #point -> #point) ss"""
    prog = windrow.compile(source, context=context)
    assert prog.area(Sum("circle", 2.0)) == 4.0 and prog.area(Sum("rect", (2.0, 3.0))) == 6.0
    shapes = [Sum("circle", 1.5), Sum("point"), Sum("rect", (2.0, 3.0))]
    result = prog.f(shapes)
    assert result.to_list() == [Sum("rect", (1.5, 1.5)), Sum("point"), Sum("circle", 2.0)]
    assert prog.f(result).to_list()[0] == Sum("circle", 1.5)
    assert result[2] == Sum("circle", 2.0)
    # There and back through Arrow's unions, sparse and dense.
    union = result.to_arrow()
    assert prog.f(union).to_list() == prog.f(result).to_list()
    dense = pa.UnionArray.from_dense(
        pa.array([0, 1, 0], pa.int8()),
        pa.array([1, 0, 0], pa.int32()),
        [pa.array([1.0, 2.0], pa.float32()), pa.nulls(1)],
        ["circle", "point"],
    )
    assert prog.f(dense).to_list() == [Sum("rect", (2.0, 2.0)), Sum("point"), Sum("rect", (1.0, 1.0))]


def test_nulls_are_options(context):
    f = entry("entry f [n] (xs: [n](#none | #some i64)): [n](#none | #some i64) = map (\\x -> match x case #none -> #none case #some y -> #some (y + 1)) xs", context)
    for given in [pa.array([1, None, 3]), pl.Series([1, None, 3]), [1, None, 3], ak.Array([1, None, 3])]:
        result = f(given)
        assert result.to_arrow().to_pylist() == [2, None, 4]
        assert result.to_list() == [Sum("some", 2), Sum("none"), Sum("some", 4)]
    assert pl.Series(result).to_list() == [2, None, 4]
    assert result.to_awkward().to_list() == [2, None, 4]


def test_text(context):
    f = entry("entry f [n] (ts: [n][?]u8): [n]i64 = map length ts", context)
    texts = ["a", "", "wörter", "longer than twelve bytes"]
    sizes = [len(text.encode()) for text in texts]
    dictionary = pa.array(texts).dictionary_encode()
    for given in [texts, pa.array(texts), pa.array(texts, pa.large_string()), pa.array(texts, pa.string_view()),
                  pl.Series(texts), ak.Array(texts), pd.Series(texts, dtype="string[pyarrow]"), dictionary,
                  [text.encode() for text in texts]]:  # fmt: skip
        assert f(given).to_list() == sizes
    g = entry("entry f (t: []u8): i64 = length t", context)
    assert g("abc") == g(b"abc") == 3


def test_booleans_and_times(context):
    f = entry("entry f [n] (bs: [n]bool): [n]bool = map (\\b -> !b) bs", context)
    bits = [True, False, True] * 7
    for given in [pa.array(bits)[3:], pl.Series(bits)[3:], np.array(bits)[3:], ak.Array(bits)[3:]]:
        result = f(given)
        assert result.to_list() == result.to_arrow().to_pylist() == [not b for b in bits[3:]]
    g = entry("entry f [n] (ts: [n]i64): i64 = i64.sum ts", context)
    times = pa.array([1, 2], pa.timestamp("us"))
    assert g(times) == 3


def test_dlpack_is_enough(native):
    class Tensor:
        def __init__(self, array):
            self.array = array

        def __dlpack__(self, **kwargs):
            return self.array.__dlpack__(**kwargs)

    f = entry("entry f [n] (xs: [n]f32): f32 = f32.sum xs", native)
    xs = np.arange(10, dtype=np.float32)
    assert f(Tensor(xs)) == 45 and native.stats.copies.total.count == 0
    assert f(Tensor(xs[::2])) == 20 and native.stats.copies.converted.count == 1
    with pytest.raises(windrow.ArgumentError, match="argument xs of .*: a tensor has 2 dimensions of f32"):
        f(Tensor(xs.reshape(2, 5)))


def test_keywords_and_their_mistakes(context):
    f = entry("entry f (x: i64) (y: i64) = x - y", context)
    assert f(5, 3) == f(5, y=3) == f(y=3, x=5) == 2
    for args, kwargs in [((1,), {}), ((1, 2, 3), {}), ((1,), {"z": 2}), ((1, 2), {"y": 3}), ((1,), {"x": 1, "y": 2})]:
        with pytest.raises(windrow.ArgumentError):
            f(*args, **kwargs)


def test_functions():
    f = windrow.function(r"\(xss: [][?]f64) (k: f64) -> map (\xs -> k * f64.sum xs) xss")
    assert f(ROWS, k=2.0).to_list() == [6.0, 0.0, 6.0]
    assert windrow.function("f64.sqrt")(4.0) == 2.0


def test_empty_results(context):
    f = entry("entry f [n] (xss: [n][?]f64): ([]f64, [n][?]f64) = (filter (> 9) (flatten xss), map (filter (> 9)) xss)", context)
    flat, rows = f(ROWS)
    assert np.asarray(flat).shape == (0,) and flat.to_arrow().to_pylist() == [] and flat.to_polars().len() == 0
    assert rows.to_list() == rows.to_awkward().to_list() == rows.to_arrow().to_pylist() == [[], [], []]
    flat, rows = f([])
    assert rows.to_list() == rows.to_awkward().to_list() == [] and f(rows)[0].to_list() == []


def test_empty_arguments_have_no_type(native):
    f = entry("entry f [n] (xss: [n][?]i64): [n]i64 = map i64.sum xss", native)
    for given in [[], ak.Array([]), pa.array([]), pl.Series([]), pa.array([], pa.list_(pa.int64())), pa.chunked_array([], pa.null())]:
        assert f(given).to_list() == []
    for given in [[[], []], ak.Array([[], []]), pa.array([[], []]), pl.Series([[], []])]:
        assert f(given).to_list() == [0, 0]
    g = entry("entry f [n] (ps: [n]{x: i64, ys: [?]f64}): i64 = i64.sum (map (.x) ps)", native)
    for given in [[], ak.Array([]), pa.array([]), {"x": [], "ys": []}]:
        assert g(given) == 0


def test_frames_of_all_kinds(native):
    f = entry("entry f [n] (ps: [n]{name: [?]u8, at: [2]f32, tag: #none | #some i64}): [n]i64 = map (\\p -> length p.name + i64.f32 p.at[1] + (match p.tag case #none -> 100 case #some t -> t)) ps", native)
    frame = pl.DataFrame(
        {"tag": [1, None], "at": [[0.0, 1.0], [0.0, 2.0]], "name": ["ab", "c"], "more": [1, 2]},
        schema_overrides={"at": pl.Array(pl.Float32, 2), "name": pl.Categorical},
    )
    rows = [{"name": "ab", "at": [0.0, 1.0], "tag": 1}, {"name": "c", "at": [0.0, 2.0], "tag": None}]
    assert f(frame).to_list() == f(frame.to_arrow()).to_list() == f(frame.to_struct()).to_list() == f(rows).to_list() == [4, 103]
    pandas = frame.to_arrow().to_pandas(types_mapper=pd.ArrowDtype)
    assert f(pandas).to_list() == [4, 103]
    g = entry("entry f [n] (xs: [n]f64): f64 = f64.sum xs", native)
    assert g(pd.Series([1.0, 2.0])) == g(pd.DataFrame({"x": [1.0, 2.0]})["x"]) == 3.0


def test_arrays_are_sequences(context):
    f = entry("entry f [n] (xss: [n][?]i64): [n][?]i64 = map (map (+ 1)) xss", context)
    rows = f([[1, 2], [], [3, 4, 5]])
    assert len(rows) == 3 and rows.shape == (3, None) and rows.type == "[n][?]i64"
    assert rows[0].to_list() == [2, 3] and rows[-1][1] == 5 and [row.to_list() for row in rows] == rows.to_list()
    assert rows[1:].to_list() == [[], [4, 5, 6]] and rows[5:].to_list() == []
    assert np.asarray(rows[2]).tolist() == [4, 5, 6]
    for key, error in [(3, IndexError), (-4, IndexError), ("x", KeyError), (1.5, TypeError)]:
        with pytest.raises(error):
            rows[key]
    with pytest.raises(TypeError, match="to_awkward"):
        rows.to_numpy()
    assert "[2, 3]" in repr(rows)


def test_special_numbers(native):
    f = entry("entry f (x: f64) (y: u64): (f64, u64) = (x, y)", native)
    x, y = f(float("nan"), 2**64 - 1)
    assert math.isnan(x) and y == 2**64 - 1
    assert f(np.float32(0.5), np.uint8(3)) == (0.5, 3)
    for bad in [2**64, -1, 1.5, "1", None]:
        with pytest.raises(windrow.ArgumentError):
            f(1.0, bad)


def test_constructors_that_elements_do_not_have(context):
    prog = windrow.compile(
        r"""
        entry f [n][k] (ts: [n](#a ([k]i64) | #b)) (xs: [k]i64): [n]i64 =
          map (\t -> match t case #a ys -> i64.sum (map2 (*) xs ys) case #b -> -k) ts
        entry h [n][k] (ts: [n](#none | #some ([k]i64))): [n]i64 = map (\t -> match t case #some ys -> i64.sum ys case #none -> -k) ts
        entry one [k] (t: #number f64 | #word ([8]u8) ([k]i64) | #end) (xs: [k]i64): f64 =
          match t case #number x -> x case #word w ys -> f64.u8 w[7] + f64.i64 ys[0] case #end -> f64.i64 k
        """,
        context=context,
    )
    a, b = lambda *xs: Sum("a", list(xs)), Sum("b")
    assert prog.f([a(1, 2), b], [3, 4]).to_list() == [11, -2] and prog.f([b, b], [3, 4]).to_list() == [-2, -2]
    for rows in [[[1, 2], None], [None, [3]], [[], None]]:
        wanted = [sum(row) if row is not None else -max(len(r or []) for r in rows) for row in rows]
        for given in [rows, pa.array(rows), pa.array(rows, pa.large_list(pa.int64())), pl.Series(rows, dtype=pl.List(pl.Int64)), ak.Array(rows)]:
            assert prog.h(given).to_list() == wanted
    with pytest.raises(windrow.Error, match="size"):
        prog.h([[1, 2], None, [3]])
    assert prog.one(Sum("number", 2.5), [1]) == 2.5 and prog.one(Sum("end"), [1, 2]) == 2
    assert prog.one(Sum("word", ("abcdefgh", [1, 2])), [3, 4]) == 105
