"""Arrays on CUDA devices. Where there is none, what is said to those who pass one; bench/embed_gpu.py has the rest."""

import ctypes
import pathlib
import subprocess
import sys

import numpy as np
import pytest
import windrow

SOURCE = "entry f [n] (xs: [n]f32): [n]f32 = map (* 2) xs"


def gpu():
    """A context on a GPU, or the reason why there is none."""
    try:
        return windrow.Context(backend="cuda"), None
    except windrow.Missing as e:
        return None, str(e)


def test_on_a_gpu():
    context, reason = gpu()
    if context is None:
        pytest.skip(reason)
    script = pathlib.Path(__file__).resolve().parents[2] / "bench" / "embed_gpu.py"
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


class OnDevice:
    """A tensor that says where it is."""

    def __init__(self, kind, number):
        self.device = (kind, number)

    def __dlpack_device__(self):
        return self.device

    def __dlpack__(self, **kwargs):
        raise AssertionError("nobody may ask for what cannot be used")


class Interface:
    """An array on a GPU, as Numba has them."""

    __cuda_array_interface__ = {"shape": (2,), "typestr": "<f4", "data": (4096, False), "version": 3}


class WithBuffer(OnDevice, bytearray):
    """An array of CuPy: on a GPU, but with a buffer."""

    __cuda_array_interface__ = Interface.__cuda_array_interface__

    def __new__(cls, *device):
        return bytearray.__new__(cls, 8)


@pytest.mark.parametrize(
    "given",
    [OnDevice(2, 0), OnDevice(13, 0), Interface(), WithBuffer(2, 0)],
    ids=["cuda", "managed", "interface", "cupy"],
)
def test_other_contexts_refuse_memory_of_gpus(context, given):
    f = windrow.compile(SOURCE, context=context).f
    with pytest.raises(windrow.ArgumentError, match="argument xs of f must be .*use a context with the backend cuda"):
        f(given)


def patched(array, **fields):
    """An object that exports an Arrow array of ours as one on another device."""

    class Exported:
        def __arrow_c_device_array__(self, requested_schema=None):
            schema, capsule = array.__arrow_c_device_array__()
            pointer = ctypes.pythonapi.PyCapsule_GetPointer
            pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
            # ArrowArray has 80 bytes; then come the number and the kind of the device.
            at = pointer(capsule, b"arrow_device_array")
            ctypes.c_int64.from_address(at + 80).value = fields.get("number", -1)
            ctypes.c_int32.from_address(at + 88).value = fields.get("kind", 1)
            return schema, capsule

    return Exported()


def test_arrow_arrays_on_devices(native):
    f = windrow.compile(SOURCE, context=native).f
    xs = f(np.arange(3, dtype=np.float32))
    # Memory of the processor, also if it is pinned, is used where it is.
    doubled = [f(patched(xs, kind=kind)) for kind in [1, 3]]
    assert native.stats.copies.total.count == 0
    assert [ys.to_list() for ys in doubled] == [[0, 4, 8]] * 2
    with pytest.raises(windrow.Error, match="use a context with the backend cuda"):
        f(patched(xs, kind=2, number=0))
    with pytest.raises(windrow.Error, match="a device of kind 10 cannot be taken"):
        f(patched(xs, kind=10))


def test_results_on_the_processor_say_so(native):
    xs = windrow.compile(SOURCE, context=native).f(np.arange(3, dtype=np.float32))
    assert xs.__dlpack_device__() == (1, 0)
    assert not hasattr(xs, "__cuda_array_interface__")
    with pytest.raises(BufferError, match="cannot be exported to device 0 of kind 2"):
        xs.__dlpack__(dl_device=(2, 0))


def test_copies_by_dlpack_can_be_written(native):
    xs = windrow.compile(SOURCE, context=native).f(np.arange(3, dtype=np.float32))
    own, view = np.from_dlpack(xs, copy=True), np.from_dlpack(xs)
    own[0] = 7
    assert (own.tolist(), view.tolist()) == ([7, 2, 4], [0, 2, 4]) and not view.flags.writeable
