"""The measurements of the search: what is counted, and that the report prints; no figure is held to a clock."""

from __future__ import annotations

import io
import sys

import _search as search_bench
import pytest
from rich.console import Console


def printed(seconds: float = 0.001) -> list[list[str]]:
    """The report on one game, its lines in cells."""
    console = Console(file=io.StringIO(), width=200)
    search_bench.report_search(["president"], seconds, console)
    assert isinstance(console.file, io.StringIO)
    return [line.split("  ") for line in console.file.getvalue().splitlines()]


def test_a_pace_is_what_was_done_by_the_time_it_took(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock of our own: every search takes a second."""
    now = 0.0

    def run() -> int:
        nonlocal now
        now += 1.0
        return 300

    monkeypatch.setattr(search_bench.time, "process_time", lambda: now)
    one, other = (search_bench.Pace("sample", 20.0, run) for _ in range(2))
    search_bench.measured([one, other], 10.0)
    assert (one.iterations, one.seconds) == (other.iterations, other.seconds) == (3000, 10.0)
    assert (one.rate, one.decisions) == (300.0, 6000.0)


def test_the_report_sets_our_search_beside_openspiels() -> None:
    text = "\n".join("  ".join(line) for line in printed())
    for wanted in ("president", "MCTS at hex 7x7", "ISMCTS at gin rummy", "Ratio of decisions per second"):
        assert wanted in text
    told = {line.split()[0]: line.split() for line in text.splitlines() if line.strip()}
    assert [float(ratio) > 0 for ratio in told["president"][1:]] == [True, True]


def test_our_search_makes_the_iterations_it_is_asked_for() -> None:
    pace = search_bench.our_pace("president")
    assert pace.run() == search_bench.OURS
    assert pace.length == 24


def test_a_first_choice_between_moves_that_come_to_the_same_is_passed_over() -> None:
    """In Combat all five places lie face down at first: any of them will do, and nothing is searched."""
    assert search_bench.our_pace("combat").run() == search_bench.OURS


def test_without_openspiel_the_report_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    assert "OpenSpiel (pyspiel) is not installed, so there is no search to compare with." in printed()[-1]
