"""Short programs as users write them: from frames and arrays of every kind, through a call, and back into each."""

import copy
import datetime
import multiprocessing
import os
import pickle
import subprocess
import sys
from collections import namedtuple
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass

import awkward as ak
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import windrow
from windrow import Sum

ROWS = [[1.0, 2.0], [], [3.0]]
SOURCE = r"""
entry sums [n] (xss: [n][?]f64): [n]f64 = map f64.sum xss
entry scaled [n] (k: f64) (xss: [n][?]f64): [n][?]f64 = map (map (* k)) xss
entry total [n] (xs: [n]f64): f64 = f64.sum xs
entry more [n] (xs: [n]f64): [n]f64 = map (+ 1) xs
entry span [n] (ts: [n]i64): i64 = i64.maximum ts - i64.minimum ts
entry turned [n][m] (xss: [n][m]f64): [m][n]f64 = transpose xss
entry triangle (n: i64): [n][?]i64 = map iota (iota n)
entry wheels (n: i64): [n]{at: i64, spokes: [?]f64} = map (\i -> {at = i, spokes = map f64.i64 (iota i)}) (iota n)
entry nothing (x: i64): #circle f64 | #nothing | #square {side: f64} = if x > 100 then #circle 1 else #nothing
entry halves [n] (xs: [n]i64): [n](#none | #some i64) = map (\x -> if x % 2 == 0 then #some (x / 2) else #none) xs
"""


@pytest.fixture(scope="module")
def shared():
    return windrow.Context(backend="native")


@pytest.fixture(scope="module")
def prog(shared):
    return windrow.compile(SOURCE, context=shared)


def copies(context, call):
    """What a call returns, and how many copies it makes."""
    before = context.stats.copies.total.count
    result = call()
    return result, context.stats.copies.total.count - before


@pytest.mark.parametrize(
    "given, wanted, made",
    [
        (np.arange(6.0), 15, 0),
        (np.arange(6.0)[::2], 6, 1),
        (np.arange(6.0)[::-1], 15, 1),
        (np.arange(6.0).astype(">f8"), 15, 1),
        (np.arange(6.0).astype(">f8")[::2], 6, 1),
        (np.broadcast_to(np.array(2.0), 5), 10, 1),
        (np.frombuffer(np.arange(6.0).tobytes()), 15, 0),
        (np.frombuffer(b"." + np.arange(6.0).tobytes(), np.uint8)[1:].view("f8"), 15, 1),
        (np.zeros(0), 0, 0),
        (np.arange(12.0).reshape(3, 4)[1], 22, 0),
        (np.arange(12.0).reshape(3, 4)[:, 1], 15, 1),
        (memoryview(np.arange(6.0)), 15, 0),
        (pd.Series(np.arange(6.0)), 15, 0),
        (pd.Series(np.arange(6.0), dtype="Float64"), 15, None),
        (pl.Series(np.arange(6.0)), 15, 0),
        (pl.Series(np.arange(6.0))[2:], 14, 0),
        (pa.array(np.arange(6.0))[2:], 14, 0),
        (pa.chunked_array([[1.0], [], [2.0, 3.0]]), 6, 1),
        (pa.array([1.0, 2.0, 1.0]).dictionary_encode(), 4, None),
    ],
)
def test_vectors(given, wanted, made, prog, shared):
    result, count = copies(shared, lambda: prog.total(given))
    assert result == wanted and (made is None or count == made)


def test_rows_in_the_order_of_other_machines(prog):
    assert prog.sums([np.array([1.0, 2.0], ">f8"), np.array([], ">f8")]).to_list() == [3, 0]
    assert prog.turned(np.arange(6.0).reshape(2, 3).astype(">f8")).to_list() == [[0, 3], [1, 4], [2, 5]]


def test_dates_and_times_are_integers(prog, shared):
    days = np.array(["2020-01-01", "2020-01-03"], "datetime64[s]")
    assert copies(shared, lambda: prog.span(days)) == (2 * 86400, 0)
    assert prog.span(days - days[0]) == 2 * 86400
    assert prog.span(days[::-1].astype(">M8[s]")) == 2 * 86400
    moments = [datetime.datetime(2020, 1, 1), datetime.datetime(2020, 1, 3)]
    assert prog.span(pl.Series(moments, dtype=pl.Datetime("ms"))) == 2 * 86400_000
    assert prog.span(pa.array(moments, pa.timestamp("s", tz="UTC"))) == 2 * 86400
    assert prog.span(pd.Series(moments, dtype="datetime64[s]")) == 2 * 86400


