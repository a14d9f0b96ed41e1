"""A Numba compiler that keeps inner kernels as LLVM code and makes machine code of entry points only.

Numba treats every compiled function alike: it is linked with all it calls, optimised as a whole and made machine code
of, and so is its caller, with all of that once more. But only entry points are ever called from Python. Here the code
of an inner kernel is kept as it was written, by itself, and an entry point is linked once with all that it calls and
optimised as a whole. What a kernel cannot hold (closures, `with`, array expressions) is not searched for either.
Compiling takes less than half the time so, and playing is a little faster.

This reaches into Numba where it promises nothing, so it is done with the versions it was tried with alone; with others
Numba's ordinary, slower way is taken (docs/decisions/0006).
"""

from __future__ import annotations

import operator
from typing import Any

import numba
from llvmlite.binding import Linkage
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler

OLDEST, NEWEST = (0, 61), (0, 68)
#: Numba's steps that find nothing to do in a kernel: it makes no function, list or generator, and computes with numbers
#: one by one. Each step costs a walk through the code, and a copy of the record's type in words.
UNUSED = {
    "WithLifting",
    "InlineClosureLikes",
    "RewriteSemanticConstants",
    "DeadBranchPrune",
    "RewriteDynamicRaises",
    "MakeFunctionToJitFunction",
    "InlineInlinables",
    "FindLiterallyCalls",
    "LiteralUnroll",
    "LiteralPropagationSubPipelinePass",
    "InlineOverloads",
    "NopythonRewrites",
    "NoPythonSupportedFeatureValidation",
    "AnnotateTypes",
    "DumpParforDiagnostics",
}


class _Codegen:
    """Numba's code generator without environments, which hold Python objects that kernels never use."""

    def __init__(self, real: Any) -> None:
        self._real = real

    def set_env(self, name: str, environment: Any) -> None:
        """Do nothing: an environment needs the address of machine code."""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)


class _Part(JITCodeLibrary):  # type: ignore[misc]  # Numba ships no types
    """The code of one inner kernel and the libraries it calls."""

    _shared_module: Any = None

    def _optimize_functions(self, module: Any) -> None:
        """Set only the data layout; the entry point is optimised as a whole."""
        module.data_layout = self._codegen._data_layout

    def finalize(self) -> None:
        """Neither link the code nor hand it to the execution engine."""
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == Linkage.external:
                function.linkage = "linkonce_odr"  # as Numba does, that two who link it can be linked together
        self._finalized = True

    def _get_module_for_linking(self) -> Any:
        """Return the code of the kernel and of all it calls, for an entry point."""
        self._ensure_finalized()
        if self._shared_module is None:
            module = self._final_module.clone()
            for library in self._called({self: None}):
                part = isinstance(library, _Part)
                module.link_in(library._final_module if part else library._get_module_for_linking(), preserve=True)
            self._shared_module = module
        return self._shared_module

    def _called(self, found: dict[Any, None]) -> list[Any]:
        """Return the libraries of all direct and indirect calls, without those already found."""
        called = []
        for library in self._linking_libraries:
            if library not in found:
                found[library] = None
                called.append(library)
                if isinstance(library, _Part):
                    called += library._called(found)
        return called

    def get_pointer_to_function(self, name: str) -> int:
        """Return 0: there is no machine code."""
        return 0


#: what Python's operators are to Numba
OPERATORS = frozenset(getattr(operator, name) for name in operator.__all__) | {bool}
#: what an operator, its arguments' types known, takes and what comes of it
_CALLS: dict[Any, Any] = {}


class _Typing:
    """Numba's types of called functions, with operators cached for each combination of types.

    Numba tries every meaning of `+` or `[]`, for strings, lists and sets too, at every use.
    """

    def __init__(self, real: Any) -> None:
        self._real = real

    def resolve_function_type(self, function: Any, arguments: Any, named: Any) -> Any:
        """Cache Numba's result for operators; other functions may still have to be compiled."""
        key = getattr(function, "typing_key", function)
        if named or not callable(key) or key not in OPERATORS:
            return self._real.resolve_function_type(function, arguments, named)
        asked = (self._real, function, tuple(arguments))
        if asked not in _CALLS:
            _CALLS[asked] = self._real.resolve_function_type(function, arguments, named)
        return _CALLS[asked]

    def resolve_setitem(self, *arguments: Any) -> Any:
        """Cache Numba's result."""
        asked = (self._real, operator.setitem, arguments)
        if asked not in _CALLS:
            _CALLS[asked] = self._real.resolve_setitem(*arguments)
        return _CALLS[asked]

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)


class _InnerCompiler(Compiler):  # type: ignore[misc]  # Numba ships no types
    """Numba's compiler without the passes that kernels never need; its result is a `_Part`."""

    def define_pipelines(self) -> Any:
        state = self.state
        state.typingctx = _Typing(state.typingctx)
        if state.library is None:
            state.library = _Part(_Codegen(state.targetctx.codegen()), state.func_id.func_qualname)
        [pipeline] = super().define_pipelines()
        pipeline.passes = [step for step in pipeline.passes if step[0].__name__ not in UNUSED]
        pipeline.finalize()
        return [pipeline]


def inner_options(version: tuple[int, int] = numba.version_info.short) -> dict[str, Any]:
    """Return the options of `jit` for functions called only by compiled code."""
    doorless = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    return {**doorless, "pipeline_class": _InnerCompiler} if OLDEST <= version <= NEWEST else doorless


class _Whole(JITCodeLibrary):  # type: ignore[misc]  # Numba ships no types
    """The code of an entry point with everything that it calls."""

    def _optimize_final_module(self) -> None:
        """Optimize as Numba does, with inner functions as private ones.

        The compiler may then change how it is called: of an array whose every field is a parameter it passes what is
        read, and what is called in one place is put there. Changed like that it must not be found under its name,
        not even as "internal": another function, compiled the ordinary way, would call it as it was written.
        """
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == Linkage.linkonce_odr:
                function.linkage = "private"
        super()._optimize_final_module()


class _EntryCompiler(Compiler):  # type: ignore[misc]  # Numba ships no types
    """Numba's compiler with a `_Whole` as its result."""

    def define_pipelines(self) -> Any:
        state = self.state
        if state.library is None:
            state.library = _Whole(state.targetctx.codegen(), state.func_id.func_qualname)
            state.library.enable_object_caching()  # as Numba does with a library that it makes
        return super().define_pipelines()


class _WideCodegen:
    """Numba's code generator with SLP vectorization.

    Numba does so with loops alone, and short ones are written out before it looks at them.
    """

    def __init__(self, real: Any) -> None:
        self._real = real

    def _module_pass_manager(self, **given: Any) -> Any:
        return self._real._module_pass_manager(**{"slp_vectorize": True, **given})

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)


class _ApartCompiler(_EntryCompiler):
    """The same compiler, assuming that a function's outputs share no memory with its inputs."""

    def define_pipelines(self) -> Any:
        self.state.flags.noalias = True
        pipelines = super().define_pipelines()
        self.state.library._codegen = _WideCodegen(self.state.library._codegen)
        return pipelines


def entry_options(apart: bool = False, version: tuple[int, int] = numba.version_info.short) -> dict[str, Any]:
    """Return the options of `jit` for functions called from Python.

    apart  whether its arrays share no memory; copies are then vectorized.
    """
    if not OLDEST <= version <= NEWEST:
        return {}
    return {"pipeline_class": _ApartCompiler if apart else _EntryCompiler}
