"""The tally that people are shown: no vote counts for two sides."""

from __future__ import annotations

import io
import random
import re

import pytest
from rich.console import Console

import hustings
from hustings.engine.knowledge import holdings, holdings_seen, tally_seen
from hustings.engine.table import Table
from hustings.terminal.drawing import drawing_of
from tests.games import NAMES

SEEDS = range(6)


def ended(name: str, seats: int, seed: int) -> Table:
    """A random game to its end, with the tally checked now and then."""
    table, chosen = hustings.game(name).start(seats=seats, seed=seed), random.Random(seed)
    while not table.over:
        if table.length % 10 == 0:
            _check(table)
        table.play(chosen.choice(table.legal(min(table.owes))))
    _check(table)
    return table


def _check(table: Table) -> None:
    held, tally = holdings_seen(table), tally_seen(table)
    assert held is not None
    assert sum(tally[side[0]] for side in held.sides) <= sum(held.votes.values())


@pytest.mark.parametrize("name", NAMES)
def test_no_table_shows_more_votes_than_exist(name: str) -> None:
    for seats in hustings.game(name).seats_allowed:
        for seed in SEEDS if name == "president" else SEEDS[:1]:
            table = ended(name, seats, seed)
            assert table.result is not None
            assert all(tally_seen(table)[seat] == table.result.scores[seat] for seat in table.result.winners)


def test_whoever_has_dropped_out_has_no_votes_in_the_last_count() -> None:
    again = 0
    for seed in SEEDS:
        table = ended("president", 5, seed)
        held = holdings(table)
        assert table.result is not None
        assert held is not None
        if held.last_count is not None:
            again += sum(table.result.scores) > sum(held.votes.values())
            last = max(event.args["count"] for event in table.events() if event.event == "counted")
            out = [event.seat for event in table.events() if event.event == "left" and event.args["count"] < last]
            assert [tally_seen(table)[seat] for seat in out if seat is not None] == [0] * len(out)
            names = [f"Player {seat}" for seat in range(5)]
            drawn = Console(width=120, no_color=True, file=io.StringIO(), record=True)
            drawn.print(drawing_of(table.game, names).picture(table, None))
            told, picture = drawn.export_text(), table.picture(names=names)
            for seat, name in enumerate(names):
                assert re.search(rf"{name}\s+{tally_seen(table)[seat]} of 73", told), told
                assert f"{name}: {tally_seen(table)[seat]};" in picture
    assert again, "no game was counted so that its scores add up to more than all votes"
