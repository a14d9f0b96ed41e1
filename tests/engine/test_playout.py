"""Generic playouts on the toy: even choices, even ties, and the same game as at a table."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from scipy.stats import chisquare

from hustings import Game
from hustings.engine.kernels import playout, verbs
from hustings.engine.kernels.chance import CHOICE_STREAM, draw
from tests.engine import toy as rules

UNLIKELY = 1e-5
KEYS = range(3000)


@pytest.mark.parametrize("chooser", [playout.random_action, playout.thumb_action])
def test_every_move_is_as_likely_and_so_is_every_tie(toy: Game, chooser: object) -> None:
    """The toy's rule of thumb likes all bids alike, so both choose evenly."""
    row, actions = toy.start_row(2), toy.book.buffers().actions
    counts = Counter(int(chooser(row, 0, key, 0, actions)) for key in KEYS)  # type: ignore[operator]
    assert counts.keys() == {0, 1, 2}
    assert chisquare([counts[bid] for bid in range(3)]).pvalue > UNLIKELY


def test_the_rule_of_thumb_takes_what_it_likes_best(toy: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    liked = {**verbs.BY_ROW[rules.SCHEMA.row_type], "heuristic": lambda s, seat, action: -abs(action - 1)}
    monkeypatch.setitem(verbs.BY_ROW, rules.SCHEMA.row_type, liked)
    row, actions = toy.start_row(2), toy.book.buffers().actions
    assert {int(playout.thumb_action(row, 0, key, 0, actions)) for key in range(50)} == {1}


@pytest.mark.parametrize(("mask", "seat"), [(0b1, 0), (0b110, 1), (1 << 40, 40)])
def test_the_lowest_seat_moves_first(mask: int, seat: int) -> None:
    assert playout.lowest_seat(mask) == seat


def test_playouts_are_the_games_their_keys_stand_for(toy: Game) -> None:
    """Each record with its own key: choices from the choice stream by decision, chance from the game's own stream."""
    rows = [toy.start_row(3) for _ in range(20)]
    buffers = toy.book.buffers(note_rows=1)
    results = np.zeros((20, 2, 3), np.int64)
    keys = list(range(100, 120))
    decisions = playout.playouts(
        rows, keys, [playout.RANDOM] * 3, buffers.note, buffers.weights, buffers.actions, buffers.counts, results
    )
    assert decisions == 60
    for row, key, result in zip(rows, keys, results, strict=True):
        bids = [draw(key, CHOICE_STREAM, count) % 3 for count in range(3)]
        assert list(row.pence) == bids == result[1].tolist()
        heads = draw(key, 0, 0) % 2 == rules.HEADS
        assert row.face == (1 if heads else 2)
        assert result[0].tolist() == [int(not heads or bid == max(bids)) for bid in bids]
