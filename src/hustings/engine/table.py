"""The table: the facade over one game in progress."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from sys import intern
from typing import TYPE_CHECKING, Any

import numpy as np

from hustings.engine.errors import HustingsError, IllegalMove, NotationError, Reason
from hustings.engine.events import Event, EventLog
from hustings.engine.html import LAST_ENTRIES, html_of
from hustings.engine.kernels import chance as chances
from hustings.engine.kernels import verbs
from hustings.engine.kernels.chance import key_of
from hustings.engine.messages import Message
from hustings.engine.moves import CHANCE_MARK, Move, outcome_text, read_move, read_outcome, seat_label, write_move
from hustings.engine.odds import Odds, added_up, odds_of
from hustings.engine.record import Row
from hustings.engine.result import Result
from hustings.engine.rulebook import Buffers, Rulebook

if TYPE_CHECKING:
    from hustings.engine.game import Game

Draw = Callable[[str, int], int]
SPECTATOR = -1
WORLDS_TRIED = 8  # odds that agree in so many imagined worlds do not hang on what is hidden


def seeded(book: Rulebook, seed: int | str | None) -> Callable[[str, int], int]:
    """Chance from a seed: the same number of the same stream for the same seed, anywhere."""
    key = chances.key_of(seed)
    index = {name: number for number, name in enumerate(book.streams)}
    return lambda stream, count: chances.draw(key, index[stream], count)


def _chance_reason(key: str, outcome: str) -> Reason:
    message = Message(key, {"text": outcome})
    return Reason("chance", message.english(), key, message.facts)


@lru_cache(maxsize=256)
def _bits(mask: int) -> frozenset[int]:
    return frozenset(seat for seat in range(mask.bit_length()) if mask >> seat & 1)


@dataclass(frozen=True, slots=True)
class _Now:
    """The verbs' answers at one moment."""

    owes: frozenset[int]
    may: frozenset[int]
    over: bool


