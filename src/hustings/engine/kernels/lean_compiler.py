"""A faster Numba compiler that generates machine code only for entry points, the functions that Python calls.

Numba links every function with all that it calls, optimises the whole and generates machine code; then it does all of
this again for the caller. Here an inner kernel, called only by compiled code, stays unoptimised LLVM code by itself. An
entry point is linked once with all that it calls and optimised as a whole. Passes for things that kernels never contain
(closures, `with`, array expressions) are left out. Compiling takes less than half the time, and playing is a little
faster.

This uses internals of Numba, so pyproject.toml allows only versions that were tried (docs/decisions/0006).
"""

from __future__ import annotations

import operator
from typing import Any

from llvmlite.binding import Linkage
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler

#: Numba's passes that have nothing to do in a kernel, which creates no function, list or generator and has no array
#: expressions. Each pass costs a walk through the code and a copy of the record's type as text.
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
    """Numba's code generator without environments, which store Python objects that kernels never use."""

    def __init__(self, real: Any) -> None:
        self._real = real

    def set_env(self, name: str, environment: Any) -> None:
        """Do nothing, because setting an environment would need machine code, which an inner kernel lacks."""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)


class _Part(JITCodeLibrary):  # type: ignore[misc]  # Numba ships no types
    """The unoptimised code of one inner kernel, with references to the libraries of the functions that it calls."""

    _shared_module: Any = None

    def _optimize_functions(self, module: Any) -> None:
        """Set only the data layout; optimisation happens later, when an entry point is linked."""
        module.data_layout = self._codegen._data_layout

    def finalize(self) -> None:
        """Finish the code without linking it and without passing it to the execution engine."""
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == Linkage.external:
                function.linkage = "linkonce_odr"  # as in Numba, so that two callers that contain it can be linked
        self._finalized = True

    def _get_module_for_linking(self) -> Any:
        """Return the code of the kernel and of everything that it calls, to be linked into an entry point."""
        self._ensure_finalized()
        if self._shared_module is None:
            module = self._final_module.clone()
            for library in self._called({self: None}):
                part = isinstance(library, _Part)
                module.link_in(library._final_module if part else library._get_module_for_linking(), preserve=True)
            self._shared_module = module
        return self._shared_module

    def _called(self, found: dict[Any, None]) -> list[Any]:
        """Return the libraries of all functions called, directly or not, that are not in `found`; add them there."""
        called = []
        for library in self._linking_libraries:
            if library not in found:
                found[library] = None
                called.append(library)
                if isinstance(library, _Part):
                    called += library._called(found)
        return called

    def get_pointer_to_function(self, name: str) -> int:
        """Return 0, because an inner kernel has no machine code with an address."""
        return 0


#: Python's operators as Numba knows them
OPERATORS = frozenset(getattr(operator, name) for name in operator.__all__) | {bool}
#: the cached signature of each operator for each combination of argument types
_CALLS: dict[Any, Any] = {}


class _Typing:
    """Numba's typing context, which caches the signatures of operators for each combination of argument types.

    Without the cache, Numba tries every meaning of `+` or `[]` at every use, even those for strings, lists and sets.
    """

    def __init__(self, real: Any) -> None:
        self._real = real

    def resolve_function_type(self, function: Any, arguments: Any, named: Any) -> Any:
        """Return Numba's signature of a function; cache it for operators only, as others may still change."""
        key = getattr(function, "typing_key", function)
        if named or not callable(key) or key not in OPERATORS:
            return self._real.resolve_function_type(function, arguments, named)
        asked = (self._real, function, tuple(arguments))
        if asked not in _CALLS:
            _CALLS[asked] = self._real.resolve_function_type(function, arguments, named)
        return _CALLS[asked]

    def resolve_setitem(self, *arguments: Any) -> Any:
        """Return Numba's signature of an assignment to an item, cached."""
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


#: the options of `jit` for functions called only by compiled code
INNER_OPTIONS = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "pipeline_class": _InnerCompiler}


class _Whole(JITCodeLibrary):  # type: ignore[misc]  # Numba ships no types
    """The code of an entry point together with everything that it calls."""

    def _optimize_final_module(self) -> None:
        """Optimise as Numba does, but mark inner functions as private first.

        The compiler may change the signature of a private function, for example to pass only those fields of an array
        that the function reads, or inline it where it is called. "Internal" would not be enough: then the changed
        function could be found under its name by another function, which would call it by the old signature.
        """
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == Linkage.linkonce_odr:
                function.linkage = "private"
        super()._optimize_final_module()


class _EntryCompiler(Compiler):  # type: ignore[misc]  # Numba ships no types
    """Numba's compiler for entry points; its result is a `_Whole`."""

    def define_pipelines(self) -> Any:
        state = self.state
        if state.library is None:
            state.library = _Whole(state.targetctx.codegen(), state.func_id.func_qualname)
            state.library.enable_object_caching()  # as Numba does with a library that it makes
        return super().define_pipelines()


class _WideCodegen:
    """Numba's code generator, which also vectorises straight-line code (SLP).

    Numba itself vectorises only loops, and short loops are unrolled before they could be vectorised.
    """

    def __init__(self, real: Any) -> None:
        self._real = real

    def _module_pass_manager(self, **given: Any) -> Any:
        return self._real._module_pass_manager(**{"slp_vectorize": True, **given})

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)


class _ApartCompiler(_EntryCompiler):
    """An `_EntryCompiler` that assumes that a function's outputs share no memory with its inputs."""

    def define_pipelines(self) -> Any:
        self.state.flags.noalias = True
        pipelines = super().define_pipelines()
        self.state.library._codegen = _WideCodegen(self.state.library._codegen)
        return pipelines


def entry_options(apart: bool = False) -> dict[str, Any]:
    """Return the options of `jit` for functions called from Python.

    apart  whether the function's arrays share no memory, so that copies can be vectorised.
    """
    return {"pipeline_class": _ApartCompiler if apart else _EntryCompiler}
