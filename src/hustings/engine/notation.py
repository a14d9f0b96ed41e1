"""Notation: write moves and chance outcomes as text, and read them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import overload

from hustings.engine.bound import BoundGame
from hustings.engine.errors import NotationError
from hustings.engine.moves import CHANCE_MARK, LONGEST, LONGEST_REMARK, Move, seat_label, words
from hustings.engine.record import Row

_SEAT = re.compile(r"P([1-9]\d?)")


class LegalMoves(Sequence[Move]):
    """The legal moves of a seat, in the order of their action ids; each `Move` is created when it is first read.

    The list does not change when the game goes on. It is equal to a tuple of the same moves.

    Examples:
        >>> import hustings
        >>> legal = hustings.game("combat").start(seats=2, seed=7).legal(0)
        >>> len(legal), str(legal[2]), legal.actions
        (5, 'P1 turn 3', [0, 1, 2, 3, 4])
    """

    __slots__ = ("_all", "_book", "_made", "_record", "_row", "_texts", "_written", "actions", "seat")

    def __init__(self, book: BoundGame, row: Row, seat: int, actions: list[int]) -> None:
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
        """The notation of the moves, in the same order; for servers, which need no `Move` objects."""
        if self._texts is None:
            known = self._written
            try:
                self._texts = [known[action].text for action in self.actions]
            except KeyError:  # some move is not cached yet, or its notation depends on the record
                self._texts = [known[action].text if action in known else self._text(action) for action in self.actions]
        return self._texts

    def named(self, text: str) -> Move | None:
        """Return the legal move with this notation, or None."""
        try:
            action = self.actions[self.texts.index(text)]
        except ValueError:
            return None
        move = self._made.get(action) or self._written.get(action) or Move(self.seat, action, text)
        self._made[action] = move
        return move

    def keep(self, record: bytes) -> None:
        """Keep the bytes of the record that the moves belong to, because the table's row is about to change."""
        if self._row is not None:
            self._row, self._record = None, record

    def lists(self, move: Move) -> bool:
        """Return whether this list created that very `Move` object."""
        return self._made.get(move.action) is move

    def _move(self, action: int) -> Move:
        move = self._made.get(action) or self._written.get(action) or Move(self.seat, action, self._text(action))
        self._made[action] = move
        return move

    def _text(self, action: int) -> str:
        """Write the notation of a move that is not cached."""
        if self._row is None:
            self._row = self._book.schema.new()
            self._row.write(self._record)
        return write_text(self._book, self._row, self.seat, action)

    def _every(self) -> tuple[Move, ...]:
        if self._all is None:
            try:
                self._all = tuple(map(self._written.__getitem__, self.actions))
                self._made.update(zip(self.actions, self._all, strict=True))
            except KeyError:  # a move is not cached yet, or its notation depends on the record
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


def write_move(book: BoundGame, row: Row, seat: int, action: int) -> Move:
    """Return the move for an action id of `seat`."""
    written = book.written.setdefault(seat, {})
    known = written.get(action)
    if known is None:
        text = write_text(book, row, seat, action)
        known = written.get(action) or Move(seat, action, text)
    return known


def write_text(book: BoundGame, row: Row, seat: int, action: int) -> str:
    """Return the notation of an action of `seat`, and cache the move if its notation never changes."""
    text = f"P{seat + 1} {book.write_move(row, action)}"
    if book.moves.static(action):
        book.written.setdefault(seat, {})[action] = Move(seat, action, text)
    return text


def read_move(book: BoundGame, row: Row, text: str) -> Move:
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


def read_outcome(book: BoundGame, row: Row, text: str) -> int:
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
