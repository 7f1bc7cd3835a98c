"""Checks on a machine with an NVIDIA GPU that arrays go in and out of Windrow without a copy, and measures calls.

    python3 bench/embed_gpu.py        # needs the package windrow and NumPy; uses torch, CuPy and pyarrow where they are

Each line says what was checked, or why it was not. The exit status is 1 if a check failed.
"""

import gc
import sys
import threading
import time
import traceback

import numpy as np

import windrow

PROGRAM = """
entry step [n] (state: *[n]f32): *[n]f32 = map (\\s -> 0.5 * s + 1) state
entry blend [n] (field: [n]f32) (state: *[n]f32): *[n]f32 = map2 (\\f s -> (f + s) / 2) field state
entry twice [n] (xs: [n]f32): [n]f32 = map (* 2) xs
entry plus [n] (xs: [n]f32) (y: f32): [n]f32 = map (+ y) xs
entry same [n] (xs: [n]f32): [n]f32 = xs
entry total [n] (xs: [n]f32): f32 = f32.sum xs
entry turned [n][m] (xss: [n][m]f64): [m][n]f64 = transpose xss
entry count [n] (xs: [n]bool): i64 = i64.sum (map i64.bool xs)
entry halves [n] (xs: [n]f16): [n]f16 = map (/ 2) xs
entry longs [n] (xs: [n]i64): [n]i64 = map (+ 1) xs
entry none [n] (xs: [n]f32): [0]f32 = []
entry filtered [n] (xss: [n][?]f64): [n][?]f64 = map (filter (> 0)) xss
entry sums [n] (xss: [n][?]f64): [n]f64 = map f64.sum xss
"""

N = 1 << 20
failures = []


def check(test):
    """Runs a test, and says how it ended."""
    name = test.__name__.replace("_", " ")
    try:
        said = test()
    except Exception:
        failures.append(name)
        print(f"FAILED   {name}\n{traceback.format_exc()}")
    else:
        print(f"{'skipped' if said and said.startswith('skipped') else 'ok':8} {name}{': ' + said if said else ''}")
    sys.stdout.flush()


def library(name):
    """A library, or None if it is not there."""
    try:
        return __import__(name)
    except ImportError:
        return None


class Copies:
    """The copies that were made in a block, by their reasons, without those of sizes of rows."""

    def __enter__(self):
        gc.collect()
        self.before = context.stats.copies
        return self

    def __exit__(self, *_):
        after = context.stats.copies
        self.made = {
            reason: getattr(after, reason).count - getattr(self.before, reason).count
            for reason in after._fields
            if getattr(after, reason) != getattr(self.before, reason)
        }


def address(array):
    """Where a result is on the device."""
    return array.__cuda_array_interface__["data"][0]


context = windrow.Context(backend="cuda")
prog = windrow.compile(PROGRAM, context=context)
torch, cupy = library("torch"), library("cupy")
if torch is not None and not torch.cuda.is_available():
    torch = None


@check
def thousand_steps_on_resident_arrays():
    state = np.linspace(0, 1, N, dtype=np.float32)
    wanted = state.copy()
    for _ in range(1000):
        wanted = np.float32(0.5) * wanted + np.float32(1)
    prog.step(state[:1])
    with Copies() as copies:
        begin = time.perf_counter()
        state = prog.step(state)
        for _ in range(999):
            state = prog.step(windrow.consume(state))
        result = np.asarray(state)
        took = time.perf_counter() - begin
    assert copies.made.get("uploads") == 1 and copies.made.get("downloads") == 1, copies.made
    np.testing.assert_allclose(result, wanted, rtol=1e-6)
    return f"copies {copies.made}, {took * 1e3:.1f} ms in all, {took * 1e3:.2f} us a step"


@check
def two_resident_arrays():
    field = prog.twice(np.full(N, 0.5, np.float32))
    state = prog.blend(field, np.zeros(N, np.float32))
    with Copies() as copies:
        for _ in range(100):
            state = prog.blend(field, windrow.consume(state))
    assert copies.made == {}, copies.made
    np.testing.assert_allclose(np.asarray(state), 1, rtol=1e-6)


@check
def torch_in_and_out():
    if torch is None:
        return "skipped, no torch with CUDA"
    xs = torch.randn(N, device="cuda")
    prog.twice(xs)
    with Copies() as copies:
        result = prog.twice(xs)
        out = torch.from_dlpack(result)
    assert copies.made == {}, copies.made
    assert out.is_cuda and out.data_ptr() == address(result)
    assert torch.equal(out, 2 * xs)
    # The result lives on when its array is gone, and is not given to anybody else.
    del result
    others = [prog.twice(xs + i) for i in range(8)]
    assert torch.equal(out, 2 * xs) and all(address(other) != out.data_ptr() for other in others)
    # And goes in again.
    with Copies() as copies:
        again = prog.twice(out)
    assert copies.made == {} and torch.equal(torch.from_dlpack(again), 4 * xs)


