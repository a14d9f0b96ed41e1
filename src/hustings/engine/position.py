"""A position with the log that led to it: seats to move, legal moves, chance, and the way back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import index
from sys import intern
from typing import Any, NamedTuple, Self

from hustings.engine.errors import HustingsError, IllegalMove, NotationError, Reason
from hustings.engine.events import Event, EventLog
from hustings.engine.kernels import Note, verbs
from hustings.engine.kernels.chance import HIGHEST, Draw, key_of
from hustings.engine.messages import Message
from hustings.engine.moves import CHANCE_MARK, Move
from hustings.engine.night import Night
from hustings.engine.notation import LegalMoves, outcome_text, read_move, read_outcome, write_move
from hustings.engine.record import Row
from hustings.engine.result import Result
from hustings.engine.rulebook import Odds, Rulebook
from hustings.engine.rules import Buffers, Standing

SPECTATOR = -1


def whole(value: object) -> int | None:
    """Return a whole number, also one of NumPy's, as an int; return None for anything else."""
    try:
        return int(index(value))  # type: ignore[arg-type]  # TypeError for anything else
    except TypeError:
        return None


def _chance_reason(key: str, outcome: str) -> Reason:
    message = Message(key, {"text": outcome})
    return Reason("chance", message.english(), key, message.facts)


class Snapshot(NamedTuple):
    """The state of a table at one moment, to which it can be rolled back."""

    record: bytes
    length: int
    events: int
    counts: tuple[int, ...]


