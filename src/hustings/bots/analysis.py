"""Return the whole result of a search instead of only a move: visits, values, policy and the expected line of play."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from hustings.bots.levels import level, searcher_for
from hustings.bots.search import WAIT, Found, Searcher, Settings
from hustings.bots.search.iteration import CHANCES, WORLDS
from hustings.bots.search.memory import ROOT
from hustings.bots.search.nodes import FREE, hash_of_view, slot_of
from hustings.bots.search.searcher import KEY
from hustings.engine.errors import HustingsError, OptionError
from hustings.engine.framed import Framed, Summary
from hustings.engine.kernels import verbs
from hustings.engine.kernels.chance import draw, key_of
from hustings.engine.kernels.playout import advance, lowest_seat
from hustings.engine.moves import Move, seat_label
from hustings.engine.notation import write_move
from hustings.engine.table import Table

TRIED_WORLDS = 8  # the number of worlds in which a line of play is followed; the longest line is returned
FEWEST = 2  # the fewest visits of a move in the line
LONGEST_LINE = 24  # the most moves in the line


@dataclass(frozen=True, slots=True)
class Considered:
    """A move that a search considered.

    Attributes:
        move: The move; None if a seat that need not act waits.
        visits: The number of times that the search tried the move.
        value: The seat's expected share with the move, from 0 to 1: the mean of its trials, or exact if the analysis is
            `solved`. None for a deal, which the level makes without a search.
        policy: The probability with which the level would play the move; all policies sum to 1.
    """

    move: Move | None
    visits: int
    value: float | None
    policy: float


@dataclass(frozen=True, slots=True, repr=False)
class Analysis(Framed):
    """The result of a search for one seat.

    Attributes:
        seat: The seat, counted from 0.
        moves: Every move considered, sorted by policy and then by visits, the highest first.
        line: The principal variation: the most visited moves of all seats in one of the searched worlds, as text.
        iterations: The number of worlds searched.
        solved: Whether the values are exact, for the best play of all seats.
    """

    seat: int
    moves: tuple[Considered, ...]
    line: tuple[str, ...]
    iterations: int
    solved: bool

    @property
    def value(self) -> float:
        """The seat's expected share if it plays by the policy; if the policy makes a deal, the mean of all trials."""
        if any(each.policy and each.value is None for each in self.moves):
            return sum(each.visits * (each.value or 0) for each in self.moves) / max(1, self.iterations)
        return sum(each.policy * (each.value or 0) for each in self.moves)

    def columns(self) -> dict[str, list[Any]]:
        """Return the moves considered as columns: move, visits, value, policy."""
        moves = self.as_dict()["moves"]
        return {name: [each[name] for each in moves] for name in ("move", "visits", "value", "policy")}

    def summary(self) -> Summary:
        """Return the seat's expected share, and each move with its visits, value and policy."""
        value = "exact" if self.solved else f"{self.iterations:,} worlds"
        rows = [
            (
                str(one.move or "wait"),
                f"{one.visits:,}",
                "" if one.value is None else f"{one.value:.3f}",
                f"{one.policy:.3f}",
            )
            for one in self.moves
        ]
        return f"{seat_label(self.seat)}: {self.value:.3f} ({value})", ("move", "visits", "value", "policy"), rows

    def as_dict(self) -> dict[str, Any]:
        """Return the analysis as plain data for JSON; moves are text, "" for waiting."""
        moves = [
            {"move": str(each.move or ""), "visits": each.visits, "value": each.value, "policy": each.policy}
            for each in self.moves
        ]
        return {
            "seat": self.seat,
            "value": self.value,
            "moves": moves,
            "line": list(self.line),
            "iterations": self.iterations,
            "solved": self.solved,
        }