class Table:
    """One game in progress: what each seat may do and know, the log, chance and the result.

    Made by `Game.start` or `hustings.load`. Seats count from 0. A refused move raises IllegalMove and changes nothing.

    Attributes:
        game: The game being played.
        seats: The number of seats.

    Examples:
        >>> import random
        >>> import hustings
        >>> table = hustings.game("president").start(seats=3, seed=7)
        >>> while not table.over:
        ...     seat = min(table.owes)
        ...     move = table.play(random.choice(table.legal(seat)))
        >>> sum(table.result.shares)
        Fraction(1, 1)
    """

    def __init__(self, game: Game, row: Row, draw: Draw, asked: bool = False) -> None:
        self.game = game
        self._book = game.book
        self._row = row
        self._draw = draw
        self._asked = asked
        self.seats = int(row.array[self._book.schema.seats_field][0])
        self._counts = [0] * len(self._book.streams)  # numbers of each chance stream used up
        self._log: list[str] = []
        self._events = EventLog()
        self._now: _Now | None = None
        self._imagined = False
        self._run()

    # --- what is so

    @property
    def owes(self) -> frozenset[int]:
        """Seats that must decide now, counted from 0; empty while chance is due or after the end."""
        return self._asked_now().owes

    @property
    def may(self) -> frozenset[int]:
        """Seats that may act although they need not."""
        return self._asked_now().may

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self._asked_now().over

    def _asked_now(self) -> _Now:
        """What the verbs say of the record as it stands: asked once, for a server asks many times a move."""
        if self._now is None:
            row = self._row
            owes, may = int(verbs.owes(row)), int(verbs.may(row))
            self._now = _Now(_bits(owes), _bits(may), bool(verbs.over(row)))
        return self._now

    @property
    def log(self) -> tuple[str, ...]:
        """All entries so far, in order: moves ("P1 turn 3") and chance outcomes ("* TX")."""
        return tuple(self._log)

    @property
    def length(self) -> int:
        """The number of log entries."""
        return len(self._log)

    def log_since(self, length: int) -> list[str]:
        """The log entries after the first `length`."""
        return self._log[length:]

    @property
    def result(self) -> Result | None:
        """How the game ended; None while it goes on."""
        if not self.over:
            return None
        out = np.zeros((2, self.seats), np.int64)
        verbs.payoff(self._row, out)
        total = int(out[0].sum())
        shares = tuple(Fraction(int(weight), total) for weight in out[0])
        best = max(shares)
        winners = () if min(shares) == best else tuple(k for k, share in enumerate(shares) if share == best)
        scores = tuple(int(score) for score in out[1])
        message = self._book.texts.result(self._row, winners, scores)
        text = message.english(self._book.words, "results")
        return Result(winners, shares, scores, text, message.key, message.facts)

    @property
    def standing(self) -> tuple[int, ...]:
        """Each seat's score as it would be counted now, from what everybody sees.

        Examples:
            >>> hustings.game("combat").start(seats=2, seed=7).standing
            (0, 0)
        """
        out = np.zeros((2, self.seats), np.int64)
        verbs.payoff(self.view_row(None), out)
        return tuple(int(score) for score in out[1])

    # --- moves

    def legal(self, seat: int) -> tuple[Move, ...]:
        """The legal moves of a seat, in the order of their action ids. They depend only on what the seat may know.

        Examples:
            >>> table = hustings.game("combat").start(seats=2, seed=7)
            >>> [str(move) for move in table.legal(0)]
            ['P1 turn 1', 'P1 turn 2', 'P1 turn 3', 'P1 turn 4', 'P1 turn 5']
        """
        self._need_seat(seat)
        count = verbs.legal(self._row, seat, self._buffers.actions)
        return tuple(
            write_move(self._book, self._row, seat, action) for action in self._buffers.actions[:count].tolist()
        )

    def previews(self, moves: Sequence[Move]) -> dict[str, dict[str, int]]:
        """New values of the numbers that the game's odds depend on, for legal moves of one seat.

        By the move's text, then the field of the view; a move that changes none is left out.
        """
        found: dict[str, dict[str, int]] = {}
        if not moves or not self._book.previews:
            return found
        seen = self.view_row(moves[0].seat)
        for move in moves:
            told = {name: preview(seen, move.action) for name, preview in self._book.previews.items()}
            known = {name: after for name, after in told.items() if after is not None}
            if known:
                found[move.text] = known
        return found

    def why_not(self, move: str | Move) -> Reason | None:
        """Say why a move is not allowed now; None if it is legal.

        Raises:
            NotationError: The text is not a move of this game at all.

        Examples:
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
        return self._book.explain(self._row, read.seat, read.action, reason) if reason else None

    def play(self, move: str | Move) -> Move:
        """Carry a move out and return it. With drawn chance, every chance step that follows is settled too.

        Args:
            move: A Move from `legal`, or its notation.

        Raises:
            NotationError: The text is not a move of this game.
            IllegalMove: The rules refuse it; its `reason` says why, and nothing has changed.

        Examples:
            >>> table = hustings.game("combat").start(seats=2, seed=7)
            >>> move = table.play("P1 turn 3")
            >>> table.log
            ('P1 turn 3', '* DC')
        """
        read = self.read(move)
        self._act(read)
        self._run()
        return read

    def _act(self, move: Move) -> None:
        self._buffers.note[0, 0] = 0
        reason = int(verbs.act(self._row, move.seat, move.action, self._buffers.note))
        if reason:
            raise IllegalMove(self._book.explain(self._row, move.seat, move.action, reason))
        self._now = None
        self._enter(move.text, move.remark)

    def read(self, move: str | Move) -> Move:
        """The Move that a text stands for at this table, legal or not.

        Raises:
            NotationError: The text is not a move of this game.
        """
        if isinstance(move, Move):
            self._need_seat(move.seat)
            return move
        return read_move(self._book, self._row, move)

    # --- chance

    def odds(self) -> Odds:
        """Exact probability of each outcome of the chance step that is due (with `chance="asked"`); {} if none is.

        Examples:
            >>> table = hustings.game("combat").start(seats=2, chance="asked")
            >>> move = table.play("P1 turn 3")
            >>> table.odds()["TX"]
            Fraction(1, 56)
        """
        return self._odds_of(self._row)

    def odds_after(self, move: str | Move, seat: int) -> Odds:
        """Odds of what a move would bring up next, as far as `seat` can know them exactly; see `move_odds`."""
        return self.move_odds(move, seat)[0]

    def odds_by_kind(self, move: str | Move, seat: int) -> Odds:
        """Odds of what a move would bring up next, added up by kind; see `move_odds`."""
        return self.move_odds(move, seat)[1]

    def move_odds(self, move: str | Move, seat: int) -> tuple[Odds, Odds]:
        """Odds of what a move would bring up next, by outcome and by kind, as far as `seat` can know them exactly.

        Nothing hidden is consulted. A game may count over all worlds that agree with the seat's view (its
        information set). In other games the move is tried in several determinizations, and odds that differ between
        them are left out: those by kind may agree where those by card do not. Both are {} if nothing would come up;
        there are no kinds for anything but cards.
        """
        read = self.read(move)
        view = self.view_row(seat)
        count = self._book.move_odds if read.seat == seat else None
        weights = count(view, seat, read.action) if count else None
        kind_of = self._kinds(view, seat)
        odds: Odds = {}
        kinds: Odds = {}
        for world in range(1 if weights else WORLDS_TRIED):
            trial = self._imagined_row(seat, key=world)
            if verbs.act(trial, read.seat, read.action, self._buffers.note):
                return {}, {}
            here = odds_of(self._book, trial, weights) if weights else self._odds_of(trial)
            sums = added_up(here, kind_of)
            odds = here if not world or here == odds else {}
            kinds = sums if not world or sums == kinds else {}
            if not (odds or kinds):
                break
        return odds, kinds

    def counting(self, move: str | Move, seat: int) -> Callable[[], object] | None:
        """The slow part of `move_odds` as a function to call; None if nothing in it is slow.

        What it finds is remembered. A server calls it in another thread, then calls `move_odds`.
        """
        read, count = self.read(move), self._book.move_odds
        if count is None or read.seat != seat:
            return None
        return partial(count, self.view_row(seat), seat, read.action)

    def _kinds(self, view: Row, seat: int) -> Callable[[str], str | None]:
        """What kind the outcome of a text is of: the game says it for this moment, or else the card that comes."""
        outcome_kind = self._book.outcome_kind
        if outcome_kind:
            return lambda text: outcome_kind(view, seat, read_outcome(self._book, view, text))
        cards = {card["code"]: card["kind"] for card in self.game.cards()}
        return lambda text: cards.get(text.split()[-1])

    def settle(self, outcome: str) -> None:
        """Carry out one outcome of the chance step that is due (with `chance="asked"`).

        Args:
            outcome: A key of `odds`; the leading "* " of a log entry is allowed.

        Raises:
            NotationError: The text is not an outcome of this game.
            IllegalMove: It cannot come up now.
        """
        number = read_outcome(self._book, self._row, outcome)
        total = verbs.chances(self._row, self._buffers.weights)
        if not total:
            raise IllegalMove(_chance_reason("engine.no_chance_waits", outcome))
        comes = self._buffers.weights[number] != 0
        if not comes or self._book.write_outcome(self._row, number) != outcome_text(outcome):
            raise IllegalMove(_chance_reason("engine.cannot_come_up", outcome))
        self._settle(number)
        self._run()

    def _settle(self, outcome: int) -> None:
        text = self._book.write_outcome(self._row, outcome)
        self._buffers.note[0, 0] = 0
        verbs.settle(self._row, outcome, self._buffers.note)
        self._now = None
        self._enter(intern(CHANCE_MARK + text))  # kept once for all tables

    def _run(self) -> None:
        """With drawn chance: settle what pends and make the moves the program makes, until somebody must decide."""
        while not self._asked and not verbs.over(self._row):
            if verbs.owes(self._row):
                program = int(verbs.forced(self._row))
                if not program:
                    return
                self._act(write_move(self._book, self._row, min(self.owes), program - 1))
                continue
            stream = int(verbs.stream(self._row))
            number = self._draw(self._book.streams[stream], self._counts[stream])
            self._counts[stream] += 1
            self._settle(int(verbs.roll(self._row, number, self._buffers.weights)))

    def _odds_of(self, row: Row) -> Odds:
        weights = self._buffers.weights
        if not verbs.chances(row, weights):
            return {}
        return odds_of(self._book, row, {k: int(weights[k]) for k in weights.nonzero()[0].tolist()})

    @property
    def _buffers(self) -> Buffers:
        return self._book.scratch

    # --- who knows what

    def view(self, seat: int | None) -> dict[str, Any]:
        """The record as plain data, with only what a seat may know: its observation. None is a spectator.

        Examples:
            >>> table = hustings.game("combat").start(seats=2, seed=7)
            >>> table.view(0)["hand"]
            1
        """
        return self._book.schema.as_json(self.view_row(seat))

    def view_bytes(self, seat: int | None) -> bytes:
        """The bytes of `view_row`. Equal bytes are equal views; `Schema.as_text` writes them as JSON."""
        if seat is not None:
            self._need_seat(seat)
        return self._book.schema.seen(self._row, SPECTATOR if seat is None else seat)

    def view_row(self, seat: int | None) -> Row:
        """The record with everything set to zero that a seat may not know: what bots are given."""
        if seat is not None:
            self._need_seat(seat)
        return self._book.schema.blanked(self._row, SPECTATOR if seat is None else seat)

    def record(self) -> Row:
        """A copy of the complete record, hidden parts included: for use after the end, never for a seat in play."""
        return self._row.copy()

    def all_events(self) -> list[Event]:
        """All events, hidden ones included: for use after the end."""
        return self._events.told()

    def events(self, since: int = 0, seat: int | None = None) -> list[Event]:
        """Events after log entry `since`, as far as a seat may know them. None is a spectator."""
        if seat is not None:
            self._need_seat(seat)
        return self._events.told(since, 0 if seat is None else 1 << seat)

    # --- other tables

    def resume(self, seed: int | str | None) -> None:
        """Go on with chance drawn from `seed` at a table where it was asked; what already waits is settled at once."""
        self._draw, self._asked = seeded(self._book, seed), False
        self._run()

    def fork(self, key: int | str = 0) -> Table:
        """A copy of the table with its own chance, drawn from `key`; the original stays as it is.

        Examples:
            >>> table = hustings.game("combat").start(seats=2, seed=7)
            >>> str(table.fork(key=1).play("P1 turn 3")), table.log
            ('P1 turn 3', ())
        """
        other = Table.__new__(Table)
        other.__dict__.update(self.__dict__)
        other._row = self._row.copy()
        other._draw = seeded(self._book, f"fork {key}")
        other._counts = [0] * len(self._book.streams)
        other._log, other._events = list(self._log), self._events.copy()
        return other

    def imagine(self, seat: int | None, key: int | str = 0) -> Table:
        """A table that agrees with all a seat knows, drawn uniformly: a determinization of its information set.

        Examples:
            >>> table = hustings.game("politics").start(seats=2, seed=7)
            >>> world = table.imagine(seat=0, key=1)
            >>> world.view(0) == table.view(0)
            True
        """
        other = self.fork(key)
        other._row = self._imagined_row(seat, key)
        other._log, other._imagined, other._now = [], True, None
        other._events = self._events.only(0 if seat is None else 1 << seat)
        return other

    def _imagined_row(self, seat: int | None, key: int | str) -> Row:
        row = self.view_row(seat)
        verbs.imagine(row, SPECTATOR if seat is None else seat, key_of(f"imagine {key}") >> 1)
        return row

    def save(self, names: Sequence[str] | None = None) -> dict[str, Any]:
        """The saved game: plain data for JSON, with every move and chance outcome; see `hustings.load`.

        Args:
            names: One name for each seat; P1, P2 and so on if left out.

        Raises:
            HustingsError: The table is an imagined one, or the number of names is wrong.

        Examples:
            >>> table = hustings.game("combat").start(seats=2, seed=7)
            >>> move = table.play("P1 turn 3")
            >>> table.save(["Ann", "Bo"])["log"]
            ['P1 turn 3', '* DC']
        """
        if self._imagined:
            raise HustingsError("engine.imagined")
        people = list(names) if names is not None else [seat_label(seat) for seat in range(self.seats)]
        if len(people) != self.seats:
            raise HustingsError("engine.wrong_names", names=len(people), seats=self.seats)
        result = self.result
        return {
            "hustings": 1,
            "game": self.game.name,
            "rules": self._book.rules,
            "options": self.game.options,
            "seats": people,
            "log": list(self._log),
            "result": result.as_dict() if result else {},
        }

    # --- the log

    def _enter(self, text: str, remark: str = "") -> None:
        self._log.append(text)
        note = self._buffers.note
        for row in note[1 : int(note[0, 0]) + 1].tolist():
            self._events.add(self._book, len(self._log), row, self.seats, remark)

    def _need_seat(self, seat: int) -> None:
        if not 0 <= seat < self.seats:
            raise NotationError("engine.no_seat", seat=seat, last=self.seats - 1)

    def _repr_html_(self) -> str:
        return html_of(self.game.title, self.game.options, self._state(), self.view(None), self._last_events())

    def _state(self) -> str:
        if result := self.result:
            return result.text
        return "waiting for " + (", ".join(map(seat_label, sorted(self.owes))) or "chance")

    def _last_events(self) -> list[Event]:
        return [event for event in self.events() if event.entry > self.length - LAST_ENTRIES]

    def __repr__(self) -> str:
        state = "over" if self.over else f"owes {sorted(self.owes)}"
        return f"<Table of {self.game.title}: {len(self._log)} entries, {state}>"
