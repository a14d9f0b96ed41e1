"""Matches: entrants against one another, the same deals for each of them in every seat in turn.

An entrant is a level (`thumb`), a search (`search:iterations=2000`), or a function (`module:function`), which is called
with a table that shows what its seat sees, the seat and a key, and returns a move or its text. All games of a deal have
the same chance, so shares are compared deal by deal, and luck of the cards cancels out.
"""

from __future__ import annotations

import importlib
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from statistics import fmean, stdev
from typing import Any

import numpy as np

from hustings.bots import level
from hustings.bots.levels import Play
from hustings.bots.search import Searcher, Settings
from hustings.engine.errors import OptionError
from hustings.engine.game import Game
from hustings.engine.kernels import verbs
from hustings.engine.kernels.chance import CHOICE_STREAM, draw, key_of
from hustings.engine.moves import Move
from hustings.engine.record import Row
from hustings.engine.table import Table

SEARCH = "search"
THINKING = CHOICE_STREAM - 15  # the stream of entrants' keys
SURE = 1.959964  # standard errors of a 95 % interval
BOUND = math.log(0.95 / 0.05)  # of the sequential test
FEWEST = 10  # deals before the sequential test may stop
GAMES_FOR_SIDES = 32

Function = Callable[[Table, int, int], Move | str]


@dataclass(frozen=True)
class Entrant:
    """What plays: its name as it was given, and how it plays."""

    name: str
    play: Play | Function

    @classmethod
    def read(cls, text: str) -> Entrant:
        """The entrant a text names; OptionError where it names none."""
        name, colon, rest = text.partition(":")
        if not colon and name != SEARCH:
            return cls(text, level(name).play)
        if name == SEARCH:
            return cls(text, Settings.read(rest))
        try:
            function = getattr(importlib.import_module(name), rest)
        except (ImportError, AttributeError, ValueError) as error:
            raise OptionError(f"the entrant {text!r} cannot be had: {error}") from None
        if not callable(function):
            raise OptionError(f"the entrant {text!r} is no function")
        return cls(text, function)


@dataclass(frozen=True, slots=True)
class Played:
    """One game: which deal, who sat on each seat (an index of the entrants), and each seat's share and score."""

    deal: int
    seating: tuple[int, ...]
    shares: tuple[float, ...]
    scores: tuple[int, ...]


@dataclass
class Tally:
    """The shares of the entrants, deal by deal."""

    entrants: Sequence[Entrant]
    sides: int
    deals: list[list[float]] = field(default_factory=list)

    @property
    def fair(self) -> float:
        """What a side would win if all were equal."""
        return 1 / self.sides

    def mean(self, entrant: int) -> float:
        """The share of an entrant's side, on average."""
        return fmean(deal[entrant] for deal in self.deals)

    def error(self, entrant: int) -> float:
        """Half the 95 % interval of `mean`, by deal; infinite for a single deal."""
        if len(self.deals) < 2:
            return math.inf
        return SURE * stdev(deal[entrant] for deal in self.deals) / math.sqrt(len(self.deals))

    def decided(self, difference: float) -> bool:
        """Whether a sequential test has decided between the first entrant being so much above a fair share, or below.

        The log-likelihood ratio of the two, the mean of the deals taken for normal, has passed log 19 either way.
        """
        if len(self.deals) < FEWEST:
            return False
        variance = max(stdev(deal[0] for deal in self.deals) ** 2, 1e-4)
        return abs(2 * difference * len(self.deals) * (self.mean(0) - self.fair) / variance) > BOUND


