"""The ladder follows from result files that anybody can add, and refuses files that prove nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import ladder
from hustings import arena


@pytest.fixture
def levels(tmp_path: Path) -> Path:
    """A result file of three levels."""
    path = tmp_path / "levels.jsonl"
    arena.match("president", ["thumb", "canvasser", "random"], 40, keep=path, seed="levels")
    return path


def test_a_file_of_results_makes_a_table(levels: Path) -> None:
    page = ladder.page([levels])
    rows = [line.split(" | ") for line in page.splitlines() if line.startswith("| ") and "(`" in line]
    assert [row[0] for row in rows] == [
        "| Ward captain (`thumb`)",
        "| Canvasser (`canvasser`)",
        "| Newcomer (`random`)",
    ]
    ratings = [int(row[1]) for row in rows]
    assert ratings == sorted(ratings, reverse=True)
    assert abs(sum(ratings)) <= 1
    for row, rating in zip(rows, ratings, strict=True):
        low, high = map(int, row[2].split(" to "))
        assert low < rating < high
        assert row[3] == "80 |"


def test_others_add_their_bots(levels: Path, tmp_path: Path) -> None:
    """The bot itself is not needed to read the file; its games join the same table."""
    theirs = tmp_path / "theirs.jsonl"
    bot = "tests.arena.matches.players:first_legal"
    arena.match("president", [bot, "random"], 20, keep=theirs, seed="theirs", workers=1)
    theirs.write_text(theirs.read_text("utf-8").replace(bot, "elsewhere:bot"), "utf-8")
    page = ladder.page([levels, theirs])
    assert page.count("\n## U.S. President") == 1
    assert "| `elsewhere:bot` |" in page
    apart = tmp_path / "apart.jsonl"
    apart.write_text(theirs.read_text("utf-8").replace('"random"', '"elsewhere:friend"'), "utf-8")
    with pytest.raises(ValueError, match="no chain of games leads"):
        ladder.page([levels, apart])
    arena.match("president", ["thumb", "random"], 12, keep=tmp_path / "three.jsonl", seats=3)
    assert "## U.S. President, 3 players" in ladder.page([levels, tmp_path / "three.jsonl"])


def test_smaller_games_have_tables_of_their_own(levels: Path, tmp_path: Path) -> None:
    path = tmp_path / "small.jsonl"
    arena.match("president", ["thumb", "random"], 20, keep=path, weeks=2, states=3)
    page = ladder.page([levels, path])
    assert "## U.S. President, 2 players\n" in page
    assert "## U.S. President, 2 players, weeks 2, states 3\n" in page


@pytest.mark.parametrize(
    ("before", "after", "complaint"),
    [
        ('"rules":"', '"rules":"9', "rules 9. instead of"),
        ('"options":{', '"options":{"nonsense":"1",', "nonsense"),
        ('"weights":[[[', '"weights":[[[5,', "is no result file"),
        ('"weights":[[[1,', '"weights":[[[-1,', "is no result file: the shares fit no game"),
        ("{", "[", "is no result file"),
    ],
)
def test_files_that_prove_nothing_are_refused(levels: Path, before: str, after: str, complaint: str) -> None:
    text = levels.read_text("utf-8")
    assert before in text
    levels.write_text(text.replace(before, after, 1), "utf-8")
    with pytest.raises(ValueError, match=complaint):
        ladder.page([levels])


def test_the_same_deals_count_once(levels: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.jsonl"
    copy.write_bytes(levels.read_bytes())
    with pytest.raises(ValueError, match="was played twice on the deals of seed 'levels'"):
        ladder.page([levels, copy])


def test_the_page_is_that_of_its_files() -> None:
    files = sorted(ladder.FOLDER.glob("*.jsonl"))
    assert ladder.PAGE.read_text("utf-8") == ladder.page(files)
    games = {json.loads(path.read_text("utf-8").splitlines()[0])["game"] for path in files}
    assert games == {"combat", "mudslinger", "politics", "president"}
