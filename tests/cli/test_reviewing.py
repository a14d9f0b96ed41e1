"""What each decision lost: `hustings review`."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.conftest import Command


def test_the_command_tells_slips_seats_and_figures(hustings: Command, tmp_path: Path) -> None:
    hustings("random", "president", "--seed", "9", "--out", ".")
    log = json.loads((tmp_path / "9.json").read_text("utf-8"))["log"]
    said = hustings("review", "9.json", "--iterations", "100", "--csv", "figures.csv")
    assert said.code == 0
    assert "accuracy" in said.out
    assert any(name in said.out for name in ("blunder", "mistake", "inaccuracy"))
    lines = (tmp_path / "figures.csv").read_text("utf-8").splitlines()
    assert lines[0] == "entry,seat,move,best,share,loss,error,slip"
    assert len(lines) == 1 + sum(not entry.startswith("* ") for entry in log)
    told = json.loads(hustings("review", "9.json", "--iterations", "100", "--json").out)
    assert len(told["decisions"]) == len(lines) - 1


def test_what_cannot_be_reviewed_is_one_sentence(hustings: Command) -> None:
    assert hustings("review", "none.json").sentence.startswith("none.json")
    assert "csv" in hustings("review", "9.json", "--csv", "figures.txt").sentence
