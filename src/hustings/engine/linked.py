"""Inner kernels as mere LLVM code: linked into the entry points that call them, and made machine code of only there.

Numba treats every compiled function alike: it is linked with all it calls, optimised as a whole and made machine code
of, and so is its caller, with all of that once more. But only entry points are ever called from Python. Here the code
of an inner kernel is kept as it was written, and an entry point's is optimised once, with everything in it. Compiling
takes about half the time so, and playing is a little faster.

This reaches into Numba where it promises nothing, so it is done with the versions it was tried with alone; with others
Numba's ordinary, slower way is taken (docs/decisions/0007).
"""

from __future__ import annotations

from typing import Any

import numba
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler

OLDEST, NEWEST = (0, 61), (0, 68)


class _Codegen:
    """Numba's code generator, except that nothing has an environment: it keeps Python objects, and kernels use none."""

    def __init__(self, real: Any) -> None:
        self._real = real

    def set_env(self, name: str, environment: Any) -> None:
        """Nothing: it would ask for the machine code's address. Code loaded from the cache does without, too."""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)


class _Part(JITCodeLibrary):  # type: ignore[misc]  # Numba ships no types
    """The code of one inner kernel and of all it calls."""

    def _optimize_final_module(self) -> None:
        """Nothing: the entry point is optimised with this in it."""

    def _finalize_final_module(self) -> None:
        """Not handed to the execution engine, which would make machine code of it."""
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """0, which means that there is no such machine code."""
        return 0


class _InnerCompiler(Compiler):  # type: ignore[misc]  # Numba ships no types
    """Numba's compiler, keeping what it writes in a `_Part`."""

    def define_pipelines(self) -> Any:
        state = self.state
        if state.library is None:
            state.library = _Part(_Codegen(state.targetctx.codegen()), state.func_id.func_qualname)
        return super().define_pipelines()


def inner_options(version: tuple[int, int] = numba.version_info.short) -> dict[str, Any]:
    """What `jit` is to be told about functions that only compiled code calls."""
    doorless = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    return {**doorless, "pipeline_class": _InnerCompiler} if OLDEST <= version <= NEWEST else doorless
