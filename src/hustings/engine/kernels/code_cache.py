"""Files of compiled code with checksums: a damaged file is removed, and its code is compiled again.

Numba trusts its files. A damaged one raises an error at every call, or its machine code crashes the process. The file
names and the index are Numba's own, so `enable` uses internals that are only known for the versions of `KNOWN`. With
another version no code is stored, and every process compiles anew: slow is better than files that nobody checks.
"""

from __future__ import annotations

import contextlib
import hashlib
import logging
import os
import pickle
from functools import cache
from pathlib import Path
from typing import Any

import numba
from numba.core.caching import FunctionCache, IndexDataCacheFile

from hustings.engine.kernels.lean_compiler import NEWEST, OLDEST

KNOWN = OLDEST <= numba.version_info.short <= NEWEST
SUM = hashlib.sha256().digest_size  # bytes of the checksum at the start of a file

logger = logging.getLogger(__name__)


class _DamagedError(Exception):
    """A file's content does not match its checksum."""


class _CheckedFiles(IndexDataCacheFile):  # type: ignore[misc]  # Numba ships no types
    """The index of one function and its files of code, each with a checksum of what follows."""

    def load(self, key: Any) -> Any:
        """Return the code for a key, or None if there is none or its file is damaged."""
        name = self._load_index().get(key)
        return None if name is None else self._read(self._data_path(name))

    def save(self, key: Any, data: Any) -> None:
        """Save code; if that fails, for example on a full disk, log it and go on without a saved file."""
        try:
            super().save(key, data)
        except OSError as error:
            logger.warning("compiled code cannot be kept in %s (%s)", self._cache_path, error.strerror)

    def _load_index(self) -> Any:
        stamp, overloads = self._read(self._index_path) or (None, {})
        return overloads if stamp == self._source_stamp else {}

    def _save_index(self, overloads: Any) -> None:
        self._write(self._index_path, (self._source_stamp, overloads))

    def _save_data(self, name: str, data: Any) -> None:
        self._write(self._data_path(name), data)

    def _write(self, path: str, content: Any) -> None:
        dumped = self._dump(content)
        with self._open_for_write(path) as file:
            file.write(hashlib.sha256(dumped).digest() + dumped)

    def _read(self, path: str) -> Any:
        """Return the content of a file, or None if there is none; remove it if it is damaged."""
        try:
            found = Path(path).read_bytes()
            if hashlib.sha256(found[SUM:]).digest() != found[:SUM]:
                raise _DamagedError("it does not match its checksum")
            return pickle.loads(found[SUM:])
        except FileNotFoundError:
            return None
        except Exception as error:  # a pickle raises errors of any kind
            remove(path, error)
            return None


class _CodeCache(FunctionCache):  # type: ignore[misc]  # Numba ships no types
    """Numba's cache of one function, with files that are checked."""

    def __init__(self, function: Any) -> None:
        super().__init__(function)
        stamp = self._impl.locator.get_source_stamp()
        self._cache_file = _CheckedFiles(self._cache_path, self._impl.filename_base, stamp)

    def _load_overload(self, signature: Any, target_context: Any) -> Any:
        try:
            return super()._load_overload(signature, target_context)
        except Exception as error:  # code of another compiler, with a sound checksum
            remove(self._cache_file._index_path, error)
            return None


def remove(path: str, error: Exception) -> None:
    """Log that a file of compiled code cannot be used, and remove it."""
    logger.warning("%s cannot be used (%s: %s); it is compiled again", path, type(error).__name__, error)
    with contextlib.suppress(OSError):
        os.unlink(path)


def enable(compiled: Any) -> None:
    """Make a compiled function keep its code in files in Numba's current cache folder, if they can be checked."""
    if KNOWN:
        compiled._cache = _CodeCache(compiled.py_func)
    else:
        _warn_of_version()


@cache
def _warn_of_version() -> None:
    """Log once why no compiled code is stored."""
    known = " to ".join(".".join(map(str, version)) for version in (OLDEST, NEWEST))
    logger.warning("compiled code is not stored with Numba %s, only with %s", numba.__version__, known)
