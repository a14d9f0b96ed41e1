"""Play part of a match in one process, in compiled code as far as the entrants allow."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from hustings.arena.matches.plan import Block, Plan, Work
from hustings.arena.workers import Kept, Workers, hire
from hustings.bots import own
from hustings.bots.levels import Play
from hustings.bots.own import Function
from hustings.bots.search import Searcher, Settings
from hustings.bots.search.quick import ASKED
from hustings.engine.errors import HustingsError
from hustings.engine.game import Game
from hustings.engine.kernels.chance import CHOICE_STREAM, draw, key_of
from hustings.engine.moves import seat_label

THINKING = CHOICE_STREAM - 15  # the first chance stream for the keys that entrants get, one stream for each seat
LONGEST = 20_000  # the most decisions of a game; the longest games of random players have about 3,000


def endless(game: Game, names: Sequence[str], seed: int | str, deal: int) -> HustingsError:
    """Return the error for a game that is not over after LONGEST decisions; names: the entrant of each seat."""
    seats = ", ".join(f"{seat_label(seat)} {name}" for seat, name in enumerate(names))
    unfinished = f"{game.title} is not over after {LONGEST:,} decisions"
    return HustingsError(f"{unfinished}: {seats}; seed {seed!r}, deal {deal}")


class Player:
    """Plays games with a fixed number of seats and reuses the memory of its searches; not for several threads."""

    def __init__(self, game: Game, seats: int) -> None:
        from hustings.bots.search import entries
        from hustings.engine.kernels import compiled

        compiled.activate()
        self._entries: Any = entries
        self.game, self.seats = game, seats
        self._schema = game.book.schema
        self._start = game.start_row(seats).array
        buffers = game.book.buffers(note_rows=1)
        self._work = (buffers.note, buffers.weights, buffers.actions)
        self._counts = buffers.counts
        self._searchers: dict[Settings, Searcher] = {}

    def play(self, work: Work) -> Block:
        """Play the deals of a piece of work and return their results.

        Raises:
            HustingsError: An entrant fails or makes an illegal move, or a game goes on without end.
        """
        plan, key, entries = work.plan, key_of(work.plan.seed), self._entries
        seated = [(deal, seating) for deal in range(work.first, work.end) for seating in plan.seated(deal)]
        keys = [draw(key, 0, deal) for deal, _ in seated]
        plays = [[plan.entrants[who].play for who in seating] for _, seating in seated]
        records = np.repeat(self._start, len(keys))
        results = np.zeros((len(keys), 2, self.seats), np.int64)
        lengths = np.zeros(len(keys), np.int64)
        lapses = np.array([[play if isinstance(play, float) else ASKED for play in row] for row in plays])
        at = np.zeros(4, np.int64)
        at[entries.ANSWER] = -1
        self._counts[:] = 0
        given = records, np.array(keys, np.int64), lapses, self._counts, at, self._work, results, lengths
        while met := int(entries.play_on(*given)):
            game, turn = int(at[entries.GAME]), int(at[entries.TURN])
            if turn >= LONGEST:
                deal, seating = seated[game]
                raise endless(self.game, [plan.entrants[who].name for who in seating], plan.seed, deal)
            at[entries.SEAT] = met - 1
            asked = draw(keys[game], THINKING + met - 1, turn)
            at[entries.ANSWER] = self._ask(plays[game][met - 1], records[game : game + 1], met - 1, asked)
        shape = (work.end - work.first, plan.games_a_deal)
        weights, scores = (results[:, k].reshape(*shape, self.seats) for k in (0, 1))
        return Block(work.first, weights, scores, lengths.reshape(shape), records if plan.records else None)

    def _ask(self, play: Play | Function, record: Any, seat: int, key: int) -> int:
        view = self._schema.seen(self._schema.row_type(record), seat)
        if isinstance(play, Settings):
            if play not in self._searchers:
                self._searchers[play] = Searcher(self.game.book, self.seats, play)
            return self._searchers[play].choose(view, seat, key)
        assert callable(play)
        return own.asked(play, self.game, view, seat, key).action


def play(work: Work, kept: Kept) -> Block:
    """Play a piece of work with the `Player` that the worker keeps for this game and number of seats."""
    table = (work.plan.game, work.plan.seats)
    if kept.get("table") != table:
        kept.update(table=table, player=Player(*table))
    player: Player = kept["player"]
    return player.play(work)


def players_for(plans: Iterable[Plan], count: int | None = None, cluster: str | None = None) -> Workers:
    """Return workers that can play some plans; count and cluster are those of `hire`."""
    known = list(plans)
    stay = [entrant.name for plan in known for entrant in plan.entrants if not entrant.travels]
    return hire(count, cluster, stay=stay, threads=all(plan.quick for plan in known))
