"""What is copied: the table of the documentation, by counts and by addresses."""

import awkward as ak
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import windrow

ROWS = [[1.0, 2.0], [], [3.0]]
SUMS = "entry sums [n] (xss: [n][?]f64): [n]f64 = map f64.sum xss"


def count(native, call):
    """The copies that a call makes, by their reasons."""
    before = native.stats.copies
    call()
    after = native.stats.copies
    names = [n for n in after._fields if n != "total"]
    counts = {n: getattr(after, n).count - getattr(before, n).count for n in names}
    return {n: c for n, c in counts.items() if c}


@pytest.mark.parametrize(
    "given, copies",
    [
        (pa.array(ROWS, pa.large_list(pa.float64())), {}),
        (pa.array(ROWS), {"converted": 1}),
        (pl.Series(ROWS), {}),
        (ak.Array(ROWS), {}),
        (ak.Array(ROWS)[::-1], {"converted": 2}),
        (pd.Series(ROWS, dtype=pd.ArrowDtype(pa.large_list(pa.float64()))), {}),
    ],
    ids=["large_list", "list", "polars", "awkward", "awkward reversed", "pandas"],
)
def test_ragged_arguments(given, copies, native):
    sums = windrow.compile(SUMS, context=native).sums
    sums(ROWS)
    assert count(native, lambda: sums(given)) == copies
    assert native.stats.adopted == 0


def test_numpy_arguments(native):
    dot = windrow.compile("entry f [n] (xs: [n]f64) (ys: [n]f64): f64 = f64.sum (map2 (*) xs ys)", context=native).f
    xs = np.ones(1000)
    assert count(native, lambda: dot(xs, xs)) == {}
    assert count(native, lambda: dot(xs[::2], xs[500:])) == {"converted": 1}
    matrix = windrow.compile("entry f [n][m] (xss: [n][m]f64): f64 = f64.sum (flatten xss)", context=native).f
    square = np.ones((30, 30))
    assert count(native, lambda: matrix(square)) == {}
    assert count(native, lambda: matrix(square.T[::2])) == {"converted": 1}


def test_chunks_are_joined_once(native):
    total = windrow.compile("entry f [n] (xs: [n]f64): f64 = f64.sum xs", context=native).f
    assert count(native, lambda: total(pa.chunked_array([[1.0], [2.0]]))) == {"converted": 1}
    assert count(native, lambda: total(pa.chunked_array([[1.0, 2.0]]))) == {}


def test_chunks_of_rows_are_joined_once(native):
    sums = windrow.compile("entry f [n] (xss: [n][?]f64): [n]f64 = map f64.sum xss", context=native).f
    rows = pl.concat([pl.Series([[1.0, 2.0], []]), pl.Series([[3.0]]), pl.Series([[], [4.0, 5.0]])], rechunk=False)
    # The elements, and where the rows begin.
    assert count(native, lambda: sums(rows)) == {"converted": 2}
    assert sums(rows).to_list() == [3, 0, 3, 0, 9]
    points = windrow.compile("entry f [n] (ps: [n][?]{x: f64, y: i64}): [n]f64 = map (\\p -> f64.sum (map (\\q -> q.x + f64.i64 q.y) p)) ps", context=native).f
    rows = pl.concat([pl.Series([[{"x": 1.0, "y": 1}], []]), pl.Series([[{"x": 2.0, "y": 2}] * 2])], rechunk=False)
    assert count(native, lambda: points(rows)) == {"converted": 3}
    assert points(rows).to_list() == [2, 0, 8]


def test_a_result_that_is_an_argument_of_numpy_is_a_copy(native):
    same = windrow.compile("entry f [n] (xs: [n]i64): [n]i64 = xs", context=native).f
    xs = np.arange(4)
    made = []
    assert count(native, lambda: made.append(same(xs))) == {"borrowed": 1}
    xs[:] = -1
    assert made[0].to_list() == [0, 1, 2, 3]


def test_arrow_elements_stay_where_they_are(native):
    same = windrow.compile("entry f [n] (xss: [n][?]f64): [n][?]f64 = xss", context=native).f
    given = pa.array(ROWS, pa.large_list(pa.float64()))
    made = []
    # The sizes of the rows are computed from the offsets, because the program returns them.
    assert set(count(native, lambda: made.append(same(given)))) <= {"sizes"}
    result = made[0]
    back = result.to_arrow()
    assert back.values.buffers()[1].address == given.values.buffers()[1].address
    # Those who still look at it keep it.
    del given, result
    made.clear()
    assert back.to_pylist() == ROWS


