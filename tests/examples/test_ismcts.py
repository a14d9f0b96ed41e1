"""The search of `examples/search`: short, for every game, from a view alone, and better than chance."""

from __future__ import annotations

import importlib.util
import re
import sys
from types import ModuleType

import numpy as np
import pytest

import hustings
from tests.examples.conftest import ROOT

PATH = ROOT / "examples" / "search" / "ismcts.py"


@pytest.fixture(scope="module")
def ismcts() -> ModuleType:
    spec = importlib.util.spec_from_file_location("ismcts", PATH)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules["ismcts"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_it_has_sixty_lines() -> None:
    text = re.sub(r'""".*?"""', "", PATH.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert len([line for line in text.splitlines() if line.strip() and not line.strip().startswith("#")]) <= 60


@pytest.mark.parametrize(
    ("name", "seats", "seat"),
    [("combat", 2, 0), ("mudslinger", 3, 0), ("politics", 4, 0), ("president", 2, 0), ("president", 3, 2)],
)
def test_every_playout_visits_a_legal_move(ismcts: ModuleType, name: str, seats: int, seat: int) -> None:
    table = hustings.game(name).start(seats=seats, seed=3)
    search = ismcts.Search(table.game, seats, worlds=32)
    visits, shares = search.think(table.view_bytes(seat), seat, waves=3)
    asked_before = sum(other < seat for other in table.owes)  # each of whom has the first node of a wave
    assert visits.sum() == (3 - asked_before) * 32
    assert not visits[len(table.legal(seat)) :].any()
    assert shares.min() >= 0
    assert shares.max() <= 1
    again, _ = search.think(table.imagine(seat, key=1).view_bytes(seat), seat, waves=3)
    assert np.array_equal(visits, again)


def test_it_beats_any_move(ismcts: ModuleType) -> None:
    game = hustings.game("president")
    search, chance, won = ismcts.Search(game, 2, worlds=128), np.random.default_rng(1), 0.0
    for number in range(6):
        table = game.start(seats=2, seed=number)
        while not table.over:
            seat = min(table.owes)
            legal = table.legal(seat)
            if seat == number % 2:
                table.play(legal[int(search.think(table.view_bytes(seat), seat, waves=4)[0].argmax())])
            else:
                table.play(legal[int(chance.integers(len(legal)))])
        assert table.result is not None
        won += float(table.result.shares[number % 2])
    assert won >= 5
