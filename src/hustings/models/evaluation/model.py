"""Language models as entrants: the questions they get, the replies they give, and a model that replies by a script."""

from __future__ import annotations

import json
import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hustings.engine.errors import OptionError
from hustings.models.evaluation.table_seat import TableSeat
from hustings.models.looking import Look

WAIT = "wait"  # the reply of a seat that makes no move, if it need not move
MOST_KEPT = 20_000  # the most characters of a reply that are stored and shown to the model again
MOST_NOTE = 600  # the most characters of the note that a model writes for itself
OBJECTS = re.compile(r"\{[^{}]*\}")
PLACE = re.compile(r"<(\d+)>")


@dataclass(frozen=True)
class Refusal:
    """A refused reply: its text, the clause that forbids it ("" if it was no move at all) and an explanation."""

    reply: str
    clause: str
    text: str

    def __str__(self) -> str:
        return f"{self.text} ({self.clause})" if self.clause else self.text


@dataclass(frozen=True)
class Question:
    """A question to a model; it contains only what the model's seat may know.

    Attributes:
        rules: The rules under the table's options.
        look: The table, the events since the last question, and the legal moves.
        note: The note that the model wrote for itself in its previous reply.
        refusals: The earlier replies to this question, which were refused.
        number: The number of replies that the model has given in this game.
    """

    rules: str
    look: Look
    note: str
    refusals: tuple[Refusal, ...]
    number: int

    def as_dict(self) -> dict[str, Any]:
        refusals = [vars(refusal) for refusal in self.refusals]
        return {"rules": self.rules, **self.look.model_dump(), "note": self.note, "refusals": refusals}


@dataclass(frozen=True)
class Reply:
    """A model's reply.

    Attributes:
        text: The reply in full.
        tokens: The numbers of tokens read and written, or None if the model does not count them.
        seconds: The time that the model took, without earlier attempts and pauses; None to count the whole call.
        reasoning: The model's thoughts, if its endpoint returns them apart.
        finish: The reason why the model stopped, such as "stop" or "length"; "" if it is unknown.
    """

    text: str
    tokens: tuple[int, int] | None = None
    seconds: float | None = None
    reasoning: str = ""
    finish: str = ""

    @property
    def parts(self) -> dict[str, Any]:
        """The last JSON object in the text that has a move; without such an object, the last line is the move."""
        for found in [self.text, *reversed(OBJECTS.findall(self.text))]:
            try:
                read = json.loads(found)
            except ValueError:
                continue
            if isinstance(read, dict) and isinstance(read.get("move"), str):
                return read
        lines = [line.strip(" `*.") for line in self.text.splitlines() if line.strip(" `*.")]
        return {"move": lines[-1] if lines else ""}


def kept(text: str) -> str:
    """Return a text as it is stored: without what exceeds MOST_KEPT characters."""
    return text if len(text) <= MOST_KEPT else f"{text[:MOST_KEPT]} [... {len(text):,} characters in all]"


class Model(ABC):
    """A language model at a table; most subclasses define `ask` only."""

    def __init__(self, name: str) -> None:
        self.name = name

    def follow(self, seat: TableSeat) -> None:  # noqa: B027  # optional
        """Receive the current state of the seat: at a game's start, after each move and at the game's end."""

    @abstractmethod
    def ask(self, question: Question) -> Reply:
        """Reply to a question about the seat of the latest `follow`."""

    def refuse(self, refusal: Refusal) -> None:  # noqa: B027  # optional
        """Receive the reason why the last reply was refused; the next question repeats the reason."""

    def close(self) -> None:  # noqa: B027  # optional
        """Close the connection after the last game."""


class Scripted(Model):
    """A model whose replies are a function of the question."""

    def __init__(self, name: str, reply: Callable[[Question], Reply | str]) -> None:
        super().__init__(name)
        self._reply = reply

    def ask(self, question: Question) -> Reply:
        reply = self._reply(question)
        return Reply(reply) if isinstance(reply, str) else reply


def script(name: str, path: str) -> Scripted:
    """Return a model that replies with the lines of a file in turn; <0> is the first legal move, <1> the second.

    Raises:
        OptionError: The file cannot be read or is empty.
    """
    try:
        lines = Path(path).read_text("utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise OptionError(f"{path}: cannot read this script: {error}") from None
    if not lines:
        raise OptionError(f"{path}: a script needs a line")

    def reply(question: Question) -> str:
        legal = question.look.legal
        return PLACE.sub(lambda found: legal[int(found[1]) % len(legal)], lines[question.number % len(lines)])

    return Scripted(name, reply)
