"""What each decision lost: `hustings review`."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import pytest

from hustings.cli.reviewing import luck_words
from tests.cli.conftest import Command


def test_the_command_tells_slips_seats_and_figures(hustings: Command, tmp_path: Path) -> None:
    hustings("random", "president", "--seed", "9", "--out", ".")
    log = json.loads((tmp_path / "9.json").read_text("utf-8"))["log"]
    said = hustings("review", "9.json", "--iterations", "100", "--csv", "figures.csv")
    assert said.code == 0
    assert "P1  luck: " in said.out
    assert "accuracy" not in said.out
    assert re.search(r"was better, worth (a|half|most|more)", said.out)
    lines = (tmp_path / "figures.csv").read_text("utf-8").splitlines()
    assert lines[0] == "entry,seat,move,best,share,loss,error,slip,about"
    about = json.loads(next(csv.DictReader(lines))["about"])
    assert (about["game"], about["iterations"], about["seed"]) == ("president", 100, "review")
    assert "hustings" in about["versions"]
    assert len(lines) == 1 + sum(not entry.startswith("* ") for entry in log)
    told = json.loads(hustings("review", "9.json", "--iterations", "100", "--json").out)
    assert len(told["decisions"]) == len(lines) - 1
    assert all(len(entries) <= 3 for entries in told["matters"])


@pytest.mark.parametrize(
    ("gained", "error", "words"),
    [
        (0.04, 0.0, "even"),
        (0.3, 0.2, "even"),
        (0.1, 0.01, "a little lucky (worth a tenth of a game)"),
        (0.5, 0.1, "very lucky (worth half a game)"),
        (-0.25, 0.1, "unlucky (cost a quarter of a game)"),
        (-2.0, 0.1, "very unlucky (cost more than a whole game)"),
    ],
)
def test_luck_is_told_in_words(gained: float, error: float, words: str) -> None:
    assert luck_words(gained, error) == words


def test_what_cannot_be_reviewed_is_one_sentence(hustings: Command) -> None:
    assert hustings("review", "none.json").sentence.startswith("none.json")
    assert "csv" in hustings("review", "9.json", "--csv", "figures.txt").sentence
