"""Numba intrinsics that make arrays over a page's memory, for functions that are called with bare pointers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numba import from_dtype, types
from numba.core import cgutils
from numba.extending import intrinsic

from hustings.bots.search.memory import PARTS, PLACES, SIZES, WORD_BYTES, Search
from hustings.engine.kernels import NOTE_COLUMNS, NOTE_ROWS


@intrinsic  # type: ignore[untyped-decorator]  # Numba ships no types
def array_at(typing: Any, pointer: Any, first: Any, shape: Any) -> Any:
    """Return an array of the given shape that begins `first` elements after a pointer."""
    kind = types.Array(pointer.dtype, len(shape), "C")

    def lowered(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        lengths = [
            context.cast(builder, length, each, types.intp)
            for length, each in zip(cgutils.unpack_tuple(builder, arguments[2]), signature.args[2], strict=True)
        ]
        data = builder.gep(arguments[0], [context.cast(builder, arguments[1], first, types.intp)])
        return _array(context, builder, kind, data, lengths)

    return kind(pointer, first, shape), lowered


@intrinsic  # type: ignore[untyped-decorator]  # Numba ships no types
def note_at(typing: Any, pointer: Any) -> Any:
    """Return the note at a pointer, emptied."""
    kind = types.Array(types.int64, 2, "C")

    def lowered(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        builder.store(context.get_constant(types.int64, 0), arguments[0])
        lengths = [context.get_constant(types.intp, length) for length in (NOTE_ROWS, NOTE_COLUMNS)]
        return _array(context, builder, kind, arguments[0], lengths)

    return kind(pointer), lowered


@intrinsic  # type: ignore[untyped-decorator]  # Numba ships no types
def search_at(typing: Any, record: Any, block: Any) -> Any:
    """Return the `Search` in a block of words, which begins with the sizes by which its arrays are shaped.

    Only the type of the pointer `record` counts: that of the records.
    """
    kinds = {name: types.Array(from_dtype(np.dtype(kind)), len(shape), "C") for name, (kind, shape) in PLACES.items()}
    kinds |= {"records": types.Array(record.dtype, 1, "A"), "raw": types.Array(types.uint8, 2, "C")}

    def lowered(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        def number(value: int) -> Any:
            return context.get_constant(types.intp, value)

        def made(name: str, at: Any, lengths: Sequence[Any], strides: Sequence[Any] = ()) -> Any:
            pointer = context.get_data_type(kinds[name].dtype).as_pointer()
            data = builder.bitcast(builder.gep(arguments[1], [at]), pointer)
            return _array(context, builder, kinds[name], data, lengths, strides)

        sizes = {name: builder.load(builder.gep(arguments[1], [number(k)])) for k, name in enumerate(SIZES)}
        at, found = number(len(SIZES)), {}
        for name, (kind, shape) in PLACES.items():
            lengths = [sizes[length] if isinstance(length, str) else number(length) for length in shape]
            found[name] = made(name, at, lengths)
            if name == "words":
                stride = builder.mul(lengths[1], number(WORD_BYTES))
                found["records"] = made("records", at, lengths[:1], [stride])
                found["raw"] = made("raw", at, [lengths[0], stride])
            size = number(int(kind[1:]))
            for length in lengths:
                size = builder.mul(size, length)
            words = builder.udiv(builder.add(size, number(WORD_BYTES - 1)), number(WORD_BYTES))
            at = builder.add(at, words)
        made_parts = [
            context.make_tuple(builder, part, [found[name] for name in part.instance_class._fields]) for part in parts
        ]
        return context.make_tuple(builder, signature.return_type, made_parts)

    parts = [types.NamedTuple([kinds[name] for name in part._fields], part) for part in PARTS]
    return types.NamedTuple(parts, Search)(record, block), lowered


def _array(
    context: Any, builder: Any, kind: Any, data: Any, lengths: Sequence[Any], strides: Sequence[Any] = ()
) -> Any:
    """Return an array at a pointer; without strides its numbers lie one after another."""
    size = int(kind.dtype.size if isinstance(kind.dtype, types.Record) else kind.dtype.bitwidth // 8)
    itemsize = stride = context.get_constant(types.intp, size)
    if not strides:
        strides = []
        for length in reversed(lengths):
            strides.insert(0, stride)
            stride = builder.mul(stride, length)
    array = context.make_array(kind)(context, builder)
    context.populate_array(array, data=data, shape=lengths, strides=strides, itemsize=itemsize, meminfo=None)
    return array._getvalue()