@check
def torch_dtypes_and_shapes():
    if torch is None:
        return "skipped, no torch with CUDA"
    with Copies() as copies:
        matrix = torch.randn(300, 70, device="cuda", dtype=torch.float64)
        turned = torch.from_dlpack(prog.turned(matrix))
        flags = torch.randn(N, device="cuda") > 0
        count = prog.count(flags)
        halves = torch.randn(1000, device="cuda").to(torch.float16)
        half = torch.from_dlpack(prog.halves(halves))
        longs = torch.arange(1000, device="cuda")
        more = torch.from_dlpack(prog.longs(longs))
        part = torch.from_dlpack(prog.twice(torch.arange(10.0, device="cuda")[3:7]))
    assert copies.made == {}, copies.made
    assert turned.shape == (70, 300) and torch.equal(turned, matrix.T)
    assert count == int(flags.sum()) and torch.equal(half, halves / 2) and torch.equal(more, longs + 1)
    assert part.tolist() == [6, 8, 10, 12]
    empty = prog.none(torch.zeros(3, device="cuda"))
    assert torch.from_dlpack(empty).shape == (0,) and len(prog.twice(torch.zeros(0, device="cuda"))) == 0


@check
def torch_streams():
    if torch is None:
        return "skipped, no torch with CUDA"
    stream = torch.cuda.Stream()
    big = torch.ones(4096, 4096, device="cuda") / 4096
    for round in range(20):
        with torch.cuda.stream(stream):
            # Long enough that a call which does not wait would see the zeros.
            xs = torch.zeros(N, device="cuda")
            work = big
            for _ in range(4):
                work = work @ big
            xs += work[0, 0] * 4096 + round
            result = prog.twice(xs)
            out = torch.from_dlpack(result)
            del result
            seen = out - 2 * xs
            # The memory may be used again as soon as `out` is gone, although `seen` may not have been computed.
            del out
            prog.plus(xs, 5.0)
        stream.synchronize()
        assert float(seen.abs().max()) == 0, round


@check
def results_do_not_change_with_their_arguments():
    if torch is None:
        return "skipped, no torch with CUDA"
    xs = torch.ones(N, device="cuda")
    with Copies() as copies:
        same = prog.same(xs)
    assert copies.made.get("borrowed") == 1 and set(copies.made) == {"borrowed", "total"}, copies.made
    xs.zero_()
    assert torch.from_dlpack(same).sum() == N
    # A unique parameter does not write to memory of others.
    ys = torch.ones(N, device="cuda")
    prog.step(ys)
    assert torch.equal(ys, torch.ones_like(ys))
    pending = prog.twice.start(ys)
    ys.zero_()
    assert torch.from_dlpack(pending.result()).sum() == 2 * N


@check
def what_cannot_be_passed():
    if torch is None:
        return "skipped, no torch with CUDA"
    native = windrow.compile(PROGRAM, context=windrow.Context(backend="interp"))
    for program, xs, text in [
        (native, torch.zeros(3, device="cuda"), "use a context with the backend cuda"),
        (prog, torch.zeros(6, device="cuda")[::2], "do not lie one after the other"),
        (prog, torch.zeros(6, device="cuda", dtype=torch.float64), "1 dimension of f64"),
        (prog, torch.zeros(2, 3, device="cuda"), "2 dimensions of f32"),
    ]:
        try:
            program.twice(xs)
        except windrow.ArgumentError as e:
            assert text in str(e), e
        else:
            raise AssertionError(text)
    # Memory of the processor is sent to the GPU.
    assert torch.from_dlpack(prog.twice(torch.ones(3))).tolist() == [2, 2, 2]
    assert torch.from_dlpack(prog.twice(torch.ones(3).pin_memory())).tolist() == [2, 2, 2]


@check
def cupy_in_and_out():
    if cupy is None:
        return "skipped, no CuPy"
    xs = cupy.random.rand(N, dtype=cupy.float32)
    prog.twice(xs)
    with Copies() as copies:
        result = prog.twice(xs)
        by_dlpack, by_interface = cupy.from_dlpack(result), cupy.asarray(result)
    assert copies.made == {}, copies.made
    assert by_dlpack.data.ptr == by_interface.data.ptr == address(result)
    assert bool((by_dlpack == 2 * xs).all()) and bool((by_interface == 2 * xs).all())

    class Interface:
        """Only `__cuda_array_interface__`, as arrays of Numba have it."""

        def __init__(self, array):
            self.__cuda_array_interface__ = array.__cuda_array_interface__
            self.array = array

    with Copies() as copies:
        again = prog.twice(Interface(xs))
    assert copies.made == {} and bool((cupy.asarray(again) == 2 * xs).all())
    with cupy.cuda.Stream(non_blocking=True) as stream:
        ys = cupy.zeros(N, dtype=cupy.float32)
        for i in range(50):
            ys += 1
        out = cupy.asarray(prog.twice(Interface(ys))) + 0
        stream.synchronize()
    assert bool((out == 100).all())
    turned = prog.turned(cupy.arange(6.0).reshape(2, 3))
    assert cupy.asnumpy(cupy.asarray(turned)).tolist() == [[0, 3], [1, 4], [2, 5]]


