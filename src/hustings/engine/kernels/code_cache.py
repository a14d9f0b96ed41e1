"""Files of compiled code: one for each entry point and types of arguments, with a checksum and a lock.

Numba's own cache has one folder for the whole process and trusts its files: a damaged one raises an error at every
call, or its machine code crashes the process. Processes that start together would all compile the same code. Here every
entry point has a folder of its own, a damaged file is removed, and one process compiles while the others wait.
"""

from __future__ import annotations

import contextlib
import hashlib
import logging
import os
import pickle
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from numba.core.caching import NullCache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

SUM = hashlib.sha256().digest_size  # bytes of the checksum at the start of a file
LONGEST_WAIT = 120.0  # seconds for another process that compiles the same code; then it is compiled here as well

logger = logging.getLogger(__name__)


class _DamagedError(Exception):
    """A file's content does not match its checksum."""


class CodeFiles(NullCache):  # type: ignore[misc]  # Numba ships no types
    """The cache that Numba asks for one function's code, below a folder that is looked up at each use."""

    def __init__(self, function: Any, folder: Callable[[], Path]) -> None:
        self._function = function
        self._folder = folder

    def path(self, signature: Any, codegen: Any) -> Path:
        """Return the file for the types of arguments; its name depends on the processor and on the function's code."""
        code = self._function.__code__
        made_of = (signature, codegen.magic_tuple(), self._function.__module__, code.co_firstlineno, code.co_code)
        return self._folder() / f"{self._function.__name__}-{hashlib.sha256(repr(made_of).encode()).hexdigest()}.nbc"

    def load_overload(self, signature: Any, target_context: Any) -> Any:
        """Return stored code; None if nothing is stored or the file is damaged.

        Unlike Numba's cache this does not load Numba's registries of functions, which only compiling needs.
        """
        path = self.path(signature, target_context.codegen())
        try:
            found = path.read_bytes()
            if hashlib.sha256(found[SUM:]).digest() != found[:SUM]:
                raise _DamagedError("it does not match its checksum")
            return CompileResult._rebuild(target_context, *pickle.loads(found[SUM:]))
        except FileNotFoundError:
            return None
        except Exception as error:  # a pickle raises errors of any kind, as does code of another compiler
            logger.warning("%s cannot be used (%s: %s); it is compiled again", path, type(error).__name__, error)
            with contextlib.suppress(OSError):
                path.unlink()
            return None

    def save_overload(self, signature: Any, result: Any) -> None:
        """Save code; if that fails, for example on a full disk, log the error and go on without a saved file."""
        if result.library.has_dynamic_globals:
            return
        path, dumped = self.path(signature, result.codegen), dumps(result._reduce())
        try:
            with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
                file.write(hashlib.sha256(dumped).digest() + dumped)
            os.replace(file.name, path)
        except OSError as error:
            logger.warning("compiled code cannot be kept in %s (%s)", path.parent, error.strerror)

    @contextlib.contextmanager
    def turn(self, signature: Any, codegen: Any) -> Iterator[None]:
        """Hold the lock of code that has to be compiled, so that other processes wait for its file."""
        path = self.path(signature, codegen)
        if path.exists():
            yield
            return
        from filelock import FileLock

        lock = FileLock(path.with_suffix(".lock"), fallback_to_soft=False)
        with contextlib.suppress(OSError):  # waited long enough, or a file system without locks: compile without it
            lock.acquire(timeout=LONGEST_WAIT)
        try:
            yield
        finally:
            lock.release()


def enable(compiled: Any, folder: Callable[[], Path]) -> None:
    """Make a compiled function keep its code in files, and compile only what no other process is compiling.

    folder  returns the folder of the files; it must exist.
    """
    files = compiled._cache = CodeFiles(compiled.py_func, folder)
    compile_now = compiled.compile

    def compile_in_turn(signature: Any) -> Any:
        with files.turn(signature, compiled.targetctx.codegen()):
            return compile_now(signature)

    compiled.compile = compile_in_turn
