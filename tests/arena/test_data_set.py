"""Data sets: the same games from any number of workers, which replay; an interrupted one goes on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import hustings
from hustings.arena import data_set, figures
from hustings.cli.app import run
from hustings.engine.errors import OptionError

GAMES, LEVELS, SEED = 4, ["thumb", "random"], "test"


def test_the_command_writes_games_that_replay(tmp_path: Path) -> None:
    folder = tmp_path / "set"
    asked = ["dataset", "--out", str(folder), "--games", str(GAMES), "--seed", SEED, "--workers", "1"]
    assert run([*asked, "--levels", ",".join(LEVELS), "--only", "president,politics"]) == 0
    told = json.loads((folder / data_set.MANIFEST).read_text())
    assert (told["seed"], told["games"], len(told["files"])) == (SEED, GAMES, 4)
    for one in told["files"]:
        rows = figures.rows(folder / one["file"])
        assert [row["seed"] for row in rows] == [f"{SEED} {number}" for number in range(GAMES)]
        assert one["entries"] == sum(row["entries"] for row in rows)
        for row in rows:
            log = row["log"].split("\n")
            table = hustings.game(one["game"]).start(seats=one["seats"], chance="asked")
            for entry in log:
                table.enter(entry)
            assert table.result is not None
            assert list(map(float, table.result.shares)) == row["shares"]
            assert list(map(float, table.result.scores)) == row["scores"]


def test_processes_play_the_same_games_and_an_interrupted_set_goes_on(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    for folder in (here, there):
        folder.mkdir()
    whole = data_set.write(here, ["president"], LEVELS, GAMES, SEED, workers=1)
    data_set.write(there, ["president"], LEVELS[:1], GAMES, SEED, workers=2)
    kept = (there / "president-thumb.parquet").stat().st_mtime_ns
    assert data_set.write(there, ["president"], LEVELS, GAMES, SEED, workers=2) == whole
    assert (there / "president-thumb.parquet").stat().st_mtime_ns == kept
    with pytest.raises(OptionError, match="holds another data set"):
        data_set.write(there, ["president"], LEVELS, GAMES, "other", workers=1)


def test_all_levels_play_the_same_deals() -> None:
    deals = [
        [entry for entry in data_set.played(hustings.game("president"), level, "7").log if entry.startswith("*")]
        for level in LEVELS
    ]
    assert deals[0] == deals[1]