@check
def arrow_on_the_device():
    if "pyarrow" in sys.modules:
        return "skipped, pyarrow is loaded and knows nothing of CUDA"

    class OnDevice:
        """Only `__arrow_c_device_array__`."""

        def __init__(self, array):
            self.array = array

        def __arrow_c_device_array__(self, requested_schema=None, **kwargs):
            return self.array.__arrow_c_device_array__(requested_schema, **kwargs)

    random = np.random.default_rng(1)
    rows = [random.standard_normal(random.integers(0, 9)) for _ in range(1000)]
    filtered = prog.filtered(rows)
    prog.sums(OnDevice(filtered))
    with Copies() as copies:
        sums = prog.sums(OnDevice(filtered))
    # Offsets are looked at.
    assert set(copies.made) <= {"downloads", "sizes", "total"} and copies.made.get("downloads", 0) <= 1, copies.made
    wanted = [sum(x for x in row if x > 0) for row in rows]
    np.testing.assert_allclose(np.asarray(sums), wanted, rtol=1e-12, atol=1e-12)
    with Copies() as copies:
        doubled = prog.twice(OnDevice(prog.twice(np.arange(5, dtype=np.float32))))
    assert copies.made == {"uploads": 1, "total": 1}, copies.made
    assert np.asarray(doubled).tolist() == [0, 4, 8, 12, 16]
    return f"copies for ragged rows {copies.made}"


@check
def threads():
    results, xs = {}, prog.twice(np.arange(1000, dtype=np.float32))

    def work(number):
        results[number] = all(
            np.asarray(prog.plus(xs, float(number))).tolist() == [2 * i + number for i in range(1000)]
            for _ in range(50)
        )

    all_threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in all_threads:
        thread.start()
    for thread in all_threads:
        thread.join()
    assert results == {number: True for number in range(4)}, results


@check
def memory_is_given_back():
    gc.collect()
    before = context.stats.resident
    for _ in range(50):
        prog.twice(np.zeros(N, np.float32))
        if torch is not None:
            torch.from_dlpack(prog.twice(torch.zeros(N, device="cuda")))
    gc.collect()
    assert context.stats.resident == before and context.stats.adopted == 0, context.stats


def fastest(call, rounds=2000):
    """Microseconds of the fastest tenth of calls."""
    for _ in range(50):
        call()
    times = []
    for _ in range(rounds):
        begin = time.perf_counter()
        call()
        times.append(time.perf_counter() - begin)
    times.sort()
    return sum(times[: rounds // 10]) / (rounds // 10) * 1e6


@check
def call_overhead():
    xs = prog.twice(np.arange(8, dtype=np.float32))
    before = context.stats.launches
    prog.twice(xs)
    launches = context.stats.launches - before
    said = f"resident array {fastest(lambda: prog.twice(xs)):.1f} us ({launches} launches)"
    said += f", a scalar result {fastest(lambda: prog.total(xs)):.1f} us"
    if torch is not None:
        ys = torch.arange(8.0, device="cuda")

        def launch():
            ys.mul(2)
            torch.cuda.synchronize()

        said += f"; torch tensor in {fastest(lambda: prog.twice(ys)):.1f} us"
        said += f", in and out {fastest(lambda: torch.from_dlpack(prog.twice(ys))):.1f} us"
        said += f"; torch's own multiplication and synchronisation {fastest(launch):.1f} us"
    return said


@check
def pyarrow_reads_results():
    pyarrow = library("pyarrow")
    if pyarrow is None:
        return "skipped, no pyarrow"
    rows = pyarrow.array([[1.0, -1.0], [], [2.0, 3.0]])
    result = prog.filtered(rows)
    assert pyarrow.array(result).to_pylist() == [[1.0], [], [2.0, 3.0]]
    assert result.to_arrow().to_pylist() == [[1.0], [], [2.0, 3.0]]
    assert pyarrow.array(prog.twice(np.arange(3, dtype=np.float32))).to_pylist() == [0, 2, 4]


print(f"windrow {windrow.__version__}, Python {sys.version.split()[0]}, {'; '.join(failures) or 'all checks passed'}")
sys.exit(1 if failures else 0)
