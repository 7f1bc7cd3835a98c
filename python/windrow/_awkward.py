"""Awkward arrays from and to Windrow."""

import numpy as np

_FORMATS = {
    "int8": "c", "int16": "s", "int32": "i", "int64": "l", "uint8": "C", "uint16": "S", "uint32": "I", "uint64": "L",
    "float16": "e", "float32": "f", "float64": "g",
}  # fmt: skip


def to_nodes(array):
    """An awkward array as nodes of Arrow: format, length, nulls, buffers with the bytes that are needed, children with names."""
    backend = array.layout.backend.name
    if backend != "cpu":
        raise TypeError(f'an awkward array of the backend {backend} cannot be passed; ak.to_backend(array, "cpu") makes one that can')
    return _node(array.layout)


def _buffer(data, count, dtype):
    data = np.ascontiguousarray(data, dtype=dtype)
    return data, count * data.dtype.itemsize


def _node(layout):
    import awkward as ak

    c = ak.contents
    length = layout.length
    if isinstance(layout, c.EmptyArray):
        return ("n", 0, 0, [], [])
    if isinstance(layout, c.NumpyArray):
        return _numbers(np.asarray(layout.data))
    if isinstance(layout, c.ListOffsetArray):
        offsets = np.asarray(layout.offsets.data)
        # Arrow has no unsigned offsets.
        wide = offsets.dtype != np.int32
        buffer = _buffer(offsets, length + 1, np.int64 if wide else np.int32)
        return ("+L" if wide else "+l", length, 0, [None, buffer], [("item", _node(layout.content))])
    if isinstance(layout, c.ListArray):
        starts, stops = np.asarray(layout.starts.data)[:length], np.asarray(layout.stops.data)[:length]
        starts = starts.astype(np.int64, copy=False)
        buffers = [None, _buffer(starts, length, np.int64), _buffer(stops - starts, length, np.int64)]
        return ("+vL", length, 0, buffers, [("item", _node(layout.content))])
    if isinstance(layout, c.RegularArray):
        return (f"+w:{layout.size}", length, 0, [None], [("item", _node(layout.content))])
    if isinstance(layout, c.RecordArray):
        children = [(name, _node(layout.content(name))) for name in layout.fields]
        return ("+s", length, 0, [None], children)
    if isinstance(layout, c.IndexedArray):
        return _node(layout.project())
    if layout.is_option:
        return _option(layout)
    raise TypeError(
        f"an awkward array with a {type(layout).__name__} cannot be passed; ak.to_arrow may give one that can"
    )


def _numbers(data):
    if data.ndim > 1:
        flat = data.reshape((-1,) + data.shape[2:])
        return (f"+w:{data.shape[1]}", data.shape[0], 0, [None], [("item", _numbers(flat))])
    if data.dtype == np.bool_:
        return ("arrow.bool8", len(data), 0, [None, _buffer(data, len(data), data.dtype)], [])
    if data.dtype.kind in "mM":
        data = data.view(np.int64)
    if data.dtype.name not in _FORMATS:
        raise TypeError(f"an awkward array of {data.dtype} cannot be passed")
    return (_FORMATS[data.dtype.name], len(data), 0, [None, _buffer(data, len(data), data.dtype)], [])


def _option(layout):
    import awkward as ak

    missing = np.asarray(layout.mask_as_bool(valid_when=False))
    # Something stands in the place of what is missing, so that the rest lies where its index says.
    if isinstance(layout, ak.contents.IndexedOptionArray):
        index = np.asarray(layout.index.data)
        if layout.content.length == 0:
            raise TypeError("an awkward array of nothing but missing values has no type that can be passed")
        content = layout.content._carry(ak.index.Index64(np.where(missing, 0, index).astype(np.int64)), False)
    else:
        content = layout.content[: layout.length]
    format, length, _, buffers, children = _node(content)
    if not format.startswith("+u") and missing.any():
        bits = np.packbits(~missing, bitorder="little")
        buffers = [(bits, len(bits))] + buffers[1:]
    return (format, length, int(missing.sum()), buffers, children)


def from_windrow(array):
    """An array of Windrow as an awkward array."""
    import awkward as ak

    if "#" in array.type:
        import pyarrow

        return ak.from_arrow(pyarrow.array(array))
    return ak.Array(_layout(array))


def _layout(array):
    from awkward import contents, index

    if array.fields and array.ndim == 1:
        columns = [_layout(array[name]) for name in array.fields]
        tuple_ = array.fields == [str(i) for i in range(len(array.fields))]
        return contents.RecordArray(columns, None if tuple_ else array.fields, length=len(array))
    shape = array.shape
    if len(shape) == 1:
        return contents.NumpyArray(np.asarray(array))
    elements, offsets = array.parts()
    if shape[1] is None:
        return contents.ListOffsetArray(index.Index64(np.asarray(offsets)), _layout(elements))
    return contents.RegularArray(_layout(elements), shape[1], zeros_length=len(array))