def test_matrices_of_every_order(prog):
    xss = np.arange(6.0).reshape(2, 3)
    for given in [xss, np.asfortranarray(xss), xss[:, ::-1][:, ::-1], xss.tolist(), pa.FixedSizeListArray.from_arrays(xss.ravel(), 3)]:
        assert np.array_equal(prog.turned(given), xss.T)
    for rows in [pl.Series(xss.tolist()), ak.Array(xss.tolist()), pa.array(xss.tolist())]:
        assert np.array_equal(prog.turned(rows), xss.T)
    assert prog.turned(np.zeros((0, 3))).shape == (3, 0) and prog.turned(np.zeros((3, 0))).shape == (0, 3)
    with pytest.raises(windrow.Error, match="rows must have one size"):
        prog.turned(pa.array(ROWS))


def test_rows_of_every_kind_keep_their_elements(prog, shared):
    large = pa.array([[9.0]] + ROWS, pa.large_list(pa.float64()))[1:]
    for given in [large, pl.Series([[9.0]] + ROWS)[1:], ak.Array([[9.0]] + ROWS)[1:]]:
        result, count = copies(shared, lambda: prog.sums(given))
        # Offsets begin with 0 here; elements stay.
        assert result.to_list() == [3, 0, 3] and count <= 1
    views = pa.ListViewArray.from_arrays([3, 0, 1], [2, 2, 0], pa.array([1.0, 2.0, 9.0, 4.0, 5.0]))
    assert prog.sums(views).to_list() == [9, 3, 0]
    fixed = pa.FixedSizeListArray.from_arrays(np.arange(6.0), 2)
    assert prog.sums(fixed).to_list() == prog.sums(np.arange(6.0).reshape(3, 2)).to_list() == [1, 5, 9]
    assert prog.sums(fixed[1:]).to_list() == [5, 9]
    codes = pa.DictionaryArray.from_arrays(pa.array([1, 0, 1], pa.int8()), pa.array(ROWS[:2]))
    assert prog.sums(codes).to_list() == [0, 3, 0]


@pytest.mark.parametrize(
    "given, part",
    [
        (np.arange(3), r'int64 has 1 dimension of i64; convert it with .astype\("float64"\)'),
        (np.zeros((2, 2)), "has 2 dimensions of f64"),
        (np.array(1.0), "is no array"),
        (pl.Series([1.0, None]), "row 1 of the array: is null"),
        (pa.array([1, 2]), "is i64, but must be f64"),
        (pl.LazyFrame({"x": [1.0]}), "call .collect"),
        ("abc", "str is no array"),
        (None, "NoneType is no array"),
        ([1.0, "x"], "row 1: 'x' is not of type f64"),
        ([[1.0]], r"row 0: \[1.0\] is not of type f64"),
    ],
    ids=str,
)
def test_what_is_no_vector(given, part, prog):
    with pytest.raises(windrow.Error, match=part) as caught:
        prog.total(given)
    assert "argument xs of total must be [n]f64" in str(caught.value)
    assert isinstance(caught.value, (TypeError, ValueError))


@pytest.mark.parametrize(
    "given, row",
    [([[1.0], 2.0], (1,)), ([[1.0], None], (1,)), ([[1.0], ["x"]], (1, 0)), ([[[1.0]]], (0, 0)), ([1.0], (0,))],
    ids=str,
)
def test_lists_of_unequal_depth(given, row, prog):
    with pytest.raises(windrow.ArgumentError) as caught:
        prog.sums(given)
    assert caught.value.row == row


def test_a_result_goes_everywhere(prog, shared):
    rows = prog.triangle(4)
    wanted = [[], [0], [0, 1], [0, 1, 2]]
    for back in [pa.array(rows).to_pylist(), pl.Series(rows).to_list(), rows.to_awkward().to_list(), rows.to_list()]:
        assert back == wanted
    assert [list(row) for row in rows] == wanted
    assert pl.DataFrame({"rows": rows})["rows"].to_list() == wanted
    assert pa.table({"rows": rows})["rows"].to_pylist() == wanted
    assert pd.Series(rows.to_arrow().to_pandas()).map(list).tolist() == wanted
    with pytest.raises(TypeError, match="no dense array of numbers; use to_awkward"):
        np.asarray(rows)
    objects = np.array(rows, dtype=object)
    assert objects.dtype == object and [len(row) for row in objects] == [0, 1, 2, 3]


