"""Numba intrinsics that make arrays over a page's memory, for functions that are called with bare pointers."""

from __future__ import annotations

from typing import Any

from numba import types
from numba.core import cgutils
from numba.extending import intrinsic


@intrinsic  # type: ignore[untyped-decorator]  # Numba ships no types
def array_at(typing: Any, pointer: Any, first: Any, shape: Any) -> Any:
    """Return an array of the given shape that begins `first` elements after a pointer."""
    kind = types.Array(pointer.dtype, len(shape), "C")

    def lowered(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        size = _size(pointer.dtype)
        lengths = [
            context.cast(builder, length, each, types.intp)
            for length, each in zip(cgutils.unpack_tuple(builder, arguments[2]), signature.args[2], strict=True)
        ]
        strides: list[Any] = []
        stride = context.get_constant(types.intp, size)
        for length in reversed(lengths):
            strides.insert(0, stride)
            stride = builder.mul(stride, length)
        data = builder.gep(arguments[0], [context.cast(builder, arguments[1], first, types.intp)])
        return _array(context, builder, kind, data, lengths, strides, size)

    return kind(pointer, first, shape), lowered


@intrinsic  # type: ignore[untyped-decorator]  # Numba ships no types
def rows_at(typing: Any, pointer: Any, words: Any, first: Any, count: Any, stride: Any) -> Any:
    """Return an array of `count` records, `stride` bytes apart, that begins `first` words after the pointer `words`."""
    kind = types.Array(pointer.dtype, 1, "A")

    def lowered(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        place = builder.gep(arguments[1], [arguments[2]])
        data = builder.bitcast(place, arguments[0].type)
        return _array(context, builder, kind, data, [arguments[3]], [arguments[4]], _size(pointer.dtype))

    return kind(pointer, words, types.intp, types.intp, types.intp), lowered


def _size(dtype: Any) -> int:
    return int(dtype.size if isinstance(dtype, types.Record) else dtype.bitwidth // 8)


def _array(context: Any, builder: Any, kind: Any, data: Any, shape: Any, strides: Any, size: int) -> Any:
    array = context.make_array(kind)(context, builder)
    itemsize = context.get_constant(types.intp, size)
    context.populate_array(array, data=data, shape=shape, strides=strides, itemsize=itemsize, meminfo=None)
    return array._getvalue()
