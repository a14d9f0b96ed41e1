"""Processor instructions that Numba does not offer, for compiled kernels."""

from __future__ import annotations

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
