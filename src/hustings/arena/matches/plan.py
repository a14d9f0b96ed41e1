"""The plan of a match: its seatings and deals.

All games of a deal have the same chance outcomes. Shares are compared deal by deal, so the luck of the cards cancels.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from hustings.arena.matches.entrants import Entrant
from hustings.engine.errors import OptionError
from hustings.engine.game import Game
from hustings.engine.kernels.playout import RANDOM

GAMES_FOR_SIDES = 32
QUICK_GAMES = 4096  # games in a piece of work if all entrants are `quick`; otherwise it has one deal

Integers = npt.NDArray[np.int64]
Shares = npt.NDArray[np.float64]
Sides = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Plan:
    """A plan for entrants at one table; the last entrant also takes all remaining sides.

    A side is a seat, or several seats that win and lose together.

    Attributes:
        game: The game with its options.
        seats: The number of seats.
        entrants: The entrants, at most one for each side.
        seed: Equal seeds give equal deals and, without time limits, equal moves.
        mirrored: True to play every deal once for each seating, so that every entrant plays every side; False to play
            it once, with the seatings taking turns from deal to deal.
        records: Whether to return the last record of each game.
    """

    game: Game
    seats: int
    entrants: tuple[Entrant, ...]
    seed: int | str = "match"
    mirrored: bool = True
    records: bool = False

    def __post_init__(self) -> None:
        self.game.start_row(self.seats)
        if not 1 <= len(self.entrants) <= len(self.sides):
            raise OptionError(f"a table of {len(self.sides)} sides was asked for with {len(self.entrants)} entrants")

    @property
    def name(self) -> str:
        """The names of the entrants, joined by colons."""
        return " : ".join(entrant.name for entrant in self.entrants)

    @property
    def sides(self) -> Sides:
        """The sides: groups of seats that win and lose together."""
        return sides(self.game, self.seats)

    @cached_property
    def seatings(self) -> tuple[tuple[int, ...], ...]:
        """The different seatings in which every entrant plays every side; each names an entrant for every seat."""
        count = len(self.sides)
        row = [min(k, len(self.entrants) - 1) for k in range(count)]
        found = []
        for turn in range(count):
            seating = [0] * self.seats
            for side, members in enumerate(self.sides):
                for seat in members:
                    seating[seat] = row[(side + turn) % count]
            found.append(tuple(seating))
        return tuple(dict.fromkeys(found))

    def seated(self, deal: int) -> tuple[tuple[int, ...], ...]:
        """Return the seatings in which a deal is played."""
        return self.seatings if self.mirrored else (self.seatings[deal % len(self.seatings)],)

    @property
    def games_a_deal(self) -> int:
        return len(self.seatings) if self.mirrored else 1

    @property
    def quick(self) -> bool:
        """True if all games run entirely in compiled code."""
        return all(entrant.quick for entrant in self.entrants)

    def works(self, first: int, deals: int) -> Iterator[Work]:
        """Yield the deals from `first` up to, but not including, `deals` as pieces of work."""
        size = max(1, QUICK_GAMES // self.games_a_deal) if self.quick else 1
        for begin in range(first, deals, size):
            yield Work(self, begin, min(deals, begin + size))

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "entrants": [entrant.name for entrant in self.entrants]}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, entrants=tuple(map(Entrant.read, state["entrants"])))


@dataclass(frozen=True)
class Work:
    """A piece of work for one process: the deals of a plan from `first` up to, but not including, `end`."""

    plan: Plan
    first: int
    end: int

    def __str__(self) -> str:
        return f"deals {self.first} to {self.end - 1}"


@dataclass(frozen=True)
class Block:
    """The results of played games: consecutive deals from `first`, each with all its seatings.

    Attributes:
        first: The number of the first deal.
        weights: A seat's share is its weight divided by the sum of all seats' weights. Shaped (deals, games of a
            deal, seats).
        scores: The game's own points, in the same shape.
        lengths: The number of decisions in each game, shaped (deals, games of a deal).
        records: The last record of each game; None unless the plan asks for records.
    """

    first: int
    weights: Integers
    scores: Integers
    lengths: Integers
    records: npt.NDArray[Any] | None = None

    @property
    def shares(self) -> Shares:
        """The share of each game that each seat won, shaped like `weights`."""
        return np.asarray(self.weights / self.weights.sum(-1, keepdims=True), np.float64)

    def upto(self, deals: int) -> Block:
        """Return at most the first `deals` deals."""
        games = deals * self.lengths.shape[1]
        records = None if self.records is None else self.records[:games]
        return Block(self.first, self.weights[:deals], self.scores[:deals], self.lengths[:deals], records)

    @classmethod
    def joined(cls, blocks: Sequence[Block]) -> Block:
        """Join blocks of consecutive deals into one."""
        records = [block.records for block in blocks if block.records is not None]
        return cls(
            blocks[0].first,
            np.concatenate([block.weights for block in blocks]),
            np.concatenate([block.scores for block in blocks]),
            np.concatenate([block.lengths for block in blocks]),
            np.concatenate(records) if records else None,
        )


def shares_by_deal(plan: Plan, block: Block) -> Shares:
    """Return the mean share that a side of each entrant won in the games of each deal, shaped (deals, entrants)."""
    shares = block.shares
    total = np.zeros((len(shares), len(plan.entrants)))
    count = np.zeros(total.shape)
    turns = len(plan.seatings)
    for turn, seating in enumerate(plan.seatings):
        rows = slice(None) if plan.mirrored else slice((turn - block.first) % turns, None, turns)
        game = turn if plan.mirrored else 0
        for side in plan.sides:
            who = seating[side[0]]
            total[rows, who] += shares[rows, game][:, side].sum(1)
            count[rows, who] += 1
    return np.asarray(total / count, np.float64)


@cache
def sides(game: Game, seats: int) -> Sides:
    """Return the sides of a game: groups of seats that have equal scores and shares in all of some random games."""
    from hustings.engine.kernels.compiled import random_games

    keys = np.arange(GAMES_FOR_SIDES, dtype=np.uint64)
    told, _ = random_games(game.book, game.start_options(seats), keys, np.full(seats, RANDOM))
    found: dict[bytes, list[int]] = {}
    for seat in range(seats):
        found.setdefault(told[:, :, seat].tobytes(), []).append(seat)
    return tuple(map(tuple, found.values()))
