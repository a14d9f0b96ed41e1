"""Long commands show how long they take: bars on a terminal, lines elsewhere, never on stdout."""

from __future__ import annotations

import io
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

import pytest

from hustings.cli import progress
from tests.cli.conftest import Command


class Stream(io.StringIO):
    """A stream that can be waited for."""

    def __init__(self) -> None:
        super().__init__()
        self.written = threading.Event()

    def write(self, text: str) -> int:
        count = super().write(text)
        if "left" in text:
            self.written.set()
        return count


def test_without_a_terminal_a_line_tells_what_is_left() -> None:
    stream = Stream()
    with progress.lines(stream, every=0.01) as tell:
        tell("boss : thumb", 0, 200)
        tell("boss : thumb", 50, 200)
        assert stream.written.wait(30)
    assert "boss : thumb: 50 of 200, about " in stream.getvalue()
    with progress.lines(stream, every=1e6) as tell:
        tell("another", 0, 1)
    assert "another" not in stream.getvalue()


@pytest.mark.parametrize(
    ("done", "whole", "seconds", "new", "told"),
    [
        (0, 200, 5.0, 0, "x: 0 of 200"),
        (100, 200, 30.0, 50, "x: 100 of 200, about 1 min 0 s left"),
        (1, 2, 9.0, 1, "x: 1 of 2, about 9 s left"),
        (1, 1000, 60.0, 1, "x: 1 of 1000, about 16 h 39 min left"),
    ],
)
def test_what_a_line_says(done: int, whole: int, seconds: float, new: int, told: str) -> None:
    assert progress.line("x", done, whole, seconds, new) == told


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
    """From before the first game to the last, every ten seconds, and nothing in between."""
    said: list[tuple[str, int, int]] = []

    @contextmanager
    def listened(stream: TextIO, every: float = progress.EVERY) -> Iterator[progress.Tell]:
        assert every == 10
        yield lambda *one: said.append(one)

    monkeypatch.setattr(progress, "lines", listened)
    found = hustings(*words)
    assert (found.code, found.err) == (0, "")
    assert [done for _, done, _ in said][0::2] == [0] * (len(said) // 2)
    assert all(done == whole > 0 for _, done, whole in said[1::2])
    assert said