def test_results_are_not_copied(native):
    double = windrow.compile("entry f [n] (xss: [n][?]f64): ([n][?]f64, [n]f64) = (map (map (* 2)) xss, map f64.sum xss)", context=native).f
    rows, sums = double(ROWS)

    def look():
        view = np.asarray(sums)
        assert view.__array_interface__["data"][0] == np.asarray(sums).__array_interface__["data"][0]
        assert pa.array(sums).buffers()[1].address == view.__array_interface__["data"][0]
        assert np.from_dlpack(sums).__array_interface__["data"][0] == view.__array_interface__["data"][0]
        assert pl.Series(sums).to_list() == [3.0, 0.0, 3.0]
        elements, offsets = rows.parts()
        address = np.asarray(elements).__array_interface__["data"][0]
        assert rows.to_arrow().values.buffers()[1].address == address
        assert ak.to_buffers(rows.to_awkward())[2]["node1-data"].__array_interface__["data"][0] == address

    look()
    assert count(native, look) == {}


def test_memory_goes_back(native):
    make = windrow.compile("entry f (n: i64): [n]i64 = iota n", context=native).f
    view = np.asarray(make(1000))
    assert native.stats.resident >= 8000
    assert view[999] == 999
    del view
    assert native.stats.resident == 0


def test_consumed_arrays_are_updated_in_place(native):
    step = windrow.compile("entry f [n] (xs: *[n]f32): *[n]f32 = map (+ 1) xs", context=native).f
    state = step(np.zeros(100, np.float32))
    first = step(windrow.consume(state))
    with pytest.raises(windrow.UsageError, match="consumed"):
        len(state)
    with pytest.raises(windrow.UsageError, match="consumed"):
        step(state)
    assert count(native, lambda: step(windrow.consume(first))) == {}
    kept = step(np.zeros(3, np.float32))
    assert count(native, lambda: step(kept)) == {"unshared": 1}
    assert kept.to_list() == [1.0] * 3


def test_arrays_come_back_from_calls_that_do_not_begin(native):
    add = windrow.compile("entry f [n] (xs: *[n]f32) (ys: [n]f32): *[n]f32 = map2 (+) xs ys", context=native).f
    state = add(np.zeros(3, np.float32), np.ones(3, np.float32))
    for wrong, error in [(np.ones(2, np.float32), windrow.ShapeError), (np.ones(3), windrow.ArgumentError)]:
        for call in [add, add.start]:
            with pytest.raises(error):
                call(windrow.consume(state), wrong)
            with pytest.raises(error):
                call(ys=wrong, xs=windrow.consume(state))
            assert state.to_list() == [1.0] * 3
    given = windrow.consume(state)
    with pytest.raises(windrow.UsageError, match="consumed"):
        add(given, state)
    with pytest.raises(windrow.UsageError, match="consumed"):
        add(given, given)
    right = np.ones(3, np.float32)
    assert count(native, lambda: add(given, right)) == {}
    with pytest.raises(windrow.UsageError, match="consumed"):
        len(state)


def test_an_exported_array_that_is_consumed_is_not_overwritten(native):
    step = windrow.compile("entry f [n] (xs: *[n]f32): *[n]f32 = map (+ 1) xs", context=native).f
    state = step(np.zeros(100, np.float32))
    view = np.asarray(state)
    assert count(native, lambda: step(windrow.consume(state))) == {"unshared": 1}
    assert view.tolist() == [1.0] * 100


def test_truth_values_with_a_byte_each_are_not_copied(native):
    f = windrow.compile("entry f [n] (xss: [n][?]bool): [n]i64 = map (\\xs -> i64.sum (map i64.bool xs)) xss", context=native).f
    rows = ak.Array([[True, False], [], [True]])
    assert f(rows).to_list() == [1, 0, 1] and count(native, lambda: f(rows)) == {}
    bytes = pa.array([[1, 0, 1], [0]], pa.large_list(pa.int8())).cast(pa.large_list(pa.bool8()))
    assert f(bytes).to_list() == [2, 0] and count(native, lambda: f(bytes)) == {}
    assert f(bytes[1:]).to_list() == [0]
    # All bytes but 0 are true.
    odd = pa.ExtensionArray.from_storage(pa.bool8(), pa.array([2, 0, -1], pa.int8()))
    g = windrow.compile("entry f [n] (xs: [n]bool): i64 = i64.sum (map i64.bool xs)", context=native).f
    assert g(odd) == 2 and g(odd[1:]) == 1 and count(native, lambda: g(odd)) == {"converted": 1}
    maybe = windrow.compile("entry f [n] (xs: [n](#none | #some bool)): i64 = i64.sum (map (\\x -> match x case #none -> 10 case #some b -> i64.bool b) xs)", context=native).f
    assert maybe(ak.Array([True, None, False])) == 11


def test_booleans_are_converted_once(native):
    f = windrow.compile("entry f [n] (bs: [n]bool): bool = and bs", context=native).f
    assert count(native, lambda: f(pa.array([True, False]))) == {"converted": 1}
    assert count(native, lambda: f(np.array([True, False]))) == {}
