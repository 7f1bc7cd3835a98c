"""Awkward arrays from and to Windrow."""

import numpy as np

from ._nodes import buffer, numbers, validity

# Contents of unions have this parameter: the name of a constructor.
CONSTRUCTOR = "constructor"


def to_nodes(array):
    """An awkward array as nodes of Arrow, which `_nodes.py` describes."""
    backend = array.layout.backend.name
    if backend != "cpu":
        raise TypeError(f'an awkward array of the backend {backend} cannot be passed; ak.to_backend(array, "cpu") makes one that can')
    return _node(array.layout)


def _node(layout, fresh=False):
    """The node of a layout. `fresh` says that its elements were copied before."""
    import awkward as ak

    c = ak.contents
    length = layout.length
    if isinstance(layout, c.EmptyArray):
        return ("n", 0, 0, [], [])
    if isinstance(layout, c.NumpyArray):
        return numbers(np.asarray(layout.data), fresh=fresh)
    if isinstance(layout, c.ListOffsetArray):
        offsets = np.asarray(layout.offsets.data)
        # Arrow has no unsigned offsets.
        wide = offsets.dtype != np.int32
        offsets = buffer(offsets, length + 1, np.int64 if wide else np.int32, fresh)
        return ("+L" if wide else "+l", length, 0, [None, offsets], [("item", _node(layout.content, fresh))])
    if isinstance(layout, c.ListArray):
        starts = np.asarray(layout.starts.data)[:length].astype(np.int64, copy=False)
        sizes = np.asarray(layout.stops.data)[:length] - starts
        # Where a row without elements begins says nothing in awkward arrays; Arrow wants it to be inside.
        if (starts[sizes == 0] > layout.content.length).any() or (starts[sizes == 0] < 0).any():
            starts = np.where(sizes == 0, 0, starts)
        buffers = [None, buffer(starts, length, np.int64, fresh), (sizes, sizes.nbytes, False)]
        return ("+vL", length, 0, buffers, [("item", _node(layout.content, fresh))])
    if isinstance(layout, c.RegularArray):
        return (f"+w:{layout.size}", length, 0, [None], [("item", _node(layout.content, fresh))])
    if isinstance(layout, c.RecordArray):
        children = [(name, _node(layout.content(name), fresh)) for name in layout.fields]
        return ("+s", length, 0, [None], children)
    if isinstance(layout, c.IndexedArray):
        return _node(layout.project(), True)
    if isinstance(layout, c.UnionArray):
        return _union(layout, fresh)
    return _option(layout, fresh)


def _union(layout, fresh):
    """A dense union. Contents that do not say their constructor are called 0, 1, .., which is by their place."""
    names = [content.parameter(CONSTRUCTOR) or str(i) for i, content in enumerate(layout.contents)]
    tags, index = (np.asarray(each.data)[: layout.length] for each in (layout.tags, layout.index))
    buffers = [buffer(tags, len(tags), np.int8, fresh), buffer(index, len(tags), np.int32, fresh)]
    children = [(name, _node(content, fresh)) for name, content in zip(names, layout.contents)]
    return ("+ud:" + ",".join(map(str, range(len(names)))), len(tags), 0, buffers, children)


def _option(layout, fresh):
    import awkward as ak

    missing = np.asarray(layout.mask_as_bool(valid_when=False))
    # Some element stands in the place of what is missing, so that the rest lies where its index says.
    if isinstance(layout, ak.contents.IndexedOptionArray):
        if missing.all():
            return ("n", layout.length, layout.length, [], [])
        index = np.asarray(layout.index.data)
        content = layout.content._carry(ak.index.Index64(np.where(missing, index.max(), index).astype(np.int64)), False)
        fresh = True
    else:
        content = layout.content[: layout.length]
    format, length, nulls, buffers, children = _node(content, fresh)
    if not missing.any():
        return (format, length, nulls, buffers, children)
    if format.startswith("+u"):
        raise TypeError("an awkward array with missing values among a union's cannot be passed; ak.drop_none or ak.fill_none makes one that can")
    return (format, length, int(missing.sum()), [validity(missing)] + buffers[1:], children)


def from_windrow(array):
    """An array of Windrow as an awkward array."""
    import awkward as ak

    if "#" in array.type:
        import pyarrow

        return ak.Array(_of_arrow(pyarrow.array(array)))
    return ak.Array(_layout(array))


def _layout(array):
    from awkward import contents, index

    if array.fields and array.ndim == 1:
        columns = [_layout(array[name]) for name in array.fields]
        return _records(columns, array.fields, len(array))
    shape = array.shape
    if len(shape) == 1:
        return contents.NumpyArray(np.asarray(array))
    elements, offsets = array.parts()
    if shape[1] is None:
        return contents.ListOffsetArray(index.Index64(np.asarray(offsets)), _layout(elements))
    return contents.RegularArray(_layout(elements), shape[1], zeros_length=len(array))


def _records(columns, names, length):
    from awkward import contents

    is_tuple = names == [str(i) for i in range(len(names))]
    return contents.RecordArray(columns, None if is_tuple else names, length=length)


def _of_arrow(array):
    """The layout of an Arrow array that Windrow has exported: ak.from_arrow would merge constructors that carry the same type."""
    import pyarrow.types as types
    from awkward import contents, index

    kind, length = array.type, len(array)
    if types.is_union(kind):
        tags = index.Index8(np.asarray(array.type_codes))
        parts = [_constructor(array.field(i), kind.field(i).name) for i in range(kind.num_fields)]
        return contents.UnionArray(tags, index.Index64(np.arange(length)), parts)
    if types.is_null(kind):
        return contents.IndexedOptionArray(index.Index64(np.full(length, -1)), contents.EmptyArray())
    if types.is_struct(kind):
        names = [kind.field(i).name for i in range(kind.num_fields)]
        layout = _records([_of_arrow(array.field(i)) for i in range(kind.num_fields)], names, length)
    elif types.is_large_list(kind):
        layout = contents.ListOffsetArray(index.Index64(np.asarray(array.offsets)), _of_arrow(array.values))
    elif types.is_fixed_size_list(kind):
        layout = contents.RegularArray(_of_arrow(array.values), kind.list_size, zeros_length=length)
    else:
        # Nulls are dealt with below; what stands in their places is not looked at.
        layout = contents.NumpyArray(np.asarray(_without_nulls(array)))
    if array.null_count == 0:
        return layout
    return contents.ByteMaskedArray(index.Index8(np.asarray(array.is_valid()).view(np.int8)), layout, valid_when=True)


def _constructor(array, name):
    """The content of a union for one constructor. One that carries nothing has records without fields."""
    import pyarrow.types as types
    from awkward import contents

    layout = contents.RecordArray([], [], length=len(array)) if types.is_null(array.type) else _of_arrow(array)
    return layout.copy(parameters={CONSTRUCTOR: name})


def _without_nulls(array):
    import pyarrow

    return pyarrow.Array.from_buffers(array.type, len(array), [None] + array.buffers()[1:], offset=array.offset)
