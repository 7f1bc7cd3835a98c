"""Programs over data of other packages, one for each way in which people have it."""

import asyncio
import decimal
import inspect
from dataclasses import dataclass

import awkward as ak
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest
import windrow
from windrow import Sum


@pytest.fixture(scope="module")
def shared():
    return windrow.Context(backend="native")


def program(shared, source):
    return windrow.compile(source, context=shared)


def copies(context, call):
    before = context.stats.copies.total.count
    return call(), context.stats.copies.total.count - before


# Awkward arrays.


def test_invariant_masses_of_pairs(shared):
    masses = program(
        shared,
        r"""
        def mass (a: {pt: f64, eta: f64, phi: f64}) (b: {pt: f64, eta: f64, phi: f64}): f64 =
          f64.sqrt (2 * a.pt * b.pt * (f64.cosh (a.eta - b.eta) - f64.cos (a.phi - b.phi)))
        entry masses [n] (events: [n][?]{pt: f64, eta: f64, phi: f64}): [n][?]f64 =
          map (\ps -> flatten (map (\i -> map (\j -> mass ps[i] ps[j]) (i + 1..<length ps)) (iota (length ps)))) events
        """,
    ).masses
    rng = np.random.default_rng(1)
    counts = rng.integers(0, 5, 200)
    column = lambda scale: ak.unflatten(rng.random(counts.sum()) * scale, counts)
    events = ak.zip({"pt": column(100), "eta": column(2), "phi": column(3)}, with_name="Momentum")
    first, second = ak.unzip(ak.combinations(events, 2))
    wanted = np.sqrt(2 * first.pt * second.pt * (np.cosh(first.eta - second.eta) - np.cos(first.phi - second.phi)))
    before = shared.stats.copies
    found = masses(events)
    after = shared.stats.copies
    # How many rows have is made of the offsets, because the program asks for it; elements are used where they are.
    assert after.total.count - after.sizes.count == before.total.count - before.sizes.count
    assert ak.all(ak.num(found.to_awkward()) == ak.num(wanted))
    assert ak.all(abs(found.to_awkward() - wanted) < 1e-9)
    cut = events[events.pt > 50]
    assert ak.num(masses(cut).to_awkward()).tolist() == ak.num(ak.combinations(cut, 2)).tolist()


def test_offsets_of_arguments_are_those_of_results(shared):
    f = program(shared, "entry f [n] (xss: [n][?]f64): [n][?]f64 = map (map (* 2)) xss").f
    rows = ak.unflatten(np.arange(1000.0), np.full(100, 10))
    result, made = copies(shared, lambda: f(rows).to_awkward())
    assert made == 0 and ak.all(result == rows * 2)
    assert result.layout.offsets.data.ctypes.data == rows.layout.offsets.data.ctypes.data


def test_awkward_arrays_of_every_layout(shared):
    f = program(shared, "entry f [n] (xss: [n][?]i64): [n]i64 = map i64.sum xss").f
    rows = ak.Array([[1, 2, 3], [], [4, 5]])
    for given in [
        rows[[2, 1, 0]], rows[::-1], rows[rows > 2], rows[:, :1], rows[:, ::-1], rows[[True, False, True]], ak.sort(rows, ascending=False),
        ak.concatenate([rows, rows]), ak.concatenate([rows, rows], axis=1), ak.drop_none(ak.Array([[1, None], [2]])), ak.fill_none(ak.pad_none(rows, 4), 0),
        ak.to_packed(rows[1:]), ak.from_regular(ak.Array(np.ones((2, 3), int))), ak.Array(np.ones((2, 3), int)), ak.local_index(rows),
        ak.run_lengths(ak.Array([[1, 1, 2], [3]])), ak.from_iter([[1], [2, 3]]), ak.from_numpy(np.arange(6).reshape(2, 3)), ak.Array([[], []]),
        ak.Array([{"x": [1, 2]}, {"x": []}]).x, ak.Array([{"x": [1, 2], "y": 1}, {"x": [3], "y": 2}])["x"],
    ]:  # fmt: skip
        assert f(given).to_list() == ak.sum(given, axis=1).tolist()


