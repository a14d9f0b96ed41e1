"""Notation: write moves and chance outcomes as text, and read them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import overload

from hustings.engine.errors import NotationError
from hustings.engine.moves import CHANCE_MARK, LONGEST, LONGEST_REMARK, Move, seat_label, words
from hustings.engine.record import Row
from hustings.engine.rulebook import Rulebook

_SEAT = re.compile(r"P([1-9]\d?)")


class LegalMoves(Sequence[Move]):
    """The legal moves of a seat, in the order of their action ids; the moves are created when one is first read.

    The list does not change when the game goes on. It is equal to a tuple of the same moves.

    Examples:
        >>> import hustings
        >>> legal = hustings.game("combat").start(seats=2, seed=7).legal(0)
        >>> len(legal), str(legal[2]), legal.actions
        (5, 'P1 turn 3', [0, 1, 2, 3, 4])
    """

    __slots__ = ("_book", "_moves", "_record", "_texts", "actions", "seat")

    def __init__(self, book: Rulebook, record: bytes, seat: int, actions: list[int]) -> None:
        self.seat = seat
        self.actions = actions
        self._book = book
        self._record = record  # the bytes of the record that the moves belong to
        self._moves: tuple[Move, ...] | None = None
        self._texts: list[str] | None = None

    @property
    def texts(self) -> list[str]:
        """The notation of the moves, in the same order; for servers, which need no `Move` objects."""
        if self._texts is None:
            self._texts = [move.text for move in self._every()]
        return self._texts

    def named(self, text: str) -> Move | None:
        """Return the legal move with this notation, or None."""
        return self._every()[self.texts.index(text)] if text in self.texts else None

    def _every(self) -> tuple[Move, ...]:
        if self._moves is None:
            known = self._book.written.setdefault(self.seat, {})
            try:
                self._moves = tuple(map(known.__getitem__, self.actions))
            except KeyError:  # a move is not cached yet, or its notation depends on the record
                row = self._row()
                self._moves = tuple(write_move(self._book, row, self.seat, action) for action in self.actions)
        return self._moves

    def _row(self) -> Row:
        row = self._book.schema.new()
        row.write(self._record)
        return row

    def __len__(self) -> int:
        return len(self.actions)

    @overload
    def __getitem__(self, index: int) -> Move: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Move, ...]: ...

    def __getitem__(self, index: int | slice) -> Move | tuple[Move, ...]:
        if isinstance(index, slice) or self._moves is not None:
            return self._every()[index]
        action = self.actions[index]
        known = self._book.written.setdefault(self.seat, {}).get(action)
        return known or write_move(self._book, self._row(), self.seat, action)

    def __iter__(self) -> Iterator[Move]:
        return iter(self._every())

    def __contains__(self, move: object) -> bool:
        return move in self._every()

    def __eq__(self, other: object) -> bool:
        return self._every() == (other._every() if isinstance(other, LegalMoves) else other)

    def __hash__(self) -> int:
        return hash(self._every())

    def __repr__(self) -> str:
        return repr(self._every())

    def __reduce__(self) -> tuple[type[tuple[Move, ...]], tuple[tuple[Move, ...]]]:
        return tuple, (self._every(),)


def write_move(book: Rulebook, row: Row, seat: int, action: int) -> Move:
    """Return the move for an action id of `seat`; a move whose notation never changes is cached."""
    written = book.written.setdefault(seat, {})
    move = written.get(action)
    if move is None:
        move = Move(seat, action, f"P{seat + 1} {book.write_move(row, action)}")
        if book.moves.static(action):
            written[action] = move
    return move


def read_move(book: Rulebook, row: Row, text: str) -> Move:
    """Return the move that a text describes, legal or not.

    Raises:
        NotationError: The text is no move: it names no seat, an unknown verb, or a card or place that does not exist.
    """
    if len(text) > LONGEST:
        raise NotationError("engine.move_too_long", length=len(text), most=LONGEST)
    try:
        parts = words(text)
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
    """Return a free text as one line; raise NotationError if it is too long or contains quotation marks."""
    text = " ".join(remark.split())
    if len(text) > LONGEST_REMARK or not text.isprintable() or set(text) & set('"\\'):
        raise NotationError("engine.remark", length=len(text), most=LONGEST_REMARK)
    return text


def outcome_text(text: str) -> str:
    """Return the text of a chance outcome without the "* " of log entries and without superfluous blanks."""
    return " ".join(text.removeprefix(CHANCE_MARK).split())


def read_outcome(book: Rulebook, row: Row, text: str) -> int:
    """Return the number of the outcome that a text describes, with or without the leading "* ".

    The text may name a seat that the outcome does not go to; callers detect this by comparison with `write_outcome`.

    Raises:
        NotationError: The text is no outcome of this game.
    """
    bare = outcome_text(text)
    if len(bare) > LONGEST:
        raise NotationError("engine.outcome_too_long", length=len(bare), most=LONGEST)
    if not bare:
        raise NotationError("engine.no_such_outcome", text=text, forms=[])
    return book.read_outcome(row, bare)
