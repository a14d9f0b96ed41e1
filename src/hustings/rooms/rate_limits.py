"""Limits: token buckets, and the slowing down of guesses at room codes."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

Clock = Callable[[], float]


class Bucket:
    """A token bucket: `size` at once, `rate` a second in the long run."""

    __slots__ = ("_at", "_clock", "_left", "rate", "size")

    def __init__(self, size: float, rate: float, clock: Clock = time.monotonic) -> None:
        self.size, self.rate = size, rate
        self._left, self._clock, self._at = size, clock, clock()

    def take(self) -> bool:
        """Take one; False (and nothing taken) where none is left."""
        self._fill()
        if self._left < 1:
            return False
        self._left -= 1
        return True

    @property
    def empty(self) -> bool:
        """Whether nothing could be taken now."""
        self._fill()
        return self._left < 1

    @property
    def full(self) -> bool:
        """Whether nothing has been taken for long enough to be forgotten."""
        self._fill()
        return self._left >= self.size

    def _fill(self) -> None:
        now = self._clock()
        self._left = min(self.size, self._left + (now - self._at) * self.rate)
        self._at = now


class Guesses:
    """Slows down guessing at room codes.

    A miss counts against its address and against the whole server. An address over its share only waits (a school
    shares one address); when the whole server is over its share, addresses that have missed of late are refused.
    """

    ADDRESS_SIZE, ADDRESS_RATE = 20, 1 / 3
    SERVER_SIZE, SERVER_RATE = 200, 5.0
    WAIT = 1.0  # seconds
    MOST_ADDRESSES = 10_000

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self._clock = clock
        self._server = Bucket(self.SERVER_SIZE, self.SERVER_RATE, clock)
        self._addresses: OrderedDict[str, Bucket] = OrderedDict()

    def miss(self, address: str) -> None:
        """Count a code that does not exist, asked for by an address."""
        self._server.take()
        bucket = self._addresses.pop(address, None) or Bucket(self.ADDRESS_SIZE, self.ADDRESS_RATE, self._clock)
        bucket.take()
        self._addresses[address] = bucket
        if len(self._addresses) > self.MOST_ADDRESSES:
            self._addresses.popitem(last=False)

    def wait(self, address: str) -> float:
        """The seconds an address must wait before it is answered."""
        bucket = self._addresses.get(address)
        return self.WAIT if bucket is not None and bucket.empty else 0.0

    def refused(self, address: str) -> bool:
        """Whether an address gets no answer at all now."""
        if not self._server.empty:
            return False
        bucket = self._addresses.get(address)
        return bucket is not None and not bucket.full
