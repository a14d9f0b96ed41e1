"""Puzzles: positions of games between bots in which few choices are clearly better than all others.

A position is a saved game that ends before a choice. `weigh` measures every legal move there; the accepted answers are
the moves that cannot be told from the best.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from hustings.bots.levels import choose, level, levels, searcher_for
from hustings.bots.search import WAIT, Found, Settings
from hustings.engine.kernels.chance import draw, key_of
from hustings.engine.notation import write_move
from hustings.engine.table import Table

STRONGEST = "kingmaker"
SEARCHES, ITERATIONS = 6, 8000  # searches of a position that is not solved, and the iterations of each
EXPLORE = 2.0  # more than bots do, so that worse moves are tried often enough to be sure of them
EXACT = 600_000  # the most steps to solve a position exactly
DEALS = 12  # chance outcomes after a move, to compare it with a move that may be equivalent
TRIES, FOUND = 12, 10  # decisions of a level, and how many must be accepted if the level finds the answer
LEAST_GAP, CLEAR_ERRORS = 0.1, 5.0  # an accepted move is better than any other by this share and so many errors
ALIKE_ERRORS = 2.0  # moves within so many standard errors of the best are accepted


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice of a position.

    Attributes:
        move: The move, as text.
        share: The share of the game that the move wins on average, from 0 to 1.
        error: The standard error of `share`; 0 if the rest of the game was solved exactly.
    """

    move: str
    share: float
    error: float


def errors_between(best: Choice, other: Choice) -> float:
    """Return by how many standard errors a choice is worse than the best; infinity if it is and both are exact."""
    gap, error = best.share - other.share, math.hypot(best.error, other.error)
    if gap <= 0:
        return 0.0
    return gap / error if error else math.inf


@dataclass(frozen=True, slots=True)
class Weighed:
    """All legal moves of a position, the best first.

    Attributes:
        choices: The moves with their shares.
        exact: Whether the rest of the game was solved.
    """

    choices: tuple[Choice, ...]
    exact: bool

    @property
    def accepted(self) -> tuple[str, ...]:
        """The moves that cannot be told from the best."""
        return tuple(one.move for one in self.choices if errors_between(self.choices[0], one) <= ALIKE_ERRORS)

    @property
    def gap(self) -> float:
        """The share that the best move wins more than the best move that is not accepted; 0 if all are accepted."""
        accepted = self.accepted
        rest = [one.share for one in self.choices if one.move not in accepted]
        return self.choices[0].share - max(rest) if rest else 0.0

    def is_clear(self, gap: float = LEAST_GAP, errors: float = CLEAR_ERRORS) -> bool:
        """Return whether each move is either accepted or worse than the best by a share and so many errors."""
        accepted = self.accepted
        rest = [one for one in self.choices if one.move not in accepted]
        return self.gap >= gap and all(errors_between(self.choices[0], one) >= errors for one in rest)


def weigh(
    table: Table, seat: int, key: int | str, searches: int = SEARCHES, iterations: int = ITERATIONS
) -> Weighed | None:
    """Measure every legal move of a seat.

    Args:
        table: The position.
        seat: A seat that owes a move.
        key: The seed of the search's own chance.
        searches: The number of searches if the position cannot be solved.
        iterations: The iterations of each search.

    Returns:
        The measured moves, or None if bots leave out a move that has no proven twin.
    """
    solved, found = _search(table, seat, 0, 1)
    others = {str(move) for move in table.legal(seat)} - set(found)
    if solved:
        exact = {move: one.share for move, one in found.items()}
        exact |= _twins(table, seat, exact, others) if others else {}
        choices = [Choice(move, round(share, 4), 0.0) for move, share in exact.items()]
        others -= set(exact)
    else:
        sums = dict.fromkeys(found, (0, 0.0))
        for number in range(0 if others else searches):
            _, found = _search(table, seat, draw(key_of(f"puzzle {key}"), 0, number), iterations)
            for move, (tried, total) in sums.items():
                sums[move] = (tried + found[move].tried, total + found[move].tried * found[move].share)
        choices = [_measured(move, tried, total) for move, (tried, total) in sums.items()]
    return None if others else Weighed(tuple(sorted(choices, key=lambda one: (-one.share, one.move))), solved)


def _search(table: Table, seat: int, key: int, iterations: int) -> tuple[bool, dict[str, Found]]:
    """Return whether the rest of the game was solved, and the result of the search for each move that bots consider."""
    play = level(STRONGEST).play
    assert isinstance(play, Settings)
    book, view = table.game.book, table.view_row(seat)
    searcher = searcher_for(book, table.seats, replace(play, iterations=iterations, exact=EXACT, explore=EXPLORE))
    found = searcher.look(view.tobytes(), seat, key)
    return searcher.solved, {str(write_move(book, view, seat, one.action)): one for one in found if one.action != WAIT}


def _measured(move: str, tried: int, total: float) -> Choice:
    """Return a choice by the sum of its trials' shares, with an error above 0 even if all trials are alike."""
    share = total / max(1, tried)
    error = math.sqrt((share * (1.0 - share) + 0.25 / (tried + 1)) / max(1, tried))
    return Choice(move, round(share, 4), round(error, 5))


def _twins(table: Table, seat: int, considered: Mapping[str, float], others: Iterable[str]) -> dict[str, float]:
    """Return the shares of moves that bots leave out because another move is equivalent.

    A move and its twin lead to the same shares, whatever chance brings. A move without a twin is missing.
    """
    after = {move: _shares_after(table, seat, move) for move in (*considered, *others)}
    found = {}
    for move in others:
        twin = next((one for one in considered if after[one] and after[one] == after[move]), None)
        if twin is not None:
            found[move] = considered[twin]
    return found


def _shares_after(table: Table, seat: int, move: str) -> tuple[float, ...]:
    """Return the seat's exact share after a move for each of several deals, or () if one cannot be solved."""
    found = []
    for number in range(DEALS):
        then = table.fork(number)
        then.play(move)
        if then.result is not None:
            found.append(float(then.result.as_dict()["shares"][seat]))
            continue
        asked = min(then.owes)
        solved, rest = _search(then, asked, 0, 1)
        if not solved:
            return ()
        weights = sum(one.weight for one in rest.values())
        share = sum(one.weight * one.share for one in rest.values()) / weights
        found.append(share if asked == seat else 1.0 - share)
    return tuple(round(share, 4) for share in found)


def lowest_finder(table: Table, seat: int, accepted: Iterable[str], key: int | str) -> str | None:
    """Return the lowest level that people can choose and that plays an accepted move in most tries, or None."""
    wanted = set(accepted)
    for one in levels(table.game.name):
        tries = range(TRIES if one.offered else 0)
        if sum(str(choose(table, seat, one.name, f"{key} {number}")) in wanted for number in tries) >= FOUND:
            return one.name
    return None