def test_a_record_of_awkward_arrays_is_an_argument(shared):
    f = program(shared, "entry f (d: {xs: []f64, k: f64}): {sum: f64, scaled: []f64} = {sum = f64.sum d.xs, scaled = map (* d.k) d.xs}").f
    for given in [ak.Record({"xs": [1.0, 2.0], "k": 3.0}), ak.Array([{"xs": [1.0, 2.0], "k": 3.0}])[0], {"xs": np.array([1.0, 2.0]), "k": 3}]:
        result = f(given)
        assert result.sum == 3 and result.scaled.to_list() == [3, 6] and result._fields == ("scaled", "sum")


# pyarrow.


def test_columns_of_a_parquet_file(shared, tmp_path):
    table = pa.table({"id": [1, 2, 3], "tags": [["a", "bc"], [], ["def"]], "at": pa.array([0, 10**6, 2 * 10**6], pa.timestamp("us"))})
    pq.write_table(table, tmp_path / "t.parquet")
    back = pq.read_table(tmp_path / "t.parquet")
    prog = program(
        shared,
        r"""
        entry lengths [n] (tags: [n][?][?]u8): [n][?]i64 = map (\ts -> map (\t -> length t) ts) tags
        entry gaps [n] (ts: [n]i64): []i64 = if n == 0 then [] else map (\i -> ts[i + 1] - ts[i]) (iota (n - 1))
        """,
    )
    assert prog.lengths(back["tags"]).to_list() == [[1, 2], [], [3]]
    assert prog.gaps(back["at"]).to_list() == [10**6, 10**6]
    appended = back.append_column("lengths", pa.array(prog.lengths(back["tags"])))
    pq.write_table(appended, tmp_path / "u.parquet")
    assert pq.read_table(tmp_path / "u.parquet")["lengths"].to_pylist() == [[1, 2], [], [3]]


def test_arrow_arrays_of_every_layout(shared):
    f = program(shared, "entry f [n] (xss: [n][?]i32): [n]i64 = map (\\xs -> i64.sum (map i64.i32 xs)) xss").f
    rows = [[1, 2, 3], [], [4, 5]]
    item = pa.int32()
    for kind in [pa.list_(item), pa.large_list(item), pa.list_view(item), pa.large_list_view(item)]:
        array = pa.array(rows, kind)
        for given, wanted in [(array, [6, 0, 9]), (array[1:], [0, 9]), (array[:0], []), (pa.chunked_array([array, array[2:]]), [6, 0, 9, 9])]:
            assert f(given).to_list() == wanted
    assert f(pc.take(pa.array(rows, pa.list_(item)), pa.array([2, 0]))).to_list() == [9, 6]
    assert f(pa.array([[1, 2], [3, 4]], pa.list_(item, 2))).to_list() == [3, 7]
    for given, part in [
        (pa.array([[decimal.Decimal("1.5")]]), "decimal numbers"),
        (pa.array(rows), "is i64, but must be i32; cast it first"),
        (pa.RunEndEncodedArray.from_arrays([2], [1]), "is i64, but must be a list"),
        (pa.array([{"x": 1}]), "is a struct, but must be a list"),
    ]:
        with pytest.raises(windrow.DataError, match=part):
            f(given)


def test_structs_of_arrow_go_in_and_out(shared):
    f = program(
        shared,
        r"""
        entry f [n] (orders: [n]{id: i64, items: [?]{price: f64, count: i32}}): [n]{id: i64, total: f64} =
          map (\o -> {id = o.id, total = f64.sum (map (\i -> i.price * f64.i32 i.count) o.items)}) orders
        """,
    ).f
    item = pa.struct([("price", pa.float64()), ("count", pa.int32())])
    orders = pa.array(
        [{"id": 7, "items": [{"price": 1.5, "count": 2}, {"price": 1.0, "count": 1}]}, {"id": 8, "items": []}],
        pa.struct([("id", pa.int64()), ("items", pa.list_(item))]),
    )
    wanted = [{"id": 7, "total": 4.0}, {"id": 8, "total": 0.0}]
    assert f(orders).to_arrow().to_pylist() == pl.Series(f(pl.Series(orders))).to_list() == wanted
    assert pa.table(f(pa.Table.from_struct_array(orders))).to_pylist() == pl.DataFrame(f(ak.from_arrow(orders))).to_dicts() == wanted
    assert [(row.id, row.total) for row in f(orders)] == [(7, 4.0), (8, 0.0)]


