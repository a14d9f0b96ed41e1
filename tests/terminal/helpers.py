"""A session on paper: what is typed is scripted, what is shown is kept."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable

from rich.console import Console
from rich.text import Text

from hustings import Table
from hustings.terminal.seats import Chair, chairs
from hustings.terminal.session import Session

CURTAIN = "Nobody else looks? Then press Enter. "
Reader = Callable[[str], str]


class Paper(Console):
    """A console that keeps what is printed; while `hush` says so, it prints nothing."""

    def __init__(self, width: int = 100, **how: object) -> None:
        super().__init__(file=io.StringIO(), width=width, height=50, **how)  # type: ignore[arg-type]
        self.hush: Callable[[], bool] = lambda: False

    def print(self, *what: object, **how: object) -> None:
        if not self.hush():
            super().print(*what, **how)  # type: ignore[arg-type]

    @property
    def text(self) -> str:
        """Everything so far."""
        assert isinstance(self.file, io.StringIO)
        return self.file.getvalue()


class Sitting:
    """One session with its paper.

    read    answers a prompt; raises EOFError where nothing more is typed.
    loud    after so many prompts nothing is printed until the game is over: drawing takes longer than playing.
    parts   what was printed before each prompt, with the prompt.
    """

    def __init__(
        self,
        table: Table,
        read: Reader,
        bots: Iterable[str] = (),
        people: Iterable[str] = (),
        loud: int = 10_000,
        paper: Paper | None = None,
    ) -> None:
        self.table = table
        self.paper = paper or Paper()
        self.parts: list[tuple[str, str]] = []
        self._done = 0  # characters in the parts
        self.answer = read
        self.paper.hush = lambda: len(self.parts) >= loud and not table.over
        seats: tuple[Chair, ...] = chairs(table.seats, list(bots), list(people))
        self.session = Session(table, seats, self.paper, key="a test", read=self._read)

    def _read(self, prompt: Text) -> str:
        text = self.paper.text
        self.parts.append((text[self._done :], prompt.plain))
        self._done = len(text)
        return self.answer(prompt.plain)

    def play(self) -> bool:
        return self.session.play()

    @property
    def text(self) -> str:
        return self.paper.text


def typed(*lines: str) -> Reader:
    """Answers one line after the other, then ends the input; curtains are passed with Enter."""
    left = list(lines)

    def read(prompt: str) -> str:
        if prompt == CURTAIN:
            return ""
        if not left:
            raise EOFError
        return left.pop(0)

    return read
