"""How kernels are compiled: each once, whatever numbers it is called with, and only entry points to machine code."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
import numpy as np
import numpy.typing as npt
import pytest
from llvmlite.binding import Linkage
from numba.core import event
from numba.core.codegen import JITCodeLibrary

from hustings.engine.kernels import NOTE_COLUMNS, compiled, lean_compiler, tell  # noqa: F401  (compiled makes `tell` known to Numba)
from hustings.engine.kernels.memory import fetch

NOTES = 5


class Compilations(event.Listener):  # type: ignore[misc]  # Numba ships no types
    """Names of the functions compiled while it listens."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def on_start(self, event: Any) -> None:
        self.names.append(event.data["dispatcher"].py_func.__name__)

    def on_end(self, event: Any) -> None:
        """Heard at the start."""


def tell_widths(note: Any, small: Any) -> None:
    """Tell with numbers of many types."""
    first = small[0]
    tell(note, first, 2, 3, 4, 5, 6)
    tell(note, 1, first, first, 4, 5, 6)
    tell(note, 1, 2, first > 0, first == 0, 5, first)
    for k in range(first):
        tell(note, 1, k, 3, 4, 5, small[k])


def test_a_kernel_is_compiled_once_whatever_integers_it_is_called_with() -> None:
    notes = []
    heard = Compilations()
    with event.install_listener("numba:compile", heard):
        for run in (tell_widths, numba.njit(tell_widths)):
            note = np.zeros((NOTES, NOTE_COLUMNS), np.int64)
            run(note, np.array([1, -100], np.int8))
            notes.append(note.tolist())
    assert "tell_widths" in heard.names
    assert heard.names.count("tell") <= 1  # 0 where another test of this process has had it compiled
    assert notes[0] == notes[1]
    assert notes[0][0][0] == NOTES - 1


def bend(word: int) -> int:
    """A little arithmetic."""
    return word * 3 + 1


def bent_by(options: dict[str, Any]) -> tuple[list[int], int]:
    """What a compiled function yields that calls `bend`, compiled with these options, and where `bend` itself lies."""
    inner: Any = numba.njit(**options)(bend)

    def bend_all(words: npt.NDArray[np.int64]) -> None:
        for k in range(len(words)):
            words[k] = inner(words[k])

    outer: Callable[..., None] = numba.njit(bend_all)
    words = np.arange(4)
    outer(words)
    [result] = inner.overloads.values()
    return words.tolist(), result.library.get_pointer_to_function(result.fndesc.llvm_func_name)


def test_inner_kernels_become_machine_code_only_where_they_are_called() -> None:
    assert bent_by(lean_compiler.INNER_OPTIONS) == ([1, 4, 7, 10], 0)


@pytest.mark.parametrize("own", [True, False])
def test_what_an_entry_point_calls_is_its_own(own: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """An entry point fits what it calls to its own use: no other code may find that. Numba's way shares it."""
    inner: Any = numba.njit(**lean_compiler.INNER_OPTIONS)(bend)
    linkages = []
    optimise = JITCodeLibrary._optimize_final_module

    def seen(library: Any) -> None:
        linkages.extend(each.linkage for each in library.get_defined_functions() if "bend" in each.name)
        optimise(library)

    monkeypatch.setattr(JITCodeLibrary, "_optimize_final_module", seen)
    outer: Any = numba.njit(**lean_compiler.entry_options() if own else {})(lambda word: inner(inner(word)))
    assert outer(2) == 22
    assert linkages == [Linkage.private if own else Linkage.linkonce_odr]


def fetch_all(rows: Any) -> None:
    """Ask for every row, and for two that there are not."""
    for k in range(len(rows) + 2):
        fetch(rows, k, rows.shape[1])


def test_memory_asked_for_ahead_is_a_hint_and_no_more() -> None:
    rows = (np.arange(600) % 251).astype(np.uint8).reshape(3, 200)
    fetch_all(rows)
    compiled_too: Any = numba.njit(fetch_all)
    compiled_too(rows)
    assert rows.tolist() == (np.arange(600) % 251).astype(np.uint8).reshape(3, 200).tolist()
    [text] = compiled_too.inspect_llvm().values()
    assert "llvm.prefetch" in text
