"""Chance: a pure function of key, stream and count. Drivers hold the key and the counts; a record never does.

`draw` mixes with the finaliser of splitmix64 (Steele, Lea and Flood 2014). Equal arguments give equal numbers on any
machine, interpreted or compiled.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from functools import lru_cache
from operator import index

from hustings.engine.errors import OptionError
from hustings.engine.kernels import Numbers, kernel

_WHOLE = re.compile(r"0|-?[1-9][0-9]*")
_WORD = (1 << 64) - 1
HIGHEST = (1 << 63) - 1  # of the numbers drawn
GAMMA = 0x9E3779B97F4A7C15
FIRST = 0xBF58476D1CE4E5B9
SECOND = 0x94D049BB133111EB

#: the stream random playouts choose moves from, apart from every game's own
CHOICE_STREAM = 1 << 20


def mix(value: int) -> int:
    """One splitmix64 step: a bijection of 64-bit words."""
    value = (value + GAMMA) & _WORD
    value = ((value ^ (value >> 30)) * FIRST) & _WORD
    value = ((value ^ (value >> 27)) * SECOND) & _WORD
    return value ^ (value >> 31)


def draw(key: int, stream: int, count: int) -> int:
    """Return the `count`-th number of a stream under `key`, uniform from 0 to 2**63 - 1.

    >>> draw(7, 0, 0) == draw(7, 0, 0), draw(7, 0, 0) == draw(7, 0, 1)
    (True, False)
    """
    return mix((_base(int(key), int(stream)) + int(count) * FIRST) & _WORD) >> 1


@lru_cache(maxsize=4096)
def _base(key: int, stream: int) -> int:
    """Return the start of a stream, cached because a table draws from it often."""
    return mix((key & _WORD) ^ (stream * SECOND & _WORD))


def key_of(seed: int | str | None) -> int:
    """Return the 64-bit key of a seed; without a seed, a random one from the operating system.

    Seeds come from command lines and forms as well, so that "1" is the same seed as 1, and so is NumPy's 1.
    """
    if seed is None:
        return secrets.randbits(64)
    if isinstance(seed, str):
        told = f"{'int' if _WHOLE.fullmatch(seed) else 'str'} {seed}"
    else:
        try:
            told = f"int {int(index(seed))}"
        except TypeError:
            raise OptionError("engine.wrong_seed", value=repr(seed)) from None
    digest = hashlib.sha256(f"hustings {told}".encode()).digest()
    return int.from_bytes(digest[:8], "big")


@kernel
def pick(weights: Numbers, total: int, number: int) -> int:
    """Return the outcome of a uniform `number`; outcome k has probability weights[k] / total."""
    rest = number % total
    outcome = 0
    while rest >= weights[outcome]:
        rest -= weights[outcome]
        outcome += 1
    return outcome