def test_nulls_in_every_place(shared):
    f = program(
        shared,
        r"""
        entry f [n] (xss: [n](#none | #some ([?](#none | #some i64)))): [n]i64 =
          map (\xs -> match xs
                      case #none -> -1
                      case #some ys -> i64.sum (map (\y -> match y case #none -> 0 case #some z -> z) ys)) xss
        """,
    ).f
    rows = [[1, None, 3], None, [], [None]]
    for given in [rows, pa.array(rows), pa.array(rows, pa.large_list(pa.int64())), pl.Series(rows), ak.Array(rows), pa.array([[9]] + rows)[1:]]:
        assert f(given).to_list() == [4, -1, 0, 0]


# polars.


def test_a_lazy_pipeline(shared):
    prog = program(
        shared,
        r"""
        entry smooth [n] (xss: [n][?]f64) (k: f64): [n][?]f64 = map (\xs -> scan (\a b -> k * a + (1 - k) * b) 0 xs) xss
        entry peak [n] (xss: [n][?]f64): [n]f64 = map (\xs -> f64.maximum xs) xss
        """,
    )
    frame = pl.LazyFrame({"id": [1, 2, 3], "xs": [[1.0, 5.0], [2.0], [4.0, 3.0, 9.0]]})
    out = frame.filter(pl.col("id") > 1).with_columns(peak=prog.peak.expr("xs"), half=prog.peak.expr(pl.col("xs").list.eval(pl.element() / 2))).collect()
    assert out["peak"].to_list() == [2, 9] and out["half"].to_list() == [1, 4.5]
    assert frame.select(prog.smooth.expr("xs", 0.0)).collect().to_series().to_list() == [[1, 5], [2], [4, 3, 9]]
    assert frame.collect().select(pl.col("xs").map_batches(lambda s: pl.Series(prog.peak(s)), return_dtype=pl.Float64)).to_series().to_list() == [5, 2, 9]
    # polars passes a keyword that it does without, where functions do not know it.
    with pytest.raises(Exception, match="must return a Series; found 'windrow.Array'"):
        frame.collect().select(pl.col("xs").map_batches(prog.peak, return_dtype=pl.Float64))


def test_groups_become_rows(shared):
    f = program(shared, "entry f [n] (xss: [n][?]f64): [n]f64 = map (\\xs -> let m = f64.sum xs / f64.i64 (length xs) in f64.maximum (map (\\x -> f64.abs (x - m)) xs)) xss").f
    frame = pl.DataFrame({"key": ["a", "b", "a", "b", "a"], "x": [1.0, 2.0, 3.0, 6.0, 8.0]})
    rows = frame.group_by("key", maintain_order=True).agg("x")
    assert rows.with_columns(spread=f.expr("x"))["spread"].to_list() == [4, 2]
    table = frame.to_arrow().group_by("key").aggregate([("x", "list")])
    assert sorted(f(table["x_list"]).to_list()) == [2, 4]
    assert sorted(f(frame.to_pandas().groupby("key")["x"].agg(list)).to_list()) == [2, 4]


def test_text_in_and_out(shared):
    prog = program(
        shared,
        r"""
        entry upper [n] (texts: [n][?]u8): [n][?]u8 = map (map (\c -> if c >= 'a' && c <= 'z' then c - 32 else c)) texts
        entry vowels [n] (texts: [n][?]u8): [n]i64 = map (\t -> i64.sum (map (\c -> i64.bool (any (== c) "aeiou")) t)) texts
        """,
    )
    texts = ["hello", "", "über", "rhythm"]
    for given in [
        texts, np.array(texts), pa.array(texts), pa.array(texts, pa.large_string()), pa.array(texts, pa.string_view()), pl.Series(texts),
        pl.Series(texts, dtype=pl.Categorical), pd.Series(texts), pd.Series(texts, dtype=object), ak.Array(texts), [t.encode() for t in texts],
        pa.array(texts).dictionary_encode(),
    ]:  # fmt: skip
        assert prog.vowels(given).to_list() == [2, 0, 1, 0]
        assert [bytes(row).decode() for row in prog.upper(given)] == ["HELLO", "", "üBER", "RHYTHM"]


