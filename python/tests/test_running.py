"""Threads, calls that nobody waits for, pickles, notebooks, frames."""

import asyncio
import io
import pickle
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import polars as pl
import pyarrow as pa
import pytest
import windrow

LOOP = "entry f (n: i64) (xs: []f64): f64 = f64.sum (loop ys = xs for i < n do map (\\y -> y * 0.5 + 1) (scan (+) 0 ys))"


def test_the_interpreter_runs_during_calls(native):
    slow = windrow.compile(LOOP, context=native).f
    slow(1, np.ones(10))
    ticks, done = [], threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    begin = time.monotonic()
    slow(300, np.ones(200_000))
    end = time.monotonic()
    done.set()
    thread.join()
    assert sum(begin < t < end for t in ticks) > (end - begin) * 20


def test_many_threads(context):
    f = windrow.compile("entry f [n] (xss: [n][?]i64): [n]i64 = map i64.sum xss", context=context).f
    with ThreadPoolExecutor(8) as pool:
        results = pool.map(lambda i: f([[i, 1], [], [i]]).to_list(), range(200))
    assert list(results) == [[i + 1, 0, i] for i in range(200)]


def test_futures(native):
    f = windrow.compile("entry f (xs: []i64) = i64.sum xs", context=native).f
    xs = np.arange(5)
    future = f.start(xs)
    xs[:] = 0
    assert future.result() == 10 and future.result(timeout=1) == 10 and future.done()

    async def both():
        return await asyncio.gather(*(wait(f.start([i, i])) for i in range(5)))

    async def wait(future):
        return await future

    assert asyncio.run(both()) == [0, 2, 4, 6, 8]
    with pytest.raises(windrow.ArgumentError):
        f.start("x", 1)


def test_futures_are_cancelled(native):
    slow = windrow.compile(LOOP, context=native).f
    future = slow.start(10_000_000, np.ones(1000))
    with pytest.raises(TimeoutError):
        future.result(timeout=0.01)
    future.cancel()
    with pytest.raises(windrow.Cancelled):
        future.result(timeout=20)


def test_progress_of_a_long_call(native):
    slow = windrow.compile(LOOP, context=native).f
    slow(1, np.ones(10))
    out = io.StringIO()
    with windrow.progress(native, interval=0.02, file=out) as progress:
        future = slow.start(10_000_000, np.ones(1000))
        while progress.launches < 100:
            time.sleep(0.001)
        assert progress.bytes >= 8000
        future.cancel()
        with pytest.raises(windrow.Cancelled):
            future.result(timeout=20)
        time.sleep(0.1)
    assert progress.launches >= 100 and "launches" in out.getvalue()
    before = progress.launches
    slow(1, np.ones(10))
    assert progress.launches == before
    short = io.StringIO()
    with windrow.progress(native, interval=10, file=short):
        slow(1, np.ones(10))
    assert short.getvalue() == ""


def test_entries_are_pickled():
    f = windrow.compile("entry f (x: i64) = x + 1").f
    again = pickle.loads(pickle.dumps(f))
    assert again(1) == 2 and again.signature == f.signature
    data = pickle.dumps(f)
    script = f"import pickle; print(pickle.loads({data!r})(41))"
    assert subprocess.check_output([sys.executable, "-c", script], text=True) == "42\n"
    program = pickle.loads(pickle.dumps(windrow.compile("entry g (x: i64) = x")))
    assert program.g(3) == 3


def test_polars_expressions():
    source = """
        entry sums [n] (xss: [n][?]f64): [n]f64 = map f64.sum xss
        entry keep [n] (xss: [n][?]f64) (limit: f64): [n][?]f64 = map (filter (< limit)) xss"""
    prog = windrow.compile(source)
    frame = pl.DataFrame({"readings": [[1.0, 5.0], [], [3.0]], "k": [1, 2, 3]})
    result = frame.with_columns(total=prog.sums.expr("readings"), kept=prog.keep.expr(pl.col("readings"), 4.0))
    assert result["total"].to_list() == [6.0, 0.0, 3.0]
    assert result["kept"].to_list() == [[1.0], [], [3.0]]
    lazy = frame.lazy().select(prog.sums.expr("readings").alias("total"))
    assert lazy.collect_schema()["total"] == pl.Float64
    assert lazy.collect()["total"].to_list() == [6.0, 0.0, 3.0]
    with pytest.raises(TypeError, match="has to return an array or a number"):
        windrow.compile("entry f (xs: []f64) = (f64.sum xs, f64.product xs)").f.expr("k")


def test_functions_over_pyarrow():
    f = windrow.compile("entry f [n] (xss: [n][?]f64): [n]f64 = map f64.sum xss").f.arrow
    result = f(pa.array([[1.0, 2.0], []]))
    assert isinstance(result, pa.DoubleArray) and result.to_pylist() == [3.0, 0.0]


def test_functions_over_pyarrow_that_return_numbers(context):
    prog = windrow.compile(
        "entry total [n] (xs: [n]f64): f64 = f64.sum xs\nentry most [n] (xs: [n]u8): u8 = u8.maximum xs\n"
        "entry both [n] (xs: [n]f64): (f64, [n]f64) = (f64.sum xs, map (* 2) xs)",
        context=context,
    )
    xs = pa.array([1.0, 2.5])
    assert prog.total.arrow(xs).equals(pa.scalar(3.5))
    assert prog.most.arrow(pa.array([1, 2], pa.uint8())).equals(pa.scalar(2, pa.uint8()))
    total, doubled = prog.both.arrow(xs)
    assert total.as_py() == 3.5 and doubled.equals(pa.array([2.0, 5.0]))


def test_batches():
    source = "entry sums [n] (xss: [n][?]f64) (k: f64): ([n]f64, [n]i64) = (map (\\xs -> k * f64.sum xs) xss, map length xss)"
    batches = windrow.Batches(source, "sums", {"xss": "readings", "k": 2.0}, ["total", "count"], backend="native")
    table = pa.table({"readings": [[1.0, 2.0], [], [3.0]]})
    result = batches(table)
    assert result.column_names == ["readings", "total", "count"]
    assert result["total"].to_pylist() == [6.0, 0.0, 6.0] and result["count"].to_pylist() == [2, 0, 1]


def test_cells_of_notebooks():
    class Shell:
        def __init__(self):
            self.user_ns, self.magics = {}, {}

        def register_magic_function(self, function, magic_kind, magic_name):
            self.magics[magic_name] = function

    shell = Shell()
    windrow.load_ipython_extension(shell)
    run = shell.magics["windrow"]
    run("", "def twice (x: i64) = 2 * x\nentry f (x: i64) =\n  twice x\n")
    assert shell.user_ns["f"](4) == 8
    run("", "entry g (x: i64) = twice x + 1\n")
    assert shell.user_ns["g"](4) == 9
    run("", "def twice (x: i64) = x + x + 1\nentry h (x: i64) = twice x\n")
    assert shell.user_ns["h"](4) == 9
    run("", "def more (x: i64) = x + 1\ndef twice (x: i64) = x + more x\nentry h (x: i64) = twice x\n")
    assert shell.user_ns["h"](4) == 9
    with pytest.raises(windrow.SourceError):
        run("", "entry k (x: i64) = x + true\n")
    run("", "entry k (x: i64) = twice x\n")
    assert shell.user_ns["k"](1) == 3
