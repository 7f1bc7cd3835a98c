"""NumPy arrays as nodes of Arrow, which `src/nodes.rs` makes Arrow's structs of, and as elements with those that are missing.

A node is (format, length, nulls, buffers, children): a buffer is None or (NumPy array, bytes that are needed, whether it is a copy), a child
a name and a node.
"""

import numpy as np

_FORMATS = {
    "int8": "c", "int16": "s", "int32": "i", "int64": "l", "uint8": "C", "uint16": "S", "uint32": "I", "uint64": "L",
    "float16": "e", "float32": "f", "float64": "g",
}  # fmt: skip


def buffer(data, count, dtype, fresh=False):
    """A buffer of `count` elements. `fresh` says that the elements were copied before."""
    made = np.ascontiguousarray(data, dtype=np.dtype(dtype).newbyteorder("="))
    copied = fresh or not np.shares_memory(made, data, max_work=1)
    return made, count * made.dtype.itemsize, copied and made.nbytes > 0


def validity(missing):
    """A bitmap with a bit for everything that is there; None where nothing is missing."""
    if not missing.any():
        return None
    bits = np.packbits(~missing, bitorder="little")
    return bits, len(bits), False


def numbers(data, fresh=False):
    """A node of numbers."""
    if data.ndim > 1:
        flat = data.reshape((-1,) + data.shape[2:])
        fresh = fresh or not np.shares_memory(flat, data, max_work=1)
        return (f"+w:{data.shape[1]}", data.shape[0], 0, [None], [("item", numbers(flat, fresh))])
    if data.dtype == np.bool_:
        return ("arrow.bool8", len(data), 0, [None, buffer(data, len(data), data.dtype, fresh)], [])
    if data.dtype.kind in "mM":
        data = data.view(_integers(data.dtype))
    if data.dtype.name not in _FORMATS:
        raise TypeError(f"an array of {data.dtype} cannot be passed")
    return (_FORMATS[data.dtype.name], len(data), 0, [None, buffer(data, len(data), data.dtype, fresh)], [])


def _integers(dtype):
    """What dates and times are stored as."""
    return np.dtype(np.int64).newbyteorder(dtype.byteorder)


def of_options(array, dtype):
    """A NumPy array of this type of elements, dates and times being integers: the elements, and a byte for each that says whether it is
    there, which masked ones and NaT are not. None for arrays of another type."""
    times = array.dtype.kind in "mM"
    if array.ndim == 0 or (np.dtype(np.int64) if times else array.dtype.newbyteorder("=")) != np.dtype(dtype):
        return None
    missing, data = np.ma.getmaskarray(array), np.ma.getdata(array)
    if times:
        missing = missing | np.isnat(data)
        data = data.view(_integers(data.dtype))
    return data, (~missing).tobytes()
