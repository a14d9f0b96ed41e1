"""Notation: the one text form of every move and chance outcome, both ways."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from hustings.engine.errors import NotationError
from hustings.engine.record import Row
from hustings.engine.rulebook import Rulebook

_SEAT = re.compile(r"P([1-9]\d?)")
_MARKS = re.compile(r"""["'\\]|[^ -~]""")  # where more than blanks part words, or may
CHANCE_MARK = "* "
LONGEST = 200  # characters of one entry
LONGEST_REMARK = 60  # characters of a free text that rides along


@dataclass(frozen=True, slots=True)
class Move:
    """One move of a seat. `str(move)` is its notation.

    Attributes:
        seat: The seat that makes it, counted from 0.
        action: Its action id in this game.
        text: Its notation, such as "P1 turn 3".
        remark: Free text that comes with it and has no effect, where a game allows one.

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
        """The first word after the seat."""
        return self.text.split(" ", 2)[1]

    @property
    def args(self) -> tuple[str, ...]:
        """The words after the verb."""
        return tuple(_words(self.text)[2:])

    def as_dict(self) -> dict[str, Any]:
        """The move as JSON: text, seat (from 0), verb, args, action."""
        return {
            "text": self.text,
            "seat": self.seat,
            "verb": self.verb,
            "args": list(self.args),
            "action": self.action,
        }


def _words(text: str) -> list[str]:
    """The words of a move, a quoted text being one; ValueError where quotation marks do not close."""
    return shlex.split(text) if _MARKS.search(text) else text.split()


def seat_label(seat: int) -> str:
    """P1 for seat 0."""
    return f"P{seat + 1}"


def write_move(book: Rulebook, row: Row, seat: int, action: int) -> Move:
    """The move of `seat` that `action` stands for."""
    written = book.written.setdefault(seat, {})
    known = written.get(action)
    if known is None:
        known = Move(seat, action, f"P{seat + 1} {book.write_move(row, action)}")
        if book.moves.static(action):
            written[action] = known
    return known


def write_moves(book: Rulebook, row: Row, seat: int, actions: Iterable[int]) -> tuple[Move, ...]:
    """The moves of `seat` that actions stand for: a server lists them for every move."""
    try:
        return tuple(map(book.written[seat].__getitem__, actions))
    except KeyError:  # one has not been written yet, or reads as the record is
        return tuple([write_move(book, row, seat, action) for action in actions])


def read_move(book: Rulebook, row: Row, text: str) -> Move:
    """The move a text stands for at this table.

    Raises NotationError when the text is none: no seat, an unknown verb, a card or place that does not exist.
    """
    if len(text) > LONGEST:
        raise NotationError("engine.move_too_long", length=len(text), most=LONGEST)
    try:
        parts = _words(text)
    except ValueError:
        raise NotationError("engine.open_quotation", text=text) from None
    seats = int(row.array[book.schema.seats_field][0])
    match = _SEAT.fullmatch(parts[0]) if parts else None
    if match is None or int(match[1]) > seats:
        raise NotationError("engine.not_a_seat", text=text, last=seat_label(seats - 1))
    if len(parts) < 2:
        raise NotationError("engine.nothing_follows", text=text)
    seat = int(match[1]) - 1
    verb, args = parts[1], parts[2:]
    before = book.moves.remarks.get(verb)
    remark = _clean(args.pop()) if before is not None and len(args) == before + 1 else ""
    move = write_move(book, row, seat, book.read_move(row, verb, args))
    return replace(move, text=f'{move.text} "{remark}"', remark=remark) if remark else move


def _clean(remark: str) -> str:
    """A free text as it may ride along: one line without quotation marks, at most LONGEST_REMARK characters."""
    text = " ".join(remark.split())
    if len(text) > LONGEST_REMARK or not text.isprintable() or set(text) & set('"\\'):
        raise NotationError("engine.remark", length=len(text), most=LONGEST_REMARK)
    return text


def outcome_text(text: str) -> str:
    """A chance outcome without the leading "* " of a log entry, its words one blank apart."""
    return " ".join(text.removeprefix(CHANCE_MARK).split())


def read_outcome(book: Rulebook, row: Row, text: str) -> int:
    """The outcome a text stands for, with or without the leading "* "; NotationError when it is none.

    A text that names another seat than the one it would go to is read all the same: the caller compares
    `write_outcome`'s text.
    """
    bare = outcome_text(text)
    if len(bare) > LONGEST:
        raise NotationError("engine.outcome_too_long", length=len(bare), most=LONGEST)
    if not bare:
        raise NotationError("engine.no_such_outcome", text=text, forms=[])
    return book.read_outcome(row, bare)
