"""Ends of games of two, solved: held against plain recursion and SciPy's linear programming."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

import numpy as np
import pytest

from hustings import Game, game
from hustings.bots.search import Searcher, Settings
from hustings.bots.search.matrix import OWN, value_of
from hustings.bots.search.memory import memory_for
from hustings.engine.kernels import verbs
from hustings.engine.kernels.chance import draw
from hustings.engine.record import Row
from hustings.games.combat.record import DOWN, UP
from tests.bots.oracle import Oracle, matrix_value

EXPLOITABLE = 0.001  # by so much at most; the goal is .02
EXACT = Settings(iterations=50)
Moment = Callable[[Row], bool]


# --- matrix games


def solved(payoffs: np.ndarray) -> tuple[float, np.ndarray, np.ndarray]:
    """The value of a matrix game and both mixes, by our own solver."""
    rows, columns = payoffs.shape
    ends = memory_for(game("president").book, 2, 1, compiled=False, exact=1).ends
    ends.values[: payoffs.size] = payoffs.ravel()
    value = value_of(0, rows, columns, ends)
    return value, ends.mixes[0, :rows], ends.mixes[1, :columns]


@pytest.mark.parametrize("shape", [(1, 1), (1, 5), (4, 1), (2, 2), (3, 7), (11, 11), (22, 11), (33, 33)])
@pytest.mark.parametrize("steps", [1, 2, 0])
def test_matrix_games_are_solved(shape: tuple[int, int], steps: int) -> None:
    """With shares most of which are equal (steps) or none: the value is SciPy's, and both mixes hold it."""
    random = np.random.default_rng(steps)
    for _ in range(6):
        payoffs = random.integers(0, steps + 1, shape) / steps if steps else random.random(shape)
        value, rows, columns = solved(payoffs)
        assert value == pytest.approx(matrix_value(payoffs), abs=1e-7)
        for mix in (rows, columns):
            assert mix.sum() == pytest.approx(1)
            assert mix.min() >= 0
        assert (rows @ payoffs).min() == pytest.approx(value, abs=1e-9)
        assert (payoffs @ columns).max() == pytest.approx(value, abs=1e-9)


def test_a_round_that_comes_again_has_a_value() -> None:
    """A throw of which the first wins a whole, the second nothing, is worth a half, and all signs are alike."""
    throw = np.array([[OWN, 1, 0], [0, OWN, 1], [1, 0, OWN]])
    value, rows, columns = solved(throw)
    assert value == pytest.approx(0.5)
    assert [*rows, *columns] == pytest.approx([1 / 3] * 6)
    better = np.where(throw == OWN, OWN, 0.2 + 0.6 * throw)
    assert solved(better)[0] == pytest.approx(0.5)


@pytest.mark.parametrize("outcome", [0, 0.45, 0.5, 0.9, 1])
def test_a_round_that_decides_nothing_still_ends(outcome: float) -> None:
    """If each outcome is worth the same, nobody always shows the same sign: two who did would never end."""
    _, rows, columns = solved(np.where(np.eye(3) > 0, OWN, outcome))
    assert rows @ columns < 0.5


# --- positions


def moments(chosen: Game, wanted: Moment, key: int = 1) -> Iterator[tuple[Row, int]]:
    """Moments of random games at which a seat has a choice, one of a game."""
    book = chosen.book
    buffers = book.buffers(note_rows=1)
    while True:
        row, count, key = chosen.start_row(2), 0, key + 1
        while not verbs.over(row):
            count += 1
            mask = int(verbs.owes(row))
            if mask == 0:
                verbs.settle(row, int(verbs.roll(row, draw(key, 0, count), buffers.weights)), buffers.note)
                continue
            seat = draw(key, 2, count) % 2 if mask == 3 else mask >> 1
            size = int(verbs.choices(row, seat, buffers.actions))
            if size > 1 and mask in (3, 1 << seat) and wanted(row):
                yield row, seat
                break
            verbs.act(row, seat, int(buffers.actions[draw(key, 1, count) % size]), buffers.note)


def exploitable(searcher: Searcher, oracle: Oracle, row: Row, seat: int) -> float:
    """How much less than the position is worth a seat gets that plays as it was told, against the best answer."""
    found = searcher.look(row.schema.seen(row, seat), seat, 1)
    assert searcher.solved
    whole = sum(move.weight for move in found)
    if int(verbs.owes(row)) != 3:
        value, sign = oracle.worth(row), 1 - 2 * seat
        got = sum(move.weight * oracle.worth(oracle.after(row, (seat, move.action))) for move in found) / whole
        return sign * (value - got)
    value, payoffs = oracle.sealed(row)
    mine = payoffs if seat == 0 else 1.0 - payoffs.T
    every = oracle.options(row, seat)
    mix = np.zeros(len(every))
    for move in found:
        mix[every.index(move.action)] = move.weight / whole
        assert move.share <= (value if seat == 0 else 1 - value) + 1e-6
    return float((value if seat == 0 else 1 - value) - (mix @ mine).min())


def last_week(row: Row) -> bool:
    return bool(row.week == row.weeks)


def last_two_weeks(row: Row) -> bool:
    """With two pyramids of a size each: fewer choices, for plain Python."""
    stock = np.array(row.stock)
    return bool(row.week == row.weeks - 1 and not any(row.sealed) and (stock[:2] == 2).any(axis=1).all())


def last_hand(row: Row) -> bool:
    """With few cards to come: what is turned up, thrown for or taken."""
    lies = list(row.lies)
    return bool(row.hand == row.hands and 1 <= lies.count(DOWN) <= 3 and lies.count(UP))


def last_cards(row: Row) -> bool:
    """Of the third-party vote, with few that can be played."""
    playable = sum((row.hand[seat] & row.border[seat]).bit_count() for seat in range(2))
    return bool(row.redealt and row.stock == 0 and playable <= 4 and 10 <= sum(row.held) <= 14)


ENDS: dict[str, tuple[str, dict[str, str], Moment, int]] = {
    "the last week": ("president", {}, last_week, 25),
    "the last week with the newer numbers": ("president", {"votes": "2024", "overtaken": "keeps"}, last_week, 10),
    "the last two weeks": ("president", {}, last_two_weeks, 2),
    "the last hand": ("combat", {}, last_hand, 12),
    "the last hand illustrated": ("combat", {"edition": "illustrated"}, last_hand, 4),
    "the last cards": ("politics", {}, last_cards, 25),
    "the last cards of who may draw": ("politics", {"must_play": "no"}, last_cards, 10),
}


@pytest.mark.parametrize("end", ENDS)
def test_the_end_of_a_game_is_played_without_a_flaw(end: str) -> None:
    """No rival gains anything against it, whoever is asked."""
    name, options, wanted, count = ENDS[end]
    chosen = game(name, **options)
    searcher, oracle = Searcher(chosen.book, 2, EXACT), Oracle(chosen.book)
    for row, seat in islice(moments(chosen, wanted), count):
        assert exploitable(searcher, oracle, row, seat) < EXPLOITABLE
