"""Moves that a seat can prepare while others are asked: from its own view, as the game foresees them."""

from __future__ import annotations

import random

import pytest

import hustings
from hustings.engine.table import Table


def moves(table: Table, seat: int) -> list[str]:
    return [text.split(" ", 1)[1] for text in table.foreseen(seat)]


def test_president_foresees_the_next_week_without_the_sealed_pyramid() -> None:
    table = hustings.game("president").start(seats=2, seed=1)
    assert table.foreseen(0) == []  # it is asked itself
    for week in range(1, 13):
        now = {move.text for move in table.legal(0)}
        table.play(table.legal(0)[0])
        foreseen = set(table.foreseen(0))
        assert foreseen <= now
        assert bool(foreseen) == (week < 12)
        table.play(table.legal(1)[0])
        assert foreseen == {move.text for move in table.legal(0)} if week < 12 else table.over


def test_combat_foresees_cards_face_down_and_another_throw() -> None:
    table = hustings.game("combat").start(seats=2, chance="asked")
    assert moves(table, 1) == [f"turn {place}" for place in range(1, 6)]
    table.play("P1 turn 3")
    table.settle("RUSSIA")
    assert table.owes == {0, 1}
    table.play("P1 rock")
    assert moves(table, 0) == ["rock", "paper", "scissors"]
    table.play("P2 paper")
    assert table.owes == {1}
    assert moves(table, 0) == ["rock", "paper", "scissors"]


def test_politics_foresees_the_cards_of_the_own_hand() -> None:
    table, chosen = hustings.game("politics").start(seats=2, seed=4), random.Random(4)
    assert table.foreseen(1) == []  # the sides are still being chosen
    while table.view(None)["task"] != "play":
        table.play(chosen.choice(table.legal(min(table.owes))))
    (waiting,) = {0, 1} - table.owes
    hand = [code for code, holder in table.view(waiting)["holder"].items() if holder == f"P{waiting + 1}"]
    assert sorted(moves(table, waiting)) == sorted(f"play {code}" for code in hand)


@pytest.mark.parametrize("name", ["combat", "politics", "president"])
def test_what_is_foreseen_hangs_on_nothing_hidden(name: str) -> None:
    game = hustings.game(name)
    table, chosen = game.start(seats=2, seed=5), random.Random(5)
    while not table.over:
        for seat in {0, 1} - table.owes:
            assert table.imagine(seat, 3).foreseen(seat) == table.foreseen(seat)
        table.play(chosen.choice(table.legal(min(table.owes))))
    assert table.foreseen(0) == []
