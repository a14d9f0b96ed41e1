"""Notation: the one text form of every move and chance outcome, both ways."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, overload

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


class LegalMoves(Sequence[Move]):
    """The legal moves of a seat, in the order of their action ids; a move is made when somebody asks for it.

    It stays as it is while the game goes on, and equals a tuple of the same moves.

    Examples:
        >>> import hustings
        >>> legal = hustings.game("combat").start(seats=2, seed=7).legal(0)
        >>> len(legal), str(legal[2]), legal.actions
        (5, 'P1 turn 3', [0, 1, 2, 3, 4])
    """

    __slots__ = ("_all", "_book", "_made", "_record", "_row", "_texts", "_written", "actions", "seat")

    def __init__(self, book: Rulebook, row: Row, seat: int, actions: list[int]) -> None:
        self.seat = seat
        self.actions = actions
        self._book = book
        self._written = book.written.setdefault(seat, {})
        self._row: Row | None = row
        self._record = b""
        self._made: dict[int, Move] = {}
        self._all: tuple[Move, ...] | None = None
        self._texts: list[str] | None = None

    @property
    def texts(self) -> list[str]:
        """Their notation, in the same order: what a server sends after every move."""
        if self._texts is None:
            known = self._written
            try:
                self._texts = [known[action].text for action in self.actions]
            except KeyError:  # one has not been written yet, or reads as the record is
                self._texts = [known[action].text if action in known else self._text(action) for action in self.actions]
        return self._texts

    def named(self, text: str) -> Move | None:
        """The one of this notation, None where there is none."""
        try:
            action = self.actions[self.texts.index(text)]
        except ValueError:
            return None
        move = self._made.get(action) or self._written.get(action) or Move(self.seat, action, text)
        self._made[action] = move
        return move

    def keep(self, record: bytes) -> None:
        """From now on the row goes its own ways: the moves are of the record with these bytes."""
        if self._row is not None:
            self._row, self._record = None, record

    def lists(self, move: Move) -> bool:
        """Whether it is one of those that this list has made."""
        return self._made.get(move.action) is move

    def _move(self, action: int) -> Move:
        move = self._made.get(action) or self._written.get(action) or Move(self.seat, action, self._text(action))
        self._made[action] = move
        return move

    def _text(self, action: int) -> str:
        """The notation of one that is not known yet; a move of it is made only where it always reads so."""
        if self._row is None:
            self._row = self._book.schema.new()
            self._row.write(self._record)
        return write_text(self._book, self._row, self.seat, action)

    def _every(self) -> tuple[Move, ...]:
        if self._all is None:
            try:
                self._all = tuple(map(self._written.__getitem__, self.actions))
                self._made.update(zip(self.actions, self._all, strict=True))
            except KeyError:  # one has not been written yet, or reads as the record is
                self._all = tuple(map(self._move, self.actions))
        return self._all

    def __len__(self) -> int:
        return len(self.actions)

    @overload
    def __getitem__(self, index: int) -> Move: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Move, ...]: ...

    def __getitem__(self, index: int | slice) -> Move | tuple[Move, ...]:
        return self._every()[index] if isinstance(index, slice) else self._move(self.actions[index])

    def __iter__(self) -> Iterator[Move]:
        return iter(self._every())

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, Move) or move.seat != self.seat or move.action not in self.actions:
            return False
        return self._move(move.action) == move

    def __eq__(self, other: object) -> bool:
        return self._every() == (other._every() if isinstance(other, LegalMoves) else other)

    def __hash__(self) -> int:
        return hash(self._every())

    def __repr__(self) -> str:
        return repr(self._every())

    def __reduce__(self) -> tuple[type[tuple[Move, ...]], tuple[tuple[Move, ...]]]:
        return tuple, (self._every(),)


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
        text = write_text(book, row, seat, action)
        known = written.get(action) or Move(seat, action, text)
    return known


def write_text(book: Rulebook, row: Row, seat: int, action: int) -> str:
    """The notation of the move of `seat` that `action` stands for; the move is remembered where it always reads so."""
    text = f"P{seat + 1} {book.write_move(row, action)}"
    if book.moves.static(action):
        book.written.setdefault(seat, {})[action] = Move(seat, action, text)
    return text


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
    seats: int = getattr(row, book.schema.seats_field)
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
