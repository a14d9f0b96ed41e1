"""A saved game counted again: `hustings debrief`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Command
from tests.games import NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_finished_game_is_counted_by_every_rule(hustings: Command, name: str) -> None:
    hustings("random", name, "--seed", "4", "--out", ".")
    told = json.loads(hustings("debrief", "--json", "4.json").out)
    said = hustings("debrief", "4.json")
    assert (said.code, said.err) == (0, "")
    assert said.out.endswith(told["caution"]["text"] + "\n")
    for count in [told["played"], *told["others"]]:
        assert count["name"].split()[0] in said.out
        assert len(count["totals"]) == len(told["sides"])


def test_a_game_that_goes_on_is_refused_in_a_sentence(hustings: Command, tmp_path: Path) -> None:
    hustings("random", "combat", "--seed", "4", "--out", ".")
    saved = json.loads((tmp_path / "4.json").read_text("utf-8"))
    (tmp_path / "begun.json").write_text(json.dumps({**saved, "log": saved["log"][:5], "result": {}}), "utf-8")
    assert hustings("debrief", "begun.json").sentence == (
        "begun.json: only a finished game with a map can be counted again."
    )
    assert hustings("debrief", "none.json").sentence.startswith("none.json")
