"""Play part of a match in one process, in compiled code as far as the entrants allow."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from hustings.arena.matches.plan import Block, Integers, Plan, Work
from hustings.arena.workers import Kept, Workers, hire
from hustings.bots import own
from hustings.bots.levels import Play
from hustings.bots.own import Function
from hustings.bots.search import Searcher, Settings
from hustings.engine.game import Game
from hustings.engine.kernels.chance import CHOICE_STREAM, draw, key_of

THINKING = CHOICE_STREAM - 15  # the first chance stream for the keys that entrants get, one stream for each seat


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
        """Play the deals of a piece of work and return their results."""
        plan, deals = work.plan, range(work.first, work.end)
        key = key_of(plan.seed)
        keys = [draw(key, 0, deal) for deal in deals for _ in range(plan.games_a_deal)]
        plays = [[entrant.play for entrant in plan.entrants]] * len(keys)
        seated = [seating for deal in deals for seating in plan.seated(deal)]
        results, lengths, records = self._play(
            keys, [[row[who] for who in seating] for row, seating in zip(plays, seated, strict=True)]
        )
        shape = (len(deals), plan.games_a_deal)
        weights, scores = (results[:, k].reshape(*shape, self.seats) for k in (0, 1))
        return Block(work.first, weights, scores, lengths.reshape(shape), records if plan.records else None)

    def _play(self, keys: Sequence[int], plays: Sequence[Sequence[Play | Function]]) -> tuple[Integers, Integers, Any]:
        """Play a game for each key with the given players; return payoffs, decisions and records."""
        records = np.repeat(self._start, len(keys))
        results = np.zeros((len(keys), 2, self.seats), np.int64)
        lengths = np.zeros(len(keys), np.int64)
        asked = self._entries.ASKED
        lapses = np.array([[play if isinstance(play, float) else asked for play in row] for row in plays])
        at = np.zeros(4, np.int64)
        at[self._entries.ANSWER] = -1
        self._counts[:] = 0
        numbers = np.array(keys, np.int64)
        while met := int(
            self._entries.play_on(records, numbers, lapses, self._counts, at, self._work, results, lengths)
        ):
            game, turn = int(at[self._entries.GAME]), int(at[self._entries.TURN])
            key = draw(keys[game], THINKING + met - 1, turn)
            at[self._entries.SEAT] = met - 1
            at[self._entries.ANSWER] = self._ask(plays[game][met - 1], records[game : game + 1], met - 1, key)
        return results, lengths, records

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
