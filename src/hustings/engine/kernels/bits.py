"""Bit masks as sets of small numbers, for compiled and interpreted kernels.

Compiled, counting and finding the lowest are one instruction each (`instructions`).
"""

from __future__ import annotations

import numpy as np

from hustings.engine.kernels import kernel

_BYTE = 256
#: how many bits each byte has
COUNT = np.array([byte.bit_count() for byte in range(_BYTE)], np.int64)
#: the k-th lowest bit of each byte, 8 where it has no more
BIT = np.array([([bit for bit in range(8) if byte >> bit & 1] + [8] * 8)[:8] for byte in range(_BYTE)], np.int64)


@kernel
def size_of(mask: int) -> int:
    """Return the number of members (0 to 62) of a mask."""
    return int(mask).bit_count()


@kernel
def lowest(mask: int) -> int:
    """Return the lowest number of a nonempty mask."""
    return (int(mask) & -int(mask)).bit_length() - 1


@kernel
def member(mask: int, index: int) -> int:
    """Return the number at `index` (from 0, ascending) of a mask."""
    first = 0
    rest = mask
    left = index
    while left >= COUNT[rest & 255]:
        left -= COUNT[rest & 255]
        rest >>= 8
        first += 8
    return first + BIT[rest & 255, left]
