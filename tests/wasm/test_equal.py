"""Compiled to WebAssembly, games are the same as in Python, byte for byte and word for word."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hustings.wasm.describe import program
from tests.wasm.conftest import ROOT

Compare = Callable[..., dict[str, Any]]
GAMES = ("president", "combat", "politics", "mudslinger", "whistle_stop")
#: games whose table a page can tell: how many of each number of seats are compared, and how many in the long run
TOLD = {"president": (4, 40), "combat": (10, 112), "politics": (4, 40), "mudslinger": (1, 4), "whistle_stop": (4, 40)}
SEATS = {"president": 5, "combat": 1, "politics": 3, "mudslinger": 4, "whistle_stop": 3}


@pytest.mark.parametrize("name", GAMES)
def test_every_step_of_random_games_leaves_the_same_bytes(compared: Compare, name: str) -> None:
    games = 4 if name == "mudslinger" else 8  # whose games are the longest
    found = compared("traces", name, games)
    assert found["differences"] == []
    assert found["equal"] == games * SEATS[name]


@pytest.mark.parametrize("name", TOLD)
def test_a_table_says_the_same_to_every_seat(compared: Compare, name: str) -> None:
    found = compared("conversations", name, TOLD[name][0])
    assert found["differences"] == []
    assert found["equal"] > 1000


@pytest.mark.slow
@pytest.mark.parametrize("name", TOLD)
def test_many_tables_say_the_same(compared: Compare, name: str) -> None:
    found = compared("conversations", name, TOLD[name][1])
    assert found["differences"] == []
    assert found["equal"] > 5_000


@pytest.mark.parametrize("name", TOLD)
def test_a_review_finds_the_same(compared: Compare, name: str) -> None:
    found = compared("reviews", name, 1)
    assert found["differences"] == []
    assert found["equal"] > 2 * SEATS[name]


@pytest.mark.parametrize("name", GAMES)
def test_bots_think_the_same_and_choose_the_same(compared: Compare, name: str) -> None:
    found = compared("thoughts", name, 3)
    assert found["differences"] == []
    assert found["equal"] >= 2 * 3 * SEATS[name]


@pytest.mark.parametrize("name", ["president", "combat"])
def test_a_ballot_is_the_same_game(compared: Compare, name: str) -> None:
    found = compared("ballots", name, 14)
    assert found["differences"] == []
    assert found["equal"] > 40


@pytest.mark.slow
@pytest.mark.parametrize("name", ["president", "combat"])
def test_four_hundred_ballots_are_the_same_games(compared: Compare, name: str) -> None:
    found = compared("ballots", name, 400)
    assert found["differences"] == []
    assert found["equal"] > 1000


def test_a_changed_rule_is_noticed(compared: Compare) -> None:
    found = compared("conversations", "president", 1, "hustings.games.president.record:FLORIDA_MARGIN=3")
    assert found["differences"]
    assert compared("traces", "president", 2, "hustings.games.president.record:MOST_IN_STATE=2")["differences"]
    assert compared("conversations", "politics", 1, "hustings.games.politics.odds:FITS=1")["differences"]
    assert compared("conversations", "combat", 1, "hustings.games.combat.record:HAND_FIRST=4")["differences"]
    assert compared("reviews", "combat", 1, "hustings.bots.search.judging:LOOKS=1")["differences"]
    assert compared("ballots", "combat", 7, "hustings.daily.ballots:FIRST_BOT=1")["differences"]
    assert compared("traces", "mudslinger", 1, "hustings.games.mudslinger.actions:TRADE_VALUE=4")["differences"]


@pytest.mark.parametrize("name", GAMES)
def test_what_a_page_reads_is_there(built: Callable[[str], Path], name: str) -> None:
    told = json.loads((built(name) / f"{name}.json").read_text("utf-8"))
    assert told["detail"]["name"] == name
    assert told["plays"] == (name in TOLD)
    assert (built(name) / f"{name}.wasm").read_bytes().startswith(b"\0asm\1\0\0\0")


def test_the_page_has_every_text_of_the_program_that_it_names() -> None:
    named = {
        key
        for file in (ROOT / "client/src/local").glob("*.ts")
        for key in re.findall(r"'((?:engine|room|web)\.\w+)'", file.read_text("utf-8"))
    }
    assert len(named) > 10
    assert named - program().texts.keys() == set()
