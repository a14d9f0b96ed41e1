"""Maps, scores and majorities that a server sends are plain data."""

from __future__ import annotations

import json
import random

import pytest

import hustings
from hustings.engine.table.knowledge import holdings_open, holdings_seen, scores_open


@pytest.mark.parametrize("name", hustings.game_names())
def test_holders_votes_and_scores_are_written_as_json(name: str) -> None:
    table, chooser = hustings.game(name).start(seed=1), random.Random(1)
    for _ in range(20):
        for held in (holdings_open(table), holdings_seen(table)):
            if held is not None:
                json.dumps([dict(held.holder), dict(held.votes), {k: list(v) for k, v in held.points.items()}])
        json.dumps([scores_open(table), table.standing, table.majority, table.too_many, table.sides])
        if table.owes:
            table.play(chooser.choice(table.legal(min(table.owes))))