def test_vectors_go_everywhere_without_a_copy(prog, shared):
    xs = prog.more(np.arange(3.0))

    def everywhere():
        address = np.asarray(xs).ctypes.data
        assert np.from_dlpack(xs).ctypes.data == address
        assert pa.array(xs).buffers()[1].address == address
        assert xs.to_awkward().layout.data.ctypes.data == address
        assert pd.Series(xs).tolist() == pl.Series(xs).to_list() == [1, 2, 3]
        assert pd.DataFrame({"x": xs, "y": [4, 5, 6]})["x"].sum() == 6
        assert np.sum(xs) == 6 and np.asarray(xs, dtype=np.float32).dtype == np.float32
        return np.array(xs).flags.writeable

    assert copies(shared, everywhere) == (True, 0)
    # Numbers are fetched together.
    assert copies(shared, lambda: list(xs))[1] <= 1
    assert max(xs) == 3 and 2.0 in xs and sorted(xs, reverse=True) == [3, 2, 1]
    with pytest.raises(ValueError):
        xs.__array__(np.dtype("f4"), copy=False)


def test_arrays_of_records_are_frames(prog):
    wheels = prog.wheels(3)
    frame = pl.DataFrame(wheels)
    assert frame.columns == ["at", "spokes"] and frame["spokes"].list.sum().to_list() == [0, 0, 1]
    assert pa.table(wheels).num_rows == 3 and wheels.fields == ["at", "spokes"]
    assert ak.num(wheels.to_awkward().spokes).tolist() == [0, 1, 2]
    assert [wheel.at for wheel in wheels] == [0, 1, 2] and wheels[2].spokes.to_list() == [0, 1]
    table = pa.table(wheels).to_pandas()
    assert table["at"].tolist() == [0, 1, 2]


def test_records_of_every_kind(shared):
    f = windrow.compile("entry f [n] (ps: [n]{name: [?]u8, x: f64}): [n]f64 = map (\\p -> f64.i64 (length p.name) + p.x) ps", context=shared).f
    Point = namedtuple("Point", "x name")

    @dataclass
    class Named:
        name: str
        x: float

    for rows in [
        [{"x": 0.5, "name": "ab"}],
        [Point(0.5, "ab")],
        [Named("ab", 0.5)],
        {"name": ["ab"], "x": np.array([0.5])},
        pl.DataFrame({"name": ["ab"], "other": [1], "x": [0.5]}),
        pl.DataFrame({"name": ["ab"], "x": [0.5]}).to_struct("p"),
        pa.table({"x": [0.5], "name": ["ab"]}),
        pd.DataFrame({"x": [0.5], "name": ["ab"]}),
        ak.Array([{"x": 0.5, "name": "ab"}]),
    ]:
        assert f(rows).to_list() == [2.5]
    with pytest.raises(windrow.DataError, match="has no field name; there are: x"):
        f(pl.DataFrame({"x": [0.5]}))
    with pytest.raises(windrow.DataError, match="row 1"):
        f(pa.array([{"x": 0.5, "name": "a"}, None], pa.struct([("x", pa.float64()), ("name", pa.string())])))


def test_sums_have_all_their_constructors(prog, shared):
    assert prog.nothing(1) == Sum("nothing") and prog.nothing(101) == Sum("circle", 1.0)
    shapes = windrow.compile(
        "type shape = #circle f64 | #nothing | #square {side: f64}\nentry f (n: i64): [n]shape = replicate n #nothing", context=shared
    )
    assert str(shapes.entries["f"]).endswith("-> [n](#circle f64 | #nothing | #square {side: f64})")
    union = shapes.f(2).to_arrow()
    assert [union.type.field(i).name for i in range(union.type.num_fields)] == ["circle", "nothing", "square"]
    assert prog.halves(pa.array([4, 5])).to_arrow().to_pylist() == [2, None]
    assert pl.Series(prog.halves([4, 5])).to_list() == [2, None]


@pytest.mark.parametrize("protocol", [2, pickle.HIGHEST_PROTOCOL])
def test_arrays_are_pickled(protocol, prog):
    for array in [prog.triangle(4), prog.more([1.0, 2.0]), prog.wheels(3), prog.halves([4, 5]), prog.turned(np.ones((2, 3))), prog.sums([])]:
        again = pickle.loads(pickle.dumps(array, protocol))
        assert again.to_list() == array.to_list() and again.type == array.type and again.shape == array.shape
        assert copy.copy(array).to_list() == copy.deepcopy(array).to_list() == array.to_list()
    first = windrow.compile("entry f [n] (xs: *[n]f64): *[n]f64 = xs with [0] = 7", context=array.context).f
    given = prog.more([1.0])
    assert first(windrow.consume(given)).to_list() == [7]
    with pytest.raises(windrow.UsageError, match="consumed"):
        pickle.dumps(given)


def _work(given):
    """In another process: an entry point, its arguments and its result are pickled."""
    entry, rows = given
    return entry(2.0, rows)


