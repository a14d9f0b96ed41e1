"""Processor instructions that Numba does not offer, for compiled kernels."""

from __future__ import annotations

import os
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.registry import cpu_target
from numba.extending import intrinsic, lower_builtin, type_callable

from hustings.engine.kernels import unheard

#: LLVM's names of processors on which the instruction to deposit bits is slow
SLOW_DEPOSIT = ("bdver4", "znver1", "znver2")


@intrinsic  # type: ignore[untyped-decorator]  # Numba ships no types
def fetch_line(typing: Any, rows: Any, k: Any, at: Any) -> Any:
    """Prefetch the cache line with byte `at` of row `k`."""

    def lowered(context: Any, builder: Any, signature: Any, arguments: Any) -> None:
        array = context.make_array(rows)(context, builder, arguments[0])
        byte, number = ir.IntType(8).as_pointer(), ir.IntType(32)
        stride = cgutils.unpack_tuple(builder, array.strides)[0]
        place = builder.add(builder.ptrtoint(array.data, stride.type), builder.mul(arguments[1], stride))
        pointer = builder.inttoptr(builder.add(place, arguments[2]), byte)
        kind = ir.FunctionType(ir.VoidType(), [byte, number, number, number])
        hint = builder.module.declare_intrinsic("llvm.prefetch", [byte], kind)
        builder.call(hint, [pointer, number(0), number(3), number(1)])  # read; keep in the cache; data

    return types.void(rows, types.int64, types.int64), lowered


def _place(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """Return the address of a number in a two-dimensional array."""
    array = context.make_array(signature.args[0])(context, builder, arguments[0])
    return cgutils.get_item_pointer(context, builder, signature.args[0], array, arguments[1:3])


@intrinsic  # type: ignore[untyped-decorator]  # Numba ships no types
def _read(typing: Any, numbers: Any, row: Any, column: Any) -> Any:
    """Read a number atomically (sequentially consistent)."""

    def lowered(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.load_atomic(_place(context, builder, signature, arguments), "seq_cst", 8)

    return types.int64(numbers, types.int64, types.int64), lowered


@intrinsic  # type: ignore[untyped-decorator]  # Numba ships no types
def _write(typing: Any, numbers: Any, row: Any, column: Any, number: Any) -> Any:
    """Write a number atomically (sequentially consistent)."""

    def lowered(context: Any, builder: Any, signature: Any, arguments: Any) -> None:
        builder.store_atomic(arguments[3], _place(context, builder, signature, arguments), "seq_cst", 8)

    return types.void(numbers, types.int64, types.int64, types.int64), lowered


@intrinsic  # type: ignore[untyped-decorator]  # Numba ships no types
def _pause(typing: Any) -> Any:
    """Pause briefly; do nothing on an unknown processor."""

    def lowered(context: Any, builder: Any, signature: Any, arguments: Any) -> None:
        processor, number = builder.module.triple.split("-")[0], ir.IntType(32)
        if processor in ("x86_64", "i686"):
            kind = ir.FunctionType(ir.VoidType(), [])
            builder.call(cgutils.get_or_insert_function(builder.module, kind, "llvm.x86.sse2.pause"), [])
        elif processor in ("aarch64", "arm64"):
            kind = ir.FunctionType(ir.VoidType(), [number])
            barrier = cgutils.get_or_insert_function(builder.module, kind, "llvm.aarch64.isb")
            builder.call(barrier, [number(15)])  # the instruction "yield" would take no time

    return types.void(), lowered


@intrinsic  # type: ignore[untyped-decorator]  # Numba ships no types
def _give_way(typing: Any) -> Any:
    """Yield to another thread; do nothing if the system has no standard call for it."""

    def lowered(context: Any, builder: Any, signature: Any, arguments: Any) -> None:
        if hasattr(os, "sched_yield"):
            kind = ir.FunctionType(ir.IntType(32), [])
            builder.call(cgutils.get_or_insert_function(builder.module, kind, "sched_yield"), [])

    return types.void(), lowered


def read(numbers: Any, row: int, column: int) -> Any:
    """Compiled form of `signals.read`."""
    return _read(numbers, row, column)


def write(numbers: Any, row: int, column: int, number: int) -> None:
    """Compiled form of `signals.write`."""
    _write(numbers, row, column, number)


def pause() -> None:
    """Compiled form of `signals.pause`."""
    _pause()


def give_way() -> None:
    """Compiled form of `signals.give_way`."""
    _give_way()


@type_callable(unheard)  # type: ignore[untyped-decorator]  # Numba ships no types
def _type_unheard(context: Any) -> Any:
    return lambda note: note


@lower_builtin(unheard, types.Array)  # type: ignore[untyped-decorator]  # Numba ships no types
def _unheard(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """Return a note without rows whose emptiness the compiler can see, unlike that of a slice."""
    note = context.make_array(signature.return_type)(context, builder, arguments[0])
    rows, columns = cgutils.unpack_tuple(builder, note.shape)
    none = rows.type(0)
    note.shape = cgutils.pack_array(builder, [none, columns])
    note.nitems = none
    return note._getvalue()


@intrinsic  # type: ignore[untyped-decorator]  # Numba ships no types
def _ones(typing: Any, mask: Any) -> Any:
    """Return the number of bits set in a mask."""

    def lowered(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), lowered


@intrinsic  # type: ignore[untyped-decorator]  # Numba ships no types
def _trailing_zeros(typing: Any, mask: Any) -> Any:
    """Return the number of the lowest set bit of a nonempty mask."""

    def lowered(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.IntType(1)(1))

    return types.int64(types.int64), lowered


def size_of(mask: int) -> Any:
    """Compiled form of `bits.size_of`."""
    return _ones(mask)


def lowest(mask: int) -> Any:
    """Compiled form of `bits.lowest`."""
    return _trailing_zeros(mask)


@intrinsic  # type: ignore[untyped-decorator]  # Numba ships no types
def _deposit(typing: Any, source: Any, mask: Any) -> Any:
    """Return a mask with the lowest bits of `source` at the places of the bits set in `mask`."""

    def lowered(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        word = ir.IntType(64)
        kind = ir.FunctionType(word, [word, word])
        deposit = cgutils.get_or_insert_function(builder.module, kind, "llvm.x86.bmi.pdep.64")
        return builder.call(deposit, arguments)

    return types.int64(types.int64, types.int64), lowered


def deposits() -> bool:
    """Return whether the target processor has a fast instruction to deposit bits."""
    _, name, features = cpu_target.target_context.codegen().magic_tuple()
    return "+bmi2" in features.split(",") and name not in SLOW_DEPOSIT


def member(mask: int, index: int) -> Any:
    """Compiled form of `bits.member`, without a branch."""
    return _trailing_zeros(_deposit(1 << index, mask))