# NumPy and pandas.


def test_images(shared):
    blur = program(
        shared,
        r"""
        entry blur [h][w] (image: [h][w][3]u8): [h][w][3]u8 =
          let at (y: i64) (x: i64) (c: i64): i32 = i32.u8 image[i64.max 0 (i64.min (h - 1) y), i64.max 0 (i64.min (w - 1) x), c]
          in tabulate_2d h w (\y x -> map (\c -> u8.i32 ((at (y-1) x c + at (y+1) x c + at y (x-1) c + at y (x+1) c + at y x c) / 5)) (iota 3 :> [3]i64))
        """,
    ).blur
    image = np.random.default_rng(2).integers(0, 256, (6, 5, 3), dtype=np.uint8)
    wide = np.pad(image.astype(int), ((1, 1), (1, 1), (0, 0)), mode="edge")
    wanted = (wide[:-2, 1:-1] + wide[2:, 1:-1] + wide[1:-1, :-2] + wide[1:-1, 2:] + wide[1:-1, 1:-1]) // 5
    result, made = copies(shared, lambda: blur(image))
    assert made == 0 and np.array_equal(result, wanted) and result.shape == (6, 5, 3) and result.dtype == np.uint8
    # A crop lies apart in memory, so that it is copied, once.
    crop, made = copies(shared, lambda: blur(image[1:4, 1:3]))
    assert made == 1 and crop.shape == (3, 2, 3)
    with pytest.raises(windrow.ShapeError, match="dimension 2 has size 4, expected 3$"):
        blur(np.zeros((2, 2, 4), np.uint8))


def test_structured_arrays_and_their_elements(shared):
    prog = program(
        shared,
        r"""
        entry centre [n] (ps: [n]{x: f64, y: f64, name: i32}): {x: f64, y: f64} =
          {x = f64.sum (map (.x) ps) / f64.i64 n, y = f64.sum (map (.y) ps) / f64.i64 n}
        entry norm (p: {x: f64, y: f64, name: i32}): f64 = f64.sqrt (p.x * p.x + p.y * p.y)
        """,
    )
    points = np.array([(3.0, 4.0, 1), (5.0, 12.0, 2)], dtype=[("x", "f8"), ("y", "f8"), ("name", "i4")])
    assert prog.centre(points) == (4.0, 8.0) and prog.centre(np.rec.array(points)).y == 8.0
    assert [prog.norm(p) for p in points] == [5, 13] and prog.norm(np.rec.array(points)[0]) == 5
    for wrong, part in [({"x": 1, "y": 2}, "has no field name"), ({"x": 1, "y": 2, "name": 3, "z": 4}, "the record has no field z"), (points[["x", "y"]][0], "has no field name")]:
        with pytest.raises(windrow.ArgumentError, match=part):
            prog.norm(wrong)


def test_scalars_of_every_package(shared):
    f = program(shared, "entry f (x: f64) (n: i32) (b: bool): f64 = if b then x else f64.i32 n").f
    numbers = [1.5, np.float64(1.5), np.float32(1.5), np.array(1.5), pa.scalar(1.5), pl.Series([1.5])[0], decimal.Decimal("1.5"), pd.Series([1.5]).iloc[0], ak.Array([1.5])[0]]
    for x in numbers:
        assert f(x, 2, True) == 1.5
    for n in [7, np.int8(7), np.uint64(7), np.array(7), pa.scalar(7), ak.Array([7])[0], True + 6]:
        assert f(0, n, False) == 7
    for b in [True, np.True_, np.array(True), ak.Array([True])[0]]:
        assert f(1, 2, b) == 1
    for args in [("1", 2, True), (1, 2.0, True), (1, 2**31, True), (1, 2, 1), (None, 2, True), ([1.0], 2, True), (1j, 2, True)]:
        with pytest.raises(windrow.ArgumentError):
            f(*args)


