"""What a table asks of its game's rules: the verbs interpreted or, where they have been compiled, compiled."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple, Protocol

from hustings.engine.kernels import Numbers, verbs
from hustings.engine.record import Row


@lru_cache(maxsize=256)
def _bits(mask: int) -> frozenset[int]:
    return frozenset(seat for seat in range(mask.bit_length()) if mask >> seat & 1)


class Standing(NamedTuple):
    """How a game stands.

    owes, may  the seats that must decide now, and those that may act unasked.
    over       whether it has ended.
    forced     where a seat owes: 1 + the action the program makes for it, 0 for none.
    stream     where nobody does, and it is not over: the chance stream that is drawn from.
    """

    owes: frozenset[int]
    may: frozenset[int]
    over: bool
    forced: int
    stream: int


@lru_cache(maxsize=4096)  # there are few, and they come again and again
def standing(owes: int, may: int, over: int, forced: int, stream: int) -> Standing:
    """A standing from the numbers the verbs give."""
    return Standing(_bits(owes), _bits(may), bool(over), forced, stream)


class Ruling(Protocol):
    """A game's verbs, as tables call them."""

    def look(self, row: Row) -> Standing:
        """How the game stands."""

    def legal(self, row: Row, seat: int, out: Numbers) -> int:
        """See `verbs.legal`."""

    def act(self, row: Row, seat: int, action: int, note: Numbers) -> int:
        """See `verbs.act`."""

    def roll(self, row: Row, number: int, weights: Numbers) -> int:
        """See `verbs.roll`."""

    def settle(self, row: Row, outcome: int, note: Numbers) -> None:
        """See `verbs.settle`."""


class Interpreted:
    """The verbs as plain Python."""

    def look(self, row: Row) -> Standing:
        """See `Ruling.look`."""
        owes, over = int(verbs.owes(row)), bool(verbs.over(row))
        forced = int(verbs.forced(row)) if owes and not over else 0
        stream = int(verbs.stream(row)) if not owes and not over else 0
        return standing(owes, int(verbs.may(row)), over, forced, stream)

    def legal(self, row: Row, seat: int, out: Numbers) -> int:
        """See `verbs.legal`."""
        return int(verbs.legal(row, seat, out))

    def act(self, row: Row, seat: int, action: int, note: Numbers) -> int:
        """See `verbs.act`."""
        return int(verbs.act(row, seat, action, note))

    def roll(self, row: Row, number: int, weights: Numbers) -> int:
        """See `verbs.roll`."""
        return int(verbs.roll(row, number, weights))

    def settle(self, row: Row, outcome: int, note: Numbers) -> None:
        """See `verbs.settle`."""
        verbs.settle(row, outcome, note)


INTERPRETED = Interpreted()