class Position:
    """A record with its log and source of chance: the part of a `Table` that carries out moves and chance."""

    def __init__(self, book: Rulebook, row: Row, draw: Draw, asked: bool = False) -> None:
        self.book = book
        self._row = row
        self._draw = draw
        self._asked = asked
        self.seats: int = getattr(row, self.book.schema.seats_field)
        self._counts = [0] * len(self.book.streams)  # for each chance stream, how many of its numbers have been used
        self._log: list[str] = []
        self._events = EventLog()
        self._now: Standing | None = None
        self._result: Result | None = None
        self._legal: dict[int, LegalMoves] = {}  # by seat, until the record changes; `_seen` likewise
        self._seen: dict[int, bytes] = {}
        self._scores: tuple[int, ...] | None = None
        self._night: Night | None = None
        self._sides: tuple[tuple[int, ...], ...] | None = None
        self._imagined = False
        self._by_hand = 0  # the first entries of the log, whose outcomes were not drawn by `_draw`
        self._origin = self._snapshot()
        self._run()

    # --- the state of the game

    @property
    def owes(self) -> frozenset[int]:
        """The seats that must decide now, counted from 0; empty while a chance step is due or after the end."""
        return self.due.owes

    @property
    def may(self) -> frozenset[int]:
        """The seats that may act now although they need not."""
        return self.due.may

    @property
    def over(self) -> bool:
        """True if the game is over."""
        return self.due.over

    @property
    def due(self) -> Standing:
        """Who or what comes next: `owes`, `may` and `over` in one object, which is faster for servers."""
        if self._now is None:
            self._now = self.book.ruling.look(self._row)
        return self._now

    @property
    def log(self) -> tuple[str, ...]:
        """All log entries so far, in order: moves ("P1 turn 3") and chance outcomes ("* TX")."""
        return tuple(self._log)

    @property
    def length(self) -> int:
        """The number of log entries."""
        return len(self._log)

    def log_since(self, length: int) -> list[str]:
        """Return the log entries after the first `length`."""
        return self._log[length:]

    # --- moves

    def legal(self, seat: int) -> LegalMoves:
        """Return the legal moves of a seat, in the order of their action ids. They depend only on the seat's knowledge.

        The sequence does not change when the game goes on. It creates its moves when they are read.

        Examples:
            >>> import hustings
            >>> table = hustings.game("combat").start(seats=2, seed=7)
            >>> [str(move) for move in table.legal(0)]
            ['P1 turn 1', 'P1 turn 2', 'P1 turn 3', 'P1 turn 4', 'P1 turn 5']
        """
        known = self._legal.get(seat)
        if known is None:
            seat = self._need_seat(seat)
            actions = self.book.ruling.legal(self._row, seat)
            known = self._legal[seat] = LegalMoves(self.book, self._row.tobytes(), seat, actions)
        return known

    def why_not(self, move: str | Move) -> Reason | None:
        """Return the reason why a move is not allowed now, or None if it is legal.

        Raises:
            NotationError: The text is not a move of this game at all.

        Examples:
            >>> import hustings
            >>> table = hustings.game("combat").start(seats=2, seed=7)
            >>> table.why_not("P1 turn 3") is None
            True
            >>> table.why_not("P2 turn 3").clause
            'EC-3'
        """
        try:
            read = self.read(move)
        except IllegalMove as error:
            return error.reason
        trial = self._row.copy()
        reason = int(verbs.act(trial, read.seat, read.action, self._buffers.note))
        return self.book.explain(self._row, read.seat, read.action, reason) if reason else None

    def play(self, move: str | Move) -> Move:
        """Play a move and return it. A table with drawn chance also settles every chance step that follows.

        Args:
            move: A Move from `legal`, or its notation.

        Raises:
            NotationError: It is not a move of this game.
            IllegalMove: The rules do not allow it; the error's `reason` says why, and nothing has changed.

        Examples:
            >>> import hustings
            >>> table = hustings.game("combat").start(seats=2, seed=7)
            >>> move = table.play("P1 turn 3")
            >>> table.log
            ('P1 turn 3', '* DC')
        """
        read = self.read(move)
        self._transaction(self._act, read)
        return read

    def _transaction(self, step: Callable[[Any], None], what: object) -> None:
        """Carry out a step and its consequences; restore the table if anything raises, such as a user's `draw`."""
        before = self._snapshot()
        try:
            step(what)
            self._run()
        except BaseException:
            self._rollback(before)
            raise

    def _snapshot(self) -> Snapshot:
        return Snapshot(self._row.data.tobytes(), len(self._log), len(self._events), tuple(self._counts))

    def _rollback(self, before: Snapshot) -> None:
        self._row.write(before.record)
        del self._log[before.length :]
        self._events.cut(before.events)
        self._counts = list(before.counts)
        self._changed()

    def _changed(self) -> None:
        """Drop everything cached for the earlier record."""
        self._now = self._result = self._scores = self._night = None
        if self._legal or self._seen:
            self._legal, self._seen = {}, {}

    def _act(self, move: Move) -> None:
        reason, notes, now = self.book.ruling.act(self._row, move.seat, move.action)
        if reason:
            raise IllegalMove(self.book.explain(self._row, move.seat, move.action, reason))
        self._changed()
        self._now = now
        self._enter(move.text, notes, move.remark)

    def read(self, move: str | Move) -> Move:
        """Return the move that a text describes, legal or not; if `move` is a Move, verify that it matches its text.

        Raises:
            NotationError: It is not a move of this game.
        """
        if isinstance(move, Move):
            return self._verified(move)
        if not isinstance(move, str):
            raise NotationError("engine.not_a_move", value=repr(move), forms=list(self.book.moves.examples))
        for known in self._legal.values():  # most texts come from a list of legal moves
            if listed := known.named(move):
                return listed
        return read_move(self.book, self._row, move)

    def _verified(self, move: Move) -> Move:
        seat, action = self._need_seat(move.seat), whole(move.action)
        if action is None:
            raise NotationError("engine.no_action", action=repr(move.action), last=self.book.actions - 1)
        if not 0 <= action < self.book.actions:
            return move  # the rules will refuse it
        written = write_move(self.book, self._row, seat, action)
        if written == move or not move.text:
            return written
        read = self.read(move.text)
        if (read.seat, read.action) != (seat, action):
            raise NotationError("engine.other_move", text=move.text, meant=written.text)
        return read

    # --- chance

    def odds(self) -> Odds:
        """Return the exact probability of each outcome of the chance step that is due; {} if none is.

        Chance steps are due only at tables with `chance="asked"`; others settle them at once.

        Examples:
            >>> import hustings
            >>> table = hustings.game("combat").start(seats=2, chance="asked")
            >>> move = table.play("P1 turn 3")
            >>> table.odds()["TX"]
            Fraction(1, 56)
        """
        return self.book.odds_of(self._row, self.book.weights(self._row))

    def settle(self, outcome: str) -> None:
        """Carry out one outcome of the chance step that is due, at a table with `chance="asked"`.

        Args:
            outcome: A key of `odds`; the leading "* " of a log entry is allowed.

        Raises:
            NotationError: The text is not an outcome of this game.
            IllegalMove: The outcome cannot come up now.
        """
        if not isinstance(outcome, str):
            raise NotationError("engine.not_an_outcome", value=repr(outcome))
        number = read_outcome(self.book, self._row, outcome)
        total = verbs.chances(self._row, self._buffers.weights)
        if not total:
            raise IllegalMove(_chance_reason("engine.no_chance_waits", outcome))
        comes = self._buffers.weights[number] != 0
        if not comes or self.book.write_outcome(self._row, number) != outcome_text(outcome):
            raise IllegalMove(_chance_reason("engine.cannot_come_up", outcome))
        self._transaction(self._settle, number)

    def _settle(self, outcome: int) -> None:
        entry = intern(CHANCE_MARK + self.book.write_outcome(self._row, outcome))  # all tables share it
        notes, now = self.book.ruling.settle(self._row, outcome)
        self._changed()
        self._now = now
        self._enter(entry, notes)

    def _run(self) -> None:
        """At a table with drawn chance, settle outcomes and make forced moves until a seat must decide."""
        ruling = self.book.ruling
        while not self._asked:
            now = self.due
            if now.over:
                return
            if now.owes:
                if not now.forced:
                    return
                self._act(write_move(self.book, self._row, min(now.owes), now.forced - 1))
                continue
            drawn = self._draw(self.book.streams[now.stream], self._counts[now.stream])
            number = drawn if type(drawn) is int else whole(drawn)
            if number is None or not 0 <= number <= HIGHEST:
                raise HustingsError("engine.wrong_draw", value=repr(drawn))
            self._counts[now.stream] += 1
            self._settle(ruling.roll(self._row, number))

    @property
    def _buffers(self) -> Buffers:
        return self.book.scratch

    # --- what a seat knows

    def view_bytes(self, seat: int | None) -> bytes:
        """Return the bytes of a seat's view, as in `view_row`; equal bytes mean equal views."""
        number = SPECTATOR if seat is None else seat if type(seat) is int and seat >= 0 else self._need_seat(seat)
        known = self._seen.get(number)
        if known is None:
            number = SPECTATOR if seat is None else self._need_seat(seat)
            known = self._seen[number] = self.book.schema.seen(self._row, number)
        return known

    def prospects(self, seat: int | None) -> dict[str, dict[str, int]]:
        """Return the effects of the actions that each seat may come to choose, as everybody at the table may know them.

        They are listed as in `previews`, for every seat, and only if the game declares such actions; the view is that
        of `seat` (None: a spectator).

        Examples:
            >>> import hustings
            >>> table = hustings.game("combat").start(seats=2, seed=7)
            >>> table.prospects(0)
            {}
        """
        book = self.book
        if not book.telling.prospects or self.over:
            return {}
        view = self.view_row(seat)
        return {
            write_move(book, view, player, action).text: book.effects_of(view, player, action)
            for player in range(self.seats)
            for action in book.ruling.listed(book.telling.prospects, view, player)
        }

    def view_row(self, seat: int | None) -> Row:
        """Return a copy of the record in which everything hidden from a seat is 0; bots decide by it."""
        if seat is not None:
            seat = self._need_seat(seat)
        return self.book.schema.blanked(self._row, SPECTATOR if seat is None else seat)

    def record(self) -> Row:
        """Return a copy of the complete record, hidden parts included; to be shown to people only after the end."""
        return self._row.copy()

    def events(self, since: int = 0, seat: int | None = None) -> list[Event]:
        """Return the events after log entry `since` that a seat (None: a spectator) may know."""
        if seat is not None:
            seat = self._need_seat(seat)
        return self._events.told(since, 0 if seat is None else 1 << seat)

    def imagined_row(self, seat: int | None, key: int | str) -> Row:
        row = self.view_row(seat)
        verbs.imagine(row, SPECTATOR if seat is None else seat, key_of(f"imagine {key}") >> 1)
        return row

    def move(self, seat: int, action: int) -> Move:
        """Return the move for an action id of a seat, legal or not.

        Raises:
            NotationError: There is no such seat or action.
        """
        seat, number = self._need_seat(seat), whole(action)
        if number is None or not 0 <= number < self.book.actions:
            shown = repr(action) if number is None else number
            raise NotationError("engine.no_action", action=shown, last=self.book.actions - 1)
        return write_move(self.book, self._row, seat, number)

    @property
    def forced(self) -> Move | None:
        """The move that the one seat to move is forced to make, such as a pass required by a rule; else None.

        A table with drawn chance makes such moves itself; at one with asked chance the caller makes them.
        """
        due = self.due
        return self.move(min(due.owes), due.forced - 1) if due.owes and due.forced else None

    # --- copies, and the way back

    def copy(self) -> Self:
        """Return a copy of the table that will draw the same chance outcomes.

        `copy.copy` and `copy.deepcopy` return the same kind of copy, and tables can be pickled.

        Examples:
            >>> import hustings
            >>> table = hustings.game("combat").start(seats=2, seed=7)
            >>> other = table.copy()
            >>> move = other.play("P1 turn 3")
            >>> other.log, table.log
            (('P1 turn 3', '* DC'), ())
        """
        other = type(self).__new__(type(self))
        other.__dict__.update(self.__dict__)
        other._row = self._row.copy()
        other._counts, other._log, other._events = list(self._counts), list(self._log), self._events.copy()
        other._legal, other._seen = dict(self._legal), dict(self._seen)
        return other

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"_legal": {}}

    def undo(self) -> str:
        """Take back the last move and its consequences, and return its text.

        The same move played again gives the same chance outcomes. At a table with asked chance, each outcome is a step
        of its own. The game is replayed up to that point, which takes longer for longer games.

        Raises:
            HustingsError: Nothing has happened yet.

        Examples:
            >>> import hustings
            >>> table = hustings.game("combat").start(seats=2, seed=7)
            >>> move = table.play("P1 turn 3")
            >>> table.undo(), table.log
            ('P1 turn 3', ())
        """
        before = self._last_step()
        if before is None:
            raise HustingsError("engine.nothing_to_undo")
        text = self._log[before.length]
        self._rollback(before)
        self._by_hand = min(self._by_hand, before.length)
        return text

    def _last_step(self) -> Snapshot | None:
        """Return the snapshot before the last step, or None if there was no step."""
        other, before = self.copy(), None
        other._asked = True
        other._rollback(self._origin)
        for number, entry in enumerate(self._log):
            chance = entry.startswith(CHANCE_MARK)
            if self._asked or not (chance or verbs.forced(other._row)):
                before = other._snapshot()
            if chance and not self._asked and number >= self._by_hand:
                other._counts[int(verbs.stream(other._row))] += 1
            other.enter(entry)
        return before

    # --- the log

    def enter(self, entry: str) -> None:
        """Carry out a log entry: `play` it if it is a move, `settle` it if it is a chance outcome."""
        if entry.startswith(CHANCE_MARK):
            self.settle(entry)
        else:
            self.play(entry)

    def _enter(self, text: str, notes: Sequence[Note], remark: str = "") -> None:
        self._log.append(text)
        for note in notes:
            self._events.add(len(self._log), self.book.line(note, self.seats, remark))

    def _need_seat(self, seat: int) -> int:
        """Return the seat as an int; raise NotationError if this table has no such seat."""
        if type(seat) is int and 0 <= seat < self.seats:
            return seat
        number = whole(seat)
        if number is None or not 0 <= number < self.seats:
            raise NotationError("engine.no_seat", seat=repr(seat) if number is None else number, last=self.seats - 1)
        return number
