"""The table: the facade over one game in progress."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from sys import intern
from typing import TYPE_CHECKING, Any

import numpy as np

from hustings.engine import chance as chances
from hustings.engine import verbs
from hustings.engine.chance import key_of
from hustings.engine.errors import HustingsError, IllegalMove, NotationError, Reason
from hustings.engine.events import Event, EventLog
from hustings.engine.html import LAST_ENTRIES, html_of
from hustings.engine.messages import Message
from hustings.engine.moves import CHANCE_MARK, Move, outcome_text, read_move, read_outcome, seat_label, write_move
from hustings.engine.record import Row
from hustings.engine.result import Result
from hustings.engine.rulebook import Buffers, Rulebook

if TYPE_CHECKING:
    from hustings.engine.game import Game

Draw = Callable[[str, int], int]
Odds = dict[str, Fraction]
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


def _added_up(odds: Odds, kind_of: Callable[[str], str | None]) -> Odds:
    """Odds added up by kind; {} where an outcome has none."""
    found: Odds = {}
    for text, chance in odds.items():
        kind = kind_of(text)
        if kind is None:
            return {}
        found[kind] = found.get(kind, Fraction(0)) + chance
    return found


@dataclass(frozen=True, slots=True)
class _Now:
    """The verbs' answers at one moment."""

    owes: frozenset[int]
    may: frozenset[int]
    over: bool


