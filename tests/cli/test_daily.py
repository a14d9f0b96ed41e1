"""`hustings daily` with its input scripted: one try, written down before the first card, and verified."""

from __future__ import annotations

import datetime
import json
import re
from pathlib import Path

import pytest

from hustings import daily as ballots
from hustings.cli import daily
from hustings.engine.folders import data_folder
from tests.cli.conftest import Command

FIRST_MOVES = "1\n" * 200
A_SUNDAY = 7  # Combat, the quickest
ELECTORS = 145  # of U.S. President
RECOUNTED = 1  # with the first moves, the scores add up to more electors


def on(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """Let it be the day of a ballot."""

    class Day(datetime.date):
        @classmethod
        def today(cls) -> Day:
            day = ballots.date_of(number)
            return cls(day.year, day.month, day.day)

    monkeypatch.setattr(daily, "date", Day)


@pytest.fixture(autouse=True)
def _own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HUSTINGS_DATA", str(tmp_path / "data"))


def kept(number: int) -> Path:
    return data_folder() / "ballots" / f"{number}.json"


def test_a_ballot_is_played_verified_and_not_played_again(hustings: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    on(monkeypatch, A_SUNDAY)
    said = hustings("daily", "--name", "Ann", typed=FIRST_MOVES)
    assert (said.code, said.err) == (0, "")
    last = said.out.splitlines()[-1]
    assert last.startswith("Hustings 7, Electoral College Combat: ")
    assert last.endswith(" Streak 1.")
    assert "You  " in said.out
    assert "Party boss  " in said.out
    checked = hustings("daily", "verify", kept(A_SUNDAY))
    assert checked.code == 0
    assert "those of ballot 7." in checked.out
    assert "does not prove that it was the first try" in checked.out
    again = hustings("daily", typed=FIRST_MOVES)
    assert again.out.splitlines()[-1] == last
    assert "At the table" not in again.out


def test_no_line_has_more_electors_than_exist(hustings: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    on(monkeypatch, RECOUNTED)
    said = hustings("daily", "--name", "Ann", typed=FIRST_MOVES)
    outcomes = re.findall(r"(?:won|lost|shared it) (\d+) to (\d+) and (\d+)", said.out)
    assert len(outcomes) == len(ballots.field(RECOUNTED)) + 2  # each level, the person, and the line to share
    assert [one for one in outcomes if sum(map(int, one)) > ELECTORS] == []
    saved = json.loads(kept(RECOUNTED).read_text("utf-8"))
    assert sum(saved["result"]["scores"]) > ELECTORS  # by UP-12
    assert outcomes[-1] == outcomes[-2] == ("0", "145", "0")


def test_a_ballot_is_written_down_before_its_first_card(hustings: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    on(monkeypatch, A_SUNDAY)
    said = hustings("daily", typed="quit\n")
    assert said.out.endswith("Kept; go on with: hustings daily\n")
    begun = json.loads(kept(A_SUNDAY).read_text("utf-8"))
    assert (begun["daily"], begun["log"], begun["on_time"]) == (7, [], True)
    hustings("daily", typed="1\n1\nquit\n")
    log = json.loads(kept(A_SUNDAY).read_text("utf-8"))["log"]
    assert sum(entry.startswith("P1 ") for entry in log) == 2
    whole = hustings("daily", typed=FIRST_MOVES)
    assert "The end" in whole.out
    assert json.loads(kept(A_SUNDAY).read_text("utf-8"))["log"][: len(log)] == log


def test_an_earlier_ballot_is_late_and_a_later_one_refused(hustings: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    on(monkeypatch, A_SUNDAY + 1)
    said = hustings("daily", "--number", "7", typed=FIRST_MOVES)
    assert said.out.splitlines()[-1].endswith(" Late.")
    refused = hustings("daily", "--number", "9")
    assert refused.sentence == "ballot 9 is not out yet; today's is 8"


def test_a_changed_file_is_refused(hustings: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    on(monkeypatch, A_SUNDAY)
    hustings("daily", typed="1\n1\nquit\n")
    data = json.loads(kept(A_SUNDAY).read_text("utf-8"))
    at = next(at for at, entry in enumerate(data["log"]) if entry.startswith("* "))
    data["log"][at] = "* TX" if data["log"][at] != "* TX" else "* CA"
    kept(A_SUNDAY).write_text(json.dumps(data), "utf-8")
    assert hustings("daily", "verify", kept(A_SUNDAY)).sentence
    assert "the ballot gives" in hustings("daily", typed=FIRST_MOVES).sentence
