"""Every answer about a finished game has the same scores for people, with no more electors than exist."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, cast

import pytest

from hustings import daily
from hustings.clubs.ballots import finish_of
from hustings.engine.knowledge import holdings, tally_seen
from hustings.engine.table import Table
from hustings.rooms.log.state import RoomState
from tests.web.helpers import Site, play_out

RECOUNTED = 1  # a ballot of U.S. President whose scores add up to more than all electors, with the first moves


def shown(node: Any) -> Iterator[list[int]]:
    """Every list of scores for people in an answer: all but those of a result, which follow the game's rules."""
    if isinstance(node, list):
        for part in node:
            yield from shown(part)
    elif isinstance(node, dict):
        for name, part in node.items():
            if name in ("scores", "standing") and part:
                yield part
            elif name != "result":
                yield from shown(part)


@pytest.fixture(scope="module")
def table() -> Table:
    """The ballot's game to its end."""
    one = daily.ballot(RECOUNTED)
    table = daily.begin(one)
    while not table.over:
        daily.play(one, table, str(table.legal(daily.PERSON)[0]))
    return table


def test_answers_about_a_finished_game_show_the_last_count(site: Site, table: Table) -> None:
    seated = site.ask("POST", f"/api/ballots/{RECOUNTED}", {"name": "Ann"}).json
    code, token = seated["room"]["code"], seated["token"]
    with site.sit(code, token) as client:
        play_out([client], lambda moves: moves[0])
        answers = [
            client.state,
            site.ask("POST", "/api/mine/games", {"seats": [{"code": code, "token": token}]}).json,
            site.ask("GET", f"/api/rooms/{code}/replay").json,
            site.ask("GET", f"/api/rooms/{code}/replay/{table.length}").json,
        ]
    assert [list(shown(answer)) for answer in answers] == [[list(tally_seen(table))]] * len(answers)
    held = holdings(table)
    assert table.result is not None
    assert held is not None
    assert client.state["result"]["scores"] == list(table.result.scores)  # by UP-12
    assert sum(tally_seen(table)) <= sum(held.votes.values()) < sum(table.result.scores)


def test_the_table_of_a_clubs_ballot_shows_the_last_count(table: Table) -> None:
    assert finish_of(cast(RoomState, SimpleNamespace(table=table))).scores == list(tally_seen(table))


def test_the_field_of_a_ballot_shows_the_last_count(table: Table) -> None:
    held = holdings(table)
    assert held is not None
    scores = [placing.scores for placing in daily.field(RECOUNTED)]
    assert [each for each in scores if sum(each) > sum(held.votes.values())] == []
    assert any(0 in each for each in scores), "at no level did a player drop out"
