"""Results print as a summary of a few lines, show a table in notebooks, and give all numbers as a data frame."""

from __future__ import annotations

from typing import Any

import polars
import pytest

import hustings
from hustings import arena, bots
from hustings.models.evaluation import Scripted, evaluate

SMALL = hustings.game("president", weeks=2, states=2)


def results() -> dict[str, Any]:
    table = hustings.game("president").start(seed=1)
    first = Scripted("first", lambda question: question.look.legal[0])
    return {
        "match": arena.match("president", ["thumb", "random"], 40, workers=1),
        "study": arena.study("president", ["seats"], bot="random", games=40, seats=2, workers=1),
        "analysis": bots.analyse(table, 0, iterations=50),
        "solution": arena.solve(SMALL, iterations=10),
        "induction": arena.backward_induction(SMALL),
        "sample": arena.sample(SMALL, iterations=80, games=16, parts=2, workers=1),
        "evaluation": evaluate(SMALL, [first, "random"], games=2),
    }


@pytest.fixture(scope="module")
def found() -> dict[str, Any]:
    return results()


def test_no_result_prints_everything_it_holds(found: dict[str, Any]) -> None:
    """A match printed 23,653 characters."""
    for result in (*found.values(), found["match"].pairings[0]):
        assert len(repr(result)) < 150
        assert repr(result).startswith(f"<{type(result).__name__} of ")
        assert len(str(result)) < 2000


def test_a_summary_has_the_numbers(found: dict[str, Any]) -> None:
    assert repr(found["match"]) == "<Match of U.S. President: 40 games, fair is 0.500>"
    title, heads, first, _ = str(found["match"]).splitlines()
    assert title == "U.S. President: 40 games, fair is 0.500"
    assert heads.split("  ")[0] == "entrant"
    assert first.split()[:2] == ["thumb", f"{found['match'].standings[0].share:.3f}"]
    assert str(found["analysis"]).endswith("more")
    assert "gain of a best response" in str(found["solution"])
    for name in ("match", "study", "analysis", "solution"):
        page = found[name]._repr_html_()
        assert "<table>" in page
        assert found[name].summary()[1][0] in page


def test_names_are_no_markup() -> None:
    match = arena.match("president", [arena.Entrant("<b>me", 0.0), "random"], 2, workers=1)
    assert "&lt;b&gt;me" in match._repr_html_()


def test_all_numbers_come_as_a_data_frame(found: dict[str, Any]) -> None:
    frames = {name: found[name].frame() for name in ("match", "study", "analysis", "solution")}
    assert all(isinstance(each, polars.DataFrame) for each in frames.values())
    assert len(frames["match"]) == 80
    assert frames["analysis"]["policy"].sum() == pytest.approx(1)
    solution = frames["solution"]
    assert solution.columns == ["set", "seat", "action", "probability"]
    assert solution.group_by("set").agg(polars.col("probability").sum())["probability"].to_list() == pytest.approx(
        [1.0] * found["solution"].tree.information_sets
    )
    assert set(solution["seat"]) == {1, 2}
