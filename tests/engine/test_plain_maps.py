"""Maps, scores and majorities that a server sends are plain data."""

from __future__ import annotations

import json
import random

import pytest

import hustings
from hustings.engine.knowledge import holdings_open, holdings_seen, scores_open


@pytest.mark.parametrize("name", hustings.game_names())
def test_holders_votes_and_scores_are_written_as_json(name: str) -> None:
    table, chooser = hustings.game(name).start(seed=1), random.Random(1)
    for _ in range(20):
        for held in (holdings_open(table), holdings_seen(table)):
            if held is not None:
                told = [dict(held.holder), dict(held.votes), {code: list(each) for code, each in held.points.items()}]
                assert json.loads(json.dumps(told)) == told
        told = [*scores_open(table), *table.standing, table.majority, table.too_many, *map(list, table.sides)]
        assert json.loads(json.dumps(told)) == told
        if table.owes:
            table.play(chooser.choice(table.legal(min(table.owes))))
