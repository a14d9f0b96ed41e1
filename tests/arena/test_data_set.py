"""Data sets: the same games from any number of workers, which replay; an interrupted one goes on."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import hustings
from hustings.arena import data_set, figures
from hustings.bots import LEVELS as LEVELS_OF_BOTS
from hustings.cli.app import run
from hustings.engine.errors import OptionError
from hustings.engine.installed import game_names

DOCS = Path(__file__).resolve().parents[2] / "docs"
GAMES, LEVELS, SEED = 4, ["thumb", "random"], "test"


def test_a_throw_that_decides_nothing_ends_the_game() -> None:
    """In this game the strongest level threw rock against itself for ever (P1 and P2 win as often with either card)."""
    assert data_set.played(hustings.game("combat"), "kingmaker", "2026 0").shares in ((0.0, 1.0), (1.0, 0.0))


def test_the_command_writes_games_that_replay(tmp_path: Path) -> None:
    folder = tmp_path / "set"
    asked = ["dataset", "--out", str(folder), "--games", str(GAMES), "--seed", SEED, "--workers", "1"]
    assert run([*asked, "--levels", ",".join(LEVELS), "--only", "president,politics"]) == 0
    told = json.loads((folder / data_set.MANIFEST).read_text())
    assert (told["seed"], len(told["files"])) == (SEED, 4)
    for one in told["files"]:
        assert one["games"] == GAMES
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
    with pytest.raises(OptionError, match="has 4 games; 5 need another folder"):
        data_set.write(there, ["president"], LEVELS, GAMES + 1, SEED, workers=1)


def test_levels_that_take_long_play_fewer_games_by_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert {name for name, _ in data_set.FEWER} <= set(game_names())
    assert {level for _, level in data_set.FEWER} <= set(LEVELS_OF_BOTS)
    monkeypatch.setattr(data_set, "USUAL", 3)
    monkeypatch.setitem(data_set.FEWER, ("president", "thumb"), 2)
    written = data_set.write(tmp_path, ["president"], LEVELS, None, SEED, workers=1)
    assert [(one["level"], one["games"]) for one in written] == [("thumb", 2), ("random", 3)]


def test_all_levels_play_the_same_deals() -> None:
    deals = [
        [entry for entry in data_set.played(hustings.game("president"), level, "7").log if entry.startswith("*")]
        for level in LEVELS
    ]
    assert deals[0] == deals[1]


def test_the_page_has_the_numbers_of_games_and_the_frozen_digests() -> None:
    page = (DOCS / "howto" / "many-games.md").read_text(encoding="utf-8")
    columns = ("combat", "president", "politics", "mudslinger")
    told = dict[tuple[str, str], int]()
    for levels, *cells in re.findall(r"^\| (`.*`)" + r" \| ([\d,]+) . [\d.]+ s" * len(columns), page, re.MULTILINE):
        for level in re.findall(r"`(\w+)`", levels):
            told |= {(game, level): int(size.replace(",", "")) for game, size in zip(columns, cells, strict=True)}
    assert told == {(game, level): data_set.games_of(game, level) for game in columns for level in LEVELS_OF_BOTS}
    for one in json.loads((DOCS / "data-set.json").read_text(encoding="utf-8"))["files"]:
        stem = one["file"].removesuffix(".parquet")
        assert f"| `{stem}` | {one['entries']:,} | {one['sha256'][:16]} |" in page
