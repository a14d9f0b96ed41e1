"""Export a class's finished games as data, by replaying the logs of its tables."""

from __future__ import annotations

import hmac
import io
import json
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import Any

from hustings.arena.figures import CSV, PARQUET, as_bytes
from hustings.classes import records as r
from hustings.classes.data import codebook
from hustings.classes.state import CLASS_LOG, ClassGame, ClassState, ClassTable
from hustings.debrief import debrief, debrief_stopped
from hustings.engine.table import Table
from hustings.gatherings.results import shares, sides_of
from hustings.gatherings.roll import Returned
from hustings.gatherings.spreadsheets import BYTE_ORDER_MARK, harmless
from hustings.rooms.log import log_events
from hustings.rooms.log.log_events import Chair, Marked, Played, RoomFlagsChanged, Voted
from hustings.rooms.log.replaying import follow
from hustings.rooms.log.state import RoomState

Row = tuple[Any, ...]
Rows = dict[str, list[Row]]


@dataclass(frozen=True, slots=True)
class StoredLog:
    """A stored log: its records, and when each was written (seconds since 1970)."""

    bodies: Sequence[str]
    times: Sequence[float]


@dataclass(slots=True)
class _Found:
    """The rows collected so far, by file."""

    rows: Rows = field(default_factory=lambda: {file: [] for file in codebook.FILES})

    def add(self, file: str, *row: Any) -> None:
        self.rows[file].append(row)


def packed(code: str, log: StoredLog, rooms: dict[str, StoredLog], names: bool) -> bytes:
    """Return the zip file; rooms: the logs of the class's tables by code; names: see `codebook.columns_of`."""
    _, rows = collected(code, log, rooms)
    kinds = [CSV, *([PARQUET] if find_spec("polars") else [])]
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as target:
        for file, columns, types in _files(rows, names):
            for kind in kinds:
                mark = BYTE_ORDER_MARK if kind == CSV else b""
                target.writestr(f"{file}{kind}", mark + as_bytes(columns, kind, types))
    return archive.getvalue()


def _files(rows: Rows, names: bool) -> Iterator[tuple[str, dict[str, list[Any]], dict[str, type]]]:
    """Yield each file's name, columns and types; the codebook comes last."""
    for file, every in codebook.FILES.items():
        kept = codebook.columns_of(file, names)
        places = [every.index(column) for column in kept]
        columns = {
            column.name: [_cell(column, row[place]) for row in rows[file]]
            for column, place in zip(kept, places, strict=True)
        }
        yield file, columns, {column.name: column.type for column in kept}
    book = list(codebook.rows(names))
    titles = ("file", "column", "type", "meaning")
    yield "codebook", {title: [row[k] for row in book] for k, title in enumerate(titles)}, dict.fromkeys(titles, str)


def _cell(column: codebook.Column, value: Any) -> Any:
    return harmless(value) if column.named and column.type is str else value


def collected(code: str, log: StoredLog, rooms: dict[str, StoredLog]) -> tuple[ClassState, Rows]:
    """Return the class's state, and the rows of every file; rooms: as in `packed`."""
    state, found = CLASS_LOG.replay(code, log.bodies), _Found()
    pseudonyms = pseudonyms_of(state)
    marks: dict[str, str] = {}
    for body, at in zip(log.bodies, log.times, strict=True):
        record = r.CODEC.read(body)
        if isinstance(record, r.Came | Returned):
            marks[record.mark] = pseudonyms[record.person]
        if isinstance(record, r.Came):
            person = state.people[record.person]
            found.add("people", pseudonyms[record.person], at, person.gone, person.called, person.alias)
    found.rows["people"].sort()  # by pseudonym, not in the order in which people joined
    for question in state.questions:
        for number, chosen in sorted(question.given.items(), key=lambda one: pseudonyms[one[0]]):
            told = (question.number, question.text, pseudonyms[number], chosen, question.answers[chosen])
            right = None if question.right is None else chosen == question.right
            found.add("answers", *told, question.part or "", question.right, right)
    for number, game in enumerate(state.games, 1):
        if game.ended is not None:
            _add_game(found, state, number, game, rooms, marks)
    return state, found.rows


def pseudonyms_of(state: ClassState) -> dict[int, str]:
    """Return a pseudonym for each person: stable across exports, in an order that reveals nothing."""

    def place(number: int) -> bytes:
        return hmac.digest(state.teacher.encode(), str(number).encode(), "sha256")

    order = sorted(state.people, key=place)
    return {number: f"person-{rank:02}" for rank, number in enumerate(order, 1)}


def _add_game(
    found: _Found, state: ClassState, number: int, game: ClassGame, rooms: dict[str, StoredLog], marks: dict[str, str]
) -> None:
    settings = game.settings
    for place, table in enumerate(game.tables, 1):
        log, end = rooms.get(table.room), table.finish
        if log is None or end is None:
            continue
        room = _TableReader(found, (number, place), marks).read(table.room, log)
        entries = 0 if room.table is None else room.table.length
        options = json.dumps(settings.options, sort_keys=True)
        told = (settings.game, options, len(table.seats), settings.duplicate, game.at, game.ended, entries, end.stopped)
        found.add("tables", number, place, *told)
        for seat, share in enumerate(shares(end, sides_of(settings, len(table.seats)))):
            people = _names(room.chair_at(seat), marks)
            found.add("results", number, place, seat, people, end.scores[seat], share, end.stopped)
        if room.table is not None:
            _add_counts(found, (number, place), table, room.table)
    found.rows["votes"].sort(key=lambda row: row[:5])