class Table:
    """One game in progress. Made by `Game.start` or `hustings.load`. seats: how many it has.

    Everything a seat may do and know is asked here; a refused move raises IllegalMove and changes nothing.
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
        """The seats that must decide now, from 0; empty while chance waits or the game is over."""
        return self._asked_now().owes

    @property
    def may(self) -> frozenset[int]:
        """The seats that may act unasked."""
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
        """Every entry so far: moves ("P1 turn 3") and chance outcomes ("* TX"), in order."""
        return tuple(self._log)

    @property
    def length(self) -> int:
        """How many entries the log has."""
        return len(self._log)

    def log_since(self, length: int) -> list[str]:
        """The entries after the first `length`."""
        return self._log[length:]

    @property
    def result(self) -> Result | None:
        """How the game ended, None while it goes on."""
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

    # --- moves

    def legal(self, seat: int) -> tuple[Move, ...]:
        """The seat's legal moves, by action number. Depends only on what the seat may know."""
        self._need_seat(seat)
        count = verbs.legal(self._row, seat, self._buffers.actions)
        return tuple(
            write_move(self._book, self._row, seat, action) for action in self._buffers.actions[:count].tolist()
        )

    def previews(self, moves: Sequence[Move]) -> dict[str, dict[str, int]]:
        """What a seat's legal moves would make at once of the numbers that the game's odds hang on.

        By the move's text, then the field of the view; a move that changes none of them is left out.
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
        """None when the move is legal now, else the clause and the sentence that refuse it.

        Raises NotationError when the text is no move of this game at all.
        """
        try:
            read = self.read(move)
        except IllegalMove as error:
            return error.reason
        trial = self._row.copy()
        reason = int(verbs.act(trial, read.seat, read.action, self._buffers.note))
        return self._book.explain(self._row, read.seat, read.action, reason) if reason else None

    def play(self, move: str | Move) -> Move:
        """Carry a move out; with drawn chance, also every chance step it brings up.

        Raises NotationError for a text that is no move, IllegalMove with its Reason for one the rules refuse; then
        nothing has changed.
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
        """The Move a text stands for at this table, legal or not; NotationError when it is none."""
        if isinstance(move, Move):
            self._need_seat(move.seat)
            return move
        return read_move(self._book, self._row, move)

    # --- chance

    def odds(self) -> Odds:
        """The exact probability of every outcome of the chance step that waits (chance="asked"), else {}."""
        return self._odds_of(self._row)

    def odds_after(self, move: str | Move, seat: int) -> Odds:
        """The odds of what a move would bring up next, as far as `seat` can tell exactly; see `move_odds`."""
        return self.move_odds(move, seat)[0]

    def odds_by_kind(self, move: str | Move, seat: int) -> Odds:
        """As `odds_after`, added up by the kind of what comes; see `move_odds`."""
        return self.move_odds(move, seat)[1]

    def move_odds(self, move: str | Move, seat: int) -> tuple[Odds, Odds]:
        """What a move would bring up next as far as `seat` can tell exactly: by outcome, and added up by its kind.

        Nothing hidden is consulted. A game's own count of all worlds the seat may take this one for is asked where
        there is one; else the move is tried in several worlds imagined from the seat's view, and odds that differ are
        not told: those of the kinds may be sure where the single cards are not. Both {} when nothing would come up; no
        kinds where something else than cards would.
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
            here = self._parts(trial, weights) if weights else self._odds_of(trial)
            sums = _added_up(here, kind_of)
            odds = here if not world or here == odds else {}
            kinds = sums if not world or sums == kinds else {}
            if not (odds or kinds):
                break
        return odds, kinds

    def counting(self, move: str | Move, seat: int) -> Callable[[], object] | None:
        """The part of `move_odds` that may take long, None where nothing does: what it finds is remembered.

        A server calls it in another thread, and asks `move_odds` then.
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
        """Carry out one outcome of the chance step that waits (chance="asked").

        outcome  a key of `odds()`; the leading "* " of a log entry is allowed.

        Raises NotationError for a text that is no outcome, IllegalMove when it cannot come up now.
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
        return self._parts(row, {k: int(weights[k]) for k in weights.nonzero()[0].tolist()})

    def _parts(self, row: Row, weights: Mapping[int, int]) -> Odds:
        """Each outcome's part of the sum of all weights, by its text."""
        total = sum(weights.values())
        write = self._book.write_outcome
        return {write(row, outcome): Fraction(weight, total) for outcome, weight in weights.items()}

    @property
    def _buffers(self) -> Buffers:
        return self._book.scratch

    # --- who knows what

    def view(self, seat: int | None) -> dict[str, Any]:
        """The record as plain data, only what `seat` may know; None is a spectator."""
        return self._book.schema.as_json(self.view_row(seat))

    def view_bytes(self, seat: int | None) -> bytes:
        """The bytes of `view_row`: equal ones are equal views, and `Schema.as_text` writes them as JSON."""
        if seat is not None:
            self._need_seat(seat)
        return self._book.schema.seen(self._row, SPECTATOR if seat is None else seat)

    def view_row(self, seat: int | None) -> Row:
        """The record itself with what `seat` may not know set to zero: what bots are given."""
        if seat is not None:
            self._need_seat(seat)
        return self._book.schema.blanked(self._row, SPECTATOR if seat is None else seat)

    def record(self) -> Row:
        """A copy of the whole record, nothing hidden: for what is told after the end, never for a seat at play."""
        return self._row.copy()

    def all_events(self) -> list[Event]:
        """Everything that happened, whoever was to see it: for what is told after the end."""
        return self._events.told()

    def events(self, since: int = 0, seat: int | None = None) -> list[Event]:
        """What happened after log entry `since`, as far as `seat` (None: a spectator) may know."""
        if seat is not None:
            self._need_seat(seat)
        return self._events.told(since, 0 if seat is None else 1 << seat)

    # --- other tables

    def resume(self, seed: int | str | None) -> None:
        """Go on with chance drawn from `seed` at a table where it was asked; what already waits is settled at once."""
        self._draw, self._asked = seeded(self._book, seed), False
        self._run()

    def fork(self, key: int | str = 0) -> Table:
        """A copy with its own chance, drawn from `key`; this table stays as it is."""
        other = Table.__new__(Table)
        other.__dict__.update(self.__dict__)
        other._row = self._row.copy()
        other._draw = seeded(self._book, f"fork {key}")
        other._counts = [0] * len(self._book.streams)
        other._log, other._events = list(self._log), self._events.copy()
        return other

    def imagine(self, seat: int | None, key: int | str = 0) -> Table:
        """A table as it might be for all `seat` knows: its view with the blanks filled uniformly from `key`."""
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

        names  one per seat; P1, P2 ... when left out.
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
