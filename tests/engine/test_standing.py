"""The standing: each seat's score as it would be counted now."""

from __future__ import annotations

import random

import pytest

import hustings


@pytest.mark.parametrize("name", hustings.game_names())
def test_the_standing_after_the_end_is_the_result(name: str) -> None:
    game = hustings.game(name)
    table, chosen = game.start(seats=game.seats_allowed[-1], seed=3), random.Random(3)
    before: tuple[int, ...] | None = None
    while not table.over:
        before = table.standing
        table.play(chosen.choice(table.legal(min(table.owes))))
    assert table.result is not None
    assert table.standing == table.result.scores
    table.undo()
    assert table.standing == before
