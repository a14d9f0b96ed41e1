"""Bit masks as sets of small numbers, for compiled and interpreted kernels.

In compiled code `size_of` and `lowest` are one processor instruction each (`instructions`).
"""

from __future__ import annotations

import numpy as np

from hustings.engine.kernels import kernel

_BYTE = 256
#: the number of bits set in each byte
COUNT = np.array([byte.bit_count() for byte in range(_BYTE)], np.int64)
#: for each byte, the number of its k-th lowest set bit, or 8 if the byte has fewer
BIT = np.array([([bit for bit in range(8) if byte >> bit & 1] + [8] * 8)[:8] for byte in range(_BYTE)], np.int64)


@kernel
def size_of(mask: int) -> int:
    """Return the number of members (0 to 62) of a mask."""
    return int(mask).bit_count()


@kernel
def lowest(mask: int) -> int:
    """Return the lowest member of a mask, which must not be empty."""
    return (int(mask) & -int(mask)).bit_length() - 1


@kernel
def member(mask: int, index: int) -> int:
    """Return the member at `index` of a mask, counted from 0 in ascending order."""
    first = 0
    rest = mask
    left = index
    while left >= COUNT[rest & 255]:
        left -= COUNT[rest & 255]
        rest >>= 8
        first += 8
    return first + BIT[rest & 255, left]
