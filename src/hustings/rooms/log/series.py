"""The series of games that a room plays: the games won, or the deals won in a duel.

In a duel two players play each deal twice with the sides changed. Who leads after both games wins the deal, and the
duel is the best of three deals. A lead counts for the winner of a game, whatever the game's scores mean.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from hustings.engine.result import Result

DUEL_DEALS = 3
DUEL_SEATS = 2


@dataclass(slots=True)
class Series:
    """The standing of a series.

    shares  by chair, the games won, or in a duel the deals won.
    round   the number of games over.
    lead    the lead of the first chair in the first game of a duel's deal, until the second game is over; else None.
    again   whether that second game is on the table.
    both    the lead of the first chair in either game of a duel's deal that has just ended; else None.
    """

    shares: list[Fraction]
    round: int = 0
    lead: int | None = None
    again: bool = False
    both: tuple[int, int] | None = None

    @classmethod
    def new(cls, chairs: int) -> Series:
        """Return a series without games."""
        return cls([Fraction(0)] * chairs)

    @classmethod
    def begun(cls, shares: Iterable[str], over: int, lead: int | None) -> Series:
        """Return a series in which a game has begun, from the record of its beginning."""
        return cls([Fraction(share) for share in shares], over, lead, again=lead is not None)

    @property
    def deals(self) -> int:
        """The number of deals over, in a duel."""
        return int(sum(self.shares))

    def duel_is_over(self) -> bool:
        """Return whether a duel is decided, or all its deals are over."""
        left = DUEL_DEALS - self.deals
        return self.lead is None and (left <= 0 or abs(self.shares[0] - self.shares[1]) > left)

    def before_next(self, games: int, duel: bool) -> Series:
        """Return the series before the next game: a new one if this one is over.

        games  the number of games in a series that is no duel; 0: no limit.
        """
        over = self.duel_is_over() if duel else 0 < games <= self.round
        return Series.new(len(self.shares)) if over else self

    def finish(self, order: Sequence[int], result: Result, forfeited: Container[int], duel: bool) -> None:
        """Add a game; a forfeited share goes to the others in equal parts.

        order: the chair at each seat. forfeited: the chairs that lost the game by absence.
        """
        self.round += 1
        shares = {chair: Fraction(0) for chair in order}
        stayed = [chair for chair in order if chair not in forfeited]
        for chair, share in zip(order, result.shares, strict=True):
            for other in [chair] if chair in stayed or not stayed else stayed:
                shares[other] += share if chair in stayed or not stayed else share / len(stayed)
        if duel:
            self._finish_in_duel(shares, abs(result.scores[0] - result.scores[1]))
        else:
            self.shares = [won + shares[chair] for chair, won in enumerate(self.shares)]

    def _finish_in_duel(self, shares: dict[int, Fraction], by: int) -> None:
        ahead = shares[0] - shares[1]
        lead = by if ahead > 0 else -by if ahead < 0 else 0
        if not self.again:
            self.lead, self.both = lead, None
            return
        self.both = (self.lead or 0, lead)
        self.lead, self.again = None, False
        won = Fraction(1) if sum(self.both) > 0 else Fraction(0) if sum(self.both) < 0 else Fraction(1, 2)
        self.shares = [self.shares[0] + won, self.shares[1] + 1 - won]