def test_processes():
    prog = windrow.compile(SOURCE)
    context = multiprocessing.get_context("spawn")
    rows = prog.scaled(1.0, ROWS)
    with ProcessPoolExecutor(2, mp_context=context) as pool:
        results = list(pool.map(_work, [(prog.scaled, ROWS), (prog.scaled, rows), (prog.scaled, pl.Series(ROWS))]))
    assert [result.to_list() for result in results] == [[[2, 4], [], [6]]] * 3
    # They are in the context of this process with the same options.
    assert prog.sums(results[0]).to_list() == [6, 0, 6]


def test_threads_share_an_entry(prog):
    data = [np.full(1000, float(i)) for i in range(8)]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(prog.total, data * 10)) == [1000.0 * i for i in range(8)] * 10


def test_groups_of_a_frame(prog):
    frame = pl.DataFrame({"g": ["a", "b", "a"], "x": [1.0, 2.0, 4.0], "rows": ROWS})
    totals = frame.group_by("g", maintain_order=True).agg(total=prog.total.expr("x"))
    assert totals.to_dict(as_series=False) == {"g": ["a", "b"], "total": [5.0, 2.0]}
    lazy = frame.lazy().with_columns(s=prog.sums.expr("rows")).filter(pl.col("s") > 0).select("g", "s")
    assert lazy.collect().rows() == [("a", 3.0), ("a", 3.0)]
    over = frame.select(prog.more.expr(pl.col("x") * 2).alias("m"), k=prog.scaled.expr(2.0, "rows"))
    assert over["m"].to_list() == [3, 5, 9] and over["k"].to_list() == [[2, 4], [], [6]]
    grouped = pd.DataFrame({"g": ["a", "b", "a"], "x": [1.0, 2.0, 4.0]}).groupby("g")["x"].agg(prog.total)
    assert grouped.to_dict() == {"a": 5.0, "b": 2.0}
    assert pd.Series([1.0, 2.0]).pipe(prog.more).to_list() == [2, 3]


@pytest.mark.parametrize("kind", ["pyarrow", "numpy", "pandas"])
def test_batches_of_every_format(kind):
    source = "entry f [n] (xss: [n][?]f64) (k: f64): ([n]f64, [n][?]f64) = (map f64.sum xss, map (map (* k)) xss)"
    batches = windrow.Batches(source, "f", {"xss": "rows", "k": 2.0}, ["sum", "twice"], backend="native")
    table = pa.table({"rows": ROWS})
    rows = np.empty(3, object)
    rows[:] = [np.array(row) for row in ROWS]
    batch = {"pyarrow": table, "numpy": {"rows": rows}, "pandas": pd.DataFrame({"rows": rows})}[kind]
    result = batches(batch)
    assert list(np.asarray(result["sum"])) == [3, 0, 3]
    twice = result["twice"].to_pylist() if kind == "pyarrow" else [row.tolist() for row in result["twice"]]
    assert twice == [[2, 4], [], [6]]
    with pytest.raises(KeyError):
        windrow.Batches(source, "f", {"xss": "absent", "k": 2.0}, ["sum", "twice"], backend="native")(batch)


def test_a_compiler_from_a_package(tmp_path):
    # Stands for the package ziglang, whose compiler is called in the same way.
    package = tmp_path / "packages" / "ziglang"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("")
    path = os.environ["PATH"]
    (package / "__main__.py").write_text(
        f"import os, sys\nassert sys.argv[1] == 'cc'\nos.environ['PATH'] = {path!r}\nos.execvp('cc', ['cc'] + sys.argv[2:])\n"
    )
    script = """
import sys, windrow
context = windrow.Context(backend=sys.argv[1])
print(windrow.compile("entry f (x: i64) = x + 41", context=context).f(1), context.backend)
"""
    env = {"PATH": "/nowhere", "HOME": str(tmp_path), "WINDROW_CACHE": str(tmp_path / "cache")}

    def run(backend, **more):
        command = [sys.executable, "-c", script, backend]
        return subprocess.run(command, env=env | more, capture_output=True, text=True, check=True)

    assert run("native", PYTHONPATH=str(package.parent)).stdout == "42 native\n"
    if windrow.Context().backend != "cuda":
        without = run("auto")
        assert without.stdout == "42 interp\n" and "pip install windrow[cc]" in without.stderr


def test_failures_are_pickled(prog):
    f = windrow.compile("entry f [n] (xs: [n]i64) (i: i64): i64 = xs[i]", name="at.fut").f
    with pytest.raises(windrow.Failure) as caught:
        f([1, 2], 5)
    again = pickle.loads(pickle.dumps(caught.value))
    assert str(again) == str(caught.value) and again.position == caught.value.position and again.position.file == "at.fut"
    with pytest.raises(windrow.SourceError) as caught:
        windrow.compile("entry f (x: i32) = x + true", name="wrong.fut")
    assert pickle.loads(pickle.dumps(caught.value)).diagnostics == caught.value.diagnostics
