"""Long commands show how long they take: bars on a terminal, lines elsewhere, never on stdout."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from rich.progress import Progress

from hustings.cli import matching, progress, studying
from tests.cli.conftest import LIMIT, Command


def test_without_a_terminal_a_line_tells_what_is_left(capsys: pytest.CaptureFixture[str]) -> None:
    said = ""
    with progress.bars(every=0.01) as tell:
        for done in (100, 150, 160):
            tell("boss : thumb", done, 200)
        until = time.monotonic() + LIMIT
        while "left" not in said and time.monotonic() < until:
            time.sleep(0.01)
            said += capsys.readouterr().err
        tell("boss : thumb", 200, 200)
    assert "boss : thumb: 160 of 200, about 0:00:0" in said
    with progress.bars() as tell:
        tell("another", 0, 1)
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("pieces", "told"),
    [
        ([(0, 0)], "x: 100 of 200"),
        ([(0, 10), (10, 10), (20, 10)], "x: 130 of 200, about 0:01:10 left"),
        ([(0, 1), (3600, 1)], "x: 102 of 200, about 4 days, 2:00:00 left"),
    ],
    ids=["none", "minutes", "days"],
)
def test_what_a_line_says(pieces: list[tuple[int, int]], told: str) -> None:
    """The work that a stopped command had done before says nothing about the speed."""
    clock = [0.0]
    shown = Progress(get_time=lambda: clock[0], disable=True, speed_estimate_period=progress.WINDOW)
    task = shown.add_task("x", total=200, completed=100)
    for seconds, done in pieces:
        clock[0] = float(seconds)
        shown.advance(task, done)
    assert progress.line(shown.tasks[0]) == told


def test_a_terminal_shows_a_bar_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    with progress.bars(terminal=True) as tell:
        tell("boss : thumb", 0, 200)
    out, err = capsys.readouterr()
    assert out == ""
    assert "boss : thumb" in err
    assert "0/200" in err


@pytest.mark.parametrize(
    "words",
    [
        ("match", "president", "--seats", "thumb,random", "--games", "4"),
        ("study", "president", "--seats", "--bot", "random", "--games", "4", "--players", "2"),
    ],
    ids=["match", "study"],
)
def test_commands_tell_their_progress(
    hustings: Command, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    """From before the first game to the last."""
    said: list[tuple[str, int, int]] = []

    @contextmanager
    def listened() -> Iterator[Any]:
        yield lambda *one: said.append(one)

    for command in (matching, studying):
        monkeypatch.setattr(command, "bars", listened)
    found = hustings(*words)
    assert (found.code, found.err) == (0, "")
    assert [done for _, done, _ in said][0::2] == [0] * (len(said) // 2)
    assert all(done == whole > 0 for _, done, whole in said[1::2])
    assert said
