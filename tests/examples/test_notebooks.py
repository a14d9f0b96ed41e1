"""The notebooks run from the first cell to the last and show what their texts say."""

from __future__ import annotations

import asyncio
import csv
import importlib.util
import io
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hustings.classes.data import codebook
from tests.examples import sample_class

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "examples" / "notebooks"
Shown = dict[str, Any]


def _first_game(shown: Shown) -> None:
    assert shown["played"].log == ("P1 turn 3", "* DC")
    assert shown["table"].log == ()
    assert shown["refusal"].clause == "EC-3"
    assert sum(shown["kinds"].values()) == 1
    assert shown["finished"].over
    assert shown["same"]


def _first_seat(shown: Shown) -> None:
    assert shown["shares"]["name"].to_list() == ["P1", "P2"]
    assert shown["shares"]["value"].sum() == pytest.approx(1)
    assert shown["mean"] == pytest.approx(0.535, abs=0.04)
    errors = shown["needed"]["error"].to_list()
    assert errors[0] == pytest.approx(2 * errors[1], rel=0.1)
    assert errors[1] == pytest.approx(2 * errors[2], rel=0.1)


def _recount(shown: Shown) -> None:
    exact = shown["exact"]
    assert all(sum(each.values()) == 1 for each in exact.values())
    assert exact["WY"]["lower"] == 0
    assert exact["CA"]["higher"] == 0
    lower = [each["lower"] for each in exact.values()]
    assert lower == sorted(lower)
    worth = dict(zip(shown["worth"]["shown"], shown["worth"]["worth"], strict=True))
    assert worth["WY"] < worth["CA"]


def _policy(shown: Shown) -> None:
    assert shown["curve"]["share"][0] < 0.75 < shown["curve"]["share"][-1]
    newcomer, canvasser, thumb = (shown["results"][level][0] for level in ("random", "canvasser", "thumb"))
    assert newcomer > 0.9
    assert newcomer > canvasser > thumb


def _search(shown: Shown) -> None:
    assert shown["moves"]["visits"].sum() == shown["found"].iterations == 2_000
    assert shown["moves"]["policy"].sum() == pytest.approx(1)
    assert len(shown["found"].line) > 2
    assert len(shown["rollouts"]) == 5
    assert shown["rollouts"]["rollout"].is_between(0, 1).all()


def _small_games(shown: Shown) -> None:
    assert shown["solution"].values == pytest.approx((0.5, 0.5), abs=0.001)
    assert shown["solution"].exploitability < 0.001
    level = dict(shown["levels"].iter_rows())
    assert level["thumb"] > level["chair"] > 0.01
    assert shown["measured"].exploitability < 0.01


def _bargaining(shown: Shown) -> None:
    assert sum(shown["rewards"]) == pytest.approx(0)
    assert shown["deals"]["entry"].str.contains("offer").any()
    assert not shown["deals"]["entry"].str.starts_with("P3 offer").any(), "the third seat is silent"
    assert shown["silence"]["silent"].to_list() == [0, 1, 2]


def _language_models(shown: Shown) -> None:
    replies, refusals = shown["report"]["replies"], shown["report"]["refusals"]
    assert dict(zip(replies.heads, replies.rows[0], strict=True))["refused"] == "3"
    assert dict(zip(refusals.heads, refusals.rows[0], strict=True))["times"] == "3"
    promised = {row[0]: int(row[-1]) for row in shown["report"]["promises"].rows}
    assert promised["friendly"] == len(shown["report"]["words"].rows) > promised["thumb"] == 0


def _learned(shown: Shown) -> None:
    assert shown["odds"]["probability"].sum() == pytest.approx(1)
    assert len(shown["odds"]) == 33
    share = dict(zip(shown["standings"]["entrant"], shown["standings"]["share"], strict=True))
    assert share["learned"] > share["thumb"] > share["random"]


