"""Prefetching: ask the processor to load memory that will be read soon."""

from __future__ import annotations

from hustings.engine.kernels import Numbers

LINE = 64  # bytes of a cache line


def fetch(rows: Numbers, k: int, size: int) -> None:
    """Prefetch the first `size` bytes of row `k`; a row beyond the last is harmless.

    This version, for plain Python, does nothing; `compiled` replaces it.
    """
