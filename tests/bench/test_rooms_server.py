"""The server of the load test: its slow bot searches for a move as the other levels do."""

from __future__ import annotations

from importlib import import_module

import pytest

import hustings
from hustings import bots
from hustings.bots.search import Settings


def test_the_slow_bot_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("hustings.bots.levels"), "LEVELS", dict(bots.LEVELS))
    module = import_module("_rooms_server")
    slow = bots.level("slow")
    assert isinstance(slow.play, Settings)
    assert slow.play.seconds == module.THINKING
    table = hustings.game("combat").start(seats=2, seed=1)
    assert bots.choose(table, 0, "slow", 1) in table.legal(0)
