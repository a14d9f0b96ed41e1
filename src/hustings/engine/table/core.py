"""The base class of tables: the record, the log, moves and chance."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import index
from sys import intern
from typing import Any, NamedTuple

import numpy as np

from hustings.engine.bound import BoundGame, Buffers, Odds
from hustings.engine.errors import HustingsError, IllegalMove, NotationError, Reason
from hustings.engine.events import EventLog
from hustings.engine.kernels import Note, verbs
from hustings.engine.kernels import chance as chances
from hustings.engine.messages import Message
from hustings.engine.moves import CHANCE_MARK, Move
from hustings.engine.night import Night, night_of
from hustings.engine.notation import LegalMoves, outcome_text, read_move, read_outcome, write_move
from hustings.engine.record import Row
from hustings.engine.result import Result
from hustings.engine.ruling import Standing

Draw = Callable[[str, int], int]
SPECTATOR = -1


@dataclass(frozen=True, slots=True)
class Seeded:
    """A source of chance with a key (the seed); equal keys give equal numbers on any machine."""

    key: int
    streams: tuple[str, ...]

    def __call__(self, stream: str, count: int) -> int:
        return chances.draw(self.key, self.streams.index(stream), count)


def seeded(book: BoundGame, seed: int | str | None) -> Seeded:
    """Return a source of chance for a game's streams, from a seed."""
    return Seeded(chances.key_of(seed), book.streams)


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


class Core:
    """A record with its log and source of chance: seats to move, legal moves, play and chance steps."""

    def __init__(self, book: BoundGame, row: Row, draw: Draw, asked: bool = False) -> None:
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
        return (self._now or self._asked_now()).owes

    @property
    def may(self) -> frozenset[int]:
        """The seats that may act now although they need not."""
        return (self._now or self._asked_now()).may

    @property
    def over(self) -> bool:
        """True if the game is over."""
        return (self._now or self._asked_now()).over

    @property
    def due(self) -> Standing:
        """Who or what comes next: `owes`, `may` and `over` in one object, which is faster for servers."""
        return self._now or self._asked_now()

    def _asked_now(self) -> Standing:
        """Return the seats to move and the automatic steps for the current record, cached."""
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

    @property
    def result(self) -> Result | None:
        """The result of the game; None until the end."""
        if self._result is None and self.over:
            self._result = self._ended()
        return self._result

    def _ended(self) -> Result:
        out = np.zeros((2, self.seats), np.int64)
        verbs.payoff(self._row, out)
        total = int(out[0].sum())
        shares = tuple(Fraction(int(weight), total) for weight in out[0])
        best = max(shares)
        winners = () if min(shares) == best else tuple(k for k, share in enumerate(shares) if share == best)
        scores = tuple(int(score) for score in out[1])
        message = self.book.ending(self._row, winners, scores)
        text = message.english(self.book.words, "results")
        return Result(winners, shares, scores, text, message.key, message.facts)

    @property
    def standing(self) -> tuple[int, ...]:
        """Each seat's score if the game were counted now from public information; after the end, the final scores.

        Examples:
            >>> import hustings
            >>> hustings.game("combat").start(seats=2, seed=7).standing
            (0, 0)
        """
        if self.result is not None:
            return self.result.scores
        if self._scores is None:
            out = np.zeros((2, self.seats), np.int64)
            verbs.payoff(self.book.schema.blanked(self._row, SPECTATOR), out)
            self._scores = tuple(out[1].tolist())
        return self._scores

    @property
    def majority(self) -> int | None:
        """The number of votes that wins at this table; None if no number does.

        Examples:
            >>> import hustings
            >>> hustings.game("president", votes="2024").start(seats=2, seed=7).majority
            74
        """
        votes = self.book.votes_to_win(self._row)
        return None if votes is None else int(votes)

    @property
    def too_many(self) -> int | None:
        """The number of votes that loses at this table; None if no number does.

        Examples:
            >>> import hustings
            >>> hustings.game("combat", objective="book-deal").start(seats=2, seed=7).too_many
            270
        """
        return self.book.votes_to_lose(self._row)

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each side, counted from 0; each seat is a side if everybody plays alone.

        Examples:
            >>> import hustings
            >>> hustings.game("politics").start(seats=4, seed=7).sides
            ((0, 2), (1, 3))
        """
        if self._sides is None:
            tell = self.book.holdings
            self._sides = tell(self._row, []).sides if tell else tuple((seat,) for seat in range(self.seats))
        return self._sides

    @property
    def night(self) -> Night | None:
        """The election night, which calls the states of a finished game one by one; None until then or without a map.

        Examples:
            >>> import hustings
            >>> hustings.game("combat").start(seats=2, seed=7).night is None
            True
        """
        if self._night is None and self.over and self.book.has_night and self.book.holdings:
            self._night = night_of(self.book, self._row, self.book.holdings(self._row, self._events.told(0, 0)))
        return self._night

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
        known = self._legal.get(seat) if type(seat) is int else None
        if known is None:
            seat = self._need_seat(seat)
            actions = self.book.ruling.legal(self._row, seat)
            known = self._legal[seat] = LegalMoves(self.book, self._row, seat, actions)
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
        for legal in self._legal.values():
            legal.keep(before.record)
        try:
            step(what)
            self._run()
        except BaseException:
            self._rollback(before)
            raise

    def _snapshot(self) -> Snapshot:
        return Snapshot(self._row.data.tobytes(), len(self._log), len(self._events), tuple(self._counts))

    def _rollback(self, before: Snapshot) -> None:
        self._keep_legal()
        self._row.write(before.record)
        del self._log[before.length :]
        self._events.cut(before.events)
        self._counts = list(before.counts)
        self._changed()

    def _keep_legal(self) -> None:
        """Detach the lists of legal moves from the record before it changes, so that they stay valid."""
        for legal in self._legal.values():
            legal.keep(self._row.tobytes())

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
        for known in self._legal.values():  # fast, because most texts come from a list of legal moves
            listed = known.named(move)
            if listed is not None:
                return listed
        return read_move(self.book, self._row, move)

    def _verified(self, move: Move) -> Move:
        seat = self._need_seat(move.seat)
        listed = self._legal.get(seat)
        if listed is not None and listed.lists(move):  # fast, because most moves come from a list of legal moves
            return move
        action = whole(move.action)
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
        return self._odds_of(self._row)

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
            now = self._now or self._asked_now()
            if now.over:
                return
            if now.owes:
                if not now.forced:
                    return
                self._act(write_move(self.book, self._row, min(now.owes), now.forced - 1))
                continue
            drawn = self._draw(self.book.streams[now.stream], self._counts[now.stream])
            number = drawn if type(drawn) is int else whole(drawn)
            if number is None or not 0 <= number <= chances.HIGHEST:
                raise HustingsError("engine.wrong_draw", value=repr(drawn))
            self._counts[now.stream] += 1
            self._settle(ruling.roll(self._row, number))

    def _odds_of(self, row: Row) -> Odds:
        return self.book.odds_of(row, self._weights(row))

    def _weights(self, row: Row) -> dict[int, int]:
        """Return the weight of each outcome of the chance step that is due; {} if none is."""
        weights = self._buffers.weights
        if not verbs.chances(row, weights):
            return {}
        return {k: int(weights[k]) for k in weights.nonzero()[0].tolist()}

    @property
    def _buffers(self) -> Buffers:
        return self.book.scratch

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
