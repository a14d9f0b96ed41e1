"""Random numbers: each is a pure function of a key (the seed), a stream and a count.

The caller, such as a table, stores the key and the count of each stream; a record never contains them. `draw` mixes
with the finaliser of splitmix64 (Steele, Lea and Flood 2014). Equal arguments give equal numbers on any machine,
interpreted or compiled.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from operator import index

from hustings.engine.errors import OptionError
from hustings.engine.kernels import Numbers, kernel

#: a source of chance: given the name of a stream and a count from 0, it returns a uniform integer of 63 bits
Draw = Callable[[str, int], int]

_WHOLE = re.compile(r"0|-?[1-9][0-9]*")
_WORD = (1 << 64) - 1
HIGHEST = (1 << 63) - 1  # the highest number that `draw` returns
GAMMA = 0x9E3779B97F4A7C15
FIRST = 0xBF58476D1CE4E5B9
SECOND = 0x94D049BB133111EB

#: the stream for the moves of random playouts; it is different from the streams of all games
CHOICE_STREAM = 1 << 20


def mix(value: int) -> int:
    """Return the result of one splitmix64 step, a bijection of 64-bit words."""
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
    """Return the word from which all numbers of a stream follow; cached because a table draws from it often."""
    return mix((key & _WORD) ^ (stream * SECOND & _WORD))


def key_of(seed: int | str | None) -> int:
    """Return the 64-bit key for a seed; without a seed, a random one from the operating system.

    The seed "1" gives the same key as 1, because seeds also come from command lines and forms; so does NumPy's 1.
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


@dataclass(frozen=True, slots=True)
class Seeded:
    """A source of chance with a key (the seed); equal keys give equal numbers on any machine."""

    key: int
    streams: tuple[str, ...]

    def __call__(self, stream: str, count: int) -> int:
        return draw(self.key, self.streams.index(stream), count)


def seeded(streams: tuple[str, ...], seed: int | str | None) -> Seeded:
    """Return a source of chance for a game's streams, from a seed."""
    return Seeded(key_of(seed), streams)


@kernel
def pick(weights: Numbers, total: int, number: int) -> int:
    """Return the outcome that a uniform random `number` selects; outcome k has probability weights[k] / total."""
    rest = number % total
    outcome = 0
    while rest >= weights[outcome]:
        rest -= weights[outcome]
        outcome += 1
    return outcome
