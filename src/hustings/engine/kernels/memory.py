"""Prefetching: announce memory that will be read soon."""

from __future__ import annotations

from hustings.engine.kernels import Numbers

LINE = 64  # bytes that come together


def fetch(rows: Numbers, k: int, size: int) -> None:
    """Prefetch the first `size` bytes of row `k`; a row beyond the last is harmless.

    Compiled, the processor fetches them while it goes on with something else (`compiled`); interpreted it does nothing.
    """
