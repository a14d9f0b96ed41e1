"""The weekly puzzles: each is solved again with another key, and its choices are the legal moves."""

from __future__ import annotations

import gzip
import json
import runpy
from pathlib import Path
from typing import Any

import pytest

import hustings
from hustings.arena import puzzles
from hustings.arena.reviewing import judged
from hustings.engine import saved

ROOT = Path(__file__).resolve().parents[2]
FILE = ROOT / "client/src/puzzle/puzzles.json"
PUZZLES: list[dict[str, Any]] = json.loads(FILE.read_text("utf-8"))
ANOTHER_KEY = "another key"
LEAST_ERRORS, SMALLER_GAP = 4.0, 0.05
LIGHT = 40_000  # bytes, packed


@pytest.mark.parametrize("number", range(1, len(PUZZLES) + 1))
def test_a_puzzle_is_solved_again_with_another_key(number: int) -> None:
    puzzle = PUZZLES[number - 1]
    table, seat = saved.load(puzzle["saved"]), puzzle["saved"]["bots"].index(None)
    weighed = puzzles.weigh(table, seat, ANOTHER_KEY)
    assert weighed is not None
    assert weighed.exact == puzzle["exact"]
    best = weighed.choices[0]
    assert best.move in puzzle["accepted"]
    for choice in weighed.choices:
        if choice.move not in puzzle["accepted"]:
            assert best.share - choice.share >= SMALLER_GAP, choice
            assert puzzles.errors_between(best, choice) >= LEAST_ERRORS, choice
        if weighed.exact:
            assert choice.share == pytest.approx(puzzle["choices"][choice.move])


def test_the_file_replays_and_its_choices_are_the_legal_moves() -> None:
    script = runpy.run_path(str(ROOT / "scripts/puzzles.py"))
    assert script["faults"](PUZZLES) == []
    assert script["written"](PUZZLES) == FILE.read_text("utf-8")
    changed = json.loads(json.dumps(PUZZLES))
    changed[0]["choices"].popitem()
    changed[1]["accepted"] = list(changed[1]["choices"])
    changed[3] = changed[2]
    assert len(script["faults"](changed)) == 3


def test_the_file_is_light_and_of_three_games_at_least() -> None:
    assert len(gzip.compress(FILE.read_bytes(), 9)) < LIGHT
    assert {one["saved"]["game"] for one in PUZZLES} >= {"president", "combat", "politics"}


def test_a_symmetric_move_has_the_share_of_its_twin() -> None:
    """Bots consider one of several face-down cards; an answer with another card is as good."""
    puzzle = next(
        one for one in PUZZLES if one["saved"]["game"] == "combat" and one["exact"] and len(one["choices"]) > 4
    )
    table, seat = saved.load(puzzle["saved"]), puzzle["saved"]["bots"].index(None)
    weighed = puzzles.weigh(table, seat, 0)
    assert weighed is not None
    shares = {one.move: one.share for one in weighed.choices}
    assert set(shares) == {str(move) for move in table.legal(seat)}
    up = next(token for token in next(iter(shares)).split()[2:] if token.isalpha())
    down = [share for move, share in shares.items() if move.split()[2:-1] == [up] and move.split()[-1].isdigit()]
    assert len(down) > 1
    assert len(set(down)) == 1  # all that lie face down are alike


def test_a_position_without_a_clear_choice_is_none() -> None:
    table = hustings.game("president").start(seats=2, seed=7)
    weighed = puzzles.weigh(table, 0, 1, searches=1, iterations=500)
    assert weighed is not None
    assert not weighed.exact
    assert not weighed.is_clear()
    tie = puzzles.Weighed(tuple(puzzles.Choice(move, 0.5, 0.0) for move in "ab"), True)
    assert tie.accepted == ("a", "b")
    assert not tie.is_clear()
    clear = puzzles.Weighed(
        (puzzles.Choice("a", 0.8, 0.01), puzzles.Choice("b", 0.79, 0.01), puzzles.Choice("c", 0.6, 0.02)), False
    )
    assert clear.accepted == ("a", "b")
    assert clear.is_clear()
    unsure = puzzles.Weighed((puzzles.Choice("a", 0.8, 0.01), puzzles.Choice("b", 0.65, 0.05)), False)
    assert unsure.accepted == ("a",)
    assert not unsure.is_clear()


def test_a_tempting_move_is_judged_as_a_review_judges_it() -> None:
    puzzle = next(one for one in PUZZLES if one["exact"])
    table = saved.load(puzzle["saved"])
    found = judged(table, table.read(puzzle["why"]["move"]), "another key")
    assert found is not None
    assert found.best in puzzle["accepted"]
    assert found.loss > 0
    assert found.entry == len(table.log) + 1
    assert found.scores is not None