def _add_counts(found: _Found, where: tuple[int, int], table: ClassTable, played: Table) -> None:
    """Add the holder of each state at the end, and every count of the debrief."""
    end = table.finish
    assert end is not None
    told = debrief_stopped(played, end.scores, end.winners) if end.stopped else debrief(played)
    if told is None:
        return
    seats = [side[0] for side in told.sides]
    for state, side in told.held.items():
        found.add("states", *where, state, told.played.weights[state], None if side is None else seats[side])
    for count in (told.played, *told.others):
        about = " ".join(str(fact) for fact in count.facts.values())
        for side, total in enumerate(count.totals):
            row = (count.key, about, seats[side], float(total), side in count.winners, count.changed)
            found.add("counts", *where, *row)


def _names(chair: Chair, marks: dict[str, str]) -> str:
    return " ".join(marks[token] for token in chair.tokens if token in marks)


@dataclass(slots=True)
class _TableReader:
    """Replays a table's log and collects its rows; where: the numbers of the game and the table."""

    found: _Found
    where: tuple[int, int]
    marks: dict[str, str]
    _since: dict[int, float] = field(default_factory=dict)  # by seat: since when it must move, by `_clock`
    _kinds: dict[str, str] | None = None  # of the game's cards, by code
    _paused: float | None = None  # since when the table has been paused
    _standing: float = 0.0  # seconds of all pauses so far

    def _clock(self, at: float) -> float:
        """Return the time on a clock that stands still during pauses."""
        return (at if self._paused is None else self._paused) - self._standing

    def read(self, code: str, log: StoredLog) -> RoomState:
        """Replay the log to its end and return the room's last state."""
        made = log_events.read(log.bodies[0])
        assert isinstance(made, log_events.Made)
        state = RoomState(code, made)
        for number, (body, at) in enumerate(zip(log.bodies[1:], log.times[1:], strict=True), 2):
            record = log_events.read(body)
            before = self._before(state, record, at) if isinstance(record, Played) else None
            length = state.table.length if state.table is not None else 0
            follow(state, record, number)
            if before is not None:
                self.found.add("decisions", *self.where, length + 1, *before, at)
                self._promised(state, length, at)
            elif isinstance(record, Voted):
                self._voted(state, record, at)
            elif isinstance(record, RoomFlagsChanged):
                self._pause(record.paused, at)
            elif isinstance(record, Marked):
                seat = state.seat_of(record.chair)
                names = _names(state.chairs[record.chair], self.marks)
                self.found.add("marks", *self.where, record.entry, seat, names, record.verdict, at)
            owing = state.table.owes if state.table is not None else frozenset()
            moved = state.seat_of(record.chair) if isinstance(record, Played) else None
            now = self._clock(at)
            self._since = {seat: now if seat == moved else self._since.get(seat, now) for seat in owing}
        return state

    def _pause(self, paused: bool, at: float) -> None:
        if paused and self._paused is None:
            self._paused = at
        elif not paused and self._paused is not None:
            self._standing, self._paused = self._standing + at - self._paused, None

    def _before(self, state: RoomState, record: Played, at: float) -> Row:
        """Return the cells of a "decisions" row from the column "seat" on, before the move is made."""
        assert state.table is not None
        chair, seat = state.chairs[record.chair], state.seat_of(record.chair)
        began = self._since.get(seat)
        seconds = None if began is None else round(self._clock(at) - began, 3)
        chosen = self._chosen(state.table, record.entries[0])
        legal = len(state.table.legal(seat))
        return seat, _names(chair, self.marks), mover(chair, record), *chosen, legal, seconds

    def _chosen(self, table: Table, entry: str) -> tuple[str, str, str, str]:
        """Return a move's verb and the states, other cards and other words in the move, but no typed text."""
        if self._kinds is None:
            self._kinds = {card["code"]: card["kind"] for card in table.game.cards()}
        _, verb, *words = entry.partition(' "')[0].split()
        states = [word for word in words if self._kinds.get(word) == "state"]
        cards = [word for word in words if word in self._kinds and word not in states]
        rest = [word for word in words if word not in self._kinds]
        return verb, " ".join(states), " ".join(cards), " ".join(rest)

    def _promised(self, state: RoomState, length: int, at: float) -> None:
        assert state.table is not None
        carrying = {form.name for form in state.table.game.book.events.values() if form.remark}
        for event in state.table.events(since=length, seat=None):
            if event.event in carrying and event.seat is not None and event.args.get("text"):
                names, text = _names(state.chair_at(event.seat), self.marks), str(event.args["text"])
                self.found.add("promises", *self.where, event.entry, event.seat, names, len(text), text, at)

    def _voted(self, state: RoomState, record: Voted, at: float) -> None:
        voter, seat = self.marks.get(record.voter, ""), state.seat_of(record.chair)
        self.found.add("votes", *self.where, seat, voter, record.decision, record.text.split()[1], at)


def mover(chair: Chair, record: Played) -> str:
    """Return who made a move: "person", "team", "bot", "stand-in" or "rule" (see the codebook)."""
    if record.by is not None:
        return "team" if chair.team else "person"
    if chair.kind == "bot":
        return "bot"
    return "stand-in" if chair.stand_in else "rule"