def test_trees_of_dataclasses(shared):
    f = program(shared, "entry f [n] (shapes: [n](#circle {r: f64} | #rect f64 f64 | #none)): [n]f64 = map (\\s -> match s case #circle {r} -> 3 * r * r case #rect a b -> a * b case #none -> 0) shapes").f

    @dataclass
    class Circle:
        r: float

    assert f([Sum("circle", Circle(2.0)), Sum("rect", (2.0, 3.0)), Sum("none"), None, Sum("circle", {"r": 1})]).to_list() == [12, 6, 0, 0, 3]
    for wrong, part in [(Sum("oval", 1), "no constructor #oval"), (Sum("rect", 1.0), "#rect carries 2 values, but got 1"), (3, "is no windrow.Sum")]:
        with pytest.raises(windrow.ArgumentError, match=part):
            f([wrong])


def test_frames_of_pandas(shared):
    prog = program(shared, "entry f [n] (rows: [n]{when: i64, value: f64}): f64 = f64.sum (map (\\r -> if r.when > 0 then r.value else 0) rows)\nentry g [n] (xs: [n]f64): [n]f64 = scan (+) 0 xs")
    frame = pd.DataFrame({"when": pd.to_datetime(["1969-12-31", "2020-01-01"]), "value": [1.0, 2.0], "other": ["a", "b"]})
    assert prog.f(frame) == 2.0
    frame["running"] = prog.g(frame["value"])
    assert frame["running"].tolist() == [1, 3] and frame.assign(twice=prog.g(frame["running"]))["twice"].tolist() == [1, 4]
    indexed = frame.set_index("other")
    assert pd.Series(prog.g(indexed["value"]), index=indexed.index)["b"] == 3
    with pytest.raises(windrow.DataError, match="null"):
        prog.g(pd.Series([1.0, None]))


# Programs among themselves.


def test_results_of_one_context_in_another(shared):
    other, slow = windrow.Context(backend="native"), windrow.Context(backend="interp")
    made = program(shared, "entry f (n: i64): [n][?]i64 = map iota (iota n)").f(4)
    for context in [other, slow]:
        sums = windrow.compile("entry f [n] (xss: [n][?]i64): [n]i64 = map i64.sum xss", context=context).f
        assert sums(made).to_list() == [0, 0, 1, 3]
    sums = windrow.compile("entry f [n] (xss: [n][?]i64): [n]i64 = map i64.sum xss", context=other).f
    assert copies(other, lambda: sums(made))[1] == 0


def test_calls_in_a_loop_of_events(shared):
    f = program(shared, "entry f [n] (xs: [n]i64): i64 = i64.sum xs").f

    async def main():
        calls = [f.start(np.arange(n)) for n in range(20)]
        return await asyncio.gather(*calls)

    assert asyncio.run(main()) == [n * (n - 1) // 2 for n in range(20)]


def test_entries_can_be_inspected(shared):
    f = program(shared, "entry f [n] (xss: [n][?]f64) (k': f64): ([n]f64, i64) = (map (\\xs -> k' * f64.sum xs) xss, n)").f
    signature = inspect.signature(f)
    assert list(signature.parameters) == ["xss", "_1"] and signature.parameters["xss"].annotation == "[n][?]f64"
    assert signature.return_annotation == "([n]f64, i64)" and f.__name__ == "f"
    for args, kwargs, part in [
        ((), {}, "argument xss is missing"),
        (([],), {"z": 1}, "unexpected keyword argument 'z'; its parameters are: xss, k'"),
        (([], 1.0), {"xss": []}, "multiple values for argument 'xss'"),
        (([], 1.0, 2.0), {}, "takes 2 arguments, but got 3"),
    ]:
        with pytest.raises(windrow.ArgumentError, match=part):
            f(*args, **kwargs)
    with pytest.raises(KeyError, match="there are: f"):
        program(shared, "entry f (x: i64) = x")["g"]
