"""Memory that is lent for a call: who may see it, for how long, and what is made of truth values."""

import sys

import awkward as ak
import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
import windrow


class Tensor:
    """Something that speaks DLPack and nothing else, as tensors of others do."""

    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **kwargs):
        return self.array.__dlpack__(**kwargs)


class Fleeting:
    """A tensor that only its capsule keeps."""

    def __init__(self, make):
        self.make = make

    def __dlpack__(self, **kwargs):
        return self.make().__dlpack__(**kwargs)


def entry(source, context):
    return windrow.compile(source, context=context).f


@pytest.mark.parametrize("given", [Tensor, np.asarray], ids=["dlpack", "numpy"])
def test_results_do_not_share_what_was_lent(given, native):
    same = entry("entry f [n] (xs: [n]i64): ([n]i64, [n]i64) = (xs, map (+ 1) xs)", native)
    xs = np.arange(4)
    result, _ = same(given(xs))
    assert native.stats.copies.borrowed.count == 1 and native.stats.copies.total.count == 1
    xs[:] = -1
    assert result.to_list() == [0, 1, 2, 3]
    assert native.stats.adopted == 0


@pytest.mark.parametrize("given", [Tensor, np.asarray], ids=["dlpack", "numpy"])
def test_what_was_lent_is_not_written(given, native):
    step = entry("entry f [n] (xs: *[n]f32): *[n]f32 = xs with [0] = 7", native)
    xs = np.zeros(3, np.float32)
    assert step(given(xs)).to_list() == [7.0, 0.0, 0.0]
    assert xs.tolist() == [0.0] * 3


def test_a_tensor_lives_as_long_as_the_call_and_no_longer(native):
    total = entry("entry f [n] (xs: [n]f64) (ys: [n]f64): f64 = f64.sum (map2 (*) xs ys)", native)
    # Large enough that memory which is freed goes back to the system.
    make = lambda: np.full(1_000_000, 0.5)
    assert total(Fleeting(make), Fleeting(make)) == 250_000
    xs = np.ones(10)
    before = sys.getrefcount(xs)
    result = total(Tensor(xs), Tensor(xs))
    assert sys.getrefcount(xs) == before and result == 10
    with pytest.raises(windrow.ShapeError):
        total(Tensor(xs), Tensor(np.ones(3)))
    with pytest.raises(windrow.ArgumentError):
        total(Tensor(xs), Tensor(np.ones(3, np.float32)))
    assert sys.getrefcount(xs) == before and native.stats.adopted == 0


@pytest.mark.parametrize("given", [Tensor, np.asarray], ids=["dlpack", "numpy"])
def test_calls_that_are_started_have_their_own_copy(given, native):
    f = entry("entry f [n] (k: i64) (xs: [n]f64): f64 = loop s = 0 for _i < k do s + f64.sum xs", native)
    xs = np.ones(1000)
    before = sys.getrefcount(xs)
    future = f.start(100, given(xs))
    assert sys.getrefcount(xs) == before
    xs[:] = 0
    assert future.result() == 100_000


OPTIONS = "entry f [n] (xs: [n](#none | #some f64)): ([n](#none | #some f64), [n]f64) = (xs, map (\\x -> match x case #none -> -1 case #some y -> y) xs)"


@pytest.mark.parametrize(
    "wrap",
    [lambda xs: xs, lambda xs: np.ma.array(xs, mask=[False, True, False], copy=False), lambda xs: pd.Series(xs, copy=False)],
    ids=["numpy", "masked", "pandas"],
)
def test_optional_elements_are_lent(wrap, native):
    f = entry(OPTIONS, native)
    xs = np.array([1.0, 2.0, 4.0])
    given = wrap(xs)
    before = native.stats.copies
    same, filled = f(given)
    future = f.start(given)
    xs[:] = 7
    assert same.to_awkward().tolist()[0] == 1 and filled.to_list()[2] == 4
    assert future.result()[1].to_list()[::2] == [1, 4]
    # Of the elements that are also a result a copy is made when the call ends, and of all for the call that is started.
    assert native.stats.copies.borrowed.count == before.borrowed.count + 1


@pytest.mark.parametrize("wrap", [lambda xs: pd.Series(xs, copy=False), lambda xs: pd.DataFrame({"x": xs}, copy=False)["x"]], ids=["series", "column"])
def test_results_do_not_share_what_pandas_can_write(wrap, native):
    f = entry("entry f [n] (xs: [n]f64): [n]f64 = xs", native)
    xs = np.array([1.0, 2.0])
    result = f(wrap(xs))
    xs[:] = 7
    assert np.array_equal(result, [1, 2]) and native.stats.copies.total.count == native.stats.copies.borrowed.count == 1


def test_results_do_not_share_columns_of_frames(native):
    f = entry("entry f [n] (ps: [n]{x: f64, y: i64}): ([n]f64, [n]f64) = (map (.x) ps, map (\\p -> p.x + f64.i64 p.y) ps)", native)
    frame = pd.DataFrame({"y": np.arange(3), "x": np.ones(3), "z": ["a", "b", "c"]})
    same, sums = f(frame)
    frame["x"].to_numpy()
    frame.loc[:, "x"] = 7.0
    assert same.to_list() == [1, 1, 1] and sums.to_list() == [1, 2, 3]
    with pytest.raises(windrow.ArgumentError, match="there is no column y"):
        f(frame[["x"]])


ODD = np.array([0, 1, 2, 255], np.uint8).view(np.bool_)


@pytest.mark.parametrize(
    "given",
    [ODD, ODD[::-1][::-1], Tensor(ODD), np.repeat(ODD, 2)[::2], Tensor(np.repeat(ODD, 2)[::2]), ak.Array(ODD), pa.array(ODD)],
    ids=["numpy", "view", "dlpack", "strided", "strided dlpack", "awkward", "pyarrow"],
)
def test_truth_values_are_0_or_1(given, context):
    f = entry("entry f [n] (bs: [n]bool): (i64, [n]bool, bool) = (i64.sum (map i64.bool bs), bs, reduce (!=) false bs)", context)
    total, same, odd = f(given)
    assert total == 3 and odd is True
    assert np.asarray(same).view(np.uint8).tolist() == [0, 1, 1, 1]
    assert f.start(given).result()[0] == 3


def test_truth_values_in_rows_are_0_or_1(context):
    f = entry("entry f [n] (bss: [n][?]bool): ([n]i64, [n][?]bool) = (map (\\bs -> i64.sum (map i64.bool bs)) bss, bss)", context)
    totals, same = f([ODD, ODD[:0], ODD[2:]])
    assert totals.to_list() == [3, 0, 2]
    assert np.asarray(same.parts()[0]).view(np.uint8).tolist() == [0, 1, 1, 1, 1, 1]