def analyse(
    table: Table,
    seat: int,
    name: str = "boss",
    key: int | str = 0,
    *,
    iterations: int | None = None,
    seconds: float = 0.0,
) -> Analysis:
    """Search from a seat's view of the table, and return everything that the search found; the table is unchanged.

    The same level, iterations and key give the same analysis on any machine, unless the time limit is reached.

    Args:
        table: A game in progress.
        seat: A seat that must or may act now, counted from 0.
        name: The name of a level that searches.
        key: The seed of the search's own random numbers.
        iterations: The number of worlds to search instead of the level's number; 0: as many as the time allows.
        seconds: A time limit; 0: none.

    Raises:
        OptionError: No level of this name searches, or the search has neither iterations nor seconds.
        HustingsError: The seat has nothing to decide.

    Examples:
        >>> import hustings; from hustings import bots
        >>> table = hustings.game("president").start(seats=2, seed=7)
        >>> found = bots.analyse(table, 0, iterations=500)
        >>> sum(move.visits for move in found.moves), found.line[0] == str(found.moves[0].move)
        (500, True)
        >>> round(sum(move.policy for move in found.moves), 6), 0 <= found.value <= 1
        (1.0, True)
    """
    play = level(name).play
    if not isinstance(play, Settings):
        raise OptionError("bot.no_search", level=name)
    tried = play.iterations if iterations is None else iterations
    if min(tried, seconds) < 0 or not (tried or seconds):
        raise OptionError("bot.no_time", iterations=tried, seconds=str(seconds))
    settings = replace(play, iterations=tried, seconds=play.seconds or seconds)
    book, view = table.game.book, table.view_row(seat)
    if not verbs.legal(view, seat, book.buffers(note_rows=1).actions):
        raise HustingsError("bot.nothing_to_do", seat=seat)
    searcher, number = searcher_for(book, table.seats, settings, seconds), key_of(key)
    found = _found(searcher, view.tobytes(), seat, number)
    solved, done = searcher.solved, searcher.iterations
    total = sum(each.weight for each in found) or 1
    moves = [
        Considered(
            None if each.action == WAIT else write_move(book, view, seat, each.action),
            each.tried,
            each.share if each.tried or solved else None,
            each.weight / total,
        )
        for each in found
    ]
    order = sorted(range(len(moves)), key=lambda k: (-moves[k].policy, -moves[k].visits, k))
    trials = [draw(number & KEY, WORLDS, k) for k in range(TRIED_WORLDS)]
    line = max((_line(searcher, seat, found[order[0]].action, trial) for trial in trials), key=len)
    return Analysis(seat, tuple(moves[k] for k in order), tuple(line), done, solved)


def _found(searcher: Searcher, view: bytes, seat: int, key: int) -> list[Found]:
    """Return the search's result for each choice; if the level would make a deal, only the deal has a weight."""
    found = searcher.look(view, seat, key, whole=True)
    deal = searcher.deal(view, seat, key)
    if deal is None:
        return list(found)
    found = [replace(each, weight=int(each.action == deal)) for each in found]
    return found if any(each.weight for each in found) else [*found, Found(deal, 0, 0.0, 1)]


def _line(searcher: Searcher, seat: int, action: int, trial: int) -> list[str]:
    """Return the most visited moves after `action` at the root, in the world that one trial of the search imagined."""
    book, (world, tree, _, _) = searcher.book, searcher.memory
    size, width = book.schema.dtype.itemsize, world.words.shape[1]
    row, buffers = book.schema.new(world.raw[ROOT, :size].tobytes()), book.buffers(note_rows=1)
    verbs.imagine(row, seat, draw(trial, WORLDS, 0))
    words = np.zeros((1, width), np.uint64)
    line: list[str] = []
    waited, chances = 0, draw(trial, CHANCES, 0)
    while len(line) < LONGEST_LINE:
        if action == WAIT:
            waited |= 1 << seat
        else:
            line.append(write_move(book, row, seat, action).text)
            verbs.act(row, seat, action, buffers.note)
            waited = 0
        mask = int(advance(row, chances, buffers.counts, buffers.weights, buffers.note))
        if not mask:
            break
        eager = int(verbs.interrupts(row, buffers.actions)) & ~mask & ~waited
        seat = int(lowest_seat(eager or mask))
        if int(verbs.choices(row, seat, buffers.actions)) == 1 and not eager:
            action = int(buffers.actions[0])
            continue
        words.view(np.uint8)[0, :size] = np.frombuffer(row.tobytes(), np.uint8)
        node = slot_of(tree.keys, hash_of_view(words, words.view(np.uint8), 0, seat, world.fixed, world.spots))
        first = tree.first[node]
        tried = tree.tried[first : first + tree.sizes[node]]
        if tree.keys[node] == FREE or not len(tried) or tried.max() < FEWEST:
            break
        action = int(tree.action[first + int(tried.argmax())])
    return line
