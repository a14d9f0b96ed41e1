"""Moves, and the labels of seats such as P1."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass
from typing import Any

_MARKS = re.compile(r"""["'\\]|[^ -~]""")  # with such a character, splitting at blanks is not enough
CHANCE_MARK = "* "
LONGEST = 200  # the most characters of a log entry
LONGEST_REMARK = 60  # the most characters of the free text of a move


@dataclass(frozen=True, slots=True)
class Move:
    """One move of a seat. `str(move)` is its notation.

    Attributes:
        seat: The seat that makes it, counted from 0.
        action: Its action id in this game.
        text: Its notation, such as "P1 turn 3".
        remark: A free text that comes with the move and has no effect, in games that allow one.

    Examples:
        >>> import hustings
        >>> move = hustings.game("combat").start(seats=2, seed=7).legal(0)[2]
        >>> str(move), move.verb, move.args
        ('P1 turn 3', 'turn', ('3',))
    """

    seat: int
    action: int
    text: str
    remark: str = ""

    def __str__(self) -> str:
        return self.text

    @property
    def verb(self) -> str:
        """The verb: the first word after the seat."""
        return self.text.split(" ", 2)[1]

    @property
    def args(self) -> tuple[str, ...]:
        """The words after the verb."""
        return tuple(words(self.text)[2:])

    def as_dict(self) -> dict[str, Any]:
        """Return the move as JSON: text, seat (from 0), verb, args, action."""
        return {
            "text": self.text,
            "seat": self.seat,
            "verb": self.verb,
            "args": list(self.args),
            "action": self.action,
        }


def words(text: str) -> list[str]:
    """Split a move into words, with a quoted text as one word; raise ValueError if a quotation mark is not closed."""
    return shlex.split(text) if _MARKS.search(text) else text.split()


def seat_label(seat: int) -> str:
    """Return the label of a seat: P1 for seat 0."""
    return f"P{seat + 1}"
