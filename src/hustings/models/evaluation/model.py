"""Language models as entrants: what a model is asked, what it replies, and a scripted one."""

from __future__ import annotations

import json
import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hustings.engine.errors import OptionError
from hustings.engine.game import Table
from hustings.models.evaluation.table_seat import TableSeat
from hustings.models.looking import Look

WAIT = "wait"  # instead of a move, if the seat need not move
MOST_NOTE = 600  # characters that a model may leave for itself
OBJECTS = re.compile(r"\{[^{}]*\}")
PLACE = re.compile(r"<(\d+)>")


@dataclass(frozen=True)
class Refusal:
    """A reply that was refused: its text, the clause ("" if the reply was no move) and a sentence."""

    reply: str
    clause: str
    text: str

    def __str__(self) -> str:
        return f"{self.text} ({self.clause})" if self.clause else self.text


@dataclass(frozen=True)
class Question:
    """A question to a model, with nothing but what its seat may know.

    Attributes:
        rules: The rules under the table's options.
        look: The table, the events since the last question, and the legal moves.
        note: What the model's last reply left for itself.
        refusals: The earlier replies to this question.
        number: How many replies the model has given in this game.
    """

    rules: str
    look: Look
    note: str
    refusals: tuple[Refusal, ...]
    number: int

    def as_dict(self) -> dict[str, Any]:
        """Return the question as JSON."""
        refusals = [vars(refusal) for refusal in self.refusals]
        return {"rules": self.rules, **self.look.model_dump(), "note": self.note, "refusals": refusals}


@dataclass(frozen=True)
class Reply:
    """A model's reply.

    Attributes:
        text: The reply in full.
        tokens: Tokens read and written, if the model counts them.
    """

    text: str
    tokens: tuple[int, int] | None = None

    @property
    def parts(self) -> dict[str, Any]:
        """The last JSON object of the text with a move, else the last line as the move."""
        for found in [self.text, *reversed(OBJECTS.findall(self.text))]:
            try:
                read = json.loads(found)
            except ValueError:
                continue
            if isinstance(read, dict) and isinstance(read.get("move"), str):
                return read
        lines = [line.strip(" `*.") for line in self.text.splitlines() if line.strip(" `*.")]
        return {"move": lines[-1] if lines else ""}


class Model(ABC):
    """A language model at the table; most need no more than `ask`."""

    def __init__(self, name: str) -> None:
        self.name = name

    def follow(self, seat: TableSeat, table: Table) -> None:  # noqa: B027  # optional
        """Take a seat, or see that a move was made or the game is over."""

    @abstractmethod
    def ask(self, question: Question) -> Reply:
        """Reply to a question of the seat that was taken last."""

    def refuse(self, refusal: Refusal) -> None:  # noqa: B027  # optional
        """See that the last reply was refused; the next question has the refusal, too."""

    def close(self) -> None:  # noqa: B027  # optional
        """End the connection after the last game."""


class Scripted(Model):
    """A model whose replies are a function of the question."""

    def __init__(self, name: str, reply: Callable[[Question], Reply | str]) -> None:
        super().__init__(name)
        self._reply = reply

    def ask(self, question: Question) -> Reply:
        """Return the function's reply."""
        reply = self._reply(question)
        return Reply(reply) if isinstance(reply, str) else reply


def script(name: str, path: str) -> Scripted:
    """Return a model that replies with the lines of a file in turn; <0> is the first legal move, <1> the second.

    Raises:
        OptionError: The file cannot be read or is empty.
    """
    try:
        lines = Path(path).read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise OptionError(f"{path}: cannot read this script: {error}") from None
    if not lines:
        raise OptionError(f"{path}: a script needs a line")

    def reply(question: Question) -> str:
        legal = question.look.legal
        return PLACE.sub(lambda found: legal[int(found[1]) % len(legal)], lines[question.number % len(lines)])

    return Scripted(name, reply)