def _class_data(shown: Shown) -> None:
    assert set(shown["tables"]) == {*codebook.FILES, "codebook"}
    assert shown["by_seat"]["share"].sum() == pytest.approx(1)
    assert shown["spread"].shape == (sample_class.GAMES * sample_class.SIZE, 2 + 3)
    assert len(shown["thinking"]) == sample_class.PEOPLE
    games, weeks = sample_class.GAMES, 12
    assert shown["crowded"]["chosen"].sum() == games * sample_class.PEOPLE * weeks
    assert shown["weeks"].drop("state").sum_horizontal().sum() == games * sample_class.PEOPLE * weeks
    assert shown["campaigns"]["week"].max() == weeks
    assert set(shown["campaigns"]["size"]) <= {"small", "medium", "large"}
    tables = games * sample_class.PEOPLE // sample_class.SIZE
    assert set(shown["turned"]["tables"].drop_nulls()) >= {tables}
    assert all(0 <= turned <= tables for turned in shown["turned"]["turned"])
    counts = shown["tables"]["counts"]
    own = counts.filter(counts["rule"] == "one_each").select("game_number", "table", "seat", "total")
    counted = own.join(shown["one_each"], on=["game_number", "table", "seat"])
    assert counted["total"].to_list() == counted["states"].to_list()
    assert shown["foreseen"]["people"].sum() == sample_class.PEOPLE


HOLDS: dict[str, Callable[[Shown], None]] = {
    "first_game": _first_game,
    "first_seat": _first_seat,
    "recount": _recount,
    "policy": _policy,
    "search": _search,
    "small_games": _small_games,
    "bargaining": _bargaining,
    "language_models": _language_models,
    "learned": _learned,
    "class_data": _class_data,
}


def app_of(path: Path) -> Any:
    """Return the app of a notebook."""
    spec = importlib.util.spec_from_file_location(f"notebook_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.app


@pytest.mark.parametrize("name", HOLDS)
def test_notebook(name: str) -> None:
    """A notebook is a Python program; run as one, its cells define what its texts speak of."""
    _, shown = app_of(FOLDER / f"{name}.py").run()
    assert dict(shown), "its cells define names"
    HOLDS[name](dict(shown))


def test_a_notebook_prints_its_results_as_a_program() -> None:
    """Before, `python NOTEBOOK` printed nothing; the page about notebooks shows the same lines."""
    done = subprocess.run([sys.executable, FOLDER / "first_game.py"], capture_output=True, text=True, check=True)
    page = (ROOT / "docs" / "notebooks.md").read_text(encoding="utf-8")
    first, *_, last = (part for part in done.stdout.split("\n\n") if part)
    assert first == "['P1 turn 1', 'P1 turn 2', 'P1 turn 3', 'P1 turn 4', 'P1 turn 5']"
    assert "True" in last
    assert done.stdout.split("(['P1 turn 3'")[0].strip() in page
    footers = {path.name: path.read_text(encoding="utf-8").partition("__main__")[2] for path in FOLDER.glob("*.py")}
    assert [name for name, footer in footers.items() if "print(" not in footer] == []


def test_every_notebook_is_tested_and_on_the_page() -> None:
    """The page about notebooks names each of them."""
    there = sorted(path.stem for path in FOLDER.glob("*.py"))
    page = (ROOT / "docs" / "notebooks.md").read_text(encoding="utf-8")
    assert there == sorted(HOLDS)
    assert [name for name in there if f"`{name}.py`" not in page] == []


def test_the_sample_class_has_the_columns_of_today(tmp_path: Path) -> None:
    """The zip beside the notebooks, and one made now, have the codebook that exports have."""
    fresh = asyncio.run(asyncio.wait_for(sample_class.made(tmp_path, games=1), sample_class.LIMIT))
    for data in (sample_class.PATH.read_bytes(), fresh):
        archive = zipfile.ZipFile(io.BytesIO(data))
        told = csv.reader(archive.read("codebook.csv").decode("utf-8-sig").splitlines()[1:])
        assert [tuple(row) for row in told] == list(codebook.rows(names=False))
        results = list(csv.DictReader(archive.read("results.csv").decode("utf-8-sig").splitlines()))
        assert len(results) % sample_class.PEOPLE == 0
        assert sum(float(row["share"]) for row in results) == pytest.approx(len(results) / sample_class.SIZE)
