"""What users have in their hands: slices, chunks, masks, structured arrays, groups of a frame. Most of it once went wrong."""

import awkward as ak
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import windrow

SOURCE = r"""
entry sums [n] (xss: [n][?]f64): [n]f64 = map f64.sum xss
entry total [n] (xs: [n]f64): f64 = f64.sum xs
entry twice [n] (xs: [n]f32): [n]f32 = map (* 2) xs
entry turned [n][m] (xss: [n][m]f32): [m][n]f32 = transpose xss
entry products [n] (ps: [n]{x: f64, y: f64}): [n]f64 = map (\p -> p.x * p.y) ps
entry totals [n] (es: [n]{at: i64, values: [?]f64}): [n]f64 = map (\e -> f64.i64 e.at + f64.sum e.values) es
entry present [n] (xs: [n](#none | #some f64)): [n]f64 = map (\x -> match x case #none -> -1 case #some y -> y) xs
entry chosen (x: f64) (yes: bool): f64 = if yes then x else 0
"""


@pytest.fixture(scope="module")
def context():
    return windrow.Context(backend="native")


@pytest.fixture(scope="module")
def prog(context):
    return windrow.compile(SOURCE, context=context)


def test_complex_numbers_are_refused(prog):
    for xs in [np.array([1 + 2j]), np.array([1 + 2j], np.complex64), [np.complex64(1)], [1j]]:
        with pytest.raises(windrow.ArgumentError, match="row 0: .*is not of type f64"):
            prog.total(xs)


def test_masks_are_seen(prog):
    xs = np.ma.array([1.0, 2.0, 3.0], mask=[False, True, False])
    assert prog.present(xs).to_list() == [1, -1, 3]
    with pytest.raises(windrow.ArgumentError, match="row 1: None is not of type f64"):
        prog.total(xs)
    assert prog.total(np.ma.array([1.0, 2.0])) == 3


def test_structured_arrays_are_columns(prog):
    xs = np.array([(1.0, 5, 2.0), (3.0, 6, 4.0)], dtype=[("y", "f8"), ("k", "i4"), ("x", "f8")])
    assert prog.products(xs).to_list() == [2, 12]
    assert prog.products(xs.view(np.recarray)).to_list() == [2, 12]
    assert prog.products(xs[::-1]).to_list() == [12, 2]
    with pytest.raises(windrow.ArgumentError, match="has no field x"):
        prog.products(xs[["y", "k"]])


def test_arrays_without_dimensions_are_scalars(prog):
    assert prog.chosen(np.array(2.0), np.array(True)) == 2
    with pytest.raises(windrow.ArgumentError, match="is not of type bool"):
        prog.chosen(2.0, np.array([True]))


def test_expressions_that_return_numbers(prog):
    frame = pl.DataFrame({"group": [1, 1, 2], "x": [1.0, 2.0, 4.0]})
    assert frame.select(prog.total.expr("x")).item() == 7
    grouped = frame.lazy().group_by("group", maintain_order=True).agg(total=prog.total.expr("x")).collect()
    assert grouped.to_dict(as_series=False) == {"group": [1, 2], "total": [3.0, 4.0]}
    assert grouped.schema["total"] == pl.Float64
    assert frame.with_columns(total=prog.total.expr("x").over("group"))["total"].to_list() == [3, 3, 4]
    rows = pl.DataFrame({"group": [1, 1, 2], "rows": [[1.0, 2.0], [], [3.0]]})
    grouped = rows.group_by("group", maintain_order=True).agg(prog.sums.expr("rows"))
    assert grouped["rows"].to_list() == [[3, 0], [3]]
    with pytest.raises(TypeError, match="an array or a number"):
        windrow.compile("entry f (x: i64) = (x, x)").f.expr("x")


def test_errors_about_data_name_the_argument(prog):
    for xs, what in [
        (pa.array([[1, 2]]), "the array: is i64, but must be f64"),
        (pa.array([[1.0], None]), "row 1 of the array: is null"),
        (pl.Series([[1.0], None]), "row 1 of the array: is null"),
        (ak.Array([[1.0, None]]), "row 0, 1 of the array: is null"),
    ]:
        with pytest.raises(windrow.DataError) as caught:
            prog.sums(xs)
        assert str(caught.value).startswith(f"argument xss of sums must be [n][?]f64: {what}"), caught.value


LARGE = pa.large_list(pa.float64())
ROWS = [[1.0, 2.0], [], [3.0]]
BYTES = 32  # Four offsets.


@pytest.mark.parametrize(
    ("given", "bytes"),
    [
        (pa.chunked_array([pa.array(ROWS, LARGE)]), 0),
        (pa.array(ROWS + [[9.0]], LARGE)[:3], 0),
        # Offsets that do not begin with 0 are made new, elements are not copied.
        (pa.array([[9.0]] + ROWS, LARGE)[1:], BYTES),
        (pl.Series([[9.0]] + ROWS)[1:], BYTES),
        (pa.LargeListViewArray.from_arrays([0, 2, 2], [2, 0, 1], pa.array([1.0, 2.0, 3.0])), BYTES),
        (pa.array([[None]] + ROWS)[1:], BYTES),
        (ak.Array([[9.0]] + ROWS)[1:], BYTES),
        (pd.Series(pd.arrays.ArrowExtensionArray(pa.array(ROWS, LARGE))), 0),
    ],
    ids=["one chunk", "front", "back", "polars", "views", "nulls outside", "awkward", "pandas"],
)
def test_parts_are_not_copied(context, prog, given, bytes):
    before = context.stats.copies.total.bytes
    sums = prog.sums(given)
    assert context.stats.copies.total.bytes - before == bytes
    assert sums.to_list() == [3, 0, 3]


def test_other_orders_of_elements(prog):
    rows = pa.ListViewArray.from_arrays([0, 0, 1], [3, 3, 2], pa.array([1.0, 2.0, 3.0]))
    assert prog.sums(rows).to_list() == [6, 6, 5]
    xs = np.arange(6, dtype=np.float32).reshape(2, 3)
    assert prog.turned(np.asfortranarray(xs)).to_list() == prog.turned(xs).to_list()
    assert prog.turned(xs[::-1, ::-1]).to_list() == xs[::-1, ::-1].T.tolist()
    assert prog.turned(np.broadcast_to(np.float32(3), (2, 2))).to_list() == [[3, 3], [3, 3]]
    assert prog.twice(np.arange(4, dtype=">f4")).to_list() == [0, 2, 4, 6]
    unaligned = np.zeros(17, np.uint8)[1:].view(np.float32)
    assert prog.twice(unaligned + 1).to_list() == prog.twice(np.ones(4, np.float32)).to_list() == [2] * 4
    unaligned[:] = 1
    assert prog.twice(unaligned).to_list() == [2] * 4


def test_tables_are_arrays_of_records(prog):
    table = pa.table({"at": [9, 1, 2], "values": [[9.0], [1.0, 2.0], []]})
    assert prog.totals(table.slice(1)).to_list() == [4, 2]
    assert prog.totals(pa.chunked_array([table.to_struct_array().chunk(0)[:1]] * 2)).to_list() == [18, 18]
    assert prog.products(pd.DataFrame({"x": [1.0, 2.0], "y": [3.0, 4.0]})).to_list() == [3, 8]
    assert prog.products(pl.DataFrame({"x": [1.0, 2.0], "y": [3.0, 4.0]}).lazy().collect()).to_list() == [3, 8]