class Match:
    """Entrants at one table; the last one named takes the seats, or sides of partners, that are left.

    seed  two matches with the same seed have the same deals and the same moves, time limits apart.
    """

    def __init__(self, game: Game, seats: int, entrants: Sequence[Entrant], seed: int | str = "match") -> None:
        from hustings.bots.search import entries
        from hustings.engine.kernels import compiled

        compiled.activate()
        self._play_on: Any = entries.play_on
        self._asked = entries.ASKED
        self.game, self.seats, self.entrants = game, seats, tuple(entrants)
        self._start = game.start_row(seats)
        self._key = key_of(seed)
        self._schema = game.book.schema
        self._record = np.zeros(1, self._schema.dtype)
        self._row: Row = self._schema.row_type(self._record)
        self._searchers: dict[Settings, Searcher] = {}
        buffers = game.book.buffers(note_rows=1)
        self._work = (buffers.note, buffers.weights, buffers.actions)
        self._counts, self._turn = buffers.counts, np.zeros(1, np.int64)
        self._shares = np.zeros((2, seats), np.int64)
        if not 2 <= len(self.entrants) <= len(self.sides):
            raise OptionError(f"a table of {len(self.sides)} sides was asked for with {len(self.entrants)} entrants")

    @cached_property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats that win and lose together, found from random games: partners have one score and one share."""
        told: list[list[float]] = [[] for _ in range(self.seats)]
        for deal in range(GAMES_FOR_SIDES):
            for seat, each in enumerate(zip(*self._game(deal, [1.0] * self.seats), strict=True)):
                told[seat] += each
        found: dict[tuple[float, ...], list[int]] = {}
        for seat in range(self.seats):
            found.setdefault(tuple(told[seat]), []).append(seat)
        return tuple(map(tuple, found.values()))

    @cached_property
    def seatings(self) -> tuple[tuple[int, ...], ...]:
        """Who sits where, by seat: every side in turn for everybody, each seating once."""
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

    def play(self, deals: int, tally: Tally | None = None, first: int = 0) -> Iterator[Played]:
        """Play so many deals, each with every seating; the tally is filled as they end."""
        for deal in range(first, first + deals):
            games = [
                Played(deal, seating, *self._game(deal, [self.entrants[who].play for who in seating]))
                for seating in self.seatings
            ]
            if tally is not None:
                tally.deals.append([self._share(games, entrant) for entrant in range(len(self.entrants))])
            yield from games

    def tally(self) -> Tally:
        """An empty tally for `play`."""
        return Tally(self.entrants, len(self.sides))

    def _share(self, games: Sequence[Played], entrant: int) -> float:
        return fmean(
            sum(game.shares[seat] for seat in side)
            for game in games
            for side in self.sides
            if game.seating[side[0]] == entrant
        )

    def _game(self, deal: int, plays: Sequence[Play | Function]) -> tuple[tuple[float, ...], tuple[int, ...]]:
        """Play one game; each seat's share and score."""
        lapses = np.array([play if isinstance(play, float) else self._asked for play in plays])
        key = draw(self._key, 0, deal)
        self._row.write(self._start.tobytes())
        self._counts[:] = self._turn[:] = 0
        while asked := int(
            self._play_on(self._record, 0, key, lapses, self._counts, self._turn, self._work, self._shares)
        ):
            seat = asked - 1
            action = self._ask(plays[seat], seat, draw(key, THINKING + seat, int(self._turn[0])))
            verbs.act(self._row, seat, action, self._work[0])
            self._turn[0] += 1
        shares = self._shares[0] / self._shares[0].sum()
        return tuple(shares.tolist()), tuple(self._shares[1].tolist())

    def _ask(self, play: Play | Function, seat: int, key: int) -> int:
        view = self._schema.seen(self._row, seat)
        if isinstance(play, Settings):
            if play not in self._searchers:
                self._searchers[play] = Searcher(self.game.book, self.seats, play)
            return self._searchers[play].choose(view, seat, key)
        assert callable(play)
        row = self._schema.row_type()
        row.write(view)
        table = Table(self.game, row, lambda stream, count: 0, asked=True)
        return self._action_of(table, seat, play(table, seat, key))

    def _action_of(self, table: Table, seat: int, move: Move | str) -> int:
        for legal in table.legal(seat):
            if move in (legal, str(legal)):
                return legal.action
        raise OptionError(f"an entrant's move {str(move)!r} is not legal")


def matches(game: Game, seats: int, entrants: Sequence[Entrant], seed: int | str = "match") -> list[Match]:
    """All entrants at one table, or where they are more than its sides every two of them."""
    if len(entrants) < 2:
        raise OptionError("a match needs two entrants at least")
    pairs = list(combinations(entrants, 2))
    first = Match(game, seats, pairs[0], seed)
    if len(entrants) > len(first.sides):
        return [first, *(Match(game, seats, pair, seed) for pair in pairs[1:])]
    return [Match(game, seats, entrants, seed)]
